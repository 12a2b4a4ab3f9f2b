"""The kinds of values that fields of rules have: how each is checked, read, written, described.

Private. `klondike.rules.AXES` and `klondike.scoring.POINTS` name the kind of every field. The text
formats, JSON, the JSON Schema and the strategies for tests use these kinds.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias, cast, final

import attrs

from klondike._reading import Node, Text
from klondike.errors import shown
from klondike.moves import PILE_LIMIT

if TYPE_CHECKING:
    from typing import Protocol

    class Row(Protocol):
        """A row of a table of fields: the kind of the values, and the first version with it."""

        @property
        def kind(self) -> Kind:
            """The kind of its values."""
            ...

        @property
        def since(self) -> int:
            """The first version of documents that has it; in older ones it has its default."""
            ...


# Any: a precise type for what json.loads returns would force every reader to cast
Document: TypeAlias = dict[str, Any]
Columns: TypeAlias = tuple[tuple[int, int], ...]


class Kind(ABC):
    """What a field can hold, and how it is checked, read, written and described.

    Readers check the syntax, `problems` the value.
    """

    __slots__ = ()

    @abstractmethod
    def problems(self, name: str, value: object) -> Iterator[str]:
        """A sentence for each thing that is wrong with the value of a field of this name."""

    @abstractmethod
    def read_json(self, node: Node) -> object:
        """The value that a piece of a document stands for."""

    @abstractmethod
    def write_json(self, value: Any) -> object:  # Any: a value of this kind
        """The value in the form that `read_json` reads."""

    @abstractmethod
    def schema(self) -> Document:
        """The JSON Schema of what `write_json` returns."""

    @abstractmethod
    def choices(self) -> str:
        """The values in words, for the tables of the documentation."""


class Plain(Kind):
    """A kind whose values can also be written as text."""

    __slots__ = ()

    @abstractmethod
    def read_text(self, text: Text) -> object:
        """The value that a text stands for."""

    @abstractmethod
    def write_text(self, value: Any) -> str:  # Any: a value of this kind
        """The value in the form that `read_text` reads."""


@final
class Number(Plain):
    """A whole number in a range.

    Args:
        lowest: The lowest value.
        highest: The highest value.
        usual: In real games the values lie between the negative of this number and this number.
        or_none: What None means, if it is allowed.
    """

    __slots__ = ("highest", "lowest", "or_none", "usual")

    def __init__(self, lowest: int, highest: int, *, usual: int, or_none: str = "") -> None:
        self.lowest: int = lowest
        self.highest: int = highest
        self.usual: int = usual
        self.or_none: str = or_none

    def problems(self, name: str, value: object) -> Iterator[str]:
        if value is None and self.or_none:
            return
        if type(value) is not int or not self.lowest <= value <= self.highest:
            wanted = f"a whole number from {self.lowest} to {self.highest}"
            yield f"{name} must be {wanted}, not {shown(value)}"

    def read_text(self, text: Text) -> object:
        return text.optional(Text.number) if self.or_none else text.number()

    def write_text(self, value: int | None) -> str:
        return "none" if value is None else str(value)

    def read_json(self, node: Node) -> object:
        return node.optional(Node.number) if self.or_none else node.number()

    def write_json(self, value: int | None) -> object:
        return value

    def schema(self) -> Document:
        kind = ["integer", "null"] if self.or_none else "integer"
        return {"type": kind, "minimum": self.lowest, "maximum": self.highest}

    def choices(self) -> str:
        return f"{self.lowest:,} to {self.highest:,}" + (", or None" if self.or_none else "")


@final
class Choice(Plain):
    """A member of an enum.

    Args:
        members: The enum.
        or_none: What None means, if it is allowed.
    """

    __slots__ = ("members", "or_none")

    def __init__(self, members: type[Enum], *, or_none: str = "") -> None:
        self.members: type[Enum] = members
        self.or_none: str = or_none

    def problems(self, name: str, value: object) -> Iterator[str]:
        if type(value) is not self.members and not (value is None and self.or_none):
            yield f"{name} must be a {self.members.__name__}, not {shown(value)}"

    def read_text(self, text: Text) -> object:
        return text.optional(self._member) if self.or_none else self._member(text)

    def write_text(self, value: Enum | None) -> str:
        return "none" if value is None else str(value.value)

    def read_json(self, node: Node) -> object:
        return node.optional(self._member) if self.or_none else self._member(node)

    def _member(self, piece: Text | Node) -> Enum:
        return piece.choice(self.members)

    def write_json(self, value: Enum | None) -> object:
        return None if value is None else value.value

    def schema(self) -> Document:
        return {"enum": [*self._names(), *([None] if self.or_none else [])]}

    def choices(self) -> str:
        return ", ".join(self._names()) + (", or None" if self.or_none else "")

    def _names(self) -> list[str]:
        return [str(member.value) for member in self.members]


@final
class Flag(Plain):
    """Yes or no."""

    __slots__ = ()

    def problems(self, name: str, value: object) -> Iterator[str]:
        if type(value) is not bool:
            yield f"{name} must be a bool, not {shown(value)}"

    def read_text(self, text: Text) -> object:
        return text.boolean()

    def write_text(self, value: bool) -> str:
        return "true" if value else "false"

    def read_json(self, node: Node) -> object:
        return node.boolean()

    def write_json(self, value: bool) -> object:
        return value

    def schema(self) -> Document:
        return {"type": "boolean"}

    def choices(self) -> str:
        return "True, False"


def _items(value: object) -> tuple[object, ...] | None:
    # this type check says nothing about the items of the tuple; each is checked where it is read
    return cast("tuple[object, ...]", value) if type(value) is tuple else None


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0


@final
class DealtColumns(Plain):
    """For each column, a pair: how many cards are dealt face down, then face up."""

    __slots__ = ()

    def problems(self, name: str, value: object) -> Iterator[str]:
        columns = _items(value)
        if columns is None or not 1 <= len(columns) <= PILE_LIMIT:
            yield f"{name} must be a tuple of 1 to {PILE_LIMIT} pairs of counts, not {shown(value)}"
            return
        for number, column in enumerate(columns, 1):
            pair = _items(column)
            if pair is None or len(pair) != 2 or not all(map(_is_count, pair)):
                yield (
                    f"column {number} must be a pair of counts (face down, face up), each 0 or "
                    f"more, not {shown(column)}"
                )
            elif pair[0] and not pair[1]:
                yield f"column {number} must have a face-up card on top, not {shown(column)}"

    def read_text(self, text: Text) -> object:
        columns: list[tuple[int, int]] = []
        for pair in text.split(","):
            sizes = pair.split("+")
            if len(sizes) != 2:
                raise pair.error(
                    f"{shown(pair.value)} is not a column: write face down+face up, such as 2+1"
                )
            columns.append((sizes[0].number(), sizes[1].number()))
        return tuple(columns)

    def write_text(self, value: Columns) -> str:
        return ",".join(f"{down}+{up}" for down, up in value)

    def read_json(self, node: Node) -> object:
        return tuple(tuple(size.number() for size in pair.items()) for pair in node.items())

    def write_json(self, value: Columns) -> object:
        return [list(pair) for pair in value]

    def schema(self) -> Document:
        pair = {
            "type": "array",
            "items": {"type": "integer", "minimum": 0},
            "minItems": 2,
            "maxItems": 2,
        }
        return {
            "type": "array",
            "minItems": 1,
            "maxItems": PILE_LIMIT,
            "description": "For each column the cards dealt face down, then face up.",
            "items": pair,
        }

    def choices(self) -> str:
        return "pairs (face down, face up)"


@final
class Field:
    """A row of a table whose fields can all be written as text."""

    __slots__ = ("kind", "since")

    def __init__(self, kind: Plain, since: int = 1) -> None:
        self.kind: Plain = kind
        self.since: int = since


@final
class Nested(Kind):
    """A value that has fields of its own.

    Args:
        make: Its class.
        fields: The table of its fields, in order.
    """

    __slots__ = ("fields", "make")

    def __init__(self, make: type, fields: Mapping[str, Field]) -> None:
        self.make: type = make
        self.fields: Mapping[str, Field] = fields

    def problems(self, name: str, value: object) -> Iterator[str]:
        if type(value) is not self.make:
            yield f"{name} must be a {self.make.__name__}, not {shown(value)}"

    def read_json(self, node: Node) -> object:
        return self.make(**read_fields(self.fields, node))

    def write_json(self, value: Any) -> object:  # Any: a value of the class
        return write_fields(self.fields, value)

    def schema(self) -> Document:
        return object_schema(self.fields)

    def choices(self) -> str:
        return f"a `{self.make.__name__}`"


def read_fields(fields: Mapping[str, Row], node: Node) -> dict[str, Any]:  # Any: see the kinds
    """The values of the fields that documents of this version have, by name."""
    there = {name: row.kind for name, row in fields.items() if row.since <= node.version}
    pieces = node.fields(*there)
    values = [kind.read_json(piece) for kind, piece in zip(there.values(), pieces, strict=True)]
    return dict(zip(there, values, strict=True))


def write_fields(fields: Mapping[str, Row], value: object) -> Document:
    """What `read_fields` reads, in the newest version."""
    return {name: row.kind.write_json(getattr(value, name)) for name, row in fields.items()}


def object_schema(fields: Mapping[str, Row], before: Document | None = None) -> Document:
    """The JSON Schema of an object with exactly these fields, after some other properties."""
    properties = {**(before or {}), **{name: row.kind.schema() for name, row in fields.items()}}
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def differing(value: attrs.AttrsInstance, usual: attrs.AttrsInstance) -> str:
    """A ``repr`` that names only the fields in which a value differs from the usual one."""
    names = [field.name for field in attrs.fields(type(value))]
    changed = [name for name in names if getattr(value, name) != getattr(usual, name)]
    inside = ", ".join(f"{name}={getattr(value, name)!r}" for name in changed)
    return f"{type(value).__name__}({inside})"
