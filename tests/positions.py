"""Positions, games and checks that several test files use."""

from collections.abc import Iterable, Mapping
from functools import cache
from random import Random

import attrs

from klondike import (
    CARDS,
    STILLDECK_DRAW_1,
    Card,
    Column,
    Deal,
    Game,
    GameState,
    Layout,
    Move,
    PileKind,
    Rules,
    Solution,
    Suit,
    solver,
)
from klondike.notation import parse_deal
from klondike.solver import _any_rules

VARIANTS = (
    *("STILLDECK_DRAW_1", "WINDOWS_DRAW_3", "VEGAS_DRAW_3", "STRICT", "THUMB_AND_POUCH"),
    *("WHITEHEAD", "SMOKEY", "TRIGON", "SARATOGA", "WESTCLIFF", "BLIND_ALLEYS", "GOLD_MINE"),
    *("DOUBLE_KLONDIKE_DRAW_3", "BIG_HARP"),
)
"""Names of presets that between them use every axis of the rules."""

CASE_8 = """
foundations: 6c 5d 5h 5s
t1: 6s
t2: 6d
t3: 7c
t4: Qs
t5: Ks
t6: 8c
t7: 9c
stock: 6h 7h 8h 9h Th Jh Qh Kh 7s 8s 9s Ts Js
waste: Tc Jc Qc Kc 7d 8d 9d Td Jd Qd Kd
"""
"""Many returns in sight; case 38 asks about it, too."""

_EASY = (
    "Ac 8c Ad 6d Td Kd 2s 2c 9c 2d 7d Jd As 3c Tc 3d 8d Qd 4c Jc 4d 9d 5c Qc 5d 6c "
    "Kc 7c 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"
)


def cards(text: str) -> tuple[Card, ...]:
    """Cards such as ``9h 5c``."""
    return tuple(map(Card.parse, text.split()))


def names(pile: Iterable[Card]) -> str:
    """What `cards` reads."""
    return " ".join(map(str, pile))


def tops(changed: Mapping[str, str]) -> str:
    """The line of the foundations, of which those not named are full."""
    ranks = {suit: changed.get(suit, "K") for suit in "cdhs"}
    return "foundations: " + " ".join(
        "-" if rank == "0" else rank + suit for suit, rank in ranks.items()
    )


def layout(text: str, rules: Rules = STILLDECK_DRAW_1, redeals_used: int = 0) -> Layout:
    """The layout of a text, with the columns and the first score of these rules."""
    read = Layout.parse(f"columns: {len(rules.columns)}\n{text}")
    return attrs.evolve(read, redeals_used=redeals_used, score=rules.scoring.start)


def position(text: str, rules: Rules = STILLDECK_DRAW_1, redeals_used: int = 0) -> GameState:
    """The state of a position text."""
    return GameState.from_layout(layout(text, rules, redeals_used), rules)


def sentences(problems: Iterable[object]) -> tuple[str, ...]:
    """What is wrong, in words."""
    return tuple(map(str, problems))


def moves_of(state: GameState) -> set[str]:
    """The legal moves as texts."""
    return set(map(str, state.legal_moves))


def play(state: GameState, *moves: str) -> GameState:
    """The state after these moves."""
    for move in moves:
        state = state.apply(Move.parse(move))
    return state


def all_cards(state: GameState) -> list[Card]:
    """Every card on the table, in index order."""
    piles = [state.stock, state.waste, *state.foundations]
    for column in state.columns:
        piles += [column.face_down, column.face_up]
    return sorted((card for pile in piles for card in pile), key=lambda card: card.index)


def ramble(rules: Rules, seed: int, plies: int = 60) -> Game:
    """A game of random moves, half of them to the foundations where that can be done."""
    random = Random(seed)
    game = Game.start(Deal.shuffled(random, decks=rules.decks), rules)
    moves: list[Move] = []
    state = game.state
    while len(moves) < plies and state.legal_moves:
        upward = [move for move in state.legal_moves if move.target.kind is PileKind.FOUNDATION]
        chosen = upward if upward and random.random() < 0.5 else state.legal_moves
        moves.append(random.choice(chosen))
        state = state.apply(moves[-1])
    return game.play(*moves)


def small_position(rules: Rules, seed: int, loose: int) -> GameState:
    """A random position with this many cards off the foundations, most of them in columns."""
    random = Random(seed)
    heights = [13] * 4
    for suit in random.sample([*Suit] * 13, loose):
        heights[suit] -= 1
    pool = [card for card in CARDS if card.rank > heights[card.suit]]
    random.shuffle(pool)
    columns: list[Column] = []
    for down, up in rules.columns:
        size = min(len(pool), max(random.randint(0, down + up), random.randint(1, down + up)))
        pile = [pool.pop() for _ in range(size)]
        hidden = min(down, max(0, size - 1))
        columns.append(Column(pile[:hidden], pile[hidden:]))
    drawn = random.randint(0, len(pool))
    most = 2 if rules.max_redeals is None else rules.max_redeals
    small = Layout(
        columns=columns,
        stock=pool[drawn:],
        waste=pool[:drawn],
        foundations=[CARDS[suit * 13 : suit * 13 + heights[suit]] for suit in Suit],
        redeals_used=random.randint(0, most),
        score=rules.scoring.start,
    )
    return GameState.from_layout(small, rules)


def can_win(start: GameState, limit: int = 5_000) -> bool | None:
    """Whether any line of moves wins, by trying them all; None beyond so many positions."""
    seen = {_piles(start)}
    waiting = [start]
    while waiting and len(seen) <= limit:
        state = waiting.pop()
        if state.is_won:
            return True
        for move in sorted(
            state.legal_moves, key=lambda move: move.target.kind is PileKind.FOUNDATION
        ):
            after = state.apply(move)
            piles = _piles(after)
            if piles not in seen:
                seen.add(piles)
                waiting.append(after)
    return None if waiting else False


def _piles(state: GameState) -> object:
    used = state.redeals_used if state.redeals_left is not None else 0
    return state.stock, state.waste, frozenset(state.columns), used


@cache
def easy_win() -> Game:
    """A game won by playing to the foundations whatever can go there, else drawing."""
    game = Game.start(parse_deal(_EASY))
    while not game.state.is_won and game.ply < 100:
        moves = game.state.legal_moves
        upward = [move for move in moves if move.target.kind is PileKind.FOUNDATION]
        game = game.play(*upward[:1] or moves[:1])
    return game


def solve_unpruned(state: GameState, max_states: int) -> Solution:
    """What a search by the engine's own rules finds that leaves nothing out."""
    tables = state.rules._compiled_rules.tables
    outcome = _any_rules.search(tables, state._position, max_states, prune=False)
    return Solution(
        verdict=solver._verdict(outcome),
        moves=solver._proved_moves(state, outcome),
        states=outcome.states,
    )
