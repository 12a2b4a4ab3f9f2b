"""Can a position be won, and how: answers that are proofs.

The solver looks at all cards, also those the player has not seen: it takes a `GameState`, never a
`View`.
"""

from __future__ import annotations

import enum
from typing import Final, final

import attrs

from klondike.errors import InvalidArgumentError, check_type, shown
from klondike.moves import Move
from klondike.solver import _general, _standard
from klondike.states import GameState

__all__ = ["Solution", "Verdict", "solve"]

MAX_STATES: Final = 200_000


@final
class Verdict(enum.Enum):
    """What is known about a position."""

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    UNKNOWN = "unknown"


@final
@attrs.frozen
class Solution:
    """What a search found.

    Attributes:
        verdict: WINNABLE with moves that win; UNWINNABLE only after a search that left nothing
            out which could win; UNKNOWN when the budget ran out before either.
        moves: Moves that lead to the win, one by one; empty without one, and for a won game.
        states: How many different positions the search visited, drawing not counted.
        is_exhaustive: Whether the search visited everything that can be reached.
    """

    verdict: Verdict
    moves: tuple[Move, ...]
    states: int
    is_exhaustive: bool


def solve(state: GameState, *, max_states: int = MAX_STATES, prune: bool = True) -> Solution:
    """Finds out whether a position can be won, knowing all its cards.

    Any rules are served, from any position, with the redeals that are left. The answer is the
    same on every machine: the budget counts positions, not time.

    Args:
        state: Where to begin.
        max_states: How many positions to visit at most, 1 or more; each takes about a kilobyte.
        prune: Whether to leave out moves that are proved not to be needed; without it the
            verdict is the same and the search longer. For tests.

    Returns:
        The verdict with its proof, moves that win or a search that found there are none.

    Raises:
        InvalidArgumentError: The budget is out of range, or it is no `GameState`.

    Example:
        >>> from klondike import Deal
        >>> solution = solve(GameState.start(Deal.from_seed(3)))
        >>> state = GameState.start(Deal.from_seed(3))
        >>> for move in solution.moves:
        ...     state = state.apply(move)
        >>> solution.verdict.name, state.is_won
        ('WINNABLE', True)
    """
    check_type(state, GameState, "the state")
    if type(max_states) is not int or max_states < 1:
        raise InvalidArgumentError(f"max_states must be 1 or more, not {shown(max_states)}")
    table = state.rules._prepared.table
    if prune and _standard.fits(table, state._position):
        outcome = _standard.search(table, state._position, max_states)
    else:
        outcome = _general.search(table, state._position, max_states, prune=prune)
    if outcome.codes is not None:
        moves = tuple([state.rules.moves[code] for code in outcome.codes])
        return Solution(Verdict.WINNABLE, moves, outcome.states, is_exhaustive=False)
    verdict = Verdict.UNWINNABLE if outcome.exhausted else Verdict.UNKNOWN
    return Solution(verdict, (), outcome.states, outcome.exhausted)
