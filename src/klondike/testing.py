"""Help for tests: Hypothesis strategies, counts of move sequences, contract checks.

Needs the extra ``testing``: ``pip install klondike-solitaire[testing]``.

Example:
    >>> from hypothesis import given
    >>> @given(states())
    ... def test_moves_are_sorted(state):
    ...     codes = [state.rules.code(move) for move in state.legal_moves]
    ...     assert codes == sorted(codes)
    >>> test_moves_are_sorted()
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs
from hypothesis import strategies as st

from klondike._kinds import Choice, DealtColumns, Flag, Kind, Nested, Number
from klondike.boards import Column
from klondike.cards import CARDS, MAX_DECKS, Card, Suit
from klondike.deals import Deal
from klondike.games import Game
from klondike.layouts import Layout
from klondike.moves import DRAW, RECYCLE, Move, Pile
from klondike.presets import PRESETS
from klondike.rules import AXES, Rules, rectangle, triangle
from klondike.scoring import POINTS, SCORINGS, Scoring
from klondike.states import GameState

__all__ = [
    "cards",
    "check_state",
    "deals",
    "divide",
    "games",
    "late_states",
    "layouts",
    "moves",
    "perft",
    "rules",
    "scorings",
    "states",
]

_SEEDS: Final = st.integers(0, 2**64 - 1)


def cards() -> st.SearchStrategy[Card]:
    """Any of the 52 cards."""
    return st.sampled_from(CARDS)


def deals(decks: int = 1) -> st.SearchStrategy[Deal]:
    """Deals, some numbered and some in any order.

    Args:
        decks: How many decks, 1 to 4.
    """
    numbered = st.builds(Deal.from_seed, _SEEDS, decks=st.just(decks))
    return numbered | st.permutations(CARDS * decks).map(Deal.from_cards)


def scorings() -> st.SearchStrategy[Scoring]:
    """The named scoring systems and others with small figures."""
    points = {name: _values(field.kind) for name, field in POINTS.items()}
    # the start never lies below the floor
    points |= {"start": st.integers(0, 60), "floor": st.none() | st.integers(-60, 0)}
    return st.sampled_from(list(SCORINGS.values())) | st.builds(Scoring, **points)


def rules() -> st.SearchStrategy[Rules]:
    """The presets and any mixture of the axes, with values that occur in games."""
    axes = {name: _values(axis.kind) for name, axis in AXES.items()}
    return st.sampled_from(list(PRESETS.values())) | st.builds(Rules, **axes)


def _values(kind: Kind) -> st.SearchStrategy[Any]:  # Any: whatever the kind holds
    match kind:
        case Number():
            numbers = st.integers(max(kind.lowest, -kind.usual), kind.usual)
            return st.none() | numbers if kind.or_none else numbers
        case Choice():
            members = st.sampled_from(kind.members)
            return st.none() | members if kind.or_none else members
        case Flag():
            return st.booleans()
        case DealtColumns():
            return (
                st.builds(triangle, st.integers(1, 9), face_up=st.sampled_from(["top", "all"]))
                | st.builds(
                    rectangle,
                    st.integers(1, 9),
                    face_down=st.integers(0, 3),
                    face_up=st.integers(1, 2),
                )
                | st.builds(rectangle, st.integers(1, 9), face_up=st.integers(0, 4))
            )
        case Nested() if kind.make is Scoring:
            return scorings()
        case _:
            raise AssertionError(f"no strategy for {kind}")


def _lists(items: st.SearchStrategy[int], most: int) -> st.SearchStrategy[list[int]]:
    # every length is equally likely; ``st.lists`` alone makes mostly short lists
    return st.integers(0, most).flatmap(lambda size: st.lists(items, min_size=size, max_size=size))


def _walk(state: GameState, choices: list[int]) -> list[Move]:
    played: list[Move] = []
    for choice in choices:
        options = state.legal_moves
        if not options:
            break
        # replace half of the draws and recycles by another move, so that games make progress
        move = options[choice % len(options)]
        if move in (DRAW, RECYCLE) and choice % 2:
            move = options[-1]
        played.append(move)
        state = state.apply(move)
    return played


def games(
    under: st.SearchStrategy[Rules] | None = None, *, max_moves: int = 60
) -> st.SearchStrategy[Game]:
    """Games from a deal, some with undone moves.

    Args:
        under: The rules to play under; any of ``rules()`` unless given.
        max_moves: The most moves of a game.
    """

    @st.composite
    def build(draw: st.DrawFn) -> Game:
        chosen = draw(rules() if under is None else under)
        game = Game.start(draw(deals(chosen.decks)), chosen)
        choices = draw(_lists(st.integers(0, 999), max_moves))
        game = game.play(*_walk(game.state, choices))
        return game.go_to(draw(st.integers(0, len(game.moves))))

    return build()


def late_states(under: st.SearchStrategy[Rules] | None = None) -> st.SearchStrategy[GameState]:
    """Positions near the end: no more cards off the foundations than the stock can hold.

    Args:
        under: The rules to play under; any of ``rules()`` unless given.
    """

    @st.composite
    def build(draw: st.DrawFn) -> GameState:
        chosen = draw(rules() if under is None else under)
        taken = draw(
            _lists(st.integers(0, chosen.foundation_count - 1), min(chosen.stock_count, 24))
        )
        heights = [max(0, 13 - taken.count(index)) for index in range(chosen.foundation_count)]
        foundations = [
            CARDS[index % 4 * 13 : index % 4 * 13 + height] for index, height in enumerate(heights)
        ]
        rest = list(CARDS * chosen.decks)
        for pile in foundations:
            for card in pile:
                rest.remove(card)
        rest = draw(st.permutations(rest))
        columns: list[Column] = []
        for down, _ in chosen.columns:
            # leave at least one card to lie face up on the face-down cards
            hidden = draw(st.integers(0, max(0, min(down, len(rest) - 1))))
            face_down = [rest.pop() for _ in range(hidden)]
            wish = max(draw(st.integers(0, 4)), min(hidden, 1))
            columns.append(_column(chosen, len(columns), face_down, rest, wish))
        waste = draw(st.integers(0, len(rest)))
        limit = 3 if chosen.max_redeals is None else chosen.max_redeals
        floor = chosen.scoring.floor
        layout = Layout(
            columns=columns,
            stock=rest[waste:],
            waste=rest[:waste],
            foundations=foundations,
            redeals_used=draw(st.integers(0, min(3, limit))),
            score=draw(st.integers(-60 if floor is None else floor, 700)),
        )
        return GameState.from_layout(layout, chosen)

    return build()


def _column(
    chosen: Rules, number: int, face_down: list[Card], rest: list[Card], wish: int
) -> Column:
    # up to ``wish`` cards; a card is taken only if the rules allow the column with it
    face_up: list[Card] = []
    columns = [Column()] * len(chosen.columns)
    for card in list(rest):
        if len(face_up) == wish:
            break
        columns[number] = Column(face_down, (*face_up, card))
        if not any(Layout(columns=columns)._column_problems(chosen)):
            face_up.append(card)
            rest.remove(card)
    return Column(face_down, face_up)


def states(
    under: st.SearchStrategy[Rules] | None = None, *, max_moves: int = 60
) -> st.SearchStrategy[GameState]:
    """Positions of games in progress and positions near the end.

    Args:
        under: The rules to play under; any of ``rules()`` unless given.
        max_moves: The most moves since the deal.
    """
    return games(under, max_moves=max_moves).map(lambda game: game.state) | late_states(under)


def layouts(under: st.SearchStrategy[Rules] | None = None) -> st.SearchStrategy[Layout]:
    """Layouts: some possible, some with one fault, some nonsensical.

    Args:
        under: The rules whose positions they resemble; any of ``rules()`` unless given.
    """
    piles = st.lists(cards(), max_size=8)
    nonsense = st.builds(
        Layout,
        columns=st.lists(st.builds(Column, piles, piles), max_size=9),
        stock=piles,
        waste=piles,
        foundations=st.lists(piles, max_size=9),
        redeals_used=st.integers(-2, 5),
        score=st.integers(),
    )
    possible = states(under).map(GameState.layout)
    faults: list[Callable[[Layout], Layout]] = [
        lambda layout: attrs.evolve(layout, stock=layout.stock[1:]),
        lambda layout: attrs.evolve(layout, waste=(*layout.waste, CARDS[0])),
        lambda layout: attrs.evolve(layout, stock=layout.waste, waste=layout.stock),
        lambda layout: attrs.evolve(layout, columns=layout.columns[::-1]),
        lambda layout: attrs.evolve(layout, foundations=layout.foundations[::-1]),
        lambda layout: attrs.evolve(layout, redeals_used=layout.redeals_used + 1),
        lambda layout: attrs.evolve(layout, score=layout.score - 1),
    ]
    broken = possible.flatmap(lambda layout: st.sampled_from([fault(layout) for fault in faults]))
    return possible | broken | nonsense


def moves(columns: int = 7) -> st.SearchStrategy[Move]:
    """Moves of all sorts, most of them nonsense.

    Args:
        columns: Number of columns of the game; some moves name a column beyond the last one.
    """
    piles = st.one_of(
        st.sampled_from([Pile.STOCK, Pile.WASTE]),
        st.builds(Pile.column, st.integers(0, columns)),
        st.builds(Pile.foundation, st.sampled_from(Suit), st.integers(0, MAX_DECKS)),
    )
    return st.builds(Move, piles, piles, st.just(1) | st.integers(1, 14))


def perft(state: GameState, depth: int) -> int:
    """How many sequences of legal moves there are; a won position is continued like any other.

    Args:
        state: Where they begin.
        depth: How many moves each has, 0 or more.

    Returns:
        The count.

    Example:
        >>> perft(GameState.start(Deal.from_seed(7)), 3)
        99
    """
    if depth == 0:
        return 1
    if depth == 1:
        return len(state.legal_moves)
    return sum(perft(state.apply(move), depth - 1) for move in state.legal_moves)


def divide(state: GameState, depth: int) -> dict[str, int]:
    """`perft` for each first move, to find where two engines differ.

    Args:
        state: Where the sequences begin.
        depth: How many moves each has, 1 or more.

    Returns:
        The count for each first move.
    """
    return {str(move): perft(state.apply(move), depth - 1) for move in state.legal_moves}


def check_state(state: GameState) -> None:
    """Checks what must hold in every position, for programs built on this library.

    Args:
        state: Any state.

    Raises:
        AssertionError: Something does not hold.
    """
    layout = state.layout()
    assert layout.problems(state.rules) == ()
    assert GameState.from_layout(layout, state.rules) == state
    legal = state.legal_moves
    codes = [state.rules.code(move) for move in legal]
    assert codes == sorted(set(codes))
    assert [move for move in state.rules.moves if state.is_legal(move)] == list(legal)
    view = state.view()
    assert view.legal_moves == legal
    hidden = sum(column.face_down_count for column in view.columns)
    if view.stock is None:
        hidden += view.stock_count
    assert len(view.unseen) == hidden
    assert not (state.is_won and state.is_dead)
