"""The two types that make compiled code fast, and their replacements in interpreted code.

Private, and never compiled: the modules that may be compiled import both names from here.
"""

from typing import TypeAlias

# mypy, and so the compiler, treats a variable of this name as true; at run time it is False
MYPY = False
if MYPY:
    from librt.vecs import vec
    from mypy_extensions import i64
else:
    i64: TypeAlias = int  # noqa: PYI042 - named like the type it replaces
    # a plain list, because the interpreter is fastest with lists
    vec = list

__all__ = ["i64", "vec"]
