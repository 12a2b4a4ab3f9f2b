from __future__ import annotations

import ast
import inspect
import random
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import given

from klondike import (
    CARDS,
    DRAW,
    PRESETS,
    RECYCLE,
    STILLDECK_DRAW_1,
    STILLDECK_DRAW_3,
    WINDOWS_DRAW_3,
    Build,
    Card,
    Column,
    Deal,
    EmptyColumn,
    Event,
    EventKind,
    Game,
    GameState,
    IllegalMoveError,
    InvalidArgumentError,
    InvalidStateError,
    KlondikeError,
    Layout,
    Move,
    Pile,
    ProblemKind,
    Reason,
    Rules,
    RunMove,
    Scoring,
    Suit,
    rectangle,
)
from klondike.notation import Record, format_deal, format_rules
from klondike.serial import from_json
from klondike.testing import layouts
from positions import sentences


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def with_rest_in_stock(text: str) -> Layout:
    """The layout of a text; cards named nowhere lie in the stock, in index order."""
    read = Layout.parse(text)
    placed = {*read.waste, *(card for pile in read.foundations for card in pile)}
    for column in read.columns:
        placed |= {*column.face_down, *column.face_up}
    return attrs.evolve(read, stock=[card for card in CARDS if card not in placed])


BASE = with_rest_in_stock(
    """
foundations: 8c 9d 9h 8s
t1: Ks Qh
t2: 9c | Jc
t3: Kd
t4: Kh Qs
t5: Th
t6: 9s
waste: Tc Jh
"""
)

REASONS: list[tuple[Reason, str, str, Rules]] = [
    (Reason.NO_SUCH_PILE, "t1>t8", "", STILLDECK_DRAW_1),
    (Reason.NO_SUCH_PILE, "t9>t1", "", STILLDECK_DRAW_1),
    (Reason.NO_SUCH_PILE, "w>fh2", "", STILLDECK_DRAW_1),
    (Reason.SAME_PILE, "t1>t1", "", STILLDECK_DRAW_1),
    (Reason.SAME_PILE, "w>w", "", STILLDECK_DRAW_1),
    (Reason.NOT_A_MOVE, "s>t1", "", STILLDECK_DRAW_1),
    (Reason.NOT_A_MOVE, "t1>s", "", STILLDECK_DRAW_1),
    (Reason.NOT_A_MOVE, "t1>w", "", STILLDECK_DRAW_1),
    (Reason.NOT_A_MOVE, "fc>fd", "", STILLDECK_DRAW_1),
    (Reason.NOT_A_MOVE, "fc>w", "", STILLDECK_DRAW_1),
    (Reason.NOT_A_MOVE, "s>fc", "", STILLDECK_DRAW_1),
    (Reason.COUNT_OUT_OF_RANGE, "s>wx3", "", STILLDECK_DRAW_3),
    (Reason.COUNT_OUT_OF_RANGE, "w>t1x3", "", STILLDECK_DRAW_1),
    (Reason.COUNT_OUT_OF_RANGE, "t1>t2x3", "", STILLDECK_DRAW_1),
    (Reason.COUNT_OUT_OF_RANGE, "fc>t1x9", "", STILLDECK_DRAW_1),
    (Reason.EMPTY_SOURCE, "t7>t1", "", STILLDECK_DRAW_1),
    (Reason.COVERED, "w>t1x2", "", STILLDECK_DRAW_1),
    (Reason.COVERED, "fc>t1x2", "", STILLDECK_DRAW_1),
    (Reason.FACE_DOWN, "t2>t1x2", "", STILLDECK_DRAW_1),
    (Reason.FACE_DOWN, "t2>fcx2", "", STILLDECK_DRAW_1),
    (Reason.ONE_CARD_ONLY, "t1>t3x2", "", Rules(run_move=RunMove.SINGLE)),
    (Reason.NOT_THE_WHOLE_RUN, "t4>t3", "Qs", Rules(run_move=RunMove.WHOLE)),
    (Reason.TOO_MANY_FOR_FOUNDATION, "t1>fhx2", "", STILLDECK_DRAW_1),
    (Reason.TOO_MANY_FOR_FOUNDATION, "w>fhx2", "", STILLDECK_DRAW_1),
    (Reason.WRONG_SUIT, "t5>fd", "Th 9d", STILLDECK_DRAW_1),
    (Reason.WRONG_RANK, "w>fh", "Jh 9h", STILLDECK_DRAW_1),
    (Reason.WRONG_RANK, "t5>t1", "Th Qh", STILLDECK_DRAW_1),
    (Reason.WRONG_RANK, "fc>t2", "8c Jc", STILLDECK_DRAW_1),
    (Reason.SAME_COLOR, "w>t1", "Jh Qh", STILLDECK_DRAW_1),
    (Reason.EMPTY_COLUMN_NEEDS_KING, "w>t7", "Jh", STILLDECK_DRAW_1),
    (Reason.EMPTY_COLUMN_NEEDS_KING, "t4>t7", "Qs", STILLDECK_DRAW_1),
    (Reason.EMPTY_COLUMN_CLOSED, "t3>t7", "Kd", Rules(empty_column=EmptyColumn.NONE)),
    (Reason.FOUNDATION_RETURN_OFF, "fd>t2", "", Rules(foundation_return=False)),
    (Reason.STOCK_NOT_EMPTY, "recycle", "", STILLDECK_DRAW_1),
]


