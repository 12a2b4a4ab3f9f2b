"""What the kernel leaves out, and why that loses no win: its dominances.

A *dominance* is a rule that leaves out moves because others are proved to be at least as good.
Private, compiled with the kernel, whose words are used here (group, open, root, at will). Each
dominance has

* its argument and conditions, below;
* its switch, the constant of the same name, so that tests can compare verdicts with and without it;
* its mutants, versions whose condition is loosened by one step, in ``tests/test_dominances.py``.

**SAFE**. A safe card that can leave its column for its foundation goes there at once, and no safe
card is taken back. With alternating colours a card of rank r is safe when both foundations of the
other colour hold rank r - 2 and the other foundation of its own colour holds rank r - 3. With other
builds it is safe when the other suits whose cards may lie on it hold rank r - 2; when suits are
built no other suit may, so every card is safe. Conditions: none on draws, redeals or foundation
return. (Ranks count from the ace, whose rank is 1. The twin suit is the other one of the colour.)

    Let U be the cards of its own suit up to rank r, of the other suits that may lie on it up to
    r - 1, and, with alternating colours, of its twin suit up to r - 2. Whatever can ever lie on a
    card of U is in U, and of each suit at most the highest card of U is not on its foundation yet,
    so that card is the next one of its suit. Take a solution and change it so that cards of U never
    come back and go to their foundations as soon as they can leave their columns: what covers such
    a card is itself in U, so it can go first. Leave out the solution's own moves of cards of U. No
    card outside U ever goes onto one of U, so every other move of the solution remains possible:
    it finds the cards that it needs uncovered, as before or earlier. Cards that are turned too
    early only lie there.

    Without foundation return, with alternating colours, a card is also safe when both foundations
    of the other colour hold rank r - 1: then no card is left that could lie on it. With other
    builds the first condition already covers this.

    Literature: the common rule of Klondike solvers, such as Solvitaire (Blake and Gent, "The
    Winnability of Klondike Solitaire and Many Other Patience Games", JAIR 85, 2026).

**SAFE_TALON**. A safe card of the talon goes to its foundation at once if taking it makes no other
card unavailable. That holds

* at will, for any card;
* with unlimited redeals, for the last card of the talon, when the waste is a whole number of draws
  or the stock is empty;
* with limited redeals, for the top of the waste, with one card to a draw or in the last pass.

    At will this is the argument of SAFE. The last card of the talon shows at the end of every pass,
    and its going shifts no other card; the card before it shows instead. If the waste holds part of
    a draw, drawing on would lose the chance to play its top card, so there the move is not forced.
    When the top of the waste goes, the stock stays as it is, and the card that it covered shows
    earlier. With several cards to a draw the cards would lie differently after a recycle, so no
    recycle may be left.

    With foundation return a card of the talon is also safe when the top card of its foundation is.
    Where a solution would place it from the talon, it is taken back from the foundation instead.
    Until then it is on top: the next card of its suit could not follow before it, and the safe card
    below it never needs to come back.

**REVERSIBLE**. With foundation return, a card that is not a root goes to its foundation whenever it
can; cards taken back (*worrying back*, in the literature) stay in their columns only for the moves
made from there. Conditions: foundation return; for kings, that an empty column takes them.

    Going to the foundation opens the group that the card lay on, or empties a column for a king, so
    the card can be taken back at once: both nodes reach each other and share their verdict. So it
    is enough to go on from one node in which no more cards can go. There may be several such nodes:
    if two cards of a group are face up but the group has only one opening, only one of them can go.
    From any of these nodes the others are reached by taking cards back one by one and letting
    others go instead. Nodes with cards taken back are kept apart in the transposition table by a
    mark in the key, and lead to all their moves, also to foundation moves of cards that were not
    taken back. Safe cards need not be taken back: in the node that this leads to, SAFE would send
    them to their foundations at once.

    Literature: that worrying back is what makes Klondike hard to search is known (Dang, Gent,
    Nightingale, Ulrich-Oltean and Waller, "Constraint Models for Klondike", CP 2025, do without
    it); this treatment of it is our own.

**LAZY**. At will, a card is placed from the talon only if its group is not open, and only together
with a move that uses it: a root or a card taken back goes onto it, another card of its group goes
to the foundation, or another card from the talon goes onto it and is used in turn. Conditions: at
will.

    Placing a card uses an opening of one group and makes one in its own. Only moves that need the
    new opening gain by it, and taking a card from the talon is never of use by itself, since all
    cards there are available. So the placement can wait until just before the first such move, and
    at that point the group would not be open without it. A card that a solution places and later
    moves to its foundation can go there from the talon.

**RELAX**. A node is pruned if the relaxed game, with the same columns, foundations and cards in the
talon, but all of these at will, cannot be won. Conditions: more than one card to a draw, or limited
redeals.

    At will every move of the real game is possible, so a win here would be a win there. What the
    relaxed game has shown to be lost is kept in its transposition table, so asking again is cheap.

**OPEN_CARDS**. When no card is face down the game is won, if the talon is empty or at will.

    A card of the lowest rank that is not yet on the foundations has nothing on it, so it can go;
    then the next one, and so on.

The look for hopeless positions before the search (`klondike.solver._hopeless`) serves all rules and
both questions, so it has no switch here.
"""

from __future__ import annotations

from typing import Final

from klondike._compat import i64
from klondike._core import ANY_SUIT, SAME_COLOR, SAME_SUIT
from klondike.solver._numbers import (
    ACES,
    ALL,
    EVEN_BITS,
    HIGH_HALF,
    LOW_HALF,
    next_rank,
    top_cards,
)

SAFE: Final = 1
SAFE_TALON: Final = 2
REVERSIBLE: Final = 4
LAZY: Final = 8
RELAX: Final = 16
OPEN_CARDS: Final = 32
EVERY_DOMINANCE: Final = 63

# all cards up to a rank
TWO_RANKS: Final = 0xFF
THREE_RANKS: Final = 0xFFF
UP_TO_TEN: Final = 0xFFFFFFFFFF
UP_TO_JACK: Final = 0xFFFFFFFFFFF


def safe_cards(home: i64, foundation_return: bool, build: i64) -> i64:
    """The cards that are safe in a column, with these foundations: SAFE."""
    if build == SAME_SUIT:
        return ALL
    twins: i64 = ((home & EVEN_BITS) << 1) | ((home >> 1) & EVEN_BITS)
    if build == SAME_COLOR:
        return ((twins & UP_TO_JACK) << 8) | TWO_RANKS
    pairs: i64 = home & (home >> 1) & EVEN_BITS
    pairs |= pairs << 1
    low: i64 = pairs & UP_TO_JACK
    others: i64 = ((low & LOW_HALF) << 10) | ((low & HIGH_HALF) << 6) | TWO_RANKS
    if build == ANY_SUIT:
        return others & (((twins & UP_TO_JACK) << 8) | TWO_RANKS)
    twins &= UP_TO_TEN
    partners: i64 = ((twins & LOW_HALF) << 14) | ((twins & HIGH_HALF) << 10) | THREE_RANKS
    if foundation_return:
        return others & partners
    return (others & partners) | (pairs << 4) | ACES


def safe_from_talon(safe: i64, home: i64, foundation_return: bool) -> i64:
    """The cards that are safe in the talon, if these are safe in a column: SAFE_TALON."""
    if not foundation_return:
        return safe
    tops: i64 = top_cards(home) & safe
    return safe | next_rank(tops)
