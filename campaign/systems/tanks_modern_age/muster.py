"""Muster in, outcome out: how a battle is set up, and what it hands back when it is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from msgspec import structs

from campaign.rules import readings
from campaign.rules.muster import AssetType, Damage, Fate, Muster, Mustered, Outcome, Verdict
from campaign.rules.options import ScenarioInfo, Setting
from campaign.rules.packs import PackError
from campaign.rules.refused import Refused, no_such
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age import roster as rosters
from campaign.systems.tanks_modern_age.charts import Charts, ModelRow, Roster, Scenario, Unit
from campaign.systems.tanks_modern_age.state import Game, Ground, Model, Objective, Platoon, Stats

MISSIONS = (
    ("tank-ace", "Tank Ace"),
    ("king-of-the-hill", "King of the Hill"),
    ("free-for-all", "Free-for-all"),
    ("no-retreat", "No Retreat"),
)
READY_TABLE: tuple[tuple[str, int, int, int], ...] = (
    ("forest", 245, 330, 20),
    ("forest", 650, 580, 110),
    ("building", 450, 230, 0),
    ("building", 660, 300, 30),
    ("building", 250, 600, 75),
    ("building", 450, 670, 0),
)
"""A table of our own, for those who do not want to lay out terrain: kind, x, y, heading."""


class ModelAssets:
    """See `campaign.rules.system.Assets`."""

    def __init__(self, charts: Charts) -> None:
        self._charts = charts

    def types(self) -> Mapping[str, AssetType]:
        return asset_types(self._charts)

    def damages(self) -> Sequence[Damage]:
        return damages(self._charts)

    def skills(self) -> Mapping[str, str]:
        return SKILLS

    def muster(self, scenario: str, options: Mapping[str, Any], muster: Muster) -> Sequence[e.Mustered]:
        found = scenario_of(self._charts, scenario)
        return [with_campaign(self._charts, found, set_up(self._charts, found, options), muster)]

    def outcome(self, state: Game, verdict: Verdict) -> Outcome:
        return outcome(self._charts, state, verdict)


def scenario_of(charts: Charts, scenario: str) -> Scenario:
    """Raises Refused, naming the scenarios there are."""
    if scenario not in charts.scenarios:
        raise no_such("scenario", scenario, sorted(charts.scenarios))
    return charts.scenarios[scenario]


def info(charts: Charts, one: Scenario) -> ScenarioInfo:
    return ScenarioInfo(
        one.id,
        one.title,
        one.side,
        one.summary,
        "",
        one.turns,
        one.notes,
        one.source,
        tuple(settings(charts, one)),
    )


def settings(charts: Charts, one: Scenario) -> list[Setting]:
    """What may be chosen before a battle of a scenario."""
    names = {side.id: side.name for side in one.side}
    choices = tuple((id, str(content["title"])) for id, content in charts.platoons.items())
    found = [
        Setting(side, f"Platoon of {names[side]}", "roster", one.rosters[side], choices, side=side)
        for side in one.choose
    ]
    if one.missions:
        found.append(Setting("mission", "Mission", "choice", one.mission, MISSIONS))
    if one.lay_out:
        ways = (("turns", "laid out in turns"), ("ready", "a ready table"))
        found.append(Setting("terrain", "Terrain", "choice", "turns", ways))
    if one.choose and not one.limit:
        high = charts.table.points[1]
        found.append(Setting("points", "Point limit", "number", high, lowest=10, highest=high * 5))
        found.append(Setting("turns", "Turns", "number", one.turns, lowest=1, highest=99))
    return [*found, *readings.settings(readings.changed(charts.readings, one.readings))]


def set_up(charts: Charts, one: Scenario, options: Mapping[str, Any]) -> e.Mustered:
    """The set-up of a scenario as a fact (p24 first game, p25 platoons). Raises Refused for a platoon that is not
    sound.
    """
    limit = one.limit or (int(options.get("points", charts.table.points[1])) if one.choose else 0)
    chosen = {side.id: _roster(charts, one, side.id, options, limit) for side in one.side}
    totals: dict[str, int] = {}
    for roster in chosen.values():
        for unit in roster.model:
            totals[unit.type] = totals.get(unit.type, 0) + 1
    numbers: dict[str, int] = {}
    models: list[e.Placed] = []
    for side, roster in chosen.items():
        for unit in roster.model:
            number = numbers[unit.type] = numbers.get(unit.type, 0) + 1
            models.append(placed(charts, side, unit, number, totals[unit.type]))
    mission = options.get("mission", one.mission)
    ready = not one.lay_out or options.get("terrain") == "ready"
    middle = (Objective("objective-1", charts.table.width // 2, charts.table.height // 2),)
    return e.Mustered(
        one.id,
        one.title,
        mission,
        one.side,
        {
            side: Platoon(r.nation, "" if one.plain else r.platoon, rosters.cost(charts, r), r.title)
            for side, r in chosen.items()
        },
        tuple(models),
        len(charts.deck),
        8 if mission == "no-retreat" else int(options.get("turns", one.turns)),
        charts.table.width,
        charts.table.height,
        one.measured,
        not one.lay_out,
        layout(charts, one, ready) if one.measured else (),
        () if ready else charts.table.terrain,
        middle if mission == "king-of-the-hill" and one.measured else (),
        one.edges,
        one.attacker,
        readings.changed(charts.readings, {**one.readings, **readings.picked(charts.readings, options)}),
    )


def layout(charts: Charts, one: Scenario, ready: bool) -> tuple[Ground, ...]:
    """Terrain that lies there from the beginning."""
    lies = [(lie.kind, lie.x, lie.y, lie.heading, lie.name) for lie in one.layout]
    if one.lay_out and ready:
        lies = [(*place, "") for place in READY_TABLE]
    found: list[Ground] = []
    for kind, x, y, heading, name in lies:
        row = charts.terrain[kind]
        number = 1 + sum(piece.kind == kind for piece in found)
        found.append(
            Ground(
                f"{kind}-{number}", kind, name or f"{row.name} {number}", x, y, heading, row.length, row.width
            )
        )
    return tuple(found)


def placed(charts: Charts, side: str, unit: Unit, number: int, total: int) -> e.Placed:
    """A model as it is mustered, with its cards; those with the eye lie face up (p5 eye)."""
    row = charts.models[unit.type]
    name = unit.name or (row.name if total == 1 else f"{row.name} {number}")
    cards = tuple(e.Dealt(id, charts.cards[id].type, charts.cards[id].revealed) for id in unit.cards)
    points = rosters.unit_cost(charts, unit)
    return e.Placed(f"{row.id}-{number}", row.id, name, side, row.kind, stats(row), cards, points)


def stats(row: ModelRow) -> Stats:
    return Stats(
        row.initiative, row.attack, row.defence, row.damage, row.crew, row.ammo, row.points, row.keywords, row.length,
        row.width,
    )  # fmt: skip


def _roster(charts: Charts, one: Scenario, side: str, options: Mapping[str, Any], limit: int) -> Roster:
    where = f"$.options.{side}"
    content = options.get(side, charts.platoons[one.rosters[side]])
    if side in options and side not in one.choose:
        raise Refused("The platoons of this scenario are fixed.", "p24", list(one.choose), where)
    if not isinstance(content, Mapping):
        raise Refused(
            "A platoon is a table with a title, a nation, a platoon rule and models.", "p21", where=where
        )
    roster = rosters.decode(charts, cast("Mapping[str, Any]", content))
    found = list(rosters.problems(charts, roster, limit))
    if found:
        raise Refused(f"{roster.title}: {found[0].reason}", found[0].rule, found[0].allowed, where)
    if one.mission == "alpha-66" and side == one.attacker and len(roster.model) != 1:
        raise Refused("Alpha 66 is a single tank.", "p25", ["one model"], where)
    return roster


def check_sample(charts: Charts, id: str, content: Mapping[str, Any]) -> None:
    """Raises PackError if a ready-made platoon is not sound."""
    try:
        roster = rosters.decode(charts, content)
        found = list(rosters.problems(charts, roster, roster.limit))
    except Refused as refused:
        raise PackError(
            refused.reason, refused.rule, refused.allowed, f"platoons/{id}.toml {refused.where}"
        ) from None
    if found:
        raise PackError(
            found[0].reason, found[0].rule, found[0].allowed, f"platoons/{id}.toml {found[0].where}"
        )


# -- the end ---------------------------------------------------------------------------------------------------


QUALITY = {-1: -1, 1: 1, 2: 2}
"""What a crew's quality does to initiative: house rule of campaigns."""
SKILLS = {
    "gunnery": "A crew with a gunner who has it attacks with one die more.",
    "driving": "A crew with a driver or pilot who has it defends with one die more.",
}


