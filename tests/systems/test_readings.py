"""Readings of every system: on its page, in its pack, in scenarios, in battles; each of them can be played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from msgspec.structs import asdict

from campaign.contract.promises import loaded
from campaign.library.settings import settle
from campaign.rules.dice import SeededDice
from campaign.rules.packs import PackError, make_pack
from campaign.rules.readings import AnyReadings, Reading, declared, others, settings, written
from campaign.rules.refused import Refused
from campaign.rules.system import Rules
from campaign.systems import load
from tests.systems.readings_pages import SYSTEMS, TITLE, page, written_anew

FILES = {
    "combat-veteran": ("charts.toml", "readings"),
    "combat-volume-2": ("readings.toml", "readings"),
    "mechwar-4": ("readings.toml", "readings"),
    "portable-wargame-modern": ("rules.toml", "readings"),
    "tanks-modern-age": ("table.toml", ""),
}
"""Where the pack of a system has its readings: file and table."""
PLAYED = {
    "combat-veteran": "tank-duel",
    "combat-volume-2": "bazooka-in-the-street",
    "mechwar-4": "crossroads",
    "portable-wargame-modern": "village-and-guns",
    "tanks-modern-age": "king-of-the-hill",
}
SHORT = {
    "mechwar-4": {
        "turns": 3,
        "wrecks": True,
        "environment": True,
        "morale": True,
        "electronic_warfare": True,
    },
    "portable-wargame-modern": {"turns": 4},
    "tanks-modern-age": {"terrain": "ready", "turns": 2},
}
ALL = [(system, one) for system in SYSTEMS for one in declared(type(loaded(system).readings))]  # type: ignore[arg-type]


def usual(rules: Rules) -> AnyReadings:
    assert rules.readings is not None
    return rules.readings


def scenario_of(rules: Rules) -> str:
    known = [one.id for one in rules.scenarios()]
    wanted = PLAYED[rules.system.id]
    return wanted if wanted in known else known[0]


def opened(rules: Rules, options: dict[str, Any]) -> Any:
    """A state after the set-up, with the options that its scenario has."""
    info = next(one for one in rules.scenarios() if one.id == scenario_of(rules))
    known = {one.id for one in info.settings}
    forces = rules.forces.rosters() if rules.forces is not None else {}
    chosen = settle(info, {id: one for id, one in options.items() if id in known}, lambda name: forces[name])
    return rules.system.begun(rules.open(info.id, chosen))


def flipped(rules: Rules) -> AnyReadings:
    """Every reading otherwise than in the pack."""
    found = usual(rules)
    for one in declared(type(found)):
        found = others(found, one.id)[0]
    return found


def in_pack(rules: Rules, values: dict[str, Any]) -> Rules:
    file, table = FILES[rules.system.id]
    content = deepcopy(dict(rules.pack.content))
    (content[file][table] if table else content[file]).update(values)
    return load(rules.system.id, make_pack(rules.system.id, content))


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_page_of_a_system_has_exactly_the_readings_that_it_declares(system: str):
    text = page(system).read_text(encoding="utf-8")
    assert written_anew(text, system) == text, "python -m tests.systems.readings_pages"
    before, _, rest = text.partition(TITLE)
    rules = before + rest.partition("\n## ")[2]
    known = {one.id for name, one in ALL if name == system}
    assert [one for one in sorted(known) if f"`{one}`" not in rules] == []
    others = {one.id for info in loaded(system).scenarios() for one in info.settings}
    assert set(re.findall(r"`([a-z]+(?:_[a-z0-9]+)+)`", rules)) <= known | others


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_scenario_offers_every_reading_as_its_pack_has_it(system: str):
    rules = loaded(system)
    wanted = settings(usual(rules))
    assert len(wanted) == len({one.id for one in wanted})
    for info in rules.scenarios():
        found = tuple(one for one in info.settings if one.rule)
        assert found == wanted, info.id
        assert len({one.id for one in info.settings}) == len(info.settings), (
            "a reading takes the name of a setting"
        )


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_reading_is_a_switch_of_the_pack(system: str):
    rules = loaded(system)
    values = asdict(flipped(rules))
    if system == "tanks-modern-age":
        values["high_looks_over"] = []
        assert usual(rules).high_looks_over == "buildings"  # type: ignore[attr-defined]
    found = in_pack(rules, values)
    assert usual(found) == flipped(rules)
    state = opened(found, {})
    assert all(one.usual for one in found.in_force(state))


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_scenarios_file_may_read_otherwise_than_the_pack_and_a_battle_than_both(system: str):
    rules = loaded(system)
    content = deepcopy(dict(rules.pack.content))
    wanted, (one, *_) = scenario_of(rules), declared(type(usual(rules)))
    other = asdict(flipped(rules))[one.id]
    rows = [row for name, file in content.items() for row in _scenarios(name, file) if row["id"] == wanted]
    rows[0]["readings"] = {one.id: other}
    found = load(system, make_pack(system, content))
    info = next(info for info in found.scenarios() if info.id == wanted)
    assert next(setting.default for setting in info.settings if setting.id == one.id) == other
    assert getattr(found.read(opened(found, {})), one.id) == other
    back = getattr(usual(rules), one.id)
    assert getattr(found.read(opened(found, {one.id: back})), one.id) == back
    rows[0]["readings"] = {one.id: "perhaps"}
    with pytest.raises(PackError, match=rf"readings\.{one.id}"):
        load(system, make_pack(system, content))


def _scenarios(name: str, file: Any) -> list[dict[str, Any]]:
    if name == "scenarios.toml":
        return file["scenario"]
    return [file] if name.startswith("scenarios/") else []


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_battle_has_the_readings_that_it_was_opened_with_and_says_so(system: str):
    rules = loaded(system)
    wanted = flipped(rules)
    state = rules.copy(opened(rules, asdict(wanted)))
    assert rules.read(state) == wanted
    told = {one.id: (one.value, one.usual) for one in rules.in_force(state)}
    assert told == {id: (written(value), False) for id, value in asdict(wanted).items()}
    assert rules.read(opened(rules, {})) == usual(rules)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_battle_that_names_no_readings_has_those_of_its_pack(system: str):
    """As those of 0.5.0 and before."""
    rules = loaded(system)
    events = rules.open(scenario_of(rules), {}) if system != "tanks-modern-age" else None
    if events is None:
        state = opened(rules, {})
        state.readings = None
        assert rules.read(state) == usual(rules)
        return
    assert rules.read(rules.system.begun(events)) == usual(rules)
    assert all(one.usual for one in rules.in_force(rules.system.begun(events)))


@pytest.mark.parametrize(("system", "one"), ALL, ids=lambda one: getattr(one, "id", one))
def test_a_value_that_a_reading_cannot_have_is_refused_with_those_that_it_can(system: str, one: Reading):
    rules = loaded(system)
    with pytest.raises(Refused) as found:
        opened_plainly(rules, {one.id: "perhaps"})
    allowed = [written(value) for value, _ in one.choices] or [f"{one.lowest} to {one.highest}"]
    assert (found.value.rule, list(found.value.allowed)) == (one.rule, allowed)
    assert found.value.where == f"$.options.{one.id}"


def opened_plainly(rules: Rules, more: dict[str, Any]) -> Any:
    """By what an import would give the rules: options that nobody has checked."""
    info = next(one for one in rules.scenarios() if one.id == scenario_of(rules))
    forces = rules.forces.rosters() if rules.forces is not None else {}
    chosen = settle(info, {}, lambda name: forces[name])
    return rules.open(info.id, {**chosen, **more})


@pytest.mark.parametrize(("system", "one"), ALL, ids=lambda one: getattr(one, "id", one))
def test_a_battle_that_is_read_otherwise_comes_to_its_end(system: str, one: Reading):
    """By chance, some other readings otherwise, too; what decided something is a reading, and the log names it."""
    rules, chance = loaded(system), Random(f"{system} {one.id}")
    value = chance.choice([value for value in one.values if value != getattr(usual(rules), one.id)])
    found = {
        other.id: chance.choice(other.values)
        for other in declared(type(usual(rules)))
        if chance.random() < 0.2
    }
    state = opened(rules, {**SHORT.get(system, {}), **found, one.id: value})
    assert getattr(rules.read(state), one.id) == value
    known = {reading.id for reading in declared(type(usual(rules)))}
    for event in played(rules, state, chance):
        by = getattr(event, "readings", ())
        assert set(by) <= known and len(set(by)) == len(by)
        text, rule = rules.told(state, event)
        assert not text or all(name in rule for name in by), event
    assert rules.verdict(state) is not None


def played(rules: Rules, state: Any, chance: Random, most: int = 4_000) -> Iterator[Any]:
    """The events of a battle by chance, to its end."""
    bot = rules.system.bot(rules.system.bot_names[0])
    for _ in range(most):
        asked = rules.pending(state)
        if not asked:
            return
        side = asked[0].side
        options = rules.legal(state, side)
        action = bot.choose(rules, rules.known(state, side), side, options, chance.randrange).action
        yield from rules.advance(state, side, action, SeededDice(chance.randrange))
    raise AssertionError("it has no end")
