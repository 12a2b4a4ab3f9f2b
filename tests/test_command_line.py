from __future__ import annotations

import io
import os
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import pytest

from klondike import PRESETS, STILLDECK_DRAW_3, Deal, GameState, Move, solve
from klondike.__main__ import main
from klondike.notation import format_deal, format_position, parse_record


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


class Runner:
    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def __call__(self, *arguments: str, typed: str = "", status: int = 0) -> str:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert main(arguments) == status
        captured = self.capsys.readouterr()
        return captured.err if status else captured.out


def test_the_demo_shows_a_deal_its_moves_and_a_whole_won_game(run: Runner) -> None:
    output = run("demo")
    assert "legal moves: draw t2>t4 t5>t3 t6>t7 t7>t5" in output
    assert "t1>t2 is refused: the rank does not follow (7h, 3s)" in output
    assert "  94 w>fh        625  cards moved Kh" in output
    assert "Won in 94 moves with 625 points." in output
    assert output.count("stock  waste") == 4


def test_a_numbered_game_is_shown_under_any_preset(run: Runner) -> None:
    for name, rules in PRESETS.items():
        spelling = name.lower().replace("_", "-")
        output = run("deal", "7", "--rules", spelling)
        state = GameState.start(Deal.from_seed(7, decks=rules.decks), rules)
        assert output.startswith("game 7\n" + str(state))
        assert output.endswith(f"legal moves: {' '.join(map(str, state.legal_moves))}\n")
        assert run("deal", "7", "--rules", name) == output


def test_symbols_on_request(run: Runner) -> None:
    assert "♠" in run("deal", "7", "--symbols")
    assert "♠" not in run("deal", "7")


def test_a_game_without_a_number_names_its_number(run: Runner) -> None:
    output = run("deal")
    number = output.split()[1]
    assert run("deal", number) == output


def test_playing_by_typing(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    output = run(
        "play",
        "7",
        typed="moves\n\nhelp\nt1>t2\ndraw\nt7>fc\nundo\nredo\nredo\nfoo\nw>t3 now\nfinish\n"
        f"save {file}\nundo 9\nundo 2\nredo 2\nload {file}\nload {tmp_path}\n"
        f"save {tmp_path}/none/x\nquit\ndraw\n",
    )
    assert "legal moves: draw t2>t4 t4>t6 t5>t1 t7>fc" in output
    assert "t1>t2 is not legal: the rank does not follow (4d, 6d)" in output
    assert "cannot redo 1 of 0 undone moves" in output
    assert "'foo' is not a move" in output
    assert "one move a line" in output
    assert "not certainly won yet" in output
    assert "No such file" in output
    assert "undo, redo" in output
    assert "cannot undo 9 of 2 played moves" in output
    assert "Is a directory" in output
    assert "line 1, column 1: 'foo'" not in output
    assert output.count("stock  waste") == 8
    game = parse_record(file.read_text(encoding="utf-8")).game
    assert list(map(str, game.moves)) == ["draw", "t7>fc"]
    replayed = run("replay", str(file))
    assert "   2 t7>fc        15  cards moved Ac, card turned 6s" in replayed
    assert replayed.endswith("not finished after 2 moves with 15 points\n")
    assert run("replay", "--boards", str(file)).count("stock  waste") == 3


def test_playing_to_the_win_and_to_a_dead_end(run: Runner, tmp_path: Path) -> None:
    won = parse_record(
        (Path(__file__).parent / "data" / "golden" / "record-1.txt").read_text(encoding="utf-8")
    ).game
    typed = "\n".join(map(str, won.moves[:80])) + "\nfinish\n"
    output = run("play", "845", typed=typed)
    assert "won in 94 moves with 625 points" in output


def test_a_dead_end_is_told_once_the_stock_is_known(run: Runner) -> None:
    for seed in range(200):
        state = GameState.start(Deal.from_seed(seed), PRESETS["VEGAS_DRAW_1"])
        typed = ""
        dead_early = False
        while len(typed) < 2_000 and not (state.is_dead and state.view().stock is not None):
            dead_early |= state.is_dead
            typed += f"{state.legal_moves[-1]}\n"
            state = state.apply(state.legal_moves[-1])
        if state.is_dead and dead_early:
            output = run("play", str(seed), "--rules", "vegas-draw-1", typed=typed)
            assert output.count("no card can move any more: undo, or quit") == 1
            assert output.endswith("no card can move any more: undo, or quit\n")
            return
    pytest.fail("no deal came to a dead end before its stock was known")


def test_presets_are_listed_and_described(run: Runner) -> None:
    listed = run("presets").split()
    assert [name.upper().replace("-", "_") for name in listed] == list(PRESETS)
    for name in listed:
        assert run("presets", name) == PRESETS[name.upper().replace("-", "_")].describe() + "\n"


def test_what_cannot_be_done_is_told(run: Runner, tmp_path: Path) -> None:
    assert "No such file" in run("replay", str(tmp_path / "none"), status=1)
    broken = tmp_path / "broken"
    broken.write_text("Klondike-Record: 1\n", encoding="utf-8")
    assert "an empty line must follow" in run("replay", str(broken), status=1)
    broken.write_bytes(b"\xff\xfe")
    assert "is not a text in UTF-8" in run("replay", str(broken), status=1)
    assert "is not a text" in run("play", "7", typed=f"load {broken}\n")
    broken.write_bytes("\ufeffKlondike-Record: 2\n\n".encode())
    assert "this release reads version 1" in run("replay", str(broken), status=1)
    assert "a seed is a whole number" in run("deal", "18446744073709551616", status=1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["deal", "x"], "invalid int value: 'x'"),
        (["deal", "7", "--rules", "klondyke"], "there is no preset 'klondyke'"),
        ([], "the following arguments are required: COMMAND"),
    ],
)
def test_misspelt_commands_are_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert message in capsys.readouterr().err


