"""Compiled or not: which runs, and that no stale module can."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path

import pytest

import klondike
from klondike import _build

FOLDER = Path(klondike.__file__).parent
PROJECT = Path(__file__).parent.parent / "pyproject.toml"
COMPILED: list[str] = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["tool"]["klondike"][
    "compiled"
]


def digests(folder: Path) -> dict[str, str]:
    return {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in COMPILED}


def test_the_build_says_what_runs() -> None:
    compiled = {path.stem.split(".")[0] for path in FOLDER.rglob("*.so")}
    compiled |= {path.stem.split(".")[0] for path in FOLDER.rglob("*.pyd")}
    assert bool(compiled) == klondike.COMPILED
    if compiled:
        assert compiled == {Path(name).stem for name in COMPILED}


def test_compiled_modules_of_these_sources_run() -> None:
    assert _build._is_compiled(str(FOLDER / "_core.so"), digests(FOLDER))


@pytest.mark.parametrize("edited", COMPILED)
def test_an_edit_that_was_not_compiled_is_an_error(edited: str, tmp_path: Path) -> None:
    for name in COMPILED:
        copy = tmp_path / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((FOLDER / name).read_bytes())
    built = digests(tmp_path)
    assert _build._is_compiled(str(tmp_path / "_core.so"), built)
    with (tmp_path / edited).open("a", encoding="utf-8") as file:
        file.write("# edited\n")
    with pytest.raises(ImportError, match=f"klondike/{edited} was changed after it was compiled"):
        _build._is_compiled(str(tmp_path / "_core.so"), built)
