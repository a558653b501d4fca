"""The set-ups of 13.0 to 16.5, as printed."""

from __future__ import annotations

from collections import Counter
from math import floor
from typing import Any

import pytest

from campaign.rules.readings import declared
from campaign.rules.refused import Refused
from campaign.systems.combat_veteran.decide.phases import at_the_end
from campaign.systems.combat_veteran.exposure import half_up
from campaign.systems.combat_veteran.readings import Readings
from campaign.systems.combat_veteran.state import Game
from tests.systems.combat_veteran.table import RULES, opened


def vehicles(game: Game) -> list[tuple[str, str, str, tuple[str, ...]]]:
    return [
        (piece.type, piece.hex, piece.facing, tuple(piece.markers))
        for piece in game.pieces.values()
        if piece.kind == "vehicle"
    ]


def test_13_0_the_monitor() -> None:
    game = opened("river-monitor").game
    assert [(type, hex) for type, hex, _, _ in vehicles(game)] == [("monitor", "1008")]
    assert game.pieces["monitor-1"].afloat


def test_13_0_the_variant() -> None:
    game = opened("river-armor").game
    assert Counter((type, hex) for type, hex, _, _ in vehicles(game)) == {
        ("m48", "1021"): 1,
        ("m113", "1021"): 2,
    }
    on_foot = Counter(p.type for p in game.pieces.values() if p.side == "us" and p.kind != "vehicle")
    assert on_foot == {"us-soldier": 21, "m60": 1, "m79": 1, "xm148": 1, "law": 1, "radio": 2, "smoke": 1}
    carriers = {p.carrier for p in game.pieces.values() if p.carrier}
    assert all(game.pieces[id].kind == "soldier" for id in carriers), "nothing is aboard the M113s"
    assert {p.hex for p in game.pieces.values() if p.side == "us"} == {"1021"}


@pytest.mark.parametrize(("us", "vc", "winner"), [
    ("1616", "1615", "vc"), ("1616", "1620", "us"), ("1620", "1620", "vc"),
])  # fmt: skip
def test_the_hamlet_is_clear_when_americans_are_there_and_no_viet_cong(us: str, vc: str, winner: str) -> None:
    game = opened("river-armor").game
    for piece in game.pieces.values():
        piece.hex = us if piece.side == "us" else vc
    assert at_the_end(game).winner == winner


def test_14_0_the_humvees() -> None:
    game = opened("outpost-humvees").game
    found = sorted((type, hex, sorted(markers)) for type, hex, _, markers in vehicles(game))
    assert found == [("humvee", "2336", ["coaxial", "unmanned"]), ("humvee", "2336", ["unmanned"])]


def test_14_0_the_variant_adds_taliban_armor() -> None:
    game = opened("outpost-armor").game
    armor = [one for one in vehicles(game) if one[0] != "humvee"]
    assert armor == [("t54", "3027", "SE", ()), *[("pt76", "3027", "SE", ())] * 2]
    assert sum(1 for one in vehicles(game) if one[0] == "humvee") == 2
    assert {p.side for p in game.pieces.values() if p.type in ("t54", "pt76")} == {"tb"}


def test_15_1_the_tank_duel() -> None:
    game = opened("tank-duel").game
    assert vehicles(game) == [("m26", "1514", "NW", ()), *[("t34", "2400", "SE", ())] * 5]
    assert (game.active, game.phase, game.turn, game.turns) == ("nk", "movement", 1, 10)
    assert all(p.stance == "driving" for p in game.pieces.values())


@pytest.mark.parametrize(
    ("scenario", "americans"), [("tiger-pershing", ["m26"]), ("tiger-shermans", ["m4a2"] * 2)]
)
def test_16_1_the_learning_scenario(scenario: str, americans: list[str]) -> None:
    game = opened(scenario).game
    assert vehicles(game) == [("tiger1", "2900", "SE", ()), *[(type, "1514", "NW", ()) for type in americans]]
    assert (game.active, game.phase, game.turns) == ("us", "movement", 10)


@pytest.mark.parametrize(
    ("scenario", "winner", "side", "otherwise", "rule"),
    [("tank-duel", "nk", "us", "us", "15.5"), ("tiger-pershing", "us", "ge", "ge", "16.5"),
     ("tiger-shermans", "us", "ge", "ge", "16.5")],
)  # fmt: skip
def test_15_5_16_5_victory(scenario: str, winner: str, side: str, otherwise: str, rule: str) -> None:
    victory = opened(scenario).game.victory
    assert victory is not None
    (condition,) = victory.conditions
    assert (condition.winner, condition.when, condition.side, condition.count) == (winner, "lost", side, 1)
    assert (victory.otherwise, victory.rule) == (otherwise, rule)


def test_printed_set_ups_see_each_other_as_their_facings_say() -> None:
    """15.1."""
    # 2400 and 2900 lie north-west of 1514: the guns there point at each other's front.
    for scenario, ours, theirs in (("tank-duel", "m26-1", "t34-1"), ("tiger-pershing", "m26-1", "tiger1-1")):
        game = opened(scenario)
        board = game.play().ground.board
        for one, other in ((ours, theirs), (theirs, ours)):
            crossed = set(board.sides_crossed(game[other].hex, game[one].hex))
            assert crossed & set({"NW": ("NW", "N", "SW"), "SE": ("SE", "S", "NE")}[game[one].facing])


