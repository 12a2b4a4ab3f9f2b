"""What the kernel leaves out, and why that loses no win.

Private, compiled with the kernel. Each rule has a switch, so that tests can compare the verdicts
with and without it. The words are those of `_kernel`: groups, openings, roots, going up, placing
from the talon, taking back. *At will* means one card to a draw and unlimited redeals: then every
card of the talon can be had at any time, and taking one hides no other.

**SAFE**: a card that may go up from a column and is safe goes up at once, and no safe card is taken
back. When colours alternate, a card of rank r is safe when both foundations of the other colour
hold rank r - 2 and the other foundation of its own colour holds rank r - 3. With other builds it
is when the other suits whose cards may lie on it hold rank r - 2; where suits are built there are
none. Conditions: none on draws, redeals or return.

    Let U be the cards of its own suit up to rank r, of the other suits that may lie on it up to
    r - 1, and, when colours alternate, of its twin suit up to r - 2. What can ever lie on a card
    of U is in U; and of each suit at most the highest card of U is not up yet, so it is the next
    one of its suit. Take a way to win, and play it so that cards of U never come down and go up
    as soon as they can leave: nothing that covers them, being in U, has to wait for more. Moves of
    cards of U are left out. No card outside U ever goes onto one of U, so every other move of the
    way remains possible, for it finds the same cards open or more. Cards that are turned too early
    only lie there.

    Without foundation return, when colours alternate, a card is also safe when both foundations of
    the other colour hold rank r - 1: then no card is left that could lie on it. With other builds
    the first condition says so already.

**SAFE_TALON**: the same from the talon, where taking the card takes nothing else away: at will any
card; with unlimited redeals the last card of the talon, when the waste is a whole number of
draws; with limited redeals the top of the waste, with one card to a draw or in the last pass.

    At will this is the argument of SAFE. The last card of the talon is shown at the end of every
    pass and its going shifts no other; the card before it is shown instead. From a waste that is
    no whole number of draws it costs what that waste shows, so there it is not forced. The top
    of the waste, when it goes, leaves the stock as it is; what it covered is shown earlier. With
    several cards to a draw the cards would lie differently after a recycle, so there must be none.

    With foundation return it is enough that the card one rank lower in its suit is safe. In place
    of placing the card from the talon it is then taken back from its foundation, which it tops
    until then, for the safe card below it never needs to come down.

**RAISE**: with foundation return, a card that is no root goes up whenever it can; cards taken back
stay down only for the moves made from there. Conditions: foundation return; for kings, that an
empty column takes them.

    Going up opens the group it lay on, or empties a column for a king, so the card can be taken
    back at once: both nodes reach each other and share their verdict. So it is enough to go on
    from one node where no more cards can go up. There may be several, for of a group with one
    opening only one card can go; from any of them the others are reached by taking cards back one
    by one and letting others rise instead. Nodes with cards taken back are kept apart in memory by
    a mark in the key, and lead to all moves that they have, also to rises of cards not taken
    back. That a safe card is not among those taken back is SAFE, applied to the node it is in.

**LAZY**: at will, a card is placed from the talon only if its group is not open, and only together
with a move that uses it: a root or a card taken back goes onto it, another card of its group goes
up, or another card from the talon goes onto it and is used in turn. Conditions: at will.

    Placing a card takes an opening of one group and gives one of another, and nothing else asks
    for it; taking it from the talon is never of use by itself, for all cards there can be had.
    So in a way to win it can be postponed for as long as the moves between do not need the
    opening that it gives. It is then followed at once by the first move that does, at which the
    group would not be open without it. A card that would leave its place for the foundation can
    go there from the talon.

**RELAX**: a node is left if the same columns, foundations and cards of the talon cannot be won at
will. Conditions: more than one card to a draw, or limited redeals.

    At will every move of the game in hand is possible, so a win here would be one there. What
    the relaxed game has shown to be lost is remembered, and asked for again at little cost.

**Hopeless positions**, before any search: a position is lost if it would be with nothing ever used
up. `klondike._endgame.is_hopeless` has the argument. It serves all rules and both searches, so it
has no switch here but is left out with ``prune=False``.

**OPEN_CARDS**: when no card is face down the game is won, if the talon is empty or at will.

    Of the cards that are not up, one of the lowest rank is covered by none. So one can always go.
"""

from __future__ import annotations

from typing import Final

from klondike._compat import i64
from klondike._core import ANY_SUIT, SAME_COLOR, SAME_SUIT
from klondike.solver._bits import ACES, ALL, HIGH_HALF, LEFT, LOW_HALF, next_rank, top_cards

SAFE: Final = 1
SAFE_TALON: Final = 2
RAISE: Final = 4
LAZY: Final = 8
RELAX: Final = 16
OPEN_CARDS: Final = 32
EVERY_RULE: Final = 63

# all cards up to a rank; the bits of cards are explained in `_bits`
TWO_RANKS: Final = 0xFF
THREE_RANKS: Final = 0xFFF
UP_TO_TEN: Final = 0xFFFFFFFFFF
UP_TO_JACK: Final = 0xFFFFFFFFFFF


def safe_cards(built: i64, foundation_return: bool, build: i64) -> i64:
    """The cards that nobody can miss in a column, with these foundations: rule SAFE."""
    if build == SAME_SUIT:
        return ALL
    twins: i64 = ((built & LEFT) << 1) | ((built >> 1) & LEFT)
    if build == SAME_COLOR:
        return ((twins & UP_TO_JACK) << 8) | TWO_RANKS
    pairs: i64 = built & (built >> 1) & LEFT
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


def safe_from_talon(built: i64, foundation_return: bool, build: i64) -> i64:
    """The cards that nobody can miss in the talon: rule SAFE_TALON."""
    safe: i64 = safe_cards(built, foundation_return, build)
    if not foundation_return:
        return safe
    tops: i64 = top_cards(built) & safe
    return safe | next_rank(tops)
