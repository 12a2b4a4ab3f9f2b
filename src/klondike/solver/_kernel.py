"""The standard family of games, searched on bit masks.

Private, compiled when a compiler is there, and the same source when it is not. It serves one
deck, alternating colours, kings to empty columns and any part of a run, with any number of cards
to a draw, foundation return on or off, redeals unlimited or limited. `_standard` leads to it from
a position and back; `_pruning` says why each rule that leaves something out is right.

**The arrangement.** Where a face-up card lies makes no difference, as long as runs may be split:
the cards of one rank and colour can stand in for each other. So a node of the search knows only

* which cards lie face up in the columns (``visible``),
* which of these lie directly on face-down cards or on the floor where they were dealt
  (``roots``; a king on the floor is none, for it is free),
* which lie on the foundations (``built``) and in stock or waste (``talon``),
* how many columns are empty (``empty``),
* with draws of several cards, the size of the waste, where that matters.

A *pair* is the two cards of one rank and colour. A pair is *open* if one of its cards lies on
top of a column or can be made to by moving a run to the other card of the pair. That is a count:
the visible cards of the pair, less the visible cards one rank lower of the other colour that are
no roots, for each of those covers one. A card can leave if its pair is open, and can be placed
if the pair it goes on is open.

Moves are *uncovering* (a root leaves for another column and the card beneath it turns), *going
up* (from column or talon), *placing* (from the talon) and *taking back* (from a foundation).
Each takes openings of pairs, a card from the talon or a height of a foundation and gives others,
and none gives what it takes; so of two moves that can both be made in either order the result
is the same.

**Bits.** The card of rank r (ace 0) has bit ``4 * r + 2 * half + twin``, where ``half`` is the
colour, swapped on every second rank, and ``twin`` tells the suits of one colour apart. So a pair
is two neighbouring bits, and the pair on which it may lie is four bits up.

**The key** of a node holds, from the lowest bit, the heights of the foundations (four bits each),
the number of dealt cards still in place in each column, one bit for each card of the talon, and
the size of the waste. It is exact, below 2 ** 62, and never 0.
"""

# Every variable of the long loop in `run` has its type, but pyright gives up on inferring what
# operators make of them there; mypy checks them.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from typing import Final

from klondike._compat import i64, vec
from klondike.solver._pruning import (
    ACES,
    HIGH_HALF,
    LAZY,
    LEFT,
    LOW_HALF,
    OPEN_CARDS,
    RAISE,
    SAFE,
    SAFE_TALON,
    safe_cards,
    safe_from_talon,
    top_cards,
)

LOST: Final = 0
WON: Final = 1
STOPPED: Final = 2

ALL: Final = 0xFFFFFFFFFFFFF
KINGS: Final = 0xF000000000000
# multiplied with a single bit, its top six bits tell the bit
DE_BRUIJN: Final = 0x03F79D71B4CB0A89
HASH: Final = 0x1E3779B97F4A7C15
TAKEN_BACK: Final = 0x4000000000000000
FOUNDATIONS: Final = 0xFFFF

# how many words a node takes on the stack and on the path
NODE: Final = 9
STOP: Final = 8
# in the word that also counts the empty columns
NOT_RAISED: Final = 16
# so many visits are cheaper than asking the relaxed game
EASY: Final = 1000


