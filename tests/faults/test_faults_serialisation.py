"""Faults of keeping and seeding: public faults of other programs, with our own positions."""

import copy
import json
import os
import pickle
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise, product
from random import Random

import attrs
import pytest

from klondike import (
    CARDS,
    PRESETS,
    STILLDECK_DRAW_3,
    Card,
    Deal,
    EmptyColumn,
    Game,
    GameState,
    InvalidDealError,
    InvalidStateError,
    ParseError,
    Rules,
    View,
)
from klondike.deals import shuffle
from klondike.notation import (
    Record,
    format_deal,
    format_position,
    format_record,
    parse_deal,
    parse_position,
    parse_record,
)
from klondike.scoring import SCORINGS
from klondike.serial import Document, from_json, to_json
from positions import VARIANTS, layout, moves_of, position, ramble, sentences

CASE_58 = (
    "6d Qd Kh 4c As 4d 8c 3s 8s Jc 5h Qs Kd 8h 9c Jh 2d 7c 7s 2h 8d 3h Kc 2c 6c Ts 4h 6s 9d 5s Ks"
)
CASE_60 = """
foundations: 4c 3d Ah 2s
t2: Qh | 4d
t4: 9s 9h 2h | Kc Qd
t5: Td | Jh Tc
t6: 5d 6d 7d 8d 9d | Jd
t7: Kd 3h 6h | Js
stock: 5c 6c 7c 8c 9c Jc Qc 4h 5h 7h 8h Th
waste: 3s 4s 5s 6s 7s 8s Ts Qs Ks Kh
"""
GOLDEN = {
    0: (
        "8s Jh 9c 2s 2d Qd 6s Tc 3d Ac Jc 7c 9h 8c Qs Kh 5h 2c 3h 5c Ah 6c 4s Td 5d 8h "
        "8d Ad Qh Ts Qc Jd 3s 4d 2h 9d 3c Kd As 7s 9s 7d Js 6h Ks 4c 7h 5s 6d 4h Kc Th"
    ),
    1: (
        "7d 9c 4d 8h 8d 5s Jd 6d 9s Jc 5d Kd 3c 2d Jh 5h 7h 4h 2c Ad 6s Kc Kh Th Ts Js "
        "Td 8s Qc 4s 6c 7c As 5c Ah Ks 6h Qs Qh Qd 9d 3d 3s Ac 4c 2h 8c Tc 3h 2s 9h 7s"
    ),
    7: (
        "4d 5c Jh 3s 4h Th Ks 6d 4s 7h 9d 2c Kd Js Tc 2h 7c 4c 7s 2s Ts 9s 3c Qh 2d 8d "
        "6s Ac 9c Jd 6h 3d 3h 8h Ah Kh 6c As 7d 5h 9h 5s Qs Ad Kc Td 8c Jc 5d 8s Qd Qc"
    ),
    2**32: (
        "Ah 4h Kc Qc 8d As 3h Qs Ks 5h 3s 7s 3d Ts 8s 2d 2c Qd Ad 8c 5c 3c 9d 5d 7h 4s "
        "9s Jh Th Jc 5s Td 4c Ac Kh 6c Kd 2s 4d 9c Jd 2h 8h Qh 7c 6d 9h 6h Tc 7d Js 6s"
    ),
    2**64 - 1: (
        "Jc Ks 7s 4c Ad Jh 5d 2h Ah 7d 6d 6s 4d As 4s 7h 3d 2d 9h Qh 8d 3s 5s 9s Ac 8s "
        "Qd Td 7c Qs 9c 4h Jd Kh Kc 6h 9d 8h 8c Th 6c Kd 2s 3h Qc Js 3c 5h Ts 2c Tc 5c"
    ),
}
PRINT_DEALS = f"""
from klondike import Deal
for seed in {[*GOLDEN]}:
    print(Deal.from_seed(seed))
"""
PLAY_ON = """
import json, sys
from klondike import Game
from klondike.notation import format_position
from klondike.serial import from_json
game = from_json(json.load(sys.stdin), Game)
for number in range(40):
    moves = game.state.legal_moves
    game = game.play(moves[number * 7 % len(moves)])
print(format_position(game.state))
"""


