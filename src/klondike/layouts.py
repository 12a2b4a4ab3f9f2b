"""`Layout`: a position that may be impossible, for editors and parsers; and its problems."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator
from typing import Final, Self, final

import attrs

from klondike import _core
from klondike._reading import Text
from klondike.boards import Column
from klondike.cards import CARDS, Card, Rank, Suit, as_cards, foundation_up_to
from klondike.errors import check_type, shown
from klondike.moves import PILE_LIMIT, Pile
from klondike.rules import Rules

__all__ = ["Layout", "Problem", "ProblemKind"]

NUMBER_LIMIT: Final = 2**53
"""Score and redeals used stay below this, so that every JSON reader reads them exactly."""

_LINE: Final = r"(foundations|columns|t[1-9][0-9]?|waste|stock|redeals|score): *(.*?) *"
_FOUNDATION: Final = r"\([^()]*\)|\S+"
_USUAL_COLUMNS: Final = 7
_NO_FOUNDATIONS: Final[tuple[tuple[Card, ...], ...]] = ((),) * 4


@final
class ProblemKind(enum.Enum):
    """Every way in which a layout can be impossible; the value is an identifier.

    Identifiers never change. ``str(problem)`` says in English what is wrong.
    """

    WRONG_TYPE = "wrong_type"
    CARD_MISSING = "card_missing"
    CARD_REPEATED = "card_repeated"
    TALON_TOO_LARGE = "talon_too_large"
    COLUMN_COUNT = "column_count"
    TOO_MANY_FACE_DOWN = "too_many_face_down"
    NO_FACE_UP_CARD = "no_face_up_card"
    WRONG_FIRST_CARD = "wrong_first_card"
    NOT_BUILT = "not_built"
    FOUNDATION_COUNT = "foundation_count"
    FOUNDATION_TOO_HIGH = "foundation_too_high"
    FOUNDATION_ORDER = "foundation_order"
    REDEALS_OUT_OF_RANGE = "redeals_out_of_range"
    TOO_MANY_REDEALS = "too_many_redeals"
    SCORE_OUT_OF_RANGE = "score_out_of_range"
    SCORE_BELOW_FLOOR = "score_below_floor"


_SENTENCES: Final = {
    ProblemKind.WRONG_TYPE: "{found} is not a {expected}",
    ProblemKind.CARD_MISSING: "{cards[0]} appears {found} times, expected {expected}",
    ProblemKind.CARD_REPEATED: "{cards[0]} appears {found} times, expected {expected}",
    ProblemKind.TALON_TOO_LARGE: "stock and waste hold {found} cards, but only {expected} were "
    "left after the deal",
    ProblemKind.COLUMN_COUNT: "there are {found} columns, expected {expected}",
    ProblemKind.TOO_MANY_FACE_DOWN: "column {number} has {found} face-down cards, but only "
    "{expected} were dealt",
    ProblemKind.NO_FACE_UP_CARD: "column {number} has no face-up card on top of its face-down ones",
    ProblemKind.WRONG_FIRST_CARD: "column {number} cannot have {cards[0]} at the bottom",
    ProblemKind.NOT_BUILT: "column {number} has {cards[0]} on {cards[1]}, which the rules do not "
    "allow",
    ProblemKind.FOUNDATION_COUNT: "there are {found} foundations, expected {expected}",
    ProblemKind.FOUNDATION_TOO_HIGH: "foundation {pile} has {found} cards, more than {expected}",
    ProblemKind.FOUNDATION_ORDER: "foundation {pile} has {cards[0]} where {cards[1]} belongs",
    ProblemKind.REDEALS_OUT_OF_RANGE: "redeals used must be 0 or more and below 2**53, not {found}",
    ProblemKind.TOO_MANY_REDEALS: "{found} redeals are used, but only {expected} are allowed",
    ProblemKind.SCORE_OUT_OF_RANGE: "the score {found} is out of range",
    ProblemKind.SCORE_BELOW_FLOOR: "the score {found} lies below the floor {expected}",
}


@final
@attrs.frozen
class Problem:
    """One thing that keeps a layout from being a position of a game.

    Attributes:
        kind: What is wrong.
        pile: The pile concerned; None if there is none or more than one.
        cards: The cards concerned; of two cards, the one in the wrong place comes first.
        found: The number that was found; for a value of the wrong type, its text.
        expected: The number or type that was expected, or the largest number allowed.

    Example:
        >>> problem = Layout(columns=[Column()] * 6).problems(Rules())[-1]
        >>> problem.kind, problem.found, problem.expected
        (<ProblemKind.COLUMN_COUNT: 'column_count'>, 6, 7)
        >>> str(problem)
        'there are 6 columns, expected 7'
    """

    kind: ProblemKind
    pile: Pile | None = None
    cards: tuple[Card, ...] = attrs.field(default=(), converter=as_cards)
    found: int | str | None = None
    expected: int | str | None = None

    def __str__(self) -> str:
        if self.kind is ProblemKind.CARD_MISSING and self.found == 0:
            return f"{self.cards[0]} is missing"
        return _SENTENCES[self.kind].format(
            pile=self.pile,
            number=self.pile.index + 1 if self.pile else 0,
            cards=self.cards,
            found=shown(self.found) if isinstance(self.found, int) else self.found,
            expected=self.expected,
        )


def _piles(piles: Iterable[Iterable[Card]]) -> tuple[tuple[Card, ...], ...]:
    return tuple(map(as_cards, piles))


def _columns(columns: Iterable[Column]) -> tuple[Column, ...]:
    return tuple(columns)


@final
@attrs.frozen(kw_only=True)
class Layout:
    r"""Where cards lie, unchecked, as an editor or a parser makes it.

    `problems` lists all that is wrong with a layout; if nothing is, `GameState.from_layout` accepts
    it.

    As text, a layout has a line for each pile and each counter; empty piles and counters of 0 are
    left out::

        foundations: 3c - Ah -
        t1: 4d
        t2: 9s Jc | 7h 6s
        waste: 2d
        stock: Kd 5s
        redeals: 1
        score: 35

    The foundations come in the order of the suits. Each is given by its top card, or by ``-`` if it
    is empty. A foundation that does not run upwards from the ace is written in round brackets, card
    by card. In a column a bar separates the face-down from the face-up cards. In each pile the top
    card comes last; in the stock, the card drawn first comes first. A line such as ``columns: 9``
    gives the number of columns if it is not seven.

    Args:
        columns: The columns of the tableau, leftmost first.
        stock: The stock; the card drawn first comes first.
        waste: The waste, top card last.
        foundations: The foundations in the order of the suits, top card last; those of a
            second deck follow.
        redeals_used: How often the waste has been turned over.
        score: The points so far.

    Example:
        >>> layout = Layout.parse("foundations: Kc Kd Kh Qs")
        >>> [str(problem) for problem in layout.problems(Rules())]
        ['Ks is missing']
        >>> Layout.parse("foundations: Kc Kd Kh Qs\nt1: Ks").problems(Rules())
        ()
    """

    columns: tuple[Column, ...] = attrs.field(converter=_columns)
    stock: tuple[Card, ...] = attrs.field(default=(), converter=as_cards)
    waste: tuple[Card, ...] = attrs.field(default=(), converter=as_cards)
    foundations: tuple[tuple[Card, ...], ...] = attrs.field(
        default=_NO_FOUNDATIONS, converter=_piles
    )
    redeals_used: int = 0
    score: int = 0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads a layout from its text; ``str`` is the inverse.

        Args:
            text: A line for each pile that is not empty and each counter that is not 0, in any
                order; the class describes the lines. Blank lines and additional spaces between
                cards make no difference.

        Returns:
            The layout, unchecked.

        Raises:
            ParseError: The text has any other form; the error says where.

        Example:
            >>> layout = Layout.parse("t1: 4c 2d | 3s")
            >>> layout.columns[0].face_down, len(layout.columns)
            ((Card.parse('4c'), Card.parse('2d')), 7)
        """
        lines = _read_lines(Text.of(text))
        nothing = Text("")
        return cls(
            columns=_read_columns(lines),
            stock=lines.get("stock", nothing).words_as_cards(),
            waste=lines.get("waste", nothing).words_as_cards(),
            foundations=[_read_foundation(part) for part in lines["foundations"].words(_FOUNDATION)]
            if "foundations" in lines
            else _NO_FOUNDATIONS,
            redeals_used=lines["redeals"].number() if "redeals" in lines else 0,
            score=lines["score"].number() if "score" in lines else 0,
        )

    def problems(self, rules: Rules) -> tuple[Problem, ...]:
        """Everything that keeps this from being a position of a game.

        Args:
            rules: The rules of the game.

        Returns:
            The problems; empty for a possible position.

        Raises:
            InvalidArgumentError: ``rules`` is not a `Rules`.
        """
        check_type(rules, Rules, "the rules")
        strangers = [
            Problem(
                ProblemKind.WRONG_TYPE,
                found=shown(thing),
                expected="whole number" if wanted is int else wanted.__name__,
            )
            for thing, wanted in self._contents()
            if type(thing) is not wanted
        ]
        if strangers:
            return tuple(strangers)
        return (
            *self._card_problems(rules),
            *self._column_problems(rules),
            *self._foundation_problems(rules),
            *self._counter_problems(rules),
        )

    def _contents(self) -> Iterator[tuple[object, type]]:
        yield self.redeals_used, int
        yield self.score, int
        for pile in (self.stock, self.waste, *self.foundations):
            for card in pile:
                yield card, Card
        for column in self.columns:
            yield column, Column
            if type(column) is Column:
                for card in (*column.face_down, *column.face_up):
                    yield card, Card

    def _card_problems(self, rules: Rules) -> Iterator[Problem]:
        counts = dict.fromkeys(CARDS, 0)
        for thing, _ in self._contents():
            if isinstance(thing, Card):
                counts[thing] += 1
        for card, count in counts.items():
            if count != rules.decks:
                missing = count < rules.decks
                yield Problem(
                    ProblemKind.CARD_MISSING if missing else ProblemKind.CARD_REPEATED,
                    cards=(card,),
                    found=count,
                    expected=rules.decks,
                )
        held = len(self.stock) + len(self.waste)
        if held > rules.stock_count:
            yield Problem(ProblemKind.TALON_TOO_LARGE, found=held, expected=rules.stock_count)

    def _column_problems(self, rules: Rules) -> Iterator[Problem]:
        found, expected = len(self.columns), len(rules.columns)
        if found != expected:
            yield Problem(ProblemKind.COLUMN_COUNT, found=found, expected=expected)
            return
        tables = rules._compiled_rules.tables
        # a run that was dealt face up may move as one although it could not have been built
        runs_dealt = any(up > 1 for _, up in rules.columns)
        for index, (column, dealt) in enumerate(zip(self.columns, rules.columns, strict=True)):
            pile = Pile.column(index)
            down = column.face_down_count
            if down > dealt[0]:
                kind = ProblemKind.TOO_MANY_FACE_DOWN
                yield Problem(kind, pile, found=down, expected=dealt[0])
            if down and not column.face_up:
                yield Problem(ProblemKind.NO_FACE_UP_CARD, pile)
            if column.face_up and not sum(dealt):
                lowest = column.face_up[0]
                if _core.EMPTY not in tables.hosts[lowest.index]:
                    yield Problem(ProblemKind.WRONG_FIRST_CARD, pile, (lowest,))
            # cards dealt face up lie as they were dealt; other cards have been built by the rules
            untouched = dealt[1] if down == dealt[0] else 1
            for at in range(max(untouched, 1), len(column.face_up)):
                beneath, card = column.face_up[at - 1 : at + 1]
                built = beneath.index in tables.hosts[card.index]
                if not built and not (runs_dealt and beneath.index in tables.run_links[card.index]):
                    yield Problem(ProblemKind.NOT_BUILT, pile, (card, beneath))

    def _foundation_problems(self, rules: Rules) -> Iterator[Problem]:
        found, expected = len(self.foundations), rules.foundation_count
        if found != expected:
            yield Problem(ProblemKind.FOUNDATION_COUNT, found=found, expected=expected)
            return
        for index, pile in enumerate(self.foundations):
            name = Pile.foundation(Suit(index % 4), index // 4)
            if len(pile) > 13:
                kind = ProblemKind.FOUNDATION_TOO_HIGH
                yield Problem(kind, name, found=len(pile), expected=13)
            for card, rank in zip(pile, Rank, strict=False):
                wanted = Card(rank, Suit(index % 4))
                if card is not wanted:
                    yield Problem(ProblemKind.FOUNDATION_ORDER, name, (card, wanted))
                    break

    def _counter_problems(self, rules: Rules) -> Iterator[Problem]:
        used, limit = self.redeals_used, rules.max_redeals
        if not 0 <= used < NUMBER_LIMIT:
            yield Problem(ProblemKind.REDEALS_OUT_OF_RANGE, found=used)
        if limit is not None and used > limit:
            yield Problem(ProblemKind.TOO_MANY_REDEALS, found=used, expected=limit)
        if abs(self.score) >= NUMBER_LIMIT:
            yield Problem(ProblemKind.SCORE_OUT_OF_RANGE, found=self.score)
        floor = rules.scoring.floor
        if floor is not None and self.score < floor:
            yield Problem(ProblemKind.SCORE_BELOW_FLOOR, found=self.score, expected=floor)

    def __str__(self) -> str:
        lines: list[tuple[str, str]] = []
        if self.foundations != _NO_FOUNDATIONS:
            lines.append(("foundations", " ".join(map(_foundation_text, self.foundations))))
        if len(self.columns) != _USUAL_COLUMNS:
            lines.append(("columns", str(len(self.columns))))
        for number, column in enumerate(self.columns, 1):
            if column.face_down:
                halves = (*column.face_down, "|", *column.face_up)
                lines.append((f"t{number}", _words(halves)))
            elif column.face_up:
                lines.append((f"t{number}", _words(column.face_up)))
        piles = (("waste", self.waste), ("stock", self.stock))
        lines += [(name, _words(pile)) for name, pile in piles if pile]
        counters = (("redeals", self.redeals_used), ("score", self.score))
        lines += [(name, str(count)) for name, count in counters if count]
        return "\n".join(f"{name}: {value}".rstrip() for name, value in lines)


def _words(things: Iterable[object]) -> str:
    return " ".join(map(str, things))


def _foundation_text(pile: tuple[Card, ...]) -> str:
    if not pile:
        return "-"
    top = pile[-1]
    if isinstance(top, Card) and pile == foundation_up_to(top):
        return str(top)
    return f"({_words(pile)})"


def _read_lines(text: Text) -> dict[str, Text]:
    lines: dict[str, Text] = {}
    for number, line in enumerate(text.value.split("\n"), 1):
        piece = Text(line, number)
        if not line.strip():
            continue
        match = re.fullmatch(_LINE, line)
        if match is None:
            raise piece.error(
                f"{shown(line)} is not a line of a layout: write foundations, columns, t1, t2, …, "
                "waste, stock, redeals or score, then a colon and the value"
            )
        if match[1] in lines:
            raise piece.error(f"there are two lines for {match[1]}")
        lines[match[1]] = piece.part(*match.span(2))
    return lines


def _read_columns(lines: dict[str, Text]) -> list[Column]:
    count = _USUAL_COLUMNS
    if "columns" in lines:
        count = lines["columns"].number()
        if not 0 <= count <= PILE_LIMIT:
            raise lines["columns"].error(f"a layout has 0 to {PILE_LIMIT} columns, not {count}")
    columns = [Column()] * count
    for name, value in lines.items():
        if name[0] == "t":
            number = int(name[1:])
            if number > count:
                raise value.error(
                    f"there are {count} columns: write 'columns: {number}' to have more"
                )
            bar = value.value.find("|")
            face_down = value.part(0, max(bar, 0)).words_as_cards()
            columns[number - 1] = Column(face_down, value.part(bar + 1).words_as_cards())
    return columns


def _read_foundation(text: Text) -> tuple[Card, ...]:
    if text.value == "-":
        return ()
    if text.value[0] == "(":
        return text.part(1, len(text.value) - 1).words_as_cards()
    return foundation_up_to(text.read(Card.parse))
