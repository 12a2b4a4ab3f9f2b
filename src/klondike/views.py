"""What a player may know: the one place where information is hidden.

A `View` has no way back to the state it was taken from: every card that the player has not
seen is already replaced by a blank when the view is made. Face-down cards of the columns are
unknown. The stock is unknown during the first pass and known in order after the first recycle,
since by then every card of it has been turned face up once.
"""

from __future__ import annotations

from typing import Final, Self, final

import attrs

from klondike import _core, _endgame
from klondike.cards import CARDS, Card, as_cards
from klondike.errors import InvalidArgumentError, shown
from klondike.moves import KIND_NUMBERS, Illegality, Move, MoveKind, Pile, PileKind, Reason
from klondike.rules import Build, Rules

__all__ = ["Board", "Column", "View", "VisibleColumn", "mask"]


@final
@attrs.frozen
class Column:
    """A column of the tableau with all its cards.

    Args:
        face_down: The face-down cards, the deepest first.
        face_up: The face-up cards, the top card last.
    """

    face_down: tuple[Card, ...] = attrs.field(default=(), converter=as_cards)
    face_up: tuple[Card, ...] = attrs.field(default=(), converter=as_cards)

    @property
    def face_down_count(self) -> int:
        """How many cards lie face down."""
        return len(self.face_down)


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


_REASONS: Final = {
    _core.WHY_COUNT_OUT_OF_RANGE: Reason.COUNT_OUT_OF_RANGE,
    _core.WHY_EMPTY_SOURCE: Reason.EMPTY_SOURCE,
    _core.WHY_COVERED: Reason.COVERED,
    _core.WHY_FACE_DOWN: Reason.FACE_DOWN,
    _core.WHY_NOT_A_RUN: Reason.NOT_A_RUN,
    _core.WHY_NOT_THE_WHOLE_RUN: Reason.NOT_THE_WHOLE_RUN,
    _core.WHY_ONE_CARD_ONLY: Reason.ONE_CARD_ONLY,
    _core.WHY_TOO_MANY_FOR_FOUNDATION: Reason.TOO_MANY_FOR_FOUNDATION,
    _core.WHY_WRONG_SUIT: Reason.WRONG_SUIT,
    _core.WHY_WRONG_RANK: Reason.WRONG_RANK,
    _core.WHY_EMPTY_COLUMN_CLOSED: Reason.EMPTY_COLUMN_CLOSED,
    _core.WHY_FOUNDATION_RETURN_OFF: Reason.FOUNDATION_RETURN_OFF,
    _core.WHY_STOCK_NOT_EMPTY: Reason.STOCK_NOT_EMPTY,
    _core.WHY_REDEALS_USED_UP: Reason.REDEALS_USED_UP,
}

_MISFITS: Final = {
    Build.ALTERNATING: Reason.SAME_COLOR,
    Build.SAME_COLOR: Reason.OTHER_COLOR,
    Build.SAME_SUIT: Reason.WRONG_SUIT,
    Build.OTHER_SUIT: Reason.SAME_SUIT,
}

_FITTING_REASONS: Final = frozenset(
    (
        _core.WHY_WRONG_SUIT,
        _core.WHY_WRONG_RANK,
        _core.WHY_DOES_NOT_FIT,
        _core.WHY_EMPTY_COLUMN_CLOSED,
    )
)


def to_cards(indexes: _core.Cards) -> tuple[Card, ...]:
    """The cards of these indexes."""
    return tuple([CARDS[index] for index in indexes])


