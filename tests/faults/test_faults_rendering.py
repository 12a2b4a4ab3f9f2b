"""Faults of showing the board: public faults of other programs, with our own positions."""

import json
import re
import unicodedata
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import attrs
import pytest

from klondike import (
    DRAW,
    PRESETS,
    STILLDECK_DRAW_1,
    STILLDECK_DRAW_3,
    Card,
    Deal,
    Game,
    GameState,
    Move,
    Pile,
    Rules,
    Scoring,
    Statistics,
)
from klondike.notation import Record, format_position, format_record
from klondike.render.text import board, open_board
from klondike.serial import json_schema, to_json
from positions import names, position, ramble

CASE_77 = """
foundations: Kc 9d Kh Ks
stock: {stock}
waste: {waste}
"""
TENS = """
foundations: 9c 9d Th 9s
t1: Td
t2: Ts | Kd
t3: Kc | Qd Jc
stock: Jh Qh Kh Qc
waste: Jd Js Qs Tc Ks
"""
SIGNS = str.maketrans("cdhs", "♣♦♥♠")


@cache
def states() -> tuple[GameState, ...]:
    """Positions of every preset, 200 at least."""
    games = [ramble(rules, 2) for rules in PRESETS.values()]
    found = [game.go_to(ply).state for game in games for ply in range(0, game.ply + 1, 10)]
    return (*found, position(TENS))


def shown(card: Card, symbols: bool) -> str:
    return str(card).translate(SIGNS) if symbols else str(card)


def cells(table: str) -> list[list[str]]:
    """What stands below each word of the first line, without blanks."""
    header, *rows = table.splitlines()
    starts = [match.start() for match in re.finditer(r"\S+", header)]
    ends = [*starts[1:], 1000]
    below = [
        [row[start:end].rstrip() for row in rows] for start, end in zip(starts, ends, strict=True)
    ]
    return [[cell for cell in column if cell] for column in below]


@pytest.mark.parametrize("symbols", [False, True])
def test_case_74_every_card_stands_in_its_own_place(symbols: bool) -> None:
    assert len(states()) >= 200
    for state in states():
        text = board(state.view(), symbols=symbols)
        head, table, foot = text.split("\n\n")
        (stock,), (waste,), *foundations = cells(head)
        count = len(state.stock)
        assert stock == (f"## {count}" if count else "--")
        fan = [shown(card, symbols) for card in state.waste[-3:]]
        assert waste == (" ".join([*fan[:-1], f"[{fan[-1]}]"]) if fan else "--")
        assert foundations == [
            [shown(pile[-1], symbols)] if pile else ["--"] for pile in state.foundations
        ]
        assert cells(table) == [
            ["##"] * column.face_down_count + [shown(card, symbols) for card in column.face_up]
            or ["--"]
            for column in state.columns
        ]
        assert foot.startswith(f"redeals {state.redeals_used}")


@pytest.mark.parametrize("symbols", [False, True])
@pytest.mark.parametrize("opened", [False, True])
def test_case_74_every_sign_is_one_cell_wide(symbols: bool, opened: bool) -> None:
    for state in states():
        text = (
            open_board(state, symbols=symbols) if opened else board(state.view(), symbols=symbols)
        )
        lines = text.split("\n")
        assert lines == [line.rstrip() for line in lines]
        assert symbols or text.isascii()
        assert not re.search("[\t\ufe0e\ufe0f\u200d\x1b]|10[cdhs♣♦♥♠]", text)
        assert all(sign.isprintable() for line in lines for sign in line)
        assert not {unicodedata.east_asian_width(sign) for sign in text} & {"W", "F"}


def test_case_74_tens_are_two_signs_wherever_they_lie() -> None:
    state = position(TENS)
    assert board(state.view()).splitlines() == [
        "stock  waste         fc fd fh fs",
        "## 4   Qs Tc [Ks]    9c 9d Th 9s",
        "",
        "t1 t2 t3 t4 t5 t6 t7",
        "Td ## ## -- -- -- --",
        "   Kd Qd",
        "      Jc",
        "",
        "redeals 0, score 0",
    ]
    assert board(state.view(), symbols=True).splitlines()[1] == "## 4   Q♠ T♣ [K♠]    9♣ 9♦ T♥ 9♠"
    assert open_board(state).splitlines()[3:] == [
        " t1   t2   t3   t4   t5   t6   t7",
        " Td  (Ts) (Kc)  --   --   --   --",
        "      Kd   Qd",
        "           Jc",
        "",
        "redeals 0, score 0",
        "stock Jh Qh Kh Qc",
    ]


