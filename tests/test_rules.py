from __future__ import annotations

import itertools
import re
from typing import Any

import attrs
import pytest
from hypothesis import find, given

from klondike import (
    PRESETS,
    STILLDECK_DRAW_1,
    STILLDECK_DRAW_3,
    Build,
    Deal,
    EmptyColumn,
    GameState,
    InvalidArgumentError,
    InvalidRulesError,
    Rules,
    RunMove,
    presets,
    rectangle,
    testing,
    triangle,
)
from klondike.rules import AXES
from klondike.scoring import SCORINGS
from klondike.testing import rules

C7 = triangle(7)
SHORT = {"alt": "alternating", "-": None}
# columns, draw, redeals, build, run build, run move, empty, return, aces, decks, scoring
TABLE = """
STILLDECK_DRAW_1       C7     1 ∞ alt        -         any   king yes no  1 STILLDECK_DRAW_1
STILLDECK_DRAW_3       C7     3 ∞ alt        -         any   king yes no  1 STILLDECK_DRAW_3
TRADITIONAL_DRAW_1     C7     1 ∞ alt        -         any   king no  no  1 STILLDECK_DRAW_1
TRADITIONAL_DRAW_3     C7     3 ∞ alt        -         any   king no  no  1 STILLDECK_DRAW_3
WINDOWS_DRAW_1         C7     1 ∞ alt        -         any   king yes no  1 WINDOWS_DRAW_1
WINDOWS_DRAW_3         C7     3 ∞ alt        -         any   king yes no  1 WINDOWS_DRAW_3
VEGAS_DRAW_1           C7     1 0 alt        -         any   king yes no  1 VEGAS
VEGAS_DRAW_3           C7     3 2 alt        -         any   king yes no  1 VEGAS
CASINO                 C7     1 2 alt        -         any   king yes no  1 VEGAS
GNOME                  C7     1 2 alt        -         any   king yes no  1 GNOME
STRICT                 C7     1 0 alt        -         whole king no  no  1 VEGAS
THUMB_AND_POUCH        C7     1 0 other_suit -         any   any  yes no  1 NONE
CHINAMAN               C7     3 1 other_suit -         any   king yes no  1 NONE
WHITEHEAD              C7up   1 0 same_color same_suit any   any  yes no  1 NONE
SMOKEY                 C7     1 2 same_color same_suit any   king yes no  1 NONE
TRIGON                 C7     1 ∞ same_suit  -         any   king yes no  1 NONE
SMALL_HARP             C7rev  1 ∞ alt        -         any   king yes no  1 NONE
SARATOGA               C7up   3 ∞ alt        -         any   king yes no  1 NONE
BOOST                  C4     1 2 alt        -         any   king yes no  1 NONE
EASTCLIFF              7x2+1  1 0 alt        -         any   any  yes no  1 NONE
WESTCLIFF              10x2+1 1 0 alt        -         any   any  no  no  1 NONE
PAS_SEUL               6x0+1  1 0 alt        -         any   any  yes no  1 NONE
BLIND_ALLEYS           6x2+1  1 1 alt        -         any   any  yes yes 1 NONE
BIG_FORTY              10x0+4 1 ∞ same_suit  -         any   any  yes no  1 NONE
ALI_BABA               10x0+4 1 ∞ same_suit  -         any   any  yes yes 1 NONE
CASSIM                 7x0+4  1 ∞ same_suit  -         any   any  yes yes 1 NONE
GOLD_MINE              7x0+0  3 0 alt        -         any   any  yes no  1 NONE
DOUBLE_KLONDIKE        C9     1 ∞ alt        -         any   king yes no  2 NONE
DOUBLE_KLONDIKE_DRAW_3 C9     3 ∞ alt        -         any   king yes no  2 NONE
GARGANTUA              C9     1 1 alt        -         any   king yes no  2 NONE
PANTAGRUEL             C9     1 0 alt        -         any   any  yes no  2 NONE
BIG_HARP               C10rev 1 0 alt        -         any   any  yes no  2 NONE
STEPS                  C7     1 1 alt        -         any   any  yes no  2 NONE
"""


def dealt(text: str) -> tuple[tuple[int, int], ...]:
    if match := re.fullmatch(r"C(\d+)(up|rev)?", text):
        size = int(match[1])
        columns = [(0, n + 1) if match[2] == "up" else (n, 1) for n in range(size)]
        return tuple(columns[::-1] if match[2] == "rev" else columns)
    match = re.fullmatch(r"(\d+)x(\d+)\+(\d+)", text)
    assert match is not None
    return ((int(match[2]), int(match[3])),) * int(match[1])


