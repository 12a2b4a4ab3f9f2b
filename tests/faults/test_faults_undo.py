"""Faults of undo and redo: public faults of other programs, retold with our own positions."""

import json

import pytest

from klondike import (
    DRAW,
    PRESETS,
    RECYCLE,
    STILLDECK_DRAW_1,
    STILLDECK_DRAW_3,
    Game,
    GameState,
    HistoryError,
    IllegalMoveError,
    Move,
    MoveKind,
    Pile,
    PileKind,
    Statistics,
)
from klondike.serial import to_json
from positions import (
    CASE_8,
    VARIANTS,
    all_cards,
    easy_win,
    moves_of,
    names,
    play,
    position,
    ramble,
)

CASE_36 = """
foundations: Kc 9d 9h Ks
stock: Jd Qd Td Kd Th Jh Qh Kh
"""
CASE_37 = """
foundations: Kc Kd 8h 9s
t1: Ts
stock: 9h Th Jh Qh Kh Js Qs Ks
"""
CASE_40 = """
foundations: Kc Qd Kh Ks
waste: Kd
"""


def traits(state: GameState) -> tuple[object, ...]:
    return (
        state,
        hash(state),
        state.layout(),
        state.key,
        state.legal_moves,
        state.score,
        state.redeals_used,
        state.is_won,
        state.view(),
        str(state),
    )


@pytest.mark.parametrize("name", VARIANTS)
def test_case_34_undo_and_redo_are_exact(name: str) -> None:
    random_game = ramble(PRESETS[name], 1, 40)
    game = Game.from_state(random_game.initial)
    recorded = [traits(game.state)]
    for move in random_game.moves:
        game = game.play(move)
        recorded.append(traits(game.state))
    for expected in recorded[-2::-1]:
        game = game.undo()
        assert traits(game.state) == expected
    for expected in recorded[1:]:
        game = game.redo()
        assert traits(game.state) == expected


@pytest.mark.parametrize("name", VARIANTS)
def test_case_34_what_was_undone_can_be_played_again(name: str) -> None:
    game = ramble(PRESETS[name], 2)
    for ply in range(0, game.ply, 7):
        again = game.go_to(ply).play(*game.moves[ply:])
        assert (again, again.state, again.can_redo) == (game, game.state, False)


def test_case_34_there_is_nothing_before_the_first_and_after_the_last_move() -> None:
    game = ramble(STILLDECK_DRAW_1, 1)
    start = game.undo(game.ply)
    assert (start.can_undo, game.can_redo) == (False, False)
    for failing in (start.undo, game.redo):
        with pytest.raises(HistoryError):
            failing()
    with pytest.raises(HistoryError):
        game.undo(game.ply + 1)
    with pytest.raises(HistoryError):
        game.undo(-1)


@pytest.mark.parametrize(
    "moves",
    [
        pytest.param(["draw"], id="case-36-one"),
        pytest.param(["draw", "draw"], id="case-36-two"),
        pytest.param(["draw", "draw", "draw"], id="case-36-all"),
        pytest.param(["draw", "draw", "draw", "recycle"], id="case-36-recycle"),
        pytest.param(["draw", "w>fd", "draw", "draw", "recycle", "draw"], id="case-36-played"),
    ],
)
def test_the_stock_comes_back_in_its_order(moves: list[str]) -> None:
    state = position(CASE_36, STILLDECK_DRAW_3)
    game = Game.from_state(state).play(*map(Move.parse, moves))
    back = game.undo(len(moves)).state
    assert (names(back.stock), names(back.waste)) == ("Jd Qd Td Kd Th Jh Qh Kh", "")
    assert (back, back.redeals_used) == (state, 0)


def test_case_36_a_recycle_taken_back_leaves_the_waste_as_it_was() -> None:
    state = position(CASE_36, STILLDECK_DRAW_3)
    game = Game.from_state(state).play(DRAW, DRAW, DRAW, RECYCLE)
    assert game.state.redeals_used == 1
    back = game.undo().state
    assert (names(back.waste), back.stock) == ("Jd Qd Td Kd Th Jh Qh Kh", ())
    assert back.redeals_used == 0


def test_case_37_a_draw_taken_back_hides_the_card_again() -> None:
    state = position(CASE_37)
    drawn = Game.from_state(state).play(DRAW)
    assert "w>t1" in moves_of(drawn.state)
    assert "9h" in names(drawn.state.view().waste)
    back = drawn.undo().state
    assert "w>t1" not in moves_of(back)
    assert not any(move.source.kind is PileKind.STOCK for move in back.legal_moves if move != DRAW)
    view = back.view()
    assert (view, view.stock, view.stock_count, view.waste) == (state.view(), None, 8, ())
    for text in (str(view), repr(view), str(back), repr(back), json.dumps(to_json(view))):
        assert "9h" not in text.lower()
    refusal = back.why_illegal(Move.parse("w>t1"))
    assert refusal is not None
    assert refusal.cards == ()


