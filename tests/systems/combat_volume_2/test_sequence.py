"""Who acts when (4, 7.19, 9, 31.1), what waits for `go-on`, and how a mission ends."""

from typing import Any

from campaign.rules.dice import SeededDice
from campaign.systems.combat_volume_2.state import ENEMY, FRIEND, Arrival, Game, Goal, Mission, Order, Team
from campaign.systems.combat_volume_2.table import TABLE
from campaign.systems.combat_volume_2.turn import flow, sequence, upkeep
from campaign.systems.combat_volume_2.turn.by_order import MoveByOrder
from campaign.systems.combat_volume_2.turn.go_on import GoOn, HowFar
from campaign.systems.combat_volume_2.turn.sequence import Activate, DuckBack, Wait
from campaign.systems.combat_volume_2.turn.team import members
from tests.systems.combat_volume_2 import firefight
from tests.systems.combat_volume_2.whole import Whole


def at_impulse(impulse: int, wall: bool = True) -> Whole:
    """Two sides that do not see each other, unless there is no wall between."""
    rows = ["." * 9] * 4 + [("B" if wall else ".") * 9] + ["." * 9] * 4
    field = Whole(rows)
    field.game.impulse = impulse
    field.game.teams["able"].initiative = 86
    field.game.teams["red"].initiative = 73
    return field


def acting_teams(events: list[object]) -> list[str]:
    return [one.team for one in events if isinstance(one, flow.TeamActs)]


def test_c2_1_the_lower_initiative_acts_first_in_each_impulse():
    """4."""
    field = at_impulse(1)
    field.friend("hall", "0509", "evade", (1, 4))
    field.enemy("jung", "0501", "evade", (2, 5))
    field.proceed()
    assert field.game.active == "red"
    assert field.asked() == ["go-on"]
    field.answer(GoOn("team"))
    assert field.game.active == "able"
    assert field.asked() == ["act"]


def test_one_key_lets_a_team_of_the_enemys_act():
    field = at_impulse(1)
    field.friend("hall", "0509", "evade", (1, 4))
    field.enemy("jung", "0501", "evade", (2, 5))
    field.proceed()
    play = field.play()
    team, other = field.options()
    assert (team.action, team.ranges) == (GoOn("team"), ())
    assert other.action == GoOn("player") and other.ranges[0].words == ("player", "one")
    assert TABLE.answers[GoOn].label(play, team.action) == "Go on: all that Red does now"


def test_who_loads_is_offered_before_who_fires_and_it_is_told_who_acts():
    field = at_impulse(2)
    field.friend("hall", "0509", "fire-light-at", heavy="bazooka", loaded=True, ready=True)
    field.friend("cole", "0509", "load-light-at", rockets=2)
    field.enemy("jung", "0501", "hide")
    field.game.active = "able"
    play = field.play()
    may = sequence.who_may_act(play, FRIEND)
    assert [one.unit for one in may] == ["cole", "hall"]
    assert [sequence.label_of_acting(play, one.action) for one in may] == [
        "Pvt Cole acts: Load Light AT", "Pvt Hall acts: Fire Light AT",
    ]  # fmt: skip
    assert flow.told_of_one(play, flow.CharacterActs("cole")) == "Pvt Cole acts."
    assert flow.told_of_one(play, flow.CharacterActs("jung")) == ""


def marching(wall: bool = True) -> Whole:
    """Three of a team of whom two run."""
    field = at_impulse(1, wall=wall)
    field.friend("hall", "0509", "sprint", (1, 2))
    field.friend("cole", "0409", "sprint", (1, 2))
    field.friend("moore", "0309", "aimed")
    field.game.active = "able"
    return field


def test_a_team_moves_as_ordered_with_one_key():
    """7."""
    field = marching()
    assert field.asked() == ["character"] and field.actions(MoveByOrder) == [MoveByOrder()]
    events = field.do(MoveByOrder())
    assert [one.unit for one in events if isinstance(one, flow.CharacterActs)] == ["hall", "cole"]
    men = field.game.men
    assert (men["hall"].hex, men["cole"].hex, men["moore"].hex) == ("0607", "0508", "0309")
    assert field.game.impulse == 2


def test_who_spots_somebody_on_the_way_is_asked_first():
    field = marching(wall=False)
    field.enemy("jung", "0506", "aimed", spotted=False)
    field.do(MoveByOrder(), 0)
    assert field.game.men["jung"].spotted
    assert (field.game.acting, field.game.men["hall"].hex, field.asked()) == ("hall", "0509", ["act"])


