"""The order of battle as files: TOML (all of it), or CSV (one for people, one for assets)."""

from __future__ import annotations

from typing import Any

import msgspec

from campaign.ledger.actions import Enrol, NewAsset, NewDepot, NewFormation, NewPerson, NewPool
from campaign.ledger.sheets import Row, Sheet, read_csv, read_toml, shaped, write_csv
from campaign.ledger.state import Campaign, Person
from campaign.rules.refused import Refused
from campaign.rules.shapes import sentence
from events.decoding import convert

PEOPLE = ("id", "name", "side", "rank", "formation", "asset", "post", "xp", "skills", "text")
ASSETS = ("id", "name", "type", "side", "formation", "stores", "damage", "cards")
STATUS = ("level", "status", "back", "awards", "battles", "kills", "wounds")
"""Columns that an export of people has besides; an import passes over them."""


def read_orders(text: str, where: str) -> Enrol:
    """A file of the order of battle, TOML or CSV (by its name). Raises Refused with file, line and reason."""
    if not where.lower().endswith(".csv"):
        return enrol_of(read_toml(text, where))
    columns = _columns(text)
    if "type" in columns:
        rows = read_csv(text, where, columns, ("id", "name", "type", "side"))
        return Enrol(asset=tuple(_asset(row) for row in rows))
    rows = read_csv(text, where, columns, ("id", "name", "side"))
    return Enrol(person=tuple(_person(row) for row in rows))


def _columns(text: str) -> tuple[str, ...]:
    """Those of a file of assets if it has a column `type`, else those of people."""
    lines = (line for line in text.splitlines() if line.strip() and not line.lstrip('" ').startswith("#"))
    head = [one.strip() for one in next(lines, "").split(",")]
    return (*ASSETS, "status") if "type" in head else (*PEOPLE, *STATUS)


def line_in_orders(text: str, where: str, place: str) -> str:
    """File and line of a place such as `person[2].post` in an order of battle that was read from a file."""
    if not where.lower().endswith(".csv"):
        return orders_sheet(read_toml(text, where)).at(place)
    rows = read_csv(text, where, _columns(text), ())
    number = place.partition("[")[2].partition("]")[0]
    line = rows[int(number)].line if number.isdecimal() and int(number) < len(rows) else 0
    return f"{where}:{line} ({place})" if line else f"{where} ({place})"


def enrol_of(sheet: Sheet) -> Enrol:
    """Raises Refused with file, line and reason."""
    return shaped(orders_sheet(sheet), Enrol)


def orders_sheet(sheet: Sheet) -> Sheet:
    """Crews may stand with their asset: `[[asset.crew]]` with a name, a rank and a post. They come after the people.
    Raises Refused."""
    value: dict[str, Any] = {"person": [], **sheet.value}
    moved: dict[str, str] = {}
    try:
        people = list(value["person"])
        assets: list[dict[str, Any]] = []
        for i, one in enumerate(value.get("asset", ())):
            row = dict(one)
            for k, member in enumerate(row.pop("crew", ())):
                moved[f"person[{len(people)}]"] = f"asset[{i}].crew[{k}]"
                where = {
                    "side": row.get("side"),
                    "formation": row.get("formation", ""),
                    "asset": row.get("id"),
                }
                people.append({**where, **member})
            assets.append(row)
    except (TypeError, ValueError, AttributeError):
        raise Refused(
            "Assets and people are tables: [[asset]], [[asset.crew]], [[person]].", where=sheet.where
        ) from None
    whole = {**value, "asset": assets, "person": people, "kind": "enrol"}
    return Sheet(sheet.where, sheet.text, whole, moved)


def _person(row: Row) -> NewPerson:
    cells = {name: row.cells[name].strip() for name in PEOPLE}
    return _converted(row, {**cells, "xp": row.number("xp"), "skills": row.words("skills")}, NewPerson)


def _asset(row: Row) -> NewAsset:
    cells: dict[str, Any] = {
        name: row.cells[name].strip() for name in ("id", "name", "type", "side", "formation")
    }
    if row.cells["stores"].strip():
        cells["stores"] = row.counts("stores")
    return _converted(row, {**cells, "damage": row.words("damage"), "cards": row.words("cards")}, NewAsset)


def _converted(row: Row, value: dict[str, Any], shape: Any) -> Any:
    try:
        return convert(value, shape)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `$.")
        raise row.refused(sentence(what), path.rstrip("`")) from None


def orders_toml(state: Campaign) -> str:
    """The order of battle as it stands, with its types and without those who are gone: a file that can be enrolled
    elsewhere."""
    import tomlkit  # only where something is written

    whole = Enrol(
        type=tuple(state.types.values()),
        formation=tuple(
            NewFormation(one.id, one.name, one.side, one.parent)
            for one in state.formations.values()
            if not one.disbanded
        ),
        depot=tuple(
            NewDepot(one.id, one.name, one.side, one.stores, one.lift, one.hours, one.quality)
            for one in state.depots.values()
        ),
        pool=tuple(
            NewPool(one.id, one.name, one.side, one.left, one.xp, one.rank, tuple(one.names[one.drawn :]))
            for one in state.pools.values()
        ),
        asset=tuple(
            NewAsset(
                one.id, one.name, one.type, one.side, one.formation, one.stores, tuple(one.damage), tuple(one.cards)
            )
            for one in state.assets.values()
            if one.status == "ready"
        ),
        person=tuple(
            NewPerson(
                one.id, one.name, one.side, one.rank, one.formation, *_serving(state, one), one.xp, tuple(one.skills),
                one.text,
            )
            for one in state.people.values()
            if one.status in ("fit", "wounded")
        ),
    )  # fmt: skip
    value = msgspec.to_builtins(whole)
    del value["kind"]
    return tomlkit.dumps(value)


def _serving(state: Campaign, person: Person) -> tuple[str, str]:
    """His machine and his post there; nobody goes down with a wreck."""
    there = person.asset and state.assets[person.asset].status == "ready"
    return (person.asset, person.post) if there else ("", "")


def people_csv(state: Campaign, side: str = "") -> str:
    rows = [
        [
            one.id, one.name, one.side, one.rank, one.formation, one.asset, one.post, one.xp, "; ".join(one.skills),
            one.text, one.level, one.status, one.back, "; ".join(one.awards), one.battles, one.kills, one.wounds,
        ]
        for one in state.people.values()
        if side in ("", one.side)
    ]  # fmt: skip
    return write_csv((*PEOPLE, *STATUS), rows)


def assets_csv(state: Campaign, side: str = "") -> str:
    rows = [
        [
            one.id, one.name, one.type, one.side, one.formation,
            "; ".join(f"{item}={count}" for item, count in one.stores.items()), "; ".join(one.damage),
            "; ".join(one.cards), one.status,
        ]
        for one in state.assets.values()
        if side in ("", one.side)
    ]  # fmt: skip
    return write_csv((*ASSETS, "status"), rows)
