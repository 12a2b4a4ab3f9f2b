"""The rules of a game as data: axes and a scoring, and the one table of them, ``AXES``."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias, final

import attrs

from klondike import _core
from klondike._kinds import Choice, DealtColumns, Flag, Kind, Nested, Number, differing
from klondike.cards import MAX_DECKS
from klondike.errors import InvalidArgumentError, InvalidRulesError, shown
from klondike.moves import KIND_NUMBERS, PILE_LIMIT, Move, move_space, numbered
from klondike.scoring import POINTS, STILLDECK_DRAW_1_SCORING, Scoring

__all__ = ["Build", "EmptyColumn", "Rules", "RunMove", "rectangle", "triangle"]

NUMBER_LIMIT: Final = 1_000_000


@final
class Build(enum.Enum):
    """Which suits may lie on each other in a column; the card on top is always one rank lower."""

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
    """What may go to an empty column; of several cards, the bottom one counts."""

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


def rectangle(size: int, *, face_down: int = 0, face_up: int = 1) -> tuple[tuple[int, int], ...]:
    """Columns that all have the same number of cards.

    Args:
        size: Number of columns, 1 to 99.
        face_down: Cards dealt face down to each, 0 or more.
        face_up: Cards dealt face up to each, 0 or more.

    Returns:
        For each column how many cards are dealt face down and face up.

    Raises:
        InvalidArgumentError: An argument is out of range.

    Example:
        >>> rectangle(2, face_down=3, face_up=1)
        ((3, 1), (3, 1))
    """
    _check_size(size)
    for count in (face_down, face_up):
        if type(count) is not int or count < 0:
            raise InvalidArgumentError(f"a column is dealt 0 or more cards, not {shown(count)}")
    return ((face_down, face_up),) * size


def _check_size(size: int) -> None:
    if type(size) is not int or not 1 <= size <= PILE_LIMIT:
        raise InvalidArgumentError(f"a game has 1 to {PILE_LIMIT} columns, not {shown(size)}")


@final
@attrs.frozen(kw_only=True, repr=False)
class Rules:
    r"""The rules of one game of the Klondike family; ``Rules()`` is StillDeck, draw 1.

    For other rules, give the fields that differ, or change a preset with ``attrs.evolve``. The
    presets are in `klondike.presets`.

    Args:
        columns: For each column, how many cards are dealt face down, then face up.
        draw_count: How many cards a draw turns, 1 to 1,000,000; the last draw of a pass may
            turn fewer.
        max_redeals: How often the waste may be turned over, 0 to 1,000,000; None for no limit.
            The number of passes through the stock is one more.
        build: Which suits may lie on each other in a column.
        run_build: Which suits may follow each other in a run that moves as one; None for the
            same as ``build``.
        run_move: How much of such a run moves from column to column.
        empty_column: What may go to an empty column.
        foundation_return: Whether the top card of a foundation may go back to a column.
        aces_on_foundations: Whether the aces lie on the foundations before the deal.
        decks: How many decks of 52 cards, 1 to 4; each adds four foundations.
        scoring: Points for events.

    Raises:
        InvalidRulesError: A value has the wrong type or is out of range, or the columns need more
            cards than there are; ``problems`` lists all problems.

    Example:
        >>> vegas_like = Rules(draw_count=3, max_redeals=2)
        >>> attrs.evolve(vegas_like, max_redeals=None) == Rules(draw_count=3)
        True
        >>> try:
        ...     Rules(draw_count=0, decks=9)
        ... except InvalidRulesError as error:
        ...     print(*error.problems, sep="\n")
        draw_count must be a whole number from 1 to 1000000, not 0
        decks must be a whole number from 1 to 4, not 9
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
        problems = [
            problem
            for field in attrs.fields(Rules)
            for problem in AXES[field.name].kind.problems(field.name, getattr(self, field.name))
        ]
        if not problems and self.stock_count < 0:
            wanted = sum(down + up for down, up in self.columns)
            problems.append(
                f"columns need {wanted} cards, but only {wanted + self.stock_count} can be dealt"
            )
        if problems:
            raise InvalidRulesError(problems)

    def __repr__(self) -> str:
        return differing(self, Rules())

    @property
    def foundation_count(self) -> int:
        """Number of foundations, four for each deck."""
        return 4 * self.decks

    @property
    def stock_count(self) -> int:
        """How many cards the stock holds after the deal."""
        aces = self.foundation_count if self.aces_on_foundations else 0
        return 52 * self.decks - aces - sum(down + up for down, up in self.columns)

    @property
    def _turns_cards(self) -> bool:
        return any(down for down, _ in self.columns)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The whole move space, with every move that can be legal in some position of this game.

        The index of a move, counted from 0, is its action code. The order is that of `move_space`;
        it depends only on the number of columns and decks.
        """
        return self._compiled_rules.moves

    def code(self, move: Move) -> int:
        """The action code of a move, which is its index in ``rules.moves``.

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
        """The rules in plain English, one sentence a line.

        Returns:
            The sentences.

        Example:
            >>> print(Rules().describe().splitlines()[0])
            The game is played with 52 cards.
        """
        return "\n".join(sentence for axis in AXES.values() for sentence in axis.sentences(self))


