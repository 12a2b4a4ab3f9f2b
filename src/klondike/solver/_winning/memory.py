"""What the kernel keeps: arrays of the deal, the stack, the path and the transposition table.

Private, compiled.
"""

from __future__ import annotations

from typing import Final, final

from klondike._compat import i64, vec
from klondike.solver._numbers import HASH_MULTIPLIER, doubled

# the words of a node on the stack
NODE_KEY: Final = 0
NODE_VISIBLE: Final = 1
NODE_ROOTS: Final = 2
NODE_HOME: Final = 3
NODE_TALON: Final = 4
NODE_EMPTY: Final = 5
NODE_TAKEN_BACK: Final = 6
NODE_TALON_CLOCK: Final = 7
NODE_DEPTH: Final = 8
NODE_WORDS: Final = 9

# the path has each node twice, as it was reached and as forced moves left it: each time the four
# words visible, roots, home and talon
REACHED: Final = 0
LEFT: Final = 4
PATH_WORDS: Final = 8

# heights of the foundations that no node has: a key with these heights records that its columns and
# talon are known to be won
KNOWN_WON: Final = 0xFFFF
# 0 marks a free slot, so the one node whose key is 0 is stored with a height that no node has
ZERO_KEY: Final = 15


def first_slot(key: i64, mask: i64) -> i64:
    """The slot in which to look first for a key."""
    slot: i64 = key * HASH_MULTIPLIER
    slot = (slot >> 32) ^ key
    return (slot ^ (slot >> 15)) & mask


