"""Layouts as people write them, and what is wrong with a layout, kind by kind."""

from __future__ import annotations

import pickle
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from klondike import (
    CARDS,
    PRESETS,
    Card,
    Column,
    Deal,
    GameState,
    InvalidStateError,
    Layout,
    ParseError,
    Pile,
    Problem,
    ProblemKind,
    Rules,
    rectangle,
)
from klondike.cards import foundation_up_to
from klondike.testing import layouts


@given(layouts())
def test_the_text_of_a_layout_reads_back(there: Layout) -> None:
    # numbers have at most 20 digits in every text of the library
    there = attrs.evolve(there, score=max(-(10**19), min(10**19, there.score)))
    assert Layout.parse(str(there)) == there


@given(layouts(), st.randoms(use_true_random=False))
def test_lines_come_in_any_order_and_spaces_are_free(there: Layout, random: Any) -> None:
    there = attrs.evolve(there, score=0)
    lines = str(there).splitlines()
    random.shuffle(lines)
    spaced = "\n\n".join(line.replace(" ", "   ") + "  " for line in lines)
    assert Layout.parse(spaced) == there


def test_empty_piles_are_left_out() -> None:
    assert str(Layout.parse("")) == ""
    assert Layout.parse("") == Layout(columns=[Column()] * 7)
    nine = Layout.parse("columns: 9\nfoundations: - - - - - - - -")
    assert (len(nine.columns), len(nine.foundations)) == (9, 8)


def test_a_layout_is_written_as_people_would() -> None:
    text = """\
foundations: 3c - Ah (2s Ks)
t1: 4d
t3: 9s Jc | 7h 6s
t7: 5d |
waste: 2d
stock: Kd 5s
redeals: 1
score: 35"""
    layout = Layout.parse(text)
    assert str(layout) == text
    assert layout.foundations == (
        foundation_up_to(Card.parse("3c")),
        (),
        (Card.parse("Ah"),),
        (Card.parse("2s"), Card.parse("Ks")),
    )
    assert layout.columns[2] == Column(map(Card.parse, ("9s", "Jc")), map(Card.parse, ("7h", "6s")))
    assert layout.columns[6] == Column([Card.parse("5d")])
    assert (layout.redeals_used, layout.score) == (1, 35)


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("t8: Kc", 1, 5, "there are 7 columns"),
        ("t0: Kc", 1, 1, "is not a line of a layout"),
        ("T1: Kc", 1, 1, "is not a line of a layout"),
        (" t1: Kc", 1, 1, "is not a line of a layout"),
        ("waste Kc", 1, 1, "is not a line of a layout"),
        ("t1: Kc\n\nt1: 2c", 3, 1, "there are two lines for t1"),
        ("t1: Kc | 10h", 1, 10, "'10h' is not a card"),
        ("t1: Kc | 4d | 3s", 1, 13, "'|' is not a card"),
        ("waste: kc", 1, 8, "'kc' is not a card"),
        ("stock: 2c2d", 1, 8, "'2c2d' is not a card"),
        ("foundations: 4", 1, 14, "'4' is not a card"),
        ("foundations: (Ac x)", 1, 18, "'x' is not a card"),
        ("columns: 100", 1, 10, "0 to 99 columns"),
        ("columns:", 1, 9, "'' is not a whole number"),
        ("redeals: 1.5", 1, 10, "'1.5' is not a whole number"),
        ("score: ++1", 1, 8, "'++1' is not a whole number"),
    ],
)
def test_faults_of_a_layout_text_are_placed(text: str, line: int, column: int, reason: str) -> None:
    with pytest.raises(ParseError) as caught:
        Layout.parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert reason in caught.value.reason


def test_a_text_is_needed() -> None:
    nothing: Any = None  # Any: that is the point
    with pytest.raises(ParseError):
        Layout.parse(nothing)


