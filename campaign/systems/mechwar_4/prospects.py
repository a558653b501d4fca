"""What fire can do: every state in which it can leave whom it hits, each with its exact chance.

Firers come one after the other and find what those before have left: so the chances of one state after the other are
carried along, instead of walking through all dice. Nothing here writes to the battle.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from msgspec.structs import replace

from campaign.rules.hexes import Hex
from campaign.systems.mechwar_4.decide import landing
from campaign.systems.mechwar_4.frames import Attack, Bombardment, Firer
from campaign.systems.mechwar_4.harm import MOST_BUTTONED
from campaign.systems.mechwar_4.morale import THIRD
from campaign.systems.mechwar_4.morale import terms_of as morale_terms
from campaign.systems.mechwar_4.panic import limit, state_of, terms_of
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import GONE, Game, Unit
from campaign.systems.mechwar_4.tables import Result
from campaign.systems.mechwar_4.values import Shot, at_rider, howitzer, shot

WHOLE = Fraction(1)
SIXTH = Fraction(1, 6)
FACES = range(1, 7)


class Being(NamedTuple):
    """How somebody fares. damage: 3 if it is gone. rides: on a tank that is still there."""

    damage: int
    suppression: int
    panicked: bool
    rides: bool = False

    @property
    def gone(self) -> bool:
        return self.damage >= GONE


class World(NamedTuple):
    """All who may be hit, in the order of `Prospects.members`. shaken: losses of each company concerned and the panic
    levels that they have added (19.812). wrecks: hexes in which there are new ones."""

    beings: tuple[Being, ...]
    shaken: tuple[tuple[int, int], ...]
    wrecks: frozenset[Hex] = frozenset()


Spread = dict[World, Fraction]
"""Worlds with their chances."""
Fates = dict[int, dict[Being, Fraction]]
"""By place in `Prospects.members`: how somebody may fare."""


class Blow(NamedTuple):
    """How a die is read for one unit: on the anti-personnel table, or the anti-armour table of a state of the firer.

    suppresses: any result is S1 alone (6.10).
    """

    personnel: bool
    state: int
    column: int
    add: int
    suppresses: bool = False


class Prospects:
    """Fire at what is in some hexes: that of the target, or the zone of shells."""

    def __init__(self, play: Play, hexes: Iterable[Hex]) -> None:
        self.play, self._hexes = play, frozenset(hexes)
        game = play.state
        self.members = [one for one in game.units.values() if one.hex in self._hexes and not one.out]
        self.index = {one.id: i for i, one in enumerate(self.members)}
        self._types = [play.type_of(one) for one in self.members]
        self._inside: dict[int, list[int]] = defaultdict(list)
        self._riders: dict[int, list[int]] = defaultdict(list)
        for i, one in enumerate(self.members):
            if one.aboard:
                carrier = self.index[one.aboard]
                if self._types[carrier].ridden:
                    self._riders[carrier].append(i)
                elif not one.hatches:
                    self._inside[carrier].append(i)
        self._riding = {i for some in self._riders.values() for i in some}
        self._companies = sorted({one.company for one in self.members if one.company in game.companies})
        self._reads: dict[tuple[Firer, str, int, bool, bool], Shot] = {}

    def start(self, buttoned: Sequence[str] = ()) -> World:
        """As it is now. buttoned: who is to be buttoned up first (7.31)."""
        up = {self.index[id] for id in buttoned if id in self.index}
        up |= {i for one in tuple(up) for i in self._inside.get(one, ())}
        game = self.play.state
        beings = tuple(
            Being(one.damage, max(one.suppression, int(i in up)), one.panicked, i in self._riding)
            for i, one in enumerate(self.members)
        )
        shaken = tuple((game.companies[id].losses, 0) for id in self._companies)
        return World(beings, shaken)

    # -- direct fire --------------------------------------------------------------------------------------------

    def attack(self, attack: Attack, world: World) -> tuple[Spread, list[tuple[Fraction, Fraction]]]:
        """What an attack leaves, and for each firer the chance that it panics and that it does fire at the target."""
        spread: Spread = {world: WHOLE}
        firers: list[tuple[Fraction, Fraction]] = []
        for firer in attack.firers:
            unit = self.play.state.units[firer.unit]
            panic = Fraction(0) if attack.kind == "overrun" else panic_chance(self.play, unit, firer.state)
            after: Spread = defaultdict(Fraction)
            fires = Fraction(0)
            for before, weight in spread.items():
                if before.beings[self.index[attack.target]].gone:
                    after[before] += weight
                    continue
                if panic:
                    after[before] += weight * panic
                fires += weight * (1 - panic)
                if panic < 1:
                    for left, part in self._fired(attack, firer, before).items():
                        after[left] += weight * (1 - panic) * part
            spread = after
            firers.append((panic, fires))
        return spread, firers

    def _fired(self, attack: Attack, firer: Firer, world: World) -> Spread:
        if not self._spreads(attack, firer):
            return self._shoot(attack, firer, self.index[attack.target], world)
        spread: Spread = {world: WHOLE}
        for i in self._open(attack.side, world):
            after: Spread = defaultdict(Fraction)
            for before, weight in spread.items():
                if before.beings[i].gone:
                    after[before] += weight
                    continue
                for left, part in self._shoot(attack, firer, i, before).items():
                    after[left] += weight * part
            spread = after
        return spread

    def _spreads(self, attack: Attack, firer: Firer) -> bool:
        """Whether it is class H fire, which hits all in the hex (6.43, 17.31)."""
        weapon = self.play.type_of(self.play.state.units[firer.unit]).arms[firer.arm]
        return howitzer(weapon, firer.arm) and self._types[self.index[attack.target]].moves != "helicopter"

    def _open(self, side: str, world: World) -> list[int]:
        """Whom class H fire hits: everybody of the enemy who is in nothing (6.43), but engineers beside infantry
        (19.613)."""
        found = [
            i
            for i, one in enumerate(self.members)
            if one.side != side
            and self._types[i].moves != "helicopter"
            and not world.beings[i].gone
            and (not one.aboard or one.hatches or (i in self._riding and not world.beings[i].rides))
        ]
        infantry = any(self._types[i].kind == "infantry" for i in found)
        return [i for i in found if not infantry or self._types[i].kind != "engineers"]

    def _shoot(self, attack: Attack, firer: Firer, i: int, world: World) -> Spread:
        """`shooting.shoot` and `shooting.howitzer_at` for one unit."""
        read = self._read(attack, firer, i, world)
        row, weapon = self._types[i], self.play.type_of(self.play.state.units[firer.unit]).arms[firer.arm]
        closed = (
            howitzer(weapon, firer.arm) and firer.arm != "assault" and row.target != "soft" and not row.open
        )
        shut = closed and (self.members[i].id in attack.buttoned or world.beings[i].suppression > 0)

        def rider(at: int) -> Blow:
            play, unit = self._as_if(world, at)
            return _of_shot(at_rider(play, firer, unit, attack.kind, read))

        if shut:
            return self._shut(i, world, read.superiority, rider)
        return self._hit(i, world, _of_shot(read), rider)

    def _read(self, attack: Attack, firer: Firer, i: int, world: World) -> Shot:
        """The shot as it is read once the world is so: a wreck covers, motorcycles lie down under fire."""
        unit, being = self.members[i], world.beings[i]
        key = firer, attack.kind, i, unit.hex in world.wrecks, being.suppression > 0
        if key not in self._reads:
            play, unit = self._as_if(world, i)
            self._reads[key] = shot(play, firer, unit, attack.kind)
        return self._reads[key]

    def _as_if(self, world: World, i: int) -> tuple[Play, Unit]:
        unit = replace(self.members[i], suppression=world.beings[i].suppression)
        game: Game = self.play.state
        wrecks = [*game.wrecks, *(world.wrecks - set(game.wrecks))]
        changed = replace(game, units={**game.units, unit.id: unit}, wrecks=wrecks)
        return Play(self.play.charts, changed), unit

    # -- indirect fire ------------------------------------------------------------------------------------------

    def shells(self, fall: Bombardment, world: World) -> Fates:
        """How each of those fares whom a bombardment of these hexes may hit (6.82).

        Each is hit at once; all that comes over from one to the next is wrecks, the morale of companies, and whether
        there is still infantry that engineers are part of (19.613).
        """
        fates: Fates = {}
        spread: Spread = {world: WHOLE}
        zone = [
            i
            for i, one in enumerate(self.members)
            if (not one.aboard or one.hatches)
            and one.hex in fall.hexes
            and self._types[i].moves != "helicopter"
        ]
        sappers = [i for i in zone if self._types[i].kind == "engineers"]
        for i in [*(i for i in zone if i not in sappers), *sappers]:
            found: Spread = defaultdict(Fraction)
            for before, weight in spread.items():
                if i in sappers and self._shielded(i, zone, before):
                    found[before] += weight
                    continue
                for left, part in self._shelled(fall, i, before).items():
                    found[left] += weight * part
            for one in (i, *self._inside.get(i, ()), *self._riders.get(i, ())):
                fates[one] = marginal(found, one)
            spread = found
            if not sappers:
                spread = defaultdict(Fraction)
                for left, weight in found.items():
                    spread[left._replace(beings=world.beings)] += weight
        return fates

    def _shielded(self, i: int, zone: Sequence[int], world: World) -> bool:
        """19.613: whether engineers are part of infantry beside them."""
        unit = self.members[i]
        return any(
            self._types[one].kind == "infantry"
            and self.members[one].hex == unit.hex
            and self.members[one].side == unit.side
            and not world.beings[one].gone
            for one in zone
        )

    def _shelled(self, fall: Bombardment, i: int, world: World) -> Spread:
        play, unit = self._as_if(world, i)
        read = landing.read(play, fall, unit)

        def rider(at: int) -> Blow:
            on = landing.at_rider(*((now := self._as_if(world, at))[0], fall, now[1], read))
            return Blow(True, 0, on.column, on.add)

        if read.buttoned:
            return self._shut(i, world, read.column, rider, loose=fall.loose)
        return self._hit(i, world, Blow(read.soft, landing.HOWITZERS, read.column, read.add), rider)

    # -- one die at one unit ------------------------------------------------------------------------------------

    def _shut(
        self,
        i: int,
        world: World,
        column: int,
        rider: Callable[[int], Blow] | None = None,
        loose: bool = False,
    ) -> Spread:
        """7.31: buttoned up it is suppressed, twice at a die of at most the column. rider: of shells, who rides on it
        is hit by the same die, or one of his own."""
        found: Spread = defaultdict(Fraction)
        for die in FACES:
            after = self._buttoned(i, world, 2 if not loose and die <= column else 1)
            for left, part in self._riders_hit(i, {after: WHOLE}, die, rider, world).items():
                found[left] += part * SIXTH
        return found

    def _hit(self, i: int, world: World, blow: Blow, rider: Callable[[int], Blow] | None) -> Spread:
        found: Spread = defaultdict(Fraction)
        for die in FACES:
            spread = self._result(i, world, blow, die)
            for left, part in self._riders_hit(i, spread, die, rider, world).items():
                found[left] += part * SIXTH
        return found

    def _riders_hit(
        self, i: int, spread: Spread, die: int, rider: Callable[[int], Blow] | None, world: World
    ) -> Spread:
        """Those who rode on it when the shot fell (9.2)."""
        if rider is None:
            return spread
        for at in self._riders.get(i, ()):
            if not world.beings[at].rides:
                continue
            after: Spread = defaultdict(Fraction)
            for before, weight in spread.items():
                if before.beings[at].gone:
                    after[before] += weight
                    continue
                for left, part in self._result(at, before, rider(at), die).items():
                    after[left] += weight * part
            spread = after
        return spread

    def _result(self, i: int, world: World, blow: Blow, die: int) -> Spread:
        """What a die does to a unit: `losses_of` and `apply_result`."""
        charts, modified = self.play.charts, die + blow.add
        result = (
            charts.personnel(blow.column, modified)
            if blow.personnel
            else charts.armour(blow.state, blow.column, modified)
        )
        if blow.suppresses:
            return {self._buttoned(i, world, 1) if result else world: WHOLE}
        if not result.rolled:
            return self._applied(i, world, result, result.losses, blow.personnel)
        found: Spread = defaultdict(Fraction)
        whole = Fraction(self.play.charts.all_losses, 6)
        for steps, weight in ((result.losses, whole), (result.losses - 1, 1 - whole)):
            for left, part in self._applied(i, world, result, steps, blow.personnel).items():
                found[left] += part * weight
        return found

    def _applied(self, i: int, world: World, result: Result, steps: int, personnel: bool) -> Spread:
        helicopter = self._types[i].moves == "helicopter"
        spread = self._lose(i, world, steps) if steps > 0 else {world: WHOLE}
        if helicopter:
            return spread
        level = max(result.suppression, self.play.charts.suppression_of_losses if personnel and steps else 0)
        found: Spread = defaultdict(Fraction)
        for left, weight in spread.items():
            being = left.beings[i]
            if being.gone:
                found[left] += weight
                continue
            if level:
                now = being.suppression + level
                if self._types[i].target != "soft":
                    now = max(being.suppression, min(now, MOST_BUTTONED))
                being = being._replace(suppression=now)
            panic = self._panics(i, left, being) if result.panic and not being.panicked else Fraction(0)
            if panic:
                found[_with(left, i, being._replace(panicked=True))] += weight * panic
            if panic < 1:
                found[_with(left, i, being)] += weight * (1 - panic)
        return found

    def _lose(self, i: int, world: World, steps: int) -> Spread:
        """`harm.lose`: steps off a unit, the same off who is inside it; a company may be shaken (19.812)."""
        unit, row, being = self.members[i], self._types[i], world.beings[i]
        damage = GONE if row.one_step or unit.column else min(GONE, being.damage + steps)
        world = _with(world, i, being._replace(damage=damage))
        spread: Spread = {world: WHOLE}
        if damage >= GONE:
            for rider in self._riders.get(i, ()):
                world = _with(world, rider, world.beings[rider]._replace(rides=False))
            vehicle = not row.afoot and row.moves != "helicopter"
            if self.play.state.switches.wrecks and not being.damage and steps >= GONE and vehicle:
                world = world._replace(wrecks=world.wrecks | {unit.hex})
            spread = self._shaken(unit, world)
        for inside in self._inside.get(i, ()):
            after: Spread = defaultdict(Fraction)
            for before, weight in spread.items():
                if before.beings[inside].gone:
                    after[before] += weight
                    continue
                for left, part in self._lose(inside, before, GONE if damage >= GONE else steps).items():
                    after[left] += weight * part
            spread = after
        return spread

    def _shaken(self, unit: Unit, world: World) -> Spread:
        """19.812: what the loss of a unit adds to the panic level of its company."""
        game, rules = self.play.state, self.play.charts.command.morale
        if not game.switches.morale or unit.company not in self._companies:
            return {world: WHOLE}
        company = game.companies[unit.company]
        if company.independent:
            return {world: WHOLE}
        at = self._companies.index(unit.company)
        losses, added = world.shaken[at][0] + 1, world.shaken[at][1]
        row = rules.loss[min(losses, len(rules.loss)) - 1]
        less = sum(one.value for one in morale_terms(self.play, company))
        more = Fraction(sum(die + less <= row.more for die in FACES), 6)
        none = losses >= THIRD and self.play.charts.readings.third_loss == "two-or-none"
        found: Spread = {}
        for weight, add in ((more, row.adds + 1), (1 - more, 0 if none else row.adds)):
            if weight:
                shaken = (*world.shaken[:at], (losses, added + add), *world.shaken[at + 1 :])
                left = world._replace(shaken=shaken)
                found[left] = found.get(left, Fraction(0)) + weight
        return found

    def _panics(self, i: int, world: World, being: Being) -> Fraction:
        unit = self.members[i]
        state = 0 if self._types[i].one_step else being.damage
        added = 0
        if unit.company in self._companies:
            added = world.shaken[self._companies.index(unit.company)][1]
        return panic_chance(self.play, unit, state, added)

    def _buttoned(self, i: int, world: World, level: int) -> World:
        for one in (i, *self._inside.get(i, ())):
            being = world.beings[one]
            if being.suppression < level and not being.gone:
                world = _with(world, one, being._replace(suppression=level))
        return world


def _of_shot(read: Shot) -> Blow:
    return Blow(read.table == "personnel", read.state, read.superiority, read.add, read.suppresses)


def _with(world: World, i: int, being: Being) -> World:
    beings = world.beings
    if beings[i] == being:
        return world
    return world._replace(beings=(*beings[:i], being, *beings[i + 1 :]))


def panic_chance(
    play: Play, unit: Unit, state: int = -1, added: int = 0, check: Literal["fire", "move"] = "fire"
) -> Fraction:
    """How likely a unit panics (13.0). state: the steps that count as lost. added: panic levels on top."""
    highest = limit(play, unit, check, state_of(play, unit) if state < 0 else state, added)
    if highest <= 0:
        return Fraction(0)
    add = sum(one.value for one in terms_of(play, unit, check))
    return Fraction(sum(max(1, die + add) <= highest for die in range(1, 11)), 10)


def marginal(spread: Mapping[World, Fraction], i: int) -> dict[Being, Fraction]:
    """How one of them fares."""
    found: dict[Being, Fraction] = defaultdict(Fraction)
    for world, weight in spread.items():
        found[world.beings[i]] += weight
    return found
