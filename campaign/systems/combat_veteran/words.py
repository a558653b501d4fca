"""Sentences: what an option does, what an event says in the log, with the rule's number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaign.rules.options import Option
from campaign.rules.sides import side_name
from campaign.rules.wording import count
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.state import Game, Marker

MARKER_WORDS: Mapping[Marker, str] = {
    "coaxial": "coaxial MG malfunction",
    "hull-mg": "hull MG malfunction",
    "immobilized": "immobilized",
    "turret": "turret inoperable",
    "main-gun": "main gun malfunction",
    "unmanned": "unmanned",
}
PHASE_WORDS = {
    "repair": "Discipline",
    "movement": "Movement",
    "combat": "Combat",
    "close-combat": "Close Combat",
}
ROUND_WORDS = {"main": "Rounds", "mg": "Belts"}
RATING_WORDS = {"main": "main armament", "mg": "machineguns"}


def _dice(number: int) -> str:
    return count(number, "die", "dice")


def label(game: Game, option: Option) -> str:
    """One line that says what an option does."""

    def name(unit: str) -> str:
        return game.pieces[unit].name

    def weapon(unit: str, rating: str) -> str:
        return RATING_WORDS[rating] if game.pieces[unit].kind == "vehicle" else "fire"

    match option.action:
        case a.Repair(unit, marker):
            return f"Repair {name(unit)}: {MARKER_WORDS[marker]}"
        case a.Step(unit, to, facing):
            return f"{name(unit)} to {to}{f' by the {facing} corner' if facing else ''}, cost {option.cost}"
        case a.Drive(unit, to):
            return f"{name(unit)} drives to {to}, cost {option.cost}"
        case a.Pivot(unit, facing):
            return f"{name(unit)} pivots to {facing}"
        case a.Maneuver(unit):
            return f"{name(unit)} maneuvers: one hex at most, attacks on it halved"
        case a.Speed(unit):
            return f"{name(unit)} speeds: movement doubled, attacks on it lose dice, may break down"
        case a.Mount(unit, carrier):
            return f"{name(unit)} goes with {name(carrier)}"
        case a.Dismount(unit):
            return f"{name(unit)} dismounts"
        case a.Fire(unit, rating, target):
            return (
                f"{name(unit)} fires at {name(target)}: {weapon(unit, rating)}, {_dice(max(option.dice, 1))}"
            )
        case a.Face(facing):
            return f"Face {facing}: {_dice(max(option.dice, 0))} against it"
        case a.HoldFire(until):
            if game.opportunity is not None and game.opportunity.declared:
                return "No more fire into this hex"
            return {
                "hex": "Hold fire here",
                "move": "Hold fire while it moves",
                "phase": "Hold fire all phase",
            }[until]
        case a.Deflect(cancel):
            return f"Cancel {' and '.join(map(str, cancel))}"
        case a.CloseCombat(hex):
            return f"Close combat in {hex}"
        case _:
            return f"End the {PHASE_WORDS[game.phase]} phase"


def _placed(game: Game, event: e.ForcesPlaced) -> tuple[str, str]:
    return f"The forces are set up: {count(len(event.pieces), 'piece')} on {event.board}.", "5.0"


def _phase(game: Game, event: e.PhaseBegan) -> tuple[str, str]:
    return f"Turn {event.turn}: {PHASE_WORDS[event.phase]} phase of {side_name(game, event.side)}.", "5.0"


def _nominated(game: Game, event: e.RepairNominated) -> tuple[str, str]:
    return f"{_name(game, event.unit)} will be repaired: {MARKER_WORDS[event.marker]}.", "6.0"


def _repair(game: Game, event: e.RepairTried) -> tuple[str, str]:
    what = {
        "repaired": "is repaired",
        "failed": "is not repaired",
        "written-off": "cannot be repaired: a write-off",
    }
    marker = MARKER_WORDS[event.marker]
    bonus = f" +{event.bonus}" if event.bonus else ""
    return f"{_name(game, event.unit)}, {marker}: rolls {event.die}{bonus}, {what[event.result]}.", "6.0"


def _wrecked(game: Game, event: e.Wrecked) -> tuple[str, str]:
    causes = {
        "critical": ("by a critical hit", "9.7"),
        "damage": ("by its sixth kind of damage", "9.7"),
        "captured": ("without a crew, by an enemy in its hex", "9.7"),
        "write-off": ("as a write-off", "6.0"),
    }
    how, rule = causes[event.cause]
    return f"{_name(game, event.unit)} is wrecked {how}.", rule


def _killed(game: Game, event: e.Killed) -> tuple[str, str]:
    name = _name(game, event.unit)
    if event.cause == "used":
        return f"{name} is used up.", "3.2"
    return f"{name} is lost{' with its carrier' if event.cause == 'aboard' else ''}.", "3.2"


def _broke_down(game: Game, event: e.BrokeDown) -> tuple[str, str]:
    bonus = f" +{event.bonus}" if event.bonus else ""
    name = _name(game, event.unit)
    return f"{name} breaks down at speed ({event.die}{bonus} below {event.cost}): immobilized.", "8.13"


def _moved(game: Game, event: e.Moved) -> tuple[str, str]:
    facing = f", facing {event.facing}" if event.facing else ""
    return (
        f"{_name(game, event.unit)} enters {event.to}{facing} (cost {event.cost}, {event.spent} spent).",
        "8.0",
    )


def _declared(game: Game, event: e.FireAdded | e.FireDeclared) -> tuple[str, str]:
    return f"{_name(game, event.unit)} declares fire at {_name(game, event.target)}.", "7.8"


def _attack(game: Game, event: e.AttackRolled) -> tuple[str, str]:
    kind = "Defensive fire" if event.defensive else "Attack"
    sums = ", ".join(f"{m.what} {m.value:+d}" for m in event.modifiers)
    dice = " ".join(map(str, event.dice)) or "no dice"
    spent = f" {ROUND_WORDS[event.rating]} used: {event.spent}." if event.spent else ""
    return f"{kind}: {_name(game, event.unit)} at {_name(game, event.target)} ({sums}): {dice}.{spent}", "9.7"


def _damage(game: Game, event: e.DamageTaken) -> tuple[str, str]:
    new = ", ".join(MARKER_WORDS[marker] for marker in event.markers) or "nothing new"
    return f"{_name(game, event.unit)} is damaged ({' '.join(map(str, event.dice))}): {new}.", "9.7"


def _close(game: Game, event: e.CloseCombatFought) -> tuple[str, str]:
    ours, theirs = (side_name(game, side) for side in event.sides)
    end = f"{side_name(game, event.loser)} loses" if event.loser else "a tie"
    return (
        f"Close combat in {event.hex}: {ours} {event.totals[0]}, {theirs} {event.totals[1]}: {end}.",
        "10.0",
    )


def _ended(game: Game, event: e.BattleEnded) -> tuple[str, str]:
    verdict = event.verdict
    who = f"{side_name(game, verdict.winner)} wins" if verdict.winner else "Nobody wins"
    return f"{who}: {verdict.reason}.", verdict.rule


def _name(game: Game, unit: str) -> str:
    return game.pieces[unit].name


_HELD = {"hex": "here", "move": "while it moves", "phase": "for the rest of the phase"}

TELLERS: Mapping[type[Any], Callable[[Game, Any], tuple[str, str]]] = {
    e.ForcesPlaced: _placed,
    e.PhaseBegan: _phase,
    e.RepairNominated: _nominated,
    e.RepairTried: _repair,
    e.Wrecked: _wrecked,
    e.Killed: _killed,
    e.Wounded: lambda game, event: (f"{_name(game, event.unit)} is wounded.", "9.7"),
    e.Moved: _moved,
    e.Pivoted: lambda game, event: (f"{_name(game, event.unit)} pivots to {event.facing}.", "7.8"),
    e.StanceTaken: lambda game, event: (
        f"{_name(game, event.unit)} is {event.stance}.",
        "8.12" if event.stance == "maneuvering" else "8.13",
    ),
    e.BrokeDown: _broke_down,
    e.Mounted: lambda game, event: (
        f"{_name(game, event.unit)} goes with {_name(game, event.carrier)}.",
        "8.2",
    ),
    e.Dismounted: lambda game, event: (f"{_name(game, event.unit)} is on the ground in {event.hex}.", "8.2"),
    e.FireOffered: lambda game, event: (f"{_name(game, event.mover)} may be fired at.", "7.8"),
    e.FireHeld: lambda game, event: (f"No further fire {_HELD[event.until]}.", "7.8"),
    e.FireAdded: _declared,
    e.FireDeclared: lambda game, event: (
        (f"No more fire is declared at {_name(game, event.target)}.", "7.8")
        if game.read.declaring == "all"
        else _declared(game, event)
    ),
    e.AttackRolled: _attack,
    e.DiceCancelled: lambda game, event: (f"Deflected: {' '.join(map(str, event.cancelled))}.", "9.7"),
    e.AttackMissed: lambda game, event: (f"No effect on {_name(game, event.target)}.", "9.7"),
    e.Stopped: lambda game, event: (f"{_name(game, event.unit)} must stop.", "9.7"),
    e.DamageTaken: _damage,
    e.CloseCombatFought: _close,
    e.BattleEnded: _ended,
}


def describe(game: Game, event: Any) -> tuple[str, str]:
    """One line for the log and the rule's number."""
    return TELLERS[type(event)](game, event)
