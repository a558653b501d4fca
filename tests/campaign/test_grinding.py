"""Whoever holds the secret of sealed dice cannot vary anything that does not matter until the next roll pleases him."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from campaign.headquarters import Headquarters
from campaign.rules.sealed_dice import Chain
from campaign.shared.answers import Acted, Refusal
from campaign.shared.clock import World
from events.entry import Head
from tests.campaign.ledger.making import folder

SECRET = bytes(range(32))


def world(random: Random) -> World:
    """Any times and any random bytes, but always the same secret."""
    start = datetime(1950, 8, 17, tzinfo=UTC)
    return World(
        lambda: start + timedelta(milliseconds=random.randrange(10**12)),
        lambda count: SECRET if count == 32 else random.randbytes(count),
    )


def spelled(action: dict[str, Any], random: Random) -> bytes:
    """The same action, otherwise written."""
    fields = list(action.items())
    random.shuffle(fields)
    gap = " " * random.randrange(3)
    return json.dumps(
        dict(fields), indent=random.choice([None, 1, 4]), separators=("," + gap, gap + ":")
    ).encode()


def harmless(hq: Headquarters, random: Random) -> None:
    """Entries that roll nothing and leave the game as it is."""
    seq = hq.battles.head("duel")
    for _ in range(random.randrange(4)):
        legal = [one for one in hq.battles.legal("duel") if not one.dice]
        answer = hq.battles.act("duel", bytes(random.choice(legal).action), key=random.randbytes(4).hex())
        assert isinstance(answer, Acted)
        assert not answer.draws
    assert isinstance(hq.battles.rewind("duel", seq), Acted)


def rolled(home: Path, random: Random, *, vary: bool) -> Acted:
    """The first roll of a duel."""
    with Headquarters(home, world(random)) as hq:
        assert isinstance(hq.battles.new("tank-duel", name="duel", undo="free"), Acted)
        for side in ("us", "nk"):
            text = {"kind": "contribute", "text": f"{side} adds this"}
            answer = hq.looking_as(side).battles.act("duel", text)
            assert isinstance(answer, Acted)
        if vary:
            harmless(hq, random)
        while True:
            options = hq.battles.legal("duel")
            shots = [one for one in options if one.dice]
            chosen = (shots or options)[0]
            action = json.loads(bytes(chosen.action))
            data = spelled(action, random) if vary else bytes(chosen.action)
            answer = hq.battles.act("duel", data, key=random.randbytes(8).hex() if vary else "")
            assert isinstance(answer, Acted), answer
            if shots:
                assert answer.draws
                return answer


def test_nothing_that_does_not_matter_moves_the_next_roll(tmp_path: Path, scale: int) -> None:
    expected = rolled(tmp_path / "plain", Random(0), vary=False)
    for n in range(20 * scale):
        found = rolled(tmp_path / str(n), Random(n + 1), vary=True)
        assert [draw.values for draw in found.draws] == [draw.values for draw in expected.draws]


def test_many_heads_and_spellings_give_one_roll(tmp_path: Path, scale: int) -> None:
    """Of 10,000 entries; in the long profile 100,000."""
    random = Random(1)
    with Headquarters(tmp_path / "home", world(random)) as hq:
        assert isinstance(hq.battles.new("tank-duel", name="duel"), Acted)
        battle = hq._house.battles.get("duel")
        _, state = battle.diary.current()
        action = {"kind": "fire", "unit": "m26-1", "rating": "main", "target": "t34-1"}
        spellings = list({spelled(action, random) for _ in range(300)})
        assert len(spellings) > 100
        actions = [battle.decode(one) for one in spellings]
        found = set[tuple[int, ...]]()
        for n in range(10_000 * scale):
            head = Head(1, random.randbytes(32))
            dice = battle.dice(state, head, "us", actions[n % len(actions)])
            found.add(dice.roll("to hit", 8))
        assert len(found) == 1


def test_a_roll_taken_back_is_not_rolled_again(tmp_path: Path) -> None:
    with Headquarters(tmp_path / "home", world(Random(2))) as hq:
        assert isinstance(hq.battles.new("tank-duel", name="duel", undo="free"), Acted)
        links = set[str]()
        rolls = set[tuple[int, ...]]()
        for _ in range(6):
            while not (shots := [one for one in hq.battles.legal("duel") if one.dice]):
                assert isinstance(hq.battles.act("duel", bytes(hq.battles.legal("duel")[0].action)), Acted)
            before = hq.battles.head("duel")
            answer = hq.battles.act("duel", bytes(shots[0].action))
            assert isinstance(answer, Acted)
            links.add(hq._house.battles.get("duel").rolling.link(before + 1))
            rolls.add(tuple(value for draw in answer.draws for value in draw.values))
            assert isinstance(hq.battles.rewind("duel", before), Acted)
        assert len(links) == 6
        assert len(rolls) > 1
        assert hq.battles.verify("duel").sound


@pytest.fixture
def duel(tmp_path: Path) -> Headquarters:
    hq = Headquarters(tmp_path / "home", world(Random(3)))
    assert isinstance(hq.battles.new("tank-duel", name="duel", undo="free"), Acted)
    return hq


def contribute(hq: Headquarters, side: str, text: str = "mine") -> Acted | Refusal:
    answer = hq.looking_as(side).battles.act("duel", {"kind": "contribute", "text": text})
    assert isinstance(answer, Acted | Refusal)
    return answer


def test_a_side_adds_to_the_dice_once_even_after_it_took_that_back(duel: Headquarters) -> None:
    assert isinstance(contribute(duel, "us"), Acted)
    again = contribute(duel, "us", "another")
    assert isinstance(again, Refusal)
    assert "already, in entry 2" in again.reason
    assert isinstance(duel.battles.rewind("duel", 1), Acted)
    assert isinstance(contribute(duel, "us", "another"), Refusal)
    assert isinstance(contribute(duel, "nk"), Acted)


def test_nobody_adds_to_the_dice_after_the_first_roll(duel: Headquarters) -> None:
    while not (shots := [one for one in duel.battles.legal("duel") if one.dice]):
        assert isinstance(duel.battles.act("duel", bytes(duel.battles.legal("duel")[0].action)), Acted)
    assert isinstance(duel.battles.act("duel", bytes(shots[0].action)), Acted)
    late = contribute(duel, "us")
    assert isinstance(late, Refusal)
    assert "Dice have been rolled" in late.reason


def test_the_umpire_of_a_campaign_adds_nothing(tmp_path: Path) -> None:
    with Headquarters(tmp_path / "home", world(Random(4))) as hq:
        assert isinstance(hq.campaigns.new("marines-in-korea", name="korea"), Acted)
        text = {"kind": "contribute", "text": "mine"}
        refused = hq.looking_as("umpire").campaigns.act("korea", text)
        assert isinstance(refused, Refusal)
        assert "not the umpire" in refused.reason
        assert isinstance(hq.looking_as("us").campaigns.act("korea", text), Acted)
        assert isinstance(hq.looking_as("us").campaigns.act("korea", text), Refusal)


ANYWAY: dict[str, list[list[dict[str, Any]]]] = {
    "tank-duel": [
        [{"kind": "deflect", "cancel": [1, 2, 2]}, {"kind": "deflect", "cancel": [2, 1, 2]}],
        [{"kind": "drive", "unit": "m26-1", "to": "0101"}, {"kind": "step", "unit": "m26-1", "to": "0101"}],
    ],
    "first-game": [
        [{"kind": "pass", "until": until} for until in ("now", "turn", "battle")],
        [{"kind": "place-terrain", "x": x, "y": 300} for x in range(300, 400)],
        [{"kind": "move", "unit": "one", "bearing": 0, "distance": far} for far in range(100)],
        [{"kind": "reroll", "dice": [0, 1]}, {"kind": "reroll", "dice": [1, 0]}],
    ],
}
"""Of a scenario, ways to say what is as good as the same."""


@pytest.mark.parametrize("scenario", ANYWAY)
def test_a_millimetre_or_another_order_moves_no_roll(tmp_path: Path, scenario: str) -> None:
    with Headquarters(tmp_path / "home", world(Random(7))) as hq:
        assert isinstance(hq.battles.new(scenario, name="duel"), Acted)
        battle = hq._house.battles.get("duel")
        head, state = battle.diary.current()
        side = state.table.seats[0].side
        for ways in ANYWAY[scenario]:
            found = set[tuple[int, ...]]()
            for way in ways:
                decoded = battle.decode(json.dumps(way).encode())
                found.add(battle.dice(state, head, side, decoded).roll("to hit", 12))
            assert len(found) == 1, ways[0]


def test_days_and_returns_and_names_of_battles_do_not_move_a_campaigns_dice(tmp_path: Path) -> None:
    with Headquarters(tmp_path / "home", world(Random(5))) as hq:
        assert isinstance(hq.campaigns.new("marines-in-korea", name="korea"), Acted)
        campaign = hq._house.campaigns.get("korea")
        head, state = campaign.diary.current()
        actions: list[dict[str, Any]] = [{"kind": "advance", "days": days, "stop": stop}
                   for days in range(1, 9) for stop in (True, False)]  # fmt: skip
        for n in range(9):
            battle = f"one-{n}"
            content = {"battle": battle, "winner": "us", "reason": "x" * n}
            actions.append(
                {"kind": "file", "battle": battle, "head": n, "seal": "ab" * n, "content": content}
            )
        found = set[tuple[int, ...]]()
        for action in actions:
            decoded = campaign.decode(json.dumps(action).encode())
            found.add(campaign.dice(state, head, "umpire", decoded).roll("a fate", 12, 100))
        assert len(found) == 1


def test_days_passed_one_by_one_roll_what_they_roll_together(tmp_path: Path) -> None:
    found: list[list[tuple[str, tuple[int, ...]]]] = []
    for days in ([8], [1] * 8, [3, 5]):
        with Headquarters(tmp_path / str(len(found)), world(Random(8))) as hq:
            policy = "[repair.hull-mg]\nhours = 24\nparts = 1\ntarget = 10\n"
            assert isinstance(hq.campaigns.new(folder(tmp_path / "files", policy=policy), name="c"), Acted)
            for n in range(2):
                for action in (
                    {
                        "kind": "amend",
                        "id": f"red-{n}",
                        "field": "damage",
                        "value": ["hull-mg"],
                        "reason": "hit",
                    },
                    {"kind": "repair", "asset": f"red-{n}", "damage": "hull-mg"},
                ):
                    assert isinstance(answer := hq.campaigns.act("c", action), Acted), answer
            draws: list[tuple[str, tuple[int, ...]]] = []
            for some in days:
                answer = hq.campaigns.act("c", {"kind": "advance", "days": some})
                assert isinstance(answer, Acted), answer
                draws += [(draw.purpose, draw.values) for draw in answer.draws]
            found.append(draws)
            assert hq.campaigns.verify("c").sound
    assert len(found[0]) > 2
    assert found[0] == found[1] == found[2]


def test_salts_follow_from_the_secret(tmp_path: Path) -> None:
    with Headquarters(tmp_path / "home", world(Random(6))) as hq:
        answer = hq.battles.new("first-game", name="duel")
        assert isinstance(answer, Acted)
        while hq.battles.head("duel") < 6:
            option = hq.battles.legal("duel")[0]
            done = hq.looking_as(option.side).battles.act("duel", bytes(option.action))
            assert isinstance(done, Acted), done
        entries = [one.read() for one in hq._house.store.entries("duel")]
        salts = {seq: one.salt for seq, one in enumerate(entries, 1) if one.salt}
        assert salts
        assert salts == {seq: Chain(SECRET, "duel").salt(seq) for seq in salts}
