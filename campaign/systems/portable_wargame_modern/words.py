"""Labels of options and lines of the log.

Units are called "Tanks 1" as well as "Infantry": labels say what to do, lines what was done, so that no verb
depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.rules.options import Modifier, Option
from campaign.rules.sides import side_name
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.state import Game, Task

TASK_WORDS: dict[Task, str] = {
    "lay-mines": "laying mines",
    "clear-mines": "clearing mines",
    "lay-wire": "laying wire",
    "clear-wire": "removing wire",
}
DOING: dict[Task, str] = {
    "lay-mines": "lay mines",
    "clear-mines": "clear the mines",
    "lay-wire": "lay wire",
    "clear-wire": "remove the wire",
}
STOPS = {
    "enemy": "next to the enemy",
    "wood": "in the wood",
    "river": "in the river",
    "trench": "in the trench",
    "wire": "at the wire",
    "bank": "a hex out of it",
    "": "",
}


def label(game: Game, option: Option) -> str:
    """One line that says what an option does."""
    action: a.AnyAction = option.action
    units = game.units
    match action:
        case a.CeaseFire():
            return "No more artillery fire this turn"
        case a.ThrowInitiative():
            return "Throw the dice for initiative"
        case a.Pass():
            return "Activate no more units this turn"
        case a.Bombard(unit, hex, gas):
            what = " a gas shell" if gas else ""
            return f"{units[unit].name}: fire{what} at {units[option.target].name} in {hex}"
        case a.Activate(unit):
            return f"Activate {units[unit].name} in {units[unit].hex}"
        case a.Move(unit, to):
            return f"{units[unit].name}: move to {to}"
        case a.Turn(unit, facing):
            return f"{units[unit].name}: turn to face {facing}"
        case a.Fire(unit, hex):
            return f"{units[unit].name}: fire at {units[option.target].name} in {hex}"
        case a.Assault(unit, target):
            return f"{units[unit].name}: assault {units[target].name} in {units[target].hex}"
        case a.Advance(unit):
            return f"{units[unit].name}: advance into {game.advance}"
        case a.Halt(unit):
            return f"{units[unit].name}: stay in {units[unit].hex}"
        case a.Retreat(unit, to):
            return f"{units[unit].name}: retreat to {to}"
        case a.Stand(unit):
            return f"{units[unit].name}: stand, and lose a strength point"
        case a.Load(unit, carrier):
            return f"{units[unit].name}: go aboard {units[carrier].name}"
        case a.Unload(unit, to):
            return f"{units[unit].name}: get down from {units[units[unit].aboard].name} in {to}"
        case a.Labour(unit, task, hex):
            return f"{units[unit].name}: {DOING[task]} in {hex}"
        case a.Remount(unit):
            return f"{units[unit].name}: mount or dismount"
        case a.EndUnit(unit):
            return f"{units[unit].name}: nothing more this turn"


def _faces(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))


def _with(modifiers: Sequence[Modifier]) -> str:
    return "".join(f", {one.value:+d} {one.what}" for one in modifiers)


def _points(count: int) -> str:
    return f"{count} strength point{'' if count == 1 else 's'}"


def describe(game: Game, event: e.Event) -> tuple[str, str]:
    """One line for the log and the section of the rules; "" for what nobody needs to read of."""
    found = _of_fire(game, event)
    return found if found is not None else _of_moves(game, event)


def _of_fire(game: Game, event: e.Event) -> tuple[str, str] | None:
    units = game.units
    match event:
        case e.FireDeclared(unit, hex, _, gas):
            what = " with gas" if gas else ""
            return f"{units[unit].name}: fire declared at {hex}{what}.", "Artillery Fire"
        case e.FireCeased():
            return "", ""
        case e.ShellLanded():
            where = f"lands in {event.hex}" if event.hex else "does nothing"
            where = "is on target" if event.hex == event.aim else where
            struck = ", ".join(units[one].name for one in event.hit)
            what = "gas" if event.gas else "fire"
            told = f"{_faces(event.dice)}{_with(event.modifiers)}"
            end = f"; hit: {struck}" if struck else ""
            return (
                f"{units[event.unit].name}'s {what} at {event.aim} {where} ({told}){end}.",
                "Artillery Fire",
            )
        case e.CloudDrifted(frm, to, dice, _, hit):
            where = "stays" if frm == to else f"drifts to {to}" if to else "drifts off the board"
            struck = ", ".join(units[one].name for one in hit)
            return f"Gas in {frm} {where} ({_faces(dice)}){f'; hit: {struck}' if struck else ''}.", "Gas"
        case e.CloudGone(hex):
            return f"The gas in {hex} has gone.", "Gas"
        case e.Fired():
            count = f"{event.hits} hit{'' if event.hits == 1 else 's'}" if event.hits else "no hit"
            told = f"{_faces(event.dice)}{_with(event.modifiers)}"
            name, target = units[event.unit].name, units[event.target].name
            return f"{name} fired at {target} in {event.hex}: {told}: {count}.", "Firing"
        case e.Assaulted():
            ours, theirs = units[event.unit].name, units[event.target].name
            told = (
                f"{ours} {event.dice[0]} (needs {event.needed[0]}{_with(event.modifiers)}), "
                f"{theirs} {event.dice[1]} (needs {event.needed[1]}{_with(event.theirs)})"
            )
            struck = " and ".join(units[one].name for one in event.hit)
            return f"Close combat: {told}: {f'hit: {struck}' if struck else 'nobody is hit'}.", "Close Combat"
        case e.FightEnded(unit, target, won):
            return (f"{units[unit].name} beat {units[target].name}.", "Close Combat d") if won else ("", "")
        case e.HitRolled(unit, die, lost, cause):
            what = "a point is lost" if lost else "must retreat or lose a point"
            return f"{units[unit].name}, hit by {cause}: {die}, {what}.", "Resolving hits"
        case e.StrengthLost(unit, left):
            name = units[unit].name
            if not left:
                return f"{name}: destroyed.", "Strength Points c"
            how = "stood, and " if event.stood else ""
            return f"{name}: {how}{_points(left)} left.", "Strength Points b"
        case e.HitSpared(unit):
            return f"{units[unit].name}: the last point stays, as such fire cannot destroy.", "Firing c"
        case e.FellBack(unit, to):
            where = f"to {to}" if to else "with the carrier"
            return f"{units[unit].name} retreated {where}.", "Retreat"
        case _:
            return None


def _of_moves(game: Game, event: e.Event) -> tuple[str, str]:
    units = game.units
    match event:
        case e.ForcesPlaced():
            return "The units are placed.", "Strength Points a"
        case e.TurnBegan(turn):
            return f"Turn {turn} of {game.turns} begins.", "Turn Sequence"
        case e.InitiativeRolled(dice, side):
            return f"Initiative: {_faces(dice)}: {side_name(game, side)} goes first.", "Dicing a"
        case e.ActivationRolled(side, dice):
            total = sum(dice)
            return f"{side_name(game, side)} may activate {total} units ({_faces(dice)}).", "Dicing b"
        case e.Activated(unit):
            return f"{units[unit].name}: activated.", "Dicing c"
        case e.Passed(side):
            return f"{side_name(game, side)} activates no more units.", "Dicing c"
        case e.Moved(unit, to, _, road, stops):
            why = f", and stopped {STOPS[stops]}" if stops else ""
            return f"{units[unit].name} moved{' by road' if road else ''} to {to}{why}.", "Movement"
        case e.Turned(unit, facing):
            return f"{units[unit].name} turned to face {facing}.", "Movement e"
        case e.MinesMet(unit, hex):
            return f"{units[unit].name} came into the mines in {hex}.", "Minefields"
        case e.Advanced(unit, to):
            return f"{units[unit].name} advanced into {to}.", "Close Combat d"
        case e.Halted(unit):
            return f"{units[unit].name} did not advance.", "Close Combat d"
        case e.Loaded(unit, carrier):
            return f"{units[unit].name} went aboard {units[carrier].name}.", "Transport"
        case e.Unloaded(unit, to):
            return f"{units[unit].name} got down in {to}.", "Transport"
        case e.WorkBegun(unit, task, hex, turns):
            return f"{units[unit].name} began to {DOING[task]} in {hex}: {turns} turns.", "Engineers"
        case e.WorkWent(unit, left):
            return (f"{units[unit].name}: the work is done.", "Engineers") if not left else ("", "")
        case e.WorkLeft(unit, taken):
            why = "somebody is where the mines were to be" if taken else "there is nothing left to do"
            return f"{units[unit].name} left the work: {why}.", "Engineers"
        case e.Remounted(unit):
            return f"{units[unit].name} mounted or dismounted.", "Movement"
        case e.UnitEnded(unit):
            return f"{units[unit].name}: nothing more this turn.", "Dicing c"
        case e.SideExhausted(side, lost):
            return f"{side_name(game, side)} is exhausted: {_points(lost)} lost.", "Exhaustion Point"
        case e.ObjectiveTaken(side, hex):
            return f"{side_name(game, side)} holds {hex}.", ""
        case e.BattleEnded(verdict):
            who = f"{side_name(game, verdict.winner)} wins" if verdict.winner else "Nobody wins"
            return f"{who}: {verdict.reason}.", verdict.rule
        case _:
            return "", ""
