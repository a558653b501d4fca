"""The sensible bot: beats the random one, ends its battles, knows no more than its side, and does the obvious."""

from __future__ import annotations

import random
from collections import Counter
from copy import copy
from typing import Any

import msgspec
import pytest

from campaign.rules.dice import SeededDice
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import roster
from campaign.systems.tanks_modern_age.charts import NATIONS
from campaign.systems.tanks_modern_age.judgement import Judge
from campaign.systems.tanks_modern_age.positions import random_roster
from campaign.systems.tanks_modern_age.state import Game
from tests.systems.tanks_modern_age.field import BLUE, RED, Field, rules

SCENARIOS = (
    "first-game",
    "alpha-66",
    "tank-ace",
    "king-of-the-hill",
    "free-for-all",
    "no-retreat",
    "table-top",
)
PREPARED = ("first-game", "alpha-66")
TOO_MANY = 3000


def options_of(scenario: str, rnd: random.Random) -> dict[str, Any]:
    """Settings of a battle; platoons by chance, but for prepared ones."""
    if scenario in PREPARED:
        return {}
    points = rnd.choice((40, 50, 60))
    forces = {
        side: roster.plain(random_roster(rules().charts, rnd.choice(list(NATIONS)), points, rnd.randrange))
        for side in ("blue", "red")
    }
    terrain = {} if scenario == "table-top" else {"terrain": rnd.choice(("turns", "ready", "ready"))}
    return {**forces, **terrain, "points": points}


def sides_of(scenario: str) -> tuple[str, str]:
    one, other = (side.id for side in rules().charts.scenarios[scenario].side)
    return one, other


def opened(scenario: str, options: dict[str, Any]) -> Game:
    return rules().system.begun(rules().open(scenario, options))


def fight(scenario: str, seed: int, names: dict[str, str], **more: Any) -> tuple[Game, list[tuple[str, Any]]]:
    """A whole battle, and what was asked and chosen in it. more: further settings."""
    rnd = random.Random(seed)
    pick, found = rnd.randrange, list[tuple[str, Any]]()
    game = opened(scenario, {**options_of(scenario, rnd), **more})
    while asked := rules().pending(game):
        question = asked[pick(len(asked))]
        side = question.side
        known, options = rules().known(game, side), rules().legal(game, side)
        option = rules().system.bot(names[side]).choose(rules(), known, side, options, pick)
        rules().advance(game, side, option.action, SeededDice(pick))
        found.append((question.kind, option.action))
        assert len(found) < TOO_MANY, f"{scenario} {seed} does not end"
    return game, found


def test_beats_random(scale: int):
    """Battles over all scenarios; nothing is refused, and all of them end.

    Runs long: each scenario from both sides, 14 whole battles, and 140 in the long profile.
    """
    results: Counter[str] = Counter()
    for seed in range(14 * scale):
        scenario = SCENARIOS[seed % len(SCENARIOS)]
        sides = sides_of(scenario)
        me, other = sides if seed // len(SCENARIOS) % 2 else sides[::-1]
        game, _ = fight(scenario, seed, {me: "sensible", other: "random"})
        assert game.verdict is not None
        results["won" if game.verdict.winner == me else "lost" if game.verdict.winner else "drawn"] += 1
    assert results["won"] >= 0.75 * (results["won"] + results["lost"]), results


def test_against_itself_battles_end():
    """Runs long: a whole battle of each scenario, in which both sides weigh every move."""
    kinds: Counter[str] = Counter()
    for i, scenario in enumerate(SCENARIOS):
        more = {} if scenario in (*PREPARED, "table-top") else {"terrain": "turns"}
        game, chosen = fight(scenario, 100 + i, dict.fromkeys(sides_of(scenario), "sensible"), **more)
        assert game.verdict is not None
        kinds.update(kind for kind, _ in chosen)
    assert {"ready", "terrain", "role", "edge", "deploy", "move", "shoot", "attack-dice"} <= set(kinds)