@attrs.frozen(init=False, eq=False, repr=False)
class Board:
    """What a state and a view have in common: all that lies open on the table.

    Attributes:
        rules: The rules of the game.
    """

    rules: Rules
    _position: _core.Position
    _legal: list[int] | None

    def __init__(self) -> None:
        raise TypeError(f"{type(self).__name__} has no constructor: see its class methods")

    @classmethod
    def _of(cls, rules: Rules, position: _core.Position) -> Self:
        board = object.__new__(cls)
        _put_rules(board, rules)
        _put_position(board, position)
        _put_legal(board, None)
        return board

    @property
    def stock_count(self) -> int:
        """How many cards the stock holds."""
        return len(self._position[_core.STOCK])

    @property
    def waste(self) -> tuple[Card, ...]:
        """The waste, its top card last; only that one plays."""
        return to_cards(self._position[_core.WASTE])

    @property
    def foundations(self) -> tuple[tuple[Card, ...], ...]:
        """The foundations, each with its top card last.

        They come in the order of the suits, so that ``foundations[Suit.HEARTS]`` is the hearts
        foundation; with several decks, those of the second deck follow.
        """
        return tuple(
            CARDS[index % 4 * 13 : index % 4 * 13 + height]
            for index, height in enumerate(self._position[_core.FOUNDATIONS])
        )

    @property
    def redeals_used(self) -> int:
        """How often the waste has been turned over."""
        return self._position[_core.REDEALS]

    @property
    def redeals_left(self) -> int | None:
        """How often the waste may still be turned over; None for no limit."""
        limit = self.rules.max_redeals
        return None if limit is None else limit - self.redeals_used

    @property
    def score(self) -> int:
        """The points so far, without any for time."""
        return self._position[_core.SCORE]

    @property
    def is_won(self) -> bool:
        """Whether all cards lie on the foundations."""
        return _core.is_won(self._position)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, in the order of the action codes; nothing hidden shapes them.

        Moves that change nothing worth having, such as a king from one empty column to
        another, are legal and listed; so are foundation returns after the win.
        """
        moves = self.rules._compiled_rules.moves
        return tuple([moves[code] for code in self._legal_codes()])

    @property
    def legal_codes(self) -> tuple[int, ...]:
        """The action codes of the legal moves, ascending."""
        return tuple(self._legal_codes())

    def _legal_codes(self) -> list[int]:
        codes = self._legal
        if codes is None:
            codes = _core.legal(self.rules._compiled_rules.tables, self._position)
            _put_legal(self, codes)
        return codes

    @property
    def safe_moves(self) -> tuple[Move, ...]:
        """The foundation moves that cannot spoil a win, in the order of the action codes.

        Offered where there is a proof: one deck, and any part of what is built moves. Cards of
        the waste are among them for draw 1 only. Safe for the win, not for the score: a card
        that first goes to a column may earn more.
        """
        codes = _endgame.safe(self.rules._compiled_rules.tables, self._position)
        return tuple([self.rules.moves[code] for code in codes])

    def is_legal(self, move: Move) -> bool:
        """Whether the rules allow a move here.

        Args:
            move: Any move, also a nonsensical one.

        Returns:
            True exactly when `why_illegal` has nothing to say.

        Raises:
            InvalidArgumentError: It is no `Move`.
        """
        return self.why_illegal(move) is None

    def why_illegal(self, move: Move) -> Illegality | None:
        """Why the rules refuse a move here.

        Args:
            move: Any move, also a nonsensical one.

        Returns:
            The reason with the visible cards concerned, or None for a legal move.

        Raises:
            InvalidArgumentError: It is no `Move`.
        """
        if type(move) is not Move:
            raise InvalidArgumentError(f"not a Move: {shown(move)}; Move.parse reads one from text")
        source, target = move.source, move.target
        if not (self._has(source) and self._has(target)):
            return Illegality(Reason.NO_SUCH_PILE)
        if source is target:
            return Illegality(Reason.SAME_PILE)
        if move.kind is MoveKind.IMPOSSIBLE:
            return Illegality(Reason.NOT_A_MOVE)
        kind = KIND_NUMBERS[move.kind]
        number = _core.reason(
            self.rules._compiled_rules.tables,
            self._position,
            kind,
            source.index,
            target.index,
            move.count,
        )
        if number == _core.LEGAL:
            return None
        if number == _core.WHY_NOT_A_RUN or number == _core.WHY_NOT_THE_WHOLE_RUN:
            group = self._position[_core.FACE_UP][source.index][-move.count :]
            return Illegality(_REASONS[number], to_cards(group))
        if number not in _FITTING_REASONS:
            return Illegality(_REASONS[number])
        card = CARDS[_core.head(self._position, kind, source.index, move.count)]
        below = self._top(target)
        cards = (card,) if below is None else (card, below)
        if number != _core.WHY_DOES_NOT_FIT:
            return Illegality(_REASONS[number], cards)
        if below is None:
            return Illegality(Reason.EMPTY_COLUMN_NEEDS_KING, cards)
        return Illegality(_MISFITS[self.rules.build], cards)

    def _has(self, pile: Pile) -> bool:
        if pile.kind is PileKind.COLUMN:
            return pile.index < len(self.rules.columns)
        return pile.kind is not PileKind.FOUNDATION or pile.index < self.rules.foundations

    def _top(self, pile: Pile) -> Card | None:
        piles = self._columns_up() if pile.kind is PileKind.COLUMN else self.foundations
        return piles[pile.index][-1] if piles[pile.index] else None

    def _columns_up(self) -> tuple[tuple[Card, ...], ...]:
        return tuple(map(to_cards, self._position[_core.FACE_UP]))

    def _identity(self) -> _core.Position:
        # redeals beyond the last one that can matter are all the same
        scoring = self.rules.scoring
        horizon = max(
            1,
            self.rules.max_redeals or 0,
            scoring.free_recycles if scoring.recycle else 0,
        )
        stock, waste, foundations, down, up, redeals, score, face_up = self._position
        return (stock, waste, foundations, down, up, min(redeals, horizon), score, face_up)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        assert isinstance(other, Board)
        return self._identity() == other._identity() and self.rules == other.rules

    def __hash__(self) -> int:
        return hash(self._identity())

    def __repr__(self) -> str:
        up = sum(self._position[_core.FOUNDATIONS])
        top = self.waste[-1] if self.waste else "-"
        return (
            f"<{type(self).__name__}: {up} of {52 * self.rules.decks} cards on the foundations, "
            f"stock {self.stock_count}, waste top {top}, score {self.score}>"
        )


# a frozen class is filled through its slots: boards are made by the million
_put_rules, _put_position, _put_legal = (
    Board.__dict__[name].__set__ for name in ("rules", "_position", "_legal")
)


@final
@attrs.frozen(init=False, eq=False, repr=False)
class View(Board):
    """What the player of a game may know, and nothing else; ``state.view()`` makes one.

    Views of two states that differ only in what the player cannot know are equal in every
    respect: value, hash, text, JSON, legal moves and explanations. Equality is that of
    `GameState`: redeals that can no longer matter make no difference to it.

    Example:
        >>> from klondike import Deal, GameState
        >>> view = GameState.start(Deal.from_seed(7)).view()
        >>> view.columns[6].face_down_count, view.stock, view.stock_count, len(view.unseen)
        (6, None, 24, 45)
    """

    @property
    def stock(self) -> tuple[Card, ...] | None:
        """The stock, first drawn first; None while its cards have not been seen."""
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
        """The cards not yet known, in index order; with several decks each as often as it is.

        Their number is that of the face-down cards and, in the first pass, of the stock.
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
        """Whether nothing is left to guess, at most one distinct card being unseen."""
        return len(set(self.unseen)) <= 1

    def __str__(self) -> str:
        from klondike.render import text

        return text.board(self)


def mask(position: _core.Position) -> _core.Position:
    """The position with every card blanked that the player has not seen."""
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
