"""The course of the turn, from one decision to the next (Turn Sequence, Dicing, Exhaustion Point)."""

from __future__ import annotations

from campaign.rules.refused import Refused
from campaign.rules.sides import other_side, side_name
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.activation import dice_for, ready, unready
from campaign.systems.portable_wargame_modern.decide import artillery, combat, hits, labour
from campaign.systems.portable_wargame_modern.gunnery import artillery_left, assailable, fireable
from campaign.systems.portable_wargame_modern.play import Play, own_unit
from campaign.systems.portable_wargame_modern.points import annihilated, on_points
from campaign.systems.portable_wargame_modern.reach import (
    cannot_move,
    cannot_turn,
    destinations,
    may_face,
    reach,
)
from campaign.systems.portable_wargame_modern.state import TASKS, Unit
from campaign.systems.portable_wargame_modern.whole_turn import cannot_remount, carriers, exits, places


def open_turn(play: Play) -> None:
    """The first turn of a battle, until somebody is asked: nothing is rolled yet."""
    play.emit(e.TurnBegan(1))
    cease(play)


def settle(play: Play) -> None:
    """Go on until somebody has something to decide, or the battle is over (Turn Sequence)."""
    game = play.state
    exhaust(play, "at-once")  # of who stood, and lost a point for it
    while game.verdict is None and not game.run:
        if game.hits:
            hits.resolve(play)
            exhaust(play, "at-once")
        elif game.fight is not None:
            combat.end_fight(play)
        elif verdict := annihilated(game):
            play.emit(e.BattleEnded(verdict))
        elif game.advance:
            return
        elif game.phase == "artillery":
            if waits_for_guns(play):
                return
        elif game.unit:
            if busy(play, game.units[game.unit]):
                return
            play.emit(e.UnitEnded(game.unit))
        elif game.left and ready(play):
            return
        elif game.active == game.first:
            roll_activation(play, other_side(game, game.active))
        else:
            end_turn(play)


# -- artillery and initiative ----------------------------------------------------------------------------------


def waits_for_guns(play: Play) -> bool:
    """Whether a side may still declare fire; if none may, all that was declared lands, or the dice are rolled."""
    game = play.state
    cease(play)
    if not all(force.done for force in game.forces.values()):
        return True
    if game.shots:
        artillery.land(play)
    else:
        roll_activation(play, roll_initiative(play))
    return False


def cease(play: Play) -> None:
    """A side without guns that can fire is not asked for any."""
    for side, force in play.state.forces.items():
        if not force.done and not artillery_left(play, side):
            play.emit(e.FireCeased(side, True))


def throw_initiative(play: Play, side: str, action: a.ThrowInitiative) -> None:
    roll_activation(play, roll_initiative(play))


def roll_initiative(play: Play) -> str:
    """The side that goes first: the higher die (Dicing a)."""
    sides = [side.id for side in play.state.sides]
    rolled: tuple[int, ...] = ()
    while True:
        one, other = play.dice.roll("initiative", 2, matters="order")
        rolled = (*rolled, one, other)
        if one != other or play.charts.readings.initiative_ties == "first-side":
            break
    first = sides[one < other]
    tied = ("initiative_ties",) if rolled[0] == rolled[1] else ()
    play.emit(e.InitiativeRolled(rolled, first, readings=tied))
    return first


def roll_activation(play: Play, side: str) -> None:
    """Dicing b."""
    count, commander, others = dice_for(play, side)
    dice = play.dice.roll(f"activation of {side_name(play.state, side)}", count)
    by = play.decided(("further_commanders",), lambda by: dice_for(by, side)[0])
    play.emit(e.ActivationRolled(side, dice, commander, others, readings=by))


# -- activation ------------------------------------------------------------------------------------------------


def activate(play: Play, side: str, action: a.Activate) -> None:
    unit = own_unit(play.state, side, action.unit)
    if why := unready(play, unit):
        allowed = [one.id for one in ready(play)]
        raise Refused(f"{unit.name} cannot be activated: {why[0]}.", why[1], allowed, "$.unit")
    play.emit(e.Activated(unit.id))


def pass_(play: Play, side: str, action: a.Pass) -> None:
    play.emit(e.Passed(side))


def busy(play: Play, unit: Unit) -> bool:
    """Whether the unit that is acting still has something to do."""
    if not unit.strength or unit.busy:
        return False
    return bool(
        (cannot_turn(play, unit) is None and may_face(play, unit))
        or assailable(play, unit)
        or fireable(play, unit)
        or (cannot_move(play, unit) is None and destinations(play, unit, reach(play, unit)))
        or exits(play, unit)
        or carriers(play, unit)
        or cannot_remount(play, unit) is None
        or any(places(play, unit, task) for task in TASKS)
    )


def end_unit(play: Play, unit: Unit, action: a.EndUnit) -> None:
    play.emit(e.UnitEnded(unit.id))


# -- the end of a turn -----------------------------------------------------------------------------------------


def end_turn(play: Play) -> None:
    game = play.state
    labour.work_on(play)
    exhaust(play, "turn-end")
    if game.verdict is not None:
        return
    if game.turn >= game.turns:
        play.emit(e.BattleEnded(on_points(game, f"the {game.turns} turns are over", "")))
    else:
        play.emit(e.TurnBegan(game.turn + 1))
        artillery.drift(play)


def exhaust(play: Play, when: str) -> None:
    """Who has lost a third of its strength is exhausted; when both are, the battle ends (Exhaustion Point)."""
    game = play.state
    if play.charts.readings.exhaustion != when:
        return
    for side, force in game.forces.items():
        if not force.exhausted and force.lost >= force.limit:
            play.emit(e.SideExhausted(side, force.lost, readings=("exhaustion",)))
    if game.verdict is None and all(force.exhausted for force in game.forces.values()):
        play.emit(e.BattleEnded(on_points(game, "both sides are exhausted")))