def read(line: str) -> tuple[str, Rules]:
    name, columns, draw, redeals, build, run_build, run, empty, back, aces, decks, scoring = (
        line.split()
    )
    return name, Rules(
        columns=dealt(columns),
        draw_count=int(draw),
        max_redeals=None if redeals == "∞" else int(redeals),
        build=Build(SHORT.get(build, build)),
        run_build=None if run_build == "-" else Build(run_build),
        run_move=RunMove(run),
        empty_column=EmptyColumn(empty),
        foundation_return=back == "yes",
        aces_on_foundations=aces == "yes",
        decks=int(decks),
        scoring=SCORINGS[scoring],
    )


def test_no_preset_ever_changes() -> None:
    wanted = dict(read(line) for line in TABLE.split("\n") if line)
    # a game never changes; one that is newer than this table has no row here yet
    assert {name: PRESETS[name] for name in wanted} == wanted
    assert list(PRESETS)[:2] == ["STILLDECK_DRAW_1", "STILLDECK_DRAW_3"]


def test_every_preset_is_a_constant_and_has_different_rules() -> None:
    assert all(getattr(presets, name) is value for name, value in PRESETS.items())
    assert len(set(PRESETS.values())) == len(PRESETS)
    assert sorted(presets.__all__) == sorted([*PRESETS, "PRESETS"])


def test_the_default_is_stilldeck_draw_1() -> None:
    assert Rules() == STILLDECK_DRAW_1
    assert (
        attrs.evolve(STILLDECK_DRAW_1, draw_count=3, scoring=STILLDECK_DRAW_3.scoring)
        == STILLDECK_DRAW_3
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("columns", ()),
        ("columns", ((1, 1),) * 100),
        ("columns", [(0, 1)]),
        ("columns", ((0, -1),)),
        ("columns", ((0, 1, 2),)),
        ("columns", (3,)),
        ("columns", ((3, 0),)),
        ("columns", ((True, 1),)),
        ("columns", ((26, 27),)),
        ("draw_count", 0),
        ("draw_count", -1),
        ("draw_count", 4.5),
        ("draw_count", True),
        ("draw_count", None),
        ("draw_count", 10**6 + 1),
        ("max_redeals", -1),
        ("max_redeals", 1.0),
        ("max_redeals", False),
        ("build", "alternating"),
        ("build", None),
        ("run_build", RunMove.ANY),
        ("run_move", Build.ANY),
        ("empty_column", None),
        ("foundation_return", 1),
        ("foundation_return", None),
        ("aces_on_foundations", "yes"),
        ("decks", 0),
        ("decks", 5),
        ("scoring", None),
    ],
)
# Any: values of the wrong type are the point
def test_each_wrong_value_is_refused_by_name(field: str, value: Any) -> None:
    with pytest.raises(InvalidRulesError) as caught:
        attrs.evolve(Rules(), **{field: value})
    assert len(caught.value.problems) == 1
    assert field.removesuffix("s") in str(caught.value)


