"""The main job on real input: 320 games that others solved replay to a win, count by count."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

from klondike import (
    DRAW,
    RECYCLE,
    STILLDECK_DRAW_1,
    STILLDECK_DRAW_3,
    Card,
    Deal,
    Game,
    GameState,
    Move,
    MoveKind,
    Pile,
    Rules,
    Suit,
)

DATA = Path(__file__).parent / "data"


@attrs.frozen
class Solution:
    name: str
    rules: Rules
    draws: int
    recycles: int
    card_moves: int
    longest_run: int
    returns: int
    tokens: tuple[str, ...]
    deal: Deal


def card(text: str) -> Card:
    return Card.parse(text[0] + text[1].lower())


def solutions() -> Iterator[Solution]:
    for rules in (STILLDECK_DRAW_1, STILLDECK_DRAW_3):
        path = DATA / f"solutions_draw{rules.draw_count}.tsv"
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                name, *counts, tokens, cards = line.split("\t")
                draws, recycles, card_moves, longest_run, returns = map(int, counts)
                yield Solution(
                    name,
                    rules,
                    draws,
                    recycles,
                    card_moves,
                    longest_run,
                    returns,
                    tuple(tokens.split()),
                    Deal.from_cards(map(card, cards.split())),
                )


SOLUTIONS = list(solutions())


def pile(letter: str) -> Pile:
    if letter == "W":
        return Pile.WASTE
    if letter.isdigit():
        return Pile.column(int(letter) - 1)
    return Pile.foundation(Suit("CDHS".index(letter)))


def to_move(state: GameState, token: str) -> Move:
    if token == "@":
        return DRAW if state.stock else RECYCLE
    places, moved = token.split(":")
    source = pile(places[0])
    count = 1
    if places[0].isdigit():
        face_up = state.columns[source.index].face_up
        count = len(face_up) - face_up.index(card(moved))
    return Move(source, pile(places[1]), count)


def test_there_are_320_games() -> None:
    assert len(SOLUTIONS) == 320
    assert len({(solution.deal, solution.rules) for solution in SOLUTIONS}) == 320


@pytest.mark.parametrize("solution", SOLUTIONS, ids=lambda s: f"draw{s.rules.draw_count}-{s.name}")
def test_replays_to_a_win_with_the_counts_of_the_file(solution: Solution) -> None:
    game = Game.start(solution.deal, solution.rules)
    for token in solution.tokens:
        assert not game.state.is_won
        assert not game.state.is_dead
        move = to_move(game.state, token)
        assert move in game.state.legal_moves
        game = game.play(move)
    assert game.state.is_won
    kinds = [move.kind for move in game.moves]
    assert kinds.count(MoveKind.DRAW) == solution.draws
    assert kinds.count(MoveKind.RECYCLE) == solution.recycles == game.state.redeals_used
    assert kinds.count(MoveKind.FOUNDATION_TO_TABLEAU) == solution.returns
    assert len(kinds) - solution.draws - solution.recycles == solution.card_moves
    runs = [move.count for move in game.moves if move.kind is MoveKind.TABLEAU_TO_TABLEAU]
    assert max(runs) == solution.longest_run


@pytest.mark.parametrize("solution", SOLUTIONS, ids=lambda s: f"draw{s.rules.draw_count}-{s.name}")
def test_the_score_of_a_win_is_what_the_events_sum_to(solution: Solution) -> None:
    game = Game.start(solution.deal, solution.rules)
    for token in solution.tokens:
        game = game.play(to_move(game.state, token))
    scoring = solution.rules.scoring
    score = scoring.start
    turned = 0
    for step in game.replay():
        for event in step.events:
            score = scoring.add(score, event.points)
            turned += event.kind.value == "card_turned"
        assert step.state.score == score
    assert turned == 21
    if not solution.returns and not scoring.recycle:
        assert 625 <= score <= 745