def fresh_process(script: str, text: str = "", hash_seed: str = "random") -> str:
    done = subprocess.run(  # noqa: S603  # this very interpreter
        [sys.executable, "-c", script],
        input=text,
        capture_output=True,
        check=True,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    return done.stdout


def texts(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        pytest.param(CARDS[:31], "not 31", id="case-58"),
        pytest.param(CARDS[:51], "not 51", id="case-58-51"),
        pytest.param((*CARDS, CARDS[0]), "not 53", id="case-58-53"),
        pytest.param((), "not 0", id="case-58-none"),
        pytest.param(
            (*CARDS[:51], CARDS[0]),
            "Ac appears 2 times, expected 1; Ks appears 0 times",
            id="case-58-doubled",
        ),
    ],
)
def test_a_deal_of_other_cards_than_a_pack_is_refused(cards: tuple[Card, ...], reason: str) -> None:
    with pytest.raises(InvalidDealError, match=reason):
        Deal.from_cards(cards)
    if cards:
        with pytest.raises(ParseError, match=reason):
            parse_deal(texts(cards))
    document = to_json(Deal.from_cards(CARDS)) | {"cards": [*map(str, cards)]}
    with pytest.raises(ParseError, match=reason):
        from_json(document, Deal)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(CASE_58, id="case-58-digits"),
        pytest.param("7", id="case-58-a-seed"),
        pytest.param("", id="case-58-empty"),
        *(
            pytest.param(f"{card} {texts(CARDS[1:])}", id=f"case-58-{card}")
            for card in ("0c", "1c", "14c", "00c", "Xc", "Ax", "A5", "A", "c", "Ac,")
        ),
        *(
            pytest.param(f"{card} {texts(CARDS[1:])}", id=f"case-68-{card}")
            for card in ("AC", "aC", "ac", "A♣", "Ac\ufe0e", "(Ac)", "10c")
        ),
        pytest.param(texts(CARDS).upper(), id="case-68-upper"),
        pytest.param(texts(CARDS).lower(), id="case-68-lower"),
        pytest.param(texts(CARDS).replace("T", "10"), id="case-68-ten"),
        pytest.param(texts(CARDS).replace(" ", "  ", 1), id="case-58-two-spaces"),
        pytest.param(texts(CARDS) + "\n", id="case-58-line-end"),
    ],
)
def test_a_deal_is_never_guessed(text: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_deal(text)
    assert isinstance(caught.value, ValueError)


def test_case_58_the_cards_that_were_shown_are_no_deal() -> None:
    with pytest.raises(InvalidDealError, match=r"52 cards.* not 31"):
        Deal.from_cards(map(Card.parse, CASE_58.split()))


@pytest.mark.parametrize("draw_count", [1, 3])
@pytest.mark.parametrize("max_redeals", [None, 0, 2])
@pytest.mark.parametrize("foundation_return", [True, False])
@pytest.mark.parametrize("empty_column", ["king", "any"])
@pytest.mark.parametrize("scoring", ["NONE", "STILLDECK_DRAW_1", "VEGAS"])
def test_case_60_a_state_comes_back_with_all_its_rules_and_counters(
    draw_count: int,
    max_redeals: int | None,
    foundation_return: bool,
    empty_column: str,
    scoring: str,
) -> None:
    rules = Rules(
        draw_count=draw_count,
        max_redeals=max_redeals,
        foundation_return=foundation_return,
        empty_column=EmptyColumn(empty_column),
        scoring=SCORINGS[scoring],
    )
    for used in range(1 + (2 if max_redeals is None else max_redeals)):
        base = attrs.evolve(layout(CASE_60, rules, used), score=rules.scoring.start + 45)
        state = GameState.from_layout(base, rules)
        written = parse_position(format_position(state))
        loaded = from_json(json.loads(json.dumps(to_json(state))), GameState)
        for back in (written, loaded):
            assert (back, hash(back), back.rules) == (state, hash(state), rules)
            assert (back.layout(), back.redeals_left) == (base, state.redeals_left)
        assert loaded.legal_moves == state.legal_moves


@pytest.mark.parametrize("name", VARIANTS)
def test_case_60_every_kind_of_game_comes_back_in_the_middle_of_a_game(name: str) -> None:
    dealt = ramble(PRESETS[name], 5).undo(3)
    view = dealt.state.view()
    assert from_json(json.loads(json.dumps(to_json(view))), View) == view
    moved = Game.from_state(dealt.state).play(dealt.state.legal_moves[0])
    for game in (dealt, moved.undo()):
        for back in (
            from_json(json.loads(json.dumps(to_json(game))), Game),
            parse_record(format_record(Record(game))).game,
            pickle.loads(pickle.dumps(game)),  # noqa: S301  # made here
            copy.deepcopy(game),
        ):
            assert (back, back.state, back.moves) == (game, game.state, game.moves)
            assert back.state.layout() == game.state.layout()
            assert back.go_to(len(game.moves)).state == game.go_to(len(game.moves)).state


@pytest.mark.parametrize("seed", GOLDEN)
def test_case_62_a_seed_deals_these_cards_for_ever(seed: int) -> None:
    dealt = Deal.from_seed(seed)
    assert str(dealt) == GOLDEN[seed]
    assert (dealt.seed, dealt.algorithm) == (seed, "klondike-1")


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_case_62_no_hash_seed_changes_a_deal(hash_seed: str) -> None:
    assert fresh_process(PRINT_DEALS, hash_seed=hash_seed).splitlines() == [*GOLDEN.values()]


def test_case_62_neighbouring_seeds_deal_other_cards() -> None:
    assert len({Deal.from_seed(seed).cards for seed in range(500)}) == 500
    for seed, after in pairwise(range(50)):
        pairs = zip(Deal.from_seed(seed).cards, Deal.from_seed(after).cards, strict=True)
        assert sum(first is second for first, second in pairs) < 10


@pytest.mark.parametrize("seed", [-1, 2**64, 7.0, True, "7", None])
def test_case_62_what_is_no_seed_is_refused(seed: int) -> None:
    with pytest.raises(InvalidDealError, match="seed"):
        Deal.from_seed(seed)


@pytest.mark.parametrize("size", range(1, 7))
def test_case_63_every_order_is_shuffled_by_exactly_one_choice(size: int) -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for choices in product(*(range(bound) for bound in range(size, 1, -1))):
        items = [*range(size)]
        asked: list[int] = []
        rest = iter(choices)

        def below(bound: int, asked: list[int] = asked, rest: Iterator[int] = rest) -> int:
            asked.append(bound)
            return next(rest)

        shuffle(items, below)
        orders[tuple(items)] += 1
        assert asked == [*range(size, 1, -1)]
    assert set(orders.values()) == {1}
    assert len(orders) == len([*product(*(range(bound) for bound in range(size, 1, -1)))])


def test_case_63_seeds_favour_no_card_and_no_place() -> None:
    seeds = 20_000
    counts = [[0] * 52 for _ in range(52)]
    firsts = [0] * 51
    for seed in range(seeds):
        places = [0] * 52
        for place, card in enumerate(Deal.from_seed(seed).cards):
            places[card.index] = place
        for index, place in enumerate(places):
            counts[index][place] += 1
        for index, (first, second) in enumerate(pairwise(places)):
            firsts[index] += first < second
    cells = [count for row in counts for count in row]
    expected = seeds / 52
    assert max(abs(count - expected) for count in cells) < 6 * (expected * 51 / 52) ** 0.5
    assert abs(sum(counts[index][index] for index in range(52)) - seeds) < 6 * seeds**0.5
    assert max(abs(count - seeds / 2) for count in firsts) < 6 * (seeds / 4) ** 0.5
    freedom = 51 * 51
    chi_square = sum((count - expected) ** 2 for count in cells) / expected
    assert abs(chi_square - freedom) < 6 * (2 * freedom) ** 0.5


def five_columns(document: Document) -> None:
    del document["columns"][5:]


def eight_columns(document: Document) -> None:
    document["columns"].append({"face_down": [], "face_up": []})


def sixteen_cards(document: Document) -> None:
    document["stock"] = document["stock"][:6]
    for column in document["columns"][4:]:
        column.update(face_down=[], face_up=[])


def three_foundations(document: Document) -> None:
    document["foundations"].pop()


def unknown_card(document: Document) -> None:
    document["columns"][2]["face_down"][1] = "10h"


def upper_case_card(document: Document) -> None:
    document["columns"][2]["face_up"][0] = "KH"


def face_up_under_face_down(document: Document) -> None:
    document["columns"][3]["face_down"].append({"face_up": "Kh"})


def third_part_of_a_column(document: Document) -> None:
    document["columns"][3]["face_down_again"] = []


def no_face_up_card(document: Document) -> None:
    column = document["columns"][6]
    document["columns"][0]["face_up"] += column["face_up"]
    column["face_up"] = []


def no_stock(document: Document) -> None:
    del document["stock"]


def columns_by_name(document: Document) -> None:
    document["columns"] = {"1": document["columns"]}


def score_as_text(document: Document) -> None:
    document["score"] = "0"


def redeals_as_fraction(document: Document) -> None:
    document["redeals_used"] = 0.0


def draw_as_truth(document: Document) -> None:
    document["rules"]["draw_count"] = True


@pytest.mark.parametrize(
    ("spoil", "path", "reason"),
    [
        pytest.param(five_columns, "$", "there are 5 columns, expected 7", id="case-65-five"),
        pytest.param(eight_columns, "$", "there are 8 columns, expected 7", id="case-65-eight"),
        pytest.param(sixteen_cards, "$", "2c is missing", id="case-65-sixteen-cards"),
        pytest.param(
            three_foundations, "$", "there are 3 foundations, expected 4", id="case-65-three"
        ),
        pytest.param(
            unknown_card, "$.columns[2].face_down[1]", "'10h' is not a card", id="case-68-ten"
        ),
        pytest.param(
            upper_case_card, "$.columns[2].face_up[0]", "'KH' is not a card", id="case-68-upper"
        ),
        pytest.param(
            face_up_under_face_down,
            "$.columns[3].face_down[3]",
            "expected a string",
            id="case-68-face-up-under-face-down",
        ),
        pytest.param(
            third_part_of_a_column,
            "$.columns[3]",
            "'face_down_again' is not known here",
            id="case-68-third-part",
        ),
        pytest.param(
            no_face_up_card,
            "$",
            "column 7 has no face-up card on top of its face-down ones",
            id="case-68-face-down-on-top",
        ),
        pytest.param(no_stock, "$", "'stock' is missing", id="case-65-no-stock"),
        pytest.param(columns_by_name, "$.columns", "expected a list", id="case-65-columns-by-name"),
        pytest.param(score_as_text, "$.score", "expected a whole number", id="case-65-score"),
        pytest.param(
            redeals_as_fraction,
            "$.redeals_used",
            "expected a whole number",
            id="case-65-redeals",
        ),
        pytest.param(
            draw_as_truth,
            "$.rules.draw_count",
            "expected a whole number",
            id="case-60-draw",
        ),
    ],
)
def test_what_is_wrong_with_a_document_is_said_with_its_place(
    spoil: Callable[[Document], None], path: str, reason: str
) -> None:
    document = to_json(GameState.start(Deal.from_seed(7)))
    spoil(document)
    with pytest.raises(ParseError, match=re.escape(reason)) as caught:
        from_json(document, GameState)
    assert caught.value.path == path
    assert str(caught.value).startswith(f"{path}: ")


def test_case_65_every_missing_card_is_named() -> None:
    document = to_json(GameState.start(Deal.from_seed(7)))
    sixteen_cards(document)
    with pytest.raises(ParseError) as caught:
        from_json(document, GameState)
    cause = caught.value.__cause__
    assert isinstance(cause, InvalidStateError)
    assert len(cause.problems) == 36
    kept = {card for column in document["columns"] for card in column["face_up"]}
    kept |= {card for column in document["columns"] for card in column["face_down"]}
    kept |= {*document["stock"]}
    missing = [str(card) for card in CARDS if str(card) not in kept]
    assert sentences(cause.problems) == tuple(f"{card} is missing" for card in missing)


def test_case_67_a_game_goes_on_in_another_process() -> None:
    game = Game.start(Deal.from_seed(42), STILLDECK_DRAW_3)
    game = game.play(game.state.legal_moves[0])
    document = json.dumps(to_json(game))
    state = game.state
    for number in range(40):
        state = state.apply(state.legal_moves[number * 7 % len(state.legal_moves)])
    assert fresh_process(PLAY_ON, document).rstrip("\n") == format_position(state)


def test_case_67_the_cards_are_in_the_file_and_the_seed_is_a_remark() -> None:
    game = Game.start(Deal.from_seed(42)).play(*GameState.start(Deal.from_seed(42)).legal_moves[:1])
    document = to_json(game)
    assert document["deal"]["cards"] == str(Deal.from_seed(42)).split()
    assert document["deal"]["seed"] == "42"
    document["deal"] |= {"seed": None, "algorithm": None}
    back = from_json(json.loads(json.dumps(document)), Game)
    assert (back, back.state) == (game, game.state)
    assert back.deal is not None
    assert back.deal.seed is None


@pytest.mark.parametrize("seed", [0, 41, 2**53, 2**63 - 1, 2**64 - 2])
def test_case_67_the_next_deal_follows_also_after_loading(seed: int) -> None:
    document = json.loads(json.dumps(to_json(Deal.from_seed(seed))))
    loaded = from_json(document, Deal)
    assert loaded.seed is not None
    assert loaded.seed == seed
    after = Deal.from_seed(loaded.seed + 1)
    assert after == Deal.from_seed(seed + 1)
    assert after != loaded


@pytest.mark.parametrize("seed", ["43", "042", "-42", "42 ", "٤٢", "", 42, None])
def test_case_67_a_seed_of_other_cards_is_refused(seed: object) -> None:
    document = to_json(Deal.from_seed(42)) | {"seed": seed}
    with pytest.raises(ParseError) as caught:
        from_json(document, Deal)
    assert caught.value.path == "$.seed"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        pytest.param("|4d", "|4D", "'4D' is not a card", id="case-68-upper-case"),
        pytest.param("|4d", "|10d", "'10' is not a card", id="case-68-ten"),
        pytest.param("|4d", "|4d|5c", "is not a column", id="case-68-up-down-up"),
        pytest.param("/5c|6d", "/5c6d", "is not a column", id="case-68-no-bar"),
        pytest.param(
            "/5c|6d", "/5c6d|", "column 2 has no face-up card", id="case-68-face-down-on-top"
        ),
        pytest.param("/5c|6d", "/|5c6d", "column 2 has 6d on 5c", id="case-68-face-up-below"),
        pytest.param("/5c|6d", "", "there are 6 columns, expected 7", id="case-65-six"),
        pytest.param("/5c|6d", "/5c|6d/|", "there are 8 columns, expected 7", id="case-65-eight"),
        pytest.param(
            "rules:default", "rules:draw_count=1", "these rules must be written as", id="case-60"
        ),
        pytest.param("waste:-", "waste:", "expected cards", id="case-65-empty"),
        pytest.param("redeals:0", "redeals:00", "not a whole number", id="case-65-number"),
        pytest.param("score:0", "score:-5", "lies below the floor", id="case-65-score"),
    ],
)
def test_what_is_wrong_with_a_position_is_said(old: str, new: str, reason: str) -> None:
    text = format_position(GameState.start(Deal.from_seed(7)))
    assert text.count(old) == 1
    with pytest.raises(ParseError, match=re.escape(reason)):
        parse_position(text.replace(old, new))


def test_case_68_one_text_for_one_position() -> None:
    state = position(CASE_60)
    text = format_position(state)
    assert "columns:|/Qh|4d/|/9s9h2h|KcQd/Td|JhTc/5d6d7d8d9d|Jd/Kd3h6h|Js " in text
    assert format_position(parse_position(text)) == text
    assert moves_of(parse_position(text)) == moves_of(state)


def test_case_60_random_deals_come_back() -> None:
    for seed in range(20):
        dealt = Deal.shuffled(Random(seed))
        assert parse_deal(format_deal(dealt)) == dealt
        assert from_json(json.loads(json.dumps(to_json(dealt))), Deal) == dealt
