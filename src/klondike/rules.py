"""A whole game as data: ten axes and a scoring."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Final, NamedTuple, final

import attrs

from klondike import _core
from klondike.errors import InvalidArgumentError, InvalidRulesError, shown
from klondike.moves import KIND_NUMBERS, PILE_LIMIT, Move, move_space
from klondike.scoring import STILLDECK_DRAW_1_SCORING, Scoring

__all__ = ["Build", "EmptyColumn", "Rules", "RunMove", "rectangle", "triangle"]

MAX_DECKS: Final = 4
NUMBER_LIMIT: Final = 1_000_000


@final
class Build(enum.Enum):
    """Which suits may lie on each other in a column; the rank is always one lower."""

    ALTERNATING = "alternating"
    SAME_COLOR = "same_color"
    SAME_SUIT = "same_suit"
    OTHER_SUIT = "other_suit"
    ANY = "any"


@final
class RunMove(enum.Enum):
    """How much of a run moves from column to column."""

    ANY = "any"
    WHOLE = "whole"
    SINGLE = "single"


@final
class EmptyColumn(enum.Enum):
    """What may go to an empty column; of several cards the lowest one counts."""

    KING = "king"
    ANY = "any"
    NONE = "none"


def triangle(size: int, *, face_up: str = "top") -> tuple[tuple[int, int], ...]:
    """Columns of 1, 2, … cards, as Klondike deals them.

    Args:
        size: Number of columns, 1 to 99.
        face_up: ``"top"`` for one face-up card in each column, ``"all"`` for all of them.

    Returns:
        For each column how many cards are dealt face down and face up.

    Raises:
        InvalidArgumentError: An argument is out of range.

    Example:
        >>> triangle(3), triangle(3, face_up="all")
        (((0, 1), (1, 1), (2, 1)), ((0, 1), (0, 2), (0, 3)))
    """
    if face_up not in ("top", "all"):
        raise InvalidArgumentError(f"face_up must be 'top' or 'all', not {shown(face_up)}")
    _check_size(size)
    return tuple((0, n + 1) if face_up == "all" else (n, 1) for n in range(size))


def rectangle(size: int, down: int, up: int) -> tuple[tuple[int, int], ...]:
    """Columns that are all alike.

    Args:
        size: Number of columns, 1 to 99.
        down: Cards dealt face down to each, 0 or more.
        up: Cards dealt face up to each, 0 or more.

    Returns:
        For each column how many cards are dealt face down and face up.

    Raises:
        InvalidArgumentError: An argument is out of range.

    Example:
        >>> rectangle(2, 2, 1)
        ((2, 1), (2, 1))
    """
    _check_size(size)
    for count in (down, up):
        if type(count) is not int or count < 0:
            raise InvalidArgumentError(f"a column is dealt 0 or more cards, not {shown(count)}")
    return ((down, up),) * size


def _check_size(size: int) -> None:
    if type(size) is not int or not 1 <= size <= PILE_LIMIT:
        raise InvalidArgumentError(f"a game has 1 to {PILE_LIMIT} columns, not {shown(size)}")


@final
@attrs.frozen(kw_only=True)
class Rules:
    r"""The rules of one game of the Klondike family; ``Rules()`` is StillDeck, draw 1.

    A variant is a value: name the fields that differ, or change a preset with
    ``attrs.evolve``. The named games are in `klondike.presets`.

    Args:
        columns: For each column how many cards are dealt face down, then face up.
        draw_count: How many cards a draw turns, 1 to 1,000,000; the last draw of a pass may
            turn fewer.
        max_redeals: How often the waste may be turned over, 0 to 1,000,000; None for no limit.
            The number of passes through the stock is one more.
        build: Which suits may lie on each other in a column.
        run_build: Which suits must follow each other in a run that moves as one; None for the
            same as ``build``.
        run_move: How much of such a run moves from column to column.
        empty_column: What may go to an empty column.
        foundation_return: Whether the top card of a foundation may go back to a column.
        aces_on_foundations: Whether the aces lie on the foundations before the deal.
        decks: How many decks of 52 cards, 1 to 4; each adds four foundations.
        scoring: Points for events.

    Raises:
        InvalidRulesError: A value is of another type or out of range, or the deal wants more
            cards than there are; ``problems`` lists everything.

    Example:
        >>> vegas_like = Rules(draw_count=3, max_redeals=2)
        >>> attrs.evolve(vegas_like, max_redeals=None) == Rules(draw_count=3)
        True
        >>> try:
        ...     Rules(draw_count=0, decks=9)
        ... except InvalidRulesError as error:
        ...     print(*error.problems, sep="\n")
        draw_count must be 1 to 1000000, not 0
        decks must be 1 to 4, not 9
    """

    columns: tuple[tuple[int, int], ...] = triangle(7)
    draw_count: int = 1
    max_redeals: int | None = None
    build: Build = Build.ALTERNATING
    run_build: Build | None = None
    run_move: RunMove = RunMove.ANY
    empty_column: EmptyColumn = EmptyColumn.KING
    foundation_return: bool = True
    aces_on_foundations: bool = False
    decks: int = 1
    scoring: Scoring = STILLDECK_DRAW_1_SCORING

    def __attrs_post_init__(self) -> None:
        problems = [*self._column_problems(), *self._field_problems()]
        if not problems and self.stock_count < 0:
            wanted = sum(down + up for down, up in self.columns)
            problems.append(
                f"columns want {wanted} cards but only {wanted + self.stock_count} are dealt"
            )
        if problems:
            raise InvalidRulesError(problems)

    def _column_problems(self) -> list[str]:
        if type(self.columns) is not tuple or not 1 <= len(self.columns) <= PILE_LIMIT:
            size = f"1 to {PILE_LIMIT}"
            return [f"columns must be a tuple of {size} pairs of counts, not {shown(self.columns)}"]
        problems: list[str] = []
        for number, pair in enumerate(self.columns, 1):
            if not (
                type(pair) is tuple
                and len(pair) == 2
                and all(type(size) is int and size >= 0 for size in pair)
            ):
                problems.append(
                    f"column {number} must be a pair of counts (face down, face up), each 0 or "
                    f"more, not {shown(pair)}"
                )
            elif pair[0] and not pair[1]:
                problems.append(
                    f"column {number} must have a face-up card on top, not {shown(pair)}"
                )
        return problems

    def _field_problems(self) -> list[str]:
        def number(name: str, value: object, lowest: int, highest: int) -> None:
            if type(value) is not int or not lowest <= value <= highest:
                problems.append(f"{name} must be {lowest} to {highest}, not {shown(value)}")

        problems: list[str] = []
        number("draw_count", self.draw_count, 1, NUMBER_LIMIT)
        if self.max_redeals is not None:
            number("max_redeals", self.max_redeals, 0, NUMBER_LIMIT)
        number("decks", self.decks, 1, MAX_DECKS)
        for name, kind in (
            ("build", Build),
            ("run_build", Build),
            ("run_move", RunMove),
            ("empty_column", EmptyColumn),
            ("foundation_return", bool),
            ("aces_on_foundations", bool),
            ("scoring", Scoring),
        ):
            value = getattr(self, name)
            if type(value) is not kind and not (name == "run_build" and value is None):
                problems.append(f"{name} must be a {kind.__name__}, not {shown(value)}")
        return problems

    @property
    def foundations(self) -> int:
        """Number of foundations, four for each deck."""
        return 4 * self.decks

    @property
    def stock_count(self) -> int:
        """How many cards the stock holds after the deal."""
        aces = self.foundations if self.aces_on_foundations else 0
        return 52 * self.decks - aces - sum(down + up for down, up in self.columns)

    @property
    def _turns_cards(self) -> bool:
        return any(down for down, _ in self.columns)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The whole move space, every move that can be legal in some position of this game.

        The place of a move is its action code; the order is that of `move_space` and depends
        only on the number of columns and decks.
        """
        return self._compiled_rules.moves

    def code(self, move: Move) -> int:
        """The action code of a move, which is its place in ``rules.moves``.

        Args:
            move: A move of this game's move space.

        Returns:
            0 to ``len(rules.moves) - 1``.

        Raises:
            InvalidArgumentError: No position of this game allows such a move.

        Example:
            >>> Rules().code(Move.parse("w>t3"))
            4
        """
        code = self._compiled_rules.codes.get(move) if type(move) is Move else None
        if code is None:
            raise InvalidArgumentError(
                f"{shown(move)} has no code: no position of this game allows it"
            )
        return code

    @cached_property
    def _compiled_rules(self) -> _CompiledRules:
        return _compile_rules(self)

    def describe(self) -> str:
        """The rules in plain English, a sentence a line, each backed by a value.

        Returns:
            The sentences.

        Example:
            >>> print(Rules().describe().splitlines()[0])
            The game is played with 52 cards.
        """
        return "\n".join(_sentences(self))


