"""Faults in the rules of moving: public faults of other programs, retold with our own positions."""

from itertools import pairwise

import pytest

from klondike import (
    CARDS,
    PRESETS,
    STILLDECK_DRAW_1,
    Card,
    Column,
    EmptyColumn,
    GameState,
    IllegalMoveError,
    InvalidStateError,
    Layout,
    Move,
    MoveKind,
    Pile,
    Rank,
    Reason,
    Rules,
    Suit,
    triangle,
)
from positions import CASE_8, all_cards, moves_of, names, play, position, ramble, sentences, tops

RETURN = Rules()
NO_RETURN = Rules(foundation_return=False)
ALL_UP = Rules(columns=triangle(7, face_up="all"), foundation_return=False)
LONG_COLUMNS = Rules(
    columns=((0, 2), (0, 1), (0, 2), (0, 8), (0, 1), (0, 1), (0, 1)), foundation_return=False
)

CASE_1 = """
foundations: 4c Kd 8h 9s
t1: 9h 5c
t2: Ts
stock: Th Jh Qh Kh 6c 7c 8c 9c Tc Jc Qc Kc Js Qs Ks
"""
CASE_1_TURNED = """
foundations: 4c Kd 8h 9s
t1: Ts
t{column}: 9h 5c
stock: Th Jh Qh Kh 6c 7c 8c 9c Tc Jc Qc Kc Js Qs Ks
"""
CASE_1_LONG = """
foundations: 4c Kd 4h 9s
t1: Ts
t7: 5h 9h 8c 7h
stock: 6h 8h Th Jh Qh Kh 5c 6c 7c 9c Tc Jc Qc Kc Js Qs Ks
"""
CASE_3 = """
foundations: Kc Kd Ah 2s
t1: 4h 3s 2h
stock: 3h 5h 6h 7h 8h 9h Th Jh Qh Kh 4s 5s 6s 7s 8s 9s Ts Js Qs Ks
"""
CASE_4 = """
foundations: Kc - Ah Ks
t1: Kh Qh
t3: 2h Jh
t4: 3h 4h 5h 6h 7h 8h 9h Th
stock: 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd
waste: Ad 2d
"""
CASE_6 = """
foundations: 3c 2d Kh 3s
t1: 5d
t2: 4c | 3d
t3: 4s
t4: Ks
t5: Qs
t6: Ts
t7: Js
stock: 4d 6d 7d 8d 9d Td Jd Qd Kd 5c 6c 7c 8c 9c Tc Jc Qc Kc 5s 6s 7s 8s 9s
"""
CASE_10 = """
foundations: Kc Td Kh Ks
waste: Kd Jd Qd
"""
CASE_11_KING = """
foundations: Kc Td Kh Ks
waste: Qd Jd Kd
"""
CASE_13 = """
foundations: Kc Td Kh Ks
t2: Jd | Kd
waste: Qd
"""
KING_RUNS = """
foundations: 9c Jd Kh Ks
t1: Kd Qc
t2: Qd Jc
waste: Tc Kc
"""

TO_ALL_COLUMNS = {f"w>t{number}" for number in range(1, 8)}


def answers(state: GameState, text: str, reason: Reason | None) -> None:
    """One truth: the reason, the list of legal moves, and what happens on trying."""
    move = Move.parse(text)
    illegality = state.why_illegal(move)
    assert (illegality and illegality.reason) is reason
    assert (move in state.legal_moves) is (reason is None)
    if illegality is None:
        assert all_cards(state.apply(move)) == list(CARDS)
        return
    with pytest.raises(IllegalMoveError) as caught:
        state.apply(move)
    assert (caught.value.move, caught.value.illegality) == (move, illegality)


