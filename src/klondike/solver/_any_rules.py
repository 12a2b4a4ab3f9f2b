"""Searches for any rules, on core positions: for a win, for fewest moves, and for a hint.

The search for a win is depth first. Draws and recycles do not lead to nodes of their own. From each
position the search lists every card that drawing alone can bring to the top of the waste, with the
draws that bring it. A step consists of such draws and one card move. The key of a node omits what
cannot matter to a win:

* the order of the columns, because after the deal the rules treat all columns alike,
* which of several foundations of one suit has which height,
* the score,
* with unlimited redeals, how many cards have been drawn, if all positions that differ only in this
  can be reached from each other by drawing and recycling alone (see `_talon_key`).
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import islice

from klondike._core import (
    DRAW,
    FACE_DOWN,
    FACE_UP,
    FOUNDATIONS,
    RECYCLE,
    REDEALS,
    STOCK,
    TABLEAU_TO_FOUNDATION,
    UNLIMITED,
    WASTE,
    WASTE_TO_FOUNDATION,
    WASTE_TO_TABLEAU,
    Position,
    RuleTables,
    apply,
    is_won,
    legal,
)
from klondike._endgame import autofinish, safe
from klondike.solver._replay import Outcome


def search(tables: RuleTables, position: Position, max_states: int, *, prune: bool) -> Outcome:
    """Searches for a win.

    Args:
        tables: The rules.
        position: Where to begin.
        max_states: The most nodes to store, 1 or more.
        prune: Whether to use the dominance in `_children`.

    Returns:
        The outcome. If ``codes`` is None and ``exhausted`` is True, no win exists.
    """
    states = 0
    for path, after in _nodes(tables, position, prune=prune):
        if states == max_states:
            return Outcome(None, states, exhausted=False)
        states += 1
        ending: list[int] | None = [] if is_won(after) else None
        if prune and path and ending is None and not any(after[FACE_DOWN]):
            # no card is face down: trying foundation moves alone costs little and mostly wins
            ending = autofinish(tables, after)
        if ending is not None:
            return Outcome([*(code for part in path for code in part), *ending], states, False)
    return Outcome(None, states, exhausted=True)


def _nodes(
    tables: RuleTables, position: Position, *, prune: bool
) -> Iterator[tuple[list[list[int]], Position]]:
    """Every node that can be reached, each once and depth first, with the moves that lead to it.

    The first node is the given position. The list of moves is a single object that changes from
    node to node.
    """
    seen = {_key(tables, position)}
    path: list[list[int]] = []
    yield path, position
    stack = [_children(tables, position, prune=prune)]
    while stack:
        step = next(stack[-1], None)
        if step is None:
            stack.pop()
            if path:
                path.pop()
            continue
        codes, after = step
        key = _key(tables, after)
        if key not in seen:
            seen.add(key)
            path.append(codes)
            yield path, after
            stack.append(_children(tables, after, prune=prune))


def most_advanced(tables: RuleTables, position: Position, max_states: int) -> list[int]:
    """Moves to the most advanced of the positions that a search visits first.

    Most advanced means most cards on the foundations and fewest face down, taken together.

    Args:
        tables: The rules.
        position: Where to begin.
        max_states: The most nodes to visit.

    Returns:
        The codes of the moves; empty if no position is more advanced than the first.
    """
    best: list[int] = []
    most = _progress(position)
    for path, after in islice(_nodes(tables, position, prune=True), max_states):
        if _progress(after) > most:
            most = _progress(after)
            best = [code for part in path for code in part]
    return best


def _progress(position: Position) -> int:
    return sum(position[FOUNDATIONS]) - sum(map(len, position[FACE_DOWN]))


def search_fewest(
    tables: RuleTables, position: Position, max_states: int, recycle_cost: int
) -> tuple[Outcome, int]:
    """Searches for a win with the fewest moves, under any rules.

    A* over single moves. The lower bound: each card that is not on a foundation needs a move of its
    own to get there, and each draw turns at most ``draw_count`` cards.

    Args:
        tables: The rules.
        position: Where to begin.
        max_states: The most nodes to store, 1 or more.
        recycle_cost: What a recycle counts, 0 or 1; every other move counts 1.

    Returns:
        The outcome, and a lower bound on the number of moves of any win.
    """
    costs = {_whole_key(tables, position): 0}
    parents: list[tuple[int, int]] = [(-1, -1)]
    queue = [(_lower_bound(tables, position), 0, 0, position)]
    while queue:
        estimate, _, node, position = heappop(queue)
        cost = costs[_whole_key(tables, position)]
        if estimate > cost + _lower_bound(tables, position):
            continue
        if is_won(position):
            codes: list[int] = []
            while node:
                node, code = parents[node]
                codes.append(code)
            return Outcome(codes[::-1], len(costs), exhausted=False), cost
        if len(costs) > max_states:
            return Outcome(None, max_states, exhausted=False), estimate
        for code in legal(tables, position):
            after = apply(tables, position, code)
            there = cost + (recycle_cost if code == RECYCLE else 1)
            key = _whole_key(tables, after)
            if there < costs.get(key, there + 1):
                costs[key] = there
                parents.append((node, code))
                entry = (there + _lower_bound(tables, after), -there, len(parents) - 1, after)
                heappush(queue, entry)
    return Outcome(None, len(costs), exhausted=True), 0


def _lower_bound(tables: RuleTables, position: Position) -> int:
    draws = -(-len(position[STOCK]) // tables.draw_count)
    return 13 * tables.foundations - sum(position[FOUNDATIONS]) + draws


def _whole_key(tables: RuleTables, position: Position) -> tuple[object, ...]:
    redeals = 0 if tables.max_redeals == UNLIMITED else position[REDEALS]
    columns = sorted(zip(position[FACE_DOWN], position[FACE_UP], strict=True))
    return (position[STOCK], position[WASTE], position[FOUNDATIONS], tuple(columns), redeals)


def _talon_key(tables: RuleTables, position: Position) -> tuple[int, ...]:
    stock, waste, redeals = position[STOCK], position[WASTE], position[REDEALS]
    if tables.max_redeals != UNLIMITED:
        return (*waste, *stock, len(waste), redeals)
    # With unlimited redeals, a position whose waste is a whole number of draws, or whose stock is
    # empty, can be reached by drawing from the one with all these cards in the stock. That one can
    # be reached again by drawing to the end and recycling. So all of them reach each other.
    pure = not stock or len(waste) % tables.draw_count == 0
    return (*waste, *stock, -1 if pure else len(waste))


def _key(tables: RuleTables, position: Position) -> tuple[object, ...]:
    foundations = position[FOUNDATIONS]
    if tables.foundations > 4:
        foundations = tuple(height for suit in range(4) for height in sorted(foundations[suit::4]))
    columns = sorted(zip(position[FACE_DOWN], position[FACE_UP], strict=True))
    return (_talon_key(tables, position), foundations, tuple(columns))


def _talons(tables: RuleTables, position: Position) -> Iterator[tuple[list[int], Position]]:
    # The order of waste and stock together never changes, so the size of the waste tells talons
    # apart. Drawing on from a size seen before only repeats what came after it then. The same talon
    # seen again after a recycle only has fewer redeals left, which is never better.
    prefix: list[int] = []
    sizes: set[int] = set()
    while len(position[WASTE]) not in sizes:
        yield prefix, position
        sizes.add(len(position[WASTE]))
        spent = tables.max_redeals != UNLIMITED and position[REDEALS] >= tables.max_redeals
        if not position[STOCK] and (spent or not position[WASTE]):
            return
        code = DRAW if position[STOCK] else RECYCLE
        prefix = [*prefix, code]
        position = apply(tables, position, code)


def _children(
    tables: RuleTables, position: Position, *, prune: bool
) -> Iterator[tuple[list[int], Position]]:
    """The positions after one more card move, the most promising first, with the moves to them.

    One dominance leaves moves out, unless ``prune`` is False: if a move is safe
    (`klondike._endgame.safe` has the argument), it is the only one tried. If the position can be
    won, it can also be won after that move, so no win is lost.
    """
    if prune:
        for code in safe(tables, position):
            yield [code], apply(tables, position, code)
            return
    found: list[tuple[int, int, list[int], Position]] = []
    for prefix, talon in _talons(tables, position):
        if not prefix:
            codes = [code for code in legal(tables, talon) if code > RECYCLE]
        else:
            codes = _waste_codes(tables, talon)
        for code in codes:
            after = apply(tables, talon, code)
            found.append(
                (_rank(tables, position, code, after), len(prefix), [*prefix, code], after)
            )
    # sorted by rank and number of draws, and stable: the same order on every machine
    found.sort(key=lambda child: child[:2])
    for _, _, codes, after in found:
        yield codes, after


def _waste_codes(tables: RuleTables, talon: Position) -> list[int]:
    # where the top of the waste can go depends on columns and foundations, not on the other cards
    alone = ((), talon[WASTE][-1:], *talon[2:])
    return [
        code
        for code in legal(tables, alone)
        if tables.moves[code][0] in (WASTE_TO_TABLEAU, WASTE_TO_FOUNDATION)
    ]


def _rank(tables: RuleTables, before: Position, code: int, after: Position) -> int:
    kind = tables.moves[code][0]
    if kind == TABLEAU_TO_FOUNDATION:
        return 0
    if after[FACE_DOWN] is not before[FACE_DOWN]:
        return 1
    if kind == WASTE_TO_FOUNDATION:
        return 2
    # by kind: waste to column, then column to column, then back from a foundation
    return kind
