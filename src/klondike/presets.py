"""The named games of the Klondike family.

The meaning of a preset never changes; a corrected game gets a new name. The values and their
sources are on the rules page of the documentation.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from klondike.rules import Build, EmptyColumn, Rules, RunMove, rectangle, triangle
from klondike.scoring import (
    GNOME_SCORING,
    NO_SCORING,
    STILLDECK_DRAW_1_SCORING,
    STILLDECK_DRAW_3_SCORING,
    VEGAS_SCORING,
    WINDOWS_DRAW_1_SCORING,
    WINDOWS_DRAW_3_SCORING,
)

__all__ = [
    "ALI_BABA",
    "BIG_FORTY",
    "BIG_HARP",
    "BLIND_ALLEYS",
    "BOOST",
    "CASINO",
    "CASSIM",
    "CHINAMAN",
    "DOUBLE_KLONDIKE",
    "DOUBLE_KLONDIKE_DRAW_3",
    "EASTCLIFF",
    "GARGANTUA",
    "GNOME",
    "GOLD_MINE",
    "PANTAGRUEL",
    "PAS_SEUL",
    "PRESETS",
    "SARATOGA",
    "SMALL_HARP",
    "SMOKEY",
    "STEPS",
    "STILLDECK_DRAW_1",
    "STILLDECK_DRAW_3",
    "STRICT",
    "THUMB_AND_POUCH",
    "TRADITIONAL_DRAW_1",
    "TRADITIONAL_DRAW_3",
    "TRIGON",
    "VEGAS_DRAW_1",
    "VEGAS_DRAW_3",
    "WESTCLIFF",
    "WHITEHEAD",
    "WINDOWS_DRAW_1",
    "WINDOWS_DRAW_3",
]

STILLDECK_DRAW_1: Final = Rules(scoring=STILLDECK_DRAW_1_SCORING)
"""Klondike as the four StillDeck rule pages describe it, one card at a time."""

STILLDECK_DRAW_3: Final = Rules(draw_count=3, scoring=STILLDECK_DRAW_3_SCORING)
"""Klondike as the four StillDeck rule pages describe it, three cards at a time."""

TRADITIONAL_DRAW_1: Final = Rules(foundation_return=False, scoring=STILLDECK_DRAW_1_SCORING)
"""As STILLDECK_DRAW_1, but cards stay on the foundations."""

TRADITIONAL_DRAW_3: Final = Rules(
    draw_count=3, foundation_return=False, scoring=STILLDECK_DRAW_3_SCORING
)
"""As STILLDECK_DRAW_3, but cards stay on the foundations."""

WINDOWS_DRAW_1: Final = Rules(scoring=WINDOWS_DRAW_1_SCORING)
"""Windows Solitaire (XP), Standard, draw one."""

WINDOWS_DRAW_3: Final = Rules(draw_count=3, scoring=WINDOWS_DRAW_3_SCORING)
"""Windows Solitaire (XP), Standard, draw three."""

VEGAS_DRAW_1: Final = Rules(max_redeals=0, scoring=VEGAS_SCORING)
"""Vegas, one card at a time, one pass."""

VEGAS_DRAW_3: Final = Rules(draw_count=3, max_redeals=2, scoring=VEGAS_SCORING)
"""Vegas, three cards at a time, three passes."""

CASINO: Final = Rules(max_redeals=2, scoring=VEGAS_SCORING)
"""PySol's Casino Klondike, one card at a time, three passes."""

GNOME: Final = Rules(max_redeals=2, scoring=GNOME_SCORING)
"""GNOME Aisleriot's Klondike."""

STRICT: Final = Rules(
    max_redeals=0, run_move=RunMove.WHOLE, foundation_return=False, scoring=VEGAS_SCORING
)
"""Solitaire Till Dawn's strict game, one pass, only whole runs move."""

THUMB_AND_POUCH: Final = Rules(
    max_redeals=0, build=Build.OTHER_SUIT, empty_column=EmptyColumn.ANY, scoring=NO_SCORING
)
"""Built in any suit but the same, any card to an empty column, one pass."""

CHINAMAN: Final = Rules(draw_count=3, max_redeals=1, build=Build.OTHER_SUIT, scoring=NO_SCORING)
"""Built in any suit but the same, three cards at a time, two passes."""

WHITEHEAD: Final = Rules(
    columns=triangle(7, face_up="all"),
    max_redeals=0,
    build=Build.SAME_COLOR,
    run_build=Build.SAME_SUIT,
    empty_column=EmptyColumn.ANY,
    scoring=NO_SCORING,
)
"""All cards face up, built in one colour, runs of one suit move."""

