"""A depth-first search on core positions, for any rules.

Draws and recycles are not searched one by one. From a position all tops of the waste are listed
that drawing alone can bring, with the draws that bring them; a node of the search is what lies
between two card moves. The key of a node forgets what cannot matter to a win:

* the order of the columns, since after the deal the rules treat all columns alike,
* which of several foundations of one suit has which height,
* the score,
* with unlimited redeals, how far the stock is drawn, where drawing alone leads from one such
  position to all others of the same order (see `_talon_key`).
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import islice

from klondike._core import (
    DRAW,
    RECYCLE,
    TABLEAU_TO_FOUNDATION,
    UNLIMITED,
    WASTE_TO_FOUNDATION,
    WASTE_TO_TABLEAU,
    Position,
    Table,
    apply,
    is_won,
    legal,
)
from klondike._endgame import autofinish, safe
from klondike.solver._outcome import Outcome


def search(rules: Table, position: Position, max_states: int, *, prune: bool) -> Outcome:
    """Looks for a win.

    Args:
        rules: The rules.
        position: Where to begin.
        max_states: How many nodes to visit at most, 1 or more.
        prune: Whether to use the rules in `_children` that leave moves out.

    Returns:
        The outcome; without a win and exhausted, there is none.
    """
    states = 0
    for path, after in _nodes(rules, position, prune=prune):
        if states == max_states:
            return Outcome(None, states, exhausted=False)
        states += 1
        ending: list[int] | None = [] if is_won(after) else None
        if prune and path and ending is None and not any(after[3]):
            # all cards lie open: going up greedily costs little and mostly wins
            ending = autofinish(rules, after)
        if ending is not None:
            return Outcome([*(code for part in path for code in part), *ending], states, False)
    return Outcome(None, states, exhausted=True)


def _nodes(
    rules: Table, position: Position, *, prune: bool
) -> Iterator[tuple[list[list[int]], Position]]:
    """Every node that can be reached, each once and depth first, with the moves that lead to it.

    The first is the one to begin with. The list of moves changes from node to node.
    """
    seen = {_key(rules, position)}
    path: list[list[int]] = []
    yield path, position
    stack = [_children(rules, position, prune=prune)]
    while stack:
        step = next(stack[-1], None)
        if step is None:
            stack.pop()
            if path:
                path.pop()
            continue
        codes, after = step
        key = _key(rules, after)
        if key not in seen:
            seen.add(key)
            path.append(codes)
            yield path, after
            stack.append(_children(rules, after, prune=prune))


def furthest(rules: Table, position: Position, max_states: int) -> list[int]:
    """Moves to the position that is furthest on among the first ones that a search visits.

    Furthest on means most cards on the foundations and fewest face down, taken together.

    Args:
        rules: The rules.
        position: Where to begin.
        max_states: How many nodes to visit at most.

    Returns:
        The codes of the moves; none if no position is further on.
    """
    best: list[int] = []
    most = _progress(position)
    for path, after in islice(_nodes(rules, position, prune=True), max_states):
        if _progress(after) > most:
            most = _progress(after)
            best = [code for part in path for code in part]
    return best


def _progress(position: Position) -> int:
    return sum(position[2]) - sum(map(len, position[3]))


def shortest(
    rules: Table, position: Position, max_states: int, recycle_cost: int
) -> tuple[Outcome, int]:
    """Looks for a win with the fewest moves, under any rules.

    A* over single moves. Each card that is not on a foundation still needs a move of its own
    that puts it there, and each draw turns no more than so many cards.

    Args:
        rules: The rules.
        position: Where to begin.
        max_states: How many nodes to keep at most, 1 or more.
        recycle_cost: What a recycle counts, 0 or 1; every other move counts 1.

    Returns:
        The outcome, and a number of moves that no win can do without.
    """
    costs = {_whole_key(rules, position): 0}
    parents: list[tuple[int, int]] = [(-1, -1)]
    queue = [(_needed(rules, position), 0, 0, position)]
    while queue:
        estimate, _, node, position = heappop(queue)
        cost = costs[_whole_key(rules, position)]
        if estimate > cost + _needed(rules, position):
            continue
        if is_won(position):
            codes: list[int] = []
            while node:
                node, code = parents[node]
                codes.append(code)
            return Outcome(codes[::-1], len(costs), exhausted=False), cost
        if len(costs) > max_states:
            return Outcome(None, max_states, exhausted=False), estimate
        for code in legal(rules, position):
            after = apply(rules, position, code)
            there = cost + (recycle_cost if code == RECYCLE else 1)
            key = _whole_key(rules, after)
            if there < costs.get(key, there + 1):
                costs[key] = there
                parents.append((node, code))
                entry = (there + _needed(rules, after), -there, len(parents) - 1, after)
                heappush(queue, entry)
    return Outcome(None, len(costs), exhausted=True), 0


def _needed(rules: Table, position: Position) -> int:
    draws = -(-len(position[0]) // rules.draw_count)
    return 13 * rules.foundations - sum(position[2]) + draws


def _whole_key(rules: Table, position: Position) -> tuple[object, ...]:
    redeals = 0 if rules.max_redeals == UNLIMITED else position[5]
    columns = sorted(zip(position[3], position[4], strict=True))
    return (position[0], position[1], position[2], tuple(columns), redeals)


def _talon_key(rules: Table, position: Position) -> tuple[int, ...]:
    stock, waste, redeals = position[0], position[1], position[5]
    if rules.max_redeals != UNLIMITED:
        return (*waste, *stock, len(waste), redeals)
    # With unlimited redeals a waste of a whole number of draws, or an empty stock, can be reached
    # from the full stock of the same order by drawing, and the full stock from it by drawing to
    # the end and recycling: so all such positions reach each other.
    pure = not stock or len(waste) % rules.draw_count == 0
    return (*waste, *stock, -1 if pure else len(waste))


def _key(rules: Table, position: Position) -> tuple[object, ...]:
    foundations = position[2]
    if rules.foundations > 4:
        foundations = tuple(height for suit in range(4) for height in sorted(foundations[suit::4]))
    columns = sorted(zip(position[3], position[4], strict=True))
    return (_talon_key(rules, position), foundations, tuple(columns))


def _talons(rules: Table, position: Position) -> Iterator[tuple[list[int], Position]]:
    # The order of waste and stock together never changes, so the size of the waste tells talons
    # apart, and drawing on from a size seen before repeats what followed it. A recycle later such
    # a talon only has fewer redeals left, and fewer are never better.
    prefix: list[int] = []
    sizes: set[int] = set()
    while len(position[1]) not in sizes:
        yield prefix, position
        sizes.add(len(position[1]))
        spent = rules.max_redeals != UNLIMITED and position[5] >= rules.max_redeals
        if not position[0] and (spent or not position[1]):
            return
        code = DRAW if position[0] else RECYCLE
        prefix = [*prefix, code]
        position = apply(rules, position, code)


def _children(
    rules: Table, position: Position, *, prune: bool
) -> Iterator[tuple[list[int], Position]]:
    """The positions after one more card move, the likeliest first, with the moves to them.

    One rule leaves moves out, when ``prune`` says so: if a move is safe (`klondike._endgame.safe`
    has the argument), it is the only one. From any position that can be won, it can be won after
    that move, too; so nothing is lost by trying nothing else.
    """
    if prune:
        for code in safe(rules, position):
            yield [code], apply(rules, position, code)
            return
    found: list[tuple[int, int, list[int], Position]] = []
    for prefix, talon in _talons(rules, position):
        if not prefix:
            codes = [code for code in legal(rules, talon) if code > RECYCLE]
        else:
            codes = _waste_codes(rules, talon)
        for code in codes:
            after = apply(rules, talon, code)
            found.append((_rank(rules, position, code, after), len(prefix), [*prefix, code], after))
    # sorted by rank and number of draws, and stable: the same order on every machine
    found.sort(key=lambda child: child[:2])
    for _, _, codes, after in found:
        yield codes, after


def _waste_codes(rules: Table, talon: Position) -> list[int]:
    # what the top of the waste can do depends on columns and foundations, not on the rest of it
    alone = ((), talon[1][-1:], *talon[2:])
    return [
        code
        for code in legal(rules, alone)
        if rules.moves[code][0] in (WASTE_TO_TABLEAU, WASTE_TO_FOUNDATION)
    ]


def _rank(rules: Table, before: Position, code: int, after: Position) -> int:
    kind = rules.moves[code][0]
    if kind == TABLEAU_TO_FOUNDATION:
        return 0
    if after[3] is not before[3]:
        return 1
    if kind == WASTE_TO_FOUNDATION:
        return 2
    # by kind: waste to column, then column to column, then back from a foundation
    return kind
