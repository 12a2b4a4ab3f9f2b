"""Text for rules, deals, positions and whole games: writers, and readers that are strict.

Cards, piles and moves are read by ``Card.parse``, ``Pile.parse`` and ``Move.parse`` and written by
``str``. This module has a writer and a reader, each the inverse of the other, for the larger
things:

* rules, such as ``draw_count=3;scoring.recycle=-20``: every field that differs from
  ``Rules()``, in the order of the fields; ``default`` if no field differs,
* a deal: its cards in dealing order, separated by spaces,
* a position in one line,
* the record of a whole game: headers, an empty line, the moves.

Readers work in two steps. The first step reads only the syntax. The second step checks the meaning:
whether the rules contradict each other, whether the cards make a possible position, and whether
every move is legal. Both steps raise `ParseError` with the line and column of the fault, and repair
nothing. There is one freedom: the moves of a record may be separated by any spaces and newlines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar, final

import attrs

from klondike._kinds import Nested, Plain
from klondike._reading import Text
from klondike.boards import Column
from klondike.cards import Card, foundation_up_to
from klondike.deals import ALGORITHMS, Deal
from klondike.errors import (
    InvalidArgumentError,
    InvalidDealError,
    InvalidRulesError,
    InvalidStateError,
    ParseError,
    UnsupportedVersionError,
    check_type,
    shown,
)
from klondike.games import Game, play_read
from klondike.layouts import Layout
from klondike.moves import Move
from klondike.rules import AXES, Rules
from klondike.scoring import Scoring
from klondike.states import GameState

__all__ = [
    "Record",
    "format_deal",
    "format_position",
    "format_record",
    "format_rules",
    "parse_deal",
    "parse_position",
    "parse_record",
    "parse_rules",
]

VERSION: Final = "1"
_Reader = TypeVar("_Reader")
_MOVES_A_LINE: Final = 10
_HEADER: Final = re.compile(r"([A-Za-z][A-Za-z0-9-]*): (\S|\S.*\S)")


def _of_version(readers: Mapping[str, _Reader], text: Text, what: str) -> _Reader:
    """The reader for the version that a text names."""
    if text.value not in readers:
        known = ", ".join(readers)
        raise text.error(
            f"this is {what} version {shown(text.value)}; this release reads version {known}",
            UnsupportedVersionError,
        )
    return readers[text.value]


def _flattened() -> dict[str, Plain]:
    # the fields of rules that have a text, including those of the scoring
    fields: dict[str, Plain] = {}
    for field in attrs.fields(Rules):
        kind = AXES[field.name].kind
        if isinstance(kind, Nested):
            fields |= {f"{field.name}.{name}": part.kind for name, part in kind.fields.items()}
        else:
            assert isinstance(kind, Plain)
            fields[field.name] = kind
    return fields


_FIELDS: Final = _flattened()


def _value(rules: Rules, name: str) -> object:
    axis, dot, part = name.partition(".")
    value: object = getattr(rules, axis)
    return getattr(value, part) if dot else value


def format_rules(rules: Rules) -> str:
    """Writes rules: the fields that differ from ``Rules()``, without spaces.

    Args:
        rules: The rules.

    Returns:
        The text.

    Example:
        >>> from klondike import VEGAS_DRAW_3
        >>> format_rules(VEGAS_DRAW_3)[:50]
        'draw_count=3;max_redeals=2;scoring.start=-52;scori'
        >>> format_rules(Rules())
        'default'
    """
    check_type(rules, Rules, "the rules")
    usual = Rules()
    return (
        ";".join(
            f"{name}={kind.write_text(_value(rules, name))}"
            for name, kind in _FIELDS.items()
            if _value(rules, name) != _value(usual, name)
        )
        or "default"
    )


def parse_rules(text: str) -> Rules:
    """Reads rules.

    Args:
        text: What `format_rules` writes.

    Returns:
        The rules.

    Raises:
        ParseError: The text has any other form, or the rules contradict each other.
    """
    return _rules(Text.of(text))


def _rules(text: Text) -> Rules:
    values: dict[str, object] = {}
    for setting in [] if text.value == "default" else text.split(";"):
        name, equals, value = setting.value.partition("=")
        if not equals or name not in _FIELDS:
            raise setting.error(f"{shown(setting.value)} does not set any field of the rules")
        if name in values:
            raise setting.error(f"{name} is set twice")
        values[name] = _FIELDS[name].read_text(setting.part(len(setting.value) - len(value)))
    # Any: the readers' types are those of the fields
    whole: dict[str, Any] = {name: value for name, value in values.items() if "." not in name}
    points: dict[str, Any] = {
        name.removeprefix("scoring."): value for name, value in values.items() if "." in name
    }
    try:
        rules = Rules(**whole, scoring=Scoring(**points))
    except InvalidRulesError as error:
        raise text.error(str(error)) from error
    if format_rules(rules) != text.value:
        raise text.error(f"these rules must be written as {format_rules(rules)}")
    return rules


def format_deal(deal: Deal) -> str:
    """Writes a deal: its cards in dealing order.

    Args:
        deal: The deal; seed and algorithm are not written.

    Returns:
        The text.

    Example:
        >>> format_deal(Deal.from_seed(7))[:14]
        '4d 5c Jh 3s 4h'
    """
    check_type(deal, Deal, "the deal")
    return str(deal)


def parse_deal(text: str) -> Deal:
    """Reads a deal.

    Args:
        text: 52 cards for each deck in dealing order, separated by single spaces.

    Returns:
        The deal.

    Raises:
        ParseError: The text has any other form, or a card is missing or duplicated.
    """
    return _deal(Text.of(text))


def _deal(text: Text) -> Deal:
    cards = [word.read(Card.parse) for word in text.split(" ")]
    try:
        return Deal.from_cards(cards)
    except InvalidDealError as error:
        raise text.error(str(error)) from error


def format_position(state: GameState) -> str:
    """Writes a position in one line, with all cards, including those the player has not seen.

    Each foundation is given by its top card. In each column a bar separates the face-down from the
    face-up cards. In the stock, the card drawn first comes first.

    Args:
        state: The state.

    Returns:
        The line, without a newline.

    Example:
        >>> print(format_position(GameState.start(Deal.from_seed(7)))[:80])
        klondike-position:1 rules:default foundations:-,-,-,- columns:|4d/5c|6d/Jh4s|Js/
    """
    tops = ",".join(str(pile[-1]) if pile else "-" for pile in state.foundations)
    columns = "/".join(
        f"{_join(column.face_down)}|{_join(column.face_up)}" for column in state.columns
    )
    return (
        f"klondike-position:{VERSION} rules:{format_rules(state.rules)} foundations:{tops} "
        f"columns:{columns} waste:{_join(state.waste) or '-'} stock:{_join(state.stock) or '-'} "
        f"redeals:{state.redeals_used} score:{state.score}"
    )


def _join(cards: Sequence[Card]) -> str:
    return "".join(map(str, cards))


def parse_position(text: str) -> GameState:
    """Reads a position.

    Args:
        text: What `format_position` writes.

    Returns:
        The state.

    Raises:
        ParseError: The text has any other form, or the position is not possible.
    """
    return _position(Text.of(text))


def _position(text: Text) -> GameState:
    layout, rules = _layout(text)
    try:
        return GameState.from_layout(layout, rules)
    except InvalidStateError as error:
        raise text.error(str(error)) from error


def _layout(text: Text) -> tuple[Layout, Rules]:
    words = text.split(" ")
    version = words[0].after("klondike-position:")
    return _of_version(_POSITION_READERS, version, "a position of")(text, words)


def _layout_1(text: Text, words: list[Text]) -> tuple[Layout, Rules]:
    if len(words) != 8:
        raise text.error(f"a position has 8 parts separated by single spaces, not {len(words)}")
    rules = _rules(words[1].after("rules:"))
    foundations = [
        () if top.value == "-" else foundation_up_to(top.read(Card.parse))
        for top in words[2].after("foundations:").split(",")
    ]
    columns: list[Column] = []
    for column in words[3].after("columns:").split("/"):
        halves = column.split("|")
        if len(halves) != 2:
            raise column.error(f"{shown(column.value)} is not a column: write face down|face up")
        columns.append(Column(halves[0].cards(), halves[1].cards()))
    layout = Layout(
        columns=columns,
        stock=words[5].after("stock:").pile(),
        waste=words[4].after("waste:").pile(),
        foundations=foundations,
        redeals_used=words[6].after("redeals:").number(),
        score=words[7].after("score:").number(),
    )
    return layout, rules


_POSITION_READERS: Final = {"1": _layout_1}


def _headers(headers: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, value in headers)


@final
@attrs.frozen
class Record:
    """A whole game to keep or send: the game and any further headers.

    Args:
        game: The game.
        headers: Pairs of a name and a value, in order, each name once. A name consists of letters,
            digits and hyphens. A value is printable, without spaces at either end.

    Raises:
        InvalidArgumentError: A header has any other form, or is one that `format_record` writes
            itself.

    Example:
        >>> game = Game.start(Deal.from_seed(7)).play(Move.parse("draw"))
        >>> for line in format_record(Record(game, (("Player", "Ada"),))).splitlines():
        ...     print(line[:32])
        Klondike-Record: 1
        Rules: default
        Deal: 4d 5c Jh 3s 4h Th Ks 6d 4s
        Seed: 7 klondike-1
        Result: unfinished
        Score: 0
        Ply: 1
        Player: Ada
        <BLANKLINE>
        draw
    """

    game: Game
    headers: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=_headers)

    def __attrs_post_init__(self) -> None:
        check_type(self.game, Game, "the game")
        names: set[str] = set(_KNOWN_HEADERS)
        for name, value in self.headers:
            line = f"{name}: {value}"
            if (
                name in names
                or not (isinstance(name, str) and isinstance(value, str))
                or not (_HEADER.fullmatch(line) and line.isprintable())
            ):
                raise InvalidArgumentError(
                    f"{shown(name)}: {shown(value)} cannot be a further header"
                )
            names.add(name)


_KNOWN_HEADERS: Final = (
    "Klondike-Record",
    "Rules",
    "Deal",
    "Seed",
    "Position",
    "Result",
    "Score",
    "Ply",
)


def format_record(record: Record) -> str:
    """Writes a whole game: headers, an empty line, the moves ten a line.

    Result and score are those at the current point of the game, after ``Ply`` moves. The moves
    after that point are undone ones.

    Args:
        record: The game and further headers.

    Returns:
        The text, with a newline at its end.
    """
    game = record.game
    headers = [("Klondike-Record", VERSION)]
    if game.deal is None:
        headers.append(("Position", format_position(game.initial)))
    else:
        headers += [("Rules", format_rules(game.rules)), ("Deal", format_deal(game.deal))]
        if game.deal.seed is not None:
            headers.append(("Seed", f"{game.deal.seed} {game.deal.algorithm}"))
    headers += [
        ("Result", "won" if game.state.is_won else "unfinished"),
        ("Score", str(game.state.score)),
        ("Ply", str(game.ply)),
        *record.headers,
    ]
    lines = [f"{name}: {value}" for name, value in headers]
    moves = list(map(str, game.moves))
    lines.append("")
    lines += [
        " ".join(moves[start : start + _MOVES_A_LINE])
        for start in range(0, len(moves), _MOVES_A_LINE)
    ]
    return "\n".join(lines) + "\n"


def parse_record(text: str) -> Record:
    """Reads a whole game and replays it.

    Args:
        text: What `format_record` writes.

    Returns:
        The game, at the ply that it was written at, and the further headers in order.

    Raises:
        ParseError: The text has any other form, a move is not legal, or seed, result or score do
            not agree with the game.
    """
    headers, rest = _headers_of(text)
    version = headers.get("Klondike-Record", Text(""))
    if version.line != 1 or not version.value:
        first = Text.of(text)
        raise first.error("a record begins with 'Klondike-Record: 1'")
    return _of_version(_RECORD_READERS, version, "a record of")(headers, rest)


def _record_1(headers: dict[str, Text], rest: Iterator[Text]) -> Record:
    _check_headers(headers)
    moves = list(_moves(rest))
    game = play_read(_begin(headers), ((move, text.error) for text, move in moves))
    ply = headers["Ply"].number()
    if not 0 <= ply <= len(moves):
        raise headers["Ply"].error(f"there is no ply {ply}: the record has {len(moves)} moves")
    game = game.go_to(ply)
    for name, value in (
        ("Result", "won" if game.state.is_won else "unfinished"),
        ("Score", str(game.state.score)),
    ):
        if headers[name].value != value:
            raise headers[name].error(
                f"the moves lead to {value!r}, not {shown(headers[name].value)}"
            )
    further = tuple(
        (name, value.value) for name, value in headers.items() if name not in _KNOWN_HEADERS
    )
    return Record(game, further)


_RECORD_READERS: Final = {"1": _record_1}


def _headers_of(text: str) -> tuple[dict[str, Text], Iterator[Text]]:
    whole = Text.of(text).value
    if "\r" in whole:
        broken = whole.partition("\r")[0].count("\n") + 1
        raise ParseError("lines must end with a line feed alone, not a carriage return", broken)
    if not whole.endswith("\n"):
        raise ParseError("a record must end with a newline", text.count("\n") + 1, 1)
    lines = [Text(line, number) for number, line in enumerate(text[:-1].split("\n"), 1)]
    headers: dict[str, Text] = {}
    rest = iter(lines)
    for line in rest:
        if not line.value:
            break
        match = _HEADER.fullmatch(line.value)
        if match is None or not line.value.isprintable():
            raise line.error(f"{shown(line.value)} is not a header: write name, colon and value")
        name = match[1]
        if name in headers:
            raise line.error(f"there are two headers {name}")
        headers[name] = line.part(match.start(2))
    else:
        raise lines[-1].error("an empty line must follow the headers")
    return headers, rest


def _check_headers(headers: dict[str, Text]) -> None:
    begin = ["Position"] if "Position" in headers else ["Rules", "Deal"]
    seed = ["Seed"] if "Seed" in headers and "Deal" in headers else []
    wanted = ["Klondike-Record", *begin, *seed, "Result", "Score", "Ply"]
    found = list(headers)[: len(wanted)]
    if found != wanted:
        raise ParseError(f"a record has the headers {', '.join(wanted)} first, in this order")
    for name in list(headers)[len(wanted) :]:
        if name in _KNOWN_HEADERS:
            raise headers[name].error(f"the header {name} does not belong here")


def _moves(lines: Iterator[Text]) -> Iterator[tuple[Text, Move]]:
    for line in lines:
        for word in line.words():
            yield word, word.read(Move.parse)


def _begin(headers: dict[str, Text]) -> Game:
    if "Position" in headers:
        return Game.from_state(_position(headers["Position"]))
    rules = _rules(headers["Rules"])
    text = headers["Deal"]
    deal = _deal(text)
    if "Seed" in headers:
        deal = _seeded(headers["Seed"], deal)
    try:
        return Game.start(deal, rules)
    except InvalidDealError as error:
        raise text.error(str(error)) from error


def _seeded(text: Text, deal: Deal) -> Deal:
    words = text.split(" ")
    if len(words) != 2 or words[1].value not in ALGORITHMS:
        raise text.error(f"expected a number, a space and one of {', '.join(ALGORITHMS)}")
    try:
        seeded = Deal.from_seed(words[0].number(), algorithm=words[1].value, decks=deal.decks)
    except InvalidDealError as error:
        raise text.error(str(error)) from error
    if seeded != deal:
        raise text.error("this seed does not give the cards of the deal")
    return seeded
