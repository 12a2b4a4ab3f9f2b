"""Dead ends, safe moves and certain wins, on the positions of `_core`.

Private. Like `_core`, this module has only functions on tuples of ints.
"""

from __future__ import annotations

from klondike._core import (
    ALTERNATING,
    FOUNDATIONS,
    HEIGHTS,
    RECYCLE,
    TABLEAU_TO_FOUNDATION,
    WASTE_TO_FOUNDATION,
    Position,
    RuleTables,
    apply,
    head,
    is_won,
    legal,
)


def is_dead(tables: RuleTables, position: Position) -> bool:
    """Whether no card can move now or after any number of draws and recycles.

    One full pass after the next recycle shows every card that drawing alone can bring to the top of
    the waste; later passes show the same cards again.
    """
    if is_won(position):
        return False
    recycled = False
    while True:
        codes = legal(tables, position)
        if not codes:
            return True
        if codes[-1] > RECYCLE:
            return False
        if codes[0] == RECYCLE:
            if recycled:
                return True
            recycled = True
        position = apply(tables, position, codes[0])


def safe(tables: RuleTables, position: Position) -> list[int]:
    """The codes of foundation moves that cannot spoil a win, for rules under which this is proved.

    A card that stays in its column is useful only to the cards one rank lower that may lie on it.
    If each of those can go to its own foundation whenever nothing lies on it, the card is not
    needed in the column. With alternating colours that holds under two conditions. Both foundations
    of the other colour are at most two ranks behind. The card that may lie on those cards, of the
    same colour and two ranks lower, can go to its foundation as well, so the other foundation of
    the same colour is at most three ranks behind.

    With other builds the suits that may lie on the card must be at most two ranks behind. The cards
    that may lie on those are of the same suits, or of the card's own suit. Without foundation
    return it is enough that those suits are at most one rank behind, because then no card is left
    that could lie on it. From the waste the move is safe for draw 1 only, because then taking a
    card hides no other card. With several cards to a draw it shifts all cards behind it.
    """
    if not tables.runs_split:
        return []
    takes_one = tables.draw_count == 1
    heights = position[FOUNDATIONS]
    found: list[int] = []
    for code in legal(tables, position):
        kind, source, target, count = tables.moves[code]
        if kind == TABLEAU_TO_FOUNDATION or (kind == WASTE_TO_FOUNDATION and takes_one):
            height = HEIGHTS[head(position, kind, source, count)]
            lowest = min([heights[suit] for suit in tables.guest_suits[target]], default=height)
            partner = heights[3 - target] if tables.build == ALTERNATING else height
            if (height <= lowest + 1 and height <= partner + 2) or (
                not tables.foundation_return and height <= lowest
            ):
                found.append(code)
    return found


def autofinish(tables: RuleTables, position: Position) -> list[int] | None:
    """The codes of a win by foundation moves, draws and recycles alone, or None.

    Each foundation move is made as soon as it can be made.
    """
    codes: list[int] = []
    idle_recycles = 0
    while not is_won(position):
        options = legal(tables, position)
        code = -1
        for option in options:
            if tables.moves[option][0] in (WASTE_TO_FOUNDATION, TABLEAU_TO_FOUNDATION):
                code = option
                idle_recycles = 0
                break
        if code < 0:
            if not options or options[0] > RECYCLE:
                return None
            code = options[0]
            if code == RECYCLE:
                idle_recycles += 1
                if idle_recycles > 1:
                    return None
        codes.append(code)
        position = apply(tables, position, code)
    return codes
