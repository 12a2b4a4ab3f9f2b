"""Whether the inner loops run compiled, and whether compiled modules match their sources.

A compiled module lies beside its source, and Python imports the compiled one. So the build records
a digest of each source. If a source was edited and not compiled again, the import raises an error.
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
