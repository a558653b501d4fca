"""What counts when play is measured: who moved and shot, what was let be, and who stands where it matters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from campaign.rules import doings
from campaign.rules.doings import Doer, Goal
from campaign.rules.options import Odds, Option
from campaign.systems.combat_volume_2.assets import guns_of
from campaign.systems.combat_volume_2.charts import Charts
from campaign.systems.combat_volume_2.people import checks, deeds, fire, grenades, medics, melee, moving
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import ENEMY, FRIEND, Game
from campaign.systems.combat_volume_2.table import TABLE
from campaign.systems.combat_volume_2.turn import hand, sequence, shelling, upkeep
from campaign.systems.combat_volume_2.vehicles import (
    bailing,
    driving,
    fausts,
    guns,
    light_at,
    lookout,
    seats,
    soft,
    turning,
    turrets,
)


class Doings(doings.Doings):
    """Men do things, each by himself, and vehicles drive. Whoever is still hidden has not come into the mission yet."""

    moved = (
        moving.Moved, moving.LeftMap, driving.VehicleMoved, driving.VehicleLeft, seats.Mounted, bailing.BailedOut,
        bailing.RanFrom,
    )  # fmt: skip
    shot = (
        fire.Fired, guns.GunFired, light_at.LightFired, soft.FiredAtVehicle, grenades.Thrown, melee.Fought,
    )  # fmt: skip
    worked = (
        deeds.Rallied, deeds.Reloaded, medics.Treated, shelling.FireCalled, lookout.MarkerPlaced, guns.GunLoaded,
        turrets.TurretTurned, light_at.LightLoaded, fausts.TakenUp, fausts.RocketsPassed, seats.Relocated,
        hand.Planned, turning.VehicleTurned,
    )  # fmt: skip
    ends = (sequence.Wait,)
    attacks = (
        fire.Shoot, guns.FireGun, light_at.FireLight, soft.ShootVehicle, grenades.Throw, melee.Melee,
    )  # fmt: skip
    moves = (moving.Move, driving.Drive)
    harmless = frozenset(
        {
            "nothing", "missed", "no hits", "no damage", "does not go through", "short", "no shot", "it is lost",
            "nobody is hit",
        }
    )  # fmt: skip

    def __init__(self, charts: Charts) -> None:
        self._charts = charts

    def doers(self, state: Game) -> Iterable[Doer]:
        for man in state.men.values():
            if man.who and (man.hex or man.dead or man.gone):
                armed = bool(man.armed or man.heavy or man.faust or man.grenades or man.vehicle)
                yield Doer(man.id, man.side, shoots=armed)
        for one in state.vehicles.values():
            if one.hex or one.gone:
                kind = self._charts.vehicles.kinds[one.kind]
                yield Doer(one.id, one.side, shoots=bool(kind.gun or guns_of(kind)))

    def who(self, event: Any) -> str:
        """What drives and turns is the vehicle; all else somebody does."""
        by_vehicle = isinstance(
            event, driving.VehicleMoved | driving.VehicleLeft | turning.VehicleTurned | turrets.TurretTurned
        )
        found: str = event.vehicle if by_vehicle else event.unit
        return found

    def goals(self, state: Game) -> Mapping[str, Goal]:
        """Places that bring points: the enemy's until the player holds, or has reached, one."""
        found: dict[str, Goal] = {}
        play = Play(TABLE, self._charts, state)
        for number, goal in enumerate(state.mission.goals, 1):
            if goal.hexes:
                there = {man.side for man in state.men.values() if man.able and man.hex in goal.hexes}
                holder = FRIEND if upkeep.times(play, goal) else ENEMY
                found[goal.text or f"goal {number}"] = Goal(holder, frozenset(there))
        return found

    def score(self, state: Game) -> tuple[int, ...]:
        """The player's points so far; of the enemy how many of the player's men are out of action."""
        play = Play(TABLE, self._charts, state)
        points = sum(upkeep.points_of(play, goal) for goal in state.mission.goals)
        lost = sum(man.side == FRIEND and upkeep.out(man) for man in state.men.values())
        return points, lost

    def harm(self, state: Game, option: Option, odds: Odds) -> float:
        """Of a grenade, that it lies where it was meant to; of a melee, that not the man alone is hit."""
        if isinstance(option.action, grenades.Throw):
            meant = f"it lies in {option.where}"
            return sum(one.chance for one in odds.results if one.result == meant)
        alone = ""
        if isinstance(option.action, melee.Melee):
            alone = f"{checks.named(state.men[option.action.unit])} is hit"
        return sum(
            one.chance for one in odds.results if one.result not in self.harmless and one.result != alone
        )
