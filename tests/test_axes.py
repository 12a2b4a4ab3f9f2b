"""A new axis of the rules: what it touches, and that code that does not know it refuses it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import attrs
import pytest

import klondike
from klondike import (
    Deal,
    GameState,
    Reason,
    Rules,
    RunMove,
    SolverError,
    Verdict,
    hint,
    rules,
    shortest,
    solve,
    testing,
)
from klondike._kinds import Nested
from klondike.rules import AXES, Accepts
from klondike.serial import VERSION
from klondike.solver import _related, _replay, _served, _winning
from positions import position

FIELDS = {field.name for field in attrs.fields(Rules)}


@pytest.mark.parametrize(
    "table",
    [
        AXES,
        _served.SERVED,
        _served.ANY_RULES,
        _served.RELATED,
        _served.STANDARD_FAMILY,
        _served.FEWEST_MOVES,
        rules._SPLITS_RUNS,
    ],
)
def test_every_table_names_every_axis(table: Mapping[str, object]) -> None:
    assert set(table) == FIELDS


def test_an_axis_that_is_not_named_must_be_at_its_default() -> None:
    known: dict[str, Accepts] = dict.fromkeys(FIELDS - {"draw_count"}, rules.anything)
    assert rules.is_known(Rules(decks=2), known)
    assert not rules.is_known(Rules(draw_count=3), known)
    known["decks"] = lambda chosen: chosen.decks == 2
    assert not rules.is_known(Rules(), known)


@pytest.mark.parametrize("table", [_served.ANY_RULES, _served.RELATED])
def test_rules_that_nobody_knows_are_never_proved_lost(
    table: dict[str, Accepts], monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = Rules(draw_count=3, run_move=RunMove.WHOLE)
    lost = position("foundations: Qc Td Th Qs\nt7: Kh Kc Ks Jh | Qh\nstock: Jd Kd Qd", chosen)
    easy = position("foundations: Kc Kd Kh Js\nt2: Ks | Qs", chosen)
    assert solve(lost).verdict is shortest(lost).verdict is Verdict.UNWINNABLE
    assert _related.easier(chosen) is not None
    assert _related.harder(Rules(draw_count=3)) is not None
    monkeypatch.delitem(table, "draw_count")
    if table is _served.RELATED:
        assert _related.easier(chosen) is None
        assert _related.harder(Rules(draw_count=3)) is None
    else:
        assert solve(lost).verdict is shortest(lost).verdict is Verdict.UNKNOWN
        assert shortest(easy).moves == ()
    assert len(solve(easy).moves) == 2


def test_a_kind_of_value_without_a_strategy_is_an_error() -> None:
    with pytest.raises(AssertionError, match="no strategy"):
        testing._values(Nested(Rules, {}))


# the places that a new axis touches; here it forbids moves from the waste to a column
FIELD = (
    "rules.py",
    "    scoring: Scoring = ",
    "    waste_to_tableau: bool = True\n    scoring: Scoring = ",
)
ROW = (
    "rules.py",
    '        "scoring": Axis(Nested(',
    '        "waste_to_tableau": Axis(Flag(), "whether", lambda rules: iter(()), since='
    f"{VERSION + 1}"
    "),\n"
    '        "scoring": Axis(Nested(',
)
COMPILED = (
    "rules.py",
    "        empty_column=numbered(EmptyColumn)[rules.empty_column],\n",
    "        empty_column=numbered(EmptyColumn)[rules.empty_column],\n"
    "        waste_to_tableau=rules.waste_to_tableau,\n",
)
TABLES = (
    ("_core.py", "    empty_column: int\n", "    empty_column: int\n    waste: bool\n"),
    (
        "_core.py",
        "    empty_column: int,\n",
        "    empty_column: int,\n    waste_to_tableau: bool,\n",
    ),
    (
        "_core.py",
        "        empty_column=empty_column,\n",
        "        empty_column=empty_column,\n        waste=waste_to_tableau,\n",
    ),
    ("_core.py", "    if room & bit:\n", "    if tables.waste and room & bit:\n"),
    (
        "_core.py",
        "    refused = _reason_to_leave(",
        "    if kind == WASTE_TO_TABLEAU and not tables.waste:\n        return WHY_NOT_HERE\n"
        "    refused = _reason_to_leave(",
    ),
    (
        "_core.py",
        "LEGAL: Final = 0\n",
        f"LEGAL: Final = 0\nWHY_NOT_HERE: Final = {len(Reason) + 1}\n",
    ),
)
REASON = (
    (
        "moves.py",
        "\n    @property\n    def sentence(",
        '    NOT_HERE = "not_here"\n\n    @property\n    def sentence(',
    ),
    (
        "moves.py",
        "_SENTENCES: Final = {\n",
        '_SENTENCES: Final = {\n    Reason.NOT_HERE: "not here",\n',
    ),
)
SERVED = (
    "solver/_served.py",
    '    "scoring": _any_axis(),',
    '    "waste_to_tableau": Served(\n'
    "        any_rules=anything,\n"
    "        related=anything,\n"
    "        standard=lambda rules: rules.waste_to_tableau,\n"
    "        fewest=lambda rules: rules.waste_to_tableau,\n"
    "    ),\n"
    '    "scoring": _any_axis(),',
)
SAFE = (
    "rules.py",
    '    "scoring": anything,\n}',
    '    "waste_to_tableau": anything,\n    "scoring": anything,\n}',
)
# the seventh place is tests/oracle.py, the engine written a second time
PLACES = [(FIELD,), (ROW,), (COMPILED,), TABLES, REASON, (SERVED, SAFE)]

QUESTIONS = """
import json
from klondike import *
from klondike import testing
from klondike.notation import format_rules, parse_rules
from klondike.rules import AXES
from klondike.serial import from_json, json_schema, to_json
from klondike.solver import _fewest, _related, _winning
from hypothesis import find

