"""For rules that the kernel does not serve: harder and easier rules that it serves.

A win under harder rules is a win, and a loss under easier rules is a loss. Action codes are the
same under both, because they depend only on columns and decks.
"""

from __future__ import annotations

from typing import Final

import attrs

from klondike.rules import Build, EmptyColumn, Rules, RunMove, is_known
from klondike.solver._served import RELATED

WIDER: Final = {
    Build.ALTERNATING: (Build.OTHER_SUIT, Build.ANY),
    Build.SAME_COLOR: (Build.ANY,),
    Build.SAME_SUIT: (Build.SAME_COLOR, Build.ANY),
    Build.OTHER_SUIT: (Build.ANY,),
    Build.ANY: (),
}
"""For each build, the builds that allow everything that it allows, and more."""


def harder(rules: Rules) -> Rules | None:
    """Rules whose moves are all legal under these, or None if no such rules are known.

    Fewer pairs of cards may lie on each other, and only kings go to empty columns; any part of
    what is built moves.
    """
    if not is_known(rules, RELATED):
        return None
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
    """Rules that allow every move of these, or None if no such rules are known.

    More pairs of cards may lie on each other, and any part of what is built moves.
    """
    if not is_known(rules, RELATED) or rules.empty_column is EmptyColumn.ANY:
        return None
    build = Build.ANY if rules.build is Build.OTHER_SUIT else rules.build
    return attrs.evolve(rules, build=build, run_build=None, run_move=RunMove.ANY)
