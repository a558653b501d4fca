"""A campaign's platoons go into a battle, and what became of them comes out. The rulebook has no campaigns: all of it
is a house rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from campaign.rules.muster import AssetType, Damage, Fate, Muster, Mustered, Outcome, Verdict
from campaign.rules.refused import Refused, no_such
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import opening
from campaign.systems.mechwar_4.apply.air import AIR_DEFENCE
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.formed import battalions, companies, company_of, mean
from campaign.systems.mechwar_4.scenario import Scenario
from campaign.systems.mechwar_4.settings import chosen
from campaign.systems.mechwar_4.state import GONE, Force, Game, Unit
from campaign.systems.mechwar_4.stations import stationed
from campaign.systems.mechwar_4.tables import Quality
from campaign.systems.mechwar_4.units import UnitType
from campaign.systems.mechwar_4.values import FULL

HOUSE = "house rule"
LEADER, SERGEANT = "leader", "sergeant"
COMMANDERS = ("third commander", "fourth commander", "fifth commander", "sixth commander")
QUALITIES: tuple[Quality, ...] = ("green", "second-line", "first-line", "seasoned")
"""Of crews, from -1 to 2."""
THIRD, THIRDS, MISSILES_GONE = "one-third", "two-thirds", "missiles-gone"
DAMAGES = (
    Damage(THIRD, "a third of it lost"),
    Damage(THIRDS, "two thirds of it lost"),
    Damage(MISSILES_GONE, "its missiles are gone"),
)


class Kind(NamedTuple):
    """A kind of ammunition. key: as a unit counts it. most: of the campaign's; full: what the unit then has of it."""

    key: str
    most: int
    full: int


def kinds(row: UnitType) -> dict[str, Kind]:
    """What a campaign counts of a type: levels of rounds, and whether there are missiles. Those of a platoon that has
    nothing else are no ammunition: without them it is damaged."""
    found: dict[str, Kind] = {}
    if "main" in row.arms and row.arms["main"].depletion:
        found["rounds"] = Kind("main", FULL, FULL)
    if "missile" in row.arms and row.arms["missile"].depletion and not missiles_only(row):
        found["missiles"] = Kind("missile", 1, FULL)
    if row.air and row.ammunition:
        found["air-defence"] = Kind(AIR_DEFENCE, 1, 1)
    return found


def missiles_only(row: UnitType) -> bool:
    """Whether it goes when its missiles are gone (6.84)."""
    missiles = row.arms.get("missile")
    return missiles is not None and bool(missiles.depletion) and not row.dual and row.moves != "helicopter"


def posts(row: UnitType) -> tuple[str, ...]:
    """One for the commander of each vehicle; on foot there are a leader and a sergeant."""
    count = row.vehicles or 2
    return (LEADER, SERGEANT, *COMMANDERS)[:count]


def bears(row: UnitType) -> dict[str, str]:
    """The lasting damage of a type: id → words."""
    of = f"its {row.vehicles} vehicles" if row.vehicles else "its men"
    thirds = {} if row.one_step else {THIRD: f"a third of {of} lost", THIRDS: f"two thirds of {of} lost"}
    return thirds | ({MISSILES_GONE: DAMAGES[2].name} if missiles_only(row) else {})


class Platoons:
    """See `campaign.rules.system.Assets`. An asset is a platoon: its counter is dealt, and the fate names the asset."""

    def __init__(self, charts: Charts) -> None:
        self._charts = charts

    def types(self) -> Mapping[str, AssetType]:
        found: dict[str, AssetType] = {}
        for id, row in self._charts.units.items():
            words = bears(row)
            load = {name: kind.most for name, kind in kinds(row).items()}
            source = "reconstruction: the rulebook has no campaigns"
            found[id] = AssetType(
                id, row.name, posts(row), load, 0, source, tuple(words), words, tuple(words)
            )
        return found

    def damages(self) -> Sequence[Damage]:
        return DAMAGES

    def skills(self) -> Mapping[str, str]:
        return {}

    def muster(self, scenario: str, options: Mapping[str, Any], muster: Muster) -> Sequence[e.Event]:
        charts = self._charts
        found = chosen(charts, scenario, options)
        sides = [one.id for one in found.side]
        for i, side in enumerate(muster.sides):
            if side not in sides:
                raise no_such("side", side, sides, HOUSE, f"$.muster.sides[{i}]", " in this battle")
        seen: set[str] = set()
        for i, asset in enumerate(muster.assets):
            check(charts, asset, muster.sides, seen, f"$.muster.assets[{i}]")
            seen.add(asset.id)
        for i, side in enumerate(muster.sides):
            if not any(one.side == side for one in muster.assets):
                name = next(one.name for one in found.side if one.id == side)
                raise Refused(
                    f"{name} would have nobody in this battle.", HOUSE, where=f"$.muster.sides[{i}]"
                )
        return opening.begin(charts, mustered(charts, found, muster))

    def outcome(self, state: Game, verdict: Verdict) -> Outcome:
        fates = tuple(fate(self._charts, state, one) for one in state.units.values())
        return Outcome(verdict, fates, verdict.winner)


