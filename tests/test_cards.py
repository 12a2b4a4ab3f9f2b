from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klondike import CARDS, Card, Color, InvalidArgumentError, ParseError, Rank, Suit
from klondike.testing import cards


def test_there_are_52_cards_in_index_order() -> None:
    assert len(set(CARDS)) == 52
    assert [card.index for card in CARDS] == list(range(52))
    assert [(card.suit, card.rank) for card in CARDS] == [
        (suit, rank) for suit in Suit for rank in Rank
    ]


@given(cards())
def test_each_card_exists_once(card: Card) -> None:
    assert Card(card.rank, card.suit) is card
    assert Card.parse(str(card)) is card
    assert eval(repr(card)) is card  # noqa: S307  # our own text
    assert copy.copy(card) is copy.deepcopy(card) is card
    assert pickle.loads(pickle.dumps(card)) is card  # noqa: S301  # our own bytes
    assert hash(card) == card.index == card.suit * 13 + card.rank - 1


@given(cards())
def test_red_suits_are_diamonds_and_hearts(card: Card) -> None:
    assert (card.color is Color.RED) == (str(card)[1] in "dh")
    assert card.color is card.suit.color


@given(st.text(max_size=4))
def test_only_the_52_texts_are_cards(text: str) -> None:
    if text in {str(card) for card in CARDS}:
        assert str(Card.parse(text)) == text
    else:
        with pytest.raises(ParseError, match="is not a card"):
            Card.parse(text)


@pytest.mark.parametrize(
    "text", ["10h", "KH", "kh", "hK", "K", "", " Kh", "Kh ", "1h", "K♥", None, 7]
)
def test_other_spellings_are_refused(text: str) -> None:
    with pytest.raises(ParseError):
        Card.parse(text)


@pytest.mark.parametrize(("rank", "suit"), [(0, 0), (14, 0), (1, 4), ("K", "h"), ([], 1)])
def test_there_are_no_other_cards(rank: Rank, suit: Suit) -> None:
    with pytest.raises(InvalidArgumentError):
        Card(rank, suit)


def test_cards_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        CARDS[0].rank = Rank.KING  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]


def test_letters_and_symbols() -> None:
    assert [suit.letter for suit in Suit] == list("cdhs")
    assert [suit.symbol for suit in Suit] == list("♣♦♥♠")
    assert "".join(rank.letter for rank in Rank) == "A23456789TJQK"


def test_the_order_of_a_set_of_cards_does_not_depend_on_the_hash_seed() -> None:
    script = "import klondike; print(*{c for c in klondike.CARDS[::-1]}, hash(klondike.CARDS))"
    outputs = {
        subprocess.run(  # noqa: S603  # our own interpreter and script
            [sys.executable, "-c", script],
            capture_output=True,
            check=True,
            text=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "random")
    }
    assert len(outputs) == 1
