"""Any one path of any body changed, and all links, digests and seals made anew: what is let through has a name."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from itertools import cycle, islice
from pathlib import Path

import pytest

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.rules.options import played
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, DiceNeeded, VerifyReport
from campaign.shared.callers import Caller, local
from campaign.shared.open_diary import QUIET
from campaign.systems import system_ids
from events.entry import encode_json
from events.errors import Damaged
from tests.campaign.calling import ok
from tests.campaign.conftest import steady_world
from tests.campaign.forgeries.anywhere import Change, as_file, candidates, change, checked, forged
from tests.campaign.forgeries.let_through import LET_THROUGH
from tests.campaign.forging import Copy, by_chance, copy_of
from tests.conftest import PROFILE
from tests.golden import campaigns

ROOT = Path(__file__).parents[2]
PARTS = 4
"""So that several processes share the work."""
TRIED, BROUGHT = (5_000, 400) if PROFILE == "long" else (280, 28)
"""Changes that are verified, and such that are brought in as files besides."""
TURNS = 14
SCENARIOS = {
    "tank-duel": {}, "first-game": {}, "river-ford": {}, "crossroads": {"fog": True}, "hamlet-panzerfausts": {},
}  # fmt: skip
"""One of each rule system, with settings of its own."""


def _named(hq: Headquarters, scenario: str, options: Mapping[str, bool]) -> str:
    """Kim against Bob, or alone against the rules, until Kim gives up: with a text for the dice, a way back that was
    asked for and granted, and the secret of the dice in the end."""
    sides = [side.id for side in played(hq.packs.scenario(scenario)[1].sides)]
    players = dict(zip(sides, ("kim", "bob"), strict=False))
    first, other = sides[0], sides[-1]
    seats = [Seat(side, player) for side, player in players.items()]
    battle = ok(hq.battles.new(scenario, seats=seats, name=f"{scenario}-named", options=options)).diary
    doors = {side: hq.for_(local(player)).battles for side, player in players.items()}
    opened, rnd = hq._house.battles.get(battle), random.Random(3)
    ok(doors[first].act(battle, {"kind": "contribute", "text": "lucky"}))
    for turn in range(TURNS):
        opened.state()
        if turn == TURNS // 2:
            log = [one for one in hq.battles.log(battle) if not one.withdrawn and one.kind not in QUIET]
            own = next((one for one in reversed(log) if one.side == first), None)
            if own is not None:
                ok(doors[first].rewind(battle, own.parent))
                if opened.state().table.request is not None:
                    ok(doors[other].answer_undo(battle, True))
            continue
        by_chance(opened, doors, rnd)
    ok(doors[first].act(battle, {"kind": "concede"}))
    return battle


def _anybody(hq: Headquarters, scenario: str) -> str:
    """Without names, with typed dice."""
    battle = ok(hq.battles.new(scenario, dice="typed", name=f"{scenario}-typed")).diary
    opened, rnd = hq._house.battles.get(battle), random.Random(4)
    for _ in range(TURNS):
        state = opened.state()
        side = rnd.choice(opened.pending(state)).side
        option = rnd.choice(opened.rules.legal(state.game, side))
        typed: list[int] = []
        while not isinstance(
            answer := hq.looking_as(side).battles.act(battle, encode_json(option.action), dice=typed), Acted
        ):
            if isinstance(answer, DiceNeeded):
                typed += [rnd.choice(answer.there) for _ in range(answer.count)]
            elif answer.where == "$.dice":
                typed[-1] = int(rnd.choice(answer.allowed))
            else:
                break
    ok(hq.battles.undo(battle))
    return battle


def diaries_in(hq: Headquarters, place: Path) -> dict[str, Copy]:
    """Two battles of each rule system, two campaigns with their battles, and a fork that was corrected behind its
    beginning."""
    names = [_named(hq, scenario, options) for scenario, options in SCENARIOS.items()]
    names += [_anybody(hq, scenario) for scenario in SCENARIOS]
    fork = campaigns.by_hand(hq, place / "files")
    campaign, battle = _running(hq)
    names += [_seated(hq), ok(hq.battles.fork("tank-duel-named", 9)).diary, campaign, battle]
    found = {name: copy_of(hq, name) for name in (fork, *names, campaigns.MADE)}
    found[battle].campaign = campaign
    definition = hq.campaigns.files.check(place / "files").definition
    found[campaigns.MADE].definition = found[fork].definition = definition
    return found


def _seated(hq: Headquarters) -> str:
    """As on a server: seats are offered and taken, one is left and offered again, somebody is let in to look on."""
    ann, ben, eve = (hq.for_(Caller(player)).battles for player in ("ann", "ben", "eve"))
    seats = [Seat("nk", "ann"), Seat("us", "ben")]
    name = ok(ann.new("tank-duel", seats=seats, look="invited")).diary
    ok(ben.seats.accept(name, "us"))
    for turn, one in enumerate((ann, ben) * 2):
        if options := one.legal(name):
            ok(one.act(name, bytes(options[-1].action), key=f"turn {turn}"))
    ok(ben.seats.leave(name, "us"))
    ok(ann.seats.offer(name, "us"))
    ok(ann.seats.welcome(name, "eve"))
    ok(eve.seats.accept(name, "us"))
    ok(ann.act(name, {"kind": "concede"}))
    return name


def _running(hq: Headquarters) -> tuple[str, str]:
    """A campaign, and a battle of it that is being fought."""
    name = ok(hq.campaigns.new("marines-in-korea", name="korea")).diary
    pick = random.Random(2).randrange
    while True:
        ok(hq.campaigns.staff.step(name, pick=pick))
        state = hq._house.campaigns.get(name).state()
        if fought := next((one.diary for one in state.battles.values() if one.status == "running"), ""):
            break
    ok(next(iter(hq.battles.bots.play(fought, {"nk": "random", "us": "random"}))))
    return name, fought


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Headquarters, dict[str, Copy]]]:
    place = tmp_path_factory.mktemp("forged")
    with Headquarters(place / "home", steady_world()) as hq:
        yield hq, diaries_in(hq, place)


def outcome(found: VerifyReport | str) -> str:
    if isinstance(found, str) or not found.sound:
        return "broken"
    return "nothing" if found.whole else "not checked"


Made = tuple[Headquarters, dict[str, Copy]]


def _gets_through(hq: Headquarters, copy: Copy, one: Change) -> bool:
    done = forged(copy, one)
    return done is not None and outcome(checked(hq, done)) == "nothing"


def _names(copy: Copy, one: Change) -> list[str]:
    return [name for name, it in LET_THROUGH.items() if it(copy, one)]


def test_what_was_not_forged_is_sound(made: Made):
    hq, diaries = made
    for name, copy in diaries.items():
        assert outcome(checked(hq, copy)) == "nothing", name
    rules = {copy.lines[0].json["rules"].partition(" ")[0] for copy in diaries.values()}
    assert rules == {*system_ids(), "campaign"}


@pytest.mark.parametrize("part", range(PARTS))
def test_only_what_has_a_name_is_let_through(made: Made, part: int):
    hq, diaries = made
    rnd = random.Random(part if PROFILE != "long" else None)
    for copy in islice(cycle(diaries.values()), TRIED // PARTS):
        one = change(copy, rnd)
        if _gets_through(hq, copy, one):
            assert _names(copy, one), (copy.info.name, one, copy.lines[one.seq - 1].json)


@pytest.mark.parametrize("name", LET_THROUGH)
def test_what_has_a_name_is_let_through(made: Made, name: str):
    """So that no name outlives what it stands for."""
    hq, diaries = made
    rnd = random.Random(1)
    for copy in reversed(diaries.values()):
        for one in candidates(copy, rnd):
            if LET_THROUGH[name](copy, one) and _gets_through(hq, copy, one):
                return
    raise AssertionError(f"nothing is let through as {name}")


def test_the_table_names_what_is_let_through_and_no_more():
    text = (ROOT / "docs" / "diary.md").read_text(encoding="utf-8")
    table = text.partition("### What is let through")[2].partition("\n#")[0]
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in re.findall(r"^\|.*\|$", table, re.M)]
    assert [row[0] for row in rows[2:]] == list(LET_THROUGH)
    assert all(row[1] for row in rows)


@pytest.mark.parametrize("part", range(PARTS))
def test_a_file_with_a_change_is_refused_or_comes_in(made: Made, part: int, tmp_path: Path):
    """Never with another error than those of the house."""
    hq, diaries = made
    rnd = random.Random(100 + part if PROFILE != "long" else None)
    for number, copy in enumerate(islice(cycle(diaries.values()), BROUGHT // PARTS)):
        one = change(copy, rnd)
        done = forged(copy, one)
        if done is None:
            continue
        try:
            file = as_file(hq, done)
        except Damaged:
            continue
        with Headquarters(tmp_path / str(number), steady_world()) as other:
            try:
                other.import_(file)
            except Refused:
                continue
            report = (other.battles if copy.info.kind == "battle" else other.campaigns).verify(copy.info.name)
        assert report.sound and (not report.whole or _names(copy, one)), (copy.info.name, one)
