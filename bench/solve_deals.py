"""How many numbered deals the solver decides within a small budget, and how long it takes.

python bench/solve_deals.py
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from klondike import STILLDECK_DRAW_1, STILLDECK_DRAW_3, Deal, GameState, Verdict, solve

DEALS = 100
BUDGET = 5_000


def main() -> None:
    print(f"CPython {sys.version.split()[0]}, deals 0 to {DEALS - 1}, {BUDGET:,} positions each")
    for rules in (STILLDECK_DRAW_1, STILLDECK_DRAW_3):
        verdicts = Counter[Verdict]()
        states = 0
        started = time.process_time()
        for seed in range(DEALS):
            solution = solve(GameState.start(Deal.from_seed(seed), rules), max_states=BUDGET)
            verdicts[solution.verdict] += 1
            states += solution.states
        seconds = time.process_time() - started
        counts = ", ".join(f"{verdicts[verdict]} {verdict.value}" for verdict in Verdict)
        print(f"draw {rules.draw_count}: {counts}; {states / seconds:,.0f} positions/s")


if __name__ == "__main__":
    main()
