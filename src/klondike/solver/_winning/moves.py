"""The moves of the kernel: for each kind, the nodes that it leads to are pushed on the stack.

Private, compiled with the kernel, which explains the terms used here. A node is passed word by
word, as it lies on the stack.
"""

# pyright gives up on inferring what operators make of these numbers in loops; mypy checks them.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from typing import Final

from klondike._compat import i64
from klondike.solver._numbers import (
    DE_BRUIJN,
    KINGS,
    group_of,
    guests_of,
    open_cards,
    popcount,
)
from klondike.solver._winning.memory import Search

# the parts of a talon clock
WASTE_SIZE: Final = 63
REDEAL_SHIFT: Final = 6


def push_foundation_moves(
    search: Search,
    cards: i64,
    key: i64,
    visible: i64,
    roots: i64,
    home: i64,
    talon: i64,
    empty: i64,
    talon_clock: i64,
) -> None:
    """Pushes, for each of these cards, the move from its column to its foundation."""
    bit: i64 = 0
    at: i64 = 0
    while cards:
        bit = cards & -cards
        cards ^= bit
        at = ((bit * DE_BRUIJN) >> 58) & 63
        if bit & roots:
            search.push(
                key + search.height[at] - search.in_place[at],
                (visible ^ bit) | search.turned[at],
                (roots ^ bit) | search.next_root[at],
                home | bit,
                talon,
                empty + search.emptied[at],
                0,
                talon_clock,
            )
        else:
            search.push(
                key + search.height[at],
                visible ^ bit,
                roots,
                home | bit,
                talon,
                empty + (1 if bit & KINGS else 0),
                0,
                talon_clock,
            )


def push_root_moves(
    search: Search,
    cards: i64,
    key: i64,
    visible: i64,
    roots: i64,
    home: i64,
    talon: i64,
    empty: i64,
    talon_clock: i64,
) -> None:
    """Pushes, for each of these roots, the move to another column."""
    bit: i64 = 0
    at: i64 = 0
    while cards:
        bit = cards & -cards
        cards ^= bit
        at = ((bit * DE_BRUIJN) >> 58) & 63
        search.push(
            key - search.in_place[at],
            visible | search.turned[at],
            (roots ^ bit) | search.next_root[at],
            home,
            talon,
            empty + search.emptied[at] - (1 if bit & KINGS else 0),
            0,
            talon_clock,
        )


def push_returns(
    search: Search,
    cards: i64,
    key: i64,
    visible: i64,
    roots: i64,
    home: i64,
    talon: i64,
    empty: i64,
    taken_back: i64,
    talon_clock: i64,
) -> None:
    """Pushes, for each of these cards, the move back from its foundation to a column."""
    bit: i64 = 0
    while cards:
        bit = cards & -cards
        cards ^= bit
        search.push(
            key - search.height[((bit * DE_BRUIJN) >> 58) & 63],
            visible | bit,
            roots,
            home ^ bit,
            talon,
            empty - (1 if bit & KINGS else 0),
            taken_back | bit,
            talon_clock,
        )


def push_placements(
    search: Search,
    cards: i64,
    ahead: i64,
    returnable: i64,
    key: i64,
    visible: i64,
    roots: i64,
    home: i64,
    talon: i64,
    empty: i64,
    talon_clock: i64,
) -> None:
    """Pushes, for each of these cards, its placement from the talon with each move that uses it.

    This is LAZY: no other card of its group has an opening. The uses of a card are: another card of
    the group goes to its foundation, another card of the talon goes onto it and is used in turn, a
    card taken back goes onto it, or a root goes onto it.

    Args:
        search: The search.
        cards: The cards of the talon to place.
        ahead: The cards that are next on their foundations.
        returnable: The cards that may be taken back, if some column takes them.
        key: From here on, the words of the node.
        visible: See ``key``.
        roots: See ``key``.
        home: See ``key``.
        talon: See ``key``.
        empty: See ``key``.
        talon_clock: See ``key``.
    """
    build = search.build
    bit: i64 = 0
    group: i64 = 0
    guests: i64 = 0
    uses: i64 = 0
    while cards:
        bit = cards & -cards
        cards ^= bit
        placed_key: i64 = key - search.in_talon[((bit * DE_BRUIJN) >> 58) & 63]
        placed: i64 = visible | bit
        rest: i64 = talon ^ bit
        empty_left: i64 = empty - (1 if bit & KINGS else 0)
        group = group_of(bit, build)
        guests = guests_of(group, build)
        uses = (group ^ bit) & visible & ahead
        if uses:
            push_foundation_moves(
                search, uses, placed_key, placed, roots, home, rest, empty_left, talon_clock
            )
        uses = rest & guests
        if uses:
            uses &= ~open_cards(placed, roots, build)
            if uses:
                push_placements(
                    search,
                    uses,
                    ahead,
                    returnable,
                    placed_key,
                    placed,
                    roots,
                    home,
                    rest,
                    empty_left,
                    talon_clock,
                )
        uses = returnable & guests
        if uses:
            push_returns(
                search, uses, placed_key, placed, roots, home, rest, empty_left, 0, talon_clock
            )
        uses = roots & guests
        if uses:
            push_root_moves(
                search, uses, placed_key, placed, roots, home, rest, empty_left, talon_clock
            )


