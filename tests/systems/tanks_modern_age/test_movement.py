"""Moving: Speed tokens, defensive measures, elevation, terrain, and the keywords that change a move (p9 to 11, 20)."""

from __future__ import annotations

import pytest

from campaign.rules.refused import Refused
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.decide import movement
from campaign.systems.tanks_modern_age.field import tank_way
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.state import Bonus
from campaign.systems.tanks_modern_age.values import speed
from tests.systems.tanks_modern_age.field import BLUE, RED, Field, changed, of, rules

FAR = ("t-55", 850, 40, 180)
"""A tank with a low Initiative out of everybody's way."""
ON = [2, 1, *range(1, 25)]
"""The dice at the end of a turn: for advantage, and the new order of the critical deck."""


def alone(type: str, x: int = 450, y: int = 700, heading: int = 0, **more: object) -> Field:
    """A Blue model about to move; Red has one tank that has moved already."""
    field = Field([(type, x, y, heading)], [FAR], stage="movement", **more)  # type: ignore[arg-type]
    field.model("t-55-1").acted = True
    return field


def refused(field: Field, action: a.AnyAction, side: str = BLUE) -> Refused:
    with pytest.raises(Refused) as found:
        field.act(side, action)
    return found.value


def number(critical: str) -> int:
    charts = rules().charts
    return next(n for n in range(1, len(charts.deck) + 1) if charts.critical(n).id == critical)


# -- whose move it is (p8, p9) ---------------------------------------------------------------------------------


def test_p9_all_tanks_move_before_any_helicopter():
    """p9 order."""
    field = Field(
        [("cobra", 450, 800, 0)],
        [("m60-patton", 100, 100, 180), ("m1-abrams", 300, 100, 180)],
        stage="movement",
    )
    field.act(RED, a.Stay("m60-patton-1"))
    field.act(RED, a.Stay("m1-abrams-1"))
    assert field.asked() == {BLUE: "move"}


def test_p8_of_equal_models_the_owner_chooses_and_finishes_one_first():
    """p8 ties."""
    field = Field([("m1-abrams", 200, 800, 0), ("m1-abrams", 600, 800, 0)], [FAR], stage="movement")
    field.model("t-55-1").acted = True
    assert {m.unit for m in field.options(BLUE, a.Move)} == {"m1-abrams-1", "m1-abrams-2"}
    field.act(BLUE, a.Move("m1-abrams-2", 0, 50))
    assert {m.unit for m in field.options(BLUE, a.Move)} == {"m1-abrams-2"}
    field.act(BLUE, a.Stay("m1-abrams-2"))
    assert {m.unit for m in field.options(BLUE, a.Move)} == {"m1-abrams-1"}


@pytest.mark.parametrize(("advantage", "first"), [(BLUE, RED), (RED, BLUE)])
def test_p8_advantage_counts_as_the_higher_initiative(advantage: str, first: str):
    """p8 ties."""
    field = Field([("t-64", 450, 800, 0)], [("t-64", 450, 100, 180)], stage="movement", advantage=advantage)
    assert set(field.asked()) == {first}


# -- moves and Speed tokens (p9, p10) --------------------------------------------------------------------------


def test_p9_who_stays_has_no_speed_token():
    """p9 stationary."""
    field = alone("m1-abrams")
    field.act(BLUE, a.Stay("m1-abrams-1"))
    assert field.model("m1-abrams-1").speed == 0


@pytest.mark.parametrize(("type", "moves"), [("m1-abrams", 2), ("scorpion", 3)])
def test_p9_a_tank_makes_two_moves_a_fast_one_three(type: str, moves: int):
    """p6 tokens, p9 speed, p10 tokens, p20 Fast."""
    field = alone(type)
    unit = f"{type}-1"
    for made in range(1, moves + 1):
        (moved,) = of(field.act(BLUE, a.Move(unit, 0, 60)), e.Moved)
        assert (moved.moves, moved.speed) == (made, made)
    assert field.game.stage == "shooting"  # nothing is left to decide


