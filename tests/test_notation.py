from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from klondike import (
    CARDS,
    DRAW,
    PRESETS,
    Card,
    Column,
    Deal,
    Game,
    GameState,
    InvalidArgumentError,
    Layout,
    Move,
    ParseError,
    Pile,
    Rules,
    UnsupportedVersionError,
)
from klondike.notation import (
    Record,
    format_deal,
    format_position,
    format_record,
    format_rules,
    parse_deal,
    parse_position,
    parse_record,
    parse_rules,
)
from klondike.testing import deals, games, rules, states

GOLDEN = Path(__file__).parent / "data" / "golden"
Thing = TypeVar("Thing")
PARSERS: list[Callable[[str], object]] = [parse_rules, parse_deal, parse_position, parse_record]


def records() -> st.SearchStrategy[Record]:
    names = st.from_regex(r"[A-Za-z][A-Za-z0-9-]{0,8}", fullmatch=True)
    values = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=12)
    two_words = st.builds("{} {}".format, values, values)
    headers = st.lists(
        st.tuples(st.builds("X-{}".format, names), values | two_words),
        max_size=3,
        unique_by=lambda header: header[0],
    )
    from_positions = st.builds(Game.from_state, states(max_moves=20))
    return st.builds(Record, games(max_moves=30) | from_positions, headers.map(tuple))


@given(rules())
def test_rules_round_trip(chosen: Rules) -> None:
    text = format_rules(chosen)
    assert parse_rules(text) == chosen
    assert format_rules(parse_rules(text)) == text
    assert " " not in text


@given(st.integers(1, 4).flatmap(deals))
def test_deals_round_trip(deal: Deal) -> None:
    text = format_deal(deal)
    assert parse_deal(text) == deal
    assert format_deal(parse_deal(text)) == text


@given(states())
def test_positions_round_trip(state: GameState) -> None:
    text = format_position(state)
    restored = parse_position(text)
    assert restored == state
    assert restored.layout() == state.layout()
    assert restored.rules == state.rules
    assert restored.legal_moves == state.legal_moves
    assert format_position(restored) == text
    assert "\n" not in text
    assert text.isascii()


@given(records())
def test_records_round_trip(record: Record) -> None:
    text = format_record(record)
    restored = parse_record(text)
    assert restored == record
    assert restored.game.state.layout() == record.game.state.layout()
    if record.game.deal is not None and restored.game.deal is not None:
        assert restored.game.deal.seed == record.game.deal.seed
    assert format_record(restored) == text


@given(states(), states())
def test_different_positions_have_different_texts(one: GameState, other: GameState) -> None:
    same = (one.layout(), one.rules) == (other.layout(), other.rules)
    assert (format_position(one) == format_position(other)) == same


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """The text with a piece of it lost, doubled or replaced."""
    start = draw(st.integers(0, len(text)))
    end = start + draw(st.integers(0, 3) | st.integers(0, len(text)))
    pieces = [
        "",
        " ",
        "\n",
        ":",
        "|",
        "/",
        "-",
        "Kh",
        "9" * 30,
        "=",
        ";",
        "é",
        "\x00",
        text[start:end],
    ]
    return text[:start] + draw(st.sampled_from(pieces)) + text[end:]


def same_or_parse_error(
    text: str, parse: Callable[[str], Thing], write: Callable[[Thing], str]
) -> None:
    refused = None
    try:
        value = parse(text)
    except ParseError as error:
        refused = error
    else:
        assert write(value).split() == text.split()
    if refused is not None:
        assert 1 <= refused.line <= text.count("\n") + 1
        assert 1 <= refused.column <= max(map(len, text.split("\n"))) + 1


@given(records(), st.data())
def test_readers_raise_nothing_but_parse_errors_on_damaged_text(
    record: Record, data: st.DataObject
) -> None:
    game = record.game
    deal = game.deal or Deal.from_seed(1)
    same_or_parse_error(data.draw(damaged(format_rules(game.rules))), parse_rules, format_rules)
    same_or_parse_error(data.draw(damaged(format_deal(deal))), parse_deal, format_deal)
    position = data.draw(damaged(format_position(game.state)))
    same_or_parse_error(position, parse_position, format_position)
    same_or_parse_error(data.draw(damaged(format_record(record))), parse_record, format_record)


@given(st.text(max_size=60))
def test_readers_raise_nothing_but_parse_errors_on_any_text(text: str) -> None:
    for parse in PARSERS:
        with pytest.raises(ParseError):
            parse(text)


