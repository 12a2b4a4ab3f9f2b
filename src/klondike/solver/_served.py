"""Which rules each search and each proof serves: a table with one row for each axis.

A search may be used under rules only if its column of the table accepts them. An axis without a row
must have its default value (`klondike.rules.is_known`). So a new axis is refused everywhere until
its row says which of its values each search serves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from klondike.rules import (
    Accepts,
    Build,
    EmptyColumn,
    RunMove,
    anything,
    runs_build_columns,
)

MAX_REDEALS: Final = 1000
"""More redeals do not fit in the nodes of the search for fewest moves."""


@final
class Served:
    """A row: which rules are accepted, as far as one axis is concerned.

    Attributes:
        any_rules: By the keys, the lower bound and the proofs of loss of `_any_rules` and
            `_hopeless`.
        related: By `_related`, which makes rules harder and easier.
        standard: By the kernel; what all axes accept is the standard family.
        fewest: By the search for fewest moves.
    """

    __slots__ = ("any_rules", "fewest", "related", "standard")

    def __init__(
        self, *, any_rules: Accepts, related: Accepts, standard: Accepts, fewest: Accepts
    ) -> None:
        """Takes what each of them accepts."""
        self.any_rules: Accepts = any_rules
        self.related: Accepts = related
        self.standard: Accepts = standard
        self.fewest: Accepts = fewest


def _any_axis() -> Served:
    return Served(any_rules=anything, related=anything, standard=anything, fewest=anything)


SERVED: Final[Mapping[str, Served]] = {
    "columns": _any_axis(),
    "draw_count": _any_axis(),
    "max_redeals": Served(
        any_rules=anything,
        related=anything,
        standard=anything,
        fewest=lambda rules: rules.max_redeals is None or rules.max_redeals <= MAX_REDEALS,
    ),
    "build": Served(
        any_rules=anything,
        related=anything,
        standard=lambda rules: rules.build is not Build.OTHER_SUIT,
        fewest=lambda rules: rules.build is Build.ALTERNATING,
    ),
    "run_build": Served(
        any_rules=anything,
        related=anything,
        standard=runs_build_columns,
        fewest=runs_build_columns,
    ),
    "run_move": Served(
        any_rules=anything,
        related=anything,
        standard=lambda rules: rules.run_move is RunMove.ANY,
        fewest=lambda rules: rules.run_move is RunMove.ANY,
    ),
    "empty_column": Served(
        any_rules=anything,
        related=anything,
        standard=lambda rules: rules.empty_column is not EmptyColumn.ANY,
        fewest=lambda rules: rules.empty_column is EmptyColumn.KING,
    ),
    "foundation_return": _any_axis(),
    "aces_on_foundations": _any_axis(),
    "decks": Served(
        any_rules=anything,
        related=anything,
        standard=lambda rules: rules.decks == 1,
        fewest=lambda rules: rules.decks == 1,
    ),
    "scoring": _any_axis(),
}

ANY_RULES: Final = {axis: row.any_rules for axis, row in SERVED.items()}
RELATED: Final = {axis: row.related for axis, row in SERVED.items()}
STANDARD_FAMILY: Final = {axis: row.standard for axis, row in SERVED.items()}
FEWEST_MOVES: Final = {axis: row.fewest for axis, row in SERVED.items()}
