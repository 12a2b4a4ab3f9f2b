"""The standard family of games, searched on bit masks.

Private, compiled when a compiler is there, and the same source when it is not. It serves one
deck and any part of a run, building in alternating colours, in one colour, in one suit or whatever
the suits, kings or nothing to empty columns, any number of cards to a draw, foundation return on
or off, redeals unlimited or limited. `_standard` leads to it from a position and back; `_pruning`
says why each rule that leaves something out is right.

**The arrangement.** Where a face-up card lies makes no difference, as long as runs may be split:
the cards that take the same guests can stand in for each other. So a node of the search knows only

* which cards lie face up in the columns (``visible``),
* which of these lie directly on face-down cards or on the floor where they were dealt
  (``roots``; a king on the floor is none, for it is free),
* which lie on the foundations (``built``) and in stock or waste (``talon``),
* how many columns are empty (``empty``),
* with draws of several cards, the size of the waste, where that matters.

A *group* is the cards of one rank that take the same guests: those of one colour, when the build
goes by colours; a single card, when it goes by suits; all four, when suits do not matter. A group
is *open* if one of its cards lies on top of a column or can be made to by moving a run to another
card of the group. That is a count: the visible cards of the group, less the visible cards one rank
lower that may lie on it and are no roots, for each of those covers one. A card can leave if its
group is open, and can be placed if the group it goes on is open.

Moves are *uncovering* (a root leaves for another column and the card beneath it turns), *going
up* (from column or talon), *placing* (from the talon) and *taking back* (from a foundation).
Each takes openings of groups, a card from the talon or a height of a foundation and gives others,
and none gives what it takes; so of two moves that can both be made in either order the result
is the same.

**The key** of a node holds, from the lowest bit, the heights of the foundations (four bits each),
the number of dealt cards still in place in each column, one bit for each card of the talon, and
the size of the waste. It is exact and below 2 ** 62.
"""

# Every variable of the long loop in `run` has its type, but pyright gives up on inferring what
# operators make of them there; mypy checks them.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from typing import Final

from klondike._compat import i64
from klondike.solver._bits import (
    ALL,
    DE_BRUIJN,
    KINGS,
    count,
    group_of,
    grown,
    guests_of,
    last_bit,
    next_cards,
    open_cards,
    top_cards,
)
from klondike.solver._pruning import (
    LAZY,
    OPEN_CARDS,
    RAISE,
    SAFE,
    SAFE_TALON,
    safe_cards,
    safe_from_talon,
)
from klondike.solver._store import NODE, Search

LOST: Final = 0
WON: Final = 1
STOPPED: Final = 2

TAKEN_BACK: Final = 0x4000000000000000

# in the word that also counts the empty columns
NOT_RAISED: Final = 16
# so many visits are cheaper than asking the relaxed game
EASY: Final = 1000


def waste_tops(search: Search, left: i64, waste: i64) -> i64:
    """The cards of the talon that drawing on from a waste brings to its top, in one pass."""
    draw_count = search.draw_count
    cards: i64 = 0
    size: i64 = 0
    bit: i64 = 0
    while left:
        bit = left & -left
        left ^= bit
        size += 1
        if size >= waste and ((size - waste) % draw_count == 0 or left == 0):
            cards |= search.talon_card[((bit * DE_BRUIJN) >> 58) & 63]
    return cards


