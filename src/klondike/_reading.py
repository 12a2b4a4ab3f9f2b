"""Pieces of input that know their place in the whole, so that readers can say where a fault is."""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from enum import Enum
from typing import Final, Self, TypeVar, cast, final

from klondike.cards import MAX_DECKS, Card, foundation_up_to
from klondike.errors import ParseError, shown
from klondike.moves import Move

# patterns are compiled when a text is first read, not when the library is imported
_NUMBER: Final = r"0|-?[1-9][0-9]{0,19}"
_WORD: Final = r"\S+"
_Thing = TypeVar("_Thing")
_Choice = TypeVar("_Choice", bound=Enum)

_JSON_WORDS: Final[dict[type, str]] = {
    dict: "an object",
    list: "a list",
    str: "a string",
    int: "a whole number",
    float: "a number with a fraction",
    bool: "true or false",
    type(None): "null",
}


class _Piece(ABC):
    """What pieces of texts and of documents have in common."""

    __slots__ = ()

    @abstractmethod
    def error(self, reason: str, kind: type[ParseError] = ParseError) -> ParseError:
        """An error at this place."""

    @abstractmethod
    def text(self) -> str:
        """The string at this place."""

    def read(self, parse: Callable[[str], _Thing]) -> _Thing:
        """The result of a parser for the string; its errors get the place of this piece."""
        try:
            return parse(self.text())
        except ParseError as error:
            raise self.error(error.reason) from None

    def choice(self, kind: type[_Choice]) -> _Choice:
        """The member of an enum with this value."""
        text = self.text()
        try:
            return kind(text)
        except ValueError:
            known = ", ".join(str(member.value) for member in kind)
            raise self.error(f"{shown(text)} is not one of {known}") from None


# plain classes: attrs would take longer to make them than the whole library to read a text
@final
class Text(_Piece):
    """A piece of a text."""

    __slots__ = ("column", "line", "value")

    def __init__(self, value: str, line: int = 1, column: int = 1) -> None:
        self.value: str = value
        self.line: int = line
        self.column: int = column

    @classmethod
    def of(cls, text: str) -> Self:
        """A whole text, as a caller gave it."""
        if not isinstance(text, str):
            raise ParseError(f"expected a text, got a {type(text).__name__}")
        return cls(text)

    def error(self, reason: str, kind: type[ParseError] = ParseError) -> ParseError:
        return kind(reason, self.line, self.column)

    def text(self) -> str:
        return self.value

    def part(self, start: int, end: int | None = None) -> Self:
        return type(self)(self.value[start:end], self.line, self.column + start)

    def split(self, separator: str) -> list[Self]:
        parts: list[Self] = []
        start = 0
        for piece in self.value.split(separator):
            parts.append(self.part(start, start + len(piece)))
            start += len(piece) + len(separator)
        return parts

    def after(self, prefix: str) -> Self:
        if not self.value.startswith(prefix):
            raise self.error(f"expected {prefix!r}, got {shown(self.value)}")
        return self.part(len(prefix))

    def words(self, pattern: str = _WORD) -> list[Self]:
        return [self.part(*match.span()) for match in re.finditer(pattern, self.value)]

    def words_as_cards(self) -> tuple[Card, ...]:
        return tuple(word.read(Card.parse) for word in self.words())

    def optional(self, read: Callable[[Self], _Thing]) -> _Thing | None:
        return None if self.value == "none" else read(self)

    def number(self) -> int:
        if not re.fullmatch(_NUMBER, self.value, re.ASCII):
            raise self.error(f"{shown(self.value)} is not a whole number of at most 20 digits")
        return int(self.value)

    def boolean(self) -> bool:
        if self.value not in ("true", "false"):
            raise self.error(f"expected true or false, got {shown(self.value)}")
        return self.value == "true"

    def cards(self) -> tuple[Card, ...]:
        return tuple(
            self.part(start, start + 2).read(Card.parse) for start in range(0, len(self.value), 2)
        )

    def pile(self) -> tuple[Card, ...]:
        if not self.value:
            raise self.error("expected cards, or - for none")
        return () if self.value == "-" else self.cards()


@final
class Node(_Piece):
    """A piece of a JSON document, which knows the version of the document."""

    __slots__ = ("path", "value", "version")

    def __init__(self, value: object, path: str = "$", version: int = 1) -> None:
        self.value: object = value
        self.path: str = path
        self.version: int = version

    def error(self, reason: str, kind: type[ParseError] = ParseError) -> ParseError:
        return kind(reason, 0, 0, self.path)

    def wrong_type(self, wanted: str) -> ParseError:
        kind = _JSON_WORDS.get(type(self.value), f"a Python {type(self.value).__name__}")
        return self.error(f"expected {wanted}, got {kind}")

    def mapping(self) -> dict[str, object]:
        if not isinstance(self.value, dict):
            raise self.wrong_type("an object")
        # isinstance says nothing about keys and items; each is checked where it is read
        return cast("dict[str, object]", self.value)  # pyright: ignore[reportUnknownMemberType]

    def fields(self, *names: str) -> list[Self]:
        found = self.mapping()
        for name in names:
            if name not in found:
                raise self.error(f"{name!r} is missing")
        for name in found:
            if name not in names:
                raise self.error(f"{name!r} is not known here")
        return [type(self)(found[name], f"{self.path}.{name}", self.version) for name in names]

    def items(self) -> list[Self]:
        if not isinstance(self.value, list):
            raise self.wrong_type("a list")
        # as in mapping
        items = cast("list[object]", self.value)  # pyright: ignore[reportUnknownMemberType]
        return [
            type(self)(item, f"{self.path}[{index}]", self.version)
            for index, item in enumerate(items)
        ]

    def number(self) -> int:
        if type(self.value) is not int:
            raise self.wrong_type("a whole number")
        return self.value

    def count(self, most: int = 2**53 - 1) -> int:
        number = self.number()
        if not 0 <= number <= most:
            raise self.error(f"expected a count from 0 to {most}, got {shown(number)}")
        return number

    def size(self) -> int:
        return self.count(52 * MAX_DECKS)

    def seconds(self) -> float:
        number = self.value
        if type(number) not in (int, float):
            raise self.wrong_type("a number")
        seconds = cast("float", number)  # as the line above says
        if not 0 <= seconds < math.inf:
            raise self.error(f"expected a time of 0 or more, got {shown(seconds)}")
        return seconds

    def boolean(self) -> bool:
        if type(self.value) is not bool:
            raise self.wrong_type("true or false")
        return self.value

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.wrong_type("a string")
        return self.value

    def optional(self, read: Callable[[Self], _Thing]) -> _Thing | None:
        return None if self.value is None else read(self)

    def card(self) -> Card:
        return self.read(Card.parse)

    def foundation(self) -> tuple[Card, ...]:
        return () if self.value is None else foundation_up_to(self.card())

    def move(self) -> Move:
        return self.read(Move.parse)

    def cards(self) -> tuple[Card, ...]:
        return tuple(item.card() for item in self.items())
