"""Docstrings, README and the pages of the documentation say what is true."""

from __future__ import annotations

import doctest
import importlib
import re
import sys
from pathlib import Path

import attrs
import pytest

import klondike
from test_api import MODULES

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "docs"))
import blocks  # noqa: E402  # scripts beside the pages
import tables  # noqa: E402

INTERNAL = ("klondike._core",)


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_most_modules_have_examples() -> None:
    finder = doctest.DocTestFinder()
    count = sum(
        len(test.examples)
        for name in MODULES
        for test in finder.find(importlib.import_module(name))
    )
    assert count > 60


@pytest.mark.parametrize("page", blocks.PAGES, ids=lambda page: page.name)
def test_examples_in_pages(page: Path) -> None:
    assert doctest.DocTestRunner().run(blocks.examples(page)).failed == 0


def test_the_readme_has_a_tour() -> None:
    readme = next(page for page in blocks.PAGES if page.name == "README.md")
    assert len(blocks.examples(readme).examples) == 9


def test_every_public_name_is_in_the_pages_of_the_api() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("api*.md"))
    for name in MODULES[1:]:
        module = importlib.import_module(name)
        assert re.search(rf"automodule:: {re.escape(name)}$", pages, re.MULTILINE), name
        assert module.__all__


def test_the_tables_have_a_row_for_every_axis_and_every_game() -> None:
    axes = {row.split("`")[1]: row for row in list(tables.axes())[2:]}
    assert list(axes) == [field.name for field in attrs.fields(klondike.Rules)]
    assert axes["max_redeals"].endswith("the number of passes is one more; None: no limit |")
    games = {row.split("`")[1]: row for row in list(tables.presets())[2:]}
    assert list(games) == list(klondike.PRESETS)
    assert len({row.partition("` |")[2] for row in games.values()}) == len(games)
    assert games["WHITEHEAD"] == (
        "| `WHITEHEAD` | triangle(7), all face up | max_redeals 0, build same_color, "
        "run_build same_suit, empty_column any | NONE |"
    )


def test_the_changelog_has_this_version() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    version = re.search(r'^version = "(.*)"$', project, re.MULTILINE)
    assert version is not None
    assert f"## [{version[1]}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
