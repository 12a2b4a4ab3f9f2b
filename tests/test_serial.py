from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from klondike import (
    DRAW,
    PRESETS,
    Deal,
    Game,
    GameState,
    InvalidArgumentError,
    Move,
    ParseError,
    Result,
    Rules,
    Statistics,
    UnsupportedVersionError,
    View,
)
from klondike._kinds import Field, Flag, Nested, read_fields
from klondike._reading import Node
from klondike.rules import Axis
from klondike.serial import VERSION, Document, from_json, json_schema, to_json
from klondike.testing import deals, games, rules, states

GOLDEN = Path(__file__).parent / "data" / "golden"
VALIDATOR = Draft202012Validator(json_schema())
Value: TypeAlias = Rules | Deal | GameState | View | Game | Statistics

RESULTS = st.builds(
    Result,
    rules=st.sampled_from(list(PRESETS.values())),
    won=st.booleans(),
    score=st.integers(-60, 745),
    move_count=st.integers(0, 300),
    seconds=st.none() | st.floats(0, 5_000) | st.integers(0, 5_000),
)

VALUES: list[st.SearchStrategy[Value]] = [
    rules(),
    st.integers(1, 4).flatmap(deals),
    states(),
    states().map(GameState.view),
    games(max_moves=30) | st.builds(Game.from_state, states(max_moves=20)),
    st.lists(RESULTS, max_size=6).map(Statistics.of),
]
NAMES = ["rules", "deal", "state", "view", "game", "statistics"]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(json_schema())


@pytest.mark.parametrize("values", VALUES, ids=NAMES)
def test_documents_round_trip_and_fit_the_schema(values: st.SearchStrategy[Value]) -> None:
    @given(values)
    def check(value: Value) -> None:
        document = to_json(value)
        assert fits_the_schema(document)
        text = json.dumps(document)
        restored = from_json(json.loads(text), type(value))
        assert restored == value
        assert to_json(restored) == document
        if isinstance(value, GameState) and isinstance(restored, GameState):
            assert restored.layout() == value.layout()
            assert restored.legal_moves == value.legal_moves
        if isinstance(value, Deal) and isinstance(restored, Deal):
            assert (restored.seed, restored.algorithm) == (value.seed, value.algorithm)

    check()


def places(node: Any, at: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    # Any: a document
    keys: list[str | int] = []
    if type(node) is dict:
        keys = [*cast("dict[str, object]", node)]
    elif type(node) is list:
        keys = [*range(len(cast("list[object]", node)))]
    return [at, *(place for key in keys for place in places(cast("Any", node)[key], (*at, key)))]


def fits_the_schema(document: Document) -> bool:
    return VALIDATOR.is_valid(document)  # pyright: ignore[reportUnknownMemberType]


WRONG: list[Any] = [None, True, -1, 0, 1, 10**30, 1.5, "", "Kh", "x", [], {}, [["Kh"]], {"a": 1}]


@pytest.mark.parametrize("values", VALUES, ids=NAMES)
def test_readers_raise_nothing_but_parse_errors_on_damaged_documents(
    values: st.SearchStrategy[Value],
) -> None:
    @given(values, st.data())
    def check(value: Value, data: st.DataObject) -> None:
        document = copy.deepcopy(to_json(value))
        *path, last = data.draw(st.sampled_from(places(document)[1:]))
        node: Any = document
        for step in path:
            node = node[step]
        change = data.draw(st.sampled_from(["replace", "remove", "add"]))
        if change == "replace":
            node[last] = copy.deepcopy(data.draw(st.sampled_from(WRONG)))
        elif change == "remove":
            del node[last]
        elif isinstance(node, dict):
            node["surplus"] = 1
        else:
            node.append(copy.deepcopy(node[last]))
        try:
            restored = from_json(document, type(value))
        except ParseError as error:
            refused = str(error)
        else:
            refused = ""
            assert to_json(restored) == document
        if refused:
            assert refused.startswith("$")
        else:
            assert fits_the_schema(document)

    check()


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
        ),
    )
)
def test_readers_raise_nothing_but_parse_errors_on_any_document(document: object) -> None:
    for kind in (Rules, Deal, GameState, View, Game, Statistics):
        with pytest.raises(ParseError):
            from_json(document, kind)


