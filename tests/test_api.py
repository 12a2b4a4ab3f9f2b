"""The public API as a text: a change of it is a change of the committed file.

``python tests/test_api.py`` writes the file anew.
"""

from __future__ import annotations

import enum
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

FILE = Path(__file__).parent / "data" / "api.txt"
MODULES = (
    "klondike",
    "klondike.errors",
    "klondike.cards",
    "klondike.scoring",
    "klondike.moves",
    "klondike.rules",
    "klondike.presets",
    "klondike.deals",
    "klondike.boards",
    "klondike.views",
    "klondike.layouts",
    "klondike.states",
    "klondike.games",
    "klondike.notation",
    "klondike.serial",
    "klondike.render.text",
    "klondike.solver",
    "klondike.testing",
)


def signature(function: object) -> str:
    text = str(inspect.signature(function)) if callable(function) else ""
    return re.sub(r"<function (\w+) at \w+>", r"\1", text)


def members(cls: Any) -> Iterator[str]:  # Any: whatever a module exports
    if issubclass(cls, enum.Enum):
        for member in cls:
            yield f"{member.name} = {member.value!r}"
    if attrs.has(cls):
        yield signature(cls)
        for field in attrs.fields(cls):
            if not field.name.startswith("_"):
                yield f"{field.name}: {field.type}"
    for base in reversed(cls.__mro__[:-1]):
        if base.__module__.startswith("klondike"):
            for name, value in vars(base).items():
                if name.startswith("_"):
                    continue
                if isinstance(value, property):
                    returned = inspect.signature(value.fget).return_annotation if value.fget else ""
                    yield f"{name} -> {returned}"
                elif type(value) is classmethod:
                    yield f"@classmethod {name}{signature(getattr(cls, name))}"
                elif inspect.isfunction(value):
                    yield f"{name}{signature(value)}"


def report() -> str:
    lines = ["# The public API, written by `python tests/test_api.py`."]
    for name in MODULES:
        module = importlib.import_module(name)
        lines += ["", f"[{name}]"]
        for attribute in sorted(module.__all__):
            if name == "klondike.presets" and attribute != "PRESETS":
                # a new game changes no other name; what the games are, test_rules says
                continue
            value = getattr(module, attribute)
            if name == "klondike":
                lines.append(attribute)
            elif inspect.isclass(value):
                bases = ", ".join(base.__name__ for base in value.__bases__)
                lines.append(f"class {attribute}({bases})")
                lines += [f"    {member}" for member in sorted(set(members(value)))]
            elif inspect.isfunction(value):
                lines.append(f"{attribute}{signature(value)}")
            else:
                lines.append(f"{attribute}: {type(value).__name__}")
    return "\n".join(lines) + "\n"


def test_the_api_is_the_committed_one() -> None:
    assert report().splitlines() == FILE.read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    FILE.write_text(report(), encoding="utf-8")
