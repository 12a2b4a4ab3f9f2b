"""Faults of playing by itself: public faults of other programs, retold with our own positions."""

from itertools import permutations, product

import pytest

from klondike import (
    CARDS,
    Card,
    Column,
    GameState,
    Layout,
    Move,
    MoveKind,
    Pile,
    Rank,
    Rules,
    Suit,
    rectangle,
)
from positions import can_win, easy_win, moves_of, play, position, ramble, small_position

DRAW_1 = Rules()
DRAW_3 = Rules(draw_count=3)
DRAW_3_NO_RETURN = Rules(draw_count=3, foundation_return=False)

CASE_42 = """
foundations: 9c Td Th Ts
t6: Kd
t7: Ks Qs Qc Jh Tc Jc | Kh
stock: Qh Jd
waste: Kc Qd Js
"""
CASE_43 = """
foundations: Tc Kd Kh 9s
t7: Ks
stock: Jc Qs Qc Kc
waste: Js Ts
"""
CASE_47 = """
foundations: Kc Td Kh Ks
waste: {waste}
"""
CASE_48 = """
foundations: Kc Kd Th Ks
t1: Jh
waste: Qh Kh
"""
CASE_48_KING = """
foundations: Kc Kd Th Ks
t1: Jh
t2: Kh
waste: Qh
"""
UPWARD = (MoveKind.WASTE_TO_FOUNDATION, MoveKind.TABLEAU_TO_FOUNDATION)
FINISHING = (*UPWARD, MoveKind.DRAW, MoveKind.RECYCLE)


def safe_moves(state: GameState) -> set[str]:
    return set(map(str, state.safe_moves))


@pytest.mark.parametrize(
    ("text", "rules", "moves", "winnable"),
    [
        pytest.param(CASE_42, DRAW_3, [], True, id="case-42"),
        pytest.param(CASE_42, DRAW_3, ["w>fs"], False, id="case-42-jack-up"),
        pytest.param(CASE_42, DRAW_3, ["draw"], True, id="case-42-draw"),
        pytest.param(CASE_42, DRAW_1, [], True, id="case-42-draw-1"),
        pytest.param(CASE_42, DRAW_1, ["w>fs"], True, id="case-42-draw-1-jack-up"),
        pytest.param(CASE_43, DRAW_3_NO_RETURN, [], True, id="case-43"),
        pytest.param(CASE_43, DRAW_3_NO_RETURN, ["w>fs"], False, id="case-43-ten-up"),
        pytest.param(
            CASE_43,
            DRAW_3_NO_RETURN,
            ["draw", "draw", "recycle", "draw", "w>fc", "w>fs"],
            True,
            id="case-43-line",
        ),
    ],
)
def test_a_waste_card_played_too_soon_can_spoil_a_win(
    text: str, rules: Rules, moves: list[str], winnable: bool
) -> None:
    assert can_win(play(position(text, rules), *moves)) is winnable


@pytest.mark.parametrize(
    ("text", "rules", "safe"),
    [
        pytest.param(CASE_42, DRAW_3, set[str](), id="case-42"),
        pytest.param(CASE_42, Rules(draw_count=2), set[str](), id="case-42-draw-2"),
        pytest.param(CASE_42, DRAW_1, {"w>fs"}, id="case-42-draw-1"),
        pytest.param(CASE_43, DRAW_3_NO_RETURN, set[str](), id="case-43"),
        pytest.param(CASE_43, Rules(foundation_return=False), {"w>fs"}, id="case-43-draw-1"),
    ],
)
def test_waste_cards_are_safe_for_draw_1_only(text: str, rules: Rules, safe: set[str]) -> None:
    state = position(text, rules)
    assert "w>fs" in moves_of(state)
    assert safe_moves(state) == safe


@pytest.mark.parametrize("draw_count", [2, 3, 4, 5])
@pytest.mark.parametrize("foundation_return", [True, False])
def test_case_42_no_waste_card_is_ever_safe_when_several_are_drawn(
    draw_count: int, foundation_return: bool
) -> None:
    rules = Rules(draw_count=draw_count, foundation_return=foundation_return)
    played = 0
    for seed in range(6):
        for step in ramble(rules, seed, 80).replay():
            assert not any(move.source is Pile.WASTE for move in step.state.safe_moves)
            played += any(
                move.kind is MoveKind.WASTE_TO_FOUNDATION for move in step.state.legal_moves
            )
    assert played