def push_talon_to_foundation(
    search: Search,
    cards: i64,
    key: i64,
    visible: i64,
    roots: i64,
    home: i64,
    talon: i64,
    empty: i64,
    talon_clock: i64,
) -> None:
    """Pushes, for each of these cards at will, the move from the talon to its foundation."""
    bit: i64 = 0
    at: i64 = 0
    while cards:
        bit = cards & -cards
        cards ^= bit
        at = ((bit * DE_BRUIJN) >> 58) & 63
        search.push(
            key + search.height[at] - search.in_talon[at],
            visible,
            roots,
            home | bit,
            talon ^ bit,
            empty,
            0,
            talon_clock,
        )


def push_talon_moves(
    search: Search,
    cards: i64,
    next_pass: i64,
    ahead: i64,
    room: i64,
    key: i64,
    visible: i64,
    roots: i64,
    home: i64,
    talon: i64,
    empty: i64,
    talon_clock: i64,
) -> None:
    """Pushes, for each of these waste tops, its moves to a foundation and to a column.

    Args:
        search: The search.
        cards: The cards that drawing alone brings to the top of the waste.
        next_pass: Those of them that it brings there only after a recycle.
        ahead: The cards that are next on their foundations.
        room: The cards that some column takes.
        key: From here on, the words of the node.
        visible: See ``key``.
        roots: See ``key``.
        home: See ``key``.
        talon: See ``key``.
        empty: See ``key``.
        talon_clock: See ``key``.
    """
    talon_shift = search.talon_shift
    talon_left: i64 = (key >> talon_shift) & search.talon_bits
    bit: i64 = 0
    at: i64 = 0
    while cards:
        bit = cards & -cards
        cards ^= bit
        at = ((bit * DE_BRUIJN) >> 58) & 63
        waste: i64 = popcount(talon_left & ((search.in_talon[at] >> talon_shift) - 1))
        drawn_key: i64 = with_waste(search, key, waste) - search.in_talon[at]
        drawn_clock: i64 = 0
        if search.redeals >= 0:
            drawn_clock = (talon_clock & ~WASTE_SIZE) + waste
            if bit & next_pass:
                drawn_clock += 1 << REDEAL_SHIFT
        if bit & ahead:
            search.push(
                drawn_key + search.height[at],
                visible,
                roots,
                home | bit,
                talon ^ bit,
                empty,
                0,
                drawn_clock,
            )
        if bit & room:
            search.push(
                drawn_key,
                visible | bit,
                roots,
                home,
                talon ^ bit,
                empty - (1 if bit & KINGS else 0),
                0,
                drawn_clock,
            )


def with_waste(search: Search, key: i64, waste: i64) -> i64:
    """The key with the size of the waste set, after a card of the waste was played.

    ``waste`` is the size without that card, whose own bit must still be in the key.
    A waste of a whole number of draws, or with nothing left to draw, needs no mark in the key:
    drawing and recycling alone lead from each of these to all others.
    """
    key &= ~(search.waste_bits << search.waste_shift)
    if waste % search.draw_count:
        talon_left: i64 = (key >> search.talon_shift) & search.talon_bits
        if waste != popcount(talon_left) - 1:
            key |= waste << search.waste_shift
    return key
