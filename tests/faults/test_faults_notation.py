"""Faults of notation: public faults of other programs, retold with our own positions."""

import re

import pytest

from klondike import (
    PRESETS,
    STILLDECK_DRAW_1,
    Card,
    Game,
    GameState,
    Move,
    MoveKind,
    ParseError,
    Rules,
    Statistics,
    Suit,
)
from klondike.notation import (
    Record,
    format_position,
    format_record,
    parse_deal,
    parse_position,
    parse_record,
)
from positions import (
    VARIANTS,
    easy_win,
    layout,
    moves_of,
    names,
    play,
    position,
    ramble,
    tops,
)

CASE_69_START = """
foundations: - - - -
t1: 5c
t2: 7h | 9h
t3: 2d 9s | Ac
t4: 5d Qh 5s | 8c
t5: Qc 2c Js 3c | 7d
t6: 5h 7s Kd 9c Jc | 6s
t7: 4c Ah 2s 6c 6h Th | Kh
stock: Tc Ts Ad 4d Qs 3h 3s Jh Td Kc 8h 8s 4s 4h Ks 6d 8d 7c Jd 9d 2h Qd 3d As
"""
CASE_69_FULL_SUIT = """
foundations: Kc Td - As
t1: Jd
t3: Ah 2h | Kd
stock: Qd 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks
"""
CASE_21 = """
foundations: Kc 8d Kh Ks
stock: Td Qd 9d Jd Kd
"""
CASE_71_DEAL = (
    "Qd 2c 5h Kh 4s 4d 9d 7s Kc 7c Kd 6d Qh 6c Ac 2d Tc Ah 6s 9c Js 7h 6h 8d 3s 4c "
    "As 2s Th Qc 9s Jh Td 3c 3h Ks 7d Jc 8s 3d 2h 5d Ad 8c Jd Qs 4h Ts 8h 9h 5c 5s"
)
CASE_73 = """
foundations: 9c 9d 8h 8s
t1: Ks Qd Jc Th 9s
t2: Kc | Qh
t3: Kd Qc | Js
t4: Tc
t5: Ts
stock: Td Jd Kh Jh Qs
waste: 9h
"""


@pytest.mark.parametrize(
    ("text", "foundations"),
    [
        pytest.param(CASE_69_START, "-,-,-,-", id="case-69-start"),
        pytest.param(CASE_69_FULL_SUIT, "Kc,Td,-,As", id="case-69-full-suit"),
        pytest.param("foundations: Kc Kd Kh Ks", "Kc,Kd,Kh,Ks", id="case-69-won"),
    ],
)
def test_positions_come_back(text: str, foundations: str) -> None:
    state = position(text)
    written = format_position(state)
    assert f" foundations:{foundations} " in written
    assert parse_position(written) == state
    assert parse_position(written).layout() == layout(text)


def test_case_69_one_ace_up() -> None:
    state = play(position(CASE_69_START), "t3>fc")
    written = format_position(state)
    assert " foundations:Ac,-,-,- columns:|5c/7h|9h/2d|9s/" in written
    assert parse_position(written) == state
    assert names(parse_position(written).foundations[Suit.CLUBS]) == "Ac"


@pytest.mark.parametrize("suit", Suit)
def test_case_69_the_top_card_tells_the_height(suit: Suit) -> None:
    ranks = "0A23456789TJQK"
    for height, rank in enumerate(ranks):
        rest = " ".join(f"{each}{suit.letter}" for each in ranks[height + 1 :])
        state = position(f"{tops({suit.letter: rank})}\nstock: {rest}")
        written = format_position(state)
        shown = re.search(r"foundations:(\S+)", written)
        assert shown is not None
        assert shown[1].split(",")[suit] == (f"{rank}{suit.letter}" if height else "-")
        back = parse_position(written)
        assert (back, len(back.foundations[suit])) == (state, height)


@pytest.mark.parametrize("name", VARIANTS)
def test_case_69_positions_of_any_game_come_back(name: str) -> None:
    game = ramble(PRESETS[name], 4)
    for ply in range(0, game.ply + 1, 12):
        state = game.go_to(ply).state
        back = parse_position(format_position(state))
        assert (back, back.layout()) == (state, state.layout())


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("0c,-,-,-", id="case-69-zero"),
        pytest.param("C-0,-,-,-", id="case-69-other-style"),
        pytest.param("1c,-,-,-", id="case-69-one"),
        pytest.param("Ad,-,-,-", id="case-69-other-suit"),
        pytest.param("-,-,-", id="case-69-three"),
        pytest.param("-,-,-,-,-", id="case-69-five"),
        pytest.param("Ac,-,-,-", id="case-69-too-high"),
        pytest.param(",,,", id="case-69-empty"),
    ],
)
def test_foundations_are_not_guessed(text: str) -> None:
    written = format_position(position(CASE_69_START))
    with pytest.raises(ParseError):
        parse_position(written.replace("foundations:-,-,-,-", f"foundations:{text}"))


CASE_21_LINE = "draw draw draw w>fd draw draw recycle draw w>fd draw draw w>fd w>fd draw w>fd"


