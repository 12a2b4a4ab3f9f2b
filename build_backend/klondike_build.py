"""Builds the package with setuptools, with the inner loops compiled or not.

``KLONDIKE_COMPILE=1`` compiles them, and fails without a C compiler; ``KLONDIKE_COMPILE=0`` does
not compile them. Without the variable, a wheel is compiled if a C compiler works. An editable
install is then not compiled, so that an edit takes effect at once.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from setuptools import Distribution, build_meta
from setuptools.build_meta import build_sdist, get_requires_for_build_sdist
from setuptools.command.build_ext import build_ext

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

VARIABLE = "KLONDIKE_COMPILE"
COMPILER = ["attrs>=23.2", "mypy[mypyc]>=2.4,<3", "librt>=0.17", "mypy_extensions>=1.1"]
PACKAGE = Path(__file__).resolve().parent.parent / "src"

# Any: settings of a build are whatever a front end hands on
Settings = dict[str, Any] | None


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """What a wheel needs to be built."""
    _decide(default=None)
    return [*build_meta.get_requires_for_build_wheel(config_settings), *_compiler()]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """What an editable install needs to be built."""
    _decide(default="0")
    return [*build_meta.get_requires_for_build_editable(config_settings), *_compiler()]


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: Settings = None
) -> str:
    """Writes the metadata of a wheel; a compiled wheel has more dependencies."""
    _decide(default=None)
    return build_meta.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def prepare_metadata_for_build_editable(
    metadata_directory: str, config_settings: Settings = None
) -> str:
    """Writes the metadata of an editable install."""
    _decide(default="0")
    return build_meta.prepare_metadata_for_build_editable(metadata_directory, config_settings)


def build_wheel(
    wheel_directory: str,
    config_settings: Settings = None,
    metadata_directory: str | None = None,
) -> str:
    """Builds a wheel."""
    _decide(default=None)
    try:
        return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
    finally:
        (PACKAGE / "klondike/_compiled.py").unlink(missing_ok=True)


def build_editable(
    wheel_directory: str,
    config_settings: Settings = None,
    metadata_directory: str | None = None,
) -> str:
    """Builds an editable install, after deleting what an earlier one compiled."""
    _decide(default="0")
    for pattern in ("*.so", "*.pyd", "klondike/_compiled.py"):
        for path in PACKAGE.rglob(pattern):
            path.unlink()
    return build_meta.build_editable(wheel_directory, config_settings, metadata_directory)


def _compiler() -> list[str]:
    return COMPILER if os.environ[VARIABLE] == "1" else []


def _decide(default: str | None) -> None:
    # setup.py, and whatever asks later in this build, reads the answer from the variable
    wish = os.environ.get(VARIABLE) or default
    if wish not in (None, "0", "1"):
        raise SystemExit(f"{VARIABLE} must be 0 or 1, not {wish!r}")
    os.environ[VARIABLE] = wish or ("1" if _can_compile() else "0")


def _can_compile() -> bool:
    command = build_ext(Distribution())
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.c"
        source.write_text("#include <Python.h>\nint probe(void) { return Py_IsInitialized(); }\n")
        try:
            command.finalize_options()
            from setuptools._distutils.ccompiler import new_compiler
            from setuptools._distutils.sysconfig import customize_compiler

            compiler = new_compiler()
            customize_compiler(compiler)
            compiler.set_include_dirs(command.include_dirs)
            compiler.compile([str(source)], output_dir=folder)
        except Exception:
            return False
    return True
