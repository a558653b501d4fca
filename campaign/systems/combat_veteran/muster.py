"""Muster in, outcome out: how a battle is set up, and what it hands back when it is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import structs

from campaign.rules.muster import AssetType, Fate, Muster, Mustered, Outcome, Verdict
from campaign.rules.refused import Refused
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.charts import Charts, Group, Scenario
from campaign.systems.combat_veteran.state import MARKERS, Condition, Game, Marker, Piece, Victory, swims


def forces(charts: Charts, scenario: Scenario, misadventure: bool) -> e.ForcesPlaced:
    """The set-up of a scenario as a fact. Pieces are numbered by type: `t34-1`, `t34-2`."""
    pieces: list[e.Placed] = []
    numbers: dict[str, int] = {}
    totals: dict[str, int] = {}
    for group in scenario.group:
        totals[group.type] = totals.get(group.type, 0) + group.count
        for weapon in group.weapons:
            totals[weapon] = totals.get(weapon, 0) + 1

    ground = charts.ground(scenario.board)

    def place(type: str, group: Group, carrier: str = "") -> str:
        kind, row = charts.types[type]
        number = numbers[type] = numbers.get(type, 0) + 1
        id = f"{type}-{number}"
        name = row.name if totals[type] == 1 else f"{row.name} {number}"
        vehicle = kind == "vehicle"
        ratings = charts.ratings(type)
        pieces.append(
            e.Placed(
                id,
                type,
                name,
                group.side,
                kind,
                group.hex,
                ratings,
                group.facing if vehicle else "",
                group.markers if vehicle else (),
                carrier,
                vehicle and swims(ratings) and ground.terrain[group.hex].water != "none",
            )
        )
        return id

    for group in scenario.group:
        for i in range(group.count):
            id = place(group.type, group)
            if i < len(group.weapons):
                place(group.weapons[i], group, id)
    return e.ForcesPlaced(
        scenario.id,
        scenario.board,
        scenario.side,
        scenario.turns,
        charts.victory(scenario),
        tuple(pieces),
        misadventure,
    )


SKILLS = {
    "gunnery": "A gunner who has it adds a die to attacks with the main armament.",
    "driving": "A driver who has it adds one to the breakdown die at speed (8.13).",
    "mechanic": "Somebody aboard who has it adds one to the repair die (6.0), a 1 apart.",
}
"""House rules of campaigns: whose post counts stands in the campaign's policy."""


def asset_types(charts: Charts) -> dict[str, AssetType]:
    """The vehicles that a campaign may keep."""
    found: dict[str, AssetType] = {}
    for id, crew in charts.crews.items():
        load = {name: count for name, count in (("main", crew.main), ("mg", crew.mg)) if count}
        found[id] = AssetType(id, charts.types[id][1].name, crew.posts, load, 0, charts.crews_source)
    return found


def mustered(charts: Charts, scenario: Scenario, placed: e.ForcesPlaced, muster: Muster) -> e.ForcesPlaced:
    """The set-up with a campaign's vehicles in the places of the scenario's own.

    First those of the same type, then any of the side; who finds no place left stands beside the others.
    Raises Refused.
    """
    sides = [side.id for side in scenario.side]
    if unknown := [side for side in muster.sides if side not in sides]:
        raise Refused(f"There is no side {unknown[0]!r} in {scenario.title}.", "", sides, "$.muster.sides")
    slots = {
        side: [p for p in placed.pieces if p.side == side and p.kind == "vehicle"] for side in muster.sides
    }
    rest = [p for p in placed.pieces if p.side not in muster.sides or p.kind != "vehicle"]
    riders = {p.carrier for p in rest} - {p.id for p in rest} - {""}
    seen = {piece.id for piece in rest}
    for i, asset in enumerate(muster.assets):
        _check_asset(charts, asset, muster.sides, slots, seen, f"$.muster.assets[{i}]")
        seen.add(asset.id)
    free = {side: list(found) for side, found in slots.items()}
    pieces: list[e.Placed] = []
    for same_type in (True, False):
        for asset in muster.assets:
            if any(piece.id == asset.id for piece in pieces):
                continue
            fitting = [p for p in free[asset.side] if p.type == asset.type] if same_type else free[asset.side]
            if fitting:
                free[asset.side].remove(fitting[0])
                pieces.append(_as_asset(charts, fitting[0], asset))
    for number, asset in enumerate(muster.assets):
        if all(piece.id != asset.id for piece in pieces):
            own = slots[asset.side]
            pieces.append(_as_asset(charts, own[number % len(own)], asset))
    pieces.sort(key=lambda piece: [one.id for one in muster.assets].index(piece.id))
    # Who rode in a vehicle that did not come stands where it would have stood.
    rest = [structs.replace(p, carrier="") if p.carrier in riders else p for p in rest]
    everybody = (*pieces, *rest)
    for side in sides:
        if all(piece.side != side for piece in everybody):
            name = next(one.name for one in scenario.side if one.id == side)
            raise Refused(f"Nobody comes for {name}.", where="$.muster.assets")
    return structs.replace(placed, pieces=everybody, victory=_reachable(placed.victory, everybody))


