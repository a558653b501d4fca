"""Labels of options and lines of the log.

A face-down counter is called by its id to everybody but its own side: events that are blanked lead here too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from campaign.rules.options import Option
from campaign.rules.options import points as written
from campaign.rules.sides import side_name
from campaign.rules.wording import count as counted
from campaign.rules.wording import some_hexes
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import telling, words_guns
from campaign.systems.mechwar_4.frames import Attack, Move
from campaign.systems.mechwar_4.naming import ARMS, added, faces, mine, name, outcome, points, side_of, theirs
from campaign.systems.mechwar_4.orders import MOST_TIRED, NAMES, fatigue_after
from campaign.systems.mechwar_4.state import GONE, Game

PARTS = ("", ", with two thirds of it", ", with a third of it")
"""What of a platoon that splits its fire takes part, by its table (6.93)."""
PACES = {"walk": "move", "double": "move at the double", "charge": "charge"}
FARTHER = {"double": "twice", "charge": "three times"}
FIRES = {
    "direct": "fires", "opportunity": "opportunity fire", "overwatch": "overwatch fire", "ambush": "ambush",
    "short-halt": "short halt", "overrun": "overrun",
}  # fmt: skip


# -- labels ----------------------------------------------------------------------------------------------------


def label(game: Game, option: Option) -> str:
    """One line that says what an option does."""
    return LABELS[type(option.action)](game, option, option.action)


def _fire(game: Game, option: Option, action: a.Fire | a.OverrunFire) -> str:
    foe = game.units[action.target]
    part = getattr(action, "part", 0)
    how = PARTS[part]
    how += ", half strength" if getattr(action, "halved", False) else ""
    return f"{mine(game, action.unit)}: fire {ARMS[action.arm]} at {theirs(game, foe.id)} in {foe.hex}{how}"


def _join(game: Game, option: Option, action: a.Join) -> str:
    how = PARTS[action.part]
    how += ", half strength" if action.halved else ""
    return f"{mine(game, action.unit)}: join with {ARMS[action.arm]}{how}"


def _resolve(game: Game, option: Option, action: a.Resolve) -> str:
    attack = game.stack[-1]
    count = len(attack.firers) if isinstance(attack, Attack) else 0
    return f"Resolve the attack at {theirs(game, option.target)} ({count} firing)"


def _hold(game: Game, option: Option, action: a.HoldFire) -> str:
    moving = any(isinstance(one, Move) for one in game.stack)
    return {
        "now": "Hold fire",
        "move": f"Hold fire for the rest of this {'move' if moving else 'attack'}",
        "turn": "Hold fire for the rest of the turn",
    }[action.until]


TOGETHER = ("full again", "a third lost", "two thirds lost")
"""What two partial units make, by the steps that are lost."""


def _regroup(game: Game, option: Option, action: a.Regroup) -> str:
    lost = game.units[action.unit].damage + game.units[action.other].damage - GONE
    return f"{mine(game, action.unit)}: take in {mine(game, action.other)} ({TOGETHER[max(lost, 0)]})"


def _there(option: Option, hex: str, how: str) -> str:
    """Where to, unless it is still to be chosen."""
    return f"{how} another hex" if option.ranges else f"{how} {hex}"


def _start(game: Game, option: Option, action: a.StartMove) -> str:
    """How far it goes, and how tired it is then (8.161 to 8.163)."""
    told = f"{mine(game, action.unit)}: {PACES[action.pace]}"
    if action.pace == "walk":
        return told
    tired = fatigue_after(game.units[action.unit], action.pace)
    rest = ", then it must rest" if tired > MOST_TIRED else ""
    return f"{told} ({FARTHER[action.pace]} as far, fatigue {tired}{rest})"


def _place(game: Game, option: Option, action: a.Place) -> str:
    if not action.hex:
        how = f"aboard {mine(game, action.carrier)}" if action.carrier else "on foot"
        return f"{mine(game, action.unit)}: come {how}"
    return f"{mine(game, action.unit)}: deploy {_there(option, action.hex, 'in')}"


def _line_up(game: Game, option: Option, action: a.LineUp) -> str:
    if option.ranges:
        return f"{mine(game, action.unit)}: another place in {'a' if action.hex else 'its'} column"
    by = f", by {action.hex}" if action.hex else ""
    return f"{mine(game, action.unit)}: place {action.place} in its column{by}"


def _ambush(game: Game, option: Option, action: a.Ambush) -> str:
    company = game.companies[action.company].name
    if not action.hex:
        return f"{company}: give up the ambush"
    return f"{company}: lie in ambush {'for what enters a hex' if option.ranges else f'at {action.hex}'}"


def _standing(game: Game, option: Option, action: a.StandingOrder) -> str:
    if not action.range:
        return f"{mine(game, action.unit)}: no standing order any more"
    near = "in range" if option.ranges else f"within {some_hexes(action.range)}"
    return f"{mine(game, action.unit)}: fire by itself at what moves {near}"


def _watch(game: Game, option: Option, action: a.Watch) -> str:
    if option.ranges:
        return "Be asked for opportunity fire only at what comes near"
    if not action.range:
        return "Not be asked for opportunity fire any more"
    return f"Be asked for opportunity fire within {some_hexes(action.range)}"


def _button(game: Game, option: Option, action: a.Button) -> str:
    return f"{mine(game, action.unit)}: {'button up' if action.up else 'stay open'}"


def _unit(what: str) -> Callable[[Game, Option, Any], str]:
    return lambda game, option, action: f"{mine(game, action.unit)}: {what}"


LABELS: Mapping[type[Any], Callable[[Game, Option, Any], str]] = {
    a.Begin: lambda game, option, action: "Deal the counters",
    a.Place: _place,
    a.LineUp: _line_up,
    a.Ready: lambda game, option, action: "Ready",
    a.Ambush: _ambush,
    a.StandingOrder: _standing,
    a.Watch: _watch,
    a.Pass: lambda game, option, action: "Pass for the rest of the turn",
    a.EndActivation: lambda game, option, action: "End the activation",
    a.Fire: _fire,
    a.Join: _join,
    a.Resolve: _resolve,
    a.HoldFire: _hold,
    a.Button: _button,
    a.StartMove: _start,
    a.Move: lambda game, option, action: f"{mine(game, action.unit)}: to {action.to}",
    a.Exit: _unit("leave the map"),
    a.EndMove: _unit("end its move"),
    a.FormColumn: lambda game, option, action: (
        f"{mine(game, action.unit)}: form column{' (all of its move)' if option.cost else ''}"
    ),
    a.LeaveColumn: _unit("leave column"),
    a.TakeDefilade: lambda game, option, action: (
        f"{mine(game, action.unit)}: take cover towards {action.edge}"
        f"{f' ({written(option.cost, option.parts)})' if option.cost else ''}"
    ),
    a.Mount: lambda game, option, action: f"{mine(game, action.unit)}: mount {mine(game, action.carrier)}",
    a.Dismount: _unit("dismount"),
    a.OverrunFire: _fire,
    a.Stay: lambda game, option, action: "Fight another round",
    a.Leave: lambda game, option, action: f"Leave the hex to {action.to}",
    a.Regroup: _regroup,
    **telling.LABELS,
    **words_guns.LABELS,
}


# -- the log ---------------------------------------------------------------------------------------------------


def describe(game: Game, event: Any) -> tuple[str, str]:
    """One line for the log and the rule's number; "" for what nobody needs to read of."""
    found = LINES.get(cast("type[Any]", type(event)))
    return found(game, event) if found is not None else ("", "")


