"""Can the position be won? For the standard family: from a position to the kernel, back to moves.

The modules are this entry; `kernel`, the search; `moves`, the nodes that each kind of move leads
to; `dominances`, what the search leaves out, and why; and `memory`, its stack, path and
transposition table.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final, NamedTuple

from klondike._core import (
    FACE_DOWN,
    FACE_UP,
    FOUNDATIONS,
    HEIGHTS,
    NOTHING,
    REDEALS,
    STOCK,
    SUITS,
    UNLIMITED,
    WASTE,
    Position,
    RuleTables,
)
from klondike.rules import Rules, is_known
from klondike.solver._numbers import BIT_OF_INDEX, KINGS, array_index, indexes
from klondike.solver._replay import Outcome, SolutionBuilder
from klondike.solver._served import STANDARD_FAMILY
from klondike.solver._winning import kernel
from klondike.solver._winning.dominances import EVERY_DOMINANCE, RELAX
from klondike.solver._winning.memory import LEFT, PATH_WORDS, REACHED, Search

KEY_BITS: Final = 62
MAX_TALON: Final = 40
MAX_COLUMNS: Final = 15


def lies_in_runs(tables: RuleTables, position: Position) -> bool:
    """Whether the face-up cards of all columns lie in runs, as the kernel assumes."""
    return all(
        guest in tables.run_links[host]
        for cards in position[FACE_UP]
        for guest, host in pairwise(cards)
    )


def fits(rules: Rules, position: Position) -> bool:
    """Whether the kernel can search from here: rules of the standard family, and an exact key."""
    if not is_known(rules, STANDARD_FAMILY):
        return False
    tables = rules._compiled_rules.tables
    talon = len(position[STOCK]) + len(position[WASTE])
    bits = 16 + talon + talon.bit_length()
    bits += sum((len(hidden) + 1).bit_length() for hidden in position[FACE_DOWN])
    small = bits <= KEY_BITS and talon <= MAX_TALON and tables.columns <= MAX_COLUMNS
    return small and lies_in_runs(tables, position)


def search(
    tables: RuleTables, position: Position, max_states: int, *, switches: int = EVERY_DOMINANCE
) -> Outcome:
    """Searches for a win from a position that `fits`.

    Args:
        tables: The rules.
        position: Where to begin.
        max_states: The most nodes to store, 1 or more.
        switches: The dominances to use: the sum of their constants in `dominances`.

    Returns:
        The outcome. If ``codes`` is None and ``exhausted`` is True, no win exists.
    """
    found = new_search(tables, position, switches)
    answer = kernel.find_win(found, max_states)
    states = found.stored + (found.relaxed.stored if found.relaxed else 0)
    codes = _solution(tables, position, found) if answer == kernel.WON else None
    return Outcome(codes, max(1, min(states, max_states)), answer == kernel.LOST)


def new_search(tables: RuleTables, position: Position, switches: int) -> Search:
    """A search from a position that `fits`, with a search of the relaxed game if that helps."""
    redeals = -1
    if tables.max_redeals != UNLIMITED:
        redeals = tables.max_redeals - position[REDEALS]
    made = _search_from(tables, position, tables.draw_count, redeals, switches)
    if switches & RELAX and (tables.draw_count, redeals) != (1, -1):
        made.relaxed = _search_from(tables, position, 1, -1, switches)
        made.relaxed.keeps_wins = True
    return made


def _search_from(
    tables: RuleTables, position: Position, draw_count: int, redeals: int, switches: int
) -> Search:
    stock, waste, foundations, face_down, face_up = position[:REDEALS]
    made = Search(
        build=tables.build,
        to_empty=KINGS if tables.empty_column != NOTHING else 0,
        draw_count=draw_count,
        redeals=redeals,
        foundation_return=tables.foundation_return,
        switches=switches,
    )
    key = visible = roots = home = talon = empty = 0
    for suit, height in enumerate(foundations):
        key += height << 4 * suit
        for rank in range(13):
            bit = BIT_OF_INDEX[suit * 13 + rank]
            made.height[array_index(bit)] = 1 << 4 * suit
            home |= bit if rank < height else 0
    shift = 16
    for hidden, cards in zip(face_down, face_up, strict=True):
        dealt = [BIT_OF_INDEX[card] for card in (*hidden, *cards[:1])]
        one = 1 << shift
        shift += (len(hidden) + 1).bit_length()
        for below, bit in zip([0, *dealt], dealt, strict=False):
            at = array_index(bit)
            free_king = below == dealt[0] and below & KINGS
            made.in_place[at] = 2 * one if free_king else one
            made.turned[at] = below
            made.next_root[at] = 0 if free_king else below
            made.emptied[at] = 0 if below else 1
        if not cards:
            empty += 1
        elif hidden or not dealt[0] & KINGS:
            roots |= dealt[-1]
            key += len(dealt) * one
        for card in cards:
            visible |= BIT_OF_INDEX[card]
    made.talon_shift = shift
    cards_in_order = (*waste, *stock)
    made.talon_bits = (1 << len(cards_in_order)) - 1
    for index, card in enumerate(cards_in_order):
        made.in_talon[array_index(BIT_OF_INDEX[card])] = 1 << (shift + index)
        made.talon_card[array_index(1 << index)] = BIT_OF_INDEX[card]
        talon |= BIT_OF_INDEX[card]
    key += made.talon_bits << shift
    shift += len(cards_in_order)
    made.waste_shift = shift
    size = len(waste)
    if draw_count > 1:
        made.waste_bits = (1 << len(cards_in_order).bit_length()) - 1
        if size % draw_count and stock:
            key += size << shift
    made.push(key, visible, roots, home, talon, empty, 0, size if redeals >= 0 else 0)
    return made


class _Cards(NamedTuple):
    """The cards of one node of a path."""

    visible: int
    roots: int
    home: int
    talon: int


def _solution(tables: RuleTables, position: Position, found: Search) -> list[int]:
    last = int(found.depth)
    path = [int(found.path[at]) for at in range((last + 1) * PATH_WORDS)]

    def cards_at(depth: int, moment: int) -> _Cards:
        return _Cards(*path[depth * PATH_WORDS + moment :][: len(_Cards._fields)])

    builder = SolutionBuilder(tables, position)
    before = None
    for depth in range(1, last + 1):
        reached, left = cards_at(depth, REACHED), cards_at(depth, LEFT)
        if before is not None:
            _play_step(builder, before, reached)
        _play_forced(builder, indexes(left.home & ~reached.home))
        before = left
    return builder.finish()


def _play_step(builder: SolutionBuilder, before: _Cards, after: _Cards) -> None:
    gone = after.home & ~before.home
    # of several placed cards, each lies on the one placed before: the highest rank comes first
    for card in reversed(indexes(before.talon & ~after.talon & ~gone)):
        builder.place(card)
    for card in indexes(gone):
        builder.to_foundation(card)
    for card in indexes(before.home & ~after.home):
        builder.take_back(card)
    for card in indexes(before.roots & ~after.roots & ~gone):
        builder.move_run(card)


def _play_forced(builder: SolutionBuilder, cards: list[int]) -> None:
    # the forced foundation moves of the kernel, in an order in which they can be made
    while cards:
        heights = builder.position[FOUNDATIONS]
        card = next(
            card
            for card in cards
            if heights[SUITS[card]] == HEIGHTS[card] and _can_go(builder, card)
        )
        builder.to_foundation(card)
        cards.remove(card)


def _can_go(builder: SolutionBuilder, card: int) -> bool:
    if builder.column_of(card) >= 0:
        return builder.can_leave(card)
    # SAFE_TALON takes any card if all are available, otherwise the last or the top one
    stock, waste = builder.position[STOCK], builder.position[WASTE]
    if builder.tables.max_redeals != UNLIMITED:
        return waste[-1:] == (card,)
    return card in (*waste, *stock)[0 if builder.tables.draw_count == 1 else -1 :]
