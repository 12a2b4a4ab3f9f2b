"""Faults of scoring: public faults of other programs, retold with our own positions."""

import math
import time
from collections.abc import Iterator

import attrs
import pytest

from klondike import (
    PRESETS,
    RECYCLE,
    STILLDECK_DRAW_1,
    STILLDECK_DRAW_3,
    VEGAS_DRAW_1,
    WINDOWS_DRAW_1,
    WINDOWS_DRAW_3,
    Column,
    Deal,
    EventKind,
    Game,
    GameState,
    InvalidArgumentError,
    Move,
    MoveKind,
    Pile,
    PileKind,
    Reason,
    Rules,
    Suit,
)
from klondike.scoring import (
    SCORINGS,
    Scoring,
    published_time_bonus,
    time_bonus,
    time_penalty,
    timed_score,
)
from positions import CASE_8, VARIANTS, easy_win, layout, names, play, position, ramble

WASTE_ONLY = """
foundations: Kc Td Kh Ks
waste: Kd Jd Qd
"""
CASE_26 = """
foundations: Kc 9d 9h Ks
stock: Jd Qd Td Kd Th Jh Qh Kh
"""
CASE_33 = """
foundations: Kc Kd 8h 9s
t1: Ts
t2: 9h
t3: Th | Js
stock: Jh Qh Kh Qs Ks
"""


def with_score(text: str, rules: Rules, score: int, redeals_used: int = 0) -> GameState:
    scored = attrs.evolve(layout(text, rules, redeals_used), score=score)
    return GameState.from_layout(scored, rules)


def states(name: str, seeds: int, plies: int = 100) -> Iterator[GameState]:
    for seed in range(seeds):
        game = ramble(PRESETS[name], seed, plies)
        yield game.initial
        yield from (step.state for step in game.replay())


def test_case_24_nothing_goes_from_foundation_to_foundation() -> None:
    state = play(GameState.start(Deal.from_seed(7)), "t7>fc")
    assert [names(pile) for pile in state.foundations] == ["Ac", "", "", ""]
    for source in Suit:
        for target in Suit:
            move = Move(Pile.foundation(source), Pile.foundation(target))
            refusal = state.why_illegal(move)
            expected = Reason.SAME_PILE if source is target else Reason.NOT_A_MOVE
            assert refusal is not None
            assert refusal.reason is expected
    for rules in PRESETS.values():
        for move in rules.moves:
            assert {move.source.kind, move.target.kind} != {PileKind.FOUNDATION}


@pytest.mark.parametrize("name", VARIANTS)
def test_case_24_every_legal_move_scores_what_the_table_says(name: str) -> None:
    scoring = PRESETS[name].scoring
    points = {
        MoveKind.WASTE_TO_TABLEAU: scoring.waste_to_tableau,
        MoveKind.WASTE_TO_FOUNDATION: scoring.waste_to_foundation,
        MoveKind.TABLEAU_TO_FOUNDATION: scoring.tableau_to_foundation,
        MoveKind.FOUNDATION_TO_TABLEAU: scoring.foundation_to_tableau,
    }
    for state in states(name, 1, 60):
        for move in state.legal_moves:
            after = state.apply(move)
            gain = points.get(move.kind, 0)
            if move == RECYCLE and state.redeals_used >= scoring.free_recycles:
                gain = scoring.recycle
            floor = -math.inf if scoring.floor is None else scoring.floor
            score = max(floor, state.score + gain)
            if [*map(down_count, after.columns)] != [*map(down_count, state.columns)]:
                score = max(floor, score + scoring.turn_over)
            assert after.score == score


def down_count(column: Column) -> int:
    return column.face_down_count


@pytest.mark.parametrize("name", SCORINGS)
def test_case_24_no_named_scoring_has_a_money_pump(name: str) -> None:
    scoring = SCORINGS[name]
    assert scoring.foundation_to_tableau + scoring.tableau_to_foundation <= 0
    assert scoring.recycle <= 0
    for start in (0, 10, 25, 100):
        state = with_score(CASE_8, Rules(scoring=scoring), start)
        rounds = [state.score]
        for _ in range(12):
            state = play(state, "fh>t1", "t1>fh")
            rounds.append(state.score)
        settled = rounds if start else rounds[1:]
        assert settled == sorted(settled, reverse=True)
        assert max(rounds) <= max(start, scoring.tableau_to_foundation)


