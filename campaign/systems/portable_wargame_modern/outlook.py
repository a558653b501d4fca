"""How one side sees the field: what a hit is worth, what it wants, what a place and an attack are worth to a unit."""

from __future__ import annotations

from campaign.rules.hexes import Hex
from campaign.rules.sides import other_side
from campaign.systems.portable_wargame_modern.estimate import beaten, elsewhere, mean_hits
from campaign.systems.portable_wargame_modern.gunnery import fire_hits
from campaign.systems.portable_wargame_modern.play import Play, on_board
from campaign.systems.portable_wargame_modern.points import on_points, points
from campaign.systems.portable_wargame_modern.routes import HEX, NO_WAY, distances
from campaign.systems.portable_wargame_modern.state import Game, Unit

FRIENDLY, SPENT = 1.2, 0.8
"""What a friend's hit counts for, as a share of an enemy's; and what any does on a side that is exhausted."""
BRINK = 2.0
"""How much more a hit counts on a side that one more strength point would exhaust; less, the farther it is from it."""
PULL, HOLD = 0.16, 0.03
"""What a hex nearer to an objective is worth to those who must take it, and to those who hold what they need."""
HURRY = 0.3
"""What it is worth more where the turns that are left are hardly enough."""
TURNS_IT = 1.5
"""What it is worth more to enter what makes the side win as things stand."""
COVER, IN_RIVER, IN_MINES = 0.15, 0.25, 0.9
EXPOSED, GUARDED = 0.1, 0.25
"""What a hit that enemies may score on who stands there costs, and what it does for who has what he needs."""
STAYS = 0.25
"""What it costs a gun to leave its place, and anybody whose side has what it needs."""
BESIDE = 0.05
"""What each enemy next to it costs who does not fight him there."""
FORWARD = 0.5
"""What it costs to be driven off towards the enemy."""
AHEAD = 0.5
"""What a shot of next turn is worth, as a share of one of this turn."""
OFFSET = 6
"""How many quarters of a hex farther an objective may be for each point that it is worth more."""


class Around:
    """What enemies who stand as they do mean for hexes: found once for as long as they stand so."""

    def __init__(self) -> None:
        self.near: dict[Hex, int] = {}
        self.threat: dict[Hex, float] = {}
        self.targets: dict[tuple[Hex, int], list[Unit]] = {}


