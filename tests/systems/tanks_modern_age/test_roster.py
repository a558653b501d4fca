"""Building a platoon (p21): each rule broken once, what still fits, and platoons put together by chance."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from campaign.rules.packs import read_pack
from campaign.rules.refused import Refused
from campaign.rules.roster import Fit
from campaign.systems.tanks_modern_age import roster
from campaign.systems.tanks_modern_age.charts import NATIONS, Charts, Roster
from campaign.systems.tanks_modern_age.positions import random_roster

SEEDS = 40
"""For each of the five nations."""


@cache
def charts() -> Charts:
    return Charts(read_pack("tanks-modern-age", "campaign.systems.tanks_modern_age"))


RULES = {
    "usa": "team-yankee", "uk": "berlin-brigade", "france": "cuirassier", "frg": "first-panzer", "ussr": "red-banner"
}  # fmt: skip


def platoon(nation: str, *models: tuple[str, list[str]], **fields: Any) -> dict[str, Any]:
    units = [{"type": type, "cards": cards} for type, cards in models]
    return {"title": "Test", "nation": nation, "platoon": RULES[nation], "model": units, **fields}


def decoded(content: Any) -> Roster:
    return roster.decode(charts(), content)


def wrong(content: dict[str, Any], limit: int = 0) -> list[tuple[str, str, str]]:
    """What is wrong with it: reason, place, page."""
    report = roster.judge(charts(), decoded(content), limit)
    assert report.sound == (not report.problems)
    return [(one.reason, one.where, one.rule) for one in report.problems]


# -- sound platoons --------------------------------------------------------------------------------------------


def test_tk_19_the_crew_of_alpha_66_costs_one_point_less_each():
    crew = ["alpha-66", "sean-bannon", "robert-folk", "richard-kelp", "joseph-ortelli"]
    report = roster.judge(charts(), decoded(platoon("usa", ("m1-abrams", crew), limit=40)))
    assert report.sound
    assert report.cost == 40
    assert report.lines == (
        (0, "M1 Abrams", 22),
        (1, "Alpha 66 (Doctrine)", 1),
        (1, "Sean Bannon (Commander)", 6),
        (1, "Robert Folk (Gunner)", 5),
        (1, "Richard Kelp (Loader)", 3),
        (1, "Joseph Ortelli (Driver)", 3),
    )
    assert roster.judge(charts(), decoded(platoon("ussr", ("t-64", []), ("t-64", [])))).cost == 40


@pytest.mark.parametrize(
    "content",
    [
        platoon("usa", ("m60-patton", ["true-boy-scout", "tool-kit", "medical-kit"])),
        platoon("france", ("amx-30", ["loader-resourceful", "extra-ammunition", "extra-ammunition"])),
        platoon("usa", ("m60-patton", []), ("cobra", ["improved-tow", "m159-rockets"])),
        platoon("ussr", ("t-55", ["category-c-crew", "tool-kit"])),
        platoon("ussr", ("2s1-howitzer", ["bomblet"]), ("t-55", []), unofficial=True),
    ],
    ids=["two tools", "two of the same ammo", "two ammo slots", "no other crew", "unofficial"],
)
def test_exceptions_that_the_cards_allow(content: dict[str, Any]):
    """p5 card types."""
    assert wrong(content) == []


# -- each rule broken once -------------------------------------------------------------------------------------

BROKEN: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "limit": (platoon("ussr", ("t-64", []), limit=19), "It costs 20 points; 19", "$", "p21"),
    "nation of a model": (
        platoon("ussr", ("t-64", []), ("chieftain", [])), "Chieftain belongs to United Kingdom",
        "$.model[1].type", "p21",
    ),
    "nation of a card": (
        platoon("ussr", ("t-64", ["david-mason"])), "David Mason: it is for USA", "$.model[0].cards[0]", "p21"
    ),
    "unofficial model": (
        platoon("usa", ("m1-abrams", []), ("m2-bradley", [])), "M2 Bradley APC is unofficial", "$.model[1].type", "p21"
    ),
    "unofficial card": (
        platoon("ussr", ("t-55", ["artillery-scout-radio"])), "it is unofficial", "$.model[0].cards[0]", "p21"
    ),
    "platoon of another nation": (
        {**platoon("ussr", ("t-64", [])), "platoon": "team-yankee"}, "Team Yankee is no platoon", "$.platoon", "p21"
    ),
    "crew slots": (
        platoon("ussr", ("t-64", ["commander-cunning", "gunner-risky", "loader-precise", "driver-cunning"])),
        "T-64 has 3 crew slots, not 4", "$.model[0].cards", "p21",
    ),
    "one of each type": (
        platoon("ussr", ("t-72", ["gunner-risky", "gunner-dead-eye"])), "1 Gunner card, not 2", "$.model[0].cards",
        "p21",
    ),
    "ammo slots of a helicopter": (
        platoon("ussr", ("t-72", []), ("hind", ["at-6", "ub-32-rockets"])), "1 Ammo card, not 2", "$.model[1].cards",
        "p21",
    ),
    "three ammo on a helicopter with two slots": (
        platoon("usa", ("m60-patton", []), ("cobra", ["improved-tow", "m159-rockets", "m159-rockets"])),
        "2 Ammo cards, not 3", "$.model[1].cards", "p21",
    ),
    "two tools without leave": (
        platoon("usa", ("m60-patton", ["tool-kit", "medical-kit"])), "1 Equipment card, not 2",
        "$.model[0].cards", "p21",
    ),
    "two equal tools": (
        platoon("usa", ("m60-patton", ["true-boy-scout", "tool-kit", "tool-kit"])), "must be different",
        "$.model[0].cards", "p21",
    ),
    "two different sorts of ammo": (
        platoon("uk", ("chieftain", ["loader-resourceful", "willie-pete", "extra-ammunition"])), "must be equal",
        "$.model[0].cards", "p21",
    ),
    "a hero twice": (
        platoon("uk", ("chieftain", ["rupert-spencer"]), ("chieftain", ["rupert-spencer"])), "one Rupert Spencer only",
        "$.model", "p21",
    ),
    "crew of Alpha 66 elsewhere": (
        platoon("usa", ("m1-abrams", ["sean-bannon"])), "it needs Alpha 66 on the same model", "$.model[0].cards[0]",
        "p21",
    ),
    "another model's card": (
        platoon("ussr", ("t-72", ["at-8"])), "AT-8 missiles: it is for T-64", "$.model[0].cards[0]", "p21"
    ),
    "a keyword lacking": (
        platoon("uk", ("chieftain", ["bomblet"])), "it is for a model with Artillery", "$.model[0].cards[0]", "p21"
    ),
    "a keyword too many": (
        platoon("ussr", ("bmp-1", ["category-c-crew"])), "it is not for a model with Scout",
        "$.model[0].cards[0]", "p21",
    ),
    "a helicopter's card on a tank": (
        platoon("uk", ("chieftain", ["pilot-cunning"])), "it is for a helicopter", "$.model[0].cards[0]", "p21"
    ),
    "a tank's card on a helicopter": (
        platoon("uk", ("chieftain", []), ("lynx", ["era"])), "it is for a tank", "$.model[1].cards[0]", "p21"
    ),
    "crew beside those who want none": (
        platoon("ussr", ("t-55", ["category-c-crew", "gunner-risky"])), "no other crew", "$.model[0].cards", "p21"
    ),
    "no tank": (platoon("ussr", ("hind", [])), "It has no tank", "$.model", "p19"),
    "nothing at all": (platoon("ussr"), "It has no tank", "$.model", "p19"),
}  # fmt: skip


@pytest.mark.parametrize("rule", BROKEN)
def test_a_broken_rule_is_told_with_place_and_page(rule: str):
    """p4 ammo slots, p5 card types, p5 heroes, p21 limit, p21 nation, p21 heroes."""
    content, reason, where, page = BROKEN[rule]
    found = wrong(content)
    assert any(reason in text and (place, number) == (where, page) for text, place, number in found), found
    assert len(found) == 1


def test_the_limit_of_a_battle_goes_before_the_roster_s_own():
    """p21 limit."""
    content = platoon("ussr", ("t-64", []), limit=50)
    assert wrong(content) == []
    assert wrong(content, 19)[0][0].startswith("It costs 20 points")
    assert roster.judge(charts(), decoded(content), 60).limit == 60


# -- what is no roster at all ----------------------------------------------------------------------------------

NO_ROSTERS: dict[str, tuple[Any, str, str]] = {
    "a list": ([], "$", "table of fields"),
    "nothing": ({}, "$", "title"),
    "an unknown nation": ({**platoon("usa"), "nation": "mars"}, "$.nation", "mars"),
    "an unknown platoon": ({**platoon("usa"), "platoon": "a-team"}, "$.platoon", "a-team"),
    "an unknown model": (platoon("usa", ("m1-abram", [])), "$.model[0].type", "m1-abram"),
    "an unknown card": (
        platoon("usa", ("m1-abrams", ["tool-kit", "toolkit"])),
        "$.model[0].cards[1]",
        "toolkit",
    ),
    "an unknown field": ({**platoon("usa"), "colour": "green"}, "$", "colour"),
    "cards that are one word": (platoon("usa", ("m1-abrams", "tool-kit")), "$.model[0].cards", "a list"),  # type: ignore[arg-type]
    "a number for a name": ({**platoon("usa"), "title": 7}, "$.title", "a text"),
    "ten thousand models": (platoon("usa", *([("m1-abrams", [])] * 10_000)), "$.model", "60"),
    "ten thousand cards": (platoon("usa", ("m1-abrams", ["tool-kit"] * 10_000)), "$.model[0].cards", "20"),
    "a long name": (platoon("usa", ("x" * 10_000, [])), "$.model[0].type", "60"),
    "a limit below nothing": (platoon("usa", limit=-1), "$.limit", "0"),
    "a limit beyond reason": (platoon("usa", limit=10**30), "$.limit", "whole number"),
    "no number": (platoon("usa", limit=float("nan")), "$.limit", "whole number"),
}


@pytest.mark.parametrize("case", NO_ROSTERS)
def test_what_is_no_roster_is_refused_with_the_place(case: str):
    content, where, what = NO_ROSTERS[case]
    with pytest.raises(Refused, match=what) as refused:
        decoded(content)
    assert refused.value.where == where
    assert len(refused.value.reason) < 300


def test_refusals_say_what_there_is():
    for content, allowed in (
        ({**platoon("usa"), "nation": "mars"}, "ussr"),
        ({**platoon("usa"), "platoon": "a-team"}, "team-yankee"),
        (platoon("usa", ("m1-abram", [])), "m1-abrams"),
        (platoon("usa", ("m1-abrams", ["toolkit"])), "tool-kit"),
    ):
        with pytest.raises(Refused) as refused:
            decoded(content)
        assert allowed in refused.value.allowed


# -- adding and removing ---------------------------------------------------------------------------------------


def test_what_fits_speaks_of_points_that_are_left():
    content = platoon("usa", ("m1-abrams", []), limit=35)
    found = roster.judge(charts(), decoded(content)).fits
    assert Fit("m60-patton", "M60 Patton", 14, "", "tank") not in found
    assert Fit("humvee-tow", "Humvee-TOW", 12, "", "tank") in found
    assert Fit("alpha-66", "Alpha 66", 1, "0", "Doctrine") in found
    assert not any(one.id == "sean-bannon" for one in found)
    content = roster.added(charts(), content, Fit("alpha-66", "", 0, "0"))
    found = roster.judge(charts(), decoded(content)).fits
    assert Fit("sean-bannon", "Sean Bannon", 6, "0", "Commander") in found


def test_crew_that_costs_less_than_nothing_fits_where_no_point_is_left():
    found = roster.judge(charts(), decoded(platoon("ussr", ("t-55", []), limit=12))).fits
    assert [one.id for one in found] == ["category-c-crew"]


def test_a_platoon_has_room_for_no_more_than_it_may_have():
    content = platoon("ussr", *([("t-55", [])] * 60))
    assert not any(one.where == "" for one in roster.judge(charts(), decoded(content)).fits)


def test_a_line_of_the_report_taken_away():
    content = platoon("uk", ("chieftain", ["gunner-risky", "era"]), ("scorpion", ["ambush"]))
    texts = [text for _, text, _ in roster.judge(charts(), decoded(content)).lines]
    assert texts == [
        "Chieftain",
        "Risky Gunner (Gunner)",
        "Explosive Reactive Armour (Armour)",
        "Scorpion",
        "Ambush (Doctrine)",
    ]
    for line in range(len(texts)):
        left = roster.judge(charts(), decoded(roster.removed(charts(), content, line))).lines
        gone = texts[:3] if line == 0 else texts[3:] if line == 3 else [texts[line]]
        assert [text for _, text, _ in left] == [text for text in texts if text not in gone]
    for line in (-1, 5, 10**20):
        with pytest.raises(Refused, match="no line") as refused:
            roster.removed(charts(), content, line)
        assert refused.value.allowed == ("0 to 4",)


@pytest.mark.parametrize(
    ("fit", "where", "allowed"),
    [
        (Fit("t-65", "", 0), "$.id", "t-64"),
        (Fit("tool-kits", "", 0, "0"), "$.id", "tool-kit"),
        (Fit("tool-kit", "", 0, "1"), "$.where", "0"),
        (Fit("tool-kit", "", 0, "²"), "$.where", "0"),
        (Fit("tool-kit", "", 0, "-1"), "$.where", "0"),
    ],
)
def test_what_is_not_there_cannot_be_added(fit: Fit, where: str, allowed: str):
    with pytest.raises(Refused) as refused:
        roster.added(charts(), platoon("ussr", ("t-64", [])), fit)
    assert refused.value.where == where
    assert allowed in refused.value.allowed


# -- by chance -------------------------------------------------------------------------------------------------


def some(nation: str, seed: int, limit: int = 0) -> Roster:
    rnd = random.Random(f"{nation} {seed}")
    return random_roster(charts(), nation, limit or rnd.randint(20, 120), rnd.randrange)


def problems(content: Any) -> list[Any]:
    one = decoded(content)
    return list(roster.problems(charts(), one, one.limit))


@pytest.mark.parametrize("nation", NATIONS)
def test_platoons_by_chance_are_sound(nation: str):
    types: set[str] = set()
    for seed in range(SEEDS):
        one = some(nation, seed)
        assert not problems(roster.plain(one)), one
        assert roster.cost(charts(), one) <= one.limit
        assert one == some(nation, seed)
        types |= {unit.type for unit in one.model}
    assert types == {row.id for row in charts().models.values() if row.nation == nation}


@pytest.mark.parametrize("nation", NATIONS)
def test_whatever_fits_keeps_a_platoon_sound_and_costs_what_it_says(nation: str):
    """p21 shared."""
    for seed in range(4):
        one = roster.plain(some(nation, seed, 60)) | {"limit": 75}
        report = roster.judge(charts(), decoded(one))
        for fit in report.fits:
            more = roster.added(charts(), one, fit)
            assert not problems(more), fit
            assert roster.cost(charts(), decoded(more)) == report.cost + fit.cost


@pytest.mark.parametrize("nation", NATIONS)
def test_what_does_not_fit_would_be_wrong(nation: str):
    """Every card and model that is not offered breaks a rule if it is added all the same (p21 shared)."""
    one = roster.plain(some(nation, 7, 60))
    offered = {(fit.id, fit.where) for fit in roster.judge(charts(), decoded(one)).fits}
    places = [(id, "") for id in charts().models]
    places += [(id, str(i)) for i in range(len(one["model"])) for id in charts().cards]
    for id, where in places:
        if (id, where) not in offered:
            assert problems(roster.added(charts(), one, Fit(id, "", 0, where))), (id, where)


def test_no_platoon_for_too_few_points():
    pick: Callable[[int], int] = random.Random(0).randrange
    with pytest.raises(ValueError, match="no tank"):
        random_roster(charts(), "ussr", 9, pick)
