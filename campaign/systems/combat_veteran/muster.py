"""Muster in, outcome out: how a battle is set up, and what it hands back when it is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from campaign.rules import readings
from campaign.rules.hexes import CORNERS
from campaign.rules.muster import AssetType, Damage, Fate, Muster, Mustered, Outcome, Verdict
from campaign.rules.options import Setting, only_known
from campaign.rules.refused import Refused, no_such
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.apply import APPLIERS
from campaign.systems.combat_veteran.attack import HOUSE, QUALITIES, RATINGS
from campaign.systems.combat_veteran.charts import Charts, Group, Scenario
from campaign.systems.combat_veteran.decide.phases import settle
from campaign.systems.combat_veteran.play import Play
from campaign.systems.combat_veteran.readings import Readings
from campaign.systems.combat_veteran.state import (
    MARKERS,
    Condition,
    Game,
    Marker,
    Piece,
    Post,
    Victory,
    swims,
)
from campaign.systems.combat_veteran.words import MARKER_WORDS

DAMAGES = tuple(Damage(marker, MARKER_WORDS[marker]) for marker in MARKERS)
SKILLS: Mapping[str, str] = {
    "gunnery": "At the post that aims: attacks with the main armament have one more die.",
    "driving": "At the post that drives: 1 is added to the breakdown die at speed.",
    "mechanic": "At any post: 1 is added to the repair die of the vehicle; a 1 rolled still writes it off.",
}


# -- what a campaign may keep ------------------------------------------------------------------------------------


def asset_types(charts: Charts) -> dict[str, AssetType]:
    """Every vehicle; one of the user's own that crews.toml does not know has no posts and nothing that is counted."""
    found: dict[str, AssetType] = {}
    for id, (kind, row) in charts.types.items():
        if kind == "vehicle":
            crew = charts.crews.get(id)
            found[id] = (
                AssetType(id, row.name, crew.posts, {**crew.load}, source=crew.source)
                if crew is not None
                else AssetType(id, row.name, source="crews.toml says nothing of it")
            )
    return found


class VeteranAssets:
    """See `campaign.rules.system.Assets`."""

    def __init__(self, charts: Charts) -> None:
        self._charts = charts

    def types(self) -> Mapping[str, AssetType]:
        return asset_types(self._charts)

    def damages(self) -> Sequence[Damage]:
        return DAMAGES

    def skills(self) -> Mapping[str, str]:
        return SKILLS

    def muster(self, scenario: str, options: Mapping[str, Any], muster: Muster) -> Sequence[e.Event]:
        found = chosen(self._charts, scenario, options)
        return begin(self._charts, found.scenario, mustered(self._charts, found, muster))

    def outcome(self, state: Game, verdict: Verdict) -> Outcome:
        return outcome(state, verdict)


# -- the set-up --------------------------------------------------------------------------------------------------


FACING = "facing-"
"""Before a vehicle's type, or before its id where there are several: the setting for a facing that is not printed."""


class Chosen(NamedTuple):
    """What was chosen before a battle opens. facings: of vehicles whose facing the scenario does not print, by id."""

    scenario: Scenario
    readings: Readings
    facings: Mapping[str, str]


class Vehicle(NamedTuple):
    """A vehicle that a scenario sets up. number: among those of its type; alone: whether it is the only one."""

    group: Group
    number: int
    alone: bool

    @property
    def id(self) -> str:
        return f"{self.group.type}-{self.number}"

    @property
    def setting(self) -> str:
        return f"{FACING}{self.group.type if self.alone else self.id}"


def vehicles(charts: Charts, scenario: Scenario) -> list[Vehicle]:
    """All vehicles of a scenario, in the order in which they are set up."""
    groups = [group for group in scenario.group if charts.types[group.type][0] == "vehicle"]
    types = [group.type for group in groups for _ in range(group.count)]
    numbers = (1 + types[:i].count(type) for i, type in enumerate(types))
    return [
        Vehicle(group, next(numbers), types.count(group.type) == 1)
        for group in groups
        for _ in range(group.count)
    ]


