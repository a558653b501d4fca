"""`make contract`: everybody asks, each for as long. A number behind it: seconds for each."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.api.contract.asking import ask
from tests.api.contract.world import ROLES, World

EACH = 120
"""Seconds: a quarter of an hour for all."""


def main() -> int:
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else EACH
    failed = 0
    for role in ROLES:
        with tempfile.TemporaryDirectory() as folder, World(Path(folder) / "home") as world:
            more = (
                "--max-time",
                str(seconds),
                "--max-examples",
                "100",
                "--phases",
                "examples,coverage,fuzzing",
            )
            code, told = ask(world, role, Path(folder), *more)
            failed += bool(code)
            print(
                f"-- {role} " + "-" * 80,
                told if code else told[told.rindex("= SUMMARY") :],
                sep="\n",
                flush=True,
            )
            if why := world.hurt():
                failed += 1
                print(f"After that {why}.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