@pytest.mark.parametrize(
    ("waste", "picture"),
    [
        pytest.param("Jd Qd Td Kd", "Qd Td [Kd]", id="case-77-four"),
        pytest.param("Jd Qd Td", "Jd Qd [Td]", id="case-77-three"),
        pytest.param("Qd Td", "Qd [Td]", id="case-77-two"),
        pytest.param("Td", "[Td]", id="case-77-one"),
        pytest.param("", "--", id="case-77-none"),
    ],
)
@pytest.mark.parametrize("rules", [STILLDECK_DRAW_1, STILLDECK_DRAW_3])
def test_the_last_three_cards_of_the_waste_are_shown(
    waste: str, picture: str, rules: Rules
) -> None:
    stock = " ".join(card for card in ("Td", "Jd", "Qd", "Kd") if card not in waste)
    view = position(CASE_77.format(stock=stock, waste=waste), rules).view()
    head = board(view).partition("\n\n")[0]
    assert cells(head)[1] == [picture]
    assert names(view.waste) == waste
    assert ("w>fd" in map(str, view.legal_moves)) is waste.endswith("Td")


LOOKS: list[Callable[[GameState], object]] = [
    str,
    repr,
    hash,
    GameState.view,
    GameState.layout,
    lambda state: state.autofinish,
    to_json,
    format_position,
    open_board,
    lambda state: board(state.view()),
    lambda state: board(state.view(), symbols=True),
    lambda state: str(state.view()),
    lambda state: to_json(state.view()),
    lambda state: state.view().unseen,
    lambda state: state.legal_moves,
    lambda state: state.safe_moves,
    lambda state: state.is_dead,
    lambda state: state.key,
    lambda state: state.columns,
    lambda state: state.foundations,
    lambda state: [state.why_illegal(move) for move in state.rules.moves[::9]],
    lambda state: [state.step(move) for move in state.legal_moves],
    lambda state: GameState.from_view(state.view(), Random(1)),
    lambda state: format_record(Record(Game.from_state(state))),
]


@pytest.mark.parametrize("seed", range(2))
def test_case_76_looking_changes_nothing(seed: int) -> None:
    game = ramble(STILLDECK_DRAW_3, seed, 40)
    random = Random(seed)
    state = game.initial
    for ply, move in enumerate(game.moves):
        untouched = game.go_to(ply).state
        before = (untouched.layout(), hash(untouched))
        first = [look(state) for look in random.sample(LOOKS, len(LOOKS))]
        assert len(first) == len(LOOKS)
        assert (state, state.layout(), hash(state)) == (untouched, *before)
        assert [look(state) for look in LOOKS] == [look(state) for look in LOOKS]
        state = state.apply(move)
    assert (state, state.layout()) == (game.state, game.state.layout())


@pytest.mark.parametrize(
    "value",
    [
        GameState.start(Deal.from_seed(7)),
        GameState.start(Deal.from_seed(7)).view(),
        GameState.start(Deal.from_seed(7)).layout(),
        GameState.start(Deal.from_seed(7)).step(DRAW),
        GameState.start(Deal.from_seed(7)).step(DRAW).events[0],
        GameState.start(Deal.from_seed(7)).columns[6],
        GameState.start(Deal.from_seed(7)).view().columns[6],
        GameState.start(Deal.from_seed(7)).why_illegal(Move.parse("recycle")),
        Game.start(Deal.from_seed(7)).play(DRAW),
        Game.start(Deal.from_seed(7)).result(),
        Record(Game.start(Deal.from_seed(7))),
        Statistics.of([Game.start(Deal.from_seed(7)).result()]),
        Deal.from_seed(7),
        Rules(),
        Scoring(),
        Card.parse("Kh"),
        DRAW,
        Pile.STOCK,
    ],
    ids=lambda value: type(value).__name__,
)
def test_case_76_no_value_can_be_changed(value: Any) -> None:
    for field in attrs.fields(value.__class__):
        kept = getattr(value, field.name)
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(value, field.name, None)
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            delattr(value, field.name)
        assert getattr(value, field.name) is kept
        if not field.name.startswith("_"):
            assert not isinstance(kept, list | dict | set)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        value.anything = 1


@pytest.mark.parametrize(
    "name",
    [*("stock", "waste", "foundations", "columns", "legal_moves", "safe_moves", "key", "score")],
)
def test_case_76_no_property_of_a_state_can_be_set_or_grown(name: str) -> None:
    state: Any = GameState.start(Deal.from_seed(7))
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        setattr(state, name, ())
    assert isinstance(getattr(state, name), tuple | int)


def test_case_76_documents_are_made_anew() -> None:
    state = GameState.start(Deal.from_seed(7))
    text = json.dumps(to_json(state))
    document = to_json(state)
    document["columns"][6]["face_down"].clear()
    document["stock"].reverse()
    document["rules"]["scoring"].clear()
    assert json.dumps(to_json(state)) == text
    json_schema().clear()
    assert json_schema()
    presets: Any = PRESETS
    with pytest.raises(TypeError):
        presets["STILLDECK_DRAW_1"] = Rules()