GOOD = GameState.start(Deal.from_seed(7)).layout()
T1 = Pile.column(0)
TWO = Card.parse("2c")
# a layout, its rules and everything that is wrong with it
PROBLEMS: list[tuple[Layout, Rules, list[Problem]]] = [
    (
        attrs.evolve(GOOD, stock=GOOD.stock[1:]),
        Rules(),
        [Problem(ProblemKind.CARD_MISSING, cards=GOOD.stock[:1], found=0, expected=1)],
    ),
    (
        attrs.evolve(GOOD, waste=GOOD.columns[6].face_up),
        Rules(),
        [
            Problem(ProblemKind.CARD_REPEATED, cards=GOOD.columns[6].face_up, found=2, expected=1),
            Problem(ProblemKind.TALON_TOO_LARGE, found=25, expected=24),
        ],
    ),
    (
        attrs.evolve(GOOD, columns=GOOD.columns[:6], waste=GOOD.columns[6].face_up),
        Rules(columns=rectangle(6)),
        [
            Problem(ProblemKind.CARD_MISSING, cards=(card,), found=0, expected=1)
            for card in sorted(GOOD.columns[6].face_down, key=lambda card: card.index)
        ]
        + [
            Problem(ProblemKind.TOO_MANY_FACE_DOWN, Pile.column(n), found=n, expected=0)
            for n in range(1, 6)
        ],
    ),
    (
        Layout.parse("foundations: Kc Kd Kh Qs\nt2: Ks |"),
        Rules(),
        [Problem(ProblemKind.NO_FACE_UP_CARD, Pile.column(1))],
    ),
    (
        Layout.parse("foundations: Kc Kd Kh Js\nt1: Qs\nstock: Ks"),
        Rules(columns=((0, 0),) * 7),
        [Problem(ProblemKind.WRONG_FIRST_CARD, T1, [Card.parse("Qs")])],
    ),
    (
        Layout.parse("foundations: Kc Kd Kh Js\nt1: Ks Qs"),
        Rules(),
        [Problem(ProblemKind.NOT_BUILT, T1, [Card.parse("Qs"), Card.parse("Ks")])],
    ),
    (
        Layout.parse("foundations: Kc Kd Kh Ks -"),
        Rules(),
        [Problem(ProblemKind.FOUNDATION_COUNT, found=5, expected=4)],
    ),
    (
        Layout.parse("columns: 6\nfoundations: Kc Kd Kh Ks"),
        Rules(),
        [Problem(ProblemKind.COLUMN_COUNT, found=6, expected=7)],
    ),
    (
        Layout.parse("foundations: (2c Ac) Kd Kh Ks\nstock: " + " ".join(map(str, CARDS[2:13]))),
        Rules(),
        [Problem(ProblemKind.FOUNDATION_ORDER, Pile.parse("fc"), [TWO, Card.parse("Ac")])],
    ),
    (
        attrs.evolve(GOOD, foundations=[(*CARDS[:13], TWO), (), (), ()]),
        Rules(),
        [
            Problem(ProblemKind.CARD_REPEATED, cards=[card], found=2 + (card is TWO), expected=1)
            for card in CARDS[:13]
        ]
        + [Problem(ProblemKind.FOUNDATION_TOO_HIGH, Pile.parse("fc"), found=14, expected=13)],
    ),
    (
        attrs.evolve(GOOD, redeals_used=-1),
        Rules(),
        [Problem(ProblemKind.REDEALS_OUT_OF_RANGE, found=-1)],
    ),
    (
        attrs.evolve(GOOD, redeals_used=3),
        Rules(max_redeals=2),
        [Problem(ProblemKind.TOO_MANY_REDEALS, found=3, expected=2)],
    ),
    (
        attrs.evolve(GOOD, score=2**53),
        Rules(),
        [Problem(ProblemKind.SCORE_OUT_OF_RANGE, found=2**53)],
    ),
    (
        attrs.evolve(GOOD, score=-1),
        Rules(),
        [Problem(ProblemKind.SCORE_BELOW_FLOOR, found=-1, expected=0)],
    ),
    (
        # a value of the wrong type is the point
        attrs.evolve(GOOD, score="much"),  # type: ignore[arg-type]
        Rules(),
        [Problem(ProblemKind.WRONG_TYPE, found="'much'", expected="whole number")],
    ),
]


@pytest.mark.parametrize(("layout", "rules", "problems"), PROBLEMS)
def test_every_problem_has_its_kind(layout: Layout, rules: Rules, problems: list[Problem]) -> None:
    assert layout.problems(rules) == tuple(problems)
    with pytest.raises(InvalidStateError) as caught:
        GameState.from_layout(layout, rules)
    assert caught.value.problems == tuple(problems)
    assert str(caught.value) == "; ".join(map(str, problems))
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own
    assert again.problems == caught.value.problems
    for problem in problems:
        assert "{" not in str(problem)
        assert "None" not in str(problem)


def test_every_kind_of_problem_occurs() -> None:
    found = {problem.kind for _, _, problems in PROBLEMS for problem in problems}
    assert found == set(ProblemKind)
    assert all(kind.value == kind.name.lower() for kind in ProblemKind)


def test_every_preset_can_be_written_down() -> None:
    for rules in PRESETS.values():
        layout = GameState.start(Deal.from_seed(1, decks=rules.decks), rules).layout()
        assert Layout.parse(str(layout)) == layout
