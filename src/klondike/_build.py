"""Whether the inner loops run compiled, and that what runs is what the sources say.

A compiled module lies beside the source it was made from, and Python prefers it. So the build
writes down what the sources were, and an edit that was not compiled is an error, not a riddle.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Final

from klondike import _core

__all__ = ["COMPILED"]


def _is_compiled(core_file: str, digests: dict[str, str] | None = None) -> bool:
    if core_file.endswith(".py"):
        return False
    # only the compiled build needs it, and it is slow to import
    from hashlib import sha256

    compiled: dict[str, str] = digests or import_module("klondike._compiled").DIGESTS
    for name, digest in compiled.items():
        source = Path(core_file).parent / name
        if sha256(source.read_bytes()).hexdigest() != digest:
            raise ImportError(
                f"klondike/{name} was changed after it was compiled: install the package again"
            )
    return True


COMPILED: Final = _is_compiled(str(_core.__file__))
"""Whether the inner loops of rules and solver run compiled."""
