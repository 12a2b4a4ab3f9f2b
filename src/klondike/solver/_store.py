"""What a search on bit masks keeps: tables of the deal, the stack, the path and the memory.

Private, compiled with the kernel.
"""

from __future__ import annotations

from typing import Final

from klondike._compat import i64, vec
from klondike.solver._bits import HASH, grown

# how many words a node takes on the stack and on the path
NODE: Final = 9
STOP: Final = 8
FOUNDATIONS: Final = 0xFFFF
TOO_HIGH: Final = 15


def first_place(key: i64, mask: i64) -> i64:
    """Where the memory looks for a key first."""
    place: i64 = key * HASH
    place = (place >> 32) ^ key
    return (place ^ (place >> 15)) & mask


class Search:
    """Tables, stack, path and memory of one search."""

    def __init__(
        self,
        *,
        build: int,
        to_empty: int,
        draw_count: int,
        redeals: int,
        foundation_return: bool,
        rules: int,
    ) -> None:
        """Prepares an empty search.

        ``redeals`` are those left, or -1; ``to_empty`` are the cards that an empty column takes,
        all kings or none.
        """
        self.build: i64 = build
        self.to_empty: i64 = to_empty
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
        self.keys: vec[i64] = vec[i64]([0] * 1024)
        self.times: vec[i64] = vec[i64]([0] * 1024)
        self.stored: i64 = 0
        self.visits: i64 = 0
        self.stack: vec[i64] = vec[i64]([0] * (256 * NODE))
        self.top: i64 = 0
        self.depth: i64 = 0
        self.path: vec[i64] = vec[i64]([0] * (32 * STOP))
        self.path_keys: vec[i64] = vec[i64]([0] * 16)
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
        if key == 0:
            # 0 marks a free place, and no foundation is so high
            key = TOO_HIGH
        place: i64 = first_place(key, mask)
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
                place: i64 = first_place(key, mask)
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
        place: i64 = first_place(key, mask)
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