class Search:
    """Tables, stack, path and memory of one search."""

    def __init__(self, draw_count: int, redeals: int, foundation_return: bool, rules: int) -> None:
        """Prepares an empty search; ``redeals`` are those left, or -1."""
        self.draw_count: i64 = draw_count
        self.redeals: i64 = redeals
        self.foundation_return = foundation_return
        self.rules: i64 = rules
        # by the place that the de Bruijn product of a card's bit gives
        self.height: vec[i64] = vec[i64]([0] * 64)
        self.turned: vec[i64] = vec[i64]([0] * 64)
        self.next_root: vec[i64] = vec[i64]([0] * 64)
        self.in_place: vec[i64] = vec[i64]([0] * 64)
        self.emptied: vec[i64] = vec[i64]([0] * 64)
        self.in_talon: vec[i64] = vec[i64]([0] * 64)
        self.talon_card: vec[i64] = vec[i64]([0] * 64)
        self.talon_shift: i64 = 0
        self.waste_shift: i64 = 0
        self.talon_bits: i64 = 0
        self.waste_bits: i64 = 0
        self.keys: vec[i64] = vec[i64]([0] * 256)
        self.times: vec[i64] = vec[i64]([0] * 256)
        self.stored: i64 = 0
        self.visits: i64 = 0
        self.stack: vec[i64] = vec[i64]([0] * (256 * NODE))
        self.top: i64 = 0
        self.depth: i64 = 0
        self.path: vec[i64] = vec[i64]([0] * (128 * STOP))
        self.path_keys: vec[i64] = vec[i64]([0] * 128)
        self.relaxed: Search | None = None
        self.remembers = False

    def push(
        self,
        key: i64,
        visible: i64,
        roots: i64,
        built: i64,
        talon: i64,
        empty: i64,
        kept: i64,
        time: i64,
    ) -> None:
        """Puts a node on the stack, one step below the node in hand."""
        stack = self.stack
        top = self.top
        if top + NODE > len(stack):
            stack = grown(stack)
            self.stack = stack
        stack[top] = key
        stack[top + 1] = visible
        stack[top + 2] = roots
        stack[top + 3] = built
        stack[top + 4] = talon
        stack[top + 5] = empty
        stack[top + 6] = kept
        stack[top + 7] = time
        stack[top + 8] = self.depth + 1
        self.top = top + NODE

    def is_known(self, key: i64, time: i64) -> bool:
        """Whether a node was visited before, as early; if not, it is from now on."""
        keys = self.keys
        mask: i64 = len(keys) - 1
        place: i64 = key * HASH
        place = (place >> 32) ^ key
        place = (place ^ (place >> 15)) & mask
        while True:
            found = keys[place]
            if found == key:
                if self.redeals < 0 or self.times[place] <= time:
                    return True
                self.times[place] = time
                return False
            if found == 0:
                keys[place] = key
                if self.redeals >= 0:
                    self.times[place] = time
                self.stored += 1
                if self.stored * 5 > mask * 4:
                    self.grow()
                return False
            place = (place + 1) & mask

    def grow(self) -> None:
        """Doubles the memory."""
        old = self.keys
        old_times = self.times
        size: i64 = len(old) * 2
        mask: i64 = size - 1
        keys: vec[i64] = vec[i64]([0] * size)
        timed = self.redeals >= 0
        timed_size: i64 = 1
        if timed:
            timed_size = size
        times: vec[i64] = vec[i64]([0] * timed_size)
        entry: i64 = 0
        while entry < len(old):
            key = old[entry]
            if key:
                place: i64 = key * HASH
                place = (place >> 32) ^ key
                place = (place ^ (place >> 15)) & mask
                while keys[place]:
                    place = (place + 1) & mask
                keys[place] = key
                if timed:
                    times[place] = old_times[entry]
            entry += 1
        self.keys = keys
        self.times = times

    def mark_alive(self, depth: i64) -> None:
        """Remembers that the nodes on the path lead to a win.

        What was visited before with the same columns and talon may have been left as lost while
        one of these was in hand, to which moves between columns and foundations lead back. So
        from now on all of it counts as alive: a key with impossible foundations says so.
        """
        step: i64 = 1
        while step <= depth:
            self.is_known(self.path_keys[step] | FOUNDATIONS, 0)
            step += 1

    def is_alive(self, key: i64) -> bool:
        """Whether a win was found from these columns with this talon."""
        keys = self.keys
        mask: i64 = len(keys) - 1
        key |= FOUNDATIONS
        place: i64 = key * HASH
        place = (place >> 32) ^ key
        place = (place ^ (place >> 15)) & mask
        while keys[place] != key:
            if keys[place] == 0:
                return False
            place = (place + 1) & mask
        return True

    def keep_path(
        self, depth: i64, visible: i64, roots: i64, built: i64, talon: i64, after: i64
    ) -> None:
        """Writes the node in hand on the path, as it was reached or as it was left."""
        path = self.path
        at: i64 = depth * STOP + after
        if at + STOP > len(path):
            path = grown(path)
            self.path = path
        path[at] = visible
        path[at + 1] = roots
        path[at + 2] = built
        path[at + 3] = talon


def grown(old: vec[i64]) -> vec[i64]:
    """A copy twice as long."""
    size: i64 = len(old) * 2
    made: vec[i64] = vec[i64]([0] * size)
    index: i64 = 0
    while index < len(old):
        made[index] = old[index]
        index += 1
    return made


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


def waste_tops(search: Search, left: i64, waste: i64, recycled: bool) -> i64:
    """The cards of the talon that drawing alone brings to the top of the waste.

    Those of this pass, or those of a full pass after a recycle.
    """
    draw_count = search.draw_count
    cards: i64 = 0
    size: i64 = 0
    start: i64 = 0
    if not recycled:
        start = waste
    bit: i64 = 0
    while left:
        bit = left & -left
        left ^= bit
        size += 1
        if size >= start and ((size - start) % draw_count == 0 or left == 0):
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

    Its pair is open by this card alone. Uses are: its twin goes up, a root moves onto it, a card
    taken back goes onto it, or another card of the talon does that is of use in turn.
    """
    pair: i64 = pair_of(card)
    guests: i64 = pair >> 4
    place: i64 = 0
    bit: i64 = (pair ^ card) & visible & next_cards(built)
    if bit:
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
    cards: i64 = talon & guests
    if cards:
        cards &= ~open_pairs(visible, roots)
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
                cards &= ~safe_cards(built, True)
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
            open_cards: i64 = open_pairs(visible, roots)
            ahead = next_cards(built)
            rising: i64 = visible & open_cards & ahead
            safe = 0
            if rules & SAFE:
                safe = safe_cards(built, returns)
            if taken_back:
                break
            cards = rising & safe
            if raises:
                cards |= rising & ~roots
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
            cards &= safe_from_talon(built, returns)
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

        room: i64 = open_cards >> 4
        if empty > 0:
            room |= KINGS
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
        if taken_back or not raises:
            cards = rising & ~roots & ~kept
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
            cards = talon & room & ~open_cards
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
                now = waste_tops(search, left, waste, recycled=False)
                turned_over = waste_tops(search, left, 0, recycled=True) & ~now
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