TALLIES = Statistics.of([Result(rules=Rules(), won=True, score=650, move_count=120, seconds=200)])
STATE = GameState.start(Deal.from_seed(7), PRESETS["VEGAS_DRAW_3"]).apply(DRAW)
GAME = Game.start(Deal.from_seed(7), PRESETS["VEGAS_DRAW_3"]).play(DRAW, Move.parse("t7>fc"))


def changed(value: Value, *path: str | int, to: Any) -> Document:
    document = copy.deepcopy(to_json(value))
    node: Any = document
    for step in path[:-1]:
        node = node[step]
    node[path[-1]] = to
    return document


@pytest.mark.parametrize(
    ("document", "kind", "message"),
    [
        ([], Rules, r"^\$: expected an object, got a list$"),
        ({}, Rules, r"^\$: expected the format klondike.rules, got None$"),
        (to_json(STATE), View, r"^\$: expected the format klondike.view, got 'klondike.state'$"),
        (
            changed(STATE, "version", to=True),
            GameState,
            r"version True; this release reads version 1",
        ),
        (changed(STATE, "waste", 1, to="10h"), GameState, r"^\$\.waste\[1\]: '10h' is not a card"),
        (changed(STATE, "waste", to="Kh"), GameState, r"^\$\.waste: expected a list"),
        (
            changed(STATE, "columns", 2, "face_up", 0, to=7),
            GameState,
            r"^\$\.columns\[2\]\.face_up\[0\]: expected a string",
        ),
        (changed(STATE, "columns", to=[]), GameState, r"^\$: there are 0 columns, not 7|missing"),
        (changed(STATE, "score", to="0"), GameState, r"^\$\.score: expected a whole number"),
        (
            changed(STATE, "foundations", 0, to="Kh"),
            GameState,
            r"^\$: .*foundation fc has Ah where Ac",
        ),
        (
            changed(STATE, "rules", "decks", to=0),
            GameState,
            r"^\$\.rules: decks must be a whole number from 1 to 4",
        ),
        (
            changed(STATE, "rules", "build", to="odd"),
            GameState,
            r"^\$\.rules\.build: 'odd' is not one of",
        ),
        (
            changed(STATE, "rules", "foundation_return", to=1),
            GameState,
            r"foundation_return: expected true or false",
        ),
        (
            changed(STATE, "rules", "scoring", "start", to=None),
            GameState,
            r"^\$\.rules\.scoring\.start",
        ),
        (
            changed(STATE, "rules", "columns", 0, to=[1]),
            GameState,
            r"^\$\.rules: column 1 must be a pair",
        ),
        (changed(Deal.from_seed(7), "seed", to=7), Deal, r"^\$\.seed: expected a string"),
        (changed(Deal.from_seed(7), "seed", to="8"), Deal, r"^\$\.seed: this seed does not give"),
        (changed(Deal.from_seed(7), "seed", to="07"), Deal, r"^\$\.seed: this seed does not give"),
        (
            changed(Deal.from_seed(7), "seed", to="-7"),
            Deal,
            r"^\$\.seed: '-7' is not a whole number",
        ),
        (changed(Deal.from_seed(7), "seed", to="9" * 20), Deal, r"^\$: a seed is a whole number"),
        (changed(Deal.from_seed(7), "algorithm", to="x"), Deal, r"^\$: there is no algorithm 'x'"),
        (changed(Deal.from_seed(7), "cards", to=[]), Deal, r"^\$: a deal has 52 cards"),
        (changed(GAME, "moves", 1, to="t7>fd"), Game, r"^\$\.moves\[1\]: t7>fd is not legal"),
        (changed(GAME, "moves", 1, to="t7"), Game, r"^\$\.moves\[1\]: 't7' is not a move"),
        (changed(GAME, "ply", to=3), Game, r"^\$\.ply: there is no ply 3: the game has 2 moves"),
        (changed(GAME, "ply", to=1), Game, r"^\$\.state: the moves lead to another position"),
        (changed(GAME, "deal", to=None), Game, r"^\$: a game has either a deal or an initial"),
        (
            changed(GAME, "rules", "decks", to=2),
            Game,
            r"^\$\.deal: the number of decks in the deal must be 2, not 1",
        ),
        (
            changed(TALLIES, "tallies", 0, "won", to=2),
            Statistics,
            r"^\$\.tallies\[0\]: expected won",
        ),
        (
            changed(TALLIES, "tallies", 0, "best_time", to=-1),
            Statistics,
            r"best_time: expected a time",
        ),
        (
            changed(TALLIES, "tallies", 0, "best_time", to="1"),
            Statistics,
            r"best_time: expected a number",
        ),
        (
            changed(TALLIES, "tallies", 0, "dealt", to=2**53),
            Statistics,
            r"dealt: expected a count from",
        ),
        (changed(STATE.view(), "stock", to=["Kh"]), View, r"^\$"),
        (
            changed(STATE.view(), "stock_count", to=-1),
            View,
            r"stock_count: expected a count from 0 to 208",
        ),
        (
            changed(STATE.view(), "stock_count", to=20),
            View,
            r"41 cards are face down or in the unseen stock, but 42 cards",
        ),
        (
            changed(STATE.view(), "columns", to=to_json(STATE.view())["columns"][::-1]),
            View,
            r"^\$: column 1 has 6 face-down cards, but only 0 were dealt",
        ),
        (
            changed(STATE.view(), "legal_moves", to=[]),
            View,
            r"^\$\.legal_moves: the legal moves are draw",
        ),
    ],
)
def test_faults_are_placed(document: object, kind: type[Rules], message: str) -> None:
    with pytest.raises(ParseError, match=message):
        from_json(document, kind)