@pytest.mark.parametrize("thing", [None, 7, b"draw", ["draw"]])
def test_what_is_no_text_is_refused_as_unreadable(thing: Any) -> None:  # Any: that is the point
    for parse in (*PARSERS, Card.parse, Pile.parse, Move.parse):
        with pytest.raises(ParseError):
            parse(thing)


START = format_position(GameState.start(Deal.from_seed(7)))
FIELDS = START.split(" ")


def with_field(index: int, value: str) -> str:
    return " ".join([*FIELDS[:index], value, *FIELDS[index + 1 :]])


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("", "line 1, column 1", "expected 'klondike-position:'"),
        (START.replace(":1 ", ":2 "), "line 1, column 19", "this release reads version 1"),
        (START + " ", "line 1, column 1", "8 parts separated by single spaces, not 9"),
        (
            with_field(1, "rules:draw_count=0"),
            "column 27",
            "draw_count must be a whole number from 1 to 1000000",
        ),
        (with_field(1, "rules:draw=3"), "column 27", "does not set any field"),
        (with_field(1, "rules:draw_count=3;draw_count=3"), "column 40", "set twice"),
        (
            with_field(1, "rules:draw_count=1"),
            "column 27",
            "these rules must be written as default",
        ),
        (with_field(1, "rules:build=odd"), "column 33", "'odd' is not one of alternating"),
        (with_field(1, "rules:columns=1"), "column 35", "write face down\\+face up"),
        (with_field(1, "rules:decks=x"), "column 33", "not a whole number"),
        (with_field(1, "rules:foundation_return=no"), "column 45", "true or false"),
        (with_field(1, "rules:scoring.start=-1"), "column 27", "below scoring.floor"),
        (with_field(2, "foundations:-,-,-"), "column 1", "there are 3 foundations, expected 4"),
        (
            with_field(2, "foundations:Kh,-,-,-"),
            "column 1",
            "foundation fc has Ah where Ac belongs",
        ),
        (with_field(3, "columns:Kh"), "column 63", "write face down|face up"),
        (with_field(3, "columns:K|h"), "column 63", "'K' is not a card"),
        (with_field(4, "waste:"), "column \\d+", "or - for none"),
        (with_field(4, "waste:9c"), "column 1", "9c appears 2 times"),
        (with_field(5, "stock:9c9"), "column \\d+", "'9' is not a card"),
        (with_field(6, "redeals:-1"), "column 1", "0 or more and below 2\\*\\*53, not -1"),
        (with_field(6, "redeals:00"), "column \\d+", "not a whole number"),
        (with_field(7, "score:+5"), "column \\d+", "not a whole number"),
        (with_field(7, "points:5"), "column \\d+", "expected 'score:'"),
        (with_field(7, "score:-0"), "column \\d+", "not a whole number"),
    ],
)
def test_faults_of_a_position_are_placed(text: str, place: str, reason: str) -> None:
    with pytest.raises(ParseError, match=f"{place}.*: .*{reason}".replace("|", "[|]")):
        parse_position(text)


GAME = Game.start(Deal.from_seed(7)).play(DRAW, Move.parse("t7>fc"), DRAW)
RECORD = format_record(Record(GAME, (("Player", "Ada"),)))


@pytest.mark.parametrize(
    ("old", "new", "place", "reason"),
    [
        ("Klondike-Record: 1", "Klondike-Record: 2", "line 1, column 18", "version '2'"),
        ("Klondike-Record: 1\n", "", "line 1, column 1", "begins with"),
        ("Rules: default\n", "", "line 1, column 1", "has the headers"),
        ("Seed: 7", "Seed: 8", "line 4, column 7", "does not give the cards"),
        ("Seed: 7", "Seed: 99999999999999999999", "line 4, column 7", "a seed is a whole number"),
        (
            "Seed: 7 klondike-1",
            "Seed: 7",
            "line 4, column 7",
            "expected a number, a space and one of",
        ),
        (
            "Seed: 7 klondike-1",
            "Seed: 7 klondike-2",
            "line 4",
            "expected a number, a space and one of",
        ),
        ("Deal: 4d 5c", "Deal: 5c 5c", "line 3, column 7", "4d appears 0 times"),
        ("Deal: 4d", "Deal: 4D", "line 3, column 7", "'4D' is not a card"),
        ("Result: unfinished", "Result: won", "line 5, column 9", "lead to 'unfinished'"),
        ("Score: 15", "Score: 10", "line 6, column 8", "lead to '15', not '10'"),
        ("Ply: 3", "Ply: 4", "line 7, column 6", "there is no ply 4"),
        ("Player: Ada", "Player Ada", "line 8, column 1", "is not a header"),
        ("Player: Ada", "Player: Ada ", "line 8, column 1", "is not a header"),
        ("Player: Ada", "Player: Ada\nPlayer: Bob", "line 9, column 1", "two headers Player"),
        ("Player: Ada", "Position: x", "line 1, column 1", "has the headers"),
        ("Player: Ada\n\n", "", "line 8, column 1", "is not a header"),
        ("draw t7>fc draw\n", "draw t7>fc draw", "line 10, column 1", "must end with a newline"),
        ("t7>fc", "t7>fd", "line 10, column 6", "t7>fd is not legal: the suits must match"),
        ("t7>fc", "t7>fC", "line 10, column 6", "'fC' is not a pile"),
        ("draw\n", "draw\nrecycle\n", "line 11, column 1", "only when the stock is empty"),
        ("Rules: default", "Rules: decks=2", "line 3, column 7", "must be 2, not 1"),
    ],
)
def test_faults_of_a_record_are_placed(old: str, new: str, place: str, reason: str) -> None:
    assert old in RECORD
    with pytest.raises(ParseError, match=f"{place}.*: .*{reason}"):
        parse_record(RECORD.replace(old, new))