def test_the_module_runs_and_bears_a_reader_that_goes_away() -> None:
    command = [sys.executable, "-m", "klondike", "demo"]
    whole = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    assert whole.stderr == ""
    with pipe_without_reader() as closed:
        cut = subprocess.run(  # noqa: S603
            command, stdout=closed, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (cut.returncode, cut.stderr) == (0, "")


def interrupted() -> Iterator[str]:
    yield "draw\n"
    raise KeyboardInterrupt


def test_an_interrupt_ends_a_game_without_a_traceback(run: Runner) -> None:
    run.monkeypatch.setattr(sys, "stdin", interrupted())
    assert main(["play", "7"]) == 130
    assert run.capsys.readouterr().err == ""


def test_signs_that_a_terminal_lacks_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert main(["deal", "7", "--symbols"]) == 1
    assert "klondike: this terminal cannot show" in capsys.readouterr().err


def pipe_without_reader() -> TextIO:
    reader, writer = os.pipe()
    os.close(reader)
    return os.fdopen(writer, "w")


def test_a_reader_that_goes_away_ends_the_command_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pipe_without_reader() as closed:
        monkeypatch.setattr(sys, "stdout", closed)
        assert main(["presets"]) == 0
    assert capsys.readouterr().err == ""


def test_the_module_ends_with_the_status_of_its_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["klondike", "replay", "/no/such/file"])
    monkeypatch.delitem(sys.modules, "klondike.__main__")
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("klondike", run_name="__main__")
    assert caught.value.code == 1
    assert "klondike: " in capsys.readouterr().err


def test_solve_tells_a_way_that_wins(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "7"]) == 0
    verdict, length, *way = capsys.readouterr().out.splitlines()
    assert verdict.startswith("winnable; ")
    moves = " ".join(way).split()
    assert length == f"{len(moves)} moves:"
    state = GameState.start(Deal.from_seed(7), STILLDECK_DRAW_3)
    for move in moves:
        state = state.apply(Move.parse(move))
    assert state.is_won


def test_solve_tells_a_bound_or_the_fewest_moves(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "7", "--shortest", "--max-states", "100"]) == 0
    assert re.search(
        r"^no solution has fewer than \d+ moves$", capsys.readouterr().out, re.MULTILINE
    )
    state = GameState.start(Deal.from_seed(7), STILLDECK_DRAW_3)
    for move in solve(state).moves[:-8]:
        state = state.apply(move)
    assert main(["solve", "--shortest", "--position", format_position(state)]) == 0
    assert "winnable" in capsys.readouterr().out


def test_solve_reads_a_file_of_deals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deals.txt"
    deals = [format_deal(Deal.from_seed(seed)) for seed in (3, 0)]
    file.write_text("\n\n".join(deals) + "\n", encoding="utf-8")
    assert main(["solve", "--rules", "vegas-draw-3", "--deals", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[:2]] == ["1", "3"]
    assert lines[-1] == "1 winnable, 1 unwinnable, 0 unknown"
    file.write_text("As Ah\n", encoding="utf-8")
    assert main(["solve", "--deals", str(file)]) == 1
    assert "line 1 of" in capsys.readouterr().err


def test_solve_shows_progress_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "deals.txt"
    file.write_text(format_deal(Deal.from_seed(3)), encoding="utf-8")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert main(["solve", "--deals", str(file)]) == 0
    assert "1 of 1" in capsys.readouterr().err


def test_solve_refuses_what_it_cannot_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--position", "x"]) == 1
    assert "klondike-position:" in capsys.readouterr().err
    for words in (["7", "--max-states", "0"], ["7", "--position", "x"], []):
        with pytest.raises(SystemExit):
            main(["solve", *words])
        assert "usage:" in capsys.readouterr().err
