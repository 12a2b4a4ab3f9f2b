"""Fewest moves: lengths that others proved, a search of the rules, and bounds that never lie."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings

from klondike import (
    COMPILED,
    STILLDECK_DRAW_1,
    STILLDECK_DRAW_3,
    Build,
    Deal,
    EmptyColumn,
    GameState,
    InvalidArgumentError,
    Metric,
    Move,
    MoveKind,
    Rules,
    RunMove,
    Verdict,
    rectangle,
    shortest,
    solve,
    triangle,
)
from klondike.notation import parse_deal
from klondike.scoring import NO_SCORING
from klondike.solver import _any_rules, _fewest
from klondike.testing import late_states
from mutants import mutants
from positions import position, small_position

DATA = Path(__file__).parent / "data"


def length(moves: Sequence[Move], metric: Metric) -> int:
    free = metric is Metric.DRAWS_AND_CARD_MOVES
    return sum(not (free and move.kind is MoveKind.RECYCLE) for move in moves)


def replayed(state: GameState, moves: Sequence[Move]) -> GameState:
    for move in moves:
        assert not state.is_won
        state = state.apply(move)
    return state


def published() -> list[tuple[str, int, int, int, Deal]]:
    lines = (DATA / "minimal.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return [(name, int(a), int(b), int(c), parse_deal(d)) for name, a, b, c, d in rows]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "draw_count", "wanted", "states", "pack"), published())
def test_published_lengths(
    name: str, draw_count: int, wanted: int, states: int, pack: Deal
) -> None:
    if not COMPILED and states > 300_000:
        pytest.skip("takes minutes when interpreted")
    state = GameState.start(pack, Rules(draw_count=draw_count))
    found = shortest(state, max_states=2_000_000, metric=Metric.DRAWS_AND_CARD_MOVES)
    assert found.verdict is Verdict.WINNABLE
    assert found.lower_bound == wanted == length(found.moves, Metric.DRAWS_AND_CARD_MOVES)
    assert replayed(state, found.moves).is_won


def random_state(seed: int, least: int, most: int) -> GameState:
    """A position with so many cards off the foundations."""
    generator = random.Random(seed)
    rules = Rules(
        draw_count=generator.choice([1, 1, 2, 3]),
        max_redeals=generator.choice([None, None, 0, 1]),
        foundation_return=generator.random() < 0.6,
    )
    return small_position(rules, seed, generator.randint(least, most))


def small_state(seed: int) -> GameState:
    return random_state(seed, 6, 18)


def middle_state(seed: int) -> GameState:
    return random_state(seed, 10, 26)


def compare_with_single_moves(seeds: range) -> tuple[int, int]:
    won = lost = 0
    for seed in seeds:
        state = small_state(seed)
        table = state.rules._compiled_rules.tables
        assert _fewest.fits(state.rules, state._position)
        for metric, recycle_cost in ((Metric.MOVES, 1), (Metric.DRAWS_AND_CARD_MOVES, 0)):
            found = shortest(state, metric=metric, max_states=20_000)
            plain, bound = _any_rules.search_fewest(table, state._position, 3_000, recycle_cost)
            if found.verdict is Verdict.WINNABLE:
                assert replayed(state, found.moves).is_won
                assert length(found.moves, metric) == found.lower_bound
                assert bound <= found.lower_bound, seed
            if plain.codes is not None:
                assert found.verdict is Verdict.WINNABLE, seed
                assert bound == found.lower_bound, seed
                won += 1
            elif plain.exhausted:
                assert found.verdict is Verdict.UNWINNABLE, seed
                assert found.lower_bound == 0
                lost += 1
    return won, lost


def test_a_search_over_single_moves_finds_the_same_lengths() -> None:
    won, lost = compare_with_single_moves(range(1_000, 1_060))
    assert won > 60
    assert lost >= 2


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_single_moves_and_lengths_by_the_thousand(part: int) -> None:
    won, lost = compare_with_single_moves(range(2_000 + 400 * part, 2_400 + 400 * part))
    assert won > 400
    assert lost > 8


@given(late_states())
@settings(max_examples=40)
def test_any_rules_are_served_and_nothing_is_longer_than_another_way(state: GameState) -> None:
    found = shortest(state, max_states=500)
    other = solve(state, max_states=500)
    if found.verdict is Verdict.WINNABLE:
        assert len(found.moves) == found.lower_bound
        assert replayed(state, found.moves).is_won
        assert other.verdict is not Verdict.UNWINNABLE
    if other.verdict is Verdict.WINNABLE:
        assert found.verdict is not Verdict.UNWINNABLE
        assert found.lower_bound <= len(other.moves)


def test_a_budget_that_runs_out_leaves_a_bound() -> None:
    state = GameState.start(Deal.from_seed(6), STILLDECK_DRAW_3)
    bounds = [shortest(state, max_states=states).lower_bound for states in (1, 100, 10_000)]
    found = shortest(state, max_states=100)
    assert (found.verdict, found.moves, found.states) == (Verdict.UNKNOWN, (), 100)
    assert bounds == sorted(bounds)
    # 52 cards go up, 24 are drawn in threes
    assert 60 <= bounds[0] <= bounds[-1] <= len(solve(state).moves)


def test_a_card_may_come_back_when_that_is_shorter() -> None:
    found = shortest(position("foundations: Kc 8d Kh Ks\nstock: Td Qd 9d Jd Kd"))
    moves = [str(move) for move in found.moves]
    assert moves[0] == "fc>t1"
    assert "recycle" not in moves


def test_a_part_of_a_run_moves_to_let_the_card_below_it_go() -> None:
    # the eight of diamonds hides the six of clubs, and its seven goes to the other red eight
    text = "foundations: 5c 7d 7h Ks\nt1: 8h\nt7: 6c | 8d 7c"
    state = position(text + "\nstock: 8c 9c Tc Jc Qc Kc 9d Td Jd Qd Kd 9h Th Jh Qh Kh")
    found = shortest(state)
    assert [str(move) for move in found.moves[:3]] == ["t7>t1", "t7>fd", "t7>fc"]
    assert found.lower_bound == 20 + 16 + 1
    assert replayed(state, found.moves).is_won


def test_each_metric_counts_recycles_or_not() -> None:
    # the ten lies under the queen when the nine has come, and no column takes either
    text = "foundations: Kc 8d Kh Ks\nstock: Td Qd 9d Jd Kd"
    state = position(text, Rules(foundation_return=False))
    free = shortest(state, metric=Metric.DRAWS_AND_CARD_MOVES)
    paid = shortest(state, metric=Metric.MOVES)
    recycles = [str(move) for move in paid.moves].count("recycle")
    assert recycles == 1
    assert paid.lower_bound == free.lower_bound + recycles


@pytest.mark.parametrize("text", ["foundations: Kc Kd Kh Ks", "foundations: Kc Qd Kh Ks\nt1: Kd"])
def test_won_and_nearly_won_positions(text: str) -> None:
    found = shortest(position(text))
    assert (found.verdict, len(found.moves)) == (Verdict.WINNABLE, found.lower_bound)
    assert found.lower_bound == text.count("t1: Kd")


def test_limited_redeals_are_respected() -> None:
    rules = Rules(max_redeals=1, foundation_return=False)
    state = position("foundations: Kc 8d Kh Ks\nstock: Td Qd 9d Jd Kd", rules, 0)
    assert shortest(state).verdict is Verdict.WINNABLE
    spent = position("foundations: Kc 8d Kh Ks\nstock: Td Qd 9d Jd Kd", rules, 1)
    assert shortest(spent).verdict is Verdict.UNWINNABLE


def test_another_metric_or_state_is_refused() -> None:
    state = GameState.start(Deal.from_seed(0))
    wrong: Any = "moves"  # Any: that is the point
    with pytest.raises(InvalidArgumentError, match="the metric must be a Metric"):
        shortest(state, metric=wrong)
    view: Any = state.view()  # Any: the same
    with pytest.raises(InvalidArgumentError, match="the state must be a GameState"):
        shortest(view)


def test_games_with_more_cards_are_searched_by_their_rules() -> None:
    rules = attrs.evolve(STILLDECK_DRAW_1, decks=2)
    found = shortest(GameState.start(Deal.from_seed(1, decks=2), rules), max_states=50)
    assert (found.verdict, found.states) == (Verdict.UNKNOWN, 50)
    assert found.lower_bound >= 104 + 76


MUTANTS: dict[str, tuple[GameState, str, str, str]] = {
    "a column card is safe one rank too early": (
        small_state(1_008),
        "solver._fewest.search",
        "card != FLOOR and is_next(home, card) and card >> 2 <= lowest + 1",
        "card != FLOOR and is_next(home, card) and card >> 2 <= lowest + 2",
    ),
    "a waste card is safe one rank too early": (
        middle_state(380),
        "solver._fewest.search",
        "        if is_next(home, card) and card >> 2 <= lowest + 1:",
        "        if is_next(home, card) and card >> 2 <= lowest + 2:",
    ),
    "a card one rank too high is not taken back": (
        small_state(1_052),
        "solver._fewest.search",
        "height > lowest + 2",
        "height > lowest + 3",
    ),
    "no part of a run moves": (
        middle_state(61),
        "solver._fewest.search",
        "        while first > 0:\n",
        "        while first > 99:\n",
    ),
    "a run moves to the first column that takes it": (
        middle_state(96),
        "solver._fewest.search",
        """                if card >= FIRST_KING:
                    break
                target = target_column(search, card, target + 1)
        first = search""",
        "                break\n        first = search",
    ),
    "a card from the waste goes to the first column that takes it": (
        middle_state(972),
        "solver._fewest.search",
        """                if card >= FIRST_KING:
                    break
                target = target_column(search, card, target + 1)
        if size""",
        "                break\n        if size",
    ),
    "the waste is not turned over to reach a card": (
        middle_state(376),
        "solver._fewest.search",
        "elif passes or (search.redeals >= 0 and recycled >= search.redeals):",
        "elif search.redeals < 1_000:",
    ),
    "one card more to put on a foundation": (
        small_state(1_000),
        "solver._fewest.nodes",
        "52 - height",
        "53 - height",
    ),
    "one draw more when the stock comes out even": (
        small_state(1_000),
        "solver._fewest.nodes",
        "(stock + draws - 1) // draws",
        "(stock // draws + 1)",
    ),
    "one dealt card more to move": (
        small_state(1_003),
        "solver._fewest.nodes",
        "            needed += search.disorder[column * PILE + dealt]\n",
        "            needed += search.disorder[column * PILE + dealt] + 1\n",
    ),
    "a waste card above none of its suit costs a move": (
        middle_state(5),
        "solver._fewest.nodes",
        "if card >> 2 > (ranks >> shift) & 255:",
        "if card >> 2 > ((ranks >> shift) & 255) - 2:",
    ),
    "a run above none of its suits costs a move": (
        middle_state(1),
        "solver._fewest.nodes",
        "if card >> 2 > lowest[((column * PILE) + dealt) * 4 + (card & 3)]:",
        "if card >> 2 > lowest[((column * PILE) + dealt) * 4 + (card & 3)] - 2:",
    ),
    "two moves for a run above one of its suits": (
        middle_state(6),
        "solver._fewest.nodes",
        "                    needed += 1\n                    break",
        "                    needed += 2\n                    break",
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_dominance_or_a_bound_one_step_too_far_is_caught(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, module, old, new = MUTANTS[name]
    right = shortest(state, max_states=20_000)
    assert right.verdict is not Verdict.UNKNOWN
    assert len(right.moves) == right.lower_bound
    made = mutants(
        ("solver._numbers", "solver._fewest.nodes", "solver._fewest.search"), [(module, old, new)]
    )
    nodes = made["solver._fewest.nodes"]
    monkeypatch.setattr(_fewest, "steps", made["solver._fewest.search"])
    monkeypatch.setattr(_fewest, "FewestSearch", nodes.FewestSearch)
    monkeypatch.setattr(_fewest, "offer", nodes.offer)
    wrong = shortest(state, max_states=20_000)
    assert (wrong.verdict, wrong.lower_bound, len(wrong.moves)) != (
        right.verdict,
        right.lower_bound,
        right.lower_bound,
    )


@pytest.mark.parametrize(
    ("rules", "served"),
    [
        (Rules(), True),
        (Rules(draw_count=24, max_redeals=1_000, foundation_return=False), True),
        (Rules(scoring=NO_SCORING), True),
        (Rules(run_build=Build.ALTERNATING), True),
        (Rules(max_redeals=1_001), False),
        *((Rules(build=build), False) for build in Build if build is not Build.ALTERNATING),
        (Rules(run_build=Build.SAME_SUIT), False),
        (Rules(run_move=RunMove.WHOLE), False),
        (Rules(run_move=RunMove.SINGLE), False),
        (Rules(empty_column=EmptyColumn.ANY), False),
        (Rules(empty_column=EmptyColumn.NONE), False),
        (Rules(columns=triangle(9), decks=2), False),
        (Rules(columns=rectangle(8)), False),
        (Rules(columns=((8, 1), (0, 1))), False),
    ],
)
def test_which_rules_have_a_search_for_fewest_moves_of_their_own(
    rules: Rules, *, served: bool
) -> None:
    state = GameState.start(Deal.from_seed(1, decks=rules.decks), rules)
    assert _fewest.fits(rules, state._position) == served
