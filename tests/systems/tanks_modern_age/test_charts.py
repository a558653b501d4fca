"""The pack: its numbers against a transcription made apart from it, and what an unsound one is told."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from campaign.rules.packs import Pack, PackError, make_pack, read_pack
from campaign.systems.tanks_modern_age import roster
from campaign.systems.tanks_modern_age.charts import NATIONS, Charts
from campaign.systems.tanks_modern_age.checks import sound_charts
from campaign.systems.tanks_modern_age.rules import SYSTEM


@cache
def pack() -> Pack:
    return read_pack("tanks-modern-age", "campaign.systems.tanks_modern_age")


@cache
def charts() -> Charts:
    return Charts(pack())


MODELS = """
    usa    humvee-tow          tank       12  4 0 0 2 3 1  Fast, Missiles (4), Scout, Spearhead, Wheeled
    usa    cobra               helicopter 20  7 2 3 4 2 2  Rapid Fire (5)
    usa    m1-abrams           tank       22  8 4 2 7 4 1  Advanced Stabiliser
    usa    m1a1-abrams         tank       32  8 5 2 9 4 1  Advanced Stabiliser
    usa    m60-patton          tank       14  6 4 1 6 4 1  Stabiliser
    usa    m163-vads           tank       12  7 2 0 3 3 1  Scout, Rapid Fire (7)
    uk     striker             tank       13  4 0 0 3 3 1  Fast, Forward Firing, Missiles (5), Scout
    uk     lynx                helicopter 19  7 0 3 3 2 1  Missiles (4)
    uk     chieftain-stillbrew tank       24  5 5 2 8 4 1  Stabiliser
    france gazelle-20mm        helicopter 21 10 2 3 3 2 1  Rapid Fire (5)
    france amx-30              tank       13  6 4 1 5 4 1  Rapid Fire (5)
    france amx-auf1            tank       10  1 4 0 3 4 1  Artillery, Brutal
    frg    leopard-1           tank       15  8 4 1 6 4 1  Stabiliser
    frg    leopard-2           tank       32  8 5 2 9 4 1  Advanced Stabiliser
    frg    jaguar-1            tank       14  4 0 0 3 4 1  Hammerhead, Scout, Missiles (4)
    ussr   t-55                tank       12  3 4 1 6 4 1
    ussr   t-64                tank       20  6 5 1 8 3 1  Advanced Stabiliser
    ussr   t-72                tank       18  6 5 1 7 4 1  Stabiliser
    ussr   hind                helicopter 28  7 2 3 5 3 1  Predator, Rapid Fire (5)
    ussr   btr-80              tank       11  8 2 0 3 4 1  Wheeled, Fast, Rapid Fire (5), Scout
"""
"""Points, Initiative, Attack, Defence, Damage Capacity, crew, Ammo slots."""
CARDS = """
    commander-cunning 1   commander-aggressive 1  commander-altruistic 1  commander-superb 2   commander-risky 2
    commander-inspired 4  artillery-observer 2    gunner-bloodthirsty 3   gunner-risky 4       gunner-dead-eye 3
    gunner-assassin 3     gunner-resourceful 2    gunner-sharpshooter 5   loader-duck-hunter 2 loader-hasty 2
    loader-precise 3      loader-focused 3        loader-risky 2          loader-clever 1      loader-resourceful 1
    loader-aggressive 1   driver-cunning 1        driver-risky 2          driver-determined 2  driver-racing 2
    driver-defensive 4    driver-daring 3         pilot-daring 3          pilot-cunning 1      pilot-defensive 4
    pilot-risky 3         manpads 2               extra-ammunition 2      willie-pete 2        bomblet 4
    bigger-hammer 1       protected-ammo 1        tool-kit 1              medical-kit 1        fire-extinguisher 1
    liquid-courage 1      countermeasures 3       era 2                   improvised-armour 2  camouflage-netting 2
    applique-armour 2     supercharger 2          ambush 2                spearhead 2          defensive-manoeuvres 2
    adaptive 1            improved-tow 2          at-3 2                  at-5 2               at-8 2
    at-11 2               at-10 2                 at-6 4                  milan-amx-10p 2      milan-marder 2
    m2-tow 2              sean-bannon 7           robert-folk 6           richard-kelp 4       joseph-ortelli 4
    alpha-66 1            william-taylor 6        randall-avery 4         joel-schrader 6      clarence-tucker 5
    marine-commander 3    red-ferguson 2          clever-mechanic 2       connor-styles 6      david-mason 4
    true-boy-scout 1      artillery-scout 2       harry-stevens 8         silver-bullet 2      m159-rockets 4
    yuri-potecknov 7      grisha-malakov 5        category-c-crew -1      ivan-kasparov 5      komissar 1
    forward-commander 2   yuri-volkov 3           sergey-osinov 3         babatev-lermontov 3  alexander-gagarin 4
    vasily-popov 7        ub-32-rockets 3         kontact-5 6             life-guard-commander 3 charles-leslie 7
    big-game-hunter 2     rupert-spencer 6        knife-fighter 2         bertie-mcgann 4      julian-reedies 4
    thomas-baker 6        john-davison 6          jaguar-engine 2         paul-durand 5        charging-commander 3
    charging-driver 3     charging-gunner 3       henri-delacroix 4       clement-martin 8     laurent-dyre 4
    andre-mareau 5        baptiste-deschamp 6     platoon-coordinator 2   karl-hauff 4         ernst-mueller 7
    dietrich-manheim 5    lone-wolf 3             friedrich-wulf 5        jurgen-schmidt 4     klaus-katelaan 7
    homeland-defender 2   guenter-weber 5         target-computer 3       autoloading-device 3 a3-upgrade 3
    artillery-scout-radio 2
