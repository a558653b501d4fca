"""All that a side may do now: what is listed here is what `decide` accepts."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.rules.options import Option
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern.activation import ready
from campaign.systems.portable_wargame_modern.charts import Charts
from campaign.systems.portable_wargame_modern.gunnery import (
    assailable,
    bombard_modifiers,
    bombardable,
    dice_of,
    fights,
    fire_modifiers,
    fireable,
    meant_for,
)
from campaign.systems.portable_wargame_modern.pending import asked
from campaign.systems.portable_wargame_modern.play import Play, on_board
from campaign.systems.portable_wargame_modern.reach import (
    cannot_move,
    cannot_turn,
    destinations,
    may_face,
    reach,
    retreats,
)
from campaign.systems.portable_wargame_modern.state import TASKS, Game, Unit
from campaign.systems.portable_wargame_modern.whole_turn import cannot_remount, carriers, exits, places

CEASE_FIRE = Option(a.CeaseFire())
THROW = Option(a.ThrowInitiative())
PASS = Option(a.Pass())


def legal(charts: Charts, game: Game, side: str) -> Sequence[Option]:
    """What side may do; nothing if it is not asked."""
    question = next((one for one in asked(game) if one.side == side), None)
    if question is None:
        return ()
    play = Play(charts, game)
    match question.kind:
        case "artillery":
            return bombardments(play, side)
        case "initiative":
            return (THROW,)
        case "hit":
            unit = game.units[game.run]
            runs = [Option(a.Retreat(unit.id, hex), unit.id, where=hex) for hex in retreats(play, unit)]
            return [*runs, Option(a.Stand(unit.id), unit.id)]
        case "advance":
            unit = game.units[game.unit]
            return [Option(a.Advance(unit.id), unit.id, where=game.advance), Option(a.Halt(unit.id))]
        case "activate":
            return [*(Option(a.Activate(one.id), one.id, where=one.hex) for one in ready(play)), PASS]
        case _:
            return doings(play, game.units[game.unit])


def bombardments(play: Play, side: str) -> list[Option]:
    found: list[Option] = []
    for unit in on_board(play.state, side):
        for hex in bombardable(play, unit):
            modifiers = bombard_modifiers(play, unit, hex)
            target = meant_for(play, unit, hex)
            found += [
                Option(a.Bombard(unit.id, hex, gas), unit.id, target, hex, dice=1, modifiers=modifiers)
                for gas in ((False, True) if unit.shells else (False,))
            ]
    return [*found, CEASE_FIRE]


def doings(play: Play, unit: Unit) -> list[Option]:
    """What the unit that is acting may do; what ends it names no unit, as what ends a phase does not."""
    id = unit.id
    found: list[Option] = []
    for foe in assailable(play, unit):
        terms = fights(play, unit, foe)[0].modifiers
        found.append(Option(a.Assault(id, foe.id), id, foe.id, foe.hex, dice=2, modifiers=terms))
    for hex in fireable(play, unit):
        target, terms = meant_for(play, unit, hex), fire_modifiers(play, unit, hex)
        found.append(Option(a.Fire(id, hex), id, target, hex, dice=dice_of(play, unit), modifiers=terms))
    if cannot_move(play, unit) is None:
        steps = reach(play, unit)
        for hex in destinations(play, unit, steps):
            entered, _, _ = steps[hex]
            found.append(Option(a.Move(id, hex), id, "", hex, entered - unit.moved))
    if cannot_turn(play, unit) is None:
        found += [Option(a.Turn(id, edge), id) for edge in may_face(play, unit)]
    found += [Option(a.Load(id, one.id), id, one.id, one.hex) for one in carriers(play, unit)]
    found += [Option(a.Unload(id, hex), id, where=hex) for hex in exits(play, unit)]
    for task in TASKS:
        found += [Option(a.Labour(id, task, hex), id, where=hex) for hex in places(play, unit, task)]
    if cannot_remount(play, unit) is None:
        found.append(Option(a.Remount(id), id))
    return [*found, Option(a.EndUnit(id))]