SMOKEY: Final = Rules(
    max_redeals=2, build=Build.SAME_COLOR, run_build=Build.SAME_SUIT, scoring=NO_SCORING
)
"""Built in one colour, runs of one suit move, three passes."""

TRIGON: Final = Rules(build=Build.SAME_SUIT, scoring=NO_SCORING)
"""Built in one suit."""

SMALL_HARP: Final = Rules(columns=triangle(7)[::-1], scoring=NO_SCORING)
"""Klondike with the longest column on the left."""

SARATOGA: Final = Rules(columns=triangle(7, face_up="all"), draw_count=3, scoring=NO_SCORING)
"""All cards of the columns face up, three cards at a time."""

BOOST: Final = Rules(columns=triangle(4), max_redeals=2, scoring=NO_SCORING)
"""Four columns, three passes."""

EASTCLIFF: Final = Rules(
    columns=rectangle(7, face_down=2, face_up=1),
    max_redeals=0,
    empty_column=EmptyColumn.ANY,
    scoring=NO_SCORING,
)
"""Seven columns of three cards, any card to an empty column, one pass."""

WESTCLIFF: Final = Rules(
    columns=rectangle(10, face_down=2, face_up=1),
    max_redeals=0,
    empty_column=EmptyColumn.ANY,
    foundation_return=False,
    scoring=NO_SCORING,
)
"""Ten columns of three cards, any card to an empty column, one pass, no foundation return."""

PAS_SEUL: Final = Rules(
    columns=rectangle(6, face_down=0, face_up=1),
    max_redeals=0,
    empty_column=EmptyColumn.ANY,
    scoring=NO_SCORING,
)
"""Six columns of one card, any card to an empty column, one pass."""

BLIND_ALLEYS: Final = Rules(
    columns=rectangle(6, face_down=2, face_up=1),
    max_redeals=1,
    empty_column=EmptyColumn.ANY,
    aces_on_foundations=True,
    scoring=NO_SCORING,
)
"""Six columns of three cards, aces on the foundations, two passes."""

BIG_FORTY: Final = Rules(
    columns=rectangle(10, face_down=0, face_up=4),
    build=Build.SAME_SUIT,
    empty_column=EmptyColumn.ANY,
    scoring=NO_SCORING,
)
"""Ten columns of four face-up cards, built in one suit."""

ALI_BABA: Final = Rules(
    columns=rectangle(10, face_down=0, face_up=4),
    build=Build.SAME_SUIT,
    empty_column=EmptyColumn.ANY,
    aces_on_foundations=True,
    scoring=NO_SCORING,
)
"""As BIG_FORTY, with the aces on the foundations."""

CASSIM: Final = Rules(
    columns=rectangle(7, face_down=0, face_up=4),
    build=Build.SAME_SUIT,
    empty_column=EmptyColumn.ANY,
    aces_on_foundations=True,
    scoring=NO_SCORING,
)
"""As ALI_BABA, with seven columns."""

GOLD_MINE: Final = Rules(
    columns=rectangle(7, face_down=0, face_up=0),
    draw_count=3,
    max_redeals=0,
    empty_column=EmptyColumn.ANY,
    scoring=NO_SCORING,
)
"""Seven empty columns and the whole pack in the stock, three cards at a time, one pass."""

DOUBLE_KLONDIKE: Final = Rules(columns=triangle(9), decks=2, scoring=NO_SCORING)
"""Two decks, nine columns, one card at a time."""

DOUBLE_KLONDIKE_DRAW_3: Final = Rules(
    columns=triangle(9), draw_count=3, decks=2, scoring=NO_SCORING
)
"""Two decks, nine columns, three cards at a time."""

GARGANTUA: Final = Rules(columns=triangle(9), max_redeals=1, decks=2, scoring=NO_SCORING)
"""Two decks, nine columns, two passes."""

PANTAGRUEL: Final = Rules(
    columns=triangle(9),
    max_redeals=0,
    empty_column=EmptyColumn.ANY,
    decks=2,
    scoring=NO_SCORING,
)
"""Two decks, nine columns, any card to an empty column, one pass."""

BIG_HARP: Final = Rules(
    columns=triangle(10)[::-1],
    max_redeals=0,
    empty_column=EmptyColumn.ANY,
    decks=2,
    scoring=NO_SCORING,
)
"""Two decks, ten columns with the longest on the left, one pass."""

STEPS: Final = Rules(
    columns=triangle(7),
    max_redeals=1,
    empty_column=EmptyColumn.ANY,
    decks=2,
    scoring=NO_SCORING,
)
"""Two decks, seven columns, any card to an empty column, two passes."""

PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {name: value for name, value in tuple(globals().items()) if isinstance(value, Rules)}
)
"""Every preset by its name, in the order above."""
