"""Turns the steps that a search found into single moves.

Private, compiled. The searches of the standard family make several moves in one step and do not
know which column is which. `SolutionBuilder` turns their steps into moves on a position of
`klondike._core`.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from klondike._core import (
    DRAW,
    EMPTY,
    FACE_UP,
    FOUNDATION_TO_TABLEAU,
    RECYCLE,
    REDEALS,
    STOCK,
    SUITS,
    TABLEAU_TO_FOUNDATION,
    UNLIMITED,
    WASTE,
    WASTE_TO_FOUNDATION,
    WASTE_TO_TABLEAU,
    Position,
    RuleTables,
    apply,
)
from klondike._endgame import autofinish

ANY_HOST: Final = -1

Key: TypeAlias = tuple[object, ...]


class Outcome(NamedTuple):
    """What a search found."""

    codes: list[int] | None
    """The codes of moves that win; None if none were found."""
    states: int
    """The number of nodes stored."""
    exhausted: bool
    """Whether the search ended because no node was left that could lead to a win."""


class SolutionBuilder:
    """A position in which moves are played, and the codes of the moves so far.

    Steps name cards, not piles. If a card may go to several columns, ``host`` names the card that
    it must go on, or EMPTY for an empty column.
    """

    def __init__(self, tables: RuleTables, position: Position) -> None:
        """Begins at a position."""
        self.tables = tables
        self.position = position
        self.codes: list[int] = []
        self.keys: list[Key] = [self.key()]

    def key(self) -> Key:
        """A key of the position: its piles and, where redeals are limited, the redeals used."""
        limited = self.tables.max_redeals != UNLIMITED
        return (*self.position[:REDEALS], self.position[REDEALS] if limited else 0)

    def play(self, code: int) -> None:
        """Makes one move."""
        self.codes.append(code)
        self.position = apply(self.tables, self.position, code)
        self.keys.append(self.key())

    def column_of(self, card: int) -> int:
        """The column in which a card lies face up; -1 if it lies in none."""
        for column, cards in enumerate(self.position[FACE_UP]):
            if card in cards:
                return column
        return -1

    def target(self, card: int, host: int = ANY_HOST) -> int:
        """A column that takes a card; -1 if there is none."""
        hosts = self.tables.hosts[card] if host == ANY_HOST else (host,)
        for column, cards in enumerate(self.position[FACE_UP]):
            if (cards[-1] if cards else EMPTY) in hosts:
                return column
        return -1

    def can_leave(self, card: int) -> bool:
        """Whether a card lies on top of its column, or the cards that cover it can move away."""
        cards = self.position[FACE_UP][self.column_of(card)]
        return cards[-1] == card or self.target(cards[cards.index(card) + 1]) >= 0

    def move_run(self, card: int, host: int = ANY_HOST) -> None:
        """Moves a card and all above it to another column."""
        source = self.column_of(card)
        cards = self.position[FACE_UP][source]
        code = self.tables.run_codes[source][self.target(card, host)]
        self.play(code + len(cards) - cards.index(card))

    def draw_to(self, card: int) -> None:
        """Draws, and recycles at most once, until a card is on top of the waste."""
        recycled = 0
        while self.position[WASTE][-1:] != (card,):
            recycled += not self.position[STOCK]
            assert recycled < 2, "a full pass shows every card that drawing alone brings"
            self.play(DRAW if self.position[STOCK] else RECYCLE)

    def place(self, card: int, host: int = ANY_HOST) -> None:
        """Draws a card and puts it in a column."""
        self.draw_to(card)
        self.play(self.tables.first_codes[WASTE_TO_TABLEAU] + self.target(card, host))

    def to_foundation(self, card: int) -> None:
        """Puts a card on its foundation, from a column or the talon."""
        source = self.column_of(card)
        suit = SUITS[card]
        if source < 0:
            self.draw_to(card)
            self.play(self.tables.first_codes[WASTE_TO_FOUNDATION] + suit)
            return
        cards = self.position[FACE_UP][source]
        if cards[-1] != card:
            self.move_run(cards[cards.index(card) + 1])
        self.play(self.tables.first_codes[TABLEAU_TO_FOUNDATION] + source * 4 + suit)

    def take_back(self, card: int, host: int = ANY_HOST) -> None:
        """Takes a card from its foundation to a column."""
        code = self.tables.first_codes[FOUNDATION_TO_TABLEAU]
        self.play(code + SUITS[card] * self.tables.columns + self.target(card, host))

    def finish(self) -> list[int]:
        """Wins by foundation moves and draws, and returns the whole solution without detours.

        Moves that lead from a position back to itself are left out.
        """
        ending = autofinish(self.tables, self.position)
        assert ending is not None, "from a won node foundation moves and draws win"
        for code in ending:
            self.play(code)
        last = {key: index for index, key in enumerate(self.keys)}
        kept: list[int] = []
        index = last[self.keys[0]]
        while index < len(self.codes):
            kept.append(self.codes[index])
            index = last[self.keys[index + 1]]
        return kept
