"""Plain-text boards.

Every card takes two characters, even the ten (``Th``). ``##`` is a face-down card, ``--`` an empty
pile. The last three cards of the waste are shown, the top card in square brackets.

Example:
    >>> from klondike import Deal, GameState
    >>> print(board(GameState.start(Deal.from_seed(7)).view()))
    stock  waste         fc fd fh fs
    ## 24  --            -- -- -- --
    <BLANKLINE>
    t1 t2 t3 t4 t5 t6 t7
    4d ## ## ## ## ## ##
       6d ## ## ## ## ##
          Js ## ## ## ##
             7s ## ## ##
                3c ## ##
                   8d ##
                      Ac
    <BLANKLINE>
    redeals 0, score 0
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from klondike.cards import Card, Suit
from klondike.moves import Pile
from klondike.states import GameState
from klondike.views import View

__all__ = ["board", "open_board"]

FACE_DOWN: Final = "##"
NO_CARD: Final = "--"
FAN: Final = 3


def board(view: View, *, symbols: bool = False) -> str:
    """The board as the player sees it.

    Args:
        view: What the player may know.
        symbols: Whether to write suits as ``♣ ♦ ♥ ♠`` instead of letters; without it the
            text is pure ASCII.

    Returns:
        Lines without trailing spaces.
    """
    columns = [
        [FACE_DOWN] * column.face_down_count + _names(column.face_up, symbols)
        for column in view.columns
    ]
    return _draw(view, columns, symbols)


def open_board(state: GameState, *, symbols: bool = False) -> str:
    """The board with all cards open, for debugging and thoughtful play.

    Face-down cards are shown in round brackets. The stock is listed; the card drawn first comes
    first.

    Args:
        state: The state.
        symbols: Whether to write suits as symbols instead of letters.

    Returns:
        Lines without trailing spaces.
    """
    columns = [
        [f"({name})" for name in _names(column.face_down, symbols)]
        + [f" {name} " for name in _names(column.face_up, symbols)]
        for column in state.columns
    ]
    stock = " ".join(_names(state.stock, symbols)) or NO_CARD
    return f"{_draw(state.view(), columns, symbols, ' {} ')}\nstock {stock}"


def _names(cards: Sequence[Card], symbols: bool) -> list[str]:
    return [
        card.rank.letter + (card.suit.symbol if symbols else card.suit.letter) for card in cards
    ]


def _draw(view: View, columns: list[list[str]], symbols: bool, cell: str = "{}") -> str:
    stock = f"{FACE_DOWN} {view.stock_count}" if view.stock_count else NO_CARD
    fan = _names(view.waste[-FAN:], symbols)
    waste = " ".join([*fan[:-1], f"[{fan[-1]}]"]) if fan else NO_CARD
    foundations = [Pile.foundation(suit, deck) for deck in range(view.rules.decks) for suit in Suit]
    tops = [_names(pile[-1:], symbols) or [NO_CARD] for pile in view.foundations]
    head = [
        ["stock", "waste", *map(str, foundations)],
        [stock, waste, *(top[0] for top in tops)],
    ]
    columns = [column or [cell.format(NO_CARD)] for column in columns]
    names = [cell.format(Pile.column(index)) for index in range(len(columns))]
    used = view.redeals_used
    limit = view.rules.max_redeals
    return "\n".join(
        [
            *_table(head, [6, 13]),
            "",
            *_table([names, *zip_longest(*columns, fillvalue="")], []),
            "",
            f"redeals {used}{'' if limit is None else f' of {limit}'}, score {view.score}",
        ]
    )


def _table(rows: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    # each column is as wide as its widest cell, and at least as wide as ``widths`` says
    wide = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    wide[: len(widths)] = map(max, wide, widths)
    return [
        " ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)).rstrip()
        for row in rows
    ]
