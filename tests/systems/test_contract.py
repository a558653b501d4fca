"""The contract of `campaign/contract`, run for every rule system: War Diary's own, and the worked example."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.battles import table
from campaign.contract import declared
from campaign.contract.battles import Contract
from campaign.contract.promises import Forger, loaded, untouched
from campaign.headquarters import Headquarters
from campaign.library.settings import settle
from campaign.rules.options import played
from campaign.rules.system import Rules, System, hides
from campaign.shared.answers import Acted
from campaign.simulation.playing import fight
from campaign.systems import find, system_ids
from tests.conftest import PROFILE
from tests.example import installed
from tests.systems import secrets

FORGERS: dict[str, Forger] = {
    "mechwar-4": secrets.other_counters,
    "tanks-modern-age": secrets.other_cards_face_down,
    "duel-of-dice": secrets.another_hand,
}
"""For every system that hides something: another state that looks the same to somebody."""
with installed():
    SYSTEMS = system_ids()
    SCENARIOS = [
        (id, info.id) for id in SYSTEMS for info in loaded(id).scenarios()[:: 1 if PROFILE == "long" else 2]
    ]
"""In the default profile every other one of a system: each is played in its own tests of battles by chance."""
BATTLES = 1
"""Of each of them, times ten in the long profile."""
EVERY = 12 if PROFILE == "long" else 120
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


@pytest.mark.parametrize("promise", declared.PROMISES)
def test_what_a_system_says_of_itself_holds(promise: str, rules: Rules):
    declared.PROMISES[promise](rules)


def test_who_writes_to_a_state_that_he_only_looks_at_is_caught(system: System):
    state = system.initial()
    name = state.__struct_fields__[0]
    with pytest.raises(AssertionError, match="only asks"), untouched(state):
        setattr(state, name, getattr(state, name))
    setattr(state, name, getattr(state, name))


def test_whatever_hides_something_is_paired(rules: Rules, system: System):
    assert (rules.hidden is not None) == (system.id in FORGERS)


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