@pytest.mark.parametrize("scenario", ["alpha-66", "table-top"])
def test_same_picks_same_choices(scenario: str):
    names = dict.fromkeys(sides_of(scenario), "sensible")
    assert fight(scenario, 5, names)[1] == fight(scenario, 5, names)[1]


def test_knows_no_more_than_its_side_and_leaves_the_state_alone():
    """Other cards face down before the enemy, another order of the deck: the same choice."""
    rnd = random.Random(3)
    charts = rules().charts
    game = opened("tank-ace", {"terrain": "ready"})
    compared = 0
    while (asked := rules().pending(game)) and compared < 120:
        side = asked[0].side
        forged = rules().copy(game)
        rnd.shuffle(forged.deck.order)
        for model in forged.models.values():
            for card in model.cards:
                if model.side != side and card.state == "down":
                    alike = [c.id for c in charts.cards.values() if c.type == card.type and not c.nations]
                    card.card = rnd.choice(alike)
        before = msgspec.json.encode(game)
        choices = [
            rules()
            .system.bot("sensible")
            .choose(
                rules(), rules().known(one, side), side, rules().legal(one, side), random.Random(1).randrange
            )
            for one in (game, forged)
        ]
        assert choices[0].action == choices[1].action
        assert msgspec.json.encode(game) == before
        compared += 1
        rules().advance(game, side, choices[0].action, SeededDice(rnd.randrange))
    assert compared > 50


def choice(field: Field, side: str) -> Any:
    known, options = field.rules.known(field.game, side), field.rules.legal(field.game, side)
    return field.rules.system.bot("sensible").choose(field.rules, known, side, options, lambda n: 0).action


def test_shoots_at_what_it_can_kill():
    field = Field(
        [("m1-abrams", 450, 700, 0)], [("t-64", 200, 200, 180), ("t-64", 700, 200, 180)], advantage=BLUE
    )
    field.game.models["t-64-2"].damage = 7
    field.pass_all()
    assert choice(field, BLUE).target == "t-64-2"


def test_rolls_failures_again_and_never_hits():
    field = Field([("m1-abrams", 450, 700, 0)], [("t-64", 450, 200, 180)], advantage=BLUE)
    field.act(BLUE, a.Shoot("m1-abrams-1", "t-64-1"), (1, 4, 2, 6))
    assert choice(field, BLUE) == a.Reroll((0, 2))


def test_target_cancels_critical_hits_first_and_the_shooter_plain_ones():
    field = Field([("m1-abrams", 450, 700, 0)], [("t-64", 450, 200, 180)], advantage=BLUE)
    field.model("t-64-1").speed = 1
    field.act(BLUE, a.Shoot("m1-abrams-1", "t-64-1"), (4, 6, 5, 6))
    if field.asked().get(BLUE) == "attack-dice":
        field.act(BLUE, a.Pass(), (6, 4))
    assert field.asked() == {RED: "cancel"}
    assert choice(field, RED).dice in ((1,), (3,))
    field.act(RED, choice(field, RED))
    assert field.asked() == {BLUE: "press"}
    assert choice(field, BLUE).dice in ((0,), (2,))


def test_repairs_the_worst_critical_first():
    field = Field([("m1-abrams", 450, 700, 0)], [("t-64", 450, 200, 180)], stage="command")
    numbers = {one: i for i, one in enumerate(field.charts.deck, 1)}
    field.model("m1-abrams-1").criticals = [numbers["shell-shocked"], numbers["bailed-out"]]
    field.game.waiting = [BLUE]
    assert choice(field, BLUE) == a.Repair("m1-abrams-1", numbers["bailed-out"])


def test_stands_still_for_a_good_shot():
    field = Field([("m60-patton", 450, 700, 0)], [("t-55", 450, 250, 180)], stage="movement", advantage=RED)
    field.pass_all()
    field.act(RED, a.Stay("t-55-1"))
    assert choice(field, BLUE) == a.Stay("m60-patton-1")


