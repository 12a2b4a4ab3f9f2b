"""What the search for fewest moves keeps: whole arrangements, a bound for each, table and queue.

Private, compiled with `_shortest`. A node is four words that hold all columns (`pack`), for here
it matters where runs lie.

**The bound** (`bound`) counts moves that every way to win must still make, so it never exceeds
what is still needed:

* one for each card that is not up, for each goes up once more, alone;
* one for each draw that turns the stock once, ``ceil(stock / draw_count)``;
* one for each dealt card of a column, and for its face-up run as a whole, that lies above a
  lower card of its own suit: it cannot go up before that one, so it must move to another column
  first. Dealt cards leave their column in different moves; the run may leave in one;
* for each card of the waste above a lower card of its suit: either it goes to a column first,
  one move more, or the waste is turned over and it is drawn again, ``1 / draw_count`` of a draw.
"""

from __future__ import annotations

from typing import Final

from klondike._compat import i64, vec
from klondike.solver._bits import HASH, grown

FLOOR: Final = 63

WORDS: Final = 6
STATE: Final = 4
PARENT: Final = 5
COST: Final = 0xFFF
LOW_31: Final = 0x7FFFFFFF
BUCKETS: Final = 4096
# far more than any column holds
PILE: Final = 16


class Shortest:
    """Tables, nodes and scratch of one search.

    A card is ``4 * rank + suit`` here, with clubs 0, spades 1, diamonds 2 and hearts 3, so that
    the colour is bit 1. The code of a column is the number of dealt cards (3 bits), the length of
    the run from the last of them on or from the king on the floor (4 bits), the suit of that king
    (2 bits) and for every further card of the run which of two it is (12 bits).
    """

    def __init__(
        self,
        columns: int,
        draw_count: int,
        redeals: int,
        foundation_return: bool,
        recycle_cost: int,
    ) -> None:
        """Prepares an empty search; ``redeals`` are those left, or -1."""
        self.columns: i64 = columns
        self.draw_count: i64 = draw_count
        self.redeals: i64 = redeals
        self.foundation_return = foundation_return
        self.recycle_cost: i64 = recycle_cost
        self.dealt: vec[i64] = vec[i64]([0] * (8 * PILE))
        # the lowest rank of each suit among the dealt cards below the n-th, and how many of those
        # lie above a lower one of their suit
        self.lowest: vec[i64] = vec[i64]([13] * (8 * PILE * 4))
        self.disorder: vec[i64] = vec[i64]([0] * (8 * PILE))
        self.talon: vec[i64] = vec[i64]([0] * 32)
        self.talon_size: i64 = 0
        self.codes: vec[i64] = vec[i64]([0] * 8)
        self.new_codes: vec[i64] = vec[i64]([0] * 8)
        self.runs: vec[i64] = vec[i64]([0] * (8 * PILE))
        self.lengths: vec[i64] = vec[i64]([0] * 8)
        self.words: vec[i64] = vec[i64]([0] * 4)
        self.nodes: vec[i64] = vec[i64]([0] * (256 * WORDS))
        self.count: i64 = 0
        self.table: vec[i64] = vec[i64]([0] * 1024)
        self.heads: vec[i64] = vec[i64]([0] * BUCKETS)
        self.entries: vec[i64] = vec[i64]([0] * 1024)
        self.free: i64 = 0
        self.used: i64 = 1
        self.least: i64 = 0
        self.goal: i64 = -1


def pack(search: Shortest, built: i64, left: i64, waste: i64, recycled: i64) -> None:
    """Writes the words of a node from the codes of its columns, the free ones in order."""
    codes = search.new_codes
    words = search.words
    columns = search.columns
    column: i64 = 0
    other: i64 = 0
    code: i64 = 0
    best: i64 = 0
    while column < columns:
        if codes[column] & 7 == 0:
            # the free column with the highest code comes first
            best = column
            other = column + 1
            while other < columns:
                if codes[other] & 7 == 0 and codes[other] > codes[best]:
                    best = other
                other += 1
            code = codes[best]
            codes[best] = codes[column]
            codes[column] = code
        column += 1
    words[0] = built | (left << 16) | (waste << 40) | (recycled << 46)
    words[1] = codes[0] | (codes[1] << 21) | (codes[2] << 42)
    words[2] = codes[3] | (codes[4] << 21) | (codes[5] << 42)
    words[3] = codes[6]


