"""Which rule system is meant: by its id, as a package that can be imported, or as a folder."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, cast

from campaign.rules.refused import Refused
from campaign.rules.toml_files import UnreadableFile, read_toml
from campaign.systems import GROUP, lend, system_ids

WHERE = "PACKAGE"


def found(package: str) -> str:
    """The id of the rule system that is meant; from then on it is one of those there are. package: an id, the name of a
    package, or a folder with a package or with its `pyproject.toml`. Raises Refused."""
    if package in system_ids():
        return package
    folder = Path(package)
    if folder.is_dir() and (folder / "pyproject.toml").is_file():
        _search(folder / "src" if (folder / "src").is_dir() else folder)
        return lend(_offered(folder / "pyproject.toml"))
    if folder.is_dir() and (folder / "__init__.py").is_file():
        _search(folder.resolve().parent)
        return lend(folder.resolve().name)
    if "/" in package or not package.replace(".", "_").isidentifier():
        raise Refused(
            f"There is no rule system and no package {package!r}.",
            "",
            [*system_ids(), "the name of a package", "a folder with a package or a pyproject.toml"],
            WHERE,
        )
    _search(Path())
    return lend(package)


def _search(folder: Path) -> None:
    """Packages are looked for in a folder, too."""
    place = str(folder.resolve())
    if place not in sys.path:
        sys.path.insert(0, place)


def _offered(file: Path) -> str:
    """The package that a project offers as its rule system. Raises Refused: none, or several."""
    try:
        project = cast("dict[str, Any]", read_toml(file, str(file)).get("project", {}))
    except UnreadableFile as error:
        raise Refused(error.reason, where=error.file) from None
    points = project.get("entry-points", {}).get(GROUP, {})
    if len(points) != 1:
        raise Refused(
            f"This project offers {len(points) or 'no'} rule systems; one can be tried at a time.",
            "",
            [
                f'[project.entry-points."{GROUP}"] with one line, such as my-game = "my_game"',
                *points.values(),
            ],
            str(file),
        )
    (value,) = points.values()
    return str(value).partition(":")[0]
