"""What the sensible bot has its men on foot do in a turn: of all orders the one that is worth most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from campaign.rules.hexes import Hex
from campaign.systems.combat_volume_2.judgement import FAR, Aim, Judgement, Way
from campaign.systems.combat_volume_2.land import ground, sight
from campaign.systems.combat_volume_2.people import checks, deeds, medics, melee
from campaign.systems.combat_volume_2.state import NORMAL, POINTS, Man
from campaign.systems.combat_volume_2.threats import chance
from campaign.systems.combat_volume_2.turn import shelling
from campaign.systems.combat_volume_2.turn.permitted import SAME, GiveOrder
from campaign.systems.combat_volume_2.vehicles import light_at

MOVES = ("sneak", "evade", "sprint", "run-and-gun")
SHOTS = ("aimed", "rapid", "suppressive")
APART = 2
"""Directions further apart than that lead nowhere."""
LOOKED_AT = 10
"""Ways whose danger is weighed, those that lead nearest."""
STANDING = "aimed"
"""The order by which the danger of a place in turns to come is reckoned."""
PATHS: tuple[tuple[int, int], ...] = tuple(
    (a, b) for a in range(1, 7) for b in range(1, 7) if min((a - b) % 6, (b - a) % 6) <= APART
)


class Choice(NamedTuple):
    worth: float
    order: GiveOrder


class Commands(Judgement):
    """Orders of men on foot."""

    def order(self, man: Man, words: Sequence[str]) -> GiveOrder:
        """The order that is worth most, of those that he may have."""
        may = set(words)
        found = [one for one in self._orders(man, may) if one.order.word in may]
        best = max(found, key=lambda one: one.worth, default=None)
        return best.order if best is not None else GiveOrder(man.id, words[0])

    def _orders(self, man: Man, words: set[str]) -> Iterator[Choice]:
        stays = self.staying(man, man.hex)
        for word in ("hide", "rally", "reload", "plan", *SHOTS):
            if word in words:
                worth = self._worth(man, word) + stays - self.fear(man, word) * self.danger(man.hex, word)
                yield Choice(worth, GiveOrder(man.id, word))
        if not melee.engaged(self.play, man) and not self.ambush:
            yield from self.moves(man, words)
        for word, works in (
            ("charge", self._charges), ("grenade", self._grenades), ("throw-smoke", self._smokes),
            ("medical-aid", self._aids), ("fire-light-at", self._rockets), ("load-light-at", self._loads),
        ):  # fmt: skip
            if word in words:
                risk = self.fear(man, word) * self.danger(man.hex, word)
                yield from (Choice(worth + stays - risk, order) for worth, order in works(man))

    # -- staying -----------------------------------------------------------------------------------------------

    def staying(self, man: Man, hex: Hex) -> float:
        """What a hex is worth for turns to come: its cover, whom he can shoot at, and what can be done to him there."""
        safe = self.constants.cover if ground.cover(self.play, hex) else 0.0
        if self.left <= 1:
            return safe
        share = 1.0 if man.spotted else self.constants.unseen
        risk = share * self.price * self.danger(hex, STANDING)
        return safe + self.constants.later * (self._prospect(man, hex) - risk)

    def _prospect(self, man: Man, hex: Hex) -> float:
        """The best shot that he would have from a hex."""
        if not man.armed:
            return 0.0
        words = ("suppressive", "aimed") if self.charts.weapons[man.armed].rof > 1 else ("aimed",)
        return max(self.shot(man, word, hex).worth for word in words)

    def _worth(self, man: Man, word: str) -> float:
        constants = self.constants
        match word:
            case "rally":
                needed = checks.total(deeds.terms(self.play, man))
                return constants.rally * (NORMAL - man.morale) * chance(needed)
            case "reload":
                return constants.reload * (1.0 if man.ammunition == "out" else 0.3)
            case "plan":
                return self._plan(man)
            case "hide":
                return 0.0
            case _:
                shot = self.shot(man, word).worth
                return shot if man.spotted or shot >= self.least_shot else 0.0

    @cached_property
    def least_shot(self) -> float:
        """What a shot by which a hidden man gives himself away must be worth: more where all of them lie in ambush."""
        if self.ambush:
            return FAR
        lurk = not self.advances and not any(one.spotted for one in self.own)
        return self.constants.open_fire * (self.constants.lurk if lurk else 1.0)

    @cached_property
    def ambush(self) -> bool:
        """Whether they lie still until a vehicle comes before the bazooka: nobody is known yet, and there is time."""
        if (
            self.advances
            or any(one.spotted for one in self.own)
            or 3 * self.game.turn > self.game.mission.turns
        ):
            return False
        return bool(self.enemy_vehicles) and any(
            light_at.weapon(self.play, one) is not None for one in self.own
        )

    def springs(self, man: Man, target: str) -> bool:
        """Whether a bazooka may open an ambush with a shot at a target."""
        gun = light_at.weapon(self.play, man)
        if gun is None or not self.ambush:
            return gun is not None
        return chance(checks.total(light_at.terms(self.play, man, gun, target))) >= self.constants.spring

    @cached_property
    def advances(self) -> bool:
        """Whether anybody is wanted elsewhere."""
        return any(
            goal.points > 0 and goal.what in ("hold", "leave", "reach") for goal in self.game.mission.goals
        )

    def _plan(self, man: Man) -> float:
        """A card more, or mortars on those whom he sees."""
        needed = checks.total(checks.terms_of_quality(self.play, man))
        found = self.constants.plan * chance(needed + man.leadership)
        if len(self.game.hand) + len(self.game.planned) >= self.charts.hand_most:
            found = 0.0
        if self.bombarded(man) is not None and any(
            shelling.left(self.play, one.id) > 0 for one in self.charts.foot.shells
        ):
            found = max(found, self.constants.shells * chance(needed))
        return found

    def bombarded(self, man: Man) -> Hex | None:
        """Where shells would fall on most enemies whom he sees, and on no friend; None for nowhere."""
        best: tuple[float, Hex] | None = None
        for foe in self.foes:
            near = any(self.play.away(one.hex, foe.hex) <= 3 for one in self.own)
            if foe.vehicle or near or not sight.sees(self.play, man, foe.hex, up=True):
                continue
            there = sum(self.play.away(one.hex, foe.hex) <= 1 for one in self.foes)
            there += sum(likely for one, likely in self.unknown if self.play.away(one.hex, foe.hex) <= 1)
            if best is None or there > best[0]:
                best = there, foe.hex
        return best[1] if best is not None else None

    # -- moving ------------------------------------------------------------------------------------------------

    def moves(self, man: Man, words: set[str]) -> Iterator[Choice]:
        aims = self.aims(man)
        may = [word for word in MOVES if word in words]
        found: dict[tuple[str, tuple[Hex, ...], Hex], tuple[float, Way, GiveOrder]] = {}
        for word in may:
            for a, b in PATHS:
                way = self.way(man, word, (a, b))
                if way.end == man.hex and not way.meets:
                    continue
                key = word, way.stops, way.end
                if key not in found:
                    gain = self._gain(man, way, aims)
                    found[key] = (
                        gain,
                        way,
                        GiveOrder(man.id, word, POINTS[a - 1], then=SAME if a == b else POINTS[b - 1]),
                    )
        ranked = sorted(found.values(), key=lambda one: -one[0] - self._covered(one[1].end))
        for gain, way, order in ranked[:LOOKED_AT]:
            worth = gain - self.risk(man, order.word, way)
            if order.word == "run-and-gun" and not way.meets:
                worth += self.shot(man, order.word, way.stops[1] if len(way.stops) > 1 else way.end).worth
            if way.end and not way.meets:
                worth += self.staying(man, way.end)
            yield Choice(worth, order)

    def _covered(self, hex: Hex) -> float:
        return self.constants.cover if hex and ground.cover(self.play, hex) else 0.0

    def _gain(self, man: Man, way: Way, aims: Sequence[Aim]) -> float:
        """How much nearer it brings him to the best of what he might go for, and whom he meets."""
        worth = self.melee(man, way.end) if way.meets else 0.0
        gains = [aim.gain(man.hex, way.end) for aim in aims[:2]]
        worth += max(gains, default=-self.constants.restless)
        return worth - (self.point * self.points.get("capture", 0) if self.guards(man) else 0.0)

    def guards(self, man: Man) -> bool:
        """Whether a prisoner would be alone without him, and so get away (23.4)."""
        there = self.game.men.values()
        if not any(
            one.captor and one.side != man.side and one.hex == man.hex and not one.gone for one in there
        ):
            return False
        return not any(one.hex == man.hex and one is not man and not one.vehicle for one in self.own)

    def risk(self, man: Man, word: str, way: Way) -> float:
        """What the way costs him: the danger of each impulse, and of those in which he lies there."""
        stops = way.stops or (man.hex,)
        some = [*stops, *[stops[-1]] * (4 - len(stops))]
        return self.fear(man, word) * sum(self.danger(hex, word) for hex in some) / 4

    # -- other deeds -------------------------------------------------------------------------------------------

    def _charges(self, man: Man) -> Iterator[Choice]:
        for foe in self.foes:
            away = self.play.away(man.hex, foe.hex)
            if foe.vehicle or not 0 < away <= 4 or checks.medic(foe):
                continue
            if self.play.state.lies(foe.hex, "fortified") or not sight.sees_man(self.play, man, foe, up=True):
                continue
            worth = self.melee(man, foe.hex)
            worth -= self.fear(man, "charge") * self.danger(foe.hex, "charge") * away / 8
            yield Choice(worth, GiveOrder(man.id, "charge", target=foe.id))

    def _grenades(self, man: Man) -> Iterator[Choice]:
        chart = self.charts.foot.grenade
        quality = checks.quality(self.play, man)
        for hex in dict.fromkeys(foe.hex for foe in self.foes if not foe.vehicle):
            away = self.play.away(man.hex, hex)
            if not 1 <= away <= chart.reach or not sight.sees(self.play, man, hex, up=True):
                continue
            if any(self.play.away(one.hex, hex) < 1 for one in self.own) or melee.here(self.play, hex):
                continue
            line = ground.line_of(self.play, hex, "fire", False)
            needed = chart.frag + (0 if away == 1 else ground.worth(line, "fire", False))
            there = sum(foe.hex == hex for foe in self.foes)
            hits = chart.dice * chance(needed) * there
            near = sum(self.play.away(one.hex, hex) == 1 for one in self.own)
            worth = chance(quality - away) * (hits * self.constants.grenade + self.constants.pinned * there)
            yield Choice(
                worth * self.prize - near * self.constants.pinned / 2,
                GiveOrder(man.id, "grenade", target=hex),
            )

    def _smokes(self, man: Man) -> Iterator[Choice]:
        """Before open ground on the way, if nobody of the team does already."""
        if any(one.order.word == "throw-smoke" for one in self.own) or not self.foes:
            return
        aims = self.aims(man)
        if not aims or self.won:
            return
        field, best = aims[0].field, man.hex
        for _ in range(2):
            around = [hex for hex in self.play.board.neighbours[best] if hex is not None]
            best = min(around, key=lambda hex: (field.get(hex, FAR), hex))
        if self.game.lies(best, *ground.SMOKE, "smoke-grenade") or not sight.sees(
            self.play, man, best, up=True
        ):
            return
        mates = sum(self.play.away(one.hex, man.hex) <= 2 for one in self.own)
        worth = self.constants.smoke * self.price * min(1.5, self.danger(best, "evade")) * min(mates, 3) / 3
        yield Choice(worth, GiveOrder(man.id, "throw-smoke", target=best))

    def _aids(self, man: Man) -> Iterator[Choice]:
        needed = checks.quality(self.play, man) + checks.total(medics.terms(self.play, man))
        for one in medics.patients(self.play, man):
            share = 1.5 if one.down else 1.0 if one.bad else 0.5
            yield Choice(
                self.constants.aid * share * chance(needed),
                GiveOrder(man.id, "medical-aid", target=one.id),
            )

    def _rockets(self, man: Man) -> Iterator[Choice]:
        """At a vehicle, or at men where a rocket bursts: now, or as soon as a comrade has loaded."""
        gun = light_at.weapon(self.play, man)
        if gun is None:
            return
        ready = gun.kind == "faust" or man.loaded or self._loader(man) is not None
        worth = max((self.rocket(man, target) for target in light_at.targets(self.play, man)), default=0.0)
        coming = [one for one in self.enemy_vehicles if gun.at(self.play.away(man.hex, one.hex)) is not None]
        if not worth and coming and man.order.word != "load-light-at":
            worth = self.constants.expect * self.worth_wrecking
        if ready and worth:
            yield Choice(worth, GiveOrder(man.id, "fire-light-at"))

    def rocket(self, man: Man, target: str) -> float:
        """What a shot with a bazooka is worth."""
        gun = light_at.weapon(self.play, man)
        if gun is None:
            return 0.0
        hit = chance(checks.total(light_at.terms(self.play, man, gun, target)))
        if target in self.game.vehicles:
            return hit * self.worth_wrecking
        there = sum(foe.hex == target for foe in self.foes)
        hits = hit * chance(gun.near) + (1 - hit) * chance(gun.far) + 0.1
        return hits * there * self.constants.grenade * self.prize

    def _loader(self, man: Man) -> Man | None:
        """Who loads it in this turn."""
        for one in self.play.state.in_hex(man.hex):
            if one is not man and one.side == man.side and one.able and one.order.word == "load-light-at":
                return one
        return None

    def _loads(self, man: Man) -> Iterator[Choice]:
        operator = light_at.operator_for(self.play, man)
        if operator is None or light_at.carrier(self.play, man) is None:
            return
        if operator.loaded and man is operator:
            return
        if self._loader(operator) is not None or (man is operator and self._mate(operator) is not None):
            return
        wanted = any(self.rocket(operator, target) > 0 for target in light_at.targets(self.play, operator))
        worth = self.constants.load if wanted or self.enemy_vehicles else 0.0  # he may load again, too
        if worth:
            yield Choice(worth, GiveOrder(man.id, "load-light-at"))

    def _mate(self, operator: Man) -> Man | None:
        """A comrade in the hex who can load for him, so that he may fire in the same turn."""
        for one in self.play.state.in_hex(operator.hex):
            if one is not operator and one.side == operator.side and one.able and one.morale > -3:
                return one
        return None
