"""Rules that the kernel serves, in the place of some that it does not.

A win under harder rules is a win, and what is lost under easier rules is lost. Codes of moves are
the same under both, for these only depend on columns and decks.
"""

from __future__ import annotations

from typing import Final

import attrs

from klondike.rules import Build, EmptyColumn, Rules, RunMove

WIDER: Final = {
    Build.ALTERNATING: (Build.OTHER_SUIT, Build.ANY),
    Build.SAME_COLOR: (Build.ANY,),
    Build.SAME_SUIT: (Build.SAME_COLOR, Build.ANY),
    Build.OTHER_SUIT: (Build.ANY,),
    Build.ANY: (),
}
"""For each build those that allow all of it and more."""


def harder(rules: Rules) -> Rules | None:
    """Rules under which every move is one under these, if there are any like that.

    Fewer cards are built and only kings are put in empty columns; any part of what is built moves.
    """
    build, run_build = rules.build, rules.run_build or rules.build
    if rules.run_move is not RunMove.ANY:
        return None
    if build in WIDER[run_build]:
        build = run_build
    elif build is not run_build and run_build not in WIDER[build]:
        return None
    if build is Build.OTHER_SUIT:
        build = Build.ALTERNATING
    empty_column = rules.empty_column
    if empty_column is EmptyColumn.ANY:
        empty_column = EmptyColumn.KING
    return attrs.evolve(rules, build=build, run_build=None, empty_column=empty_column)


def easier(rules: Rules) -> Rules | None:
    """Rules that allow every move of these, if there are any like that.

    More cards are built, and any part of a run moves, whatever is asked of it here.
    """
    if rules.empty_column is EmptyColumn.ANY:
        return None
    build = Build.ANY if rules.build is Build.OTHER_SUIT else rules.build
    return attrs.evolve(rules, build=build, run_build=None, run_move=RunMove.ANY)
