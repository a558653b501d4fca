"""31.11.2: who leaves a vehicle, jumps off it under way, runs from it, and crews on foot."""

from __future__ import annotations

from typing import Literal

from campaign.rules.chapters import Chapter, Told
from campaign.rules.hexes import Hex
from campaign.rules.piles import draw
from campaign.systems.combat_volume_2.people import checks, moving, wounds
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import (
    FRIEND,
    Game,
    Man,
    Order,
    Vehicle,
)
from campaign.systems.combat_volume_2.vehicles.arcs import afv
from campaign.systems.combat_volume_2.vehicles.handling import pace, stationary

BAIL = "bail-out"
MOST_OUT = 4
"""So many leave a vehicle without armour in a turn."""
JUMPING = {"ahead-slow": 1, "fast": -2}
"""What a check of quality gains or loses for who jumps off under way; nothing from a vehicle that crawls."""


class BailedOut(Event, frozen=True, tag="bailed-out"):
    """needed, dice, result: of one who jumps off a vehicle under way, where that takes a check."""

    unit: str
    needed: int = 0
    result: Literal["", "pass", "fail", "nine"] = ""
    dice: tuple[int, ...] = ()


class RanFrom(Event, frozen=True, tag="ran-from-vehicle"):
    """One hex away from what he has left. dice: for a random direction, or the number of the card that was drawn for
    it."""

    unit: str
    hex: Hex
    dice: tuple[int, ...] = ()
    card: bool = False


def number(seat: str) -> int:
    """How high a seat counts where the highest leave first; crews last."""
    return int(seat) if seat.isdigit() else 0


def may_leave(play: Play, vehicle: Vehicle) -> list[str]:
    """Who of those with a Bail Out may leave a vehicle without armour in this turn: the four in the highest seats."""
    turn, out = vehicle.exits
    out = out if turn == play.state.turn else 0
    waiting = [man for man in play.state.crew(vehicle.id) if man.able and man.order.word == BAIL]
    waiting.sort(key=lambda man: -number(man.seat))
    return [man.id for man in waiting[: max(MOST_OUT - out, 0)]]


def may_jump(play: Play, man: Man, vehicle: Vehicle) -> bool:
    if afv(play, vehicle):
        return vehicle.hatches.get(man.seat) in ("open", "gone") and stationary(play, vehicle)
    return man.id in may_leave(play, vehicle)


def bail_out(play: Play, man: Man, vehicle: Vehicle) -> None:
    """He is out; whoever jumps off faster than at a crawl may fall (31.11.2)."""
    speed = pace(play, vehicle)
    if speed not in ("ahead-slow", "forward", "fast"):
        play.emit(BailedOut(man.id))
        return
    needed = checks.quality(play, man) + JUMPING.get(speed, 0)

    def reading(face: int) -> Literal["pass", "fail", "nine"]:
        return "nine" if face == 9 else "pass" if face <= needed else "fail"

    result, face = checks.d10(play, f"{named(man)} jumps off: needs {needed}", reading)
    play.emit(BailedOut(man.id, needed, result, (face,)))
    if result == "nine":
        wounds.wound_cards(play, man, 1, how="crash")


def run(play: Play, man: Man, hex: Hex) -> None:
    """In impulse 4: a hex away. An enemy's crew in the direction of a card's rout, his passengers anywhere; the
    player's men as in rout, towards a friendly edge."""
    if man.side == FRIEND:
        if hex and hex != man.hex:
            play.emit(RanFrom(man.id, hex))
        return
    card = crewman(play, man)
    if card:
        die = draw(play.dice, checks.gather(play, "enemy"), f"Where {named(man)} runs")
        way = moving.turned(play, man.hex, play.charts.enemy_cards[die].rout)
    else:
        way = die = checks.d6(play, f"Where {named(man)} runs")
    there = play.next_to(man.hex, way)
    goes = there if there is not None and not moving.barred(play, man, there) else man.hex
    play.emit(RanFrom(man.id, goes, (die,), card))


def crewman(play: Play, man: Man) -> bool:
    """Whether he belongs to a vehicle's crew, in it or out of it, and is no passenger."""
    return man.team in play.state.vehicles


