"""Panic: who loses his head as he is to fire or to move, and who finds it again (13)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from typing import Literal, NamedTuple

from campaign.rules.dice import share
from campaign.rules.options import Modifier
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.charts import Check
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.radio import jammed
from campaign.systems.mechwar_4.state import Unit

DIE = 10


def state_of(play: Play, unit: Unit) -> int:
    """The steps that a unit has lost, as the Panic Table counts them (3.21)."""
    return 0 if play.type_of(unit).one_step else unit.damage


class Nerves(NamedTuple):
    """A check against panic. limit: the highest number that counts, of the die with its terms."""

    limit: int
    terms: tuple[Modifier, ...]

    def count(self, die: int) -> bool:
        """Whether that die panics, or calms down (13.0)."""
        return counts(self.limit, self.add, die)

    @property
    def add(self) -> int:
        return sum(one.value for one in self.terms)


def counts(limit: int, add: int, die: int) -> bool:
    return max(1, die + add) <= limit


@cache
def _share(limit: int, add: int) -> Fraction:
    return share(partial(counts, limit, add), DIE)


def nerves_of(play: Play, unit: Unit, check: Check, state: int = -1) -> Nerves:
    """How a unit's die is read as it is to fire or to move. state: the steps that count as lost, of the part that fires
    (6.93)."""
    highest = limit(play, unit, check, state_of(play, unit) if state < 0 else state)
    return Nerves(highest, tuple(terms_of(play, unit, check)))


def limit(play: Play, unit: Unit, check: Check, state: int) -> int:
    """The highest number of the die that counts (13.0)."""
    return play.charts.panic(check, state, play.level(unit))


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
    nerves = nerves_of(play, unit, check, state)
    if nerves.limit <= 0 and not _silence_tells(play, unit, check):
        return False
    whose = "guns" if why == "indirect" else unit.id
    ((panicked, die),) = play.read(f"panic of {whose}", 1, DIE, nerves.count)
    by = ("jammed_checks",) if jammed(play, unit.side) else ()
    play.emit(
        e.PanicRolled(unit.id, die, nerves.limit, why, panicked or unit.panicked, nerves.terms, readings=by)
    )
    return panicked


def panic_chance(play: Play, unit: Unit, check: Check = "fire", state: int = -1) -> Fraction:
    """How likely a unit panics as it is to fire or to move (13.0)."""
    nerves = nerves_of(play, unit, check, state)
    return _share(nerves.limit, nerves.add)


def removal(play: Play, unit: Unit, add: int = 0) -> None:
    """Try to calm down (13.0). add: of a headquarters at hand (19.14, 13.11)."""
    highest = limit(play, unit, "removal", state_of(play, unit))
    terms = [Modifier("headquarters at hand", add, "19.14")] if add else []
    dark = night(play, unit, "removal")
    if dark:
        terms.append(Modifier("night", dark, "19.75"))
    nerves = Nerves(highest, tuple(terms))
    ((calm, die),) = play.read(f"panic removal of {unit.id}", 1, DIE, nerves.count)
    game = play.state
    dark_matters = game.switches.night and play.charts.night_panic(game.forces[unit.side].nation) != 0
    by = ("night_panic",) if dark_matters else ()
    play.emit(e.PanicRolled(unit.id, die, highest, "removal", not calm, nerves.terms, readings=by))
