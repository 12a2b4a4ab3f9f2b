"""Faults of interfaces: public faults of other programs, retold with our own positions."""

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any, TypeAlias

import attrs
import pytest

import klondike
from klondike import (
    CARDS,
    DRAW,
    PRESETS,
    RECYCLE,
    STILLDECK_DRAW_1,
    STILLDECK_DRAW_3,
    Build,
    Card,
    Column,
    Deal,
    EmptyColumn,
    Game,
    GameState,
    InvalidArgumentError,
    InvalidRulesError,
    InvalidStateError,
    KlondikeError,
    Layout,
    Rules,
    RunMove,
    Scoring,
    rectangle,
    triangle,
)
from klondike.scoring import SCORINGS
from positions import can_win, cards, easy_win, layout, play, position, sentences

LIMITED = Rules(draw_count=3, max_redeals=2)

CASE_105 = """
foundations: 9c Td Th Ts
t6: Kd
t7: Ks Qs Qc Jh Tc Jc | Kh
stock: Qh Jd
waste: Kc Qd Js
"""


def test_case_100_dealing_takes_nothing_from_the_caller() -> None:
    pack = list(CARDS)[::-1]
    dealt = Deal.from_cards(pack)
    first, second = GameState.start(dealt), GameState.start(dealt)
    assert pack == list(CARDS)[::-1]
    assert (first, first.layout()) == (second, second.layout())
    pack.clear()
    assert dealt.cards == CARDS[::-1]
    assert GameState.start(dealt) == first


def one_by_one(pack: Iterable[Card]) -> Iterable[Card]:
    yield from pack


@pytest.mark.parametrize("make", [list[Card], tuple[Card, ...], one_by_one])
def test_case_100_any_iterable_of_cards_makes_the_same_deal(
    make: Callable[[Iterable[Card]], Iterable[Card]],
) -> None:
    assert Deal.from_cards(make(CARDS)) == Deal(CARDS)


def test_case_100_layouts_keep_no_list_of_the_caller() -> None:
    stock, waste = [*cards("Qh Jd")], [*cards("Kc Qd Js")]
    down, up = [*cards("Ks Qs Qc Jh Tc Jc")], [*cards("Kh")]
    columns = [*[Column()] * 5, Column((), cards("Kd")), Column(down, up)]
    foundations = [list(pile) for pile in layout(CASE_105).foundations]
    made = Layout(columns=columns, stock=stock, waste=waste, foundations=foundations)
    state = GameState.from_layout(made)
    lists: list[list[Any]] = [stock, waste, down, up, columns, foundations[0], foundations]
    for each in lists:
        each.clear()
    assert made == layout(CASE_105)
    assert state == position(CASE_105)
    assert state.layout() == made


Fault: TypeAlias = Callable[[Layout], Layout]


def change(**changes: Any) -> Fault:
    return lambda kept: attrs.evolve(kept, **changes)


def with_column(number: int, column: Column) -> Fault:
    def place(kept: Layout) -> Layout:
        columns = list(kept.columns)
        columns[number - 1] = column
        return attrs.evolve(kept, columns=columns)

    return place


def clubs(kept: Layout, pile: tuple[Card, ...]) -> Layout:
    return attrs.evolve(kept, foundations=(pile, *kept.foundations[1:]))


def all_of(*faults: Fault) -> Fault:
    def spoil(kept: Layout) -> Layout:
        for fault in faults:
            kept = fault(kept)
        return kept

    return spoil


HIDDEN = cards("Ks Qs Qc Jh Tc Jc")
TO_COLUMN_1 = all_of(
    change(waste=cards("Kc Qd")),
    with_column(7, Column()),
    with_column(1, Column((*HIDDEN, *cards("Js")), cards("Kh"))),
)


