"""Klondike Solitaire as immutable values.

A game is a value: a move takes a `GameState` and returns a new one, under `Rules` that are values,
too.

Example:
    >>> state = GameState.start(Deal.from_seed(7), STILLDECK_DRAW_3)
    >>> state = state.apply(state.legal_moves[0])
    >>> state.score, state.is_won
    (0, False)
"""

from klondike._build import COMPILED
from klondike.boards import Column
from klondike.cards import CARDS, Card, Color, Rank, Suit
from klondike.deals import Deal
from klondike.errors import (
    HistoryError,
    IllegalMoveError,
    InvalidArgumentError,
    InvalidDealError,
    InvalidRulesError,
    InvalidStateError,
    KlondikeError,
    ParseError,
    SolverError,
    UnsupportedVersionError,
)
from klondike.games import Game, Result, Statistics, Tally
from klondike.layouts import Layout, Problem, ProblemKind
from klondike.moves import (
    DRAW,
    RECYCLE,
    Event,
    EventKind,
    Illegality,
    Move,
    MoveKind,
    Pile,
    PileKind,
    Reason,
)
from klondike.presets import (
    PRESETS,
    STILLDECK_DRAW_1,
    STILLDECK_DRAW_3,
    TRADITIONAL_DRAW_1,
    TRADITIONAL_DRAW_3,
    VEGAS_DRAW_1,
    VEGAS_DRAW_3,
    WINDOWS_DRAW_1,
    WINDOWS_DRAW_3,
)
from klondike.rules import Build, EmptyColumn, Rules, RunMove, rectangle, triangle
from klondike.scoring import Scoring
from klondike.solver import (
    Difficulty,
    Hint,
    Metric,
    Shortest,
    Solution,
    Verdict,
    difficulty,
    hint,
    shortest,
    solve,
    winnable_deals,
)
from klondike.states import GameState, Step
from klondike.views import View, VisibleColumn

__all__ = [
    "CARDS",
    "COMPILED",
    "DRAW",
    "PRESETS",
    "RECYCLE",
    "STILLDECK_DRAW_1",
    "STILLDECK_DRAW_3",
    "TRADITIONAL_DRAW_1",
    "TRADITIONAL_DRAW_3",
    "VEGAS_DRAW_1",
    "VEGAS_DRAW_3",
    "WINDOWS_DRAW_1",
    "WINDOWS_DRAW_3",
    "Build",
    "Card",
    "Color",
    "Column",
    "Deal",
    "Difficulty",
    "EmptyColumn",
    "Event",
    "EventKind",
    "Game",
    "GameState",
    "Hint",
    "HistoryError",
    "IllegalMoveError",
    "Illegality",
    "InvalidArgumentError",
    "InvalidDealError",
    "InvalidRulesError",
    "InvalidStateError",
    "KlondikeError",
    "Layout",
    "Metric",
    "Move",
    "MoveKind",
    "ParseError",
    "Pile",
    "PileKind",
    "Problem",
    "ProblemKind",
    "Rank",
    "Reason",
    "Result",
    "Rules",
    "RunMove",
    "Scoring",
    "Shortest",
    "Solution",
    "SolverError",
    "Statistics",
    "Step",
    "Suit",
    "Tally",
    "UnsupportedVersionError",
    "Verdict",
    "View",
    "VisibleColumn",
    "difficulty",
    "hint",
    "rectangle",
    "shortest",
    "solve",
    "triangle",
    "winnable_deals",
]
