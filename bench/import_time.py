"""How long `import klondike` takes in addition to a bare interpreter: wall time of whole processes.

python bench/import_time.py
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

ROUNDS = 31


def seconds(statement: str) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", statement], check=True)  # noqa: S603  # our own text
    return time.perf_counter() - started


def main() -> None:
    bare: list[float] = []
    attrs: list[float] = []
    klondike: list[float] = []
    for _ in range(ROUNDS):
        bare.append(seconds("pass"))
        attrs.append(seconds("import attrs"))
        klondike.append(seconds("import klondike"))
    base = statistics.median(bare)
    print(f"CPython {sys.version.split()[0]}, {ROUNDS} rounds, medians over a bare interpreter")
    for name, measured in (("attrs", attrs), ("klondike", klondike)):
        print(f"import {name:9}{1000 * (statistics.median(measured) - base):6.1f} ms")


if __name__ == "__main__":
    main()
