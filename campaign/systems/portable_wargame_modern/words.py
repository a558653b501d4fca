"""Labels of options and lines of the log.

Units are called "Tanks 1" as well as "Infantry": labels say what to do, lines what was done, so that no verb
depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.rules.options import Modifier, Option
from campaign.rules.sides import side_name
from campaign.rules.wording import count as counted
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.charts import Charts
from campaign.systems.portable_wargame_modern.gunnery import HIT
from campaign.systems.portable_wargame_modern.state import Game, Task, Unit

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


def called(game: Game, unit: Unit) -> str:
    """The name of a unit; with its side, and if need be its hex, where another one has the same."""
    others = [one for one in game.units.values() if one.name == unit.name and one is not unit]
    if not others:
        return unit.name
    where = f", {unit.hex}" if any(one.side == unit.side for one in others) else ""
    return f"{unit.name} ({side_name(game, unit.side)}{where})"


def _names(game: Game, ids: Sequence[str]) -> str:
    return ", ".join(called(game, game.units[id]) for id in ids)


def tows(charts: Charts, unit: Unit) -> bool:
    """Whether a unit is towed where others are carried."""
    return charts.class_of[unit.type].load == "towed"


def mounts(charts: Charts, to: str) -> bool:
    """Whether cavalry that becomes units of this type gets into the saddle."""
    return charts.class_of[to].move > charts.class_of[charts.types[to].remount].move


def label(charts: Charts, game: Game, option: Option) -> str:
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
            whom = f"{called(game, units[option.target])} in {hex}" if option.target else hex
            return f"{units[unit].name}: fire{what} at {whom}"
        case a.Activate(unit):
            return f"Activate {units[unit].name} in {units[unit].hex}"
        case a.Move(unit, to):
            return f"{units[unit].name}: move to {to}"
        case a.Turn(unit, facing):
            return f"{units[unit].name}: turn to face {facing}"
        case a.Fire(unit, hex):
            return f"{units[unit].name}: fire at {called(game, units[option.target])} in {hex}"
        case a.Assault(unit, target):
            return f"{units[unit].name}: assault {called(game, units[target])} in {units[target].hex}"
        case a.Advance(unit):
            return f"{units[unit].name}: advance into {game.advance}"
        case a.Halt(unit):
            return f"{units[unit].name}: stay in {units[unit].hex}"
        case a.Retreat(unit, to):
            return f"{units[unit].name}: retreat to {to}"
        case a.Stand(unit):
            return f"{units[unit].name}: stand, and lose a strength point"
        case a.Load(unit, carrier):
            how = "limber up to" if tows(charts, units[unit]) else "go aboard"
            return f"{units[unit].name}: {how} {units[carrier].name} (the turn of both)"
        case a.Unload(unit, to):
            how = "unlimber" if tows(charts, units[unit]) else "get down"
            return (
                f"{units[unit].name}: {how} from {units[units[unit].aboard].name} in {to} (the turn of both)"
            )
        case a.Labour(unit, task, hex):
            return f"{units[unit].name}: {DOING[task]} in {hex} ({_turns(charts.turns_of[task])})"
        case a.Remount(unit):
            how = "mount" if mounts(charts, charts.types[units[unit].type].remount) else "dismount"
            return f"{units[unit].name}: {how} (the whole turn)"
        case a.EndUnit(unit):
            return f"{units[unit].name}: nothing more this turn"


def _faces(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))


def _with(modifiers: Sequence[Modifier]) -> str:
    return "".join(f", {one.value:+d} {one.what}" for one in modifiers)


def _turns(count: int) -> str:
    return counted(count, "turn")


def _points(count: int) -> str:
    return counted(count, "strength point")


def _initiative(game: Game, dice: Sequence[int]) -> str:
    """Who threw what, once for every time that they did."""
    one, other = (side.name for side in game.sides)
    pairs = zip(dice[::2], dice[1::2], strict=True)
    return "; again: ".join(f"{one} {ours}, {other} {theirs}" for ours, theirs in pairs)


def describe(charts: Charts, game: Game, event: e.Event) -> tuple[str, str]:
    """One line for the log and the section of the rules; "" for what nobody needs to read of."""
    found = _of_fire(charts, game, event)
    return found if found is not None else _of_moves(charts, game, event)


def _of_fire(charts: Charts, game: Game, event: e.Event) -> tuple[str, str] | None:
    units = game.units
    match event:
        case e.FireDeclared(unit, hex, _, gas):
            what = " with gas" if gas else ""
            return f"{called(game, units[unit])}: fire declared at {hex}{what}.", "Artillery Fire"
        case e.FireCeased(side, idle):
            return (
                ("", "") if idle else (f"{side_name(game, side)} fires no more artillery.", "Artillery Fire")
            )
        case e.ShellLanded():
            short = "before" if event.score % 2 == 0 else "behind"
            where = f"lands {short} it, in {event.hex}" if event.hex else "does nothing"
            where = "is on target" if event.hex == event.aim else where
            what = "gas" if event.gas else "fire"
            told = f"{_faces(event.dice)}, needs {HIT}{_with(event.modifiers)}"
            end = f"; hit: {_names(game, event.hit)}" if event.hit else ""
            name = called(game, units[event.unit])
            return f"{name}: {what} at {event.aim} {where} ({told}){end}.", "Artillery Fire"
        case e.CloudDrifted(frm, to, dice, _, hit):
            where = "stays" if frm == to else f"drifts to {to}" if to else "drifts off the board"
            end = f"; hit: {_names(game, hit)}" if hit else ""
            return f"Gas in {frm} {where} ({_faces(dice)}; stays with {HIT}){end}.", "Gas"
        case e.CloudGone(hex):
            return f"The gas in {hex} has gone.", "Gas"
        case e.Fired():
            count = counted(event.hits, "hit") if event.hits else "no hit"
            told = f"{_faces(event.dice)} (needs {HIT}{_with(event.modifiers)})"
            name, target = called(game, units[event.unit]), called(game, units[event.target])
            return f"{name} fired at {target} in {event.hex}: {told}: {count}.", "Firing"
        case e.Assaulted():
            ours, theirs = called(game, units[event.unit]), called(game, units[event.target])
            told = (
                f"{ours}: {event.dice[0]} (needs {event.needed[0]}{_with(event.modifiers)}), "
                f"{theirs}: {event.dice[1]} (needs {event.needed[1]}{_with(event.theirs)})"
            )
            struck = " and ".join(called(game, units[one]) for one in event.hit)
            return f"Close combat: {told}: {f'hit: {struck}' if struck else 'nobody is hit'}.", "Close Combat"
        case e.FightEnded(unit, target, won):
            names = called(game, units[unit]), called(game, units[target])
            return (f"{names[0]} beat {names[1]}.", "Close Combat d") if won else ("", "")
        case e.HitRolled(unit, die, lost, cause):
            quality = units[unit].quality
            what = "a point is lost" if lost else "must retreat or lose a point"
            most = f"{quality}: up to {charts.quality[quality]} loses a point"
            return f"{called(game, units[unit])}, hit by {cause}: {die} ({most}), {what}.", "Resolving hits"
        case e.StrengthLost(unit, left):
            name = called(game, units[unit])
            if not left:
                return f"{name}: destroyed.", "Strength Points c"
            how = "stood, and " if event.stood else ""
            return f"{name}: {how}{_points(left)} left.", "Strength Points b"
        case e.HitSpared(unit):
            return (
                f"{called(game, units[unit])}: the last point stays, as such fire cannot destroy.",
                "Firing c",
            )
        case e.FellBack(unit, to):
            where = f"to {to}" if to else "with the carrier"
            return f"{called(game, units[unit])} retreated {where}.", "Retreat"
        case _:
            return None


def _of_moves(charts: Charts, game: Game, event: e.Event) -> tuple[str, str]:
    units = game.units
    match event:
        case e.ForcesPlaced():
            return "The units are placed.", "Strength Points a"
        case e.TurnBegan(turn):
            return f"Turn {turn} of {game.turns} begins.", "Turn Sequence"
        case e.InitiativeRolled(dice, side):
            return f"Initiative: {_initiative(game, dice)}: {side_name(game, side)} goes first.", "Dicing a"
        case e.ActivationRolled(side, dice, commander, others):
            count = counted(sum(dice), "unit")
            whose = ["one for the commander"] if commander else []
            if others:
                whose.append(f"one for every 5 of {others} {'other ' if commander else ''}units, rounded up")
            told = f"{_faces(dice)}: {', '.join(whose)}"
            return f"{side_name(game, side)} may activate {count} ({told}).", "Dicing b"
        case e.Activated(unit):
            return f"{called(game, units[unit])}: activated.", "Dicing c"
        case e.Passed(side):
            return f"{side_name(game, side)} activates no more units.", "Dicing c"
        case e.Moved(unit, to, _, road, stops):
            why = f", and stopped {STOPS[stops]}" if stops else ""
            return f"{called(game, units[unit])} moved{' by road' if road else ''} to {to}{why}.", "Movement"
        case e.Turned(unit, facing):
            return f"{called(game, units[unit])} turned to face {facing}.", "Movement e"
        case e.MinesMet(unit, hex):
            return f"{called(game, units[unit])} came into the mines in {hex}.", "Minefields"
        case e.Advanced(unit, to):
            return f"{called(game, units[unit])} advanced into {to}.", "Close Combat d"
        case e.Halted(unit):
            return f"{called(game, units[unit])} did not advance.", "Close Combat d"
        case e.Loaded(unit, carrier):
            how = "limbered up to" if tows(charts, units[unit]) else "went aboard"
            return f"{called(game, units[unit])} {how} {called(game, units[carrier])}.", "Transport"
        case e.Unloaded(unit, to):
            how = "unlimbered" if tows(charts, units[unit]) else "got down"
            return f"{called(game, units[unit])} {how} in {to}.", "Transport"
        case e.WorkBegun(unit, task, hex, turns):
            return (
                f"{called(game, units[unit])} began to {DOING[task]} in {hex}: {_turns(turns)}.",
                "Engineers",
            )
        case e.WorkWent(unit, left):
            return (f"{called(game, units[unit])}: the work is done.", "Engineers") if not left else ("", "")
        case e.WorkLeft(unit, taken):
            why = "somebody is where the mines were to be" if taken else "there is nothing left to do"
            return f"{called(game, units[unit])} left the work: {why}.", "Engineers"
        case e.Remounted(unit, type):
            return (
                f"{called(game, units[unit])} {'mounted' if mounts(charts, type) else 'dismounted'}.",
                "Movement",
            )
        case e.UnitEnded(unit):
            return f"{called(game, units[unit])}: nothing more this turn.", "Dicing c"
        case e.SideExhausted(side, lost):
            return f"{side_name(game, side)} is exhausted: {_points(lost)} lost.", "Exhaustion Point"
        case e.ObjectiveTaken(side, hex):
            worth = sum(one.points for one in game.victory.objective if one.hex == hex) if game.victory else 0
            told = counted(worth, "victory point")
            return f"{side_name(game, side)} holds {hex}: {told}.", ""
        case e.BattleEnded(verdict):
            who = f"{side_name(game, verdict.winner)} wins" if verdict.winner else "Nobody wins"
            return f"{who}: {verdict.reason}.", verdict.rule
        case _:
            return "", ""