def test_p9_a_helicopter_makes_three_moves():
    """p9 speed."""
    field = alone("cobra")
    for made in (1, 2, 3):
        field.act(BLUE, a.Fly("cobra-1", 0, 40, 0, False))
        assert field.model("cobra-1").speed == made
    assert field.game.stage == "shooting"  # nothing is left to decide


def test_p9_a_tank_ends_square_along_the_tail():
    """p9 tanks."""
    field = alone("m1-abrams")
    field.act(BLUE, a.Move("m1-abrams-1", 90, 100))
    model = field.model("m1-abrams-1")
    # the arrow is laid to the corner that leads farthest east; the hull's front ends 100 mm along it
    assert model.heading == 90
    assert model.x == 450 + 20 + 100 - 40
    found = refused(field, a.Move("m1-abrams-1", 90, 101))
    assert found.rule == "p9"
    assert found.allowed == ("distance 0 to 100 mm",)


@pytest.mark.parametrize(
    ("hull", "heading"), [("forward", 90), ("reverse", 270), ("right", 180), ("left", 0)]
)
def test_p9_the_hull_may_stand_any_way_round_at_the_tail(hull: str, heading: int):
    """p9 tanks."""
    field = alone("m1-abrams")
    field.act(BLUE, a.Move("m1-abrams-1", 90, 80, hull))  # type: ignore[arg-type]
    assert field.model("m1-abrams-1").heading == heading


def test_p9_a_helicopter_ends_touching_the_arrow_and_faces_as_it_likes():
    """p9 helicopters."""
    field = alone("cobra")
    field.act(BLUE, a.Fly("cobra-1", 90, 210, 45, False))  # the whole arrow of 150 mm and its base of 60
    model = field.model("cobra-1")
    assert (model.x, model.y, model.heading) == (660, 700, 45)
    assert "no farther than 210 mm" in refused(field, a.Fly("cobra-1", 270, 211, 0, False)).reason


def test_p9_nobody_leaves_the_table():
    """p9 table's edge."""
    found = refused(alone("m1-abrams", y=50), a.Move("m1-abrams-1", 0, 100))
    assert "north edge" in found.reason
    found = refused(alone("cobra", y=60), a.Fly("cobra-1", 0, 100, 0, False))
    assert "edge" in found.reason


def test_p9_the_bases_of_helicopters_may_be_passed_but_not_stood_on():
    """p9 bases."""
    field = Field([("m1-abrams", 450, 700, 0), ("cobra", 450, 600, 0)], [FAR], stage="movement")
    field.model("t-55-1").acted = True
    # base: 570 to 630; the hull is 80 long and begins at 660
    assert "base of cobra-1" in refused(field, a.Move("m1-abrams-1", 0, 60)).reason
    small = Field([("swingfire", 450, 660, 0), ("cobra", 450, 600, 0)], [FAR], stage="movement")
    small.model("t-55-1").acted = True
    assert "base of cobra-1" in refused(small, a.Move("swingfire-1", 0, 60, "right")).reason
    small.act(BLUE, a.Move("swingfire-1", 0, 100, "right"))  # broadside there is room behind the base


def test_p9_a_helicopter_ends_no_move_above_a_tank_but_passes_it():
    """p9 above tanks."""
    field = Field([("cobra", 450, 700, 0)], [("t-64", 450, 600, 180)], stage="movement")
    field.model("t-64-1").acted = True
    assert "t-64-1" in refused(field, a.Fly("cobra-1", 0, 100, 0, True)).reason
    field.act(BLUE, a.Fly("cobra-1", 0, 200, 0, True))


