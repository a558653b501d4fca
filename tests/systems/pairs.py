"""Paired battles of `campaign/contract/pairs.py`, as our own systems want them.

A system that hides something has a forger in `secrets.py`, and an opening here if its scenarios' own forces hide too
little.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from campaign.contract import pairs
from campaign.contract.pairs import Opening
from campaign.library.settings import settle
from campaign.rules.muster import Formed, Muster, Mustered
from campaign.rules.options import Option
from campaign.rules.system import Rules
from campaign.systems.mechwar_4.events.guns import GunsDetected
from campaign.systems.tanks_modern_age import roster as platoons

TURNS = 3
"""How long battles last here where that can be chosen: passes last for a turn or for good, so more than one."""
OPEN_MARKS = {
    "unit-seen": "unit", "mines-met": "column", "unit-removed": "why", "unit-damaged": "damage",
    "unit-suppressed": "level", "panic-rolled": "panicked", "unit-moved": "to", "unit-hid": "why",
}  # fmt: skip
"""Of MechWar 4: events of what lies on a counter for all to see, and what of them does."""


def opening(rules: Rules, rnd: Random) -> Opening:
    """A scenario of a system with forces by chance."""
    if rules.system.id == "tanks-modern-age":
        return _tanks(rules, rnd)
    usual = pairs.opening(rules, rnd)
    if rules.system.id != "mechwar-4":
        return usual
    options = {**usual.options, "fog": True}
    if rnd.randrange(3) == 0:
        return Opening(usual.scenario, options, _platoons(rules, usual.scenario, options, rnd))
    return Opening(usual.scenario, options)


def _platoons(rules: Rules, scenario: str, options: Mapping[str, Any], rnd: Random) -> Muster:
    """A campaign's platoons of the scenario's own types, of any quality."""
    placed: Any = rules.open(scenario, options)[0]
    assets = tuple(
        Mustered(
            f"{one.side}-{i}", one.type, f"Platoon {i} of {one.side}", one.side, rnd.randrange(-1, 3),
            formations=(Formed(one.company, one.company),) if one.company else (),
        )
        for i, one in enumerate(placed.units)
    )  # fmt: skip
    sides = tuple(side.id for side in placed.sides)
    return Muster("campaign", "node", "1979-07-31", sides, assets)


def _tanks(rules: Any, rnd: Random) -> Opening:
    """A mission with platoons that have many cards; every third battle has artillery and friends to spot for it."""
    mission = rnd.choice(("tank-ace", "king-of-the-hill", "free-for-all", "no-retreat", "table-top"))
    terrain = {} if mission == "table-top" else {"terrain": "ready"}
    forces = {side: platoon(rules, rnd, artillery=rnd.randrange(3) == 0) for side in ("blue", "red")}
    info = next(one for one in rules.scenarios() if one.id == mission)
    return Opening(
        mission, settle(info, {**forces, **terrain, "points": 200, "turns": TURNS}, dict[str, Any]().get)
    )


def platoon(rules: Any, rnd: Random, artillery: bool) -> dict[str, Any]:
    """A sound platoon: a model or two by chance, artillery if asked for, then cards as long as some fit."""
    charts = rules.charts
    guns = [one for one in charts.models.values() if "Artillery" in one.keywords]
    nation = (
        rnd.choice(guns).nation
        if artillery
        else rnd.choice(sorted({m.nation for m in charts.models.values()}))
    )
    rule = next(one.id for one in charts.rules.values() if one.nation == nation)
    types = [one for one in charts.models.values() if one.nation == nation]
    tanks = [one for one in types if one.kind == "tank"]
    chosen = [rnd.choice(tanks), *(rnd.choice(types) for _ in range(rnd.randrange(1, 3)))]
    chosen += [one for one in guns if artillery and one.nation == nation][:1]
    content: dict[str, Any] = {
        "title": "By chance", "nation": nation, "platoon": rule, "unofficial": True,
        "model": [{"type": one.id} for one in chosen],
    }  # fmt: skip
    for _ in range(rnd.randrange(4, 12)):
        fits = [one for one in rules.forces.judge(content, 200).fits if one.where]
        if fits:
            kind = rnd.choice(sorted({one.kind for one in fits}))
            fit = rnd.choice([one for one in fits if one.kind == kind])
            content = platoons.added(charts, content, fit)
    return content


class Begun(pairs.Begun):
    def __init__(self, system: str, seed: int) -> None:
        super().__init__(system, seed, opening)


class Pair(pairs.Pair):
    """MechWar 4 says itself what lies open; of TANKS it is counted what there was to look at."""

    def turned_up(self, side: str, made: list[list[Any]]) -> bool:
        """Whether something that differs lies open now: of MechWar 4 what is under a counter, or what becomes of it,
        or which guns they are that were found."""
        if self.system.id != "mechwar-4":
            return super().turned_up(side, made)
        if any(isinstance(one, GunsDetected) and one.found and one.side == self.hider for one in made[0]):
            return True
        lie_open = [
            (kind, event.unit, getattr(event, OPEN_MARKS[kind]))
            for events in made
            for event in events
            if (kind := type(event).__struct_config__.tag) in OPEN_MARKS
        ]
        seen = {"unit-seen", "mines-met", "unit-removed"}
        theirs = any(
            kind in seen and self.states[0].units[unit].side == self.hider for kind, unit, _ in lie_open
        )
        half = sum(type(event).__struct_config__.tag in OPEN_MARKS for event in made[0])
        return theirs or lie_open[:half] != lie_open[half:]

    def count(self, state: Any, side: str, option: Option) -> None:
        super().count(state, side, option)
        if self.system.id != "tanks-modern-age" or side != self.hider:
            return
        if state.quiet.get(side) and state.shot is not None:
            self.told[f"quiet for the {state.quiet[side]}"] += 1
        for model in state.models.values():
            if model.side != side:
                continue
            self.told.update(f"{card.type} face down" for card in model.cards if card.state == "down")
            if state.shot is not None and model.id in (state.shot.unit, state.shot.target):
                self.told["artillery"] += "Artillery" in model.stats.keywords
