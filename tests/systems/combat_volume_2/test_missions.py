"""Patrols that dice make up: of our own invention."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from campaign.rules.packs import PackError, make_pack, shipped
from campaign.systems.combat_volume_2 import missions, setting_up
from campaign.systems.combat_volume_2.charts import Charts
from campaign.systems.combat_volume_2.land import sight
from campaign.systems.combat_volume_2.missions import PatrolDrawn
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Game
from campaign.systems.combat_volume_2.table import TABLE
from campaign.systems.combat_volume_2.turn.set_up import MissionBegan
from tests.systems.combat_volume_2.field import PACKAGE, Script
from tests.systems.combat_volume_2.test_scenarios import charts, opened, put

PARTS = 12


def drawn(
    land: int,
    task: int,
    enemy: int,
    sky: int,
    hour: int,
    parts: Sequence[int],
    place: Sequence[int],
    *where: int,
) -> tuple[Play, PatrolDrawn]:
    game = Game()
    TABLE.appliers[MissionBegan](game, opened("patrol"))
    play = Play(TABLE, charts(), game, Script([land, task, enemy, sky, hour, *parts, *place, *where]))
    missions.begin(play)
    (event,) = play.events
    assert isinstance(event, PatrolDrawn)
    return play, event


def usual(**more: Any) -> tuple[Play, PatrolDrawn]:
    faces: dict[str, Any] = {
        "land": 3,
        "task": 4,
        "enemy": 0,
        "sky": 6,
        "hour": 9,
        "parts": range(2, 8),
        "place": [2],
        **more,
    }
    parts = [*faces.pop("parts"), 0, 0, 0, 0, 0, 0][:PARTS]
    return drawn(faces["land"], faces["task"], faces["enemy"], faces["sky"], faces["hour"], parts, faces["place"],
                 1, 1, 1, 1, 8, 5)  # fmt: skip


def test_all_that_dice_decide_stands_in_the_event() -> None:
    play, event = usual()
    mission = play.state.mission
    assert (mission.title, mission.needed, mission.night) == ("Patrol: take a place", 6, 6)
    assert (play.state.weather, mission.posture, mission.cups) == ("rain", "hold", {"there": "heer"})
    assert len(event.dice) == 5 + PARTS + 1 + 6
    assert play.board.title == "Farmland"
    assert TABLE.told[PatrolDrawn].words(play, event) == (
        "Patrol: take a place. Hold one of 08.06, 11.06, 12.04, and keep your men alive. "
        "Farmland, by night; a listening post ahead."
    )


def test_parts_lie_from_the_north_west_row_by_row() -> None:
    """Faces 2 to 7 of farmland: meadow, hedged, hedged, farm, then farm and orchard in the second row."""
    play, _ = usual()
    rows = play.board.file.picture
    parts = charts().missions.parts
    for at, part in enumerate(["meadow", "hedged", "hedged", "farm", "farm", "orchard", "field", "field"]):
        down, across = divmod(at, 4)
        cut = tuple(row[6 * across : 6 * across + 6] for row in rows[6 * down : 6 * down + 6])
        assert cut == parts[part].picture


def test_a_place_of_the_task_is_its_part_s_posts() -> None:
    play, _ = usual(place=[4])
    (hold,) = [goal for goal in play.state.mission.goals if goal.what == "hold"]
    assert hold.hexes == ("21.04", "23.04", "21.06")


def test_counters_take_the_next_free_post() -> None:
    """Four in the first part, which has three posts: the fourth goes to the part after it."""
    play, event = usual()
    places = [man.hex for man in event.men]
    assert places[:4] == ["04.04", "02.03", "05.05", "08.06"]
    assert len(set(places)) == 6
    assert all(play.state.men[man.id].hidden for man in event.men)
    assert set(play.state.cups["there"].left) == set(range(1, 22 + 14))


@pytest.mark.parametrize("land", range(10))
def test_every_land_gives_a_board_on_which_everybody_stands(land: int) -> None:
    for first in range(10):
        parts = [(first + at) % 10 for at in range(PARTS)]
        play, event = drawn(land, 0, 9, 9, 0, parts, [], 1, 2, 3, 4, 5, 6, 7)
        assert play.state.mission.cups == {"there": "ss"}
        for man in (*event.men, *play.state.men.values()):
            assert man.hex in play.board.terrain
        assert sight.clear(play, "11.17", "11.17")
        assert len(play.board.hexes) == 24 * 18


def test_hills_have_heights_and_flat_land_none() -> None:
    hills, _ = drawn(9, 0, 0, 0, 0, [0] * PARTS, [], *[1] * 6)
    flat, _ = drawn(0, 0, 0, 0, 0, [0] * PARTS, [], *[1] * 6)
    assert max(hills.board.heights.values()) == 2
    assert hills.board.heights["09.09"] == hills.board.heights["03.03"] == 2
    assert flat.board.file.heights == ()


def test_the_board_comes_back_out_of_the_diary() -> None:
    _, event = usual()
    again = msgspec.json.decode(msgspec.json.encode(event), type=PatrolDrawn)
    assert again == event
    game = Game()
    for one in (opened("patrol"), again):
        TABLE.appliers[type(one)](game, one)
    assert Play(TABLE, charts(), game).board.title == "Farmland"


def test_fog_of_a_patrol_is_rolled_after_its_sky() -> None:
    game = Game()
    TABLE.appliers[MissionBegan](game, opened("patrol"))
    dice = [0, 0, 0, 9, 0, *[5] * PARTS, *[1] * 6, 4]
    play = Play(TABLE, charts(), game, Script(dice))
    setting_up.begin(play)
    assert (play.state.weather, play.state.sight) == ("fog", 4)


def test_a_mission_that_is_no_patrol_is_left_alone() -> None:
    game = Game()
    TABLE.appliers[MissionBegan](game, opened("abbey"))
    play = Play(TABLE, charts(), game, Script([]))
    missions.begin(play)
    assert play.events == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (put("part", 0, "picture")(["......"]), "A part has 6 rows of 6 hexes."),
        (put("part", 0, "picture")(["????.."] * 6), "no terrain with the glyph '?'"),
        (put("part", 0, "posts")([[0, 1]]), "It needs posts, from 1 to 6"),
        (put("land", 0, "parts")(["wood"]), "It has a part for each of 10 faces."),
        (put("land", 0, "parts")(["sea"] * 10), "There is no part 'sea'."),
        (put("task", -1, "last")(8), "`last` must rise to 9."),
        (put("enemy", 0, "counters")(30), "The north has 24 posts."),
    ],
)
def test_a_faulty_table_is_refused(change: Any, says: str) -> None:
    content: dict[str, Any] = dict(shipped(PACKAGE))
    content["missions.toml"] = msgspec.json.decode(msgspec.json.encode(content["missions.toml"]))
    change(content["missions.toml"])
    with pytest.raises(PackError) as error:
        Charts(make_pack("combat-volume-2", content))
    assert says in error.value.reason
    assert error.value.where.startswith("missions.toml")