def _initiative(game: Game, event: e.InitiativeRolled) -> tuple[str, str]:
    what = "fires first in the overrun" if event.overrun else "goes first"
    rule = "12" if event.overrun else "4.2"
    sums = ", ".join(
        f"{side.name} {die} + {level}"
        for side, die, level in zip(game.sides, event.dice[-2:], event.adds, strict=True)
    )
    return f"{side_name(game, event.side)} {what}: the lower die with its panic level ({sums}).", rule


PANICS = {
    "fire": "as it is to fire", "indirect": "as it is to fire", "move": "as it is to move", "hit": "under fire",
}  # fmt: skip


def _panic(game: Game, event: e.PanicRolled) -> tuple[str, str]:
    """limit: 0 for who may not know."""
    removal = event.why == "removal"
    told = f"die {event.die}{added(event.terms)}"
    if event.limit:
        told += f"; calm at {event.limit} or less" if removal else f"; panic at {event.limit} or less"
    if removal:
        what = "still panics" if event.panicked else "panics no more"
    else:
        what = f"{'panics' if event.panicked else 'keeps calm'} {PANICS[event.why]}"
    return f"{name(game, event.unit)} {what} ({told}).", "13.1"


def _shot(game: Game, event: e.ShotResolved) -> tuple[str, str]:
    """table: "" for who may not know."""
    who, whom = name(game, event.unit), name(game, event.target)
    how = "" if event.fire == "direct" else f" ({FIRES[event.fire]})"
    hexes = f"{event.range} hex{'' if event.range == 1 else 'es'} away" if event.range else "in the same hex"
    told = f"die {faces(event.dice)}{added(event.terms)}"
    if event.table:
        told += f", column {event.column:+d} of the {event.table} table"
    return f"{who}{how} at {whom}, {hexes}: {outcome(event.result, event.steps)} ({told}).", "6.0"


