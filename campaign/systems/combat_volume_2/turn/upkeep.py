"""The end of a turn: what happens to everybody, in its order; then the verdict, or another turn (4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from campaign.rules.muster import Verdict
from campaign.systems.combat_volume_2.enemy import cup
from campaign.systems.combat_volume_2.land import burning, smoke, weather
from campaign.systems.combat_volume_2.people import alert, captives, fire, grenades, spotting
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import ENEMY, FRIEND, Goal, Man
from campaign.systems.combat_volume_2.turn import flow
from campaign.systems.combat_volume_2.vehicles import fires, lookout, mud, seats


class Due(NamedTuple):
    """Something that comes at a turn's end. name: for the screen. due: whether there is anything of it."""

    name: str
    due: Callable[[Play], bool]
    do: Callable[[Play], None]


STEPS: tuple[Due, ...] = (
    Due("grenades", grenades.go_off_due, grenades.go_off),
    Due("smoke that drifts", smoke.drift_due, smoke.drift),
    Due("fires", burning.burn_due, burning.burn),
    Due("vehicles on fire", fires.fires_due, fires.fires),
    Due("who gets into an AFV", seats.mount_late_due, seats.mount_late),
    Due("who sees his target no more", lookout.drop_due, lookout.drop_all),
    Due("rain and mud", weather.weather_due, weather.weather),
    Due("who wakes", alert.end_of_turn_due, alert.end_of_turn),
    Due("who hides again", spotting.hide_again_due, spotting.hide_again),
    Due("guns that change hands", fire.hand_over_due, fire.hand_over),
    Due("prisoners without a guard", captives.get_away_due, captives.get_away),
    Due("who gives himself up", captives.surrender_due, captives.surrender),
    Due("who arrives", cup.arrivals_due, cup.arrive),
    Due("who is stuck in the mud", mud.mired_due, mud.free_mired),
)
"""In their order."""


# -- the end of the mission --------------------------------------------------------------------------------------


def ended(play: Play) -> flow.MissionEnded | None:
    """After the last turn, or when one side has nobody left who can act (4)."""
    state = play.state
    friends = any(man.side == FRIEND and man.able for man in state.men.values())
    enemies = any(man.side == ENEMY and man.here and not man.down for man in state.men.values()) or any(
        one.turn > state.turn for one in state.arrivals
    )
    if friends and enemies and state.turn < state.mission.turns:
        return None
    captives.leave_behind(play)
    return verdict(play)


def verdict(play: Play) -> flow.MissionEnded:
    state = play.state
    mission = state.mission
    points = sum(points_of(play, goal) for goal in mission.goals)
    winner = FRIEND if points >= mission.needed else ENEMY
    reason = f"{points} of {mission.needed} points that the player needed"
    return flow.MissionEnded(points, Verdict(winner, reason, state.turn, "4"))


def points_of(play: Play, goal: Goal) -> int:
    """What a goal has brought so far."""
    found = goal.points * times(play, goal)
    return min(found, goal.most) if goal.most else found


def taken(man: Man) -> bool:
    return bool(man.captor) or man.gone == "captured"


def out(man: Man) -> bool:
    """Killed, down or captured."""
    return man.dead or man.down or taken(man)


def times(play: Play, goal: Goal) -> int:
    """How often a goal is reached."""
    state = play.state
    friends = [man for man in state.men.values() if man.side == FRIEND]
    enemies = [man for man in state.men.values() if man.side == ENEMY and man.who]
    match goal.what:
        case "hold":
            mine = any(man.able and man.hex in goal.hexes for man in friends)
            theirs = any(man.able and man.spotted and man.hex in goal.hexes for man in enemies)
            return int(mine and not theirs)
        case "leave":
            return sum(man.gone == f"left {goal.edge}" for man in friends)
        case "kill":
            return sum(map(out, enemies))
        case "capture":
            return sum(map(taken, enemies))
        case "wreck":
            return sum(
                one.side == ENEMY and bool(one.hex) and (one.wrecked or not state.crew(one.id))
                for one in state.vehicles.values()
            )
        case "keep":
            return int(not state.vehicles[goal.of].wrecked)
        case "save":
            return sum(not out(man) and not man.bad for man in friends)
        case "reach":
            there = state.vehicles[goal.of] if goal.of in state.vehicles else state.men[goal.of]
            return int(there.hex in goal.hexes)
        case "lose":
            return sum(map(out, friends))
