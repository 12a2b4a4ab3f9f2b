"""The two types that make compiled code fast, and what stands for them when interpreted.

Private, and never compiled: the modules that may be compiled take both names from here.
"""

from typing import TypeAlias

# by this name mypy, and so the compiler, takes it to be true; everybody else sees what it is
MYPY = False
if MYPY:
    from librt.vecs import vec
    from mypy_extensions import i64
else:
    i64: TypeAlias = int  # noqa: PYI042 - named like what it stands for
    # a plain list, for the interpreter is fastest with these
    vec = list

__all__ = ["i64", "vec"]
