from __future__ import annotations

import pytest
from hypothesis import given

from klondike import DRAW, PRESETS, STILLDECK_DRAW_3, Deal, GameState, Move, Rules, rectangle
from klondike.render import text
from klondike.testing import states

T2_TO_T4 = Move.parse("t2>t4")


@given(states())
def test_the_default_board_is_plain_ascii_without_ragged_ends(state: GameState) -> None:
    board = text.board(state.view())
    assert board.isascii()
    assert all(line == line.rstrip() for line in board.splitlines())
    assert not board.endswith("\n")
    assert str(state) == str(state.view()) == board


@given(states())
def test_symbols_change_letters_alone(state: GameState) -> None:
    view = state.view()
    letters, symbols = text.board(view), text.board(view, symbols=True)
    assert "\ufe0e" not in symbols
    assert "\ufe0f" not in symbols
    assert list(map(len, letters.splitlines())) == list(map(len, symbols.splitlines()))
    for letter, sign in zip("cdhs", "♣♦♥♠", strict=True):
        for rank in "A23456789TJQK":
            assert letters.count(rank + letter) == symbols.count(rank + sign)


@given(states())
def test_each_card_stands_below_the_name_of_its_column(state: GameState) -> None:
    lines = text.board(state.view()).splitlines()
    names = lines[3]
    for index, column in enumerate(state.columns):
        at = names.index(f"t{index + 1}")
        cells = [line[at : at + 2] for line in lines[4:-2]]
        pile = ["##"] * column.face_down_count + [str(card) for card in column.face_up]
        pile = pile or ["--"]
        assert cells[: len(pile)] == pile
        assert all(not cell.strip() for cell in cells[len(pile) :])


@given(states())
def test_the_open_board_shows_every_card(state: GameState) -> None:
    board = text.open_board(state)
    lines = board.splitlines()
    for column in state.columns:
        for card in column.face_down:
            assert f"({card})" in board
    assert lines[-1] == f"stock {' '.join(map(str, state.stock)) or '--'}"
    assert text.open_board(state, symbols=True).count("♥") >= text.board(
        state.view(), symbols=True
    ).count("♥")


def test_the_columns_of_the_open_board_stand_still_when_a_card_turns() -> None:
    state = GameState.start(Deal.from_seed(7))
    before, after = (text.open_board(it).splitlines()[3] for it in (state, state.apply(T2_TO_T4)))
    assert before == after == " t1   t2   t3   t4   t5   t6   t7"


@pytest.mark.parametrize(
    ("draws", "stock", "waste"),
    [
        (0, "## 24", "--"),
        (1, "## 21", "Ah 8h [9c]"),
        (2, "## 18", "3d 3h [8h]"),
        (8, "--", "8s Qd [Qc]"),
    ],
)
def test_stock_and_fan(draws: int, stock: str, waste: str) -> None:
    state = GameState.start(Deal.from_seed(7), STILLDECK_DRAW_3)
    for _ in range(draws):
        state = state.apply(DRAW)
    if draws == 1:
        waste = f"{state.waste[0]} {state.waste[1]} [{state.waste[2]}]"
    line = text.board(state.view()).splitlines()[1]
    assert line.startswith(f"{stock:7}{waste}")


def test_a_waste_of_one_or_two_cards() -> None:
    state = GameState.start(Deal.from_seed(7)).apply(DRAW)
    assert "  [9c]  " in str(state)
    assert "  9c [Jd]  " in str(state.apply(DRAW))


def test_redeals_and_score_are_told() -> None:
    vegas = GameState.start(Deal.from_seed(7), PRESETS["VEGAS_DRAW_3"])
    assert str(vegas).splitlines()[-1] == "redeals 0 of 2, score -52"
    assert str(GameState.start(Deal.from_seed(7))).splitlines()[-1] == "redeals 0, score 0"


def test_two_decks_and_wide_tables_line_up() -> None:
    state = GameState.start(Deal.from_seed(7, decks=2), PRESETS["BIG_HARP"])
    head = str(state).splitlines()[0]
    assert head.endswith("fc fd fh fs fc2 fd2 fh2 fs2")
    empty = GameState.start(Deal.from_seed(7), Rules(columns=rectangle(12, face_down=0, face_up=0)))
    lines = str(empty).splitlines()
    assert lines[3].split() == [f"t{number}" for number in range(1, 13)]
    assert lines[4].split() == ["--"] * 12