def on_column_7(card: Card, heights: dict[Suit, int], rules: Rules) -> GameState:
    """This card on top of column 7, the rest as it falls, stock first."""
    loose = [each for each in CARDS[::-1] if each.rank > heights[each.suit] and each is not card]
    stock, loose = loose[:24], loose[24:]
    columns: list[Column] = []
    for down in (6, 5, 4, 3, 2, 1, 0):
        face_up = (card,) if down == 6 else tuple(loose[:1])
        rest = loose if down == 6 else loose[1:]
        columns.append(Column(rest[:down], face_up))
        loose = rest[down:]
    return GameState.from_layout(
        Layout(
            columns=columns[::-1],
            stock=stock,
            foundations=[CARDS[suit * 13 : suit * 13 + heights[suit]] for suit in Suit],
        ),
        rules,
    )


@pytest.mark.parametrize(
    ("card", "clubs", "spades", "diamonds", "safe"),
    [
        pytest.param("5h", 3, 3, 2, True, id="case-45-just-safe"),
        pytest.param("5h", 4, 4, 4, True, id="case-45-all-level"),
        pytest.param("5h", 2, 3, 2, False, id="case-45-clubs-behind"),
        pytest.param("5h", 3, 2, 2, False, id="case-45-spades-behind"),
        pytest.param("5h", 4, 4, 1, False, id="case-45-diamonds-behind"),
        pytest.param("Ah", 0, 0, 0, True, id="case-45-ace"),
        pytest.param("2h", 0, 0, 0, True, id="case-45-two"),
        pytest.param("3h", 1, 1, 0, True, id="case-45-three"),
        pytest.param("3h", 0, 1, 0, False, id="case-45-three-too-soon"),
        pytest.param("3h", 0, 0, 0, False, id="case-45-three-much-too-soon"),
        pytest.param("4h", 2, 2, 0, False, id="case-45-four-diamonds-behind"),
        pytest.param("Kh", 13, 13, 9, False, id="case-45-king"),
        pytest.param("Kh", 11, 11, 10, True, id="case-45-king-just-safe"),
    ],
)
def test_a_card_is_safe_when_nothing_can_need_it(
    card: str, clubs: int, spades: int, diamonds: int, safe: bool
) -> None:
    above = Card.parse(card)
    heights = {
        Suit.CLUBS: clubs,
        Suit.DIAMONDS: diamonds,
        Suit.HEARTS: above.rank - 1,
        Suit.SPADES: spades,
    }
    state = on_column_7(above, heights, DRAW_3)
    assert "t7>fh" in moves_of(state)
    assert ("t7>fh" in safe_moves(state)) is safe


@pytest.mark.parametrize("suit", Suit)
@pytest.mark.parametrize("foundation_return", [True, False])
def test_case_45_no_suit_and_no_rank_is_taken_too_soon(suit: Suit, foundation_return: bool) -> None:
    rules = Rules(draw_count=3, foundation_return=foundation_return)
    partner = next(each for each in Suit if each.color is suit.color and each is not suit)
    others = [each for each in Suit if each.color is not suit.color]
    move = Move(Pile.column(6), Pile.foundation(suit))
    for rank, *behind in product(Rank, range(1, 4), range(1, 4), range(2, 5)):
        first, second, third = (min(13, max(0, rank - each)) for each in behind)
        heights = {suit: rank - 1, others[0]: first, others[1]: second, partner: third}
        state = on_column_7(Card(rank, suit), heights, rules)
        sound = min(first, second) >= rank - 2 and third >= rank - 3
        no_guest_left = not foundation_return and min(first, second) >= rank - 1
        assert (move in state.safe_moves) is (sound or no_guest_left)


@pytest.mark.parametrize("draw_count", [1, 2, 3])
@pytest.mark.parametrize("max_redeals", [0, 1, None])
@pytest.mark.parametrize(
    ("foundation_return", "seeds", "limit"),
    [pytest.param(False, 25, 2000, id="no-return"), pytest.param(True, 5, 800, id="return")],
)
def test_cases_42_and_45_safe_moves_never_spoil_a_win(
    draw_count: int, max_redeals: int | None, foundation_return: bool, seeds: int, limit: int
) -> None:
    rules = Rules(
        columns=rectangle(3, face_down=3, face_up=1),
        draw_count=draw_count,
        max_redeals=max_redeals,
        foundation_return=foundation_return,
    )
    tried = 0
    for seed in range(seeds):
        state = small_position(rules, seed, 14)
        if state.safe_moves and can_win(state, limit):
            for move in state.safe_moves:
                tried += 1
                assert can_win(state.apply(move), limit) is not False
    assert tried