@pytest.mark.parametrize(
    ("reason", "move", "shown", "rules"),
    REASONS,
    ids=lambda value: value.name.lower() if isinstance(value, Reason) else None,
)
def test_each_reason(reason: Reason, move: str, shown: str, rules: Rules) -> None:
    state = GameState.from_layout(BASE, rules)
    illegality = state.why_illegal(Move.parse(move))
    assert illegality is not None
    assert (illegality.reason, illegality.cards) == (reason, cards(shown))
    with pytest.raises(IllegalMoveError) as caught:
        state.apply(Move.parse(move))
    assert str(caught.value) == f"{move} is not legal: {illegality}"
    assert str(illegality).startswith(reason.sentence)
    assert all(str(card) in str(illegality) for card in cards(shown))


def refuse(there: Layout, rules: Rules, move: str) -> tuple[Reason, str]:
    illegality = GameState.from_layout(there, rules).why_illegal(Move.parse(move))
    assert illegality is not None
    return illegality.reason, " ".join(map(str, illegality.cards))


BUILDS = with_rest_in_stock("foundations: 8c 9d 8h 8s\nt1: 9h\nt2: 9s\nt3: Td\nt4: Th")


@pytest.mark.parametrize(
    ("build", "move", "answer"),
    [
        (Build.ALTERNATING, "t1>t3", (Reason.SAME_COLOR, "9h Td")),
        (Build.SAME_COLOR, "t2>t3", (Reason.OTHER_COLOR, "9s Td")),
        (Build.SAME_SUIT, "t1>t3", (Reason.WRONG_SUIT, "9h Td")),
        (Build.OTHER_SUIT, "t1>t4", (Reason.SAME_SUIT, "9h Th")),
    ],
)
def test_each_build_refuses_its_own_way(build: Build, move: str, answer: object) -> None:
    assert refuse(BUILDS, Rules(build=build), move) == answer


def test_any_build_refuses_nothing_but_the_rank() -> None:
    state = GameState.from_layout(BUILDS, Rules(build=Build.ANY))
    assert {"t1>t3", "t1>t4", "t2>t3", "t2>t4"} <= set(map(str, state.legal_moves))
    assert refuse(BUILDS, Rules(build=Build.ANY), "t3>t1") == (Reason.WRONG_RANK, "Td 9h")