@pytest.mark.parametrize(
    ("text", "rules", "moves"),
    [
        *(
            pytest.param(
                CASE_1_TURNED.format(column=column),
                ALL_UP,
                {"t1>fs", f"t{column}>fc", "draw"},
                id=f"case-1-t{column}",
            )
            for column in range(2, 8)
        ),
        pytest.param(CASE_1_LONG, ALL_UP, {"t7>t1x3", "t1>fs", "draw"}, id="case-1-long-block"),
        pytest.param(CASE_4, LONG_COLUMNS, {"draw"}, id="case-4"),
        pytest.param(
            CASE_6,
            RETURN,
            {"draw", "t2>fd", "t2>t3", "t3>fs", "t3>t1"},
            id="case-6",
        ),
        pytest.param(
            CASE_8,
            RETURN,
            {"draw", "t1>fs", "t2>fd", "t2>t3", "t3>fc", "fd>t1", "fh>t1", "fs>t2"},
            id="case-8",
        ),
        pytest.param(
            CASE_8, NO_RETURN, {"draw", "t1>fs", "t2>fd", "t2>t3", "t3>fc"}, id="case-8-no-return"
        ),
        pytest.param(CASE_10, NO_RETURN, {"recycle"}, id="case-10"),
        pytest.param(
            CASE_10,
            Rules(foundation_return=False, empty_column=EmptyColumn.ANY),
            {"recycle", *TO_ALL_COLUMNS},
            id="case-11-any",
        ),
        pytest.param(CASE_11_KING, NO_RETURN, {"recycle", *TO_ALL_COLUMNS}, id="case-11-king"),
        pytest.param(
            CASE_11_KING,
            Rules(foundation_return=False, empty_column=EmptyColumn.NONE),
            {"recycle"},
            id="case-11-none",
        ),
        pytest.param(
            CASE_13,
            NO_RETURN,
            {"recycle", *(f"t2>t{number}" for number in (1, 3, 4, 5, 6, 7))},
            id="case-13",
        ),
    ],
)
def test_legal_moves_are_exactly_these(text: str, rules: Rules, moves: set[str]) -> None:
    assert moves_of(position(text, rules)) == moves


@pytest.mark.parametrize(
    ("text", "rules", "move", "reason"),
    [
        pytest.param(
            CASE_1_TURNED.format(column=5), ALL_UP, "t5>t1x2", Reason.NOT_A_RUN, id="case-1"
        ),
        pytest.param(CASE_1_LONG, ALL_UP, "t7>t1", Reason.WRONG_RANK, id="case-1-one"),
        pytest.param(CASE_1_LONG, ALL_UP, "t7>t1x2", Reason.WRONG_RANK, id="case-1-two"),
        pytest.param(CASE_1_LONG, ALL_UP, "t7>t1x3", None, id="case-1-three"),
        pytest.param(CASE_1_LONG, ALL_UP, "t7>t1x4", Reason.NOT_A_RUN, id="case-1-four"),
        pytest.param(CASE_1_LONG, ALL_UP, "t7>t1x5", Reason.COUNT_OUT_OF_RANGE, id="case-1-five"),
        *(
            pytest.param(
                CASE_3,
                RETURN,
                f"t1>f{suit}x{count}",
                Reason.TOO_MANY_FOR_FOUNDATION,
                id=f"case-3-f{suit}-x{count}",
            )
            for suit in "cdhs"
            for count in (2, 3)
        ),
        pytest.param(CASE_3, RETURN, "t1>fh", None, id="case-3-one-card"),
        pytest.param(CASE_4, LONG_COLUMNS, "w>fd", Reason.WRONG_RANK, id="case-4-own-suit"),
        pytest.param(CASE_4, LONG_COLUMNS, "w>fh", Reason.WRONG_SUIT, id="case-4-own-color"),
        pytest.param(CASE_4, LONG_COLUMNS, "w>fc", Reason.WRONG_SUIT, id="case-4-other-color"),
        pytest.param(CASE_6, RETURN, "t2>t1x2", Reason.FACE_DOWN, id="case-6"),
        pytest.param(CASE_8, RETURN, "fc>t1", Reason.WRONG_RANK, id="case-8-equal-rank"),
        pytest.param(CASE_8, RETURN, "fc>t3", Reason.SAME_COLOR, id="case-8-own-suit"),
        pytest.param(CASE_8, RETURN, "fs>t1", Reason.SAME_COLOR, id="case-8-own-color"),
        pytest.param(CASE_8, RETURN, "fd>t2", Reason.SAME_COLOR, id="case-8-own-color-red"),
        pytest.param(CASE_8, RETURN, "fh>t2", Reason.SAME_COLOR, id="case-8-red-on-red"),
        pytest.param(CASE_8, NO_RETURN, "fh>t1", Reason.FOUNDATION_RETURN_OFF, id="case-8-off"),
        *(
            pytest.param(
                CASE_10,
                RETURN,
                f"w>t{number}",
                Reason.EMPTY_COLUMN_NEEDS_KING,
                id=f"case-10-t{number}",
            )
            for number in range(1, 8)
        ),
        pytest.param(
            CASE_11_KING,
            Rules(empty_column=EmptyColumn.NONE),
            "w>t4",
            Reason.EMPTY_COLUMN_CLOSED,
            id="case-11-none",
        ),
        pytest.param(CASE_13, NO_RETURN, "t2>t2", Reason.SAME_PILE, id="case-13-same-column"),
        pytest.param(CASE_13, NO_RETURN, "t2>t7x2", Reason.FACE_DOWN, id="case-13-both"),
        pytest.param(CASE_13, NO_RETURN, "w>t1", Reason.EMPTY_COLUMN_NEEDS_KING, id="case-13-w"),
        pytest.param(KING_RUNS, RETURN, "t1>t3x2", None, id="case-13-king-run"),
        pytest.param(
            KING_RUNS, RETURN, "t2>t3x2", Reason.EMPTY_COLUMN_NEEDS_KING, id="case-13-queen-run"
        ),
        pytest.param(
            KING_RUNS, RETURN, "t1>t3", Reason.EMPTY_COLUMN_NEEDS_KING, id="case-13-top-of-run"
        ),
        pytest.param(KING_RUNS, RETURN, "w>t7", None, id="case-13-king-from-waste"),
    ],
)
def test_every_question_gets_one_answer(
    text: str, rules: Rules, move: str, reason: Reason | None
) -> None:
    answers(position(text, rules), move, reason)


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        pytest.param(CASE_1, {"column 1 has 5c on 9h, which the rules do not allow"}, id="case-1"),
        pytest.param(
            CASE_4,
            {
                "column 1 has Qh on Kh, which the rules do not allow",
                "column 3 has Jh on 2h, which the rules do not allow",
                *(
                    f"column 4 has {card} on {CARDS[card.index - 1]}, which the rules do not allow"
                    for card in CARDS[Card.parse("4h").index : Card.parse("Jh").index]
                ),
            },
            id="case-4",
        ),
    ],
)
def test_blocks_that_play_cannot_build_are_refused(text: str, problems: set[str]) -> None:
    with pytest.raises(InvalidStateError) as caught:
        position(text)
    assert set(sentences(caught.value.problems)) == problems


