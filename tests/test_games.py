from __future__ import annotations

import pickle
from collections.abc import Callable

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from klondike import (
    DRAW,
    RECYCLE,
    STILLDECK_DRAW_3,
    Deal,
    Game,
    GameState,
    HistoryError,
    IllegalMoveError,
    InvalidArgumentError,
    InvalidDealError,
    Move,
    Result,
    Rules,
    Statistics,
)
from klondike.games import Tally
from klondike.testing import games


class History(RuleBasedStateMachine):
    """A game against plain lists of moves and states."""

    def __init__(self) -> None:
        super().__init__()
        self.game = Game.start(Deal.from_seed(5), STILLDECK_DRAW_3)
        self.moves: list[Move] = []
        self.states = [self.game.initial]
        self.ply = 0

    @rule(choice=st.integers(0, 999))
    def play(self, choice: int) -> None:
        options = self.game.state.legal_moves
        move = options[choice % len(options)]
        del self.moves[self.ply :], self.states[self.ply + 1 :]
        self.moves.append(move)
        self.states.append(self.states[-1].apply(move))
        self.ply += 1
        self.game = self.game.play(move)

    @precondition(lambda self: self.game.can_undo)
    @rule()
    def undo(self) -> None:
        self.ply -= 1
        self.game = self.game.undo()

    @precondition(lambda self: self.game.can_redo)
    @rule()
    def redo(self) -> None:
        self.ply += 1
        self.game = self.game.redo()

    @rule(choice=st.integers(0, 999))
    def go_to(self, choice: int) -> None:
        self.ply = choice % (len(self.moves) + 1)
        self.game = self.game.go_to(self.ply)

    @rule()
    def branch(self) -> None:
        del self.moves[self.ply :], self.states[self.ply + 1 :]
        self.game = self.game.branch()

    @invariant()
    def agrees(self) -> None:
        assert self.game.moves == tuple(self.moves)
        assert self.game.played == tuple(self.moves[: self.ply])
        assert self.game.ply == self.ply
        assert self.game.state == self.states[self.ply]
        assert self.game.can_undo == (self.ply > 0)
        assert self.game.can_redo == (self.ply < len(self.moves))


# Hypothesis makes this class at run time, so pyright cannot know it
TestHistory = History.TestCase  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


@given(games())
def test_going_back_and_forth_gives_the_same_states_not_copies(game: Game) -> None:
    there = game.go_to(0).go_to(game.ply)
    assert there == game
    assert there.state is game.state
    assert game.branch().moves == game.played
    assert game.branch().state is game.state


@given(games(max_moves=20))
def test_games_are_values(game: Game) -> None:
    again = Game.start(game.deal, game.rules) if game.deal else Game.from_state(game.initial)
    again = again.play(*game.moves).go_to(game.ply)
    assert again == game
    assert hash(again) == hash(game)
    restored = pickle.loads(pickle.dumps(game))  # noqa: S301  # our own bytes
    assert restored == game
    assert restored.state == game.state


def test_a_refused_move_leaves_everything_as_it_was() -> None:
    game = Game.start(Deal.from_seed(7)).play(DRAW, DRAW).undo()
    with pytest.raises(IllegalMoveError):
        game.play(DRAW, RECYCLE)
    assert (game.ply, game.moves) == (1, (DRAW, DRAW))


@pytest.mark.parametrize("count", [-1, 2, True, 1.0, None])
def test_undo_and_redo_know_their_bounds(count: int) -> None:
    game = Game.start(Deal.from_seed(7)).play(DRAW, DRAW).undo()
    for step in (game.undo, game.redo):
        with pytest.raises(HistoryError):
            step(count)
    with pytest.raises(HistoryError):
        game.go_to(3 if count == 2 else count)


def test_games_have_no_constructor() -> None:
    with pytest.raises(TypeError, match="Game has no constructor"):
        Game()


def test_nothing_to_undo_is_a_lookup_error() -> None:
    with pytest.raises(LookupError, match="cannot undo 1 of 0 played moves"):
        Game.start(Deal.from_seed(7)).undo()


def test_a_game_can_begin_at_any_position() -> None:
    state = GameState.start(Deal.from_seed(7)).apply(DRAW)
    game = Game.from_state(state).play(DRAW)
    assert game.deal is None
    assert game.undo().state is state
    with pytest.raises(InvalidDealError):
        Game.start(Deal.from_seed(7, decks=2))


