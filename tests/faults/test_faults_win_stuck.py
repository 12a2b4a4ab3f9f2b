"""Faults about won and stuck games: public faults of other programs, with our own positions."""

from collections.abc import Iterator
from itertools import product

import attrs
import pytest

from klondike import (
    DRAW,
    PRESETS,
    RECYCLE,
    Game,
    GameState,
    Move,
    Rules,
    rectangle,
)
from positions import VARIANTS, can_win, easy_win, moves_of, play, position, ramble, small_position

DRAW_1 = Rules()
DRAW_3 = Rules(draw_count=3)
NO_RETURN = Rules(foundation_return=False)

CASE_22 = """
foundations: Kc Td Kh Ks
t2: Jd | Kd
waste: Qd
"""
CASE_50 = """
foundations: Qc Td Th Qs
t7: Kh Kc Ks Jh | Qh
stock: Jd Kd Qd
"""
WON = "foundations: Kc Kd Kh Ks"
CASE_54 = """
foundations: Kc Qd Kh Ks
waste: Kd
"""
CASE_56_A = """
foundations: Kc Kd 8h 9s
t1: Ts
stock: 9h Th Jh Qh Kh Js Qs Ks
"""
CASE_56_B = """
foundations: Kc Kd 8h 9s
t1: Ts
waste: 9h Th Jh Qh Kh Js Qs Ks
"""


@pytest.mark.parametrize(
    ("text", "rules", "used", "dead", "winnable"),
    [
        pytest.param(CASE_22, NO_RETURN, 0, False, True, id="case-22"),
        pytest.param(
            CASE_22,
            Rules(foundation_return=False, max_redeals=0),
            0,
            False,
            True,
            id="case-22-last-pass",
        ),
        pytest.param(CASE_50, DRAW_3, 0, True, False, id="case-50"),
        pytest.param(
            CASE_50, Rules(draw_count=3, max_redeals=0), 0, True, False, id="case-50-one-pass"
        ),
        pytest.param(CASE_50, DRAW_1, 0, False, False, id="case-50-draw-1"),
        pytest.param(CASE_50, Rules(draw_count=2), 0, False, False, id="case-50-draw-2"),
        pytest.param(WON, DRAW_1, 0, False, True, id="case-52"),
        pytest.param(WON, NO_RETURN, 0, False, True, id="case-52-no-return"),
        pytest.param(
            WON,
            Rules(foundation_return=False, max_redeals=2),
            2,
            False,
            True,
            id="case-52-no-redeal",
        ),
        pytest.param(CASE_54, DRAW_1, 0, False, True, id="case-54"),
        pytest.param(CASE_56_A, DRAW_1, 0, False, True, id="case-56-a"),
        pytest.param(
            CASE_56_B,
            Rules(foundation_return=False, max_redeals=2),
            2,
            False,
            False,
            id="case-56-b",
        ),
    ],
)
def test_dead_is_said_of_dead_games_only(
    text: str, rules: Rules, used: int, dead: bool, winnable: bool
) -> None:
    state = position(text, rules, used)
    assert state.is_dead is dead
    assert can_win(state) is winnable


@pytest.mark.parametrize("draw_count", [1, 2, 3])
def test_case_50_a_game_is_dead_when_turning_cards_brings_no_card_move(draw_count: int) -> None:
    found: set[bool] = set()
    for seed, max_redeals, foundation_return in product(range(30), (0, 2, None), (True, False)):
        rules = Rules(
            columns=rectangle(2, face_down=10, face_up=1),
            draw_count=draw_count,
            max_redeals=max_redeals,
            foundation_return=foundation_return,
        )
        state = small_position(rules, seed, 26)
        turned = list(turnings(state))
        dead = not any(set(each.legal_moves) - {DRAW, RECYCLE} for each in turned)
        assert state.is_dead is dead
        assert all(each.is_dead is dead for each in turned[1:] if dead)
        found.add(dead)
    assert found == {True, False}


def turnings(state: GameState) -> Iterator[GameState]:
    """The state and all that draws and recycles lead to."""
    seen: set[object] = set()
    while (state.stock, state.waste) not in seen:
        seen.add((state.stock, state.waste))
        yield state
        turn = next((move for move in (DRAW, RECYCLE) if state.is_legal(move)), None)
        if turn is None:
            return
        state = state.apply(turn)


def test_case_50_nothing_on_a_won_line_is_dead() -> None:
    game = easy_win()
    assert not any(game.go_to(ply).state.is_dead for ply in range(game.ply + 1))
    assert not any(game.go_to(ply).result().dead for ply in range(game.ply + 1))