class Axis(NamedTuple):
    """Everything that the library knows about one field of `Rules`."""

    kind: Kind
    """The kind of its values, which checks, reads, writes and describes them."""
    meaning: str
    """What the field says, in a few words."""
    sentences: Callable[[Rules], Iterator[str]]
    """What `Rules.describe` says about its value."""
    since: int = 1
    """The first version of JSON documents that has it."""


def _tell_decks(rules: Rules) -> Iterator[str]:
    packs = "" if rules.decks == 1 else f" in {rules.decks} decks"
    yield f"The game is played with {52 * rules.decks} cards{packs}."


def _tell_aces(rules: Rules) -> Iterator[str]:
    if rules.aces_on_foundations:
        yield "The aces lie on the foundations from the start."


def _tell_columns(rules: Rules) -> Iterator[str]:
    counts = ", ".join(f"{down}+{up}" for down, up in rules.columns)
    columns = _plural(len(rules.columns), "column")
    yield f"The deal gives {columns}, face-down + face-up cards: {counts}."
    stock = rules.stock_count
    yield f"{_plural(stock, 'card')} {'is' if stock == 1 else 'are'} in the stock."
    if rules._turns_cards:
        yield "A face-down card turns face up as soon as it is uncovered."


def _tell_build(rules: Rules) -> Iterator[str]:
    suits = {
        Build.ALTERNATING: "of the other colour",
        Build.SAME_COLOR: "of the same colour",
        Build.SAME_SUIT: "of the same suit",
        Build.OTHER_SUIT: "of any other suit",
        Build.ANY: "of any suit",
    }
    yield (
        f"Columns are built downwards: a card goes on one {suits[rules.build]} that is one rank "
        "higher."
    )


def _tell_run_build(rules: Rules) -> Iterator[str]:
    suits = {
        Build.ALTERNATING: "in alternating colours",
        Build.SAME_COLOR: "of one colour",
        Build.SAME_SUIT: "of one suit",
        Build.OTHER_SUIT: "in which neighbours differ in suit",
        Build.ANY: "of any suits",
    }
    if rules.run_move is not RunMove.SINGLE:
        yield f"Cards one rank apart {suits[rules.run_build or rules.build]} form a run."


def _tell_run_move(rules: Rules) -> Iterator[str]:
    yield {
        RunMove.ANY: "Any part of a run, from its top card down, moves as one.",
        RunMove.WHOLE: "A run moves as a whole only.",
        RunMove.SINGLE: "Cards move from column to column one at a time.",
    }[rules.run_move]


def _tell_empty_column(rules: Rules) -> Iterator[str]:
    runs_move = rules.run_move is not RunMove.SINGLE
    if rules.empty_column is EmptyColumn.NONE:
        yield "An empty column stays empty."
    elif rules.empty_column is EmptyColumn.ANY:
        yield f"Any card{' or run' if runs_move else ''} goes to an empty column."
    else:
        headed = ", or a run that begins with one," if runs_move else ""
        yield f"Only a king{headed} goes to an empty column."


def _tell_foundation_return(rules: Rules) -> Iterator[str]:
    yield (
        f"Each of the {rules.foundation_count} foundations is built up from ace to king in one "
        "suit; the game is won when all cards are there."
    )
    if rules.foundation_return:
        yield "The top card of a foundation may go back to a column."
    else:
        yield "Cards stay on the foundations."


