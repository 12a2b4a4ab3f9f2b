"""Piles, moves between them, why a move is refused, and what a move causes."""

from __future__ import annotations

import enum
import re
from typing import ClassVar, Final, TypeVar, final

import attrs

from klondike.cards import Card, Suit, as_cards
from klondike.errors import InvalidArgumentError, ParseError, check_type, shown

__all__ = [
    "DRAW",
    "RECYCLE",
    "Event",
    "EventKind",
    "Illegality",
    "Move",
    "MoveKind",
    "Pile",
    "PileKind",
    "Reason",
    "move_space",
]

_Member = TypeVar("_Member", bound=enum.Enum)

PILE_LIMIT: Final = 99
"""No game has more columns or foundations than this."""


@final
class PileKind(enum.Enum):
    """The four kinds of piles."""

    STOCK = "stock"
    WASTE = "waste"
    COLUMN = "column"
    FOUNDATION = "foundation"


_PILES: Final[dict[tuple[PileKind, int], Pile]] = {}
_PILE_TEXT: Final = re.compile(r"s|w|t([1-9][0-9]?)|f([cdhs])([2-9]|[1-9][0-9])?")


@final
@attrs.frozen(eq=False, init=False, repr=False, weakref_slot=False)
class Pile:
    """A place on the table: the stock, the waste, a column or a foundation.

    Each pile exists once, so ``is`` and ``==`` agree. Make piles with `Pile.column` and
    `Pile.foundation`; the other two are ``Pile.STOCK`` and ``Pile.WASTE``.

    Attributes:
        kind: Which kind of pile.
        index: Number of the column from 0; for a foundation its place in
            ``state.foundations``; 0 for stock and waste.

    Example:
        >>> str(Pile.column(3)), str(Pile.foundation(Suit.HEARTS)), str(Pile.WASTE)
        ('t4', 'fh', 'w')
    """

    STOCK: ClassVar[Pile]
    WASTE: ClassVar[Pile]

    kind: PileKind
    index: int

    def __new__(cls, kind: PileKind, index: int = 0) -> Pile:  # noqa: D102  # see the class
        try:
            return _PILES[kind, index]
        except (KeyError, TypeError):
            raise InvalidArgumentError(
                f"there is no pile {shown(kind)} with index {shown(index)}: columns and "
                f"foundations are numbered from 0 to {PILE_LIMIT - 1}"
            ) from None

    @classmethod
    def column(cls, index: int) -> Pile:
        """A tableau column.

        Args:
            index: Its number from 0, leftmost first.

        Returns:
            The pile; whether a game has such a column is not checked.

        Raises:
            InvalidArgumentError: The index is negative or above 98.
        """
        return Pile(PileKind.COLUMN, index)

    @classmethod
    def foundation(cls, suit: Suit, deck: int = 0) -> Pile:
        """A foundation.

        Args:
            suit: The suit it is built in.
            deck: Which of the suit's foundations, from 0; games with one deck have only 0.

        Returns:
            The pile.

        Raises:
            InvalidArgumentError: There is no such suit or deck.
        """
        if type(suit) is not Suit or type(deck) is not int:
            raise InvalidArgumentError(
                f"there is no foundation for suit {shown(suit)} and deck {shown(deck)}"
            )
        return Pile(PileKind.FOUNDATION, deck * 4 + suit)

    @classmethod
    def parse(cls, text: str) -> Pile:
        """Reads a pile as notation writes it.

        Args:
            text: ``s``, ``w``, ``t1`` for the first column, ``fh`` for the hearts foundation
                or ``fh2`` for that of the second deck.

        Returns:
            The pile.

        Raises:
            ParseError: The text has any other form.
        """
        match = _PILE_TEXT.fullmatch(text) if isinstance(text, str) else None
        if match is None:
            raise ParseError(
                f"{shown(text)} is not a pile: write s for the stock, w for the waste, t1, t2, … "
                "for a column, fc, fd, fh, fs for a foundation"
            )
        column, suit, deck = match.groups()
        if column:
            return Pile.column(int(column) - 1)
        if suit:
            try:
                return Pile.foundation(Suit("cdhs".index(suit)), int(deck or 1) - 1)
            except InvalidArgumentError:
                raise ParseError(
                    f"{shown(text)} is not a pile: no game has so many decks"
                ) from None
        return Pile.STOCK if text == "s" else Pile.WASTE

    @property
    def suit(self) -> Suit | None:
        """The foundation's suit; None for any other pile."""
        return Suit(self.index % 4) if self.kind is PileKind.FOUNDATION else None

    def __str__(self) -> str:
        if self.kind is PileKind.COLUMN:
            return f"t{self.index + 1}"
        if self.kind is PileKind.FOUNDATION:
            deck = self.index // 4
            return f"f{'cdhs'[self.index % 4]}{deck + 1 if deck else ''}"
        return "s" if self.kind is PileKind.STOCK else "w"

    def __repr__(self) -> str:
        return f"Pile.parse('{self}')"

    def __copy__(self) -> Pile:
        return self

    def __deepcopy__(self, memo: object) -> Pile:
        return self

    def __reduce__(self) -> tuple[type[Pile], tuple[PileKind, int]]:
        return Pile, (self.kind, self.index)

    def __hash__(self) -> int:
        # the same in every process; 1 to 200 and unique
        return _PILE_NUMBERS[self.kind] + 2 * self.index


