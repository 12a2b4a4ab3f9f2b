"""Proves whether a position can be won, finds a (shortest) solution, suggests the next move.

The solver looks at all cards, including those that the player has not seen: it takes a `GameState`,
never a `View`. Budgets count positions, not time, so answers are the same on every machine,
compiled or not.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import Final, final

import attrs

from klondike._core import wins
from klondike.deals import Deal
from klondike.errors import InvalidArgumentError, SolverError, check_type, shown
from klondike.moves import Move, MoveKind
from klondike.rules import Rules, is_known
from klondike.solver import _any_rules, _fewest, _winning
from klondike.solver._hopeless import is_hopeless
from klondike.solver._related import easier, harder
from klondike.solver._replay import Outcome
from klondike.solver._served import ANY_RULES
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
# how many nodes a hint visits when no win is known
LOOKAHEAD: Final = 300


@final
class Verdict(enum.Enum):
    """What is known about a position."""

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    UNKNOWN = "unknown"


@final
class Metric(enum.Enum):
    """How moves are counted; moving a run counts as one, however long the run is."""

    MOVES = "moves"
    """Every draw, recycle and card move counts as one."""
    DRAWS_AND_CARD_MOVES = "draws_and_card_moves"
    """Recycles are free, as in the published tables of shortest solutions."""


@final
@attrs.frozen(kw_only=True)
class Solution:
    """The answer of `solve`.

    Attributes:
        verdict: WINNABLE with moves that win; UNWINNABLE only after a search that left out nothing
            except by proven pruning; otherwise UNKNOWN: the budget ran out, or the rules have an
            axis that no proof knows.
        moves: Moves that lead to the win; empty if no win was found or the game is already won.
        states: The number of different positions stored; positions that differ only in how far
            the stock is drawn count once.
    """

    verdict: Verdict
    moves: tuple[Move, ...]
    states: int


@final
@attrs.frozen(kw_only=True)
class Shortest:
    """The answer of `shortest`.

    Attributes:
        verdict: WINNABLE with a shortest solution; UNWINNABLE if there is no solution; otherwise
            UNKNOWN, as for `Solution`.
        moves: The solution; empty if none was found or the game is already won.
        lower_bound: A proven lower bound on the length of any solution, in the metric asked for:
            the length of ``moves`` when WINNABLE, 0 when UNWINNABLE.
        states: The number of different positions stored.
    """

    verdict: Verdict
    moves: tuple[Move, ...]
    lower_bound: int
    states: int


@final
@attrs.frozen(kw_only=True)
class Hint:
    """The answer of `hint`.

    Attributes:
        move: The move to make next; None if the game is won, or no card can move any more.
        verdict: WINNABLE if the move begins a solution that was found. Otherwise the move is only
            the most promising one: UNWINNABLE if no move wins, UNKNOWN if the budget ran out.
    """

    move: Move | None
    verdict: Verdict


@final
@attrs.frozen(kw_only=True)
class Difficulty:
    """The answer of `difficulty`: machine-independent figures.

    Attributes:
        verdict: Whether the position can be won. The counts below are about the solution that was
            found, and 0 if there is none.
        states: The number of positions stored before the solution was found.
        move_count: The number of its moves.
        forced_count: The number of its moves that were the only legal one, not counting draws and
            recycles.
        redeal_count: The number of times that it turns the waste over.
        return_count: The number of cards that it takes back from the foundations.
    """

    verdict: Verdict
    states: int
    move_count: int
    forced_count: int
    redeal_count: int
    return_count: int


def solve(state: GameState, *, max_states: int = MAX_STATES) -> Solution:
    """Proves whether a position can be won, knowing all its cards.

    The position may be any one under any rules; redeals already used count. The answer is the same
    on every machine, because the budget counts positions, not time.

    Args:
        state: Where to begin.
        max_states: The most positions to store, 1 or more. Games of the standard family take about
            20 bytes for each when compiled and 100 when not, others about a kilobyte. With limited
            redeals a position may be searched again when it is reached with more redeals left; it
            is counted once.

    Returns:
        The verdict, proved by moves that win or by an exhausted search.

    Raises:
        InvalidArgumentError: ``max_states`` is below 1, or ``state`` is not a `GameState`.

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
    outcome = _search(state, max_states)
    return Solution(
        verdict=_verdict(outcome),
        moves=_proved_moves(state, outcome),
        states=outcome.states,
    )


