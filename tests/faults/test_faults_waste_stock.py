"""Faults of waste and stock: public faults of other programs, retold with our own positions."""

import pytest

from klondike import (
    CARDS,
    DRAW,
    PRESETS,
    RECYCLE,
    STILLDECK_DRAW_1,
    VEGAS_DRAW_1,
    VEGAS_DRAW_3,
    Card,
    Column,
    GameState,
    IllegalMoveError,
    InvalidStateError,
    Layout,
    Move,
    Pile,
    PileKind,
    Reason,
    Rules,
    Suit,
)
from klondike.render.text import board
from positions import all_cards, can_win, cards, moves_of, names, play, position, ramble

DRAW_3 = Rules(draw_count=3)

WASTE_ONLY = """
foundations: Kc Td Kh Ks
waste: Kd Jd Qd
"""
CASE_16 = """
foundations: Kc 9d Kh Ks
stock: Jd Qd Kd Td
"""
CASE_18 = """
foundations: Kc 9d 9h Ks
stock: Jd Qd Td Kd Th Jh Qh Kh
"""
CASE_19 = """
foundations: Kc 9d 9h Ks
stock: Kd Th Jh Qh Kh
waste: Jd Qd Td
"""
CASE_21 = """
foundations: Kc 8d Kh Ks
stock: Td Qd 9d Jd Kd
"""
CASE_22 = """
foundations: Kc Td Kh Ks
t2: Jd | Kd
waste: Qd
"""
WON = "foundations: Kc Kd Kh Ks"
ALL_PLACES = """
foundations: Tc Td Th Ts
t1: Kd
t2: Qd | Kh
stock: Jc Qc
waste: Js Jd Qh Qs Ks Kc Jh
"""


@pytest.mark.parametrize(
    ("text", "rules", "steps"),
    [
        pytest.param(
            CASE_16,
            DRAW_3,
            [
                ("draw", "Jd Qd Kd", "Td"),
                ("draw", "Jd Qd Kd Td", ""),
                ("w>fd", "Jd Qd Kd", ""),
                ("recycle", "", "Jd Qd Kd"),
                ("draw", "Jd Qd Kd", ""),
            ],
            id="case-16",
        ),
        pytest.param(
            CASE_18,
            DRAW_3,
            [
                ("draw", "Jd Qd Td", "Kd Th Jh Qh Kh"),
                ("w>fd", "Jd Qd", "Kd Th Jh Qh Kh"),
                ("draw", "Jd Qd Kd Th Jh", "Qh Kh"),
                ("draw", "Jd Qd Kd Th Jh Qh Kh", ""),
                ("recycle", "", "Jd Qd Kd Th Jh Qh Kh"),
                ("draw", "Jd Qd Kd", "Th Jh Qh Kh"),
            ],
            id="case-18",
        ),
        pytest.param(
            CASE_19,
            DRAW_3,
            [
                ("w>fd", "Jd Qd", "Kd Th Jh Qh Kh"),
                ("draw", "Jd Qd Kd Th Jh", "Qh Kh"),
            ],
            id="case-19",
        ),
        pytest.param(
            CASE_22,
            STILLDECK_DRAW_1,
            [
                ("recycle", "", "Qd"),
                ("draw", "Qd", ""),
                ("recycle", "", "Qd"),
                ("draw", "Qd", ""),
            ],
            id="case-22",
        ),
        pytest.param(
            CASE_16,
            Rules(draw_count=5),
            [("draw", "Jd Qd Kd Td", ""), ("recycle", "", "Jd Qd Kd Td")],
            id="case-16-more-than-there-are",
        ),
    ],
)
def test_drawing_goes_like_this(text: str, rules: Rules, steps: list[tuple[str, str, str]]) -> None:
    state = position(text, rules)
    for move, waste, stock in steps:
        state = play(state, move)
        assert (names(state.waste), names(state.stock)) == (waste, stock)
        assert state.is_legal(DRAW) is bool(stock)
        assert state.is_legal(RECYCLE) is (bool(waste) and not stock)
        assert all_cards(state) == list(CARDS)