_BUILDS: Final = {
    Build.ALTERNATING: _core.ALTERNATING,
    Build.SAME_COLOR: _core.SAME_COLOR,
    Build.SAME_SUIT: _core.SAME_SUIT,
    Build.OTHER_SUIT: _core.OTHER_SUIT,
    Build.ANY: _core.ANY_SUIT,
}
_RUN_MOVES: Final = {
    RunMove.ANY: _core.ANY_PART,
    RunMove.WHOLE: _core.WHOLE_RUN,
    RunMove.SINGLE: _core.ONE_CARD,
}
_EMPTY_COLUMNS: Final = {
    EmptyColumn.KING: _core.KINGS,
    EmptyColumn.ANY: _core.ANY_CARD,
    EmptyColumn.NONE: _core.NOTHING,
}


class _CompiledRules(NamedTuple):
    moves: tuple[Move, ...]
    codes: dict[Move, int]
    tables: _core.RuleTables


# equal rules share their tables: somebody who reads many states makes the same rules many times
@lru_cache(maxsize=16)
def _compile_rules(rules: Rules) -> _CompiledRules:
    moves = move_space(len(rules.columns), rules.decks)
    codes = {move: code for code, move in enumerate(moves)}
    scoring = rules.scoring
    run_build = rules.build if rules.run_build is None else rules.run_build
    tables = _core.rule_tables(
        moves=tuple(
            (KIND_NUMBERS[move.kind], move.source.index, move.target.index, move.count)
            for move in moves
        ),
        columns=len(rules.columns),
        decks=rules.decks,
        draw_count=rules.draw_count,
        max_redeals=_core.UNLIMITED if rules.max_redeals is None else rules.max_redeals,
        build=_BUILDS[rules.build],
        run_build=_BUILDS[run_build],
        run_move=_RUN_MOVES[rules.run_move],
        empty_column=_EMPTY_COLUMNS[rules.empty_column],
        foundation_return=rules.foundation_return,
        points=(
            0,
            scoring.recycle,
            scoring.waste_to_tableau,
            scoring.waste_to_foundation,
            0,
            scoring.tableau_to_foundation,
            scoring.foundation_to_tableau,
        ),
        turn_over=scoring.turn_over,
        free_recycles=scoring.free_recycles,
        floor=_core.NO_FLOOR if scoring.floor is None else scoring.floor,
    )
    return _CompiledRules(moves, codes, tables)


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


