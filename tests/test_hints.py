"""What to do next, which deals can be won, how hard they are."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings

from klondike import (
    STILLDECK_DRAW_1,
    STILLDECK_DRAW_3,
    TRADITIONAL_DRAW_3,
    VEGAS_DRAW_3,
    Deal,
    Difficulty,
    GameState,
    Hint,
    InvalidArgumentError,
    InvalidDealError,
    MoveKind,
    Rules,
    Verdict,
    difficulty,
    hint,
    solve,
    winnable_deals,
)
from klondike.testing import late_states
from positions import position

FAMILY = (STILLDECK_DRAW_1, STILLDECK_DRAW_3, TRADITIONAL_DRAW_3, VEGAS_DRAW_3)


@pytest.mark.parametrize("rules", FAMILY)
def test_whoever_follows_the_hints_wins(rules: Rules) -> None:
    for _, deal in islice(winnable_deals(rules, max_states=2_000), 2):
        state = GameState.start(deal, rules)
        plies = 0
        while not state.is_won:
            answer = hint(state)
            assert answer.verdict is Verdict.WINNABLE
            assert answer.move is not None
            state = state.apply(answer.move)
            plies += 1
            assert plies < 600
        assert hint(state) == Hint(move=None, verdict=Verdict.WINNABLE)


@given(late_states())
@settings(max_examples=60)
def test_a_hint_is_legal_and_says_what_it_is_worth(state: GameState) -> None:
    answer = hint(state, max_states=300)
    assert answer.verdict is solve(state, max_states=300).verdict
    if answer.move is None:
        assert state.is_won or state.is_dead
    else:
        assert state.is_legal(answer.move)


def progress(state: GameState) -> int:
    return sum(map(len, state.foundations)) - sum(len(c.face_down) for c in state.columns)


def test_hints_for_a_lost_game_go_on_while_they_can() -> None:
    state = GameState.start(Deal.from_seed(0), VEGAS_DRAW_3)
    begun = progress(state)
    for _ in range(400):
        answer = hint(state)
        assert answer.verdict is Verdict.UNWINNABLE
        if answer.move is None:
            break
        state = state.apply(answer.move)
    assert progress(state) > begun


def test_a_dead_game_has_no_hint_and_no_useless_recycle() -> None:
    text = "foundations: Qc Td Th Qs\nt7: Kh Kc Ks Jh | Qh\nstock: Jd Kd Qd"
    assert hint(position(text, STILLDECK_DRAW_3)) == Hint(move=None, verdict=Verdict.UNWINNABLE)


@pytest.mark.parametrize("rules", FAMILY)
def test_winnable_deals_are_those_that_are_proved(rules: Rules) -> None:
    found = list(islice(winnable_deals(rules, start=20, max_states=1_000), 5))
    seeds = [seed for seed, _ in found]
    for seed in range(20, seeds[-1] + 1):
        solution = solve(GameState.start(Deal.from_seed(seed), rules), max_states=1_000)
        assert (solution.verdict is Verdict.WINNABLE) == (seed in seeds)
    assert all(deal == Deal.from_seed(seed) for seed, deal in found)


@pytest.mark.parametrize("start", [-1, 1.5, None])
def test_winnable_deals_from_no_number_are_refused(start: Any) -> None:  # Any: the point
    with pytest.raises(InvalidDealError, match="a seed is a whole number"):
        winnable_deals(Rules(), start=start)


def test_winnable_deals_of_no_rules_are_refused() -> None:
    rules: Any = "STILLDECK_DRAW_3"  # Any: that is the point
    with pytest.raises(InvalidArgumentError, match="the rules must be a Rules"):
        winnable_deals(rules)
    with pytest.raises(InvalidArgumentError, match="max_states must be 1 or more"):
        winnable_deals(Rules(), max_states=0)


def test_difficulty_counts_what_the_line_does() -> None:
    state = GameState.start(Deal.from_seed(3), STILLDECK_DRAW_3)
    solution = solve(state)
    kinds = [move.kind for move in solution.moves]
    measured = difficulty(state)
    assert measured == Difficulty(
        verdict=Verdict.WINNABLE,
        states=solution.states,
        move_count=len(kinds),
        forced_count=measured.forced_count,
        redeal_count=kinds.count(MoveKind.RECYCLE),
        return_count=kinds.count(MoveKind.FOUNDATION_TO_TABLEAU),
    )
    forced = 0
    for move in solution.moves:
        others = [it for it in state.legal_moves if it.kind.value not in ("draw", "recycle")]
        forced += others == [move]
        state = state.apply(move)
    assert 0 < measured.forced_count == forced


def test_difficulty_of_what_cannot_be_won() -> None:
    text = "foundations: Qc Td Th Qs\nt7: Kh Kc Ks Jh | Qh\nstock: Jd Kd Qd"
    measured = difficulty(position(text, STILLDECK_DRAW_3))
    assert measured == Difficulty(
        verdict=Verdict.UNWINNABLE,
        states=1,
        move_count=0,
        forced_count=0,
        redeal_count=0,
        return_count=0,
    )