def test_redeals_used_up_and_empty_piles() -> None:
    spent = with_rest_in_stock("foundations: Kc Qd Kh Ks\nwaste: Kd\nredeals: 2")
    rules = Rules(max_redeals=2)
    assert refuse(spent, rules, "recycle") == (Reason.REDEALS_USED_UP, "")
    assert GameState.from_layout(spent, rules).redeals_left == 0
    assert GameState.from_layout(spent, Rules()).is_legal(RECYCLE)
    assert refuse(spent, rules, "draw") == (Reason.EMPTY_SOURCE, "")
    assert refuse(spent, Rules(), "w>sx2") == (Reason.COUNT_OUT_OF_RANGE, "")
    won = with_rest_in_stock("foundations: Kc Kd Kh Ks")
    for move in ("draw", "recycle", "w>fc", "w>t1"):
        assert refuse(won, rules, move) == (Reason.EMPTY_SOURCE, "")
    bare = with_rest_in_stock("foundations: - Kd Kh Ks\nt1: Ac")
    assert refuse(bare, rules, "fc>t2") == (Reason.EMPTY_SOURCE, "")


def test_a_group_that_is_no_run_is_refused_and_a_run_of_another_kind_too() -> None:
    there = with_rest_in_stock("foundations: Kc 8d Th Ks\nt1: Jh Td 9d\nt2: Qh")
    rules = PRESETS["WHITEHEAD"]
    assert refuse(there, rules, "t1>t2x3") == (Reason.NOT_A_RUN, "Jh Td 9d")
    assert refuse(there, rules, "t1>t3x3") == (Reason.NOT_A_RUN, "Jh Td 9d")
    assert GameState.from_layout(there, rules).is_legal(Move.parse("t1>t3x2"))


def test_every_reason_is_tested() -> None:
    tree = ast.parse(inspect.getsource(inspect.getmodule(test_each_reason)))  # type: ignore[arg-type]
    named = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "Reason"
    }
    assert {reason.name for reason in Reason} <= named


@pytest.mark.parametrize("thing", ["draw", None, 0, Pile.WASTE, [], {}])
def test_things_that_are_no_moves_are_refused(thing: Any) -> None:  # Any: that is the point
    state = GameState.start(Deal.from_seed(1))
    for ask in (state.why_illegal, state.is_legal, state.apply, state.step):
        with pytest.raises(InvalidArgumentError, match=r"not a Move: .*Move\.parse"):
            ask(thing)


# Any: values of the wrong type are the point
HALF: Any = 1.5
NAMES: Any = ("Kh",)

FAULTS: list[tuple[Callable[[Layout], Layout], str]] = [
    (lambda it: attrs.evolve(it, stock=it.stock[1:]), "Qc is missing"),
    (
        lambda it: attrs.evolve(it, waste=(*it.waste, *cards("9c"))),
        "9c appears 2 times, expected 1",
    ),
    (lambda it: attrs.evolve(it, columns=it.columns[:6]), "there are 6 columns, expected 7"),
    (
        lambda it: attrs.evolve(it, columns=(*it.columns, Column())),
        "there are 8 columns, expected 7",
    ),
    (
        lambda it: attrs.evolve(it, foundations=it.foundations[:3]),
        "there are 3 foundations, expected 4",
    ),
    (
        lambda it: attrs.evolve(it, redeals_used=-1),
        "redeals used must be 0 or more and below 2**53, not -1",
    ),
    (lambda it: attrs.evolve(it, redeals_used=3), "3 redeals are used, but only 2 are allowed"),
    (lambda it: attrs.evolve(it, score=-5), "the score -5 lies below the floor 0"),
    (lambda it: attrs.evolve(it, score=2**53), f"the score {2**53} is out of range"),
    (lambda it: attrs.evolve(it, score=HALF), "1.5 is not a whole number"),
    (lambda it: attrs.evolve(it, redeals_used=True), "True is not a whole number"),
    (lambda it: attrs.evolve(it, waste=NAMES), "'Kh' is not a Card"),
    (lambda it: attrs.evolve(it, columns=NAMES), "'Kh' is not a Column"),
    (
        lambda it: attrs.evolve(it, foundations=(it.foundations[0][::-1], *it.foundations[1:])),
        "foundation fc has 8c where Ac belongs",
    ),
    (
        lambda it: attrs.evolve(
            it, foundations=(*it.foundations[:2], it.foundations[2][1:], it.foundations[3])
        ),
        "foundation fh has 2h where Ah belongs",
    ),
    (
        lambda it: attrs.evolve(
            it, foundations=(it.foundations[0] + it.foundations[1], (), *it.foundations[2:])
        ),
        "foundation fc has 17 cards, more than 13",
    ),
    (
        lambda it: attrs.evolve(it, columns=(Column(cards("9c"), cards("Jc")), *it.columns[1:])),
        "column 1 has 1 face-down cards, but only 0 were dealt",
    ),
    (
        lambda it: attrs.evolve(
            it, columns=(it.columns[0], Column(cards("9c"), ()), *it.columns[2:])
        ),
        "column 2 has no face-up card on top of its face-down ones",
    ),
    (
        lambda it: attrs.evolve(
            it, columns=(it.columns[0], Column((), cards("9c Jc")), *it.columns[2:])
        ),
        "column 2 has Jc on 9c, which the rules do not allow",
    ),
    (
        lambda it: attrs.evolve(it, columns=[Column()] * 7, stock=it.stock + cards("Ks Qh")),
        "9c is missing",
    ),
]


