"""Cards as bits, for the search on bit masks.

Private, compiled with the kernel, which says what groups, openings and roots are.

The card of rank r (ace 0) has bit ``4 * r + 2 * half + twin``, where ``half`` is the
colour, swapped on every second rank, and ``twin`` tells the suits of one colour apart. So with
alternating colours a group is two neighbouring bits, and the group on which it may lie is four
bits up.
"""

from __future__ import annotations

from typing import Final

from klondike._compat import i64, vec
from klondike._core import ALTERNATING, ANY_SUIT, SAME_COLOR, SAME_SUIT

LEFT: Final = 0x5555555555555
LOW_HALF: Final = 0x3333333333333
HIGH_HALF: Final = 0xCCCCCCCCCCCCC
ACES: Final = 0xF
ONE_A_RANK: Final = 0x1111111111111
KINGS: Final = 0xF000000000000
ALL: Final = 0xFFFFFFFFFFFFF
# multiplied with a single bit, its top six bits tell the bit
DE_BRUIJN: Final = 0x03F79D71B4CB0A89
# spreads keys over the tables of nodes
HASH: Final = 0x1E3779B97F4A7C15


def next_rank(cards: i64) -> i64:
    """The cards one rank higher in the same suits."""
    return (((cards & LOW_HALF) << 6) | ((cards & HIGH_HALF) << 2)) & ALL


def rank_below(cards: i64) -> i64:
    """The cards one rank lower in the same suits."""
    return ((cards & LOW_HALF) >> 2) | ((cards & HIGH_HALF) >> 6)


def next_cards(built: i64) -> i64:
    """The cards that go on the foundations next."""
    # written out here and below: both are called at every visit
    return (((built & LOW_HALF) << 6) | ((built & HIGH_HALF) << 2) | ACES) & ~built & ALL


def top_cards(built: i64) -> i64:
    """The top cards of the foundations."""
    return built & ~(((built & LOW_HALF) >> 2) | ((built & HIGH_HALF) >> 6))


def group_of(card: i64, build: i64) -> i64:
    """All cards of the group of this one."""
    if build == SAME_SUIT:
        return card
    pair: i64 = (card | (card >> 1)) & LEFT
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
        # nothing else can come where a card lies, and none goes up with one on it
        return visible
    else:
        return open_ranks(visible, covering)
    pairs: i64 = visible ^ (visible >> 1) ^ covering ^ (covering >> 1)
    pairs |= visible & (visible >> 1) & ~(covering | (covering >> 1))
    pairs &= LEFT
    return pairs | (pairs << 1)


def open_ranks(visible: i64, covering: i64) -> i64:
    """The same where a group is all cards of a rank."""
    more: i64 = a_rank(visible) - a_rank(covering & ~KINGS) * 16
    more = (more | (more >> 1) | (more >> 2)) & ONE_A_RANK
    return (more << 4) - more


def a_rank(cards: i64) -> i64:
    """How many of these cards there are of each rank, four bits a rank."""
    cards = cards - ((cards >> 1) & LEFT)
    return (cards & LOW_HALF) + ((cards >> 2) & LOW_HALF)


def count(cards: i64) -> i64:
    """How many cards of the talon these are."""
    cards = cards - ((cards >> 1) & 0x5555555555)
    cards = (cards & 0x3333333333) + ((cards >> 2) & 0x3333333333)
    cards = (cards + (cards >> 4)) & 0x0F0F0F0F0F
    return (cards + (cards >> 8) + (cards >> 16) + (cards >> 24) + (cards >> 32)) & 63


def last_bit(cards: i64) -> i64:
    """The highest bit."""
    cards |= cards >> 1
    cards |= cards >> 2
    cards |= cards >> 4
    cards |= cards >> 8
    cards |= cards >> 16
    cards |= cards >> 32
    return cards ^ (cards >> 1)


def grown(old: vec[i64]) -> vec[i64]:
    """A copy twice as long."""
    size: i64 = len(old) * 2
    made: vec[i64] = vec[i64]([0] * size)
    index: i64 = 0
    while index < len(old):
        made[index] = old[index]
        index += 1
    return made
