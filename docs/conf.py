"""Sphinx configuration: ``sphinx-build -W -n docs docs/_build``."""

from __future__ import annotations

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import tables  # a script beside the pages

tables.write()

project = "klondike"
author = "The klondike authors"
copyright = "2026, the klondike authors"
version = release = installed_version("klondike-solitaire")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
]
exclude_patterns = ["_build", "_generated"]
html_theme = "furo"
html_title = f"klondike {version}"
default_role = "any"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": False}
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
napoleon_google_docstring = True
napoleon_numpy_docstring = False
nitpicky = True
nitpick_ignore_regex = [
    # names of the standard library and of Hypothesis; there is no network to look them up
    (r"py:.*", r"(collections\.abc|random|enum|hypothesis|st|typing|argparse)\..*"),
    (
        r"py:.*",
        r"(Any|Random|Callable|Iterable|Iterator|MutableSequence|Sequence|Mapping|Self|ClassVar|Final)",
    ),
    (r"py:.*", r"(ValueError|LookupError|Exception|TypeError|AssertionError|NoneType|object)"),
    (r"py:.*", r"klondike\.errors\._ProblemsError"),
    (r"py:.*", r".*\b(_Item|_Value|_Number|Value|Document|Problem|_core\..*|Position)\b.*"),
]
