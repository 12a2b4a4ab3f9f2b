"""What the search for fewest moves keeps: packed nodes, a lower bound, transposition table, queue.

Private, compiled. Here it matters where runs lie, so a node has the whole position, packed into
four words (`pack`). It also has its cost, the step that led to it, and its parent.

**The lower bound** (`lower_bound`) counts moves that every solution must still make, so it never
exceeds what is still needed:

* one for each card that is not on its foundation: each goes there alone;
* one for each draw needed to go through the stock once, ``ceil(stock / draw_count)``;
* one for each dealt card that has a lower card of its suit beneath it in its column, and one for
  the face-up run if any of its cards has: such a card cannot reach its foundation before that one,
  so it must move to another column first. Dealt cards leave their column in different moves; the
  run may leave in one;
* for the cards of the waste that have a lower card of their suit beneath them: each needs a move to
  a column or a second drawing, and one draw serves at most ``draw_count`` of them.
"""

from __future__ import annotations

from typing import Final, final

from klondike._compat import i64, vec
from klondike.solver._numbers import HASH_MULTIPLIER, doubled

# used instead of a card: the bottom of an empty column
FLOOR: Final = 63

# the first word of a node: heights of the foundations, cards left in the talon, size of the waste,
# redeals used
HOME_MASK: Final = 0xFFFF
TALON_SHIFT: Final = 16
TALON_MASK: Final = 0xFFFFFF
WASTE_SHIFT: Final = 40
WASTE_MASK: Final = 63
REDEALS_SHIFT: Final = 46

# a packed column: the number of dealt cards; the length of the run, counted from the last of them
# or from the king at the bottom; the suit of that king; for every further card of the run, which of
# the two suits of its colour it has. Three packed columns fill a word.
DEALT_MASK: Final = 7
LENGTH_SHIFT: Final = 3
LENGTH_MASK: Final = 15
ONE_CARD: Final = 8
KING_SHIFT: Final = 7
KING_MASK: Final = 3
TWINS_SHIFT: Final = 9
COLUMN_BITS: Final = 21
COLUMN_MASK: Final = 0x1FFFFF

# the words of a node: four of position, then cost and step, then the parent
STATE: Final = 4
PARENT: Final = 5
NODE_WORDS: Final = 6
# the parts of the word STATE of a node
COST_MASK: Final = 0xFFF
CLOSED: Final = 0x1000
KIND_SHIFT: Final = 13
KIND_MASK: Final = 7
CARD_SHIFT: Final = 16
TARGET_SHIFT: Final = 22
CARD_MASK: Final = 63

# an entry of the queue: the number of the next entry in the lower 31 bits, the node above these
ENTRY_SHIFT: Final = 31
NEXT_ENTRY_MASK: Final = 0x7FFFFFFF
BUCKETS: Final = 4096
# the space for one column in the arrays of the search: more than any column needs
PILE: Final = 16
FIRST_KING: Final = 48


@final
class FewestSearch:
    """Arrays of the deal, nodes, queue and working space of one search."""

    def __init__(
        self,
        *,
        columns: int,
        draw_count: int,
        redeals: int,
        foundation_return: bool,
        recycle_cost: int,
    ) -> None:
        """Prepares an empty search; ``redeals`` is the number left, or -1 without a limit."""
        self.columns: i64 = columns
        self.draw_count: i64 = draw_count
        self.redeals: i64 = redeals
        self.foundation_return = foundation_return
        self.recycle_cost: i64 = recycle_cost
        self.dealt: vec[i64] = vec[i64]([0] * (8 * PILE))
        # by column and number n of dealt cards: the lowest rank of each suit below the n-th,
        self.lowest: vec[i64] = vec[i64]([13] * (8 * PILE * 4))
        # and how many of the cards below the n-th have a lower one of their suit beneath them
        self.disorder: vec[i64] = vec[i64]([0] * (8 * PILE))
        self.talon: vec[i64] = vec[i64]([0] * 32)
        self.packed: vec[i64] = vec[i64]([0] * 8)
        self.child: vec[i64] = vec[i64]([0] * 8)
        self.runs: vec[i64] = vec[i64]([0] * (8 * PILE))
        self.lengths: vec[i64] = vec[i64]([0] * 8)
        self.words: vec[i64] = vec[i64]([0] * 4)
        self.nodes: vec[i64] = vec[i64]([0] * (256 * NODE_WORDS))
        self.count: i64 = 0
        self.slots: vec[i64] = vec[i64]([0] * 1024)
        self.heads: vec[i64] = vec[i64]([0] * BUCKETS)
        self.entries: vec[i64] = vec[i64]([0] * 1024)
        self.free: i64 = 0
        self.used: i64 = 1
        self.least: i64 = 0
        self.goal: i64 = -1