class Outlook:
    """What one side thinks of the field at one moment. Values are in hits on the enemy."""

    def __init__(self, play: Play, side: str) -> None:
        self.play, self.side = play, side
        self.game: Game = play.state
        game = self.game
        self.foes = play.foes(side)
        self.leads = on_points(game, "").winner == side
        victory = game.victory
        self.worth = {one.hex: one.points for one in victory.objective} if victory is not None else {}
        wanted = [hex for hex in self.worth if game.held[hex] != side]
        own = [hex for hex in self.worth if game.held[hex] == side]
        self.goals = wanted if wanted and not self.leads else own
        self.exhausted = game.forces[side].exhausted
        self.later = game.turns - game.turn
        """Turns that are still to come."""
        self.must = not self.leads and all(
            force.exhausted for other, force in game.forces.items() if other != side
        )
        """Whether only what it takes can help: the enemy is exhausted already, and wins as things stand."""
        self._weight = {side: self._weigh(side) for side in game.forces}
        self._fields: dict[bool, dict[Hex, int]] = {}
        around = play.lasting(
            ("around", side, tuple((foe.id, foe.hex, foe.moved) for foe in self.foes)), Around
        )
        self._near, self._threat, self._targets = around.near, around.threat, around.targets

    # -- attacks ---------------------------------------------------------------------------------------------

    def price(self, unit: Unit) -> float:
        """What a hit on a unit is worth: more if it or its side is nearly gone, less than nothing for a friend's."""
        price = 1.0 + 0.5 / unit.strength + (0.6 if self.play.class_of(unit).commands else 0.0)
        return self._weight[unit.side] * price

    def _weigh(self, side: str) -> float:
        force = self.game.forces[side]
        desperate = side == self.side and self.must  # strength is there to be spent
        brink = 0.0 if desperate else BRINK / max(force.limit - force.lost, 1)
        weight = SPENT if force.exhausted else 1 + brink
        return -FRIENDLY * weight if side == self.side else weight

    def shot(self, unit: Unit, hex: Hex) -> float:
        """What its direct fire at a hex is worth on average."""
        units = self.game.units
        hit, safe = fire_hits(self.play, unit, hex)
        price = sum(
            self.price(units[id]) * (0.4 if id in safe and units[id].strength == 1 else 1.0) for id in hit
        )
        return mean_hits(self.play, unit, hex) * price

    def fight(self, unit: Unit, target: Unit) -> float:
        """What a close combat is worth; more is dared for what is worth points, and the unarmed dare nothing."""
        if not self.play.charts.range(unit.type) and not self.play.class_of(unit).advances:
            return -1.0
        lost, won = beaten(self.play, unit, target)
        return won * (self.price(target) + 0.3 * self.worth.get(target.hex, 0)) + lost * self.price(unit)

    def stands(self, unit: Unit) -> bool:
        """Whether a unit that is hit stays, where an enemy would take what is worth points."""
        return unit.hex in self.worth and unit.strength > 1

    def follows(self, unit: Unit, hex: Hex) -> bool:
        """Whether it enters what the loser of a close combat has left."""
        onward = self.place(unit, hex) > self.place(unit, unit.hex) - PULL
        return onward and not (unit.hex in self.worth and self.leads)

    # -- places ----------------------------------------------------------------------------------------------

    def near(self, hex: Hex) -> int:
        """Hexes to the nearest enemy."""
        found = self._near.get(hex)
        if found is None:
            away = self.play.ground.away(hex)
            found = self._near[hex] = min([away[foe.hex] for foe in self.foes], default=0)
        return found

    def threat(self, hex: Hex) -> float:
        """How many hits enemies could score on who stands there, from where they are."""
        found = self._threat.get(hex)
        if found is None:
            found = self._threat[hex] = sum(self._menace(foe, hex) for foe in self.foes)
        return found

    def _menace(self, foe: Unit, hex: Hex) -> float:
        charts, ground = self.play.charts, self.play.ground
        range = charts.range(foe.type)
        row = charts.types[foe.type]
        direct = bool(row.gun) and not range and not charts.guns[row.gun].indirect
        if direct:
            range = charts.guns[row.gun].range
        if not range or ground.away(hex)[foe.hex] > range:
            return 0.0
        lane = ground[foe.hex, hex]
        if not (lane.clear and lane.out):
            return 0.0
        return 0.5 if direct else mean_hits(self.play, foe, hex)

    def way_left(self, unit: Unit, hex: Hex) -> float:
        """Hexes to what the side wants, by ways that can be gone."""
        crushes = self.play.class_of(unit).crushes
        field = self._fields.get(crushes)
        if field is None:
            field = self._fields[crushes] = self._field(crushes)
        return field.get(hex, NO_WAY) / HEX

    def _field(self, crushes: bool) -> dict[Hex, int]:
        game, play = self.game, self.play
        if self.goals:
            most = max(self.worth[hex] for hex in self.goals)
            goals = {hex: OFFSET * (most - self.worth[hex]) for hex in self.goals}
        else:
            goals = {foe.hex: 0 for foe in self.foes}
        foes = tuple(foe.hex for foe in self.foes)
        friends = tuple(one.hex for one in on_board(game, self.side) if self._settled(one))
        key = ("field", self.side, crushes, tuple(goals), foes, friends)
        wire = () if crushes else game.wire
        return play.lasting(key, distances, play.ground, goals, game.mines, wire, friends, foes)

    def _settled(self, unit: Unit) -> bool:
        """Whether it will stay where it is for long."""
        return unit.work is not None or self.play.class_of(unit).stays or unit.hex in self.worth

    def taking(self, hex: Hex) -> float:
        """What it is worth to enter a hex that the enemy has, or nobody."""
        if self.game.held.get(hex, self.side) == self.side:
            return 0.0
        return self.worth[hex] * (1.0 if self.later else 3.0) + TURNS_IT * (
            not self.leads and self._turns_it(hex)
        )

    def _turns_it(self, hex: Hex) -> bool:
        """Whether the side would win as things stand, once it has taken a hex."""
        ours = points(self.game, self.side) + self.worth[hex]
        rival = other_side(self.game, self.side)
        theirs = points(self.game, rival) - self.worth[hex] * (self.game.held[hex] == rival)
        victory = self.game.victory
        return ours > theirs or (ours == theirs and victory is not None and victory.tie == self.side)

    def pull(self, unit: Unit, hex: Hex) -> float:
        """What a hex nearer to the goal is worth to a unit."""
        if self.leads:
            return HOLD
        turns = self.way_left(unit, hex) / self.play.class_of(unit).move
        return PULL + HURRY * (self.must or turns >= self.later - 1)

    def exposed(self, unit: Unit, hex: Hex) -> float:
        """What the fire costs that may be expected on a unit there."""
        return (GUARDED if self.leads else EXPOSED) * self.threat(hex) * abs(self.price(unit)) / FRIENDLY

    def watched(self, hex: Hex) -> bool:
        """Whether an enemy sees a hex, from however far."""
        return any(self.play.ground[foe.hex, hex].clear for foe in self.foes)

    def refuge(self, unit: Unit, hex: Hex) -> float:
        """What a place is worth to a unit that was driven off."""
        found = COVER * (hex in self.play.ground.cover) - IN_RIVER * (hex in self.play.ground.river)
        found -= FORWARD * max(self.near(unit.hex) - self.near(hex), 0)
        return found - 2 * self.exposed(unit, hex) - HOLD * self.way_left(unit, hex)

    def place(self, unit: Unit, hex: Hex, cost: int = 0) -> float:
        """What a place is worth to a unit; cost: hexes that it enters on the way."""
        ground, unit_class = self.play.ground, self.play.class_of(unit)
        found = COVER * (hex in ground.cover) - IN_RIVER * (hex in ground.river)
        if hex != unit.hex:
            found -= IN_MINES * (hex in self.game.mines) + STAYS * (self.leads or unit_class.artillery)
        exposed = self.exposed(unit, hex)
        if unit_class.commands or unit_class.spots or unit_class.transport in ("lorry", "horses"):
            return found - 2 * exposed + self._behind(unit, hex) - 0.1 * self.watched(hex)
        if unit_class.artillery:
            return found - exposed + self._of_guns(unit, hex)
        found -= exposed + self.pull(unit, unit.hex) * self.way_left(unit, hex)
        found += self._attacks(unit, hex, cost)
        held = self.game.held.get(hex)
        if held is not None:
            found += self.taking(hex) or 0.5 * self.worth[hex] * (2 if self.leads else 1)
        return found

    def _behind(self, unit: Unit, hex: Hex) -> float:
        """Of those who do not fight: behind those who do, or where they see."""
        near, unit_class = self.near(hex), self.play.class_of(unit)
        found = -0.5 * (near < 2)
        pull = self.pull(unit, unit.hex) * self.way_left(unit, hex)
        if unit_class.commands:
            around = self.play.ground.around[hex]
            friends = sum(
                one.hex in around and one is not unit and bool(self.play.charts.range(one.type))
                for one in on_board(self.game, self.side)
            )
            return found + 0.12 * min(friends, 4) - 0.5 * pull
        if unit_class.spots:
            sees = sum(self.play.ground[hex, foe.hex].clear for foe in self.foes)
            return found + 0.5 * bool(sees) + 0.04 * sees - 0.5 * pull
        return found - pull if unit.cargo else found

    def _of_guns(self, unit: Unit, hex: Hex) -> float:
        """Of artillery: in range, and not too near."""
        charts, ground = self.play.charts, self.play.ground
        gun = charts.guns[charts.types[unit.type].gun]
        near = self.near(hex)
        found = -0.1 * max(near - gun.range, 0) - 0.3 * (near < 3)
        if not gun.indirect:
            sees = sum(
                ground.away(hex)[foe.hex] <= gun.range and ground[hex, foe.hex].clear for foe in self.foes
            )
            found += 0.2 * min(sees, 3)
        return found

    def _attacks(self, unit: Unit, hex: Hex, cost: int) -> float:
        """Of fighters: what they can shoot at from there, and whom they can fight."""
        if not self.foes:
            return 0.0
        unit_class = self.play.class_of(unit)
        range = self.play.charts.range(unit.type)
        found = 0.0
        if range:
            shoots = not unit.fired and (hex == unit.hex or cost < unit_class.move)
            moved = cost if shoots else 0
            one = elsewhere(unit, hex, unit.facing, moved)
            shots = [self.shot(one, foe.hex) for foe in self._within(hex, range)]
            found += max(shots, default=0.0) * (1.0 if shoots and hex != unit.hex else AHEAD)
        if self.near(hex) == 1:
            found += self._beside(unit, hex, cost)
        return found

    def _beside(self, unit: Unit, hex: Hex, cost: int) -> float:
        """Of a hex next to enemies: the best close combat there, or what it costs to be there without one."""
        around = self.play.ground.around[hex]
        foes = [foe for foe in self.foes if foe.hex in around]
        best = 0.0
        if not unit.fought and not self.exhausted and not unit.stopped:
            best = max(self.fight(elsewhere(unit, hex, around[foe.hex], cost), foe) for foe in foes)
        advances = self.play.class_of(unit).advances
        return max(best, 0.0) - BESIDE * len(foes) * (1 if advances else 3)

    def _within(self, hex: Hex, range: int) -> list[Unit]:
        """The enemies that could be fired at from a hex, were nobody in the way."""
        found = self._targets.get((hex, range))
        if found is None:
            ground = self.play.ground
            away = ground.away(hex)
            found = list[Unit]()
            for foe in self.foes:
                if away[foe.hex] <= range:
                    lane = ground[hex, foe.hex]
                    if lane.clear and lane.out and lane.edge:
                        found.append(foe)
            self._targets[hex, range] = found
        return found
