"""Run the benchmarks of all areas, or of those that are named, and print one table."""

from __future__ import annotations

import importlib
import pkgutil
import sys
import time

import tests.bench
from tests.bench.rows import Row


def main(names: list[str]) -> int:
    """The exit code: 0 if every target holds."""
    areas = [module.name for module in pkgutil.iter_modules(tests.bench.__path__)]
    found = {name: importlib.import_module(f"tests.bench.{name}") for name in areas if name != "__main__"}
    found = {name: module for name, module in found.items() if hasattr(module, "run")}
    if unknown := set(names) - set(found):
        print(f"There is no area {', '.join(sorted(unknown))}; there are {', '.join(found)}.")
        return 2
    head = ("what", "measured", "baseline", "ratio", "target", "ok?")
    lines = [head]
    failed = 0
    for name in names or found:
        start = time.perf_counter()
        rows: list[Row] = found[name].run()
        lines += [_cells(name, row) for row in rows]
        failed += sum(not row.ok for row in rows)
        print(f"{name}: {time.perf_counter() - start:.0f} s", file=sys.stderr)
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    for line in lines:
        what, *numbers = zip(line, widths, strict=True)
        print("  ".join([what[0].ljust(what[1]), *(cell.rjust(width) for cell, width in numbers)]))
    return 1 if failed else 0


def _cells(area: str, row: Row) -> tuple[str, str, str, str, str, str]:
    measured, baseline, ratio = f"{_number(row.measured)} {row.unit}", "", ""
    if row.baseline is not None:
        baseline, ratio = f"{_number(row.baseline)} {row.unit}", f"{row.measured / row.baseline:.2f}"
    return (f"{area}: {row.what}", measured, baseline, ratio, row.target, "yes" if row.ok else "NO")


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
