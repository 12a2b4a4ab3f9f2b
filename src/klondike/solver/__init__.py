"""Can a position be won, how, how shortly, and what to do next: answers that are proofs.

The solver looks at all cards, also those the player has not seen: it takes a `GameState`, never a
`View`. Budgets count positions, not time, so that answers are the same on every machine and in
both builds.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import Final, final

import attrs

from klondike.deals import Deal
from klondike.errors import InvalidArgumentError, check_type, shown
from klondike.moves import Move, MoveKind
from klondike.rules import Rules
from klondike.solver import _any_rules, _fewest, _winning
from klondike.solver._hopeless import is_hopeless
from klondike.solver._related import easier, harder
from klondike.solver._replay import Outcome
from klondike.states import GameState

__all__ = [
    "Difficulty",
    "Hint",
    "Metric",
    "Shortest",
    "Solution",
    "Verdict",
    "difficulty",
    "hint",
    "shortest",
    "solve",
    "winnable_deals",
]

MAX_STATES: Final = 500_000
HINT_STATES: Final = 100_000
# how far a hint looks ahead where no win is known
LOOKAHEAD: Final = 300


@final
class Verdict(enum.Enum):
    """What is known about a position."""

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    UNKNOWN = "unknown"


@final
class Metric(enum.Enum):
    """How moves are counted; a run counts one however long it is."""

    MOVES = "moves"
    """Every draw, recycle and card move counts one."""
    DRAWS_AND_CARD_MOVES = "draws_and_card_moves"
    """Recycles are free, as in the published tables of shortest solutions."""


@final
@attrs.frozen
class Solution:
    """What a search found.

    Attributes:
        verdict: WINNABLE with moves that win; UNWINNABLE only after a search that left nothing
            out which could win; UNKNOWN when the budget ran out before either.
        moves: Moves that lead to the win, one by one; empty without one, and for a won game.
        states: How many different positions the search stored, drawing not counted.
        is_exhaustive: Whether the search visited everything that can be reached.
    """

    verdict: Verdict
    moves: tuple[Move, ...]
    states: int
    is_exhaustive: bool


@final
@attrs.frozen
class Shortest:
    """What a search for the fewest moves found.

    Attributes:
        verdict: WINNABLE with a way that none is shorter than; UNWINNABLE if there is no way at
            all; UNKNOWN when the budget ran out.
        moves: The way, one move after the other; empty without one, and for a won game.
        lower_bound: A number of moves that no way to win can do without, in the metric asked
            for: that of ``moves`` when WINNABLE, 0 when UNWINNABLE.
        states: How many different positions the search stored.
    """

    verdict: Verdict
    moves: tuple[Move, ...]
    lower_bound: int
    states: int


@final
@attrs.frozen
class Hint:
    """A move to make next.

    Attributes:
        move: The move; None if the game is won, or no card can move any more.
        verdict: WINNABLE if the move is on a way to win that was found. Else the move is only
            the best the search knows: UNWINNABLE if no move wins, UNKNOWN if the budget ran out.
    """

    move: Move | None
    verdict: Verdict


@final
@attrs.frozen
class Difficulty:
    """How hard a position is to win: numbers that can be told again on every machine.

    Attributes:
        verdict: Whether it can be won; the rest is about the way that was found, all 0 without.
        states: How many positions the search stored before it found the way.
        moves: How many moves the way has.
        forced: How many of these moves were the only one, apart from draws and recycles.
        redeals: How often the way turns the waste over.
        returns: How many cards it takes back from the foundations.
    """

    verdict: Verdict
    states: int
    moves: int
    forced: int
    redeals: int
    returns: int


def solve(state: GameState, *, max_states: int = MAX_STATES, prune: bool = True) -> Solution:
    """Finds out whether a position can be won, knowing all its cards.

    Any rules are served, from any position, with the redeals that are left. The answer is the
    same on every machine: the budget counts positions, not time.

    Args:
        state: Where to begin.
        max_states: How many positions to store at most, 1 or more. The games of the standard
            family take about 20 bytes for each when compiled and 100 when not, others about a
            kilobyte. With limited redeals a position that is reached again with more
            of them left is searched again and not counted again.
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
    _check(state, max_states)
    outcome = _search(state, max_states, prune=prune)
    return Solution(
        _verdict(outcome), _moves(state, outcome.codes), outcome.states, outcome.exhausted
    )


def shortest(
    state: GameState,
    *,
    max_states: int = MAX_STATES,
    metric: Metric = Metric.MOVES,
) -> Shortest:
    """Finds a way to win with the fewest moves, knowing all its cards.

    Args:
        state: Where to begin.
        max_states: How many positions to store at most, 1 or more. Klondike with any draw count
            and redeals takes about 100 bytes for each when compiled and 400 when not, others
            about a kilobyte. Most deals need 100,000 to 10,000,000.
        metric: How moves are counted.

    Returns:
        The verdict, and the way or a lower bound for it.

    Raises:
        InvalidArgumentError: The budget is out of range, or an argument is of another type.

    Example:
        >>> from klondike import Deal, GameState
        >>> state = GameState.start(Deal.from_seed(3))
        >>> for move in solve(state).moves[:-30]:
        ...     state = state.apply(move)
        >>> found = shortest(state)
        >>> found.verdict.name, len(found.moves) == found.lower_bound, found.lower_bound <= 30
        ('WINNABLE', True, True)
    """
    _check(state, max_states)
    check_type(metric, Metric, "the metric")
    tables = state.rules._compiled_rules.tables
    if is_hopeless(tables, state._position):
        return Shortest(Verdict.UNWINNABLE, (), 0, 1)
    fits = _fewest.fits(tables, state._position)
    search = _fewest.search if fits else _any_rules.search_fewest
    recycle_cost = 1 if metric is Metric.MOVES else 0
    outcome, bound = search(tables, state._position, max_states, recycle_cost)
    verdict = _verdict(outcome)
    if verdict is Verdict.UNWINNABLE:
        bound = 0
    return Shortest(verdict, _moves(state, outcome.codes), bound, outcome.states)