@pytest.mark.parametrize(("change", "problem"), FAULTS, ids=[problem for _, problem in FAULTS])
def test_each_fault_of_a_layout_has_its_own_message(
    change: Callable[[Layout], Layout], problem: str
) -> None:
    rules = Rules(max_redeals=2)
    assert BASE.problems(rules) == ()
    broken = change(BASE)
    assert problem in sentences(broken.problems(rules))
    with pytest.raises(InvalidStateError) as caught:
        GameState.from_layout(broken, rules)
    assert caught.value.problems == broken.problems(rules)


def test_stock_and_waste_hold_no_more_than_was_left_after_the_deal() -> None:
    there = with_rest_in_stock("foundations: 6c 7d 7h 7s")
    assert sentences(there.problems(Rules())) == (
        "stock and waste hold 25 cards, but only 24 were left after the deal",
    )


def test_two_decks_want_every_card_twice() -> None:
    problems = Layout(columns=[Column()] * 9, foundations=[()] * 8).problems(
        PRESETS["DOUBLE_KLONDIKE"]
    )
    assert str(problems[0]) == "Ac is missing"
    assert len(problems) == 52


def test_a_column_that_was_dealt_no_card_begins_with_one_that_may_go_there() -> None:
    rules = Rules(columns=rectangle(7, face_down=0, face_up=0))
    fits = with_rest_in_stock("foundations: Kc Qd Kh Js\nt1: Kd Qs")
    assert fits.problems(rules) == ()
    stray = with_rest_in_stock("foundations: Kc Kd Kh Js\nt1: Qs")
    assert sentences(stray.problems(rules)) == ("column 1 cannot have Qs at the bottom",)


def test_cards_dealt_face_up_lie_as_they_came_until_one_below_is_turned() -> None:
    rules = Rules(columns=((1, 3), *((0, 0),) * 6))
    dealt = with_rest_in_stock("t1: Ac | 5d 9s 2h")
    assert [p for p in sentences(dealt.problems(rules)) if p.startswith("column")] == []
    turned = with_rest_in_stock("t1: 5d 9s 2h")
    assert len([p for p in sentences(turned.problems(rules)) if p.startswith("column 1 has")]) == 2


