"""What places are worth to one unit, for what its side thinks of the field."""

from __future__ import annotations

from campaign.rules.hexes import Hex
from campaign.systems.portable_wargame_modern.estimate import elsewhere, mean_of
from campaign.systems.portable_wargame_modern.gunnery import AT_HAND, IN_COVER, STILL
from campaign.systems.portable_wargame_modern.outlook import Outlook
from campaign.systems.portable_wargame_modern.play import on_board
from campaign.systems.portable_wargame_modern.routes import HEX
from campaign.systems.portable_wargame_modern.state import Unit


class Places:
    """What all places are worth to a unit where it stands now, in hits on the enemy."""

    def __init__(self, sees: Outlook, unit: Unit) -> None:
        self.sees, self.unit = sees, unit
        play, constants = sees.play, sees.constants
        self._play, self._game, self._ground, self._constants = play, sees.game, play.ground, constants
        self._class = play.class_of(unit)
        self._range = play.charts.range(unit.type)
        self._overhead = sees.overhead(unit)
        self._field = sees.field(self._class.crushes)
        carries = self._class.transport in ("lorry", "horses")
        self._empty, self._loaded = carries and not unit.cargo, carries and bool(unit.cargo)
        self._hit = abs(sees.price(unit)) / constants.friendly
        waits = sees.leads and not sees.calls
        self._fear = (constants.guarded if waits else constants.exposed) * self._hit
        self._called = bool(sees.calls) and not self._on_guard()
        self._stays = (sees.leads and not self._called) or self._class.artillery
        self._taken = play.taken() - {unit.hex}
        self._pull = self._pulled()

    def _on_guard(self) -> bool:
        """Whether it is near what is in danger already."""
        sees, away = self.sees, self._ground.away(self.unit.hex)
        held, guard = sees.game.held, sees.constants.guard
        return any(away[hex] <= guard for hex in sees.calls if held[hex] == sees.side)

    def _pulled(self) -> float:
        """What a hex nearer to the goal is worth."""
        sees, constants = self.sees, self._constants
        if sees.leads:
            return constants.pull if self._called else constants.hold
        turns = self.way_left(self.unit.hex) / self._class.move
        return constants.pull + constants.hurry * (sees.must or turns >= sees.later - 1)

    def way_left(self, hex: Hex) -> float:
        return self._field[hex] / HEX

    def exposed(self, hex: Hex) -> float:
        """What the fire costs that may be expected on it there."""
        return self._fear * self.sees.threat(hex)

    def refuge(self, hex: Hex) -> float:
        """What a place is worth to it once it was driven off."""
        sees, constants = self.sees, self._constants
        found = constants.cover * (hex in self._ground.cover) - constants.river * (hex in self._ground.river)
        found -= constants.forward * max(sees.near(self.unit.hex) - sees.near(hex), 0)
        return found - 2 * self.exposed(hex) - constants.hold * self.way_left(hex)

    def worth(self, hex: Hex, cost: int = 0) -> float:
        """What a place is worth; cost: hexes that it enters on the way."""
        ground, constants, sees = self._ground, self._constants, self.sees
        found = constants.cover * (hex in ground.cover) - constants.river * (hex in ground.river)
        if hex != self.unit.hex:
            mined = hex in self._game.mines
            found -= constants.mines * self._hit * mined + constants.stays * self._stays
        exposed = self.exposed(hex)
        if self._empty:
            return -constants.care * exposed - constants.shy * max(constants.unloads - sees.near(hex), 0)
        if self._class.commands or self._class.spots or self._loaded:
            return (
                found - constants.care * exposed + self._behind(hex) - constants.watched * sees.watched(hex)
            )
        if self._class.artillery:
            return found - exposed + self._of_guns(hex)
        found -= exposed + self._pull * self.way_left(hex)
        found += self._attacks(hex, cost)
        held = self._game.held.get(hex)
        if held is not None:
            found += sees.taking(hex) or sees.keeping(hex)
        if self._overhead:
            found -= constants.shy * max(self._range - sees.near(hex) - 1, 0)
        return found

    def _behind(self, hex: Hex) -> float:
        """Of those who do not fight: behind those who do, or where they see."""
        sees, constants = self.sees, self._constants
        found = -2 * constants.shy * max(3 - sees.near(hex), 0)
        pull = self._pull * self.way_left(hex)
        if self._class.commands:
            around = self._ground.around[hex]
            friends = sum(
                one.hex in around and one is not self.unit and bool(self._play.charts.range(one.type))
                for one in on_board(self._game, sees.side)
            )
            return found + constants.led * min(friends, 4) - constants.lags * pull
        if self._class.spots:
            seen = sum(self._ground[hex, foe.hex].clear for foe in sees.foes)
            return found + constants.sight * bool(seen) + constants.views * seen - constants.lags * pull
        return found - pull - constants.shy * max(constants.unloads - 1 - sees.near(hex), 0)

    def _of_guns(self, hex: Hex) -> float:
        """Of artillery: in range, where it can fire out of what it stands in, and not too near."""
        sees, charts, ground = self.sees, self._play.charts, self._ground
        gun = charts.guns[charts.types[self.unit.type].gun]
        near, constants, away = sees.near(hex), self._constants, ground.away(hex)
        found = -constants.close * (near < 3)
        if not any(away[foe.hex] <= gun.range and ground[hex, foe.hex].out for foe in sees.foes):
            found -= constants.useless + constants.astray * max(near - gun.range, 0)
        if not gun.indirect:
            seen = sum(away[foe.hex] <= gun.range and ground[hex, foe.hex].clear for foe in sees.foes)
            found += constants.laid * min(seen, 3)
        return found

    def _attacks(self, hex: Hex, cost: int) -> float:
        """Of fighters: what they can shoot at from there, and whom they can fight."""
        sees = self.sees
        if not sees.foes:
            return 0.0
        found = 0.0
        if self._range:
            shoots = not self.unit.fired and (hex == self.unit.hex or cost < self._class.move)
            best = self._best_shot(hex, bool(cost and shoots))
            found += best * (1.0 if shoots and hex != self.unit.hex else self._constants.ahead)
        if sees.near(hex) == 1:
            found += self._beside(hex, cost)
        return found

    def _best_shot(self, hex: Hex, moved: bool) -> float:
        """What its best shot from there is worth, were nobody in the way."""
        sees, play, best = self.sees, self._play, 0.0
        if targets := sees.within(hex, self._range):
            bonus = STILL.value * (not moved) + AT_HAND["Firing"].value * self._led(hex)
            for foe in targets:
                if self._masked(hex, foe.hex):
                    continue
                covered = foe.hex in self._ground.cover
                mean = mean_of(play, self.unit, bonus + IN_COVER["Firing"].value * covered)
                best = max(best, mean * sees.prey(self.unit, foe.hex))
        return best

    def _masked(self, frm: Hex, to: Hex) -> bool:
        """Whether somebody else is in the way of its fire."""
        if self._overhead or self._play.charts.readings.units_block != "fire":
            return False
        return any(self._taken.issuperset(one) for one in self._ground[frm, to].between)

    def _led(self, hex: Hex) -> bool:
        """Whether a commander would be at hand there."""
        around = self._ground.around[hex]
        leaders = self._play.leaders(self.unit.side)
        return any(one is not self.unit and (one.hex == hex or one.hex in around) for one in leaders)

    def _beside(self, hex: Hex, cost: int) -> float:
        """Of a hex next to enemies: the best close combat there, or what it costs to be there without one."""
        unit, sees = self.unit, self.sees
        around = self._ground.around[hex]
        foes = [foe for foe in sees.foes if foe.hex in around]
        best = 0.0
        if not unit.fought and not sees.exhausted and not unit.stopped:
            best = max(sees.fight(elsewhere(unit, hex, around[foe.hex], cost), foe) for foe in foes)
        return max(best, 0.0) - self._constants.beside * len(foes) * (1 if self._class.advances else 3)
