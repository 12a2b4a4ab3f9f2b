"""Settings that depend on whether the inner loops are compiled; the rest is in pyproject.toml."""

import hashlib
import os
import sys
import tomllib
from pathlib import Path

from setuptools import setup

PACKAGE = Path("src/klondike")
with Path("pyproject.toml").open("rb") as project:
    MODULES: list[str] = tomllib.load(project)["tool"]["klondike"]["compiled"]

compiled = os.environ.get("KLONDIKE_COMPILE") == "1"
record = PACKAGE / "_compiled.py"
record.unlink(missing_ok=True)
extensions = []
# this file also runs to list the requirements of a build, before these are installed
if compiled and not {"egg_info", "dist_info"} & set(sys.argv):
    from mypyc.build import mypycify

    digests = {name: hashlib.sha256((PACKAGE / name).read_bytes()).hexdigest() for name in MODULES}
    lines = [f'    "{name}": "{digest}",' for name, digest in digests.items()]
    record.write_text(
        "\n".join(['"""Which sources were compiled."""', "", "DIGESTS = {", *lines, "}", ""])
    )
    extensions = mypycify(
        ["--config-file=", "--python-version=3.11", *(str(PACKAGE / name) for name in MODULES)],
        opt_level="3",
        debug_level="0",
        group_name="klondike",
    )

    if sys.platform == "linux":
        # nothing replaces functions of this library at load time, so the compiler may inline them
        for extension in extensions:
            extension.extra_compile_args.append("-fno-semantic-interposition")

setup(
    ext_modules=extensions,
    install_requires=["attrs>=23.2"]
    + (["librt>=0.17", "mypy_extensions>=1.1"] if compiled else []),
)
