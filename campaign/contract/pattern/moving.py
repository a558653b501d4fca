"""2.1: a unit moves to the next hex."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from campaign.contract.pattern import view
from campaign.contract.pattern.play import Action, Event, Play
from campaign.contract.pattern.state import Game, Unit
from campaign.contract.pattern.turns import end_turn, not_own
from campaign.rules.chapters import Answer, Chapter, Told
from campaign.rules.options import Option
from campaign.rules.refused import Refused
from campaign.rules.views import Preview


class Move(Action, frozen=True, tag="move"):
    """A unit goes to a hex next to its own."""

    unit: str
    hex: str


class Moved(Event, frozen=True, tag="moved"):
    unit: str
    to: str


def moved(game: Game, event: Moved) -> None:
    game.units[event.unit].hex = event.to


def free_hexes(play: Play, unit: Unit) -> list[str]:
    taken = {one.hex for one in play.state.units.values()}
    return [hex for hex in play.board.neighbours[unit.hex] if hex is not None and hex not in taken]


def ways(play: Play, side: str) -> Iterator[Option]:
    for unit in play.state.of(side):
        for hex in free_hexes(play, unit):
            yield Option(Move(unit.id, hex), unit.id, where=hex)


def no_way(play: Play, side: str, action: Move) -> Iterator[Refused]:
    yield from not_own(play, side, action.unit)
    free = free_hexes(play, play.state.units[action.unit])
    if action.hex not in free:
        yield Refused(f"{play.name(action.unit)} cannot go there.", "2.1", free, "$.hex")


def move(play: Play, side: str, action: Move) -> None:
    play.emit(Moved(action.unit, action.hex))
    end_turn(play)


def ahead(play: Play, side: str, action: Move) -> Preview:
    """Where the unit would stand. What is known is not written to: what would be otherwise takes its place."""
    unit = replace(play.state.units[action.unit], hex=action.hex)
    return Preview(view.piece(play.charts, unit))


MOVE: Answer[Play, Move] = Answer(
    action=Move,
    candidates=ways,
    why_not=no_way,
    do=move,
    ahead=ahead,
    label=lambda play, action: f"{play.name(action.unit)} goes to {action.hex}",
)

CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=Moved,
            apply=moved,
            words=lambda play, event: f"{play.name(event.unit)} goes to {event.to}.",
            rule="2.1",
        ),
    )
)
