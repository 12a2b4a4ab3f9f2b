"""Points for events and for time.

A `Scoring` is data: a number of points for each kind of event. A state holds its score, because
with a floor the score depends on the moves that led to the position. A state holds no time; the
functions here turn seconds into points, for games against the clock.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, final

import attrs

from klondike._kinds import Field, Number, differing
from klondike.errors import InvalidArgumentError, InvalidRulesError, shown

__all__ = [
    "GNOME_SCORING",
    "NO_SCORING",
    "SCORINGS",
    "STILLDECK_DRAW_1_SCORING",
    "STILLDECK_DRAW_3_SCORING",
    "VEGAS_SCORING",
    "WINDOWS_DRAW_1_SCORING",
    "WINDOWS_DRAW_3_SCORING",
    "Scoring",
    "published_time_bonus",
    "time_bonus",
    "time_penalty",
    "timed_score",
    "vegas_balance",
]

POINTS_LIMIT: Final = 1_000_000

_POINTS: Final = Field(Number(-POINTS_LIMIT, POINTS_LIMIT, usual=60))

POINTS: Final[Mapping[str, Field]] = MappingProxyType(
    {
        "start": _POINTS,
        "waste_to_tableau": _POINTS,
        "waste_to_foundation": _POINTS,
        "tableau_to_foundation": _POINTS,
        "turn_over": _POINTS,
        "foundation_to_tableau": _POINTS,
        "recycle": _POINTS,
        "free_recycles": Field(Number(0, POINTS_LIMIT, usual=3)),
        "floor": Field(Number(-POINTS_LIMIT, POINTS_LIMIT, usual=60, or_none="no floor")),
    }
)
"""The table of the fields of `Scoring`."""


@final
@attrs.frozen(kw_only=True, repr=False)
class Scoring:
    """How many points each event gives.

    Drawing and moving from column to column give no points in any system the library knows.

    Args:
        start: Points before the first move.
        waste_to_tableau: Points for a card from the waste to a column.
        waste_to_foundation: Points for a card from the waste to a foundation.
        tableau_to_foundation: Points for a card from a column to a foundation.
        turn_over: Points for a face-down card of a column that turns face up.
        foundation_to_tableau: Points for a card taken back from a foundation.
        recycle: Points for a recycle after the free ones.
        free_recycles: How many recycles give no points, 0 or more.
        floor: The lowest score; it applies after every event. None for no floor.

    Raises:
        InvalidRulesError: A value is not a whole number or is beyond a million, or ``start`` is
            below ``floor``; every problem is listed.

    Example:
        >>> STILLDECK_DRAW_3_SCORING.recycle_points(1)
        -20
        >>> WINDOWS_DRAW_3_SCORING.recycle_points(3), WINDOWS_DRAW_3_SCORING.recycle_points(4)
        (0, -20)
    """

    start: int = 0
    waste_to_tableau: int = 5
    waste_to_foundation: int = 10
    tableau_to_foundation: int = 10
    turn_over: int = 5
    foundation_to_tableau: int = -15
    recycle: int = 0
    free_recycles: int = 0
    floor: int | None = 0

    def __attrs_post_init__(self) -> None:
        problems = [
            problem
            for name, field in POINTS.items()
            for problem in field.kind.problems(f"scoring.{name}", getattr(self, name))
        ]
        floor = self.floor
        if type(self.start) is int and type(floor) is int and self.start < floor:
            problems.append(f"scoring.start {self.start} lies below scoring.floor {self.floor}")
        if problems:
            raise InvalidRulesError(problems)

    def __repr__(self) -> str:
        return differing(self, STILLDECK_DRAW_1_SCORING)

    def recycle_points(self, number: int) -> int:
        """Points for one recycle, before the floor.

        Args:
            number: Which recycle of the game it is, from 1.

        Returns:
            0 for the free ones, then ``recycle``.
        """
        return self.recycle if number > self.free_recycles else 0

    def add(self, score: int, points: int) -> int:
        """The score after an event, floor included.

        Args:
            score: The score before.
            points: The event's points.

        Returns:
            The sum, or the floor where the sum would lie below it.
        """
        total = score + points
        return total if self.floor is None else max(self.floor, total)


STILLDECK_DRAW_1_SCORING: Final = Scoring()
"""StillDeck's points for draw 1, 10 to a foundation, 5 to a column, 5 for a turned card.

The four rule pages give these figures. They say nothing about taking a card back or about a floor.
Here, taking a card back costs 15 points and the floor is 0, as in Windows Solitaire, whose other
figures are the same as StillDeck's. A penalty below 10 would let the score grow without end.
"""

STILLDECK_DRAW_3_SCORING: Final = Scoring(recycle=-20)
"""StillDeck's points for draw 3, where every recycle costs 20 points."""

WINDOWS_DRAW_1_SCORING: Final = Scoring(recycle=-100)
"""Standard points of Windows Solitaire (XP) for draw one; every recycle costs 100 points."""

