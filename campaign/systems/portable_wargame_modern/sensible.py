"""The sensible bot: shoots first, fights where it wins more than it loses, goes for what is worth points by ways round
what stands still, front first, keeps to cover, and leaves alone who has nothing useful to do.

It looks one decision ahead and has no memory: what it thinks of a unit before it activates it, it thinks afterwards.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from msgspec.structs import replace

from campaign.rules.bots import Pick, by_kind
from campaign.rules.hexes import Edge, Hex
from campaign.rules.options import Option
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern.constants import Constants
from campaign.systems.portable_wargame_modern.estimate import landings
from campaign.systems.portable_wargame_modern.gunnery import cannot_assault, fireable
from campaign.systems.portable_wargame_modern.legal import doings
from campaign.systems.portable_wargame_modern.outlook import Outlook
from campaign.systems.portable_wargame_modern.places import Places
from campaign.systems.portable_wargame_modern.play import Play, in_hex, with_cargo
from campaign.systems.portable_wargame_modern.state import Unit


def as_it_is(wanted: Option) -> Option:
    return wanted


class Mind:
    """What one side thinks at one moment."""

    def __init__(self, play: Play, side: str, constants: Constants) -> None:
        self.play, self.side, self.game, self.constants = play, side, play.state, constants
        self.sees = Outlook(play, side, constants)

    def choose(self, options: Sequence[Option]) -> Option:
        match options[0].action:
            case a.Bombard():
                return self.bombard(options)
            case a.Retreat() | a.Stand():
                return self.hit(options)
            case a.Advance():
                return self.advance(options)
            case a.Activate():
                return self.activate(options)
            case _:
                return self.acts(self.game.units[self.game.unit], options) if self.game.unit else options[0]

    # -- the artillery phase, and hits -----------------------------------------------------------------------

    def bombard(self, options: Sequence[Option]) -> Option:
        """The best shot at an enemy; a gas shell if there is one, which hits at least as much."""
        shots = [one for one in options if isinstance(one.action, a.Bombard) and one.target]
        best = max(shots, key=lambda one: (self.shelled(one.action), one.action.gas), default=None)
        return best if best is not None and self.shelled(best.action) > 0 else options[-1]

    def shelled(self, action: a.Bombard) -> float:
        """What a shell takes of the enemy on average, less what it takes of friends, in hits."""
        units, found = self.game.units, 0.0
        for hex, part in landings(self.play, units[action.unit], action.hex):
            for id in with_cargo(self.game, in_hex(self.game, hex)):
                found += part * (self.sees.price(units[id]) + self.sees.stake(units[id]))
        return found

    def hit(self, options: Sequence[Option]) -> Option:
        """Hold what the enemy would enter while there is strength for it; else give way to the best place."""
        unit = self.game.units[self.game.run]
        runs = [one for one in options if isinstance(one.action, a.Retreat)]
        if not runs or self.sees.stands(unit):
            return options[-1]
        places = Places(self.sees, unit)
        return max(runs, key=lambda one: places.refuge(one.where))

    def advance(self, options: Sequence[Option]) -> Option:
        unit, hex = self.game.units[self.game.unit], self.game.advance
        return options[0] if self.follows(unit, hex) else options[1]

    def follows(self, unit: Unit, hex: Hex) -> bool:
        """Whether it enters what the loser of a close combat has left."""
        places = Places(self.sees, unit)
        onward = places.worth(hex) > places.worth(unit.hex) - self.constants.pull
        return onward and not (unit.hex in self.sees.worth and self.sees.leads)

    # -- whom to activate ------------------------------------------------------------------------------------

    def activate(self, options: Sequence[Option]) -> Option:
        """Who gets down, then who can shoot, the most telling shot first, then the others, front first; nobody for whom
        there is nothing to do."""
        units = self.game.units
        ready = [one for one in options if isinstance(one.action, a.Activate)]
        ready = [one for one in ready if units[one.unit].work is None]
        order = sorted((self.urgency(units[one.unit]), i) for i, one in enumerate(ready))
        for _, i in order:
            unit = units[ready[i].unit]
            wanted = self.act(unit, doings(self.play, unit))
            if not isinstance(wanted.action, a.EndUnit):
                self.play.lasting(self._first(unit), as_it_is, wanted)
                return ready[i]
        return options[-1]

    def acts(self, unit: Unit, options: Sequence[Option]) -> Option:
        """What it was activated for, if it has done nothing yet."""
        if unit.moved or unit.turned or unit.fired or unit.fought:
            return self.act(unit, options)
        return self.play.lasting(self._first(unit), self.act, unit, options)

    def _first(self, unit: Unit) -> tuple[Hashable, ...]:
        return ("first", type(self).__name__, self.constants, self.game.turn, unit.id)

    def urgency(self, unit: Unit) -> tuple[int, float]:
        """Less is sooner."""
        if unit.aboard:
            return (0, 0.0) if self.gets_down(unit) else (4, 0.0)
        if shots := fireable(self.play, unit):
            return 1, -max(self.sees.shot(unit, hex) for hex in shots)
        if not self.play.charts.range(unit.type) and not self.play.class_of(unit).advances:
            return 3, self.sees.way_left(unit, unit.hex)
        return 2, self.sees.way_left(unit, unit.hex)

    # -- what it does ----------------------------------------------------------------------------------------

    def act(self, unit: Unit, options: Sequence[Option]) -> Option:
        """Get down where it is time; take what is worth points if fire would cost the step for that; else fire, then
        fight, then go, then turn."""
        kinds = by_kind(options)
        if a.Unload in kinds and self.gets_down(unit):
            return max(kinds[a.Unload], key=lambda one: Places(self.sees, unit).worth(one.where))
        moves = kinds.get(a.Move, ())
        if a.Fire in kinds:
            best = max(kinds[a.Fire], key=lambda one: self.sees.shot(unit, one.where))
            if (gain := self.sees.shot(unit, best.where)) > 0:
                return self.dashes(unit, moves, gain) or best
        if a.Assault in kinds:
            best = max(kinds[a.Assault], key=self.fight)
            if self.fight(best) > 0:
                return best
        if a.Remount in kinds and self.remounts(unit):
            return kinds[a.Remount][0]
        if a.Labour in kinds and (found := self.labours(unit, kinds[a.Labour])) is not None:
            return found
        turns = kinds.get(a.Turn, ())
        return (
            self.turns_to_fight(unit, turns)
            or self.goes(unit, moves)
            or self.turns(unit, turns)
            or options[-1]
        )

    def dashes(self, unit: Unit, moves: Sequence[Option], gain: float) -> Option | None:
        """The way to what is worth points that it cannot go any more once it has fired, if that is worth more."""
        least = self.play.class_of(unit).move
        taken = [
            (self.sees.taking(one.where), -one.cost, -i) for i, one in enumerate(moves) if one.cost >= least
        ]
        worth, _, i = max(taken, default=(0.0, 0, 0))
        return moves[-i] if worth > gain else None

    def fight(self, option: Option) -> float:
        """What a close combat is worth; the unarmed fight none."""
        unit, target = self.game.units[option.unit], self.game.units[option.target]
        return self.sees.fight(unit, target)

    def gets_down(self, unit: Unit) -> bool:
        near = self.sees.near(unit.hex)
        row = self.play.charts.types[unit.type]
        if self.play.class_of(unit).commands:
            return False
        if row.gun and self.play.class_of(unit).artillery:
            return near <= self.play.charts.guns[row.gun].range
        return near <= self.constants.unloads

    def remounts(self, unit: Unit) -> bool:
        """On foot where the enemy is near, on horses where he is not."""
        mounted = not self.play.charts.range(unit.type)
        return (self.sees.near(unit.hex) <= 3) == mounted

    def labours(self, unit: Unit, options: Sequence[Option]) -> Option | None:
        """Clear the mines that lie between an attacker and what he wants, if nobody is near."""
        if self.sees.leads or self.sees.near(unit.hex) < 3:
            return None
        way_left = self.sees.way_left
        mines = [one for one in options if one.action.task == "clear-mines"]
        closer = [one for one in mines if way_left(unit, one.where) < way_left(unit, unit.hex)]
        return closer[0] if closer else None

    def goes(self, unit: Unit, moves: Sequence[Option]) -> Option | None:
        """The best place in reach, if it is better than this one."""
        if not moves or self.there(unit):
            return None
        places = Places(self.sees, unit)
        values = [places.worth(one.where, one.cost) for one in moves]
        best = max(values)
        if best <= places.worth(unit.hex) + self.constants.restless:
            return None
        return moves[values.index(best)]

    def there(self, unit: Unit) -> bool:
        """Whether it has come to where it went: who moves on has only taken something, or was held up by mines."""
        return bool(unit.moved) and unit.hex not in self.sees.worth and unit.hex not in self.game.mines

    def turns_to_fight(self, unit: Unit, turns: Sequence[Option]) -> Option | None:
        """Face an enemy next to it whom it can fight then, if that is worth it."""
        if not turns or cannot_assault(self.play, unit) is not None:
            return None
        around = self.play.ground.around[unit.hex]
        best: tuple[float, int] = (0.0, 0)
        for foe in self.sees.foes:
            edge = around.get(foe.hex)
            for i, one in enumerate(turns):
                if one.action.facing == edge:
                    best = max(best, (self.sees.fight(replace(unit, facing=edge), foe), -i))
        return turns[-best[1]] if best[0] > 0 else None

    def turns(self, unit: Unit, turns: Sequence[Option]) -> Option | None:
        """Face the nearest enemy who is not before it; guns turn to where most of them are in their arc."""
        foes, ground = self.sees.foes, self.play.ground
        if not turns or not foes:
            return None
        unit_class = self.play.class_of(unit)
        near = min(ground.distance(unit.hex, foe.hex) for foe in foes)
        if unit_class.turret and near > 1:
            return None
        if unit_class.artillery and near > 1:
            return self.trains(unit, turns)
        nearest = [foe for foe in foes if ground.distance(unit.hex, foe.hex) == near]
        if any(ground.within(unit.hex, unit.facing, foe.hex) for foe in nearest):
            return None
        edge = ground.towards(unit.hex, nearest[0].hex)
        return next((one for one in turns if one.action.facing == edge), None)

    def trains(self, unit: Unit, turns: Sequence[Option]) -> Option | None:
        """Turn guns that have nobody in range before them."""
        range = self.play.charts.guns[self.play.charts.types[unit.type].gun].range
        ground = self.play.ground
        hexes = [foe.hex for foe in self.sees.foes if ground.distance(unit.hex, foe.hex) <= range]
        if not hexes:  # to where the enemy is, for when he comes
            hexes = [
                min(
                    (foe.hex for foe in self.sees.foes), key=lambda hex: (ground.distance(unit.hex, hex), hex)
                )
            ]

        def covered(facing: Edge) -> int:
            return sum(ground.within(unit.hex, facing, hex) for hex in hexes)

        if covered(unit.facing):
            return None
        best = max(turns, key=lambda one: covered(one.action.facing))
        return best if covered(best.action.facing) else None


class SensibleBot:
    name = "sensible"
    mind: type[Mind] = Mind

    def choose(self, rules: Any, known: Any, side: str, options: Sequence[Option], pick: Pick) -> Option:
        return self.mind(Play(rules.charts, known), side, rules.constants).choose(options)
