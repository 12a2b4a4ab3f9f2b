"""The engine agrees with an independent one that was written from the prose of the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

from klondike import (
    PRESETS,
    Build,
    Deal,
    EmptyColumn,
    GameState,
    Move,
    Rules,
    RunMove,
    Scoring,
    rectangle,
    triangle,
)
from klondike.testing import divide, perft
from oracle import Oracle, OracleRules, Snapshot
from oracle import perft as slow_perft

# the presets, and rules for what no preset has
GAMES: dict[str, Rules] = {
    **PRESETS,
    "ONE_CARD_AT_A_TIME": Rules(run_move=RunMove.SINGLE, draw_count=2),
    "WHOLE_RUNS_OF_SUITS": Rules(
        columns=triangle(7, face_up="all"), run_build=Build.SAME_SUIT, run_move=RunMove.WHOLE
    ),
    "EMPTY_STAYS_EMPTY": Rules(empty_column=EmptyColumn.NONE, build=Build.ANY, max_redeals=3),
    "THREE_DECKS": Rules(
        columns=rectangle(9, face_down=1, face_up=3),
        decks=3,
        build=Build.OTHER_SUIT,
        run_build=Build.SAME_COLOR,
        aces_on_foundations=True,
        foundation_return=False,
        empty_column=EmptyColumn.ANY,
    ),
    "PENALTIES": Rules(
        draw_count=5,
        max_redeals=2,
        scoring=Scoring(start=7, turn_over=-3, waste_to_tableau=-4, recycle=-9, free_recycles=1),
    ),
}


def test_the_games_use_every_axis() -> None:
    for field in attrs.fields(Rules):
        assert any(getattr(rules, field.name) != field.default for rules in GAMES.values())


PERFT = Path(__file__).parent / "data" / "perft.txt"
PERFT_PRESETS = (
    ("STILLDECK_DRAW_1", 6),
    ("TRADITIONAL_DRAW_3", 6),
    ("VEGAS_DRAW_3", 6),
    ("WHITEHEAD", 5),
    ("THUMB_AND_POUCH", 5),
    ("DOUBLE_KLONDIKE_DRAW_3", 4),
)


def oracle_rules(rules: Rules) -> OracleRules:
    scoring = rules.scoring
    return {
        "columns": rules.columns,
        "draw_count": rules.draw_count,
        "max_redeals": rules.max_redeals,
        "build": rules.build.value,
        "run_build": None if rules.run_build is None else rules.run_build.value,
        "run_move": rules.run_move.value,
        "empty_column": rules.empty_column.value,
        "foundation_return": rules.foundation_return,
        "aces_on_foundations": rules.aces_on_foundations,
        "decks": rules.decks,
        "scoring": {
            "start": scoring.start,
            "waste_to_tableau": scoring.waste_to_tableau,
            "waste_to_foundation": scoring.waste_to_foundation,
            "tableau_to_foundation": scoring.tableau_to_foundation,
            "turn_over": scoring.turn_over,
            "foundation_to_tableau": scoring.foundation_to_tableau,
            "recycle": scoring.recycle,
            "free_recycles": scoring.free_recycles,
            "floor": scoring.floor,
        },
    }


def slow(deal: Deal, rules: Rules) -> Oracle:
    return Oracle.deal([str(card) for card in deal.cards], oracle_rules(rules))


def snapshot(state: GameState) -> Snapshot:
    def texts(pile: tuple[object, ...]) -> tuple[str, ...]:
        return tuple(map(str, pile))

    return (
        texts(state.stock),
        texts(state.waste),
        tuple(map(texts, state.foundations)),
        tuple((texts(column.face_down), texts(column.face_up)) for column in state.columns),
        state.redeals_used,
        state.score,
    )


def compare(rules: Rules, generator: random.Random, plies: int) -> Iterator[None]:
    deal = Deal.shuffled(generator, decks=rules.decks)
    state, other = GameState.start(deal, rules), slow(deal, rules)
    for _ in range(plies):
        assert snapshot(state) == other.snapshot()
        assert state.is_won == other.is_won()
        legal = list(map(str, state.legal_moves))
        assert sorted(legal) == sorted(other.moves())
        if not legal:
            return
        # draws and recycles are half of all choices; card moves get further
        move = generator.choice(legal)
        if move in ("draw", "recycle") and len(legal) > 1:
            move = generator.choice(legal)
        state = state.apply(Move.parse(move))
        other.play(move)
        yield


def compare_whole_space(rules: Rules, generator: random.Random) -> None:
    deal = Deal.shuffled(generator, decks=rules.decks)
    state, other = GameState.start(deal, rules), slow(deal, rules)
    for _ in range(generator.randrange(40)):
        legal = state.legal_moves
        if not legal:
            break
        move = generator.choice(legal)
        state = state.apply(move)
        other.play(str(move))
    texts = set(other.space()) | {str(move) for move in rules.moves}
    for text in sorted(texts):
        assert state.is_legal(Move.parse(text)) == other.allowed(text), text


@pytest.mark.parametrize("name", GAMES)
def test_same_moves_and_positions_in_random_play(name: str) -> None:
    generator = random.Random(f"play {name}")
    plies = 0
    while plies < 80:
        plies += sum(1 for _ in compare(GAMES[name], generator, 80))


@pytest.mark.parametrize("name", GAMES)
def test_same_answer_for_every_move_that_can_be_written(name: str) -> None:
    compare_whole_space(GAMES[name], random.Random(f"space {name}"))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_same_moves_and_positions_in_long_random_play(name: str) -> None:
    generator = random.Random(f"long play {name}")
    plies = 0
    # all presets make 200,000 together
    while plies < (6_100 if name in PRESETS else 1_500):
        plies += sum(1 for _ in compare(GAMES[name], generator, 200))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_same_answer_for_every_move_in_many_positions(name: str) -> None:
    generator = random.Random(f"many spaces {name}")
    for _ in range(15):
        compare_whole_space(GAMES[name], generator)


@attrs.frozen
class Count:
    preset: str
    seed: int
    depth: int
    count: int


def counts() -> Iterator[Count]:
    for line in PERFT.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            preset, *numbers = line.split()
            yield Count(preset, *map(int, numbers))


COUNTS = list(counts()) if PERFT.exists() else []


def test_the_counts_cover_thirty_deals_under_six_presets() -> None:
    assert len({(count.preset, count.seed) for count in COUNTS}) == 30 * 6
    assert {count.preset for count in COUNTS} == {preset for preset, _ in PERFT_PRESETS}


@pytest.mark.parametrize("preset", [preset for preset, _ in PERFT_PRESETS])
def test_counts_of_move_sequences(preset: str) -> None:
    rules = PRESETS[preset]
    for count in COUNTS:
        if count.preset == preset:
            state = GameState.start(Deal.from_seed(count.seed, decks=rules.decks), rules)
            found = perft(state, count.depth)
            assert found == count.count, divide(state, count.depth)


def test_counts_divide_by_first_moves() -> None:
    state = GameState.start(Deal.from_seed(1))
    parts = divide(state, 3)
    assert list(parts) == list(map(str, state.legal_moves))
    assert sum(parts.values()) == perft(state, 3)
    assert (perft(state, 0), perft(state, 1)) == (1, len(state.legal_moves))


@pytest.mark.slow
@pytest.mark.parametrize("preset", [preset for preset, _ in PERFT_PRESETS])
def test_counts_of_move_sequences_by_the_other_engine(preset: str) -> None:
    rules = PRESETS[preset]
    for count in COUNTS:
        if count.preset == preset:
            deal = Deal.from_seed(count.seed, decks=rules.decks)
            assert slow_perft(slow(deal, rules), count.depth) == count.count


def write_counts() -> None:
    lines = [
        "# Sequences of legal moves from numbered deals: preset, seed, depth, count.",
        "# Written by `python tests/test_oracle.py`; the tests compare both engines with it.",
    ]
    for preset, depth in PERFT_PRESETS:
        rules = PRESETS[preset]
        for seed in range(30):
            state = GameState.start(Deal.from_seed(seed, decks=rules.decks), rules)
            lines.append(f"{preset} {seed} {depth} {perft(state, depth)}")
    PERFT.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_counts()
