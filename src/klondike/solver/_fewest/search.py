"""Fewest moves, for Klondike with any draw count and redeals: a best-first search.

Private, compiled. The search is A* with a table of all nodes, not iterative deepening. The same
arrangement is reached in very many orders, and the table, with 72 bytes a node, recognises it.
`nodes` has the packed nodes and the lower bound.

**What is left out**, because a shortest solution never needs it:

* If a card can go to its foundation, and every foundation has reached at least the rank two below
  it, that move is the only one offered. Whatever could lie on the card can go to its own foundation
  as soon as it can move. That costs less than moving it onto the card first, and no card is left
  that could lie on it. For a card of the waste this holds only with one card to a draw, because
  then taking the card shifts no other card.
* A part of a run moves only to uncover a card that goes to its foundation in the next move. Until
  then the two cards that can take the part are interchangeable: what would go onto the one goes
  onto the other, and the part moves, with whatever lies in its place, when one of the two goes.
* A king at the bottom of a column, with its run, does not move to another empty column.
* The order of columns without dealt cards does not matter, only their contents.
"""

from __future__ import annotations

from typing import Final

from klondike._compat import i64
from klondike.solver._fewest.nodes import (
    BUCKETS,
    CLOSED,
    COST_MASK,
    DEALT_MASK,
    ENTRY_SHIFT,
    FIRST_KING,
    FLOOR,
    HOME_MASK,
    NEXT_ENTRY_MASK,
    NODE_WORDS,
    PILE,
    REDEALS_SHIFT,
    STATE,
    TALON_MASK,
    TALON_SHIFT,
    WASTE_MASK,
    WASTE_SHIFT,
    FewestSearch,
    copy_columns,
    offer,
    put_card,
    take_run,
    talon_index,
    target_column,
    top_of,
    unpack,
)

FOUND: Final = 1
NONE: Final = 0
STOPPED: Final = 2

# kinds of steps
TALON_TO_COLUMN: Final = 0
TALON_TO_FOUNDATION: Final = 1
MOVE_RUN: Final = 2
TO_FOUNDATION: Final = 3
TAKE_BACK: Final = 4
# a part of a run moves, and the card that it uncovers goes to its foundation
MOVE_PART: Final = 5

ALL_HOME: Final = 0xDDDD


def height_of(home: i64, suit: i64) -> i64:
    """The height of a suit's foundation."""
    return (home >> (suit << 2)) & 15


def is_next(home: i64, card: i64) -> bool:
    """Whether a card is the next one of its foundation."""
    return (home >> ((card & 3) << 2)) & 15 == card >> 2


def with_card(home: i64, card: i64) -> i64:
    """The foundations with this card on them."""
    one: i64 = 1
    return home + (one << ((card & 3) << 2))


def expand(search: FewestSearch, node: i64) -> None:
    """Offers the children of a node."""
    at: i64 = node * NODE_WORDS
    word: i64 = search.nodes[at]
    home: i64 = word & HOME_MASK
    talon_left: i64 = (word >> TALON_SHIFT) & TALON_MASK
    waste: i64 = (word >> WASTE_SHIFT) & WASTE_MASK
    recycled: i64 = word >> REDEALS_SHIFT
    cost: i64 = search.nodes[at + STATE] & COST_MASK
    unpack(search, node)
    lowest: i64 = 13
    suit: i64 = 0
    while suit < 4:
        if height_of(home, suit) < lowest:
            lowest = height_of(home, suit)
        suit += 1
    if offer_safe_move(search, node, cost, home, talon_left, waste, recycled, lowest):
        return
    offer_foundation_moves(search, node, cost, home, talon_left, waste, recycled)
    offer_run_moves(search, node, cost, home, talon_left, waste, recycled)
    if search.foundation_return:
        offer_returns(search, node, cost, home, talon_left, waste, recycled, lowest)
    offer_talon_moves(search, node, cost, home, talon_left, waste, recycled)


