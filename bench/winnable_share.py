"""How many numbered deals the solver proves winnable, under many rules.

Run ``python bench/winnable_share.py`` for all tables of docs/winnable.md, or give it the names of
some tables. ``--deals`` sets the number of deals, and ``--only`` selects the rows whose name
contains a text. Each row counts the deals that are proved winnable, proved unwinnable and left
undecided. It gives the share of winnable deals with the 95 % Wilson interval. Undecided deals count
as lost for the lower end of the interval and as won for the upper end.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from klondike import Build, Deal, EmptyColumn, GameState, Rules, Verdict, solve

Mapper = Callable[[Callable[[int], Verdict], Iterable[int]], Iterable[Verdict]]


def verdict(rules: Rules, max_states: int, seed: int) -> Verdict:
    return solve(GameState.start(Deal.from_seed(seed), rules), max_states=max_states).verdict


def count(
    rules: Rules, seeds: Iterable[int], max_states: int, mapper: Mapper = map
) -> dict[Verdict, int]:
    """Counts the verdicts; ``mapper`` may be the ``map`` of an executor."""
    counts = dict.fromkeys(Verdict, 0)
    for found in mapper(partial(verdict, rules, max_states), seeds):
        counts[found] += 1
    return counts


def interval(won: int, unknown: int, total: int) -> tuple[float, float]:
    return wilson(won, total)[0], wilson(won + unknown, total)[1]


def wilson(successes: int, total: int, z: float = 1.959964) -> tuple[float, float]:
    share = successes / total
    center = share + z * z / (2 * total)
    spread = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    return (center - spread) / scale, (center + spread) / scale


def draws() -> Iterator[tuple[str, Rules]]:
    for foundation_return in (True, False):
        for draw_count in range(1, 7):
            name = f"draw {draw_count}, return {'on' if foundation_return else 'off'}"
            yield name, Rules(draw_count=draw_count, foundation_return=foundation_return)


def passes() -> Iterator[tuple[str, Rules]]:
    for draw_count in (1, 3):
        for limit in (1, 2, 3):
            rules = Rules(draw_count=draw_count, max_redeals=limit - 1)
            yield f"draw {draw_count}, passes {limit}", rules


def variants() -> Iterator[tuple[str, Rules]]:
    for build in (Build.ANY, Build.ALTERNATING, Build.SAME_SUIT):
        for empty_column in (EmptyColumn.ANY, EmptyColumn.KING, EmptyColumn.NONE):
            name = f"draw 3, build {build.value}, empty column {empty_column.value}"
            yield name, Rules(draw_count=3, build=build, empty_column=empty_column)


TABLES = {"draws": draws, "passes": passes, "variants": variants}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="*", default=list(TABLES), choices=[*TABLES, []])
    parser.add_argument("--deals", type=int, default=5_000, help="deals a row, from seed 0")
    parser.add_argument("--max-states", type=int, default=20_000_000, help="budget of a deal")
    parser.add_argument("--only", default="", help="rows whose names contain this text")
    options = parser.parse_args()
    print("| rules | winnable | unwinnable | unknown | share % | 95 % | CPU ms a deal |")
    print("|---|---|---|---|---|---|---|")
    for table in options.tables:
        for name, rules in TABLES[table]():
            if options.only not in name:
                continue
            begun = time.process_time()
            counts = count(rules, range(options.deals), options.max_states)
            spent = 1e3 * (time.process_time() - begun) / options.deals
            won, lost, unknown = (counts[kind] for kind in Verdict)
            low, high = interval(won, unknown, options.deals)
            print(
                f"| {name} | {won} | {lost} | {unknown} | {100 * won / options.deals:.2f} "
                f"| {100 * low:.2f} to {100 * high:.2f} | {spent:.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
