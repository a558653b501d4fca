"""The return of a battle: one form for all that came of it, whoever fought it and in whatever game.

As TOML, one table each; as CSV, one row for each asset, person or side (see `COLUMNS`). Reading a file refuses what
is no return; whether it fits the campaign, and itself, is `decide.checking`'s affair.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar, cast, get_args

import msgspec
from msgspec import Meta, Struct

from campaign.ledger.sheets import Row, Sheet, read_csv, read_toml, shaped, write_csv, write_rows
from campaign.rules.muster import Mustered, PersonFate
from campaign.rules.refused import Refused
from campaign.rules.shapes import sentence
from events.decoding import convert

T = TypeVar("T")
AssetFate = Literal["fit", "damaged", "wrecked", "recovered", "lost"]
Crews = Literal["roll", "safe"]
OUT = ("wrecked", "recovered", "lost")
"""Fates of an asset that somebody may have knocked out."""
WORDS: Mapping[str, tuple[str, ...]] = {
    "asset": get_args(AssetFate), "person": get_args(PersonFate), "crews": get_args(Crews),
}  # fmt: skip
"""The words that may stand as the fate of an asset or a person, and as `crews`."""
_CALLED = {"asset": "fate of an asset", "person": "fate of a person", "crews": "word for the crews"}
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Points = Annotated[int, Meta(ge=-1000, le=1000)]
Text = Annotated[str, Meta(max_length=200)]
Day = Annotated[str, Meta(pattern=r"^(\d{4}-\d{2}-\d{2})?$")]


class Kill(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """victim: the id of an asset, or any words. by: the id of the person who made it, if that is known."""

    victim: Text
    by: str = ""


class AssetReturn(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """fate: `wrecked` leaves to the policy whether it comes off the field; `recovered` and `lost` say so.

    damage: all that it bears now. ammunition: rounds used, by kind. hits: that it took.
    """

    id: str
    fate: AssetFate = "fit"
    damage: tuple[str, ...] = ()
    hits: Count = 0
    ammunition: Mapping[str, Count] = {}
    kills: tuple[Kill, ...] = ()
    note: Text = ""


class PersonReturn(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """days: until a wound is healed; 0 leaves it to the policy. experience: on top of the policy's."""

    id: str
    fate: PersonFate = "fit"
    days: Annotated[int, Meta(ge=0, le=3660)] = 0
    experience: Points = 0
    awards: tuple[Text, ...] = ()
    note: Text = ""


