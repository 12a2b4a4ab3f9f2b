"""The search for a win in the standard family, on sets of cards.

Private, compiled. In the standard family there is one deck, and any part of what is built moves;
columns are built in alternating colours, in one colour, in one suit or in any suits; kings or
nothing go to empty columns; any number of cards makes a draw; foundation return is on or off,
redeals are unlimited or limited. The entry, in `klondike.solver._winning`, also checks that the
face-up cards lie in runs and that a key fits in a word. `dominances` says why leaving moves out
loses no win.

**The arrangement.** Where a face-up card lies makes no difference as long as runs may be split:
cards that take the same guests can replace each other. So a node of the search contains only

* which cards lie face up in the columns (``visible``),
* which of these are *roots*, lying directly on face-down cards or at the bottom of a column where
  they were dealt (``roots``; a king at the bottom of a column is not a root: it moves freely),
* which lie on the foundations (``home``) and in the talon, which is stock and waste (``talon``),
* how many columns are empty (``empty``),
* with draws of several cards, the size of the waste, if it matters.

A *group* is the cards of one rank that take the same guests: those of one colour, when the build
goes by colours; a single card, when it goes by suits; all four, when suits do not matter. A group
is *open* if one of its cards lies on top of a column or can be made to by moving a run to another
card of the group. To find out, count the visible cards of the group, and subtract the visible cards
one rank lower that may lie on them and are not roots: each of those covers one. What is left is the
number of its *openings*. A card can leave its column if its group is open, and can be placed if the
group that it goes on is open.

Moves are: a root goes to another column, and the card beneath it turns; a card goes to its
foundation, from a column or the talon; a card is placed from the talon; a card is taken back from
its foundation. Each move uses up some things (openings of groups, a card of the talon, a height of
a foundation) and makes others, never the same. So two moves that do not need each other can be made
in either order.

*At will* means one card to a draw and unlimited redeals: then every card of the talon is available
at any time, and taking one hides no other. The *relaxed game* is the same position at will.

**The key** of a node holds, from the lowest bit, the heights of the foundations (four bits each),
the number of dealt cards still in place in each column, one bit for each card of the talon, and
the size of the waste. It is exact and below 2 ** 62. With limited redeals the *talon clock*, 64
for each redeal used plus the size of the waste, is stored beside it: a node reached with an earlier
clock can do all that one with a later clock can.
"""


# Every variable has its type, but pyright gives up on inferring what operators make of them in the
# long loop; mypy checks them.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from typing import Final

from klondike._compat import i64
from klondike.solver._numbers import (
    ALL,
    DE_BRUIJN,
    KINGS,
    doubled,
    guests_of,
    highest_bit,
    next_cards,
    open_cards,
    popcount,
    top_cards,
)
from klondike.solver._winning.dominances import (
    LAZY,
    OPEN_CARDS,
    REVERSIBLE,
    SAFE,
    SAFE_TALON,
    safe_cards,
    safe_from_talon,
)
from klondike.solver._winning.memory import (
    NODE_DEPTH,
    NODE_EMPTY,
    NODE_HOME,
    NODE_KEY,
    NODE_ROOTS,
    NODE_TAKEN_BACK,
    NODE_TALON,
    NODE_TALON_CLOCK,
    NODE_VISIBLE,
    NODE_WORDS,
    Search,
)
from klondike.solver._winning.moves import (
    REDEAL_SHIFT,
    WASTE_SIZE,
    push_foundation_moves,
    push_placements,
    push_returns,
    push_root_moves,
    push_talon_moves,
    push_talon_to_foundation,
    with_waste,
)

LOST: Final = 0
WON: Final = 1
STOPPED: Final = 2

# a bit of a key: in this node cards have been taken back
TAKEN_BACK_MARK: Final = 0x4000000000000000
# below this many visits the relaxed search costs more than it saves
RELAX_AFTER_VISITS: Final = 1000


def waste_tops(search: Search, talon_left: i64, waste: i64) -> i64:
    """The cards of the talon that drawing on from a waste brings to its top, in one pass."""
    draw_count = search.draw_count
    cards: i64 = 0
    size: i64 = 0
    bit: i64 = 0
    while talon_left:
        bit = talon_left & -talon_left
        talon_left ^= bit
        size += 1
        if size >= waste and ((size - waste) % draw_count == 0 or talon_left == 0):
            cards |= search.talon_card[((bit * DE_BRUIJN) >> 58) & 63]
    return cards