def test_a_run_dealt_face_up_may_lie_elsewhere_though_it_could_not_be_built() -> None:
    pair = with_rest_in_stock("foundations: Kc Kd Th Ts\nt1: Kh Qs Jh\nt2: Ks Qs Js")
    apart = attrs.evolve(
        pair, columns=[Column((), cards("Kh")), *pair.columns[1:]], stock=cards("Jh")
    )
    dealt = Rules(columns=rectangle(7, face_down=0, face_up=2), run_build=Build.SAME_SUIT)
    assert [problem for problem in sentences(apart.problems(dealt)) if "column" in problem] == []
    never = Rules(run_build=Build.SAME_SUIT)
    assert "column 2 has Qs on Ks, which the rules do not allow" in sentences(apart.problems(never))
    assert "column 2 has Js on Qs, which the rules do not allow" in sentences(apart.problems(never))


def test_all_problems_are_listed_at_once() -> None:
    assert len(attrs.evolve(BASE, redeals_used=-1, score=-1, stock=()).problems(Rules())) == 9


@given(layouts())
def test_a_layout_without_problems_is_a_state_and_gives_it_back(there: Layout) -> None:
    for rules in (STILLDECK_DRAW_1, PRESETS["PANTAGRUEL"]):
        if there.problems(rules):
            with pytest.raises(InvalidStateError):
                GameState.from_layout(there, rules)
        else:
            assert GameState.from_layout(there, rules).layout() == there


@pytest.mark.parametrize(
    "refused",
    [
        # values of the wrong type are the point of every line that a checker would refuse
        lambda: GameState.start(None),  # type: ignore[arg-type]
        lambda: GameState.start(Deal.from_seed(1), "x"),  # type: ignore[arg-type]
        lambda: GameState.from_layout(None),  # type: ignore[arg-type]
        lambda: GameState.from_view(BASE, random.Random(1)),  # type: ignore[arg-type]
        lambda: BASE.problems(None),  # type: ignore[arg-type]
        lambda: Move("t1", "t3"),  # type: ignore[arg-type]
        lambda: format_rules(None),  # type: ignore[arg-type]
        lambda: format_deal(5),  # type: ignore[arg-type]
        lambda: Record(None),  # type: ignore[arg-type]
    ],
)
def test_values_of_another_type_are_refused(refused: Callable[[], object]) -> None:
    with pytest.raises(InvalidArgumentError, match="must be a"):
        refused()


HUGE = 10**5_000


@pytest.mark.parametrize(
    "refused",
    [
        lambda: Deal.from_seed(HUGE),
        lambda: Rules(draw_count=HUGE),
        lambda: Scoring(start=HUGE),
        lambda: Pile.column(HUGE),
        lambda: Move(Pile.WASTE, Pile.STOCK, HUGE),
        lambda: Game.start(Deal.from_seed(1)).go_to(HUGE),
        lambda: Game.start(Deal.from_seed(1)).undo(HUGE),
        lambda: GameState.from_layout(attrs.evolve(BASE, score=HUGE)),
        lambda: GameState.from_layout(attrs.evolve(BASE, redeals_used=HUGE), Rules()),
        lambda: GameState.from_layout(attrs.evolve(BASE, redeals_used=HUGE), Rules(max_redeals=1)),
        lambda: from_json({"format": "klondike.rules", "version": HUGE}, Rules),
        lambda: Card.parse("K" * 10**6),
    ],
)
def test_messages_about_huge_values_are_short(refused: Callable[[], object]) -> None:
    with pytest.raises(KlondikeError) as caught:
        refused()
    assert len(str(caught.value)) < 250


def test_redeals_used_have_a_bound_without_a_limit() -> None:
    problems = attrs.evolve(BASE, redeals_used=2**53).problems(Rules())
    assert [problem.kind for problem in problems] == [ProblemKind.REDEALS_OUT_OF_RANGE]


def test_codes_of_the_legal_moves() -> None:
    state = GameState.from_layout(BASE)
    assert [state.rules.moves[code] for code in state.legal_codes] == list(state.legal_moves)
    assert state.view().legal_codes == state.legal_codes


def test_states_have_no_constructor() -> None:
    with pytest.raises(TypeError, match="GameState has no constructor"):
        GameState()
    state = GameState.start(Deal.from_seed(1))
    with pytest.raises(AttributeError):
        state.rules = Rules()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    assert state != "a state"


