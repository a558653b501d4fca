"""Where an action leads before it is done: where a unit would stand, and where a shell may land."""

from __future__ import annotations

from campaign.rules.views import Preview
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.decide.dispatch import answer
from campaign.systems.portable_wargame_modern.gunnery import fireable
from campaign.systems.portable_wargame_modern.odds import prospects
from campaign.systems.portable_wargame_modern.pending import verify_asked
from campaign.systems.portable_wargame_modern.play import Play
from campaign.systems.portable_wargame_modern.state import Unit
from campaign.systems.portable_wargame_modern.view import piece
from campaign.systems.portable_wargame_modern.words import STOPS, called

MOVES = a.Move | a.Turn | a.Advance | a.Retreat | a.Unload


def preview(play: Play, side: str, action: a.AnyAction) -> Preview | None:
    """play: on a copy that may be spoilt. Raises Refused as the action itself would."""
    if isinstance(action, a.Bombard):
        return _landing(play, side, action)
    if not isinstance(action, MOVES):
        return None
    answer(play, side, action)
    unit = play.state.units[action.unit]
    return Preview(piece(play, unit), notes=tuple(_there(play, unit)))


def _landing(play: Play, side: str, action: a.Bombard) -> Preview:
    """One note for each hex in which the shell may land, the likeliest first, with whom it would hit there."""
    verify_asked(play.state, side, action)
    found = sorted(prospects(play, side, action).items(), key=lambda one: (-one[1], one[0]))
    notes: list[str] = []
    for result, part in found:
        names = [_named(play, side, play.state.units[one]) for one in result.hit]
        told = f"hits {', '.join(names)}" if names else "hits nobody"
        notes.append(f"{part}: {result.words}{f', {told}' if result.words != 'no effect' else ''}.")
    return Preview(piece(play, play.state.units[action.unit]), notes=tuple(notes))


def _named(play: Play, side: str, unit: Unit) -> str:
    return f"{unit.name} (own side)" if unit.side == side else called(play.state, unit)


def _there(play: Play, unit: Unit) -> list[str]:
    """What is worth knowing of a unit where it stands then."""
    notes: list[str] = []
    for event in play.events:
        if isinstance(event, e.Moved) and event.stops:
            notes.append(f"It stops {STOPS[event.stops]}.")
        if isinstance(event, e.MinesMet):
            notes.append(f"It is hit by the mines in {event.hex}.")
    targeted = fireable(play, unit) if unit.id == play.state.unit else []
    if targets := [foe.name for foe in play.foes(unit.side) if foe.hex in targeted]:
        notes.append(f"It could fire at {', '.join(targets)}.")
    ground = play.ground
    watchers = [
        foe.name
        for foe in play.foes(unit.side)
        if ground.distance(foe.hex, unit.hex) <= play.charts.range(foe.type)
        and ground[foe.hex, unit.hex].clear
    ]
    if watchers:
        notes.append(f"In range and sight of {', '.join(watchers)}.")
    return notes
