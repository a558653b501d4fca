"""The rule systems: folders here, and packages of somebody else's that name an entry point `wardiary.systems`.

A folder that has a `SYSTEM` is found by itself. The name of an entry point is the system's id; its value names the
system (`duel_of_dice.rules:SYSTEM`) or a package that has a `SYSTEM`. A broken one is refused in one sentence, and
leaves all others as they are.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING

from campaign.rules.packs import Pack
from campaign.rules.refused import Refused, no_such
from campaign.rules.system import Rules, System

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "wardiary.systems"
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def system_ids() -> tuple[str, ...]:
    """Ids of all rule systems, sorted; those that cannot be used among them. Imports none of them."""
    return tuple(sorted({*_built_in(), *(id for id in _offered() if _ID.fullmatch(id))}))


def foreign(system: str) -> bool:
    """Whether a rule system is somebody else's."""
    return system not in _built_in()


def find(system: str) -> System:
    """The rule system of that id. Raises Refused: there is none, or it cannot be used."""
    found = _found(system)
    if found is None:
        raise no_such("rule system", system, system_ids(), kind="unknown")
    if isinstance(found, str):
        raise Refused(found)
    return found


def load(system: str, pack: Pack) -> Rules:
    """The rules of a system with a pack. Raises Refused, packs.PackError."""
    found = find(system)
    if system in _built_in():
        return found.load(pack)
    try:
        rules = found.load(pack)
        rules.scenarios()
    except Refused:
        raise
    except Exception as error:  # somebody else's code may raise anything
        raise Refused(_unusable(_offered()[system][0], error)) from error
    return rules


def package_of(system: str) -> str:
    """The package in whose folder `data` the pack of a system lies. Raises Refused as `find` does."""
    if system in _built_in():
        return _package(system)
    find(system)
    module = _offered()[system][0].module
    package = module if hasattr(sys.modules[module], "__path__") else module.rpartition(".")[0]
    if not package:
        raise Refused(
            f"The rule system {system!r} is no package, so that it cannot have a folder for its data."
        )
    return package


def lend(package: str) -> str:
    """A package that is not installed is used as if it were, as long as the program runs. Answers with its system's id.
    Raises Refused: there is no such package, it cannot be used, or another offers a system of that id."""
    from importlib.metadata import EntryPoint

    try:
        system = getattr(import_module(package), "SYSTEM", None)
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and error.name == package.partition(".")[0]:
            raise Refused(f"There is no package {package!r} here.", where="PACKAGE") from None
        raise Refused(_unusable(EntryPoint(package, package, GROUP), error)) from error
    if not isinstance(system, System):
        raise Refused(f"{package} is no rule system: it has no `SYSTEM`.", where="PACKAGE")
    if system.id in _built_in() or not _ID.fullmatch(system.id):
        taken = "War Diary has itself" if system.id in _built_in() else "is no id"
        allowed = ["another id" if system.id in _built_in() else "small letters and digits, with hyphens"]
        raise Refused(f"{package} calls itself {system.id!r}, which {taken}.", "", allowed, "PACKAGE")
    points = _offered().setdefault(system.id, [])
    if not points:
        points.append(EntryPoint(system.id, package, GROUP))
        _found.cache_clear()
    elif find(system.id) is not system:
        raise Refused(f"{_distribution(points[0])} offers a rule system {system.id!r}, too.", where="PACKAGE")
    return system.id


def installed(system: str) -> bool:
    """Whether it is there whenever the program runs."""
    return not foreign(system) or _offered()[system][0].dist is not None


def misfits() -> list[tuple[str, str]]:
    """Entry points that no id leads to: the distribution, and why in a sentence."""
    found: list[tuple[str, str]] = []
    for id, points in sorted(_offered().items()):
        for point in points:
            who = _distribution(point)
            if id in _built_in():
                found.append(
                    (who, f"{who} offers a rule system {id!r}, which War Diary has itself: not used.")
                )
            elif not _ID.fullmatch(id):
                allowed = "small letters and digits, with hyphens"
                found.append((who, f"{who} offers a rule system {id!r}: an id is {allowed}."))
    return found


@cache
def _built_in() -> tuple[str, ...]:
    return tuple(sorted(m.name.replace("_", "-") for m in iter_modules(__path__) if m.ispkg))


def _package(system: str) -> str:
    return f"{__name__}.{system.replace('-', '_')}"


@cache
def _offered() -> dict[str, list[EntryPoint]]:
    """Entry points by their name. Reads what is installed, once and only when it is asked for."""
    from importlib.metadata import entry_points  # 15 ms, spared to our own systems

    found: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, []).append(point)
    return found


@cache
def _found(system: str) -> System | str | None:
    """The system, or why it cannot be used, or None if there is none. Its own systems need no look at others."""
    if system in _built_in():
        found: System = import_module(_package(system)).SYSTEM
        return found
    points = _offered().get(system, []) if _ID.fullmatch(system) else []
    if not points:
        return None
    if len(points) > 1:
        names = " and ".join(sorted(map(_distribution, points)))
        return f"{names} both offer a rule system {system!r}: uninstall one of them."
    return _of(points[0])


def _of(point: EntryPoint) -> System | str:
    try:
        found = point.load()
    except (Exception, SystemExit) as error:  # noqa: BLE001  somebody else's code may raise anything
        return _unusable(point, error)
    if isinstance(found, ModuleType):
        found = getattr(found, "SYSTEM", None)
    if not isinstance(found, System):
        return _unusable(point, f"{point.value} is no rule system")
    if found.id != point.name:
        return _unusable(point, f"it calls itself {found.id!r}")
    return found


def _unusable(point: EntryPoint, why: BaseException | str) -> str:
    reason = why if isinstance(why, str) else f"{type(why).__name__}: {_without_place(why)}"
    return f"The rule system {point.name!r} of {_distribution(point)} cannot be used: {reason.rstrip('.')}."


def _without_place(error: BaseException) -> str:
    """What went wrong, with a file's name in place of where it lies: this goes through every door."""
    text = str(error)
    for file in (getattr(error, "path", None), getattr(error, "filename", None)):
        if isinstance(file, str) and file:
            text = text.replace(file, Path(file).name)
    return text


def _distribution(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist is not None else point.value