def test_a_step_tells_what_happened() -> None:
    state = GameState.from_layout(
        Layout.parse(
            """
foundations: 8c Kd 8h 9s
t1: Ts
t2: 9c | 9h
waste: Jh
stock: Jc Qc Kc Tc Js Qs Ks Qh Kh Th
"""
        ),
        WINDOWS_DRAW_3,
    )
    column, waste, stock = Pile.column, Pile.WASTE, Pile.STOCK
    step = state.step(Move.parse("t2>t1"))
    assert step.events == (
        Event(EventKind.CARDS_MOVED, column(1), column(0), cards("9h"), 0),
        Event(EventKind.CARD_TURNED, column(1), column(1), cards("9c"), 5),
    )
    assert state.step(DRAW).events == (
        Event(EventKind.CARDS_DRAWN, stock, waste, cards("Jc Qc Kc"), 0),
    )
    step = state.step(Move.parse("t1>fs"))
    assert step.events == (
        Event(EventKind.CARDS_MOVED, column(0), Pile.foundation(Suit.SPADES), cards("Ts"), 10),
    )


def test_events_of_recycling_and_of_the_foundations() -> None:
    rules = WINDOWS_DRAW_3
    full = Layout.parse("foundations: Jc Jd Kh Js\nt1: Kc Qd\nwaste: Js Qs Ks Qc Kd")
    full = attrs.evolve(
        full,
        foundations=(full.foundations[0], full.foundations[1], full.foundations[2], CARDS[39:49]),
        redeals_used=3,
        score=15,
    )
    state = GameState.from_layout(full, rules)
    step = state.step(RECYCLE)
    assert step.events == (
        Event(EventKind.STOCK_RECYCLED, Pile.WASTE, Pile.STOCK, cards("Js Qs Ks Qc Kd"), -20),
    )
    assert (step.state.score, step.state.redeals_used) == (0, 4)
    earlier = GameState.from_layout(attrs.evolve(full, redeals_used=2), rules)
    assert earlier.step(RECYCLE).events[0].points == 0
    back = step.state.step(DRAW).state
    assert back.waste == cards("Js Qs Ks")
    returning = GameState.from_layout(
        Layout.parse(
            """
foundations: Jc Jd Kh Js
t1: Kc Qd
t2: Kd
waste: Qs Ks Qc
score: 40
"""
        ),
        rules,
    )
    assert str(returning.why_illegal(Move.parse("fs>t2"))) == "the rank does not follow (Js, Kd)"
    moved = returning.step(Move.parse("fs>t1"))
    assert moved.events == (
        Event(
            EventKind.CARDS_MOVED, Pile.foundation(Suit.SPADES), Pile.column(0), cards("Js"), -15
        ),
    )
    assert moved.state.score == 25
    waste_up = returning.step(Move.parse("w>fc"))
    assert waste_up.events == (
        Event(EventKind.CARDS_MOVED, Pile.WASTE, Pile.foundation(Suit.CLUBS), cards("Qc"), 10),
    )
    waste_down = returning.apply(Move.parse("w>fc")).apply(Move.parse("fc>t2"))
    assert waste_down.columns[1].face_up == cards("Kd Qc")
    placed = returning.step(Move.parse("w>t2"))
    assert placed.events == (
        Event(EventKind.CARDS_MOVED, Pile.WASTE, Pile.column(1), cards("Qc"), 5),
    )


def test_the_key_forgets_the_score_and_keeps_limited_redeals() -> None:
    there = with_rest_in_stock("foundations: Kc Qd Kh Ks\nwaste: Kd\nredeals: 1\nscore: 5")
    other = attrs.evolve(there, score=9, redeals_used=2)

    def key(at: Layout, rules: Rules) -> tuple[object, ...]:
        return GameState.from_layout(at, rules).key

    assert key(there, Rules()) == key(other, Rules())
    assert key(there, Rules(max_redeals=2)) != key(other, Rules(max_redeals=2))


