"""What each search and each proof serves, axis by axis: one row an axis.

A search may be used under rules only if its column here accepts them. An axis that has no row must
be at its default (`klondike.rules.is_known`), so a new axis is refused everywhere until somebody
has decided, in one row, who serves what of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from klondike.rules import (
    Accepts,
    Build,
    EmptyColumn,
    Rules,
    RunMove,
    anything,
    runs_build_columns,
)

MAX_REDEALS: Final = 1000
"""More redeals do not fit in the nodes of the search for fewest moves."""


@attrs.frozen
class Served:
    """What is accepted of one axis."""

    any_rules: Accepts
    """By the proofs of loss, the lower bound and the keys of `_any_rules` and `_hopeless`."""
    related: Accepts
    """By `_related`, which makes rules harder and easier."""
    standard: Accepts
    """By the kernel: this is the standard family."""
    fewest: Accepts
    """By the search for fewest moves."""


def _one_deck(rules: Rules) -> bool:
    return rules.decks == 1


def _parts_move(rules: Rules) -> bool:
    return rules.run_move is RunMove.ANY


SERVED: Final[Mapping[str, Served]] = {
    "columns": Served(anything, anything, anything, anything),
    "draw_count": Served(anything, anything, anything, anything),
    "max_redeals": Served(
        anything,
        anything,
        anything,
        lambda rules: rules.max_redeals is None or rules.max_redeals <= MAX_REDEALS,
    ),
    "build": Served(
        anything,
        anything,
        lambda rules: rules.build is not Build.OTHER_SUIT,
        lambda rules: rules.build is Build.ALTERNATING,
    ),
    "run_build": Served(anything, anything, runs_build_columns, runs_build_columns),
    "run_move": Served(anything, anything, _parts_move, _parts_move),
    "empty_column": Served(
        anything,
        anything,
        lambda rules: rules.empty_column is not EmptyColumn.ANY,
        lambda rules: rules.empty_column is EmptyColumn.KING,
    ),
    "foundation_return": Served(anything, anything, anything, anything),
    "aces_on_foundations": Served(anything, anything, anything, anything),
    "decks": Served(anything, anything, _one_deck, _one_deck),
    "scoring": Served(anything, anything, anything, anything),
}

ANY_RULES: Final = {axis: row.any_rules for axis, row in SERVED.items()}
RELATED: Final = {axis: row.related for axis, row in SERVED.items()}
STANDARD_FAMILY: Final = {axis: row.standard for axis, row in SERVED.items()}
FEWEST_MOVES: Final = {axis: row.fewest for axis, row in SERVED.items()}
