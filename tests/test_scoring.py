from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from klondike import InvalidArgumentError, InvalidRulesError, Scoring
from klondike.scoring import (
    SCORINGS,
    VEGAS_SCORING,
    published_time_bonus,
    time_bonus,
    time_penalty,
    timed_score,
    vegas_balance,
)
from klondike.testing import scorings

FIELDS = [field.name for field in attrs.fields(Scoring)]
# start, waste to tableau, waste and tableau to foundation, turn over, return, recycle, free, floor
TABLE = {
    "STILLDECK_DRAW_1": (0, 5, 10, 10, 5, -15, 0, 0, 0),
    "STILLDECK_DRAW_3": (0, 5, 10, 10, 5, -15, -20, 0, 0),
    "WINDOWS_DRAW_1": (0, 5, 10, 10, 5, -15, -100, 0, 0),
    "WINDOWS_DRAW_3": (0, 5, 10, 10, 5, -15, -20, 3, 0),
    "VEGAS": (-52, 0, 5, 5, 0, -5, 0, 0, None),
    "GNOME": (0, 0, 1, 1, 0, -1, 0, 0, None),
    "NONE": (0, 0, 0, 0, 0, 0, 0, 0, None),
}


def test_the_systems_have_the_figures_of_their_sources() -> None:
    assert {name: attrs.astuple(scoring) for name, scoring in SCORINGS.items()} == TABLE


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("STILLDECK_DRAW_1", [0, 0, 0, 0, 0, 0]),
        ("STILLDECK_DRAW_3", [-20, -20, -20, -20, -20, -20]),
        ("WINDOWS_DRAW_1", [-100, -100, -100, -100, -100, -100]),
        ("WINDOWS_DRAW_3", [0, 0, 0, -20, -20, -20]),
        ("VEGAS", [0, 0, 0, 0, 0, 0]),
        ("GNOME", [0, 0, 0, 0, 0, 0]),
        ("NONE", [0, 0, 0, 0, 0, 0]),
    ],
)
def test_points_of_the_first_six_recycles(name: str, points: list[int]) -> None:
    assert [SCORINGS[name].recycle_points(number) for number in range(1, 7)] == points


@given(scorings(), st.integers(-500, 500), st.integers(-500, 500))
def test_the_floor_holds_after_every_event(scoring: Scoring, score: int, points: int) -> None:
    after = scoring.add(score, points)
    if scoring.floor is None:
        assert after == score + points
    else:
        assert after == max(scoring.floor, score + points)


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("value", [1.5, "5", True, 10**6 + 1])
def test_other_values_are_refused(name: str, value: int) -> None:
    with pytest.raises(InvalidRulesError, match=f"scoring.{name} must be a whole number"):
        attrs.evolve(Scoring(), **{name: value})


def test_only_the_floor_may_be_none() -> None:
    nothing: Any = None  # Any: a value of the wrong type is the point
    for name in FIELDS:
        if name != "floor":
            with pytest.raises(InvalidRulesError, match=name):
                attrs.evolve(Scoring(), **{name: nothing})


def test_all_problems_are_listed() -> None:
    with pytest.raises(InvalidRulesError) as caught:
        Scoring(start=-1, free_recycles=-1)
    assert caught.value.problems == (
        "scoring.free_recycles must be a whole number from 0 to 1000000, not -1",
        "scoring.start -1 lies below scoring.floor 0",
    )


@pytest.mark.parametrize(
    ("seconds", "bonus"),
    [(0, 0), (29, 0), (29.99, 0), (30, 23_310), (48, 14_560), (100, 7_000), (600, 1_155)],
)
def test_time_bonus(seconds: float, bonus: int) -> None:
    assert time_bonus(seconds) == bonus


@pytest.mark.parametrize(
    ("seconds", "bonus"), [(29, 0), (30, 0), (31, 22_580), (70, 10_000), (700, 1_000)]
)
def test_published_time_bonus(seconds: float, bonus: int) -> None:
    assert published_time_bonus(seconds) == bonus


@pytest.mark.parametrize(("seconds", "points"), [(0, 0), (9.9, 0), (10, -2), (59, -10), (60, -12)])
def test_time_penalty(seconds: float, points: int) -> None:
    assert time_penalty(seconds) == points


@given(st.integers(0, 10_000), st.integers(0, 745))
def test_time_never_helps_a_lost_game_and_only_a_win_earns_a_bonus(
    seconds: int, score: int
) -> None:
    lost = timed_score(score, seconds, won=False)
    assert 0 <= lost <= score
    assert timed_score(score, seconds, won=True) == lost + time_bonus(seconds)
    published = timed_score(score, seconds, won=True, bonus=published_time_bonus)
    assert published == lost + published_time_bonus(seconds)


@given(st.integers(0, 10_000))
def test_more_time_never_gives_more(seconds: int) -> None:
    assert time_penalty(seconds + 1) <= time_penalty(seconds)
    if seconds >= 31:
        assert time_bonus(seconds + 1) <= time_bonus(seconds)
        assert published_time_bonus(seconds + 1) <= published_time_bonus(seconds)


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf")])
def test_other_times_are_refused(seconds: float) -> None:
    for function in (time_bonus, published_time_bonus, time_penalty):
        with pytest.raises(InvalidArgumentError, match="seconds must be 0 or more"):
            function(seconds)
    with pytest.raises(InvalidArgumentError):
        timed_score(10, seconds, won=True)


def test_vegas_goes_on_from_the_balance_before() -> None:
    assert vegas_balance(100, VEGAS_SCORING.start) == 48
    balance = 0
    for score in (-52 + 5 * 11, -52, 208):
        balance = vegas_balance(balance, score)
    assert balance == 3 - 52 + 208