def unpack(search: Shortest, node: i64) -> None:
    """Reads the columns of a node: codes, runs and their lengths."""
    nodes = search.nodes
    codes = search.codes
    runs = search.runs
    at: i64 = node * WORDS
    low: i64 = 0x1FFFFF
    codes[0] = nodes[at + 1] & low
    codes[1] = (nodes[at + 1] >> 21) & low
    codes[2] = (nodes[at + 1] >> 42) & low
    codes[3] = nodes[at + 2] & low
    codes[4] = (nodes[at + 2] >> 21) & low
    codes[5] = (nodes[at + 2] >> 42) & low
    codes[6] = nodes[at + 3]
    column: i64 = 0
    while column < search.columns:
        code: i64 = codes[column]
        dealt: i64 = code & 7
        length: i64 = (code >> 3) & 15
        search.lengths[column] = length
        if length:
            card: i64 = 48 + ((code >> 7) & 3)
            if dealt:
                card = search.dealt[column * PILE + dealt - 1]
            runs[column * PILE] = card
            twins: i64 = code >> 9
            place: i64 = 1
            while place < length:
                # one rank lower, the other colour
                card = ((card - 4) & ~3) | ((card & 2) ^ 2) | (twins & 1)
                runs[column * PILE + place] = card
                twins >>= 1
                place += 1
        column += 1


def bound(search: Shortest, built: i64, left: i64, waste: i64) -> i64:
    """Moves that are needed at least, from the codes of the columns of a node."""
    height: i64 = (built & 15) + ((built >> 4) & 15) + ((built >> 8) & 15) + ((built >> 12) & 15)
    needed: i64 = 52 - height
    codes = search.new_codes
    lowest = search.lowest
    column: i64 = 0
    code: i64 = 0
    dealt: i64 = 0
    length: i64 = 0
    card: i64 = 0
    twins: i64 = 0
    while column < search.columns:
        code = codes[column]
        dealt = code & 7
        if dealt > 1:
            needed += search.disorder[column * PILE + dealt]
            length = (code >> 3) & 15
            card = search.dealt[column * PILE + dealt - 1]
            twins = code >> 9
            while length:
                if card >> 2 > lowest[((column * PILE) + dealt) * 4 + (card & 3)]:
                    needed += 1
                    break
                card = ((card - 4) & ~3) | ((card & 2) ^ 2) | (twins & 1)
                twins >>= 1
                length -= 1
        column += 1
    # the lowest ranks seen in the waste so far, a byte for each suit
    ranks: i64 = 0x0D0D0D0D
    size: i64 = 0
    misplaced: i64 = 0
    rest: i64 = left
    index: i64 = 0
    shift: i64 = 0
    while rest and size < waste:
        if rest & 1:
            size += 1
            card = search.talon[index]
            shift = (card & 3) << 3
            if card >> 2 > (ranks >> shift) & 255:
                misplaced += 1
            else:
                ranks ^= (((ranks >> shift) & 255) ^ (card >> 2)) << shift
        rest >>= 1
        index += 1
    stock: i64 = 0
    while rest:
        stock += 1
        rest &= rest - 1
    draws = search.draw_count
    return needed + (stock + draws - 1) // draws + (misplaced + draws - 1) // draws


def first_place(words: vec[i64], at: i64, mask: i64) -> i64:
    """Where the table looks first for the node whose words begin here."""
    place: i64 = words[at] ^ (words[at + 1] * HASH)
    place = (place ^ (place >> 29)) * HASH ^ words[at + 2]
    place = (place ^ (place >> 31)) * HASH ^ words[at + 3]
    place = (place ^ (place >> 30)) * HASH
    return (place >> 20) & mask