def test_where_nobody_of_a_team_moves_there_is_no_such_key():
    field = marching()
    for man in ("hall", "cole"):
        field.game.men[man].order = Order("aimed")
    assert field.actions(MoveByOrder) == [] and "Nobody" in field.refusal(MoveByOrder())


def test_friends_come_first_where_initiatives_are_the_same():
    """4."""
    field = at_impulse(1)
    field.game.teams["able"].initiative = 73
    field.friend("hall", "0509", "evade", (1, 4))
    field.enemy("jung", "0501", "evade", (2, 5))
    events = field.proceed()
    assert acting_teams(events) == ["able"]


def test_whoever_has_nothing_to_do_is_passed_over():
    field = at_impulse(1)
    field.friend("hall", "0509", "sneak", (1, 4))
    field.enemy("jung", "0501", "hide")
    events = field.proceed()
    assert acting_teams(events) == ["able"]
    assert field.game.impulse == 2


def test_a_team_that_is_passed_over_does_not_act_later_in_the_impulse():
    field = at_impulse(1, wall=False)
    field.friend("hall", "0509", "hide", team="able", spotted=True)
    field.friend("cole", "0409", "evade", (1, 4), team="baker", spotted=True)
    field.game.teams["baker"].initiative = 90
    field.enemy("jung", "0501", "hide")
    events = field.proceed()
    assert acting_teams(events) == ["baker"]
    assert field.game.teams["able"].done


def test_of_several_the_player_says_who_acts_next():
    field = at_impulse(1)
    field.friend("hall", "0509", "evade", (1, 4))
    field.friend("cole", "0409", "evade", (1, 4))
    field.friend("idle", "0309", "hide")
    field.enemy("jung", "0501", "hide")
    field.proceed()
    assert field.asked() == ["character"]
    assert {one.unit for one in field.actions(Activate)} == {"hall", "cole"}
    assert "hall" in field.refusal(Activate("idle")) or field.refusal(Activate("idle"))
    field.answer(Activate("cole"))
    assert field.game.acting == "cole"


def test_a_movement_order_must_be_carried_out_or_given_up():
    field = at_impulse(1)
    field.friend("hall", "0509", "evade", (1, 4))
    field.enemy("jung", "0501", "hide")
    field.proceed()
    assert "Duck Back" in field.refusal(Wait())
    field.do(DuckBack("hall"))
    assert field.game.men["hall"].order == Order("duck-back")


def test_who_acts_looks_around_first():
    field = at_impulse(1, wall=False)
    field.friend("hall", "0509", "evade", (1, 4), spotted=True)
    field.enemy("jung", "0501", "hide", spotted=False)
    field.proceed(0)
    assert field.game.men["jung"].spotted
    assert field.asked() == ["act"]


def test_a_crew_acts_in_its_order_and_nobody_is_asked_who_is_next():
    """31.1."""
    field = at_impulse(1)
    field.vehicle("v1", "m4a3", "0509", FRIEND)
    for seat in ("CD", "L", "G", "D", "CM"):
        field.aboard(seat.lower(), "v1", seat)
    team = field.game.teams["v1"]
    assert [man.seat for man in members(field.play(), team)] == ["CM", "D", "G", "L", "CD"]


def test_who_was_alerted_prepared_draws_a_card_at_once():
    """9."""
    field = at_impulse(1)
    field.friend("hall", "0509", "evade", (1, 4))
    field.enemy("jung", "0501", "")
    field.proceed(37)
    assert field.game.men["jung"].order == Order("sneak", (5, 6))
    assert field.game.teams["red"].initiative == 73


def test_who_was_alerted_unprepared_draws_at_his_next_impulse_and_acts_from_the_one_after():
    """9."""
    field = at_impulse(2)
    field.friend("hall", "0509", "hide")
    field.enemy("jung", "0504", "", fresh=True)
    field.proceed()
    assert field.game.active == "red"
    row = next(card for card in field.charts.enemy_cards.values() if card.orders[4] == "evade 2/1")
    field.answer(GoOn(), row.id)
    man = field.game.men["jung"]
    assert man.hex == "0504"
    assert not man.fresh
    assert man.order == Order("evade", (2, 1))
    field.answer(GoOn())
    assert man.hex != "0504"


def test_go_on_goes_as_far_as_it_says():
    def opened() -> Whole:
        field = at_impulse(1)
        field.friend("hall", "0509", "sneak", (1, 4))
        for i in range(3):
            field.enemy(f"e{i}", f"0{i + 2}02", "evade", (1, 4))
        field.proceed()
        return field

    def acted(field: Whole) -> int:
        return sum(man.acted for man in field.game.men.values())

    field = opened()
    field.answer(GoOn("one"))
    assert acted(field) == 1
    field = opened()
    field.answer(GoOn("team"))
    assert (field.game.impulse, field.game.active) == (2, "red")
    field = opened()
    field.answer(GoOn("player"))
    assert field.asked() == ["act"]
    assert (field.game.impulse, field.game.active) == (2, "able")


