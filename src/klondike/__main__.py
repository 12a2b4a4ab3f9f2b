"""The command line: ``python -m klondike``.

Every command is a few calls of the public API.
"""

from __future__ import annotations

import argparse
import os
import secrets
import sys
import textwrap
from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path

from klondike.deals import Deal
from klondike.errors import KlondikeError, ParseError
from klondike.games import Game
from klondike.moves import DRAW, RECYCLE, Event, Move, Pile
from klondike.notation import (
    Record,
    format_record,
    parse_deal,
    parse_position,
    parse_record,
)
from klondike.presets import PRESETS
from klondike.render import text
from klondike.rules import Rules
from klondike.solver import Shortest, Verdict, shortest, solve
from klondike.states import GameState, Step

HELP = """\
draw, recycle     turn cards from the stock, turn the waste over
w>t3, t4>t6x2     waste to column 3, two cards from column 4 to column 6
t1>fh, fh>t2      column 1 to the hearts foundation, and back to column 2
undo, redo        take a move back, play it again; undo 3 takes back three
finish            play the rest of a game that is certainly won
moves             list the legal moves
save FILE         write the game to a file, replacing an existing one
load FILE         continue a game from a file
help, quit"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command.

    Args:
        arguments: The words of the command line; by default those of the process.

    Returns:
        The exit status: 0 for success, 1 for an error, 130 after an interrupt from the keyboard.
    """
    options = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], None] = options.run
    try:
        run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # the reader has closed the pipe, as in `… | head`; nothing more can be written to it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        print()
        return 130
    except (KlondikeError, OSError) as error:
        print(f"klondike: {error}", file=sys.stderr)
        return 1
    except UnicodeEncodeError as error:
        print(f"klondike: this terminal cannot show {error.object!r}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m klondike", description="Klondike Solitaire.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    demo = commands.add_parser("demo", help="see a game dealt, explained and won")
    demo.set_defaults(run=_demo)

    deal = commands.add_parser("deal", help="show a numbered game and its legal moves")
    _add_game_options(deal)
    deal.set_defaults(run=_deal)

    play = commands.add_parser("play", help="play a numbered game by typing moves")
    _add_game_options(play)
    play.set_defaults(run=_play)

    replay = commands.add_parser("replay", help="replay a game from a file, move by move")
    replay.add_argument("file", type=Path, help="a game that `save` has written")
    replay.add_argument("--boards", action="store_true", help="show the board after every move")
    _add_symbols(replay)
    replay.set_defaults(run=_replay)

    solve = commands.add_parser(
        "solve",
        help="find out whether and how games can be won",
        description="Find out whether and how games can be won, with all cards known.",
    )
    _add_rules(solve)
    what = solve.add_mutually_exclusive_group(required=True)
    what.add_argument("seed", nargs="?", type=int, help="the number of a game")
    what.add_argument("--position", metavar="TEXT", help="a position, in one line")
    what.add_argument("--deals", type=Path, metavar="FILE", help="a file with one deal a line")
    solve.add_argument("--shortest", action="store_true", help="look for the fewest moves")
    solve.add_argument(
        "--max-states",
        type=_positive,
        default=5_000_000,
        metavar="N",
        help="the most positions to store for each game (default: 5,000,000)",
    )
    solve.set_defaults(run=_solve)

    presets = commands.add_parser("presets", help="list the named games, or describe one")
    presets.add_argument("name", nargs="?", type=_preset, help="a name from the list")
    presets.set_defaults(run=_presets)
    return parser


def _add_game_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("seed", nargs="?", type=int, help="the number of a game (default: random)")
    _add_rules(parser)
    _add_symbols(parser)


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules",
        type=_preset,
        default="STILLDECK_DRAW_3",
        metavar="NAME",
        help="a preset; `presets` lists them (default: stilldeck-draw-3)",
    )


