"""Faults that other solvers really had, and that none of ours may have.

The deals are those of public reports; the verdicts beside them were found by two independent
engines.
"""

from __future__ import annotations

import re

import attrs
import pytest

from klondike import (
    COMPILED,
    DRAW,
    RECYCLE,
    STILLDECK_DRAW_1,
    STILLDECK_DRAW_3,
    Deal,
    GameState,
    Metric,
    Move,
    Pile,
    Rules,
    Suit,
    Verdict,
    hint,
    shortest,
    solve,
)
from klondike.notation import parse_deal
from test_properties import SUIT_RENAMINGS, renamed_card

NEEDS_RETURN = parse_deal(
    "Ac 6c Ad Ah Kh Kd Kc 2c 5c As 5h 4d Ks 2h 4h 3h 3d 6d 3c 3s 2d 5d 2s 4c 5s 6s "
    "6h 4s Qc Qd Qh Qs Jc Jd Jh Js Tc Td Th Ts 9c 9d 9h 9s 8c 8d 8h 8s 7c 7d 7h 7s"
)
KPAT = parse_deal(
    "6c 7d Ah Kh 9h 4d 6h 4s 5s Jd Tc 3c 2c Qc 9c Qd 9s 2d Ad Jc 7c 8h 4c 5d Qs Kd "
    "2h Ks 2s 6d 8c 7h 7s Kc Jh 5c Td 3d Ac Js 9d 8d Ts 4h Qh 3s 6s 5h 8s As 3h Th"
)
HUMAN = parse_deal(
    "Kd Js 7s 4h Jh 2s Jc 5h Qc Ah 4c 6h 4d 3d Th 9c 4s 9h Ac 2h Ad 6s 6c 7c Tc 9d "
    "Td 2c 8s 3s 8c 5c Qd As 6d Qh 2d Kh Jd Ks 8d 5s 7d 3h Ts Qs 7h 8h 5d 9s 3c Kc"
)
HUMAN_WAY = """
4C 7C DR6 WS 25 72 DR12 W1 DR6 NEW DR10 W1 71 DR12 NEW DR1 W6 DR12 W6 76 71
DR7 WC DR1 NEW DR2 W1 DR12 W1 51-2 DR4 NEW DR1 W7 57 52 5C DR11 W5 65-4 DR1 W2
62 6D DR3 NEW DR5 WD 3D 53-6 61 62 6S DR1 W5 35-7 DR7 NEW DR1 W2 72-3 47 4H
"""
EASY = parse_deal(
    "Ac 8c Ad 6d Td Kd 2s 2c 9c 2d 7d Jd As 3c Tc 3d 8d Qd 4c Jc 4d 9d 5c Qc 5d 6c "
    "Kc 7c 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"
)
LOST_DRAW_1 = (
    parse_deal(
        "4c 7s Ah 6d Td Ac 4h Jc 6h Qs Qd Th Qh 3s 3d 4d 9c 9s 8d 4s Js 5h 2h 2c 5d 6c "
        "As 3c Ks 7h Ts 9h 8s Ad 8h 6s 8c 3h 7d Jh 5s Kc 9d 7c 2s Kd Kh Qc 5c Tc Jd 2d"
    ),
    parse_deal(
        "5c Qs 3h 8c Ah 2c 3d 9h Qh 6c 4c 8d 8s 9d Js Ts 4d 8h Td 5s As 4h 5d Kc 2d 3s "
        "Qc 7h Ad 7s 7d Kd Ac 6s Qd 9c 6h Th Ks 7c 2s 5h Jc Tc 6d Kh 2h 3c Jh 4s 9s Jd"
    ),
)
LOST_DRAW_3 = (
    parse_deal(
        "4c 7d As Ac 8c Qc Jh 5s 3s Qh Jd 8h 8d Ks 4h Ad 6h Kd 6c 9c Qd 4s Kc 2d Ts Ah "
        "9d Qs Td 5h 2c 3h 7c 7h 5c 4d 6d Tc Th 3c Jc 5d Kh 6s 2h 9h 3d 7s Js 2s 8s 9s"
    ),
    parse_deal(
        "Jh 3h Ah 4h 3d 9s 2s As 2h Ac 8s 8d Ad 7d 4d Jc 7s 2c 5c 6c Th 6h 4c 7h Tc 3c "
        "Td Jd Kd 8c 6d Ks Kc 5h 4s 6s 5s Ts 3s 8h Qc Qs 9c 9h 5d 7c 9d 2d Js Qd Kh Qh"
    ),
)


def verdict(pack: Deal, rules: Rules, max_states: int = 20_000) -> Verdict:
    state = GameState.start(pack, rules)
    solution = solve(state, max_states=max_states)
    for move in solution.moves:
        state = state.apply(move)
    assert state.is_won == (solution.verdict is Verdict.WINNABLE)
    return solution.verdict


