"""The readings of the text, each in both ways."""

from __future__ import annotations

from campaign.rules.dice import ScriptedDice
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.activation import dice_for
from campaign.systems.portable_wargame_modern.decide.turn import roll_initiative
from campaign.systems.portable_wargame_modern.gunnery import fights
from campaign.systems.portable_wargame_modern.play import Play
from campaign.systems.portable_wargame_modern.readings import Readings
from tests.systems.portable_wargame_modern.table import (
    BLUE,
    FAR,
    RED,
    Table,
    unit,
)


def test_small_arms_v_tanks() -> None:
    """Firing c."""
    for reading, hit in (("never-last", ("tank",)), ("no-effect", ())):
        table = Table(
            unit("infantry", RED, "0505", id="own"), unit("tanks", BLUE, "0507", id="tank"),
            readings={"small_arms_v_tanks": reading},
        ).activating("own")  # fmt: skip
        table.does(a.Fire("own", "0507"), 6, *([1] if hit else []))
        assert table.told(e.Fired).hit == hit


def test_close_front() -> None:
    """Close Combat a."""
    for reading, needed in (("three", 3), ("one", 5)):
        table = Table(
            unit("tanks", RED, "0505", id="own"), unit("infantry", BLUE, "0506", "NE", id="foe"),
            readings={"close_front": reading},
        ).activating("own")  # fmt: skip
        assert fights(table.play, table.unit("own"), table.unit("foe"))[1].needed == needed


def test_wood_and_cover() -> None:
    for reading, bonus in (("once", 1), ("twice", 2)):
        table = Table(
            unit("tanks", RED, "0505", id="own"), unit("infantry", BLUE, "0506", "N", id="foe"),
            terrain={"0506": "wood"}, readings={"wood_and_cover": reading},
        )  # fmt: skip
        assert fights(table.play, table.unit("own"), table.unit("foe"))[1].bonus == bonus


def test_initiative_ties() -> None:
    for reading, dice, side in (("again", (3, 3, 2, 5), BLUE), ("first-side", (3, 3), RED)):
        table = Table(unit("tanks", RED, "0505"), FAR, readings={"initiative_ties": reading})
        thrown = ScriptedDice(dice)
        assert roll_initiative(Play(table.rules.charts, table.game, thrown)) == side
        assert thrown.left == 0


def test_machine_guns() -> None:
    for reading, hits in (("each-die", 3), ("one-hit", 1)):
        table = Table(
            unit("machine-guns", RED, "0505", id="own"), unit("infantry", BLUE, "0507"),
            readings={"machine_guns": reading},
        ).activating("own")  # fmt: skip
        table.does(a.Fire("own", "0507"), 6, 6, 6, *([1] * hits))
        assert table.told(e.Fired).hits == hits


def test_guns_into_cover() -> None:
    for reading, allowed in (("direct", True), ("indirect", False)):
        table = Table(
            unit("anti-tank-guns", RED, "0505", id="own"), unit("infantry", BLUE, "0508"),
            terrain={"0508": "town"}, readings={"guns_into_cover": reading},
        )  # fmt: skip
        assert (a.Bombard("own", "0508") in table.listed(RED)) is allowed


def test_units_block() -> None:
    for reading, allowed in (("fire", False), ("nothing", True)):
        table = Table(
            unit("tanks", RED, "0505", id="own"), unit("infantry", RED, "0506"),
            unit("tanks", BLUE, "0508", id="foe"), readings={"units_block": reading},
        ).activating("own")  # fmt: skip
        assert (a.Fire("own", "0508") in table.listed(RED)) is allowed


def test_exhaustion_at_once() -> None:
    for reading, exhausted in (("turn-end", False), ("at-once", True)):
        table = Table(
            unit("tanks", RED, "0505", id="own"), unit("infantry", BLUE, "0508", id="foe"),
            unit("infantry", BLUE, "1616", id="rest", strength=1), readings={"exhaustion": reading},
        ).activating("own")  # fmt: skip
        table.game.forces[BLUE].lost = 1
        table.does(a.Fire("own", "0508"), 6, 1)
        assert table.game.forces[BLUE].exhausted is exhausted


def test_who_stands_may_exhaust_his_side_at_once() -> None:
    table = Table(
        unit("tanks", RED, "0505", id="own"), unit("infantry", BLUE, "0508", id="foe"),
        unit("infantry", BLUE, "1616", id="rest", strength=1), readings={"exhaustion": "at-once"},
    ).activating("own")  # fmt: skip
    table.game.forces[BLUE].lost = 1
    table.does(a.Fire("own", "0508"), 6, 6)
    assert not table.game.forces[BLUE].exhausted
    table.act(BLUE, a.Stand("foe"))
    assert table.game.forces[BLUE].exhausted