def forced_from_talon(search: Search, cards: i64, key: i64, talon_clock: i64) -> i64:
    """Which of these cards, safe in the talon, must go to its foundation; 0 if none: SAFE_TALON."""
    if search.redeals < 0:
        if search.draw_count == 1:
            return cards & -cards
        if (key >> search.waste_shift) & search.waste_bits:
            return 0
        talon_left: i64 = (key >> search.talon_shift) & search.talon_bits
        return cards & search.talon_card[((highest_bit(talon_left) * DE_BRUIJN) >> 58) & 63]
    waste: i64 = talon_clock & WASTE_SIZE
    if waste == 0 or (search.draw_count > 1 and talon_clock >> REDEAL_SHIFT != search.redeals):
        return 0
    # the waste top is the card at index (waste size - 1) of the talon
    talon_left = (key >> search.talon_shift) & search.talon_bits
    while cards:
        bit: i64 = cards & -cards
        cards ^= bit
        one: i64 = search.in_talon[((bit * DE_BRUIJN) >> 58) & 63] >> search.talon_shift
        if popcount(talon_left & (one | (one - 1))) == waste:
            return bit
    return 0


def find_win(search: Search, max_states: i64) -> int:
    """Visits nodes, depth first, until one is won, none is left or the budget is spent.

    Args:
        search: The search, with the first node on its stack.
        max_states: The most nodes to store, including those of the relaxed game.

    Returns:
        WON, with the nodes on the way in ``path``; LOST; or STOPPED, if the budget is spent.
    """
    height = search.height
    turned = search.turned
    next_root = search.next_root
    in_place = search.in_place
    emptied = search.emptied
    in_talon = search.in_talon
    draw_count = search.draw_count
    redeals = search.redeals
    foundation_return = search.foundation_return
    switches = search.switches
    build = search.build
    to_empty = search.to_empty
    # kings that can never come back from a foundation
    stuck: i64 = KINGS & ~to_empty
    relaxed = search.relaxed
    keeps_wins = search.keeps_wins
    at_will = draw_count == 1 and redeals < 0
    lazy = at_will and switches & LAZY != 0
    forces_safe = switches & SAFE != 0
    reversible = foundation_return and switches & REVERSIBLE != 0
    ahead: i64 = 0
    safe: i64 = 0
    returnable: i64 = 0
    bit: i64 = 0
    cards: i64 = 0
    at: i64 = 0
    next_pass: i64 = 0
    this_pass: i64 = 0
    turned_over: i64 = 0
    known_home: i64 = -1
    known_talon: i64 = 0
    known_waste: i64 = 0
    while search.top:
        stack = search.stack
        top: i64 = search.top - NODE_WORDS
        search.top = top
        key: i64 = stack[top + NODE_KEY]
        visible: i64 = stack[top + NODE_VISIBLE]
        roots: i64 = stack[top + NODE_ROOTS]
        home: i64 = stack[top + NODE_HOME]
        talon: i64 = stack[top + NODE_TALON]
        empty: i64 = stack[top + NODE_EMPTY]
        taken_back: i64 = stack[top + NODE_TAKEN_BACK]
        talon_clock: i64 = stack[top + NODE_TALON_CLOCK]
        depth: i64 = stack[top + NODE_DEPTH]
        has_taken_back = reversible and taken_back != 0
        search.visits += 1
        visible_before: i64 = visible
        roots_before: i64 = roots
        home_before: i64 = home
        talon_before: i64 = talon

        # forced moves
        while True:
            opened: i64 = open_cards(visible, roots, build)
            # compute this only if the foundations have changed: many moves do not change them
            if home != known_home:
                known_home = home
                ahead = next_cards(home)
                safe = safe_cards(home, foundation_return, build)
                returnable = 0
                if foundation_return:
                    returnable = top_cards(home)
                    if forces_safe:
                        returnable &= ~safe
            ready: i64 = visible & opened & ahead
            if has_taken_back:
                break
            cards = 0
            if forces_safe:
                cards = ready & safe
            if reversible:
                cards |= ready & ~roots & ~stuck
            if cards:
                bit = cards & -cards
                at = ((bit * DE_BRUIJN) >> 58) & 63
                key += height[at]
                home |= bit
                visible ^= bit
                if roots & bit:
                    key -= in_place[at]
                    visible |= turned[at]
                    roots = (roots ^ bit) | next_root[at]
                    empty += emptied[at]
                elif bit & KINGS:
                    empty += 1
                continue
            cards = talon & ahead
            if not cards or not switches & SAFE_TALON:
                break
            cards &= safe_from_talon(safe, home, foundation_return)
            if cards:
                cards = forced_from_talon(search, cards, key, talon_clock)
            if not cards:
                break
            at = ((cards * DE_BRUIJN) >> 58) & 63
            if redeals >= 0:
                talon_clock -= 1
                key = with_waste(search, key, talon_clock & WASTE_SIZE)
            key += height[at] - in_talon[at]
            home |= cards
            talon ^= cards

        # is the node new, and is it won?
        if switches & OPEN_CARDS:
            cards = visible | home
            if at_will:
                cards |= talon
            won = cards == ALL
        else:
            won = home == ALL
        lookup_key: i64 = key
        if has_taken_back:
            lookup_key = key | TAKEN_BACK_MARK
        if not won and search.store(lookup_key, talon_clock):
            if keeps_wins and search.is_known_won(key):
                search.mark_won(depth - 1)
                return WON
            continue
        search.depth = depth
        if keeps_wins:
            if depth >= len(search.path_keys):
                search.path_keys = doubled(search.path_keys)
            search.path_keys[depth] = key
        else:
            search.keep_path(
                depth,
                visible_before,
                roots_before,
                home_before,
                talon_before,
                visible,
                roots,
                home,
                talon,
            )
        if won:
            if keeps_wins:
                search.mark_won(depth)
            return WON
        if relaxed is not None:
            if search.stored + relaxed.stored > max_states:
                return STOPPED
            if search.visits > RELAX_AFTER_VISITS and not has_taken_back:
                relaxed.top = 0
                relaxed.depth = 0
                relaxed.push(
                    key & ~(search.waste_bits << search.waste_shift),
                    visible,
                    roots,
                    home,
                    talon,
                    empty,
                    0,
                    0,
                )
                answer = find_win(relaxed, max_states - search.stored)
                if answer == LOST:
                    continue
                if answer == STOPPED:
                    return STOPPED
        elif search.stored > max_states:
            return STOPPED

        # push the children of the node; the child pushed last is visited first
        room: i64 = guests_of(opened, build)
        if empty > 0:
            room |= to_empty
        cards = returnable & room
        if cards:
            push_returns(
                search, cards, key, visible, roots, home, talon, empty, taken_back, talon_clock
            )
        cards = ready & ~roots & ~taken_back
        if reversible and not has_taken_back:
            cards &= stuck
        if cards:
            push_foundation_moves(
                search, cards, key, visible, roots, home, talon, empty, talon_clock
            )
        if lazy:
            cards = talon & room & ~opened
            if cards:
                push_placements(
                    search,
                    cards,
                    ahead,
                    returnable,
                    key,
                    visible,
                    roots,
                    home,
                    talon,
                    empty,
                    talon_clock,
                )
            cards = talon & ahead
            if cards:
                push_talon_to_foundation(
                    search, cards, key, visible, roots, home, talon, empty, talon_clock
                )
        elif talon & (room | ahead):
            talon_left: i64 = (key >> search.talon_shift) & search.talon_bits
            waste: i64 = (key >> search.waste_shift) & search.waste_bits
            if redeals >= 0:
                waste = talon_clock & WASTE_SIZE
            # compute this only if the talon has changed: most moves do not change it
            if talon_left != known_talon or waste != known_waste:
                known_talon = talon_left
                known_waste = waste
                this_pass = waste_tops(search, talon_left, waste)
                turned_over = waste_tops(search, talon_left, 0) & ~this_pass
            next_pass = 0
            if redeals < 0 or talon_clock >> REDEAL_SHIFT < redeals:
                next_pass = turned_over
            cards = (this_pass | next_pass) & (room | ahead)
            if cards:
                push_talon_moves(
                    search,
                    cards,
                    next_pass,
                    ahead,
                    room,
                    key,
                    visible,
                    roots,
                    home,
                    talon,
                    empty,
                    talon_clock,
                )
        cards = ready & roots
        if cards:
            push_foundation_moves(
                search, cards, key, visible, roots, home, talon, empty, talon_clock
            )
        cards = roots & room
        if cards:
            push_root_moves(search, cards, key, visible, roots, home, talon, empty, talon_clock)
    return LOST