FAULTS: list[tuple[str, Fault, str]] = [
    ("in-waste-and-stock", change(stock=cards("Qh Jd Js")), "Js appears 2 times, expected 1"),
    ("twice-in-waste", change(waste=cards("Kc Qd Js Js")), "Js appears 2 times, expected 1"),
    (
        "on-foundation-and-column",
        with_column(1, Column((), cards("Ac"))),
        "Ac appears 2 times, expected 1",
    ),
    ("missing", change(stock=cards("Qh")), "Jd is missing"),
    (
        "foundation-order",
        lambda kept: clubs(kept, cards("Ac 2c 3c 5c 4c 6c 7c 8c 9c")),
        "foundation fc has 5c where 4c belongs",
    ),
    (
        "foundation-gap",
        all_of(
            lambda kept: clubs(kept, cards("Ac 2c 3c 5c 6c 7c 8c 9c")),
            change(stock=cards("4c Qh Jd")),
        ),
        "foundation fc has 5c where 4c belongs",
    ),
    (
        "foundation-without-ace",
        all_of(
            lambda kept: clubs(kept, cards("2c 3c 4c 5c 6c 7c 8c 9c")),
            change(stock=cards("Ac Qh Jd")),
        ),
        "foundation fc has 2c where Ac belongs",
    ),
    (
        "five-foundations",
        lambda kept: attrs.evolve(kept, foundations=(*kept.foundations, ())),
        "there are 5 foundations, expected 4",
    ),
    (
        "face-down-top",
        all_of(with_column(7, Column(HIDDEN)), change(stock=cards("Kh Qh Jd"))),
        "column 7 has no face-up card on top of its face-down ones",
    ),
    ("column-1", TO_COLUMN_1, "column 1 has 7 face-down cards, but only 0 were dealt"),
    (
        "column-7",
        all_of(
            change(stock=cards("Qh")),
            with_column(7, Column((*HIDDEN, *cards("Jd")), cards("Kh"))),
        ),
        "column 7 has 7 face-down cards, but only 6 were dealt",
    ),
    (
        "run-rank",
        all_of(change(waste=cards("Kc Qd")), with_column(6, Column((), cards("Kd Js")))),
        "column 6 has Js on Kd, which the rules do not allow",
    ),
    (
        "run-color",
        all_of(change(waste=cards("Kc Js")), with_column(6, Column((), cards("Kd Qd")))),
        "column 6 has Qd on Kd, which the rules do not allow",
    ),
    (
        "eight-columns",
        lambda kept: attrs.evolve(kept, columns=(*kept.columns, Column())),
        "there are 8 columns, expected 7",
    ),
    (
        "six-columns",
        lambda kept: attrs.evolve(kept, columns=kept.columns[1:]),
        "there are 6 columns, expected 7",
    ),
    ("passes", change(redeals_used=3), "3 redeals are used, but only 2 are allowed"),
    (
        "negative-passes",
        change(redeals_used=-1),
        "redeals used must be 0 or more and below 2**53, not -1",
    ),
    ("score", change(score=-1), "the score -1 lies below the floor 0"),
    ("huge-score", change(score=2**53), f"the score {2**53} is out of range"),
    ("text", change(stock=("Qh", *cards("Jd"))), "'Qh' is not a Card"),
]


@pytest.mark.parametrize(
    ("fault", "problem"),
    [pytest.param(fault, problem, id=f"case-102-{name}") for name, fault, problem in FAULTS],
)
def test_each_single_fault_is_named(fault: Fault, problem: str) -> None:
    sound = layout(CASE_105)
    assert sound.problems(LIMITED) == ()
    broken = fault(sound)
    assert sentences(broken.problems(LIMITED)) == (problem,)
    with pytest.raises(InvalidStateError) as caught:
        GameState.from_layout(broken, LIMITED)
    assert sentences(caught.value.problems) == (problem,)
    assert str(caught.value) == problem
    assert isinstance(caught.value, ValueError)


SINGLE_FAULTS: list[tuple[Fault, str]] = [
    (change(stock=cards("Qh")), "Jd is missing"),
    (
        all_of(change(waste=cards("Kc Qd")), with_column(6, Column((), cards("Kd Js")))),
        "column 6 has Js on Kd, which the rules do not allow",
    ),
    (
        lambda kept: clubs(kept, cards("Ac 2c 3c 5c 4c 6c 7c 8c 9c")),
        "foundation fc has 5c where 4c belongs",
    ),
    (change(redeals_used=3), "3 redeals are used, but only 2 are allowed"),
    (change(score=-1), "the score -1 lies below the floor 0"),
]


@pytest.mark.parametrize("size", range(2, 6))
def test_case_102_no_fault_hides_another(size: int) -> None:
    for chosen in combinations(SINGLE_FAULTS, size):
        broken = all_of(*(fault for fault, _ in chosen))(layout(CASE_105))
        assert sentences(broken.problems(LIMITED)) == tuple(problem for _, problem in chosen)


