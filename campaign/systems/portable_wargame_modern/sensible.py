"""The sensible bot: fires before it moves, goes for what is worth points if it would lose without, and keeps to cover.

It looks one decision ahead, with exact chances of attacks (`odds.py`), and has no memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaign.rules.bots import Pick, by_kind
from campaign.rules.hexes import Hex
from campaign.rules.options import Option
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern.odds import prospects
from campaign.systems.portable_wargame_modern.play import Play
from campaign.systems.portable_wargame_modern.points import on_points
from campaign.systems.portable_wargame_modern.state import Game, Unit

FRIENDLY = 1.2
"""What a friend's hit counts for, as a share of an enemy's."""
RESTLESS = 0.06
"""How much better another hex must be."""
PULL = 0.16
"""What a hex nearer to an objective is worth to those who must take it, and to those who hold what they need."""
HOLD = 0.03
COVER, EXPOSED, IN_RIVER, IN_MINES = 0.25, 0.07, 0.25, 0.9
UNLOADS = 5
"""Within how many hexes of the enemy whoever is carried gets down."""


class SensibleBot:
    name = "sensible"

    def choose(self, rules: Any, known: Any, side: str, options: Sequence[Option], pick: Pick) -> Option:
        return Mind(Play(rules.charts, known), side).choose(options)


class Mind:
    """What one side thinks at one moment."""

    def __init__(self, play: Play, side: str) -> None:
        self.play, self.side = play, side
        self.game: Game = play.state
        self.foes = play.foes(side)
        self.leads = on_points(self.game, "").winner == side
        held = self.game.held
        victory = self.game.victory
        worth = {one.hex: one.points for one in victory.objective} if victory is not None else {}
        self.worth = worth
        wanted = [hex for hex in worth if held[hex] != side]
        self.objectives = wanted if wanted and not self.leads else [hex for hex in worth if held[hex] == side]
        self.exhausted = self.game.forces[side].exhausted
        self.pull = HOLD if self.leads else PULL
        self.reach_of = {foe.id: play.charts.range(foe.type) for foe in self.foes}
        self._near: dict[Hex, int] = {}
        self._seen: dict[Hex, int] = {}

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
                return self.act(options) if self.game.unit else options[0]

    # -- attacks ---------------------------------------------------------------------------------------------

    def gain(self, action: Any) -> float:
        """What an attack takes of the enemy on average, less what it takes of friends, in strength points."""
        found = 0.0
        for result, part in prospects(self.play, self.side, action).items():
            for id in result.hit:
                found += float(part) * result.hits * self.cost(self.game.units[id])
        return found

    def cost(self, unit: Unit) -> float:
        """What a hit on a unit is worth: more if it is nearly gone, less than nothing if it is a friend's."""
        price = 1.0 + 0.5 / unit.strength + (0.6 if self.play.class_of(unit).commands else 0.0)
        return -FRIENDLY * price if unit.side == self.side else price

    def bombard(self, options: Sequence[Option]) -> Option:
        """The best shot; a gas shell if there is one, which hits at least as much."""
        shots = [one for one in options if isinstance(one.action, a.Bombard)]
        gain, _, best = max([(self.gain(one.action), one.action.gas, -i) for i, one in enumerate(shots)])
        return shots[-best] if gain > 0 else options[-1]

    def hit(self, options: Sequence[Option]) -> Option:
        """Hold what is worth points while there is strength for it; else give way to the best place."""
        unit = self.game.units[self.game.run]
        runs = [one for one in options if isinstance(one.action, a.Retreat)]
        if not runs or (unit.hex in self.worth and unit.strength > 1):
            return options[-1]
        return max(runs, key=lambda one: self.place(unit, one.where))

    def advance(self, options: Sequence[Option]) -> Option:
        unit = self.game.units[self.game.unit]
        onward = self.place(unit, self.game.advance) > self.place(unit, unit.hex) - PULL
        return options[0] if onward and not (unit.hex in self.worth and self.leads) else options[1]

    # -- units -----------------------------------------------------------------------------------------------

    def activate(self, options: Sequence[Option]) -> Option:
        """Who is nearest to the enemy, fighters before all others; who is at work is left alone."""
        ready = [one for one in options if isinstance(one.action, a.Activate)]
        ready = [one for one in ready if self.game.units[one.unit].work is None]
        if not ready:
            return options[-1]
        return min(ready, key=lambda one: self.urgency(self.game.units[one.unit]))

    def urgency(self, unit: Unit) -> tuple[bool, int, str]:
        unit_class = self.play.class_of(unit)
        fights = bool(self.play.charts.range(unit.type)) or unit_class.advances
        carries = bool(unit.cargo or unit.aboard)
        return not (fights or carries), self.near(unit.hex), unit.id

    def near(self, hex: Hex) -> int:
        """Hexes to the nearest enemy."""
        found = self._near.get(hex)
        if found is None:
            away = self.play.ground.away(hex)
            found = self._near[hex] = min([away[foe.hex] for foe in self.foes], default=0)
        return found

    def seen(self, hex: Hex) -> int:
        """How many enemies could fire at who stands there."""
        found = self._seen.get(hex)
        if found is None:
            ground, away = self.play.ground, self.play.ground.away(hex)
            found = self._seen[hex] = sum(
                away[foe.hex] <= self.reach_of[foe.id] and ground[foe.hex, hex].clear for foe in self.foes
            )
        return found

    def act(self, options: Sequence[Option]) -> Option:
        """Fire, then fight, then go, then turn; or get down where it is time."""
        unit = self.game.units[self.game.unit]
        kinds = by_kind(options)
        if a.Unload in kinds and self.gets_down(unit):
            return kinds[a.Unload][0]
        if a.Fire in kinds:
            gain, best = max([(self.gain(one.action), -i) for i, one in enumerate(kinds[a.Fire])])
            if gain > 0:
                return kinds[a.Fire][-best]
        if a.Assault in kinds and (best := self.fight(unit, kinds[a.Assault])) is not None:
            return best
        if a.Remount in kinds and self.remounts(unit):
            return kinds[a.Remount][0]
        if a.Labour in kinds and (found := self.labours(unit, kinds[a.Labour])) is not None:
            return found
        if a.Move in kinds and (found := self.goes(unit, kinds[a.Move])) is not None:
            return found
        if a.Turn in kinds and (found := self.turns(unit, kinds[a.Turn])) is not None:
            return found
        return options[-1]

    def fight(self, unit: Unit, options: Sequence[Option]) -> Option | None:
        """The close combat that takes more than it costs, if there is one; more is dared for what is worth points."""
        if not self.play.charts.range(unit.type) and not self.play.class_of(unit).advances:
            return None

        def value(one: Option) -> float:
            taken = prospects(self.play, self.side, one.action).items()
            won = sum(float(part) for result, part in taken if one.target in result.hit)
            return self.gain(one.action) + 0.3 * won * self.worth.get(self.game.units[one.target].hex, 0)

        best = max(options, key=value)
        return best if value(best) > 0 else None

    def gets_down(self, unit: Unit) -> bool:
        near = self.near(unit.hex)
        row = self.play.charts.types[unit.type]
        if row.gun and self.play.class_of(unit).artillery:
            return near <= self.play.charts.guns[row.gun].range
        return near <= UNLOADS

    def remounts(self, unit: Unit) -> bool:
        """On foot where the enemy is near, on horses where he is not."""
        mounted = not self.play.charts.range(unit.type)
        return (self.near(unit.hex) <= 3) == mounted

    def labours(self, unit: Unit, options: Sequence[Option]) -> Option | None:
        """Clear the mines that lie between an attacker and what he wants, if nobody is near."""
        if self.leads or self.near(unit.hex) < 3:
            return None
        mines = [one for one in options if one.action.task == "clear-mines"]
        closer = [one for one in mines if self.way_left(one.where) < self.way_left(unit.hex)]
        return closer[0] if closer else None

    def goes(self, unit: Unit, options: Sequence[Option]) -> Option | None:
        """The best place in reach, if it is better than this one."""
        now = self.place(unit, unit.hex)
        best = max(options, key=lambda one: self.place(unit, one.where, one.cost))
        return best if self.place(unit, best.where, best.cost) > now + RESTLESS else None

    def turns(self, unit: Unit, options: Sequence[Option]) -> Option | None:
        """Face the nearest enemy."""
        if not self.foes or self.play.class_of(unit).turret:
            return None
        ground = self.play.ground
        foe = min(self.foes, key=lambda foe: ground.distance(unit.hex, foe.hex))
        if ground.within(unit.hex, unit.facing, foe.hex):
            return None
        edge = ground.towards(unit.hex, foe.hex)
        return next((one for one in options if one.action.facing == edge), None)

    # -- places ----------------------------------------------------------------------------------------------

    def way_left(self, hex: Hex) -> float:
        """How far it is to what the side wants, by ways that can be gone."""
        wanted = self.objectives or [foe.hex for foe in self.foes]
        return min([self.play.ground.way_to(one).get(hex, 120) for one in wanted], default=0) / 2

    def place(self, unit: Unit, hex: Hex, cost: int = 0) -> float:
        """What a place is worth to a unit, in strength points; cost: hexes that it enters on the way."""
        ground, unit_class, charts = self.play.ground, self.play.class_of(unit), self.play.charts
        covered = hex in ground.cover
        found = COVER * covered - IN_RIVER * (hex in ground.river)
        if hex != unit.hex and hex in self.game.mines:
            found -= IN_MINES
        near = self.near(hex)
        exposed = EXPOSED * self.seen(hex) * (0.6 if covered else 1.0)
        if unit_class.commands or unit_class.spots or (unit_class.transport in ("lorry", "horses")):
            found -= 4 * exposed + (0.5 if near < 2 else 0.0)
            if unit_class.commands:
                friends = sum(
                    one.side == self.side and bool(one.strength) and one.hex in ground.around[hex]
                    for one in self.game.units.values()
                )
                return found + 0.1 * min(friends, 4) - 0.5 * self.pull * self.way_left(hex)
            if unit_class.spots:
                sees = any(ground[hex, foe.hex].clear for foe in self.foes)
                return found + 0.6 * sees - 0.5 * self.pull * self.way_left(hex)
            loaded = bool(unit.cargo) and near > UNLOADS - 1
            return found - (self.pull * self.way_left(hex) if loaded else 0.0)
        found -= exposed
        if unit_class.artillery:
            return found - 0.02 * near
        found -= self.pull * self.way_left(hex)
        if not self.exhausted and charts.range(unit.type) >= near > 0 and not unit.fired:
            found += 0.25 * (cost < unit_class.move)
        taken = self.game.held.get(hex)
        if taken is not None:
            found += 0.5 * self.worth[hex] * (2 if taken != self.side or self.leads else 1)
        return found
