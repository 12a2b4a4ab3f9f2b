"""How few moves are enough? From a position to the search for fewest moves, and back to moves.

The modules are this entry, `search` (A* and the moves it makes), and `nodes` (how columns are
packed, the lower bound, the transposition table and the queue).
"""

from __future__ import annotations

from typing import Final

from klondike._core import (
    EMPTY,
    FACE_DOWN,
    FACE_UP,
    REDEALS,
    STOCK,
    UNLIMITED,
    WASTE,
    Cards,
    Position,
    RuleTables,
)
from klondike.rules import Rules, is_known
from klondike.solver._fewest import search as steps
from klondike.solver._fewest.nodes import (
    BUCKETS,
    CARD_MASK,
    CARD_SHIFT,
    FIRST_KING,
    FLOOR,
    KIND_MASK,
    KIND_SHIFT,
    KING_SHIFT,
    LENGTH_SHIFT,
    NODE_WORDS,
    PARENT,
    PILE,
    STATE,
    TARGET_SHIFT,
    TWINS_SHIFT,
    FewestSearch,
    offer,
)
from klondike.solver._numbers import INDEX_OF_NUMBER, NUMBER_OF_INDEX, NUMBER_OF_SUIT
from klondike.solver._replay import Outcome, SolutionBuilder
from klondike.solver._served import FEWEST_MOVES
from klondike.solver._winning import lies_in_runs

MAX_COLUMNS: Final = 7
MAX_TALON: Final = 24


def fits(rules: Rules, position: Position) -> bool:
    """Whether the nodes of the search can hold every position that can arise from this one."""
    sizes = [len(hidden) + 1 for hidden in position[FACE_DOWN]]
    return (
        is_known(rules, FEWEST_MOVES)
        and len(sizes) <= MAX_COLUMNS
        and max(sizes) <= MAX_COLUMNS
        and len(position[STOCK]) + len(position[WASTE]) <= MAX_TALON
        and lies_in_runs(rules._compiled_rules.tables, position)
    )


def search(
    tables: RuleTables, position: Position, max_states: int, recycle_cost: int
) -> tuple[Outcome, int]:
    """Searches for a win with the fewest moves from a position that `fits`.

    Args:
        tables: The rules.
        position: Where to begin.
        max_states: The most nodes to store, 1 or more.
        recycle_cost: What a recycle counts, 0 or 1; every other move counts 1.

    Returns:
        The outcome, and a lower bound on the number of moves of any win.
    """
    made = _search_from(tables, position, recycle_cost)
    answer = steps.find_fewest(made, max_states)
    codes = _solution(tables, position, made) if answer == steps.FOUND else None
    states = max(1, min(int(made.count), max_states))
    return Outcome(codes, states, answer == steps.NONE), int(made.least)


def _search_from(tables: RuleTables, position: Position, recycle_cost: int) -> FewestSearch:
    stock, waste, foundations, face_down, face_up = position[:REDEALS]
    made = FewestSearch(
        columns=tables.columns,
        draw_count=tables.draw_count,
        redeals=-1 if tables.max_redeals == UNLIMITED else tables.max_redeals - position[REDEALS],
        foundation_return=tables.foundation_return,
        recycle_cost=recycle_cost,
    )
    home = sum(height << 4 * NUMBER_OF_SUIT[suit] for suit, height in enumerate(foundations))
    for column, (hidden, cards) in enumerate(zip(face_down, face_up, strict=True)):
        dealt = [NUMBER_OF_INDEX[card] for card in (*hidden, *cards[:1])]
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
        if cards:
            made.child[column] = _packed(dealt, cards, free=not hidden and dealt[0] >= FIRST_KING)
    talon = (*waste, *stock)
    for index, card in enumerate(talon):
        made.talon[index] = NUMBER_OF_INDEX[card]
    made.least = BUCKETS - 1
    offer(made, -1, 0, home, (1 << len(talon)) - 1, len(waste), 0, 0, 0, 0)
    return made


def _packed(dealt: list[int], cards: Cards, *, free: bool) -> int:
    # a column packed into bits; with a king at the bottom it counts as having no dealt cards
    word = len(cards) << LENGTH_SHIFT
    word |= dealt[0] % 4 << KING_SHIFT if free else len(dealt)
    for index, card in enumerate(cards[1:]):
        word |= NUMBER_OF_INDEX[card] % 2 << TWINS_SHIFT + index
    return word


def _solution(tables: RuleTables, position: Position, found: FewestSearch) -> list[int]:
    states: list[int] = []
    node = int(found.goal)
    while found.nodes[node * NODE_WORDS + PARENT] >= 0:
        states.append(int(found.nodes[node * NODE_WORDS + STATE]))
        node = int(found.nodes[node * NODE_WORDS + PARENT])
    builder = SolutionBuilder(tables, position)
    for state in reversed(states):
        kind = state >> KIND_SHIFT & KIND_MASK
        card = INDEX_OF_NUMBER[state >> CARD_SHIFT & CARD_MASK]
        target = state >> TARGET_SHIFT & CARD_MASK
        host = EMPTY if target == FLOOR else INDEX_OF_NUMBER[target]
        if kind == steps.TALON_TO_COLUMN:
            builder.place(card, host)
        elif kind in (steps.TO_FOUNDATION, steps.TALON_TO_FOUNDATION):
            builder.to_foundation(card)
        elif kind == steps.TAKE_BACK:
            builder.take_back(card, host)
        else:
            column = builder.position[FACE_UP][builder.column_of(card)]
            builder.move_run(card, host)
            if kind == steps.MOVE_PART:
                builder.to_foundation(column[column.index(card) - 1])
    return builder.codes