def settings(charts: Charts, scenario: Scenario) -> tuple[Setting, ...]:
    """What may be chosen before a battle of this scenario opens (13.0, 14.0)."""
    found = [*readings.settings(readings.changed(charts.readings, scenario.readings))]
    corners = tuple((corner, corner) for corner in CORNERS)
    for one in vehicles(charts, scenario):
        if one.group.free:
            name = charts.types[one.group.type][1].name + ("" if one.alone else f" {one.number}")
            label = f"The corner that {name} faces; the rulebook prints none"
            found.append(
                Setting(one.setting, label, "choice", one.group.facing, corners, side=one.group.side)
            )
    return tuple(found)


def chosen(charts: Charts, scenario: str, options: Mapping[str, Any]) -> Chosen:
    """Raises Refused."""
    found = charts.scenarios.get(scenario)
    if found is None:
        raise no_such("scenario", scenario, sorted(charts.scenarios))
    options = _each_its_own(charts, found, options)
    only_known(options, settings(charts, found))
    read = readings.changed(charts.readings, {**found.readings, **readings.picked(charts.readings, options)})
    values: dict[str, str] = {}
    for one in vehicles(charts, found):
        if one.group.free:
            values[one.setting] = _corner(options.get(one.setting, one.group.facing), one.setting)
    facings = {one.id: values[one.setting] for one in vehicles(charts, found) if one.group.free}
    return Chosen(found, read, facings)


def _corner(value: Any, id: str) -> str:
    """Ours, not the one given: an encoder leaves a default out only if it is the very same object. Raises Refused."""
    if value not in CORNERS:
        raise Refused(f"There is no choice {value!r} here.", "7.8", CORNERS, f"$.options.{id}")
    return CORNERS[CORNERS.index(value)]


