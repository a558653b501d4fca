"""Run the benchmarks, and print the table of each area as it is done.

    python -m tests.bench [AREA | AREA/PART ...] [--list]

An area is a module here; its parts are measured one by one. Without names all areas run but for the long ones, which
take over ten minutes each and run if they are named.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
import time
import traceback
from collections.abc import Mapping, Sequence

import tests.bench
from tests.bench.rows import Part, Row

HEAD = ("what", "measured", "baseline", "ratio", "target", "ok?")


def areas() -> dict[str, Mapping[str, Part]]:
    """Area → its parts by name."""
    names = [
        module.name for module in pkgutil.iter_modules(tests.bench.__path__) if module.name != "__main__"
    ]
    modules = {name: importlib.import_module(f"tests.bench.{name}") for name in names}
    return {name: module.PARTS for name, module in modules.items() if hasattr(module, "PARTS")}


def main(names: Sequence[str]) -> int:
    """The exit code: 0 if every target holds, 1 if one does not or a part failed, 2 for a name that there is not."""
    every = areas()
    if "--list" in names:
        for area, parts in every.items():
            told = (f"{name} (long)" if part.long else name for name, part in parts.items())
            print(f"{area}: {', '.join(told)}")
        return 0
    wanted: dict[str, Mapping[str, Part]] = {}
    for name in names or every:
        area, _, part = name.partition("/")
        if area not in every or (part and part not in every[area]):
            told = f"There is no area {name}; there are {', '.join(every)}."
            print(f"Of {area} there are {', '.join(every[area])}." if area in every else told)
            return 2
        parts = {part: every[area][part]} if part else every[area]
        wanted[area] = {**wanted.get(area, {}), **parts} if names else _short(parts)
    return 1 if sum(_measured(area, parts) for area, parts in wanted.items()) else 0


def _short(parts: Mapping[str, Part]) -> Mapping[str, Part]:
    return {name: part for name, part in parts.items() if not part.long}


def _measured(area: str, parts: Mapping[str, Part]) -> int:
    """Measure and print the table of an area; how many rows do not hold, a part that failed among them."""
    start, rows, failed = time.perf_counter(), list[Row](), list[str]()
    for name, part in parts.items():
        try:
            rows += part.measure()
        except Exception as error:  # noqa: BLE001 - whatever it is, the other parts are still measured
            traceback.print_exc()
            failed.append(f"{area}/{name}: failed, {type(error).__name__}: {error}"[:160])
    lines = [HEAD, *(_cells(area, row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    for line in lines if rows else ():
        what, *numbers = zip(line, widths, strict=True)
        print("  ".join([what[0].ljust(what[1]), *(cell.rjust(width) for cell, width in numbers)]))
    for told in failed:
        print(told)
    print(f"{area}: {time.perf_counter() - start:.0f} s\n", flush=True)
    return len(failed) + sum(not row.ok for row in rows)


def _cells(area: str, row: Row) -> tuple[str, str, str, str, str, str]:
    measured, baseline, ratio = f"{_number(row.measured)} {row.unit}", "", ""
    if row.baseline is not None:
        baseline, ratio = f"{_number(row.baseline)} {row.unit}", f"{row.measured / row.baseline:.2f}"
    return (f"{area}: {row.what}", measured, baseline, ratio, row.target, "yes" if row.ok else "NO")


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