rules = Rules(waste_to_tableau=False)
verdicts, moves, fits, safe = set(), [], set(), 0
for seed in range(12):
    state = GameState.start(Deal.from_seed(seed), rules)
    for move in ("draw",) * 5:
        state = state.apply(Move.parse(move))
    solution = solve(state, max_states=60)
    verdicts.add(solution.verdict.name)
    fits |= {_winning.fits(rules, state._position), _fewest.fits(rules, state._position)}
    fits |= {_related.easier(rules) is not None, _related.harder(rules) is not None}
    found = shortest(state, max_states=60)
    moves += [move.kind.name for move in (*solution.moves, *found.moves, *state.legal_moves)]
    verdicts.add(found.verdict.name)
    safe += len(state.safe_moves)
late = GameState.from_layout(
    Layout.parse("foundations: Kc Kd Kh Js\\nt2: Ks | Qs"), rules
)
lost = GameState.from_layout(
    Layout.parse("foundations: Qc Td Th Qs\\nt7: Kh Kc Ks Jh | Qh\\nstock: Jd Kd Qd"), rules
)
usual = GameState.start(Deal.from_seed(0))
ready = GameState.from_layout(
    Layout.parse("foundations: Qc Td Kh Ks\\nt1: Kc\\nwaste: Kd Jd Qd"), rules
)
document = to_json(rules)
assert from_json(json.loads(json.dumps(document)), Rules) == rules
newer = {name for name, axis in AXES.items() if axis.since > 1}
old = {name: value for name, value in to_json(Rules()).items() if name not in newer}
assert from_json(old | {"version": 1}, Rules) == Rules()
assert parse_rules(format_rules(rules)) == rules
assert find(testing.rules(), lambda rules: not rules.waste_to_tableau)
print(json.dumps({
    "verdicts": sorted(verdicts),
    "from waste to column": moves.count("WASTE_TO_TABLEAU"),
    "fits": sorted(fits),
    "safe": safe,
    "why": [str(ready.why_illegal(Move.parse(move))) for move in ("w>t1", "w>t2", "t1>t2")],
    "late": solve(late).verdict.name,
    "lost": solve(lost).verdict.name,
    "usual": [_winning.fits(Rules(), usual._position), _fewest.fits(Rules(), usual._position)],
    "version": document["version"],
    "schema": "waste_to_tableau" in json_schema()["$defs"]["rules"]["properties"],
    "text": format_rules(rules),
}))
"""


def answers(folder: Path, edits: list[tuple[str, str, str]]) -> subprocess.CompletedProcess[str]:
    """What a copy of the package with these edits says to the questions."""
    here = Path(klondike.__file__).parent
    copy = folder / "klondike"
    shutil.copytree(here, copy, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    for name, old, new in edits:
        path = copy / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, old
        path.write_text(text.replace(old, new), encoding="utf-8")
    return subprocess.run(  # noqa: S603  # our own interpreter and script
        [sys.executable, "-c", QUESTIONS],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={"PYTHONPATH": ":".join([str(folder), *sys.path])},
    )


def test_a_new_axis_touches_at_most_seven_places() -> None:
    assert len(PLACES) + 1 <= 7


def test_without_its_row_in_the_table_an_axis_cannot_be_used(tmp_path: Path) -> None:
    done = answers(tmp_path, [FIELD])
    assert done.returncode == 1
    assert "KeyError: 'waste_to_tableau'" in done.stderr


def test_whatever_was_not_taught_about_an_axis_refuses_it(tmp_path: Path) -> None:
    edits = [edit for place in PLACES if SERVED not in place for edit in place]
    done = answers(tmp_path, edits)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "verdicts": ["UNKNOWN"],
        "from waste to column": 0,
        "fits": [False],
        "safe": 0,
        "why": ["not here", "not here", "None"],
        # a win is a win, but nothing is a proof of loss
        "late": "WINNABLE",
        "lost": "UNKNOWN",
        "usual": [True, True],
        "version": VERSION + 1,
        "schema": True,
        "text": "waste_to_tableau=false",
    }


def test_with_its_row_in_the_solver_an_axis_is_served_as_the_row_says(tmp_path: Path) -> None:
    done = answers(tmp_path, [edit for place in PLACES for edit in place])
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert (said["late"], said["lost"]) == ("WINNABLE", "UNWINNABLE")
    assert said["usual"] == [True, True]
    assert said["from waste to column"] == 0
    assert said["safe"] > 0


def test_no_solution_leaves_the_solver_that_the_rules_refuse(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = GameState.start(Deal.from_seed(3))
    wrong = list(range(2, 12))

    def broken(*_: object) -> _replay.Outcome:
        return _replay.Outcome(wrong, 1, exhausted=False)

    monkeypatch.setattr(_winning, "search", broken)
    for ask in (solve, hint):
        with pytest.raises(SolverError, match="please report this as a bug") as caught:
            ask(state)
        assert caught.value.state is state
        assert "Kh" not in str(caught.value)
    # legal moves that do not win are no solution, either
    wrong[:] = [state.rules.code(state.legal_moves[0])]
    with pytest.raises(SolverError):
        solve(state)
    assert shortest(state, max_states=10).moves == ()
