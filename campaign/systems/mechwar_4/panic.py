"""Panic: who loses his head as he is to fire or to move, and who finds it again (13)."""

from __future__ import annotations

from typing import Literal

from campaign.rules.options import Modifier
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.charts import Check
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.radio import jammed
from campaign.systems.mechwar_4.state import Unit


def state_of(play: Play, unit: Unit) -> int:
    """The steps that a unit has lost, as the Panic Table counts them."""
    return 0 if play.type_of(unit).one_step else unit.damage


def limit(play: Play, unit: Unit, check: Check, state: int, added: int = 0) -> int:
    """The highest number of the die that counts (13.0). added: levels on top of its company's."""
    return play.charts.panic(check, state, play.level(unit) + added)


def night(play: Play, unit: Unit, check: Check) -> int:
    """What night adds to the die (19.75, 19.76)."""
    game = play.state
    if not game.switches.night or (check == "removal" and play.charts.readings.night_panic == "checks"):
        return 0
    return play.charts.night_panic(game.forces[unit.side].nation)


def terms_of(play: Play, unit: Unit, check: Check) -> list[Modifier]:
    """What is added to the die of a check (19.75, 19.917)."""
    add = night(play, unit, check)
    terms = [Modifier("night", add, "19.75")] if add else []
    if play.charts.readings.jammed_checks == "panic" and jammed(play, unit.side):
        terms.append(Modifier("jammed", play.charts.command.jamming.panic, "19.917"))
    return terms


def _silence_tells(play: Play, unit: Unit, check: Check) -> bool:
    """Whether in the fog no die would tell how good the crews under a face-down counter are, or those of a campaign,
    who are not all alike on a side."""
    worst = play.charts.level("green")
    return (
        play.state.switches.fog
        and (unit.level >= 0 or not unit.seen)
        and play.charts.panic(check, state_of(play, unit), worst) > 0
    )


def panics(play: Play, unit: Unit, why: Literal["fire", "indirect", "move", "hit"], state: int = -1) -> bool:
    """Roll for a unit (13.0), unless nothing could come of it. state: of the part that fires (6.93).

    indirect: it is to fire so, and its die does not say which counter it is.
    """
    check: Check = "move" if why == "move" else "fire"
    highest = limit(play, unit, check, state_of(play, unit) if state < 0 else state)
    if highest <= 0 and not _silence_tells(play, unit, check):
        return False
    whose = "guns" if why == "indirect" else unit.id
    (die,) = play.dice.roll(f"panic of {whose}", 1, 10)
    terms = terms_of(play, unit, check)
    panicked = max(1, die + sum(one.value for one in terms)) <= highest
    by = ("jammed_checks",) if jammed(play, unit.side) else ()
    play.emit(e.PanicRolled(unit.id, die, highest, why, panicked or unit.panicked, tuple(terms), readings=by))
    return panicked


def removal(play: Play, unit: Unit, add: int = 0) -> None:
    """Try to calm down (13.0). add: of a headquarters at hand (19.14)."""
    highest = limit(play, unit, "removal", state_of(play, unit))
    terms = [Modifier("headquarters at hand", add, "19.14")] if add else []
    dark = night(play, unit, "removal")
    if dark:
        terms.append(Modifier("night", dark, "19.75"))
    (die,) = play.dice.roll(f"panic removal of {unit.id}", 1, 10)
    calm = max(1, die + add + dark) <= highest
    game = play.state
    dark_matters = game.switches.night and play.charts.night_panic(game.forces[unit.side].nation) != 0
    by = ("night_panic",) if dark_matters else ()
    play.emit(e.PanicRolled(unit.id, die, highest, "removal", not calm, tuple(terms), readings=by))
