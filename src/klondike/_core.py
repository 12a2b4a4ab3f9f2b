"""The rules on tuples of ints: the one place where a position changes.

Private. The public classes wrap these functions; a search may call them directly. There are no
classes with behaviour and no attrs here, so that the module can be compiled.

A card is its index, ``suit * 13 + rank - 1``. A position is a tuple of eight parts, each read by
its named index:

* ``STOCK``, where the card drawn first comes first,
* ``WASTE``, with its top card last,
* ``FOUNDATIONS``, the height of each,
* ``FACE_DOWN``, the face-down cards of each column, the deepest first,
* ``FACE_UP``, the face-up cards of each column, the top card last,
* ``REDEALS``, how often the waste has been turned over,
* ``SCORE``,
* ``VISIBLE``, the mask of the face-up cards of the columns; it follows from ``FACE_UP``, and moves
  are found faster with it.

In the position of a view, ``HIDDEN`` stands for every card that the player does not know. No
function here depends on which card that is. Bit masks have one bit for each card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

Cards: TypeAlias = tuple[int, ...]
Position: TypeAlias = tuple[
    Cards, Cards, tuple[int, ...], tuple[Cards, ...], tuple[Cards, ...], int, int, int
]
# kind, source, target, count of a move; piles are numbered within their kind
Play: TypeAlias = tuple[int, int, int, int]

# the parts of a position
STOCK: Final = 0
WASTE: Final = 1
FOUNDATIONS: Final = 2
FACE_DOWN: Final = 3
FACE_UP: Final = 4
REDEALS: Final = 5
SCORE: Final = 6
VISIBLE: Final = 7

EMPTY: Final = 52
HIDDEN: Final = 53
UNLIMITED: Final = -1
NO_FLOOR: Final = -(2**60)

# kinds of moves, in the order of the action codes
DRAW: Final = 0
RECYCLE: Final = 1
WASTE_TO_TABLEAU: Final = 2
WASTE_TO_FOUNDATION: Final = 3
TABLEAU_TO_TABLEAU: Final = 4
TABLEAU_TO_FOUNDATION: Final = 5
FOUNDATION_TO_TABLEAU: Final = 6

# how runs move
ANY_PART: Final = 0
WHOLE_RUN: Final = 1
ONE_CARD: Final = 2

# relations between the suits of a card and of the card beneath it
ALTERNATING: Final = 0
SAME_COLOR: Final = 1
SAME_SUIT: Final = 2
OTHER_SUIT: Final = 3
ANY_SUIT: Final = 4

# what may go to an empty column
KINGS_ONLY: Final = 0
ANY_CARD: Final = 1
NOTHING: Final = 2

# answers of `reason`: the reasons that depend on the position, by their place in
# `klondike.moves.Reason`, counted from 1
LEGAL: Final = 0
WHY_COUNT_OUT_OF_RANGE: Final = 4
WHY_EMPTY_SOURCE: Final = 5
WHY_COVERED: Final = 6
WHY_FACE_DOWN: Final = 7
WHY_NOT_A_RUN: Final = 8
WHY_NOT_THE_WHOLE_RUN: Final = 9
WHY_ONE_CARD_ONLY: Final = 10
WHY_TOO_MANY_FOR_FOUNDATION: Final = 11
WHY_WRONG_SUIT: Final = 12
WHY_WRONG_RANK: Final = 13
WHY_SAME_COLOR: Final = 14
WHY_OTHER_COLOR: Final = 15
WHY_SAME_SUIT: Final = 16
WHY_EMPTY_COLUMN_NEEDS_KING: Final = 17
WHY_EMPTY_COLUMN_CLOSED: Final = 18
WHY_FOUNDATION_RETURN_OFF: Final = 19
WHY_STOCK_NOT_EMPTY: Final = 20
WHY_REDEALS_USED_UP: Final = 21

# for each build: why a card of the right rank does not fit; if any suit fits, this does not happen
MISFITS: Final = (WHY_SAME_COLOR, WHY_OTHER_COLOR, WHY_WRONG_SUIT, WHY_SAME_SUIT, LEGAL)

BITS: Final = (*(1 << index for index in range(53)), 0)
"""The bit of each card, and of EMPTY; none for HIDDEN."""
SUITS: Final = tuple(index // 13 for index in range(52))
HEIGHTS: Final = tuple(index % 13 for index in range(52))
"""For each card, the height of its foundation when the card goes there next."""


class RuleTables(NamedTuple):
    """Rules, prepared once for the functions below."""

    columns: int
    foundations: int
    draw_count: int
    max_redeals: int
    foundation_return: bool
    run_move: int
    hosts: tuple[tuple[int, ...], ...]
    """For each card, what it may be placed on in a column: cards, or EMPTY for an empty column."""
    guests: tuple[int, ...]
    """For each card, and for an empty column, the mask of the cards that may be placed on it."""
    run_links: tuple[tuple[int, ...], ...]
    """For each card, the cards on which it may lie inside a run that moves together."""
    following: tuple[tuple[int, ...], ...]
    """For each foundation and each height of it, the card that goes there next; HIDDEN if none."""
    returning: tuple[tuple[int, ...], ...]
    """For each foundation and each height of it, the bit of the card that may go back, or 0."""
    moves: tuple[Play, ...]
    """For each action code, the kind, source, target and count of its move."""
    first_codes: tuple[int, ...]
    """For each kind of move, its lowest action code."""
    run_codes: tuple[tuple[int, ...], ...]
    """For each source and target column, the action code of moving a run minus its length."""
    points: tuple[int, ...]
    """For each kind of move, its points; those of a recycle apply only after the free recycles."""
    turn_over: int
    free_recycles: int
    floor: int
    build: int
    guest_suits: tuple[tuple[int, ...], ...]
    """For each suit, the other suits whose cards may lie on its cards in a column."""
    empty_column: int
    runs_split: bool
    """Whether there is one deck, any part of what is built moves, and the proofs know all axes."""


def _followed(card: int, build: int) -> tuple[int, ...]:
    # the cards one rank higher on which this card may lie, by the build
    suit = SUITS[card]
    suits: list[int] = []
    for other in range(4):
        same_color = (suit in (1, 2)) == (other in (1, 2))
        if (
            (build == ALTERNATING and not same_color)
            or (build == SAME_COLOR and same_color)
            or (build == SAME_SUIT and suit == other)
            or (build == OTHER_SUIT and suit != other)
            or build == ANY_SUIT
        ):
            suits.append(other)
    height = HEIGHTS[card]
    return tuple(other * 13 + height + 1 for other in suits if height < 12)


def rule_tables(
    *,
    moves: tuple[Play, ...],
    columns: int,
    decks: int,
    draw_count: int,
    max_redeals: int,
    build: int,
    run_build: int,
    runs_split: bool,
    run_move: int,
    empty_column: int,
    foundation_return: bool,
    points: tuple[int, ...],
    turn_over: int,
    free_recycles: int,
    floor: int,
) -> RuleTables:
    """Prepares rules; ``moves`` is the move space, by kind, source, target and count."""
    codes = {play: code for code, play in enumerate(moves)}
    hosts = [_followed(card, build) for card in range(52)]
    for card in range(52):
        if empty_column == ANY_CARD or (empty_column == KINGS_ONLY and HEIGHTS[card] == 12):
            hosts[card] = (*hosts[card], EMPTY)
    return RuleTables(
        columns=columns,
        foundations=4 * decks,
        draw_count=draw_count,
        max_redeals=max_redeals,
        foundation_return=foundation_return,
        run_move=run_move,
        hosts=tuple(hosts),
        guests=tuple(
            sum(BITS[card] for card in range(52) if host in hosts[card]) for host in range(53)
        ),
        run_links=tuple(_followed(card, run_build) for card in range(52)),
        following=tuple((*range(suit * 13, suit * 13 + 13), HIDDEN) for suit in range(4)) * decks,
        returning=tuple(
            (0, *(BITS[suit * 13 : suit * 13 + 13] if foundation_return else (0,) * 13))
            for suit in range(4)
        )
        * decks,
        moves=moves,
        first_codes=tuple(
            sum(play[0] < kind for play in moves) for kind in range(FOUNDATION_TO_TABLEAU + 1)
        ),
        run_codes=tuple(
            tuple(
                codes.get((TABLEAU_TO_TABLEAU, source, target, 1), 0) - 1
                for target in range(columns)
            )
            for source in range(columns)
        ),
        points=points,
        turn_over=turn_over,
        free_recycles=free_recycles,
        floor=floor,
        build=build,
        guest_suits=tuple(
            tuple(
                other
                for other in range(4)
                if other != suit and suit * 13 + 1 in _followed(other * 13, build)
            )
            for suit in range(4)
        ),
        empty_column=empty_column,
        runs_split=runs_split,
    )


def start(
    pack: Sequence[int],
    columns: Sequence[tuple[int, int]],
    decks: int,
    aces_on_foundations: bool,
    score: int,
) -> Position:
    """Deals a pack row by row, its first card first; the cards left are the stock, in order."""
    height = 0
    if aces_on_foundations:
        height = 1
        pack = [card for card in pack if HEIGHTS[card]]
    piles: list[list[int]] = [[] for _ in columns]
    dealt = 0
    for row in range(max(down + up for down, up in columns)):
        for pile, (down, up) in zip(piles, columns, strict=True):
            if row < down + up:
                pile.append(pack[dealt])
                dealt += 1
    face_up = tuple(tuple(pile[down:]) for pile, (down, _) in zip(piles, columns, strict=True))
    return (
        tuple(pack[dealt:]),
        (),
        (height,) * (4 * decks),
        tuple(tuple(pile[:down]) for pile, (down, _) in zip(piles, columns, strict=True)),
        face_up,
        0,
        score,
        visible_cards(face_up),
    )


def visible_cards(face_up: Sequence[Cards]) -> int:
    """The mask of the face-up cards of these columns."""
    visible = 0
    for cards in face_up:
        for card in cards:
            visible |= BITS[card]
    return visible


def _run_reason(tables: RuleTables, cards: Cards, count: int) -> int:
    if count == 1 and tables.run_move != WHOLE_RUN:
        return LEGAL
    if tables.run_move == ONE_CARD:
        return WHY_ONE_CARD_ONLY
    longest = 1
    while longest < len(cards) and cards[-longest - 1] in tables.run_links[cards[-longest]]:
        longest += 1
    if count > longest:
        return WHY_NOT_A_RUN
    return WHY_NOT_THE_WHOLE_RUN if tables.run_move == WHOLE_RUN and count < longest else LEGAL


def legal(tables: RuleTables, position: Position) -> list[int]:
    """The codes of all legal moves, ascending."""
    stock, waste, foundations, _, face_up, redeals, _, visible = position
    guests = tables.guests
    first_codes = tables.first_codes
    codes: list[int] = []
    if stock:
        codes.append(DRAW)
    elif waste and (tables.max_redeals == UNLIMITED or redeals < tables.max_redeals):
        codes.append(RECYCLE)

    # compiled, comparing bits is faster than looking for cards
    tops: list[int] = []
    column_guests: list[int] = []
    room = 0
    showing = 0
    for cards in face_up:
        top = cards[-1] if cards else EMPTY
        tops.append(top)
        column_guests.append(guests[top])
        room |= guests[top]
        showing |= BITS[top]
    waste_top = waste[-1] if waste else EMPTY
    bit = BITS[waste_top]
    if room & bit:
        code = first_codes[WASTE_TO_TABLEAU]
        for target, mask in enumerate(column_guests):
            if mask & bit:
                codes.append(code + target)

    nexts = tables.following
    returns = tables.returning
    for foundation, height in enumerate(foundations):
        following = nexts[foundation][height]
        if BITS[following] & showing:
            code = first_codes[TABLEAU_TO_FOUNDATION] + foundation
            for source, top in enumerate(tops):
                if top == following:
                    codes.append(code + source * tables.foundations)
        if following == waste_top:
            codes.append(first_codes[WASTE_TO_FOUNDATION] + foundation)
        bit = returns[foundation][height]
        if bit & room:
            code = first_codes[FOUNDATION_TO_TABLEAU] + foundation * tables.columns
            for target, mask in enumerate(column_guests):
                if mask & bit:
                    codes.append(code + target)

    movable = visible & room
    if not movable:
        codes.sort()
        return codes
    for source, cards in enumerate(face_up):
        size = len(cards)
        for at, card in enumerate(cards):
            bit = BITS[card]
            if not bit & movable:
                continue
            count = size - at
            # of two equal cards in a column, only the upper one can be part of the run on top
            if card in cards[at + 1 :] or _run_reason(tables, cards, count):
                continue
            run_codes = tables.run_codes[source]
            for target, mask in enumerate(column_guests):
                if mask & bit and target != source:
                    codes.append(run_codes[target] + count)
    codes.sort()
    return codes


def _reason_to_leave(
    tables: RuleTables, position: Position, kind: int, source: int, count: int
) -> int:
    if kind in (WASTE_TO_TABLEAU, WASTE_TO_FOUNDATION):
        size = len(position[WASTE])
    elif kind == FOUNDATION_TO_TABLEAU:
        if not tables.foundation_return:
            return WHY_FOUNDATION_RETURN_OFF
        size = position[FOUNDATIONS][source]
    else:
        cards = position[FACE_UP][source]
        size = len(cards) + len(position[FACE_DOWN][source])
        if len(cards) < count <= size:
            return WHY_FACE_DOWN
    if size == 0:
        return WHY_EMPTY_SOURCE
    if count > size:
        return WHY_COUNT_OUT_OF_RANGE
    if kind in (WASTE_TO_FOUNDATION, TABLEAU_TO_FOUNDATION):
        return WHY_TOO_MANY_FOR_FOUNDATION if count > 1 else LEGAL
    if kind != TABLEAU_TO_TABLEAU:
        return WHY_COVERED if count > 1 else LEGAL
    return _run_reason(tables, position[FACE_UP][source], count)


def reason(
    tables: RuleTables, position: Position, kind: int, source: int, target: int, count: int
) -> int:
    """Why a move is refused, or ``LEGAL``: the one function that decides this."""
    stock, waste, foundations, _, face_up, redeals, _, _ = position
    if kind == DRAW:
        if not stock:
            return WHY_EMPTY_SOURCE
        return LEGAL if count == 1 else WHY_COUNT_OUT_OF_RANGE
    if kind == RECYCLE:
        if stock:
            return WHY_STOCK_NOT_EMPTY
        if not waste:
            return WHY_EMPTY_SOURCE
        if count != 1:
            return WHY_COUNT_OUT_OF_RANGE
        spent = tables.max_redeals != UNLIMITED and redeals >= tables.max_redeals
        return WHY_REDEALS_USED_UP if spent else LEGAL

    refused = _reason_to_leave(tables, position, kind, source, count)
    if refused:
        return refused
    card = head(position, kind, source, count)
    if kind in (WASTE_TO_FOUNDATION, TABLEAU_TO_FOUNDATION):
        if SUITS[card] != target % 4:
            return WHY_WRONG_SUIT
        return LEGAL if HEIGHTS[card] == foundations[target] else WHY_WRONG_RANK
    top = face_up[target][-1] if face_up[target] else EMPTY
    if top in tables.hosts[card]:
        return LEGAL
    if top == EMPTY:
        closed = tables.empty_column == NOTHING
        return WHY_EMPTY_COLUMN_CLOSED if closed else WHY_EMPTY_COLUMN_NEEDS_KING
    return MISFITS[tables.build] if HEIGHTS[card] + 1 == HEIGHTS[top] else WHY_WRONG_RANK


def head(position: Position, kind: int, source: int, count: int) -> int:
    """The bottom card of those that a move between waste, columns and foundations takes."""
    if kind in (WASTE_TO_TABLEAU, WASTE_TO_FOUNDATION):
        return position[WASTE][-1]
    if kind == FOUNDATION_TO_TABLEAU:
        return source % 4 * 13 + position[FOUNDATIONS][source] - 1
    return position[FACE_UP][source][-count]


def apply(tables: RuleTables, position: Position, code: int) -> Position:
    """The position after a legal move; it shares untouched piles with the position before."""
    stock, waste, foundations, face_down, face_up, redeals, score, visible = position
    kind, source, target, count = tables.moves[code]
    if kind == DRAW:
        drawn = tables.draw_count
        waste += stock[:drawn]
        return (stock[drawn:], waste, foundations, face_down, face_up, redeals, score, visible)
    if kind == RECYCLE:
        redeals += 1
        if redeals > tables.free_recycles:
            score = max(tables.floor, score + tables.points[RECYCLE])
        return (waste, (), foundations, face_down, face_up, redeals, score, visible)

    points = tables.points[kind]
    if points:
        score = max(tables.floor, score + points)
    piles = list(face_up)
    if kind == TABLEAU_TO_TABLEAU or kind == TABLEAU_TO_FOUNDATION:  # faster than `in`
        cards = face_up[source]
        moved = cards[-count:]
        left = cards[:-count]
        if not left and face_down[source]:
            hidden = face_down[source]
            left = hidden[-1:]
            visible |= BITS[left[0]]
            face_down = (*face_down[:source], hidden[:-1], *face_down[source + 1 :])
            score = max(tables.floor, score + tables.turn_over)
        piles[source] = left
    elif kind == FOUNDATION_TO_TABLEAU:
        height = foundations[source] - 1
        foundations = (*foundations[:source], height, *foundations[source + 1 :])
        moved = (source % 4 * 13 + height,)
    else:
        moved = waste[-1:]
        waste = waste[:-1]

    if kind == WASTE_TO_FOUNDATION or kind == TABLEAU_TO_FOUNDATION:
        height = foundations[target] + 1
        foundations = (*foundations[:target], height, *foundations[target + 1 :])
        if kind == TABLEAU_TO_FOUNDATION:
            # with several decks another copy of the card may lie face up
            visible = visible ^ BITS[moved[0]] if tables.foundations == 4 else visible_cards(piles)
    else:
        piles[target] += moved
        if kind != TABLEAU_TO_TABLEAU:
            visible |= BITS[moved[0]]
    return (stock, waste, foundations, face_down, tuple(piles), redeals, score, visible)


def is_won(position: Position) -> bool:
    """Whether every card lies on a foundation."""
    return min(position[FOUNDATIONS]) == 13


def wins(tables: RuleTables, position: Position, codes: Sequence[int]) -> bool:
    """Whether these moves are legal one after the other and lead to a win."""
    for code in codes:
        kind, source, target, count = tables.moves[code]
        if reason(tables, position, kind, source, target, count):
            return False
        position = apply(tables, position, code)
    return is_won(position)