def asset_types(charts: Charts) -> dict[str, AssetType]:
    """The models that a campaign may keep."""
    found: dict[str, AssetType] = {}
    for id, crew in charts.crews.items():
        load = {kind: count for kind, count in (("main", crew.main), ("missiles", crew.missiles)) if count}
        found[id] = AssetType(id, charts.models[id].name, crew.posts, load, 0, charts.crews_source)
    return found


def damages(charts: Charts) -> tuple[Damage, ...]:
    """`damage` once for each point, and the critical cards that stay on a model."""
    return (
        Damage("damage", "a point of damage", several=True),
        *(Damage(one.id, one.name, one.count > 1) for one in charts.criticals.values()),
    )


def with_campaign(charts: Charts, one: Scenario, placed: e.Mustered, muster: Muster) -> e.Mustered:
    """The set-up with a campaign's models in place of platoons; no points are counted. Raises Refused."""
    sides = [side.id for side in one.side]
    if unknown := [side for side in muster.sides if side not in sides]:
        raise no_such("side", unknown[0], sides, "", "$.muster.sides", " here")
    rest = [model for model in placed.models if model.side not in muster.sides]
    seen = {model.id for model in rest}
    lying: set[int] = set()
    models: list[e.Placed] = []
    for i, asset in enumerate(muster.assets):
        where = f"$.muster.assets[{i}]"
        if asset.id in seen:
            raise Refused(f"There are two models {asset.id!r}.", where=f"{where}.id")
        seen.add(asset.id)
        models.append(_as_model(charts, muster.sides, asset, lying, where))
    for side in muster.sides:
        if all(model.side != side for model in models):
            raise Refused(f"Nobody comes for {side}.", where="$.muster.assets")
    if one.mission == "alpha-66":
        raise Refused(
            "This scenario is about its own tank: a campaign cannot send another.", where="$.scenario"
        )
    platoons = dict(placed.platoons)
    for side in muster.sides:
        mine = [model for model in models if model.side == side]
        nation = charts.models[mine[0].type].nation
        rule = next(rule.id for rule in charts.rules.values() if rule.nation == nation)
        name = next(found.name for found in one.side if found.id == side)
        platoons[side] = Platoon(nation, rule, sum(model.points for model in mine), name)
    everybody = sorted((*models, *rest), key=lambda model: sides.index(model.side))
    return structs.replace(placed, models=tuple(everybody), platoons=platoons)


