"""Positions that are lost even if no move took anything away."""

import random
from collections.abc import Callable

import pytest

from klondike import (
    Build,
    Deal,
    EmptyColumn,
    GameState,
    InvalidStateError,
    Rules,
    RunMove,
    Verdict,
    shortest,
    solve,
)
from klondike.solver import _any_rules
from klondike.solver._hopeless import is_hopeless
from mutants import mutants
from positions import position, small_position


def hopeless(state: GameState, look: Callable[..., bool] = is_hopeless) -> bool:
    return look(state.rules._compiled_rules.tables, state._position)


def any_rules(seed: int) -> GameState | None:
    generator = random.Random(seed)
    rules = Rules(
        draw_count=generator.choice([1, 3]),
        foundation_return=generator.random() < 0.5,
        build=generator.choice(list(Build)),
        run_move=generator.choice(list(RunMove)),
        empty_column=generator.choice(list(EmptyColumn)),
    )
    try:
        return small_position(rules, seed, generator.randint(13, 40))
    except InvalidStateError:
        return None


def compare(
    seeds: list[int], limit: int, hopeless: Callable[[GameState], bool] = hopeless
) -> tuple[int, int]:
    """How many positions are won, and how many hopeless."""
    won = without_hope = 0
    for seed in seeds:
        state = any_rules(seed)
        if state is None:
            continue
        table = state.rules._compiled_rules.tables
        if _any_rules.search(table, state._position, limit, prune=False).codes is not None:
            won += 1
            assert not hopeless(state), seed
        elif hopeless(state):
            without_hope += 1
    return won, without_hope


def test_no_position_that_can_be_won_is_hopeless() -> None:
    # the last four need columns emptied later, cards taken back and a last look around
    won, without_hope = compare([*range(200), 274, 485, 1101, 6969], 1_000)
    assert won > 100
    assert without_hope > 20


MUTANTS = {
    "no column emptied later": (
        "                else:\n                    room |= tables.guests[EMPTY]\n",
        "",
        0,
    ),
    "no column empty from the start": (
        "room = tables.guests[EMPTY] if [] in columns else 0",
        "room = 0",
        1101,
    ),
    "no card taken back": (
        "            if tables.foundation_return:\n                waiting.append(card)\n",
        "",
        274,
    ),
    "no card goes to its foundation from a column": ("(room | gone)", "room", 1),
    "no card goes to its foundation from the talon": (
        "waiting = [*stock, *waste]",
        "waiting = [*stock]",
        8,
    ),
    "no card goes to its foundation that was turned": (
        "                    reached |= BITS[column[-1]]\n",
        "",
        1,
    ),
    "no card takes others that was turned": (
        "                    fresh.append(column[-1])\n",
        "",
        1,
    ),
    "no last look around": ("while fresh or room != before:", "while fresh:", 17),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_one_step_too_far_is_caught(name: str) -> None:
    old, new, seed = MUTANTS[name]
    wrong = mutants(["solver._hopeless"], [("solver._hopeless", old, new)])[
        "solver._hopeless"
    ].is_hopeless
    with pytest.raises(AssertionError):
        compare(
            [seed], 2_000, lambda state: wrong(state.rules._compiled_rules.tables, state._position)
        )
    assert compare([seed], 2_000)[0] == 1


@pytest.mark.slow
def test_no_position_that_can_be_won_is_hopeless_by_the_thousand() -> None:
    won, without_hope = compare(list(range(10_000, 12_000)), 500)
    assert won > 1_000
    assert without_hope > 200


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (Rules(), 1),
        (Rules(empty_column=EmptyColumn.NONE), 81),
        (Rules(build=Build.ANY), 0),
        (Rules(build=Build.ANY, empty_column=EmptyColumn.NONE), 66),
        (Rules(build=Build.SAME_SUIT), 77),
        (Rules(build=Build.SAME_SUIT, empty_column=EmptyColumn.ANY), 30),
    ],
)
def test_so_many_of_a_hundred_deals_are_hopeless(rules: Rules, expected: int) -> None:
    deals = [GameState.start(Deal.from_seed(seed), rules) for seed in range(100)]
    found = [state for state in deals if hopeless(state)]
    assert len(found) == expected
    for state in found[:5]:
        solution = solve(state)
        assert (solution.verdict, solution.states) == (Verdict.UNWINNABLE, 1)
        assert shortest(state).verdict is Verdict.UNWINNABLE


@pytest.mark.parametrize("empty_column", EmptyColumn)
@pytest.mark.parametrize(
    ("text", "blocked"),
    [
        ("foundations: Kc Kd Kh Js\nt2: Qs | Ks", True),
        ("foundations: Kc Kd Jh Qs\nt2: Qh | Ks\nstock: Kh", False),
    ],
)
def test_a_king_that_no_column_takes_must_not_lie_on_its_own_suit(
    text: str, empty_column: EmptyColumn, *, blocked: bool
) -> None:
    state = position(text, Rules(empty_column=empty_column))
    assert hopeless(state) == (blocked and empty_column is EmptyColumn.NONE)
