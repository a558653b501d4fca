"""What the enemy's cards come to: morale and cover, checks, what he cannot do (9, 10, 23.5, 27.7, 28.2, 30.2)."""

from typing import Any

import pytest

from campaign.systems.combat_volume_2.enemy import deeds, ways
from campaign.systems.combat_volume_2.enemy import orders as enemy_orders
from campaign.systems.combat_volume_2.people import moving
from campaign.systems.combat_volume_2.people.fire import Shoot
from campaign.systems.combat_volume_2.readings import Readings
from campaign.systems.combat_volume_2.state import ENEMY, FRIEND, Compass, Order, Team
from campaign.systems.combat_volume_2.turn import fired_upon, team
from campaign.systems.combat_volume_2.vehicles.guns import FireGun
from tests.systems.combat_volume_2.whole import Whole, plain


def against(*, glyph: str = ".", **man: Any) -> Whole:
    field = Whole(plain(9, 13, glyph))
    field.enemy("jung", "0705", "", **man)
    field.game.phase, field.game.impulse = "enemy", 0
    return field


def by_card(field: Whole, *faces: int) -> Order:
    play = field.play(*faces)
    enemy_orders.by_card(play, field.game.men["jung"])
    return field.game.men["jung"].order


def test_c2_43_card_37_normal_in_the_open_sneaks_5_6_at_25():
    """9."""
    field = against()
    assert by_card(field, 37) == Order("sneak", (5, 6))
    assert field.game.teams["red"].initiative == 25


def test_only_the_first_card_of_a_team_is_its_initiative():
    """9."""
    field = against()
    field.enemy("adler", "0805", "")
    by_card(field, 37)
    play = field.play(3)
    enemy_orders.next_card(play)
    assert field.game.men["adler"].order.word
    assert field.game.teams["red"].initiative == 25


def test_a_team_without_anybody_alert_still_draws_for_its_initiative():
    field = against(alert=False)
    play = field.play(6)
    assert enemy_orders.due(play)
    enemy_orders.next_card(play)
    assert field.game.teams["red"].initiative == 47
    assert not enemy_orders.due(field.play())


def test_directions_are_turned_by_the_nearest_compass():
    field = against()
    counters = (Compass("07.05".replace(".", ""), 4), Compass("0101", 1))
    field.game.mission = field.game.mission.__class__(board="field", turns=10, compass=counters)
    assert ways.turned(field.play(), "0705", (1, 6)) == (4, 3)
    assert ways.turned(field.play(), "0102", (1, 6)) == (1, 6)


@pytest.mark.parametrize(("ground", "word"), [("mud", "evade"), ("snow", "evade"), ("deep-snow", "sneak")])
def test_the_ground_slows_an_enemy_in_the_same_directions(ground: str, word: str):
    """28.2."""
    field = against()
    field.game.ground = ground
    row = next(
        card
        for card in field.charts.enemy_cards.values()
        if card.orders[4].startswith("sprint") and len(card.orders[4].split()) == 2
    )
    order = by_card(field, row.id)
    assert order.word == word
    assert order.ways == tuple(int(way) for way in row.orders[4].split()[1].split("/"))


def test_c2_49_an_enemy_in_wire_sneaks_unless_another_lies_in_it():
    """27.7 men."""
    field = against()
    field.mark("0705", "wire")
    row = next(card for card in field.charts.enemy_cards.values() if card.orders[4] == "evade 2/3")
    assert by_card(field, row.id) == Order("sneak", (2, 3))
    field = against()
    field.mark("0705", "wire")
    field.enemy("adler", "0705", "hide")
    assert by_card(field, row.id) == Order("evade", (2, 3))


def test_of_two_in_wire_the_one_of_lower_quality_hides_before_cards_are_drawn():
    """27.7 men."""
    field = against(quality=5)
    field.mark("0705", "wire")
    field.enemy("adler", "0705", "", quality=3)
    play = field.play(37)
    enemy_orders.next_card(play)
    assert field.game.men["adler"].order == Order("hide")
    assert field.game.men["jung"].order == Order("sneak", (5, 6))


def test_of_two_alike_in_wire_a_die_says_who_hides():
    field = against()
    field.mark("0705", "wire")
    field.enemy("adler", "0705", "")
    play = field.play(2, 37)
    enemy_orders.next_card(play)
    assert field.game.men["adler"].order == Order("hide")