def pack(search: FewestSearch, home: i64, talon_left: i64, waste: i64, recycled: i64) -> None:
    """Packs the child into four words, with the columns without dealt cards sorted."""
    child = search.child
    words = search.words
    columns = search.columns
    column: i64 = 0
    other: i64 = 0
    column_word: i64 = 0
    best: i64 = 0
    while column < columns:
        if child[column] & DEALT_MASK == 0:
            # among columns without dealt cards, the one with the highest word comes first
            best = column
            other = column + 1
            while other < columns:
                if child[other] & DEALT_MASK == 0 and child[other] > child[best]:
                    best = other
                other += 1
            column_word = child[best]
            child[best] = child[column]
            child[column] = column_word
        column += 1
    words[0] = home | (talon_left << TALON_SHIFT) | (waste << WASTE_SHIFT)
    words[0] |= recycled << REDEALS_SHIFT
    words[1] = child[0] | (child[1] << COLUMN_BITS) | (child[2] << 2 * COLUMN_BITS)
    words[2] = child[3] | (child[4] << COLUMN_BITS) | (child[5] << 2 * COLUMN_BITS)
    words[3] = child[6]


def unpack(search: FewestSearch, node: i64) -> None:
    """Reads the columns of a node: as packed, as runs, and their lengths."""
    nodes = search.nodes
    packed = search.packed
    runs = search.runs
    at: i64 = node * NODE_WORDS
    packed[0] = nodes[at + 1] & COLUMN_MASK
    packed[1] = (nodes[at + 1] >> COLUMN_BITS) & COLUMN_MASK
    packed[2] = (nodes[at + 1] >> 2 * COLUMN_BITS) & COLUMN_MASK
    packed[3] = nodes[at + 2] & COLUMN_MASK
    packed[4] = (nodes[at + 2] >> COLUMN_BITS) & COLUMN_MASK
    packed[5] = (nodes[at + 2] >> 2 * COLUMN_BITS) & COLUMN_MASK
    packed[6] = nodes[at + 3]
    column: i64 = 0
    while column < search.columns:
        column_word: i64 = packed[column]
        dealt: i64 = column_word & DEALT_MASK
        length: i64 = (column_word >> LENGTH_SHIFT) & LENGTH_MASK
        search.lengths[column] = length
        if length:
            card: i64 = FIRST_KING + ((column_word >> KING_SHIFT) & KING_MASK)
            if dealt:
                card = search.dealt[column * PILE + dealt - 1]
            runs[column * PILE] = card
            twins: i64 = column_word >> TWINS_SHIFT
            at_run: i64 = 1
            while at_run < length:
                # one rank lower, the other colour
                card = ((card - 4) & ~3) | ((card & 2) ^ 2) | (twins & 1)
                runs[column * PILE + at_run] = card
                twins >>= 1
                at_run += 1
        column += 1


def lower_bound(search: FewestSearch, home: i64, talon_left: i64, waste: i64) -> i64:
    """A lower bound on the number of moves from the child to a win."""
    height: i64 = (home & 15) + ((home >> 4) & 15) + ((home >> 8) & 15) + ((home >> 12) & 15)
    needed: i64 = 52 - height
    child = search.child
    lowest = search.lowest
    column: i64 = 0
    column_word: i64 = 0
    dealt: i64 = 0
    length: i64 = 0
    card: i64 = 0
    twins: i64 = 0
    while column < search.columns:
        column_word = child[column]
        dealt = column_word & DEALT_MASK
        if dealt > 1:
            needed += search.disorder[column * PILE + dealt]
            length = (column_word >> LENGTH_SHIFT) & LENGTH_MASK
            card = search.dealt[column * PILE + dealt - 1]
            twins = column_word >> TWINS_SHIFT
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
    rest: i64 = talon_left
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


def first_slot(words: vec[i64], at: i64, mask: i64) -> i64:
    """The slot in which to look first for the node whose four words start at ``at``."""
    slot: i64 = words[at] ^ (words[at + 1] * HASH_MULTIPLIER)
    slot = (slot ^ (slot >> 29)) * HASH_MULTIPLIER ^ words[at + 2]
    slot = (slot ^ (slot >> 31)) * HASH_MULTIPLIER ^ words[at + 3]
    slot = (slot ^ (slot >> 30)) * HASH_MULTIPLIER
    return (slot >> 20) & mask