def test_case_37_a_turned_card_taken_back_is_hidden_again() -> None:
    for seed in range(10):
        game = ramble(STILLDECK_DRAW_3, seed)
        views = [game.initial.view(), *(step.state.view() for step in game.replay())]
        texts = [json.dumps(to_json(view)) for view in views]
        for ply, (view, text) in enumerate(zip(views, texts, strict=True)):
            found = game.go_to(ply).state.view()
            assert (found, str(found), json.dumps(to_json(found))) == (view, str(view), text)


@pytest.mark.parametrize(
    ("move", "column", "foundations"),
    [
        pytest.param("fh>t1", "6s 5h", "6c 5d 4h 5s", id="case-38"),
        pytest.param("fd>t1", "6s 5d", "6c 4d 5h 5s", id="case-38-diamonds"),
        pytest.param("fs>t2", "6d 5s", "6c 5d 5h 4s", id="case-38-spades"),
    ],
)
def test_a_card_brought_down_stays_down(move: str, column: str, foundations: str) -> None:
    state = position(CASE_8)
    after = play(state, move)
    target = Move.parse(move).target.index
    assert names(after.columns[target].face_up) == column
    assert names(pile[-1] for pile in after.foundations) == foundations
    assert play(after, "draw").columns[target] == after.columns[target]
    assert (after.stock, after.waste) == (state.stock, state.waste)


@pytest.mark.parametrize("name", VARIANTS)
def test_case_38_a_move_does_no_more_than_it_says(name: str) -> None:
    rules = PRESETS[name]
    game = ramble(rules, 3)
    before = game.initial
    for step, move in zip(game.replay(), game.moves, strict=True):
        after = step.state
        assert all_cards(after) == all_cards(before)
        old, new = sizes(before), sizes(after)
        assert {pile for pile in old if old[pile] != new[pile]} == {move.source, move.target}
        moved = len(before.waste) if move == RECYCLE else move.count
        if move == DRAW:
            moved = min(rules.draw_count, len(before.stock))
        assert old[move.source] - new[move.source] == moved
        before = after


def sizes(state: GameState) -> dict[Pile, int]:
    found = {Pile.STOCK: len(state.stock), Pile.WASTE: len(state.waste)}
    for index, pile in enumerate(state.foundations):
        found[Pile(PileKind.FOUNDATION, index)] = len(pile)
    for index, column in enumerate(state.columns):
        found[Pile.column(index)] = len(column.face_down) + len(column.face_up)
    return found


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(Game.from_state(position(CASE_40)).play(Move.parse("w>fd")), id="case-40"),
        pytest.param(easy_win(), id="case-40-whole-game"),
    ],
)
def test_a_win_taken_back_is_no_win(game: Game) -> None:
    before = game.undo()
    again = before.redo()
    replayed = before.play(game.moves[-1])
    assert [each.state.is_won for each in (game, before, again, replayed)] == [
        True,
        False,
        True,
        True,
    ]
    assert [each.result().won for each in (game, before, again)] == [True, False, True]
    assert before.state.legal_moves == GameState.from_layout(before.state.layout()).legal_moves
    assert game.moves[-1] in before.state.legal_moves
    tally = Statistics.of([game.result(), before.result(), replayed.result()])[game.rules]
    assert (tally.dealt, tally.won) == (3, 2)


def test_case_41_a_move_back_leads_back_unless_a_card_was_turned() -> None:
    one_way = (MoveKind.DRAW, MoveKind.RECYCLE)
    found: set[bool] = set()
    for rules in PRESETS.values():
        for step in ramble(rules, 1, 50).replay():
            state = step.state
            for move in state.legal_moves:
                after = state.apply(move)
                back = Move(move.target, move.source, move.count)
                if move.kind in one_way or not after.is_legal(back):
                    continue
                turned = [column.face_down for column in state.columns] != [
                    column.face_down for column in after.columns
                ]
                assert (after.apply(back).key == state.key) is not turned
                found.add(turned)
    assert found == {True, False}


def test_case_41_undo_needs_no_move_back() -> None:
    state = position(CASE_37)
    game = Game.from_state(state).play(DRAW, Move.parse("w>t1"))
    with pytest.raises(IllegalMoveError):
        game.state.apply(Move.parse("t1>w"))
    assert game.undo().state == state.apply(DRAW)
