"""The library's exceptions.

Every exception is a `KlondikeError` and also a ``ValueError`` or ``LookupError``, so that an
application can catch the library's errors and a beginner can catch the builtin ones.

All data is passed positionally to the base class, so that every error survives pickling
between processes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Generic, TypeVar, final

if TYPE_CHECKING:
    from klondike.layouts import Problem  # noqa: F401 - a base class below names it
    from klondike.moves import Illegality, Move
    from klondike.states import GameState

__all__ = [
    "HistoryError",
    "IllegalMoveError",
    "InvalidArgumentError",
    "InvalidDealError",
    "InvalidRulesError",
    "InvalidStateError",
    "KlondikeError",
    "ParseError",
    "SolverError",
    "UnsupportedVersionError",
]


_Item = TypeVar("_Item")


def shown(value: object, most: int = 60) -> str:
    """A value as a message shows it: its ``repr``, shortened, whatever it is."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        # numbers of thousands of digits and deep nesting have none
        text = f"a huge {type(value).__name__}"
    return text if len(text) <= most else f"{text[: most - 1]}…"


def check_type(value: object, kind: type, name: str) -> None:
    """Refuses a value of another type, for callers without a type checker."""
    if type(value) is not kind:
        raise InvalidArgumentError(f"{name} must be a {kind.__name__}, not {shown(value)}")


class KlondikeError(Exception):
    """Anything this library refuses; catch it to catch them all."""


@final
class InvalidArgumentError(KlondikeError, ValueError):
    """A plain argument (a column number, a count, a time) is outside its range."""


class _ProblemsError(KlondikeError, ValueError, Generic[_Item]):
    """A value with one or more problems, all of them listed.

    Attributes:
        problems: Never empty; ``str`` of each is a sentence.
    """

    def __init__(self, problems: Iterable[_Item]) -> None:
        self.problems: tuple[_Item, ...] = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "; ".join(map(str, self.problems))


@final
class InvalidDealError(_ProblemsError[str]):
    """The cards or the seed do not make a deal; ``problems`` lists why."""


@final
class InvalidRulesError(_ProblemsError[str]):
    """The rules contradict themselves; ``problems`` lists every contradiction."""


@final
class InvalidStateError(_ProblemsError["Problem"]):
    """The layout is no possible position; ``problems`` lists every `klondike.layouts.Problem`."""


class ParseError(KlondikeError, ValueError):
    """A text or document does not say what it should.

    Attributes:
        reason: What is wrong, in words.
        line: Line of the fault in a text, from 1; 0 for a JSON document.
        column: Column of the fault in its line, from 1; 0 for a JSON document.
        path: Place of the fault in a JSON document, such as ``$.moves[3]``; empty for a text.
    """

    def __init__(self, reason: str, line: int = 1, column: int = 1, path: str = "") -> None:
        self.reason = reason
        self.line = line
        self.column = column
        self.path = path
        super().__init__(reason, line, column, path)

    def __str__(self) -> str:
        place = self.path or f"line {self.line}, column {self.column}"
        return f"{place}: {self.reason}"


@final
class UnsupportedVersionError(ParseError):
    """The text or document is of a format version that this release cannot read."""


@final
class IllegalMoveError(KlondikeError, ValueError):
    """The rules refuse this move in this position.

    Attributes:
        move: The move that was tried.
        illegality: Why it was refused.
    """

    def __init__(self, move: Move, illegality: Illegality) -> None:
        self.move = move
        self.illegality = illegality
        super().__init__(move, illegality)

    def __str__(self) -> str:
        return f"{self.move} is not legal: {self.illegality}"


@final
class HistoryError(KlondikeError, LookupError):
    """There is no such point in the game: nothing to undo or redo, or no such ply."""


@final
class SolverError(KlondikeError, RuntimeError):
    """The solver contradicted the rules: a bug of this library, reported instead of a wrong answer.

    Every solution is replayed by the rules before it is returned.

    Attributes:
        reason: What happened.
        state: The position that was to be solved; it knows the face-down cards.
    """

    def __init__(self, reason: str, state: GameState) -> None:
        self.reason = reason
        self.state = state
        super().__init__(reason, state)

    def __str__(self) -> str:
        return self.reason