WINDOWS_DRAW_3_SCORING: Final = Scoring(recycle=-20, free_recycles=3)
"""The same for draw three; each recycle from the fourth on costs 20 points."""

VEGAS_SCORING: Final = Scoring(
    start=-52,
    waste_to_tableau=0,
    waste_to_foundation=5,
    tableau_to_foundation=5,
    turn_over=0,
    foundation_to_tableau=-5,
    floor=None,
)
"""Vegas, where the pack costs 52 and every card on a foundation pays 5."""

GNOME_SCORING: Final = Scoring(
    waste_to_tableau=0,
    waste_to_foundation=1,
    tableau_to_foundation=1,
    turn_over=0,
    foundation_to_tableau=-1,
    floor=None,
)
"""The points of GNOME Aisleriot, one for each card on the foundations."""

NO_SCORING: Final = Scoring(
    waste_to_tableau=0,
    waste_to_foundation=0,
    tableau_to_foundation=0,
    turn_over=0,
    foundation_to_tableau=0,
    floor=None,
)
"""No points at all."""

SCORINGS: Final[Mapping[str, Scoring]] = MappingProxyType(
    {
        "STILLDECK_DRAW_1": STILLDECK_DRAW_1_SCORING,
        "STILLDECK_DRAW_3": STILLDECK_DRAW_3_SCORING,
        "WINDOWS_DRAW_1": WINDOWS_DRAW_1_SCORING,
        "WINDOWS_DRAW_3": WINDOWS_DRAW_3_SCORING,
        "VEGAS": VEGAS_SCORING,
        "GNOME": GNOME_SCORING,
        "NONE": NO_SCORING,
    }
)
"""The scoring systems by name; the name is that of the constant without ``_SCORING``."""


def _whole_seconds(seconds: float) -> int:
    if not 0 <= seconds < math.inf:
        raise InvalidArgumentError(f"seconds must be 0 or more, not {shown(seconds)}")
    return int(seconds)


def time_penalty(seconds: float) -> int:
    """The penalty in a timed game of Windows Solitaire: 2 points for every full 10 seconds.

    Args:
        seconds: Time played, 0 or more.

    Returns:
        The points to add, 0 or negative.

    Raises:
        InvalidArgumentError: The time is negative or not finite.

    Example:
        >>> time_penalty(59)
        -10
    """
    return -2 * (_whole_seconds(seconds) // 10)


def time_bonus(seconds: float) -> int:
    """The bonus for a won, timed game of Windows Solitaire (XP), as the program computes it.

    Measured on the program: 35 times the whole part of 20,000 / seconds, from 30 seconds on.

    Args:
        seconds: Time played, 0 or more; fractions of a second do not count.

    Returns:
        The points to add; 0 below 30 seconds.

    Raises:
        InvalidArgumentError: The time is negative or not finite.

    Example:
        >>> [time_bonus(seconds) for seconds in (29, 30, 48, 100, 600)]
        [0, 23310, 14560, 7000, 1155]
    """
    whole = _whole_seconds(seconds)
    return 35 * (20_000 // whole) if whole >= 30 else 0


def published_time_bonus(seconds: float) -> int:
    """The bonus in the publisher's help article (Q101766): 700,000 / seconds, above 30 seconds.

    The bonus of the program itself, `time_bonus`, is slightly different.

    Args:
        seconds: Time played, 0 or more; fractions of a second do not count.

    Returns:
        The whole part of 700,000 / seconds; 0 up to and including 30 seconds.

    Raises:
        InvalidArgumentError: The time is negative or not finite.

    Example:
        >>> [published_time_bonus(seconds) for seconds in (29, 30, 70, 700)]
        [0, 0, 10000, 1000]
    """
    whole = _whole_seconds(seconds)
    return 700_000 // whole if whole > 30 else 0


def timed_score(
    score: int, seconds: float, *, won: bool, bonus: Callable[[float], int] = time_bonus
) -> int:
    """The total of a timed game of Windows Solitaire, with the penalty and the bonus for a win.

    The program subtracts the penalty during the game and never lets the score fall below 0. This
    function subtracts it at the end. So if the program's score was held at 0 on the way, the total
    here is lower.

    Args:
        score: The game's own points.
        seconds: Time played, 0 or more.
        won: Whether the game was won.
        bonus: The function for the bonus of a win, `time_bonus` or `published_time_bonus`.

    Returns:
        The points with time counted, 0 or more.

    Raises:
        InvalidArgumentError: The time is negative or not finite.

    Example:
        >>> timed_score(700, 100, won=True), timed_score(15, 100, won=False)
        (7680, 0)
    """
    return max(0, score + time_penalty(seconds)) + (bonus(seconds) if won else 0)


def vegas_balance(previous: int, score: int) -> int:
    """The running balance of Vegas games played one after the other.

    Args:
        previous: The balance before this game.
        score: This game's score, which begins at -52.

    Returns:
        The balance now.

    Example:
        >>> vegas_balance(100, VEGAS_SCORING.start)
        48
    """
    return previous + score
