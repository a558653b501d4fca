"""Chances of a move through mines that its side knows (16): what they do to who leaves them, and to who enters them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from campaign.rules.hexes import Hex
from campaign.rules.options import Odds, in_order
from campaign.rules.walking import walked
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.decide import mines, movement
from campaign.systems.mechwar_4.fates import Fates, at
from campaign.systems.mechwar_4.frames import Move, Overrun
from campaign.systems.mechwar_4.play import Play, frame
from campaign.systems.mechwar_4.reach import ways
from campaign.systems.mechwar_4.state import Unit

Crossing = a.Move | a.Leave | a.Exit
UNHINDERED = "If nothing else stops it on the way."


def odds(play: Play, action: Crossing) -> Odds | None:
    """What becomes of the unit that moves, and of who is with it; None where no known mines attack it.

    play: made whole by what its side assumes; of mines that it does not know there are none.
    """
    if not play.state.mines:
        return None
    unit = _mover(play, action)
    if isinstance(action, a.Move) and action.to not in ways(play, unit, frame(play, Move)):
        return None
    fates = Fates([unit, *play.carried(unit)])

    found = walked(play, lambda play: crosses(play, action), lambda play: (), fates.all)
    if found.runs == 1:
        return None
    results, facts = at(fates, found, unit.id)
    left = [] if isinstance(action, a.Exit) else [UNHINDERED]
    told = [*_lying(play, unit, (unit.hex, getattr(action, "to", ""))), *left]
    return Odds(in_order(results.items()), in_order(facts.items()), " ".join(told))


def crosses(play: Play, action: Crossing) -> None:
    """The part of a move that is walked: what mines do to who leaves them, and to who enters others."""
    mover = _mover(play, action)
    if isinstance(action, a.Exit):
        mines.leaves(play, mover)
    elif isinstance(action, a.Leave):
        movement.step_out(play, mover, frame(play, Overrun), action.to)
    else:
        _goes(play, mover, action.to)


def _mover(play: Play, action: Crossing) -> Unit:
    return play.state.units[frame(play, Overrun).unit if isinstance(action, a.Leave) else action.unit]


def _lying(play: Play, unit: Unit, hexes: Iterable[Hex]) -> list[str]:
    """The mines that attack a unit, of those in some hexes."""
    found = [(hex, mines.attacking(play, replace(unit, hex=hex))) for hex in hexes if hex]
    return [
        f"Mines in {hex} attack on column {mines.column(play, field):+d}."
        for hex, field in found
        if field is not None
    ]


def notes(found: Odds | None) -> tuple[str, ...]:
    """The same as sentences, for whoever looks ahead."""
    if found is None:
        return ()
    told = ", ".join(f"{one.result} {one.chance:.0%}" for one in found.results)
    more = "".join(f" {one.result}: {one.chance:.0%}." for one in found.also)
    return (f"{found.note} {told[0].upper()}{told[1:]}.{more}",)


def _goes(play: Play, unit: Unit, to: Hex) -> None:
    """Hex by hex, unless mines stop it."""
    move = frame(play, Move)
    for hex in ways(play, unit, move).path(to):
        movement.step(play, unit, move, hex)
        if movement.frame_over(play) or unit.hex != hex:
            return
