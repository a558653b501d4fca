"""200 scenario files of chance for each rule system: sound ones are played, others refused with file and line."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from campaign.library.settings import settle
from campaign.library.trying import ready
from campaign.rules.dice import SeededDice
from campaign.rules.refused import Refused
from campaign.rules.system import Rules
from tests.campaign.packs.chance import by_chance
from tests.campaign.packs.own import OURS, packs
from tests.conftest import PROFILE

FILES = 200 if PROFILE == "long" else 25
ACTIONS = 60 if PROFILE == "long" else 25


@pytest.mark.parametrize("system", OURS)
def test_a_scenario_file_of_chance_is_played_or_refused_with_file_and_line(tmp_path: Path, system: str):
    played = refused = 0
    for seed in range(FILES):
        found = packs(tmp_path, system, {"scenarios/mine.toml": by_chance(system, seed)})
        try:
            rules = found.installed(system)
        except Refused as error:
            refused += 1
            assert re.match(rf"packs/{system}/scenarios/mine\.toml:[1-9]\d*\b", error.where), (
                seed,
                str(error),
            )
            assert "cannot be opened" not in error.reason and "Traceback" not in str(error), (
                seed,
                str(error),
            )
            assert error.reason.endswith("."), (seed, str(error))
        else:
            played += 1
            _play(rules, seed)
    assert played and refused, (played, refused)


def _play(rules: Rules, seed: int) -> None:
    """Some actions of chance, with all that is asked of rules on the way."""
    chance = Random(f"play/{seed}")
    state = rules.system.begun(rules.open("mine", settle(rules.infos["mine"], {}, ready(rules))))
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
