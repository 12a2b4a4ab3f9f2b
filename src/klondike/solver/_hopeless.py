"""Positions that are lost even if no move used anything up: a check before any search.

Private, compiled. Like `klondike._core`, it works on tuples of ints.
"""

from __future__ import annotations

from klondike._core import BITS, EMPTY, REDEALS, VISIBLE, Position, RuleTables


def is_hopeless(tables: RuleTables, position: Position) -> bool:
    """Whether some card can never be reached, even if no move used anything up.

    This is a relaxation of the game. Suppose that every card that was ever face up in a column
    takes guests for ever, that a column once emptied counts as empty for ever, that a card on a
    foundation also still counts as lying in its column, and that every card of the talon is
    available at any time. Whatever can happen in the game can happen then. So the position is lost
    if even then some column cannot be emptied. For example, a king may have no empty column to go
    to and lie on a card that must be on its foundation before the king can be. A False result
    proves nothing.
    """
    stock, waste, foundations, face_down, face_up = position[:REDEALS]
    heights = list(foundations)
    columns = [[*hidden, *cards[:1]] for hidden, cards in zip(face_down, face_up, strict=True)]
    fresh = [card for cards in face_up for card in cards]
    # these cards can lie in a column as soon as some column takes them
    waiting = [*stock, *waste]
    visible = position[VISIBLE]
    reached = visible
    for card in waiting:
        reached |= BITS[card]
    gone = 0
    for foundation, height in enumerate(heights):
        for card in tables.following[foundation][:height]:
            gone |= BITS[card]
            if tables.foundation_return:
                waiting.append(card)
    room = tables.guests[EMPTY] if [] in columns else 0
    before = -1
    while fresh or room != before:
        before = room
        for card in fresh:
            room |= tables.guests[card]
        fresh.clear()
        for card in waiting:
            if BITS[card] & room & ~visible:
                visible |= BITS[card]
                fresh.append(card)
        for foundation in range(tables.foundations):
            card = tables.following[foundation][heights[foundation]]
            while reached & BITS[card]:
                gone |= BITS[card]
                heights[foundation] += 1
                card = tables.following[foundation][heights[foundation]]
        for column in columns:
            while column and BITS[column[-1]] & (room | gone):
                column.pop()
                if column:
                    reached |= BITS[column[-1]]
                    visible |= BITS[column[-1]]
                    fresh.append(column[-1])
                else:
                    room |= tables.guests[EMPTY]
    return any(columns)
