"""Harder and easier rules that the kernel serves in the place of others."""

import pytest
from hypothesis import given

from klondike import Build, Deal, EmptyColumn, GameState, Rules, RunMove, Verdict, solve
from klondike._core import legal
from klondike.solver import _any_rules, _winning
from klondike.solver._related import WIDER, easier, harder
from klondike.testing import late_states, states

ANY, SAME_SUIT, OTHER_SUIT = Build.ANY, Build.SAME_SUIT, Build.OTHER_SUIT
KING = EmptyColumn.KING


@given(late_states() | states())
def test_harder_rules_allow_less_and_easier_rules_more(state: GameState) -> None:
    here = set(legal(state.rules._compiled_rules.tables, state._position))
    for rules, is_harder in ((harder(state.rules), True), (easier(state.rules), False)):
        if rules and _winning.fits(rules, state._position):
            assert rules.moves == state.rules.moves
            there = set(legal(rules._compiled_rules.tables, state._position))
            assert there <= here if is_harder else here <= there


def test_a_wider_build_allows_all_of_the_narrower() -> None:
    guests = {
        build: GameState.start(
            Deal.from_seed(0), Rules(build=build)
        ).rules._compiled_rules.tables.guests
        for build in Build
    }
    for build in Build:
        allows = {
            other
            for other in Build
            if other is not build
            and all(a & b == a for a, b in zip(guests[build], guests[other], strict=True))
        }
        assert allows == set(WIDER[build])


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (Rules(empty_column=EmptyColumn.ANY), Rules(empty_column=KING)),
        (Rules(build=OTHER_SUIT), Rules()),
        (Rules(build=ANY, run_build=SAME_SUIT), Rules(build=SAME_SUIT)),
        (Rules(build=SAME_SUIT, run_build=ANY), Rules(build=SAME_SUIT)),
        (Rules(build=Build.SAME_COLOR, run_build=Build.ALTERNATING), None),
        (Rules(run_move=RunMove.WHOLE), None),
    ],
)
def test_harder_rules(rules: Rules, expected: Rules | None) -> None:
    assert harder(rules) == expected


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (Rules(build=OTHER_SUIT), Rules(build=ANY)),
        (Rules(run_move=RunMove.SINGLE, run_build=SAME_SUIT), Rules()),
        (Rules(empty_column=EmptyColumn.ANY), None),
    ],
)
def test_easier_rules(rules: Rules, expected: Rules | None) -> None:
    assert easier(rules) == expected


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    "rules",
    [
        Rules(draw_count=3, build=ANY, empty_column=EmptyColumn.ANY),
        Rules(draw_count=3, empty_column=EmptyColumn.ANY, foundation_return=False),
        Rules(draw_count=3, build=SAME_SUIT, empty_column=EmptyColumn.ANY),
        Rules(draw_count=3, build=SAME_SUIT, run_move=RunMove.WHOLE),
        Rules(build=OTHER_SUIT, empty_column=EmptyColumn.NONE, max_redeals=0),
    ],
)
def test_they_decide_what_the_search_by_the_rules_leaves_open(rules: Rules, seed: int) -> None:
    state = GameState.start(Deal.from_seed(seed), rules)
    solution = solve(state, max_states=2_000)
    assert 1 <= solution.states <= 2_000
    for move in solution.moves:
        state = state.apply(move)
    assert state.is_won == (solution.verdict is Verdict.WINNABLE)


def test_how_many_deals_they_decide() -> None:
    rules = Rules(draw_count=3, build=Build.SAME_COLOR, run_build=SAME_SUIT)
    plain: list[bool] = []
    related: list[bool] = []
    for seed in range(30):
        state = GameState.start(Deal.from_seed(seed), rules)
        outcome = _any_rules.search(
            rules._compiled_rules.tables, state._position, 1_000, prune=True
        )
        plain += [outcome.codes is not None] if outcome.codes or outcome.exhausted else []
        verdict = solve(state, max_states=4_000).verdict
        related += [verdict is Verdict.WINNABLE] if verdict is not Verdict.UNKNOWN else []
    assert (plain.count(True), plain.count(False)) == (1, 1)
    assert (related.count(True), related.count(False)) == (5, 4)