def _as_model(charts: Charts, sides: Sequence[str], asset: Mustered, lying: set[int], where: str) -> e.Placed:
    if asset.side not in sides:
        raise no_such("side", asset.side, sides, "", f"{where}.side", " that musters")
    if asset.type not in charts.models:
        raise no_such("model", asset.type, list(charts.models), "", f"{where}.type")
    if unknown := [card for card in asset.cards if card not in charts.cards]:
        raise no_such("card", unknown[0], list(charts.cards)[:20], "", f"{where}.cards")
    known = {one.id for one in damages(charts)}
    if unknown := [one for one in asset.damage if one not in known]:
        raise Refused(f"{asset.name} cannot bear {unknown[0]!r}.", "", sorted(known), f"{where}.damage")
    criticals: list[int] = []
    for word in asset.damage:
        numbers = [n for n in range(1, len(charts.deck) + 1) if charts.deck[n - 1] == word and n not in lying]
        if numbers:
            lying.add(numbers[0])
            criticals.append(numbers[0])
    unit = Unit(asset.type, asset.cards)
    base = placed(charts, asset.side, unit, 1, 1)
    damage = asset.damage.count("damage")
    if damage >= base.stats.damage:
        raise Refused(
            f"{asset.name} has taken all the damage it can: it is a wreck.", where=f"{where}.damage"
        )
    crew = charts.crews.get(asset.type)
    if crew is not None and len(asset.empty) >= len(crew.posts):
        raise Refused(f"Nobody mans {asset.name}.", where=f"{where}.empty")
    rounds = {kind: asset.ammunition[kind] for kind in ("main", "missiles") if kind in asset.ammunition}
    return structs.replace(
        base, id=asset.id, name=asset.name, stats=_crewed(base.stats, asset), damage=damage,
        criticals=tuple(criticals), quality=asset.quality, rounds=rounds,
        driving=any(_has(asset, post, "driving") for post in ("driver", "pilot")),
    )  # fmt: skip


def _crewed(stats: Stats, asset: Mustered) -> Stats:
    """House rules: quality moves initiative; a skilled gunner adds an attack die, without any gunner one is lost.

    Driving is no part of the printed Defence, by which wrecks and Rapid Fire go: see `values.defence_terms`.
    """
    attack = stats.attack
    if attack:
        attack = max(1, attack + _has(asset, "gunner", "gunnery") - ("gunner" in asset.empty))
    return structs.replace(
        stats,
        initiative=max(1, stats.initiative + QUALITY.get(asset.quality, 0)),
        attack=attack,
    )


def _has(asset: Mustered, post: str, skill: str) -> bool:
    """Whether somebody at that post has the skill."""
    return any(member.post == post and skill in member.skills for member in asset.crew)


def outcome(charts: Charts, game: Game, verdict: Verdict) -> Outcome:
    """The fate of every model, the battle ended as the verdict says."""
    return Outcome(verdict, tuple(fate(charts, model) for model in game.models.values()), verdict.winner)


def fate(charts: Charts, model: Model) -> Fate:
    damage = [charts.critical(number).id for number in model.criticals]
    damage = ["damage"] * model.damage + damage
    state = "wrecked" if model.out else "damaged" if damage else "fit"
    return Fate(model.id, model.side, model.type, state, tuple(damage), tuple(model.kills), dict(model.spent))