@pytest.mark.parametrize(
    ("text", "rules", "finish"),
    [
        *(
            pytest.param(
                CASE_47.format(waste="Kd Qd Jd"), rules, ["w>fd"] * 3, id=f"case-47-{name}"
            )
            for name, rules in {
                "draw-1": DRAW_1,
                "draw-3": DRAW_3,
                "no-redeal": Rules(max_redeals=0),
                "no-return": DRAW_3_NO_RETURN,
            }.items()
        ),
        pytest.param(
            CASE_47.format(waste="Jd Qd Kd"),
            DRAW_1,
            ["recycle", "draw", "w>fd", "draw", "w>fd", "draw", "w>fd"],
            id="case-47-the-other-way-round",
        ),
        pytest.param(
            CASE_47.format(waste="Jd Qd Kd"), Rules(max_redeals=0), None, id="case-47-buried"
        ),
        pytest.param(CASE_48, Rules(max_redeals=0), None, id="case-48"),
        pytest.param(
            CASE_48,
            Rules(max_redeals=1),
            ["t1>fh", "recycle", "draw", "w>fh", "draw", "w>fh"],
            id="case-48-a-redeal",
        ),
        pytest.param(CASE_48, Rules(draw_count=3, max_redeals=1), None, id="case-48-draw-3"),
        pytest.param(CASE_48, DRAW_3, None, id="case-48-draw-3-no-limit"),
        pytest.param(
            CASE_48_KING, Rules(max_redeals=0), ["t1>fh", "w>fh", "t2>fh"], id="case-48-king"
        ),
        pytest.param("foundations: Kc Kd Kh Ks", DRAW_3, [], id="case-47-won"),
    ],
)
def test_the_finish_is_whole_or_none(text: str, rules: Rules, finish: list[str] | None) -> None:
    state = position(text, rules)
    found = state.autofinish
    assert (None if found is None else [*map(str, found)]) == finish
    if finish is not None:
        assert play(state, *finish).is_won


def test_case_48_a_game_without_finish_may_still_be_won() -> None:
    state = position(CASE_48, Rules(max_redeals=0))
    assert state.autofinish is None
    assert play(state, "t1>fh", "w>t1", "w>fh", "t1>fh").is_won


@pytest.mark.parametrize("waste", [*permutations(("Jd", "Qd", "Kd"))])
def test_case_47_any_order_of_the_waste_is_finished(waste: tuple[str, ...]) -> None:
    state = position(CASE_47.format(waste=" ".join(waste)))
    finish = state.autofinish
    assert finish is not None
    assert [move.kind for move in finish].count(MoveKind.WASTE_TO_FOUNDATION) == 3
    assert play(state, *map(str, finish)).is_won


@pytest.mark.parametrize("draw_count", [1, 2, 3])
@pytest.mark.parametrize("max_redeals", [0, 1, None])
def test_cases_47_and_48_a_finish_wins_without_any_other_move(
    draw_count: int, max_redeals: int | None
) -> None:
    rules = Rules(
        columns=rectangle(3, face_down=0, face_up=3), draw_count=draw_count, max_redeals=max_redeals
    )
    any_order = draw_count == 1 and max_redeals is None
    found: set[bool] = set()
    for seed in range(100):
        state = small_position(rules, seed, 11)
        finish = state.autofinish
        seen = any_order or state.view().is_open
        assert (finish is not None) is (seen and finishes(state))
        found.add(finish is not None)
        for move in finish or ():
            upward = any(each.kind in UPWARD for each in state.legal_moves)
            assert (move.kind in UPWARD) is upward
            assert move.kind in FINISHING
            state = state.apply(move)
        assert finish is None or state.is_won
    assert found == {True, False}


def finishes(state: GameState) -> bool:
    """Whether going up whenever it can be done, else turning cards, wins."""
    idle = 0
    while not state.is_won and idle < 2 * (len(state.stock) + len(state.waste)) + 3:
        moves = [move for move in state.legal_moves if move.kind in FINISHING]
        upward = [move for move in moves if move.kind in UPWARD]
        if not moves:
            return False
        idle = 0 if upward else idle + 1
        state = state.apply((upward or moves)[0])
    return state.is_won


def test_case_48_the_finish_is_there_from_the_last_turned_card_on() -> None:
    game = easy_win()
    states = [game.go_to(ply).state for ply in range(game.ply + 1)]
    open_at = [not any(column.face_down for column in state.columns) for state in states]
    finishes_at = [state.autofinish for state in states]
    assert [finish is not None for finish in finishes_at] == open_at
    for state, finish in zip(states, finishes_at, strict=True):
        assert finish is None or play(state, *map(str, finish)).is_won
