"""The library's exceptions.

Every exception is a `KlondikeError` and also a ``ValueError``, ``LookupError`` or ``RuntimeError``.
So callers can catch either the library's errors or the built-in ones.

All data is passed to the base class as positional arguments, so that every error can be pickled and
sent between processes.
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
    """The ``repr`` of any value, for a message; it is shortened if it is long."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        # numbers of thousands of digits and deeply nested values have no ``repr``
        text = f"a huge {type(value).__name__}"
    return text if len(text) <= most else f"{text[: most - 1]}…"


def check_type(value: object, kind: type, name: str) -> None:
    """Raises an error if a value has the wrong type, for callers without a type checker."""
    if type(value) is not kind:
        raise InvalidArgumentError(f"{name} must be a {kind.__name__}, not {shown(value)}")


class KlondikeError(Exception):
    """The base class of all errors of this library: catch it to catch them all."""


@final
class InvalidArgumentError(KlondikeError, ValueError):
    """An argument (such as a column number or a count) is out of range or has the wrong type."""


class _ProblemsError(KlondikeError, ValueError, Generic[_Item]):
    """A value has one or more problems; the error lists all of them.

    Attributes:
        problems: The problems, at least one; ``str`` of each is a sentence.
    """

    def __init__(self, problems: Iterable[_Item]) -> None:
        self.problems: tuple[_Item, ...] = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "; ".join(map(str, self.problems))


@final
class InvalidDealError(_ProblemsError[str]):
    """The cards or the seed do not make a deal; ``problems`` lists all reasons."""


@final
class InvalidRulesError(_ProblemsError[str]):
    """Values of rules are wrong or contradict each other; ``problems`` lists them."""


@final
class InvalidStateError(_ProblemsError["Problem"]):
    """The layout is not a possible position; ``problems`` has every `klondike.layouts.Problem`."""


class ParseError(KlondikeError, ValueError):
    """A text or document cannot be read.

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
    """The text or document has a format version that this release cannot read."""


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
        state: The position that was to be solved; it contains the face-down cards.
    """

    def __init__(self, reason: str, state: GameState) -> None:
        self.reason = reason
        self.state = state
        super().__init__(reason, state)

    def __str__(self) -> str:
        return self.reason