def test_case_1_of_all_pairs_only_alternating_descending_ones_can_lie_on_each_other() -> None:
    def refused(beneath: Card, card: Card) -> bool:
        pair = Layout(columns=[Column((), (beneath, card)), *[Column()] * 6])
        return any(
            "do not allow" in problem for problem in sentences(pair.problems(STILLDECK_DRAW_1))
        )

    for beneath in CARDS:
        for card in CARDS:
            fits = beneath.rank - card.rank == 1 and beneath.color is not card.color
            assert refused(beneath, card) is not fits


def is_run(pile: tuple[Card, ...]) -> bool:
    return all(
        lower.rank + 1 == upper.rank and lower.color is not upper.color
        for upper, lower in pairwise(pile)
    )


@pytest.mark.parametrize("name", ["STILLDECK_DRAW_1", "STILLDECK_DRAW_3", "SARATOGA", "SMALL_HARP"])
def test_cases_1_6_8_what_goes_to_columns_is_what_fits(name: str) -> None:
    def fits(group: tuple[Card, ...], target: Column) -> bool:
        if target.face_up:
            return is_run((target.face_up[-1], *group))
        return is_run(group) and group[0].rank is Rank.KING

    kinds = (MoveKind.TABLEAU_TO_TABLEAU, MoveKind.FOUNDATION_TO_TABLEAU)
    for seed in range(2):
        for step in ramble(PRESETS[name], seed, 90).replay():
            state = step.state
            groups = [
                (Pile.column(index), column.face_up[-count:], count)
                for index, column in enumerate(state.columns)
                for count in range(1, len(column.face_up) + 1)
            ]
            groups += [
                (Pile.foundation(suit), state.foundations[suit][-1:], 1)
                for suit in Suit
                if state.foundations[suit]
            ]
            expected = {
                Move(source, Pile.column(index), count)
                for source, group, count in groups
                for index, column in enumerate(state.columns)
                if source is not Pile.column(index) and fits(group, column)
            }
            assert {move for move in state.legal_moves if move.kind in kinds} == expected


def test_case_6_hidden_cards_never_move_and_never_show_why() -> None:
    for seed in range(10):
        state = ramble(STILLDECK_DRAW_1, seed).state
        for source, column in enumerate(state.columns):
            for extra in range(1, column.face_down_count + 1):
                for target in set(range(7)) - {source}:
                    count = len(column.face_up) + extra
                    refusal = state.why_illegal(
                        Move(Pile.column(source), Pile.column(target), count)
                    )
                    assert refusal is not None
                    assert (refusal.reason, refusal.cards) == (Reason.FACE_DOWN, ())


