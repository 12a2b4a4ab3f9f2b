"""Suits, ranks and the fifty-two cards."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import Final, final

import attrs

from klondike.errors import InvalidArgumentError, ParseError, shown

__all__ = ["CARDS", "Card", "Color", "Rank", "Suit", "foundation_up_to"]


@final
class Color(enum.Enum):
    """The two colours of a pack."""

    BLACK = "black"
    RED = "red"


@final
class Suit(enum.IntEnum):
    """The four suits, in the order in which the library lists foundations.

    Example:
        >>> Suit.HEARTS.color
        <Color.RED: 'red'>
        >>> Suit.HEARTS.letter, Suit.HEARTS.symbol
        ('h', '♥')
    """

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def color(self) -> Color:
        """Red for diamonds and hearts, black for clubs and spades."""
        return Color.RED if self in (Suit.DIAMONDS, Suit.HEARTS) else Color.BLACK

    @property
    def letter(self) -> str:
        """One of ``c d h s``, as notation writes it."""
        return "cdhs"[self]

    @property
    def symbol(self) -> str:
        """The suit's symbol, one character without a variation selector."""
        return "♣♦♥♠"[self]


@final
class Rank(enum.IntEnum):
    """The thirteen ranks, ace low.

    Example:
        >>> Rank.TEN.letter, Rank.TEN - Rank.NINE
        ('T', 1)
    """

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """One of ``A 2 3 4 5 6 7 8 9 T J Q K``, as notation writes it."""
        return "A23456789TJQK"[self - 1]


MAX_DECKS: Final = 4
"""The largest number of decks in a game."""

_TABLE: Final[dict[tuple[int, int], Card]] = {}
_BY_TEXT: Final[dict[str, Card]] = {}


@final
@attrs.frozen(eq=False, init=False, repr=False, weakref_slot=False)
class Card:
    """One of the 52 cards; each exists once, so ``is`` and ``==`` agree.

    Packs of two or more decks hold the same card several times. Cards themselves have no order:
    sort them by ``index``, ``rank`` or ``suit``.

    Args:
        rank: Ace to king.
        suit: Clubs, diamonds, hearts or spades.

    Attributes:
        index: 0 to 51, ``suit * 13 + rank - 1``.
        color: The suit's colour.

    Raises:
        InvalidArgumentError: There is no such card.

    Example:
        >>> Card(Rank.KING, Suit.HEARTS) is Card.parse("Kh")
        True
        >>> str(Card.parse("Td")), Card.parse("As").index
        ('Td', 39)
    """

    rank: Rank
    suit: Suit
    index: int = attrs.field(init=False)
    color: Color = attrs.field(init=False)

    def __new__(cls, rank: Rank, suit: Suit) -> Card:  # noqa: D102  # see the class
        try:
            return _TABLE[rank, suit]
        except (KeyError, TypeError):
            raise InvalidArgumentError(
                f"no card has rank {shown(rank)} and suit {shown(suit)}"
            ) from None

    @classmethod
    def parse(cls, text: str) -> Card:
        """Reads a card as notation writes it: rank, then suit in lower case.

        Args:
            text: Two characters, such as ``Kh``, ``Td`` or ``2c``.

        Returns:
            The card.

        Raises:
            ParseError: The text has any other form, such as ``10d`` or ``KH``.
        """
        try:
            return _BY_TEXT[text]
        except (KeyError, TypeError):
            raise ParseError(
                f"{shown(text)} is not a card: write the rank as one of A23456789TJQK, then the "
                "suit as one of cdhs, such as Kh or Td"
            ) from None

    def __str__(self) -> str:
        return self.rank.letter + self.suit.letter

    def __repr__(self) -> str:
        return f"Card.parse('{self}')"

    def __hash__(self) -> int:
        # the same in every process, unlike a hash by identity or of an Enum
        return self.index

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    def __reduce__(self) -> tuple[type[Card], tuple[Rank, Suit]]:
        return Card, (self.rank, self.suit)


def _make_cards() -> tuple[Card, ...]:
    put = object.__setattr__
    for suit in Suit:
        for rank in Rank:
            card = object.__new__(Card)
            put(card, "rank", rank)
            put(card, "suit", suit)
            put(card, "index", suit * 13 + rank - 1)
            put(card, "color", suit.color)
            _TABLE[rank, suit] = card
            _BY_TEXT[str(card)] = card
    return tuple(_TABLE.values())


def as_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """A pile of cards as a tuple; the iterable is read once."""
    return tuple(cards)


def foundation_up_to(top: Card) -> tuple[Card, ...]:
    """The cards of a foundation with this top card, for layouts.

    Args:
        top: The top card.

    Returns:
        The cards from the ace to it.

    Example:
        >>> foundation_up_to(Card.parse("3h"))
        (Card.parse('Ah'), Card.parse('2h'), Card.parse('3h'))
    """
    return CARDS[top.suit * 13 : top.index + 1]


CARDS: Final[tuple[Card, ...]] = _make_cards()
"""All 52 cards in index order, clubs ace to king, then diamonds, hearts, spades."""
