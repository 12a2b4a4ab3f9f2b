from __future__ import annotations

import hashlib
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klondike import (
    CARDS,
    PRESETS,
    STILLDECK_DRAW_3,
    Card,
    Deal,
    GameState,
    InvalidDealError,
)
from klondike.deals import shuffle
from klondike.testing import deals

GOLDEN = {
    0: "8s Jh 9c 2s 2d Qd 6s",
    1: "7d 9c 4d 8h 8d 5s Jd",
}


def reference_shuffle(seed: int, decks: int = 1) -> list[int]:
    """The ten lines of the documentation, written again."""
    mask = 2**64 - 1
    pack = list(range(52)) * decks
    for i in range(len(pack) - 1, 0, -1):
        while True:
            seed = (seed + 0x9E3779B97F4A7C15) & mask
            z = seed
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
            z ^= z >> 31
            if z < 2**64 // (i + 1) * (i + 1):
                break
        j = z % (i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


@given(st.integers(0, 2**64 - 1), st.integers(1, 4))
def test_seeds_follow_the_written_algorithm(seed: int, decks: int) -> None:
    deal = Deal.from_seed(seed, decks=decks)
    assert [card.index for card in deal.cards] == reference_shuffle(seed, decks)
    assert (deal.seed, deal.algorithm, deal.decks) == (seed, "klondike-1", decks)


def test_numbered_deals_never_change() -> None:
    assert {seed: " ".join(map(str, Deal.from_seed(seed).cards[:7])) for seed in GOLDEN} == GOLDEN
    digest = hashlib.sha256()
    for seed in range(2_000):
        digest.update(str(Deal.from_seed(seed)).encode())
    assert digest.hexdigest() == "482a9c17c9a4f7e4003e20dc0b211d546c06a5be01bf1e41d3c29bc25d8c17dd"


def test_splitmix64_gives_its_published_numbers() -> None:
    # the first outputs for the seed 1234567, from the generator's reference implementation
    from klondike.deals import _splitmix64

    below = _splitmix64(1234567)
    assert [below(2**64) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_words_beyond_the_last_whole_multiple_are_rejected() -> None:
    from klondike.deals import _splitmix64

    bound = 2**63 + 1
    plain = _splitmix64(5)
    words = [plain(2**64) for _ in range(40)]
    below = _splitmix64(5)
    kept = [word for word in words if word < bound]
    assert 10 < len(kept) < 30
    assert [below(bound) for _ in kept] == kept


def test_the_shuffle_is_uniform() -> None:
    rounds = 6_000
    counts = [[0] * 52 for _ in range(52)]
    pairs = Counter[bool]()
    for seed in range(rounds):
        cards = Deal.from_seed(seed).cards
        for place, card in enumerate(cards):
            counts[place][card.index] += 1
        pairs[cards.index(CARDS[0]) < cards.index(CARDS[51])] += 1
    expected = rounds / 52
    chi_square = sum((count - expected) ** 2 / expected for row in counts for count in row)
    # 51 * 51 degrees of freedom: mean 2601, standard deviation 72
    assert 2601 - 5 * 72 < chi_square < 2601 + 5 * 72
    assert all(abs(count - expected) < 6 * expected**0.5 for row in counts for count in row)
    assert abs(pairs[True] - rounds / 2) < 5 * (rounds / 4) ** 0.5
    stayed = sum(counts[index][index] for index in range(52))
    assert abs(stayed - rounds) < 6 * rounds**0.5


def test_different_seeds_differ() -> None:
    assert len({Deal.from_seed(seed) for seed in range(2_000)}) == 2_000


@pytest.mark.parametrize("seed", [-1, 2**64, True, 1.0, "7", None])
def test_other_seeds_are_refused(seed: int) -> None:
    with pytest.raises(InvalidDealError, match="a seed is a whole number"):
        Deal.from_seed(seed)


def test_all_problems_of_a_seed_are_listed() -> None:
    with pytest.raises(InvalidDealError) as caught:
        Deal.from_seed(-1, algorithm="klondike-9", decks=5)
    assert len(caught.value.problems) == 3
    assert "klondike-1" in str(caught.value)


@pytest.mark.parametrize("decks", [0, 5, True, 1.0])
def test_other_numbers_of_decks_are_refused(decks: int) -> None:
    with pytest.raises(InvalidDealError, match="1 to 4 decks"):
        Deal.shuffled(random.Random(1), decks=decks)


@given(deals(), st.integers(0, 51), st.integers(0, 51))
def test_a_doubled_card_is_named_with_the_missing_one(deal: Deal, one: int, other: int) -> None:
    cards = list(deal.cards)
    if one == other:
        return
    lost, cards[one] = cards[one], cards[other]
    with pytest.raises(InvalidDealError) as caught:
        Deal.from_cards(cards)
    assert set(caught.value.problems) == {
        f"{lost} appears 0 times, expected 1",
        f"{cards[other]} appears 2 times, expected 1",
    }


@pytest.mark.parametrize("size", [0, 31, 51, 53, 5 * 52])
def test_other_sizes_are_refused(size: int) -> None:
    with pytest.raises(InvalidDealError, match=f"not {size}"):
        Deal.from_cards((CARDS * 5)[:size])


def test_things_that_are_no_cards_are_refused() -> None:
    with pytest.raises(InvalidDealError, match="'Kh' is not a Card"):
        Deal.from_cards(["Kh"] * 52)  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]


def test_the_callers_list_is_neither_kept_nor_changed() -> None:
    cards = list(CARDS)
    deal = Deal.from_cards(cards)
    games = [GameState.start(deal), GameState.start(deal)]
    assert cards == list(CARDS)
    assert games[0] == games[1]
    cards.reverse()
    assert deal.cards == CARDS
    assert Deal.from_cards(iter(CARDS)) == deal


def test_where_a_deal_comes_from_does_not_matter() -> None:
    numbered = Deal.from_seed(3)
    same = Deal.from_cards(numbered.cards)
    assert numbered == same
    assert hash(numbered) == hash(same)
    assert same.seed is None


def test_only_a_seed_makes_a_numbered_deal() -> None:
    with pytest.raises(TypeError):
        Deal(CARDS, seed=5)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


def test_a_random_deal_comes_from_the_generator_given() -> None:
    assert Deal.shuffled(random.Random(4)) == Deal.shuffled(random.Random(4))
    assert Deal.shuffled(random.Random(4)) != Deal.shuffled(random.Random(5))
    assert sorted(card.index for card in Deal.shuffled(random.Random(4), decks=2).cards) == sorted(
        [*range(52), *range(52)]
    )


def test_shuffling_calls_for_numbers_below_each_place() -> None:
    asked: list[int] = []

    def below(bound: int) -> int:
        asked.append(bound)
        return 0

    items = list("abcd")
    shuffle(items, below)
    assert asked == [4, 3, 2]
    assert items == list("bcda")


def test_rules_want_their_number_of_decks() -> None:
    with pytest.raises(InvalidDealError, match="the number of decks in the deal must be 2, not 1"):
        GameState.start(Deal.from_seed(1), PRESETS["DOUBLE_KLONDIKE"])
    with pytest.raises(InvalidDealError):
        GameState.start(Deal.from_seed(1, decks=2), STILLDECK_DRAW_3)


def test_the_first_card_of_the_stock_is_drawn_first() -> None:
    deal = Deal.from_cards(CARDS)
    state = GameState.start(deal, STILLDECK_DRAW_3)
    assert state.columns[0].face_up == (Card.parse("Ac"),)
    assert [str(column.face_up[-1]) for column in state.columns] == [
        "Ac",
        "8c",
        "Ad",
        "6d",
        "Td",
        "Kd",
        "2h",
    ]
    assert state.stock == CARDS[28:]