def test_a_header_that_does_not_belong_is_refused() -> None:
    record = format_record(Record(Game.from_state(GAME.initial)))
    broken = record.replace("Ply: 0\n", "Ply: 0\nSeed: 7 klondike-1\n")
    with pytest.raises(ParseError, match="line 6, column 7: the header Seed does not belong here"):
        parse_record(broken)
    with pytest.raises(ParseError, match="an empty line must follow the headers"):
        parse_record("Klondike-Record: 1\n")


def test_carriage_returns_are_told() -> None:
    with pytest.raises(ParseError, match="line 1, column 1: lines must end with a line feed alone"):
        parse_record(RECORD.replace("\n", "\r\n"))


def test_headers_are_pairs_of_texts() -> None:
    assert Record(GAME, [("a", "b")]) == Record(GAME, (("a", "b"),))
    with pytest.raises(InvalidArgumentError):
        Record(GAME, (("Year", 1999),))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_a_newer_version_is_named_as_such() -> None:
    for parse, text in ((parse_position, START), (parse_record, RECORD)):
        with pytest.raises(UnsupportedVersionError):
            parse(text.replace(":1 ", ":9 ").replace(": 1\n", ": 9\n"))


def test_moves_may_be_spaced_freely() -> None:
    assert parse_record(RECORD.replace("draw t7>fc draw", " draw\n\n  t7>fc\tdraw ")).game == GAME


@pytest.mark.parametrize(
    "header", [("Score", "1"), ("a b", "c"), ("a", ""), ("a", " b"), ("a", "b\nc"), ("a", "b\x07c")]
)
def test_headers_that_cannot_be_written_are_refused(header: tuple[str, str]) -> None:
    with pytest.raises(InvalidArgumentError):
        Record(GAME, (header,))


def test_a_header_cannot_stand_twice() -> None:
    with pytest.raises(InvalidArgumentError):
        Record(GAME, (("a", "b"), ("a", "c")))


@pytest.mark.parametrize("size", [31, 51, 53])
def test_deals_of_other_sizes_are_refused(size: int) -> None:
    with pytest.raises(ParseError, match=f"not {size}"):
        parse_deal(" ".join(map(str, (CARDS * 2)[:size])))


@pytest.mark.parametrize("foundation", [0, 1, 13])
def test_positions_with_empty_started_and_full_foundations(foundation: int) -> None:
    cards = CARDS[foundation:24]
    layout = Layout(
        columns=[Column()] * 7,
        stock=cards,
        foundations=[CARDS[:foundation], *(CARDS[13 * s : 13 * s + 13] for s in (1, 2, 3))],
    )
    if foundation < 13:
        layout = attrs.evolve(layout, stock=CARDS[foundation:13])
    else:
        layout = attrs.evolve(layout, stock=())
    state = GameState.from_layout(layout, Rules())
    text = format_position(state)
    assert f"foundations:{('-', 'Ac')[foundation] if foundation < 2 else 'Kc'},Kd,Kh,Ks" in text
    assert parse_position(text) == state


def test_golden_texts_still_read() -> None:
    golden = (GOLDEN / "record-1.txt").read_text(encoding="utf-8")
    assert format_record(parse_record(golden)) == golden
    assert parse_record(golden).game.state.is_won
    lines = (GOLDEN / "positions-1.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 33
    for line in lines:
        state = parse_position(line)
        assert state.rules in PRESETS.values()
        assert format_position(state) == line
