"""The user's own data files: laid over those that ship, and found again, to the line, when something is wrong.

A file of a shipped one's name stands in its place; with `overlay = true` it holds only what differs (`overlay.py`). A
scenario or a board of a name of its own is added, and its id may be nobody else's, unless it says `replaces = "ID"`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, cast

from msgspec import Struct

from campaign.rules.faults import PackError
from campaign.rules.file_lines import Lines, path_in
from campaign.rules.file_lines import Path as Place
from campaign.rules.overlay import OverlayError, doubled, laid_over, new_row, origin
from campaign.rules.refused import Refused, meant
from campaign.rules.toml_files import UnreadableFile, parse_toml, read_text

OVERLAY, REPLACES = "overlay", "replaces"
SCENARIOS, BOARDS = "scenarios", "boards"
WORDS = {SCENARIOS: "scenario", BOARDS: "board"}
"""Folders whose files are told apart by their ids → what they hold."""
ONE_FILE = f"{SCENARIOS}.toml"
"""Where a system that has no such folder keeps its scenarios, as rows."""
DEEPEST_FOLDER = 8
"""Folders within one another in a pack; ours have two."""
Content: TypeAlias = dict[str, Any]


class Own(Struct, frozen=True):
    """A file of the user's. name: in his folder. told: what refusals call it. text: as it stands. under: the shipped
    file in whose place it stands, "" for a new one. overlay: whether it is laid over that one. id: of the scenario or
    board that it holds."""

    name: str
    told: str
    text: str
    under: str = ""
    overlay: bool = False
    id: str = ""


class Laid(NamedTuple):
    """The files of a pack, and which of them the user has written: name in the pack → his file."""

    content: Content
    own: dict[str, Own]


def walk(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, Traversable]]:
    """The TOML files in a folder, with their names from there. Raises PackError for what is no file or leads elsewhere:
    a link to a folder may lead in a circle."""
    if prefix.count("/") > DEEPEST_FOLDER:
        raise PackError("There are folders within folders without end.", where=prefix)
    for entry in folder.iterdir():
        if isinstance(entry, Path) and entry.is_symlink() and entry.is_dir():
            raise PackError(
                "This is a link to a folder; put the files here themselves.", where=f"{prefix}{entry.name}"
            )
        if entry.is_dir() and entry.name.endswith(".toml"):
            raise PackError("This is a folder; a file is wanted.", where=f"{prefix}{entry.name}")
        if entry.is_dir():
            yield from walk(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith(".toml"):
            yield prefix + entry.name, entry


def read(file: Traversable, where: str) -> tuple[str, Content]:
    """A file's text, and what it says. Raises PackError."""
    try:
        text = read_text(file, where)
        return text, parse_toml(text, where)
    except UnreadableFile as error:
        where = f"{error.file}:{error.line}" if error.line else error.file
        raise PackError(error.reason, where=where) from None


def folders(content: Mapping[str, Any]) -> set[str]:
    """Folders of a pack in which a file of a new name is read."""
    found = {name.rpartition("/")[0] for name in content} - {""}
    return found | {SCENARIOS} if ONE_FILE in content else found


def names_of(content: Mapping[str, Any]) -> list[str]:
    """What a file of the user's may be called: of folders, any name in them."""
    return sorted({f"{name.rpartition('/')[0]}/NAME.toml" if "/" in name else name for name in content})