_PILE_NUMBERS: Final = {
    PileKind.STOCK: 1,
    PileKind.WASTE: 2,
    PileKind.COLUMN: 3,
    PileKind.FOUNDATION: 4,
}


def _make_pile(kind: PileKind, index: int) -> None:
    pile = object.__new__(Pile)
    object.__setattr__(pile, "kind", kind)
    object.__setattr__(pile, "index", index)
    _PILES[kind, index] = pile


for _kind in (PileKind.STOCK, PileKind.WASTE):
    _make_pile(_kind, 0)
for _index in range(PILE_LIMIT):
    _make_pile(PileKind.COLUMN, _index)
    _make_pile(PileKind.FOUNDATION, _index)
Pile.STOCK = _PILES[PileKind.STOCK, 0]
Pile.WASTE = _PILES[PileKind.WASTE, 0]


@final
class MoveKind(enum.Enum):
    """What a move does, by where it comes from and where it goes.

    The first seven are the moves of the game, in the order of the action codes; IMPOSSIBLE is
    any other pair of piles, such as stock to column, which no rules allow. The value is an
    identifier that never changes.
    """

    DRAW = "draw"
    RECYCLE = "recycle"
    WASTE_TO_TABLEAU = "waste_to_tableau"
    WASTE_TO_FOUNDATION = "waste_to_foundation"
    TABLEAU_TO_TABLEAU = "tableau_to_tableau"
    TABLEAU_TO_FOUNDATION = "tableau_to_foundation"
    FOUNDATION_TO_TABLEAU = "foundation_to_tableau"
    IMPOSSIBLE = "impossible"


_KINDS: Final = {
    (PileKind.STOCK, PileKind.WASTE): MoveKind.DRAW,
    (PileKind.WASTE, PileKind.STOCK): MoveKind.RECYCLE,
    (PileKind.WASTE, PileKind.COLUMN): MoveKind.WASTE_TO_TABLEAU,
    (PileKind.WASTE, PileKind.FOUNDATION): MoveKind.WASTE_TO_FOUNDATION,
    (PileKind.COLUMN, PileKind.COLUMN): MoveKind.TABLEAU_TO_TABLEAU,
    (PileKind.COLUMN, PileKind.FOUNDATION): MoveKind.TABLEAU_TO_FOUNDATION,
    (PileKind.FOUNDATION, PileKind.COLUMN): MoveKind.FOUNDATION_TO_TABLEAU,
}


def numbered(kind: type[_Member]) -> dict[_Member, int]:
    """The members of an enum with their numbers in `klondike._core`: their places, from 0."""
    return {member: number for number, member in enumerate(kind)}


KIND_NUMBERS: Final = numbered(MoveKind)

_COUNT_TEXT: Final = re.compile(r"[1-9][0-9]?")