def test_what_it_weighs_with_is_data():
    """Who fears nothing, and wants only to come near, leaves the cover from which it shoots."""
    field = Field([("m60-patton", 450, 840, 0)], [("t-55", 450, 250, 180)], stage="movement", advantage=RED)
    field.pass_all()
    field.act(RED, a.Stay("t-55-1"))
    assert choice(field, BLUE) == a.Stay("m60-patton-1")
    bold = copy(field.rules)
    bold.constants = msgspec.structs.replace(field.rules.constants, fear=0.0, patience=0.0, chase=0.2)
    known, options = bold.known(field.game, BLUE), bold.legal(field.game, BLUE)
    bot = bold.system.bot("sensible")
    assert isinstance(bot.choose(bold, known, BLUE, options, lambda n: 0).action, a.Move)


def test_goes_for_the_middle():
    field = Field(
        [("m60-patton", 450, 840, 0)],
        [("t-55", 60, 100, 180)],
        stage="movement",
        mission="king-of-the-hill",
        objectives=[(450, 450, "")],
        terrain=[("building", 250, 450, 0)],
    )
    field.pass_all()
    field.act(RED, a.Stay("t-55-1"))
    for _ in range(2):
        before = field.model("m60-patton-1").y
        field.act(BLUE, choice(field, BLUE))
        assert field.model("m60-patton-1").y < before


def test_a_victory_point_is_worth_more_the_nearer_it_wins():
    """At two points of three on either side, the hill is worth several times what it is at none."""
    field = Field(
        [("m60-patton", 450, 700, 0)],
        [("t-55", 60, 100, 180)],
        mission="king-of-the-hill",
        objectives=[(450, 450, "")],
    )
    stakes: list[float] = []
    for score in ({}, {BLUE: 1}, {BLUE: 2}, {RED: 2}):
        field.game.score = score
        stakes.append(Judge(field.rules, field.game, BLUE).stake(BLUE))
    none, one, two, theirs = stakes
    assert none == 1 < one < two == theirs
    field.game.score = {}
    field.game.mission = "tank-ace"
    assert Judge(field.rules, field.game, BLUE).stake(BLUE) == 1


def test_guards_an_objective_the_more_the_nearer_the_enemy_is_to_winning():
    field = Field(
        [("m60-patton", 450, 700, 0)],
        [("t-55", 60, 100, 180)],
        mission="free-for-all",
        objectives=[(450, 100, BLUE), (450, 840, RED)],
    )
    for score, guarding in (({}, 1.5), ({RED: 1}, 2.5), ({BLUE: 1}, 1.5)):
        field.game.score = score
        assert Judge(field.rules, field.game, BLUE).stake(RED) == guarding


def test_at_a_real_table_takes_speed_tokens_where_it_would_be_shot_to_pieces():
    """One light tank against three: moving is worth more than one poor shot. Alone against a light one, it stands."""
    many = Field(
        [("scimitar", -1, -1, 0)],
        [("t-64", -1, -1, 0)] * 3,
        stage="movement",
        measured=False,
        nations=("uk", "ussr"),
    )
    for model in many.game.models.values():
        model.acted = model.side == RED
    assert isinstance(choice(many, BLUE), a.Measures)
    one = Field([("m1-abrams", -1, -1, 0)], [("bmp-2", -1, -1, 0)], stage="movement", measured=False)
    one.model("bmp-2-1").acted = True
    assert choice(one, BLUE) == a.Stay("m1-abrams-1")


def test_at_a_real_table_declares_cover_for_whoever_has_moved():
    for speed, cover in ((0, False), (1, True)):
        field = Field([("m1-abrams", -1, -1, 0)], [("t-64", -1, -1, 0)], measured=False)
        field.model("t-64-1").speed = speed
        shot = choice(field, BLUE)
        assert isinstance(shot, a.Shoot)
        assert shot.declared == a.Declared(cover=cover)
