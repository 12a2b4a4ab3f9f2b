"""Reads the positions and deals in which public faults of other programs are retold here."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from random import Random

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
    Rank,
    Rules,
    Suit,
)

VARIANTS = (
    *("STILLDECK_DRAW_1", "WINDOWS_DRAW_3", "VEGAS_DRAW_3", "STRICT", "THUMB_AND_POUCH"),
    *("WHITEHEAD", "SMOKEY", "TRIGON", "SARATOGA", "WESTCLIFF", "BLIND_ALLEYS", "GOLD_MINE"),
    *("DOUBLE_KLONDIKE_DRAW_3", "BIG_HARP"),
)
"""Names of presets that between them use every axis of the rules."""

CASE_8 = """
foundations: C6 D5 H5 S5
1: 6s
2: 6d
3: 7c
4: qs
5: ks
6: 8c
7: 9c
stock: 6h 7h 8h 9h th jh qh kh 7s 8s 9s ts js
waste: tc jc qc kc 7d 8d 9d td jd qd kd
"""
"""Many returns in sight; case 38 asks about it, too."""

_BY_NAME = {str(card).lower(): card for card in CARDS}
_TOPS = re.compile(r"C(.) D(.) H(.) S(.)")
_COLUMN = re.compile(r"(?:\(([^()]+)\) )?([^()]+)")
_HEIGHTS = "0A23456789TJQK"
_EASY = (
    "011081012062102132024021091022072112014031101032082122041111042092051121052061"
    "131071034044054064074084094104114124134013023033043053063073083093103113123133"
)


def cards(text: str) -> tuple[Card, ...]:
    """Cards such as ``9h 5c``."""
    return tuple(_BY_NAME[name] for name in text.split())


def names(pile: Iterable[Card]) -> str:
    """What `cards` reads."""
    return " ".join(map(str, pile)).lower()


def tops(changed: Mapping[str, str]) -> str:
    """The line of the foundations, of which those not named are full."""
    return "foundations: " + " ".join(suit.upper() + changed.get(suit, "K") for suit in "cdhs")


def layout(text: str, rules: Rules = STILLDECK_DRAW_1, redeals_used: int = 0) -> Layout:
    """The layout of a position text; columns that it does not name are empty."""
    lines = [line.partition(": ") for line in text.strip("\n").splitlines()]
    fields = {name: value for name, _, value in lines}
    heights = _TOPS.fullmatch(fields.pop("foundations"))
    if len(fields) + 1 != len(lines) or heights is None:
        raise ValueError(f"not a position: {text}")
    stock, waste = fields.pop("stock", ""), fields.pop("waste", "")
    columns = [Column() for _ in rules.columns]
    for number, value in fields.items():
        match = _COLUMN.fullmatch(value)
        if match is None or number not in map(str, range(1, len(columns) + 1)):
            raise ValueError(f"not a column: {number}: {value}")
        columns[int(number) - 1] = Column(cards(match[1] or ""), cards(match[2]))
    return Layout(
        columns=columns,
        stock=cards(stock),
        waste=cards(waste),
        foundations=[
            CARDS[suit * 13 : suit * 13 + _HEIGHTS.index(heights[suit + 1])] for suit in Suit
        ],
        redeals_used=redeals_used,
        score=rules.scoring.start,
    )


def position(text: str, rules: Rules = STILLDECK_DRAW_1, redeals_used: int = 0) -> GameState:
    """The state of a position text."""
    return GameState.from_layout(layout(text, rules, redeals_used), rules)


def deal(digits: str) -> Deal:
    """The deal of 156 digits: for each card two of the rank, one of the suit (1 to 4)."""
    groups = [digits[start : start + 3] for start in range(0, len(digits), 3)]
    return Deal.from_cards(Card(Rank(int(group[:2])), Suit(int(group[2]) - 1)) for group in groups)


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
    game = Game.start(deal(_EASY))
    while not game.state.is_won and game.ply < 100:
        moves = game.state.legal_moves
        upward = [move for move in moves if move.target.kind is PileKind.FOUNDATION]
        game = game.play(*upward[:1] or moves[:1])
    return game
