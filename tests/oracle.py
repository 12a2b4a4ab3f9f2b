"""A slow and simple Klondike engine that the tests compare the real one with.

It shares no code with the library. A card is rank and suit ("Td"), a pile is a list
with its top last, except the stock, whose first card is drawn first. Legal moves are
found by trying every conceivable move text.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypedDict

RANKS = "A23456789TJQK"
SUITS = "cdhs"
RED = "dh"
COUNTS = {"": 1} | {f"x{count}": count for count in range(2, 14)}
"""Count of a group by the end of the move text."""


class OracleScoring(TypedDict):
    """Points by kind of event."""

    start: int
    waste_to_tableau: int
    waste_to_foundation: int
    tableau_to_foundation: int
    turn_over: int
    foundation_to_tableau: int
    recycle: int
    free_recycles: int
    floor: int | None


class OracleRules(TypedDict):
    """The rules of one game of the family."""

    columns: Sequence[tuple[int, int]]
    draw_count: int
    max_redeals: int | None
    build: str
    run_build: str | None
    run_move: str
    empty_column: str
    foundation_return: bool
    aces_on_foundations: bool
    decks: int
    scoring: OracleScoring


@dataclass
class Entry:
    """A card in a column."""

    card: str
    face_up: bool


Pile: TypeAlias = tuple[str, int]
"""Kind ("w", "t" or "f") and number, counted from 0."""

Snapshot: TypeAlias = tuple[
    tuple[str, ...],
    tuple[str, ...],
    tuple[tuple[str, ...], ...],
    tuple[tuple[tuple[str, ...], tuple[str, ...]], ...],
    int,
    int,
]
"""Stock, waste, foundations, columns (down, up), redeals used, score."""


def one_lower(lower: str, upper: str) -> bool:
    """Whether the first card is exactly one rank below the second."""
    return RANKS.index(lower[0]) + 1 == RANKS.index(upper[0])


def suits_match(first: str, second: str, relation: str) -> bool:
    """Whether the suits of two cards satisfy a building rule."""
    same_suit = first[1] == second[1]
    same_color = (first[1] in RED) == (second[1] in RED)
    answers = {
        "alternating": not same_color,
        "same_color": same_color,
        "same_suit": same_suit,
        "other_suit": not same_suit,
        "any": True,
    }
    return answers[relation]


class Oracle:
    """One game, changed in place by `play`."""

    def __init__(self, rules: OracleRules) -> None:
        """Make a table without cards."""
        self.rules = rules
        self.stock: list[str] = []
        self.waste: list[str] = []
        self.foundations: list[list[str]] = [[] for _ in range(4 * rules["decks"])]
        self.columns: list[list[Entry]] = [[] for _ in rules["columns"]]
        self.redeals_used = 0
        self.score = rules["scoring"]["start"]
        self._piles: dict[str, Pile] = {"w": ("w", 0)}
        for number in range(len(self.columns)):
            self._piles[f"t{number + 1}"] = ("t", number)
        for number in range(len(self.foundations)):
            deck = number // 4
            numeral = "" if deck == 0 else str(deck + 1)
            self._piles[f"f{SUITS[number % 4]}{numeral}"] = ("f", number)

    @classmethod
    def deal(cls, pack: Sequence[str], rules: OracleRules) -> "Oracle":
        """Deal a pack, given from its top card on."""
        game = cls(rules)
        rest: list[str] = []
        for card in pack:
            if card[0] == "A" and rules["aces_on_foundations"]:
                game._place_ace(card)
            else:
                rest.append(card)
        for row in range(max(down + up for down, up in rules["columns"])):
            for number, (down, up) in enumerate(rules["columns"]):
                if down + up > row:
                    entry = Entry(rest.pop(0), face_up=row >= down)
                    game.columns[number].append(entry)
        game.stock = rest
        return game

    def _place_ace(self, card: str) -> None:
        """Put an ace on the first foundation of its suit that is empty."""
        for number, foundation in enumerate(self.foundations):
            if SUITS[number % 4] == card[1] and not foundation:
                foundation.append(card)
                return
        raise ValueError(f"too many aces: {card}")

    def copy(self) -> "Oracle":
        """Return an independent copy."""
        other = Oracle(self.rules)
        other.stock = list(self.stock)
        other.waste = list(self.waste)
        other.foundations = [list(foundation) for foundation in self.foundations]
        other.columns = [
            [Entry(entry.card, entry.face_up) for entry in column] for column in self.columns
        ]
        other.redeals_used = self.redeals_used
        other.score = self.score
        return other

    def snapshot(self) -> Snapshot:
        """Return the whole position as plain tuples."""
        columns: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
        for column in self.columns:
            down = tuple(entry.card for entry in column if not entry.face_up)
            up = tuple(entry.card for entry in column if entry.face_up)
            columns.append((down, up))
        return (
            tuple(self.stock),
            tuple(self.waste),
            tuple(tuple(foundation) for foundation in self.foundations),
            tuple(columns),
            self.redeals_used,
            self.score,
        )

    def is_won(self) -> bool:
        """Whether all cards are on the foundations."""
        on_foundations = sum(len(foundation) for foundation in self.foundations)
        return on_foundations == 52 * self.rules["decks"]

    def space(self) -> list[str]:
        """List every conceivable move text, nonsense included."""
        targets = [name for name in self._piles if name != "w"]
        texts = ["draw", "recycle"]
        for source in self._piles:
            for target in targets:
                texts.extend(f"{source}>{target}{suffix}" for suffix in COUNTS)
        return texts

    def moves(self) -> list[str]:
        """List every legal move."""
        return [text for text in self.space() if self.allowed(text)]

    def _parse(self, text: str) -> tuple[Pile, Pile, int] | None:
        """Read source, target and count; None for what is not a move of cards."""
        start, _, end = text.partition(">")
        end = end.partition("x")[0]
        suffix = text.removeprefix(f"{start}>{end}")
        if start not in self._piles or end not in self._piles or suffix not in COUNTS:
            return None
        return self._piles[start], self._piles[end], COUNTS[suffix]

    def allowed(self, text: str) -> bool:
        """Whether the rules allow this move now."""
        if text == "draw":
            return len(self.stock) > 0
        if text == "recycle":
            limit = self.rules["max_redeals"]
            left = limit is None or self.redeals_used < limit
            return not self.stock and len(self.waste) > 0 and left

        parsed = self._parse(text)
        if parsed is None:
            return False
        (source_kind, source), (target_kind, target), count = parsed

        if source_kind == "w":
            if count != 1 or not self.waste:
                return False
            head = self.waste[-1]
        elif source_kind == "f":
            if not self.rules["foundation_return"] or target_kind == "f":
                return False
            if count != 1 or not self.foundations[source]:
                return False
            head = self.foundations[source][-1]
        else:
            if not self._is_run(source, count):
                return False
            if target_kind == "t" and source == target:
                return False
            if target_kind == "t" and not self._run_move_allows(source, count):
                return False
            head = self.columns[source][-count].card

        if target_kind == "f":
            return count == 1 and self._fits_foundation(head, target)
        return target_kind == "t" and self._fits_column(head, target)

    def _is_run(self, number: int, count: int) -> bool:
        """Whether the top cards of a column are face up and form a group."""
        column = self.columns[number]
        if count > len(column):
            return False
        group = column[-count:]
        if not all(entry.face_up for entry in group):
            return False
        relation = self.rules["run_build"] or self.rules["build"]
        for position in range(1, count):
            upper = group[position - 1].card
            lower = group[position].card
            if not one_lower(lower, upper) or not suits_match(lower, upper, relation):
                return False
        return True

    def _run_move_allows(self, number: int, count: int) -> bool:
        """Whether a group of this size may go from the column to another one."""
        longest = max(size for size in range(1, 14) if self._is_run(number, size))
        answers = {"any": True, "whole": count == longest, "single": count == 1}
        return answers[self.rules["run_move"]]

    def _fits_foundation(self, card: str, number: int) -> bool:
        """Whether the card is the next one of a foundation."""
        foundation = self.foundations[number]
        fits = one_lower(foundation[-1], card) if foundation else card[0] == "A"
        return fits and card[1] == SUITS[number % 4]

    def _fits_column(self, card: str, number: int) -> bool:
        """Whether the card, or a group it heads, may be put on a column."""
        column = self.columns[number]
        if not column:
            answers = {"king": card[0] == "K", "any": True, "none": False}
            return answers[self.rules["empty_column"]]
        top = column[-1]
        if not top.face_up or not one_lower(card, top.card):
            return False
        return suits_match(card, top.card, self.rules["build"])

    def play(self, text: str) -> None:
        """Play a move.

        Raises:
            ValueError: If the move is not allowed.
        """
        if not self.allowed(text):
            raise ValueError(f"move not allowed: {text}")
        if text == "draw":
            for _ in range(min(self.rules["draw_count"], len(self.stock))):
                self.waste.append(self.stock.pop(0))
            self._add_points(0)
        elif text == "recycle":
            self.stock = self.waste
            self.waste = []
            self.redeals_used += 1
            free = self.redeals_used <= self.rules["scoring"]["free_recycles"]
            self._add_points(0 if free else self.rules["scoring"]["recycle"])
        else:
            parsed = self._parse(text)
            assert parsed is not None
            self._move_cards(*parsed)

    def _move_cards(self, source: Pile, target: Pile, count: int) -> None:
        """Move cards between two piles, score that, then turn a card over."""
        if source[0] == "w":
            cards = [self.waste.pop()]
        elif source[0] == "f":
            cards = [self.foundations[source[1]].pop()]
        else:
            cards = [entry.card for entry in self.columns[source[1]][-count:]]
            del self.columns[source[1]][-count:]

        if target[0] == "f":
            self.foundations[target[1]].extend(cards)
        else:
            for card in cards:
                self.columns[target[1]].append(Entry(card, face_up=True))

        scoring = self.rules["scoring"]
        points = {
            "wt": scoring["waste_to_tableau"],
            "wf": scoring["waste_to_foundation"],
            "tf": scoring["tableau_to_foundation"],
            "ft": scoring["foundation_to_tableau"],
            "tt": 0,
        }
        self._add_points(points[source[0] + target[0]])

        if source[0] == "t":
            left = self.columns[source[1]]
            if left and not left[-1].face_up:
                left[-1].face_up = True
                self._add_points(scoring["turn_over"])

    def _add_points(self, points: int) -> None:
        """Score one event."""
        self.score += points
        floor = self.rules["scoring"]["floor"]
        if floor is not None:
            self.score = max(floor, self.score)


def perft(game: Oracle, depth: int) -> int:
    """Count the sequences of legal moves of exactly this many plies."""
    if depth == 0:
        return 1
    texts = game.moves()
    if depth == 1:
        return len(texts)
    total = 0
    for text in texts:
        after = game.copy()
        after.play(text)
        total += perft(after, depth - 1)
    return total
