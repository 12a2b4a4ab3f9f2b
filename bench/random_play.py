"""Random play: this library compared with OpenSpiel's `solitaire` and soliterm, in one process.

Each engine plays random games under its own rules, choosing evenly among its legal moves, and
is timed by processor time. The engines take turns, so that a change in the machine's speed affects
all of them; only the ratios matter. Needs the dependency group `bench`:

    pip install . --group bench && python bench/random_play.py
"""

from __future__ import annotations

import importlib
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from klondike import STILLDECK_DRAW_3, Deal, GameState

# Any: neither library has types
pyspiel: Any = importlib.import_module("pyspiel")
soliterm_games: Any = importlib.import_module("soliterm.engine.games")

PLIES = 60_000
ROUNDS = 7
LONGEST_GAME = 150


def play_klondike(plies: int, choose: Callable[[], float]) -> int:
    played = seed = 0
    while played < plies:
        state = GameState.start(Deal.from_seed(seed), STILLDECK_DRAW_3)
        seed += 1
        for _ in range(LONGEST_GAME):
            moves = state.legal_moves
            if not moves:
                break
            state = state.apply(moves[int(choose() * len(moves))])
            played += 1
    return played


def play_open_spiel(plies: int, choose: Callable[[], float]) -> int:
    game = pyspiel.load_game("solitaire")
    played = 0
    while played < plies:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            # cards come up by chance actions; only the player's own moves count
            played += not state.is_chance_node()
            state.apply_action(actions[int(choose() * len(actions))])
    return played


def play_soliterm(plies: int, choose: Callable[[], float]) -> int:
    played = seed = 0
    while played < plies:
        seed += 1
        game = soliterm_games.new_solitaire("klondike", seed, {"draw": 3})
        for _ in range(LONGEST_GAME):
            moves = game.legal_moves()
            draws = game.can_deal()
            if not moves and not draws:
                break
            number = int(choose() * (len(moves) + draws))
            if number < len(moves):
                game.attempt_move(*moves[number])
            else:
                game.deal()
            played += 1
    return played


ENGINES: dict[str, tuple[Callable[[int, Callable[[], float]], int], int]] = {
    "klondike": (play_klondike, PLIES),
    "open_spiel": (play_open_spiel, PLIES),
    "soliterm": (play_soliterm, PLIES // 20),
}


def speed(name: str) -> float:
    play, plies = ENGINES[name]
    generator = random.Random(1)
    started = time.process_time()
    return play(plies, generator.random) / (time.process_time() - started)


def main() -> None:
    speeds = {name: list[float]() for name in ENGINES}
    for _ in range(ROUNDS):
        for name in ENGINES:
            speeds[name].append(speed(name))
    print(f"CPython {sys.version.split()[0]}, {ROUNDS} rounds, medians")
    for name, measured in speeds.items():
        ratios = [ours / its for ours, its in zip(speeds["klondike"], measured, strict=True)]
        print(
            f"{name:11}{statistics.median(measured):10,.0f} moves/s   klondike is "
            f"{statistics.median(ratios):.2f} x ({min(ratios):.2f} to {max(ratios):.2f})"
        )


if __name__ == "__main__":
    main()
