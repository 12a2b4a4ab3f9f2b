"""A game with its history, the result of a game, and statistics over many games."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Self, TypeVar, final

import attrs

from klondike.deals import Deal
from klondike.errors import (
    HistoryError,
    IllegalMoveError,
    InvalidArgumentError,
    ParseError,
    check_type,
    shown,
)
from klondike.moves import Move
from klondike.rules import Rules
from klondike.states import GameState, Step

__all__ = ["Game", "Result", "Statistics", "Tally"]

_Number = TypeVar("_Number", int, float)


@final
@attrs.frozen(init=False, repr=False)
class Game:
    """A game with all moves played so far; playing a move returns a new game.

    Undone moves are kept and can be redone until another move is played. Games with a common
    history share their states, so undoing a move restores the state before it exactly, including
    score and redeals used. A state shows no trace of undone moves: if undoing is to cost points,
    the caller subtracts them.

    Two games are equal when they begin at equal states, with the same deal, and have the same
    moves and ply.

    Make games with `start` or `from_state`.

    Attributes:
        initial: The state before the first move.
        moves: All moves, including undone ones; `played` leaves out the undone ones.
        ply: How many of the moves are played, 0 to ``len(moves)``.
        deal: The deal that the game began with; None for a game that began from a position.

    Example:
        >>> game = Game.start(Deal.from_seed(7)).play(Move.parse("draw"), Move.parse("t7>fc"))
        >>> game.ply, game.undo().state.waste, game.undo().redo() == game
        (2, (Card.parse('9c'),), True)
    """

    initial: GameState
    moves: tuple[Move, ...]
    ply: int
    deal: Deal | None
    _states: tuple[GameState, ...] = attrs.field(eq=False, repr=False)

    def __init__(self) -> None:
        raise TypeError("Game has no constructor: see its class methods")

    @classmethod
    def _of(
        cls,
        moves: tuple[Move, ...],
        ply: int,
        deal: Deal | None,
        states: tuple[GameState, ...],
    ) -> Self:
        game = object.__new__(cls)
        put = object.__setattr__
        put(game, "initial", states[0])
        put(game, "moves", moves)
        put(game, "ply", ply)
        put(game, "deal", deal)
        put(game, "_states", states)
        return game

    @classmethod
    def start(cls, deal: Deal, rules: Rules = Rules()) -> Self:
        """A new game.

        Args:
            deal: The pack.
            rules: The rules; StillDeck draw 1 unless given.

        Returns:
            The game before its first move.

        Raises:
            InvalidDealError: The deal and the rules have different numbers of decks.
            InvalidArgumentError: ``deal`` is not a `Deal`, or ``rules`` is not a `Rules`.
        """
        return cls._of((), 0, deal, (GameState.start(deal, rules),))

    @classmethod
    def from_state(cls, state: GameState) -> Self:
        """A game that begins at a position.

        Args:
            state: The position.

        Returns:
            The game before its first move.

        Raises:
            InvalidArgumentError: ``state`` is not a `GameState`.
        """
        check_type(state, GameState, "the state")
        return cls._of((), 0, None, (state,))

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.initial.rules

    @property
    def state(self) -> GameState:
        """The position now."""
        return self._states[self.ply]

    @property
    def played(self) -> tuple[Move, ...]:
        """The moves up to now, without undone ones; `moves` also has the undone ones."""
        return self.moves[: self.ply]

    @property
    def can_undo(self) -> bool:
        """Whether a move has been played."""
        return self.ply > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone move."""
        return self.ply < len(self.moves)

    def play(self, *moves: Move) -> Self:
        """Plays moves; moves that were undone before are dropped.

        Args:
            moves: Legal moves, one after the other.

        Returns:
            The game after them.

        Raises:
            IllegalMoveError: A move is not legal; none of the moves has been played.
            InvalidArgumentError: An argument is not a `Move`.
        """
        states: list[GameState] = []
        for move in moves:
            states.append((states[-1] if states else self.state).apply(move))
        return self._after(moves, states)

    def _after(self, moves: Iterable[Move], states: Iterable[GameState]) -> Self:
        played = (*self.played, *moves)
        return self._of(played, len(played), self.deal, (*self._states[: self.ply + 1], *states))

    def go_to(self, ply: int) -> Self:
        """Goes to a point in the game; no move is dropped.

        Args:
            ply: How many moves have been played at that point, 0 to ``len(game.moves)``.

        Returns:
            The game at that point.

        Raises:
            HistoryError: There is no such point.
        """
        if type(ply) is not int or not 0 <= ply <= len(self.moves):
            raise HistoryError(
                f"there is no ply {shown(ply)}: this game has plies 0 to {len(self.moves)}"
            )
        return self._of(self.moves, ply, self.deal, self._states)

    def undo(self, count: int = 1) -> Self:
        """Takes moves back; they can be redone.

        Args:
            count: How many, 0 or more.

        Returns:
            The game before them.

        Raises:
            HistoryError: Fewer moves than ``count`` have been played, or ``count`` is negative.
        """
        if type(count) is not int or not 0 <= count <= self.ply:
            raise HistoryError(f"cannot undo {shown(count)} of {self.ply} played moves")
        return self.go_to(self.ply - count)

    def redo(self, count: int = 1) -> Self:
        """Plays undone moves again.

        Args:
            count: How many, 0 or more.

        Returns:
            The game after them.

        Raises:
            HistoryError: Fewer moves than ``count`` have been undone, or ``count`` is negative.
        """
        undone = len(self.moves) - self.ply
        if type(count) is not int or not 0 <= count <= undone:
            raise HistoryError(f"cannot redo {shown(count)} of {undone} undone moves")
        return self.go_to(self.ply + count)

    def branch(self) -> Self:
        """The same game without its undone moves, to try another line from here.

        Returns:
            A game that ends at the current point of this one.
        """
        return self.play()

    def replay(self) -> Iterator[Step]:
        """Plays the game again from its beginning to its current point.

        Yields:
            The step of each move: the state after it and what happened.

        Example:
            >>> game = Game.start(Deal.from_seed(7)).play(Move.parse("draw"))
            >>> [step.events[0].kind.name for step in game.replay()]
            ['CARDS_DRAWN']
        """
        for state, move in zip(self._states, self.played, strict=False):
            yield state.step(move)

    def result(self, seconds: float | None = None) -> Result:
        """The result of the game so far, for `Statistics`.

        Args:
            seconds: The time played, if it was measured.

        Returns:
            The result; undone moves do not count.

        Raises:
            InvalidArgumentError: The time is negative or not finite.
        """
        return Result(
            rules=self.rules,
            won=self.state.is_won,
            dead=self.state.is_dead,
            score=self.state.score,
            move_count=self.ply,
            seconds=seconds,
        )

    def __repr__(self) -> str:
        # short, and without the cards of the deal that the player has not seen
        return f"<Game: {self.ply} of {len(self.moves)} moves played, {self.state!r}>"