"""
"""Points of every card."""


@pytest.mark.parametrize("line", [line.split(maxsplit=10) for line in MODELS.strip().splitlines()])
def test_models_are_as_transcribed(line: list[str]):
    """p4 models."""
    nation, id, kind, *numbers = line[:10]
    keywords = tuple(line[10].split(", ")) if len(line) > 10 else ()
    row = charts().models[id]
    found = (
        row.points, row.initiative, row.attack, row.defence, row.damage, row.crew, row.ammo
    )  # fmt: skip
    assert (row.nation, row.kind, row.keywords) == (nation, kind, keywords)
    assert found == tuple(map(int, numbers))


def test_all_forty_one_models_are_there():
    """p4 models."""
    nations = Counter(row.nation for row in charts().models.values())
    assert nations == {"usa": 12, "uk": 8, "france": 5, "frg": 5, "ussr": 11}
    unofficial = {row.id for row in charts().models.values() if not row.official}
    assert unofficial == {"m2-bradley", "m109-howitzer", "jaguar-1", "2s1-howitzer", "btr-80"}


def test_every_card_costs_what_it_should():
    words = CARDS.split()
    expected = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    assert {card.id: card.points for card in charts().cards.values()} == expected


def test_the_crew_of_alpha_66_starts_face_up_and_one_point_cheaper():
    """p5 eye."""
    crew = {card.id for card in charts().cards.values() if card.needs == "alpha-66"}
    assert crew == {"sean-bannon", "robert-folk", "richard-kelp", "joseph-ortelli"}
    assert all(charts().cards[id].revealed and charts().cards[id].cheaper == 1 for id in crew)


def test_texts_are_short_and_tell_what_is_chosen():
    """p7 cards first."""
    for card in charts().cards.values():
        assert len(card.text) <= 200, card.id
        assert card.text.endswith("."), card.id


def test_the_deck_has_24_cards_that_do_one_damage_each_on_average():
    deck = charts().deck
    assert len(deck) == 24
    damage = sum(charts().critical(n).tank.damage for n in range(1, 25))
    assert Fraction(damage, len(deck)) == 1
    repairable = {one.id for one in charts().criticals.values() if one.repairable}
    assert {
        "jammed-mechanisms", "damaged-engine", "damaged-mobility", "bailed-out", "shell-shocked", "stunned-crew"
    } <= repairable  # fmt: skip
    assert not charts().criticals["ammo-explosion"].repairable


def test_every_repair_card_speaks_of_criticals_that_can_be_repaired():
    for card in charts().cards.values():
        for effect in card.effects:
            if effect.do == "reroll-repair":
                assert all(charts().criticals[id].repairable for id in effect.criticals), card.id


def test_the_printed_scenario_pairs_forty_points_with_forty():
    """TK-19: the tank with its crew, and two T-64s (p25 platoons)."""
    for id in ("alpha-66", "alpha-66-soviet"):
        assert roster.cost(charts(), roster.decode(charts(), charts().platoons[id])) == 40


# -- ready-made platoons ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", list(charts().platoons))
def test_ready_made_platoons_are_sound_and_use_their_points(id: str):
    report = SYSTEM.load(pack()).forces.judge(charts().platoons[id])
    assert report.sound, report.problems
    if "-50-" in id or "-100-" in id:
        assert report.limit - 10 <= report.cost <= report.limit


def test_every_nation_has_a_choice_of_platoons():
    """p6 platoon cards."""
    official = [one for one in charts().platoons.values() if not one.get("unofficial")]
    fifty = Counter(one["nation"] for one in official if one.get("limit") == 50)
    hundred = Counter(one["nation"] for one in official if one.get("limit") == 100)
    assert all(fifty[nation] >= 2 and hundred[nation] >= 1 for nation in NATIONS)
    assert all(hundred[nation] >= 2 for nation in ("usa", "uk", "frg", "ussr"))


def test_ready_made_platoons_show_nearly_every_card_and_all_models():
    shown = [unit for one in charts().platoons.values() for unit in one["model"]]
    assert {unit["type"] for unit in shown} == set(charts().models)
    cards = {card for unit in shown for card in unit.get("cards", ())}
    assert set(charts().cards) - cards <= {"pilot-daring", "pilot-risky"}


def test_the_missions_of_the_rulebook_are_there():
    missions = {one.id: one.mission for one in charts().scenarios.values()}
    assert missions == {
        "first-game": "tank-ace", "alpha-66": "alpha-66", "tank-ace": "tank-ace", "table-top": "tank-ace",
        "king-of-the-hill": "king-of-the-hill", "free-for-all": "free-for-all", "no-retreat": "no-retreat",
    }  # fmt: skip


# -- packs that are not sound ----------------------------------------------------------------------------------


def row(content: dict[str, Any], file: str, table: str, id: str) -> dict[str, Any]:
    return next(one for one in content[file][table] if one["id"] == id)


def card(content: dict[str, Any], id: str, file: str = "global") -> dict[str, Any]:
    return row(content, f"cards/{file}.toml", "card", id)


def effect(content: dict[str, Any], id: str, file: str = "global", **fields: Any) -> None:
    card(content, id, file)["effects"][0].update(fields)


def scenario(content: dict[str, Any], id: str) -> dict[str, Any]:
    return row(content, "scenarios.toml", "scenario", id)


FAULTS: dict[str, tuple[Callable[[dict[str, Any]], Any], str, str]] = {
    "a card twice": (
        lambda c: c["cards/usa.toml"]["card"].append(card(c, "manpads")), "cards/usa.toml", "two cards 'manpads'"
    ),
    "a model twice": (
        lambda c: c["models.toml"]["model"].append(c["models.toml"]["model"][0]), "models.toml", "two rows 'humvee-tow'"
    ),
    "a card without source": (lambda c: card(c, "manpads").pop("source"), "cards/global.toml", r"`source`.*manpads"),
    "a card of a model that is not there": (
        lambda c: card(c, "at-8").update(models=["t-34"]), "cards/global.toml, card at-8", "no model 't-34'"
    ),
    "a card of another nation's model": (
        lambda c: card(c, "at-8").update(models=["lynx"]), "cards/global.toml, card at-8", "none of the card's nations"
    ),
    "a helicopter's card for tanks": (
        lambda c: card(c, "improved-tow").update(kind="tank"), "card improved-tow", "Cobra is a helicopter"
    ),
    "a card that needs none": (
        lambda c: card(c, "sean-bannon", "usa").update(needs="alpha-67"), "card sean-bannon", "no card 'alpha-67'"
    ),
    "cheaper with nothing": (lambda c: card(c, "manpads").update(cheaper=1), "card manpads", "needs another"),
    "no effect": (lambda c: card(c, "manpads").update(effects=[]), "card manpads", "no effect"),
    "an unknown effect": (lambda c: effect(c, "manpads", do="fly"), "cards/global.toml", "manpads"),
    "an unknown keyword": (
        lambda c: effect(c, "manpads", keyword="Missile (6)"), "card manpads, effect 0", "no keyword 'Missile"
    ),
    "a lost keyword with a number": (
        lambda c: effect(c, "improvised-armour", keyword="Rapid Fire (5)"), "improvised-armour", "no keyword"
    ),
    "a keyword left out": (lambda c: effect(c, "manpads", keyword=""), "card manpads", "names a keyword"),
    "an unknown restriction": (lambda c: card(c, "bomblet").update(keyword="Artilery"), "card bomblet", "Artilery"),
    "an unknown critical": (
        lambda c: effect(c, "medical-kit", criticals=["flu"]), "card medical-kit, effect 0", "no critical 'flu'"
    ),
    "no critical named": (lambda c: effect(c, "medical-kit", criticals=[]), "card medical-kit", "names them"),
    "a moment that never comes": (
        lambda c: effect(c, "gunner-dead-eye", moment="last"), "card gunner-dead-eye", "does not happen"
    ),
    "a moment where there is none": (lambda c: effect(c, "gunner-risky", moment="rolled"), "gunner-risky", "moment"),
    "rockets for nothing": (lambda c: effect(c, "bomblet", use=""), "card bomblet", "given up"),
    "a value left out": (lambda c: effect(c, "loader-precise", value=0), "card loader-precise", "value of 1"),
    "a pair of nothing": (lambda c: effect(c, "loader-resourceful", type="Hats"), "loader-resourceful", "card type"),
    "a die with seven faces": (lambda c: effect(c, "target-computer", faces=[7]), "target-computer", "faces 1 to 6"),
    "a model without hull": (
        lambda c: row(c, "models.toml", "model", "t-64").update(length=0), "models.toml", r"model\[\d+\] \(t-64\)"
    ),
    "a model with an odd keyword": (
        lambda c: row(c, "models.toml", "model", "t-64").update(keywords=["Fats"]), "models.toml, model t-64", "'Fats'"
    ),
    "a keyword twice": (
        lambda c: row(c, "models.toml", "model", "t-64").update(keywords=["Missiles (4)", "Missiles (5)"]),
        "models.toml, model t-64", "Missiles twice",
    ),
    "a square rotor": (
        lambda c: row(c, "models.toml", "model", "hind").update(width=30), "models.toml, model hind", "round"
    ),
    "a platoon's rule that is given up": (
        lambda c: c["platoon_rules.toml"]["rule"][0]["effects"][0].update(use="discard"),
        "platoon_rules.toml, rule team-yankee", "no card",
    ),
    "a nation without platoon": (
        lambda c: c["platoon_rules.toml"]["rule"].pop(0), "platoon_rules.toml", "No platoon is of usa"
    ),
    "an empty deck": (lambda c: c["criticals.toml"].update(critical=[]), "cards", "no critical"),
    "unknown terrain to lay out": (
        lambda c: c["table.toml"].update(terrain=["swamp"]), "table.toml, terrain", "no terrain 'swamp'"
    ),
    "cover for nobody": (lambda c: c["table.toml"].update(cover_dice={"Shy": 2}), "table.toml, cover_dice", "'Shy'"),
    "points upside down": (lambda c: c["table.toml"].update(points=[100, 50]), "table.toml, points", "lower"),
    "terrain off the table": (
        lambda c: scenario(c, "first-game")["layout"][0].update(x=20), "scenario first-game", "off the table"
    ),
    "terrain of no kind": (
        lambda c: scenario(c, "first-game")["layout"][0].update(kind="lake"), "scenario first-game", "'lake'"
    ),
    "a platoon that is not there": (
        lambda c: scenario(c, "first-game")["rosters"].update(us="lost"), "scenario first-game", "no platoon 'lost'"
    ),
    "a side without platoon": (lambda c: scenario(c, "first-game")["rosters"].pop("us"), "first-game", "'us' has no"),
    "a third side": (lambda c: scenario(c, "first-game").update(attacker="nato"), "first-game", "no side 'nato'"),
    "the same side twice": (
        lambda c: scenario(c, "first-game").update(side=[{"id": "us", "name": "A"}] * 2), "first-game", "two sides"
    ),
    "edges that are not opposite": (
        lambda c: scenario(c, "first-game").update(edges={"us": "south", "soviet": "west"}), "first-game", "opposite"
    ),
    "terrain laid twice": (lambda c: scenario(c, "first-game").update(lay_out=True), "first-game", "lay the terrain"),
    "a ready-made platoon of the wrong shape": (
        lambda c: c["platoons/us-50-armor.toml"].update(model=3), "platoons/us-50-armor.toml", "a list"
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_an_unsound_pack_is_told_file_row_and_fault(fault: str):
    spoil, where, what = FAULTS[fault]
    content = copy.deepcopy(dict(pack().content))
    spoil(content)
    with pytest.raises(PackError, match=what) as refused:
        sound_charts(make_pack(pack().system, content))
    assert where in refused.value.where


def test_a_ready_made_platoon_that_is_not_sound_is_told():
    content = copy.deepcopy(dict(pack().content))
    content["platoons/us-50-armor.toml"]["limit"] = 10
    with pytest.raises(PackError, match="limit") as refused:
        SYSTEM.load(make_pack(pack().system, content))
    assert "platoons/us-50-armor.toml" in refused.value.where
