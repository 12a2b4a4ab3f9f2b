"""Fewest moves, for Klondike with any draw count and redeals: a best-first search.

Private, compiled like `_kernel`. A* with a table of all nodes, rather than iterative deepening:
the same arrangement is reached in very many orders, and a table of 72 bytes a node finds them.
`_arrangements` has the nodes and the bound.

**What is left out**, and never needed for a shortest win:

* A card goes up and nothing else is tried if all four foundations hold the rank two below it.
  All that could lie on it can go up as soon as it can move, which costs less than to move onto
  it, and nothing lies on those any more. From the waste with one card to a draw only, where
  taking it shifts no other card.
* A part of a run moves only to uncover a card that goes up in the next move. Until then the two
  cards on which the part may lie can change roles: what would go onto the one goes onto the
  other, and the part moves, with whatever lies in its place, when one of them goes up.
* A king or a run from the floor of a column does not move to another empty column.
* Of columns without dealt cards only the contents count, not the order.
"""

from __future__ import annotations

from typing import Final

from klondike._compat import i64
from klondike.solver._arrangements import (
    BUCKETS,
    COST,
    FLOOR,
    LOW_31,
    PILE,
    STATE,
    WORDS,
    Shortest,
    copy_codes,
    offer,
    place_in_talon,
    put_card,
    take_run,
    target_column,
    top_of,
    unpack,
)

FOUND: Final = 1
NONE: Final = 0
STOPPED: Final = 2

# kinds of steps; a ladder moves a part of a run and puts the uncovered card up
PLACE: Final = 0
UP_FROM_WASTE: Final = 1
MOVE_RUN: Final = 2
UP: Final = 3
BACK: Final = 4
LADDER: Final = 5

# in the word with the cost
CLOSED: Final = 0x1000


def expand(search: Shortest, node: i64) -> None:
    """Offers the children of a node."""
    nodes = search.nodes
    at: i64 = node * WORDS
    word: i64 = nodes[at]
    built: i64 = word & 0xFFFF
    left: i64 = (word >> 16) & 0xFFFFFF
    waste: i64 = (word >> 40) & 63
    recycled: i64 = word >> 46
    cost: i64 = nodes[at + STATE] & COST
    unpack(search, node)
    runs = search.runs
    lengths = search.lengths
    columns = search.columns
    one: i64 = 1
    lowest: i64 = 13
    suit: i64 = 0
    while suit < 4:
        if (built >> (suit << 2)) & 15 < lowest:
            lowest = (built >> (suit << 2)) & 15
        suit += 1

    column: i64 = 0
    card: i64 = 0
    ups: i64 = 0
    while column < columns:
        card = top_of(search, column)
        if card != FLOOR and (built >> ((card & 3) << 2)) & 15 == card >> 2:
            if card >> 2 <= lowest + 1:
                copy_codes(search)
                take_run(search, column, 1)
                risen: i64 = built + (one << ((card & 3) << 2))
                offer(search, node, cost + 1, risen, left, waste, recycled, UP, card, 0)
                return
            ups |= one << column
        column += 1
    # the talon: size of the waste, and the costs of drawing to each card of it
    total: i64 = 0
    rest: i64 = left
    while rest:
        total += 1
        rest &= rest - 1
    draws = search.draw_count
    if draws == 1 and waste:
        card = search.talon[place_in_talon(left, waste)]
        if (built >> ((card & 3) << 2)) & 15 == card >> 2 and card >> 2 <= lowest + 1:
            copy_codes(search)
            offer_talon(
                search, node, cost + 1, built, left, waste, recycled, UP_FROM_WASTE, card, -1
            )
            return

    column = 0
    while column < columns:
        if (ups >> column) & 1:
            card = top_of(search, column)
            copy_codes(search)
            take_run(search, column, 1)
            risen = built + (one << ((card & 3) << 2))
            offer(search, node, cost + 1, risen, left, waste, recycled, UP, card, 0)
        column += 1

    target: i64 = 0
    number: i64 = 0
    place: i64 = 0
    above: i64 = 0
    column = 0
    while column < columns:
        number = lengths[column]
        if number and search.codes[column] & 7:
            # the whole run; a king on the floor counts as not dealt, and stays
            card = runs[column * PILE]
            target = target_column(search, card, 0)
            while target >= 0:
                copy_codes(search)
                take_run(search, column, number)
                place = 0
                while place < number:
                    put_card(search, target, runs[column * PILE + place])
                    place += 1
                offer(
                    search,
                    node,
                    cost + 1,
                    built,
                    left,
                    waste,
                    recycled,
                    MOVE_RUN,
                    card,
                    top_of(search, target),
                )
                if card >= 48:
                    break
                target = target_column(search, card, target + 1)
        place = number - 1
        while place > 0:
            # a part, for the card above which it lies to go up
            above = runs[column * PILE + place - 1]
            card = runs[column * PILE + place]
            place -= 1
            if (built >> ((above & 3) << 2)) & 15 != above >> 2:
                continue
            target = target_column(search, card, 0)
            while target >= 0:
                copy_codes(search)
                take_run(search, column, number - place - 1)
                take_run(search, column, 1)
                above_place: i64 = place + 1
                while above_place < number:
                    put_card(search, target, runs[column * PILE + above_place])
                    above_place += 1
                risen = built + (one << ((above & 3) << 2))
                offer(
                    search,
                    node,
                    cost + 2,
                    risen,
                    left,
                    waste,
                    recycled,
                    LADDER,
                    card,
                    top_of(search, target),
                )
                target = target_column(search, card, target + 1)
        column += 1

    if search.foundation_return:
        suit = 0
        while suit < 4:
            number = (built >> (suit << 2)) & 15
            if number > lowest + 2:
                card = (number - 1) * 4 + suit
                target = target_column(search, card, 0)
                while target >= 0:
                    copy_codes(search)
                    put_card(search, target, card)
                    offer(
                        search,
                        node,
                        cost + 1,
                        built - (one << (suit << 2)),
                        left,
                        waste,
                        recycled,
                        BACK,
                        card,
                        top_of(search, target),
                    )
                    if card >= 48:
                        break
                    target = target_column(search, card, target + 1)
            suit += 1

    # the top cards of the waste, in the order of drawing, each once
    size: i64 = waste
    passes: i64 = 0
    spent: i64 = 0
    seen: i64 = 0
    while total:
        if size and not (seen >> size) & 1:
            seen |= one << size
            card = search.talon[place_in_talon(left, size)]
            if (built >> ((card & 3) << 2)) & 15 == card >> 2:
                copy_codes(search)
                offer_talon(
                    search,
                    node,
                    cost + spent + 1,
                    built,
                    left,
                    size,
                    recycled + passes,
                    UP_FROM_WASTE,
                    card,
                    -1,
                )
            target = target_column(search, card, 0)
            while target >= 0:
                copy_codes(search)
                offer_talon(
                    search,
                    node,
                    cost + spent + 1,
                    built,
                    left,
                    size,
                    recycled + passes,
                    PLACE,
                    card,
                    target,
                )
                if card >= 48:
                    break
                target = target_column(search, card, target + 1)
        if size < total:
            size += draws
            if size > total:
                size = total
            spent += 1
        elif passes or (search.redeals >= 0 and recycled >= search.redeals):
            break
        else:
            size = 0
            passes = 1
            spent += search.recycle_cost