def test_a_fire_order_without_a_target_becomes_a_move():
    """10."""
    field = against()
    row = next(card for card in field.charts.enemy_cards.values() if card.orders[4] == "aimed 2/1")
    assert by_card(field, row.id) == Order("evade", (2, 1))


@pytest.mark.parametrize(("posture", "word"), [("hold", "aimed"), ("attack", "sneak")])
def test_who_holds_waits_in_cover_under_a_fire_order_without_a_target(posture: str, word: str):
    """10."""
    field = Whole(plain(9, 13, "h"), posture=posture)
    jung = field.enemy("jung", "0705")
    assert enemy_orders.shooting(field.play(), jung, "aimed") == word


def test_a_fire_order_stands_with_a_known_target_in_sight():
    field = against()
    field.friend("hall", "0709", "hide", spotted=True)
    row = next(card for card in field.charts.enemy_cards.values() if card.orders[4] == "aimed 2/1")
    assert by_card(field, row.id) == Order("aimed")
    field = against(ammunition="out")
    field.friend("hall", "0709", "hide", spotted=True)
    assert by_card(field, row.id) == Order("reload")


def test_a_letter_c_is_a_charge_for_who_passes_a_check():
    field = against()
    field.game.mission = field.game.mission.__class__(board="field", turns=10, posture="attack")
    field.friend("hall", "0709", "hide", spotted=True)
    row = next(card for card in field.charts.enemy_cards.values() if card.orders[4].endswith(" C"))
    assert by_card(field, row.id, 0) == Order("charge", target="hall")
    field = against()
    field.game.mission = field.game.mission.__class__(board="field", turns=10, posture="attack")
    field.friend("hall", "0709", "hide", spotted=True)
    assert by_card(field, row.id, 9).word != "charge"


def test_c2_27_nobody_even_rolls_to_charge_into_a_fortified_building():
    """27.2."""
    field = against()
    field.game.mission = field.game.mission.__class__(board="field", turns=10, posture="attack")
    field.friend("hall", "0709", "hide", spotted=True)
    field.mark("0709", "fortified")
    row = next(card for card in field.charts.enemy_cards.values() if card.orders[4].endswith(" C"))
    assert by_card(field, row.id).word != "charge"


def test_a_letter_g_is_a_grenade_at_a_known_man_within_reach():
    field = against(grenades=1)
    field.friend("hall", "0707", "hide", spotted=True)
    row = next(card for card in field.charts.enemy_cards.values() if card.orders[4].endswith(" G"))
    assert by_card(field, row.id, 0) == Order("grenade", target="0707")


def test_incapacitated_friends_are_nobodys_target():
    """23.3."""
    field = against()
    field.friend("hall", "0707", "hide", spotted=True, down=True)
    assert enemy_orders.targets(field.play(), field.game.men["jung"]) == []


def test_who_holds_stays_in_cover():
    """10."""
    field = against()
    rows = plain(9, 13)
    field = Whole([row[:6] + "h" + row[7:] if i == 4 else row for i, row in enumerate(rows)])
    field.enemy("jung", "0705", "")
    field.game.phase = "enemy"
    row = next(
        card
        for card in field.charts.enemy_cards.values()
        if card.orders[5].startswith("sneak") and " M" not in card.orders[5] and " G" not in card.orders[5]
    )
    assert by_card(field, row.id) == Order("hide")


def test_a_man_in_rout_flees_the_way_of_the_card_or_rallies_where_nobody_sees_him():
    field = against(morale=-3)
    assert by_card(field, 37) == Order("rout", (4,))
    field = against(morale=-3, glyph="h")
    assert by_card(field, 37) == Order("rally")


def test_the_edge_is_gone_round_a_fire_is_not():
    field = against()
    assert ways.detour(field.play(), "0801", (1,)) == (2,)
    field.mark("0704", "fire")
    assert ways.detour(field.play(), "0705", (1, 1)) == (1, 1)


def test_an_enemy_medic_never_shoots_another_card_is_drawn():
    """30.2."""
    field = against(skills=("trained-medic",), armed="")
    field.friend("hall", "0709", "hide", spotted=True)
    fire = next(card for card in field.charts.enemy_cards.values() if card.orders[4] == "aimed 2/1")
    play = field.play(fire.id, 37)
    enemy_orders.by_card(play, field.game.men["jung"])
    assert field.game.men["jung"].order == Order("sneak", (5, 6))