@pytest.mark.parametrize(
    ("game", "plays", "draws", "recycles", "turned"),
    [
        pytest.param(easy_win(), 52, 24, 0, 21, id="case-71"),
        pytest.param(
            Game.from_state(position(CASE_21)).play(*map(Move.parse, CASE_21_LINE.split())),
            5,
            9,
            1,
            0,
            id="case-71-recycle",
        ),
    ],
)
def test_moves_are_plays_draws_and_recycles_but_not_cards_turned(
    game: Game, plays: int, draws: int, recycles: int, turned: int
) -> None:
    kinds = [move.kind for move in game.played]
    events = [event.kind.value for step in game.replay() for event in step.events]
    assert game.state.is_won
    assert kinds.count(MoveKind.DRAW) == draws
    assert kinds.count(MoveKind.RECYCLE) == recycles
    assert len(kinds) - draws - recycles == plays
    assert events.count("card_turned") == turned
    assert game.result().move_count == game.ply == plays + draws + recycles
    tally = Statistics.of([game.result()])[game.rules]
    assert tally.fewest_moves == plays + draws + recycles


def test_case_71_the_cards_to_turn_are_the_difference_of_the_two_counts() -> None:
    state = GameState.start(parse_deal(CASE_71_DEAL))
    assert sum(column.face_down_count for column in state.columns) == 119 - 98


@pytest.mark.parametrize(
    ("text", "rules", "moves"),
    [
        pytest.param(
            CASE_73,
            STILLDECK_DRAW_1,
            {
                *("draw", "w>t4", "w>t5", "w>fh", "t1>t2x3", "t1>t3x2", "t1>t6x5", "t1>t7x5"),
                *("t3>t2", "t1>fs", "t4>fc", "fd>t4", "fd>t5", "fh>t1"),
            },
            id="case-73",
        ),
    ],
)
def test_different_moves_have_different_texts(text: str, rules: Rules, moves: set[str]) -> None:
    state = position(text, rules)
    assert moves_of(state) == moves
    assert len(state.legal_moves) == len(moves)


@pytest.mark.parametrize("name", PRESETS)
def test_case_73_every_move_of_the_game_has_its_own_text(name: str) -> None:
    moves = PRESETS[name].moves
    texts = [str(move) for move in moves]
    assert len(set(texts)) == len(moves)
    assert [Move.parse(text) for text in texts] == list(moves)
    assert [eval(repr(move), {"Move": Move}) for move in moves[::50]] == [  # noqa: S307  # made here
        *moves[::50]
    ]


def test_case_73_the_legal_moves_of_a_thousand_positions() -> None:
    visited = 0
    for seed in range(17):
        game = ramble(STILLDECK_DRAW_1, seed)
        for ply in range(game.ply):
            state = game.go_to(ply).state
            read = [Move.parse(str(move)) for move in state.legal_moves]
            assert read == list(state.legal_moves)
            assert len(moves_of(state)) == len(read)
            assert [state.apply(move) for move in read] == [*map(state.apply, state.legal_moves)]
            visited += 1
    assert visited >= 1000


@pytest.mark.parametrize("name", VARIANTS)
def test_case_73_the_record_names_the_moves_that_were_played(name: str) -> None:
    game = ramble(PRESETS[name], 6)
    text = format_record(Record(game))
    assert text.partition("\n\n")[2].split() == [*map(str, game.moves)]
    read = parse_record(text).game
    assert (read.moves, read.state) == (game.moves, game.state)


def test_case_73_a_move_means_the_same_before_and_after_a_draw() -> None:
    state = position(CASE_73)
    for text in ("t1>t3x2", "t1>fs", "t1>t6x5"):
        move = Move.parse(text)
        before, after = state.step(move), play(state, "draw").step(move)
        assert before.events == after.events
        assert before.state.columns == after.state.columns


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "Draw", "DRAW", "draw ", " draw", "draws", "deal", "recycle\n", "s>w", "w>s"),
        *("w", "w>", ">t3", "w>>t3", "w->t3", "w>t3x", "w>t3x0", "w>t3x1", "w>t3x01", "w>t3x-1"),
        *("w>t3x2.0", "w>t3x100", "w>t3 x2", "w > t3", "w>T3", "W>t3", "w>3", "w>t0", "w>t00"),
        *("w>t03", "w>t100", "w>t-1", "w>t", "w>t3t4", "w>f", "w>fx", "w>fH", "w>f1", "w>fh1"),
        *(
            "w>fh0",
            "w>fh02",
            "w>fh26",
            "w>♥",
            "t1>t2x\uff13",
            "t1>t\uff12",
            "9h>t1",
            "t1,t2",
            "t1>t2>t3",
        ),
    ],
)
def test_case_73_other_spellings_are_refused(text: str) -> None:
    with pytest.raises(ParseError):
        Move.parse(text)


@pytest.mark.parametrize("text", ["KH", "kH", "kh", "10h", "Kh ", " Kh", "K♥", "1h", "0h", "", "K"])
def test_case_68_cards_have_one_spelling(text: str) -> None:
    with pytest.raises(ParseError):
        Card.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "foundations: CK DK HK",
        "foundations: Kc Kd Kh 1s0",
        "foundations: Kc Kd Kh Ks\nstock: KH",
        "foundations: Kc Kd Qh Ks\nstock: 10h",
        "foundations: Kc Kd Qh Ks\nt8: Kh",
        "foundations: Kc Kd Qh Ks\nt1: Kh (qh)",
        "foundations: Kc Kd Qh Ks\nt1: Kh | ",
        "foundations: Kc Kd Qh Ks\nt1: Kh\nt1: Kh",
        "foundations: Kc Kd Qh Ks\ndeck: kh",
    ],
)
def test_a_retold_position_is_read_strictly(text: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        position(text)
