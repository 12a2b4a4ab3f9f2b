"""The seam of hidden information: what a player cannot know shows nowhere."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from klondike import (
    CARDS,
    DRAW,
    PRESETS,
    RECYCLE,
    Card,
    Column,
    Deal,
    GameState,
    IllegalMoveError,
    Layout,
    Move,
    Rules,
    View,
    VisibleColumn,
)
from klondike import _core as core
from klondike.render import text
from klondike.serial import to_json
from klondike.testing import moves, states


def permuted(state: GameState, generator: random.Random) -> GameState:
    """The same position with the cards exchanged that the player has not seen."""
    unseen = list(state.view().unseen)
    generator.shuffle(unseen)
    blanks = iter(unseen)
    layout = state.layout()

    def fill(pile: Iterable[Card]) -> list[Card]:
        return [next(blanks) for _ in pile]

    return GameState.from_layout(
        attrs.evolve(
            layout,
            stock=layout.stock if state.redeals_used else fill(layout.stock),
            columns=[Column(fill(column.face_down), column.face_up) for column in layout.columns],
        ),
        state.rules,
    )


@given(states(), st.randoms(use_true_random=False), st.data())
def test_exchanging_unseen_cards_shows_nowhere(
    state: GameState, generator: random.Random, data: st.DataObject
) -> None:
    other = permuted(state, generator)
    here, there = state.view(), other.view()
    assert here == there
    assert hash(here) == hash(there)
    assert repr(here) == repr(there)
    assert str(here) == str(there)
    assert here.unseen == there.unseen
    assert json.dumps(to_json(here)) == json.dumps(to_json(there))
    assert text.board(here, symbols=True) == text.board(there, symbols=True)
    assert state.legal_moves == other.legal_moves
    assert str(state) == str(other)
    assert repr(state) == repr(other)
    assert (state.autofinish is None) == (other.autofinish is None)
    assert state.safe_moves == other.safe_moves
    for _ in range(10):
        move = data.draw(moves(len(state.rules.columns)))
        assert state.why_illegal(move) == other.why_illegal(move)
        if not state.is_legal(move):
            messages = set[str]()
            for refusing in (state, other):
                with pytest.raises(IllegalMoveError) as caught:
                    refusing.apply(move)
                messages |= {str(caught.value), repr(caught.value)}
            assert len(messages) == 2


@given(states())
def test_no_unseen_card_is_named(state: GameState) -> None:
    view = state.view()
    shown = str(view) + repr(view) + json.dumps(to_json(view)) + repr(state) + str(state)
    if state.rules.decks == 1:
        for card in view.unseen:
            assert str(card) not in shown


@given(states())
def test_a_view_holds_nothing_but_what_it_shows(state: GameState) -> None:
    view = state.view()
    stock, waste, _, down, up, *_ = view._position
    assert all(card == core.HIDDEN for pile in down for card in pile)
    assert stock == (
        state._position[core.STOCK] if state.redeals_used else (core.HIDDEN,) * len(stock)
    )
    assert (waste, up) == (state._position[core.WASTE], state._position[core.FACE_UP])
    assert core.HIDDEN not in range(52)
    assert not any(isinstance(getattr(view, slot, None), GameState) for slot in dir(view))


@given(states())
def test_what_the_view_shows(state: GameState) -> None:
    view = state.view()
    assert view.waste == state.waste
    assert view.foundations == state.foundations
    assert view.columns == tuple(
        VisibleColumn(column.face_down_count, column.face_up) for column in state.columns
    )
    assert view.stock_count == len(state.stock)
    known = not state.stock or state.redeals_used > 0
    assert view.stock == (state.stock if known else None)
    assert (view.score, view.redeals_used, view.redeals_left, view.is_won) == (
        state.score,
        state.redeals_used,
        state.redeals_left,
        state.is_won,
    )
    hidden = [card for column in state.columns for card in column.face_down]
    hidden += [] if known else state.stock
    assert Counter(view.unseen) == Counter(hidden)
    assert list(view.unseen) == sorted(hidden, key=lambda card: card.index)
    assert view.is_open == (len(set(hidden)) <= 1)


@given(states(), st.randoms(use_true_random=False))
def test_a_state_filled_in_looks_the_same(state: GameState, generator: random.Random) -> None:
    filled = GameState.from_view(state.view(), generator)
    assert filled.view() == state.view()
    assert filled.layout().problems(state.rules) == ()
    if state.view().is_open:
        assert filled == state


def test_filling_in_is_uniform_over_all_places() -> None:
    state = GameState.start(Deal.from_seed(11), PRESETS["STILLDECK_DRAW_3"])
    view = state.view()
    unseen = view.unseen
    rounds = 4_000
    generator = random.Random(1)
    counts = [Counter[Card]() for _ in unseen]
    for _ in range(rounds):
        filled = GameState.from_view(view, generator)
        places = [card for column in filled.columns for card in column.face_down] + list(
            filled.stock
        )
        assert sorted(card.index for card in places) == [card.index for card in unseen]
        for place, card in zip(counts, places, strict=True):
            place[card] += 1
    size = len(unseen)
    expected = rounds / size
    chi_square = sum(
        (place[card] - expected) ** 2 / expected for place in counts for card in unseen
    )
    freedom = (size - 1) ** 2
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


def test_filling_in_is_uniform_over_whole_states() -> None:
    foundations = [
        CARDS[suit * 13 : suit * 13 + height] for suit, height in enumerate((13, 11, 12, 12))
    ]
    layout = Layout(
        columns=[
            Column(),
            Column(map(Card.parse, ["Qd"]), map(Card.parse, ["Kh"])),
            *[Column()] * 5,
        ],
        stock=map(Card.parse, ["Kd", "Ks"]),
        foundations=foundations,
    )
    view = GameState.from_layout(layout, Rules()).view()
    generator = random.Random(2)
    rounds = 6_000
    counts = Counter(GameState.from_view(view, generator) for _ in range(rounds))
    assert len(counts) == 6
    chi_square = sum((count - rounds / 6) ** 2 / (rounds / 6) for count in counts.values())
    assert chi_square < 30  # 5 degrees of freedom: exceeded once in 60,000 times


def test_the_stock_is_known_after_the_first_recycle() -> None:
    state = GameState.start(Deal.from_seed(11), Rules(draw_count=3))
    while state.is_legal(DRAW):
        assert state.view().stock is None
        state = state.apply(DRAW)
    assert state.view().stock == ()
    state = state.apply(RECYCLE)
    assert state.view().stock == state.stock
    assert state.apply(DRAW).view().stock == state.stock[3:]
    assert len(state.view().unseen) == 21


@given(states())
def test_rules_of_a_view_answer_like_those_of_the_state(state: GameState) -> None:
    view = state.view()
    assert view.legal_moves == state.legal_moves
    for move in (*state.rules.moves[:60], Move.parse("s>t1")):
        assert view.is_legal(move) == state.is_legal(move)


def test_views_come_from_states_only() -> None:
    with pytest.raises(TypeError, match="View has no constructor"):
        View()
