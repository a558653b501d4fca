"""The rule systems: one folder each, all of the same shape. A folder that has a `SYSTEM` is found by itself."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import cast

from campaign.rules.refused import Refused
from campaign.rules.system import System


@cache
def system_ids() -> tuple[str, ...]:
    """Ids of all rule systems, sorted: the folder's name with hyphens. Imports none of them."""
    return tuple(sorted(m.name.replace("_", "-") for m in iter_modules(__path__) if m.ispkg))


def package_of(system: str) -> str:
    return f"{__name__}.{system.replace('-', '_')}"


@cache
def find(system: str) -> System:
    """The rule system of that id. Raises Refused, naming those there are."""
    if system not in system_ids():
        raise Refused(f"There is no rule system {system!r}.", allowed=system_ids())
    return cast("System", import_module(package_of(system)).SYSTEM)