def test_case_50_the_result_says_that_a_game_has_ended() -> None:
    game = Game.from_state(position(CASE_50, DRAW_3)).play(DRAW)
    assert moves_of(game.state) == {"recycle"}
    assert (game.result().won, game.result().dead) == (False, True)


@pytest.mark.parametrize(
    ("rules", "moves"),
    [
        pytest.param(
            DRAW_1,
            {f"f{suit}>t{column}" for suit in "cdhs" for column in range(1, 8)},
            id="case-52",
        ),
        pytest.param(NO_RETURN, set[str](), id="case-52-no-return"),
    ],
)
def test_a_won_game_is_over_but_not_stuck(rules: Rules, moves: set[str]) -> None:
    state = position(WON, rules)
    assert (state.is_won, state.is_dead, state.autofinish, state.safe_moves) == (
        True,
        False,
        (),
        (),
    )
    assert moves_of(state) == moves
    result = Game.from_state(state).result()
    assert (result.won, result.dead) == (True, False)


@pytest.mark.parametrize("name", VARIANTS)
def test_case_52_no_position_is_both_won_and_dead(name: str) -> None:
    for seed in range(2):
        for step in ramble(PRESETS[name], seed).replay():
            assert not (step.state.is_won and step.state.is_dead)
            up = sum(map(len, step.state.foundations))
            assert step.state.is_won is (up == 52 * PRESETS[name].decks)


@pytest.mark.parametrize(
    ("text", "finish"),
    [
        pytest.param(WON, [], id="case-54-won"),
        pytest.param(CASE_54, ["w>fd"], id="case-54-one-move"),
    ],
)
@pytest.mark.parametrize("rules", [DRAW_1, DRAW_3, NO_RETURN, Rules(max_redeals=0)])
def test_games_at_their_end_are_finished(text: str, finish: list[str], rules: Rules) -> None:
    state = position(text, rules)
    found = state.autofinish
    assert found is not None
    assert [*map(str, found)] == finish
    game = Game.from_state(state).play(*found)
    assert (game.state.is_won, len(list(game.replay()))) == (True, len(finish))
    assert can_win(state)


@pytest.mark.parametrize(
    ("text", "max_redeals", "used", "turn"),
    [
        pytest.param(CASE_56_A, None, 0, "draw", id="case-56-a"),
        pytest.param(CASE_56_A, 0, 0, "draw", id="case-56-a-one-pass"),
        pytest.param(CASE_56_A, 2, 2, "draw", id="case-56-a-last-pass"),
        pytest.param(CASE_56_B, None, 7, "recycle", id="case-56-b-no-limit"),
        pytest.param(CASE_56_B, 2, 1, "recycle", id="case-56-b-one-left"),
        pytest.param(CASE_56_B, 2, 2, None, id="case-56-b-used-up"),
        pytest.param(CASE_56_B, 0, 0, None, id="case-56-b-one-pass"),
    ],
)
def test_cards_are_turned_when_they_can_and_never_beyond_the_limit(
    text: str, max_redeals: int | None, used: int, turn: str | None
) -> None:
    state = position(text, Rules(max_redeals=max_redeals), used)
    assert moves_of(state) & {"draw", "recycle"} == ({turn} if turn else set())
    assert not state.is_dead


def test_case_56_a_the_draw_brings_a_card_that_moves() -> None:
    state = play(position(CASE_56_A), "draw")
    assert "w>t1" in moves_of(state)


def test_case_57_two_lines_of_different_scores_both_win() -> None:
    straight = easy_win()
    before = straight.undo()
    top = next(pile[-1] for pile in before.state.foundations if len(pile) == 13)
    empty = next(n for n, column in enumerate(before.state.columns, 1) if not column.face_up)
    foundation = f"f{top.suit.letter}"
    detour = before.play(
        *map(Move.parse, (f"{foundation}>t{empty}", f"t{empty}>{foundation}")),
        straight.moves[-1],
    )
    assert straight.state.score - detour.state.score == 5
    assert (straight.state.is_won, detour.state.is_won) == (True, True)
    for game in (straight, detour):
        assert sum(map(len, game.state.foundations)) == 52


def test_case_57_the_score_of_a_win_is_no_win() -> None:
    won = easy_win().state
    layout = attrs.evolve(position(CASE_54).layout(), score=won.score)
    state = GameState.from_layout(layout)
    assert (state.score, state.is_won) == (won.score, False)
    bare = GameState.from_layout(attrs.evolve(won.layout(), score=0))
    assert (bare.score, bare.is_won) == (0, True)