def play_read(game: Game, moves: Iterable[tuple[Move, Callable[[str], ParseError]]]) -> Game:
    """Plays moves that were read from a text or a document.

    Args:
        game: The game before them.
        moves: Each move with a function that makes an error at the place of the move.

    Returns:
        The game after them.

    Raises:
        ParseError: A move is not legal; the error gives the place of the move.
    """
    state = game.state
    played: list[Move] = []
    states: list[GameState] = []
    for move, error_here in moves:
        try:
            state = state.apply(move)
        except IllegalMoveError as error:
            raise error_here(str(error)) from error
        played.append(move)
        states.append(state)
    return game._after(played, states)


@final
@attrs.frozen(kw_only=True)
class Result:
    """The result of one game.

    Args:
        rules: The rules it was played under.
        won: Whether it was won.
        dead: Whether it ended where no card could ever move again.
        score: The points, without points for time.
        move_count: How many moves were played, draws and recycles included, 0 or more.
        seconds: The time played, 0 or more; None if it was not measured.

    Raises:
        InvalidArgumentError: A value has the wrong type or is out of range, or the game is both
            won and dead.
    """

    rules: Rules
    won: bool
    score: int
    move_count: int
    dead: bool = False
    seconds: float | None = None

    def __attrs_post_init__(self) -> None:
        check_type(self.rules, Rules, "the rules")
        for name in ("won", "dead"):
            check_type(getattr(self, name), bool, name)
        for name in ("score", "move_count"):
            check_type(getattr(self, name), int, name)
        if self.move_count < 0:
            raise InvalidArgumentError(
                f"move_count must be 0 or more, not {shown(self.move_count)}"
            )
        if self.seconds is not None and not 0 <= self.seconds < math.inf:
            raise InvalidArgumentError(f"seconds must be 0 or more, not {shown(self.seconds)}")
        if self.won and self.dead:
            raise InvalidArgumentError("a game cannot be both won and dead")


