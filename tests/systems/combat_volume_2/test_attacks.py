"""What somebody could try against a mission: see `attacking.py`. A thousand of them with HYPOTHESIS_PROFILE=long."""

from __future__ import annotations

from pathlib import Path
from random import Random
from sys import intern

import msgspec
import pytest

from campaign import systems
from campaign.headquarters import Headquarters
from campaign.library.settings import settle
from campaign.rules.dice import SeededDice
from campaign.rules.packs import decode_pack
from campaign.rules.system import decide
from campaign.shared.answers import Acted
from campaign.systems.combat_volume_2 import SYSTEM
from campaign.systems.combat_volume_2.state import FRIEND
from events.entry import encode_json
from tests.campaign.conftest import steady_world
from tests.conftest import PROFILE
from tests.systems.combat_volume_2.attacking import FIELDS, MISSIONS, RULES, Attack, begun

LONG = PROFILE == "long"
ATTACKS = 1_000 if LONG else len(FIELDS)
"""In the default profile one against each mission."""
AT_ONCE = 50 if LONG else 1
"""Missions of one test."""
STORED = SYSTEM.load(decode_pack(RULES.pack.encode()))
"""The rules with their pack as a diary keeps it: names in its tables are in alphabetical order."""


@pytest.mark.parametrize("first", range(0, ATTACKS, AT_ONCE))
def test_nothing_is_let_through_that_is_not_listed(first: int) -> None:
    for number in range(first, first + AT_ONCE):
        attack = Attack(number, every=12 if LONG else 30, tries=30 if LONG else 12)
        attack.play()
        assert attack.said, "something was refused"


@pytest.mark.parametrize("mission", MISSIONS)
def test_a_mission_opens_alike_with_the_pack_of_a_diary(mission: str) -> None:
    info = next(one for one in RULES.scenarios() if one.id == mission)
    usual = settle(info, {}, lambda name: {})
    typed = {name: "".join(list(one)) if isinstance(one, str) else one for name, one in usual.items()}
    own = {name: intern(one) if isinstance(one, str) else one for name, one in usual.items()}
    written = [
        msgspec.json.decode(encode_json(event))
        for rules in (RULES, STORED)
        for options in (usual, typed, own)
        for event in rules.open(mission, options)
    ]
    assert all(one == written[0] for one in written)


@pytest.mark.parametrize("number", range(len(FIELDS)))
def test_a_mission_goes_on_alike_with_the_pack_of_a_diary(number: int) -> None:
    random, game = Random(number), begun(number)
    while RULES.pending(game):
        options = RULES.legal(game, FRIEND)
        assert STORED.legal(game, FRIEND) == options
        option = SYSTEM.bots[0].choose(RULES, game, FRIEND, options, random.randrange)
        dice = [SeededDice(Random(len(options)).randrange) for _ in range(2)]
        stored = decide(STORED, game, FRIEND, option.action, dice[0]) if random.randrange(4) == 0 else None
        events = RULES.advance(game, FRIEND, option.action, dice[1])
        assert stored is None or (stored, dice[0].draws) == (events, dice[1].draws)


@pytest.mark.parametrize("mission", MISSIONS)
def test_a_mission_that_was_begun_is_verified_elsewhere(
    tmp_path: Path, mission: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a program that has its pack from the diary alone; other tests are spared that."""
    monkeypatch.setattr("campaign.library.installed.load", systems.load)
    with Headquarters(tmp_path, steady_world()) as hq:
        opened = hq.battles.new(mission, system=SYSTEM.id)
        assert isinstance(opened, Acted), opened
        for _ in range(6):
            assert isinstance(hq.battles.act(opened.diary, hq.battles.legal(opened.diary)[-1].action), Acted)
    with Headquarters(tmp_path, steady_world("again")) as elsewhere:
        report = elsewhere.battles.verify(opened.diary)
        assert report.sound, report.why
