"""Dead ends, safe moves and certain wins, on the positions of `_core`.

Private, and functions on tuples of ints like `_core`.
"""

from __future__ import annotations

from klondike._core import (
    ALTERNATING,
    BITS,
    EMPTY,
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


def is_hopeless(rules: Table, position: Position) -> bool:
    """Whether some card can never be reached, even if no move took anything away.

    Suppose that every card that was ever face up in a column takes guests for good, that a column
    once emptied stays empty, that cards that went up still lie where they were, and that every
    card of the talon can be had at any time. Whatever can happen in the game can happen then; so
    if even then some column cannot be dug up, as when a king has no column to go to and lies on a
    card that must go up before it, nothing wins. False says nothing.
    """
    stock, waste, foundations, down, up = position[:5]
    heights = list(foundations)
    columns = [[*hidden, *cards[:1]] for hidden, cards in zip(down, up, strict=True)]
    fresh = [card for cards in up for card in cards]
    # these can lie in a column as soon as one takes them
    waiting = [*stock, *waste]
    visible = position[7]
    reached = visible
    for card in waiting:
        reached |= BITS[card]
    risen = 0
    for foundation, height in enumerate(heights):
        for card in rules.following[foundation][:height]:
            risen |= BITS[card]
            if rules.foundation_return:
                waiting.append(card)
    room = rules.guests[EMPTY] if [] in columns else 0
    before = -1
    while fresh or room != before:
        before = room
        for card in fresh:
            room |= rules.guests[card]
        fresh.clear()
        for card in waiting:
            if BITS[card] & room & ~visible:
                visible |= BITS[card]
                fresh.append(card)
        for foundation in range(rules.foundations):
            card = rules.following[foundation][heights[foundation]]
            while reached & BITS[card]:
                risen |= BITS[card]
                heights[foundation] += 1
                card = rules.following[foundation][heights[foundation]]
        for column in columns:
            while column and BITS[column[-1]] & (room | risen):
                column.pop()
                if column:
                    reached |= BITS[column[-1]]
                    visible |= BITS[column[-1]]
                    fresh.append(column[-1])
                else:
                    room |= rules.guests[EMPTY]
    return any(columns)


def safe(rules: Table, position: Position) -> list[int]:
    """The codes of foundation moves that cannot spoil a win, for the rules that allow a proof.

    A card can be missed on the table only by cards one rank lower that want to lie on it. If
    each of those can go up itself whenever it is free, nothing misses it. With alternating
    colours they can when both foundations of the other colour are at most two ranks behind, and
    what lies on them (the card of the same colour two ranks lower) can go up as well: the
    other foundation of the same colour is at most three ranks behind. With other builds the
    suits of what may lie on the card must be at most two ranks behind; what lies on those is of
    the same suits, or of the suit of the card itself. Without foundation return it is enough that
    those suits are at most one rank behind: then no card that could lie on it is left. From the
    waste it holds for draw 1 only, where taking a card hides no other; drawing several, it shifts
    all cards behind it.
    """
    if not rules.loose:
        return []
    stocked = rules.draw_count == 1
    heights = position[2]
    found: list[int] = []
    for code in legal(rules, position):
        kind, source, target, count = rules.moves[code]
        if kind == TABLEAU_TO_FOUNDATION or (kind == WASTE_TO_FOUNDATION and stocked):
            height = HEIGHTS[head(position, kind, source, count)]
            lowest = min([heights[suit] for suit in rules.suitors[target]], default=height)
            partner = heights[3 - target] if rules.build == ALTERNATING else height
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