@pytest.mark.parametrize("returns", [True, False])
@pytest.mark.parametrize(
    ("clubs", "diamonds", "spades", "safe", "safe_without_return"),
    [
        (3, 2, 3, True, True),
        (4, 4, 4, True, True),
        (3, 2, 4, True, True),
        (2, 2, 3, False, False),
        (3, 1, 3, False, False),
        (3, 2, 2, False, False),
        (4, 1, 4, False, True),
    ],
)
def test_safe_moves_of_the_five_of_hearts(
    clubs: int, diamonds: int, spades: int, safe: bool, safe_without_return: bool, returns: bool
) -> None:
    rules = Rules(foundation_return=returns)
    expected = safe if returns else safe_without_return
    assert is_five_of_hearts_safe(rules, clubs, diamonds, spades) == expected


def is_five_of_hearts_safe(rules: Rules, clubs: int, diamonds: int, spades: int) -> bool:
    heights = [clubs, diamonds, 4, spades]
    placed = {CARDS[suit * 13 + rank] for suit in range(4) for rank in range(heights[suit])}
    five = Card.parse("5h")
    rest = [card for card in CARDS if card not in placed and card is not five]
    down = [rest.pop() for _ in range(len(rest) - 18)]
    columns = [Column((), (five,))]
    for room in range(1, 7):
        hidden = [down.pop() for _ in range(min(room, max(0, len(down) - 1)))]
        columns.append(Column(hidden, [down.pop()] if down else []))
    there = Layout(
        columns=columns,
        stock=rest + down,
        foundations=[CARDS[suit * 13 : suit * 13 + heights[suit]] for suit in range(4)],
    )
    return Move.parse("t1>fh") in GameState.from_layout(there, rules).safe_moves


@pytest.mark.parametrize("returns", [True, False])
@pytest.mark.parametrize("empty_column", EmptyColumn)
@pytest.mark.parametrize(
    ("build", "clubs", "diamonds", "spades", "safe"),
    [
        (Build.SAME_SUIT, 0, 0, 0, True),
        (Build.SAME_COLOR, 0, 3, 0, True),
        (Build.SAME_COLOR, 4, 2, 4, False),
        (Build.OTHER_SUIT, 3, 3, 3, True),
        (Build.OTHER_SUIT, 2, 3, 3, False),
        (Build.ANY, 3, 3, 3, True),
        (Build.ANY, 3, 2, 3, False),
        (Build.ANY, 3, 3, 2, False),
    ],
)
def test_safe_moves_of_the_five_of_hearts_with_other_builds(
    build: Build,
    clubs: int,
    diamonds: int,
    spades: int,
    empty_column: EmptyColumn,
    *,
    safe: bool,
    returns: bool,
) -> None:
    rules = Rules(build=build, empty_column=empty_column, foundation_return=returns)
    assert is_five_of_hearts_safe(rules, clubs, diamonds, spades) == safe


@pytest.mark.parametrize(
    "rules",
    [
        Rules(build=Build.ANY, run_build=Build.SAME_SUIT),
        Rules(run_build=Build.SAME_SUIT),
        Rules(run_move=RunMove.WHOLE),
        Rules(run_move=RunMove.SINGLE),
    ],
)
def test_nothing_is_called_safe_where_there_is_no_proof(rules: Rules) -> None:
    there = with_rest_in_stock("foundations: Kc Qd Kh Ks\nt1: Kd")
    assert GameState.from_layout(there, rules).safe_moves == ()
    assert GameState.from_layout(there, Rules()).safe_moves == (Move.parse("t1>fd"),)


