"""The package as a whole: layers, names, weight."""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

import klondike

ROOT = Path(klondike.__file__).parent
# bottom to top: a module imports only from those before it
LAYERS = [
    "_compat",
    "errors",
    "cards",
    "moves",
    "_reading",
    "_kinds",
    "scoring",
    "_core",
    "_endgame",
    "_build",
    "rules",
    "presets",
    "deals",
    "boards",
    "views",
    "layouts",
    "states",
    "games",
    "notation",
    "serial",
    "render",
    "render.text",
    "solver._hopeless",
    "solver._numbers",
    "solver._replay",
    "solver._served",
    "solver._any_rules",
    "solver._winning.dominances",
    "solver._winning.memory",
    "solver._winning.moves",
    "solver._winning.kernel",
    "solver._winning",
    "solver._fewest.nodes",
    "solver._fewest.search",
    "solver._fewest",
    "solver._related",
    "solver",
    "testing",
    "__init__",
    "__main__",
]
# display hooks may import the renderer inside the function
DISPLAY_HOOKS = {("views", "render.text")}
PUBLIC = [
    name
    for name in LAYERS
    if not any(part.startswith("_") for part in name.split(".")) and name != "render"
]


def module_path(name: str) -> Path:
    path = ROOT / (name.replace(".", "/") + ".py")
    return path if path.exists() else path.with_suffix("") / "__init__.py"


def imports(name: str) -> set[str]:
    """Modules of the library that this one imports when it runs."""
    found: set[str] = set()
    tree = ast.parse(module_path(name).read_text(encoding="utf-8"))
    typing_only = {
        statement
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for statement in node.body
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node not in typing_only:
            parts = node.module.split(".")
            if parts[0] == "klondike":
                for alias in node.names:
                    module = ".".join([*parts[1:], alias.name])
                    found.add(module if module in LAYERS else ".".join(parts[1:]))
    return found


def test_every_module_has_its_layer() -> None:
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts) for path in ROOT.rglob("*.py")
    }
    # the compiled build says in one more module what it compiled
    assert {module.removesuffix(".__init__") for module in modules} - {"_compiled"} == set(LAYERS)


@pytest.mark.parametrize("name", LAYERS)
def test_modules_import_only_downwards(name: str) -> None:
    below = set(LAYERS[: LAYERS.index(name)])
    assert {other for other in imports(name) if (name, other) not in DISPLAY_HOOKS} <= below


def test_hypothesis_is_imported_by_testing_alone() -> None:
    for name in LAYERS:
        if name != "testing":
            assert "hypothesis" not in module_path(name).read_text(encoding="utf-8")


def test_importing_the_library_loads_attrs_and_the_standard_library_only() -> None:
    script = "import sys; import klondike, json; print(json.dumps(sorted(sys.modules)))"
    output = subprocess.run(  # noqa: S603  # our own interpreter and script
        [sys.executable, "-I", "-c", script], capture_output=True, check=True, text=True
    ).stdout
    loaded: list[str] = json.loads(output)
    tops = {name.split(".")[0] for name in loaded}
    bare = subprocess.run(
        [sys.executable, "-I", "-c", "import sys; print(*sys.modules)"],
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    extra = tops - {name.split(".")[0] for name in bare.split()} - sys.stdlib_module_names
    compiled = {"klondike__mypyc", "librt", "mypy_extensions"}
    if klondike.COMPILED:
        extra -= compiled
    assert extra <= {"klondike", "attr", "attrs"}
    for heavy in ("asyncio", "importlib.resources", "argparse", "hypothesis", "unittest"):
        assert heavy not in loaded


@pytest.mark.parametrize("name", PUBLIC)
def test_all_names_of_a_module_are_its_public_ones(name: str) -> None:
    module = importlib.import_module(f"klondike.{name}")
    defined = {
        attribute
        for attribute, value in vars(module).items()
        if not attribute.startswith("_")
        and getattr(value, "__module__", None) == module.__name__
        and (inspect.isclass(value) or inspect.isfunction(value))
    }
    exported = set(module.__all__)
    shared_inside = {
        "boards": {"to_cards"},
        "views": {"blank_unseen"},
        "moves": {"numbered"},
        "rules": {"Axis", "anything", "is_known", "runs_build_columns"},
        "cards": {"as_cards"},
        "errors": {"shown", "check_type"},
        "games": {"play_read"},
    }
    assert defined - exported <= shared_inside.get(name, set())
    assert all(hasattr(module, attribute) for attribute in exported)


NAMES_RELIED_ON = """
Suit Rank Color Card Deal Rules Scoring Pile PileKind Move MoveKind DRAW RECYCLE Reason Illegality
Event Layout Column GameState Step View Game Result Statistics PRESETS STILLDECK_DRAW_1
STILLDECK_DRAW_3 TRADITIONAL_DRAW_1 TRADITIONAL_DRAW_3 WINDOWS_DRAW_1 WINDOWS_DRAW_3 VEGAS_DRAW_1
VEGAS_DRAW_3 KlondikeError ParseError IllegalMoveError InvalidStateError InvalidRulesError
InvalidDealError solve Solution Verdict
"""


def test_the_root_exports_its_names_and_no_others() -> None:
    assert set(NAMES_RELIED_ON.split()) <= set(klondike.__all__)
    assert len(set(klondike.__all__)) == len(klondike.__all__)
    namespace: dict[str, object] = {}
    exec("from klondike import *", namespace)  # noqa: S102  # our own text
    assert set(klondike.__all__) <= set(namespace)
    public = {
        name
        for name, value in vars(klondike).items()
        if not name.startswith("_") and not inspect.ismodule(value)
    }
    assert public == set(klondike.__all__)


def public_classes() -> list[type]:
    classes = {
        value
        for name in PUBLIC
        for attribute in importlib.import_module(f"klondike.{name}").__all__
        if inspect.isclass(value := getattr(importlib.import_module(f"klondike.{name}"), attribute))
    }
    return sorted(classes, key=lambda cls: cls.__qualname__)


@pytest.mark.parametrize("cls", public_classes(), ids=lambda cls: cls.__name__)
def test_values_are_frozen_and_slotted(cls: type) -> None:
    if attrs.has(cls):
        assert cls.__setattr__ is not object.__setattr__
        assert "__dict__" not in dir(cls)
        assert cls.__hash__ is not None


def test_everything_public_has_a_docstring() -> None:
    for name in PUBLIC:
        module = importlib.import_module(f"klondike.{name}")
        assert module.__doc__
        for attribute in module.__all__:
            value = getattr(module, attribute)
            if inspect.isclass(value) or inspect.isfunction(value):
                assert inspect.getdoc(value), attribute
