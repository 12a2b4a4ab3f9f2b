"""From a position of the standard family to the kernel, and from its path back to moves."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from klondike._core import (
    ANY_CARD,
    HEIGHTS,
    NOTHING,
    OTHER_SUIT,
    SUITS,
    UNLIMITED,
    Position,
    Table,
)
from klondike._endgame import autofinish
from klondike.solver import _kernel as kernel
from klondike.solver._bits import DE_BRUIJN, KINGS
from klondike.solver._outcome import Outcome
from klondike.solver._pruning import EVERY_RULE, RELAX
from klondike.solver._store import STOP, Search
from klondike.solver._unroll import Unroller, without_detours

KEY_BITS: Final = 62


def _bit(card: int) -> int:
    suit, rank = divmod(card, 13)
    red = suit in (1, 2)
    twin = suit in (2, 3)
    return 1 << (4 * rank + 2 * ((red + rank) % 2) + twin)


BITS: Final = tuple(_bit(card) for card in range(52))
CARDS: Final = {bit: card for card, bit in enumerate(BITS)}


def _place(bit: int) -> int:
    return (bit * DE_BRUIJN >> 58) & 63


def _cards(mask: int) -> list[int]:
    found: list[int] = []
    while mask:
        found.append(CARDS[mask & -mask])
        mask &= mask - 1
    return found


def is_standard(rules: Table, position: Position) -> bool:
    """Whether the kernel knows these rules, and the face-up cards all lie in runs."""
    return (
        rules.loose
        and rules.build != OTHER_SUIT
        and rules.empty_column != ANY_CARD
        and all(
            lower in rules.links[upper] for cards in position[4] for lower, upper in pairwise(cards)
        )
    )


def fits(rules: Table, position: Position) -> bool:
    """Whether the kernel can search from here: the standard family, and a key that is exact."""
    talon = len(position[0]) + len(position[1])
    bits = 16 + talon + talon.bit_length()
    bits += sum((len(hidden) + 1).bit_length() for hidden in position[3])
    small = bits <= KEY_BITS and talon <= 40 and len(position[3]) <= 15
    return small and is_standard(rules, position)


def search(
    rules: Table, position: Position, max_states: int, *, switches: int = EVERY_RULE
) -> Outcome:
    """Looks for a win from a position that `fits`.

    Args:
        rules: The rules.
        position: Where to begin.
        max_states: How many nodes to remember at most, 1 or more.
        switches: The rules of `_pruning` to use.

    Returns:
        The outcome; without a win and exhausted, there is none.
    """
    found = prepared(rules, position, switches)
    answer = kernel.run(found, max_states)
    states = found.stored + (found.relaxed.stored if found.relaxed else 0)
    codes = _unrolled(rules, position, found) if answer == kernel.WON else None
    return Outcome(codes, max(1, min(states, max_states)), answer == kernel.LOST)


def prepared(rules: Table, position: Position, switches: int) -> Search:
    """A search from a position that `fits`, with that of the relaxed game where it helps."""
    redeals = -1 if rules.max_redeals == UNLIMITED else rules.max_redeals - position[5]
    found = _prepared(rules, position, rules.draw_count, redeals, switches)
    if switches & RELAX and (rules.draw_count, redeals) != (1, -1):
        found.relaxed = _prepared(rules, position, 1, -1, switches)
        found.relaxed.remembers = True
    return found


def _prepared(
    rules: Table, position: Position, draw_count: int, redeals: int, switches: int
) -> Search:
    stock, waste, foundations, down, up = position[:5]
    made = Search(
        build=rules.build,
        to_empty=KINGS if rules.empty_column != NOTHING else 0,
        draw_count=draw_count,
        redeals=redeals,
        foundation_return=rules.foundation_return,
        rules=switches,
    )
    key = visible = roots = built = talon = empty = 0
    for suit, height in enumerate(foundations):
        key += height << 4 * suit
        for rank in range(13):
            bit = BITS[suit * 13 + rank]
            made.height[_place(bit)] = 1 << 4 * suit
            built |= bit if rank < height else 0
    shift = 16
    for hidden, cards in zip(down, up, strict=True):
        dealt = [BITS[card] for card in (*hidden, *cards[:1])]
        one = 1 << shift
        shift += (len(hidden) + 1).bit_length()
        for below, bit in zip([0, *dealt], dealt, strict=False):
            place = _place(bit)
            free_king = below == dealt[0] and below & KINGS
            made.in_place[place] = 2 * one if free_king else one
            made.turned[place] = below
            made.next_root[place] = 0 if free_king else below
            made.emptied[place] = 0 if below else 1
        if not cards:
            empty += 1
        elif hidden or not dealt[0] & KINGS:
            roots |= dealt[-1]
            key += len(dealt) * one
        for card in cards:
            visible |= BITS[card]
    made.talon_shift = shift
    cards_in_order = (*waste, *stock)
    made.talon_bits = (1 << len(cards_in_order)) - 1
    for index, card in enumerate(cards_in_order):
        made.in_talon[_place(BITS[card])] = 1 << (shift + index)
        made.talon_card[_place(1 << index)] = BITS[card]
        talon |= BITS[card]
    key += made.talon_bits << shift
    shift += len(cards_in_order)
    made.waste_shift = shift
    size = len(waste)
    if draw_count > 1:
        made.waste_bits = (1 << len(cards_in_order).bit_length()) - 1
        if size % draw_count and stock:
            key += size << shift
    made.push(key, visible, roots, built, talon, empty, 0, size if redeals >= 0 else 0)
    return made


def _unrolled(rules: Table, position: Position, found: Search) -> list[int]:
    unroller = Unroller(rules, position)
    path = [int(word) for word in found.path]
    left = path[STOP + 4 : 2 * STOP]
    _rise(unroller, path[STOP : STOP + 4], left)
    for depth in range(2, int(found.depth) + 1):
        at = depth * STOP
        reached = path[at : at + 4]
        _step(unroller, left, reached)
        left = path[at + 4 : at + 8]
        _rise(unroller, reached, left)
    ending = autofinish(rules, unroller.position)
    assert ending is not None, "a won node is won by going up"
    return without_detours(rules, position, unroller.codes + ending)


def _step(unroller: Unroller, before: list[int], after: list[int]) -> None:
    _, roots, built, talon = before
    risen = after[2] & ~built
    # each card placed for a use lies on the one before: the highest rank comes first
    for card in reversed(_cards(talon & ~after[3] & ~risen)):
        unroller.place(card)
    for card in _cards(risen):
        unroller.put_up(card)
    for card in _cards(built & ~after[2]):
        unroller.take_back(card)
    for card in _cards(roots & ~after[1] & ~risen):
        unroller.move_run(card)


def _rise(unroller: Unroller, before: list[int], after: list[int]) -> None:
    risen = _cards(after[2] & ~before[2])
    while risen:
        heights = unroller.position[2]
        card = next(
            card
            for card in risen
            if heights[SUITS[card]] == HEIGHTS[card] and _can_rise(unroller, card)
        )
        unroller.put_up(card)
        risen.remove(card)


def _can_rise(unroller: Unroller, card: int) -> bool:
    if unroller.column(card) >= 0:
        return unroller.can_leave(card)
    # rule SAFE_TALON takes any card where all can be had, else the last or the top one
    stock, waste = unroller.position[:2]
    if unroller.rules.max_redeals != UNLIMITED:
        return waste[-1:] == (card,)
    return card in (*waste, *stock)[0 if unroller.rules.draw_count == 1 else -1 :]
