"""Data files of the user's own: what there is to write, what his files change, and a beginning of new ones."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Literal, cast

import msgspec

from campaign.library.answers import DataFileInfo, OwnFile
from campaign.library.trying import NAME
from campaign.rules.data_files import kind_of
from campaign.rules.overlay import key_of, list_of, rows_of, table_of
from campaign.rules.own_files import BOARDS, SCENARIOS, ids_of
from campaign.rules.packs import Pack, shipped
from campaign.rules.refused import Refused, no_such
from campaign.shared.answers import ChangeLine
from campaign.systems import find, package_of
from events.difference import MISSING, difference

Made = Literal["scenario", "board", "chart"]
FOLDER = {"scenario": SCENARIOS, "board": BOARDS}


def listed(system: str, own: Pack | None) -> list[DataFileInfo]:
    """All data files of a rule system, and the user's. own: with his laid over; None where they are not sound."""
    kinds, content = find(system).data, shipped(package_of(system))
    mine = set(own.overridden) if own is not None else set[str]()
    found: list[DataFileInfo] = []
    for name in sorted({*content, *mine}):
        kind = kind_of(name, kinds)
        what = kind.what if kind is not None else ""
        found.append(DataFileInfo(name, what, name in mine, keys_of(content.get(name, {}), name)))
    return found


def keys_of(data: Any, file: str, at: str = "") -> dict[str, str]:
    """Lists of rows of a shipped file, such as `victory.condition`, that are laid over row by row → by which key."""
    found: dict[str, str] = {}
    for name, value in table_of(data).items():
        place = f"{at}{name}"
        rows = rows_of(value)
        if rows and (key := key_of(rows, file)):
            found[place] = key
        for row in rows[:1] if key_of(rows, file) else ():
            found |= keys_of(row, file, f"{place}.")
        if not list_of(value):
            found |= keys_of(value, file, f"{place}.")
    return found


def differing(pack: Pack, file: str = "") -> list[OwnFile]:
    """What the user's files change, or one of them. Raises Refused."""
    before = shipped(package_of(pack.system))
    if file and file not in pack.overridden:
        raise no_such("file of yours", file, pack.overridden, where="FILE")
    return [
        OwnFile(
            own.name,
            own.under,
            own.overlay,
            _lines(before[name], pack.content[name]) if own.under == name else (),
        )
        for name, own in sorted(pack.own.items())
        if file in ("", own.name)
    ]


def _lines(before: Any, after: Any) -> tuple[ChangeLine, ...]:
    return tuple(
        ChangeLine(
            ".".join(map(str, change.path)),
            None if change.before is MISSING else change.before,
            None if change.after is MISSING else change.after,
        )
        for change in difference(before, after)
    )


def begun(kind: Made, system: str, name: str) -> tuple[str, str]:
    """A file to begin with, sound as it stands: its name in the user's folder, and its text. Raises Refused."""
    if kind == "chart":
        return _chart(system, name if name.endswith(".toml") else f"{name}.toml")
    if not NAME.fullmatch(name):
        raise Refused(
            f"{name[:80]!r} cannot be an id.",
            "",
            ["small letters, digits and hyphens, such as my-hill"],
            "NAME",
        )
    template = files(package_of(system)).joinpath("templates").joinpath(f"{kind}.toml")
    if not template.is_file():
        others = [
            one for one in FOLDER if files(package_of(system)).joinpath("templates", f"{one}.toml").is_file()
        ]
        ready = [one for one in shipped(package_of(system)) if one.startswith(f"{FOLDER[kind]}/")]
        if ready:
            reason = (
                f"{find(system).title} brings no {kind} to begin with: copy one under another name and id."
            )
            raise Refused(reason, "", [f"wardiary packs copy {system} {ready[0]}"], "KIND")
        reason = f"{find(system).title} has no {kind}s in files of their own."
        raise Refused(reason, "", [*others, "chart"], "KIND")
    if any(name in ids for ids in ids_of(shipped(package_of(system))).values()):
        raise Refused(f"There is a {kind} {name!r} already.", "", ["another name"], "NAME")
    text = template.read_text(encoding="utf-8")
    return f"{FOLDER[kind]}/{name}.toml", text.replace('id = "example"', f'id = "{name}"', 1)


def _chart(system: str, file: str) -> tuple[str, str]:
    content = shipped(package_of(system))
    charts = [name for name in content if not name.startswith((f"{SCENARIOS}/", f"{BOARDS}/"))]
    if file not in charts:
        raise no_such("chart", file, charts, where="NAME")
    lines = [
        f"# {file} of your own, laid over the one that ships: it holds only what differs.",
        "# Take the # away from what you change. Every key stands in docs/packs.md;",
        f"# `wardiary packs diff {system}` tells what your files change.",
        "",
        "overlay = true",
    ]
    for name, key in keys_of(content[file], file).items():
        if "." not in name:
            row = rows_of(content[file][name])[0]
            lines += ["", f"# Rows are told apart by `{key}`: one that ships is changed, another is added,",
                      "# and one with `remove = true` goes.", f"# [[{name}]]"]  # fmt: skip
            lines += [f"# {word} = {written(value)}" for word, value in row.items()]
    others = {k: v for k, v in content[file].items() if k not in keys_of(content[file], file)}
    for name, value in others.items():
        if isinstance(value, dict):
            lines += ["", f"# [{name}]"]
            lines += [f"# {word} = {written(one)}" for word, one in table_of(cast("Any", value)).items()]
    return file, "\n".join(lines) + "\n"


def written(value: Any) -> str:
    """A value as TOML has it, on one line."""
    if isinstance(value, dict):
        pairs = (f"{msgspec.json.encode(str(k)).decode()} = {written(v)}" for k, v in table_of(value).items())
        return f"{{ {', '.join(pairs)} }}"
    if isinstance(value, list):
        return f"[{', '.join(written(one) for one in list_of(value))}]"
    return msgspec.json.encode(value).decode()