def test_two_decks_have_no_safe_moves() -> None:
    rules = PRESETS["DOUBLE_KLONDIKE"]
    full = [CARDS[index % 4 * 13 : index % 4 * 13 + 13] for index in range(7)]
    there = Layout(
        columns=[Column((), cards("Ks")), *[Column()] * 8],
        foundations=[*full, CARDS[39:51]],
    )
    state = GameState.from_layout(there, rules)
    assert state.safe_moves == ()
    assert state.autofinish == (Move.parse("t1>fs2"),)
    assert state.apply(Move.parse("t1>fs2")).is_won


@pytest.mark.parametrize(("draw", "found"), [(1, ("w>fd",)), (3, ())])
def test_the_waste_is_safe_for_draw_1_only(draw: int, found: tuple[str, ...]) -> None:
    there = with_rest_in_stock("foundations: Kc Qd Kh Ks\nwaste: Kd")
    state = GameState.from_layout(there, Rules(draw_count=draw))
    assert tuple(map(str, state.safe_moves)) == found


def test_autofinish_never_tells_what_the_player_cannot_see() -> None:
    hidden = Layout.parse("foundations: Kc Jd Kh Ks\nt2: Qd | Kd")
    assert GameState.from_layout(hidden, Rules()).autofinish is None
    easy = with_rest_in_stock("foundations: Kc Jd Kh Ks")
    unknown = GameState.from_layout(easy, Rules(draw_count=1, max_redeals=0))
    assert unknown.autofinish is None
    seen = GameState.from_layout(attrs.evolve(easy, redeals_used=1), Rules(max_redeals=1))
    assert [str(move) for move in seen.autofinish or ()] == ["draw", "w>fd", "draw", "w>fd"]
    assert GameState.from_layout(easy, Rules()).autofinish is not None
    assert GameState.from_layout(easy, Rules(draw_count=3)).autofinish is None


def test_autofinish_of_two_decks_waits_until_the_stock_is_seen() -> None:
    rules = Rules(columns=((0, 1),), decks=2)
    full = [CARDS[index % 4 * 13 : index % 4 * 13 + 13] for index in range(7)]
    there = Layout(
        columns=[Column((), cards("Ks"))], stock=cards("Js Qs"), foundations=[*full, CARDS[39:49]]
    )
    assert GameState.from_layout(there, rules).autofinish is None
    seen = GameState.from_layout(attrs.evolve(there, redeals_used=1), rules)
    assert seen.autofinish is not None


def test_autofinish_gives_up_after_a_fruitless_pass() -> None:
    blocked = Layout.parse("foundations: Kc Td Kh Ks\nt1: Jd\nwaste: Qd Kd")
    assert GameState.from_layout(blocked, Rules(max_redeals=0)).autofinish is None
    assert GameState.from_layout(blocked, Rules()).autofinish is not None
    assert GameState.from_layout(blocked, Rules(draw_count=3)).autofinish is None
    buried = Layout.parse("foundations: Kc Jd Kh Js\nt1: Kd Qs\nt2: Ks Qd")
    assert GameState.from_layout(buried, Rules()).autofinish is not None


@pytest.mark.parametrize("max_redeals", [None, 1, 2])
def test_a_dead_game_is_over_as_soon_as_its_stock_has_been_seen(max_redeals: int | None) -> None:
    # of the three cards only the queen of diamonds ever comes to the top
    state = GameState.from_layout(
        Layout.parse("foundations: Qc Td Th Qs\nt7: Kh Kc Ks Jh | Qh\nstock: Jd Kd Qd"),
        Rules(draw_count=3, max_redeals=max_redeals),
    )
    assert state.is_dead
    assert not state.is_over
    assert not state.view().is_over
    for move in (DRAW, RECYCLE):
        assert move in state.legal_moves
        state = state.apply(move)
        assert state.is_over
        assert state.view().is_over
    # one card fewer, and the king fills an empty column
    alive = GameState.from_layout(
        Layout.parse("foundations: Qc Td Th Qs\nt7: Kh Kc Ks Jh | Qh\nstock: Jd Kd\nwaste: Qd"),
        Rules(draw_count=2, max_redeals=max_redeals),
    )
    assert not alive.is_over