def test_p10_defensive_measures_give_tokens_up_to_the_speed_instead_of_moving():
    """p10 measures."""
    for type, most in (("m1-abrams", 2), ("scorpion", 3), ("cobra", 3)):
        field = alone(type)
        assert [m.tokens for m in field.options(BLUE, a.Measures)] == list(range(1, most + 1))
        found = refused(field, a.Measures(f"{type}-1", most + 1))
        assert (found.rule, found.where) == ("p10", "$.tokens")
        assert f"1 to {most} tokens" in found.allowed
        before = (field.model(f"{type}-1").x, field.model(f"{type}-1").y)
        field.act(BLUE, a.Measures(f"{type}-1", most))
        model = field.model(f"{type}-1")
        assert (model.speed, model.x, model.y) == (most, *before)


def test_p10_no_defensive_measures_after_a_move():
    """p10 measures."""
    field = alone("m1-abrams")
    field.act(BLUE, a.Move("m1-abrams-1", 0, 60))
    assert not field.options(BLUE, a.Measures)
    found = refused(field, a.Measures("m1-abrams-1", 1))
    assert (found.rule, found.allowed) == ("p10", ("stay",))


def test_p19_speed_tokens_go_at_the_end_of_the_turn():
    """p19 reset."""
    field = alone("m1-abrams", terrain=[("building", 450, 400, 0)])
    field.act(BLUE, a.Measures("m1-abrams-1", 2), [])
    for side in (BLUE, RED):
        while side in field.asked() and field.game.stage == "shooting":
            field.act(side, a.Skip(field.options(side, a.Skip)[0].unit), ON if side == RED else ())
    assert field.game.turn == 2
    assert field.model("m1-abrams-1").speed == 0


# -- elevation (p10) -------------------------------------------------------------------------------------------


def test_p10_changing_elevation_in_place_costs_a_token_and_ends_the_move():
    """p6 tokens, p10 elevation."""
    field = alone("cobra")
    events = field.act(BLUE, a.Elevate("cobra-1"))
    assert of(events, e.TokensTaken) == [e.TokensTaken("cobra-1", 1, "elevation", True)]
    assert field.game.stage == "shooting"


def test_p10_the_elevation_changes_once_a_turn():
    """p10 elevation."""
    field = alone("cobra")
    field.act(BLUE, a.Fly("cobra-1", 0, 50, 0, True))
    found = refused(field, a.Fly("cobra-1", 0, 50, 0, False))
    assert (found.rule, found.where, found.allowed) == ("p10", "$.high", ("true",))
    assert not field.options(BLUE, a.Elevate)
    assert {o.high for o in field.options(BLUE, a.Fly)} == {True}


def test_p10_a_tank_has_no_elevation():
    """p10 elevation."""
    field = alone("m1-abrams")
    assert refused(field, a.Elevate("m1-abrams-1")).rule == "p10"


def test_p10_nobody_comes_down_over_terrain():
    """p10 elevation."""
    field = alone("cobra", terrain=[("forest", 450, 700, 0)])
    field.model("cobra-1").high = True
    assert not field.options(BLUE, a.Elevate)
    assert "no room" in refused(field, a.Elevate("cobra-1")).reason
    assert refused(field, a.Fly("cobra-1", 0, 0, 0, False)).rule == "p10"


# -- terrain (p10, p11) ----------------------------------------------------------------------------------------


def test_p10_buildings_stop_tanks_and_forests_do_not():
    """p10 impassable, p11 on the way."""
    house = alone("m1-abrams", terrain=[("building", 450, 560, 90)])
    found = refused(house, a.Move("m1-abrams-1", 0, 100))
    assert "building 1 is in the way after 60 mm" in found.reason
    assert found.allowed == ("distance 0 to 60 mm",)
    house.act(BLUE, a.Move("m1-abrams-1", 0, 60))
    wood = alone("m1-abrams", terrain=[("forest", 450, 560, 90)])
    wood.act(BLUE, a.Move("m1-abrams-1", 0, 100))


