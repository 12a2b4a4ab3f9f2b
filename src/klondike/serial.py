"""JSON documents: plain dictionaries with a format and a version.

``to_json`` returns what ``json.dumps`` accepts, and ``from_json`` accepts what ``json.loads``
returns. There are six kinds of documents, each for one class:

=======================  ============
``klondike.rules``       `Rules`
``klondike.deal``        `Deal`
``klondike.state``       `GameState`
``klondike.view``        `View`
``klondike.game``        `Game`
``klondike.statistics``  `Statistics`
=======================  ============

Readers are strict: for an unknown key, a missing key, a value of the wrong type or an impossible
position they raise a `ParseError` that gives the place, such as ``$.columns[2].face_up[0]``. The
JSON Schema that `json_schema` returns describes all documents.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Any, Final, TypeAlias, TypeVar

import attrs

from klondike._kinds import Document, object_schema, read_fields, write_fields
from klondike._reading import Node
from klondike.boards import Board, Column
from klondike.cards import CARDS
from klondike.deals import Deal
from klondike.errors import (
    InvalidArgumentError,
    InvalidDealError,
    InvalidRulesError,
    InvalidStateError,
    UnsupportedVersionError,
    shown,
)
from klondike.games import Game, Statistics, Tally, play_read
from klondike.layouts import Layout
from klondike.rules import AXES, Rules
from klondike.scoring import POINTS
from klondike.states import GameState
from klondike.views import View, VisibleColumn

__all__ = ["Document", "from_json", "json_schema", "to_json"]

Value: TypeAlias = Rules | Deal | GameState | View | Game | Statistics
_Value = TypeVar("_Value", bound=Value)

VERSION: Final = max(row.since for table in (AXES, POINTS) for row in table.values())
"""The version that is written; all versions from 1 up to this one are read."""


def json_schema() -> Document:
    """The JSON Schema (2020-12) of all documents of this version.

    Returns:
        The schema as a dictionary, a new one at each call.

    Example:
        >>> json_schema()["$id"][:-1]
        'urn:klondike-solitaire:documents:'
    """
    from importlib import resources  # takes longer to import than the whole library

    path = resources.files("klondike") / "schemas" / "documents.schema.json"
    schema: Document = json.loads(path.read_text(encoding="utf-8"))
    parts = schema["$defs"]
    parts["version"] = {"const": VERSION}
    parts["rules"] = object_schema(_FIELDS)
    header = {"format": {"const": "klondike.rules"}, "version": {"$ref": "#/$defs/version"}}
    parts["rules_document"] = object_schema(_FIELDS, header)
    identifier = {
        "$id": f"urn:klondike-solitaire:documents:{VERSION}",
        "title": f"Klondike documents, version {VERSION}",
    }
    return identifier | schema


def to_json(value: Value) -> Document:
    """Makes a document.

    Args:
        value: Rules, a deal, a state, a view, a game or statistics.

    Returns:
        A dictionary of strings, numbers, booleans, None, lists and dictionaries.

    Raises:
        InvalidArgumentError: There is no document for a value of this class.

    Example:
        >>> document = to_json(Deal.from_seed(7))
        >>> document["format"], document["cards"][:3], document["seed"]
        ('klondike.deal', ['4d', '5c', 'Jh'], '7')
    """
    name, write, _ = _format(type(value))
    return {"format": name, "version": VERSION, **write(value)}


def from_json(document: object, kind: type[_Value]) -> _Value:
    """Reads a document.

    Args:
        document: What ``json.loads`` returns.
        kind: The class to read: `Rules`, `Deal`, `GameState`, `View`, `Game` or `Statistics`.

    Returns:
        The value.

    Raises:
        ParseError: The document has another format or describes something impossible; the ``path``
            of the error gives the place.
        UnsupportedVersionError: The document has a version that this release cannot read.
        InvalidArgumentError: There is no document for this class.

    Example:
        >>> deal = Deal.from_seed(7)
        >>> from_json(to_json(deal), Deal) == deal
        True
    """
    name, _, read = _format(kind)
    node = Node(document)
    found = node.mapping()
    if found.get("format") != name:
        raise node.error(f"expected the format {name}, got {shown(found.get('format'))}")
    version = found.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        known = ", ".join(map(str, range(1, VERSION + 1)))
        raise node.error(
            f"this is {name} version {shown(version)}; this release reads version {known}",
            UnsupportedVersionError,
        )
    rest = {key: item for key, item in found.items() if key not in ("format", "version")}
    value = read(Node(rest, version=version))
    assert isinstance(value, kind)
    return value


# the fields of rules in the order of the class, which is also their order in documents
_FIELDS: Final = {field.name: AXES[field.name] for field in attrs.fields(Rules)}


def _write_rules(rules: Rules) -> Document:
    return write_fields(_FIELDS, rules)


def _read_rules(node: Node) -> Rules:
    try:
        return Rules(**read_fields(_FIELDS, node))
    except InvalidRulesError as error:
        raise node.error(str(error)) from error


def _write_deal(deal: Deal) -> Document:
    # a seed can exceed the whole numbers that JavaScript reads exactly
    return {
        "cards": _texts(deal.cards),
        "seed": None if deal.seed is None else str(deal.seed),
        "algorithm": deal.algorithm,
    }


def _read_deal(node: Node) -> Deal:
    cards, seed, algorithm = node.fields("cards", "seed", "algorithm")
    try:
        deal = Deal.from_cards(cards.cards())
        if seed.value is None and algorithm.value is None:
            return deal
        number = seed.text()
        if not (number.isascii() and number.isdigit() and len(number) <= 20):
            raise seed.error(f"{shown(number)} is not a whole number")
        seeded = Deal.from_seed(int(number), algorithm=algorithm.text(), decks=deal.decks)
    except InvalidDealError as error:
        raise node.error(str(error)) from error
    if seeded != deal or str(seeded.seed) != number:
        raise seed.error("this seed does not give the cards of the deal")
    return seeded


def _texts(things: tuple[object, ...]) -> list[str]:
    return [str(thing) for thing in things]


def _write_open_part(board: Board) -> Document:
    return {
        "waste": _texts(board.waste),
        "foundations": [str(pile[-1]) if pile else None for pile in board.foundations],
        "redeals_used": board.redeals_used,
        "score": board.score,
    }


_LAYOUT_FIELDS: Final = ("columns", "stock", "waste", "foundations", "redeals_used", "score")


def _write_layout(state: GameState) -> Document:
    columns = [
        {"face_down": _texts(column.face_down), "face_up": _texts(column.face_up)}
        for column in state.columns
    ]
    return {"columns": columns, "stock": _texts(state.stock), **_write_open_part(state)}


def _read_column(node: Node) -> Column:
    face_down, face_up = node.fields("face_down", "face_up")
    return Column(face_down.cards(), face_up.cards())


def _read_layout(node: Node, rules: Rules) -> GameState:
    columns, stock, waste, foundations, redeals_used, score = node.fields(*_LAYOUT_FIELDS)
    layout = Layout(
        columns=[_read_column(column) for column in columns.items()],
        stock=stock.cards(),
        waste=waste.cards(),
        foundations=[item.foundation() for item in foundations.items()],
        redeals_used=redeals_used.number(),
        score=score.number(),
    )
    try:
        return GameState.from_layout(layout, rules)
    except InvalidStateError as error:
        raise node.error(str(error)) from error


def _write_state(state: GameState) -> Document:
    return {"rules": _write_rules(state.rules), **_write_layout(state)}


def _read_state(node: Node) -> GameState:
    rules, *_ = node.fields("rules", *_LAYOUT_FIELDS)
    rest = {name: item for name, item in node.mapping().items() if name != "rules"}
    return _read_layout(Node(rest, node.path, node.version), _read_rules(rules))


def _write_view(view: View) -> Document:
    columns = [
        {"face_down_count": column.face_down_count, "face_up": _texts(column.face_up)}
        for column in view.columns
    ]
    return {
        "rules": _write_rules(view.rules),
        "columns": columns,
        "stock_count": view.stock_count,
        "stock": None if view.stock is None else _texts(view.stock),
        **_write_open_part(view),
        "legal_moves": _texts(view.legal_moves),
    }


def _read_visible_column(node: Node) -> VisibleColumn:
    count, face_up = node.fields("face_down_count", "face_up")
    return VisibleColumn(count.size(), face_up.cards())


def _read_view(node: Node) -> View:
    rules_node, columns, count, stock, waste, foundations, redeals_used, score, moves = node.fields(
        "rules",
        "columns",
        "stock_count",
        "stock",
        "waste",
        "foundations",
        "redeals_used",
        "score",
        "legal_moves",
    )
    rules = _read_rules(rules_node)
    known = stock.optional(Node.cards)
    visible = [_read_visible_column(column) for column in columns.items()]
    tops = [item.foundation() for item in foundations.items()]
    # the order in which the unseen cards are dealt out does not matter: the view is the same
    unseen = Counter(dict.fromkeys(CARDS, rules.decks))
    for pile in (waste.cards(), known or (), *tops, *(column.face_up for column in visible)):
        unseen.subtract(pile)
    places = sum(column.face_down_count for column in visible)
    places += count.size() if known is None else 0
    if places != sum((+unseen).values()):
        raise node.error(
            f"{places} cards are face down or in the unseen stock, but {sum((+unseen).values())} "
            "cards do not appear elsewhere"
        )
    blanks = unseen.elements()
    layout = Layout(
        columns=[
            Column(islice(blanks, column.face_down_count), column.face_up) for column in visible
        ],
        stock=islice(blanks, count.size()) if known is None else known,
        waste=waste.cards(),
        foundations=tops,
        redeals_used=redeals_used.number(),
        score=score.number(),
    )
    try:
        view = GameState.from_layout(layout, rules).view()
    except InvalidStateError as error:
        raise node.error(str(error)) from error
    if (view.stock, view.stock_count) != (known, count.size()):
        raise stock.error("the stock is known exactly when it is empty or has been turned over")
    if tuple(item.move() for item in moves.items()) != view.legal_moves:
        raise moves.error(f"the legal moves are {' '.join(map(str, view.legal_moves))}")
    return view


def _write_game(game: Game) -> Document:
    return {
        "rules": _write_rules(game.rules),
        "deal": None if game.deal is None else _write_deal(game.deal),
        "initial": _write_layout(game.initial) if game.deal is None else None,
        "moves": _texts(game.moves),
        "ply": game.ply,
        "state": _write_layout(game.state),
    }


def _read_game(node: Node) -> Game:
    rules_node, deal, initial, moves, ply, state = node.fields(
        "rules", "deal", "initial", "moves", "ply", "state"
    )
    rules = _read_rules(rules_node)
    if (deal.value is None) == (initial.value is None):
        raise node.error("a game has either a deal or an initial position")
    if deal.value is None:
        game = Game.from_state(_read_layout(initial, rules))
    else:
        try:
            game = Game.start(_read_deal(deal), rules)
        except InvalidDealError as error:
            raise deal.error(str(error)) from error
    game = play_read(game, ((item.move(), item.error) for item in moves.items()))
    if not 0 <= ply.number() <= len(game.moves):
        raise ply.error(
            f"there is no ply {shown(ply.number())}: the game has {len(game.moves)} moves"
        )
    game = game.go_to(ply.number())
    if _read_layout(state, rules).layout() != game.state.layout():
        raise state.error("the moves lead to another position")
    return game


def _write_statistics(statistics: Statistics) -> Document:
    return {
        "tallies": [
            {"rules": _write_rules(rules), **attrs.asdict(tally)}
            for rules, tally in statistics.tallies
        ]
    }


def _read_statistics(node: Node) -> Statistics:
    (tallies,) = node.fields("tallies")
    return Statistics(tuple(map(_read_tally, tallies.items())))


def _read_tally(node: Node) -> tuple[Rules, Tally]:
    names = [field.name for field in attrs.fields(Tally)]
    rules, *counts = node.fields("rules", *names)
    readers: dict[str, Callable[[Node], object]] = {
        "best_score": lambda item: item.optional(Node.number),
        "best_time": lambda item: item.optional(Node.seconds),
        "fewest_moves": lambda item: item.optional(Node.count),
    }
    values = {
        name: readers.get(name, Node.count)(item) for name, item in zip(names, counts, strict=True)
    }
    tally = Tally(**values)  # type: ignore[arg-type]  # the readers' types are those of the fields
    if not tally.won + tally.lost <= tally.played <= tally.dealt:
        raise node.error("expected won + lost <= played <= dealt")
    return _read_rules(rules), tally


# Any: each pair of functions belongs to its own class, which the type of a dictionary cannot say
_Writer: TypeAlias = Callable[[Any], Document]
_Reader: TypeAlias = Callable[[Node], Value]
_FORMATS: Final[dict[type, tuple[str, _Writer, _Reader]]] = {
    Rules: ("klondike.rules", _write_rules, _read_rules),
    Deal: ("klondike.deal", _write_deal, _read_deal),
    GameState: ("klondike.state", _write_state, _read_state),
    View: ("klondike.view", _write_view, _read_view),
    Game: ("klondike.game", _write_game, _read_game),
    Statistics: ("klondike.statistics", _write_statistics, _read_statistics),
}


def _format(kind: type) -> tuple[str, _Writer, _Reader]:
    try:
        return _FORMATS[kind]
    except (KeyError, TypeError):
        known = ", ".join(known.__name__ for known in _FORMATS)
        raise InvalidArgumentError(
            f"there is no document for {shown(kind)}, only for {known}"
        ) from None