def place_for_a_use(
    search: Search,
    key: i64,
    visible: i64,
    roots: i64,
    built: i64,
    talon: i64,
    empty: i64,
    card: i64,
    time: i64,
) -> None:
    """Pushes what the card just placed from the talon is good for: rule LAZY.

    Its group is open by this card alone. Uses are: another card of the group goes up, a root moves
    onto it, a card taken back goes onto it, or another card of the talon does that is of use in
    turn.
    """
    group: i64 = group_of(card, search.build)
    guests: i64 = guests_of(group, search.build)
    place: i64 = 0
    bit: i64 = 0
    cards: i64 = (group ^ card) & visible & next_cards(built)
    while cards:
        bit = cards & -cards
        cards ^= bit
        place = ((bit * DE_BRUIJN) >> 58) & 63
        if bit & roots:
            search.push(
                key + search.height[place] - search.in_place[place],
                (visible ^ bit) | search.turned[place],
                (roots ^ bit) | search.next_root[place],
                built | bit,
                talon,
                empty + search.emptied[place],
                0,
                time,
            )
        else:
            search.push(
                key + search.height[place],
                visible ^ bit,
                roots,
                built | bit,
                talon,
                empty + (1 if bit & KINGS else 0),
                0,
                time,
            )
    cards = talon & guests
    if cards:
        cards &= ~open_cards(visible, roots, search.build)
        while cards:
            bit = cards & -cards
            cards ^= bit
            place = ((bit * DE_BRUIJN) >> 58) & 63
            place_for_a_use(
                search,
                key - search.in_talon[place],
                visible | bit,
                roots,
                built,
                talon ^ bit,
                empty,
                bit,
                time,
            )
    if search.foundation_return:
        cards = top_cards(built) & guests
        if cards:
            if search.rules & SAFE:
                cards &= ~safe_cards(built, True, search.build)
            while cards:
                bit = cards & -cards
                cards ^= bit
                place = ((bit * DE_BRUIJN) >> 58) & 63
                search.push(
                    key - search.height[place],
                    visible | bit,
                    roots,
                    built ^ bit,
                    talon,
                    empty + (NOT_RAISED if search.rules & RAISE else 0),
                    bit,
                    time,
                )
    cards = roots & guests
    while cards:
        bit = cards & -cards
        cards ^= bit
        place = ((bit * DE_BRUIJN) >> 58) & 63
        search.push(
            key - search.in_place[place],
            visible | search.turned[place],
            (roots ^ bit) | search.next_root[place],
            built,
            talon,
            empty + search.emptied[place],
            0,
            time,
        )


