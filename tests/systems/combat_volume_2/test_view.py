"""What stands on the screen: men, vehicles, counters, markers, tracks, the hand, notes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from campaign.rules.piles import Pile
from campaign.rules.views import GameView, HexBoard, PieceView
from campaign.systems.combat_volume_2 import SYSTEM, view
from campaign.systems.combat_volume_2.state import (
    CAUTIOUS,
    FRIEND,
    ROUT,
    Arrival,
    Goal,
    Order,
    Shelling,
)
from campaign.systems.combat_volume_2.vehicles import crew_orders, turning
from tests.systems.combat_volume_2.field import Field
from tests.systems.combat_volume_2.firefight import rules
from tests.systems.combat_volume_2.whole import Whole, plain


@pytest.fixture
def field() -> Whole:
    return Whole(plain(8, 12))


def seen(field: Field) -> GameView:
    return view.view(field.play())


def piece(field: Field, id: str) -> PieceView:
    return next(one for one in seen(field).pieces if one.id == id)


def detail(one: PieceView, what: str) -> str:
    return dict(one.details).get(what, "")


def test_a_man_has_his_order_with_directions_as_his_stance(field: Whole):
    field.friend("hall", "0305", "run-and-gun", (6, 1))
    hall = piece(field, "hall")
    assert (hall.name, hall.short, hall.glyph, hall.kind) == ("Pvt Hall", "Hall", "H", "infantry")
    assert (hall.where, hall.stance, hall.status, hall.out) == ("0305", "Run & Gun NW/N", (), False)


def test_an_order_names_whom_it_is_about(field: Whole):
    field.enemy("jung", "0304")
    field.friend("hall", "0305", "charge", target="jung")
    assert piece(field, "hall").stance == "Charge at Sch Jung"
    field.vehicle("ht", "m3a1", "0505", FRIEND)
    field.aboard("boone", "ht", "CD", "relocate", target="D")
    assert piece(field, "boone").stance == "Relocate at the seat of the driver"


def test_status_tells_the_gravest_first(field: Whole):
    field.friend(
        "hall", "0305", morale=CAUTIOUS, bad=1, light=1, ammunition="low", spotted=True, helps=("again",)
    )
    assert piece(field, "hall").status == (
        "cautious", "badly wounded", "lightly wounded", "low on ammunition", "spotted", "may roll again"
    )  # fmt: skip
    field.friend("perry", "0306", down=True, morale=ROUT, ammunition="out")
    assert piece(field, "perry").status == ("incapacitated", "rout", "out of ammunition")


def test_each_state_has_a_sign_of_its_own_and_what_harms_nobody_has_none(field: Whole):
    """Of all that stands on the board one sees at a glance who is in trouble, and what sort of it."""
    states: dict[str, dict[str, object]] = {
        "": {"loaded": True}, "!": {"spotted": True}, "W": {"light": 1, "spotted": True},
        "C": {"morale": CAUTIOUS, "light": 1}, "R": {"morale": ROUT, "bad": 1}, "D": {"down": True, "morale": ROUT},
    }  # fmt: skip
    for i, state in enumerate(states.values()):
        field.friend(f"man{i}", f"030{i + 1}", **state)
    assert [piece(field, f"man{i}").sign for i in range(len(states))] == list(states)
    field.enemy("jung", "0404", spotted=False)
    field.enemy("kern", "0405")
    assert (piece(field, "jung").sign, piece(field, "kern").sign) == ("?", "")
    damages = {"": (), "!": ("wheel-left",), "I": ("wheel-left", "immobilized"), "F": ("engine-fire",)}
    for i, damage in enumerate(damages.values()):
        field.vehicle(f"v{i}", "pz4h", f"060{i + 1}", loaded="ap", damage=damage)
        field.aboard(f"driver{i}", f"v{i}", "D")
    assert [piece(field, f"v{i}").sign for i in range(len(damages))] == list(damages)
    field.game.men["driver0"].dead = True
    assert piece(field, "v0").sign == "A", "nobody is left in it"


def test_markers_have_signs_of_their_own(field: Whole):
    marks = {
        "smoke": "S",
        "fading": "s",
        "fire": "f",
        "raging": "F",
        "wire": "w",
        "weapon": "d",
        "rockets": "#",
    }
    for i, what in enumerate(marks):
        field.mark(f"080{i + 1}", what)
    board = seen(field).board
    assert isinstance(board, HexBoard)
    assert {cell.id: cell.sign for cell in board.cells if cell.mark} == {
        f"080{i + 1}": sign for i, sign in enumerate(marks.values())
    }


def test_weather_and_what_brings_points_are_always_in_sight(field: Whole):
    field.game.mission = replace(field.game.mission, goals=(Goal("wreck", 3), Goal("lose", -1)), needed=2)
    field.game.weather, field.game.ground = "mist", "mud"
    lines = seen(field).beside({"us": "U", "de": "G"}, 33)
    assert lines[:3] == ["impulse 1 of 4, mist, mud", "+3 wreck, -1 loss", "U: points 0 of 2"]


def test_who_only_rides_along_without_an_order_is_not_told_of(field: Whole):
    field.vehicle("ht", "sdkfz251", "0505")
    field.aboard("abel", "ht", "1")
    play = field.play()
    silent = crew_orders.CrewOrdered("abel", Order())
    assert crew_orders.told_of_order(play, silent) == ""
    assert crew_orders.told_of_order(play, replace(silent, order=Order("hide"))) != ""


def test_the_log_tells_directions_by_the_compass(field: Whole):
    field.vehicle("v1", "pz4h", "0505")
    event = turning.VehicleTurned("v1", 6, False)
    assert turning.told_of_turn(field.play(), event).endswith(" turns NW.")


def test_who_lies_in_wire_is_told_so(field: Whole):
    field.friend("hall", "0305")
    field.mark("0305", "wire")
    assert piece(field, "hall").status == ("in wire",)


def test_who_is_lost_lies_on_no_hex(field: Whole):
    field.friend("hall", "0305", dead=True, order="sneak")
    field.friend("perry", "", gone="fled")
    field.friend("moore", "0306", captor="jung")
    field.enemy("jung", "0306")
    hall, perry, moore = (piece(field, id) for id in ("hall", "perry", "moore"))
    assert (hall.out, hall.where, hall.stance, hall.status) == (True, "", "", ("killed",))
    assert (perry.out, perry.status) == (True, ("fled",))
    assert (moore.out, moore.where, moore.status) == (False, "0306", ("prisoner of Sch Jung",))


def test_details_have_what_he_is_good_for(field: Whole):
    field.friend(
        "hall", "0305", bad=1, quality=6, leadership=3, skills=("eagle-eyes", "tough"), sidearm="pistol", smokes=1,
        heavy="bazooka", rockets=2, loaded=True, marker="0304", kills=("jung",),
    )  # fmt: skip
    field.game.teams["able"].initiative = 24
    hall = piece(field, "hall")
    wanted = {
        "quality": "4 (of 6)", "skill": "6", "leadership": "3", "skills": "eagle eyes, tough", "carries": "bazooka",
        "rockets": "2", "weapon": "M1 rifle", "sidearm": "pistol", "grenades": "2", "smoke grenades": "1",
        "target marker": "0304", "kills": "1",
    }  # fmt: skip
    assert {what: detail(hall, what) for what in wanted} == wanted
    assert detail(hall, "team").endswith(" at 24")
    assert hall.kind == "anti-tank gun" and hall.status == ("badly wounded", "loaded")


def test_an_enemy_is_known_or_not_and_awake_or_not(field: Whole):
    field.enemy("jung", "0304")
    field.enemy("kern", "0404", spotted=False)
    field.enemy("lenz", "0504", fresh=True)
    field.enemy("maas", "0604", alert=False)
    found = {id: piece(field, id).status for id in ("jung", "kern", "lenz", "maas")}
    assert found == {
        "jung": (), "kern": ("hidden again",), "lenz": ("surprised",), "maas": ("not alert",)
    }  # fmt: skip


def test_a_counter_tells_nothing_but_its_cup(field: Whole):
    """Nobody has been drawn, so there is nobody to be told of."""
    field.counter("e3", "0303")
    field.game.cups["red"] = Pile([1, 2, 24], [])
    found = piece(field, "e3")
    assert (found.glyph, found.short, found.name, found.kind) == ("?", "?3", "hidden counter e3", "")
    assert detail(found, "drawn from") == "a cup of 3 counters"
    assert not any(what in dict(found.details) for what in ("quality", "weapon"))
    field.counter("e4", "", gone="dummy")
    field.counter("e5", "")
    assert {one.id for one in seen(field).pieces} == {"e3"}


def test_a_tank_shows_hull_turret_hatches_and_rounds(field: Whole):
    field.vehicle(
        "v1", "pz4h", "0505", facing=2, turret=3, loaded="ap", shells={"he": 4, "ap": 5}, mg={"bow": "low"},
        damage=("wheel-left", "immobilized"),
    )  # fmt: skip
    field.game.vehicles["v1"].hatches["CM"] = "open"
    field.aboard("abel", "v1", "D", "ahead-slow", (6, 5))
    tank = piece(field, "v1")
    assert (tank.facing, tank.turret, tank.kind, tank.glyph) == ("NE", "SE", "tank", "T")
    assert tank.stance == "Ahead Slow NW/SW"
    field.game.men["abel"].order = Order("hide")
    assert piece(field, "v1").stance == "", "its driver hides, the tank does not"
    assert tank.status == ("left wheel destroyed", "immobilized", "AP loaded")
    assert detail(tank, "shells") == "4 HE, 5 AP"
    assert detail(tank, "bow gun") == "MG 34, low on ammunition"
    assert detail(tank, "hatches").startswith("CM open, D closed")
    driver = piece(field, "abel")
    assert (driver.aboard, driver.where, detail(driver, "seat"), detail(driver, "hatch")) == (
        "v1", "0505", "driver", "closed",
    )  # fmt: skip


def test_a_wreck_is_out_and_an_empty_one_abandoned(field: Whole):
    field.vehicle("v1", "pz4h", "0505", damage=("engine-fire", "destroyed"))
    field.vehicle("ht", "sdkfz251", "0606")
    wreck, empty = piece(field, "v1"), piece(field, "ht")
    assert wreck.out and wreck.status[0] == "destroyed" and wreck.stance == ""
    assert not empty.out and empty.status == ("abandoned",) and empty.turret == ""


def test_markers_lie_on_the_board_the_gravest_first(field: Whole):
    for what in ("smoke", "foxhole", "fire"):
        field.mark("0303", what)
    field.mark("0404", "rockets", count=2)
    board = seen(field).board
    assert isinstance(board, HexBoard) and board.faces == "edges"
    marks = {cell.id: cell.marks for cell in board.cells if cell.marks}
    assert marks == {"0303": ("fire", "smoke", "foxhole"), "0404": ("2 rockets",)}
    field.game.marks.pop("0404")
    again = seen(field).board
    assert isinstance(again, HexBoard) and {c.id for c in again.cells if c.marks} == {"0303"}


def test_tracks_have_what_stands_beside_the_board(field: Whole):
    game = field.game
    game.phase, game.impulse, game.sight, game.fausts = "impulse", 3, 7, 2
    game.mission = replace(
        game.mission, fausts="faust-60", called={"mortar-60": 2}, goals=(Goal("kill", 2),), needed=6
    )
    game.teams["able"].initiative = 24
    field.enemy("jung", "0304", dead=True)
    lines = seen(field).beside({"us": "US", "de": "DE"})
    assert lines[0] == "impulse 3 of 4, hexes seen at most 7"
    assert lines[1].startswith("US: points 2 of 6, ") and "Able at 24" in lines[1]
    assert lines[1].endswith("missions left 2")
    assert lines[-1].endswith("Panzerfausts left 2")


def test_the_hand_lies_open_with_initiatives_and_texts(field: Whole):
    rows = field.charts.friendly_cards
    event = next(card for card, row in rows.items() if row.kind == "event")
    field.game.turn, field.game.hand, field.game.planned = 1, (1, event), (4,)
    hand, coming = seen(field).hands
    assert [card.name for card in hand.cards] == ["1: Sharp eyes 100/14/86", f"{event}: Event"]
    assert hand.cards[0].text.startswith("Initiative 100/14/86 of Able, Baker and Charlie. A hidden enemy")
    assert hand.cards[0].kind == "discard" and hand.cards[0].state == "up"
    assert (coming.name, len(coming.cards)) == ("comes next turn", 1)


def test_of_piles_there_is_no_more_than_how_many_cards_are_left(field: Whole):
    """Two states that differ in which cards are left look the same."""
    game = field.game
    game.friendly, game.enemy, game.wounds = Pile([1, 2], [3]), Pile([5], [6]), Pile([7], [8])
    one = seen(field)
    game.friendly, game.enemy, game.wounds = Pile([2, 3], [1]), Pile([6], [5]), Pile([8], [7])
    assert seen(field) == one


def test_notes_tell_of_the_sky_the_goals_and_what_comes(field: Whole):
    game = field.game
    game.mission = replace(
        game.mission, night=5, needed=4,
        goals=(Goal("kill", 1, most=3, text="enemies out of action"), Goal("lose", -1, text="your own losses")),
    )  # fmt: skip
    game.weather, game.ground, game.wind = "rain", "mud", 3
    field.friend("perry", "")
    field.enemy("late", "")
    field.enemy("jung", "0304", down=True)
    game.arrivals = (Arrival(2, "0101", ("perry",)), Arrival(3, "0102", ("late",)))
    game.shellings = (Shelling("mortar-60", "0404", "hall", (2, 3)),)
    game.turn = 1
    notes = view.view(field.play(), ("foot.toml", "guns.toml")).notes
    assert notes == (
        "Rain, mud. Night: one sees 5 hexes. Smoke drifts SE.",
        "Points so far: enemies out of action 1 of 3, your own losses 0; 1 of 4 needed.",
        "Pvt Perry: at 0101 at the end of turn 2.",
        f"Cards left: the player's {len(game.friendly.left)}, the enemy's 50, of wounds {len(game.wounds.left)}.",
        "Shells fall around 0404 in turn 2, 3.",
        "Reconstructed: numbers of 2 files; the scenario's page names them.",
    )
    assert piece(field, "perry").status == ("not here yet",)


def test_whose_turn_it_is_in_an_impulse(field: Whole):
    field.friend("hall", "0305", "sneak", (1,))
    field.friend("moore", "0306", "hide", acted=True)
    game = field.game
    game.phase, game.impulse, game.active, game.acting = "impulse", 2, "able", "hall"
    found = seen(field)
    assert (found.phase, found.active) == ("impulse 2", FRIEND)
    assert detail(piece(field, "hall"), "impulse") == "acts now"
    assert detail(piece(field, "moore"), "impulse") == "has acted"
    game.phase, game.active, game.acting = "upkeep", "", ""
    assert (seen(field).phase, seen(field).active) == ("end of turn", "")


def test_what_is_reconstructed_stands_in_one_line():
    found = rules()
    state = SYSTEM.begun(found.open("bazooka-in-the-street", {}))
    told = [note for note in found.view(state, FRIEND).notes if note.startswith("Reconstructed")]
    assert len(told) == 1
    count = len(found.reconstructed("bazooka-in-the-street"))
    assert told[0].startswith(f"Reconstructed: numbers of {count} files") and count > 10


def test_orders_along_a_road_say_so(field: Whole):
    field.vehicle("ht", "m3a1", "0505", FRIEND, road=True)
    man = field.aboard("boone", "ht", "D", "forward", (2,))
    man.order = Order("forward", (2,), road=True)
    assert piece(field, "ht").stance == "Forward NE by road"
    assert "road orders" in piece(field, "ht").status
