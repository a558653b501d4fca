"""Every forgery of the table in docs/diary.md, on battles of all rule systems and campaigns, sealed anew each time."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.rules.options import played
from campaign.shared.answers import VerifyReport
from campaign.shared.callers import local
from campaign.shared.open_diary import QUIET
from campaign.systems import system_ids
from tests.campaign.calling import ok
from tests.campaign.conftest import steady_world
from tests.campaign.forgeries import FORGERIES, Found
from tests.campaign.forging import Copy, by_chance, copy_of, verdict
from tests.conftest import PROFILE
from tests.golden import campaigns, make

ROOT = Path(__file__).parents[2]
DIARIES = 15
LEAST, MOST = 20, 100 if PROFILE == "long" else 3
"""Forgeries that must be possible in each diary, and diaries that each is tried in."""


def _named(hq: Headquarters, scenario: str, **options: bool) -> str:
    """Kim against Bob, by consent, until Kim gives up: with a request refused and one granted. Against the rules there
    is nobody to be asked."""
    sides = [side.id for side in played(hq.packs.scenario(scenario)[1].sides)]
    players = dict(zip(sides, ("kim", "bob"), strict=False))
    first, other = sides[0], sides[-1]
    seats = [Seat(side, player) for side, player in players.items()]
    name, undo = f"{scenario}-named", "consent" if len(sides) > 1 else "free"
    battle = ok(hq.battles.new(scenario, seats=seats, undo=undo, name=name, options=options)).diary
    doors = {side: hq.for_(local(player)).battles for side, player in players.items()}
    opened, rnd = hq._house.battles.get(battle), random.Random(3)
    for turn in range(40):
        state = opened.state()
        if opened.over(state):
            return battle
        if turn in (12, 20) and opened.state().table.request is None:
            log = [one for one in hq.battles.log(battle) if not one.withdrawn and one.kind not in QUIET]
            side = log[-1].side
            ok(doors[side].rewind(battle, log[-1].parent))
            if opened.state().table.request is not None:
                ok(doors[other if side == first else first].answer_undo(battle, turn == 20))
            continue
        by_chance(opened, doors, rnd)
    ok(doors[first].act(battle, {"kind": "concede"}))
    return battle


@cache
def diaries() -> Mapping[str, Copy]:
    """Battles of every rule system, a campaign with everything in it, and one with a battle that was fought here."""
    with TemporaryDirectory() as place, Headquarters(Path(place) / "home", steady_world()) as hq:
        names = [
            make.play(hq, "tank-duel", 0, "sealed", "free"),
            make.play(hq, "tank-duel", 1, "typed", "consent"),
            _named(hq, "tank-duel"),
            make.play(hq, "bazooka-in-the-street", 0, "sealed", "free"),
            make.play(hq, "ambush", 1, "typed", "free"),
            _named(hq, "hamlet-panzerfausts"),
            make.play(hq, "first-game", 0, "sealed", "free"),
            make.play(hq, "first-game", 1, "typed", "consent"),
            _named(hq, "first-game"),
            _named(hq, "crossroads", fog=True),
            _named(hq, "river-ford"),
        ]
        fork = campaigns.by_hand(hq, Path(place) / "files")
        found = {name: copy_of(hq, name) for name in (*names, campaigns.MADE, fork)}
        definition = hq.campaigns.files.check(Path(place) / "files").definition
        found[campaigns.MADE].definition = found[fork].definition = definition
        found["korea"] = _fought(hq)
        found["taken-back"] = _taken_back(hq)
        return found


def _taken_back(hq: Headquarters) -> Copy:
    """A battle under way, of which the only roll was taken back."""
    name = ok(hq.battles.new("tank-duel", undo="free", name="taken-back")).diary
    while True:
        options = hq.battles.legal(name)
        shots = [one for one in options if one.dice]
        ok(hq.battles.act(name, bytes((shots or options)[0].action)))
        if shots:
            ok(hq.battles.undo(name))
            return copy_of(hq, name)


def _fought(hq: Headquarters) -> Copy:
    """A campaign of which one battle was fought here and filed."""
    ok(hq.campaigns.new("marines-in-korea", name="korea"))
    pick = random.Random(2).randrange
    battle, more = "", 8
    while not battle or more:
        ok(hq.campaigns.staff.step("korea", pick=pick))
        more -= bool(battle)
        state = hq._house.campaigns.get("korea").state()
        battle = battle or next((one.diary for one in state.battles.values() if one.seal), "")
    copy = copy_of(hq, "korea")
    others = [one.diary for one in state.battles.values() if one.diary and one.diary != battle]
    copy.others += [copy_of(hq, one) for one in (battle, *others)]
    return copy


def found(report: VerifyReport) -> Found:
    if not report.sound:
        return "broken"
    return "nothing" if report.whole else "not checked"


def test_no_rule_system_is_left_out():
    played = {copy.lines[0].json["rules"].partition(" ")[0] for copy in diaries().values()}
    assert played == {*system_ids(), "campaign"}
    assert len(diaries()) == DIARIES


@pytest.mark.parametrize("diary", range(DIARIES))
def test_what_was_not_forged_is_sound_and_decided_again(diary: int, tmp_path: Path):
    copy = list(diaries().values())[diary]
    report = verdict(deepcopy(copy), tmp_path)
    assert found(report) == "nothing", report
    assert report.decided == report.entries == len(copy.lines)


@pytest.mark.parametrize("name", FORGERIES)
def test_it_is_found_as_the_table_says(name: str, tmp_path: Path):
    done, first = 0, list(FORGERIES).index(name)  # so that each diary is the first of some
    some = list(diaries().items())
    for number in range(len(some)):
        diary, copy = some[(first + number) % len(some)]
        forged = deepcopy(copy)
        if FORGERIES[name].does(forged):
            report = verdict(forged, tmp_path / str(number))
            assert found(report) == FORGERIES[name].found, (diary, report)
            assert report.sound == (report.why == "")
            assert any(by in report.why for by in FORGERIES[name].by), (diary, report.why)
            done += 1
        if done == MOST:
            break
    assert done


@pytest.mark.parametrize("diary", range(DIARIES))
def test_there_is_enough_to_forge_in_each(diary: int):
    copy = list(diaries().values())[diary]
    possible = [name for name, one in FORGERIES.items() if one.does(deepcopy(copy))]
    assert len(possible) >= LEAST


def test_the_table_names_every_forgery_and_no_other():
    text = (ROOT / "docs" / "diary.md").read_text(encoding="utf-8")
    table = text.partition("## Forgeries")[2].partition("\n### ")[0]
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in re.findall(r"^\|.*\|$", table, re.M)][
        2:
    ]
    assert {row[0]: row[1] for row in rows} == {name: one.found for name, one in FORGERIES.items()}
    assert all(row[2] for row in rows)
