"""The test vectors of the rulebook's examples, by their ids."""

from __future__ import annotations

import pytest

from campaign.rules.dice import ScriptedDice
from campaign.rules.refused import Refused
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.order import to_deploy, to_move, to_shoot
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.state import Sight
from campaign.systems.tanks_modern_age.values import pool, total
from tests.systems.tanks_modern_age.field import BLUE, RED, Field, of, rules

FORCES_BLUE = [("m60-patton", 200, 800, 0), ("m1-abrams", 400, 800, 0), ("m1-abrams", 600, 800, 0)]
FORCES_RED = [("t-64", 300, 100, 180), ("t-64", 500, 100, 180)]


def ids(models: list[object]) -> list[str]:
    return [model.id for model in models]  # type: ignore[attr-defined]


def in_turn(field: Field, due: str) -> list[set[str]]:
    """The whole order of a phase, tied models of one side together."""
    found: list[set[str]] = []
    play = field.play()
    while group := {"move": to_move, "shoot": to_shoot}[due](play):
        found.append({m.id for m in group})
        for model in group:
            model.acted = True
    return found


def test_tk_1_the_higher_roll_places_terrain_first():
    """p8 table."""
    battle = rules()
    state = battle.system.begun(battle.open("tank-ace", {}))
    battle.advance(state, "red", a.Ready(), ScriptedDice(()))
    deck = list(range(1, 25))
    battle.advance(
        state, "blue", a.Ready(), ScriptedDice([*deck, 3, 5])
    )  # the Soviets roll 5, the Americans 3
    assert [p.side for p in battle.pending(state)] == ["red"]
    assert battle.pending(state)[0].kind == "terrain"
    placed = battle.legal(state, "red")[0].action
    battle.advance(state, "red", placed, ScriptedDice(()))
    assert [p.side for p in battle.pending(state)] == ["blue"]


def test_tk_2_deployment_goes_up_the_initiative_order():
    """p8 deployment."""
    field = Field(
        [(type, -1, -1, 0) for type, *_ in FORCES_BLUE],
        [(type, -1, -1, 0) for type, *_ in FORCES_RED],
        stage="deployment",
    )
    order: list[set[str]] = []
    while due := to_deploy(field.play()):
        order.append({m.id for m in due})
        for model in due:
            model.x = model.y = 100
    assert order == [{"m60-patton-1"}, {"t-64-1", "t-64-2"}, {"m1-abrams-1", "m1-abrams-2"}]


def with_helicopters(stage: str) -> Field:
    return Field([*FORCES_BLUE, ("cobra", 800, 800, 0)], [*FORCES_RED, ("hind", 800, 100, 180)], stage=stage)


def test_tk_3_tanks_move_from_the_lowest_initiative_then_helicopters():
    """p9 order."""
    assert in_turn(with_helicopters("movement"), "move") == [
        {"m60-patton-1"},
        {"t-64-1", "t-64-2"},
        {"m1-abrams-1", "m1-abrams-2"},
        {"cobra-1"},
        {"hind-1"},
    ]


def test_tk_4_all_shoot_from_the_highest_initiative():
    """p12 order."""
    assert in_turn(with_helicopters("shooting"), "shoot") == [
        {"m1-abrams-1", "m1-abrams-2"},
        {"hind-1"},
        {"cobra-1"},
        {"t-64-1", "t-64-2"},
        {"m60-patton-1"},
    ]


def test_tk_5_two_five_six_six_is_a_hit_and_two_critical_hits():
    """p16 attack dice."""
    field = Field([("m1-abrams", 450, 700, 0)], [("t-64", 450, 300, 180)])
    events = field.act(BLUE, a.Shoot("m1-abrams-1", "t-64-1"), [2, 5, 6, 6])
    (rolled,) = of(events, e.AttackRolled)
    assert rolled.results.count("hit") == 1
    assert rolled.results.count("critical") == 2
    assert field.asked() == {BLUE: "attack-dice"}
    assert a.Reroll((0,)) in field.options(BLUE, a.Reroll)  # it stands still: the 2 may be rolled again


