"""Single moves for what the searches of the standard family do at once."""

from __future__ import annotations

from klondike._core import (
    DRAW,
    EMPTY,
    FOUNDATION_TO_TABLEAU,
    RECYCLE,
    SUITS,
    TABLEAU_TO_FOUNDATION,
    UNLIMITED,
    WASTE_TO_FOUNDATION,
    WASTE_TO_TABLEAU,
    Position,
    Table,
    apply,
)

ANYWHERE = -1


class Unroller:
    """A position that is played on, and the codes of the moves so far.

    Cards are named, not piles: searches know columns up to their order. Where a card may go to
    several columns, ``on`` names the card it shall lie on, or EMPTY.
    """

    def __init__(self, rules: Table, position: Position) -> None:
        """Begins at a position."""
        self.rules = rules
        self.position = position
        self.codes: list[int] = []

    def play(self, code: int) -> None:
        """Makes one move."""
        self.codes.append(code)
        self.position = apply(self.rules, self.position, code)

    def column(self, card: int) -> int:
        """The column in which a card lies face up; -1 if in none."""
        for index, cards in enumerate(self.position[4]):
            if card in cards:
                return index
        return -1

    def host(self, card: int, on: int = ANYWHERE) -> int:
        """A column that takes a card; -1 if there is none."""
        hosts = self.rules.hosts[card] if on == ANYWHERE else (on,)
        for index, cards in enumerate(self.position[4]):
            if (cards[-1] if cards else EMPTY) in hosts:
                return index
        return -1

    def can_leave(self, card: int) -> bool:
        """Whether a card lies on top of its column, or what covers it can move away."""
        cards = self.position[4][self.column(card)]
        return cards[-1] == card or self.host(cards[cards.index(card) + 1]) >= 0

    def move_run(self, card: int, on: int = ANYWHERE) -> None:
        """Moves a card and all above it to another column."""
        source = self.column(card)
        cards = self.position[4][source]
        first = self.rules.run_codes[source][self.host(card, on)]
        self.play(first + len(cards) - cards.index(card))

    def draw_to(self, card: int) -> None:
        """Draws, and recycles once, until a card is on top of the waste."""
        recycled = 0
        while not self.position[1] or self.position[1][-1] != card:
            recycled += not self.position[0]
            assert recycled < 2, "a full pass shows every card that drawing alone brings"
            self.play(DRAW if self.position[0] else RECYCLE)

    def place(self, card: int, on: int = ANYWHERE) -> None:
        """Draws a card and puts it in a column."""
        self.draw_to(card)
        self.play(self.rules.first_codes[WASTE_TO_TABLEAU] + self.host(card, on))

    def put_up(self, card: int) -> None:
        """Puts a card on its foundation, from a column or the talon."""
        source = self.column(card)
        suit = SUITS[card]
        if source < 0:
            self.draw_to(card)
            self.play(self.rules.first_codes[WASTE_TO_FOUNDATION] + suit)
            return
        cards = self.position[4][source]
        if cards[-1] != card:
            self.move_run(cards[cards.index(card) + 1])
        self.play(self.rules.first_codes[TABLEAU_TO_FOUNDATION] + source * 4 + suit)

    def take_back(self, card: int, on: int = ANYWHERE) -> None:
        """Takes a card from its foundation to a column."""
        first = self.rules.first_codes[FOUNDATION_TO_TABLEAU]
        self.play(first + SUITS[card] * self.rules.columns + self.host(card, on))


def without_detours(rules: Table, position: Position, codes: list[int]) -> list[int]:
    """The same way, without what leads from a position back to it."""
    last: dict[tuple[object, ...], int] = {}
    keys: list[tuple[object, ...]] = []
    for code in [*codes, -1]:
        redeals = 0 if rules.max_redeals == UNLIMITED else position[5]
        keys.append((*position[:5], redeals))
        last[keys[-1]] = len(keys) - 1
        if code >= 0:
            position = apply(rules, position, code)
    kept: list[int] = []
    index = last[keys[0]]
    while index < len(codes):
        kept.append(codes[index])
        index = last[keys[index + 1]]
    return kept
