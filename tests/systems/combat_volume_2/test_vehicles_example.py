"""The printed example of play: a bazooka against a Pz IVH, move by move (C2-1 to C2-16)."""

from __future__ import annotations

from campaign.rules.hexes import Hex
from campaign.systems.combat_volume_2.people import blasts, checks, morale
from campaign.systems.combat_volume_2.state import CAUTIOUS, NORMAL, SHAKEN
from campaign.systems.combat_volume_2.vehicles import crew, guns, light_at, matrix, stopping
from tests.systems.combat_volume_2.field import Field

ROWS = ["." * 24] * 16
TEAM: Hex = "2009"
"""Five hexes from 15.11 in direction 2: on the right of a tank that faces 1, before a turret that faces 2."""


def street() -> Field:
    """Commander in an open hatch, all others shut in; both soldiers hidden."""
    field = Field(ROWS)
    field.vehicle(
        "tank", "pz4h", "1512", turret=1, facing=1, loaded="he", ready=True, shells={"he": 9, "ap": 9},
        hatches={"CM": "open", "D": "closed", "L": "closed", "CD": "closed"},
    )  # fmt: skip
    field.aboard("kurz", "tank", "CM", "spot", leadership=2)
    field.aboard("dorn", "tank", "D", "crawl", ways=(1,))
    field.aboard("gans", "tank", "G", "main-gun")
    field.aboard("lang", "tank", "L", "load-he")
    field.aboard("cast", "tank", "CD", "aimed")
    field.friend("butterman", TEAM, "fire-light-at", heavy="bazooka")
    field.friend("douglas", TEAM, "load-light-at", rockets=3)
    return field


def impulse(field: Field, number: int) -> None:
    field.game.impulse = number
    for man in field.game.men.values():
        man.ready = man.loaded
    tank = field.game.vehicles["tank"]
    tank.ready, tank.moved, tank.turned = bool(tank.loaded), 0, False


def acts(field: Field, id: str, *dice: int) -> list[str]:
    play = field.play(*dice)
    crew.act(play, field.game.men[id])
    assert not getattr(play.dice, "left", ()), "dice left over"
    return field.kinds(play)


def test_c2_2_and_3_cards_of_the_example_give_the_orders_of_the_example() -> None:
    """31.11.3."""
    field = street()
    men = field.game.men
    play = field.play()
    assert matrix.order(play, men["kurz"], 73).word == "spot"
    found = matrix.order(play, men["dorn"], 47)
    assert (found.word, found.ways) == ("crawl", (1,))


def test_c2_1_to_16_move_by_move() -> None:
    """example."""
    field = street()
    game, men = field.game, field.game.men
    tank = game.vehicles["tank"]

    impulse(field, 1)
    assert acts(field, "dorn") == ["Drove", "VehicleMoved"]  # C2-3
    assert (tank.hex, tank.facing) == ("1511", 1)
    for id in ("gans", "lang", "cast"):
        assert acts(field, id) == []  # outside what they see through closed hatches
    assert field.with_dice(field.play().dice).away("1511", TEAM) == 5

    impulse(field, 2)
    acts(field, "kurz", 6, 9)  # C2-4: 7 needed for him who fires, a 9 fails for the other
    assert men["butterman"].spotted and not men["douglas"].spotted
    assert men["kurz"].marker == TEAM
    acts(field, "dorn", 5)  # C2-5: 5 + 2
    assert men["dorn"].order.word == "emergency-stop" and tank.hex == "1511" and tank.halted == 1
    assert acts(field, "gans", 9)[0] == "TurretTurned"  # C2-6, and C2-7: he looks once he sees, and fails
    assert tank.turret == 2 and men["gans"].marker == TEAM and not men["douglas"].spotted
    assert acts(field, "lang", 9) == ["Searched"]  # the gun is loaded; the example leaves his look out
    assert acts(field, "cast") == []
    play = field.play(1)
    light_at.loading(play, men["douglas"])  # C2-8
    assert men["butterman"].loaded and men["douglas"].rockets == 2
    assert not light_at.armed(field.play(), men["butterman"])

    impulse(field, 3)
    acts(field, "gans", 8, 8)  # Douglas again, then C2-9: 5 + 2 needed, so he may not fire
    assert tank.loaded == "he"
    play = field.play(2, 4, 43, 1, 4, 8, 6, 9)  # C2-10 to C2-14
    light_at.firing(play, men["butterman"], "tank")
    told = field.told(play)
    assert "4 (needs 7 or less), it hits" in told[1]
    assert "lower hull, a glancing blow" in told[2]
    assert told[3] == "It goes through: 8 against armour 5."
    assert men["dorn"].dead and men["cast"].dead
    assert (men["kurz"].morale, men["kurz"].order.word) == (CAUTIOUS, "duck-back")
    assert (men["gans"].morale, men["gans"].order.word) == (NORMAL, "main-gun")
    assert (men["lang"].morale, men["lang"].order.word) == (SHAKEN, "panic")
    assert not men["butterman"].loaded
    stopping.settle_stops(field.play())

    impulse(field, 4)
    gun = guns.gun_of(play, tank)
    assert gun is not None
    assert checks.total(guns.at_hex_terms(field.play(), men["gans"], TEAM)) == 5  # C2-15
    for die, what, more in (
        (5, "hit", (1, 9, 9, 9, 9, 0, 9, 9, 9, 0)),
        (6, "short", (0, 0)),
        (9, "scatters", (1, 0, 0)),
    ):
        again = street_as_now(field)
        play = again.play(die, *more)
        guns.firing(play, again.game.men["gans"], TEAM)
        fired = next(one for one in play.events if isinstance(one, guns.GunFired))
        assert fired.what == what
        rolled = [one for one in play.events if isinstance(one, blasts.FragmentsRolled)]
        # C2-16: four dice for the first, who fires: 3 or less; three for the second, who loads: 2 or less
        assert [(len(one.dice), one.needed) for one in rolled] == ([(4, 3), (3, 2)] if what == "hit" else [])
        assert sum(isinstance(one, morale.Checked) for one in play.events) == 2


def street_as_now(field: Field) -> Field:
    """The same battle, to be tried again."""
    from campaign.systems.combat_volume_2.copies import copied

    again = Field(ROWS)
    again.game = copied(field.game)
    return again
