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
    seen = {_key(rules, position)}
    path: list[list[int]] = []
    if is_won(position):
        return Outcome([], 1, exhausted=False)
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
        if key in seen:
            continue
        if len(seen) == max_states:
            return Outcome(None, len(seen), exhausted=False)
        seen.add(key)
        path.append(codes)
        ending: list[int] | None = [] if is_won(after) else None
        if prune and ending is None and not any(after[3]):
            # all cards lie open: going up greedily costs little and mostly wins
            ending = autofinish(rules, after)
        if ending is not None:
            return Outcome([*(code for part in path for code in part), *ending], len(seen), False)
        stack.append(_children(rules, after, prune=prune))
    return Outcome(None, len(seen), exhausted=True)


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