def _each_its_own(charts: Charts, scenario: Scenario, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with a facing for each vehicle: diaries of 0.4.0 and before have one for all of a type."""
    found = dict(options)
    for one in vehicles(charts, scenario):
        if one.group.free and not one.alone and (of_type := f"{FACING}{one.group.type}") in options:
            found.pop(of_type, None)
            found.setdefault(one.setting, options[of_type])
    return found


def begin(charts: Charts, found: Scenario, placed: e.ForcesPlaced) -> list[e.Event]:
    """The set-up, and the phases that pass before anybody has something to decide."""
    game = Game()
    APPLIERS[type(placed)](game, placed)
    play = Play(charts, game)
    play.emit(e.PhaseBegan(1, found.first_phase, found.side[0].id))
    settle(play)
    return [placed, *play.events]


def forces(charts: Charts, chosen: Chosen) -> e.ForcesPlaced:
    """The set-up of a scenario as a fact (13.0, 14.0, 15.1, 16.1). Pieces are numbered by type: `t34-1`, `t34-2`."""
    scenario = chosen.scenario
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
                chosen.facings.get(id, group.facing) if vehicle else "",
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
        read=chosen.readings,
    )


# -- a campaign's assets in the places of the scenario's vehicles ------------------------------------------------


class Slot(NamedTuple):
    """Where a vehicle of a scenario is set up."""

    type: str
    hex: str
    facing: str


def mustered(charts: Charts, chosen: Chosen, muster: Muster) -> e.ForcesPlaced:
    """The set-up of a scenario with a campaign's assets instead of its vehicles. Raises Refused."""
    scenario = chosen.scenario
    printed = forces(charts, chosen)
    sides = [side.id for side in scenario.side]
    for i, side in enumerate(muster.sides):
        if side not in sides:
            raise Refused(f"This battle has no side {side!r}.", "", sides, f"$.muster.sides[{i}]")
    stay = [piece for piece in printed.pieces if piece.side not in muster.sides or piece.kind != "vehicle"]
    taken = {piece.id for piece in stay}
    for i, asset in enumerate(muster.assets):
        _check(charts, asset, i, muster.sides, taken)
        taken.add(asset.id)
    slots = _assign(charts, chosen, muster.assets)
    come = [_placed(charts, scenario, asset, slot) for asset, slot in zip(muster.assets, slots, strict=True)]
    pieces = (*come, *stay)
    for i, side in enumerate(muster.sides):
        if not any(piece.side == side and piece.kind != "weapon" for piece in pieces):
            name = next(one.name for one in scenario.side if one.id == side)
            raise Refused(f"{name} would have nobody in this battle.", HOUSE, where=f"$.muster.sides[{i}]")
    return replace(printed, pieces=pieces, victory=_within_reach(scenario, printed.victory, pieces))


def _check(charts: Charts, asset: Mustered, i: int, sides: Sequence[str], taken: set[str]) -> None:
    """Raises Refused if this asset cannot come to the battle, wherever it would stand."""
    where = f"$.muster.assets[{i}]"
    types = asset_types(charts)
    if asset.id in taken or not asset.id:
        raise Refused(f"There is another piece {asset.id!r} in this battle.", HOUSE, where=where)
    if asset.side not in sides:
        raise Refused(f"{asset.name} is of no side that is mustered: {asset.side!r}.", HOUSE, sides, where)
    if asset.type not in types:
        raise Refused(f"{asset.name} is of no type of vehicle: {asset.type!r}.", "2.1", sorted(types), where)
    for word in asset.damage:
        if word not in MARKERS:
            raise Refused(f"{asset.name} has a damage that there is not: {word!r}.", "9.7", MARKERS, where)
    if len(_markers(charts, asset)) == len(MARKERS):
        raise Refused(f"{asset.name} has every kind of damage: it is a wreck.", "9.7", where=where)
    if asset.quality not in QUALITIES:
        words = [f"{value} ({word})" for value, word in QUALITIES.items()]
        raise Refused(f"{asset.name} has a crew of no known quality: {asset.quality}.", HOUSE, words, where)
    kinds = [kind for kind in RATINGS if charts.rating(asset.type, kind)]
    for kind, count in asset.ammunition.items():
        if kind not in kinds:
            raise Refused(f"{asset.name} has no use for ammunition {kind!r}.", HOUSE, kinds, where)
        if count < 0:
            raise Refused(
                f"{asset.name} has fewer than no rounds: {kind} {count}.", HOUSE, ["0 or more"], where
            )
    posts = types[asset.type].posts
    for post in (*asset.empty, *(member.post for member in asset.crew)) if posts else ():
        if post not in posts:
            raise Refused(f"{asset.name} has no post {post!r}.", HOUSE, posts, where)
    if asset.cards:
        raise Refused(f"{asset.name} carries cards: this rule system has none.", HOUSE, where=where)


def _markers(charts: Charts, asset: Mustered) -> tuple[Marker, ...]:
    """Its markers as the battle opens, in the order of the chart: without any crew it is unmanned."""
    crew = charts.crews.get(asset.type)
    nobody = crew is not None and set(crew.posts) <= set(asset.empty)
    return tuple(marker for marker in MARKERS if marker in asset.damage or (nobody and marker == "unmanned"))


def _assign(charts: Charts, chosen: Chosen, assets: Sequence[Mustered]) -> list[Slot]:
    """A place for every asset: those of its own type first, then whatever is left, then all once more in turn."""
    scenario = chosen.scenario
    free: dict[str, list[Slot]] = {side.id: [] for side in scenario.side}
    for one in vehicles(charts, scenario):
        facing = chosen.facings.get(one.id, one.group.facing)
        free[one.group.side].append(Slot(one.group.type, one.group.hex, facing))
    every = {side: list(dict.fromkeys(slots)) for side, slots in free.items()}
    found: dict[int, Slot] = {}
    for own in (True, False):
        for i, asset in enumerate(assets):
            for slot in free[asset.side] if i not in found else ():
                if (slot.type == asset.type or not own) and _bears(charts, scenario, slot, asset.type):
                    found[i] = slot
                    free[asset.side].remove(slot)
                    break
    beyond = dict.fromkeys(free, 0)
    for i, asset in enumerate(assets):
        if i not in found:
            places = [slot for slot in every[asset.side] if _bears(charts, scenario, slot, asset.type)]
            if not places:
                reason = f"The scenario has no place for {asset.name} to be set up."
                raise Refused(reason, "8.5", where=f"$.muster.assets[{i}]")
            found[i] = places[beyond[asset.side] % len(places)]
            beyond[asset.side] += 1
    return [found[i] for i in range(len(assets))]


def _bears(charts: Charts, scenario: Scenario, slot: Slot, type: str) -> bool:
    """Whether a vehicle of this type can be set up there: boats in water, and in open water who swims (8.5)."""
    water = charts.ground(scenario.board).terrain[slot.hex].water
    ratings = charts.ratings(type)
    return water != "none" if ratings.mobility == "boat" else water != "all" or swims(ratings)


def _placed(charts: Charts, scenario: Scenario, asset: Mustered, slot: Slot) -> e.Placed:
    ratings = charts.ratings(asset.type)
    crew = charts.crews.get(asset.type)
    roles: dict[Post, str] = {}
    if crew is not None:
        roles = {"gunner": crew.gunner, "driver": crew.driver} if ratings.main else {"driver": crew.driver}
    posts: dict[str, set[str]] = {}
    for member in asset.crew:
        if member.post not in asset.empty:
            for skill in member.skills:
                posts.setdefault(skill, set()).add(member.post)
    skills: list[str] = []
    if roles.get("gunner") in posts.get("gunnery", ()):
        skills.append("gunnery")
    if roles.get("driver") in posts.get("driving", ()):
        skills.append("driving")
    if "mechanic" in posts:
        skills.append("mechanic")
    rounds: dict[str, int] = {kind: asset.ammunition[kind] for kind in RATINGS if kind in asset.ammunition}
    return e.Placed(
        asset.id,
        asset.type,
        asset.name,
        asset.side,
        "vehicle",
        slot.hex,
        ratings,
        slot.facing,
        _markers(charts, asset),
        afloat=swims(ratings) and charts.ground(scenario.board).terrain[slot.hex].water != "none",
        quality=asset.quality,
        skills=tuple(skills),
        empty=tuple(role for role, post in roles.items() if post in asset.empty),
        rounds=rounds,
    )


def _within_reach(scenario: Scenario, victory: Victory, pieces: Sequence[e.Placed]) -> Victory:
    """The victory conditions, with no more losses asked for than there are pieces that could be lost."""
    conditions: list[Condition] = []
    changed: list[str] = []
    for condition in victory.conditions:
        if condition.when == "lost":
            there = sum(
                piece.side == condition.side
                and condition.kind in ("", piece.kind)
                and condition.type in ("", piece.type)
                and piece.kind != "weapon"
                for piece in pieces
            )
            if there < condition.count:
                name = next(side.name for side in scenario.side if side.id == condition.side)
                changed.append(f"for “{condition.text}”, {name} has only {there} in this battle")
                if not there:
                    continue
                condition = replace(condition, count=there, text=f"{condition.text} (here: {there})")
        conditions.append(condition)
    if not changed:
        return victory
    text = f"{victory.text} As mustered: {'; '.join(changed)}."
    return replace(victory, conditions=tuple(conditions), text=text)


# -- the outcome -------------------------------------------------------------------------------------------------


def outcome(game: Game, verdict: Verdict) -> Outcome:
    """The fate of every piece, the battle ended as the verdict says; the ground is the winner's."""
    return Outcome(verdict, tuple(_fate(piece) for piece in game.pieces.values()), verdict.winner)


def _fate(piece: Piece) -> Fate:
    if piece.out:
        fate = {"wrecked": "wrecked", "killed": "killed", "used": "used up"}[piece.out]
    elif piece.wounded:
        fate = "wounded"
    else:
        fate = "damaged" if piece.markers else "fit"
    markers, kills = tuple(piece.markers), tuple(piece.kills)
    return Fate(piece.id, piece.side, piece.type, fate, markers, kills, dict(piece.fired))