def check(charts: Charts, asset: Mustered, sides: Sequence[str], seen: set[str], where: str) -> None:
    """Raises Refused if this asset cannot come to the battle, wherever it would stand."""
    if asset.id in seen or not asset.id:
        raise Refused(f"There is another platoon {asset.id!r} in this battle.", HOUSE, where=where)
    if asset.side not in sides:
        raise no_such("side", asset.side, sides, HOUSE, f"{where}.side", " that is mustered")
    if asset.type not in charts.units:
        raise no_such("type of unit", asset.type, sorted(charts.units), HOUSE, f"{where}.type")
    row = charts.units[asset.type]
    known = bears(row)
    for word in asset.damage:
        if word not in known:
            raise Refused(f"{asset.name} cannot bear {word!r}.", HOUSE, tuple(known), f"{where}.damage")
    counted = kinds(row)
    for kind, count in asset.ammunition.items():
        if kind not in counted or count < 0:
            raise Refused(
                f"{asset.name} has no use for {count} of {kind!r}.",
                HOUSE,
                tuple(counted),
                f"{where}.ammunition",
            )
    if asset.cards:
        raise Refused(
            f"{asset.name} carries cards: this rule system has none.", HOUSE, where=f"{where}.cards"
        )


# -- into the battle -------------------------------------------------------------------------------------------


def mustered(charts: Charts, scenario: Scenario, muster: Muster) -> e.ForcesPlaced:
    """The set-up with the campaign's platoons in the places of the printed units. Guns off the map, aircraft and mines
    are the scenario's. Raises Refused."""
    usual = opening.forces_placed(charts, scenario)
    came = numbered(charts, scenario, muster.assets)
    others = [one for one in usual.units if one.side not in muster.sides]
    units = [*others, *stationed(charts, scenario, came, usual.units, others)]
    units.sort(key=lambda one: [side.id for side in scenario.side].index(one.side))
    areas = opening.areas(charts, scenario, units)  # by the companies whose places they have taken
    assets = {one.id: one for one in muster.assets}
    for one in units:
        if one.asset:
            one.company = company_of(charts.units[one.type], assets[one.asset])
    return replace(
        usual,
        units=tuple(units),
        forces=tuple(_force(one, units) if one.id in muster.sides else one for one in usual.forces),
        companies=(
            *(one for one in usual.companies if one.side not in muster.sides),
            *companies(scenario, units, assets),
        ),
        battalions=(
            *(one for one in usual.battalions if one.side not in muster.sides),
            *battalions(charts, scenario, units, assets),
        ),
        areas=tuple(areas),
        jammers=tuple(one.id for one in units if charts.units[one.type].kind == "jammer"),
    )


def numbered(charts: Charts, scenario: Scenario, assets: Sequence[Mustered]) -> list[Unit]:
    """The platoons as units that stand nowhere yet, each side's counters from 1."""
    letters = {side.id: letter for side, letter in zip(scenario.side, opening.LETTERS, strict=True)}
    counts = Counter[str]()
    found: list[Unit] = []
    for asset in assets:
        counts[asset.side] += 1
        found.append(as_unit(charts, asset, f"{letters[asset.side]}{counts[asset.side]}"))
    return found


def as_unit(charts: Charts, asset: Mustered, id: str) -> Unit:
    row = charts.units[asset.type]
    damage = 2 if THIRDS in asset.damage else 1 if THIRD in asset.damage else 0
    ammo = {"missile": 0} if MISSILES_GONE in asset.damage else {}
    for name, kind in kinds(row).items():
        left = min(asset.ammunition.get(name, kind.most), kind.most)
        if left < kind.most:
            ammo[kind.key] = left * kind.full // kind.most
    return Unit(
        id, asset.type, asset.name, asset.side, damage=damage, ammo=ammo, asset=asset.id,
        level=level(charts, asset), brought=dict(ammo),
    )  # fmt: skip


def level(charts: Charts, asset: Mustered) -> int:
    """The panic level of a platoon's crews; without its leader it is one quality worse."""
    quality = asset.quality - (LEADER in asset.empty)
    return charts.level(QUALITIES[max(-1, min(quality, 2)) + 1])


def _force(force: Force, units: Sequence[Unit]) -> Force:
    """A side as a whole is as steady as its platoons are on average: its initiative goes by it (4.2)."""
    return replace(force, panic=mean([one for one in units if one.side == force.id]))


# -- out of the battle -----------------------------------------------------------------------------------------


def fate(charts: Charts, game: Game, unit: Unit) -> Fate:
    """What became of a unit: the steps that it has lost are lasting damage, and so are missiles that are gone."""
    row = charts.units[unit.type]
    left = steps(game, unit)
    damage = {1: (THIRD, THIRDS), 2: (THIRD,)}.get(left, ())
    if missiles_only(row) and unit.ammo.get("missile", FULL) == 0:
        damage = (*damage, MISSILES_GONE)
    spent: dict[str, int] = {}
    for name, kind in kinds(row).items():
        had, has = (
            -(-some.get(kind.key, kind.full) * kind.most // kind.full) for some in (unit.brought, unit.ammo)
        )
        if had > has:
            spent[name] = had - has
    word = "wrecked" if unit.out == "eliminated" else "damaged" if damage else "fit"
    lasting = () if unit.out == "eliminated" else damage
    return Fate(unit.id, unit.side, unit.type, word, lasting, tuple(unit.kills), spent, unit.asset)


def steps(game: Game, unit: Unit) -> int:
    """The steps that are left of a unit. After the battle those who were regrouped into one part again: each has a
    step, and the one that stayed has the rest."""
    if unit.out == "regrouped":
        return 1
    joined = sum(stayed(game, one) is unit for one in game.units.values() if one.out == "regrouped")
    return max(1, GONE - unit.damage - joined)


def stayed(game: Game, unit: Unit) -> Unit:
    """The unit that a regrouped one is part of, through others if need be."""
    while unit.joined:
        unit = game.units[unit.joined]
    return unit
