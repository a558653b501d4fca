"""Setting up and winning: terrain, roles, edges, objectives, deployment, missions, time (p8, p19, p22 to 25)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from campaign.rules.dice import ScriptedDice, SeededDice
from campaign.rules.refused import Refused
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.decide.command import verdict
from campaign.systems.tanks_modern_age.in_force import (
    own_effects,
)
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.state import Game, Mission
from tests.systems.tanks_modern_age.field import BLUE, RED, Field, changed, of, rules

DECK = tuple(range(1, 25))
ON = [2, 1, *DECK]
"""The dice at the end of a turn: for advantage, then the deck."""


class Opening:
    """A scenario from its first question on."""

    def __init__(self, scenario: str, **options: Any) -> None:
        self.rules = rules()
        self.game: Game = self.rules.system.begun(self.rules.open(scenario, options))

    def act(self, side: str, action: a.AnyAction, dice: Sequence[int] = ()) -> list[e.Event]:
        state, source = self.rules.copy(self.game), ScriptedDice(dice)
        events = self.rules.advance(state, side, action, source)
        assert not source.left
        self.game = state
        return events

    def ready(self, *dice: int) -> list[e.Event]:
        first, second = self.game.sides
        self.act(first.id, a.Ready())
        return self.act(second.id, a.Ready(), [*DECK, *dice])

    @property
    def asked(self) -> dict[str, str]:
        return {p.side: p.kind for p in self.rules.pending(self.game)}

    def first(self, side: str) -> Any:
        return self.rules.legal(self.game, side)[0].action

    def refused(self, side: str, action: a.AnyAction) -> Refused:
        before = self.rules.copy(self.game)
        with pytest.raises(Refused) as found:
            self.act(side, action)
        assert self.game == before
        return found.value


def laid_out() -> Opening:
    """A table on which all six pieces lie, by the first place offered each time; red began."""
    opening = Opening("tank-ace")
    opening.ready(3, 5)
    for side in (RED, BLUE, RED, BLUE, RED):
        opening.act(side, opening.first(side))
    return opening


def with_roles(scenario: str = "tank-ace", **options: Any) -> Opening:
    """A ready table; blue attacks from the south, red defends in the north."""
    opening = Opening(scenario, terrain="ready", **options)
    opening.ready(6, 2)
    opening.act(BLUE, a.ChooseRole("attacker"))
    opening.act(RED, a.ChooseEdge("north"))
    return opening


# -- rolling off, terrain (p8) ---------------------------------------------------------------------------------


def test_p8_both_sides_look_at_their_platoons_first():
    opening = Opening("tank-ace")
    assert opening.asked == {BLUE: "ready", RED: "ready"}
    opening.act(RED, a.Ready())
    assert opening.asked == {BLUE: "ready"}


def test_p8_equal_dice_are_rolled_again():
    """p8 table."""
    opening = Opening("tank-ace")
    events = opening.ready(4, 4, 1, 1, 3, 5)
    assert [r.winner for r in of(events, e.RolledOff)] == ["", "", RED]
    assert opening.asked == {RED: "terrain"}


def test_p8_forests_come_first_and_the_players_take_turns():
    """p8 table."""
    opening = Opening("tank-ace")
    opening.ready(3, 5)
    kinds: list[str] = []
    for side in (RED, BLUE, RED, BLUE, RED):
        assert opening.asked == {side: "terrain"}
        (laid,) = of(opening.act(side, opening.first(side)), e.TerrainPlaced)
        kinds.append(laid.ground.kind)
    assert kinds == ["forest", "forest", "building", "building", "building"]
    assert opening.game.to_place == ["building"]


def test_p8_terrain_lies_an_arrow_from_the_edges_and_from_other_terrain():
    """p8 clearance."""
    opening = Opening("tank-ace")
    opening.ready(3, 5)
    by_the_edge = opening.refused(RED, a.PlaceTerrain(450, 100))
    assert by_the_edge.rule == "p8"
    assert "150 mm of the edge" in by_the_edge.reason
    assert by_the_edge.allowed
    opening.act(RED, a.PlaceTerrain(300, 300))
    too_near = opening.refused(BLUE, a.PlaceTerrain(400, 400))
    assert "150 mm of Forest 1" in too_near.reason
    # what the refusal offers is allowed
    words = dict(part.split(" ") for part in too_near.allowed[0].split(", "))
    opening.act(BLUE, a.PlaceTerrain(int(words["x"]), int(words["y"]), int(words["heading"])))


def test_p8_a_piece_is_left_out_only_where_there_is_no_place():
    """p8 clearance."""
    opening = Opening("tank-ace")
    opening.ready(3, 5)
    found = opening.refused(RED, a.LeaveOut())
    assert found.rule in ("p7", "p8")


def test_p8_when_all_lies_there_they_roll_for_roles():
    """p8 roles."""
    opening = laid_out()
    events = opening.act(BLUE, opening.first(BLUE), [2, 6])
    assert of(events, e.RolledOff) == [e.RolledOff("role", {BLUE: 2, RED: 6}, RED)]
    assert opening.asked == {RED: "role"}


# -- roles and edges (p8) --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("role", "attacker"), [("attacker", BLUE), ("defender", RED)])
def test_p8_the_winner_chooses_and_the_attacker_begins_with_advantage(role: Any, attacker: str):
    """p8 roles."""
    opening = Opening("tank-ace", terrain="ready")
    opening.ready(6, 2)
    opening.act(BLUE, a.ChooseRole(role))
    assert opening.game.attacker == opening.game.advantage == attacker
    assert opening.asked == {RED if attacker == BLUE else BLUE: "edge"}


@pytest.mark.parametrize(("edge", "other"), [("north", "south"), ("east", "west")])
def test_p8_the_defender_chooses_an_edge_and_the_attacker_gets_the_other(edge: Any, other: str):
    """p8 edges."""
    opening = Opening("tank-ace", terrain="ready")
    opening.ready(6, 2)
    opening.act(BLUE, a.ChooseRole("attacker"))
    opening.act(RED, a.ChooseEdge(edge))
    assert opening.game.edges == {RED: edge, BLUE: other}


# -- deployment (p8) -------------------------------------------------------------------------------------------


def deploying(kind: str = "t-64") -> Field:
    return Field([("m1-abrams", 450, 860, 0)], [(kind, -1, -1, 180)], stage="deployment")


def test_p8_a_tank_stands_within_the_tail_of_its_edge():
    """p8 deployment."""
    field = deploying()
    for y, able in ((33, True), (67, True), (70, False), (450, False)):
        action = a.Deploy("t-64-1", 450, y, 180)
        if able:
            state = field.rules.copy(field.game)
            field.rules.advance(state, RED, action, ScriptedDice(()))
            continue
        with pytest.raises(Refused, match="100 mm of the north edge") as refused:
            field.act(RED, action)
        assert refused.value.rule == "p8"
        assert refused.value.allowed


def test_p8_the_base_of_a_helicopter_touches_the_arrow():
    """p8 deployment."""
    for y, able in ((179, True), (182, False)):
        field = deploying("hind")
        action = a.Deploy("hind-1", 450, y, 180, high=True)
        if able:
            field.act(RED, action)
            assert field.model("hind-1").high
        else:
            with pytest.raises(Refused, match="touch the arrow"):
                field.act(RED, action)


def test_p8_nobody_is_deployed_onto_terrain_or_another():
    """p8 deployment."""
    field = Field(
        [("m1-abrams", 450, 860, 0)],
        [("t-64", -1, -1, 180), ("t-55", 300, 50, 180)],
        stage="deployment",
        terrain=[("building", 600, 60, 0), ("forest", 750, 60, 0)],
    )
    for x, what in ((600, "building"), (310, "t-55-1")):
        with pytest.raises(Refused, match=what):
            field.act(RED, a.Deploy("t-64-1", x, 50, 180))
    field.act(RED, a.Deploy("t-64-1", 750, 50, 180))


def test_p8_a_tank_is_not_deployed_high():
    """p8 deployment."""
    with pytest.raises(Refused) as refused:
        deploying().act(RED, a.Deploy("t-64-1", 450, 50, 180, high=True))
    assert refused.value.where == "$.high"


def test_p8_a_whole_deployment_goes_by_initiative_and_leads_to_the_first_turn():
    """p7 turn."""
    opening = with_roles()
    seen: list[tuple[int, bool]] = []
    while opening.game.stage == "deployment":
        ((side, kind),) = opening.asked.items()
        if kind.startswith("bonus"):
            unit = opening.game.bonus[0].unit
            opening.act(side, a.Stay(unit))
            continue
        action = next(
            o.action for o in opening.rules.legal(opening.game, side) if isinstance(o.action, a.Deploy)
        )
        model = opening.game.models[action.unit]
        seen.append((model.stats.initiative, side == opening.game.advantage))
        opening.act(side, action)
    assert seen == sorted(seen)
    assert opening.game.turn == 1
    assert opening.game.stage == "movement"


# -- objectives (p22, p23) -------------------------------------------------------------------------------------


def test_p22_the_hill_is_in_the_middle():
    """p22 King of the Hill."""
    (one,) = with_roles("king-of-the-hill").game.objectives
    assert (one.x, one.y, one.side) == (450, 450, "")


def test_p23_free_for_all_each_places_one_by_the_enemys_edge_the_attacker_first():
    opening = with_roles("free-for-all")
    assert opening.asked == {BLUE: "objective"}
    found = opening.refused(BLUE, a.PlaceObjective(450, 151))
    assert (found.rule, found.where) == ("p22", "$.y")
    assert found.allowed == ("at most 150 mm from the north edge",)
    opening.act(BLUE, a.PlaceObjective(450, 150))
    assert opening.asked == {RED: "objective"}
    opening.act(RED, a.PlaceObjective(200, 750))
    assert [one.side for one in opening.game.objectives] == [BLUE, RED]
    assert opening.game.stage == "deployment"


def test_p23_no_retreat_the_attacker_places_both():
    opening = with_roles("no-retreat")
    for x in (300, 600):
        assert opening.asked == {BLUE: "objective"}
        opening.act(BLUE, a.PlaceObjective(x, 100))
    assert [one.side for one in opening.game.objectives] == [BLUE, BLUE]
    assert opening.game.stage == "deployment"


# -- the missions (p22, p23, p25) ------------------------------------------------------------------------------


def command(
    mission: Mission,
    blue: Sequence[tuple[int, int]],
    red: Sequence[tuple[int, int]],
    *,
    turn: int = 2,
    turns: int = 0,
    score: dict[str, int] | None = None,
    objectives: Sequence[tuple[int, int, str]] = (),
    lost: Sequence[str] = (),
    attacker: str = BLUE,
) -> Field:
    """A turn played to its Command Phase: M60s against T-64s, of which those lost are destroyed in it."""
    field = Field(
        [("m60-patton", x, y, 0) for x, y in blue],
        [("t-64", x, y, 180) for x, y in red],
        mission=mission,
        objectives=objectives,
        turn=turn,
        turns=turns,
        attacker=attacker,
        advantage=BLUE,
    )
    field.game.score.update(score or {})
    for unit in lost:
        field.model(unit).damage = field.model(unit).stats.damage
    last = next(model for model in field.game.models.values() if model.side == RED)
    for model in field.game.models.values():
        model.acted = model is not last
    assert field.asked() == {RED: "shoot"}
    field.act(RED, a.Skip(last.id), SeededDice(lambda n: n - 1))
    return field


NEAR, AWAY = (450, 560), (60, 840)
HILL = [(450, 450, "")]


@pytest.mark.parametrize(
    ("blue", "red", "turn", "score"),
    [
        ([NEAR], [(850, 60)], 2, {BLUE: 1}),
        ([NEAR], [(450, 340)], 2, {}),  # both are there
        ([AWAY], [(450, 340)], 2, {RED: 1}),
        ([NEAR], [(850, 60)], 1, {}),  # not in the first turn
    ],
)
def test_p22_the_hill_is_held_by_a_tank_that_is_alone_within_an_arrow(
    blue: list[tuple[int, int]], red: list[tuple[int, int]], turn: int, score: dict[str, int]
):
    """p22 King of the Hill."""
    assert command("king-of-the-hill", blue, red, turn=turn, objectives=HILL).game.score == score


def test_p22_helicopters_hold_nothing():
    """p22 King of the Hill."""
    field = Field(
        [("cobra", 450, 450, 0), ("m60-patton", 60, 840, 0)],
        [("t-64", 850, 60, 180)],
        mission="king-of-the-hill",
        objectives=HILL,
        turn=2,
    )
    for unit in ("cobra-1", "m60-patton-1"):
        field.model(unit).acted = True
    field.act(RED, a.Skip("t-64-1"), ON)
    assert field.game.score == {}


def test_p22_three_points_win_the_hill():
    """p22 King of the Hill."""
    field = command("king-of-the-hill", [NEAR], [(850, 60)], objectives=HILL, score={BLUE: 2})
    assert field.game.verdict is not None
    assert (field.game.verdict.winner, field.game.verdict.rule) == (BLUE, "p22")
    assert (
        command("king-of-the-hill", [NEAR], [(850, 60)], objectives=HILL, score={BLUE: 1}).game.verdict
        is None
    )


OWN = [(450, 100, BLUE), (450, 800, RED)]
"""Blue's objective lies by red's edge in the north, red's by blue's."""


@pytest.mark.parametrize(
    ("blue", "red", "turn", "score"),
    [
        ([(450, 200)], [(850, 450)], 2, {BLUE: 1}),
        ([(450, 700)], [(850, 450)], 2, {}),  # the enemy's own objective is worth nothing to it
        ([(450, 200)], [(450, 700)], 2, {BLUE: 1, RED: 1}),
        ([(450, 200)], [(850, 450)], 1, {}),
    ],
)
def test_p23_free_for_all_each_counts_at_the_objective_it_placed(
    blue: list[tuple[int, int]], red: list[tuple[int, int]], turn: int, score: dict[str, int]
):
    assert command("free-for-all", blue, red, turn=turn, objectives=OWN).game.score == score


@pytest.mark.parametrize(
    ("score", "winner"), [({BLUE: 1}, BLUE), ({BLUE: 1, RED: 2}, None), ({}, None), ({BLUE: 2, RED: 2}, BLUE)]
)
def test_p23_free_for_all_is_won_by_two_points_and_more_than_the_enemy(
    score: dict[str, int], winner: str | None
):
    field = command("free-for-all", [(450, 200)], [(850, 450)], objectives=OWN, score=score)
    assert (field.game.verdict.winner if field.game.verdict else None) == winner


GROUND = [(300, 100, BLUE), (600, 100, BLUE)]


@pytest.mark.parametrize(
    ("blue", "red", "turn", "score"),
    [
        ([(300, 200)], [(850, 450)], 1, {BLUE: 1}),  # the first turn counts
        ([(300, 200), (600, 200)], [(850, 450)], 2, {BLUE: 1}),  # both are worth one
        ([(300, 200)], [(250, 200)], 2, {}),
        ([(850, 850)], [(300, 200)], 2, {}),  # the Defender gains nothing
    ],
)
def test_p23_no_retreat_one_point_a_turn_for_the_attacker(
    blue: list[tuple[int, int]], red: list[tuple[int, int]], turn: int, score: dict[str, int]
):
    assert command("no-retreat", blue, red, turn=turn, turns=8, objectives=GROUND).game.score == score


@pytest.mark.parametrize(("turn", "score", "winner"), [(4, 1, BLUE), (8, 1, BLUE), (8, 0, RED), (7, 0, None)])
def test_p23_no_retreat_two_points_within_eight_turns(turn: int, score: int, winner: str | None):
    field = command(
        "no-retreat",
        [(300, 200)],
        [(850, 450)],
        turn=turn,
        turns=8,
        objectives=GROUND,
        score={BLUE: score} if score else {},
    )
    assert (field.game.verdict.winner if field.game.verdict else None) == winner


def test_p23_no_retreat_always_has_eight_turns():
    assert with_roles("no-retreat").game.turns == 8
    assert with_roles("no-retreat", turns=30).game.turns == 8


@pytest.mark.parametrize("mission", ["tank-ace", "king-of-the-hill", "free-for-all", "no-retreat"])
def test_p19_whoever_has_no_tank_left_has_lost_any_mission(mission: Any):
    """p19 victory, p22 Tank Ace."""
    field = command(mission, [AWAY], [(850, 60)], lost=["t-64-1"])
    assert field.game.verdict is not None
    assert (field.game.verdict.winner, field.game.verdict.rule) == (BLUE, "p19")


def test_p19_a_helicopter_alone_holds_out_for_nobody():
    """p19 victory."""
    field = Field([("m60-patton", 60, 840, 0)], [("hind", 850, 60, 180), ("t-64", 700, 60, 180)])
    field.model("t-64-1").damage = 8
    for unit in ("m60-patton-1", "hind-1"):
        field.model(unit).acted = True
    field.act(RED, a.Skip("t-64-1"))
    assert field.game.verdict is not None
    assert field.game.verdict.winner == BLUE


def test_p19_light_tanks_are_removed_and_others_stay_as_wrecks():
    """p19 destroy."""
    field = Field(
        [("bmp-1", 200, 840, 0), ("m60-patton", 400, 840, 0), ("m60-patton", 700, 840, 0)],
        [("t-64", 850, 60, 180)],
    )
    for model in field.game.models.values():
        model.acted = model.id != "t-64-1"
    field.model("bmp-1-1").damage, field.model("m60-patton-1").damage = 3, 6
    field.act(RED, a.Skip("t-64-1"), ON)
    assert field.model("bmp-1-1").out == "removed"
    assert field.model("m60-patton-1").out == "destroyed"


@pytest.mark.parametrize(
    ("mission", "score", "lost", "winner"),
    [
        ("tank-ace", {}, ["t-64-1"], BLUE),
        ("tank-ace", {}, ["m60-patton-1"], RED),
        ("tank-ace", {}, [], ""),
        ("tank-ace", {}, ["m60-patton-1", "t-64-1"], BLUE),  # a T-64 is worth more
        ("king-of-the-hill", {RED: 1}, ["t-64-1"], RED),  # points come first
        ("king-of-the-hill", {RED: 1, BLUE: 1}, ["t-64-1"], BLUE),
        ("free-for-all", {RED: 1, BLUE: 1}, [], ""),
    ],
)
def test_p22_when_time_is_up(mission: Any, score: dict[str, int], lost: list[str], winner: str):
    """p22 Tank Ace, p22 King of the Hill, p23 Free-for-all."""
    field = command(
        mission, [(60, 840), (160, 840)], [(850, 60), (700, 60)], turn=12, turns=12, score=score, lost=lost
    )
    assert field.game.verdict is not None
    assert (field.game.verdict.winner, field.game.verdict.rule) == (winner, "p22")


def test_p22_points_of_the_destroyed_include_their_cards():
    """p22 Tank Ace."""
    field = Field(
        [("m60-patton", 60, 840, 0, ["commander-inspired"]), ("m60-patton", 160, 840, 0)],
        [("t-64", 850, 60, 180)],
    )
    assert field.model("m60-patton-1").points == field.model("m60-patton-2").points + 4


def test_p22_missions_other_than_no_retreat_have_twelve_turns_unless_chosen():
    assert with_roles().game.turns == 12
    assert with_roles("free-for-all", turns=5).game.turns == 5


# -- the command phase (p19) -----------------------------------------------------------------------------------


def test_p19_each_model_tries_one_repair():
    """p19 repair, p19 reset."""
    field = Field([("m60-patton", 60, 840, 0)], [("t-64", 850, 60, 180)])
    patton = field.model("m60-patton-1")
    patton.criticals, patton.acted = [7, 12], True
    field.game.deck.order = [n for n in DECK if n not in (7, 12)]
    field.act(RED, a.Skip("t-64-1"))
    assert {r.card for r in field.options(BLUE, a.Repair)} == {7, 12}
    events = field.act(BLUE, a.Repair("m60-patton-1", 12), [4, 2, 1, *range(1, 24)])
    assert [r.fixed for r in of(events, e.RepairTried)] == [True]
    assert patton.criticals == [7, 12]  # the old state
    assert field.model("m60-patton-1").criticals == [7]
    assert field.game.turn == 2
    assert 12 in field.game.deck.order


def test_p19_a_repair_may_be_left_alone():
    """p19 repair."""
    field = Field([("m60-patton", 60, 840, 0)], [("t-64", 850, 60, 180)])
    field.model("m60-patton-1").criticals, field.model("m60-patton-1").acted = [7], True
    field.game.deck.order.remove(7)
    field.act(RED, a.Skip("t-64-1"))
    field.act(BLUE, a.Pass(), [2, 1, *range(1, 24)])
    assert field.model("m60-patton-1").criticals == [7]


def test_p19_the_higher_roll_has_advantage_in_the_next_turn():
    """p7 turn, p19 Advantage."""
    field = Field([("m60-patton", 60, 840, 0)], [("t-64", 850, 60, 180)], advantage=RED)
    field.model("m60-patton-1").acted = True
    field.act(RED, a.Skip("t-64-1"), [5, 3, *DECK])
    assert field.game.advantage == BLUE


# -- the prepared battles (p24, p25) ---------------------------------------------------------------------------


def test_p24_the_first_game_is_one_tank_against_one():
    """p24 first game."""
    opening = Opening("first-game")
    assert sorted(opening.game.models) == ["m1-abrams-1", "t-64-1"]
    opening.ready()
    assert opening.game.edges == {"us": "south", "soviet": "north"}
    assert opening.asked == {"soviet": "deploy"}


def test_p24_the_first_game_has_no_platoon_cards():
    """The page lists what it needs: two models with their cards, and none for the platoons (p24 first game)."""
    opening = Opening("first-game")
    assert {one.rule for one in opening.game.platoons.values()} == {""}
    assert not list(own_effects(Play(rules().charts, opening.game), opening.game.models["m1-abrams-1"]))
    assert not any("Yankee" in note for note in rules().view(opening.game, "").notes)


def test_p19_whether_a_tank_in_reserve_is_in_play_is_a_setting_of_the_pack():
    for counts in (True, False):
        field = Field([("m60-patton", 60, 840, 0), ("m1-abrams", -1, -1, 0)], [("t-64", 850, 60, 180)])
        field.model("m60-patton-1").out, field.model("m1-abrams-1").reserve = "destroyed", True
        play = Play(changed(reserves_in_play=counts).charts, field.game)
        assert (verdict(play) is None) is counts


def test_p25_alpha_66_has_a_crew_with_the_eye_and_the_soviets_deploy_first():
    opening = Opening("alpha-66")
    tank = next(m for m in opening.game.models.values() if m.side == "us")
    assert tank.name == "Alpha 66"
    assert all(card.state == "up" for card in tank.cards)
    assert opening.game.attacker == "us"
    opening.ready()
    for _ in range(2):
        assert opening.asked == {"soviet": "deploy"}
        opening.act("soviet", opening.first("soviet"))
    assert opening.asked == {"us": "deploy"}


def test_p25_the_soviets_deploy_first_whatever_the_own_tank_is():
    """p25 Alpha 66."""
    slow = {"title": "Slow", "nation": "usa", "platoon": "team-yankee", "model": [{"type": "m901-itv"}]}
    opening = Opening("alpha-66", us=slow)
    opening.ready()
    assert opening.asked == {"soviet": "deploy"}


def test_p25_the_whole_arrow_is_open_to_tanks():
    """p25 Alpha 66."""
    opening = Opening("alpha-66")
    opening.ready()
    opening.act("soviet", a.Deploy("t-64-1", 550, 117, 180))
    assert opening.refused("soviet", a.Deploy("t-64-2", 550, 120, 180)).rule == "p8"


def test_p25_one_tank_of_forty_points_may_stand_in_for_alpha_66():
    """p25 platoons."""
    tanks = {"title": "Own", "nation": "usa", "platoon": "team-yankee"}
    two = {**tanks, "model": [{"type": "m60-patton"}, {"type": "m60-patton"}]}
    with pytest.raises(Refused, match="single tank") as refused:
        Opening("alpha-66", us=two)
    assert refused.value.rule == "p25"
    crew = ["commander-inspired", "gunner-bloodthirsty", "loader-precise", "driver-defensive"]
    dear = {**tanks, "model": [{"type": "m1a1-abrams", "cards": crew}]}
    with pytest.raises(Refused, match="40 are the limit"):
        Opening("alpha-66", us=dear)


@pytest.mark.parametrize(
    ("lost", "winner"),
    [
        (["m1-abrams-1"], RED),
        (["m1-abrams-1", "t-64-1"], RED),
        (["t-64-1", "t-64-2"], BLUE),
        (["m1-abrams-1", "t-64-1", "t-64-2"], BLUE),
        (["t-64-1"], None),
    ],
)
def test_p25_who_wins(lost: list[str], winner: str | None):
    """p25 Alpha 66."""
    field = Field(
        [("m1-abrams", 60, 840, 0)],
        [("t-64", 850, 60, 180), ("t-64", 700, 60, 180)],
        mission="alpha-66",
        attacker=BLUE,
    )
    for model in field.game.models.values():
        model.acted = model.id != "t-64-2"
    for unit in lost:
        field.model(unit).damage = field.model(unit).stats.damage
    field.act(RED, a.Skip("t-64-2"), [] if winner else ON)
    assert (field.game.verdict.winner if field.game.verdict else None) == winner
