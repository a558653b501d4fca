"""Attacks: who may shoot at whom with what, re-rolls and changes of dice, cancelling, damage, critical cards."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from campaign.rules.refused import Refused
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.decide.shooting import as_shot, sees
from campaign.systems.tanks_modern_age.judgement import Judge
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.state import Sight
from campaign.systems.tanks_modern_age.values import (
    attack_terms,
    defence_terms,
    forward_firing,
    initiative,
    may_shoot,
    pool,
    rerolls_barred,
    speed,
    total,
)
from tests.systems.tanks_modern_age.field import BLUE, RED, Field, changed, of, rules

M1, T64 = "m1-abrams-1", "t-64-1"
OPEN = Sight(True, False, False, False)


def number(critical: str) -> int:
    """The first card of that kind."""
    charts = rules().charts
    return next(n for n in range(1, len(charts.deck) + 1) if charts.critical(n).id == critical)


def duel(deck: Sequence[int] = (), target: str = "t-64", **more: object) -> Field:
    """An M1 without a Speed token, in the open, 400 mm from a tank that looks at it; the M1 shoots first."""
    return Field([("m1-abrams", 450, 700, 0)], [(target, 450, 300, 180)], deck=deck, **more)  # type: ignore[arg-type]


def air_duel(deck: Sequence[int] = (), cards: Sequence[str] = ()) -> Field:
    """A Hind before a Cobra; the Hind shoots first. A T-55 far away keeps the phase from ending by itself."""
    return Field(
        [("cobra", 450, 700, 0, cards), ("m60-patton", 60, 840, 0)],
        [("hind", 450, 400, 180), ("t-55", 60, 60, 180)],
        deck=deck,
    )


def shoot(
    field: Field, side: str, action: a.Shoot, attack: Sequence[int], then: Sequence[int] = ()
) -> list[e.Event]:
    """Shoot, keep the dice as they are, and let everything follow that needs no answer."""
    events = field.act(side, action, attack)
    if field.asked().get(side) == "attack-dice":
        return events + field.act(side, a.Pass(), then)
    assert not then
    return events


def weapons(field: Field, side: str, target: str) -> dict[str, int]:
    """Weapon → attack dice, of all attacks at a target."""
    found = rules().legal(field.game, side)
    return {o.action.weapon: o.dice for o in found if isinstance(o.action, a.Shoot) and o.target == target}


# -- who shoots at what (p12 to 15, as options) ----------------------------------------------------------------


def test_p12_a_building_hides_a_tank():
    """p12 sight, p14 blocking."""
    between = duel(terrain=[("building", 450, 500, 0)])
    assert between.asked() == {}  # nobody sees anybody, so the phase went by
    beside = duel(terrain=[("building", 250, 500, 0)])
    assert weapons(beside, BLUE, T64) == {"gun": 4}


def test_p12_another_tank_hides_a_tank_and_artillery_looks_through():
    """p12 sight, p14 tanks, p20 Artillery."""
    red = [("t-64", 450, 300, 180)]
    field = Field([("m1-abrams", 450, 700, 0), ("m60-patton", 450, 500, 90)], red)
    hidden = [shot for shot in field.options(BLUE, a.Shoot) if shot.unit == M1]
    assert not hidden
    guns = Field([("m109-howitzer", 450, 700, 0), ("m60-patton", 450, 500, 90)], red)
    guns.model("t-64-1").acted = guns.model("m60-patton-1").acted = True
    assert weapons(guns, BLUE, T64) == {"gun": 4}


def test_p12_everybody_sees_a_high_helicopter_and_it_sees_everybody():
    """p12 high."""
    wall = [("building", 450, 500, 0)]
    low = Field([("m1-abrams", 450, 700, 0)], [("hind", 450, 300, 180)], terrain=wall)
    assert not low.options(BLUE, a.Shoot)
    high = Field([("m1-abrams", 450, 700, 0)], [("hind", 450, 300, 180, (), True)], terrain=wall)
    assert weapons(high, BLUE, "hind-1") == {"machine-guns": 3}
    high.model(M1).acted = True
    assert weapons(high, RED, M1) == {"gun": 2}


def test_p19_a_wreck_conceals_from_low_fliers_and_not_from_high_ones():
    """p19 destroy."""
    for high in (False, True):
        blue = [("m1-abrams", 450, 700, 0), ("m60-patton", 450, 600, 90)]
        field = Field(blue, [("hind", 450, 300, 180, (), high)])
        field.model("m60-patton-1").out = "destroyed"
        sight = sees(field.play(), field.model("hind-1"), field.model(M1))
        assert sight.cover is not high
        assert bool(sight.hidden) is not high


@pytest.mark.parametrize(("kind", "cover"), [("building", False), ("forest", True)])
def test_p14_buildings_give_no_cover_from_a_high_flier_and_forests_do(kind: str, cover: bool):
    blue, red = [("m1-abrams", 450, 700, 0)], [("hind", 450, 300, 180, (), True)]
    field = Field(blue, red, terrain=[(kind, 450, 560, 0)])
    play, hind, tank = field.play(), field.model("hind-1"), field.model(M1)
    assert sees(play, hind, tank).cover is cover
    assert sees(play, tank, hind).cover, "shot at past them it has cover itself"


@pytest.mark.parametrize("kind", ["building", "forest"])
def test_p12_what_a_high_flier_looks_over_is_a_setting_of_the_pack(kind: str):
    """Lines to corners meet buildings and forests for it as for all, unless the pack says otherwise."""
    for over, cover in (((), True), ((kind,), False)):
        field = Field(
            [("m1-abrams", 450, 700, 0)], [("hind", 450, 300, 180, (), True)], terrain=[(kind, 450, 560, 0)]
        )
        field.rules = changed(high_looks_over=over)
        play = Play(field.rules.charts, field.game)
        sight = sees(play, field.model("hind-1"), field.model(M1))
        assert (sight.seen, sight.cover) == (True, cover)
        assert (
            Judge(field.rules, field.game, RED).glance(field.model("hind-1"), field.model(M1)).cover is cover
        )


def test_p13_a_helicopter_shoots_forward_only():
    """p13 arc of helicopters."""
    field = Field([("m1-abrams", 450, 700, 0), ("m60-patton", 450, 100, 0)], [("hind", 450, 300, 0)])
    field.model(M1).acted = True
    assert {shot.target for shot in field.options(RED, a.Shoot)} == {"m60-patton-1"}
    with pytest.raises(Refused, match="outside the firing arc") as refused:
        field.act(RED, a.Shoot("hind-1", M1))
    assert refused.value.allowed == ("m60-patton-1",)


def test_p13_a_forward_firing_tank_shoots_at_what_is_ahead():
    """p12 Forward Firing, p13 arc of tanks, p20 Forward Firing."""
    for heading, able in ((0, True), (180, False)):
        field = Field([("t-62", 850, 850, 0)], [("striker", 450, 700, heading), ("t-62", 100, 850, 0)])
        field.model("striker-1").side = BLUE
        field.model("t-62-2").x, field.model("t-62-2").y = 450, 300
        field.model("t-62-1").acted = field.model("t-62-2").acted = True
        assert bool([s for s in field.options(BLUE, a.Shoot) if s.target == "t-62-2"]) is able


def test_p14_a_forest_hides_what_is_behind_it_and_covers_what_is_in_it():
    """p14 forests."""
    behind = duel(terrain=[("forest", 450, 500, 90)])
    assert not behind.options(BLUE, a.Shoot)
    inside = duel(terrain=[("forest", 450, 300, 90)])
    events = inside.act(BLUE, a.Shoot(M1, T64), [4, 4, 4, 4])
    (declared,) = of(events, e.ShotDeclared)
    assert declared.sight.cover


@pytest.mark.parametrize(("y", "cover"), [(710, False), (690, True)])
def test_p15_only_the_forest_under_the_shooter_gives_no_cover_to_its_target(y: int, cover: bool):
    """The hull's front is at the edge of the forest, or the forest goes on before it (as in the drawing) (p15 from
    inside).
    """
    field = duel(terrain=[("forest", 450, y + 10, 90)])
    field.model(M1).y = 710
    (declared,) = of(field.act(BLUE, a.Shoot(M1, T64), [4, 4, 4, 4]), e.ShotDeclared)
    assert declared.sight.cover is cover


@pytest.mark.parametrize(("x", "hidden", "cover"), [(300, 0, False), (395, 1, False), (405, 2, True)])
def test_p15_a_tank_has_cover_if_two_of_its_corners_cannot_be_seen(x: int, hidden: int, cover: bool):
    """A building between them, more or less to the west (p15 cover of tanks)."""
    field = duel(terrain=[("building", x, 400, 0)])
    (declared,) = of(field.act(BLUE, a.Shoot(M1, T64), [4, 4, 4, 4]), e.ShotDeclared)
    assert (declared.sight.hidden, declared.sight.cover) == (hidden, cover)


@pytest.mark.parametrize(("x", "cover"), [(450, True), (300, False)])
def test_p15_a_helicopter_has_cover_if_its_stem_cannot_be_seen(x: int, cover: bool):
    """p15 cover of helicopters."""
    field = Field(
        [("m1-abrams", 450, 700, 0)], [("hind", 450, 300, 180, (), True)], terrain=[("building", x, 500, 0)]
    )
    (declared,) = of(field.act(BLUE, a.Shoot(M1, "hind-1", "machine-guns"), [4, 4, 4]), e.ShotDeclared)
    assert declared.sight.cover is cover


@pytest.mark.parametrize(("y", "side"), [(500, False), (200, True)])
def test_p17_the_front_of_a_helicopter_is_half_its_base(y: int, side: bool):
    """p17 side shot."""
    field = Field([("m1-abrams", 450, y, 0)], [("hind", 450, 300, 180), ("t-55", 60, 60, 180)])
    (declared,) = of(field.act(BLUE, a.Shoot(M1, "hind-1", "machine-guns"), [4, 4, 4]), e.ShotDeclared)
    assert declared.sight.side is side


def test_p12_a_model_may_hold_its_fire():
    """p12 order."""
    field = duel()
    field.act(BLUE, a.Skip(M1))
    assert field.asked() == {RED: "shoot"}
    assert not field.model(M1).shots


def test_p12_each_model_shoots_once():
    """p12 order."""
    field = duel()
    shoot(field, BLUE, a.Shoot(M1, T64), [1, 1, 1, 1])
    assert field.asked() == {RED: "shoot"}
    with pytest.raises(Refused):
        field.act(BLUE, a.Shoot(M1, T64))


# -- attack dice (p16) -----------------------------------------------------------------------------------------


def test_p16_four_and_five_hit_six_is_critical():
    """p5 dice, p16 attack dice."""
    events = duel().act(BLUE, a.Shoot(M1, T64), [3, 4, 5, 6])
    assert of(events, e.AttackRolled)[0].results == ("", "hit", "hit", "critical")


def test_p16_without_a_speed_token_every_failure_may_be_rolled_again():
    """p16 stationary."""
    field = Field([("t-55", 450, 300, 180)], [("t-64", 450, 700, 0)])  # a T-55 has no stabiliser
    field.model(T64).acted = True
    field.act(BLUE, a.Shoot("t-55-1", T64), [1, 2, 4, 6])
    assert {r.dice for r in field.options(BLUE, a.Reroll)} == {(0,), (0, 1)}
    moving = Field([("t-55", 450, 300, 180)], [("t-64", 450, 700, 0), ("t-64", 100, 60, 0)])
    moving.model(T64).acted = moving.model("t-64-2").acted = True
    moving.model("t-55-1").speed = 1
    moving.act(BLUE, a.Shoot("t-55-1", T64), [1, 2, 3, 6])
    # Team Yankee may still split the critical hit; nothing may be rolled again
    assert not moving.options(BLUE, a.Reroll)


@pytest.mark.parametrize(("type", "dice"), [("t-55", 0), ("m60-patton", 1), ("m1-abrams", 2), ("hind", 2)])
def test_p20_stabilisers_and_predators_roll_dice_again_on_the_move(type: str, dice: int):
    """Any dice, hits too; that is rarely wise (p20 Predator)."""
    field = Field([(type, 450, 700, 0)], [("t-72", 450, 300, 180), ("t-64", 60, 60, 0)])
    field.model(f"{type}-1").speed = 1
    for one in ("t-72-1", "t-64-1"):
        field.model(one).acted = True
    count = field.model(f"{type}-1").stats.attack
    field.act(BLUE, a.Shoot(f"{type}-1", "t-72-1"), [6] + [1] * (count - 1))
    most = max([len(r.dice) for r in field.options(BLUE, a.Reroll)], default=0)
    assert most == dice


def test_p7_a_die_is_rolled_again_once_only():
    """p7 re-rolls."""
    field = duel()
    field.act(BLUE, a.Shoot(M1, T64), [1, 1, 4, 4])
    field.act(BLUE, a.Reroll((0, 1)), [2, 5])
    assert not any({0, 1} & set(r.dice) for r in field.options(BLUE, a.Reroll))
    with pytest.raises(Refused):
        field.act(BLUE, a.Reroll((0,)), [6])


def test_p7_a_die_is_changed_once_only():
    """p7 modifying."""
    field = duel(deck=[3])
    field.act(BLUE, a.Shoot(M1, T64), [6, 1, 1, 1])
    (split,) = field.options(BLUE, a.Modify)
    field.act(BLUE, split)
    assert not field.options(BLUE, a.Modify)
    field.act(BLUE, a.Pass(), [1])
    assert field.model(T64).damage == 2


def test_p16_machine_guns_against_helicopters_are_three_dice_whatever_the_cards():
    """p16 AAMG."""
    red = [("t-64", 450, 500, 0, ["gunner-bloodthirsty"])]
    field = Field(
        [("cobra", 450, 600, 0)], red, nations=("usa", "uk")
    )  # close, so the gunner would give dice
    field.model("cobra-1").acted = True
    field.act(RED, a.TurnUp(T64, 0))
    assert weapons(field, RED, "cobra-1") == {"machine-guns": 3}
    field.act(RED, a.Shoot(T64, "cobra-1", "machine-guns"), [4, 4, 4])
    again = Field([("cobra", 450, 600, 0)], red, nations=("usa", "uk"))
    again.model("cobra-1").acted = True
    with pytest.raises(Refused, match="no such attack") as refused:
        again.act(RED, a.Shoot(T64, "cobra-1", "gun"))
    assert refused.value.rule == "p16"


def machine_guns(field: Field) -> int:
    field.model("cobra-1").acted = True
    return weapons(field, RED, "cobra-1").get("machine-guns", 0)


def test_p16_smoke_criticals_and_platoon_rules_do_change_machine_guns():
    """Only Crew and Upgrade cards do not (p16 AAMG)."""
    far = [("t-64", 450, 300, 180)]
    assert machine_guns(Field([("cobra", 450, 700, 0)], far)) == 3
    assert machine_guns(Field([("cobra", 450, 420, 0)], far)) == 4  # Red Banner
    smoked = Field([("cobra", 450, 700, 0)], far)
    smoked.model(T64).smoked = 2
    assert machine_guns(smoked) == 1
    numbers = {one: n for n, one in enumerate(smoked.charts.deck, 1)}
    worse = [id for id, one in smoked.charts.criticals.items() if one.tank.attack]
    assert worse
    for id in worse:
        hurt = Field([("cobra", 450, 700, 0)], far)
        hurt.model(T64).criticals = [numbers[id]]
        assert machine_guns(hurt) == 3 + hurt.charts.criticals[id].tank.attack


@pytest.mark.parametrize(("type", "dice"), [("m163-vads", 7), ("lav-25", 5), ("scimitar", 4)])
def test_p20_rapid_fire_replaces_the_machine_guns(type: str, dice: int):
    field = Field([(type, 450, 700, 0)], [("hind", 450, 400, 180)])
    field.model("hind-1").acted = True
    assert weapons(field, BLUE, "hind-1") == {"gun": dice}


@pytest.mark.parametrize(
    ("dice", "made"), [([4, 1, 1, 1], 1), ([4, 5, 1, 1], 1), ([1, 1, 1, 1], 0), ([6, 1, 1, 1], 0)]
)
def test_p20_brutal_makes_one_hit_critical(dice: list[int], made: int):
    field = Field(
        [("m109-howitzer", 450, 700, 0)], [("bmp-1", 450, 300, 180), ("t-64", 60, 60, 0)], deck=[3, 4]
    )
    for one in ("bmp-1-1", "t-64-1"):
        field.model(one).acted = True
    field.act(BLUE, a.Shoot("m109-howitzer-1", "bmp-1-1"), dice)
    # the turn ends with it: advantage, and the deck is shuffled
    left = 2
    events = field.act(BLUE, a.Pass(), [2, 1, *range(1, left + 1)])
    assert [m.into for m in of(events, e.DiceModified)] == [("critical",)] * made


def test_p18_smoke_and_criticals_take_attack_dice():
    """p16 attack dice."""
    field = duel()
    one, other = field.model(M1), field.model(T64)
    one.criticals = [number("jammed-mechanisms"), number("stunned-crew")]
    play = as_shot(field.play(), one, other, "gun", OPEN)
    assert total(attack_terms(play, one, other, "gun")) == 2


# -- missiles (p20) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tokens", "results"),
    [(0, ("", "hit", "hit", "critical")), (1, ("", "", "hit", "critical")), (2, ("", "", "", "hit"))],
)
def test_p20_missiles_hit_by_the_speed_of_the_shooter(tokens: int, results: tuple[str, ...]):
    """p20 on the move."""
    field = Field([("m901-itv", 450, 700, 0)], [("t-64", 450, 300, 180)])
    field.model(T64).acted = True
    field.model("m901-itv-1").speed = tokens
    # at Speed 2 there is nothing to decide: three defence dice, advantage, and the deck follow by themselves
    then = [1, 1, 1, 2, 1, *range(1, 25)] if tokens == 2 else []
    events = field.act(BLUE, a.Shoot("m901-itv-1", T64, "missiles"), [3, 4, 5, 6, *then])
    assert of(events, e.AttackRolled)[0].results == results


def test_p20_no_missiles_at_speed_three():
    """p20 on the move."""
    field = Field([("humvee-tow", 450, 700, 0)], [("t-64", 450, 300, 180), ("t-55", 60, 60, 0)])
    field.model(T64).acted = True
    field.model("humvee-tow-1").speed = 3
    assert not weapons(field, BLUE, T64)


def test_p20_a_predator_fires_missiles_as_if_it_stood_still():
    """p20 Predator, p20 Missiles."""
    field = Field([("m1-abrams", 450, 300, 180)], [("hind", 450, 700, 0, ["at-6"])])
    field.model(M1).acted = True
    field.act(RED, a.TurnUp("hind-1", 0))
    field.model("hind-1").speed = 3
    assert weapons(field, RED, M1) == {"gun": 2, "missiles": 5}
    events = field.act(RED, a.Shoot("hind-1", M1, "missiles"), [3, 4, 5, 6, 1])
    assert of(events, e.AttackRolled)[0].results == ("", "hit", "hit", "critical", "")


def test_p20_missiles_are_too_slow_for_a_final_fury():
    """p20 slow."""
    field = Field([("m901-itv", 450, 700, 0)], [("t-64", 450, 300, 180)])
    field.model(T64).acted = True
    assert weapons(field, BLUE, T64) == {"missiles": 4}
    field.model("m901-itv-1").damage = 3
    assert not weapons(field, BLUE, T64)


def test_p20_missiles_of_a_card_have_the_dice_that_are_rolled():
    """What hurts their tank hurts them too, and is told before they are fired."""
    for critical, dice in (("", 6), ("jammed-mechanisms", 5)):
        field = Field([("m1-abrams", 450, 700, 0, ["manpads"])], [("hind", 450, 300, 180)])
        field.model("hind-1").acted = True
        field.model(M1).criticals = [number(critical)] if critical else []
        assert weapons(field, BLUE, "hind-1")["missiles"] == dice
        events = field.act(BLUE, a.Shoot(M1, "hind-1", "missiles", 0), [1] * dice)
        (declared,) = of(events, e.ShotDeclared)
        assert declared.dice == dice


def test_a_round_given_up_goes_into_one_attack_only():
    """Silver Bullet in a Final Fury; the further attack that Bannon gives is without it."""
    cards = ["alpha-66", "sean-bannon", "silver-bullet"]
    field = Field([("m1-abrams", 450, 700, 0, cards)], [("t-64", 450, 300, 180)])
    tank = field.model(M1)
    field.model(T64).acted = True
    tank.damage, tank.speed = 8, 1
    shoot(field, BLUE, a.Shoot(M1, T64, "gun", 2), [1] * 5)
    assert field.asked() == {BLUE: "bonus-attack"}
    assert weapons(field, BLUE, T64) == {"gun": 4}
    field.act(BLUE, a.Shoot(M1, T64), [1] * 4)  # all dice are used, and no more are asked for


# -- defence dice (p17) ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "sight", "shooter_speed", "target_speed", "dice"),
    [
        ("t-64", OPEN, 0, 0, 1),
        ("t-64", OPEN, 2, 0, 3),
        ("t-64", OPEN, 0, 1, 2),
        ("t-64", Sight(True, True, False, False), 0, 0, 2),
        ("bmp-1", Sight(True, True, False, False), 0, 0, 2),  # Scout
        ("m901-itv", Sight(True, True, False, False), 0, 0, 3),  # Hammerhead
        ("lav-at", OPEN, 0, 0, 0),  # without cover it is worth nothing
        ("m1-abrams", Sight(True, False, True, False), 0, 0, 1),
        ("m1-abrams", Sight(True, False, False, True), 0, 0, 1),
        ("t-64", Sight(True, False, True, True), 0, 0, 0),  # never less than none
        ("m1-abrams", Sight(True, True, False, False), 2, 2, 6),  # never more than six
    ],
)
def test_p17_the_defence_pool(target: str, sight: Sight, shooter_speed: int, target_speed: int, dice: int):
    """p17 pool, p17 movement, p17 cover, p20 Hammerhead, Scout."""
    field = Field([("m60-patton", 450, 700, 0)], [(target, 450, 300, 180)])
    one, other = field.model("m60-patton-1"), field.model(f"{target}-1")
    one.speed, other.speed = shooter_speed, target_speed
    play = as_shot(field.play(), one, other, "gun", sight)
    assert pool(play, defence_terms(play)) == dice


def test_p17_close_range_is_measured_from_hull_to_hull():
    """p6 arrow."""
    for y, close in ((450 + 72 + 150, True), (450 + 74 + 151, False)):
        field = Field([("m1-abrams", 450, y, 0)], [("t-64", 450, 450, 180)])  # half hulls: 40 and 32.5 mm
        (declared,) = of(field.act(BLUE, a.Shoot(M1, T64), [1, 1, 1, 1]), e.ShotDeclared)
        assert declared.sight.close is close


@pytest.mark.parametrize(("heading", "side"), [(180, False), (90, True), (0, True)])
def test_p17_a_shot_from_behind_the_front_is_a_side_shot(heading: int, side: bool):
    """p17 side shot."""
    field = Field([("m1-abrams", 450, 700, 0)], [("t-64", 450, 300, heading)])
    (declared,) = of(field.act(BLUE, a.Shoot(M1, T64), [1, 1, 1, 1]), e.ShotDeclared)
    assert declared.sight.side is side


# -- cancelling and damage (p18) -------------------------------------------------------------------------------


def test_p18_the_target_cancels_with_sixes_the_shooter_with_fours_and_fives():
    """p18 cancelling."""
    field = duel(deck=[number("direct-hit")])
    field.model(T64).speed = 2
    field.act(BLUE, a.Shoot(M1, T64), [5, 6, 6, 2])
    field.act(BLUE, a.Pass(), [6, 4, 1])
    assert field.asked() == {RED: "cancel"}
    assert {c.dice for c in field.options(RED, a.Cancel)} == {(0,), (1,)}
    field.act(RED, a.Cancel((1,)))
    assert field.asked() == {BLUE: "press"}
    field.act(BLUE, a.Cancel((0,)))
    assert field.model(T64).damage == 2  # the critical hit that is left: Direct Hit


def test_p18_nobody_is_asked_where_there_is_one_way_to_cancel():
    """p18 cancelling."""
    field = duel()
    field.act(BLUE, a.Shoot(M1, T64), [4, 5, 1, 1])
    events = field.act(BLUE, a.Pass(), [6])
    assert [c.by for c in of(events, e.HitsCancelled)] == ["target"]
    assert field.model(T64).damage == 1


def test_p18_each_hit_is_a_point_of_damage():
    """p18 hits."""
    field = duel()
    shoot(field, BLUE, a.Shoot(M1, T64), [4, 4, 5, 1], [1])
    assert field.model(T64).damage == 3
    assert field.model(T64).out == ""


def test_p18_a_tank_at_its_capacity_still_shoots():
    """p19 Final Fury."""
    field = duel()
    field.model(T64).damage = 7
    shoot(field, BLUE, a.Shoot(M1, T64), [4, 1, 1, 1], [1])
    assert field.model(T64).damage == 8
    assert field.asked() == {RED: "shoot"}
    (declared,) = of(field.act(RED, a.Shoot(T64, M1), [1, 1, 1, 1, 1]), e.ShotDeclared)
    assert declared.fury


def test_p19_a_helicopter_at_its_capacity_goes_down_at_once():
    """p19 crash."""
    field = air_duel()
    field.model("cobra-1").damage = 3
    events = shoot(field, RED, a.Shoot("hind-1", "cobra-1"), [4, 1, 1, 1, 1], [1, 1, 1])
    assert of(events, e.Destroyed) == [e.Destroyed("cobra-1", "removed", "hind-1")]
    assert "cobra-1" not in {s.unit for s in field.options(BLUE, a.Shoot)}
    assert field.model("hind-1").kills == ["cobra-1"]


def test_p18_criticals_after_its_fall_hit_nothing():
    """p19 crash."""
    field = air_duel(deck=[3, 4])
    field.model("cobra-1").damage = 3
    events = shoot(field, RED, a.Shoot("hind-1", "cobra-1"), [6, 6, 1, 1, 1], [1, 1, 1])
    assert len(of(events, e.CriticalDrawn)) == 1


# -- critical cards (p18) --------------------------------------------------------------------------------------

DAMAGE = {
    "ammo-explosion": 2,
    "direct-hit": 2,
    "damaged-mobility": 1,
    "damaged-engine": 1,
    "jammed-mechanisms": 1,
    "engine-fire": 1,
    "injured-crew": 1,
    "bailed-out": 0,
    "shell-shocked": 0,
    "stunned-crew": 0,
}
REPAIRABLE = set(DAMAGE) - {"ammo-explosion", "direct-hit", "injured-crew"}


def suffered(critical: str, kind: str, cards: Sequence[str] = ()) -> tuple[Field, str]:
    """A battle in which a model has just suffered such a card, and the model."""
    deck = [number(critical)]
    if kind == "tank":
        field = Field(
            [("m1-abrams", 450, 700, 0)], [("t-64", 450, 300, 180, cards), ("t-55", 650, 300, 180)], deck=deck
        )
        field.game.quiet[RED] = "battle"
        shoot(field, BLUE, a.Shoot(M1, T64), [6, 1, 1, 1], [1])
        return field, T64
    field = air_duel(deck, cards)
    field.game.quiet[BLUE] = "battle"
    shoot(field, RED, a.Shoot("hind-1", "cobra-1"), [6, 1, 1, 1, 1], [1, 1, 1])
    return field, "cobra-1"


def test_p18_every_kind_of_critical_card_is_known_here():
    """p18 critical hits."""
    assert set(DAMAGE) == set(rules().charts.criticals)
    assert {one.id for one in rules().charts.criticals.values() if one.repairable} == REPAIRABLE


@pytest.mark.parametrize("kind", ["tank", "helicopter"])
@pytest.mark.parametrize("critical", DAMAGE)
def test_p18_a_critical_card_does_its_damage_and_lies_there_if_it_can_be_repaired(critical: str, kind: str):
    """p5 critical cards, p18 critical hits."""
    field, unit = suffered(critical, kind)
    model = field.model(unit)
    assert model.damage == DAMAGE[critical]
    stays = critical in REPAIRABLE
    assert model.criticals == ([number(critical)] if stays else [])
    assert field.game.deck.discards == ([] if stays else [number(critical)])


@pytest.mark.parametrize(
    ("critical", "kind", "moves"),
    [
        ("damaged-mobility", "tank", 0),
        ("damaged-mobility", "helicopter", 1),
        ("damaged-engine", "tank", 1),
        ("damaged-engine", "helicopter", 1),
        ("bailed-out", "tank", 0),
        ("bailed-out", "helicopter", 0),
        ("direct-hit", "tank", 2),
        ("direct-hit", "helicopter", 3),
    ],
)
def test_p18_criticals_that_slow_down(critical: str, kind: str, moves: int):
    """p18 lasting, p18 kinds."""
    field, unit = suffered(critical, kind)
    assert speed(field.play(), field.model(unit)) == moves


@pytest.mark.parametrize("kind", ["tank", "helicopter"])
def test_p18_bailed_out_does_not_shoot(kind: str):
    """p18 lasting."""
    field, unit = suffered("bailed-out", kind)
    assert not may_shoot(field.play(), field.model(unit))
    assert unit not in {s.unit for side in (BLUE, RED) for s in field.options(side, a.Shoot)}


@pytest.mark.parametrize("kind", ["tank", "helicopter"])
def test_p18_jammed_mechanisms(kind: str):
    """p18 lasting, p20 Forward Firing."""
    field, unit = suffered("jammed-mechanisms", kind)
    model, play = field.model(unit), field.play()
    assert forward_firing(play, model)
    other = field.model("m1-abrams-1" if kind == "tank" else "hind-1")
    base = 5
    assert total(attack_terms(as_shot(play, model, other, "gun", OPEN), model, other, "gun")) == base - 1


@pytest.mark.parametrize("kind", ["tank", "helicopter"])
def test_p18_shell_shocked_comes_last(kind: str):
    """p18 lasting."""
    field, unit = suffered("shell-shocked", kind)
    assert [initiative(field.play(), field.model(unit), phase) for phase in ("movement", "shooting")] == [
        0,
        0,
    ]


@pytest.mark.parametrize("kind", ["tank", "helicopter"])
def test_p18_a_stunned_crew_rolls_nothing_again(kind: str):
    """p18 lasting."""
    field, unit = suffered("stunned-crew", kind)
    assert rerolls_barred(field.play(), field.model(unit))


def test_p18_a_stunned_crew_is_not_asked_about_its_dice():
    """p18 lasting."""
    field, _ = suffered("stunned-crew", "tank")
    events = field.act(RED, a.Shoot(T64, M1), [1, 1, 1, 1])
    assert of(events, e.ShotEnded)


def test_p18_an_ammo_explosion_takes_ammo_cards_that_lie_face_down():
    """p5 types."""
    field, unit = suffered("ammo-explosion", "tank", ["silver-bullet", "driver-defensive"])
    model = field.model(unit)
    assert [card.state for card in model.cards] == ["gone", "down"]
    assert model.damage == 3


def test_p18_an_injured_crew_costs_a_crew_card_of_its_sides_choice():
    """p18 crew."""
    field, unit = suffered("injured-crew", "helicopter", ["pilot-cunning", "gunner-bloodthirsty"])
    assert field.asked() == {BLUE: "discard"}
    field.act(BLUE, a.Discard(unit, 1))
    assert [card.state for card in field.model(unit).cards] == ["down", "gone"]
    assert field.game.shot is None


def test_p18_an_injured_crew_of_one_loses_it_without_a_question():
    """p18 crew."""
    field, unit = suffered("injured-crew", "helicopter", ["pilot-cunning"])
    assert [card.state for card in field.model(unit).cards] == ["gone"]


@pytest.mark.parametrize(("fire", "damage"), [(0, 0), (1, 1), (2, 2)])
def test_p18_an_engine_fire_burns_in_every_command_phase(fire: int, damage: int):
    """p18 lasting."""
    field = duel()
    field.model(T64).criticals = [number("engine-fire"), number("engine-fire") + 1][:fire]
    field.model(M1).acted = True
    field.act(RED, a.Skip(T64), () if fire else [2, 1, *range(1, 25)])
    assert field.model(T64).damage == damage


def test_p18_a_deck_that_runs_out_is_made_of_the_discards():
    """p18 deck."""
    field = duel(deck=[3])
    field.act(BLUE, a.Shoot(M1, T64), [6, 6, 1, 1])
    events = field.act(BLUE, a.Pass(), [1, 1])  # the T-64's defence die, then the shuffle of one card
    assert [d.cards for d in of(events, e.CriticalDrawn)] == [(3,), (3,)]
    assert of(events, e.DeckShuffled) == [e.DeckShuffled((3,))]


def test_p18_an_empty_deck_hurts_nobody():
    """p18 deck."""
    field = duel(deck=[number("damaged-engine")])
    field.act(BLUE, a.Shoot(M1, T64), [6, 6, 1, 1])
    events = field.act(BLUE, a.Pass(), [1])
    assert len(of(events, e.CriticalDrawn)) == 1
    assert field.model(T64).damage == 1


# -- ammunition ------------------------------------------------------------------------------------------------


def test_rockets_hit_every_tank_close_to_the_target_friend_or_foe():
    blue = [("cobra", 450, 700, 0, ["m159-rockets"]), ("m60-patton", 330, 300, 90)]
    field = Field(
        blue, [("t-64", 450, 300, 180), ("t-55", 560, 300, 180), ("t-62", 850, 60, 180)], advantage=BLUE
    )
    events = field.act(BLUE, a.Shoot("cobra-1", T64, "rockets", 0), [1] * 9)
    shots = of(events, e.ShotDeclared)
    assert [one.target for one in shots] == [T64, "m60-patton-1", "t-55-1"]
    assert all(one.plain for one in shots)
    assert field.model("cobra-1").cards[0].state == "gone"


def test_smoke_hides_its_target_for_the_turn_and_costs_it_attack_dice():
    field = Field([("m1-abrams", 450, 700, 0, ["willie-pete"])], [("t-64", 450, 300, 180)])
    field.act(BLUE, a.Shoot(M1, T64, "smoke", 0))
    assert field.model(T64).covered
    assert weapons(field, RED, M1) == {"gun": 2}  # five, less three
    field.act(RED, a.Skip(T64), [2, 1, *range(1, 25)])
    assert not field.model(T64).covered
    assert not field.model(T64).smoked