def offer_talon(
    search: Shortest,
    node: i64,
    cost: i64,
    built: i64,
    left: i64,
    size: i64,
    recycled: i64,
    kind: i64,
    card: i64,
    target: i64,
) -> None:
    """Offers the child after the top card of a waste of this size left."""
    gone: i64 = 1
    gone <<= place_in_talon(left, size)
    below: i64 = FLOOR
    if target < 0:
        one: i64 = 1
        built += one << ((card & 3) << 2)
    else:
        below = top_of(search, target)
        put_card(search, target, card)
    if search.redeals < 0:
        recycled = 0
    offer(search, node, cost, built, left ^ gone, size - 1, recycled, kind, card, below)


def run(search: Shortest, max_states: i64) -> int:
    """Expands nodes, those with the lowest estimate first.

    Args:
        search: With its first node offered.
        max_states: How many nodes to keep at most.

    Returns:
        FOUND, with the won node in ``goal``; NONE, if there is none; or STOPPED. The lowest
        estimate that was not refuted is ``least``.
    """
    while True:
        while search.least < BUCKETS and search.heads[search.least] == 0:
            search.least += 1
        if search.least == BUCKETS:
            return NONE
        entries = search.entries
        entry: i64 = search.heads[search.least]
        node: i64 = entries[entry] >> 31
        search.heads[search.least] = entries[entry] & LOW_31
        entries[entry] = search.free
        search.free = entry
        at: i64 = node * WORDS
        state: i64 = search.nodes[at + STATE]
        if state & CLOSED:
            continue
        search.nodes[at + STATE] = state | CLOSED
        if search.nodes[at] & 0xFFFF == 0xDDDD:
            search.goal = node
            return FOUND
        if search.count > max_states:
            return STOPPED
        expand(search, node)