def test_go_on_to_the_player_is_many_times_go_on_by_one():
    def played(how_far: HowFar) -> Game:
        game, rules = firefight.begun(3), firefight.rules()
        dice = SeededDice(lambda n: (7 * len(game.men) + game.turn) % n)
        steps = 0
        while (asked := rules.pending(game)) and steps < 60:
            options = rules.legal(game, FRIEND)
            first = options[-1].action if asked[0].kind == "orders" else options[0].action
            rules.advance(game, FRIEND, GoOn(how_far) if asked[0].kind == "go-on" else first, dice)
            steps += asked[0].kind != "go-on"
        return game

    assert played("one") == played("player") == played("team")


# -- the end -----------------------------------------------------------------------------------------------------


def ending(*goals: Goal, needed: int = 1) -> Whole:
    field = at_impulse(4)
    field.friend("hall", "0509")
    field.enemy("jung", "0501")
    field.game.mission = Mission(board="field", turns=1, goals=goals, needed=needed)
    return field


def test_after_the_last_turn_points_decide():
    """4."""
    field = ending(Goal("hold", 2, hexes=("0509",)), needed=2)
    field.proceed()
    assert field.game.verdict is not None
    assert field.game.verdict.winner == FRIEND
    field = ending(Goal("hold", 2, hexes=("0508",)), needed=2)
    field.proceed()
    assert field.game.verdict is not None
    assert field.game.verdict.winner == ENEMY


def test_what_goals_bring():
    field = ending()
    field.enemy("dead", "0402", dead=True)
    field.enemy("down", "0402", down=True)
    field.enemy("taken", "0402", captor="hall")
    field.friend("lost", "0109", dead=True)
    field.friend("away", "", gone="left S")
    field.friend("hurt", "0109", bad=1)
    tank = field.vehicle("v1", "pz4h", "0301")
    field.vehicle("v2", "m4a3", "0309", FRIEND)
    play = field.play()

    def brings(what: Any, **more: Any) -> int:
        return upkeep.points_of(play, Goal(what, **more))

    assert brings("kill", points=2) == 6
    assert brings("kill", points=2, most=5) == 5
    assert brings("capture") == 1
    assert brings("lose", points=-1) == -1
    assert brings("leave", edge="S") == 1
    assert brings("leave", edge="N") == 0
    assert brings("save") == 2
    assert brings("wreck") == 1
    assert brings("keep", of="v2") == 1
    assert brings("reach", of="hall", hexes=("0509",)) == 1
    field.aboard("crew", "v1", "CM")
    assert brings("wreck") == 0
    tank.damage = ("destroyed",)
    assert brings("wreck") == 1


def test_a_mission_ends_when_a_side_has_nobody_left_unless_help_comes():
    field = ending()
    field.game.mission = Mission(board="field", turns=9, goals=(Goal("kill"),))
    field.game.men["jung"].dead = True
    field.game.arrivals = (Arrival(5, "0501", ("later",)),)
    field.enemy("later", "")
    assert upkeep.ended(field.play()) is None
    field.game.arrivals = ()
    ended = upkeep.ended(field.play())
    assert ended is not None and ended.verdict.winner == FRIEND


def test_whoever_comes_later_arrives_at_the_end_of_his_turn():
    field = at_impulse(4)
    field.game.teams["blue"] = Team("blue", ENEMY, "Blue")
    field.friend("hall", "0509")
    field.enemy("later", "", team="blue", alert=False)
    field.game.arrivals = (Arrival(1, "0101", ("later",)),)
    field.proceed()
    assert field.asked() == ["go-on"]
    field.answer(GoOn(), 1)
    assert field.game.men["later"].hex == "0101"
    assert field.game.men["later"].alert
    assert field.game.arrivals == ()


def test_nobody_is_asked_for_the_enemy():
    game, rules = firefight.begun(1), firefight.rules()
    dice = SeededDice(lambda n: n // 3)
    for _ in range(40):
        assert {one.side for one in rules.pending(game)} == {FRIEND}
        assert list(rules.legal(game, ENEMY)) == []
        rules.advance(game, FRIEND, rules.legal(game, FRIEND)[0].action, dice)


def test_every_deed_has_one_answer():
    kinds = [answer.action for answer in sequence.ACTS]
    assert len(kinds) == len(set(kinds))
