"""Cards as bits, for the search on bit masks.

Private, compiled with the kernel, which says what pairs, openings and roots are.

The card of rank r (ace 0) has bit ``4 * r + 2 * half + twin``, where ``half`` is the
colour, swapped on every second rank, and ``twin`` tells the suits of one colour apart. So a pair
is two neighbouring bits, and the pair on which it may lie is four bits up.
"""

from __future__ import annotations

from typing import Final

from klondike._compat import i64, vec

LEFT: Final = 0x5555555555555
LOW_HALF: Final = 0x3333333333333
HIGH_HALF: Final = 0xCCCCCCCCCCCCC
ACES: Final = 0xF
KINGS: Final = 0xF000000000000
ALL: Final = 0xFFFFFFFFFFFFF
# multiplied with a single bit, its top six bits tell the bit
DE_BRUIJN: Final = 0x03F79D71B4CB0A89


def open_pairs(visible: i64, roots: i64) -> i64:
    """Both cards of every pair that is open."""
    covering: i64 = (visible & ~roots) << 4
    pairs: i64 = visible ^ (visible >> 1) ^ covering ^ (covering >> 1)
    pairs |= visible & (visible >> 1) & ~(covering | (covering >> 1))
    pairs &= LEFT
    return pairs | (pairs << 1)


def next_cards(built: i64) -> i64:
    """The cards that go on the foundations next."""
    return (((built & LOW_HALF) << 6) | ((built & HIGH_HALF) << 2) | ACES) & ~built & ALL


def top_cards(built: i64) -> i64:
    """The top cards of the foundations."""
    return built & ~(((built & LOW_HALF) >> 2) | ((built & HIGH_HALF) >> 6))


def pair_of(card: i64) -> i64:
    """Both cards of the pair of this one."""
    pair: i64 = (card | (card >> 1)) & LEFT
    return pair | (pair << 1)


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