@pytest.mark.parametrize(
    ("text", "rules", "moves", "scores"),
    [
        pytest.param(
            CASE_26, STILLDECK_DRAW_3, ["draw", "w>fd", "draw"], [0, 10, 10], id="case-26"
        ),
        pytest.param(
            CASE_26,
            STILLDECK_DRAW_3,
            ["draw", "w>fd", "draw", "draw", "recycle", "draw"],
            [0, 10, 10, 10, 0, 0],
            id="case-26-recycle",
        ),
        pytest.param(
            CASE_26,
            VEGAS_DRAW_1,
            ["draw", "draw", "draw", "w>fd"],
            [-52, -52, -52, -47],
            id="case-26-vegas",
        ),
        pytest.param(CASE_33, STILLDECK_DRAW_1, ["t2>t1"], [0], id="case-33-a"),
        pytest.param(CASE_33, STILLDECK_DRAW_1, ["t1>fs", "t3>fs"], [10, 25], id="case-33-b"),
        pytest.param(CASE_33, STILLDECK_DRAW_1, ["fd>t4", "t4>fd"], [0, 10], id="case-24-king"),
        pytest.param(
            CASE_33,
            Rules(scoring=Scoring(tableau_to_foundation=3, turn_over=-10)),
            ["t1>fs", "t3>fs"],
            [3, 0],
            id="case-32-floor-after-turning",
        ),
        pytest.param(
            CASE_33,
            Rules(scoring=Scoring(tableau_to_foundation=-10, turn_over=5)),
            ["t1>fs", "t3>fs"],
            [0, 5],
            id="case-32-floor-before-turning",
        ),
    ],
)
def test_points_along_a_line_and_back(
    text: str, rules: Rules, moves: list[str], scores: list[int]
) -> None:
    game = Game.from_state(position(text, rules)).play(*map(Move.parse, moves))
    line = [game.initial.score, *scores]
    assert [game.go_to(ply).state.score for ply in range(len(line))] == line
    assert [game.undo(count).state.score for count in range(len(line))] == line[::-1]
    assert [game.undo(len(moves)).redo(count).state.score for count in range(len(line))] == line


@pytest.mark.parametrize("name", VARIANTS)
def test_case_26_the_events_of_a_game_add_up_to_its_score(name: str) -> None:
    scoring = PRESETS[name].scoring
    for seed in range(2):
        score = scoring.start
        for step in ramble(PRESETS[name], seed, 100).replay():
            for event in step.events:
                score = scoring.add(score, event.points)
                assert event.kind is not EventKind.CARDS_DRAWN or event.points == 0
            assert step.state.score == score


@pytest.mark.parametrize("name", ["STILLDECK_DRAW_1", "WINDOWS_DRAW_3", "VEGAS_DRAW_3", "GNOME"])
def test_case_28_taking_back_costs_only_what_the_caller_charges(name: str) -> None:
    for seed in range(5):
        game = ramble(PRESETS[name], seed)
        back = game.undo(game.ply)
        assert game.deal is not None
        fresh = GameState.start(game.deal, PRESETS[name])
        assert (back.state, hash(back.state), back.state.score) == (fresh, hash(fresh), fresh.score)
        assert back.redo(game.ply).state.score == game.state.score


@pytest.mark.parametrize(
    ("seconds", "published", "measured", "penalty"),
    [
        pytest.param(0, 0, 0, 0, id="case-30-at-once"),
        pytest.param(9.99, 0, 0, 0, id="case-30-not-yet-10"),
        pytest.param(10, 0, 0, -2, id="case-30-10"),
        pytest.param(29, 0, 0, -4, id="case-30-29"),
        pytest.param(29.99, 0, 0, -4, id="case-30-not-yet-30"),
        pytest.param(30, 0, 23_310, -6, id="case-30-boundary"),
        pytest.param(31, 22_580, 22_575, -6, id="case-30-31"),
        pytest.param(70, 10_000, 9_975, -14, id="case-30-70"),
        pytest.param(70.9, 10_000, 9_975, -14, id="case-30-started-second"),
        pytest.param(700, 1_000, 980, -140, id="case-30-700"),
        pytest.param(700_001, 0, 0, -140_000, id="case-30-a-week"),
    ],
)
def test_time_is_worth(seconds: float, published: int, measured: int, penalty: int) -> None:
    assert published_time_bonus(seconds) == published
    assert time_bonus(seconds) == measured
    assert time_penalty(seconds) == penalty
    assert timed_score(600, seconds, won=False) == max(0, 600 + penalty)
    assert timed_score(600, seconds, won=True) == max(0, 600 + penalty) + measured


@pytest.mark.parametrize("seconds", [-1, -0.001, math.nan, math.inf, -math.inf])
def test_case_30_impossible_times_are_refused(seconds: float) -> None:
    for bonus in (time_bonus, published_time_bonus, time_penalty):
        with pytest.raises(InvalidArgumentError, match="seconds"):
            bonus(seconds)
    with pytest.raises(InvalidArgumentError, match="seconds"):
        timed_score(0, seconds, won=True)


