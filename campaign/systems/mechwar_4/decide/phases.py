"""The turn: its phases, and what happens in them by itself (4.1)."""

from __future__ import annotations

from campaign.rules.muster import Verdict
from campaign.rules.sides import other_side, side_name
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import morale, orders, watching
from campaign.systems.mechwar_4.decide import engineers, formations, mines, warfare
from campaign.systems.mechwar_4.decide.initiative import roll
from campaign.systems.mechwar_4.decide.setup import may_line_up, may_mount
from campaign.systems.mechwar_4.known import hides
from campaign.systems.mechwar_4.panic import removal
from campaign.systems.mechwar_4.play import Play, may_act


def setup(play: Play) -> None:
    """The counters are dealt: deploy, if the scenario leaves any choice, a column waits off the map (20.42), somebody
    there may come mounted (20.67; in the fog whoever it is), or a company may lie in ambush."""
    game = play.state
    waiting = [one for one in game.units.values() if one.entry]
    columns = any(may_line_up(play, one) or hides(game) or may_mount(play, one) for one in waiting)
    if game.areas or columns or game.switches.ambush or any(one.side for one in game.mines):
        play.emit(e.PhaseBegan("setup"))
    else:
        first_turn(play)


def first_turn(play: Play) -> None:
    begin_turn(play, 1)


def begin_turn(play: Play, turn: int) -> None:
    """Orders first, where command is in force (19.1), or the radio may be kept silent (19.99)."""
    play.emit(e.TurnBegan(turn))
    if play.state.switches.command or play.state.switches.electronic_warfare:
        play.emit(e.PhaseBegan("orders"))
    else:
        action(play)


def action(play: Play) -> None:
    """A and B: who is first is rolled for; in the first turn the scenario says (4.2, 4.1)."""
    game = play.state
    play.emit(e.PhaseBegan("action"))
    side = roll(play) if game.turn > 1 else game.first
    watching.forget(play)
    watching.look_around(play)
    play.emit(e.ActivationBegan(side))
    if not may_act(play, side):
        play.next_side()


def next_activation(play: Play) -> None:
    play.next_side()


def removal_phase(play: Play) -> None:
    """C: suppression goes by itself (7.4); panic goes or stays (13.1). Who moved nowhere rests (8.164)."""
    game = play.state
    mines.ploughed(play)
    pull_back(play)
    lost_ambushes(play)
    for unit in list(game.units.values()):
        idle = not unit.moved or (unit.panicked and unit.hex == unit.came)  # panicked as it was to move
        if unit.fatigue and idle and not unit.out:
            play.emit(e.FatigueChanged(unit.id, unit.fatigue - 1))
    for unit in list(game.units.values()):
        if unit.panicked and not unit.out and orders.may_rally(play, unit):
            removal(play, unit, orders.beside(play, unit))
    morale.rally_companies(play)
    suppressed = tuple(one.id for one in game.units.values() if one.suppression and not one.out)
    if suppressed or any(one.suppression for one in game.batteries.values()):
        play.emit(e.SuppressionLifted(suppressed))


def pull_back(play: Play) -> None:
    """6.92: who fired from behind cover and has no enemy within observation range is hidden again."""
    game = play.state
    if not game.switches.pull_back:
        return
    for unit in list(game.units.values()):
        if not unit.exposed or unit.out or not unit.seen or unit.panicked:
            continue
        if next(watching.observers(play, unit), None) is None:
            play.emit(e.UnitHid(unit.id, "pull-back"))


def lost_ambushes(play: Play) -> None:
    """6.9132: an ambush is over once any of its company is seen."""
    game = play.state
    seen = {one.company for one in game.units.values() if one.seen and not one.out}
    for company in game.companies.values():
        if company.ambush and company.id in seen:
            play.emit(e.AmbushLost(company.id))


def listening(play: Play) -> None:
    """19.91: at the beginning of D, whoever has direction finders listens."""
    removal_phase(play)
    if any(warfare.listens(play, side.id) for side in play.state.sides):
        play.emit(e.PhaseBegan("listening"))
    else:
        indirect(play)


def indirect(play: Play) -> None:
    """D: smoke of the turn before is gone (18.2)."""
    game = play.state
    play.emit(e.PhaseBegan("indirect"))
    gone = tuple(one.hex for one in game.smoke if one.turn < game.turn)
    if gone:
        play.emit(e.SmokeLifted(gone))


def regroup(play: Play) -> None:
    """E. Before it, at the end of D, jammers may break down and headquarters rally (19.915, 19.824)."""
    warfare.jammers_work_on(play)
    morale.rally_battalions(play)
    play.emit(e.PhaseBegan("regroup"))


def end_turn(play: Play) -> None:
    """F: formations are looked at; after the last turn the battle is over."""
    game = play.state
    engineers.work(play)
    formations.check(play)
    side = beaten(play)
    if game.turn < game.turns and not side:
        begin_turn(play, game.turn + 1)
        return
    objectives(play)
    play.emit(e.BattleEnded(verdict(play, side)))


def beaten(play: Play) -> str:
    """A side that has nothing left, on the map or to come; not while the other has points to get by leaving."""
    victory = play.state.victory
    leavers = {one.side for one in victory.exit} if victory is not None else set[str]()
    for side in play.state.sides:
        if all(one.out for one in play.state.units.values() if one.side == side.id):
            other = other_side(play.state, side.id)
            going = other in leavers and any(
                one.side == other and not one.out for one in play.state.units.values()
            )
            return "" if going else side.id
    return ""


def objectives(play: Play) -> None:
    """20.5: hexes held at the end: a town is all its hexes."""
    victory = play.state.victory
    if victory is None:
        return
    for one in victory.objective:
        holders = {play.state.held[hex] for hex in one.hexes}
        (side,) = holders if len(holders) == 1 else ("",)
        if side:
            play.emit(e.Scored(side, one.points, one.name))


def verdict(play: Play, gone: str) -> Verdict:
    """20.5: the greater number of points wins."""
    game = play.state
    first, second = game.sides
    one, other = (game.forces[side.id].score for side in (first, second))
    tie = game.victory.tie if game.victory is not None else ""
    winner = first.id if one > other else second.id if other > one else tie
    counted = f"{first.name} {one} points, {second.name} {other}"
    if gone:
        counted = f"{side_name(game, gone)} has nothing left; {counted}"
    return Verdict(winner, counted, game.turn, "20.5")