def test_case_3_blocks_never_go_to_foundations() -> None:
    for seed in range(10):
        state = ramble(STILLDECK_DRAW_1, seed).state
        for source in range(7):
            for count in range(2, 14):
                for suit in Suit:
                    move = Move(Pile.column(source), Pile.foundation(suit), count)
                    assert not state.is_legal(move)


def test_case_3_the_cards_go_up_one_by_one() -> None:
    state = position(CASE_3)
    for move, top in (("t1>fh", "2h"), ("t1>fs", "3s")):
        state = play(state, move)
        assert all_cards(state) == list(CARDS)
        assert top in {names(pile[-1:]) for pile in state.foundations}
    assert names(state.columns[0].face_up) == "4h"


@pytest.mark.parametrize(
    ("suit", "other"), [(suit, other) for suit in "cdhs" for other in "cdhs" if suit != other]
)
def test_case_4_no_suit_stands_in_for_another(suit: str, other: str) -> None:
    rest = " ".join(f"{rank}{suit}" for rank in "3456789TJQK")
    others = " ".join(f"{rank}{other}" for rank in "23456789TJ")
    state = position(
        f"{tops({suit: '0', other: 'A'})}\nt2: K{other} | Q{other}\n"
        f"stock: {rest} {others}\nwaste: A{suit} 2{suit}",
        NO_RETURN,
    )
    assert moves_of(state) == {"draw"}
    for foundation in "cdhs":
        reason = Reason.WRONG_RANK if foundation == suit else Reason.WRONG_SUIT
        answers(state, f"w>f{foundation}", reason)


def test_case_6_the_card_beneath_turns_up_and_then_plays() -> None:
    for first in ("t2>fd", "t2>t3"):
        after = play(position(CASE_6), first)
        assert after.columns[1] == Column((), (Card.parse("4c"),))
        assert {"t2>t1", "t2>fc"} <= moves_of(after)


@pytest.mark.parametrize("empty", EmptyColumn)
def test_cases_10_and_11_which_of_the_52_cards_fill_an_empty_column(empty: EmptyColumn) -> None:
    rules = Rules(foundation_return=False, empty_column=empty)
    for card in CARDS:
        above = CARDS[card.index + 1 : card.suit * 13 + 13]
        state = GameState.from_layout(
            Layout(
                columns=[Column()] * 7,
                waste=[*above, card],
                foundations=[
                    CARDS[suit * 13 : suit * 13 + (card.rank - 1 if suit is card.suit else 13)]
                    for suit in Suit
                ],
            ),
            rules,
        )
        fills = empty is EmptyColumn.ANY or (empty is EmptyColumn.KING and card.rank is Rank.KING)
        assert moves_of(state) == {"recycle", f"w>f{card.suit.letter}"} | (
            TO_ALL_COLUMNS if fills else set[str]()
        )


@pytest.mark.parametrize("suit", "cdhs")
@pytest.mark.parametrize("column", range(1, 8))
def test_case_12_every_column_is_looked_at(column: int, suit: str) -> None:
    ace, two = f"A{suit}", f"2{suit}"
    pile, front = (ace, two) if column == 1 else (f"{two} | {ace}", "")
    rest = " ".join(f"{rank}{suit}" for rank in "3456789TJQK")
    state = position(f"{tops({suit: '0'})}\nt{column}: {pile}\nstock: {front} {rest}")
    up = f"t{column}>f{suit}"
    assert up in moves_of(state)
    assert up in set(map(str, state.safe_moves))
    after = play(state, up)
    finish = after.autofinish
    assert finish is not None
    assert play(after, *map(str, finish)).is_won
    if column > 1:
        assert str(finish[0]) == up


@pytest.mark.parametrize("suit", "cdhs")
@pytest.mark.parametrize("column", range(2, 8))
def test_case_13_kings_move_although_nothing_hosts_them(column: int, suit: str) -> None:
    text = f"{tops({suit: 'T'})}\nt{column}: J{suit} | K{suit}\nwaste: Q{suit}"
    state = position(text, NO_RETURN)
    others = set(range(1, 8)) - {column}
    assert moves_of(state) == {"recycle", *(f"t{column}>t{other}" for other in others)}
    for other in others:
        moved = play(state, f"t{column}>t{other}")
        assert moved.columns[other - 1] == Column((), (Card.parse(f"K{suit}"),))
        assert moved.columns[column - 1] == Column((), (Card.parse(f"J{suit}"),))
        won = play(moved, f"t{column}>f{suit}", f"w>f{suit}", f"t{other}>f{suit}")
        assert won.is_won
