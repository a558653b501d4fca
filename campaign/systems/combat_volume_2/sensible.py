"""The sensible bot: each man does what is worth most now, by the odds of his shots and the danger of where he is.

It has no memory, so that it plays on from any state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from campaign.rules.bots import Pick
from campaign.rules.hexes import Hex
from campaign.rules.options import Option
from campaign.systems.combat_volume_2.cards import texts
from campaign.systems.combat_volume_2.crewing import Crewing
from campaign.systems.combat_volume_2.judgement import FAR
from campaign.systems.combat_volume_2.land import ground
from campaign.systems.combat_volume_2.people import (
    aiming,
    captives,
    checks,
    deeds,
    fire,
    grenades,
    medics,
    melee,
    moving,
    spotting,
)
from campaign.systems.combat_volume_2.state import Man
from campaign.systems.combat_volume_2.threats import chance
from campaign.systems.combat_volume_2.turn import by_order, hand, sequence, shelling
from campaign.systems.combat_volume_2.turn.go_on import GoOn
from campaign.systems.combat_volume_2.turn.orders import OrdersDone
from campaign.systems.combat_volume_2.turn.permitted import (
    SAME,
    GiveOrder,
    giving,
    order_of,
    parsed,
    ways_for,
)
from campaign.systems.combat_volume_2.vehicles import (
    arcs,
    driving,
    fausts,
    guns,
    light_at,
    lookout,
    seats,
    soft,
    turrets,
)

NOW = (
    deeds.Rally, deeds.Reload, medics.MedicalAid, hand.Plan, light_at.LoadLight, guns.LoadGun, seats.CarryOut,
    driving.Drive, fausts.TakeUp,
)  # fmt: skip
"""What is done whenever it may be: the order was given for it."""


class SensibleBot:
    name = "sensible"

    def choose(self, rules: Any, known: Any, side: str, options: Sequence[Option], pick: Pick) -> Option:
        return Mind(rules, known).given(options)


class Mind(Crewing):
    """What the player's side does at one moment."""

    def given(self, options: Sequence[Option]) -> Option:
        """The answer to whatever is asked."""
        match options[0].action:
            case GoOn():
                return replace(options[0], action=GoOn("player"))
            case hand.PlayCard():
                return self.thrown(options) or self.card(options)
            case hand.ThrowAway():
                return self.least(options)
            case GiveOrder() | OrdersDone():
                return self.command(options)
            case by_order.MoveByOrder() | sequence.Activate():
                return self.thrown(options) or self.next_one(options)
            case texts.TakeWay():
                return self.step(options)
            case captives.Guard():
                return options[0]
            case _:
                return self.thrown(options) or self.act(options)

    # -- cards -------------------------------------------------------------------------------------------------

    def card(self, options: Sequence[Option]) -> Option:
        """The card by which those act first who have most to shoot at; what helps somebody comes with it."""
        may = [one for one in options if isinstance(one.action, hand.PlayCard)]
        weights = {
            team: sum(1 + (2 if man.spotted else 0) for man in self.own if man.team == team)
            for team in hand.TEAMS
        }

        def rank(option: Option) -> tuple[float, int]:
            row = self.charts.friendly_cards[option.action.card]
            late = sum(
                weights[team] * value
                for team, value in zip(hand.TEAMS, (row.able, row.baker, row.charlie), strict=True)
            )
            helps = 40.0 if option.action.target else 0.0
            keeps = 25.0 if row.kind == "discard" else 0.0
            return late / max(1, sum(weights.values())) - helps + keeps, row.id

        best = min(may, key=rank)
        return self._about(best) if best.action.target else best

    def least(self, options: Sequence[Option]) -> Option:
        """The card that would act latest."""

        def late(option: Option) -> tuple[int, int]:
            row = self.charts.friendly_cards[option.action.card]
            return row.able + row.baker + row.charlie - (100 if row.kind == "discard" else 0), row.id

        return max(options, key=late)

    def _about(self, option: Option) -> Option:
        """A card with the best of those whom it may be about."""
        names = next(one.words for one in option.ranges if one.name == "target")
        text = self.charts.friendly_cards[option.action.card].text
        target = max(names, key=lambda id: (self._need(text, id), id))
        return replace(option, action=replace(option.action, target=target), target=target)

    def thrown(self, options: Sequence[Option]) -> Option | None:
        """A card that is worth throwing away now."""
        for option in options:
            if isinstance(option.action, hand.Discard):
                best = self._about(option)
                text = self.charts.friendly_cards[option.action.card].text
                if self._need(text, best.action.target) >= 1:
                    return best
        return None

    def _need(self, text: str, id: str) -> float:
        """How much somebody needs what a card does: 1 or more is worth a card."""
        man = self.game.men.get(id)
        if man is None:
            return 0.5 if text == "quick" else 0.0
        match text:
            case "rally":
                return -man.morale - 0.5
            case "ammunition":
                return 2.0 if man.ammunition == "out" else 0.5
            case "near_miss":
                return self.danger(man.hex, "evade" if man.order.word in moving_words() else "aimed") * 1.5
            case "steady_aim" | "again":
                return self._crucial(man, text)
            case "eyes":
                return 1.0 if self.likely(man) >= 0.5 else self.likely(man)
            case "dash":
                return 0.0 if ground.cover(self.play, man.hex) else self.danger(man.hex, "evade")
            case "smoke":
                return 0.0 if ground.cover(self.play, man.hex) else self.danger(man.hex, "aimed") / 1.5
            case _:
                return 0.0

    def _crucial(self, man: Man, text: str) -> float:
        """Whether a man who acts now does something that a better die decides: no two cards for one shot."""
        if man.id != self.game.acting or man.helps:
            return 0.0
        if text == "again" and melee.engaged(self.play, man):
            return 1.0
        if not aiming.aims(self.play, man):
            return 0.0
        return self.shot(man, man.order.word).worth / self.constants.worth_a_card

    def step(self, options: Sequence[Option]) -> Option:
        """Where a dash leads, or a candle burns: out of danger, or towards it."""
        what, unit = self.game.steps[0].what, self.game.steps[0].unit
        man = self.game.men[unit]
        aims = self.aims(man)
        field = aims[0].field if aims else self.field([man.hex])

        def rank(option: Option) -> tuple[float, str]:
            hex = option.action.hex
            if what == "candle":
                near = min((self.play.away(hex, foe.hex) for foe in self.foes), default=0)
                return near - (0.5 if hex == man.hex else 0), hex
            here = self.staying(man, hex) - field.get(hex, FAR) * self.constants.pull
            return -here, hex

        return min(options, key=rank)

    # -- orders ------------------------------------------------------------------------------------------------

    def command(self, options: Sequence[Option]) -> Option:
        """The next order of a man who has none: riders before drivers, who feeds a bazooka before who fires it."""
        words: dict[str, list[str]] = {}
        for option in options:
            if isinstance(option.action, GiveOrder):
                words.setdefault(option.action.unit, []).append(option.action.word)
        again = bool(self.game.steps)
        todo = [self.game.men[unit] for unit in words if again or not self.game.men[unit].order.word]
        if not todo:
            return next(one for one in options if isinstance(one.action, OrdersDone))
        man = min(todo, key=self._rank)
        order = self.seated(man, words[man.id]) if man.vehicle else self.order(man, words[man.id])
        option = next(
            one
            for one in options
            if isinstance(one.action, GiveOrder)
            and one.action.unit == man.id
            and one.action.word == order.word
        )
        if not any(one.name == "target" for one in option.ranges) or not order.target:
            order = replace(order, target=option.action.target)
        ways = [parsed(one) for one in ways_for(self.play, man, order.word)] if option.action.ways else []
        if ways and parsed(order.ways, order.then) not in ways:
            order = replace(order, ways=option.action.ways, then=SAME)
        else:
            order = giving(self.play, man, order_of(order))
        return replace(option, action=order, target=order.target)

    def _rank(self, man: Man) -> tuple[bool, int, bool]:
        """Riders from the highest seat on, as they get out; who has the bazooka after his comrades."""
        seat = int(man.seat) if man.seat.isdigit() else 0
        return man.seat == "D", -seat, bool(man.heavy)

    # -- impulses ----------------------------------------------------------------------------------------------

    def next_one(self, options: Sequence[Option]) -> Option:
        """Who fights hand to hand, then who looks about, then who shoots, then who moves."""

        def rank(option: Option) -> tuple[int, float]:
            man = self.game.men[option.action.unit]
            if melee.engaged(self.play, man):
                return 0, 0.0
            if aiming.fires_now(self.play, man) is not None:
                return 2, -self.shot(man, man.order.word).worth
            if moving.moves_now(self.play, man):
                return 3, 0.0
            return (1, 0.0) if spotting.hidden(self.play, man) else (4, 0.0)

        may = [one for one in options if isinstance(one.action, sequence.Activate)]
        return min(may, key=rank)

    def act(self, options: Sequence[Option]) -> Option:
        """What whoever is asked does."""
        for look in (
            self._fights,
            self._marks,
            self._shoots,
            self._rockets_off,
            self._throws,
            self._calls,
            self._turns,
        ):
            if (found := look(options)) is not None:
                return found
        if (runs := _first(options, moving.Move)) is not None:
            duck = _first(options, sequence.DuckBack)
            return duck if duck is not None and self._too_hot(runs) else runs
        for option in options:
            if isinstance(option.action, NOW):
                return option
        return _first(options, sequence.Wait) or options[0]

    def _fights(self, options: Sequence[Option]) -> Option | None:
        """The weakest of those hand to hand."""
        may = [one for one in options if isinstance(one.action, melee.Melee)]
        weakest: Callable[[Option], tuple[int, str]] = lambda one: (  # noqa: E731
            checks.total(melee.terms(self.play, self.game.men[one.action.target])), one.action.target,
        )  # fmt: skip
        return min(may, key=weakest, default=None)

    def _shoots(self, options: Sequence[Option]) -> Option | None:
        """The shot that is worth most; a man whom they do not know yet waits for a good one."""
        best, found = 0.0, None
        for option in options:
            if isinstance(option.action, (fire.Shoot, soft.ShootVehicle)):
                worth = chance(checks.total(option.modifiers)) * max(1, option.dice)
                foe = self.game.men.get(option.target)
                if isinstance(option.action, soft.ShootVehicle):
                    worth *= self.constants.holed * self.worth_wrecking
                else:
                    worth *= self.worth_hitting(foe) if foe is not None and foe.who else self.constants.pinned
                if worth > best:
                    best, found = worth, option
        if found is None:
            return None
        man = self.game.men[found.action.unit]
        return found if man.spotted or man.vehicle or best >= self.constants.open_fire / 3 else None

    def _rockets_off(self, options: Sequence[Option]) -> Option | None:
        best, found = 0.0, None
        for option in options:
            if isinstance(option.action, light_at.FireLight):
                man = self.game.men[option.action.unit]
                worth = self.rocket(man, option.action.target)
                if worth > best and self.springs(man, option.action.target):
                    best, found = worth, option
            elif isinstance(option.action, guns.FireGun):
                worth = chance(checks.total(option.modifiers)) * (
                    3
                    if option.action.target in self.game.vehicles
                    else len(self.held.get(option.action.target, ()))
                )
                if worth > best:
                    best, found = worth, option
        return found

    def _throws(self, options: Sequence[Option]) -> Option | None:
        option = _first(options, grenades.Throw)
        if option is None:
            return None
        man = self.game.men[option.action.unit]
        there = grenades.aim_of(self.play, man)
        comrades = any(one.hex == there and one is not man for one in self.own)
        return None if comrades and man.order.word == grenades.GRENADE else option

    def _calls(self, options: Sequence[Option]) -> Option | None:
        for option in options:
            if isinstance(option.action, shelling.CallFire):
                hex = self.bombarded(self.game.men[option.action.unit])
                if hex is not None:
                    return replace(option, action=replace(option.action, hex=hex), where=hex)
        return None

    def _marks(self, options: Sequence[Option]) -> Option | None:
        """A marker on what is worth most, where it does not lie on or next to anything."""
        may = next((one for one in options if isinstance(one.action, lookout.MarkTarget)), None)
        if may is None:
            return None
        man = self.game.men[may.action.unit]
        worth: Callable[[Hex], float] = lambda hex: (  # noqa: E731
            3.0 * any(one.hex == hex for one in self.enemy_vehicles)
            + sum(self.play.away(foe.hex, hex) <= 1 for foe in self.foes if not foe.vehicle)
        )  # fmt: skip
        among = [hex for hex in lookout.interesting(self.play, man) if hex != man.marker]
        best = max(among, key=lambda hex: (worth(hex), hex), default="")
        if not best or worth(best) <= (worth(man.marker) if man.marker else 0.0):
            return None
        return replace(may, action=replace(may.action, hex=best), where=best)

    def _turns(self, options: Sequence[Option]) -> Option | None:
        """The turret towards the marker, the shorter way."""
        may = [one for one in options if isinstance(one.action, turrets.TurnTurret)]
        if not may:
            return None
        man = self.game.men[may[0].action.unit]
        vehicle = self.play.vehicle(man.vehicle)
        if not man.marker or man.marker == vehicle.hex:
            return None
        if guns.in_turret_front(self.play, vehicle, man.marker):
            return None
        steps = {
            way: next(
                (
                    n
                    for n in range(1, 6)
                    if self._shows(vehicle.hex, (vehicle.turret - 1 + way * n) % 6 + 1, man.marker)
                ),
                6,
            )
            for way in (1, -1)
        }
        return min(may, key=lambda one: steps[one.action.way])

    def _shows(self, hex: Hex, turret: int, goal: Hex) -> bool:
        return arcs.seen_from(self.play, hex, turret, goal) == "front"

    def _too_hot(self, runs: Option) -> bool:
        """Whether a runner would rather take cover where he is: the way ahead is under fire, and this place is not."""
        man = self.game.men[runs.action.unit]
        if man.order.word == moving.ROUT_ORDER or self.left <= 1:
            return False
        ahead = list(moving.path(self.play, man)) or [man.hex]
        if any(hex in self.held for hex in ahead):
            return False
        there = max(self.danger(hex, man.order.word) for hex in ahead)
        here = self.danger(man.hex, "duck-back")
        return there > self.constants.duck and here < there / 2


def moving_words() -> tuple[str, ...]:
    """Orders of movement on foot."""
    return ("sneak", "evade", "sprint", "run-and-gun", "charge")


def _first(options: Sequence[Option], kind: type[Any]) -> Option | None:
    return next((one for one in options if isinstance(one.action, kind)), None)
