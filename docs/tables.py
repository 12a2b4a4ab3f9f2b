"""The tables of the rules page, made from the library: no row is written by hand.

``docs/conf.py`` writes them beside the pages each time the documentation is built.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import attrs

from klondike import PRESETS, Rules, triangle
from klondike.rules import AXES
from klondike.scoring import SCORINGS

FOLDER = Path(__file__).parent / "_generated"


def axes() -> Iterator[str]:
    """The fields of `Rules`, their values and what they mean."""
    yield "| field | values | meaning |"
    yield "|---|---|---|"
    for field in attrs.fields(Rules):
        axis = AXES[field.name]
        none = getattr(axis.kind, "or_none", "")
        meaning = axis.meaning + (f"; None: {none}" if none else "")
        yield f"| `{field.name}` | {axis.kind.choices()} | {meaning} |"


def presets() -> Iterator[str]:
    """The named games, each by the fields in which it differs from `Rules`."""
    scorings = {scoring: name for name, scoring in SCORINGS.items()}
    yield "| preset | deal | differs from `Rules()` in | scoring |"
    yield "|---|---|---|---|"
    for name, rules in PRESETS.items():
        changed = [
            f"{field.name} {AXES[field.name].kind.write_json(getattr(rules, field.name))}"
            for field in attrs.fields(Rules)
            if field.name not in ("columns", "scoring")
            and getattr(rules, field.name) != field.default
        ]
        scoring = scorings.get(rules.scoring, f"`{rules.scoring}`")
        yield f"| `{name}` | {deal(rules)} | {', '.join(changed) or '-'} | {scoring} |"


def deal(rules: Rules) -> str:
    """The columns of a deal in a few words."""
    size = len(rules.columns)
    for shape, words in (
        (triangle(size), f"triangle({size})"),
        (triangle(size, face_up="all"), f"triangle({size}), all face up"),
        (triangle(size)[::-1], f"triangle({size}), reversed"),
    ):
        if rules.columns == shape:
            return words
    groups = [(pair, len(list(group))) for pair, group in groupby(rules.columns)]
    return ", ".join(f"{count} columns {down}+{up}" for (down, up), count in groups)


def write() -> None:
    """Writes all tables."""
    FOLDER.mkdir(exist_ok=True)
    for table in (axes, presets):
        text = "\n".join(table()) + "\n"
        (FOLDER / f"{table.__name__}.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
