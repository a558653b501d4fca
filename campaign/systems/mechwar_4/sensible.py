"""A player who fights by chances, goes where points are, keeps to cover, and looks at nothing that is hidden."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from campaign.rules.bots import Pick
from campaign.rules.options import Option
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import going, sensible_guns
from campaign.systems.mechwar_4.aims import FAR, HELPERS
from campaign.systems.mechwar_4.frames import Attack
from campaign.systems.mechwar_4.play import Play, frame
from campaign.systems.mechwar_4.reading import Reading
from campaign.systems.mechwar_4.shots import best_of, best_shot, kind_of
from campaign.systems.mechwar_4.state import Command

Reader = Callable[[Reading], Option]


class SensibleBot:
    """See the module."""

    name = "sensible"

    def choose(self, rules: Any, known: Any, side: str, options: Sequence[Option], pick: Pick) -> Option:
        if len(options) == 1:
            return options[0]
        reading = read(rules, known, side, options)
        reader = next((reader for kind, reader in READERS if kind in reading.kinds), None)
        return options[0] if reader is None else reader(reading)


def read(rules: Any, known: Any, side: str, options: Sequence[Option]) -> Reading:
    """rules: `MechWarRules`. known: the battle as the side knows it."""
    whole = rules.completed(known, side)
    return Reading(Play(rules.charts, whole), Play(rules.charts, known), side, rules.constants, options)


# -- activations -----------------------------------------------------------------------------------------------


def act(reading: Reading) -> Option:
    """The best shot there is; then the best move; then cover for who has nothing else to do; then nothing. A poor shot
    is kept only as long as somebody may still come nearer."""
    if (jams := sensible_guns.jam(reading)) is not None:
        return jams
    weights = reading.weights
    value, best = best_shot(reading, reading.of(a.Fire))
    done = reading.one(a.Pass) or reading.one(a.EndActivation)
    least = max(value, weights.begun)
    if moves := going.movers(reading, done is None, least):
        gain, mover = max(moves, key=lambda one: one[0])
        if gain > least or (done is None and value < weights.worthwhile):
            return mover
    waits = reading.awaited() and not reading.enemy_done()
    if best is not None and (value >= (weights.worthwhile if waits else weights.last) or done is None):
        return best
    return going.dig(reading) or done or reading.options[0]


# -- fire ------------------------------------------------------------------------------------------------------


def answer(reading: Reading) -> Option:
    """Opportunity fire and overwatch: whatever is worth it."""
    if (best := best_of(reading, reading.of(a.Fire))) is not None:
        return best
    return next(one for one in reading.of(a.HoldFire) if one.action.until == "now")


def join(reading: Reading) -> Option:
    """The best who can join, unless the target is as good as gone."""
    attack = frame(reading.play, Attack)
    target = reading.game.units[attack.target]
    gone = reading.as_good_as_gone(attack)
    resolve = reading.one(a.Resolve)
    assert resolve is not None
    if gone >= reading.weights.enough:
        return resolve
    joins = [one for one in reading.of(a.Join) if not (one.action.part or one.action.halved)]
    units = [reading.game.units[one.unit] for one in joins]
    valued = [
        (reading.shot(unit, one.action.arm, target, kind_of(reading, unit)) * (1 - gone), i)
        for i, (unit, one) in enumerate(zip(units, joins, strict=True))
    ]
    value, i = max(valued, default=(0.0, 0))
    return joins[i] if value >= reading.weights.worthwhile else resolve


def overrun(reading: Reading) -> Option:
    """The best shot at arm's length."""

    def value(option: Option) -> float:
        action: a.OverrunFire = option.action
        unit, target = reading.game.units[action.unit], reading.game.units[action.target]
        return reading.shot(unit, action.arm, target, "overrun")

    return max(reading.options, key=value)


def stay(reading: Reading) -> Option:
    """Another round while that is worth it, or there is no way out; else to where it is nearest to the aim."""
    leaves, again = reading.of(a.Leave), reading.one(a.Stay)
    if not leaves:
        return reading.options[0]
    unit = reading.game.units[leaves[0].unit]
    if again is not None:
        brings, chance = reading.fight(unit, unit.hex)
        if brings + reading.prize(unit, unit.hex) * chance > 0:
            return again
    far = reading.distances(unit)
    return min(leaves, key=lambda one: (far.get(one.where, FAR), one.where))


# -- before and between ----------------------------------------------------------------------------------------


def command(reading: Reading) -> Option:
    """Companies with somewhere to go bound by turns, the others overwatch; shaken ones rally."""
    for option in reading.of(a.Give):
        action: a.Give = option.action
        company = reading.game.companies[action.company]
        if wanted(reading, company.id) == action.command != company.command:
            return option
    return reading.one(a.Ready) or reading.options[0]


def wanted(reading: Reading, id: str) -> Command:
    mine = [one for one in reading.mine if one.company == id]
    panicked = sum(one.panicked for one in mine)
    if 2 * panicked > len(mine):
        return "RC"
    fight = [one for one in mine if reading.play.type_of(one).kind not in HELPERS] or mine
    if not any(not one.hex or 0 < reading.left(one) < FAR for one in fight):
        return "OC"
    return "BOC" if len(mine) > 1 else "BC"


def ready(reading: Reading) -> Option:
    return reading.one(a.Ready) or reading.options[0]


READERS: Sequence[tuple[type[Any], Reader]] = (
    (a.Button, sensible_guns.button),
    (a.Give, command),
    (a.Resolve, join),
    (a.HoldFire, answer),
    (a.OverrunFire, overrun),
    (a.Leave, stay),
    (a.EndMove, going.move),
    (a.Move, going.move),
    (a.Pass, act),
    (a.EndActivation, act),
    (a.StartMove, act),
    (a.Listen, sensible_guns.listen),
    (a.Counter, sensible_guns.counter),
    (a.Bombard, sensible_guns.bombard),
    (a.EnterMap, sensible_guns.fly),
    (a.Fly, sensible_guns.fly),
    (a.LeaveMap, sensible_guns.fly),
    (a.Ready, ready),
)
"""By a kind of action that is listed: how the question is answered. The first that fits."""
