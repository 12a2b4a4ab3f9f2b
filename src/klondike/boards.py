"""All that a state and a view have in common: what lies open on the table.

Everything here is computed from cards that the player sees. `klondike.views` hides the other cards.
"""

from __future__ import annotations

from typing import Final, Self, final

import attrs

from klondike import _core, _endgame
from klondike.cards import CARDS, Card, as_cards
from klondike.errors import InvalidArgumentError, shown
from klondike.moves import KIND_NUMBERS, Illegality, Move, MoveKind, Pile, PileKind, Reason
from klondike.rules import Rules

__all__ = ["Board", "Column"]


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


_REASONS: Final = tuple(Reason)

# reasons that concern a card and the card or empty column that it should go to
_NAMING_CARDS: Final = frozenset(
    (
        Reason.WRONG_SUIT,
        Reason.WRONG_RANK,
        Reason.SAME_COLOR,
        Reason.OTHER_COLOR,
        Reason.SAME_SUIT,
        Reason.EMPTY_COLUMN_NEEDS_KING,
        Reason.EMPTY_COLUMN_CLOSED,
    )
)


def to_cards(indexes: _core.Cards) -> tuple[Card, ...]:
    """The cards with these indexes."""
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
        """The waste, its top card last; only the top card can be played."""
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
    def is_over(self) -> bool:
        """Whether the game is won or no card can move again, as far as the player can see.

        Draws and recycles alone do not keep a game going: once the whole stock has been seen, a
        game is over when no card can move now or after any number of draws and recycles. So a loop
        ``while not state.is_over`` ends for every player that never returns to an earlier position.
        False does not mean that the game can be won.
        """
        position = self._position
        if self.is_won or not self._legal_codes():
            return True
        is_stock_seen = position[_core.REDEALS] > 0 or not position[_core.STOCK]
        return is_stock_seen and _endgame.is_dead(self.rules._compiled_rules.tables, position)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, in the order of the action codes; unseen cards make no difference.

        Moves without any effect, such as moving a king alone in its column to an empty column, are
        legal and listed. So are foundation returns after the win.
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

        Moves are listed only under rules for which there is a proof: one deck, and any part of what
        is built moves. Moves from the waste are listed for draw 1 only. A move is safe for the win,
        not for the score: a card that first goes to a column may earn more points.
        """
        codes = _endgame.safe(self.rules._compiled_rules.tables, self._position)
        return tuple([self.rules.moves[code] for code in codes])

    def is_legal(self, move: Move) -> bool:
        """Whether the rules allow a move here.

        Args:
            move: Any move, even a nonsensical one.

        Returns:
            True exactly when `why_illegal` returns None.

        Raises:
            InvalidArgumentError: ``move`` is not a `Move`.
        """
        return self.why_illegal(move) is None

    def why_illegal(self, move: Move) -> Illegality | None:
        """Why the rules refuse a move here.

        Args:
            move: Any move, even a nonsensical one.

        Returns:
            The reason and the visible cards that it concerns, or None for a legal move.

        Raises:
            InvalidArgumentError: ``move`` is not a `Move`.
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
        reason = _REASONS[number - 1]
        if reason in (Reason.NOT_A_RUN, Reason.NOT_THE_WHOLE_RUN):
            group = self._position[_core.FACE_UP][source.index][-move.count :]
            return Illegality(reason, to_cards(group))
        if reason not in _NAMING_CARDS:
            return Illegality(reason)
        card = CARDS[_core.head(self._position, kind, source.index, move.count)]
        below = self._top(target)
        return Illegality(reason, (card,) if below is None else (card, below))

    def _has(self, pile: Pile) -> bool:
        if pile.kind is PileKind.COLUMN:
            return pile.index < len(self.rules.columns)
        return pile.kind is not PileKind.FOUNDATION or pile.index < self.rules.foundation_count

    def _top(self, pile: Pile) -> Card | None:
        piles = self._columns_up() if pile.kind is PileKind.COLUMN else self.foundations
        return piles[pile.index][-1] if piles[pile.index] else None

    def _columns_up(self) -> tuple[tuple[Card, ...], ...]:
        return tuple(map(to_cards, self._position[_core.FACE_UP]))

    def _identity(self) -> _core.Position:
        # redeals used beyond the last one that can matter make no difference
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


# a frozen class is filled through its slots, for speed: boards are made by the million
_put_rules, _put_position, _put_legal = (
    Board.__dict__[name].__set__ for name in ("rules", "_position", "_legal")
)
