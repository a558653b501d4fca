"""The contract of `contract.py`, run for every rule system: War Diary's own, and the worked example."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.battles import table
from campaign.battles.state import BattleReducer
from campaign.headquarters import Headquarters
from campaign.library.settings import settle
from campaign.rules.options import played
from campaign.rules.refused import Refused
from campaign.rules.system import Rules, System, assets_of, forces_of, hides
from campaign.shared.answers import Acted
from campaign.simulation.playing import fight
from campaign.systems import find, system_ids
from events.codec import tag_of
from tests.conftest import PROFILE
from tests.example import installed
from tests.systems import secrets
from tests.systems.contract import Contract, Forger, loaded, untouched

FORGERS: dict[str, Forger] = {
    "mechwar-4": secrets.other_counters,
    "tanks-modern-age": secrets.other_cards_face_down,
    "duel-of-dice": secrets.another_hand,
}
"""For every system that hides something: another state that looks the same to somebody."""
with installed():
    SCENARIOS = [(id, info.id) for id in system_ids() for info in loaded(id).scenarios()]
    SYSTEMS = system_ids()
BATTLES = 1
"""Of every scenario, times ten in the long profile."""
EVERY = 12 if PROFILE == "long" else 60
"""Among how many states one is looked at closely."""


@pytest.fixture(autouse=True)
def everybody_is_there() -> Iterator[None]:
    with installed():
        yield


@pytest.fixture(params=SYSTEMS)
def system(request: pytest.FixtureRequest) -> System:
    return find(request.param)


@pytest.fixture
def rules(system: System) -> Rules:
    return loaded(system.id)


@pytest.mark.parametrize(("system", "scenario"), SCENARIOS)
def test_random_battles_keep_the_contract(system: str, scenario: str, scale: int):
    for seed in range(BATTLES * scale):
        battle = Contract(system, scenario, seed, FORGERS.get(system))
        battle.play(battle.system.bot_names[0], every=EVERY)
        battle.replayed()
        battle.copied()


@pytest.mark.parametrize("id", SYSTEMS)
def test_the_same_choices_and_dice_give_the_same_battle(id: str):
    scenario = min(loaded(id).scenarios(), key=lambda one: one.turns).id
    one, other = (Contract(id, scenario, 7) for _ in range(2))
    for battle in (one, other):
        battle.play(battle.system.bot_names[-1], every=10**9)
    assert one.entries == other.entries


def test_a_system_says_what_it_is(system: System, rules: Rules):
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", system.id)
    assert system.title
    assert system.version
    assert rules.system is system
    scenarios = {info.id: info for info in rules.scenarios()}
    assert scenarios
    for info in scenarios.values():
        assert info.title
        assert len({side.id for side in info.sides}) == len(info.sides) > 1
    scenario, seats = system.sample
    if scenario:
        assert set(seats) <= {side.id for side in scenarios[scenario].sides}
        assert set(seats.values()) <= set(system.bot_names)
    with pytest.raises(Refused):
        rules.open("no-such-scenario", {})


def test_bots_have_names_and_unknown_ones_are_refused(system: System):
    assert system.bot_names
    assert len(set(system.bot_names)) == len(system.bot_names)
    with pytest.raises(Refused) as refused:
        system.bot("no-such-bot")
    assert refused.value.allowed == system.bot_names


def test_tables_cover_the_events(system: System):
    assert set(system.appliers) == set(system.events)
    assert len(set(system.events)) == len(system.events)
    for says in (system.dice, system.shuffles):
        assert set(says) <= set(system.events)
        for event, spoken in says.items():
            names = (spoken,) if isinstance(spoken, str) else spoken
            assert set(names) <= set(event.__struct_fields__), event


def test_tags_are_its_own_and_old_ones_lead_to_new_ones(system: System):
    tags = [tag_of(event) for event in system.events]
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*(\.\d+)?", tag) for tag in tags)
    assert not set(tags) & {tag_of(event) for event in table.EVENTS}
    actions = {tag_of(one) for one in system.action_type.__args__}
    assert not actions & {tag_of(one) for one in table.TableAction.__subclasses__()}
    BattleReducer(system)  # refuses two of one tag, and an upcaster for a current one
    newest = {word: int(number or 1) for word, _, number in (tag.partition(".") for tag in tags)}
    for old in system.upcasters:
        word, _, number = old.partition(".")
        assert newest[word] > int(number or 1), f"nothing that {old} could lead to"


def test_the_empty_state_needs_no_pack(system: System):
    state = system.initial()
    assert type(state) is system.state_type
    assert system.copy(state) == state
    assert system.copy(state) is not state


def test_who_writes_to_a_state_that_he_only_looks_at_is_caught(system: System):
    state = system.initial()
    name = state.__struct_fields__[0]
    with pytest.raises(AssertionError, match="only asks"), untouched(state):
        setattr(state, name, getattr(state, name))
    setattr(state, name, getattr(state, name))


def test_whatever_hides_something_is_paired(rules: Rules, system: System):
    assert (rules.hidden is not None) == (system.id in FORGERS)


def test_facets_that_are_not_there_are_refused_in_words(rules: Rules):
    for of, facet in ((forces_of, rules.forces), (assets_of, rules.assets)):
        if facet is not None:
            assert of(rules) is facet
            continue
        with pytest.raises(Refused) as refused:
            of(rules)
        assert refused.value.reason.endswith(".")


def test_ready_made_forces_are_sound(rules: Rules):
    if rules.forces is None:
        return
    for content in rules.forces.rosters().values():
        report = rules.forces.judge(content)
        assert report.sound, report.problems
        for fit in report.fits[:5]:
            more = rules.forces.judge(rules.forces.added(content, fit))
            assert len(more.lines) == len(report.lines) + 1
        if report.lines:
            last = len(report.lines) - 1
            assert len(rules.forces.judge(rules.forces.removed(content, last)).lines) == last
        with pytest.raises(Refused):
            rules.forces.removed(content, len(report.lines))


def test_what_a_campaign_may_keep_has_words(rules: Rules):
    if rules.assets is None:
        return
    for id, one in rules.assets.types().items():
        assert one.id == id
        assert one.name
        assert len(set(one.posts)) == len(one.posts)
    assert all(one.name for one in rules.assets.damages())
    assert all(text.endswith(".") for text in rules.assets.skills().values())


def test_every_system_stands_in_its_folder():
    """Whoever knows one knows all: each of the house has the rooms of the page on writing a system."""
    folder = Path(__file__).parents[2] / "campaign" / "systems"
    for id in system_ids():
        if (rooms := folder / id.replace("-", "_")).exists():
            names = {path.name.removesuffix(".py") for path in rooms.iterdir()}
            if "table" in names:  # in chapters, each a file for one subject
                assert {"state", "play", "charts", "view", "bots", "rules", "data"} <= names
                continue
            assert {"state", "actions", "events", "charts", "apply", "legal", "view"} <= names
            assert {"muster", "odds", "bots", "words", "rules", "data", "decide"} <= names


@pytest.mark.parametrize("system", sorted(FORGERS))
def test_no_bot_is_given_the_truth(system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """At a table, and where many battles are simulated: what a bot gets holds no more than its side knows."""
    rules, bot = loaded(system), find(system).bots[0]
    given: list[bool] = []
    choose = bot.choose

    def watched(_: Any, rules: Rules, known: Any, side: str, *more: Any) -> Any:
        if hides(rules, known):
            assert rules.hidden is not None
            given.append(rules.hidden.known(known, side) == known)
        return choose(rules, known, side, *more)

    def enough(state: Any, *_: Any) -> None:
        if len(given) > 10 or rules.verdict(state):
            raise StopIteration

    monkeypatch.setattr(type(bot), "choose", watched)
    info = rules.scenarios()[0]
    options: dict[str, Any] = {"fog": True} if any(one.id == "fog" for one in info.settings) else {}
    bots = {side.id: bot.name for side in played(info.sides)}
    with Headquarters(tmp_path / "home") as hq:
        opened = hq.battles.new(info.id, system=system, options=options)
        assert isinstance(opened, Acted), opened
        while len(given) < 10 and hq.battles.bots.move(opened.diary, bots) is not None:
            pass
    assert len(given) > 5 and all(given)
    given.clear()
    forces = rules.forces.rosters() if rules.forces is not None else {}
    settled = settle(info, options, lambda name: forces[name])
    with pytest.raises(StopIteration):
        fight(rules, table.Open(info.id, system, (), "sealed", "free", dict(settled)), bots, 1, 1, enough)
    assert len(given) > 5 and all(given)