def pool_of(
    shooter: str, target: str, sight: Sight, shooter_speed: int, target_speed: int, nations: tuple[str, str]
) -> tuple[int, int]:
    """The sum of the terms and the dice rolled, with the platoons' own rules."""
    from campaign.systems.tanks_modern_age.decide.shooting import as_shot
    from campaign.systems.tanks_modern_age.values import defence_terms

    field = Field([(shooter, 450, 700, 0)], [(target, 450, 300, 180)], nations=nations)  # type: ignore[arg-type]
    one, other = field.model(f"{shooter}-1"), field.model(f"{target}-1")
    one.speed, other.speed = shooter_speed, target_speed
    play: Play = field.play()
    terms = defence_terms(as_shot(play, one, other, "gun", sight))
    return total(terms), pool(play, terms)


def test_tk_6_a_t_64_in_cover_at_close_range_has_four_dice():
    """p17 pool."""
    sight = Sight(True, True, True, False)
    assert pool_of("m1-abrams", "t-64", sight, 1, 2, ("usa", "ussr")) == (4, 4)


def test_tk_7_an_m1_shot_at_from_the_side_has_three_dice():
    """p17 pool."""
    sight = Sight(True, True, False, True)
    assert pool_of("t-64", "m1-abrams", sight, 1, 0, ("ussr", "usa")) == (3, 3)


def test_tk_9_never_more_than_six_dice():
    """p17 pool."""
    sight = Sight(True, True, False, False)
    assert pool_of("cobra", "m1-abrams", sight, 3, 2, ("usa", "usa")) == (8, 6)


def test_tk_10_missiles_only_at_the_other_kind_at_close_range():
    """p20 arming."""
    field = Field([("m901-itv", 450, 700, 0)], [("t-64", 450, 600, 180), ("hind", 540, 640, 180)])
    for enemy in ("t-64-1", "hind-1"):
        field.model(enemy).acted = True
    targets = {shot.target for shot in field.options(BLUE, a.Shoot) if shot.weapon == "missiles"}
    assert targets == {"hind-1"}
    with pytest.raises(Refused, match="too near") as refused:
        field.act(BLUE, a.Shoot("m901-itv-1", "t-64-1", "missiles"))
    assert refused.value.rule == "p20"


@pytest.mark.parametrize(("target", "dice"), [("bmp-1", 5), ("hind", 5), ("t-64", 2)])
def test_tk_11_rapid_fire_against_light_targets_and_helicopters(target: str, dice: int):
    """p20 Rapid Fire."""
    field = Field([("cobra", 450, 700, 0)], [(target, 450, 300, 180)], advantage=BLUE)
    option = next(o for o in rules().legal(field.game, BLUE) if isinstance(o.action, a.Shoot))
    assert option.dice == dice


def test_tk_12_a_critical_hit_split_in_two_is_not_changed_again():
    """p6 platoon cards, p7 modifying."""
    field = Field([("m1-abrams", 450, 700, 0, ["gunner-dead-eye"])], [("t-64", 450, 300, 180)])
    field.act(BLUE, a.TurnUp("m1-abrams-1", 0))
    field.act(BLUE, a.Shoot("m1-abrams-1", "t-64-1"), [1, 1, 1, 6])
    split = next(m for m in field.options(BLUE, a.Modify) if m.source.startswith("platoon"))
    field.act(BLUE, split)  # Team Yankee: beyond close range a critical hit counts as two hits
    field.act(BLUE, a.Pass(), [1])  # the T-64's one defence die misses; two hits are left
    assert field.game.shot is None or not field.options(BLUE, a.Modify)
    assert field.model("t-64-1").damage == 2


def test_tk_13_a_tank_alone_by_the_objective_gains_a_victory_point():
    """p22 King of the Hill."""
    field = Field(
        [("m60-patton", 450, 800, 0)],
        [("t-64", 450, 500, 180)],
        mission="king-of-the-hill",
        objectives=[(450, 450, "")],
        turn=2,
    )
    field.model("m60-patton-1").acted = True
    events = field.act(RED, a.Skip("t-64-1"), [2, 1, *range(1, 25)])
    assert of(events, e.Scored) == [e.Scored(RED, 1)]