def test_the_stock_of_a_view_is_known_as_the_rules_of_seeing_say() -> None:
    view = to_json(STATE.view())
    known = {**view, "stock": [str(card) for card in STATE.stock]}
    with pytest.raises(ParseError, match=r"^\$\.stock: the stock is known exactly when"):
        from_json(known, View)


@pytest.mark.parametrize("version", [0, -1, True, 1.0, "1", None])
def test_no_other_version_is_read(version: object) -> None:
    with pytest.raises(UnsupportedVersionError, match=r"this release reads version 1"):
        from_json(changed(Rules(), "version", to=version), Rules)


def test_a_newer_version_is_named_as_such() -> None:
    with pytest.raises(UnsupportedVersionError, match=rf"klondike\.rules version {VERSION + 1}"):
        from_json(changed(Rules(), "version", to=VERSION + 1), Rules)


@pytest.mark.parametrize("thing", [None, 3, "rules", [], Move])
def test_there_are_documents_for_some_classes_only(thing: Any) -> None:  # Any: that is the point
    with pytest.raises(
        InvalidArgumentError, match=r"there is no document for .*only for Rules, Deal"
    ):
        to_json(thing)
    with pytest.raises(InvalidArgumentError):
        from_json({}, thing)


def test_the_callers_document_is_not_changed() -> None:
    document = to_json(GAME)
    before = copy.deepcopy(document)
    from_json(document, Game)
    assert document == before
    assert json_schema() is not json_schema()


GOLDEN_KINDS: list[tuple[str, Callable[[object], Value]]] = [
    ("rules", lambda document: from_json(document, Rules)),
    ("deal", lambda document: from_json(document, Deal)),
    ("state", lambda document: from_json(document, GameState)),
    ("view", lambda document: from_json(document, View)),
    ("game", lambda document: from_json(document, Game)),
    ("statistics", lambda document: from_json(document, Statistics)),
]


def test_a_field_that_an_older_version_lacks_is_not_asked_of_it() -> None:
    old, new = Field(Flag()), Field(Flag(), since=2)
    inside = Axis(Nested(dict, {"a": old, "b": new}), "", rules_of_nothing)
    fields: dict[str, Field | Axis] = {"old": old, "inside": inside}
    document: dict[str, object] = {"old": True, "inside": {"a": True}}
    assert read_fields(fields, Node(document)) == document
    with pytest.raises(ParseError, match=r"^\$\.inside: 'b' is missing"):
        read_fields(fields, Node(document, version=2))
    document["inside"] = {"a": True, "b": False}
    assert read_fields(fields, Node(document, version=2)) == document
    with pytest.raises(ParseError, match=r"^\$\.inside: 'b' is not known here"):
        read_fields(fields, Node(document))


def rules_of_nothing(_: Rules) -> Iterator[str]:
    return iter(())


@pytest.mark.parametrize(("name", "read_golden"), GOLDEN_KINDS)
def test_golden_documents_still_read(name: str, read_golden: Callable[[object], Value]) -> None:
    files = sorted(GOLDEN.glob(f"{name}-*.json"))
    assert len(files) == VERSION
    for file in files:
        document = json.loads(file.read_text(encoding="utf-8"))
        value = read_golden(document)
        again = to_json(value)
        assert read_golden(again) == value
        assert again["version"] > document["version"] or again == document