def test_exhausted_assaults() -> None:
    for reading in (False, True):
        table = Table(
            unit("tanks", RED, "0505", id="own"), unit("infantry", BLUE, "0506", "N", id="foe"),
            readings={"exhausted_assaults": reading},
        )  # fmt: skip
        table.game.forces[RED].exhausted = True
        table.activating("own")
        assert (a.Assault("own", "foe") in table.listed(RED)) is reading
        if reading:  # it may fight, but goes no nearer to the enemy for it
            table.does(a.Assault("own", "foe"), 6, 1, 6)
            assert table.rules.pending(table.game)[0].kind == "hit"
            table.act(BLUE, a.Retreat("foe", "0507"))
            assert table.told(e.FightEnded).won
            assert table.told(e.FightEnded).advance == ""


def test_who_is_exhausted_by_its_own_close_combat_does_not_advance() -> None:
    for reading, advance in (("turn-end", "0506"), ("at-once", "")):
        table = Table(
            unit("infantry", RED, "0505", id="own"), unit("infantry", BLUE, "0506", "N", id="foe", strength=1),
            unit("infantry", BLUE, "1616", id="rest"), readings={"exhaustion": reading},
        ).activating("own")  # fmt: skip
        table.game.forces[RED].lost = 1
        table.does(a.Assault("own", "foe"), 1, 1, 1, 1)
        assert table.unit("own").strength == 3
        assert table.told(e.FightEnded).advance == advance


def test_further_commanders() -> None:
    """Five units, and two commanders."""
    units = [unit("infantry", RED, f"050{i}", id=f"own{i}") for i in range(1, 6)]
    commanders = [unit("commanders", RED, "0506", id=id) for id in ("first", "second")]
    for reading, found in (("units", (3, True, 6)), ("nobody", (2, True, 5))):
        readings = {"further_commanders": reading}
        table = Table(*units, *commanders, FAR, readings=readings)
        assert dice_for(table.play, RED) == found
        table.unit("first").strength = 0
        assert dice_for(table.play, RED) == (2, True, 5)
        table.unit("second").strength = 0
        assert dice_for(table.play, RED) == (1, False, 5)


def test_trench() -> None:
    """Trenches."""
    for reading, bonus in (("arrival", 1), ("always", -1)):
        table = Table(
            unit("tanks", RED, "0505", id="own"), unit("infantry", BLUE, "0506", "N", id="foe"),
            features={"0506": "trench"}, readings={"trench": reading},
        )  # fmt: skip
        assert fights(table.play, table.unit("own"), table.unit("foe"))[1].bonus == bonus


def test_shell_on_own_gun() -> None:
    """A four falls short of the target, which is next to the gun."""
    for reading, hex, hit in (("nothing", "", ()), ("hit", "0805", ("own", "chief"))):
        table = Table(
            unit("field-guns", RED, "0805", id="own"), unit("commanders", RED, "0805", id="chief"),
            unit("infantry", BLUE, "0806", id="foe"), readings={"shell_on_own_gun": reading},
        )  # fmt: skip
        table.unit("own").aimed_in = 0
        odds = table.rules.odds(table.game, RED, a.Bombard("own", "0806"))
        assert odds is not None
        table.act(
            RED, a.Bombard("own", "0806"), 1, *([1] * len(hit))
        )  # and 2 as it sees it, 1 for the commander
        landed = table.told(e.ShellLanded)
        assert (landed.score, landed.hex, landed.hit) == (4, hex, hit)
        fates = {one.result for one in odds.also}
        assert ("hit: own" in fates) is bool(hit)
        assert ("no effect" in {one.result for one in odds.results}) is not bool(hit)


def test_withdrawal() -> None:
    """The enemy in 0606 faces north, and so 0605, 0505 and 0705 lie before its front; the other one looks away."""
    for reading, allowed in (("every-front", False), ("other-fronts", True)):
        table = Table(
            unit("infantry", RED, "0605", "S", id="own"), unit("infantry", BLUE, "0606", "N", id="foe"),
            readings={"withdrawal": reading},
        ).activating("own")  # fmt: skip
        beside = table.play.ground.around["0606"].keys() & table.play.ground.around["0605"].keys()
        goes = {one.to for one in table.listed(RED) if isinstance(one, a.Move)}
        assert beside <= goes if allowed else not beside & goes
        if not allowed:
            assert "before an enemy's front" in table.refuses(a.Move("own", min(beside))).reason


