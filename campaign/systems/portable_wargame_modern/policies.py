"""Bots of one idea each: they show what a scenario is worth against a plan, and what the sensible one must beat.

Their guns fire, and their units that are hit give way, as the sensible one's do; what a unit does is their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.rules.bots import by_kind
from campaign.rules.options import Option
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern.sensible import Mind, SensibleBot
from campaign.systems.portable_wargame_modern.state import Unit


class Plan(Mind):
    """A mind of one idea."""

    def fire(self, unit: Unit, options: Sequence[Option]) -> Option | None:
        return max(options, key=lambda one: self.sees.shot(unit, one.where), default=None)

    def onward(self, far: Sequence[float], now: float, moves: Sequence[Option]) -> Option | None:
        """The move that comes nearest. far: how far its goal would be after each."""
        least = min(far, default=now)
        return moves[far.index(least)] if least < now else None

    def best_fight(self, options: Sequence[Option]) -> Option | None:
        """The best close combat, if there is one worth it."""
        return max((one for one in options if self.fight(one) > 0), key=self.fight, default=None)

    def armed(self, unit: Unit) -> bool:
        return bool(self.play.charts.range(unit.type)) or self.play.class_of(unit).advances

    def down(self, unit: Unit, options: Sequence[Option]) -> Option | None:
        return options[0] if options and self.gets_down(unit) else None


class Fortress(Plan):
    """Who stands, stays, and shoots."""

    def act(self, unit: Unit, options: Sequence[Option]) -> Option:
        kinds = by_kind(options)
        return (
            self.down(unit, kinds.get(a.Unload, ()))
            or self.fire(unit, kinds.get(a.Fire, ()))
            or self.best_fight(kinds.get(a.Assault, ()))
            or self.turns(unit, kinds.get(a.Turn, ()))
            or options[-1]
        )


class Rush(Plan):
    """All go for the nearest enemy, fight him hand to hand, and fire as they come."""

    def act(self, unit: Unit, options: Sequence[Option]) -> Option:
        kinds = by_kind(options)
        armed = self.armed(unit)
        moves = kinds.get(a.Move, ()) if armed or unit.cargo else ()
        near = self.sees.near
        return (
            self.down(unit, kinds.get(a.Unload, ()))
            or (max(kinds[a.Assault], key=self.fight) if armed and a.Assault in kinds else None)
            or self.onward([near(one.where) for one in moves], near(unit.hex), moves)
            or self.fire(unit, kinds.get(a.Fire, ()))
            or self.turns_to_fight(unit, kinds.get(a.Turn, ()))
            or options[-1]
        )


class Quick(Plan):
    """Everybody who can take what is worth points goes there by the shortest way, and fires where he has come to."""

    def act(self, unit: Unit, options: Sequence[Option]) -> Option:
        kinds = by_kind(options)
        armed = self.armed(unit)
        moves = kinds.get(a.Move, ()) if (armed or unit.cargo) and not self.sees.leads else ()
        far = [self.sees.way_left(unit, one.where) for one in moves]
        return (
            self.down(unit, kinds.get(a.Unload, ()))
            or self.onward(far, self.sees.way_left(unit, unit.hex), moves)
            or self.fire(unit, kinds.get(a.Fire, ()))
            or self.best_fight(kinds.get(a.Assault, ()))
            or self.turns(unit, kinds.get(a.Turn, ()))
            or options[-1]
        )


class FortressBot(SensibleBot):
    name, mind = "fortress", Fortress


class RushBot(SensibleBot):
    name, mind = "rush", Rush


class QuickBot(SensibleBot):
    name, mind = "quick", Quick