_BUILD_WORDS: Final = {
    Build.ALTERNATING: "of the other colour",
    Build.SAME_COLOR: "of the same colour",
    Build.SAME_SUIT: "of the same suit",
    Build.OTHER_SUIT: "of any other suit",
    Build.ANY: "of any suit",
}
_RUN_WORDS: Final = {
    Build.ALTERNATING: "in alternating colours",
    Build.SAME_COLOR: "of one colour",
    Build.SAME_SUIT: "of one suit",
    Build.OTHER_SUIT: "in which neighbours differ in suit",
    Build.ANY: "of any suits",
}


def _sentences(rules: Rules) -> Iterator[str]:
    packs = "" if rules.decks == 1 else f" in {rules.decks} decks"
    yield f"The game is played with {52 * rules.decks} cards{packs}."
    if rules.aces_on_foundations:
        yield "The aces lie on the foundations from the start."
    counts = ", ".join(f"{down}+{up}" for down, up in rules.columns)
    columns = _plural(len(rules.columns), "column")
    yield f"The deal gives {columns}, face-down + face-up cards: {counts}."
    stock = rules.stock_count
    yield f"{_plural(stock, 'card')} {'is' if stock == 1 else 'are'} in the stock."
    yield (
        f"A column is built downwards, each card on one {_BUILD_WORDS[rules.build]} that is one "
        "rank higher."
    )
    run = f"run {_RUN_WORDS[rules.run_build or rules.build]}"
    if rules.run_move is RunMove.SINGLE:
        yield "Cards move from column to column one at a time."
    elif rules.run_move is RunMove.WHOLE:
        yield f"A {run} moves as a whole only."
    else:
        yield f"Any part of a {run} moves as one."
    runs_move = rules.run_move is not RunMove.SINGLE
    if rules.empty_column is EmptyColumn.NONE:
        yield "An empty column stays empty."
    elif rules.empty_column is EmptyColumn.ANY:
        yield f"Any card{' or run' if runs_move else ''} goes to an empty column."
    else:
        headed = ", or a run that begins with one," if runs_move else ""
        yield f"Only a king{headed} goes to an empty column."
    if rules._turns_cards:
        yield "A face-down card turns face up as soon as it is uncovered."
    yield (
        f"Each of the {rules.foundations} foundations is built up from ace to king in one suit; "
        "the game is won when all cards are there."
    )
    if rules.foundation_return:
        yield "The top card of a foundation may go back to a column."
    else:
        yield "Cards stay on the foundations."
    if stock:
        yield (
            f"A draw turns {_plural(rules.draw_count, 'card')} from the stock; only the top card "
            "of the waste plays."
        )
        if rules.max_redeals is None:
            yield "The waste may be turned over without limit when the stock is empty."
        elif rules.max_redeals == 0:
            yield "The waste is never turned over."
        else:
            times = _plural(rules.max_redeals, "time")
            yield f"The waste may be turned over {times} when the stock is empty."
    yield from _score_sentences(rules)


def _score_sentences(rules: Rules) -> Iterator[str]:
    scoring = rules.scoring
    recycles = bool(rules.stock_count) and rules.max_redeals != 0
    free = f" after the first {scoring.free_recycles}" if scoring.free_recycles else ""
    events = (
        (rules.stock_count, scoring.waste_to_tableau, "a card from the waste to a column"),
        (rules.stock_count, scoring.waste_to_foundation, "a card from the waste to a foundation"),
        (True, scoring.tableau_to_foundation, "a card from a column to a foundation"),
        (rules._turns_cards, scoring.turn_over, "a card turned face up in a column"),
        (
            rules.foundation_return,
            scoring.foundation_to_tableau,
            "a card taken back from a foundation",
        ),
        (recycles, scoring.recycle, f"each time the waste is turned over{free}"),
    )
    counted = [(points, event) for possible, points, event in events if possible and points]
    if not counted:
        yield "No points are counted."
        return
    yield f"The score begins at {scoring.start}."
    for points, event in counted:
        yield f"{points:+} point{'' if abs(points) == 1 else 's'} for {event}."
    if scoring.floor is not None:
        yield f"The score never falls below {scoring.floor}."
