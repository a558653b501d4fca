"""The return of a battle: one form for all that came of it, whoever fought it and in whatever game.

As TOML, one table each; as CSV, one row for each asset, person or side (see `COLUMNS`). Reading a file refuses what
is no return; whether it fits the campaign is `decide.filing`'s affair.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from campaign.ledger.sheets import Row, Sheet, read_csv, read_toml, shaped, write_csv
from campaign.rules.refused import Refused
from events.decoding import convert

T = TypeVar("T")
AssetFate = Literal["fit", "damaged", "wrecked", "recovered", "lost"]
PersonFate = Literal["fit", "wounded", "killed", "missing", "captured"]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Points = Annotated[int, Meta(ge=-1000, le=1000)]
Text = Annotated[str, Meta(max_length=200)]


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

    crews: of those who are not among the people, `roll` asks the policy's chances, `safe` says that they came through.
    experience: for every member of a side's crews, on top of the policy's.
    """

    battle: str
    winner: str
    field: str = ""
    reason: Text = ""
    crews: Literal["roll", "safe"] = "safe"
    asset: tuple[AssetReturn, ...] = ()
    person: tuple[PersonReturn, ...] = ()
    experience: Mapping[str, Points] = {}


COLUMNS = (
    "kind", "id", "fate", "damage", "hits", "ammunition", "kills", "days", "experience", "awards", "note",
    "winner", "field", "reason", "crews",
)  # fmt: skip
"""kind: battle (one row), asset, person or side. Lists are separated by semicolons, `kills` is victim@person."""


def read_return(text: str, where: str) -> Return:
    """A return as TOML or, if the file's name ends in .csv, as CSV. Raises Refused with file, line and reason."""
    if where.lower().endswith(".csv"):
        return _from_csv(text, where)
    return shaped(read_toml(text, where), Return)


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
        match cells["kind"]:
            case "asset":
                kills = [_kill(one) for one in row.words("kills")]
                assets.append(
                    _row(row, AssetReturn, {
                        "id": cells["id"], "fate": cells["fate"] or "fit", "damage": row.words("damage"),
                        "hits": row.number("hits"), "ammunition": row.counts("ammunition"), "kills": kills,
                        "note": cells["note"],
                    })
                )  # fmt: skip
            case "person":
                people.append(
                    _row(row, PersonReturn, {
                        "id": cells["id"], "fate": cells["fate"] or "fit", "days": row.number("days"),
                        "experience": row.number("experience"), "awards": row.words("awards"),
                        "note": cells["note"],
                    })
                )  # fmt: skip
            case "side":
                sides[cells["id"]] = row.number("experience")
            case "battle":
                continue
            case other:
                raise row.refused(
                    f"There is no kind {other!r}.", "kind", ["battle", "asset", "person", "side"]
                )
    whole = {
        "battle": head.cells["id"].strip(), "winner": head.cells["winner"].strip(),
        "field": head.cells["field"].strip(), "reason": head.cells["reason"].strip(),
        "crews": head.cells["crews"].strip() or "safe", "asset": assets, "person": people, "experience": sides,
    }  # fmt: skip
    return _row(head, Return, whole)


def _kill(text: str) -> dict[str, str]:
    victim, _, by = text.partition("@")
    return {"victim": victim.strip(), "by": by.strip()}


def _row(row: Row, shape: type[T], value: object) -> T:
    try:
        return convert(value, shape)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `$.")
        raise row.refused(f"{what}.", path.rstrip("`")) from None


def write_return(found: Return, csv: bool = False) -> str:
    """A return as a file: TOML, or CSV."""
    if not csv:
        import tomlkit  # only where something is written

        return tomlkit.dumps(msgspec.to_builtins(found))
    rows: list[list[object]] = [
        ["battle", found.battle, *[""] * 9, found.winner, found.field, found.reason, found.crews]
    ]
    for one in found.asset:
        kills = "; ".join(f"{kill.victim}@{kill.by}" if kill.by else kill.victim for kill in one.kills)
        spent = "; ".join(f"{name}={count}" for name, count in one.ammunition.items())
        damage = "; ".join(one.damage)
        row: list[object] = ["asset", one.id, one.fate, damage, one.hits or "", spent, kills]
        rows.append([*row, "", "", "", one.note, *[""] * 4])
    for one in found.person:
        awards = "; ".join(one.awards)
        row = ["person", one.id, one.fate, *[""] * 4, one.days or "", one.experience or "", awards]
        rows.append([*row, one.note, *[""] * 4])
    for side, points in found.experience.items():
        rows.append(["side", side, *[""] * 6, points, "", "", *[""] * 4])
    return write_csv(COLUMNS, rows)


def line_in_return(text: str, where: str, place: str) -> str:
    """File and line of a place such as `asset[2].ammunition.main` in a return that was read from a file."""
    if not where.lower().endswith(".csv"):
        return Sheet(where, text, {}).at(place)
    kind, _, rest = place.partition("[")
    rows = [
        row for row in read_csv(text, where, COLUMNS, ("kind", "id")) if row.cells["kind"].strip() == kind
    ]
    number = rest.partition("]")[0]
    if number.isdecimal() and int(number) < len(rows):
        return f"{where}:{rows[int(number)].line} ({place})"
    return f"{where} ({place})"