def hint(state: GameState, *, max_states: int = HINT_STATES) -> Hint:
    """Says what to do next, knowing all cards: it gives away what is face down.

    Whoever follows the hints from a position that is found to be winnable, wins.

    Args:
        state: Where to begin.
        max_states: How many positions to store at most, 1 or more.

    Returns:
        A move on a way to win, or else the best that the search knows, and which of both.

    Raises:
        InvalidArgumentError: The budget is out of range, or it is no `GameState`.

    Example:
        >>> from klondike import Deal, GameState
        >>> answer = hint(GameState.start(Deal.from_seed(3)))
        >>> answer.verdict.name, str(answer.move)
        ('WINNABLE', 'draw')
    """
    solution = solve(state, max_states=max_states)
    if solution.verdict is Verdict.WINNABLE:
        return Hint(next(iter(solution.moves), None), Verdict.WINNABLE)
    if state.is_dead:
        return Hint(None, solution.verdict)
    tables = state.rules._compiled_rules.tables
    codes = _any_rules.most_advanced(tables, state._position, LOOKAHEAD)
    moves = _moves(state, codes) or state.legal_moves
    return Hint(moves[0], solution.verdict)


def winnable_deals(
    rules: Rules, *, start: int = 0, max_states: int = MAX_STATES
) -> Iterator[tuple[int, Deal]]:
    """Numbered deals that are proved winnable, for games that promise it.

    Args:
        rules: The rules to win under. Under some nothing can be won: then this never comes back.
        start: The first number, of those that `Deal.from_seed` takes.
        max_states: How many positions to store at most for a deal; without a proof it is left out.

    Returns:
        The numbers and the deals, one pair after the other without end.

    Raises:
        InvalidArgumentError: The budget is out of range, or it is no `Rules`.
        InvalidDealError: There is no deal of this number.

    Example:
        >>> from itertools import islice
        >>> from klondike import Rules
        >>> [seed for seed, _ in islice(winnable_deals(Rules(draw_count=3)), 4)]
        [3, 4, 5, 6]
    """
    check_type(rules, Rules, "the rules")
    _check(GameState.start(Deal.from_seed(start, decks=rules.decks), rules), max_states)
    return _winnable(rules, start, max_states)


def _winnable(rules: Rules, start: int, max_states: int) -> Iterator[tuple[int, Deal]]:
    seed = start
    while True:
        deal = Deal.from_seed(seed, decks=rules.decks)
        solution = solve(GameState.start(deal, rules), max_states=max_states)
        if solution.verdict is Verdict.WINNABLE:
            yield seed, deal
        seed += 1


def difficulty(state: GameState, *, max_states: int = MAX_STATES) -> Difficulty:
    """Measures how hard a position is, by the way to win that `solve` finds.

    Args:
        state: Where to begin.
        max_states: How many positions to store at most, 1 or more.

    Returns:
        The measures; the number of states tells easy from hard best.

    Raises:
        InvalidArgumentError: The budget is out of range, or it is no `GameState`.

    Example:
        >>> from klondike import Deal, GameState
        >>> measured = difficulty(GameState.start(Deal.from_seed(3)))
        >>> measured.verdict.name, measured.states < 100
        ('WINNABLE', True)
    """
    solution = solve(state, max_states=max_states)
    forced = redeals = returns = 0
    for move in solution.moves:
        others = [it for it in state.legal_moves if it.kind not in _TURNS]
        forced += others == [move]
        redeals += move.kind is MoveKind.RECYCLE
        returns += move.kind is MoveKind.FOUNDATION_TO_TABLEAU
        state = state.apply(move)
    return Difficulty(
        solution.verdict, solution.states, len(solution.moves), forced, redeals, returns
    )


_TURNS: Final = (MoveKind.DRAW, MoveKind.RECYCLE)


def _check(state: GameState, max_states: int) -> None:
    check_type(state, GameState, "the state")
    if type(max_states) is not int or max_states < 1:
        raise InvalidArgumentError(f"max_states must be 1 or more, not {shown(max_states)}")


def _search(state: GameState, max_states: int, *, prune: bool) -> Outcome:
    tables, position = state.rules._compiled_rules.tables, state._position
    if not prune:
        return _any_rules.search(tables, position, max_states, prune=False)
    if is_hopeless(tables, position):
        return Outcome(None, 1, exhausted=True)
    if _winning.fits(tables, position):
        return _winning.search(tables, position, max_states)
    states = 0
    for rules, tells_wins in ((easier(state.rules), False), (harder(state.rules), True)):
        budget = (max_states - states) // 2
        if rules and budget and _winning.fits(rules._compiled_rules.tables, position):
            outcome = _winning.search(rules._compiled_rules.tables, position, budget)
            states += outcome.states
            if outcome.codes is not None if tells_wins else outcome.exhausted:
                return outcome._replace(states=states)
    outcome = _any_rules.search(tables, position, max_states - states, prune=True)
    return outcome._replace(states=states + outcome.states)


def _verdict(outcome: Outcome) -> Verdict:
    if outcome.codes is not None:
        return Verdict.WINNABLE
    return Verdict.UNWINNABLE if outcome.exhausted else Verdict.UNKNOWN


def _moves(state: GameState, codes: list[int] | None) -> tuple[Move, ...]:
    return tuple([state.rules.moves[code] for code in codes or ()])