def test_an_enemy_medic_helps_whom_he_lies_with_and_that_man_hides_or_rallies():
    field = against(skills=("trained-medic",), armed="")
    adler = field.enemy("adler", "0705", "", light=1)
    assert by_card(field, 1) == Order("medical-aid", target="adler")
    play = field.play(2)
    enemy_orders.by_card(play, adler)
    assert adler.order == Order("hide")
    adler.order, adler.morale = Order(), -1
    play = field.play(3)
    enemy_orders.by_card(play, adler)
    assert adler.order == Order("rally")


def test_an_enemy_medic_evades_towards_a_wounded_man_within_four_hexes():
    """30.2."""
    field = against(skills=("trained-medic",), armed="")
    field.enemy("adler", "0702", "", light=1)
    order = by_card(field, 1)
    assert order.word == "evade"
    assert order.ways[0] == 1


def test_a_crewman_on_foot_runs_the_way_of_the_cards_rout():
    field = against(team="v1")
    field.game.teams["v1"] = Team("v1", ENEMY, "Tank")
    field.vehicle("v1", "pz4h", "0105")
    field.game.men["jung"].vehicle = ""
    assert by_card(field, 37) == Order("sprint", (4,))
    field = against(team="v1", bad=1)
    field.vehicle("v1", "pz4h", "0105")
    assert by_card(field, 37) == Order("sneak", (4,))


def test_option_23_5_draws_for_initiative_alone():
    """23.5."""
    field = Whole(plain(9, 13), readings=Readings(enemy_cards="on-activation"))
    field.enemy("jung", "0705", "")
    field.game.phase = "enemy"
    play = field.play(37)
    enemy_orders.next_card(play)
    assert field.game.teams["red"].initiative == 25
    assert field.game.men["jung"].order.word == ""
    assert not enemy_orders.due(field.play())


def test_option_23_5_a_man_who_is_shot_at_draws_his_order_first():
    """23.5."""
    field = Whole(plain(9, 13), readings=Readings(enemy_cards="on-activation"))
    field.friend("hall", "0709", "aimed", team="able")
    field.enemy("jung", "0705", "")
    field.game.impulse, field.game.active, field.game.acting, field.game.asked = 2, "able", "hall", True
    play = field.play(37)
    fired_upon.before(play, Shoot("hall", "jung"))
    assert field.game.men["jung"].order == Order("sneak", (5, 6))
    assert field.game.teams["red"].initiative == 25


def test_31_1_by_option_23_5_a_vehicle_draws_a_card_for_its_initiative_alone():
    """23.5."""
    field = Whole(plain(9, 13), readings=Readings(enemy_cards="on-activation"))
    field.vehicle("v1", "pz4h", "0705")
    field.aboard("chief", "v1", "CM")
    field.game.phase, field.game.impulse = "enemy", 0
    play = field.play(3)
    enemy_orders.next_card(play)
    assert field.game.teams["v1"].initiative == 73
    assert field.game.men["chief"].order.word == ""
    assert not enemy_orders.due(field.play())
    field.game.phase, field.game.impulse = "impulse", 1
    assert team.busy(field.play(), field.game.men["chief"])
    deeds.act(field.play(6, *[5] * 9), field.game.men["chief"])
    assert field.game.men["chief"].order.word
    assert field.game.teams["v1"].initiative == 73


# -- attacking ---------------------------------------------------------------------------------------------------


def attacking(*rows: str, **man: Any) -> Whole:
    """A man who attacks southwards."""
    field = Whole(rows, posture="attack", compass=(Compass("0101", 4),))
    field.enemy("jung", "0701", "", **man)
    field.game.phase, field.game.impulse = "enemy", 0
    return field


def mover(field: Whole, mood: int = 4) -> int:
    """A card that has him move, and asks for no check."""
    return next(
        card.id
        for card in field.charts.enemy_cards.values()
        if card.orders[mood].startswith(("sneak", "evade", "sprint")) and card.orders[mood][-1].isdigit()
    )


def test_an_attacker_leaps_into_the_cover_that_he_can_reach():
    """10."""
    rows = ["." * 13] * 4 + ["......h......"] + ["." * 13] * 4
    field = attacking(*rows)
    order = by_card(field, mover(field))
    *_, end = ways.path(field.play(), field.game.men["jung"], order.word, order.ways)
    assert field.play().board.terrain[end] == "hedge"


def test_wounds_keep_an_attacker_from_far_leaps():
    field = attacking(*plain(9, 13), bad=1)
    assert by_card(field, mover(field)).word == "sneak"


