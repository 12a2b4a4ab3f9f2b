"""Cards as numbers: the numberings of the searches, converters, and arithmetic on sets of cards.

Private, compiled. ``klondike._core`` numbers cards by ``suit * 13 + rank - 1``: their *index*. The
two searches of the standard family each have a numbering of their own, which makes their most
frequent operations fast:

* The search for a win works with sets of cards, one *bit* a card. The card of rank r (ace 0) has
  bit ``4 * r + 2 * half + twin``: ``half`` is the colour, swapped on every second rank, and
  ``twin`` tells the suits of one colour apart. So with alternating colours a group is two
  neighbouring bits, and the group on which it may lie is four bits up. (Group, open group and root
  are explained in `klondike.solver._winning.kernel`.)
* The search for fewest moves works with single cards. A card's *number* is ``4 * rank + suit``,
  with clubs 0, spades 1, diamonds 2 and hearts 3, so that bit 1 is the colour.
"""

from __future__ import annotations

from typing import Final

from klondike._compat import i64, vec
from klondike._core import ALTERNATING, ANY_SUIT, SAME_COLOR, SAME_SUIT

# sets of cards, as bits
ALL: Final = 0xFFFFFFFFFFFFF
ACES: Final = 0xF
KINGS: Final = 0xF000000000000
EVEN_BITS: Final = 0x5555555555555
LOW_HALF: Final = 0x3333333333333
HIGH_HALF: Final = 0xCCCCCCCCCCCCC
ONE_A_RANK: Final = 0x1111111111111
# multiplied by a single bit, the top six of 64 bits identify that bit
DE_BRUIJN: Final = 0x03F79D71B4CB0A89
# spreads keys over the slots of a transposition table
HASH_MULTIPLIER: Final = 0x1E3779B97F4A7C15


def _bit(index: int) -> int:
    suit, rank = divmod(index, 13)
    red = suit in (1, 2)
    twin = suit in (2, 3)
    return 1 << (4 * rank + 2 * ((red + rank) % 2) + twin)


BIT_OF_INDEX: Final = tuple(_bit(index) for index in range(52))
INDEX_OF_BIT: Final = {bit: index for index, bit in enumerate(BIT_OF_INDEX)}

NUMBER_OF_SUIT: Final = (0, 2, 3, 1)
NUMBER_OF_INDEX: Final = tuple(index % 13 * 4 + NUMBER_OF_SUIT[index // 13] for index in range(52))
INDEX_OF_NUMBER: Final = tuple(NUMBER_OF_INDEX.index(number) for number in range(52))


def indexes(cards: int) -> list[int]:
    """The indexes of a set of cards, lowest rank first."""
    found: list[int] = []
    while cards:
        found.append(INDEX_OF_BIT[cards & -cards])
        cards &= cards - 1
    return found


def array_index(bit: int) -> int:
    """The index of a single bit in the arrays of a search, 0 to 63."""
    # the kernel has this expression written out, because it needs it for every card
    return (bit * DE_BRUIJN >> 58) & 63


def next_rank(cards: i64) -> i64:
    """The cards one rank higher in the same suits."""
    return (((cards & LOW_HALF) << 6) | ((cards & HIGH_HALF) << 2)) & ALL


def rank_below(cards: i64) -> i64:
    """The cards one rank lower in the same suits."""
    return ((cards & LOW_HALF) >> 2) | ((cards & HIGH_HALF) >> 6)


def next_cards(home: i64) -> i64:
    """The cards that go on the foundations next."""
    # written out here and in `top_cards`, because both are called for every node
    return (((home & LOW_HALF) << 6) | ((home & HIGH_HALF) << 2) | ACES) & ~home & ALL


def top_cards(home: i64) -> i64:
    """The top cards of the foundations."""
    return home & ~(((home & LOW_HALF) >> 2) | ((home & HIGH_HALF) >> 6))


def group_of(card: i64, build: i64) -> i64:
    """All cards of the group of a card."""
    if build == SAME_SUIT:
        return card
    pair: i64 = (card | (card >> 1)) & EVEN_BITS
    pair |= pair << 1
    if build != ANY_SUIT:
        return pair
    return pair | ((pair & LOW_HALF) << 2) | ((pair & HIGH_HALF) >> 2)


def guests_of(cards: i64, build: i64) -> i64:
    """The cards that may lie on these."""
    if build in (ALTERNATING, ANY_SUIT):
        return cards >> 4
    return rank_below(cards)


def open_cards(visible: i64, roots: i64, build: i64) -> i64:
    """All cards of every group that is open."""
    covering: i64 = visible & ~roots
    if build == ALTERNATING:
        covering <<= 4
    elif build == SAME_COLOR:
        covering = next_rank(covering)
    elif build == SAME_SUIT:
        # a card's only guest is the next lower one of its suit: while that lies on it, no other
        # card can come, and the card itself cannot be next on its foundation
        return visible
    else:
        return open_ranks(visible, covering)
    pairs: i64 = visible ^ (visible >> 1) ^ covering ^ (covering >> 1)
    pairs |= visible & (visible >> 1) & ~(covering | (covering >> 1))
    pairs &= EVEN_BITS
    return pairs | (pairs << 1)


def open_ranks(visible: i64, covering: i64) -> i64:
    """`open_cards` where a group is all cards of a rank."""
    more: i64 = count_per_rank(visible) - count_per_rank(covering & ~KINGS) * 16
    more = (more | (more >> 1) | (more >> 2)) & ONE_A_RANK
    return (more << 4) - more


def count_per_rank(cards: i64) -> i64:
    """The number of cards of each rank, four bits a rank."""
    cards = cards - ((cards >> 1) & EVEN_BITS)
    return (cards & LOW_HALF) + ((cards >> 2) & LOW_HALF)


def popcount(cards: i64) -> i64:
    """The number of bits set, among the lowest 40."""
    cards = cards - ((cards >> 1) & 0x5555555555)
    cards = (cards & 0x3333333333) + ((cards >> 2) & 0x3333333333)
    cards = (cards + (cards >> 4)) & 0x0F0F0F0F0F
    return (cards + (cards >> 8) + (cards >> 16) + (cards >> 24) + (cards >> 32)) & 63


def highest_bit(cards: i64) -> i64:
    """The highest bit that is set."""
    cards |= cards >> 1
    cards |= cards >> 2
    cards |= cards >> 4
    cards |= cards >> 8
    cards |= cards >> 16
    cards |= cards >> 32
    return cards ^ (cards >> 1)


def doubled(old: vec[i64]) -> vec[i64]:
    """A copy of twice the length, filled with zeros at the end."""
    size: i64 = len(old) * 2
    made: vec[i64] = vec[i64]([0] * size)
    index: i64 = 0
    while index < len(old):
        made[index] = old[index]
        index += 1
    return made
