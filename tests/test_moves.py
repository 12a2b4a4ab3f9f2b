from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klondike import (
    DRAW,
    PRESETS,
    RECYCLE,
    InvalidArgumentError,
    Move,
    MoveKind,
    ParseError,
    Pile,
    PileKind,
    Rules,
    Suit,
    triangle,
)
from klondike.moves import PILE_LIMIT, move_space
from klondike.testing import moves

PILES = [
    Pile.STOCK,
    Pile.WASTE,
    *map(Pile.column, range(PILE_LIMIT)),
    *(Pile(PileKind.FOUNDATION, index) for index in range(PILE_LIMIT)),
]


@pytest.mark.parametrize("pile", PILES, ids=str)
def test_each_pile_exists_once_and_has_its_own_text(pile: Pile) -> None:
    assert Pile.parse(str(pile)) is pile
    assert eval(repr(pile)) is pile  # noqa: S307  # our own text
    assert Pile(pile.kind, pile.index) is pile
    assert copy.copy(pile) is copy.deepcopy(pile) is pile
    assert pickle.loads(pickle.dumps(pile)) is pile  # noqa: S301  # our own bytes


def test_piles_have_different_texts_and_hashes() -> None:
    assert len({str(pile) for pile in PILES}) == len(PILES)
    assert len({hash(pile) for pile in PILES}) == len(PILES)


def test_foundations_know_their_suit() -> None:
    assert [str(Pile.foundation(suit)) for suit in Suit] == ["fc", "fd", "fh", "fs"]
    assert str(Pile.foundation(Suit.HEARTS, 1)) == "fh2"
    assert Pile.foundation(Suit.HEARTS, 1).index == 6
    assert Pile.foundation(Suit.HEARTS, 1).suit is Suit.HEARTS
    assert Pile.WASTE.suit is None


@pytest.mark.parametrize("index", [-1, 99, "1", None, []])
def test_other_columns_are_refused(index: int) -> None:
    with pytest.raises(InvalidArgumentError):
        Pile.column(index)


@pytest.mark.parametrize(("suit", "deck"), [("h", 0), (Suit.CLUBS, -1), (Suit.CLUBS, 25), (4, 0)])
def test_other_foundations_are_refused(suit: Suit, deck: int) -> None:
    with pytest.raises(InvalidArgumentError):
        Pile.foundation(suit, deck)


def test_a_foundation_of_no_whole_deck_is_refused() -> None:
    with pytest.raises(InvalidArgumentError, match=r"deck 0\.5"):
        Pile.foundation(Suit.CLUBS, 0.5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


PILE_TEXTS = {str(pile) for pile in PILES}


@given(st.text("swtfcdhx0123456789 ", max_size=4))
def test_no_other_text_is_a_pile(text: str) -> None:
    if text in PILE_TEXTS:
        assert str(Pile.parse(text)) == text
    else:
        with pytest.raises(ParseError):
            Pile.parse(text)


def test_a_foundation_beyond_all_decks_is_refused() -> None:
    with pytest.raises(ParseError, match="so many decks"):
        Pile.parse("fs99")


@given(moves())
def test_moves_and_their_texts_are_one_to_one(move: Move) -> None:
    assert Move.parse(str(move)) == move
    assert str(Move.parse(str(move))) == str(move)
    assert eval(repr(move)) == move  # noqa: S307  # our own text
    assert pickle.loads(pickle.dumps(move)) == move  # noqa: S301  # our own bytes
    assert hash(Move(move.source, move.target, move.count)) == hash(move)


@pytest.mark.parametrize(
    "text",
    [
        *("", "s>w", "w>s", "t1>t2x1", "t01>t2", "t1>t2x", "t1>t2x02", "t1-t2", "t1>", ">t2"),
        *("Draw", "draw ", "t1>t2x2x3", "t1 >t2", "w>T3", "t1>t2x100", "t0>t1", "t1>fx", "w>w>w"),
    ],
)
def test_other_spellings_of_moves_are_refused(text: str) -> None:
    with pytest.raises(ParseError):
        Move.parse(text)


@given(st.text("swtfcdhrauely>x0123456789 ", max_size=9))
def test_parsing_any_text_raises_nothing_but_parse_errors(text: str) -> None:
    try:
        move = Move.parse(text)
    except ParseError:
        return
    assert str(move) == text


@pytest.mark.parametrize("count", [0, -1, 100, True, 1.0, "1"])
def test_other_counts_are_refused(count: int) -> None:
    with pytest.raises(InvalidArgumentError, match="a move takes 1 to 99 cards"):
        Move(Pile.WASTE, Pile.column(0), count)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("draw", MoveKind.DRAW),
        ("recycle", MoveKind.RECYCLE),
        ("w>t3", MoveKind.WASTE_TO_TABLEAU),
        ("w>fs", MoveKind.WASTE_TO_FOUNDATION),
        ("t4>t6x2", MoveKind.TABLEAU_TO_TABLEAU),
        ("t1>fh", MoveKind.TABLEAU_TO_FOUNDATION),
        ("fh>t2", MoveKind.FOUNDATION_TO_TABLEAU),
        ("s>t3", MoveKind.IMPOSSIBLE),
        ("t1>w", MoveKind.IMPOSSIBLE),
        ("fc>fd", MoveKind.IMPOSSIBLE),
        ("fc>s", MoveKind.IMPOSSIBLE),
        ("s>wx3", MoveKind.DRAW),
        ("w>w", MoveKind.IMPOSSIBLE),
    ],
)
def test_kinds(text: str, kind: MoveKind) -> None:
    assert Move.parse(text).kind is kind


def test_draw_and_recycle_are_constants() -> None:
    assert Move.parse("draw") is DRAW
    assert Move.parse("recycle") is RECYCLE
    assert (Move(Pile.STOCK, Pile.WASTE), Move(Pile.WASTE, Pile.STOCK)) == (DRAW, RECYCLE)


@pytest.mark.parametrize("name", PRESETS)
def test_the_move_space_is_ordered_by_kind_source_target_count(name: str) -> None:
    rules = PRESETS[name]
    kinds = list(MoveKind)

    def place(move: Move) -> tuple[int, int, int, int]:
        return kinds.index(move.kind), move.source.index, move.target.index, move.count

    assert list(rules.moves) == sorted(rules.moves, key=place)
    assert [rules.code(move) for move in rules.moves] == list(range(len(rules.moves)))
    assert len(set(rules.moves)) == len(rules.moves)
    columns, foundations = len(rules.columns), 4 * rules.decks
    assert len(rules.moves) == (
        2 + columns + foundations + 13 * columns * (columns - 1) + 2 * columns * foundations
    )


def test_the_move_space_depends_on_columns_and_decks_alone() -> None:
    wide = Rules(columns=triangle(7, face_up="all"), draw_count=5, foundation_return=False)
    assert wide.moves == Rules().moves == move_space(7, 1)


@pytest.mark.parametrize("text", ["t1>t8", "w>fc2", "fc>fd", "t1>t2x14", "s>t1", "t1>fcx2"])
def test_nonsense_has_no_code(text: str) -> None:
    with pytest.raises(InvalidArgumentError, match="has no code"):
        Rules().code(Move.parse(text))


@pytest.mark.parametrize("thing", ["draw", None, []])
def test_what_is_no_move_has_no_code(thing: Any) -> None:  # Any: that is the point
    with pytest.raises(InvalidArgumentError, match="has no code"):
        Rules().code(thing)
