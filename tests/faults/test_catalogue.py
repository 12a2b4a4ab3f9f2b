"""The catalogue beside these tests names every case that they do, and no other."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parent
NAMED = re.compile(r"cases?[ _-](\d+)(?:(?:_and_| and |, )(\d+))?", re.IGNORECASE)
ROW = re.compile(r"^\| (\d+) \| [^|]+ \| [^|]+ \|$", re.MULTILINE)


def test_the_catalogue_has_a_line_for_every_case() -> None:
    listed = [int(number) for number in ROW.findall((FOLDER / "README.md").read_text("utf-8"))]
    assert len(listed) == len(set(listed))
    named = {
        int(number)
        for path in FOLDER.glob("test_faults_*.py")
        for match in NAMED.finditer(path.read_text("utf-8"))
        for number in match.groups()
        if number
    }
    assert set(listed) == named