def offer(
    search: Shortest,
    parent: i64,
    cost: i64,
    built: i64,
    left: i64,
    waste: i64,
    recycled: i64,
    kind: i64,
    card: i64,
    target: i64,
) -> None:
    """Takes a child into the table and the queue, if it is new or reached with fewer moves."""
    pack(search, built, left, waste, recycled)
    words = search.words
    nodes = search.nodes
    table = search.table
    mask: i64 = len(table) - 1
    place: i64 = first_place(words, 0, mask)
    node: i64 = 0
    while True:
        node = table[place] - 1
        if node < 0:
            break
        at: i64 = node * WORDS
        if (
            nodes[at] == words[0]
            and nodes[at + 1] == words[1]
            and nodes[at + 2] == words[2]
            and nodes[at + 3] == words[3]
        ):
            break
        place = (place + 1) & mask
    estimate: i64 = cost
    if node < 0:
        node = search.count
        search.count += 1
        table[place] = node + 1
        at = node * WORDS
        if at + WORDS > len(nodes):
            nodes = grown(nodes)
            search.nodes = nodes
        nodes[at] = words[0]
        nodes[at + 1] = words[1]
        nodes[at + 2] = words[2]
        nodes[at + 3] = words[3]
    else:
        at = node * WORDS
        if nodes[at + STATE] & COST <= cost:
            return
    nodes[at + STATE] = cost | (kind << 13) | (card << 16) | (target << 22)
    nodes[at + PARENT] = parent
    estimate += bound(search, built, left, waste)
    enqueue(search, node, estimate)
    if search.count * 5 > mask * 4:
        rehash(search)


def enqueue(search: Shortest, node: i64, estimate: i64) -> None:
    """Puts a node in front of the queue of its estimate."""
    entry: i64 = search.free
    entries = search.entries
    if entry:
        search.free = entries[entry] & LOW_31
    else:
        entry = search.used
        search.used += 1
        if entry >= len(entries):
            entries = grown(entries)
            search.entries = entries
    entries[entry] = (node << 31) | search.heads[estimate]
    search.heads[estimate] = entry
    if estimate < search.least:
        search.least = estimate


def rehash(search: Shortest) -> None:
    """Doubles the table."""
    size: i64 = len(search.table) * 2
    mask: i64 = size - 1
    table: vec[i64] = vec[i64]([0] * size)
    search.table = vec[i64]([0] * 1)
    nodes = search.nodes
    node: i64 = 0
    while node < search.count:
        at: i64 = node * WORDS
        place: i64 = first_place(nodes, at, mask)
        while table[place]:
            place = (place + 1) & mask
        table[place] = node + 1
        node += 1
    search.table = table


def copy_codes(search: Shortest) -> None:
    """Makes the columns of the node in hand those of the child to be made."""
    codes = search.codes
    new = search.new_codes
    column: i64 = 0
    while column < 7:
        new[column] = codes[column]
        column += 1


def take_run(search: Shortest, column: i64, number: i64) -> None:
    """Takes cards off a column of the child, and turns or frees what is below."""
    new = search.new_codes
    code: i64 = new[column]
    length: i64 = ((code >> 3) & 15) - number
    dealt: i64 = code & 7
    if length:
        one: i64 = 1
        keep: i64 = (one << (length - 1)) - 1
        new[column] = dealt | (length << 3) | (code & 0x180) | (((code >> 9) & keep) << 9)
        return
    if dealt < 2:
        new[column] = 0
        return
    dealt -= 1
    card: i64 = search.dealt[column * PILE + dealt - 1]
    if dealt == 1 and card >= 48:
        new[column] = 8 | ((card & 3) << 7)
    else:
        new[column] = dealt | 8


def put_card(search: Shortest, column: i64, card: i64) -> None:
    """Puts a card on a column of the child."""
    new = search.new_codes
    code: i64 = new[column]
    length: i64 = (code >> 3) & 15
    if length:
        new[column] = (code + 8) | ((card & 1) << (8 + length))
    else:
        new[column] = 8 | ((card & 3) << 7)


def target_column(search: Shortest, card: i64, first: i64) -> i64:
    """A column on whose top card this one may go, or an empty one for a king; or -1.

    The search begins at a column, so that one after the other can be found.
    """
    column: i64 = first
    while column < search.columns:
        length: i64 = search.lengths[column]
        if length:
            top: i64 = search.runs[column * PILE + length - 1]
            if top >> 2 == (card >> 2) + 1 and (top ^ card) & 2:
                return column
        elif card >= 48 and search.codes[column] & 7 == 0:
            return column
        column += 1
    return -1


def top_of(search: Shortest, column: i64) -> i64:
    """The top card of a column of the node in hand, or FLOOR."""
    length: i64 = search.lengths[column]
    return search.runs[column * PILE + length - 1] if length else FLOOR


def place_in_talon(left: i64, size: i64) -> i64:
    """Where in the talon the top card of a waste of so many cards is."""
    index: i64 = 0
    while True:
        if left & 1:
            size -= 1
            if size == 0:
                return index
        left >>= 1
        index += 1
