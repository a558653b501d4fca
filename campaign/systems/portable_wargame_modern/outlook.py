"""How one side sees the field: what a hit is worth, what it wants, what an attack is worth, what is to be feared."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from campaign.rules.hexes import Hex
from campaign.rules.sides import other_side
from campaign.systems.portable_wargame_modern.constants import Constants
from campaign.systems.portable_wargame_modern.estimate import beaten, mean_hits, mean_of
from campaign.systems.portable_wargame_modern.gunnery import AT_HAND, IN_COVER, STILL, commanded, fire_hits
from campaign.systems.portable_wargame_modern.play import Play, on_board
from campaign.systems.portable_wargame_modern.points import ahead, points
from campaign.systems.portable_wargame_modern.routes import HEX, distances
from campaign.systems.portable_wargame_modern.state import Game, Unit

GUN, AIMED = 0.5, 0.4
"""How many hits a shell is reckoned at: of guns that fire at what they see, and of others where they have fired."""
Menace = tuple[Hex, frozenset[Hex], float, float]
"""Of an enemy: where he stands, which hexes are in his range, and how many hits he scores there on average: on who is
in the open, and in cover."""


class Around:
    """What enemies who stand as they do mean for hexes: found once for as long as they stand so."""

    def __init__(self, menaces: list[Menace]) -> None:
        self.menaces = menaces
        self.near: dict[Hex, int] = {}
        self.threat: dict[Hex, float] = {}
        self.watched: dict[Hex, bool] = {}
        self.targets: dict[tuple[Hex, int], list[Unit]] = {}


class Outlook:
    """What one side thinks of the field at one moment. Values are in hits on the enemy."""

    def __init__(self, play: Play, side: str, constants: Constants) -> None:
        self.play, self.side, self.constants = play, side, constants
        self.game: Game = play.state
        game = self.game
        self.foes = play.foes(side)
        self.leads = ahead(game, other_side(game, side)) == side
        """Whether it wins as things stand, even if the enemy takes what nobody has."""
        victory = game.victory
        self.worth = {one.hex: one.points for one in victory.objective} if victory is not None else {}
        self.exhausted = game.forces[side].exhausted
        self.later = game.turns - game.turn
        """Turns that are still to come."""
        self.must = not self.leads and all(
            force.exhausted for other, force in game.forces.items() if other != side
        )
        """Whether only what it takes can help: the enemy is exhausted already, and wins as things stand."""
        self._weight = {side: self._weigh(side) for side in game.forces}
        self._fields: dict[bool, Mapping[Hex, int]] = {}
        self._prey: dict[tuple[bool, Hex], float] = {}
        stand = tuple([(foe.id, foe.hex, foe.moved, self._aim(foe)) for foe in self.foes])
        self.around = play.lasting(("around", side, stand), self._around)

    # -- attacks ---------------------------------------------------------------------------------------------

    def price(self, unit: Unit) -> float:
        """What a hit on a unit is worth: more if it or its side is nearly gone, less than nothing for a friend's."""
        leader = self.constants.leader if self.play.class_of(unit).commands else 0.0
        return self._weight[unit.side] * (1.0 + self.constants.dying / unit.strength + leader)

    def _weigh(self, side: str) -> float:
        force, constants = self.game.forces[side], self.constants
        desperate = side == self.side and self.must  # strength is there to be spent
        brink = 0.0 if desperate else constants.brink / max(force.limit - force.lost, 1)
        weight = constants.spent if force.exhausted else 1 + brink
        return -constants.friendly * weight if side == self.side else weight

    def stake(self, unit: Unit) -> float:
        """What it is worth more to drive off who stands on what is worth points; less than nothing of a friend."""
        found = self.constants.dare * self.worth.get(unit.hex, 0)
        return -found if unit.side == self.side else found

    def shot(self, unit: Unit, hex: Hex) -> float:
        """What its direct fire at a hex is worth on average."""
        return mean_hits(self.play, unit, hex) * self.prey(unit, hex)

    def prey(self, unit: Unit, hex: Hex) -> float:
        """What a hit on everybody in a hex is worth that its weapon scores."""
        charts = self.play.charts
        weapon = charts.weapons.get(charts.types[unit.type].weapon)
        key = (weapon is not None and weapon.spares, hex)
        found = self._prey.get(key)
        if found is None:
            units = self.game.units
            hit, safe = fire_hits(self.play, unit, hex)
            found = self._prey[key] = sum(
                (self.price(units[id]) + self.stake(units[id]))
                * (self.constants.last if id in safe and units[id].strength == 1 else 1.0)
                for id in hit
            )
        return found

    def overhead(self, unit: Unit) -> bool:
        """Whether it fires over others, from behind them."""
        charts = self.play.charts
        weapon = charts.weapons.get(charts.types[unit.type].weapon)
        return weapon is not None and weapon.overhead

    def fight(self, unit: Unit, target: Unit) -> float:
        """What a close combat is worth; more is dared for what is worth points, and only by those made for it."""
        if not self.fights(unit) or self.overhead(unit):
            return -1.0
        lost, won = beaten(self.play, unit, target)
        gain = self.price(target) + self.stake(target)
        return won * gain + lost * self.price(unit)

    def stands(self, unit: Unit) -> bool:
        """Whether a unit that is hit stays, where an enemy would take what is worth points."""
        return unit.hex in self.worth and unit.strength > 1

    @cached_property
    def calls(self) -> list[Hex]:
        """Where a side that has what it needs is needed: what is in danger, and what it finds empty."""
        if not self.leads:
            return []
        constants, away, held = self.constants, self.play.ground.away, self.game.held
        fighters = [one for one in on_board(self.game) if self.fights(one)]

        def strength(side: str, hex: Hex, most: int) -> int:
            far = away(hex)
            return sum(one.strength for one in fighters if one.side == side and far[one.hex] <= most)

        def endangered(hex: Hex) -> bool:
            ours = strength(self.side, hex, constants.guard)
            return strength(rival, hex, constants.alarm) > constants.odds * ours

        rival = other_side(self.game, self.side)
        coming = not self.game.forces[rival].exhausted
        return [
            hex
            for hex in self.worth
            if (coming and endangered(hex) if held[hex] == self.side else not strength(rival, hex, 1))
        ]

    @cached_property
    def goals(self) -> list[Hex]:
        """What it goes for, or stays with: who is exhausted gets to nothing that an enemy is in or next to."""
        held = self.game.held
        wanted = [hex for hex in self.worth if held[hex] != self.side]
        if self.exhausted:
            wanted = [hex for hex in wanted if self.near(hex) > 1]
        return self.calls or (
            wanted if wanted and not self.leads else [hex for hex in self.worth if held[hex] == self.side]
        )

    def fights(self, unit: Unit) -> bool:
        """Whether it is there to fight, rather than to fire from afar, to carry, to see or to command."""
        unit_class = self.play.class_of(unit)
        return not unit_class.artillery and (bool(self.play.charts.range(unit.type)) or unit_class.advances)

    # -- what is to be feared --------------------------------------------------------------------------------

    def near(self, hex: Hex) -> int:
        """Hexes to the nearest enemy."""
        near = self.around.near
        found = near.get(hex)
        if found is None:
            away = self.play.ground.away(hex)
            found = near[hex] = min([away[foe.hex] for foe in self.foes], default=0)
        return found

    def threat(self, hex: Hex) -> float:
        """How many hits enemies could score on who stands there, from where they are."""
        found = self.around.threat.get(hex)
        if found is None:
            ground, found = self.play.ground, 0.0
            covered = hex in ground.cover
            for frm, reached, clear, cover in self.around.menaces:
                if hex in reached:
                    lane = ground[frm, hex]
                    if clear is AIMED or (lane.clear and lane.out):
                        found += cover if covered else clear
            self.around.threat[hex] = found
        return found

    def _around(self) -> Around:
        return Around([one for foe in self.foes if (one := self._menace(foe)) is not None])

    def _menace(self, foe: Unit) -> Menace | None:
        play = self.play
        charts, ground = play.charts, play.ground
        row, range = charts.types[foe.type], charts.range(foe.type)
        if aim := self._aim(foe):
            return foe.hex, frozenset((aim,)), AIMED, AIMED
        if row.gun and not range and not charts.guns[row.gun].indirect:
            return foe.hex, ground.disc(foe.hex, charts.guns[row.gun].range), GUN, GUN
        if not range:
            return None
        bonus = (not foe.moved) * STILL.value + commanded(play, foe, True) * AT_HAND["Firing"].value
        clear, cover = mean_of(play, foe, bonus), mean_of(play, foe, bonus + IN_COVER["Firing"].value)
        return foe.hex, ground.disc(foe.hex, range), clear, cover

    def _aim(self, foe: Unit) -> Hex:
        """Where guns that fire over others have fired this turn, and fire better next turn; "" for others."""
        if foe.aimed_in != self.game.turn or not foe.fired:
            return ""
        charts = self.play.charts
        return foe.aimed if charts.guns[charts.types[foe.type].gun].indirect else ""

    def watched(self, hex: Hex) -> bool:
        """Whether an enemy sees a hex, from however far."""
        found = self.around.watched.get(hex)
        if found is None:
            ground = self.play.ground
            found = any(ground[foe.hex, hex].clear for foe in self.foes)
            self.around.watched[hex] = found
        return found

    def within(self, hex: Hex, range: int) -> list[Unit]:
        """The enemies that could be fired at from a hex, were nobody in the way."""
        found = self.around.targets.get((hex, range))
        if found is None:
            ground = self.play.ground
            away = ground.away(hex)
            found = list[Unit]()
            for foe in self.foes:
                if away[foe.hex] <= range:
                    lane = ground[hex, foe.hex]
                    if lane.clear and lane.out and lane.edge:
                        found.append(foe)
            self.around.targets[hex, range] = found
        return found

    # -- what is wanted --------------------------------------------------------------------------------------

    def way_left(self, unit: Unit, hex: Hex) -> float:
        """Hexes to what the side wants, by ways that can be gone."""
        return self.field(self.play.class_of(unit).crushes)[hex] / HEX

    def field(self, crushes: bool) -> Mapping[Hex, int]:
        """How many quarters of a hex it is to what the side wants. crushes: for those whom wire does not stop."""
        found = self._fields.get(crushes)
        if found is None:
            found = self._fields[crushes] = self._field(crushes)
        return found

    def _field(self, crushes: bool) -> Mapping[Hex, int]:
        game, play = self.game, self.play
        if self.goals:
            most = max(self.worth[hex] for hex in self.goals)
            goals = [(hex, self.constants.offset * (most - self.worth[hex])) for hex in self.goals]
        else:
            goals = [(foe.hex, 0) for foe in self.foes]
        wire = () if crushes else tuple(game.wire)
        friends = tuple([one.hex for one in on_board(game, self.side) if self._settled(one)])
        foes = tuple([foe.hex for foe in self.foes])
        return distances(play.ground, tuple(goals), tuple(game.mines), wire, friends, foes)

    def _settled(self, unit: Unit) -> bool:
        """Whether it will stay where it is for long."""
        return unit.work is not None or self.play.class_of(unit).stays or unit.hex in self.worth

    def taking(self, hex: Hex) -> float:
        """What it is worth to enter a hex that the enemy has, or nobody."""
        if self.game.held.get(hex, self.side) == self.side:
            return 0.0
        constants = self.constants
        point = constants.take if self.later else constants.late
        return self.worth[hex] * point + constants.turn * (not self.leads and self._turns_it(hex))

    def keeping(self, hex: Hex) -> float:
        """What it is worth to stay on what the side has: less where no enemy is near enough to come."""
        constants, near = self.constants, self.near(hex)
        risk = 1.0 if near <= constants.soon else constants.afar if near <= constants.alarm else 0.0
        return constants.keep * self.worth[hex] * (2 if self.leads else 1) * risk

    def _turns_it(self, hex: Hex) -> bool:
        """Whether the side would win as things stand, once it has taken a hex."""
        ours = points(self.game, self.side) + self.worth[hex]
        rival = other_side(self.game, self.side)
        theirs = points(self.game, rival) - self.worth[hex] * (self.game.held[hex] == rival)
        victory = self.game.victory
        return ours > theirs or (ours == theirs and victory is not None and victory.tie == self.side)
