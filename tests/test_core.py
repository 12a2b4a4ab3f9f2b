"""The numbers that stand for members of enums in the core are their places."""

from __future__ import annotations

from klondike import Build, EmptyColumn, MoveKind, Reason, RunMove, _core
from klondike.moves import EventKind, numbered


def test_kinds_of_moves_have_the_numbers_of_the_core() -> None:
    assert numbered(MoveKind) == {
        kind: getattr(_core, kind.name, len(MoveKind) - 1) for kind in MoveKind
    }


def test_reasons_have_the_numbers_of_the_core() -> None:
    by_position = [reason for reason in Reason if hasattr(_core, f"WHY_{reason.name}")]
    for reason in by_position:
        assert getattr(_core, f"WHY_{reason.name}") == numbered(Reason)[reason] + 1
    # the first three do not depend on the position
    assert by_position == list(Reason)[3:]


def test_rules_have_the_numbers_of_the_core() -> None:
    assert numbered(Build) == {
        Build.ALTERNATING: _core.ALTERNATING,
        Build.SAME_COLOR: _core.SAME_COLOR,
        Build.SAME_SUIT: _core.SAME_SUIT,
        Build.OTHER_SUIT: _core.OTHER_SUIT,
        Build.ANY: _core.ANY_SUIT,
    }
    assert numbered(RunMove) == {
        RunMove.ANY: _core.ANY_PART,
        RunMove.WHOLE: _core.WHOLE_RUN,
        RunMove.SINGLE: _core.ONE_CARD,
    }
    assert numbered(EmptyColumn) == {
        EmptyColumn.KING: _core.KINGS_ONLY,
        EmptyColumn.ANY: _core.ANY_CARD,
        EmptyColumn.NONE: _core.NOTHING,
    }


def test_identifiers_are_the_names_in_lower_case() -> None:
    for kind in (Reason, EventKind, MoveKind):
        assert all(member.value == member.name.lower() for member in kind)
    assert len({reason.sentence for reason in Reason}) == len(Reason)