def _check_asset(
    charts: Charts,
    asset: Mustered,
    sides: Sequence[str],
    slots: Mapping[str, list[e.Placed]],
    seen: set[str],
    where: str,
) -> None:
    if asset.side not in sides:
        raise Refused(f"There is no side {asset.side!r} that musters.", "", sides, f"{where}.side")
    if charts.types.get(asset.type, ("", None))[0] != "vehicle":
        vehicles = [id for id, (kind, _) in charts.types.items() if kind == "vehicle"]
        raise Refused(f"There is no vehicle {asset.type!r}.", "", vehicles, f"{where}.type")
    if asset.id in seen:
        raise Refused(f"There are two pieces {asset.id!r}.", where=f"{where}.id")
    if unknown := [one for one in asset.damage if one not in MARKERS]:
        reason = f"{asset.name} cannot bear {unknown[0]!r}."
        raise Refused(reason, "6.0", list(MARKERS), f"{where}.damage")
    if len(set(asset.damage)) != len(asset.damage):
        raise Refused("No vehicle has the same marker twice.", "6.0", where=f"{where}.damage")
    if not slots[asset.side]:
        raise Refused("The scenario has no place for vehicles of this side.", where=f"{where}.side")


def _as_asset(charts: Charts, place: e.Placed, asset: Mustered) -> e.Placed:
    """An asset where a piece of the scenario would have stood; the scenario's own markers are not inherited."""
    ratings = charts.ratings(asset.type)
    crew = charts.crews.get(asset.type)
    posts = crew.posts if crew is not None else ()
    markers: list[Marker] = [marker for marker in MARKERS if marker in asset.damage]
    if posts and len(asset.empty) >= len(posts) and "unmanned" not in markers:
        markers.append("unmanned")
    rounds = {name: asset.ammunition[name] for name in ("main", "mg") if name in asset.ammunition}
    return e.Placed(
        asset.id, asset.type, asset.name, asset.side, "vehicle", place.hex, ratings, place.facing, tuple(markers), "",
        place.afloat and swims(ratings), asset.quality, tuple(sorted({s for m in asset.crew for s in m.skills})),
        _short(posts, asset.empty), rounds,
    )  # fmt: skip


def _short(posts: Sequence[str], empty: Sequence[str]) -> int:
    """Dice lost: one without a gunner, one more with fewer than half of the posts held. House rule."""
    without = "gunner" in posts and "gunner" in empty
    return without + (2 * len(empty) > len(posts))


def _reachable(victory: Victory, pieces: Sequence[e.Placed]) -> Victory:
    """Losses that decide the battle are never more than there are pieces to lose."""

    def there(condition: Condition) -> int:
        return sum(
            piece.side == condition.side
            and condition.kind in ("", piece.kind)
            and condition.type in ("", piece.type)
            for piece in pieces
        )

    conditions: list[Condition] = []
    for one in victory.conditions:
        if one.when == "lost" and one.type and not there(one):  # another type has come instead
            one = structs.replace(one, type="")
        count = there(one)
        if one.when != "lost" or count:
            conditions.append(
                structs.replace(one, count=min(one.count, count)) if one.when == "lost" else one
            )
    return structs.replace(victory, conditions=tuple(conditions))


def outcome(game: Game, verdict: Verdict) -> Outcome:
    """The fate of every piece, the battle ended as the verdict says."""
    fates = tuple(_fate(piece) for piece in game.pieces.values())
    return Outcome(verdict, fates, verdict.winner)


def _fate(piece: Piece) -> Fate:
    if piece.out:
        fate = {"wrecked": "wrecked", "killed": "killed", "used": "used up"}[piece.out]
    elif piece.wounded:
        fate = "wounded"
    else:
        fate = "damaged" if piece.markers else "fit"
    return Fate(
        piece.id,
        piece.side,
        piece.type,
        fate,
        tuple(piece.markers),
        tuple(piece.kills),
        dict(piece.spent_rounds),
    )