def lay(system: str, shipped: Mapping[str, Any], folder: Path, told: str) -> Laid:
    """Lay the files in a folder over those that ship. told: what refusals call the folder. Raises PackError."""
    content, own = dict(shipped), dict[str, Own]()
    known = ids_of(shipped)
    for name, file in sorted(walk(folder)):
        if name not in content and name.rpartition("/")[0] not in folders(shipped):
            raise PackError(
                f"No file of {system} has this name, so it would never be read.{meant(name, shipped)}",
                allowed=names_of(shipped),
                where=f"{told}/{name}",
            )
        text, data = read(file, f"{told}/{name}")
        one = _Reading(name, f"{told}/{name}", text, data, shipped, known)
        found = one.laid()
        said = one.own(found)
        target = said.under if said.under and said.under != ONE_FILE else name
        if target in own:
            both = f"This file and {own[target].name} replace the same: {target}."
            raise one.fault(both, (REPLACES,))
        if (folder_of := name.rpartition("/")[0]) in WORDS:
            for other in own.values():
                if other.id == said.id != "" and other.name.startswith(f"{folder_of}/"):
                    reason = f"{other.name} has the {WORDS[folder_of]} {said.id!r} already."
                    raise one.fault(reason, ("id",), ["another id"])
        if said.under == ONE_FILE and name != ONE_FILE:
            rows = content[ONE_FILE]["scenario"]
            rest = [row for row in rows if row.get("id") != said.id]
            content[ONE_FILE] = {**content[ONE_FILE], "scenario": rest}
        content[target], own[target] = found, said
    return Laid(content, own)