def ways_out(play: Play, man: Man) -> list[Hex]:
    """Where a friend may run who has bailed out: of a crew nearer to a friendly edge, else to a neutral one; a
    passenger to any hex; or he stays (31.11.2)."""
    mission = play.state.mission
    found = [man.hex]
    if not crewman(play, man):
        around = play.board.neighbours[man.hex]
        return found + [hex for hex in around if hex is not None and not moving.barred(play, man, hex)]
    for edge in mission.friendly or mission.neutral:
        for there in play.board.neighbours[man.hex]:
            if there is None or there in found or moving.barred(play, man, there):
                continue
            if moving.to_edge(play, there, edge) < moving.to_edge(play, man.hex, edge):
                found.append(there)
    return found


def on_foot(play: Play, man: Man) -> bool:
    """Whether he is a crewman of the player's outside his vehicle, whose orders are few (31.11.2)."""
    return man.side == FRIEND and not man.vehicle and crewman(play, man)


def barred_on_foot(play: Play, man: Man, word: str) -> tuple[str, str] | None:
    """Why a crewman on foot may not be given an order: he hides, ducks, rallies, mounts, moves towards a friendly edge,
    and shoots only with a known enemy in sight."""
    row = play.charts.orders[word]
    if row.shoots:
        if not any(
            foe.spotted and moving.sight.sees_man(play, man, foe, up=True) for foe in play.foes(man.side)
        ):
            return f"{named(man)} is of a crew: he shoots only at an enemy whom he sees.", "31.11.2"
        return None
    if row.moving and not (play.state.mission.friendly or play.state.mission.neutral):
        return f"{named(man)} is of a crew: without an edge to go to he hides.", "31.11.2"
    if word == "charge":
        return f"{named(man)} is of a crew: he moves towards a friendly edge alone.", "31.11.2"
    return None


def barred_ways(play: Play, man: Man, ways: tuple[int, ...]) -> bool:
    """Whether directions lead a crewman on foot anywhere but nearer to a friendly edge (31.11.2)."""
    mission = play.state.mission
    for edge in mission.friendly or mission.neutral:
        at, good = man.hex, True
        for way in ways:
            there = play.next_to(at, way)
            if there is None:
                good = good and moving.edge_of(play, at, way) == edge
                break
            good = good and moving.to_edge(play, there, edge) < moving.to_edge(play, at, edge)
            at = there
        if good:
            return False
    return True


def bailed_out(game: Game, event: BailedOut) -> None:
    man = game.men[event.unit]
    vehicle = game.vehicles[man.vehicle]
    if man.seat == "D":
        vehicle.stop = vehicle.stop or "nobody drives it"
    man.vehicle, man.seat, man.marker, man.marked = "", "", "", ""
    man.spent["left-vehicle"] = game.turn
    turn, out = vehicle.exits
    vehicle.exits = (game.turn, out + 1 if turn == game.turn else 1)
    man.spotted = True
    if event.result in ("fail", "nine"):
        man.order = Order("duck-back")


def ran_from(game: Game, event: RanFrom) -> None:
    man = game.men[event.unit]
    man.hex = event.hex
    man.spent.pop("left-vehicle", None)
    man.order = Order("duck-back")
    if event.card:
        game.enemy.take(event.dice[0])


def told_of_bailing(play: Play, event: BailedOut) -> str:
    name = named(play.man(event.unit))
    if not event.result:
        return f"{name} bails out."
    how = {"pass": "lands on his feet", "fail": "ducks back", "nine": "falls"}[event.result]
    return f"{name} jumps off, {checks.rolled(event.dice, event.needed)}: he {how}."


def told_of_running(play: Play, event: RanFrom) -> str:
    return f"{named(play.man(event.unit))} runs to {event.hex}."


def fact_of_bailing(play: Play, event: BailedOut) -> str:
    return {"pass": "on his feet", "fail": "ducks back", "nine": "falls"}.get(event.result, "out")


CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=BailedOut, apply=bailed_out, rule="31.11.2", words=told_of_bailing, dice="dice",
            fact=fact_of_bailing,
        ),
        Told(event=RanFrom, apply=ran_from, rule="31.11.2", words=told_of_running, dice="dice"),
    ),
)  # fmt: skip