def test_case_102_the_stock_holds_no_more_than_was_left() -> None:
    kept = GameState.start(Deal.from_seed(7)).layout()
    broken = attrs.evolve(
        kept,
        columns=(Column(), *kept.columns[1:]),
        waste=kept.columns[0].face_up,
    )
    assert sentences(broken.problems(Rules())) == (
        "stock and waste hold 25 cards, but only 24 were left after the deal",
    )


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        pytest.param("STILLDECK_DRAW_1", Rules(), id="case-103-stilldeck-1"),
        pytest.param(
            "STILLDECK_DRAW_3",
            Rules(draw_count=3, scoring=Scoring(recycle=-20)),
            id="case-103-stilldeck-3",
        ),
        pytest.param(
            "TRADITIONAL_DRAW_1", Rules(foundation_return=False), id="case-103-traditional-1"
        ),
        pytest.param(
            "TRADITIONAL_DRAW_3",
            Rules(draw_count=3, foundation_return=False, scoring=Scoring(recycle=-20)),
            id="case-103-traditional-3",
        ),
        pytest.param(
            "WINDOWS_DRAW_1", Rules(scoring=Scoring(recycle=-100)), id="case-103-windows-1"
        ),
        pytest.param(
            "WINDOWS_DRAW_3",
            Rules(draw_count=3, scoring=Scoring(recycle=-20, free_recycles=3)),
            id="case-103-windows-3",
        ),
        pytest.param(
            "VEGAS_DRAW_1", Rules(max_redeals=0, scoring=SCORINGS["VEGAS"]), id="case-103-vegas-1"
        ),
        pytest.param(
            "VEGAS_DRAW_3",
            Rules(draw_count=3, max_redeals=2, scoring=SCORINGS["VEGAS"]),
            id="case-103-vegas-3",
        ),
    ],
)
def test_named_games_are_found_and_are_what_they_say(name: str, rules: Rules) -> None:
    preset = PRESETS[name]
    assert getattr(klondike, name) is preset
    assert (preset, hash(preset)) == (rules, hash(rules))
    assert preset.draw_count == int(name[-1])
    cards_drawn = "1 card" if preset.draw_count == 1 else "3 cards"
    assert f"A draw turns {cards_drawn} from the stock" in preset.describe()
    changed = [name for name in ("draw_count", "max_redeals") if f"{name}=" in repr(preset)]
    assert changed == [
        name
        for name in ("draw_count", "max_redeals")
        if getattr(rules, name) != getattr(Rules(), name)
    ]
    assert eval(repr(preset)) == preset  # noqa: S307 - our own text


def test_case_103_every_named_game_is_another_one() -> None:
    assert len(set(PRESETS.values())) == len(PRESETS)
    assert len({rules.describe() for rules in PRESETS.values()}) == len(PRESETS)
    with pytest.raises(KeyError):
        PRESETS["KLONDIKE_DRAW_2"]


WRONG: dict[str, list[Any]] = {
    "draw_count": [0, -1, 4.5, 3.0, True, "3", None, 10**7],
    "max_redeals": [-1, 1.5, True, "2", float("inf")],
    "decks": [0, 5, -1, 1.0, True, None],
    "build": ["alternating", None, EmptyColumn.ANY],
    "run_build": ["alternating", RunMove.ANY],
    "run_move": ["any", None, Build.ANY],
    "empty_column": ["king", None, Build.ANY],
    "foundation_return": [0, 1, "no", None],
    "aces_on_foundations": [0, 1, "no", None],
    "scoring": [None, "vegas", {}],
    "columns": [
        *((), 7, [(0, 1)], ((0, 1),) * 100, ((1, 0),), ((0, -1),), ((0,),), ((0, 1, 2),)),
        *((3,), ((0, True),), ((0, 1.0),), rectangle(9, face_down=5, face_up=1)),
    ],
}


