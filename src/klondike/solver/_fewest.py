"""From a position of the standard family to the search for fewest moves, and back."""

from __future__ import annotations

from typing import Final

from klondike._core import ALTERNATING, EMPTY, KINGS, UNLIMITED, Position, Table
from klondike.solver import _shortest as search
from klondike.solver._arrangements import (
    BUCKETS,
    FLOOR,
    PARENT,
    PILE,
    STATE,
    WORDS,
    Shortest,
    offer,
)
from klondike.solver._outcome import Outcome
from klondike.solver._standard import is_standard
from klondike.solver._unroll import Unroller

# clubs, spades, diamonds, hearts: the colour is one bit
SUITS: Final = (0, 2, 3, 1)
CARDS: Final = tuple(SUITS.index(number % 4) * 13 + number // 4 for number in range(52))
MAX_COLUMNS: Final = 7
MAX_TALON: Final = 24
MAX_REDEALS: Final = 1000


def _number(card: int) -> int:
    return card % 13 * 4 + SUITS[card // 13]


def fits(rules: Table, position: Position) -> bool:
    """Whether the nodes of the search can hold everything that can come of a position."""
    sizes = [len(hidden) + 1 for hidden in position[3]]
    return (
        len(sizes) <= MAX_COLUMNS
        and max(sizes) <= MAX_COLUMNS
        and len(position[0]) + len(position[1]) <= MAX_TALON
        and rules.max_redeals <= MAX_REDEALS
        and (rules.build, rules.empty_column) == (ALTERNATING, KINGS)
        and is_standard(rules, position)
    )


def shortest(
    rules: Table, position: Position, max_states: int, recycle_cost: int
) -> tuple[Outcome, int]:
    """Looks for a win with the fewest moves from a position that `fits`.

    Args:
        rules: The rules.
        position: Where to begin.
        max_states: How many nodes to keep at most, 1 or more.
        recycle_cost: What a recycle counts, 0 or 1; every other move counts 1.

    Returns:
        The outcome, and a number of moves that no win can do without.
    """
    made = _prepared(rules, position, recycle_cost)
    answer = search.run(made, max_states)
    codes = _unrolled(rules, position, made) if answer == search.FOUND else None
    states = max(1, min(int(made.count), max_states))
    return Outcome(codes, states, answer == search.NONE), int(made.least)


def _prepared(rules: Table, position: Position, recycle_cost: int) -> Shortest:
    stock, waste, foundations, down, up = position[:5]
    redeals = -1 if rules.max_redeals == UNLIMITED else rules.max_redeals - position[5]
    made = Shortest(rules.columns, rules.draw_count, redeals, rules.foundation_return, recycle_cost)
    built = sum(height << 4 * SUITS[suit] for suit, height in enumerate(foundations))
    for column, (hidden, cards) in enumerate(zip(down, up, strict=True)):
        dealt = [_number(card) for card in (*hidden, *cards[:1])]
        for index, card in enumerate(dealt):
            made.dealt[column * PILE + index] = card
        for size in range(2, len(dealt) + 1):
            below = dealt[: size - 1]
            at = column * PILE + size
            for suit in range(4):
                ranks = [card // 4 for card in below if card % 4 == suit]
                made.lowest[at * 4 + suit] = min(ranks, default=13)
            made.disorder[at] = sum(
                any(other % 4 == card % 4 and other < card for other in below[:index])
                for index, card in enumerate(below)
            )
        if not cards:
            continue
        code = len(cards) << 3
        if hidden or dealt[0] < 48:
            code |= len(dealt)
        else:
            code |= dealt[0] % 4 << 7
        for index, card in enumerate(cards[1:]):
            code |= _number(card) % 2 << 9 + index
        made.new_codes[column] = code
    talon = (*waste, *stock)
    for index, card in enumerate(talon):
        made.talon[index] = _number(card)
    made.least = BUCKETS - 1
    offer(made, -1, 0, built, (1 << len(talon)) - 1, len(waste), 0, 0, 0, 0)
    return made


def _unrolled(rules: Table, position: Position, found: Shortest) -> list[int]:
    steps: list[int] = []
    node = int(found.goal)
    while found.nodes[node * WORDS + PARENT] >= 0:
        steps.append(int(found.nodes[node * WORDS + STATE]))
        node = int(found.nodes[node * WORDS + PARENT])
    unroller = Unroller(rules, position)
    for step in reversed(steps):
        kind = step >> 13 & 7
        card = CARDS[step >> 16 & 63]
        target = step >> 22 & 63
        on = EMPTY if target == FLOOR else CARDS[target]
        if kind == search.PLACE:
            unroller.place(card, on)
        elif kind in (search.UP, search.UP_FROM_WASTE):
            unroller.put_up(card)
        elif kind == search.BACK:
            unroller.take_back(card, on)
        else:
            column = unroller.position[4][unroller.column(card)]
            unroller.move_run(card, on)
            if kind == search.LADDER:
                unroller.put_up(column[column.index(card) - 1])
    return unroller.codes