def offer(
    search: FewestSearch,
    parent: i64,
    cost: i64,
    home: i64,
    talon_left: i64,
    waste: i64,
    recycled: i64,
    kind: i64,
    card: i64,
    target: i64,
) -> None:
    """Stores and queues the child, if it is new or reached at a lower cost than before."""
    pack(search, home, talon_left, waste, recycled)
    words = search.words
    nodes = search.nodes
    slots = search.slots
    mask: i64 = len(slots) - 1
    slot: i64 = first_slot(words, 0, mask)
    node: i64 = 0
    while True:
        node = slots[slot] - 1
        if node < 0:
            break
        at: i64 = node * NODE_WORDS
        if (
            nodes[at] == words[0]
            and nodes[at + 1] == words[1]
            and nodes[at + 2] == words[2]
            and nodes[at + 3] == words[3]
        ):
            break
        slot = (slot + 1) & mask
    estimate: i64 = cost
    if node < 0:
        node = search.count
        search.count += 1
        slots[slot] = node + 1
        at = node * NODE_WORDS
        if at + NODE_WORDS > len(nodes):
            nodes = doubled(nodes)
            search.nodes = nodes
        nodes[at] = words[0]
        nodes[at + 1] = words[1]
        nodes[at + 2] = words[2]
        nodes[at + 3] = words[3]
    else:
        at = node * NODE_WORDS
        if nodes[at + STATE] & COST_MASK <= cost:
            return
    nodes[at + STATE] = (
        cost | (kind << KIND_SHIFT) | (card << CARD_SHIFT) | (target << TARGET_SHIFT)
    )
    nodes[at + PARENT] = parent
    estimate += lower_bound(search, home, talon_left, waste)
    enqueue(search, node, estimate)
    if search.count * 5 > mask * 4:
        rehash(search)


def enqueue(search: FewestSearch, node: i64, estimate: i64) -> None:
    """Puts a node at the front of the queue for its estimate."""
    entry: i64 = search.free
    entries = search.entries
    if entry:
        search.free = entries[entry] & NEXT_ENTRY_MASK
    else:
        entry = search.used
        search.used += 1
        if entry >= len(entries):
            entries = doubled(entries)
            search.entries = entries
    entries[entry] = (node << ENTRY_SHIFT) | search.heads[estimate]
    search.heads[estimate] = entry
    if estimate < search.least:
        search.least = estimate


def rehash(search: FewestSearch) -> None:
    """Doubles the transposition table."""
    size: i64 = len(search.slots) * 2
    mask: i64 = size - 1
    slots: vec[i64] = vec[i64]([0] * size)
    search.slots = vec[i64]([0] * 1)
    nodes = search.nodes
    node: i64 = 0
    while node < search.count:
        at: i64 = node * NODE_WORDS
        slot: i64 = first_slot(nodes, at, mask)
        while slots[slot]:
            slot = (slot + 1) & mask
        slots[slot] = node + 1
        node += 1
    search.slots = slots


def copy_columns(search: FewestSearch) -> None:
    """Copies the current node's columns into the child buffer."""
    packed = search.packed
    child = search.child
    column: i64 = 0
    while column < 7:
        child[column] = packed[column]
        column += 1


def take_run(search: FewestSearch, column: i64, number: i64) -> None:
    """Takes cards off a column of the child; a king left alone there then counts as not dealt."""
    child = search.child
    column_word: i64 = child[column]
    length: i64 = ((column_word >> LENGTH_SHIFT) & LENGTH_MASK) - number
    dealt: i64 = column_word & DEALT_MASK
    if length:
        one: i64 = 1
        keep: i64 = (one << (length - 1)) - 1
        child[column] = (
            dealt
            | (length << LENGTH_SHIFT)
            | (column_word & (KING_MASK << KING_SHIFT))
            | (((column_word >> TWINS_SHIFT) & keep) << TWINS_SHIFT)
        )
        return
    if dealt < 2:
        child[column] = 0
        return
    dealt -= 1
    card: i64 = search.dealt[column * PILE + dealt - 1]
    if dealt == 1 and card >= FIRST_KING:
        child[column] = ONE_CARD | ((card & 3) << KING_SHIFT)
    else:
        child[column] = dealt | ONE_CARD


def put_card(search: FewestSearch, column: i64, card: i64) -> None:
    """Puts a card on a column of the child."""
    child = search.child
    column_word: i64 = child[column]
    length: i64 = (column_word >> LENGTH_SHIFT) & LENGTH_MASK
    if length:
        child[column] = (column_word + ONE_CARD) | ((card & 1) << (TWINS_SHIFT - 1 + length))
    else:
        child[column] = ONE_CARD | ((card & 3) << KING_SHIFT)


def target_column(search: FewestSearch, card: i64, first: i64) -> i64:
    """The first column from ``first`` on that takes the card, -1 if there is none."""
    column: i64 = first
    while column < search.columns:
        length: i64 = search.lengths[column]
        if length:
            top: i64 = search.runs[column * PILE + length - 1]
            if top >> 2 == (card >> 2) + 1 and (top ^ card) & 2:
                return column
        elif card >= FIRST_KING and search.packed[column] & DEALT_MASK == 0:
            return column
        column += 1
    return -1


def top_of(search: FewestSearch, column: i64) -> i64:
    """The top card of a column of the current node, or FLOOR."""
    length: i64 = search.lengths[column]
    return search.runs[column * PILE + length - 1] if length else FLOOR


def talon_index(talon_left: i64, size: i64) -> i64:
    """The index in the talon of the top card of a waste of ``size`` cards."""
    index: i64 = 0
    while True:
        if talon_left & 1:
            size -= 1
            if size == 0:
                return index
        talon_left >>= 1
        index += 1