def _best(
    choose: Callable[[_Number, _Number], _Number], old: _Number | None, new: _Number | None
) -> _Number | None:
    if old is None or new is None:
        return new if old is None else old
    return choose(old, new)


@final
@attrs.frozen(kw_only=True)
class Tally:
    """Counts and best results of the games under one set of rules.

    Every game counts as dealt, and it counts as played once a move is made. A played game is won,
    lost (no card could ever move again) or abandoned. Streaks count played games only, in the order
    in which the results are added.

    Attributes:
        dealt: Games dealt.
        played: Games in which at least one move was made.
        won: Games won.
        lost: Games played that ended dead.
        best_score: The highest score of a played game; None if no game was played.
        best_time: The shortest time of a won game, in seconds; None if no time was measured.
        fewest_moves: The fewest moves of a won game; None if no game was won.
        streak: Wins in a row up to now.
        longest_streak: The most wins in a row ever.
    """

    dealt: int = 0
    played: int = 0
    won: int = 0
    lost: int = 0
    best_score: int | None = None
    best_time: float | None = None
    fewest_moves: int | None = None
    streak: int = 0
    longest_streak: int = 0

    @property
    def abandoned(self) -> int:
        """Games played that were neither won nor lost."""
        return self.played - self.won - self.lost

    @property
    def win_rate(self) -> float | None:
        """The share of played games that were won, 0 to 1; None if no game was played."""
        return self.won / self.played if self.played else None

    def add(self, result: Result) -> Tally:
        """The tally after one more game.

        Args:
            result: The result of the game.

        Returns:
            The new tally.
        """
        if not result.move_count and not result.won:
            return attrs.evolve(self, dealt=self.dealt + 1)
        streak = self.streak + 1 if result.won else 0
        return Tally(
            dealt=self.dealt + 1,
            played=self.played + 1,
            won=self.won + result.won,
            lost=self.lost + result.dead,
            best_score=_best(max, self.best_score, result.score),
            best_time=_best(min, self.best_time, result.seconds if result.won else None),
            fewest_moves=_best(min, self.fewest_moves, result.move_count if result.won else None),
            streak=streak,
            longest_streak=max(self.longest_streak, streak),
        )


def _pairs(tallies: Iterable[tuple[Rules, Tally]]) -> tuple[tuple[Rules, Tally], ...]:
    return tuple(tallies)


@final
@attrs.frozen
class Statistics:
    """Results of games added up: one tally for each set of rules.

    Attributes:
        tallies: Pairs of rules and tally, in the order in which the rules were first played.

    Example:
        >>> won = Result(rules=Rules(), won=True, score=645, move_count=130, seconds=312.5)
        >>> given_up = Result(rules=Rules(), won=False, score=40, move_count=25)
        >>> tally = Statistics.of([won, given_up])[Rules()]
        >>> tally.won, tally.abandoned, tally.best_time, tally.streak
        (1, 1, 312.5, 0)
    """

    tallies: tuple[tuple[Rules, Tally], ...] = attrs.field(default=(), converter=_pairs)

    @classmethod
    def of(cls, results: Iterable[Result]) -> Self:
        """The statistics of these games.

        Args:
            results: The result of each game, in the order in which they were played.

        Returns:
            The statistics.
        """
        tallies: dict[Rules, Tally] = {}
        for result in results:
            tallies[result.rules] = tallies.get(result.rules, Tally()).add(result)
        return cls(tuple(tallies.items()))

    def add(self, result: Result) -> Self:
        """The statistics after one more game.

        Args:
            result: The result of the game.

        Returns:
            The new statistics.
        """
        tallies = dict(self.tallies)
        tallies[result.rules] = self[result.rules].add(result)
        return type(self)(tuple(tallies.items()))

    def __getitem__(self, rules: Rules) -> Tally:
        check_type(rules, Rules, "the rules")
        return dict(self.tallies).get(rules, Tally())
