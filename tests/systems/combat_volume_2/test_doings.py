"""What is counted of play: who moved and shot, what was let be, who holds what brings points."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from campaign.rules.dice import SeededDice
from campaign.rules.options import Chance, Odds, Option
from campaign.simulation.measuring import Meter
from campaign.systems.combat_volume_2.doings import Doings
from campaign.systems.combat_volume_2.people.fire import Fired, Shoot
from campaign.systems.combat_volume_2.people.grenades import Throw
from campaign.systems.combat_volume_2.people.melee import Melee
from campaign.systems.combat_volume_2.people.moving import Moved
from campaign.systems.combat_volume_2.state import ENEMY, FRIEND, Goal
from campaign.systems.combat_volume_2.vehicles.driving import VehicleMoved
from campaign.systems.combat_volume_2.vehicles.guns import GunFired
from campaign.systems.combat_volume_2.vehicles.turrets import TurretTurned
from tests.systems.combat_volume_2.firefight import begun, rules
from tests.systems.combat_volume_2.whole import Whole, plain


def doings() -> Doings:
    found = rules().doings
    assert isinstance(found, Doings)
    return found


def test_every_event_that_counts_says_of_whom():
    found = doings()
    for kind in (*found.moved, *found.shot, *found.worked):
        fields = set(kind.__struct_fields__)
        assert fields & {"unit", "vehicle"}, kind
    assert found.who(Moved("hall", "0101")) == "hall"
    assert found.who(VehicleMoved("v1", "0101")) == "v1" and found.who(TurretTurned("v1", 2)) == "v1"
    fired = Fired("hall", "jung", "0101", "m1", 5, 1, (3,))
    assert isinstance(fired, found.shot) and found.who(fired) == "hall"
    assert issubclass(GunFired, found.shot)


def test_doers_are_all_who_have_come():
    field = Whole(plain())
    field.friend("hall", "0101")
    field.friend("medic", "0102", armed="", grenades=0)
    field.friend("late", "")
    field.enemy("jung", "0303", dead=True)
    field.counter("e4", "0404")
    field.vehicle("v1", "pz4h", "0505")
    field.vehicle("truck", "opel", "0606")
    found = {one.id: (one.side, one.shoots) for one in doings().doers(field.game)}
    assert found == {
        "hall": (FRIEND, True), "medic": (FRIEND, False), "jung": (ENEMY, True), "v1": (ENEMY, True),
        "truck": (ENEMY, False),
    }  # fmt: skip


def test_goals_are_the_enemys_until_the_player_holds_them():
    field = Whole(plain())
    game = field.game
    game.mission = replace(
        game.mission,
        goals=(
            Goal("hold", 3, ("0101", "0102"), text="the mill"),
            Goal("hold", 1, ("0505",)),
            Goal("lose", -1),
        ),
    )
    counted = Doings(field.charts)
    assert {name: one.holder for name, one in counted.goals(game).items()} == {
        "the mill": ENEMY,
        "goal 2": ENEMY,
    }
    field.friend("hall", "0102")
    field.friend("moore", "0303", dead=True)
    found = counted.goals(game)
    assert found["the mill"].holder == FRIEND and found["the mill"].there == frozenset({FRIEND})
    assert counted.score(game) == (2, 1), "three for the mill, one off for a loss"
    field.enemy("jung", "0101")
    assert counted.goals(game)["the mill"].holder == ENEMY


def test_harm_is_what_hurts_the_other():
    field = Whole(plain())
    field.friend("hall", "0101")
    field.enemy("jung", "0101")

    def chances(**some: int) -> Odds:
        """In tenths."""
        return Odds(
            tuple(Chance(what.replace("_", " "), f"{part}/10", part / 10) for what, part in some.items())
        )

    counted, game = Doings(field.charts), field.game
    shot = Option(Shoot("hall", "jung"), "hall")
    assert counted.harm(game, shot, chances(missed=5, light_wound=3, morale_check=2)) == 0.5
    fight = Option(Melee("hall", "jung"), "hall")
    odds = chances(Pvt_Hall_is_hit=2, Sch_Jung_is_hit=5, nobody_is_hit=3)
    assert counted.harm(game, fight, odds) == 0.5
    throw = Option(Throw("hall"), "hall", where="0303")
    assert counted.harm(game, throw, chances(it_lies_in_0303=6, it_lies_in_0304=3, it_is_lost=1)) == 0.6


def test_a_firefight_is_measured():
    """Both sides move and shoot, whoever plays."""
    found, game, random = rules(), begun(3, turns=3), Random(3)
    meter = Meter(found, doings(), game, True)
    dice, bot = SeededDice(random.randrange), found.system.bots[0]
    while found.pending(game):
        options = found.legal(game, FRIEND)
        chosen = bot.choose(found, game, FRIEND, options, random.randrange)
        meter.before(game, FRIEND, chosen, options)
        meter.after(game, found.advance(game, FRIEND, chosen.action, dice))
    uses = {one.side: one for one in meter.told(game)}
    assert set(uses) == {FRIEND, ENEMY}
    for one in uses.values():
        assert one.turns and one.unmoved < one.movers and one.unshot < one.shooters
    assert uses[FRIEND].reckoned == 1
    assert uses[FRIEND].idle <= uses[FRIEND].turns
