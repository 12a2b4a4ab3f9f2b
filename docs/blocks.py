"""The examples of the documentation: found, run, and written out for the type checkers.

Every block that begins with three backticks and ``python`` is an example in the style of the
interpreter. ``python docs/blocks.py FOLDER`` writes the statements of each page to a file of that
folder.
"""

from __future__ import annotations

import doctest
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def examples(page: Path) -> doctest.DocTest:
    """All examples of a page as one test: later blocks see the names of earlier ones."""
    text = page.read_text(encoding="utf-8")
    source = "\n".join(block[1] for block in BLOCK.finditer(text))
    return doctest.DocTestParser().get_doctest(source, {}, page.stem, str(page), 0)


def main() -> None:
    folder = Path(sys.argv[1])
    for page in PAGES:
        # an interpreter shows the value of an expression; a file throws it away
        source = "# pyright: reportUnusedExpression=false\n"
        source += "".join(example.source for example in examples(page).examples)
        (folder / f"page_{page.stem.replace('-', '_')}.py").write_text(source, encoding="utf-8")


if __name__ == "__main__":
    main()
