"""Positions of games: `GameState`, always a possible one, and `Step`."""

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
    """A move played: the state after it and what happened on the way.

    Attributes:
        state: The state after the move.
        events: What happened, in order.
    """

    state: GameState
    events: tuple[Event, ...]


@final
@attrs.frozen(init=False, eq=False, repr=False)
class GameState(Board):
    """A position of a game under its rules: always a possible one, never changed.

    States come from `start`, `from_layout`, `from_view` and `apply`. A state knows every card;
    what its player may know is its `view`, and so are ``str`` and ``repr``.

    Equality: two states are equal when their rules, piles and scores are and when the redeals
    used are the same as far as they can still matter: to the limit of redeals, to the number
    of free recycles, and to whether the stock has been seen. Equal states have equal futures
    and equal views. `key` is the smaller key for search.

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
            InvalidDealError: The rules want another number of decks.
            InvalidArgumentError: An argument is of another type.
        """
        check_type(deal, Deal, "the deal")
        check_type(rules, Rules, "the rules")
        if deal.decks != rules.decks:
            raise InvalidDealError(
                [f"the deal has {deal.decks} decks, but the rules want {rules.decks}"]
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
            InvalidStateError: It is no possible position; every problem is listed.
            InvalidArgumentError: An argument is of another type.
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
        """A state that looks like this view, each possible one with the same chance.

        For an honestly shuffled deal that is exactly how likely each of them is.

        Args:
            view: What the player knows.
            random: The generator to draw from.

        Returns:
            A state whose ``view()`` equals the view.

        Raises:
            InvalidArgumentError: It is no `View`.
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
        """The stock, first drawn first."""
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
            The view, which holds no way back to the state.
        """
        return View._of(self.rules, blank_unseen(self._position))

    @property
    def key(self) -> tuple[object, ...]:
        """A hashable key for search, with all that decides what can still be reached.

        The piles and, where redeals are limited, the redeals used; not the rules, the score or
        what the player has seen. Keys compare only between states of the same rules.
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
            InvalidArgumentError: It is no `Move`.
        """
        rules = self.rules
        _, codes, tables = rules._compiled_rules
        # anything else, also what cannot be hashed, is left to `why_illegal` to refuse
        code = codes.get(move) if type(move) is Move else None
        # `_core.reason` answers for one move, the list of legal codes for all of them at once
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
        """The state after a move, and what happened, to animate or to score.

        Args:
            move: A legal move.

        Returns:
            State and events.

        Raises:
            IllegalMoveError: The rules refuse the move; the error says why.
            InvalidArgumentError: It is no `Move`.

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
        """Whether the game is certainly lost, since no card can move, now or after any drawing.

        A proof of loss, not a guess: False does not mean that the game can be won. It looks at
        the cards of the stock, also at those the player has not seen.
        """
        return _endgame.is_dead(self.rules._compiled_rules.tables, self._position)

    @property
    def autofinish(self) -> tuple[Move, ...] | None:
        """The moves to the win if the player can see that the game is won, else None.

        Empty for a won game. Only foundation moves, draws and recycles are played, each foundation
        move as soon as it can be made. The answer never depends on a card that the player has not
        seen: while a card of the tableau is face down it is None, and the unseen stock of a first
        pass counts only for one deck and draw 1 without a limit of redeals, where its order does
        not matter.
        """
        rules = self.rules
        # With one deck it does not matter in which order cards go to the foundations; of two equal
        # cards the wrong one may go first.
        any_order = rules.decks == rules.draw_count == 1 and rules.max_redeals is None
        if any(self._position[_core.FACE_DOWN]) or not (any_order or self.view().is_open):
            return None
        codes = _endgame.autofinish(rules._compiled_rules.tables, self._position)
        return None if codes is None else tuple([rules.moves[code] for code in codes])

    def __str__(self) -> str:
        return str(self.view())


def _indexes(cards: Iterable[Card]) -> _core.Cards:
    return tuple([card.index for card in cards])