def ids_of(shipped: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Of scenarios and boards that ship: folder → id → file."""
    found: dict[str, dict[str, str]] = {folder: {} for folder in WORDS}
    for name, data in shipped.items():
        folder = name.rpartition("/")[0]
        if folder in found:
            found[folder][str(data.get("id", ""))] = name
    rows: list[Any] = shipped.get(ONE_FILE, {}).get("scenario", [])
    return {**found, SCENARIOS: found[SCENARIOS] | {str(row["id"]): ONE_FILE for row in rows}}


class _Reading(NamedTuple):
    """One file of the user's while it is read. known: as of `ids_of`."""

    name: str
    told: str
    text: str
    data: Content
    shipped: Mapping[str, Any]
    known: Mapping[str, Mapping[str, str]]

    def own(self, laid: Content) -> Own:
        return Own(
            self.name,
            self.told,
            self.text,
            self.under(),
            self.data.get(OVERLAY, False),
            str(laid.get("id", "")),
        )

    def laid(self) -> Content:
        """What the pack has in its place. Raises PackError."""
        overlay = self.data.get(OVERLAY, False)
        if not isinstance(overlay, bool):
            raise self.fault("`overlay` is true or false.", (OVERLAY,), ["overlay = true"])
        under = self.under()
        rest = {key: value for key, value in self.data.items() if key not in (OVERLAY, REPLACES)}
        if not overlay:
            for path, id in doubled(rest):
                raise self.fault(f"{id!r} is there twice.", path)
            return rest
        if not under or (under == ONE_FILE and self.name != ONE_FILE):
            allowed = sorted(self.shipped)
            raise self.fault(
                "There is no shipped file that this one could be laid over.", (OVERLAY,), allowed
            )
        try:
            return laid_over(self.shipped[under], rest, under)
        except OverlayError as error:
            raise self.fault(str(error), error.path, error.allowed) from None

    def under(self) -> str:
        """The shipped file in whose place this one stands; "" if it is a new one. Raises PackError."""
        folder, said = self.name.rpartition("/")[0], self.data.get(REPLACES)
        known = self.known.get(folder, {})
        if said is not None and folder not in WORDS:
            allowed = [f"{one}/NAME.toml" for one in WORDS]
            raise self.fault("Only a scenario or a board replaces another.", (REPLACES,), allowed)
        if folder not in WORDS:
            return self.name if self.name in self.shipped else ""
        what, id = WORDS[folder], self.data.get("id")
        if said is not None and said not in known:
            reason = f"There is no shipped {what} {said!r}.{meant(str(said), known)}"
            raise self.fault(reason, (REPLACES,), sorted(known))
        if self.name in self.shipped:
            return self._copied(what, id, known)
        if said is not None:
            if id != said and not (id is None and self.data.get(OVERLAY) is True):
                allowed = [f'id = "{said}"']
                raise self.fault(f"What replaces the {what} {said!r} bears its id.", ("id",), allowed)
            return known[str(said)]
        if id in known:
            reason = f"There is a {what} {id!r} already, in {known[str(id)]}."
            raise self.fault(reason, ("id",), ["another id", f'replaces = "{id}"'])
        stem = self.name.rpartition("/")[2].removesuffix(".toml")
        if folder == BOARDS and id is not None and id != stem:
            raise self.fault("A board's file is called by its id.", ("id",), [f'id = "{stem}"'])
        return ""

    def _copied(self, what: str, id: Any, known: Mapping[str, str]) -> str:
        """A file that bears the name of a shipped one, and stands in its place."""
        if known.get(str(id), self.name) != self.name:
            reason = f"There is a {what} {id!r} already, in {known[str(id)]}."
            raise self.fault(reason, ("id",), ["another id", f'replaces = "{id}", in a file of another name'])
        said = self.data.get(REPLACES)
        if said is not None and known[str(said)] != self.name:
            reason = f"A file of this name stands in place of {self.name} as shipped."
            raise self.fault(reason, (REPLACES,), ["another file name"])
        return self.name

    def fault(self, reason: str, path: Place, allowed: Any = ()) -> PackError:
        return PackError(reason, "", allowed, f"{self.told}:{Lines(self.text).at(path)}")


_WHERE = re.compile(r"(?P<file>[\w./-]+?\.toml)(?:,? (?P<place>.*))?")


def traced(
    error: Refused, own: Mapping[str, Own], content: Mapping[str, Any], package: Traversable
) -> Refused:
    """The same with the line on which it stands, in the user's file or in one as shipped. package: its folder `data`.

    A place that a refusal does not name so stays as it is.
    """
    found = _WHERE.fullmatch(error.where)
    if found is None or found["file"] not in content:
        return error
    file, place = found["file"], found["place"] or ""
    path = narrowed(content[file], path_in(content[file], place or getattr(error, "place", "")), error.reason)
    behind = f", {place}" if place else ""
    mine, base = own.get(file), file
    if mine is not None:
        at, there, more = path, True, ""
        base = mine.under
        lacks = error.reason.startswith("The field `") and "` is missing" in error.reason
        if mine.overlay:
            raw = {k: v for k, v in parse_toml(mine.text, mine.told).items() if k not in (OVERLAY, REPLACES)}
            shipped = read(package.joinpath(base), base)[1]
            at, there = origin(shipped, raw, base, content[file], path)
            more = new_row(shipped, base, content[file], path) if lacks else ""
        elif base and lacks:
            more = f" This file takes the place of {base} whole; with `overlay = true` it says only what differs."
        if there:
            return _again(error, f"{mine.told}:{Lines(mine.text).at(at)}{behind}", more)
    text, shipped = read(package.joinpath(base), base)
    at, _ = origin(shipped, shipped, base, content[file], path)
    where = f"{base}:{Lines(text).at(at)}{behind}"
    return _again(error, where, " It is so as shipped, and does not fit your files." if own else "")


def narrowed(data: Any, path: Place, reason: str) -> Place:
    """A path to a row led on to the field of it whose value a refusal repeats, if that is one alone."""
    row: Any = data
    for step in path:
        row = row[step]
    if not path or not isinstance(row, dict):
        return path
    said = set(_SAID.findall(reason))
    fields = cast("Content", row).items()
    names = [name for name, value in fields if name != "id" and not said.isdisjoint(_words_in(value))]
    return (*path, names[0]) if len(names) == 1 else path


_SAID = re.compile(r"(?<=')[^']+(?=')|[\w.-]*\w")


def _words_in(value: Any) -> Iterator[str]:
    """All that stands there: texts, numbers, and the names of a table."""
    if isinstance(value, dict):
        for name, inner in cast("Content", value).items():
            yield name
            yield from _words_in(inner)
    elif isinstance(value, list):
        for inner in cast("list[Any]", value):
            yield from _words_in(inner)
    elif not isinstance(value, bool) and value != "":
        yield str(value)


def _again(error: Refused, where: str, more: str = "") -> PackError:
    return PackError(f"{error.reason}{more}", error.rule, error.allowed, where, error.kind)
