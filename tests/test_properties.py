"""The laws that hold for every game under every rules value."""

from __future__ import annotations

import copy
import pickle
import random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from klondike import (
    DRAW,
    PRESETS,
    RECYCLE,
    STILLDECK_DRAW_3,
    Build,
    Card,
    Color,
    Column,
    Deal,
    EmptyColumn,
    EventKind,
    Game,
    GameState,
    IllegalMoveError,
    Move,
    MoveKind,
    Pile,
    PileKind,
    Rules,
    RunMove,
    Scoring,
    Suit,
    _core,
)
from klondike.testing import (
    check_state,
    deals,
    games,
    late_states,
    moves,
    rules,
    scorings,
    states,
)

ONE_DECK = rules().filter(lambda chosen: chosen.decks == 1)
SUIT_RENAMINGS = [
    renaming
    for renaming in (
        (0, 1, 2, 3),
        (3, 1, 2, 0),
        (0, 2, 1, 3),
        (3, 2, 1, 0),
        (1, 0, 3, 2),
        (2, 0, 3, 1),
        (1, 3, 0, 2),
        (2, 3, 0, 1),
    )
    if len({(suit in (1, 2)) == (renaming[suit] in (1, 2)) for suit in range(4)}) == 1
]


def test_there_are_eight_renamings_that_keep_colours_together() -> None:
    assert len(set(SUIT_RENAMINGS)) == 8


def all_cards(state: GameState) -> list[Card]:
    piles = [state.stock, state.waste, *state.foundations]
    for column in state.columns:
        piles += [column.face_down, column.face_up]
    return sorted((card for pile in piles for card in pile), key=lambda card: card.index)


@given(states())
def test_every_position_keeps_the_contract(state: GameState) -> None:
    check_state(state)


@given(states(), st.data())
def test_a_move_conserves_the_cards_and_the_state_before_it(
    state: GameState, data: st.DataObject
) -> None:
    before = state.layout()
    for move in state.legal_moves:
        after = state.apply(move)
        assert all_cards(after) == all_cards(state)
        assert state.layout() == before
        check = data.draw(st.booleans())
        if check:
            check_state(after)


@given(states(), st.data())
def test_any_move_is_either_applied_or_refused_with_its_reason(
    state: GameState, data: st.DataObject
) -> None:
    move = data.draw(moves(len(state.rules.columns)))
    illegality = state.why_illegal(move)
    assert state.is_legal(move) == (illegality is None) == (move in state.legal_moves)
    assert state.view().why_illegal(move) == illegality
    if illegality is None:
        assert state.apply(move) == state.step(move).state
    else:
        with pytest.raises(IllegalMoveError) as caught:
            state.apply(move)
        assert caught.value.illegality == illegality
        assert caught.value.move == move


@given(states())
def test_apply_answers_alike_before_and_after_the_moves_are_listed(state: GameState) -> None:
    fresh = GameState.from_layout(state.layout(), state.rules)
    for move in state.rules.moves[:40]:
        if fresh.is_legal(move):
            assert GameState.from_layout(state.layout(), state.rules).apply(move) == fresh.apply(
                move
            )
        else:
            with pytest.raises(IllegalMoveError):
                fresh.apply(move)
    assert fresh.legal_moves == state.legal_moves
    for move in state.rules.moves[:40]:
        if move not in fresh.legal_moves:
            with pytest.raises(IllegalMoveError):
                fresh.apply(move)


@given(states())
def test_untouched_piles_are_shared(state: GameState) -> None:
    for move in state.legal_moves:
        after = state.apply(move)
        touched = {move.source, move.target}
        for index in range(len(state.rules.columns)):
            if Pile.column(index) not in touched:
                assert (
                    after._position[_core.FACE_DOWN][index]
                    is state._position[_core.FACE_DOWN][index]
                )
                assert (
                    after._position[_core.FACE_UP][index] is state._position[_core.FACE_UP][index]
                )