@pytest.mark.parametrize("kind", ["building", "forest"])
def test_p10_low_helicopters_stop_at_terrain_and_high_ones_do_not(kind: str):
    """p10 impassable, p11 on the way."""
    field = alone("cobra", y=750, terrain=[(kind, 450, 550, 90)])
    found = refused(field, a.Fly("cobra-1", 0, 200, 0, False))
    assert found.rule == "p10"
    field.act(BLUE, a.Fly("cobra-1", 0, 200, 0, True))
    assert (field.model("cobra-1").x, field.model("cobra-1").y) == (450, 550)


def test_p19_a_destroyed_tank_stops_tanks_and_low_helicopters():
    """p19 destroy."""
    for type in ("m1-abrams", "cobra"):
        field = Field([(type, 450, 750, 0)], [FAR, ("t-64", 450, 600, 180)], stage="movement")
        field.model("t-55-1").acted = True
        field.model("t-64-1").out = "destroyed"
        action = a.Move("m1-abrams-1", 0, 100) if type == "m1-abrams" else a.Fly("cobra-1", 0, 200, 0, False)
        assert "t-64-1" in refused(field, action).reason


# -- keywords (p20) and criticals ------------------------------------------------------------------------------


def test_p20_wheels_make_a_single_move_into_or_out_of_terrain():
    """p20 Wheeled."""
    into = alone("lav-25", terrain=[("forest", 450, 600, 90)])
    into.act(BLUE, a.Move("lav-25-1", 0, 60))
    assert into.model("lav-25-1").speed == 1
    assert into.game.stage == "shooting"  # its single move is made
    later = alone("lav-25", y=800, terrain=[("forest", 450, 600, 90)])
    later.act(BLUE, a.Move("lav-25-1", 0, 100))
    found = refused(later, a.Move("lav-25-1", 0, 100))
    assert found.rule == "p20"
    later.act(BLUE, a.Move("lav-25-1", 180, 60, "reverse"))


def test_p20_wheels_in_a_forest_make_a_single_move_out_of_it():
    """p20 Wheeled."""
    field = alone("lav-25", y=600, terrain=[("forest", 450, 600, 90)])
    field.act(BLUE, a.Move("lav-25-1", 0, 100))
    assert field.game.stage == "shooting"


def test_p20_a_predator_must_move():
    """p20 Predator."""
    field = alone("hind")
    assert not field.options(BLUE, a.Stay)
    found = refused(field, a.Stay("hind-1"))
    assert found.rule == "p20"
    assert "must move" in found.reason
    field.act(BLUE, a.Fly("hind-1", 0, 50, 0, False))
    field.act(BLUE, a.Stay("hind-1"))


def test_p20_measures_are_no_move_and_turning_on_the_spot_is_none():
    """p20 Predator."""
    field = alone("hind")
    assert not field.options(BLUE, a.Measures)
    assert refused(field, a.Measures("hind-1", 2)).rule == "p20"
    assert "leads nowhere" in refused(field, a.Fly("hind-1", 0, 0, 90, False)).reason
    field.act(BLUE, a.Fly("hind-1", 0, 0, 90, True))  # up is somewhere
    assert field.model("hind-1").high
    again = alone("hind")
    again.act(BLUE, a.Elevate("hind-1"))
    assert again.model("hind-1").high
    spun = alone("hind")
    spun.act(BLUE, a.Fly("hind-1", 0, 50, 0, False))
    spun.act(BLUE, a.Fly("hind-1", 0, 0, 90, False))  # it has moved already
    other = alone("cobra")
    other.act(BLUE, a.Fly("cobra-1", 0, 0, 90, False))  # no Predator


def test_a_move_of_no_length_is_a_setting_of_the_pack():
    for least, able in ((0, True), (10, False)):
        field = alone("m1-abrams")
        field.rules = changed(least_move=least)
        (option,) = [o for o in field.rules.legal(field.game, BLUE) if isinstance(o.action, a.Move)]
        assert next(r.lowest for r in option.ranges if r.name == "distance") == least
        turn = a.Move("m1-abrams-1", 90, 0)
        if able:
            field.act(BLUE, turn)
            assert field.model("m1-abrams-1").speed == 1
        else:
            assert "distance 10 to" in refused(field, turn).allowed[0]