@final
@attrs.frozen(repr=False)
class Move:
    """A move that a player may try: cards from the top of one pile to another.

    Any drag from pile to pile can be expressed, even one that no rules allow, so that
    ``state.why_illegal`` can explain it. Drawing is ``DRAW``, turning the waste over is
    ``RECYCLE``; each is one move, however many cards it turns.

    Args:
        source: The pile that cards leave.
        target: The pile that they go to.
        count: How many cards, 1 to 99.

    Raises:
        InvalidArgumentError: ``count`` is out of range, or ``source`` or ``target`` is not a
            `Pile`. (`Move.parse` reads moves from text.)

    Example:
        >>> str(Move(Pile.column(3), Pile.column(5), 2)), str(DRAW)
        ('t4>t6x2', 'draw')
        >>> Move.parse("w>t3").kind
        <MoveKind.WASTE_TO_TABLEAU: 'waste_to_tableau'>
    """

    source: Pile
    target: Pile
    count: int = 1
    _hash: int = attrs.field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        check_type(self.source, Pile, "the source of a move")
        check_type(self.target, Pile, "the target of a move")
        if type(self.count) is not int or not 1 <= self.count <= PILE_LIMIT:
            raise InvalidArgumentError(
                f"a move takes 1 to {PILE_LIMIT} cards, not {shown(self.count)}"
            )
        number = (hash(self.source) << 16) | (hash(self.target) << 8) | self.count
        object.__setattr__(self, "_hash", number)

    def __hash__(self) -> int:
        return self._hash

    @classmethod
    def parse(cls, text: str) -> Move:
        """Reads a move as notation writes it; ``str`` is the inverse.

        Args:
            text: ``draw``, ``recycle``, or source, ``>``, target, and ``x`` with the count
                where it is not 1: ``w>t3``, ``t4>t6x2``, ``t1>fh``, ``fh>t2``.

        Returns:
            The move.

        Raises:
            ParseError: The text is not a move, or a move written in another way.
        """
        if text == "draw":
            return DRAW
        if text == "recycle":
            return RECYCLE
        source, arrow, rest = text.partition(">") if isinstance(text, str) else ("", "", "")
        target, times, count = rest.partition("x")
        if not arrow or (times and not _COUNT_TEXT.fullmatch(count)):
            raise ParseError(
                f"{shown(text)} is not a move: write draw, recycle, or source>target, such as w>t3 "
                "or t4>t6x2"
            )
        move = Move(Pile.parse(source), Pile.parse(target), int(count or 1))
        if str(move) != text:
            raise ParseError(f"{shown(text)} is not how this move is written: write {move}")
        return move

    @property
    def kind(self) -> MoveKind:
        """What the move does."""
        return _KINDS.get((self.source.kind, self.target.kind), MoveKind.IMPOSSIBLE)

    def __str__(self) -> str:
        if self.count == 1 and self.kind is MoveKind.DRAW:
            return "draw"
        if self.count == 1 and self.kind is MoveKind.RECYCLE:
            return "recycle"
        return f"{self.source}>{self.target}" + (f"x{self.count}" if self.count > 1 else "")

    def __repr__(self) -> str:
        return f"Move.parse('{self}')"


DRAW: Final = Move(Pile.STOCK, Pile.WASTE)
"""Turn cards from the stock onto the waste, as many as the rules say."""

RECYCLE: Final = Move(Pile.WASTE, Pile.STOCK)
"""Turn the whole waste over, so that it becomes the stock again, in the order of the first pass."""


def move_space(columns: int, decks: int) -> tuple[Move, ...]:
    """Every move that can be legal in some position of a game, in the order of its codes.

    The order: draw, recycle, waste to each column, waste to each foundation, column to column
    (by source, then target, then count 1 to 13), column to foundation, foundation to column.

    Args:
        columns: Number of columns, 1 to 99.
        decks: Number of decks, 1 to 4.

    Returns:
        The moves; the index of a move, counted from 0, is its action code.

    Raises:
        InvalidArgumentError: A number is too large.

    Example:
        >>> len(move_space(7, 1))
        615
        >>> [str(move) for move in move_space(7, 1)[:4]]
        ['draw', 'recycle', 'w>t1', 'w>t2']
    """
    tableau = [Pile.column(index) for index in range(columns)]
    foundations = [Pile.foundation(suit, deck) for deck in range(decks) for suit in Suit]
    return (
        DRAW,
        RECYCLE,
        *(Move(Pile.WASTE, target) for target in tableau),
        *(Move(Pile.WASTE, target) for target in foundations),
        *(
            Move(source, target, count)
            for source in tableau
            for target in tableau
            if source is not target
            for count in range(1, 14)
        ),
        *(Move(source, target) for source in tableau for target in foundations),
        *(Move(source, target) for source in foundations for target in tableau),
    )