def test_tk_16_nobody_left_is_a_draw_and_the_attacker_wins_ties_for_advantage():
    """p19 victory, p19 Advantage."""
    field = Field([("m60-patton", 450, 800, 0)], [("t-64", 450, 500, 180)])
    field.model("m60-patton-1").damage, field.model("t-64-1").damage = 6, 8
    field.model("m60-patton-1").acted = True
    field.act(RED, a.Skip("t-64-1"))
    assert field.game.verdict is not None
    assert field.game.verdict.winner == ""

    field = Field([("m60-patton", 450, 800, 0)], [("t-64", 450, 500, 180)], attacker=BLUE, advantage=RED)
    field.model("m60-patton-1").acted = True
    events = field.act(RED, a.Skip("t-64-1"), [4, 4, *range(1, 25)])
    assert of(events, e.RolledOff) == [e.RolledOff("advantage", {BLUE: 4, RED: 4}, BLUE)]


@pytest.mark.parametrize(("die", "fixed"), [(3, False), (4, True)])
def test_tk_17_repairs_succeed_on_four(die: int, fixed: bool):
    """p19 repair."""
    field = Field([("m60-patton", 450, 800, 0)], [("t-64", 450, 500, 180)])
    engine = next(n for n in range(1, 25) if rules().charts.critical(n).id == "damaged-engine")
    patton = field.model("m60-patton-1")
    patton.criticals, patton.damage, patton.acted = [engine], 3, True
    field.game.deck.order.remove(engine)
    field.act(RED, a.Skip("t-64-1"))
    assert field.asked() == {BLUE: "repair"}
    left = 24 if fixed else 23
    field.act(BLUE, a.Repair("m60-patton-1", engine), [die, 2, 1, *range(1, left + 1)])
    assert field.model("m60-patton-1").criticals == ([] if fixed else [engine])
    assert field.model("m60-patton-1").damage == 3


def test_tk_19_alpha_66_costs_forty_points():
    """p25 platoons."""
    battle = rules()
    assert battle.forces.judge(battle.forces.rosters()["alpha-66"]).cost == 40
    assert battle.forces.judge(battle.forces.rosters()["alpha-66-soviet"]).cost == 40


def test_tk_20_in_the_first_game_the_t_64_moves_first_and_the_m1_shoots_first_with_four_dice():
    """p24 first game."""
    field = Field([("m1-abrams", 450, 800, 0)], [("t-64", 450, 100, 180)], stage="movement")
    assert field.asked() == {RED: "move"}
    field.act(RED, a.Stay("t-64-1"))
    assert field.asked() == {BLUE: "move"}
    field.act(BLUE, a.Stay("m1-abrams-1"))
    assert field.asked() == {BLUE: "shoot"}
    option = next(o for o in rules().legal(field.game, BLUE) if isinstance(o.action, a.Shoot))
    assert option.dice == 4


def test_tk_21_all_three_tanks_destroyed_and_the_americans_win():
    """p25 Alpha 66."""
    field = Field(
        [("m1-abrams", 450, 800, 0)],
        [("t-64", 350, 100, 180), ("t-64", 550, 100, 180)],
        mission="alpha-66",
        attacker=BLUE,
    )
    for model in field.game.models.values():
        model.damage, model.acted = model.stats.damage, True
    field.model("t-64-2").acted = False
    field.act(RED, a.Skip("t-64-2"))
    assert field.game.verdict is not None
    assert field.game.verdict.winner == BLUE


def test_tk_23_a_t_64_has_room_for_three_crew():
    """p4 crew slots."""
    cards = ["commander-cunning", "gunner-dead-eye", "loader-precise", "driver-cunning"]
    roster = {
        "title": "Too many", "nation": "ussr", "platoon": "red-banner", "model": [{"type": "t-64", "cards": cards}]
    }  # fmt: skip
    report = rules().forces.judge(roster)
    assert [problem.rule for problem in report.problems] == ["p21"]
    assert "3 crew slots" in report.problems[0].reason


def test_tk_24_no_victory_point_in_the_first_turn():
    """p22 King of the Hill."""
    field = Field(
        [("m60-patton", 450, 800, 0)],
        [("t-64", 450, 500, 180)],
        mission="king-of-the-hill",
        objectives=[(450, 450, "")],
        turn=1,
    )
    field.model("m60-patton-1").acted = True
    events = field.act(RED, a.Skip("t-64-1"), [2, 1, *range(1, 25)])
    assert not of(events, e.Scored)