@pytest.mark.parametrize("info", RULES.scenarios(), ids=lambda info: info.id)
def test_every_scenario_says_what_is_not_the_rulebooks(info: Any) -> None:
    assert info.source
    if info.id.startswith(("river", "outpost")):
        assert any("reconstruction" in note for note in info.notes)
    if info.variant_of:
        assert info.variant_of in {one.id for one in RULES.scenarios()}


GUNS_AND_ARMOUR = {
    "t34": (85, 90), "m26": (120, 125), "m4a2": (60, 80), "tiger1": (100, 105), "m48": (140, 180), "t54": (150, 200),
    "pt76": (60, 15), "m113": (0, 20), "humvee": (0, 8), "monitor": (70, 25), "zippo": (100, 25),
}  # fmt: skip
"""What each pierces at 1,000 m, and what its front is worth, in mm: as docs/rules/combat-veteran.md says."""


def test_ratings_follow_from_guns_and_armour() -> None:
    vehicles = {id for id, (kind, _) in RULES.charts.types.items() if kind == "vehicle"}
    assert vehicles == GUNS_AND_ARMOUR.keys()
    for id, (pierces, worth) in GUNS_AND_ARMOUR.items():
        ratings = RULES.charts.ratings(id)
        assert (ratings.main, ratings.armor) == (floor(pierces / 17 + 0.5), floor(worth / 26 + 0.5)), id


def test_guns_are_large_against_armour() -> None:
    """Close by and in the flank fire has dice at anything that duels it, manoeuvring or not."""
    conditions = RULES.charts.conditions
    for one, other in [
        ("t34", "m26"),
        ("m26", "t34"),
        ("tiger1", "m26"),
        ("m26", "tiger1"),
        ("m4a2", "tiger1"),
    ]:
        gun, armor = RULES.charts.ratings(one).main, RULES.charts.ratings(other).armor
        assert gun // 2 - half_up(armor) + conditions.proximity_dice > 0
        assert gun - half_up(armor) > 0
    # Who fires needs the flank where it is outgunned: no T-34 harms an M26 from ahead but from close by.
    t34, m26 = RULES.charts.ratings("t34"), RULES.charts.ratings("m26")
    assert t34.main - m26.armor == 0 and t34.main - half_up(m26.armor) == 2 and m26.main - t34.armor == 4


def test_unknown_scenarios_and_options_are_refused() -> None:
    with pytest.raises(Refused) as found:
        RULES.open("tank-dual", {})
    assert "tank-duel" in found.value.allowed
    with pytest.raises(Refused) as found:
        RULES.open("tank-duel", {"fog": True})
    assert found.value.allowed == tuple(one.id for one in declared(Readings))
    with pytest.raises(Refused) as found:
        RULES.open("tank-duel", {"misadventure": "yes"})
    assert found.value.rule == "9.5 g"


def test_opening_gives_the_same_facts_each_time() -> None:
    for info in RULES.scenarios():
        assert RULES.open(info.id, {}) == RULES.open(info.id, {})


def test_13_0_14_0_where_no_facing_is_printed_its_owner_chooses() -> None:
    (setting,) = [
        one
        for info in RULES.scenarios()
        if info.id == "river-monitor"
        for one in info.settings
        if one.id == "facing-monitor"
    ]
    assert (setting.side, setting.default, len(setting.choices)) == ("us", "NW", 6)
    assert opened("river-monitor")["monitor-1"].facing == "NW"
    assert opened("river-monitor", **{"facing-monitor": "SE"})["monitor-1"].facing == "SE"
    with pytest.raises(Refused, match="no choice"):
        RULES.open("river-monitor", {"facing-monitor": "up"})
    with pytest.raises(Refused, match="no option"):
        RULES.open("tank-duel", {"facing-m26": "NW"})


@pytest.mark.parametrize(("scenario", "type"), [("river-armor", "m113"), ("outpost-humvees", "humvee")])
def test_13_0_14_0_two_vehicles_of_a_type_face_as_each_is_told(scenario: str, type: str) -> None:
    (info,) = (one for one in RULES.scenarios() if one.id == scenario)
    labels = {one.id: one.label for one in info.settings}
    assert f"facing-{type}" not in labels
    for number in (1, 2):
        assert f" {number} faces" in labels[f"facing-{type}-{number}"]
    pieces = opened(scenario, **{f"facing-{type}-1": "E", f"facing-{type}-2": "SW"})
    assert (pieces[f"{type}-1"].facing, pieces[f"{type}-2"].facing) == ("E", "SW")


def test_every_scenario_says_what_is_reconstructed() -> None:
    for info in RULES.scenarios():
        lines = RULES.reconstructed(info.id)
        for file in ("vehicles.toml", "infantry.toml", "terrain.toml", "charts.toml"):
            assert any(file in line for line in lines), (info.id, file)
        assert info.id not in ("river-monitor", "korea-seoul") or any(info.id in line for line in lines)
    with pytest.raises(Refused):
        RULES.reconstructed("nowhere")