def test_the_result_of_a_game_counts_what_was_played() -> None:
    game = Game.start(Deal.from_seed(7)).play(DRAW, Move.parse("t7>fc"), DRAW).undo()
    assert game.result(12.5) == Result(
        rules=Rules(), won=False, dead=False, score=15, move_count=2, seconds=12.5
    )


@pytest.mark.parametrize(
    "change", [{"move_count": -1}, {"seconds": -0.1}, {"seconds": float("nan")}, {"dead": True}]
)
def test_results_that_cannot_be_are_refused(change: dict[str, float]) -> None:
    result = Result(rules=Rules(), won=True, score=625, move_count=100)
    with pytest.raises(InvalidArgumentError):
        attrs.evolve(result, **change)  # type: ignore[arg-type]  # one value of any field


@pytest.mark.parametrize(
    "refused",
    [
        # values of the wrong type are the point of every line that a checker would refuse
        lambda: Game.from_state(None),  # type: ignore[arg-type]
        lambda: Game.start(None),  # type: ignore[arg-type]
        lambda: Statistics()["STILLDECK_DRAW_1"],  # type: ignore[index]
        lambda: Result(rules=None, won=True, score=1, move_count=1),  # type: ignore[arg-type]
        lambda: Result(rules=Rules(), won=1, score=1, move_count=1),  # type: ignore[arg-type]
        lambda: Result(rules=Rules(), won=True, score=1, move_count=1.5),  # type: ignore[arg-type]
    ],
)
def test_values_of_another_type_are_refused(refused: Callable[[], object]) -> None:
    with pytest.raises(InvalidArgumentError, match="must be a"):
        refused()


def test_the_text_of_a_game_is_short_and_names_no_hidden_card() -> None:
    game = Game.start(Deal.from_seed(7)).play(DRAW)
    assert repr(game) == f"<Game: 1 of 1 moves played, {game.state!r}>"
    assert all(str(card) not in repr(game) for card in game.state.view().unseen)


RESULTS = st.builds(
    Result,
    rules=st.sampled_from([Rules(), STILLDECK_DRAW_3]),
    won=st.booleans(),
    dead=st.just(False),
    score=st.integers(-60, 745),
    move_count=st.integers(0, 300),
    seconds=st.none() | st.floats(0, 5_000),
)
LOST = st.builds(
    Result,
    rules=st.just(Rules()),
    won=st.just(False),
    dead=st.just(True),
    score=st.integers(0, 99),
    move_count=st.integers(1, 99),
)


@given(st.lists(RESULTS | LOST, max_size=30))
def test_statistics_are_a_fold_over_results(results: list[Result]) -> None:
    statistics = Statistics.of(results)
    folded = Statistics()
    for result in results:
        folded = folded.add(result)
    assert folded == statistics
    for rules in (Rules(), STILLDECK_DRAW_3, Rules(draw_count=2)):
        tally = statistics[rules]
        mine = [result for result in results if result.rules == rules]
        played = [result for result in mine if result.move_count or result.won]
        wins = [result for result in played if result.won]
        assert (tally.dealt, tally.played, tally.won) == (len(mine), len(played), len(wins))
        assert tally.lost == sum(result.dead for result in played)
        assert tally.abandoned == len(played) - len(wins) - tally.lost >= 0
        assert tally.best_score == max((result.score for result in played), default=None)
        times = [result.seconds for result in wins if result.seconds is not None]
        assert tally.best_time == min(times, default=None)
        assert tally.fewest_moves == min((result.move_count for result in wins), default=None)
        runs = "".join("w" if result.won else "." for result in played).split(".")
        assert tally.streak == len(runs[-1])
        assert tally.longest_streak == max(map(len, runs))
        assert tally.win_rate == (len(wins) / len(played) if played else None)


def test_a_game_that_was_only_dealt_breaks_no_streak() -> None:
    won = Result(rules=Rules(), won=True, score=625, move_count=100)
    dealt = Result(rules=Rules(), won=False, score=0, move_count=0)
    tally = Statistics.of([won, dealt, won])[Rules()]
    assert (tally.dealt, tally.played, tally.streak) == (3, 2, 2)
    assert Tally().win_rate is None
