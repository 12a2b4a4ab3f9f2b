"""The solver compared with pyksolve, in one process, over the same numbered deals.

    pip install . pyksolve && python bench/solver.py            speed, draw 1 and 3
    pip install . pyksolve && python bench/solver.py --minimal  fewest moves
    pip install . pyksolve && python bench/solver.py --memory   bytes for each stored state

Deals are those of Klondike-Solver's numbering, as pyksolve shuffles them. Times are processor
time. Pyksolve runs with one pass of 200,000 states over the first 20 deals; it decides about two
thirds of them. This library's solver decides all deals.
"""

from __future__ import annotations

import argparse
import importlib
import re
import resource
import statistics
import time
from typing import Any

from klondike import COMPILED, Card, Deal, GameState, Metric, Rules, Verdict, shortest, solve
from klondike.solver import _winning
from klondike.solver._hopeless import is_hopeless
from klondike.solver._winning import dominances, kernel
from klondike.solver._winning.memory import Search

# Any: pyksolve has no types
pyksolve: Any = importlib.import_module("pyksolve.solver")

CALIBRATION = 20


def puzzle(seed: int, draw_count: int) -> Any:  # Any: the same
    other = pyksolve.Solitaire()
    other.draw_count = draw_count
    other.shuffle1(seed)
    other.reset_game()
    return other


def deal(seed: int) -> Deal:
    _, talon, *rows = puzzle(seed, 1).game_diagram_pysol().splitlines()
    names = re.compile(r"\b[A2-9TJQK][CDHS]\b")
    columns = [names.findall(row) for row in rows]
    order = [columns[column][row] for row in range(7) for column in range(row, 7)]
    return Deal.from_cards(
        Card.parse(name[0] + name[1].lower()) for name in [*order, *names.findall(talon)]
    )


def speed(deals: int) -> None:
    packs = [deal(seed) for seed in range(deals)]
    for draw_count in (1, 3):
        begun = time.process_time()
        for seed in range(CALIBRATION):
            puzzle(seed, draw_count).solve_fast(0, 0, 200_000)
        theirs = (time.process_time() - begun) / CALIBRATION
        rules = Rules(draw_count=draw_count)
        whole: list[float] = []
        searching: list[float] = []
        visits = states = 0
        verdicts = dict.fromkeys(Verdict, 0)
        for pack in packs:
            state = GameState.start(pack, rules)
            begun = time.process_time()
            solution = solve(state, max_states=200_000_000)
            whole.append(time.process_time() - begun)
            verdicts[solution.verdict] += 1
            states += solution.states
            found = prepared(state, dominances.EVERY_DOMINANCE)
            begun = time.process_time()
            if not is_hopeless(state.rules._compiled_rules.tables, state._position):
                kernel.find_win(found, 200_000_000)
            searching.append(time.process_time() - begun)
            visits += found.visits + (found.relaxed.visits if found.relaxed else 0)
        mean = sum(searching) / deals
        counts = ", ".join(f"{count} {verdict.value}" for verdict, count in verdicts.items())
        print(f"draw {draw_count}, deals 0 to {deals - 1}: {counts}")
        print(
            f"  search: mean {1e3 * mean:.3f} ms, median {1e3 * statistics.median(searching):.4f}"
            f" ms, most {max(searching):.2f} s; {visits:,} visits, {states:,} states stored,"
            f" {visits / sum(searching):,.0f} visits/s"
        )
        print(
            f"  solve(), moves included: mean {1e3 * sum(whole) / deals:.3f} ms, "
            f"median {1e3 * statistics.median(whole):.3f} ms"
        )
        print(f"  pyksolve: mean {1e3 * theirs:.0f} ms; ratio {theirs / mean:.1f}")


def prepared(state: GameState, switches: int) -> Search:
    table = state.rules._compiled_rules.tables
    return _winning.new_search(table, state._position, switches)


def minimal(deals: int) -> None:
    print("| deal | draw | pyksolve s | its length | ours s | length | states |")
    print("|---|---|---|---|---|---|---|")
    for draw_count in (1, 3):
        for seed in range(deals):
            other = puzzle(seed, draw_count)
            begun = time.process_time()
            result = other.solve_minimal(1_000_000)
            theirs = time.process_time() - begun
            # it counts 21 cards turned face up as well
            length = other.moves_made_normalized_count - 21
            if "Minimal" not in result.name or "MayNot" in result.name:
                continue
            begun = time.process_time()
            found = shortest(
                GameState.start(deal(seed), Rules(draw_count=draw_count)),
                max_states=25_000_000,
                metric=Metric.DRAWS_AND_CARD_MOVES,
            )
            ours = time.process_time() - begun
            print(
                f"| ks:{seed} | {draw_count} | {theirs:.2f} | {length} | {ours:.2f} "
                f"| {found.lower_bound} {found.verdict.value} | {found.states:,} |",
                flush=True,
            )


def memory() -> None:
    # without the relaxed game the search of this deal is long
    state = GameState.start(deal(628), Rules(draw_count=3))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = prepared(state, dominances.EVERY_DOMINANCE & ~dominances.RELAX)
    begun = time.process_time()
    answer = kernel.find_win(found, 50_000_000)
    spent = time.process_time() - begun
    peak = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    print(f"answer {answer}, {found.stored:,} states stored in {spent:.1f} s")
    print(f"table: {8 * len(found.keys) / int(found.stored):.1f} bytes a state")
    print(f"growth of the process at its peak: {peak / int(found.stored):.1f} bytes a state")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--minimal", action="store_true")
    parser.add_argument("--memory", action="store_true")
    options = parser.parse_args()
    print("compiled" if COMPILED else "pure")
    if options.minimal:
        minimal(min(options.deals, 20))
    elif options.memory:
        memory()
    else:
        speed(options.deals)


if __name__ == "__main__":
    main()