def test_withdrawal_enters_no_front_of_another() -> None:
    """Also where only others count."""
    for turned, allowed in (("NE", False), ("S", True)):
        table = Table(
            unit("infantry", RED, "0605", "S", id="own"), unit("infantry", BLUE, "0606", "N", id="foe"),
            unit("infantry", BLUE, "0406", turned, id="other"), readings={"withdrawal": "other-fronts"},
        ).activating("own")  # fmt: skip
        goes = {one.to for one in table.listed(RED) if isinstance(one, a.Move)}
        (hex,) = [
            one for one in goes | {"0505", "0506"}
            if one in table.play.ground.around["0606"] and one in table.play.ground.around["0605"]
            and one in table.play.ground.around["0406"]
        ] or [""]  # fmt: skip
        assert (hex in goes) is allowed


def test_bombardment() -> None:
    for reading, allowed in (("enemies", False), ("any-hex", True)):
        table = Table(
            unit("field-guns", RED, "0805", id="own"), unit("infantry", BLUE, "0809", id="foe"), FAR,
            readings={"bombardment": reading},
        )  # fmt: skip
        assert (a.Bombard("own", "0808") in table.listed(RED)) is allowed
        assert a.Bombard("own", "0805") not in table.listed(RED)
        refused = table.refuses(a.Bombard("own", "0805"))
        assert refused.reason == (
            "No battery fires at its own hex." if allowed else "No enemy stands in 0805."
        )
        if allowed:
            (label,) = [
                table.rules.label(table.game, one)
                for one in table.rules.legal(table.game, RED)
                if one.action == a.Bombard("own", "0808")
            ]
            assert label == "own: fire at 0808"
            table.act(RED, a.Bombard("own", "0808"), 1, 1)  # behind it, where the enemy is
            landed = table.told(e.ShellLanded)
            assert (landed.target, landed.hex, landed.hit) == ("", "0809", ("foe",))


# -- what they decided says so -----------------------------------------------------------------------------------


def test_fire_of_several_dice_names_its_reading_where_more_than_one_hits() -> None:
    for dice, by in (((6, 6, 1), ("machine_guns",)), ((6, 1, 1), ())):
        table = Table(unit("machine-guns", RED, "0505", id="own"), unit("infantry", BLUE, "0507")).activating(
            "own"
        )
        table.does(a.Fire("own", "0507"), *dice, *([1] * sum(die == 6 for die in dice)))
        fired = table.told(e.Fired)
        assert fired.readings == by
        assert table.rules.told(table.game, fired)[1].endswith("; reading machine_guns") is bool(by)


def test_small_arms_at_tanks_name_their_reading_if_they_hit() -> None:
    for die, by in ((6, ("small_arms_v_tanks",)), (1, ())):
        table = Table(
            unit("infantry", RED, "0505", id="own"), unit("tanks", BLUE, "0507", id="tank")
        ).activating("own")
        table.does(a.Fire("own", "0507"), die, *([1] if by else []))
        assert table.told(e.Fired).readings == by


def test_fire_past_a_unit_names_the_reading_that_allows_it() -> None:
    table = Table(
        unit("tanks", RED, "0505", id="own"), unit("infantry", RED, "0506"), unit("tanks", BLUE, "0508", id="foe"),
        readings={"units_block": "nothing"},
    ).activating("own")  # fmt: skip
    table.does(a.Fire("own", "0508"), 1)
    assert table.told(e.Fired).readings == ("units_block",)


def test_close_combat_names_the_readings_that_change_what_is_needed() -> None:
    for facing, terrain, by in (
        ("NE", {}, ("close_front",)), ("N", {}, ()), ("N", {"0506": "wood"}, ("wood_and_cover",)),
    ):  # fmt: skip
        table = Table(
            unit("tanks", RED, "0505", id="own"), unit("infantry", BLUE, "0506", facing, id="foe"), terrain=terrain
        ).activating("own")  # fmt: skip
        table.does(a.Assault("own", "foe"), 6, 6)
        assert table.told(e.Assaulted).readings == by


def test_a_tie_for_initiative_names_its_reading() -> None:
    for dice, by in (((3, 3, 2, 5), ("initiative_ties",)), ((2, 5), ())):
        table = Table(unit("tanks", RED, "0505"), FAR)
        play = Play(table.rules.charts, table.game, ScriptedDice(dice))
        roll_initiative(play)
        assert play.events[-1].readings == by


def test_a_battles_own_readings_hold_whatever_the_pack_says() -> None:
    table = Table(
        unit("tanks", RED, "0505", id="own"), unit("infantry", RED, "0506"), unit("tanks", BLUE, "0508")
    )
    table.activating("own")
    assert a.Fire("own", "0508") not in table.listed(RED)
    table.game.readings = Readings(units_block="nothing")
    table.game.forget()
    assert a.Fire("own", "0508") in table.listed(RED)
