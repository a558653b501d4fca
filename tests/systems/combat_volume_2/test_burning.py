"""Fire (29) and smoke (18, 29.5, 31.11.1)."""

from __future__ import annotations

import pytest

from campaign.systems.combat_volume_2.land import burning, smoke
from campaign.systems.combat_volume_2.state import Mark
from tests.systems.combat_volume_2.field import Field

KINDLING = {"T": 2, "B": 1, "h": 3, "H": 2, '"': 3, "o": 2, "=": 2}
GROWTH = {"T": 2, "B": 2, "h": 3, "H": 3, '"': 4, "o": 3, "=": 2}
SPREAD = {"T": 2, "B": 1, "h": 2, "H": 2, '"': 3, "o": 3, "=": 1}


def column(glyphs: str) -> Field:
    """A board of one column, drawn from the south: row 9 first. The wind blows north."""
    field = Field(list(reversed(glyphs.ljust(9, "."))))
    field.game.wind, field.game.turn = 1, 1
    return field


def marks(field: Field, hex: str) -> list[str]:
    return [mark.what for mark in field.game.marks.get(hex, ())]


def smokes(field: Field) -> dict[str, list[str]]:
    return {hex: [mark.what for mark in some] for hex, some in sorted(field.game.marks.items(), reverse=True)}


# -- kindling, growth, spread ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("glyph", KINDLING)
def test_29_2_kindling(glyph: str) -> None:
    """29.1."""
    for face, burns in ((KINDLING[glyph], True), (KINDLING[glyph] + 1, False), (0, True), (9, False)):
        field = column(glyph)
        burning.kindle(field.play(face), "0109")
        assert (marks(field, "0109") == ["fire"]) == burns


@pytest.mark.parametrize("glyph", [".", ",", "^", "W", "~", "%", "f", "A"])
def test_29_2_other_terrain_does_not_burn_and_nobody_rolls(glyph: str) -> None:
    field = column(glyph)
    burning.kindle(field.play(), "0109")
    assert field.game.marks == {}


def test_29_2_what_burns_is_not_kindled_again() -> None:
    field = column("T")
    field.mark("0109", "fire", turn=1)
    burning.kindle(field.play(), "0109")
    assert marks(field, "0109") == ["fire"]


@pytest.mark.parametrize(
    ("glyph", "face", "burns"), [("T", 1, True), ("T", 2, False), ("B", 0, True), ("B", 1, False)]
)
def test_29_2_heavy_rain_adds_one_to_the_die(glyph: str, face: int, burns: bool) -> None:
    """29.1."""
    field = column(glyph)
    field.game.weather = "heavy-rain"
    burning.kindle(field.play(face), "0109")
    assert bool(field.game.marks) == burns


@pytest.mark.parametrize("glyph", GROWTH)
def test_29_3_growth(glyph: str) -> None:
    value = GROWTH[glyph]
    for face, now in ((value, ["raging"]), (value + 1, ["fire"]), (9, []), (0, ["raging"])):
        field = column(glyph)
        field.mark("0109", "fire", turn=1)
        field.game.turn = 2
        burning.burn(field.play(face))
        assert marks(field, "0109") == now


@pytest.mark.parametrize("weather", ["clear", "heavy-rain"])
@pytest.mark.parametrize("glyph", SPREAD)
def test_29_4_a_raging_fire_spreads_downwind(glyph: str, weather: str) -> None:
    value = SPREAD[glyph] - (weather == "heavy-rain")
    for face, burns in ((value, True), (value + 1, False), (9, False)):
        field = column(f"T{glyph}")
        field.game.weather = weather
        field.mark("0109", "raging", turn=1)
        field.game.turn = 3
        burning.burn(field.play(face))
        assert ("fire" in marks(field, "0108")) == burns
        assert marks(field, "0109") == ["raging"]


def test_29_4_growth_does_not_mind_the_rain() -> None:
    """29.3."""
    field = column("T")
    field.game.weather, field.game.turn = "heavy-rain", 2
    field.mark("0109", "fire", turn=1)
    burning.burn(field.play(2))
    assert marks(field, "0109") == ["raging"]


def test_29_4_at_the_edge_and_over_open_ground_nobody_rolls() -> None:
    for wind, glyphs in ((4, "T"), (1, "T.")):
        field = column(glyphs)
        field.game.turn, field.game.wind = 2, wind
        field.mark("0109", "raging", turn=1)
        burning.burn(field.play())
        assert marks(field, "0109") == ["raging"]


# -- its smoke ---------------------------------------------------------------------------------------------------------


def test_29_2_a_fire_has_three_smokes_and_a_raging_one_four() -> None:
    """One more downwind at the end of each of the two turns after it broke out; the raging one gets its fourth."""
    field = column("T")
    burning.kindle(field.play(0), "0109")
    assert not burning.burn_due(field.play())
    seen: list[dict[str, list[str]]] = []
    for turn, face in ((2, 5), (3, 5), (4, 5), (5, 1), (6, None), (7, None)):
        field.game.turn = turn
        burning.burn(field.play(*([face] if face is not None else [])))
        seen.append(smokes(field))
    assert seen[0] == {"0109": ["fire"], "0108": ["fading"]}
    assert seen[1] == seen[2] == {"0109": ["fire"], "0108": ["fading"], "0107": ["fading"]}
    assert seen[3] == {"0109": ["raging"], "0108": ["smoke"], "0107": ["smoke"]}
    assert seen[4] == seen[5] == {"0109": ["raging"], "0108": ["smoke"], "0107": ["smoke"], "0106": ["smoke"]}


