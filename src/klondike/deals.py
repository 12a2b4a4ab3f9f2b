"""Deals: from given cards, from a seed, or from a random generator.

The algorithm ``"klondike-1"`` is described here and in the documentation, so that programs in any
language can reproduce it. A named algorithm never changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableSequence
from typing import TYPE_CHECKING, Final, Self, TypeVar, final

import attrs

from klondike.cards import CARDS, MAX_DECKS, Card, as_cards
from klondike.errors import InvalidDealError, shown

if TYPE_CHECKING:
    from random import Random

__all__ = ["ALGORITHMS", "Deal", "shuffle"]

_Item = TypeVar("_Item")
_WORD: Final = 2**64


def shuffle(items: MutableSequence[_Item], below: Callable[[int], int]) -> None:
    """Shuffles in place: Fisher-Yates from the last item down.

    Args:
        items: What to shuffle.
        below: Called with n; must return a uniform random number from 0 to n - 1.
    """
    for last in range(len(items) - 1, 0, -1):
        other = below(last + 1)
        items[last], items[other] = items[other], items[last]


def _splitmix64(seed: int) -> Callable[[int], int]:
    state = seed

    def below(bound: int) -> int:
        nonlocal state
        limit = _WORD - _WORD % bound
        while True:
            state = (state + 0x9E3779B97F4A7C15) % _WORD
            word = state
            word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % _WORD
            word = (word ^ (word >> 27)) * 0x94D049BB133111EB % _WORD
            word ^= word >> 31
            # a word past the last whole multiple of the bound would favour small numbers
            if word < limit:
                return word % bound

    return below


ALGORITHMS: Final = ("klondike-1",)
"""The names of the shuffling algorithms that `Deal.from_seed` knows."""


def _problems(cards: tuple[Card, ...]) -> list[str]:
    for card in cards:
        if type(card) is not Card:
            return [f"{shown(card)} is not a Card"]
    decks = len(cards) // 52
    if not 1 <= decks <= MAX_DECKS or len(cards) % 52:
        return [f"a deal has 52 cards for each of 1 to {MAX_DECKS} decks, not {len(cards)}"]
    counts = dict.fromkeys(CARDS, 0)
    for card in cards:
        counts[card] += 1
    return [
        f"{card} appears {count} times, expected {decks}"
        for card, count in counts.items()
        if count != decks
    ]


@final
@attrs.frozen
class Deal:
    """A pack in order: the card dealt first comes first.

    Cards are dealt row by row: for Klondike's triangle, one to every column, then one to every
    column but the first, and so on. The cards left are the stock, in the same order: the card drawn
    first comes first.

    Two deals are equal when they have the same cards in the same order; ``==`` ignores seed and
    algorithm.

    Args:
        cards: 52 cards for each deck, every card once for each deck.

    Attributes:
        seed: The seed, if `Deal.from_seed` made the deal; otherwise None.
        algorithm: The shuffling algorithm, if `Deal.from_seed` made the deal; otherwise None.

    Raises:
        InvalidDealError: A card is missing or duplicated, or an item is not a `Card`; every
            problem is listed.

    Example:
        >>> deal = Deal.from_seed(7)
        >>> deal == Deal.from_cards(deal.cards), len(deal.cards)
        (True, 52)
    """

    cards: tuple[Card, ...] = attrs.field(converter=as_cards)
    seed: int | None = attrs.field(default=None, init=False, eq=False)
    algorithm: str | None = attrs.field(default=None, init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        problems = _problems(self.cards)
        if problems:
            raise InvalidDealError(problems)

    @classmethod
    def from_cards(cls, cards: Iterable[Card]) -> Self:
        """A deal of these cards in this order.

        Args:
            cards: The pack from the top; it is read once and never changed.

        Returns:
            The deal.

        Raises:
            InvalidDealError: A card is missing or duplicated, or an item is not a `Card`; every
                problem is listed.
        """
        return cls(cards)

    @classmethod
    def from_seed(cls, seed: int, *, algorithm: str = "klondike-1", decks: int = 1) -> Self:
        """The deal with this number: the same cards on every machine, for ever.

        Args:
            seed: 0 to 2**64 - 1.
            algorithm: A name from `ALGORITHMS`.
            decks: How many decks are shuffled together, 1 to 4.

        Returns:
            The deal, which remembers seed and algorithm.

        Raises:
            InvalidDealError: An argument is out of range.

        Example:
            >>> print(*Deal.from_seed(0).cards[:7])
            8s Jh 9c 2s 2d Qd 6s
        """
        problems: list[str] = []
        if type(seed) is not int or not 0 <= seed < _WORD:
            problems.append(f"a seed is a whole number from 0 to 2**64 - 1, not {shown(seed)}")
        if algorithm not in ALGORITHMS:
            problems.append(
                f"there is no algorithm {shown(algorithm)}, only {', '.join(ALGORITHMS)}"
            )
        cards = _sorted_pack(decks, problems)
        shuffle(cards, _splitmix64(seed))
        deal = cls(cards)
        object.__setattr__(deal, "seed", seed)
        object.__setattr__(deal, "algorithm", algorithm)
        return deal

    @classmethod
    def shuffled(cls, random: Random, *, decks: int = 1) -> Self:
        """A random deal.

        Args:
            random: The generator to draw from.
            decks: How many decks are shuffled together, 1 to 4.

        Returns:
            The deal.

        Raises:
            InvalidDealError: The number of decks is out of range.
        """
        cards = _sorted_pack(decks, [])
        shuffle(cards, random.randrange)
        return cls(cards)

    @property
    def decks(self) -> int:
        """How many decks the pack holds."""
        return len(self.cards) // 52

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))


def _sorted_pack(decks: int, problems: list[str]) -> list[Card]:
    if type(decks) is not int or not 1 <= decks <= MAX_DECKS:
        problems.append(f"a deal has 1 to {MAX_DECKS} decks, not {shown(decks)}")
    if problems:
        raise InvalidDealError(problems)
    return list(CARDS) * decks