@pytest.mark.parametrize(
    ("text", "rules", "move", "reason"),
    [
        *(
            pytest.param(
                WASTE_ONLY, STILLDECK_DRAW_1, f"w>sx{count}", reason, id=f"case-14-x{count}"
            )
            for count, reason in (
                (2, Reason.COUNT_OUT_OF_RANGE),
                (3, Reason.COUNT_OUT_OF_RANGE),
                (4, Reason.COUNT_OUT_OF_RANGE),
            )
        ),
        *(
            pytest.param(
                ALL_PLACES,
                STILLDECK_DRAW_1,
                f"{source}>s",
                Reason.NOT_A_MOVE,
                id=f"case-14-{source}",
            )
            for source in ("t1", "t2", "t3", "t7", "fc", "fd", "fh", "fs")
        ),
        *(
            pytest.param(
                ALL_PLACES,
                STILLDECK_DRAW_1,
                f"{source}>w",
                Reason.NOT_A_MOVE,
                id=f"case-14-{source}-w",
            )
            for source in ("t1", "t3", "fc", "fs")
        ),
        *(
            pytest.param(
                ALL_PLACES,
                STILLDECK_DRAW_1,
                f"s>{target}",
                Reason.NOT_A_MOVE,
                id=f"case-14-s-{target}",
            )
            for target in ("t1", "t3", "fc", "fs")
        ),
        pytest.param(ALL_PLACES, DRAW_3, "recycle", Reason.STOCK_NOT_EMPTY, id="case-14-not-empty"),
        pytest.param(ALL_PLACES, STILLDECK_DRAW_1, "s>s", Reason.SAME_PILE, id="case-14-s-s"),
        pytest.param(CASE_16, DRAW_3, "s>wx3", Reason.COUNT_OUT_OF_RANGE, id="case-16-part"),
        pytest.param(CASE_19, DRAW_3, "w>fd", None, id="case-19-top"),
        pytest.param(CASE_19, DRAW_3, "w>t1x2", Reason.COVERED, id="case-19-second"),
        pytest.param(CASE_19, DRAW_3, "w>t1x3", Reason.COVERED, id="case-19-third"),
        pytest.param(
            CASE_19, DRAW_3, "w>fdx2", Reason.TOO_MANY_FOR_FOUNDATION, id="case-19-two-up"
        ),
        pytest.param(WON, STILLDECK_DRAW_1, "recycle", Reason.EMPTY_SOURCE, id="case-20-none"),
        pytest.param(WON, STILLDECK_DRAW_1, "draw", Reason.EMPTY_SOURCE, id="case-20-none-to-draw"),
        pytest.param(CASE_22, Rules(), "recycle", None, id="case-22"),
        pytest.param(
            CASE_22, Rules(max_redeals=0), "recycle", Reason.REDEALS_USED_UP, id="case-22-no-redeal"
        ),
    ],
)
def test_every_question_gets_one_answer(
    text: str, rules: Rules, move: str, reason: Reason | None
) -> None:
    state, asked = position(text, rules), Move.parse(move)
    illegality = state.why_illegal(asked)
    assert (illegality and illegality.reason) is reason
    assert (asked in state.legal_moves) is (reason is None)
    if reason is not None:
        with pytest.raises(IllegalMoveError):
            state.apply(asked)


def test_case_14_the_stock_is_no_target_but_of_the_whole_waste() -> None:
    for state in (position(WASTE_ONLY), position(ALL_PLACES)):
        targets = [move for move in state.rules.moves if move.target is Pile.STOCK]
        assert targets == [RECYCLE]
    after = play(position(WASTE_ONLY), "recycle")
    assert (names(after.stock), after.waste) == ("Kd Jd Qd", ())


def test_case_19_only_the_top_of_the_waste_plays_and_the_fan_does_not_refill() -> None:
    state = position(CASE_19, DRAW_3)
    from_waste = {move for move in state.legal_moves if move.source is Pile.WASTE}
    assert from_waste == {Move.parse("w>fd")}
    assert state.step(Move.parse("w>fd")).events[0].cards == cards("Td")
    after = play(state, "w>fd")
    assert not any(move.source is Pile.WASTE for move in after.legal_moves)
    for before, shown in ((state, "Jd Qd [Td]"), (after, "Jd [Qd]")):
        assert shown in board(before.view())


