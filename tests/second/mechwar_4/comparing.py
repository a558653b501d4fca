"""Where the two readings differ: what a side may choose now, and what each shot of it does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from campaign.rules.refused import Refused
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.frames import Attack, Move, Overrun, Window
from campaign.systems.mechwar_4.rules import MechWarRules
from campaign.systems.mechwar_4.state import Game
from tests.second.mechwar_4 import fire, moving, odds, shells
from tests.second.mechwar_4.adaptor import battery
from tests.second.mechwar_4.adaptor import world as plain
from tests.second.mechwar_4.charts import table
from tests.second.mechwar_4.fire import Shot
from tests.second.mechwar_4.hexes import name, spot
from tests.second.mechwar_4.world import World

CLOSE = 1e-9
ANSWERS = ("opportunity", "overwatch", "ambush", "short-halt")


class Comparison:
    """One position, as the side that is asked sees it. counted: what was compared; found: differences."""

    def __init__(self, rules: MechWarRules, game: Game) -> None:
        self.rules, self.game = rules, game
        self.counted: Counter[str] = Counter()
        self.found: list[str] = []
        self.frame = game.stack[-1] if game.stack else None
        pending = rules.pending(game)
        if not pending:
            return
        asked = pending[0]
        self.world = plain(game, game.readings or rules.charts.readings, asked.side)
        self._of(asked.side, asked.kind)

    def _of(self, side: str, kind: str) -> None:
        options = [one for one in self.rules.legal(self.game, side) if not one.ranges]
        ask = {
            "activation": self._activation, "move": self._move, "opportunity": self._answers,
            "overwatch": self._answers, "attack": self._attack, "indirect": self._indirect, "overrun": self._overrun,
        }.get(kind)  # fmt: skip
        if ask is not None:
            self.counted[kind] += 1
            ask(side, options)

    def _same(self, what: str, ours: set[Any], theirs: set[Any]) -> None:
        self.counted[what] += len(ours | theirs)
        for who, some in (("the second reading", ours - theirs), ("the project", theirs - ours)):
            self.found += [f"{what}: only {who} has {one}" for one in sorted(some, key=repr)[:5]]

    # -- what may be chosen ---------------------------------------------------------------------------------------

    def _activation(self, side: str, options: list[Any]) -> None:
        shots = [one.action for one in options if isinstance(one.action, a.Fire)]
        theirs = {(one.unit, one.target, one.arm, one.part, one.halved) for one in shots}
        self._same("shots", fire.shots(self.world, side), theirs)
        for one in shots:
            self._odds(side, one, one.target, [self._shot(one, "direct")])
        begun = [one.action for one in options if isinstance(one.action, a.StartMove)]
        here = {(one.unit, one.pace) for one in begun if self.game.units[one.unit].hex}
        self._same("moves begun", moving.starts(self.world, side), here)
        for one in begun:
            if (one.unit, one.pace) in here:
                self._panic(side, one)

    def _move(self, side: str, options: list[Any]) -> None:
        frame = self.frame
        if not isinstance(frame, Move) or frame.stopped or not self.game.units[frame.unit].hex:
            return
        going = moving.Going(
            frame.unit,
            frame.left,
            frame.all,
            frame.still,
            self.world.pieces[frame.unit].column,
            frame.changed,
        )
        theirs = {(one.action.to, one.cost) for one in options if isinstance(one.action, a.Move)}
        self._same("destinations", moving.destinations(self.world, going), theirs)
        self._same(
            "shapes",
            moving.shapes(self.world, going),
            {one for option in options for one in shape(self.game, option)},
        )

    def _answers(self, side: str, options: list[Any]) -> None:
        frame = self.frame
        if not isinstance(frame, Window):
            return
        shots = [one.action for one in options if isinstance(one.action, a.Fire)]
        theirs = {(one.unit, one.target, one.arm, one.part, one.halved) for one in shots}
        halting = self._halting(side, frame.kind == "overwatch")
        self._same("answers", fire.answers(self.world, side, frame.left, halting), theirs)
        for one in shots:
            kind = "short-halt" if one.unit == halting else frame.kind
            self._odds(side, one, one.target, [self._shot(one, kind)])

    def _halting(self, side: str, answering: bool) -> str:
        """19.31: a stabilised unit that moves, has points left for it, and has been fired at; "" for none."""
        moves = [one for one in self.game.stack if isinstance(one, Move)]
        if not answering or not moves or not self.game.switches.short_halt:
            return ""
        unit = self.world.pieces.get(moves[-1].unit)
        able = unit is not None and unit.side == side and unit.row.get("stabilised")
        return moves[-1].unit if able and moves[-1].left >= 2 * table("terrain")["efforts"]["halt"] else ""

    def _attack(self, side: str, options: list[Any]) -> None:
        frame = self.frame
        if not isinstance(frame, Attack) or frame.resolving:
            return
        kind = frame.kind
        named = [
            Shot(one.unit, one.arm, self._part(one), one.halved, one.fire or kind) for one in frame.firers
        ]
        shots = [one.action for one in options if isinstance(one.action, a.Join)]
        theirs = {(one.unit, frame.target, one.arm, one.part, one.halved) for one in shots}
        halting = self._halting(side, kind in ("overwatch", "short-halt"))
        ours = fire.joins(
            self.world, side, frame.target, kind in ANSWERS, [one.unit for one in named], halting
        )
        self._same("joined shots", ours, theirs)
        for one in shots:
            own = "short-halt" if one.unit == halting else "overwatch" if kind == "short-halt" else kind
            self._odds(side, one, frame.target, [*named, self._shot(one, own)])
        if any(isinstance(one.action, a.Resolve) for one in options):
            self._odds(side, a.Resolve(), frame.target, named)

    def _part(self, firer: Any) -> int:
        """The part that fires: the project keeps the state in which it does."""
        unit = self.game.units[firer.unit]
        return firer.state if firer.state != unit.damage else 0

    def _overrun(self, side: str, options: list[Any]) -> None:
        frame = self.frame
        if not isinstance(frame, Overrun) or frame.choosing:
            return
        shots = [one.action for one in options if isinstance(one.action, a.OverrunFire)]
        theirs = {(one.unit, one.target, one.arm) for one in shots}
        self._same(
            "overrun shots", fire.overrun_shots(self.world, side, spot(frame.hex), frame.to_fire), theirs
        )
        for one in shots:
            self._odds(side, one, one.target, [Shot(one.unit, one.arm, kind="overrun")])

    def _indirect(self, side: str, options: list[Any]) -> None:
        """Fire of each gun at every hex in which somebody is, tight and loose."""
        game = self.game
        if game.stage != "plot" or game.stack:
            return
        guns = [*(id for id in game.batteries), *(one.id for one in self.world.pieces.values() if one.at)]
        hexes = sorted({one.at for one in self.world.pieces.values() if one.at})
        for by, at, pattern in product(guns, hexes, ("tight", "loose")):
            action = a.Bombard(by, name(at), "shells", pattern)  # type: ignore[arg-type]
            try:
                told = self.rules.odds(game, side, action)
            except Refused:
                continue
            if told is None:
                continue
            ours = shells.bombarded(self.world, battery(game, self.world, by), at, pattern == "loose")
            self.counted["bombardments"] += 1
            for mine, theirs in zip(ours, (told.results, told.also), strict=True):
                self._equal(action, mine, {one.result: one.chance for one in theirs})

    # -- what it does ---------------------------------------------------------------------------------------------

    def _shot(self, one: Any, kind: str) -> Shot:
        return Shot(one.unit, one.arm, one.part, one.halved, kind)

    def _odds(self, side: str, action: Any, target: str, shots: list[Shot]) -> None:
        told = self.rules.odds(self.game, side, action)
        assert told is not None
        ours = odds.told(self.world, odds.attack(self.world, target, shots), target, shots)
        self.counted["odds"] += 1
        for mine, theirs in zip(ours, (told.results, told.also), strict=True):
            self._equal(action, mine, {one.result: one.chance for one in theirs})

    def _panic(self, side: str, action: Any) -> None:
        told = self.rules.odds(self.game, side, action)
        theirs = {one.result: one.chance for one in told.results} if told is not None else {"moves": 1.0}
        chance = odds.panics_moving(self.world, action.unit)
        self.counted["panic"] += 1
        self._equal(action, {"panics": chance, "moves": 1 - chance}, theirs)

    def _equal(self, action: Any, ours: Mapping[str, Fraction], theirs: Mapping[str, float]) -> None:
        for word in sorted({*ours, *theirs}):
            if abs(float(ours.get(word, 0)) - theirs.get(word, 0)) > CLOSE:
                self.found.append(
                    f"{action}: {word}: {ours.get(word, 0)}, the project has {theirs.get(word, 0)}"
                )


def shape(game: Game, option: Any) -> list[tuple[Any, ...]]:
    """An option of a move other than to go somewhere, as the second reading has it."""
    match option.action:
        case a.FormColumn():
            return [("form-column", option.cost)]
        case a.LeaveColumn():
            return [("leave-column", max(0, option.cost))]
        case a.TakeDefilade(edge=edge):
            return [("defilade", edge, option.cost)]
        case a.Mount(unit=unit, carrier=carrier):
            return [("mount", unit, carrier)]
        case a.Dismount(unit=unit):
            return [("dismount", unit, game.units[unit].aboard)]
        case _:
            return []


__all__ = ["Comparison", "World"]