def shortest(
    state: GameState,
    *,
    max_states: int = MAX_STATES,
    metric: Metric = Metric.MOVES,
) -> Shortest:
    """Finds a shortest solution, knowing all cards.

    Args:
        state: Where to begin.
        max_states: The most positions to store, 1 or more. Klondike with any draw count and
            redeals takes about 100 bytes for each when compiled and 400 when not, other games
            about a kilobyte. Most deals need 100,000 to 10,000,000.
        metric: How moves are counted.

    Returns:
        The verdict with a shortest solution, or a lower bound on its length.

    Raises:
        InvalidArgumentError: ``max_states`` is below 1, or an argument has the wrong type.

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
    tables, position = state.rules._compiled_rules.tables, state._position
    if not is_known(state.rules, ANY_RULES):
        return Shortest(verdict=Verdict.UNKNOWN, moves=(), lower_bound=0, states=0)
    if is_hopeless(tables, position):
        return Shortest(verdict=Verdict.UNWINNABLE, moves=(), lower_bound=0, states=1)
    search = _fewest.search if _fewest.fits(state.rules, position) else _any_rules.search_fewest
    recycle_cost = 1 if metric is Metric.MOVES else 0
    outcome, bound = search(tables, position, max_states, recycle_cost)
    verdict = _verdict(outcome)
    return Shortest(
        verdict=verdict,
        moves=_proved_moves(state, outcome),
        lower_bound=0 if verdict is Verdict.UNWINNABLE else bound,
        states=outcome.states,
    )


def hint(state: GameState, *, max_states: int = HINT_STATES) -> Hint:
    """Suggests the next move, knowing all cards: the hint may give away unseen cards.

    Args:
        state: Where to begin.
        max_states: The most positions to store, 1 or more.

    Returns:
        The first move of a solution, otherwise the most promising move; ``verdict`` tells which.

    Raises:
        InvalidArgumentError: ``max_states`` is below 1, or ``state`` is not a `GameState`.

    Example:
        >>> from klondike import Deal, GameState
        >>> answer = hint(GameState.start(Deal.from_seed(3)))
        >>> answer.verdict.name, str(answer.move)
        ('WINNABLE', 'draw')
    """
    solution = solve(state, max_states=max_states)
    if solution.verdict is Verdict.WINNABLE:
        return Hint(move=next(iter(solution.moves), None), verdict=Verdict.WINNABLE)
    if state.is_dead:
        return Hint(move=None, verdict=solution.verdict)
    tables = state.rules._compiled_rules.tables
    codes = _any_rules.most_advanced(tables, state._position, LOOKAHEAD)
    moves = state.rules.moves
    return Hint(move=moves[codes[0]] if codes else state.legal_moves[0], verdict=solution.verdict)


def winnable_deals(
    rules: Rules, *, start: int = 0, max_states: int = MAX_STATES
) -> Iterator[tuple[int, Deal]]:
    """Numbered deals that are proved winnable, for games that promise winnable deals.

    If no deal is winnable under these rules, iteration never ends.

    Args:
        rules: The rules to win under.
        start: The first number to try, as `Deal.from_seed` takes it.
        max_states: The most positions to store for a deal; a deal without a proof is left out.

    Returns:
        An endless iterator of pairs of number and deal.

    Raises:
        InvalidArgumentError: ``max_states`` is below 1, or ``rules`` is not a `Rules`.
        InvalidDealError: There is no deal with the number ``start``.

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
    """Measures how hard a position is, by the solution that `solve` finds.

    Args:
        state: Where to begin.
        max_states: The most positions to store, 1 or more.

    Returns:
        The figures; ``states`` tells easy positions from hard ones best.

    Raises:
        InvalidArgumentError: ``max_states`` is below 1, or ``state`` is not a `GameState`.

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
        verdict=solution.verdict,
        states=solution.states,
        move_count=len(solution.moves),
        forced_count=forced,
        redeal_count=redeals,
        return_count=returns,
    )


_TURNS: Final = (MoveKind.DRAW, MoveKind.RECYCLE)


def _check(state: GameState, max_states: int) -> None:
    check_type(state, GameState, "the state")
    if type(max_states) is not int or max_states < 1:
        raise InvalidArgumentError(f"max_states must be 1 or more, not {shown(max_states)}")


def _search(state: GameState, max_states: int) -> Outcome:
    tables, position = state.rules._compiled_rules.tables, state._position
    if not is_known(state.rules, ANY_RULES):
        # under such rules neither the pruning nor the keys are proved, so only a win counts
        outcome = _any_rules.search(tables, position, max_states, prune=False)
        return outcome._replace(exhausted=False)
    if is_hopeless(tables, position):
        return Outcome(None, 1, exhausted=True)
    if _winning.fits(state.rules, position):
        return _winning.search(tables, position, max_states)
    states = 0
    for rules, tells_wins in ((easier(state.rules), False), (harder(state.rules), True)):
        budget = (max_states - states) // 2
        if rules and budget and _winning.fits(rules, position):
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


def _proved_moves(state: GameState, outcome: Outcome) -> tuple[Move, ...]:
    if outcome.codes is None:
        return ()
    # whatever the searches assume, no solution is returned that the rules refuse
    if not wins(state.rules._compiled_rules.tables, state._position, outcome.codes):
        raise SolverError(
            f"the solver found moves that {state.rules!r} refuse; please report this as a bug of "
            "the library, with the position in the error's `state`",
            state,
        )
    return tuple([state.rules.moves[code] for code in outcome.codes])