class Return(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """winner: a side of the campaign or `draw`. field: the side that holds the ground, "" if nobody does.

    date: on which it was fought, the day on which it was begun if none is named; wounds count from there. crews: of
    those who are not among the people, `roll` asks the policy's chances, `safe` says that they came through.
    experience: for every member of a side's crews, on top of the policy's.
    """

    battle: str
    winner: str
    field: str = ""
    reason: Text = ""
    crews: Crews = "safe"
    asset: tuple[AssetReturn, ...] = ()
    person: tuple[PersonReturn, ...] = ()
    experience: Mapping[str, Points] = {}
    date: Day = ""


COLUMNS = (
    "kind", "id", "fate", "damage", "hits", "ammunition", "kills", "days", "experience", "awards", "note",
    "winner", "field", "reason", "crews", "date",
)  # fmt: skip
"""kind: battle (one row), asset, person or side. Lists are separated by semicolons, `kills` is victim or victim@person.
"""


_APPLY: Mapping[str, tuple[str, ...]] = {
    "battle": ("winner", "field", "reason", "crews", "date"),
    "asset": ("fate", "damage", "hits", "ammunition", "kills", "note"),
    "person": ("fate", "days", "experience", "awards", "note"),
    "side": ("experience",),
}
"""What may stand in a row of each kind, besides the id."""


def as_it_went(one: Mustered, spent: Mapping[str, int] | None = None) -> AssetReturn:
    """What is said of an asset to which nothing happened. spent: rounds used, by kind."""
    return AssetReturn(one.id, "damaged" if one.damage else "fit", one.damage, 0, spent or {})


def read_return(text: str, where: str) -> Return:
    """A return as TOML or, if the file's name ends in .csv, as CSV. Raises Refused with file, line and reason."""
    if where.lower().endswith(".csv"):
        return _from_csv(text, where)
    sheet = read_toml(text, where)
    known_words(sheet.value, sheet.at)
    return shaped(sheet, Return)


def known_words(value: Mapping[str, Any], at: Callable[[str], str]) -> None:
    """Raises Refused for a fate that there is not. value: a return as data. at: the address of a place in it."""

    def check(word: object, kind: str, place: str) -> None:
        if isinstance(word, str) and (why := _unknown(word, kind)):
            raise Refused(why, "", WORDS[kind], at(place))

    check(value.get("crews"), "crews", "crews")
    for kind in ("asset", "person"):
        rows = value.get(kind)
        for i, row in enumerate(cast("Sequence[Any]", rows) if isinstance(rows, list | tuple) else ()):
            fate = cast("Mapping[str, Any]", row).get("fate") if isinstance(row, Mapping) else None
            check(fate, kind, f"{kind}[{i}].fate")


def _unknown(word: str, kind: str) -> str:
    """What is said of a word that cannot stand there; "" if it can."""
    return "" if word in WORDS[kind] else f"There is no {_CALLED[kind]} {word!r}."


def _from_csv(text: str, where: str) -> Return:
    rows = read_csv(text, where, COLUMNS, ("kind", "id"))
    battles = [row for row in rows if row.cells["kind"].strip() == "battle"]
    if len(battles) != 1:
        reason = f"A return has one row of the kind battle; this one has {len(battles)}."
        raise Refused(reason, where=where)
    head = battles[0]
    assets: list[AssetReturn] = []
    people: list[PersonReturn] = []
    sides: dict[str, int] = {}
    for row in rows:
        cells = {name: value.strip() for name, value in row.cells.items()}
        _applies(row, cells)
        match cells["kind"]:
            case "asset":
                kills = [_kill(row, one) for one in row.words("kills")]
                assets.append(
                    _row(row, AssetReturn, {
                        "id": cells["id"], "fate": _word(row, "asset"), "damage": row.words("damage"),
                        "hits": row.number("hits"), "ammunition": row.counts("ammunition"), "kills": kills,
                        "note": cells["note"],
                    })
                )  # fmt: skip
            case "person":
                people.append(
                    _row(row, PersonReturn, {
                        "id": cells["id"], "fate": _word(row, "person"), "days": row.number("days"),
                        "experience": row.number("experience"), "awards": row.words("awards"),
                        "note": cells["note"],
                    })
                )  # fmt: skip
            case "side":
                if cells["id"] in sides:
                    raise row.refused(f"The side {cells['id']} stands twice in this return.", "id")
                sides[cells["id"]] = row.number("experience")
            case _:
                continue
    whole = {
        "battle": head.cells["id"].strip(), "winner": head.cells["winner"].strip(),
        "field": head.cells["field"].strip(), "reason": head.cells["reason"].strip(),
        "crews": _word(head, "crews"), "date": head.cells["date"].strip(),
        "asset": assets, "person": people, "experience": sides,
    }  # fmt: skip
    return _row(head, Return, whole)


def _applies(row: Row, cells: Mapping[str, str]) -> None:
    """Raises Refused for a kind that there is not, and for a cell that says nothing in such a row."""
    kind = cells["kind"]
    if kind not in _APPLY:
        raise row.refused(f"There is no kind {kind!r}.", "kind", list(_APPLY))
    for column, value in cells.items():
        if value and column not in ("kind", "id", *_APPLY[kind]):
            raise row.refused(f"{value!r} says nothing of the kind {kind}.", column, _APPLY[kind])


def _kill(row: Row, text: str) -> dict[str, str]:
    """Raises Refused for what is neither a victim nor a victim and who made the kill."""
    parts = [one.strip() for one in text.split("@")]
    if len(parts) > 2 or not all(parts) or "=" in text:
        raise row.refused(
            f"{text!r} is no kill.", "kills", ["victim", "victim@person", "victim; victim@person"]
        )
    return dict(zip(("victim", "by"), parts, strict=False))


def _word(row: Row, kind: str) -> str:
    """A fate, or what is said of the crews; the usual if the cell is empty. Raises Refused."""
    column, usual = ("crews", "safe") if kind == "crews" else ("fate", "fit")
    word = row.cells[column].strip() or usual
    if why := _unknown(word, kind):
        raise row.refused(why, column, WORDS[kind])
    return word


def _row(row: Row, shape: type[T], value: object) -> T:
    try:
        return convert(value, shape)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `$.")
        raise row.refused(sentence(what), path.rstrip("`")) from None


def _to_fill_in(found: Return) -> dict[str, Any]:
    """As data, with what is asked for in every form even where it is as usual."""
    value: dict[str, Any] = {
        name: getattr(found, name) for name in ("battle", "date", "winner", "field", "reason", "crews")
    }
    for kind in ("asset", "person"):
        rows: Sequence[AssetReturn | PersonReturn] = getattr(found, kind)
        if rows:
            value[kind] = [{"id": one.id, "fate": one.fate, **msgspec.to_builtins(one)} for one in rows]
    return value | ({"experience": dict(found.experience)} if found.experience else {})


def write_return(found: Return, csv: bool = False, comments: Sequence[str] = ()) -> str:
    """A return as a file: TOML, or CSV. comments: lines to put in front of it, one each, whoever wrote in them."""
    comments = [" ".join(one.splitlines()) for one in comments]
    if not csv:
        import tomlkit  # only where something is written

        told = "".join(f"# {one}".rstrip() + "\n" for one in comments)
        return told + ("\n" if told else "") + tomlkit.dumps(_to_fill_in(found))
    lines: list[list[object]] = [
        ["battle", found.battle, *[""] * 9, found.winner, found.field, found.reason, found.crews, found.date]
    ]
    for one in found.asset:
        kills = "; ".join(f"{kill.victim}@{kill.by}" if kill.by else kill.victim for kill in one.kills)
        spent = "; ".join(f"{name}={count}" for name, count in one.ammunition.items())
        damage = "; ".join(one.damage)
        row: list[object] = ["asset", one.id, one.fate, damage, one.hits or "", spent, kills]
        lines.append([*row, "", "", "", one.note, *[""] * 5])
    for one in found.person:
        awards = "; ".join(one.awards)
        row = ["person", one.id, one.fate, *[""] * 4, one.days or "", one.experience or "", awards]
        lines.append([*row, one.note, *[""] * 5])
    for side, points in found.experience.items():
        lines.append(["side", side, *[""] * 6, points, "", "", *[""] * 5])
    told = write_rows([[f"# {one}"] for one in comments if one])
    return told + write_csv(COLUMNS, lines)


def line_in_return(text: str, where: str, place: str) -> str:
    """File and line of a place such as `asset[2].ammunition.main` in a return that was read from a file."""
    if not where.lower().endswith(".csv"):
        return Sheet(where, text, {}).at(place)
    kind, _, rest = place.partition("[")
    rows = read_csv(text, where, COLUMNS, ("kind", "id"))
    side = place.removeprefix("experience.")
    if side != place:
        found = [
            row for row in rows if (row.cells["kind"].strip(), row.cells["id"].strip()) == ("side", side)
        ]
    elif rest:
        number = rest.partition("]")[0]
        found = [row for row in rows if row.cells["kind"].strip() == kind]
        found = found[int(number) :] if number.isdecimal() else []
    else:
        found = [row for row in rows if row.cells["kind"].strip() == "battle"]
    return f"{where}:{found[0].line} ({place})" if found else f"{where} ({place})"
