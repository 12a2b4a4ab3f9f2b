"""All checks, as sessions of nox: ``nox`` runs all of them, ``nox -s static`` runs one.

CONTRIBUTING.md says which session checks what.
"""

from __future__ import annotations

import shutil
import tomllib
import zipfile
from pathlib import Path

import nox

nox.options.default_venv_backend = "venv"
nox.options.error_on_missing_interpreters = False
nox.options.sessions = ["static", "wheels", "newer", "pure", "oldest", "compiled", "slow"]

ROOT = Path(__file__).parent
WHEELS = ROOT / "dist" / "check"
PYTHONS = ["3.12", "3.13"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
COMPILED = {name.removesuffix(".py") for name in PROJECT["tool"]["klondike"]["compiled"]}


@nox.session
def static(session: nox.Session) -> None:
    """Style, types and documentation, with the sources of this checkout."""
    session.install("-q", "-U", "pip")
    session.install("-q", "-e", ".", "--group", "dev")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("mypy")
    session.run("pyright")
    session.run("pyright", "--verifytypes", "klondike", "--ignoreexternal")
    pages = session.create_tmp()
    session.run("python", "docs/blocks.py", pages)
    session.run("mypy", "--strict", "--config-file=", pages)
    session.run("pyright", pages)
    session.run("sphinx-build", "-q", "-W", "-n", "docs", f"{pages}/html")


@nox.session
def wheels(session: nox.Session) -> None:
    """Both wheels, what they hold, and an install without a C compiler."""
    session.install("-q", "-U", "pip", "build")
    shutil.rmtree(WHEELS, ignore_errors=True)
    for build, compiled in (("pure", set[str]()), ("compiled", COMPILED | {"klondike__mypyc"})):
        folder = WHEELS / build
        # the pure wheel is built from the source distribution, as a package index would do it
        kind = ["--wheel"] if compiled else []
        environment = {"KLONDIKE_COMPILE": "1" if compiled else "0"}
        session.run(
            *("python", "-m", "build", "-q", "--outdir", str(folder), *kind, "."), env=environment
        )
        check_contents(session, wheel(build), compiled)
    session.run(
        *("pip", "wheel", "-q", "--no-deps", "-w", str(WHEELS / "without"), "."),
        env={"CC": "/bin/false", "CXX": "/bin/false"},
    )
    if not list((WHEELS / "without").glob("*-py3-none-any.whl")):
        session.error("without a C compiler the package must install pure")


def check_contents(session: nox.Session, path: Path, compiled: set[str]) -> None:
    """Compares the files of a wheel with what it should hold."""
    names = set(zipfile.ZipFile(path).namelist())
    wanted = {"py.typed", "demo.klondike", "schemas/documents.schema.json", "render/text.py"}
    missing = {name for name in wanted if f"klondike/{name}" not in names}
    allowed = ("klondike/", "klondike_solitaire-", "klondike__mypyc.")
    strays = {name for name in names if not name.startswith(allowed)}
    native = {name.split(".")[0] for name in names if name.endswith((".so", ".pyd"))}
    native = {name.removeprefix("klondike/") for name in native}
    if missing or strays or native != compiled:
        session.error(f"{path.name}: missing {missing}, strays {strays}, compiled {native}")


def wheel(build: str) -> Path:
    """The wheel of this build that ``wheels`` made."""
    return next((WHEELS / build).glob("*.whl"))


def test(session: nox.Session, build: str, *options: str) -> None:
    """Installs a wheel and runs tests that can see nothing but the wheel."""
    session.install("-q", "-U", "pip")
    session.install("-q", str(wheel(build)), "--group", "test")
    # without src next to them, the tests can only import what is installed
    checkout = Path(session.create_tmp()) / "checkout"
    shutil.rmtree(checkout, ignore_errors=True)
    checkout.mkdir()
    for name in ("tests", "docs"):
        shutil.copytree(ROOT / name, checkout / name)
    for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "pyproject.toml"):
        shutil.copy(ROOT / name, checkout / name)
    session.chdir(checkout)
    answer = f"import klondike; assert klondike.COMPILED is {build == 'compiled'}"
    session.run("python", "-c", answer)
    session.run("python", "-m", "pytest", "-q", "-n", "auto", *options)


@nox.session(python=PYTHONS)
def newer(session: nox.Session) -> None:
    """The pure wheel under newer Pythons."""
    test(session, "pure")


@nox.session
def pure(session: nox.Session) -> None:
    """The pure wheel, with every line and branch run."""
    test(session, "pure", "--cov")


@nox.session
def oldest(session: nox.Session) -> None:
    """The pure wheel with the oldest attrs."""
    session.install("-q", "-U", "pip")
    session.install("-q", "-e", ".", "--group", "test")
    session.install("-q", "attrs==23.2.0")
    names = ("states", "games", "rules", "layouts")
    session.run("python", "-m", "pytest", "-q", *(f"tests/test_{name}.py" for name in names))


@nox.session
def compiled(session: nox.Session) -> None:
    """The compiled wheel."""
    test(session, "compiled")


@nox.session
def slow(session: nox.Session) -> None:
    """The slow tests, compiled."""
    test(session, "compiled", "-m", "slow", "--durations=8")
