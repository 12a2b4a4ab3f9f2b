"""What a search for a win found."""

from __future__ import annotations

from typing import NamedTuple


class Outcome(NamedTuple):
    """What a search found."""

    codes: list[int] | None
    """The codes of moves that win; None if none were found."""
    states: int
    """How many nodes were visited."""
    exhausted: bool
    """Whether every node that can be reached was visited."""