def test_all_problems_are_listed_at_once() -> None:
    with pytest.raises(InvalidRulesError) as caught:
        Rules(columns=((1, 0), (0, -1)), draw_count=0, max_redeals=-1, decks=0, build=3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    assert len(caught.value.problems) == 6


def test_aces_on_the_foundations_leave_fewer_cards_to_deal() -> None:
    assert Rules(columns=rectangle(4, face_down=0, face_up=12), aces_on_foundations=True).decks == 1
    with pytest.raises(InvalidRulesError, match="columns need 49 cards, but only 48 can be dealt"):
        Rules(columns=rectangle(7, face_down=0, face_up=7), aces_on_foundations=True)


def test_helpers_for_columns() -> None:
    assert triangle(3) == ((0, 1), (1, 1), (2, 1))
    assert triangle(3, face_up="all") == ((0, 1), (0, 2), (0, 3))
    assert rectangle(2, face_down=3, face_up=4) == ((3, 4), (3, 4))
    for size in (0, 100, True):
        with pytest.raises(InvalidArgumentError):
            triangle(size)
        with pytest.raises(InvalidArgumentError):
            rectangle(size, face_down=0, face_up=1)
    for count in (-1, 1.5, "x"):
        nonsense: Any = count  # Any: that is the point
        with pytest.raises(InvalidArgumentError, match="dealt 0 or more cards"):
            rectangle(7, face_down=nonsense, face_up=1)
    with pytest.raises(InvalidArgumentError, match="'top' or 'all'"):
        triangle(7, face_up="none")


@given(rules())
def test_rules_are_values(chosen: Rules) -> None:
    assert attrs.evolve(chosen) == chosen
    assert hash(attrs.evolve(chosen)) == hash(chosen)
    assert chosen.foundation_count == 4 * chosen.decks


@given(rules())
def test_a_sentence_of_the_description_comes_from_a_value(chosen: Rules) -> None:
    text = chosen.describe()
    scoring = chosen.scoring
    stock = len(GameState.start(Deal.from_seed(1, decks=chosen.decks), chosen).stock)
    assert chosen.stock_count == stock
    recycles = stock > 0 and chosen.max_redeals != 0
    hidden = any(down for down, _ in chosen.columns)
    for sentence, backed in {
        f"played with {52 * chosen.decks} cards": True,
        f"{stock} card": True,
        "aces lie on the foundations": chosen.aces_on_foundations,
        "may go back": chosen.foundation_return,
        "stay on the foundations": not chosen.foundation_return,
        "A draw turns": stock > 0,
        "without limit": stock > 0 and chosen.max_redeals is None,
        "never turned over": stock > 0 and chosen.max_redeals == 0,
        "one at a time": chosen.run_move is RunMove.SINGLE,
        "as a whole only": chosen.run_move is RunMove.WHOLE,
        "or run": chosen.run_move is not RunMove.SINGLE and chosen.empty_column is EmptyColumn.ANY,
        "or a run that": chosen.run_move is not RunMove.SINGLE
        and chosen.empty_column is EmptyColumn.KING,
        "stays empty": chosen.empty_column is EmptyColumn.NONE,
        "Only a king": chosen.empty_column is EmptyColumn.KING,
        "as soon as it is uncovered": hidden,
        "turned face up in a column": hidden and scoring.turn_over != 0,
        "from the waste to": stock > 0
        and (scoring.waste_to_tableau, scoring.waste_to_foundation) != (0, 0),
        "taken back": chosen.foundation_return and scoring.foundation_to_tableau != 0,
        "each time the waste is turned over": recycles and scoring.recycle != 0,
    }.items():
        assert (sentence in text) == backed, sentence
    assert ("No points are counted." in text) != ("The score begins at" in text)
    for points in ("waste_to_tableau", "tableau_to_foundation"):
        value = getattr(scoring, points)
        if value and (stock or points != "waste_to_tableau"):
            assert f"{value:+} point" in text


def test_a_game_without_a_stock_says_nothing_about_drawing() -> None:
    text = Rules(columns=((51, 1),)).describe()
    assert "0 cards are in the stock." in text
    for word in ("draw", "waste", "turned over"):
        assert word not in text.lower()


def test_different_presets_have_different_descriptions() -> None:
    texts = {name: chosen.describe() for name, chosen in PRESETS.items()}
    for one, other in itertools.combinations(PRESETS, 2):
        assert texts[one] != texts[other], (one, other)


@pytest.mark.parametrize(
    "field",
    [field.name for field in attrs.fields(Rules) if field.name != "scoring"],
)
def test_every_axis_shows_in_the_description(field: str) -> None:
    values = testing._values(AXES[field].kind)
    # some value is told otherwise than the default
    find(values, lambda value: changed(field, value).describe() != Rules().describe())


def changed(field: str, value: Any) -> Rules:  # Any: a value of any axis
    return attrs.evolve(Rules(), **{field: value})


def test_the_description_of_stilldeck_draw_3() -> None:
    assert STILLDECK_DRAW_3.describe().splitlines()[-7:] == [
        "+5 points for a card from the waste to a column.",
        "+10 points for a card from the waste to a foundation.",
        "+10 points for a card from a column to a foundation.",
        "+5 points for a card turned face up in a column.",
        "-15 points for a card taken back from a foundation.",
        "-20 points for each time the waste is turned over.",
        "The score never falls below 0.",
    ]
    assert PRESETS["WINDOWS_DRAW_3"].describe().splitlines()[-2] == (
        "-20 points for each time the waste is turned over after the first 3."
    )
    assert PRESETS["GNOME"].describe().splitlines()[-2] == (
        "+1 point for a card from a column to a foundation."
    )