def test_case_30_no_clock_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> float:
        raise AssertionError("a clock was read")

    before = easy_win().state.score
    with monkeypatch.context() as patched:
        for name in ("time", "monotonic", "perf_counter", "process_time", "time_ns"):
            patched.setattr(time, name, broken)
        after = easy_win().state.score
        bonus = time_bonus(100)
    assert (after, bonus) == (before, 7000)


@pytest.mark.parametrize(
    ("name", "costs"),
    [
        pytest.param("WINDOWS_DRAW_1", [-100] * 6, id="case-32-windows-draw-1"),
        pytest.param("WINDOWS_DRAW_3", [0, 0, 0, -20, -20, -20], id="case-32-windows-draw-3"),
        pytest.param("STILLDECK_DRAW_1", [0] * 6, id="case-32-stilldeck-draw-1"),
        pytest.param("STILLDECK_DRAW_3", [-20] * 6, id="case-32-stilldeck-draw-3"),
        pytest.param("VEGAS", [0] * 6, id="case-32-vegas"),
        pytest.param("GNOME", [0] * 6, id="case-32-gnome"),
        pytest.param("NONE", [0] * 6, id="case-32-none"),
    ],
)
def test_recycles_cost(name: str, costs: list[int]) -> None:
    scoring = SCORINGS[name]
    assert [scoring.recycle_points(number) for number in range(1, 7)] == costs
    for draw_count in (1, 3):
        rules = Rules(draw_count=draw_count, scoring=scoring)
        for used, cost in enumerate(costs):
            state = with_score(WASTE_ONLY, rules, 1000, used)
            step = state.step(RECYCLE)
            assert step.state.score == 1000 + cost
            assert [event.points for event in step.events] == [cost]


@pytest.mark.parametrize(
    ("rules", "score", "scores"),
    [
        pytest.param(WINDOWS_DRAW_1, 250, [150, 50, 0, 0], id="case-32-floor"),
        pytest.param(WINDOWS_DRAW_1, 0, [0, 0], id="case-32-nothing-to-lose"),
        pytest.param(WINDOWS_DRAW_3, 50, [50, 50, 50, 30, 10, 0], id="case-32-after-the-third"),
        pytest.param(STILLDECK_DRAW_3, 50, [30, 10, 0], id="case-32-from-the-first"),
        pytest.param(STILLDECK_DRAW_1, 50, [50, 50, 50], id="case-32-free"),
        pytest.param(
            Rules(scoring=Scoring(recycle=-30, free_recycles=1, floor=None)),
            50,
            [50, 20, -10, -40],
            id="case-32-without-floor",
        ),
    ],
)
def test_recycles_one_after_the_other(rules: Rules, score: int, scores: list[int]) -> None:
    state = with_score(WASTE_ONLY, rules, score)
    found: list[int] = []
    for _ in scores:
        state = state.apply(RECYCLE)
        found.append(state.score)
        while state.stock:
            state = play(state, "draw")
    assert found == scores


@pytest.mark.parametrize(
    ("moves", "events"),
    [
        pytest.param(["t2>t1"], [("cards_moved", "9h", 0)], id="case-33-a"),
        pytest.param(["t1>fs"], [("cards_moved", "Ts", 10)], id="case-33-b-first"),
        pytest.param(
            ["t1>fs", "t3>fs"],
            [("cards_moved", "Js", 10), ("card_turned", "Th", 5)],
            id="case-33-b-second",
        ),
        pytest.param(["draw"], [("cards_drawn", "Jh", 0)], id="case-33-draw"),
    ],
)
def test_what_happens_is_told(moves: list[str], events: list[tuple[str, str, int]]) -> None:
    step = play(position(CASE_33), *moves[:-1]).step(Move.parse(moves[-1]))
    told = [(event.kind.value, names(event.cards), event.points) for event in step.events]
    assert told == events


def test_case_33_a_turned_card_is_told_exactly_when_one_is_turned() -> None:
    for state in states("STILLDECK_DRAW_1", 6):
        for move in state.legal_moves:
            step = state.step(move)
            turned = [
                (index, before.face_down[-1:])
                for index, (before, after) in enumerate(
                    zip(state.columns, step.state.columns, strict=True)
                )
                if before.face_down != after.face_down
            ]
            told = [
                (event.source.index, event.cards)
                for event in step.events
                if event.kind is EventKind.CARD_TURNED
            ]
            assert told == turned
            assert step.state == state.apply(move)