def run(search: Search, max_states: i64) -> int:
    """Visits nodes, depth first, until one is won, none is left or the memory is used up.

    Args:
        search: With the first node on its stack.
        max_states: How many nodes to remember at most, those of the relaxed game included.

    Returns:
        WON, with the nodes on the way in ``path``; LOST; or STOPPED.
    """
    height = search.height
    turned = search.turned
    next_root = search.next_root
    in_place = search.in_place
    emptied = search.emptied
    in_talon = search.in_talon
    draw_count = search.draw_count
    redeals = search.redeals
    returns = search.foundation_return
    rules = search.rules
    build = search.build
    to_empty = search.to_empty
    # these can never come back from a foundation
    stuck: i64 = KINGS & ~to_empty
    relaxed = search.relaxed
    talon_bits = search.talon_bits
    talon_shift = search.talon_shift
    waste_shift = search.waste_shift
    waste_bits = search.waste_bits
    remembers = search.remembers
    at_will = draw_count == 1 and redeals < 0
    lazy = at_will and rules & LAZY != 0
    raises = returns and rules & RAISE != 0
    not_raised: i64 = NOT_RAISED if raises else 0
    ahead: i64 = 0
    safe: i64 = 0
    bit: i64 = 0
    cards: i64 = 0
    place: i64 = 0
    left: i64 = 0
    waste: i64 = 0
    total: i64 = 0
    later: i64 = 0
    now: i64 = 0
    turned_over: i64 = 0
    known_built: i64 = -1
    known_left: i64 = 0
    known_waste: i64 = 0
    after: i64 = 0
    look: i64 = 0
    while search.top:
        stack = search.stack
        top: i64 = search.top - NODE
        search.top = top
        key: i64 = stack[top]
        visible: i64 = stack[top + 1]
        roots: i64 = stack[top + 2]
        built: i64 = stack[top + 3]
        talon: i64 = stack[top + 4]
        empty: i64 = stack[top + 5]
        kept: i64 = stack[top + 6]
        time: i64 = stack[top + 7]
        depth: i64 = stack[top + 8]
        taken_back: i64 = empty & NOT_RAISED
        empty &= 15
        search.visits += 1
        first_visible: i64 = visible
        first_roots: i64 = roots
        first_built: i64 = built
        first_talon: i64 = talon

        while True:
            opened: i64 = open_cards(visible, roots, build)
            # many moves leave the foundations as they are
            if built != known_built:
                known_built = built
                ahead = next_cards(built)
                if rules & SAFE:
                    safe = safe_cards(built, returns, build)
            rising: i64 = visible & opened & ahead
            if taken_back:
                break
            cards = rising & safe
            if raises:
                cards |= rising & ~roots & ~stuck
            if cards:
                bit = cards & -cards
                place = ((bit * DE_BRUIJN) >> 58) & 63
                key += height[place]
                built |= bit
                visible ^= bit
                if roots & bit:
                    key -= in_place[place]
                    visible |= turned[place]
                    roots = (roots ^ bit) | next_root[place]
                    empty += emptied[place]
                elif bit & KINGS:
                    empty += 1
                continue
            if not rules & SAFE_TALON:
                break
            cards = talon & ahead
            if not cards:
                break
            cards &= safe_from_talon(built, returns, build)
            if not cards:
                break
            left = (key >> talon_shift) & talon_bits
            bit = 0
            if at_will:
                bit = cards & -cards
            elif redeals < 0:
                if not (key >> waste_shift) & waste_bits:
                    bit = cards & search.talon_card[((last_bit(left) * DE_BRUIJN) >> 58) & 63]
            elif time & 63 and (draw_count == 1 or time >> 6 == redeals):
                # the top of the waste has so many cards of the talon up to it
                while True:
                    bit = cards & -cards
                    cards ^= bit
                    after = in_talon[((bit * DE_BRUIJN) >> 58) & 63] >> talon_shift
                    if not bit or count(left & (after | (after - 1))) == time & 63:
                        break
                if bit:
                    time -= 1
                    waste = time & 63
                    key &= ~(waste_bits << waste_shift)
                    if waste % draw_count and waste != count(left) - 1:
                        key |= waste << waste_shift
            if not bit:
                break
            place = ((bit * DE_BRUIJN) >> 58) & 63
            key += height[place] - in_talon[place]
            built |= bit
            talon ^= bit

        look = key
        if taken_back:
            look = key | TAKEN_BACK
        if rules & OPEN_CARDS:
            cards = visible | built
            if at_will:
                cards |= talon
            won = cards == ALL
        else:
            won = built == ALL
        if not won and search.is_known(look, time):
            if remembers and search.is_alive(key):
                search.mark_alive(depth - 1)
                return WON
            continue
        search.depth = depth
        if remembers:
            if depth >= len(search.path_keys):
                search.path_keys = grown(search.path_keys)
            search.path_keys[depth] = key
        else:
            search.keep_path(depth, first_visible, first_roots, first_built, first_talon, 0)
            search.keep_path(depth, visible, roots, built, talon, 4)
        if won:
            if remembers:
                search.mark_alive(depth)
            return WON
        if relaxed is not None:
            if search.stored + relaxed.stored > max_states:
                return STOPPED
            if search.visits > EASY and not taken_back:
                relaxed.top = 0
                relaxed.depth = 0
                relaxed.push(
                    key & ~(waste_bits << waste_shift), visible, roots, built, talon, empty, 0, 0
                )
                answer = run(relaxed, max_states - search.stored)
                if answer == LOST:
                    continue
                if answer == STOPPED:
                    return STOPPED
        elif search.stored > max_states:
            return STOPPED

        room: i64 = guests_of(opened, build)
        if empty > 0:
            room |= to_empty
        # pushed last, looked at first
        if returns:
            cards = top_cards(built) & room & ~safe
            while cards:
                bit = cards & -cards
                cards ^= bit
                place = ((bit * DE_BRUIJN) >> 58) & 63
                search.push(
                    key - height[place],
                    visible | bit,
                    roots,
                    built ^ bit,
                    talon,
                    (empty - (1 if bit & KINGS else 0)) | not_raised,
                    kept | bit,
                    time,
                )
        cards = rising & ~roots & ~kept
        if raises and not taken_back:
            cards &= stuck
        while cards:
            bit = cards & -cards
            cards ^= bit
            place = ((bit * DE_BRUIJN) >> 58) & 63
            search.push(
                key + height[place],
                visible ^ bit,
                roots,
                built | bit,
                talon,
                empty + (1 if bit & KINGS else 0),
                0,
                time,
            )
        if lazy:
            cards = talon & room & ~opened
            while cards:
                bit = cards & -cards
                cards ^= bit
                place = ((bit * DE_BRUIJN) >> 58) & 63
                place_for_a_use(
                    search,
                    key - in_talon[place],
                    visible | bit,
                    roots,
                    built,
                    talon ^ bit,
                    empty - (1 if bit & KINGS else 0),
                    bit,
                    time,
                )
            cards = talon & ahead
            while cards:
                bit = cards & -cards
                cards ^= bit
                place = ((bit * DE_BRUIJN) >> 58) & 63
                search.push(
                    key + height[place] - in_talon[place],
                    visible,
                    roots,
                    built | bit,
                    talon ^ bit,
                    empty,
                    0,
                    time,
                )
        elif talon & (room | ahead):
            left = (key >> talon_shift) & talon_bits
            total = count(left)
            waste = (key >> waste_shift) & waste_bits
            if redeals >= 0:
                waste = time & 63
            # most moves leave the talon as it is
            if left != known_left or waste != known_waste:
                known_left = left
                known_waste = waste
                now = waste_tops(search, left, waste)
                turned_over = waste_tops(search, left, 0) & ~now
            later = 0
            if redeals < 0 or time >> 6 < redeals:
                later = turned_over
            cards = (now | later) & (room | ahead)
            while cards:
                bit = cards & -cards
                cards ^= bit
                place = ((bit * DE_BRUIJN) >> 58) & 63
                after = count(left & ((in_talon[place] >> talon_shift) - 1))
                look = key - in_talon[place] & ~(waste_bits << waste_shift)
                if after % draw_count and after != total - 1:
                    look |= after << waste_shift
                if redeals >= 0:
                    after += (time & ~63) + (64 if bit & later else 0)
                else:
                    after = 0
                if bit & ahead:
                    search.push(
                        look + height[place],
                        visible,
                        roots,
                        built | bit,
                        talon ^ bit,
                        empty,
                        0,
                        after,
                    )
                if bit & room:
                    search.push(
                        look,
                        visible | bit,
                        roots,
                        built,
                        talon ^ bit,
                        empty - (1 if bit & KINGS else 0),
                        0,
                        after,
                    )
        cards = rising & roots
        while cards:
            bit = cards & -cards
            cards ^= bit
            place = ((bit * DE_BRUIJN) >> 58) & 63
            search.push(
                key + height[place] - in_place[place],
                (visible ^ bit) | turned[place],
                (roots ^ bit) | next_root[place],
                built | bit,
                talon,
                empty + emptied[place],
                0,
                time,
            )
        cards = roots & room
        while cards:
            bit = cards & -cards
            cards ^= bit
            place = ((bit * DE_BRUIJN) >> 58) & 63
            search.push(
                key - in_place[place],
                visible | turned[place],
                (roots ^ bit) | next_root[place],
                built,
                talon,
                empty + emptied[place] - (1 if bit & KINGS else 0),
                0,
                time,
            )
    return LOST