@pytest.mark.parametrize("draw_count", range(1, 6))
@pytest.mark.parametrize("size", range(1, 25))
def test_case_16_every_stock_is_drawn_to_its_last_card(draw_count: int, size: int) -> None:
    heights = [13, 13 - size // 2, 13 - size + size // 2, 13]
    stock = tuple(card for card in CARDS if card.rank > heights[card.suit])[::-1]
    state = GameState.from_layout(
        Layout(
            columns=[Column()] * 7,
            stock=stock,
            foundations=[CARDS[suit * 13 : suit * 13 + heights[suit]] for suit in Suit],
        ),
        Rules(draw_count=draw_count),
    )
    tops = list(stock[draw_count - 1 :: draw_count])
    if size % draw_count:
        tops.append(stock[-1])
    for passed in range(3):
        seen: list[Card] = []
        while state.stock:
            state = state.apply(DRAW)
            seen.append(state.waste[-1])
        assert (seen, state.waste) == (tops, stock)
        state = state.apply(RECYCLE)
        assert (state.stock, state.waste, state.redeals_used) == (stock, (), passed + 1)


@pytest.mark.parametrize(
    "name", ["STILLDECK_DRAW_1", "STILLDECK_DRAW_3", "CASINO", "SARATOGA", "GOLD_MINE"]
)
def test_case_18_playing_cards_never_changes_the_order_of_the_rest(name: str) -> None:
    rules = PRESETS[name]
    for seed in range(6):
        game = ramble(rules, seed, 150)
        before = game.initial
        dealt = before.stock
        for step, move in zip(game.replay(), game.moves, strict=True):
            state = step.state
            order = state.waste + state.stock
            assert order == tuple(card for card in dealt if card in order)
            gone = move.source is Pile.WASTE and move.target.kind is not PileKind.STOCK
            assert len(order) == len(before.waste) + len(before.stock) - gone
            if move == DRAW:
                drawn = min(rules.draw_count, len(before.stock))
                assert len(state.waste) == len(before.waste) + drawn
            before = state


@pytest.mark.parametrize(
    ("max_redeals", "used", "legal", "left"),
    [
        pytest.param(0, 0, False, 0, id="case-20-one-pass"),
        pytest.param(1, 0, True, 1, id="case-20-two-passes"),
        pytest.param(1, 1, False, 0, id="case-20-two-passes-done"),
        pytest.param(2, 0, True, 2, id="case-20-three-passes"),
        pytest.param(2, 1, True, 1, id="case-20-three-passes-second"),
        pytest.param(2, 2, False, 0, id="case-20-three-passes-done"),
        pytest.param(None, 0, True, None, id="case-20-no-limit"),
        pytest.param(None, 1000, True, None, id="case-20-no-limit-many"),
    ],
)
def test_redeals_are_counted_and_can_be_read(
    max_redeals: int | None, used: int, legal: bool, left: int | None
) -> None:
    state = position(WASTE_ONLY, Rules(max_redeals=max_redeals), used)
    for seen in (state, state.view()):
        assert seen.is_legal(RECYCLE) is legal
        assert (seen.redeals_used, seen.redeals_left) == (used, left)
    limit = "" if max_redeals is None else f" of {max_redeals}"
    assert board(state.view()).endswith(f"redeals {used}{limit}, score 0")
    bare = position(WON, Rules(max_redeals=max_redeals), used)
    assert RECYCLE not in bare.legal_moves


@pytest.mark.parametrize("max_redeals", range(6))
@pytest.mark.parametrize("draw_count", [1, 3])
def test_case_20_redeals_are_one_less_than_passes(max_redeals: int, draw_count: int) -> None:
    state = position(WASTE_ONLY, Rules(max_redeals=max_redeals, draw_count=draw_count))
    passes = 1
    while state.is_legal(RECYCLE):
        state = state.apply(RECYCLE)
        while state.stock:
            state = state.apply(DRAW)
        passes += 1
    assert passes == max_redeals + 1
    with pytest.raises(InvalidStateError, match=f"only {max_redeals} are allowed"):
        position(WASTE_ONLY, state.rules, max_redeals + 1)


def test_case_20_the_presets_say_how_often() -> None:
    assert (VEGAS_DRAW_1.max_redeals, VEGAS_DRAW_3.max_redeals) == (0, 2)
    assert STILLDECK_DRAW_1.max_redeals is None
    assert "never turned over" in VEGAS_DRAW_1.describe()
    assert "turned over 2 times" in VEGAS_DRAW_3.describe()
    assert "without limit" in STILLDECK_DRAW_1.describe()


@pytest.mark.parametrize(
    ("max_redeals", "used", "winnable"),
    [
        pytest.param(0, 0, False, id="case-21-no-redeal"),
        pytest.param(1, 0, True, id="case-21-one"),
        pytest.param(1, 1, False, id="case-21-one-used"),
        pytest.param(2, 1, True, id="case-21-one-of-two-used"),
        pytest.param(2, 2, False, id="case-21-two-used"),
        pytest.param(None, 0, True, id="case-21-no-limit"),
        pytest.param(None, 9, True, id="case-21-no-limit-many-used"),
    ],
)
def test_the_limit_of_redeals_decides(max_redeals: int | None, used: int, winnable: bool) -> None:
    rules = Rules(foundation_return=False, max_redeals=max_redeals)
    assert can_win(position(CASE_21, rules, used)) is winnable


def test_case_22_turning_over_a_single_card_is_a_move_like_any_other() -> None:
    state = position(CASE_22)
    assert "recycle" in moves_of(state)
    assert not state.is_dead
    after = play(state, "recycle")
    assert (names(after.stock), after.waste, after.redeals_used) == ("Qd", (), 1)
    assert after.key != state.key
    assert play(after, "draw").key == state.key