def test_an_attacker_in_cover_who_is_ahead_waits_for_his_comrades():
    """10."""
    rows = ["." * 13] * 5 + ["h" * 13] + ["." * 13] * 3
    field = attacking(*rows)
    field.game.men["jung"].hex = "0706"
    for i in range(3):
        field.enemy(f"e{i}", f"0{i + 3}01", "hide")
    assert by_card(field, mover(field, 5)) == Order("hide")
    for man in field.game.men.values():
        man.hex = man.hex[:2] + "06"
    field.game.men["jung"].order = Order()
    assert by_card(field, mover(field, 5) if mover(field, 5) in field.game.enemy.left else 8).word != "hide"


def test_who_has_lost_heart_does_not_attack():
    field = attacking(*plain(9, 13), morale=-1)
    card = mover(field, 6)
    words = field.charts.enemy_cards[card].orders[6].split()
    assert by_card(field, card).word == words[0]


def test_of_two_teams_one_shoots_while_the_other_leaps():
    """10."""
    rows = ["h" * 13] + ["." * 13] * 8
    field = attacking(*rows)
    field.game.teams["blue"] = Team("blue", ENEMY, "Blue")
    field.enemy("adler", "0801", "", team="blue")
    field.friend("hall", "0708", "hide", spotted=True)
    play, men = field.play(), field.game.men
    first = [enemy_orders.supports(play, men[id]) for id in ("jung", "adler")]
    field.game.turn += 1
    assert [enemy_orders.supports(field.play(), men[id]) for id in ("jung", "adler")] == [
        not one for one in first
    ]
    assert sorted(first) == [False, True]


def test_a_leader_has_a_shaken_man_in_cover_rally_instead_of_running():
    """10."""

    def shaken(leadership: int) -> Order:
        field = Whole(plain(9, 13, "h"))
        field.enemy("jung", "0705", "", morale=-2)
        field.enemy("chief", "0704", "hide", leadership=leadership)
        row = next(card for card in field.charts.enemy_cards.values() if card.orders[9] == "hide")
        return by_card(field, row.id)

    assert shaken(0) == Order("hide")
    assert shaken(2) == Order("rally")


@pytest.mark.parametrize(
    ("fires", "ways", "order"),
    [
        (["0704"], (1, 1), Order("duck-back")),
        (["0704"], (1, 2), Order("evade", (1, 2))),
    ],
)
def test_29_2_an_order_into_a_fire_is_not_turned_aside(fires: list[str], ways: tuple[int, int], order: Order):
    """He stops for this impulse where he can go on in a later one, else he ducks back; he does not go round."""
    field = against()
    for hex in fires:
        field.mark(hex, "fire", turn=1)
    word = "/".join(map(str, dict.fromkeys(ways)))
    card = next(
        card for card in field.charts.enemy_cards.values() if card.orders[4].split()[:2] == ["evade", word]
    )
    assert by_card(field, card.id) == Order("evade", tuple(dict.fromkeys(ways)))
    field.game.phase, field.game.impulse = "impulse", 1
    jung = field.game.men["jung"]
    moving.move(field.play(), jung)
    assert (jung.hex, jung.order) == ("0705", order)


def test_option_23_5_all_who_are_in_a_hex_that_a_shell_is_fired_at_draw_first():
    """23.5."""
    field = Whole(plain(5, 12), readings=Readings(enemy_cards="on-activation"))
    field.game.impulse = 4
    tank = field.vehicle("ours", "m4a3", "0103", side=FRIEND, facing=3, turret=3, loaded="he", ready=True)
    field.aboard("g", "ours", "G", "fire-main-gun", marker="0501")
    jung = field.enemy("jung", "0501", "")
    field.game.acting, field.game.active, field.game.asked = "g", "ours", True
    assert tank.loaded == "he"
    play = field.play(37)
    fired_upon.before(play, FireGun("g", "0501"))
    assert jung.order == Order("sneak", (5, 6))


def test_option_23_5_a_crewman_who_is_shot_at_in_his_hatch_draws_first():
    """23.5."""
    field = Whole(plain(5, 12), readings=Readings(enemy_cards="on-activation"))
    field.game.impulse = 2
    tank = field.vehicle("tank", "pz4h", "0501", facing=5, turret=5)
    tank.hatches["CM"] = "open"
    commander = field.aboard("cm", "tank", "CM", "")
    field.friend("hall", "0103", "aimed", spotted=True)
    play = field.play(3)
    fired_upon.before(play, Shoot("hall", "cm"))
    assert commander.order.word