@pytest.mark.parametrize(
    ("field", "value"), [(field, value) for field, values in WRONG.items() for value in values]
)
def test_case_103_wrong_settings_are_refused(field: str, value: Any) -> None:
    with pytest.raises(InvalidRulesError, match=f"^{field.rstrip('s')}") as caught:
        Rules(**{field: value})
    assert len(caught.value.problems) == 1
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("draw_count", [1, 2, 3, 4, 24, 100])
def test_case_103_any_whole_draw_is_a_game(draw_count: int) -> None:
    state = GameState.start(Deal.from_seed(7), Rules(draw_count=draw_count)).apply(DRAW)
    assert len(state.waste) == min(draw_count, 24)


def test_case_103_several_wrong_settings_are_all_named() -> None:
    wrong: dict[str, Any] = {"draw_count": 0, "max_redeals": -1, "empty_column": "any", "decks": 9}
    with pytest.raises(InvalidRulesError) as caught:
        Rules(**wrong)
    assert [problem.split()[0] for problem in caught.value.problems] == [*wrong]


@pytest.mark.parametrize("name", ["STILLDECK_DRAW_1", "STILLDECK_DRAW_3", "CASINO", "STRICT"])
def test_case_103_changing_a_field_gives_other_rules_of_equal_kind(name: str) -> None:
    rules = PRESETS[name]
    other = attrs.evolve(rules, draw_count=5)
    assert (other == rules, other.draw_count, rules) == (False, 5, PRESETS[name])
    assert attrs.evolve(other, draw_count=rules.draw_count) == rules
    assert attrs.evolve(rules, columns=triangle(7)) == rules


def test_case_104_a_game_goes_on_from_every_position_of_a_won_line() -> None:
    game = easy_win()
    for ply in range(game.ply + 1):
        state = GameState.from_layout(game.go_to(ply).state.layout())
        assert state == game.go_to(ply).state
        rest = Game.from_state(state).play(*game.moves[ply:])
        assert (rest.state, rest.state.is_won) == (game.state, True)


@pytest.mark.parametrize(
    ("used", "passes"),
    [pytest.param(used, 2 - used, id=f"case-104-{used}-used") for used in range(3)],
)
def test_counters_are_respected_when_a_game_goes_on(used: int, passes: int) -> None:
    state = position(CASE_105, LIMITED, used)
    for left in range(passes, -1, -1):
        assert (state.redeals_left, state.view().redeals_left) == (left, left)
        while state.stock:
            state = state.apply(DRAW)
        if left:
            state = state.apply(RECYCLE)
    assert not state.is_legal(RECYCLE)


@pytest.mark.parametrize(
    ("rules", "winning"),
    [
        pytest.param(STILLDECK_DRAW_3, {"draw": True, "w>fs": False}, id="case-105"),
        pytest.param(STILLDECK_DRAW_1, {"draw": True, "w>fs": True}, id="case-105-draw-1"),
    ],
)
def test_each_legal_move_can_be_tried_without_playing_it(
    rules: Rules, winning: dict[str, bool]
) -> None:
    game = Game.from_state(position(CASE_105, rules))
    before = game.state.layout()
    found = {
        str(move): can_win(game.play(move).state)
        for move in game.state.legal_moves
        if str(move) in winning
    }
    assert found == winning
    assert (game.state.layout(), game.ply, game.moves) == (before, 0, ())


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(lambda: Deal.from_cards([]), id="case-102-deal"),
        pytest.param(lambda: Rules(draw_count=0), id="case-103-rules"),
        pytest.param(lambda: Scoring(start=-1), id="case-103-scoring"),
        pytest.param(lambda: position("foundations: Kc Kd Kh Qs"), id="case-102-state"),
        pytest.param(lambda: Card.parse("10h"), id="case-102-card"),
        pytest.param(lambda: play(position(CASE_105), "w>fd"), id="case-102-move"),
        pytest.param(lambda: triangle(0), id="case-102-columns"),
    ],
)
def test_whatever_is_refused_is_a_value_error_of_the_library(wrong: Callable[[], object]) -> None:
    with pytest.raises(KlondikeError) as caught:
        wrong()
    assert isinstance(caught.value, ValueError)
    assert str(caught.value)


@pytest.mark.parametrize("wrong", ["draw", None, 3, ("s", "w"), [], {}])
def test_what_is_no_move_is_refused_as_no_move(wrong: Any) -> None:
    state = position(CASE_105)
    for ask in (state.apply, state.step, state.is_legal, state.why_illegal, state.rules.code):
        with pytest.raises(InvalidArgumentError):
            ask(wrong)