@given(games())
def test_drawing_and_recycling_restore_the_order_of_the_stock(game: Game) -> None:
    state = game.state
    order = state.waste + state.stock
    while state.is_legal(DRAW):
        before = state
        state = state.apply(DRAW)
        drawn = state.waste[len(before.waste) :]
        assert drawn == before.stock[: game.rules.draw_count]
        assert state.waste + state.stock == order
    if state.is_legal(RECYCLE):
        state = state.apply(RECYCLE)
        assert state.stock == order
        assert state.waste == ()
        assert state.redeals_used == game.state.redeals_used + 1
    else:
        assert not order or state.redeals_left == 0


@given(games(), st.integers(0, 60))
def test_undo_is_the_identity(game: Game, count: int) -> None:
    count = min(count, game.ply)
    back = game.undo(count)
    assert back.redo(count) == game
    again = Game.from_state(game.initial).play(*game.moves[: game.ply - count])
    assert back.state == again.state
    assert back.state.layout() == again.state.layout()
    assert back.state.view() == again.state.view()
    assert hash(back.state) == hash(again.state)
    assert back.state.legal_moves == again.state.legal_moves
    assert str(back.state) == str(again.state)


@given(games())
def test_replay_equals_stepwise_play_and_the_score_is_the_fold_of_the_events(game: Game) -> None:
    state = game.initial
    scoring = game.rules.scoring
    score = scoring.start
    steps = list(game.replay())
    assert len(steps) == game.ply
    for move, step in zip(game.played, steps, strict=True):
        assert step == state.step(move)
        for event in step.events:
            score = scoring.add(score, event.points)
        before, state = state, step.state
        assert state.score == score
        assert scoring.floor is None or score >= scoring.floor
        turned = [event for event in step.events if event.kind is EventKind.CARD_TURNED]
        hidden = sum(column.face_down_count for column in before.columns)
        assert hidden - len(turned) == sum(column.face_down_count for column in state.columns)
    assert state == game.state


@given(states(), st.data())
def test_equal_states_have_equal_futures(state: GameState, data: st.DataObject) -> None:
    layout = state.layout()
    others = [attrs.evolve(layout, redeals_used=layout.redeals_used + extra) for extra in (1, 2, 3)]
    for other in others:
        if other.problems(state.rules):
            continue
        twin = GameState.from_layout(other, state.rules)
        if twin != state:
            continue
        assert hash(twin) == hash(state)
        here, there = state, twin
        for _ in range(data.draw(st.integers(1, 30))):
            assert here.legal_moves == there.legal_moves
            assert here.score == there.score
            assert here.view().stock == there.view().stock
            if not here.legal_moves:
                break
            move = data.draw(st.sampled_from(here.legal_moves))
            here, there = here.apply(move), there.apply(move)
            assert here == there


@given(scorings(), st.integers(0, 4), st.integers(0, 4), st.none() | st.integers(4, 9))
def test_states_differ_as_far_as_redeals_still_matter(
    scoring: Scoring, first: int, second: int, limit: int | None
) -> None:
    chosen = attrs.evolve(STILLDECK_DRAW_3, scoring=scoring, max_redeals=limit)
    layout = GameState.start(Deal.from_seed(1), chosen).layout()
    one, other = (
        GameState.from_layout(attrs.evolve(layout, redeals_used=used), chosen)
        for used in (first, second)
    )
    limited = limit is not None and first != second
    costs = chosen.scoring.recycle != 0 and any(
        chosen.scoring.recycle_points(first + ahead)
        != chosen.scoring.recycle_points(second + ahead)
        for ahead in range(1, 6)
    )
    seen = (first == 0) != (second == 0)
    assert (one != other) == (limited or costs or seen)


def renamed_card(card: Card, renaming: tuple[int, ...]) -> Card:
    return Card(card.rank, Suit(renaming[card.suit]))


