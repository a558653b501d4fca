"""Engineers, transport, tank riders, cavalry, the course of the turn, and the readings of the text."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.rules.dice import ScriptedDice
from campaign.rules.muster import Verdict
from campaign.rules.packs import PackError, make_pack
from campaign.rules.refused import Refused
from campaign.rules.system import decide
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.apply import APPLIERS
from campaign.systems.portable_wargame_modern.decide.turn import dice_for, on_points, roll_initiative
from campaign.systems.portable_wargame_modern.gunnery import fights
from campaign.systems.portable_wargame_modern.play import Play
from campaign.systems.portable_wargame_modern.rules import SYSTEM
from campaign.systems.portable_wargame_modern.state import Game, Objective
from tests.systems.portable_wargame_modern.table import BLUE, RED, SHIPPED, STRENGTH, Table, unit

FAR = unit("infantry", BLUE, "1616", "N", id="far")
IDLE = unit("infantry", RED, "0116", id="idle")
"""Has still to be activated, so that the turn goes on."""


def next_turn(table: Table) -> None:
    """Everybody passes until the next turn has begun."""
    turn = table.game.turn
    while table.game.turn == turn and table.game.verdict is None:
        asked = table.rules.pending(table.game)[0]
        wanted: Any = {"artillery": a.CeaseFire(), "activate": a.Pass(), "unit": a.EndUnit(table.game.unit)}[
            asked.kind
        ]
        table.act(asked.side, wanted)


# -- engineers and wire ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type", "task", "hex", "turns"),
    [("engineers", "lay-mines", "0506", 3), ("engineers", "clear-mines", "0604", 5),
     ("infantry", "lay-wire", "0505", 1), ("tanks", "lay-wire", "0505", 1)],
)  # fmt: skip
def test_tasks_take_their_turns(type: str, task: Any, hex: str, turns: int) -> None:
    table = Table(unit(type, RED, "0505", id="own"), FAR, IDLE, mines=["0604"]).activating("own")
    table.does(a.Labour("own", task, hex))
    for left in range(turns, 0, -1):
        work = table.unit("own").work
        assert work is not None
        assert work.left == left
        next_turn(table)
    assert table.unit("own").work is None
    assert (hex in table.game.mines, hex in table.game.wire) == (task == "lay-mines", task == "lay-wire")


def test_wire_is_removed_by_staying_a_turn() -> None:
    table = Table(unit("infantry", RED, "0505", id="own"), FAR, wire=["0505"]).activating("own")
    table.does(a.Labour("own", "clear-wire", "0505"))
    next_turn(table)
    assert table.game.wire == []


def test_only_engineers_work_on_mines_and_who_goes_away_leaves_off() -> None:
    table = Table(unit("infantry", RED, "0505", id="own"), FAR, mines=["0506"]).activating("own")
    assert table.refuses(a.Labour("own", "clear-mines", "0506")).rule == "Engineers"
    table = Table(unit("engineers", RED, "0505", id="own"), FAR, mines=["0506"]).activating("own")
    table.does(a.Labour("own", "clear-mines", "0506"))
    next_turn(table)
    while table.game.unit != "own":
        asked = table.rules.pending(table.game)[0]
        table.act(asked.side, a.Activate("own") if asked.side == RED and asked.kind == "activate" else
                  a.CeaseFire() if asked.kind == "artillery" else a.Pass())  # fmt: skip
    table.does(a.Move("own", "0504"))
    assert table.unit("own").work is None


def test_who_finds_nothing_left_to_do_leaves_off() -> None:
    first, second = unit("engineers", RED, "0505", id="own"), unit("engineers", RED, "0605", id="other")
    table = Table(first, second, FAR, mines=["0506"]).activating("own")
    table.does(a.Labour("own", "clear-mines", "0506"))
    table.act(RED, a.Activate("other"))
    if a.Labour("other", "clear-mines", "0506") in table.listed(RED):
        table.does(a.Labour("other", "clear-mines", "0506"))
    table.game.mines.clear()
    next_turn(table)
    assert table.unit("own").work is None
    assert table.game.mines == []


@pytest.mark.parametrize("side", [RED, BLUE])
def test_mines_under_units(side: str) -> None:
    """Mines are begun in 0506; somebody stops there before they lie."""
    for laid in (False, True):
        readings = {"mines_under_units": laid}
        table = Table(unit("engineers", RED, "0505", id="own"), FAR, IDLE, readings=readings).activating(
            "own"
        )
        table.does(a.Labour("own", "lay-mines", "0506"))
        next_turn(table)
        table.unit("far" if side == BLUE else "idle").hex = "0506"
        next_turn(table)
        if not laid:
            left = e.WorkLeft("own", True)
            assert left in table.events
            assert "somebody is where" in table.rules.describe(table.game, left)[0]
            assert table.unit("own").work is None
        next_turn(table)
        assert table.game.mines == (["0506"] if laid else [])
        assert table.unit("far").strength == STRENGTH["infantry"]


# -- transport -------------------------------------------------------------------------------------------------

TAKES = [
    ("trucks", "infantry", True), ("trucks", "engineers", True), ("trucks", "dismounted-cavalry", True),
    ("trucks", "machine-guns", True), ("trucks", "mortars", True), ("trucks", "commanders", True),
    ("trucks", "field-guns", True), ("half-tracks", "infantry", True), ("half-tracks", "anti-tank-guns", True),
    ("trucks", "tanks", False), ("trucks", "cavalry", False), ("trucks", "cyclists", False),
    ("horses", "field-guns", True), ("horses", "infantry", False), ("tanks", "infantry", True),
    ("light-tanks", "infantry", True), ("tanks", "engineers", False), ("tanks", "field-guns", False),
]  # fmt: skip


@pytest.mark.parametrize(("carrier", "load", "takes"), TAKES)
def test_who_takes_whom(carrier: str, load: str, takes: bool) -> None:
    table = Table(unit(carrier, RED, "0506", id="car"), unit(load, RED, "0505", id="own"), FAR).activating(
        "own"
    )
    assert (a.Load("own", "car") in table.listed(RED)) is takes
    if not takes:
        assert "does not take" in table.refuses(a.Load("own", "car")).reason


def test_getting_aboard_and_down_takes_a_turn_of_both() -> None:
    table = Table(unit("trucks", RED, "0506", id="car"), unit("infantry", RED, "0505", id="own"), FAR, IDLE)
    table.activating("own")
    table.does(a.Load("own", "car"))
    assert (table.unit("own").aboard, table.unit("own").hex) == ("car", "0506")
    assert table.refuses(a.Activate("car"), RED).rule == "Transport"
    next_turn(table)
    table = Table(
        unit("trucks", RED, "0506", id="car"),
        unit("infantry", RED, "0506", id="own", aboard="car"),
        FAR,
        IDLE,
    )
    table.activating("own")
    table.does(a.Unload("own", "0506"))
    assert (table.unit("own").aboard, table.unit("own").hex) == ("", "0506")
    assert table.refuses(a.Activate("car"), RED).rule == "Transport"


def test_a_carrier_that_has_moved_lets_nobody_down() -> None:
    table = Table(
        unit("trucks", RED, "0506", id="car"),
        unit("infantry", RED, "0506", id="own", aboard="car"),
        FAR,
        IDLE,
    )
    table.activating("car")
    table.does(a.Move("car", "0508"))
    assert table.unit("own").hex == "0508"
    if table.game.unit:
        table.does(a.EndUnit("car"))
    assert table.refuses(a.Activate("own"), RED).rule == "Transport"


def test_towing_does_not_slow() -> None:
    table = Table(
        unit("trucks", RED, "0505", id="car"), unit("field-guns", RED, "0505", id="own", aboard="car"), FAR
    )
    table.activating("car")
    assert max(
        table.play.ground.distance("0505", one.to) for one in table.listed(RED) if isinstance(one, a.Move)
    ) == 4  # fmt: skip


def test_riders_get_down_next_to_their_tank_and_may_be_forbidden() -> None:
    riders = [unit("tanks", RED, "0506", id="car"), unit("infantry", RED, "0506", id="own", aboard="car")]
    table = Table(*riders, FAR).activating("own")
    assert {one.to for one in table.listed(RED) if isinstance(one, a.Unload)} == set(
        table.play.ground.neighbours["0506"]
    )
    afoot = [unit("tanks", RED, "0506", id="car"), unit("infantry", RED, "0505", id="own")]
    table = Table(*afoot, FAR, riders=False).activating("own")
    assert table.refuses(a.Load("own", "car")).rule == "Tank Riders"


def shot_at(carrier: str, strength: int, load: str, *dice: int) -> Table:
    table = Table(
        unit("tanks", RED, "0503", id="own"),
        unit(carrier, BLUE, "0506", "N", id="car", strength=strength),
        unit(load, BLUE, "0506", "N", id="load", aboard="car"),
    ).activating("own")
    table.does(a.Fire("own", "0506"), *dice)
    return table


def test_a_hit_on_a_carrier_is_one_on_its_load() -> None:
    table = shot_at("trucks", 2, "infantry", 6, 1, 1)
    assert (table.unit("car").strength, table.unit("load").strength) == (1, 3)


def test_a_load_goes_back_with_its_carrier_or_loses_a_point() -> None:
    table = shot_at("trucks", 2, "infantry", 6, 6)
    table.act(BLUE, a.Retreat("car", "0507"), 6)
    assert (table.unit("load").hex, table.unit("load").strength) == ("0507", 4)
    table = shot_at("trucks", 2, "infantry", 6, 1, 6)
    assert table.unit("load").strength == 3


def test_a_load_survives_its_truck_and_riders_do_not_survive_their_tank() -> None:
    table = shot_at("trucks", 1, "infantry", 6, 1, 1)
    assert (table.unit("car").strength, table.unit("load").strength, table.unit("load").aboard) == (0, 3, "")
    table = shot_at("tanks", 1, "infantry", 6, 1)
    assert (table.unit("car").strength, table.unit("load").strength) == (0, 0)


def test_cavalry_mounts_and_dismounts() -> None:
    table = Table(unit("cavalry", RED, "0505", id="own"), FAR).activating("own")
    table.does(a.Remount("own"))
    assert table.unit("own").type == "dismounted-cavalry"
    assert table.game.unit == ""
    assert Table(unit("infantry", RED, "0505", id="own"), FAR).activating("own").refuses(a.Remount("own"))


# -- the turn --------------------------------------------------------------------------------------------------


def test_the_higher_die_goes_first_and_then_the_other() -> None:
    table = Table(unit("infantry", RED, "0505"), FAR)
    table.act(RED, a.CeaseFire(), 2, 5, 4)
    assert table.told(e.InitiativeRolled).side == BLUE
    assert (table.game.active, table.game.left) == (BLUE, 4)
    table.act(BLUE, a.Pass(), 3)
    assert (table.game.active, table.game.left) == (RED, 3)
    table.act(RED, a.Pass())
    assert table.game.turn == 2


def test_who_has_no_guns_in_range_is_not_asked_for_any() -> None:
    """Dice fall with an action, so the first turn of such a battle is begun by throwing for initiative."""
    rules, game = SYSTEM.load(SHIPPED), Game()
    for event in rules.open("road-column", {}):
        APPLIERS[type(event)](game, event)
    (asked,) = rules.pending(game)
    assert (asked.side, asked.kind) == (RED, "initiative")
    assert [one.action for one in rules.legal(game, RED)] == [a.ThrowInitiative()]
    with pytest.raises(Refused):
        decide(rules, game, RED, a.CeaseFire(), ScriptedDice(()))
    events = decide(rules, game, RED, a.ThrowInitiative(), ScriptedDice([2, 5, 3, 3, 3]))
    assert [type(event) for event in events] == [e.InitiativeRolled, e.ActivationRolled]


def test_no_unit_is_activated_twice_nor_more_than_the_dice_allow() -> None:
    units = [unit("infantry", RED, f"{x:02}05", id=f"u{x}") for x in (3, 5, 7)]
    table = Table(*units, FAR).activating("u3", left=2)
    table.does(a.EndUnit("u3"))
    assert table.refuses(a.Activate("u3"), RED).rule == "Movement b"
    table.act(RED, a.Activate("u5"))
    table.does(a.EndUnit("u5"))
    assert table.game.active != RED or table.game.turn == 2


def test_exhaustion_is_checked_at_the_end_and_both_end_the_battle() -> None:
    table = Table(unit("tanks", RED, "0505", id="own"), FAR).activating("own")
    table.game.forces[RED].lost = 1
    table.does(a.EndUnit("own"))
    next_turn(table)
    assert table.game.forces[RED].exhausted
    table.game.forces[BLUE].lost = 2
    next_turn(table)
    assert table.game.verdict is not None
    assert "exhausted" in table.game.verdict.reason


def test_a_side_without_units_has_lost() -> None:
    table = Table(
        unit("tanks", RED, "0505", id="own"), unit("infantry", BLUE, "0507", "N", id="foe", strength=1)
    )
    table.activating("own")
    table.does(a.Fire("own", "0507"), 6, 1)
    assert table.game.verdict == Verdict(RED, "Blue has no units left.", 1, "Strength Points c")


def test_points_decide_when_the_turns_are_over() -> None:
    objectives = [Objective("0506", 2, BLUE)]
    table = Table(unit("tanks", RED, "0505", id="own"), FAR, objectives=objectives, turns=1).activating("own")
    assert on_points(table.game, "Now").winner == BLUE
    table.does(a.Move("own", "0506"))
    assert table.told(e.ObjectiveTaken).side == RED
    next_turn(table)
    assert table.game.verdict is not None
    assert table.game.verdict.winner == RED


def test_the_wrong_side_and_the_wrong_question_are_refused() -> None:
    table = Table(unit("tanks", RED, "0505", id="own"), FAR).activating("own")
    assert table.refuses(a.Pass(), BLUE).rule == "Turn Sequence"
    assert "end-unit" in table.refuses(a.Pass(), RED).allowed
    assert "far" in table.refuses(a.Move("far", "1615"), RED).reason
    assert table.refuses(a.Move("nobody", "0506"), RED).where == "$.unit"


# -- readings --------------------------------------------------------------------------------------------------


def test_small_arms_v_tanks() -> None:
    for reading, hit in (("never-last", ("tank",)), ("no-effect", ())):
        table = Table(
            unit("infantry", RED, "0505", id="own"), unit("tanks", BLUE, "0507", id="tank"),
            readings={"small_arms_v_tanks": reading},
        ).activating("own")  # fmt: skip
        table.does(a.Fire("own", "0507"), 6, *([1] if hit else []))
        assert table.told(e.Fired).hit == hit


def test_close_front() -> None:
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
    for reading, bonus in (("arrival", 1), ("always", -1)):
        table = Table(
            unit("tanks", RED, "0505", id="own"), unit("infantry", BLUE, "0506", "N", id="foe"),
            features={"0506": "trench"}, readings={"trench": reading},
        )  # fmt: skip
        assert fights(table.play, table.unit("own"), table.unit("foe"))[1].bonus == bonus


def test_light_tanks_are_tanks_because_their_class_says_so() -> None:
    content = dict(SHIPPED.content)
    classes = [
        {**row, "tank": False} if row["id"] == "light-tanks" else row
        for row in content["classes.toml"]["class"]
    ]
    rules: Any = SYSTEM.load(
        make_pack(
            "portable-wargame-modern",
            {**content, "classes.toml": {**content["classes.toml"], "class": classes}},
        )
    )
    assert not rules.charts.class_of["light-tanks"].tank


@pytest.mark.parametrize(
    ("file", "change"),
    [("units.toml", {"unit": [{"id": "x", "name": "X", "short": "X", "class": "no", "periods": [], "points": 1}]}),
     ("rules.toml", {"readings": {"source": "own", "trench": "perhaps"}}),
     ("terrain.toml", {"terrain": []})],
)  # fmt: skip
def test_packs_with_mistakes_are_refused(file: str, change: dict[str, Any]) -> None:
    content = {**SHIPPED.content, file: {**SHIPPED.content[file], **change}}
    with pytest.raises(PackError):
        SYSTEM.load(make_pack("portable-wargame-modern", content))