def test_whether_tanks_pass_living_tanks_is_a_setting_of_the_pack():
    for passing, ways in ((False, 1), (True, 2)):
        field = Field([("t-55", 450, 700, 0), ("humvee-tow", 450, 630, 90)], [FAR], stage="movement")
        field.rules = changed(tanks_pass_tanks=passing, arrow_tail=200)
        play, tank = Play(field.rules.charts, field.game), field.model("t-55-1")
        assert len(tank_way(play, tank, 0, "forward", "right", "").allowed) == ways
        field.model("humvee-tow-1").out = "destroyed"
        assert len(tank_way(play, tank, 0, "forward", "right", "").allowed) == 1


def test_p20_a_predator_that_cannot_move_is_let_off():
    """p20 Predator."""
    field = alone("hind")
    field.model("hind-1").criticals = [number("bailed-out")]
    assert speed(field.play(), field.model("hind-1")) == 0
    assert not movement.must_move(field.play(), field.model("hind-1"))


def test_whether_rising_is_a_move_of_a_predator_is_a_setting_of_the_pack():
    field = alone("hind")
    field.rules = changed(rising_is_moving=False)
    assert not field.options(BLUE, a.Elevate)
    for action in (a.Elevate("hind-1"), a.Fly("hind-1", 0, 0, 90, True), a.Stay("hind-1")):
        found = refused(field, action)
        assert (found.rule, "elevate" in found.allowed) == ("p20", False)
    field.act(BLUE, a.Fly("hind-1", 0, 50, 0, True))
    other = alone("cobra")
    other.rules = field.rules
    other.act(BLUE, a.Elevate("cobra-1"))  # no Predator


def test_p20_what_a_card_allows_a_predator_may_leave():
    field = alone("hind")
    field.act(BLUE, a.Elevate("hind-1"))
    field.tell(e.BonusGranted(Bonus("hind-1", "move-or-elevation", "a card")))
    assert field.options(BLUE, a.Stay)
    field.act(BLUE, a.Stay("hind-1"))


def test_p18_an_immobile_tank_is_not_asked_where_nothing_can_be_done():
    """p18 lasting."""
    field = Field([("m1-abrams", 450, 700, 0), ("m60-patton", 100, 800, 0)], [FAR], stage="movement")
    field.model("t-55-1").acted = True
    field.model("m1-abrams-1").criticals = [number("damaged-mobility")]
    field.act(BLUE, a.Stay("m60-patton-1"))
    assert field.game.stage == "shooting"
    assert field.model("m1-abrams-1").speed == 0


def test_p18_a_damaged_engine_leaves_one_move():
    """p18 lasting."""
    field = alone("m1-abrams")
    field.model("m1-abrams-1").criticals = [number("damaged-engine")]
    field.act(BLUE, a.Move("m1-abrams-1", 0, 60))
    assert field.game.stage == "shooting"


def test_p20_spearhead_moves_after_deployment_without_tokens():
    field = Field([("m901-itv", -1, -1, 0)], [("t-55", -1, -1, 180)], stage="deployment")
    field.act(RED, a.Deploy("t-55-1", 450, 50, 180))
    events = field.act(BLUE, a.Deploy("m901-itv-1", 450, 850, 0))
    assert of(events, e.BonusGranted)
    for _ in range(2):
        events = field.act(BLUE, a.Move("m901-itv-1", 0, 60))
    assert field.game.stage == "movement"
    assert (field.model("m901-itv-1").speed, field.model("m901-itv-1").moves) == (0, 0)


def test_p20_spearhead_may_stay():
    field = Field([("m901-itv", -1, -1, 0)], [FAR], stage="deployment")
    field.act(BLUE, a.Deploy("m901-itv-1", 450, 850, 0))
    assert field.asked() == {BLUE: "bonus-spearhead"}
    field.act(BLUE, a.Stay("m901-itv-1"))
    assert field.game.stage == "movement"