@final
class Reason(enum.Enum):
    """Every reason for which a move can be refused.

    The value is an identifier that never changes; `sentence` gives the reason in English.

    Example:
        >>> Reason.SAME_COLOR.value, Reason.SAME_COLOR.sentence
        ('same_color', 'the colours must alternate')
    """

    NO_SUCH_PILE = "no_such_pile"
    SAME_PILE = "same_pile"
    NOT_A_MOVE = "not_a_move"
    COUNT_OUT_OF_RANGE = "count_out_of_range"
    EMPTY_SOURCE = "empty_source"
    COVERED = "covered"
    FACE_DOWN = "face_down"
    NOT_A_RUN = "not_a_run"
    NOT_THE_WHOLE_RUN = "not_the_whole_run"
    ONE_CARD_ONLY = "one_card_only"
    TOO_MANY_FOR_FOUNDATION = "too_many_for_foundation"
    WRONG_SUIT = "wrong_suit"
    WRONG_RANK = "wrong_rank"
    SAME_COLOR = "same_color"
    OTHER_COLOR = "other_color"
    SAME_SUIT = "same_suit"
    EMPTY_COLUMN_NEEDS_KING = "empty_column_needs_king"
    EMPTY_COLUMN_CLOSED = "empty_column_closed"
    FOUNDATION_RETURN_OFF = "foundation_return_off"
    STOCK_NOT_EMPTY = "stock_not_empty"
    REDEALS_USED_UP = "redeals_used_up"

    @property
    def sentence(self) -> str:
        """What is wrong, in English, without a capital letter or a full stop."""
        return _SENTENCES[self]


_SENTENCES: Final = {
    Reason.NO_SUCH_PILE: "this game has no such pile",
    Reason.SAME_PILE: "the cards lie there already",
    Reason.NOT_A_MOVE: "cards never go from that pile to this one",
    Reason.COUNT_OUT_OF_RANGE: "the count is out of range here",
    Reason.EMPTY_SOURCE: "there is no card to take",
    Reason.COVERED: "only the top card can be taken",
    Reason.FACE_DOWN: "a face-down card cannot be moved",
    Reason.NOT_A_RUN: "the cards do not form a run that moves together",
    Reason.NOT_THE_WHOLE_RUN: "only the whole run moves under these rules",
    Reason.ONE_CARD_ONLY: "only one card moves at a time under these rules",
    Reason.TOO_MANY_FOR_FOUNDATION: "a foundation takes one card at a time",
    Reason.WRONG_SUIT: "the suits must match",
    Reason.WRONG_RANK: "the rank does not follow",
    Reason.SAME_COLOR: "the colours must alternate",
    Reason.OTHER_COLOR: "the colours must match",
    Reason.SAME_SUIT: "the suits must differ",
    Reason.EMPTY_COLUMN_NEEDS_KING: "only a king fills an empty column",
    Reason.EMPTY_COLUMN_CLOSED: "an empty column stays empty under these rules",
    Reason.FOUNDATION_RETURN_OFF: "cards stay on the foundations under these rules",
    Reason.STOCK_NOT_EMPTY: "the waste is turned over only when the stock is empty",
    Reason.REDEALS_USED_UP: "no redeal is left",
}


@final
@attrs.frozen
class Illegality:
    """Why a move is refused.

    Attributes:
        reason: The rule that the move breaks; the first one, if it breaks several.
        cards: The visible cards concerned: first the card to move, then the card it should go
            on; never a face-down card.

    Example:
        >>> str(Illegality(Reason.SAME_COLOR, (Card.parse("5h"), Card.parse("6d"))))
        'the colours must alternate (5h, 6d)'
    """

    reason: Reason
    cards: tuple[Card, ...] = attrs.field(default=(), converter=as_cards)

    def __str__(self) -> str:
        shown = f" ({', '.join(map(str, self.cards))})" if self.cards else ""
        return self.reason.sentence + shown


@final
class EventKind(enum.Enum):
    """What can happen on the table; the value is an identifier that never changes."""

    CARDS_DRAWN = "cards_drawn"
    STOCK_RECYCLED = "stock_recycled"
    CARDS_MOVED = "cards_moved"
    CARD_TURNED = "card_turned"


@final
@attrs.frozen
class Event:
    """One thing that a move caused; events come in the order in which to show and score them.

    Attributes:
        kind: What happened.
        source: The pile that the cards left.
        target: The pile where they are now; for a turned card, the same pile.
        cards: The cards, from bottom to top. Drawn cards come in the order of drawing, so that the
            last one lies on top; a recycled stock comes in the order in which it will be drawn.
        points: The points for the event, before the floor of the scoring is applied.
    """

    kind: EventKind
    source: Pile
    target: Pile
    cards: tuple[Card, ...]
    points: int