def offer_to_foundation(
    search: FewestSearch,
    node: i64,
    cost: i64,
    home: i64,
    talon_left: i64,
    waste: i64,
    recycled: i64,
    column: i64,
) -> None:
    """Offers the move of a column's top card to its foundation."""
    card: i64 = top_of(search, column)
    copy_columns(search)
    take_run(search, column, 1)
    offer(
        search,
        node,
        cost + 1,
        with_card(home, card),
        talon_left,
        waste,
        recycled,
        TO_FOUNDATION,
        card,
        0,
    )


def offer_safe_move(
    search: FewestSearch,
    node: i64,
    cost: i64,
    home: i64,
    talon_left: i64,
    waste: i64,
    recycled: i64,
    lowest: i64,
) -> bool:
    """Offers a foundation move that makes all other moves unnecessary; False if there is none."""
    column: i64 = 0
    card: i64 = 0
    while column < search.columns:
        card = top_of(search, column)
        if card != FLOOR and is_next(home, card) and card >> 2 <= lowest + 1:
            offer_to_foundation(search, node, cost, home, talon_left, waste, recycled, column)
            return True
        column += 1
    if search.draw_count == 1 and waste:
        card = search.talon[talon_index(talon_left, waste)]
        if is_next(home, card) and card >> 2 <= lowest + 1:
            offer_from_talon(
                search,
                node,
                cost + 1,
                home,
                talon_left,
                waste,
                recycled,
                TALON_TO_FOUNDATION,
                card,
                -1,
            )
            return True
    return False


def offer_foundation_moves(
    search: FewestSearch,
    node: i64,
    cost: i64,
    home: i64,
    talon_left: i64,
    waste: i64,
    recycled: i64,
) -> None:
    """Offers the moves of columns' top cards to their foundations."""
    column: i64 = 0
    while column < search.columns:
        card: i64 = top_of(search, column)
        if card != FLOOR and is_next(home, card):
            offer_to_foundation(search, node, cost, home, talon_left, waste, recycled, column)
        column += 1


def move_cards(search: FewestSearch, column: i64, first: i64, target: i64) -> None:
    """Moves the cards of a run, from index ``first`` on, to another column of the child."""
    length: i64 = search.lengths[column]
    take_run(search, column, length - first)
    while first < length:
        put_card(search, target, search.runs[column * PILE + first])
        first += 1


def offer_run_moves(
    search: FewestSearch,
    node: i64,
    cost: i64,
    home: i64,
    talon_left: i64,
    waste: i64,
    recycled: i64,
) -> None:
    """Offers the moves of whole runs, and of parts that uncover a card for its foundation."""
    column: i64 = 0
    target: i64 = 0
    card: i64 = 0
    above: i64 = 0
    first: i64 = 0
    while column < search.columns:
        # a king at the bottom counts as not dealt, and its run stays
        if search.lengths[column] and search.packed[column] & DEALT_MASK:
            card = search.runs[column * PILE]
            target = target_column(search, card, 0)
            while target >= 0:
                copy_columns(search)
                move_cards(search, column, 0, target)
                offer(
                    search,
                    node,
                    cost + 1,
                    home,
                    talon_left,
                    waste,
                    recycled,
                    MOVE_RUN,
                    card,
                    top_of(search, target),
                )
                if card >= FIRST_KING:
                    break
                target = target_column(search, card, target + 1)
        first = search.lengths[column] - 1
        while first > 0:
            above = search.runs[column * PILE + first - 1]
            card = search.runs[column * PILE + first]
            if is_next(home, above):
                target = target_column(search, card, 0)
                while target >= 0:
                    copy_columns(search)
                    move_cards(search, column, first, target)
                    take_run(search, column, 1)
                    offer(
                        search,
                        node,
                        cost + 2,
                        with_card(home, above),
                        talon_left,
                        waste,
                        recycled,
                        MOVE_PART,
                        card,
                        top_of(search, target),
                    )
                    target = target_column(search, card, target + 1)
            first -= 1
        column += 1


