"""Positions under rules: `GameState`, always a possible position, and `Step`, a move played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Self, final

import attrs

from klondike import _core, _endgame
from klondike.boards import Board, Column, to_cards
from klondike.cards import Card
from klondike.deals import Deal, shuffle
from klondike.errors import (
    IllegalMoveError,
    InvalidDealError,
    InvalidStateError,
    check_type,
)
from klondike.layouts import Layout
from klondike.moves import KIND_NUMBERS, Event, EventKind, Move, MoveKind
from klondike.rules import Rules
from klondike.views import View, blank_unseen

if TYPE_CHECKING:
    from random import Random

__all__ = ["GameState", "Step"]


@final
@attrs.frozen
class Step:
    """A move played: the state after it and the events that it caused.

    Attributes:
        state: The state after the move.
        events: What happened, in order.
    """

    state: GameState
    events: tuple[Event, ...]


@final
@attrs.frozen(init=False, eq=False, repr=False)
class GameState(Board):
    """A position of a game under its rules: always possible, never changed.

    States come from `start`, `from_layout`, `from_view` and `apply`. A state knows every card. Its
    `view` contains only what the player may know, and ``str`` and ``repr`` show no more than that.

    Equality: two states are equal when their rules, piles and scores are equal and the redeals used
    are the same as far as they can still matter: for the limit of redeals, for the number of free
    recycles, and for whether the stock has been seen. Equal states have equal views, now and after
    the same moves. They may still differ in `redeals_used`, and so in text and JSON; compare
    ``state.layout()`` where that matters. `key` is a smaller key, for searches.

    Example:
        >>> state = GameState.start(Deal.from_seed(7))
        >>> print(*state.legal_moves)
        draw t2>t4 t4>t6 t5>t1 t7>fc
        >>> state.apply(state.legal_moves[0]).waste
        (Card.parse('9c'),)
    """

    @classmethod
    def start(cls, deal: Deal, rules: Rules = Rules()) -> Self:
        """The state after the deal.

        Args:
            deal: The pack.
            rules: The rules; StillDeck draw 1 unless given.

        Returns:
            The state before the first move.

        Raises:
            InvalidDealError: The deal and the rules have different numbers of decks.
            InvalidArgumentError: ``deal`` is not a `Deal`, or ``rules`` is not a `Rules`.
        """
        check_type(deal, Deal, "the deal")
        check_type(rules, Rules, "the rules")
        if deal.decks != rules.decks:
            raise InvalidDealError(
                [f"the number of decks in the deal must be {rules.decks}, not {deal.decks}"]
            )
        pack = [card.index for card in deal.cards]
        return cls._of(
            rules,
            _core.start(
                pack,
                rules.columns,
                rules.decks,
                rules.aces_on_foundations,
                rules.scoring.start,
            ),
        )

    @classmethod
    def from_layout(cls, layout: Layout, rules: Rules = Rules()) -> Self:
        """The state with these piles and counters.

        Args:
            layout: Where the cards lie.
            rules: The rules; StillDeck draw 1 unless given.

        Returns:
            The state.

        Raises:
            InvalidStateError: The layout is not a possible position; every problem is listed.
            InvalidArgumentError: ``layout`` is not a `Layout`, or ``rules`` is not a `Rules`.
        """
        check_type(layout, Layout, "the layout")
        problems = layout.problems(rules)
        if problems:
            raise InvalidStateError(problems)
        up = tuple(_indexes(column.face_up) for column in layout.columns)
        return cls._of(
            rules,
            (
                _indexes(layout.stock),
                _indexes(layout.waste),
                tuple(map(len, layout.foundations)),
                tuple(_indexes(column.face_down) for column in layout.columns),
                up,
                layout.redeals_used,
                layout.score,
                _core.visible_cards(up),
            ),
        )

    @classmethod
    def from_view(cls, view: View, random: Random) -> Self:
        """A random state with this view; every possible state has the same chance.

        If the deal was shuffled fairly, the states are in fact equally likely.

        Args:
            view: What the player knows.
            random: The generator to draw from.

        Returns:
            A state whose ``view()`` equals the view.

        Raises:
            InvalidArgumentError: ``view`` is not a `View`.
        """
        check_type(view, View, "the view")
        hidden = [card.index for card in view.unseen]
        shuffle(hidden, random.randrange)
        blanks = iter(hidden)
        stock, waste, foundations, down, up, redeals, score, face_up = view._position
        return cls._of(
            view.rules,
            (
                tuple(next(blanks) if card == _core.HIDDEN else card for card in stock),
                waste,
                foundations,
                tuple(tuple(next(blanks) for _ in pile) for pile in down),
                up,
                redeals,
                score,
                face_up,
            ),
        )

    @property
    def stock(self) -> tuple[Card, ...]:
        """The stock; the card drawn first comes first."""
        return to_cards(self._position[_core.STOCK])

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of the tableau, leftmost first."""
        return tuple(
            Column(to_cards(down), cards)
            for down, cards in zip(self._position[_core.FACE_DOWN], self._columns_up(), strict=True)
        )

    def layout(self) -> Layout:
        """Where the cards lie, as a value to edit.

        Returns:
            The layout, which has no problems.
        """
        return Layout(
            columns=self.columns,
            stock=self.stock,
            waste=self.waste,
            foundations=self.foundations,
            redeals_used=self.redeals_used,
            score=self.score,
        )

    def view(self) -> View:
        """What the player may know.

        Returns:
            The view; the state cannot be recovered from it.
        """
        return View._of(self.rules, blank_unseen(self._position))

    @property
    def key(self) -> tuple[object, ...]:
        """A hashable key for searches, with all that decides which positions can be reached.

        It contains the piles and, where redeals are limited, the redeals used. It does not contain
        the rules, the score or what the player has seen. Compare only keys of states under the same
        rules.
        """
        piles = self._position[: _core.REDEALS]
        return piles if self.rules.max_redeals is None else (*piles, self.redeals_used)

    def apply(self, move: Move) -> Self:
        """The state after a move.

        Args:
            move: A legal move.

        Returns:
            The state; it shares every untouched pile with this one.

        Raises:
            IllegalMoveError: The rules refuse the move; the error says why.
            InvalidArgumentError: ``move`` is not a `Move`.
        """
        rules = self.rules
        _, codes, tables = rules._compiled_rules
        # `why_illegal` refuses anything that is not a move, even if it cannot be hashed
        code = codes.get(move) if type(move) is Move else None
        # without a list of the legal codes, `_core.reason` is faster: it checks this move only
        if code is None or (
            _core.reason(tables, self._position, *tables.moves[code])
            if self._legal is None
            else code not in self._legal
        ):
            illegality = self.why_illegal(move)
            assert illegality is not None
            raise IllegalMoveError(move, illegality)
        return self._of(rules, _core.apply(tables, self._position, code))

    def step(self, move: Move) -> Step:
        """The state after a move and the events that it caused, for animation or scoring.

        Args:
            move: A legal move.

        Returns:
            State and events.

        Raises:
            IllegalMoveError: The rules refuse the move; the error says why.
            InvalidArgumentError: ``move`` is not a `Move`.

        Example:
            >>> step = GameState.start(Deal.from_seed(7)).step(Move.parse("t7>fc"))
            >>> for event in step.events: print(event.kind.name, *event.cards, event.points)
            CARDS_MOVED Ac 10
            CARD_TURNED 6s 5
        """
        after = self.apply(move)
        return Step(after, tuple(self._events(move, after)))

    def _events(self, move: Move, after: GameState) -> Iterator[Event]:
        source, target, kind = move.source, move.target, move.kind
        scoring = self.rules.scoring
        if kind is MoveKind.DRAW:
            drawn = to_cards(self._position[_core.STOCK][: self.rules.draw_count])
            yield Event(EventKind.CARDS_DRAWN, source, target, drawn, 0)
            return
        if kind is MoveKind.RECYCLE:
            points = scoring.recycle_points(after.redeals_used)
            yield Event(EventKind.STOCK_RECYCLED, source, target, after.stock, points)
            return
        if kind in (MoveKind.WASTE_TO_FOUNDATION, MoveKind.TABLEAU_TO_FOUNDATION):
            cards = after.foundations[target.index][-1:]
        else:
            cards = to_cards(after._position[_core.FACE_UP][target.index][-move.count :])
        points = self.rules._compiled_rules.tables.points[KIND_NUMBERS[kind]]
        yield Event(EventKind.CARDS_MOVED, source, target, cards, points)
        if after._position[_core.FACE_DOWN] is not self._position[_core.FACE_DOWN]:
            turned = to_cards(after._position[_core.FACE_UP][source.index])
            yield Event(EventKind.CARD_TURNED, source, source, turned, scoring.turn_over)

    @property
    def is_dead(self) -> bool:
        """Whether the game is certainly lost, because no card can move now or after any draws.

        True is a proof of loss. False does not mean that the game can be won. All cards of the
        stock are taken into account, including those that the player has not seen.
        """
        return _endgame.is_dead(self.rules._compiled_rules.tables, self._position)

    @property
    def autofinish(self) -> tuple[Move, ...] | None:
        """The moves that finish the game if the player can see that it will be won, else None.

        The moves are foundation moves, draws and recycles; each foundation move is made as soon as
        possible. For a won game there are no moves. Whether the answer is None never depends on a
        card that the player has not seen. While a card of the tableau is face down, it is None.
        While the stock is unseen, it is None unless the order of the stock does not matter: with
        one deck, draw 1 and unlimited redeals.
        """
        rules = self.rules
        # With one deck it does not matter in which order cards go to the foundations. With more
        # decks, the wrong one of two equal cards may go first.
        any_order = rules.decks == rules.draw_count == 1 and rules.max_redeals is None
        if any(self._position[_core.FACE_DOWN]) or not (any_order or self.view().is_open):
            return None
        codes = _endgame.autofinish(rules._compiled_rules.tables, self._position)
        return None if codes is None else tuple([rules.moves[code] for code in codes])

    def __str__(self) -> str:
        return str(self.view())


def _indexes(cards: Iterable[Card]) -> _core.Cards:
    return tuple([card.index for card in cards])
