"""200 files of chance of each kind for each rule system: sound ones are opened and played, others refused with file and
line; and of what is opened nobody stands where nobody can."""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from campaign.headquarters import Headquarters
from campaign.library.settings import settle
from campaign.library.trying import ready
from campaign.rules.dice import SeededDice
from campaign.rules.packs import read_pack
from campaign.rules.refused import Refused
from campaign.rules.system import Rules
from campaign.shared.answers import Acted
from campaign.systems import load, package_of
from tests.campaign.conftest import steady_world
from tests.campaign.packs.chance import board_by_chance, chart_by_chance, scenario_by_chance
from tests.campaign.packs.ghosts import OF, ghosts
from tests.campaign.packs.own import MECHWAR, OURS, PORTABLE, TANKS, VETERAN, VOLUME_2, packs
from tests.conftest import PROFILE

FILES = 200 if PROFILE == "long" else 25
FEWER = 200 if PROFILE == "long" else 12
ACTIONS = 60 if PROFILE == "long" else 25


@pytest.mark.parametrize("system", OURS)
def test_a_scenario_file_of_chance_is_played_or_refused_with_file_and_line(tmp_path: Path, system: str):
    came = _came(
        tmp_path, system, FILES, scenario_by_chance, lambda rules, seed: "mine", r"scenarios/mine\.toml"
    )
    assert came["played"] and came["refused"], came


@pytest.mark.parametrize("system", [one for one in OURS if one != TANKS])
def test_a_board_of_chance_is_played_on_or_refused_with_file_and_line(tmp_path: Path, system: str):
    mine = r"(boards|scenarios)/mine\.toml"
    came = _came(tmp_path, system, FEWER, board_by_chance, lambda rules, seed: "mine", mine)
    assert came["played"] and came["refused"], came


@pytest.mark.parametrize("system", OURS)
def test_a_chart_of_chance_is_played_with_or_refused_with_file_and_line(tmp_path: Path, system: str):
    def some(rules: Rules, seed: int) -> str:
        return Random(f"which/{seed}").choice(sorted(rules.infos))

    came = _came(tmp_path, system, FEWER, chart_by_chance, some, "")
    assert came["played"] and came["refused"], came


def _came(
    folder: Path,
    system: str,
    files: int,
    made: Callable[[str, int], Mapping[str, str]],
    which: Callable[[Rules, int], str],
    mine: str,
) -> Counter[str]:
    """What came of so many files. mine: what a refusal names of the user's; "" for any file, his or shipped."""
    came: Counter[str] = Counter()
    place = rf"packs/{system}/{mine}:[1-9]\d*\b" if mine else rf"(packs/{system}/)?[\w./-]+\.toml:[1-9]\d*\b"
    for seed in range(files):
        home = folder / str(seed)
        try:
            rules = packs(home, system, made(system, seed)).installed(system)
        except Refused as error:
            came["refused"] += 1
            said = (system, seed, str(error))
            assert re.match(place, error.where), said
            assert "cannot be opened" not in error.reason and "Traceback" not in str(error), said
            assert error.reason.endswith((".", "?")), said
        else:
            came["played"] += 1
            scenario = which(rules, seed)
            state = rules.system.begun(rules.open(scenario, settle(rules.infos[scenario], {}, ready(rules))))
            assert not ghosts(rules, scenario, state), (system, seed)
            _play(rules, state, seed)
            with Headquarters(home, steady_world()) as hq:
                assert isinstance(hq.battles.new(scenario, system=system), Acted), (system, seed)
    return came


def _play(rules: Rules, state: Any, seed: int) -> None:
    """Some actions of chance, with all that is asked of rules on the way."""
    chance = Random(f"play/{seed}")
    for _ in range(ACTIONS):
        pending = rules.pending(state)
        if not pending:
            break
        side = pending[0].side
        option = chance.choice(list(rules.legal(state, side)))
        assert rules.label(rules.known(state, side), option)
        for event in rules.advance(state, side, option.action, SeededDice(chance.randrange)):
            rules.told(state, event)
        rules.view(state, side)
    assert rules.view(state, "")


GHOSTS: Mapping[str, tuple[str, str, Callable[[Any], Any]]] = {
    "a tank in a river": (VETERAN, "river-armor", lambda said: said["group"][0].update(hex="1008")),
    "two on a seat": (
        VOLUME_2, "hedgerow-halftrack",
        lambda said: said["vehicle"].append(copy.deepcopy(said["vehicle"][0]) | {"hex": "01.01"}),
    ),
    "two vehicles in a hex": (
        VOLUME_2, "hedgerow-halftrack",
        lambda said: said["vehicle"].append(copy.deepcopy(said["vehicle"][0]) | {"id": "other", "crew": {}}),
    ),
    "four in a hex": (
        MECHWAR, "crossroads", lambda said: said["unit"][0].update(hexes=said["unit"][0]["hexes"][:1] * 4)
    ),
    "upon mines": (
        MECHWAR, "crossroads", lambda said: said.update(mines=[{"hexes": said["unit"][0]["hexes"]}])
    ),
    "two infantry in a hex": (
        PORTABLE, "fortified-ridge", lambda said: said["unit"].append(copy.deepcopy(said["unit"][0]))
    ),
    "a load without a carrier": (
        PORTABLE, "fortified-ridge", lambda said: said["unit"][0].update(aboard=True)
    ),
    "mines under units": (
        PORTABLE, "fortified-ridge", lambda said: said.update(mines=said["unit"][0]["hexes"])
    ),
    "a wood on a house": (
        TANKS, "first-game", lambda said: said.update(layout=[{**said["layout"][0]}, *said["layout"]])
    ),
}  # fmt: skip


@pytest.mark.parametrize("ghost", GHOSTS)
def test_a_ghost_that_is_there_is_seen(ghost: str):
    system, scenario, change = GHOSTS[ghost]
    content = read_pack(system, package_of(system)).content
    rows = [data for name, data in content.items() if name.startswith("scenarios/")]
    rows += content.get("scenarios.toml", {}).get("scenario", [])
    said = copy.deepcopy(next(row for row in rows if row["id"] == scenario))
    rules = load(system, read_pack(system, package_of(system)))
    state = rules.system.begun(rules.open(scenario, settle(rules.infos[scenario], {}, ready(rules))))
    pieces = list(rules.view(state, "umpire").pieces)
    before = list(OF[system](content, said, pieces))
    change(said)
    assert not before and list(OF[system](content, said, pieces))