def offer_returns(
    search: FewestSearch,
    node: i64,
    cost: i64,
    home: i64,
    talon_left: i64,
    waste: i64,
    recycled: i64,
    lowest: i64,
) -> None:
    """Offers the moves of cards back from their foundations."""
    one: i64 = 1
    suit: i64 = 0
    while suit < 4:
        height: i64 = height_of(home, suit)
        if height > lowest + 2:
            card: i64 = (height - 1) * 4 + suit
            target: i64 = target_column(search, card, 0)
            while target >= 0:
                copy_columns(search)
                put_card(search, target, card)
                offer(
                    search,
                    node,
                    cost + 1,
                    home - (one << (suit << 2)),
                    talon_left,
                    waste,
                    recycled,
                    TAKE_BACK,
                    card,
                    top_of(search, target),
                )
                if card >= FIRST_KING:
                    break
                target = target_column(search, card, target + 1)
        suit += 1


def offer_talon_moves(
    search: FewestSearch,
    node: i64,
    cost: i64,
    home: i64,
    talon_left: i64,
    waste: i64,
    recycled: i64,
) -> None:
    """Offers the moves of the top cards of the waste, in the order of drawing, each once."""
    draw_count = search.draw_count
    total: i64 = 0
    rest: i64 = talon_left
    while rest:
        total += 1
        rest &= rest - 1
    one: i64 = 1
    size: i64 = waste
    passes: i64 = 0
    spent: i64 = 0
    seen: i64 = 0
    card: i64 = 0
    target: i64 = 0
    while total:
        if size and not (seen >> size) & 1:
            seen |= one << size
            card = search.talon[talon_index(talon_left, size)]
            if is_next(home, card):
                offer_from_talon(
                    search,
                    node,
                    cost + spent + 1,
                    home,
                    talon_left,
                    size,
                    recycled + passes,
                    TALON_TO_FOUNDATION,
                    card,
                    -1,
                )
            target = target_column(search, card, 0)
            while target >= 0:
                offer_from_talon(
                    search,
                    node,
                    cost + spent + 1,
                    home,
                    talon_left,
                    size,
                    recycled + passes,
                    TALON_TO_COLUMN,
                    card,
                    target,
                )
                if card >= FIRST_KING:
                    break
                target = target_column(search, card, target + 1)
        if size < total:
            size += draw_count
            if size > total:
                size = total
            spent += 1
        elif passes or (search.redeals >= 0 and recycled >= search.redeals):
            break
        else:
            size = 0
            passes = 1
            spent += search.recycle_cost


def offer_from_talon(
    search: FewestSearch,
    node: i64,
    cost: i64,
    home: i64,
    talon_left: i64,
    size: i64,
    recycled: i64,
    kind: i64,
    card: i64,
    target: i64,
) -> None:
    """Offers the move of the top card of a waste of this size, to its foundation or a column."""
    gone: i64 = 1
    gone <<= talon_index(talon_left, size)
    below: i64 = FLOOR
    copy_columns(search)
    if target < 0:
        home = with_card(home, card)
    else:
        below = top_of(search, target)
        put_card(search, target, card)
    if search.redeals < 0:
        recycled = 0
    offer(search, node, cost, home, talon_left ^ gone, size - 1, recycled, kind, card, below)


def find_fewest(search: FewestSearch, max_states: i64) -> int:
    """Expands nodes, those with the lowest estimate first.

    Args:
        search: The search, with its first node offered.
        max_states: The most nodes to store.

    Returns:
        FOUND, with the won node in ``goal``; NONE, if there is no win; or STOPPED, if the budget is
        spent. ``least`` is then a lower bound: no solution is shorter.
    """
    while True:
        while search.least < BUCKETS and search.heads[search.least] == 0:
            search.least += 1
        if search.least == BUCKETS:
            return NONE
        entries = search.entries
        entry: i64 = search.heads[search.least]
        node: i64 = entries[entry] >> ENTRY_SHIFT
        search.heads[search.least] = entries[entry] & NEXT_ENTRY_MASK
        entries[entry] = search.free
        search.free = entry
        at: i64 = node * NODE_WORDS
        state: i64 = search.nodes[at + STATE]
        if state & CLOSED:
            continue
        search.nodes[at + STATE] = state | CLOSED
        if search.nodes[at] & HOME_MASK == ALL_HOME:
            search.goal = node
            return FOUND
        if search.count > max_states:
            return STOPPED
        expand(search, node)
