"""2.2: a unit fires at another within its range, and needs so much on a die."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.contract.pattern.play import Action, Event, Play
from campaign.contract.pattern.state import Game
from campaign.contract.pattern.turns import end_turn, not_own
from campaign.rules.chapters import Answer, Chapter, Told, by_deed
from campaign.rules.options import Modifier, Option
from campaign.rules.refused import Refused, no_such

IN_WOOD = 1
"""So much more is needed against a unit in a wood."""


class Fire(Action, frozen=True, tag="fire"):
    unit: str
    target: str


class Fired(Event, frozen=True, tag="fired"):
    """dice: what was rolled. hit: whether that is enough."""

    unit: str
    target: str
    dice: tuple[int, ...]
    hit: bool


class Destroyed(Event, frozen=True, tag="destroyed"):
    unit: str


def fired(game: Game, event: Fired) -> None:
    game.units[event.target].hits += event.hit


def destroyed(game: Game, event: Destroyed) -> None:
    game.units[event.unit].hex = ""


def modifiers(play: Play, target: str) -> tuple[Modifier, ...]:
    """What is added to the number that is needed."""
    wooded = play.board.terrain[play.state.units[target].hex] == "wood"
    return (Modifier("in a wood", IN_WOOD, "2.2"),) if wooded else ()


def needed(play: Play, unit: str, target: str) -> int:
    """The least of a die that hits."""
    more = sum(one.value for one in modifiers(play, target))
    return min(play.vehicle(play.state.units[unit]).needs + more, 6)


def within_range(play: Play, side: str, unit: str) -> list[str]:
    """The enemy's units that this one can fire at."""
    shooter = play.state.units[unit]
    reach = play.vehicle(shooter).range
    return [one.id for one in play.enemies(side) if play.board.distance(shooter.hex, one.hex) <= reach]


def targets(play: Play, side: str) -> Iterator[Option]:
    for unit in play.state.of(side):
        for target in within_range(play, side, unit.id):
            yield Option(Fire(unit.id, target), unit.id, target, dice=1, modifiers=modifiers(play, target))


def no_target(play: Play, side: str, action: Fire) -> Iterator[Refused]:
    yield from not_own(play, side, action.unit)
    enemies = [unit.id for unit in play.enemies(side)]
    if action.target not in enemies:
        yield no_such("target", action.target, enemies, "2.2", "$.target")
    near = within_range(play, side, action.unit)
    if action.target not in near:
        yield Refused(f"{play.name(action.target)} is out of range.", "2.2", near, "$.target")


def shoot(play: Play, side: str, action: Fire) -> None:
    """The part that odds reckon. Dice are rolled once all that depends on them is known."""
    least = needed(play, action.unit, action.target)
    (fell,) = play.read(f"fire of {action.unit} at {action.target}", 1, 6, lambda face: face >= least)
    hit, face = fell
    play.emit(Fired(action.unit, action.target, (face,), hit))
    target = play.state.units[action.target]
    if target.hits >= play.vehicle(target).hits:
        play.emit(Destroyed(target.id))


def fire(play: Play, side: str, action: Fire) -> None:
    shoot(play, side, action)
    end_turn(play)


def told_of_fire(play: Play, event: Fired) -> str:
    what = "a hit" if event.hit else "a miss"
    return f"{play.name(event.unit)} fires at {play.name(event.target)}: {event.dice[0]}, {what}."


FIRE: Answer[Play, Fire] = Answer(
    action=Fire,
    candidates=targets,
    why_not=no_target,
    do=fire,
    odds=by_deed(shoot),
    label=lambda play, action: f"{play.name(action.unit)} fires at {play.name(action.target)}",
)

CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=Fired,
            apply=fired,
            words=told_of_fire,
            rule="2.2",
            dice="dice",
            fact=lambda play, event: "hit" if event.hit else "missed",
        ),
        Told(
            event=Destroyed,
            apply=destroyed,
            words=lambda play, event: f"{play.name(event.unit)} is destroyed.",
            rule="2.2",
            fact=lambda play, event: "destroyed",
        ),
    )
)
