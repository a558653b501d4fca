"""Electronic warfare (19.9): direction finders, jammers, radio silence."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.rules.refused import Refused
from campaign.rules.views import HexBoard
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import orders, radio
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.decide import counterbattery, warfare
from campaign.systems.mechwar_4.decide.flow import step
from campaign.systems.mechwar_4.decide.phases import begin_turn, listening, regroup, removal_phase
from campaign.systems.mechwar_4.events.guns import IndirectFired, MissionDropped
from campaign.systems.mechwar_4.face_down import FaceDown
from campaign.systems.mechwar_4.gunnery import guns_named, spotted, verify_aim
from campaign.systems.mechwar_4.odds import odds
from campaign.systems.mechwar_4.panic import panics
from campaign.systems.mechwar_4.radio import verify_bombards
from campaign.systems.mechwar_4.state import Battery, Located, Mission, Sort
from campaign.systems.mechwar_4.view import view
from tests.systems.mechwar_4.field import Field, company, of, unit
from tests.systems.mechwar_4.pack import board, reading

FLAT = ("000000", "000000", "000000", "000000")


def flat(**readings: Any) -> Charts:
    charts = board(FLAT)
    if readings:
        charts.readings = reading(**readings).readings
    return charts


def aired(charts: Charts | None = None, **fields: Any) -> Field:
    """Blue has direction finders, a jammer and a company of tanks; red headquarters, mortars, a jammer, a radar."""
    units = (
        unit("b1", "rdf", "0101"), unit("b2", "jammer", "0102"), unit("b3", "m60a1", "0103", "bc"),
        unit("b4", "m60a1", "0104", "bc"), unit("r1", "hq", "0601"), unit("r2", "mortars", "0602"),
        unit("r3", "jammer", "0603"), unit("r4", "zsu-23", "0604"),
    )  # fmt: skip
    found = Field(
        charts or flat(), units, companies=(company("bc"),), jammers=("b2", "r3"),
        **{"electronic_warfare": True, **fields},
    )  # fmt: skip
    for force in found.game.forces.values():
        force.quiet = True
    return found


def listens(**fields: Any) -> Field:
    return aired(phase="listening", **fields)


def jam_red(one: Field) -> None:
    one.game.jammers["b2"].works = True


def jam_blue(one: Field) -> None:
    one.game.jammers["r3"].works = True


# -- direction finders -----------------------------------------------------------------------------------------


def test_19_91_each_direction_finder_tries_once_before_the_guns_fire() -> None:
    one = aired()
    one.game.phase, one.game.active = "removal", ""
    listening(one.play)
    assert one.game.phase == "listening"
    assert one.asked() == [("blue", "listen")]
    one.act("blue", a.Listen("b1", "hq"), 6)
    assert one.refusal("blue", a.Listen("b1", "hq")).rule == "19.91"
    one.act("blue", a.Ready())
    assert one.game.phase != "listening"


def test_19_91_without_direction_finders_nobody_is_asked() -> None:
    one = aired()
    one.game.units["b1"].out = "eliminated"
    listening(one.play)
    assert one.game.phase == "indirect"


@pytest.mark.parametrize(("sort", "value"), [("hq", 2), ("jammer", 3), ("artillery", 1), ("radar", 3)])
def test_19_92_19_93_a_die_of_at_most_the_value_locates(sort: Sort, value: int) -> None:
    for die, found in ((value, True), (value + 1, False)):
        one = listens()
        jam_blue(one)
        one.game.units["r2"].bombarded = 0 if sort != "artillery" else 1
        one.game.turn = 5
        (event,) = of(e.Listened, one.act("blue", a.Listen("b1", sort), die))
        assert (event.value, event.found) == (value, found)


def test_19_92_the_owner_announces_a_hex_within_one_of_it() -> None:
    one = listens()
    one.act("blue", a.Listen("b1", "hq"), 1)
    assert ("red", "announce") in one.asked()
    assert {action.hex for action in one.options("red")} == {
        "0601",
        *(hex for _, hex in one.play.ground.around["0601"]),
    }
    assert one.refusal("red", a.Announce("0104")).rule == "19.92"
    one.act("red", a.Announce("0501"))
    assert one.game.located == [Located("blue", "hq", "0501")]


def test_19_92_nobody_is_located_where_there_is_nobody() -> None:
    one = listens()
    one.game.units["r1"].out, one.game.units["r1"].hex = "eliminated", ""
    (event,) = of(e.Listened, one.act("blue", a.Listen("b1", "hq"), 1))
    assert not event.found


def test_odds_of_listening_and_of_jamming() -> None:
    told = odds(listens().play, "blue", a.Listen("b1", "jammer"))
    assert told is not None and [(one.result, one.fraction) for one in told.results] == [
        ("located", "1/2"), ("not located", "1/2")
    ]  # fmt: skip
    told = odds(aired().play, "blue", a.Jam("b2"))
    assert told is not None and told.results[0].result == "works" and told.results[0].chance == 4 / 6


def test_19_94_guns_that_fired_in_the_phase_before_are_found_one_higher() -> None:
    one = listens()
    one.game.turn, one.game.units["r2"].bombarded = 5, 4
    assert warfare.detection(one.play, "red", "artillery") == 2
    one.game.units["r2"].bombarded = 3
    assert warfare.detection(one.play, "red", "artillery") == 1


def test_19_95_fire_at_the_hex_is_unobserved_unless_an_enemy_is_seen_there() -> None:
    one = listens()
    assert spotted(one.play, "blue", "0501")
    one.game.located.append(Located("blue", "hq", "0501"))
    assert not spotted(one.play, "blue", "0501")
    one.game.units["r1"].hex = "0501"
    assert spotted(one.play, "blue", "0501")


def test_19_95_the_hex_counts_until_the_phase_is_over() -> None:
    one = listens()
    one.game.located.append(Located("blue", "hq", "0501"))
    regroup(one.roll())
    assert one.game.located == []


def test_19_96_while_its_side_jams_it_finds_jammers_and_radar_alone() -> None:
    one = listens()
    jam_red(one)
    assert one.refusal("blue", a.Listen("b1", "hq")).rule == "19.96"
    one.act("blue", a.Listen("b1", "radar"), 6)


def test_19_97_a_jammer_must_work_to_be_located() -> None:
    one = listens()
    assert warfare.radiating(one.play, "red", "jammer") == []
    jam_blue(one)
    assert [found.id for found in warfare.radiating(one.play, "red", "jammer")] == ["r3"]


def test_19_98_guns_that_have_not_fired_are_not_located() -> None:
    one = listens()
    assert warfare.radiating(one.play, "red", "artillery") == []
    one.game.units["r2"].bombarded = 1
    assert [found.id for found in warfare.radiating(one.play, "red", "artillery")] == ["r2"]


def test_19_99_radio_silence_hides_headquarters_and_guns_and_costs_as_much_as_jamming() -> None:
    one = aired(phase="orders")
    one.act("red", a.RadioSilence(True))
    one.game.units["r2"].bombarded = 1
    assert warfare.radiating(one.play, "red", "hq") == []
    assert warfare.radiating(one.play, "red", "artillery") == []
    assert warfare.radiating(one.play, "red", "radar")
    assert radio.jammed(one.play, "red")
    assert not radio.jammed(one.play, "blue")
    one.act("red", a.RadioSilence(False))
    assert not radio.jammed(one.play, "red")


def test_19_99_before_each_turn_and_only_with_the_switch() -> None:
    one = aired()
    begin_turn(one.play, 2)
    assert one.game.phase == "orders"
    other = aired(electronic_warfare=False)
    begin_turn(other.roll(1, 6), 2)
    assert other.game.phase == "action"


def test_19_910_a_step_is_the_end_of_direction_finders_and_jammers() -> None:
    assert all(flat().units[id].one_step for id in ("rdf", "jammer"))


@pytest.mark.parametrize(("die", "lost"), [(1, False), (4, True)])
def test_19_910_19_913_shells_that_it_survives_may_end_its_radio(die: int, lost: bool) -> None:
    one = aired()
    jam_red(one)
    for id in ("b1", "b2"):
        warfare.shelled(one.roll(die), one.game.units[id], 3)
        assert one.game.units[id].deaf is lost
    assert one.game.jammers["b2"].works is not lost
    one.game.phase, one.game.active = "listening", ""
    if lost:
        assert one.refusal("blue", a.Listen("b1", "jammer")).rule == "19.910"


def test_19_911_who_listens_has_done_nothing_else_this_turn() -> None:
    one = listens()
    one.game.units["b1"].moved = True
    assert one.refusal("blue", a.Listen("b1", "hq")).rule == "19.911"
    assert one.asked() == [("blue", "listen")], "the question tells nothing"


# -- jammers ---------------------------------------------------------------------------------------------------


def test_19_913_who_jams_or_tries_to_does_nothing_else() -> None:
    one = aired()
    one.act("blue", a.Jam("b2"), 6)
    one.act("red", a.Pass())
    assert one.refusal("blue", a.StartMove("b2")).rule == "19.913"
    other = aired()
    jam_red(other)
    assert other.refusal("blue", a.StartMove("b2")).rule == "19.913"


@pytest.mark.parametrize(("die", "works"), [(4, True), (5, False)])
def test_19_914_a_jammer_works_or_waits_two_turns(die: int, works: bool) -> None:
    one = aired()
    one.act("blue", a.Jam("b2"), die)
    assert one.game.jammers["b2"].works is works
    if works:
        return
    one.game.active, one.game.activation = "blue", []
    for turn, rule in ((2, "19.914"), (3, "19.914")):
        one.game.turn = turn
        assert one.refusal("blue", a.Jam("b2")).rule == rule
    one.game.turn = 4
    one.act("blue", a.Jam("b2"), 1)


def test_19_914_it_is_switched_off_at_will() -> None:
    one = aired()
    jam_red(one)
    one.act("blue", a.Jam("b2", False))
    assert not radio.jammed(one.play, "red")
    one.act("blue", a.StartMove("b2"))


@pytest.mark.parametrize(("die", "works"), [(5, True), (6, False)])
def test_19_915_it_may_break_down_in_the_indirect_fire_phase(die: int, works: bool) -> None:
    one = aired()
    jam_red(one)
    regroup(one.roll(die))
    assert (one.game.jammers["b2"].works, one.game.jammers["b2"].idle) == (works, 0 if works else 3)


def test_19_916_jammers_reach_everywhere_and_not_their_own_side() -> None:
    one = aired()
    jam_red(one)
    assert radio.jammed(one.play, "red")
    assert not radio.jammed(one.play, "blue")
    jam_blue(one)
    assert radio.jammed(one.play, "blue"), "nor do they disturb each other"


def test_19_917_a_jammed_company_fires_or_moves_whether_it_has_commands_or_not() -> None:
    one = aired()
    jam_blue(one)
    tank = one.game.units["b3"]
    assert orders.may_fire(one.play, tank) is None
    assert orders.may_move(one.play, tank) is None
    one.game.units["b4"].fired = True
    refused = orders.may_move(one.play, tank)
    assert refused is not None
    assert refused.rule == "19.917"
    one.game.units["b4"].fired, one.game.units["b4"].moved = False, True
    assert orders.may_fire(one.play, tank) is not None
    assert orders.may_move(one.play, tank) is None


def test_19_917_with_commands_overwatch_and_withdraw_alone() -> None:
    one = aired(phase="orders", command=True)
    jam_blue(one)
    found = {action.command for action in one.options("blue") if isinstance(action, a.Give)}
    assert found == {"OC", "WC"}
    assert one.refusal("blue", a.Give("bc", "BC")).rule == "19.14"


def test_19_917_a_jammed_company_does_not_rally() -> None:
    one = aired()
    jam_blue(one)
    one.game.units["b3"].panicked = True
    removal_phase(one.roll())
    assert one.game.units["b3"].panicked


def test_19_917_one_off_every_panic_die_by_a_reading() -> None:
    one = aired(flat(jammed_checks="panic"))
    jam_blue(one)
    play = one.roll(2)
    assert panics(play, one.game.units["b3"], "fire")
    (event,) = of(e.PanicRolled, play.events)
    assert [(term.value, term.rule) for term in event.terms] == [(-1, "19.917")]


def test_19_918_jammed_guns_fire_at_what_they_see_themselves() -> None:
    one = aired()
    one.charts = board(("001000", "001000", "001000", "001000"), ("..T...", "..T...", "..T...", "..T..."))
    one.game.batteries["guns"] = Battery("guns", "Guns", "red", 6)
    mortars, guns = guns_named(one.play, "red", "r2"), guns_named(one.play, "red", "guns")
    verify_aim(one.play, mortars, "0102")
    verify_aim(one.play, guns, "0102")
    jam_red(one)
    verify_aim(one.play, mortars, "0302")
    for each, hex in ((mortars, "0102"), (guns, "0501")):
        with pytest.raises(Refused) as refused:
            verify_aim(one.play, each, hex)
        assert refused.value.rule == "19.918"


def test_19_918_what_was_planned_before_the_jamming_does_not_fall() -> None:
    one = aired(phase="indirect", batteries=(Battery("red-guns-1", "Guns", "red", 6),), delayed_guns=True)
    one.game.turns = 2
    one.settle()
    one.act("red", a.Bombard("red-guns-1", "0101"))
    one.act("red", a.Ready())
    one.tell(e.TurnBegan(2), e.PhaseBegan("indirect"))
    jam_red(one)
    play = one.roll()
    while not one.game.missions or one.game.stage != "fire":
        step(play)
    step(play)
    (dropped,) = of(MissionDropped, play.events)
    assert dropped.why == "its side is jammed or silent"
    assert not of(IndirectFired, play.events)


def test_19_918_jammed_guns_answer_only_guns_that_they_see() -> None:
    one = aired(board(("001000",) * 4, ("..T...",) * 4))
    red = one.game
    red.phase, red.stage, red.turns = "indirect", "counter", 1
    red.units["r2"].hex, red.units["b3"].hex, red.units["b4"].hex = "0604", "0102", "0501"
    red.missions.append(Mission("r2", "red", "", "counter", due=1))
    red.betrayed = ["b3", "b4"]
    counterbattery.verify(one.play, "red", a.Counter("r2", "b3"))
    jam_red(one)
    with pytest.raises(Refused) as refused:
        counterbattery.verify(one.play, "red", a.Counter("r2", "b3"))
    assert refused.value.rule == "19.918"
    counterbattery.verify(one.play, "red", a.Counter("r2", "b4"))
    assert counterbattery.answered_in(one.play, a.Counter("r2", "b4")) == "0501"
    with pytest.raises(Refused, match="see themselves"):
        verify_bombards(one.play, "red", red.units["r2"], "")


# -- who learns of it ------------------------------------------------------------------------------------------


def test_19_9_others_hear_that_somebody_jams_or_listens_and_not_who() -> None:
    one = aired(fog=True)
    one.game.units["b1"].seen = one.game.units["b2"].seen = False
    hidden = FaceDown(one.charts)
    (jams,) = of(e.JammerChecked, one.act("blue", a.Jam("b2"), 1))
    assert hidden.event(one.game, jams, "red").unit == ""
    assert hidden.event(one.game, jams, "blue") == jams
    assert hidden.action(one.game, "blue", a.Jam("b2"), "red") == a.Jam("")
    one.game.phase, one.game.active = "listening", ""
    one.game.jammers["b2"].works = False
    (heard,) = of(e.Listened, one.act("blue", a.Listen("b1", "hq"), 6))
    assert hidden.event(one.game, heard, "red").unit == ""
    assert hidden.action(one.game, "blue", a.Listen("b1", "hq"), "red") == a.Listen("", "hq")


def test_19_99_radio_silence_is_secret() -> None:
    one = aired(phase="orders", fog=True)
    (event,) = of(e.RadioSilenceSet, one.act("red", a.RadioSilence(True)))
    hidden = FaceDown(one.charts)
    assert hidden.event(one.game, event, "blue") is None
    assert hidden.action(one.game, "red", a.RadioSilence(True), "blue") is None
    assert not [note for note in view(one.play.known("blue"), "blue").notes if "silence" in note]
    assert [note for note in view(one.play.known("red"), "red").notes if "silence" in note]


def test_19_95_announced_hexes_are_marked_on_the_map() -> None:
    one = listens()
    one.game.located.append(Located("blue", "hq", "0501"))
    drawn = view(one.play.known("blue"), "blue").board
    assert isinstance(drawn, HexBoard)
    assert "located" in next(cell.marks for cell in drawn.cells if cell.id == "0501")