def _declared(game: Game, event: e.AttackDeclared) -> tuple[str, str]:
    how = FIRES[event.fire] if event.fire == "direct" else f"declares {FIRES[event.fire]}"
    return f"{name(game, event.unit)} {how} at {name(game, event.target)} in {event.hex}.", "6.13"


def _damaged(game: Game, event: e.UnitDamaged) -> tuple[str, str]:
    return f"{name(game, event.unit)} has lost {event.damage} of 3 steps.", "6.0"


def _out(game: Game, event: e.UnitRemoved) -> tuple[str, str]:
    what = {
        "eliminated": ("is eliminated", "6.0"),
        "no missiles": ("has no missiles left and goes", "6.84"),
        "regrouped": ("joins another unit", "4.1"),
        "exited": ("leaves the map", "20.5"),
        "": ("is back", ""),
    }[event.why]
    return f"{name(game, event.unit)} {what[0]}.", what[1]


def _depletion(game: Game, event: e.DepletionRolled) -> tuple[str, str]:
    left = "nothing left" if not event.level else f"ammunition at {event.level} of 3"
    told = f"die {faces(event.dice)}; less at {event.rating} or less"
    return f"{name(game, event.unit)}, {ARMS[event.arm]}: {left} ({told}).", "6.84"


def _moved(game: Game, event: e.UnitMoved) -> tuple[str, str]:
    cost = f" ({points(event.cost)})" if event.cost else ""
    return f"{name(game, event.unit)} moves to {event.to}{cost}.", "8.0"


def _mines(game: Game, event: e.MinesMet) -> tuple[str, str]:
    where = f"{'enters' if event.entering else 'leaves'} the mined hex {event.hex}"
    told = f"die {faces(event.dice)}, column {event.column:+d}"
    return f"{name(game, event.unit)} {where}: {outcome(event.result, event.steps)} ({told}).", "16.1"


def _formation(game: Game, event: e.FormationChanged) -> tuple[str, str]:
    company = game.companies[event.company].name
    if event.broken:
        return f"{company} is out of formation: panic level +1.", "4.1"
    if event.grace:
        return (
            f"{company} is out of formation through losses: it has until the end of turn {event.grace}.",
            "4.1",
        )
    return f"{company} is in formation again.", "4.1"


def _scored(game: Game, event: e.Scored) -> tuple[str, str]:
    if not event.points:
        return "", ""
    count = counted(event.points, "point")
    counter = event.what in game.units or event.what in game.aircraft
    what = name(game, event.what) if counter else event.what or "somebody"
    return f"{side_name(game, event.side)}: {count} for {what}.", "20.51"


def _ended(game: Game, event: e.BattleEnded) -> tuple[str, str]:
    verdict = event.verdict
    who = f"{side_name(game, verdict.winner)} wins" if verdict.winner else "Nobody wins"
    return f"{who}: {verdict.reason}.", verdict.rule


def _held(game: Game, event: e.WindowClosed) -> tuple[str, str]:
    """Only what was said of the turn: else it is plain, or nobody was asked."""
    if event.until != "turn":
        return "", ""
    return f"{side_name(game, event.side)} holds its fire for the rest of the turn.", "4.1"


def _placed(game: Game, event: e.UnitPlaced) -> tuple[str, str]:
    if event.hex:
        return f"{name(game, event.unit)} is deployed in {event.hex}.", "20.41"
    how = f"aboard {name(game, event.carrier)}" if event.carrier else "on foot"
    return f"{name(game, event.unit)} is to come {how}.", "20.67"


def _ordered(game: Game, event: e.ColumnOrdered) -> tuple[str, str]:
    place = f"place {event.units.index(event.unit) + 1} of {len(event.units)}"
    by = f", by {event.hex}" if event.hex else ""
    return f"{name(game, event.unit)} has {place} in its column{by}.", "20.42"


def _one(what: str, rule: str) -> Callable[[Game, Any], tuple[str, str]]:
    return lambda game, event: (f"{name(game, event.unit)} {what}.", rule)


