"""What a player may know: the only place where information is hidden.

The state cannot be recovered from its `View`: when the view is made, every card that the player has
not seen is replaced by a blank. Face-down cards of the columns are unknown. The stock is unknown
during the first pass. It is known in order after the first recycle, because by then every card of
it has been face up once.
"""

from __future__ import annotations

from typing import final

import attrs

from klondike import _core
from klondike.boards import Board, to_cards
from klondike.cards import CARDS, Card, as_cards

__all__ = ["View", "VisibleColumn"]


@final
@attrs.frozen
class VisibleColumn:
    """A column of the tableau as a player sees it.

    Args:
        face_down_count: How many cards lie face down.
        face_up: The face-up cards, the top card last.
    """

    face_down_count: int
    face_up: tuple[Card, ...] = attrs.field(converter=as_cards)


@final
@attrs.frozen(init=False, eq=False, repr=False)
class View(Board):
    """What the player of a game may know, and nothing else; ``state.view()`` makes one.

    Views of two states that differ only in what the player cannot know are equal in every
    respect: value, hash, text, JSON, legal moves and explanations. Equality is defined as for
    `GameState`: redeals used that can no longer matter make no difference.

    Example:
        >>> from klondike import Deal, GameState
        >>> view = GameState.start(Deal.from_seed(7)).view()
        >>> view.columns[6].face_down_count, view.stock, view.stock_count, len(view.unseen)
        (6, None, 24, 45)
    """

    @property
    def stock(self) -> tuple[Card, ...] | None:
        """The stock, the card drawn first comes first; None while its cards are unseen."""
        stock = self._position[_core.STOCK]
        return None if _core.HIDDEN in stock else to_cards(stock)

    @property
    def columns(self) -> tuple[VisibleColumn, ...]:
        """The columns of the tableau, leftmost first."""
        return tuple(
            VisibleColumn(len(down), cards)
            for down, cards in zip(self._position[_core.FACE_DOWN], self._columns_up(), strict=True)
        )

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The unseen cards, in index order; with several decks, one entry for each unseen copy.

        These are the face-down cards and, in the first pass, the cards of the stock.
        """
        stock, waste, foundations, _, up, _, _, _ = self._position
        counts = [self.rules.decks] * 54
        for pile in (stock, waste, *up):
            for card in pile:
                counts[card] -= 1
        for index, height in enumerate(foundations):
            for rank in range(height):
                counts[index % 4 * 13 + rank] -= 1
        return tuple(card for card in CARDS for _ in range(counts[card.index]))

    @property
    def is_open(self) -> bool:
        """Whether nothing is left to guess, because at most one distinct card is unseen."""
        return len(set(self.unseen)) <= 1

    def __str__(self) -> str:
        from klondike.render import text

        return text.board(self)


def blank_unseen(position: _core.Position) -> _core.Position:
    """The position, with every card that the player has not seen replaced by a blank."""
    stock, waste, foundations, down, up, redeals, score, face_up = position
    return (
        stock if redeals else (_core.HIDDEN,) * len(stock),
        waste,
        foundations,
        tuple([(_core.HIDDEN,) * len(pile) for pile in down]),
        up,
        redeals,
        score,
        face_up,
    )
