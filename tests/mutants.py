"""Modules made from their sources, with some text replaced."""

import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

import pytest

import klondike

SOURCES = Path(klondike.__file__).parent


def mutants(names: Iterable[str], edits: Iterable[tuple[str, str, str]]) -> dict[str, ModuleType]:
    """These modules of the package, interpreted, where each sees those before it.

    An edit names a module, a text that stands in it exactly once, and what stands there instead.
    """
    made: dict[str, ModuleType] = {}
    with pytest.MonkeyPatch.context() as patch:
        for name in names:
            path = SOURCES / (name.replace(".", "/") + ".py")
            text = path.read_text(encoding="utf-8")
            for module_name, old, new in edits:
                if module_name == name:
                    assert text.count(old) == 1, old
                    text = text.replace(old, new)
            module = ModuleType(f"klondike.{name}")
            exec(compile(text, path.name, "exec"), module.__dict__)  # noqa: S102 - our own
            patch.setitem(sys.modules, module.__name__, module)
            made[name] = module
    return made