LINES: Mapping[type[Any], Callable[[Game, Any], tuple[str, str]]] = {
    e.ForcesPlaced: lambda game, event: ("The forces are in place.", "20.4"),
    e.CountersDealt: lambda game, event: (f"{side_of(game, event.side)} counters are dealt.", "20.43"),
    e.GunsDealt: lambda game, event: (
        f"{side_of(game, event.side)} guns off the map and aircraft are numbered.", "20.43",
    ),
    e.UnitPlaced: _placed,
    e.ColumnOrdered: _ordered,
    e.SideReady: lambda game, event: (f"{side_name(game, event.side)} is ready.", ""),
    e.TurnBegan: lambda game, event: (f"Turn {event.turn} of {game.turns} begins.", "4.1"),
    e.InitiativeRolled: _initiative,
    e.SidePassed: lambda game, event: (
        f"{side_name(game, event.side)} passes{' for the rest of the turn' if event.final else ''}.", "8.23"
    ),
    e.CommandGiven: lambda game, event: (
        f"{game.companies[event.company].name}: {NAMES[event.command]}.", "19.1"
    ),
    e.AmbushSet: lambda game, event: (
        f"{game.companies[event.company].name} lies in ambush{f' at {event.hex}' if event.hex else ' no more'}.",
        "6.913",
    ),
    e.AmbushLost: lambda game, event: (f"{game.companies[event.company].name} lies in ambush no more.", "6.913"),
    e.StandingGiven: lambda game, event: (
        f"{name(game, event.unit)}: standing order "
        f"{f'to {some_hexes(event.order.range)}' if event.order else 'withdrawn'}.",
        "house rule",
    ),
    e.WatchSet: lambda game, event: (
        f"{side_name(game, event.side)} is asked for opportunity fire within {some_hexes(event.range)}.", "house rule"
    ),
    e.WindowClosed: _held,
    e.PanicRolled: _panic,
    e.UnitSeen: lambda game, event: (f"{name(game, event.unit)} is observed.", event.rule),
    e.UnitHid: lambda game, event: (
        (f"{name(game, event.unit)} pulls back behind its cover.", "6.92")
        if event.why
        else (f"{name(game, event.unit)} is out of sight.", "5.22")
    ),
    e.AttackDeclared: _declared,
    e.FirerJoined: _one("joins the attack", "6.3"),
    e.InfantryFound: lambda game, event: (
        f"{name(game, event.target)} is part of {name(game, event.infantry)}: "
        f"{'it is that which is fired at' if event.fires else 'it cannot be fired at by itself'}.",
        "19.613",
    ),
    e.ButtonedUp: lambda game, event: (
        f"{name(game, event.unit)} {'buttons up' if event.up else 'stays open'}.", "7.3"
    ),
    e.ShotResolved: _shot,
    e.ShotWasted: lambda game, event: (f"{name(game, event.unit)}'s fire is wasted: {event.why}.", event.rule),
    e.UnitSuppressed: lambda game, event: (f"{name(game, event.unit)}: suppression {event.level}.", "7.5"),
    e.UnitDamaged: _damaged,
    e.UnitRemoved: _out,
    e.WreckLeft: lambda game, event: (f"A wreck lies in {event.hex}.", "19.51"),
    e.DepletionRolled: _depletion,
    e.MoveEnded: _one("ends its move", "8.0"),
    e.MoveBegan: _one("begins to move", "8.0"),
    e.UnitMoved: _moved,
    e.UnitEntered: lambda game, event: (f"{name(game, event.unit)} comes onto the map in {event.to}.", "20.6"),
    e.UnitExited: _one("leaves the map", "20.5"),
    e.ColumnChanged: lambda game, event: (
        f"{name(game, event.unit)} {'forms' if event.column else 'leaves'} column.", "8.11"
    ),
    e.DefiladeChanged: lambda game, event: (
        (f"{name(game, event.unit)} takes cover towards {event.edge} (defilade)." if event.edge else "", "10.5")
    ),
    e.Mounted: lambda game, event: (f"{name(game, event.unit)} mounts {name(game, event.carrier)}.", "9.1"),
    e.Dismounted: lambda game, event: (f"{name(game, event.unit)} dismounts in {event.hex}.", "9.1"),
    e.MoveUndone: lambda game, event: (f"{name(game, event.unit)} is back in {event.to}.", "9.32"),
    e.FatigueChanged: lambda game, event: (f"{name(game, event.unit)}: fatigue {event.fatigue}.", "8.16"),
    e.HexTaken: lambda game, event: (f"{side_name(game, event.side)} takes {event.hex}.", "20.5"),
    e.MinesMet: _mines,
    e.OverrunBegan: lambda game, event: (f"{name(game, event.unit)} overruns {event.hex}.", "12"),
    e.OverrunRound: lambda game, event: (f"Firefight {event.round}.", "12"),
    e.OverrunEnded: lambda game, event: ("The overrun is over.", "12"),
    e.SuppressionLifted: lambda game, event: ("All suppression is lifted.", "7.4"),
    e.SmokeLifted: lambda game, event: (f"The smoke in {', '.join(event.hexes)} is gone.", "18.2"),
    e.Regrouped: lambda game, event: (
        f"{name(game, event.unit)} takes in {name(game, event.other)}: {TOGETHER[event.damage]}.", "4.1"
    ),
    e.FormationChanged: _formation,
    e.Scored: _scored,
    e.BattleEnded: _ended,
    **telling.LINES,
    **words_guns.LINES,
}  # fmt: skip