def test_29_3_a_fire_that_goes_out_takes_all_its_smoke_along_and_no_other() -> None:
    field = column("T")
    field.mark("0109", "fire", turn=1)
    field.mark("0108", "fading", turn=2, of="0109")
    field.mark("0108", "smoke", turn=9, of="smoke-grenade 0108")
    field.game.turn = 3
    burning.burn(field.play(9))
    assert smokes(field) == {"0108": ["smoke"]}


def test_29_2_when_the_wind_turns_new_smoke_goes_on_from_the_last() -> None:
    field = Field(["....", "....", "....", ".T.."])
    field.game.wind = 1
    field.mark("0204", "fire", turn=1)
    field.game.turn = 2
    burning.burn(field.play(8))
    field.game.turn, field.game.wind = 3, 2
    burning.burn(field.play(8))
    assert set(field.game.marks) == {"0204", "0203", field.play().next_to("0203", 2)}


def test_29_5_smokes_of_two_fires_lie_in_one_hex() -> None:
    field = column("TT")
    field.mark("0109", "raging", turn=1)
    field.mark("0108", "raging", turn=1)
    field.game.turn = 2
    burning.burn(field.play())
    field.game.turn = 3
    burning.burn(field.play())
    assert smokes(field)["0107"] == ["smoke", "smoke"]


# -- whoever is in it --------------------------------------------------------------------------------------------------


def wounded(field: Field, *cards: int) -> list[str]:
    play = field.play(*cards)
    burning.burn(play)
    return [kind for kind in field.kinds(play) if kind == "WoundDrawn"]


@pytest.mark.parametrize(("what", "cards"), [("fire", 1), ("raging", 2)])
def test_29_2_whoever_is_in_a_fire_draws_cards(what: str, cards: int) -> None:
    """One card, two if it rages; not at the end of the turn in which the fire broke out. Cards 1 and 2 are morale
    checks, which a 0 passes."""
    field = column("T")
    field.friend("hall", "0109")
    field.mark("0109", what, turn=1)
    assert wounded(field) == []
    field.game.turn = 2
    growth = [5] if what == "fire" else []
    drawn = (1, 2)[:cards]
    assert len(wounded(field, *drawn, 0, 0, *growth)) == cards


def test_29_2_a_counter_in_a_fire_is_turned_up() -> None:
    field = column("T")
    field.counter("e1", "0109")
    field.mark("0109", "fire", turn=1)
    field.game.turn = 2
    dummy = 22
    burning.burn(field.play(dummy, 5))
    assert not field.game.men["e1"].here


def test_29_2_an_afv_keeps_the_fire_out_a_truck_does_not() -> None:
    for kind, hurt in (("pz4h", []), ("opel", ["fahrer"])):
        field = column("T")
        field.vehicle("v1", kind, "0109")
        field.aboard("fahrer", "v1", "D")
        assert [man.id for man in burning.inside(field.play(), "0109")] == hurt


# -- other smoke -------------------------------------------------------------------------------------------------------


def drifted(field: Field, turns: int) -> list[dict[str, list[str]]]:
    found: list[dict[str, list[str]]] = []
    for turn in range(1, turns + 1):
        field.game.turn = turn
        smoke.drift(field.play())
        found.append({hex: some for hex, some in smokes(field).items() if set(some) - {"smoke-grenade"}})
    return found


def test_18_a_smoke_grenade_smokes_drifts_and_fades() -> None:
    field = column("")
    field.mark("0109", "smoke-grenade", turn=1, of="hall")
    assert drifted(field, 4) == [
        {"0109": ["smoke-grenade", "smoke"]},
        {"0109": ["smoke-grenade", "smoke"], "0108": ["smoke"]},
        {"0109": ["fading"], "0108": ["fading"]},
        {},
    ]
    assert not smoke.drift_due(field.play())


def test_31_11_1_smoke_of_dischargers_spreads_then_fades() -> None:
    field = Field(["..." for _ in range(3)])
    field.mark("0202", "smoke", turn=1, of=smoke.DISCHARGERS)
    first, second, third, fourth = drifted(field, 4)
    around = {hex for hex in field.play().board.neighbours["0202"] if hex is not None}
    assert first == {"0202": ["smoke"], **{hex: ["fading"] for hex in around}}
    assert second == {"0202": ["fading"]}
    assert third == fourth == {}


def test_29_2_smoke_of_a_fire_stays() -> None:
    field = column("T")
    field.mark("0108", "fading", turn=1, of="0109")
    assert not smoke.drift_due(field.play())
    assert drifted(field, 3)[-1] == {"0108": ["fading"]}


def test_marks_that_are_alike_go_one_by_one() -> None:
    twice = (Mark("smoke"), Mark("smoke"), Mark("wire"))
    assert smoke.without(twice, [Mark("smoke")]) == (Mark("smoke"), Mark("wire"))