@final
class Search:
    """Arrays of the deal, stack, path and transposition table of one search."""

    def __init__(
        self,
        *,
        build: int,
        to_empty: int,
        draw_count: int,
        redeals: int,
        foundation_return: bool,
        switches: int,
    ) -> None:
        """Prepares an empty search.

        ``redeals`` is the number left, or -1 without a limit; ``to_empty`` is the set of cards that
        an empty column takes, all kings or none.
        """
        self.build: i64 = build
        self.to_empty: i64 = to_empty
        self.draw_count: i64 = draw_count
        self.redeals: i64 = redeals
        self.foundation_return = foundation_return
        self.switches: i64 = switches
        # arrays by the array index of a card: what it adds to the key on its foundation,
        self.height: vec[i64] = vec[i64]([0] * 64)
        # which card turns when it leaves,
        self.turned: vec[i64] = vec[i64]([0] * 64)
        # and whether that card is a root then (a king at the bottom is not),
        self.next_root: vec[i64] = vec[i64]([0] * 64)
        # what it adds to the key while it lies where it was dealt,
        self.in_place: vec[i64] = vec[i64]([0] * 64)
        # whether its column is empty when it has left,
        self.emptied: vec[i64] = vec[i64]([0] * 64)
        # and what it adds to the key in the talon
        self.in_talon: vec[i64] = vec[i64]([0] * 64)
        # the card of each bit of the talon, by the array index of that bit
        self.talon_card: vec[i64] = vec[i64]([0] * 64)
        self.talon_shift: i64 = 0
        self.waste_shift: i64 = 0
        self.talon_bits: i64 = 0
        self.waste_bits: i64 = 0
        self.keys: vec[i64] = vec[i64]([0] * 1024)
        self.clocks: vec[i64] = vec[i64]([0] * 1024)
        self.stored: i64 = 0
        self.visits: i64 = 0
        self.stack: vec[i64] = vec[i64]([0] * (256 * NODE_WORDS))
        self.top: i64 = 0
        self.depth: i64 = 0
        self.path: vec[i64] = vec[i64]([0] * (32 * PATH_WORDS))
        self.path_keys: vec[i64] = vec[i64]([0] * 16)
        self.relaxed: Search | None = None
        self.keeps_wins = False

    def push(
        self,
        key: i64,
        visible: i64,
        roots: i64,
        home: i64,
        talon: i64,
        empty: i64,
        taken_back: i64,
        talon_clock: i64,
    ) -> None:
        """Puts a node on the stack, one step below the current node."""
        stack = self.stack
        top = self.top
        if top + NODE_WORDS > len(stack):
            stack = doubled(stack)
            self.stack = stack
        stack[top + NODE_KEY] = key
        stack[top + NODE_VISIBLE] = visible
        stack[top + NODE_ROOTS] = roots
        stack[top + NODE_HOME] = home
        stack[top + NODE_TALON] = talon
        stack[top + NODE_EMPTY] = empty
        stack[top + NODE_TAKEN_BACK] = taken_back
        stack[top + NODE_TALON_CLOCK] = talon_clock
        stack[top + NODE_DEPTH] = self.depth + 1
        self.top = top + NODE_WORDS

    def store(self, key: i64, talon_clock: i64) -> bool:
        """Stores a node; True if it was already stored with a clock no later than this one."""
        keys = self.keys
        mask: i64 = len(keys) - 1
        if key == 0:
            key = ZERO_KEY
        slot: i64 = first_slot(key, mask)
        while True:
            found = keys[slot]
            if found == key:
                if self.redeals < 0 or self.clocks[slot] <= talon_clock:
                    return True
                self.clocks[slot] = talon_clock
                return False
            if found == 0:
                keys[slot] = key
                if self.redeals >= 0:
                    self.clocks[slot] = talon_clock
                self.stored += 1
                if self.stored * 5 > mask * 4:
                    self.grow()
                return False
            slot = (slot + 1) & mask

    def grow(self) -> None:
        """Doubles the transposition table."""
        old = self.keys
        old_clocks = self.clocks
        size: i64 = len(old) * 2
        mask: i64 = size - 1
        keys: vec[i64] = vec[i64]([0] * size)
        clocked = self.redeals >= 0
        clocks_size: i64 = 1
        if clocked:
            clocks_size = size
        clocks: vec[i64] = vec[i64]([0] * clocks_size)
        entry: i64 = 0
        while entry < len(old):
            key = old[entry]
            if key:
                slot: i64 = first_slot(key, mask)
                while keys[slot]:
                    slot = (slot + 1) & mask
                keys[slot] = key
                if clocked:
                    clocks[slot] = old_clocks[entry]
            entry += 1
        self.keys = keys
        self.clocks = clocks

    def mark_won(self, depth: i64) -> None:
        """Stores that the nodes on the path are won.

        The search of the relaxed game takes a stored node to be lost. But a node with the same
        columns and talon may have been left only because a node of this path was still being
        searched: moves between columns and foundations lead from one to the other. So the win is
        recorded under a key without foundations.
        """
        step: i64 = 1
        while step <= depth:
            self.store(self.path_keys[step] | KNOWN_WON, 0)
            step += 1

    def is_known_won(self, key: i64) -> bool:
        """Whether a win was found from these columns with this talon."""
        keys = self.keys
        mask: i64 = len(keys) - 1
        key |= KNOWN_WON
        slot: i64 = first_slot(key, mask)
        while keys[slot] != key:
            if keys[slot] == 0:
                return False
            slot = (slot + 1) & mask
        return True

    def keep_path(
        self,
        depth: i64,
        visible_before: i64,
        roots_before: i64,
        home_before: i64,
        talon_before: i64,
        visible: i64,
        roots: i64,
        home: i64,
        talon: i64,
    ) -> None:
        """Writes the current node on the path, as it was reached and as forced moves left it."""
        path = self.path
        at: i64 = depth * PATH_WORDS
        if at + PATH_WORDS > len(path):
            path = doubled(path)
            self.path = path
        path[at] = visible_before
        path[at + 1] = roots_before
        path[at + 2] = home_before
        path[at + 3] = talon_before
        path[at + LEFT] = visible
        path[at + LEFT + 1] = roots
        path[at + LEFT + 2] = home
        path[at + LEFT + 3] = talon
