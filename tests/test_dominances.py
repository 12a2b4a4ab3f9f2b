"""The dominances of the kernel: each switched off, each alone, each one step too far."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from types import ModuleType

import pytest

from klondike import (
    Build,
    Card,
    Column,
    EmptyColumn,
    GameState,
    IllegalMoveError,
    InvalidStateError,
    Layout,
    Rules,
)
from klondike._core import ALTERNATING
from klondike.solver import _any_rules, _winning
from klondike.solver._numbers import BIT_OF_INDEX
from klondike.solver._winning import dominances
from mutants import mutants
from positions import small_position

SWITCHES = {
    "SAFE": dominances.SAFE,
    "SAFE_TALON": dominances.SAFE_TALON,
    "REVERSIBLE": dominances.REVERSIBLE,
    "LAZY": dominances.LAZY,
    "RELAX": dominances.RELAX,
    "OPEN_CARDS": dominances.OPEN_CARDS,
}
KERNEL = (
    "solver._numbers",
    "solver._winning.dominances",
    "solver._winning.memory",
    "solver._winning.moves",
    "solver._winning.kernel",
)
# asks the relaxed game at once, so that small positions come to it
EARLY = (
    "solver._winning.kernel",
    "RELAX_AFTER_VISITS: Final = 1000",
    "RELAX_AFTER_VISITS: Final = 0",
)


def small_state(seed: int) -> GameState | None:
    """A position of the standard family with few cards off the foundations, if there is one."""
    generator = random.Random(seed)
    rules = Rules(
        draw_count=generator.choice([1, 1, 2, 3, 3, 4]),
        max_redeals=generator.choice([None, None, None, 0, 1, 2]),
        foundation_return=generator.random() < 0.6,
    )
    try:
        return small_position(rules, seed, generator.randint(14, 32))
    except InvalidStateError:
        return None


def variant(seed: int) -> GameState | None:
    """The same for the other builds and columns that stay empty."""
    generator = random.Random(seed)
    rules = Rules(
        build=generator.choice([Build.ANY, Build.SAME_COLOR, Build.SAME_SUIT, Build.ALTERNATING]),
        empty_column=generator.choice([EmptyColumn.KING, EmptyColumn.NONE]),
        draw_count=generator.choice([1, 1, 2, 3]),
        max_redeals=generator.choice([None, None, None, 0, 1]),
        foundation_return=generator.random() < 0.7,
    )
    try:
        return small_position(rules, seed, generator.randint(14, 34))
    except InvalidStateError:
        return None


def any_suit(seed: int) -> GameState:
    """A position of a game in which suits do not matter, all cards of the talon at will."""
    generator = random.Random(seed)
    rules = Rules(
        build=Build.ANY,
        foundation_return=generator.random() < 0.5,
        empty_column=generator.choice([EmptyColumn.KING, EmptyColumn.NONE, EmptyColumn.NONE]),
    )
    return small_position(rules, seed, generator.randint(16, 44))


def at_will_state(seed: int, draws: tuple[int, ...], *, foundation_return: bool) -> GameState:
    """A position with unlimited redeals, most often; found by trying very many seeds."""
    generator = random.Random(seed)
    rules = Rules(
        draw_count=generator.choice(draws),
        max_redeals=generator.choice([None, None, 0] if len(draws) > 1 else [None]),
        foundation_return=generator.choice([foundation_return]),
    )
    return small_position(rules, seed, generator.randint(16, 36))


def is_winnable(
    state: GameState, budget: int = 20_000, switches: int = dominances.EVERY_DOMINANCE
) -> bool | None:
    """What the kernel says, its way to win checked by the engine."""
    table = state.rules._compiled_rules.tables
    assert _winning.fits(state.rules, state._position)
    found = _winning.search(table, state._position, budget, switches=switches)
    if found.codes is None:
        return False if found.exhausted else None
    for code in found.codes:
        state = state.apply(state.rules.moves[code])
    assert state.is_won
    return True


def mutant(edits: Iterable[tuple[str, str, str]]) -> ModuleType:
    """The kernel, from its source with some text replaced."""
    return mutants(KERNEL, edits)["solver._winning.kernel"]


def use(kernel: ModuleType, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(_winning, "kernel", kernel)
    patch.setattr(_winning, "Search", kernel.Search)


def compare(
    seeds: Iterable[int],
    switches: int,
    budget: int,
    make: Callable[[int], GameState | None] = small_state,
) -> tuple[int, int]:
    """How many positions are decided with and without rules, and how many of them are lost."""
    decided = lost = 0
    for seed in seeds:
        state = make(seed)
        if state is None:
            continue
        verdicts = {is_winnable(state, budget), is_winnable(state, budget, switches)}
        if None not in verdicts:
            assert len(verdicts) == 1, seed
            decided += 1
            lost += False in verdicts
    return decided, lost


@pytest.mark.parametrize("make", [small_state, variant])
@pytest.mark.parametrize("name", SWITCHES)
def test_without_one_dominance_the_verdicts_are_the_same(
    name: str, make: Callable[[int], GameState | None]
) -> None:
    decided, lost = compare(range(200), dominances.EVERY_DOMINANCE & ~SWITCHES[name], 500, make)
    assert decided > 80
    assert lost > 5


@pytest.mark.parametrize("empty_column", [EmptyColumn.KING, EmptyColumn.NONE])
@pytest.mark.parametrize("switches", range(64))
def test_four_kings_on_the_floor_and_nothing_up_is_won_with_any_dominances(
    switches: int, empty_column: EmptyColumn
) -> None:
    # the one node in whose key every part is 0; and kings go up though none takes them back
    runs = ["Kc Qd Jc Td 9c 8d 7c 6d 5c 4d 3c 2d Ac", "Kd Qc Jd Tc 9d 8c 7d 6c 5d 4c 3d 2c Ad"]
    runs += [run.replace("c", "s").replace("d", "h") for run in runs]
    columns = [Column((), map(Card.parse, run.split())) for run in [*runs, "", "", ""]]
    state = GameState.from_layout(Layout(columns=columns), Rules(empty_column=empty_column))
    assert is_winnable(state, switches=switches)


def test_without_return_a_king_is_safe_on_the_queens() -> None:
    # all but the spades from seven up, and the kings
    layers = BIT_OF_INDEX
    built = sum(layers[suit * 13 + rank] for suit in (1, 2) for rank in range(12))
    built += sum(layers[rank] for rank in range(6)) + sum(layers[39 + rank] for rank in range(12))
    assert dominances.safe_cards(built, False, ALTERNATING) & layers[39 + 12]
    assert not dominances.safe_cards(built, True, ALTERNATING) & layers[39 + 12]


def test_the_relaxed_game_may_be_asked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    early = mutant([EARLY])
    asked = 0
    for seed in range(300):
        state = small_state(seed)
        if state is not None:
            plain = is_winnable(state, 300, 0)
            with monkeypatch.context() as patch:
                use(early, patch)
                verdict = is_winnable(state, 300)
            if None not in (plain, verdict):
                assert plain == verdict, seed
                asked += 1
    assert asked > 150


@pytest.mark.slow
@pytest.mark.parametrize("make", [small_state, variant])
@pytest.mark.parametrize("part", range(4))
def test_without_all_dominances_the_verdicts_are_the_same(
    part: int, make: Callable[[int], GameState | None]
) -> None:
    seeds = range(10_000 + 3_000 * part, 13_000 + 3_000 * part)
    decided, lost = compare(seeds, 0, 2_000, make)
    assert decided > 2_000
    assert lost > 150


@pytest.mark.slow
@pytest.mark.parametrize("make", [small_state, variant])
@pytest.mark.parametrize("name", SWITCHES)
def test_with_one_dominance_alone_the_verdicts_are_the_same(
    name: str, make: Callable[[int], GameState | None]
) -> None:
    decided, lost = compare(range(2_000), SWITCHES[name], 1_000, make)
    assert decided > 1_000
    assert lost > 80


@pytest.mark.slow
@pytest.mark.parametrize(("make", "seeds"), [(small_state, 2_500), (variant, 800)])
@pytest.mark.parametrize("part", range(4))
def test_the_kernel_and_a_search_of_the_rules_agree(
    part: int, make: Callable[[int], GameState | None], seeds: int
) -> None:
    decided = lost = 0
    for seed in range(50_000 + seeds * part, 50_000 + seeds * (part + 1)):
        state = make(seed)
        if state is None:
            continue
        verdict = is_winnable(state, 1_000)
        table = state.rules._compiled_rules.tables
        plain = _any_rules.search(table, state._position, 1_000, prune=False)
        if verdict is not None and (plain.exhausted or plain.codes is not None):
            assert verdict == (plain.codes is not None), seed
            decided += 1
            lost += not verdict
    assert decided > 0.6 * seeds
    assert lost > 0.024 * seeds


# each named after the dominance whose condition it loosens, or what it gets wrong
MUTANTS: dict[str, tuple[GameState | None, str, str, str]] = {
    "SAFE: the other colour one rank lower": (
        small_state(11),
        "solver._winning.dominances",
        "((low & LOW_HALF) << 10) | ((low & HIGH_HALF) << 6) | TWO_RANKS",
        "(low << 12) | THREE_RANKS",
    ),
    "SAFE: the twin suit one rank lower": (
        small_state(69),
        "solver._winning.dominances",
        "((twins & LOW_HALF) << 14) | ((twins & HIGH_HALF) << 10) | THREE_RANKS",
        "(twins << 16) | 0xFFFF",
    ),
    "SAFE: without return, whatever the twin suit": (
        at_will_state(10984, (1, 2, 3), foundation_return=False),
        "solver._winning.dominances",
        "(others & partners) | (pairs << 4) | ACES",
        "others",
    ),
    "SAFE: whatever the twin suit, when suits do not matter": (
        variant(255),
        "solver._winning.dominances",
        "return others & (((twins & UP_TO_JACK) << 8) | TWO_RANKS)",
        "return others",
    ),
    "SAFE: whatever the other colour, when suits do not matter": (
        variant(69),
        "solver._winning.dominances",
        "return others & (((twins & UP_TO_JACK) << 8) | TWO_RANKS)",
        "return ((twins & UP_TO_JACK) << 8) | TWO_RANKS",
    ),
    "SAFE: the twin suit one rank lower, in one colour": (
        variant(15),
        "solver._winning.dominances",
        "        return ((twins & UP_TO_JACK) << 8) | TWO_RANKS\n    pairs",
        "        return ((twins & UP_TO_TEN) << 12) | THREE_RANKS\n    pairs",
    ),
    "SAFE_TALON: whatever lies below": (
        small_state(377),
        "solver._winning.dominances",
        "tops: i64 = top_cards(home) & safe",
        "tops: i64 = top_cards(home)",
    ),
    "SAFE_TALON: at the end of the talon, whatever the waste shows": (
        small_state(120),
        "solver._winning.kernel",
        "if (key >> search.waste_shift) & search.waste_bits:",
        "if key == 0:",
    ),
    "SAFE_TALON: on the waste in a pass that is not the last": (
        small_state(2620),
        "solver._winning.kernel",
        "talon_clock >> REDEAL_SHIFT != search.redeals",
        "talon_clock >> REDEAL_SHIFT > search.redeals",
    ),
    "REVERSIBLE: roots": (
        small_state(137),
        "solver._winning.kernel",
        "ready & ~roots & ~stuck",
        "ready & ~stuck",
    ),
    "REVERSIBLE: kings that no column takes back": (
        variant(38),
        "solver._winning.kernel",
        "ready & ~roots & ~stuck",
        "ready & ~roots",
    ),
    "REVERSIBLE: no twin goes to its foundation beside a card taken back": (
        at_will_state(12245, (1,), foundation_return=True),
        "solver._winning.kernel",
        "if reversible and not has_taken_back:",
        "if reversible:",
    ),
    "LAZY: no chain of cards from the talon": (
        small_state(396),
        "solver._winning.moves",
        "uses = rest & guests\n",
        "uses = 0\n",
    ),
    "LAZY: no card taken back onto one from the talon": (
        small_state(658),
        "solver._winning.moves",
        "uses = returnable & guests\n",
        "uses = 0\n",
    ),
    "LAZY: with limited redeals": (
        small_state(14),
        "solver._winning.kernel",
        "at_will = draw_count == 1 and redeals < 0",
        "at_will = draw_count == 1",
    ),
    "LAZY: with several cards to a draw": (
        small_state(5),
        "solver._winning.kernel",
        "at_will = draw_count == 1 and redeals < 0",
        "at_will = redeals < 0",
    ),
    "LAZY: no twin goes to its foundation beside a card from the talon": (
        at_will_state(65270, (1,), foundation_return=True),
        "solver._winning.moves",
        "(group ^ bit) & visible & ahead",
        "(group ^ bit) & visible & ahead & 0",
    ),
    "LAZY: no third card of a rank goes to its foundation beside one from the talon": (
        any_suit(706),
        "solver._numbers",
        "    if build != ANY_SUIT:\n        return pair\n    return pair |",
        "    if build != ANY_SUIT or build:\n        return pair\n    return pair |",
    ),
    "RELAX: one node too few known to be won": (
        small_state(3472),
        "solver._winning.memory",
        "while step <= depth:",
        "while step < depth:",
    ),
    "RELAX: no node known to be won": (
        small_state(6),
        "solver._winning.kernel",
        "if keeps_wins and search.is_known_won(key):",
        "if keeps_wins and key == 0:",
    ),
    "OPEN_CARDS: though cards lie in the talon": (
        small_state(11),
        "solver._winning.kernel",
        "            if at_will:\n                cards |= talon\n",
        "            cards |= talon\n",
    ),
    "open groups: no more than one opening of a rank": (
        variant(6),
        "solver._numbers",
        "more = (more | (more >> 1) | (more >> 2)) & ONE_A_RANK",
        "more &= ONE_A_RANK",
    ),
    "open groups: runs of one colour cover the other colour": (
        variant(1),
        "solver._numbers",
        "        covering = next_rank(covering)",
        "        covering <<= 4",
    ),
    "guests: runs of one colour take the other colour": (
        variant(5),
        "solver._numbers",
        "if build in (ALTERNATING, ANY_SUIT):",
        "if build < 99:",
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_one_step_too_far_or_a_use_left_out_is_caught(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, module, old, new = MUTANTS[name]
    assert state is not None
    truth = is_winnable(state, switches=0)
    assert truth is not None
    assert is_winnable(state) == truth
    use(mutant([(module, old, new), EARLY]), monkeypatch)
    try:
        wrong = is_winnable(state) != truth
    except (AssertionError, StopIteration, ValueError, IllegalMoveError):
        # a way to win that is none
        wrong = True
    assert wrong