def _add_symbols(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--symbols", action="store_true", help="write suits as symbols")


def _preset(name: str) -> Rules:
    try:
        return PRESETS[name.upper().replace("-", "_")]
    except KeyError:
        raise argparse.ArgumentTypeError(
            f"there is no preset {name!r}; `python -m klondike presets` lists them"
        ) from None


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 up, not {text!r}")
    return int(text)


def _game(options: argparse.Namespace) -> Game:
    seed = secrets.randbits(32) if options.seed is None else options.seed
    game = Game.start(Deal.from_seed(seed, decks=options.rules.decks), options.rules)
    print(f"game {seed}")
    return game


def _show(state: GameState, options: argparse.Namespace) -> None:
    print(text.board(state.view(), symbols=options.symbols), end="\n\n")


def _list_moves(state: GameState) -> None:
    print("legal moves:", " ".join(map(str, state.legal_moves)) or "none")


def _deal(options: argparse.Namespace) -> None:
    state = _game(options).state
    _show(state, options)
    _list_moves(state)


def _solve(options: argparse.Namespace) -> None:
    rules: Rules = options.rules
    if options.deals is not None:
        _solve_deals(options)
        return
    if options.position is not None:
        state = parse_position(options.position)
    else:
        deal = Deal.from_seed(options.seed, decks=rules.decks)
        state = GameState.start(deal, rules)
    search = shortest if options.shortest else solve
    found = search(state, max_states=options.max_states)
    print(f"{found.verdict.value}; {found.states:,} positions stored")
    if isinstance(found, Shortest) and found.lower_bound:
        print(f"no solution has fewer than {_moves(found.lower_bound)}")
    if found.moves:
        print(f"{_moves(len(found.moves))}:")
        print(textwrap.fill(" ".join(map(str, found.moves)), 78))


def _solve_deals(options: argparse.Namespace) -> None:
    counts = dict.fromkeys(Verdict, 0)
    lines = _read_text(options.deals).splitlines()
    deals = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    for done, (number, line) in enumerate(deals, 1):
        try:
            state = GameState.start(parse_deal(line), options.rules)
        except KlondikeError as error:
            raise ParseError(f"line {number} of {options.deals}: {error}") from None
        search = shortest if options.shortest else solve
        found = search(state, max_states=options.max_states)
        counts[found.verdict] += 1
        length = f" {len(found.moves)}" if found.moves else ""
        print(f"{number} {found.verdict.value} {found.states}{length}", flush=True)
        if sys.stderr.isatty():
            print(f"\r{done} of {len(deals)}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print(", ".join(f"{count} {verdict.value}" for verdict, count in counts.items()))


def _presets(options: argparse.Namespace) -> None:
    if options.name is not None:
        print(options.name.describe())
        return
    for name in PRESETS:
        print(name.lower().replace("_", "-"))


def _play(options: argparse.Namespace) -> None:
    game = _game(options)
    _show(game.state, options)
    print("type a move, or help")
    for line in sys.stdin:
        words = line.split()
        if words in (["quit"], ["exit"], ["q"]):
            return
        try:
            played = _answer(game, words)
        except ParseError as error:
            # for a single word the place of the fault is clear; for a loaded file it is not
            print(error.reason if len(words) == 1 else error)
            continue
        except (KlondikeError, OSError, ValueError) as error:
            print(error)
            continue
        if played is not game:
            game = played
            _show(game.state, options)
            if game.state.is_won:
                print(f"won in {_moves(game.ply)} with {game.state.score} points")
            elif game.state.view().stock is not None and game.state.is_dead:
                # while the stock is unseen, this message would give away what is in it
                print("no card can move any more: undo, or quit")


def _answer(game: Game, words: list[str]) -> Game:
    match words:
        case []:
            return game
        case ["help"]:
            print(HELP)
        case ["moves"]:
            _list_moves(game.state)
        case ["undo" | "redo" as step]:
            return game.undo() if step == "undo" else game.redo()
        case ["undo" | "redo" as step, count] if count.isdecimal():
            return game.undo(int(count)) if step == "undo" else game.redo(int(count))
        case ["finish"]:
            moves = game.state.autofinish
            if moves is not None:
                return game.play(*moves)
            print("this game is not certainly won yet")
        case ["save", *names] if names:
            file = Path(" ".join(names)).expanduser()
            file.write_text(format_record(Record(game)), encoding="utf-8")
            print(f"saved to {file}")
        case ["load", *names] if names:
            return _read_game(Path(" ".join(names)).expanduser())
        case [word]:
            return game.play(Move.parse(word))
        case _:
            print("type one move a line; help lists all commands")
    return game


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ParseError(f"{path} is not a text in UTF-8") from None


def _read_game(path: Path) -> Game:
    return parse_record(_read_text(path)).game


def _replay(options: argparse.Namespace) -> None:
    game = _read_game(options.file)
    _show(game.initial, options)
    _show_moves(game, options, every=1 if options.boards else len(game.moves))
    end = "won" if game.state.is_won else "not finished"
    print(f"{end} after {_moves(game.ply)} with {game.state.score} points")


def _moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"


def _show_moves(game: Game, options: argparse.Namespace, *, every: int) -> None:
    for number, (move, step) in enumerate(zip(game.played, game.replay(), strict=True), 1):
        print(f"{number:4} {_tell(move, step)}")
        if number % every == 0 or number == game.ply:
            print()
            _show(step.state, options)


def _words(event: Event) -> str:
    return event.kind.value.replace("_", " ")


def _tell(move: Move, step: Step) -> str:
    happened = ", ".join(
        f"{_words(event)} {' '.join(map(str, event.cards))}"
        if move not in (DRAW, RECYCLE)
        else _words(event)
        for event in step.events
    )
    return f"{move!s:10} {step.state.score:4}  {happened}"


def _demo(options: argparse.Namespace) -> None:
    record = resources.files("klondike") / "demo.klondike"
    game = parse_record(record.read_text(encoding="utf-8")).game
    options.symbols = False
    print("A game of Klondike, three cards at a time. This is the deal:", end="\n\n")
    _show(game.initial, options)
    _list_moves(game.initial)
    refused = Move(Pile.column(0), Pile.column(1))
    print(f"and {refused} is refused: {game.initial.why_illegal(refused)}", end="\n\n")
    print("The moves of a whole game, the score after each, and what happened:", end="\n\n")
    _show_moves(game, options, every=40)
    print(f"Won in {game.ply} moves with {game.state.score} points.", end="\n\n")
    print("Try `python -m klondike play 7`, or from Python:", end="\n\n")
    print("    from klondike import STILLDECK_DRAW_3, Deal, GameState")
    print("    print(GameState.start(Deal.from_seed(7), STILLDECK_DRAW_3))")


if __name__ == "__main__":
    sys.exit(main())