@pytest.mark.parametrize("rules", [STILLDECK_DRAW_1, STILLDECK_DRAW_3])
def test_a_move_that_turned_a_card_is_not_undone_by_its_reverse(rules: Rules) -> None:
    # case 78
    kept = attrs.evolve(rules, foundation_return=False)
    assert verdict(NEEDS_RETURN, rules) is Verdict.WINNABLE
    assert verdict(NEEDS_RETURN, kept) is Verdict.UNWINNABLE


def test_the_fewest_moves_take_a_card_back() -> None:
    # case 78
    state = GameState.start(NEEDS_RETURN, STILLDECK_DRAW_1)
    found = shortest(state, metric=Metric.DRAWS_AND_CARD_MOVES, max_states=100_000)
    assert found.lower_bound == 80
    assert found.verdict is Verdict.WINNABLE


def test_each_state_is_solved_by_its_own_draw_count() -> None:
    # case 80
    for _ in range(2):
        assert verdict(KPAT, STILLDECK_DRAW_1) is Verdict.WINNABLE
        assert verdict(KPAT, STILLDECK_DRAW_3) is Verdict.UNWINNABLE


@pytest.mark.parametrize("budget", [1, 2, 5, 20, 100])
def test_a_search_that_was_cut_short_proves_nothing(budget: int) -> None:
    # cases 84 and 89
    for pack in (*LOST_DRAW_1, *LOST_DRAW_3, KPAT, HUMAN):
        for rules in (STILLDECK_DRAW_1, STILLDECK_DRAW_3):
            state = GameState.start(pack, rules)
            little = solve(state, max_states=budget)
            assert little.states <= budget
            if little.verdict is not Verdict.UNKNOWN:
                assert little.verdict is solve(state, max_states=20_000).verdict


@pytest.mark.parametrize("renaming", SUIT_RENAMINGS)
@pytest.mark.parametrize("rules", [STILLDECK_DRAW_1, STILLDECK_DRAW_3])
def test_suits_may_be_renamed(renaming: tuple[int, ...], rules: Rules) -> None:
    # case 85
    renamed = Deal.from_cards(renamed_card(card, renaming) for card in KPAT.cards)
    assert verdict(renamed, rules) is verdict(KPAT, rules)


def test_exchanging_one_suit_of_each_colour_is_no_renaming() -> None:
    # case 85: clubs and diamonds change places, and with them what lies on what
    exchanged = Deal.from_cards(renamed_card(card, (1, 0, 2, 3)) for card in KPAT.cards)
    assert verdict(exchanged, STILLDECK_DRAW_3) is Verdict.WINNABLE


@pytest.mark.parametrize("pack", LOST_DRAW_1)
def test_deals_that_are_lost_with_one_card_to_a_draw(pack: Deal) -> None:
    # case 86
    assert verdict(pack, STILLDECK_DRAW_1) is Verdict.UNWINNABLE
    assert verdict(pack, STILLDECK_DRAW_3) is Verdict.UNWINNABLE


@pytest.mark.parametrize("pack", LOST_DRAW_3)
def test_deals_that_are_lost_with_three_cards_to_a_draw_only(pack: Deal) -> None:
    # case 86
    assert verdict(pack, STILLDECK_DRAW_1) is Verdict.WINNABLE
    assert verdict(pack, STILLDECK_DRAW_3) is Verdict.UNWINNABLE


def pile(letter: str) -> Pile:
    if letter == "W":
        return Pile.WASTE
    return Pile.column(int(letter) - 1) if letter.isdecimal() else foundation(letter)


def foundation(letter: str) -> Pile:
    return Pile.foundation(Suit("CDHS".index(letter)))


def test_what_a_human_won_is_not_called_lost() -> None:
    # case 87: two hours and no answer for a deal that somebody had won
    state = GameState.start(HUMAN, STILLDECK_DRAW_1)
    for word in HUMAN_WAY.split():
        if word == "NEW":
            state = state.apply(RECYCLE)
        elif drawn := re.fullmatch(r"DR(\d+)", word):
            for _ in range(int(drawn[1])):
                state = state.apply(DRAW)
        else:
            count = int(word[3:] or 1)
            state = state.apply(Move(pile(word[0]), pile(word[1]), count))
    assert not any(column.face_down for column in state.columns)
    assert solve(state, max_states=10).verdict is Verdict.WINNABLE
    budget = 2_000_000 if COMPILED else 20_000
    found = verdict(HUMAN, STILLDECK_DRAW_1, budget)
    assert found is Verdict.WINNABLE or (not COMPILED and found is Verdict.UNKNOWN)


def test_an_easy_deal_is_solved_at_once_and_shortly() -> None:
    # case 90: 52 cards go up and 24 are drawn, and that is enough
    state = GameState.start(EASY, STILLDECK_DRAW_1)
    assert solve(state, max_states=100).verdict is Verdict.WINNABLE
    assert hint(state).verdict is Verdict.WINNABLE
    found = shortest(state, max_states=10_000)
    assert (found.verdict, found.lower_bound) == (Verdict.WINNABLE, 76)
    assert len(solve(state).moves) >= 76
