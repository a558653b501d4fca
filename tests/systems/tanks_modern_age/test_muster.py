"""TANKS in a campaign: models as they come, what they use up, and what they bring home."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec import structs

from campaign.rules.dice import SeededDice
from campaign.rules.muster import Member, Muster, Mustered
from campaign.rules.packs import read_pack
from campaign.rules.refused import Refused
from campaign.systems import find, package_of
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age.decide import command
from campaign.systems.tanks_modern_age.decide.shooting import as_shot
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.state import Sight, Weapon
from campaign.systems.tanks_modern_age.values import attack_terms, defence_terms
from tests.conftest import PROFILE

SYSTEM = "tanks-modern-age"
RULES: Any = find(SYSTEM).load(read_pack(SYSTEM, package_of(SYSTEM)))
OPTIONS = {"terrain": "ready", "turns": 6}
PLAIN = Mustered("ivan", "t-72", "Ivan", "red", ammunition={"main": 40})


def opened(*assets: Mustered, scenario: str = "tank-ace", sides: tuple[str, ...] = ("blue", "red")) -> Any:
    muster = Muster("c", "n", "1985-08-04", sides, assets)
    return RULES.system.begun(RULES.assets.muster(scenario, OPTIONS, muster))


def abrams(id: str = "h11", **more: Any) -> Mustered:
    return Mustered(id, "m1-abrams", id.upper(), "blue", **{"ammunition": {"main": 40}, **more})


def play_out(state: Any, seed: int) -> list[Any]:
    pick = Random(seed).randrange
    bot, told = RULES.system.bot("random"), list[Any]()
    while pending := RULES.pending(state):
        side = pending[pick(len(pending))].side
        legal = RULES.legal(state, side)
        for option in legal:
            if isinstance(option.action, a.Shoot) and option.action.weapon == "gun":
                assert state.models[option.action.unit].rounds.get("main", 1) > 0
        told += RULES.advance(
            state,
            side,
            bot.choose(RULES, RULES.known(state, side), side, legal, pick).action,
            SeededDice(pick),
        )
    return told


def test_every_model_has_a_crew_and_a_load():
    types = RULES.assets.types()
    assert set(types) == set(RULES.charts.models)
    assert all(one.posts for one in types.values())
    assert types["m1-abrams"].load["main"] > 0


def test_models_come_as_they_are():
    crew = (
        Member("dean", "Dean", "gunner", 1, ("gunnery",)),
        Member("luis", "Luis", "driver", 1, ("driving",)),
    )
    damage = ("damage", "damage", "damaged-mobility")
    state = opened(abrams(quality=2, crew=crew, damage=damage, ammunition={"main": 7}), PLAIN)
    model, row = state.models["h11"], RULES.charts.models["m1-abrams"]
    assert model.stats.initiative == row.initiative + 2
    assert (model.stats.attack, model.stats.defence) == (row.attack + 1, row.defence)
    assert (model.damage, model.rounds, model.name) == (2, {"main": 7}, "H11")
    assert [RULES.charts.critical(number).id for number in model.criticals] == ["damaged-mobility"]
    details = dict(next(one for one in RULES.view(state, "").pieces if one.id == "h11").details)
    assert (details["Crew"], details["Rounds"]) == ("elite", "7 main")
    assert details["Defence"] == f"{row.defence} (driving: one die more)"
    assert state.models["ivan"].stats.initiative == RULES.charts.models["t-72"].initiative


DRIVER = Member("luis", "Luis", "driver", 1, ("driving",))


@pytest.mark.parametrize(("weapon", "more"), [("gun", 1), ("missiles", 1), ("rockets", 0)])
def test_driving_is_a_defence_die_of_its_own(weapon: Weapon, more: int):
    skilled, plain = (opened(abrams(crew=crew), PLAIN) for crew in ((DRIVER,), ()))
    sight = Sight(True, False, False, False)
    terms = [
        defence_terms(
            as_shot(Play(RULES.charts, game), game.models["ivan"], game.models["h11"], weapon, sight)
        )
        for game in (skilled, plain)
    ]
    assert sum(term.value for term in terms[0]) - sum(term.value for term in terms[1]) == more


def test_driving_makes_no_armour():
    """What has no Defence is removed when it is lost (p19), and Rapid Fire goes for it (p20), however it is driven."""
    humvee = Mustered("h", "humvee-tow", "H", "blue", crew=(DRIVER,), ammunition={"missiles": 6})
    game = opened(humvee, structs.replace(PLAIN, type="bmp-2"))
    play = Play(RULES.charts, game)
    shooter, target = game.models["ivan"], game.models["h"]
    assert target.driving
    assert attack_terms(play, shooter, target, "gun")[0].what == "Rapid Fire (5)"
    for model in game.models.values():
        model.x, model.y = 100, 100
    target.damage = target.stats.damage
    command.begin(play)
    assert target.out == "removed"


def test_a_skill_counts_at_its_post_only():
    crew = (
        Member("dean", "Dean", "driver", 1, ("gunnery",)),
        Member("luis", "Luis", "gunner", 1, ("driving",)),
    )
    model, row = opened(abrams(crew=crew), PLAIN).models["h11"], RULES.charts.models["m1-abrams"]
    assert (model.stats.attack, model.driving) == (row.attack, False)


def test_a_green_crew_without_a_gunner():
    state = opened(abrams(quality=-1, empty=("gunner",)), PLAIN)
    row = RULES.charts.models["m1-abrams"]
    assert state.models["h11"].stats.initiative == row.initiative - 1
    assert state.models["h11"].stats.attack == row.attack - 1


def test_what_lies_on_a_model_is_not_in_the_deck():
    state = opened(abrams(damage=("damage", "damaged-mobility")), PLAIN)
    lying = state.models["h11"].criticals
    play_out(state, 3)
    assert len(lying) == 1


@pytest.mark.parametrize(
    ("assets", "reason"),
    [
        ((structs.replace(PLAIN, type="tiger"), abrams()), "no model 'tiger'"),
        ((structs.replace(PLAIN, side="green"), abrams()), "no side 'green'"),
        ((structs.replace(PLAIN, id="h11"), abrams()), "two models 'h11'"),
        ((structs.replace(PLAIN, damage=("rust",)), abrams()), "cannot bear 'rust'"),
        ((structs.replace(PLAIN, damage=("damage",) * 40), abrams()), "it is a wreck"),
        ((structs.replace(PLAIN, cards=("ace-of-spades",)), abrams()), "no card"),
        ((structs.replace(PLAIN, empty=("commander", "gunner", "driver")), abrams()), "Nobody mans"),
        ((abrams(),), "Nobody comes for red"),
    ],
)
def test_what_cannot_come(assets: Sequence[Mustered], reason: str):
    with pytest.raises(Refused) as refused:
        opened(*assets)
    assert reason in refused.value.reason
    assert refused.value.where.startswith("$.muster")


@pytest.mark.parametrize("seed", range(40 if PROFILE == "long" else 6))
def test_random_musters_are_played_to_their_end(seed: int):
    rnd = Random(seed)
    models = sorted(RULES.assets.types())
    assets = []
    for side in ("blue", "red"):
        for i in range(rnd.randrange(1, 4)):
            model = rnd.choice(models)
            load = RULES.assets.types()[model].load
            assets.append(
                Mustered(
                    f"{side}{i}", model, f"{side} {i}", side, rnd.randrange(-1, 3), (),
                    ("damage",) * rnd.randrange(0, RULES.charts.models[model].damage),
                    {kind: rnd.randrange(0, 9) for kind in load},
                )
            )  # fmt: skip
    mission = rnd.choice(("tank-ace", "king-of-the-hill", "free-for-all", "no-retreat"))
    state = opened(*assets, scenario=mission)
    start = {model.id: dict(model.rounds) for model in state.models.values()}
    setup = RULES.assets.muster(
        mission, OPTIONS, Muster("c", "n", "1985-08-04", ("blue", "red"), tuple(assets))
    )
    told = [*setup, *play_out(state, seed)]
    verdict = RULES.verdict(state)
    assert verdict is not None
    outcome = RULES.assets.outcome(state, verdict)
    assert {fate.id for fate in outcome.fates} == {one.id for one in assets}
    for fate in outcome.fates:
        for kind, count in fate.spent.items():
            assert count == start[fate.id][kind] - state.models[fate.id].rounds[kind] > 0
    assert RULES.system.begun(told) == state