def renamed_move(move: Move, renaming: tuple[int, ...]) -> Move:
    def pile(place: Pile) -> Pile:
        if place.kind is not PileKind.FOUNDATION:
            return place
        return Pile.foundation(Suit(renaming[place.index % 4]), place.index // 4)

    return Move(pile(move.source), pile(move.target), move.count)


@given(games(), st.sampled_from(SUIT_RENAMINGS))
def test_renaming_suits_commutes_with_play(game: Game, renaming: tuple[int, ...]) -> None:
    assert game.deal is not None
    state = GameState.start(
        Deal.from_cards(renamed_card(card, renaming) for card in game.deal.cards), game.rules
    )
    for move, step in zip(game.played, game.replay(), strict=True):
        expected = {renamed_move(option, renaming) for option in game.state.legal_moves}
        state = state.apply(renamed_move(move, renaming))
        expected = {renamed_move(option, renaming) for option in step.state.legal_moves}
        assert set(state.legal_moves) == expected
        assert state.score == step.state.score
        assert state.is_dead == step.state.is_dead
    assert state.is_won == game.state.is_won


@given(late_states() | games().map(lambda game: game.state), st.randoms(use_true_random=False))
def test_permuting_columns_permutes_the_moves(state: GameState, random: random.Random) -> None:
    order = list(range(len(state.rules.columns)))
    random.shuffle(order)
    dealt = state.rules.columns
    permuted_rules = attrs.evolve(state.rules, columns=tuple(dealt[index] for index in order))
    layout = state.layout()
    permuted = GameState.from_layout(
        attrs.evolve(layout, columns=[layout.columns[index] for index in order]), permuted_rules
    )

    def there(pile: Pile) -> Pile:
        return Pile.column(order.index(pile.index)) if pile.kind is PileKind.COLUMN else pile

    expected = {Move(there(m.source), there(m.target), m.count) for m in state.legal_moves}
    assert set(permuted.legal_moves) == expected


@given(states())
def test_rules_that_allow_more_keep_every_move(state: GameState) -> None:
    wider = [
        attrs.evolve(state.rules, foundation_return=True),
        attrs.evolve(state.rules, max_redeals=None),
        attrs.evolve(state.rules, empty_column=EmptyColumn.ANY),
        attrs.evolve(state.rules, run_move=RunMove.ANY),
    ]
    if state.rules.run_build is None:
        wider.append(attrs.evolve(state.rules, build=Build.ANY, run_build=state.rules.build))
    for rules_that_allow_more in wider:
        there = GameState.from_layout(state.layout(), rules_that_allow_more)
        assert set(state.legal_moves) <= set(there.legal_moves)


@given(states())
def test_values_survive_pickling_and_copying(state: GameState) -> None:
    values = [state, state.view(), state.layout(), state.rules, *state.legal_moves, state.columns]
    for value in values:
        assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301  # our own bytes
        assert copy.copy(value) == value
        assert copy.deepcopy(value) == value


@given(states(), st.data())
def test_reading_a_state_never_changes_it(state: GameState, data: st.DataObject) -> None:
    before, number = state.layout(), hash(state)
    for read in data.draw(st.permutations(range(8))):
        match read:
            case 0:
                assert str(state) == str(state.view())
            case 1:
                assert state.view() == state.view()
            case 2:
                assert state.legal_moves == state.legal_moves
            case 3:
                assert state.is_dead in (True, False)
            case 4:
                assert set(state.safe_moves) <= set(state.legal_moves)
            case 5:
                assert state.autofinish == state.autofinish
            case 6:
                assert state.key == state.key
            case _:
                assert GameState.from_view(state.view(), random.Random(1)).view() == state.view()
    assert state.layout() == before
    assert hash(state) == number


@given(late_states())
def test_autofinish_wins_with_foundation_moves_and_drawing_only(state: GameState) -> None:
    finish = state.autofinish
    if finish is None:
        assert not state.is_won
        return
    allowed = (
        MoveKind.DRAW,
        MoveKind.RECYCLE,
        MoveKind.WASTE_TO_FOUNDATION,
        MoveKind.TABLEAU_TO_FOUNDATION,
    )
    for move in finish:
        assert not state.is_won
        assert move.kind in allowed
        state = state.apply(move)
    assert state.is_won


@given(late_states() | games().map(lambda game: game.state))
def test_a_dead_game_has_no_card_move_however_long_one_draws(state: GameState) -> None:
    tops = state
    seen: list[GameState] = []
    moved = state.is_won
    for _ in range(300):
        seen.append(tops)
        kinds = {move.kind for move in tops.legal_moves}
        moved |= bool(kinds - {MoveKind.DRAW, MoveKind.RECYCLE})
        drawing = [move for move in tops.legal_moves if move in (DRAW, RECYCLE)]
        if not drawing:
            break
        tops = tops.apply(drawing[0])
    assert state.is_dead == (not moved)


@given(late_states() | states())
def test_a_game_is_over_as_far_as_the_player_can_see(state: GameState) -> None:
    assert state.is_over == state.view().is_over
    ended = state.is_won or state.is_dead
    if state.view().stock is not None:
        assert state.is_over == ended
    elif state.is_over:
        assert ended
    if state.is_won or not state.legal_moves:
        assert state.is_over


@given(late_states() | states())
def test_drawing_on_in_a_dead_game_ends_it_before_anything_comes_again(state: GameState) -> None:
    if not state.is_dead:
        assert state.is_won or not state.is_over
        return
    seen: set[GameState] = set()
    while not state.is_over:
        assert state not in seen
        seen.add(state)
        state = state.apply(next(move for move in (DRAW, RECYCLE) if state.is_legal(move)))


@given(late_states(), st.randoms(use_true_random=False))
def test_a_player_who_never_comes_back_to_a_position_ends(
    state: GameState, generator: random.Random
) -> None:
    seen = {state}
    while not state.is_over:
        fresh = [after for after in map(state.apply, state.legal_moves) if after not in seen]
        upward = [after for after in fresh if after.foundations > state.foundations]
        if not fresh:
            break
        state = generator.choice(upward or fresh)
        seen.add(state)
        assert len(seen) < 20_000


@given(deals(), ONE_DECK)
def test_a_deal_lies_row_by_row(deal: Deal, chosen: Rules) -> None:
    state = GameState.start(deal, chosen)
    pack = [card for card in deal.cards if not (chosen.aces_on_foundations and card.rank == 1)]
    piles = [[*column.face_down, *column.face_up] for column in state.columns]
    row = 0
    dealt = iter(pack)
    while any(len(pile) > row for pile in piles):
        for pile in piles:
            if len(pile) > row:
                assert pile[row] is next(dealt)
        row += 1
    assert state.stock == tuple(dealt)
    assert [(len(c.face_down), len(c.face_up)) for c in state.columns] == list(chosen.columns)


def potential(state: GameState) -> int:
    """The score and all points that the cards can still bring in on their way up."""
    scoring = state.rules.scoring
    on_foundations = sum(map(len, state.foundations))
    hidden = sum(column.face_down_count for column in state.columns)
    return (
        state.score
        + scoring.tableau_to_foundation * (52 * state.rules.decks - on_foundations)
        + scoring.turn_over * hidden
        + scoring.waste_to_tableau * (len(state.stock) + len(state.waste))
    )


@given(games(st.sampled_from(list(PRESETS.values())), max_moves=100))
def test_no_preset_can_be_pumped(game: Game) -> None:
    # No event raises the potential unless the floor swallows a penalty, and at the floor the
    # potential is at most what a fresh pack could bring in: so the score is bounded.
    floor = game.rules.scoring.floor
    bound = potential(game.initial)
    before = game.initial
    for step in game.replay():
        swallowed = step.state.score == floor
        assert potential(step.state) <= potential(before) or swallowed
        assert step.state.score <= potential(step.state) <= bound
        before = step.state


@pytest.mark.parametrize("name", PRESETS)
def test_every_event_of_a_preset_lowers_the_potential_or_keeps_it(name: str) -> None:
    scoring = PRESETS[name].scoring
    assert scoring.foundation_to_tableau + scoring.tableau_to_foundation <= 0
    assert scoring.waste_to_foundation <= scoring.tableau_to_foundation + scoring.waste_to_tableau
    assert scoring.recycle <= 0


def test_columns_take_any_iterable_of_cards() -> None:
    king = Card.parse("Kh")
    assert Column([king], [king]) == Column((king,), (king,))
    assert king.color is Color.RED
