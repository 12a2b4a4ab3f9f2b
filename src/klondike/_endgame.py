"""Dead ends, safe moves and certain wins, on the positions of `_core`.

Private, and functions on tuples of ints like `_core`.
"""

from __future__ import annotations

from klondike._core import (
    HEIGHTS,
    RECYCLE,
    TABLEAU_TO_FOUNDATION,
    WASTE_TO_FOUNDATION,
    Position,
    Table,
    apply,
    head,
    is_won,
    legal,
)


def is_dead(rules: Table, position: Position) -> bool:
    """Whether no card can move now or after any number of draws and recycles.

    One full pass after the next recycle shows every waste top that drawing alone can bring;
    later passes show the same ones again.
    """
    if is_won(position):
        return False
    recycled = False
    while True:
        codes = legal(rules, position)
        if not codes:
            return True
        if codes[-1] > RECYCLE:
            return False
        if codes[0] == RECYCLE:
            if recycled:
                return True
            recycled = True
        position = apply(rules, position, codes[0])


def safe(rules: Table, position: Position) -> list[int]:
    """The codes of foundation moves that cannot spoil a win, for the rules that allow a proof.

    A card can be missed on the table only by cards one rank lower of the other colour that
    want to lie on it. If each of those can go up itself whenever it is free, nothing misses
    it. They can when both foundations of the other colour are at most two ranks behind, and
    what lies on them (the card of the same colour two ranks lower) can go up as well: the
    other foundation of the same colour is at most three ranks behind. Without foundation
    return it is enough that both foundations of the other colour are at most one rank behind:
    then no card that could lie on it is left. From the waste it holds for draw 1 only, where
    taking a card hides no other; drawing several, it shifts all cards behind it.
    """
    if not rules.safe_rule:
        return []
    stocked = rules.draw_count == 1
    heights = position[2]
    found: list[int] = []
    for code in legal(rules, position):
        kind, source, target, count = rules.moves[code]
        if kind == TABLEAU_TO_FOUNDATION or (kind == WASTE_TO_FOUNDATION and stocked):
            height = HEIGHTS[head(position, kind, source, count)]
            partner = heights[3 - target]
            lowest = min(heights[0], heights[3]) if target in (1, 2) else min(heights[1:3])
            if (height <= lowest + 1 and height <= partner + 2) or (
                not rules.foundation_return and height <= lowest
            ):
                found.append(code)
    return found


def autofinish(rules: Table, position: Position) -> list[int] | None:
    """Foundation moves, draws and recycles that win, played whenever they can be; or None."""
    codes: list[int] = []
    idle_recycles = 0
    while not is_won(position):
        options = legal(rules, position)
        code = -1
        for option in options:
            if rules.moves[option][0] in (WASTE_TO_FOUNDATION, TABLEAU_TO_FOUNDATION):
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
        position = apply(rules, position, code)
    return codes
