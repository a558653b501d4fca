"""What stands in lists, in the log and on the screen: plain words, and nothing of one's own by its key."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from campaign.headquarters import Headquarters
from campaign.rules.options import Modifier, Option, Range
from campaign.rules.places import Places
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.actions import AnyAction
from campaign.systems.mechwar_4.events import guns as g
from campaign.systems.mechwar_4.frames import Move
from campaign.systems.mechwar_4.naming import outcome
from campaign.systems.mechwar_4.odds import attack_of, odds, reasons
from campaign.systems.mechwar_4.roster import Armies
from campaign.systems.mechwar_4.settings import settings
from campaign.systems.mechwar_4.state import Battery
from campaign.systems.mechwar_4.view import view
from campaign.systems.mechwar_4.words import describe, label
from tests.campaign.conftest import steady_world
from tests.systems.mechwar_4.field import Field, unit
from tests.systems.mechwar_4.guns import ground
from tests.systems.mechwar_4.pack import charts
from tests.systems.mechwar_4.table import SU, US, Table, company
from tests.systems.mechwar_4.table import unit as counter


def facing(*on: str) -> Table:
    return Table(counter("m60a1", US, "0505", "A1"), counter("t62", SU, "1005", "B1"), on=on)


def named(table: Table, action: AnyAction) -> Option:
    return next(one for one in table.rules.legal(table.game, US) if one.action == action)


def test_a_label_of_a_pace_says_how_far_it_leads_and_how_tired_one_is_then() -> None:
    def paces(fatigue: int) -> list[str]:
        mine = counter("us-rifles", US, "0505", "A1", fatigue=fatigue)
        table = Table(mine, counter("t62", SU, "1005", "B1"))
        found = [one for one in table.rules.legal(table.game, US) if isinstance(one.action, a.StartMove)]
        return [label(table.game, one).partition(": ")[2] for one in found]

    assert paces(0) == [
        "move",
        "move at the double (twice as far, fatigue 1)",
        "charge (three times as far, fatigue 3, then it must rest)",
    ]
    assert paces(1) == ["move", "move at the double (twice as far, fatigue 2, then it must rest)"]


def test_a_label_calls_its_own_unit_by_name_and_the_enemy_by_name_and_counter() -> None:
    table = facing()
    assert label(table.game, named(table, a.StartMove("A1"))) == "M60A1: move"
    fire = label(table.game, named(table, a.Fire("A1", "B1")))
    assert fire == "M60A1: fire main armament at T-62 (B1) in 1005"


def test_to_end_a_move_is_what_lets_the_question_be() -> None:
    """It belongs to no piece, so that one key does it."""
    table = facing()
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0504"))
    ending = [one for one in table.rules.legal(table.game, US) if not one.unit]
    assert [one.action for one in ending] == [a.EndMove("A1")]
    assert label(table.game, ending[0]) == "M60A1: end its move"


def test_a_unit_that_moves_says_how_many_points_are_left() -> None:
    table = facing()
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0504"))
    (piece,) = (one for one in view(table.play.known(US), US).pieces if one.id == "A1")
    assert dict(piece.details)["moves"] == "9 of 10"


def test_a_sheet_says_class_and_range_of_a_weapon_and_what_sort_of_target_it_is() -> None:
    (piece,) = (one for one in view(facing().play, US).pieces if one.id == "A1")
    details = dict(piece.details)
    assert (details["main"], details["defence"]) == ("16M to 15", "10 hard")


def test_a_marker_of_losses_says_what_it_means() -> None:
    table = Table(counter("m60a1", US, "0505", "A1", damage=2))
    (piece,) = view(table.play.known(US), US).pieces
    assert "D2: two thirds lost" in piece.status


def test_what_is_still_to_be_aimed_names_no_hex() -> None:
    field = Field(
        ground(), (unit("b1", "m60a1", "0505"),), batteries=(Battery("g", "155 mm battery", "blue", 7),)
    )
    anywhere = (Range("hex", places=Places()),)
    action = a.Bombard("g", "0101", "shells", "tight")
    aimed = label(field.game, Option(action, "g", where="0101", ranges=anywhere))
    assert aimed == "155 mm battery: shells on a hex"
    assert label(field.game, Option(action)) == "155 mm battery: shells on 0101, tight"
    place = a.Place("b1", "0303")
    assert (
        label(field.game, Option(place, "b1", where="0303", ranges=anywhere)) == "b1: deploy in another hex"
    )
    assert label(field.game, Option(place)) == "b1: deploy in 0303"


def test_batteries_stand_beside_the_map_and_in_the_fog_before_their_own_side_alone() -> None:
    for fog, seen in ((False, {"g", "h"}), (True, {"g"})):
        two = (Battery("g", "155 mm battery", "blue", 7), Battery("h", "122 mm battery", "red", 7))
        field = Field(ground(), (unit("b1", "m60a1", "0505"),), batteries=two, fog=fog)
        found = {one.id: one for one in view(field.play.known("blue"), "blue").pieces if one.id != "b1"}
        assert found.keys() == seen
        assert (found["g"].name, found["g"].where) == ("155 mm battery", "")


def test_a_phase_in_which_both_plan_is_nobodys_and_has_a_name() -> None:
    field = Field(ground(), (unit("b1", "m60a1", "0505"),), phase="indirect")
    seen = view(field.play.known("blue"), "blue")
    assert (seen.phase, seen.active) == ("indirect fire", "")


def test_the_log_says_whose_die_was_lower_and_what_a_die_had_to_be() -> None:
    game = facing().game
    assert describe(game, e.InitiativeRolled((2, 2, 1, 4), US, (1, 2))) == (
        "United States goes first: the lower die with its panic level (United States 1 + 1, Soviet Union 4 + 2).",
        "4.2",
    )
    panic = e.PanicRolled("A1", 2, 3, "fire", True, (Modifier("night", 1),))
    assert (
        describe(game, panic)[0]
        == "M60A1 (A1) panics as it is to fire (die 2, +1 night; panic at 3 or less)."
    )
    unknown = e.PanicRolled("A1", 2, 0, "fire", True)
    assert describe(game, unknown)[0] == "M60A1 (A1) panics as it is to fire (die 2)."
    removal = e.PanicRolled("A1", 2, 8, "removal", False)
    assert describe(game, removal)[0] == "M60A1 (A1) panics no more (die 2; calm at 8 or less)."
    spent = e.DepletionRolled("A1", "main", (4,), 3, 3)
    assert describe(game, spent)[0].endswith(
        "main armament: ammunition at 3 of 3 (die 4; less at 3 or less)."
    )


def test_the_log_tells_of_a_side_that_is_ready_and_of_a_move_that_ends() -> None:
    game = facing().game
    assert describe(game, e.SideReady(US))[0] == "United States is ready."
    assert describe(game, e.MoveEnded("A1"))[0] == "M60A1 (A1) ends its move."
    assert describe(game, e.CountersDealt(US, ()))[0] == "United States' counters are dealt."
    assert describe(game, e.CountersDealt(SU, ()))[0] == "Soviet Union's counters are dealt."


def test_the_odds_of_a_shot_say_why_and_at_a_face_down_target_are_refused() -> None:
    table = facing("fog")
    told = odds(table.play, US, a.Fire("A1", "B1"))
    assert told is not None
    strength = sum(int(word) for word in told.note.split(" = ")[1].split(";")[0].split() if word[0] in "+-")
    assert told.note.startswith(f"{strength:+d} = +16 attack, ") and "defence" in told.note
    attack = attack_of(table.play, US, a.Fire("A1", "B1"))
    assert reasons(table.play, attack) == [told.note]
    table.unit("B1").seen = False
    with pytest.raises(Refused):
        table.rules.odds(table.game, US, a.Fire("A1", "B1"))


def test_before_a_battle_of_ones_own_forces_come_before_the_optional_rules() -> None:
    found = [one.id for one in settings(charts(), charts().scenarios["own-companies"])]
    assert found[:5] == ["turns", "board", "points", "blue", "red"]


def test_what_could_be_added_to_a_force_is_called_by_words() -> None:
    roster = next(one for one in charts().rosters.values() if one["nation"] == "us")
    kinds = {one.kind for one in Armies(charts()).judge(roster, 200).fits}
    assert {"tank", "carrier", "headquarters", "infantry"} <= kinds
    assert not {"apc", "hq", "armoured-car", "flak"} & kinds


def test_what_a_platoon_splits_and_how_near_one_must_come_is_told_in_words() -> None:
    table = facing("split_fire")
    third = label(table.game, named(table, a.Fire("A1", "B1", part=2)))
    assert third == "M60A1: fire main armament at T-62 (B1) in 1005, with a third of it"
    near = Option(a.Watch(0), ranges=(Range("range", 0, 99, unit="hexes"),))
    assert label(table.game, near) == "Be asked for opportunity fire only at what comes near"
    assert label(table.game, Option(a.Watch(0))) == "Not be asked for opportunity fire any more"


def test_shells_that_scatter_say_where_they_were_meant_for() -> None:
    field = Field(ground(), (), batteries=(Battery("g", "122 mm battery", "red", 7),))
    fired = g.IndirectFired("g", "red", "0505", "0605", "shells", (6, 1, 2), 4, 3, loose=True)
    told = describe(field.game, fired)[0]
    assert told == "122 mm battery: shells meant for 0505, loose: scattered to 0605 (6 1 2)."


def test_a_result_in_brackets_says_what_its_second_die_made_of_it() -> None:
    game = facing().game
    shot = e.ShotResolved("A1", "B1", "main", "direct", 6, "armour full", 3, (2, 6), "(1)")
    assert describe(game, shot)[0] == (
        "M60A1 (A1) at T-62 (B1), 6 hexes away: (1), no steps lost (die 2 6, column +3 of the armour full table)."
    )
    assert [outcome("(2) D2", 2), outcome("D1", 1), outcome("S1 P'", 0), outcome("no effect", 0)] == [
        "(2), 2 steps lost", "1 step lost", "suppression 1 and a panic check", "no effect",
    ]  # fmt: skip


def test_fire_is_held_for_the_rest_of_a_move_only_where_something_moves() -> None:
    game = facing().game
    hold = Option(a.HoldFire("move"))
    assert label(game, hold) == "Hold fire for the rest of this attack"
    game.stack.append(Move("A1", 10, 10))
    assert label(game, hold) == "Hold fire for the rest of this move"


def test_in_the_fog_the_log_and_the_questions_name_ones_own_units_and_no_others(tmp_path: Path) -> None:
    with Headquarters(tmp_path, steady_world("fog")) as hq:
        told: dict[str, str] = {}
        asked: dict[str, str] = {}
        assert isinstance(hq.battles.new("crossroads", name="c", options={"fog": True}), Acted)
        soviet = hq.looking_as("soviet").battles
        for kind in ("begin", "ready", "ready", "start-move"):
            side = hq.battles.moment("c").view.asked[0].side
            door = hq.looking_as(side).battles
            action = next(one.action for one in door.legal("c") if one.kind == kind)
            assert isinstance(door.act("c", action), Acted)
        unit = msgspec.json.decode(action)["unit"]
        for viewer, door in (("soviet", soviet), ("us", hq.looking_as("us").battles)):
            told[viewer] = door.log("c")[-1].lines[0].text
            asked[viewer] = door.moment("c").view.asked[0].prompt
        assert told["us"] == f"Counter {unit} begins to move."
        assert asked["us"] == f"Counter {unit}: move on, or end its move."
        assert f"({unit}) begins to move." in told["soviet"] and "Counter" not in told["soviet"]
        assert f"({unit}): move on" in asked["soviet"] and "Counter" not in asked["soviet"]


def test_the_end_of_an_activation_is_told_in_plain_words(tmp_path: Path) -> None:
    with Headquarters(tmp_path / "home", steady_world()) as hq:
        opened = hq.battles.new("crossroads", system="mechwar-4", name="b")
        assert isinstance(opened, Acted), opened
        bots = {"us": "random", "soviet": "random"}
        for step in hq.battles.bots.play("b", bots, Random(3).randrange):
            assert isinstance(step, Acted), step
            newest = hq.battles.log("b", after=step.seq - 1)[0]
            if newest.kind == "end-activation":
                break
        assert [line.text for line in newest.lines] == ["United States: end of the activation."]
        assert hq.battles.show("b", newest.seq).lines == newest.lines


def test_one_hex_is_not_written_as_several() -> None:
    table = facing()
    for range, words in ((1, "1 hex"), (2, "2 hexes")):
        (order,) = table.act(US, a.StandingOrder("A1", range))
        assert describe(table.game, order)[0].endswith(f"standing order to {words}.")
        table.unit("A1").ordered = False


def test_column_cover_and_regrouping_say_what_they_cost_and_lead_to() -> None:
    table = Table(
        counter("m60a1", US, "0505", "A1", company="a", damage=1),
        counter("m60a1", US, "0505", "A2", company="a", damage=2),
        counter("us-rifles", US, "0506", "A3"),
        counter("t62", SU, "2020", "B1"),
        companies=(company("a", US),),
    )
    combine = a.Regroup("A1", "A2")
    assert label(table.game, Option(combine, "A1")).endswith(": take in M60A1 (full again)")
    table.does(a.StartMove("A1"))
    labels = {type(one.action): label(table.game, one) for one in table.rules.legal(table.game, US)}
    assert labels[a.FormColumn].endswith(": form column (all of its move)")
    assert labels[a.TakeDefilade].endswith(": take cover towards NW (4)")
    table.does(a.EndMove("A1"))
    table.next_turn()
    table.act(US, a.StartMove("A3"))
    labels = {type(one.action): label(table.game, one) for one in table.rules.legal(table.game, US)}
    assert labels[a.FormColumn].endswith(": form column")


def test_what_two_partial_units_make_is_told() -> None:
    table = Table(counter("m60a1", US, "0505", "A1"), counter("m60a1", US, "0505", "A2"))
    told = [describe(table.game, e.Regrouped("A1", "A2", lost))[0] for lost in (0, 1)]
    assert [one.rpartition(": ")[2] for one in told] == ["full again.", "a third lost."]