def _tell_draw_count(rules: Rules) -> Iterator[str]:
    if rules.stock_count:
        yield (
            f"A draw turns {_plural(rules.draw_count, 'card')} from the stock; only the top card "
            "of the waste plays."
        )


def _tell_max_redeals(rules: Rules) -> Iterator[str]:
    if not rules.stock_count:
        return
    if rules.max_redeals is None:
        yield "The waste may be turned over without limit when the stock is empty."
    elif rules.max_redeals == 0:
        yield "The waste is never turned over."
    else:
        times = _plural(rules.max_redeals, "time")
        yield f"The waste may be turned over {times} when the stock is empty."


def _tell_scoring(rules: Rules) -> Iterator[str]:
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


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


AXES: Final[Mapping[str, Axis]] = MappingProxyType(
    {
        "decks": Axis(
            Number(1, MAX_DECKS, usual=2),
            "decks in the pack; each has four foundations of its own",
            _tell_decks,
        ),
        "aces_on_foundations": Axis(
            Flag(), "whether the aces are taken out before the deal", _tell_aces
        ),
        "columns": Axis(DealtColumns(), "the cards dealt to each column", _tell_columns),
        "build": Axis(
            Choice(Build),
            "suits that may lie on each other; the card on top is always one rank lower",
            _tell_build,
        ),
        "run_build": Axis(
            Choice(Build, or_none="as `build`"),
            "suits that may follow each other in a run",
            _tell_run_build,
        ),
        "run_move": Axis(
            Choice(RunMove),
            "how much of the longest run on top moves from column to column",
            _tell_run_move,
        ),
        "empty_column": Axis(
            Choice(EmptyColumn),
            "what may go to an empty column; of a run, its bottom card counts",
            _tell_empty_column,
        ),
        "foundation_return": Axis(
            Flag(),
            "whether the top card of a foundation may go back to a column",
            _tell_foundation_return,
        ),
        "draw_count": Axis(
            Number(1, NUMBER_LIMIT, usual=5),
            "cards a draw turns; the last draw of a pass may turn fewer",
            _tell_draw_count,
        ),
        "max_redeals": Axis(
            Number(0, NUMBER_LIMIT, usual=3, or_none="no limit"),
            "how often the waste may be turned over; the number of passes is one more",
            _tell_max_redeals,
        ),
        "scoring": Axis(Nested(Scoring, POINTS), "points for events", _tell_scoring),
    }
)
"""The one table of the fields of `Rules`, in the order in which `Rules.describe` describes them."""

Accepts: TypeAlias = Callable[[Rules], bool]


def anything(rules: Rules) -> bool:  # noqa: ARG001 - one of the `Accepts`
    """Accepts every value of an axis."""
    return True


def is_known(rules: Rules, known: Mapping[str, Accepts]) -> bool:
    """Whether a piece of code that knows these axes may be used under these rules.

    Args:
        rules: The rules.
        known: For each axis that the code takes into account, which rules it accepts.

    Returns:
        True if ``known`` accepts the rules for every axis that it names, and every other axis has
        its default value. So code is never used with an axis that it does not know.
    """
    return all(
        known[field.name](rules)
        if field.name in known
        else getattr(rules, field.name) == field.default
        for field in attrs.fields(Rules)
    )


def runs_build_columns(rules: Rules) -> bool:
    """Whether everything that is built in a column is also a run."""
    return rules.run_build in (None, rules.build)


_SPLITS_RUNS: Final[Mapping[str, Accepts]] = {
    "columns": anything,
    "draw_count": anything,
    "max_redeals": anything,
    "build": anything,
    "run_build": runs_build_columns,
    "run_move": lambda rules: rules.run_move is RunMove.ANY,
    "empty_column": anything,
    "foundation_return": anything,
    "aces_on_foundations": anything,
    "decks": lambda rules: rules.decks == 1,
    "scoring": anything,
}


class _CompiledRules(NamedTuple):
    moves: tuple[Move, ...]
    codes: dict[Move, int]
    tables: _core.RuleTables


# equal rules share their tables, because reading many states makes equal rules many times
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
        build=numbered(Build)[rules.build],
        run_build=numbered(Build)[run_build],
        runs_split=is_known(rules, _SPLITS_RUNS),
        run_move=numbered(RunMove)[rules.run_move],
        empty_column=numbered(EmptyColumn)[rules.empty_column],
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
