"""Whole battles and a campaign over HTTP come to the same states as at home, while somebody else listens."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from api.client.headquarters import RemoteHeadquarters
from campaign.battles.battles import Battles
from campaign.battles.table import Seat, Table
from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted, DiceNeeded, Refusal
from campaign.shared.callers import Caller
from tests.api.conftest import Served, freely
from tests.api.listening import Listener
from tests.campaign.calling import ok as done
from tests.campaign.conftest import steady_world
from tests.campaign.ledger.making import folder
from tests.conftest import PROFILE

DAYS = 400 if PROFILE == "long" else 6
"""Steps of the staff: the whole sample campaign takes a few hundred."""


def remote(served: Served, token: str, home: Path) -> RemoteHeadquarters:
    return RemoteHeadquarters(served.url, served.tokens[token], home / token)


def at_home(home: Path, scenario: str, sides: tuple[str, str], name: str) -> Headquarters:
    """A house in which two bots have fought a battle with dice of the table."""
    hq, rnd = Headquarters(home, steady_world()), Random(scenario)
    seats = [Seat(sides[0], "ann"), Seat(sides[1], "ben")]
    assert isinstance(hq.battles.new(scenario, seats=seats, dice="typed", name=name), Acted)
    players = [(hq.for_(Caller(one.player, keeper=True)), {one.side: "random"}) for one in seats]

    def roll(wanted: DiceNeeded) -> list[int]:
        return [rnd.randint(1, wanted.sides) for _ in range(wanted.count)]

    while hq.battles.info(name).verdict is None:
        moved = [player.battles.bots.move(name, bots, rnd.randrange, roll) for player, bots in players]
        assert all(one is None or isinstance(one, Acted) for one in moved), moved
        assert any(moved)
    return hq


def digest(hq: Headquarters, battle: str) -> str:
    """Of the game; at the two tables people came to their seats in other ways."""
    opened = hq._house.battles.get(battle)
    state = opened.copy(opened.state())
    state.table = Table()
    return opened.diary.reducer.digest(state)


@pytest.mark.parametrize(
    ("scenario", "sides"), [("tank-duel", ("us", "nk")), ("first-game", ("us", "soviet"))]
)
def test_a_whole_battle_by_two_clients(scenario: str, sides: tuple[str, str], served: Served, tmp_path: Path):
    with at_home(tmp_path / "near", scenario, sides, "fight") as near:
        played = [entry.read() for entry in near._house.store.entries("fight")][1:]
        with (
            remote(served, "a", tmp_path) as ann,
            remote(served, "b", tmp_path) as ben,
        ):
            seats = [Seat(sides[0], "ann"), Seat(sides[1], "ben")]
            assert isinstance(ann.battles.new(scenario, seats=seats, dice="typed", name="fight"), Acted)
            assert isinstance(ben.battles.seats.accept("fight"), Acted)
            listener = Listener(served, "c", "/battles/fight/stream")
            listener.first("moment")
            for seq, body in enumerate(played, 2):
                client = ann if body.author.role == sides[0] else ben
                dice = [value for draw in body.draws for value in draw.values]
                action = json.loads(bytes(body.action))
                done = client.battles.act("fight", action, dice=dice, expected=seq, key=f"k{seq}")
                assert isinstance(done, Acted), (done, body)
            last = len(played) + 2
            listener.entry(last)
            heard = [one.data["entry"]["seq"] for one in listener.of("entry")]
            assert heard == list(range(3, last + 1))
            assert ann.battles.info("fight").verdict == near.battles.info("fight").verdict is not None
        assert digest(served.hq, "fight") == digest(near, "fight")


def test_what_is_kept_names_its_entry_and_is_not_sent_twice(served: Served):
    assert isinstance(served.hq.battles.new("tank-duel", seats=[Seat("nk", "ann")], name="duel"), Acted)
    bearer = {"authorization": f"Bearer {served.tokens['a']}"}
    with httpx.Client(base_url=f"{served.url}/api/battles/duel", headers=bearer) as client:
        first = client.get("/legal")
        assert first.headers["wardiary-entry"] == '"1"' and first.json()
        again = client.get("/legal", headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        sent = {"if-match": first.headers["wardiary-entry"]}
        done = client.post("/actions", json={"action": {"kind": "end-phase"}}, headers=sent)
        assert done.status_code == 200
        late = client.post("/actions", json={"action": {"kind": "end-phase"}}, headers=sent)
        assert (late.status_code, late.json()["newest"]) == (412, done.json()["seq"])
        moved = client.get("/legal", headers={"if-none-match": first.headers["etag"]})
        assert moved.status_code == 200 and moved.headers["etag"] != first.headers["etag"]
        assert moved.headers["wardiary-entry"] == f'"{done.json()["seq"]}"'


def test_an_answer_that_is_made_is_looked_at_no_more_often_than_need_be(
    served: Served, monkeypatch: pytest.MonkeyPatch
):
    """Where the caller stands: for the key, before the answer is made, and after it."""
    assert isinstance(served.hq.battles.new("tank-duel", seats=[Seat("nk", "ann")], name="duel"), Acted)
    looked, standing = list[str](), Battles.standing

    def counted(self: Battles, battle: str) -> Any:
        looked.append(battle)
        return standing(self, battle)

    monkeypatch.setattr(Battles, "standing", counted)
    bearer = {"authorization": f"Bearer {served.tokens['a']}"}
    for expected in (3, 3):
        assert httpx.get(f"{served.url}/api/battles/duel/legal", headers=bearer).status_code == 200
        assert len(looked) == expected


def test_the_sample_campaign_by_its_umpire(tmp_path: Path):
    """Step by step with the same dice and the same bots, at home and over the line."""
    with (
        Served(tmp_path / "far", freely(bots=False), world=steady_world()) as served,
        Headquarters(tmp_path / "near", steady_world()) as house,
    ):
        near = house.for_(Caller("boss", keeper=True))
        with remote(served, "k", tmp_path) as far:
            for hq in (near, far):
                assert isinstance(hq.campaigns.new("marines-in-korea", name="war"), Acted)
                for side in hq.campaigns.view("war").sides:
                    assert isinstance(hq.campaigns.seats.withdraw("war", side.id), Acted)
            listener = Listener(served, "c", "/campaigns/war/stream")
            listener.first("moment")
            for step in range(DAYS):
                here, there = (hq.campaigns.staff.step("war", seed=f"s{step}") for hq in (near, far))
                assert told(here) == told(there)
                if isinstance(here, Refusal):
                    assert far.campaigns.info("war").verdict is not None
                    break
            else:
                assert PROFILE != "long", "the campaign does not end"
            last = far.campaigns.head("war")
            listener.entry(last)
            assert told(near.campaigns.view("war")) == told(far.campaigns.view("war"))


def told(answer: Any) -> Any:
    """What it says, without seals, which hold the time."""
    found: Any = msgspec.to_builtins(answer)
    found.pop("seal", None)
    return found


def test_a_battle_stands_on_a_correction_over_http(served: Served, tmp_path: Path):
    """The plan shows with which amendments; one choice is for all of a kind."""
    files = folder(tmp_path / "files", nodes=6)
    war = done(served.hq.campaigns.new(files, name="war", umpire="boss")).diary
    for letter, side in (("a", "red"), ("b", "blue")):
        with remote(served, letter, tmp_path) as player:
            done(player.campaigns.seats.accept(war, side))
    with remote(served, "k", tmp_path) as keeper:
        for node, more in (("n0", 1), ("n2", 0)):
            begun = done(keeper.campaigns.begin(war, node, ["red-0", "blue-0"])).battle
            done(keeper.campaigns.returns.file(war, begun, {"winner": "red"}))
            if more:
                done(keeper.campaigns.act(war, {"kind": "advance", "days": more}))
        lost = {"battle": "n0-1", "winner": "red", "asset": [{"id": "red-0", "fate": "lost"}]}
        plan = keeper.campaigns.returns.plan(war, lost)
        assert [(one.action, one.allowed) for one in plan.conflicts] == [
            ("start", ("stand", "drop")),
            ("file", ("stand", "drop")),
        ]
        assert any("so that n2-1 stands" in line for line in plan.conflicts[0].amendments)
        decided = keeper.campaigns.returns.plan(war, lost, {"start": "stand"})
        assert not decided.conflicts and "stood" in [one.outcome for one in decided.steps]
        done(keeper.campaigns.returns.correct(war, lost, {"all": "stand"}))
        assert {one.id: one.status for one in keeper.campaigns.view(war).battles} == {
            "n0-1": "done",
            "n2-1": "done",
        }
        assert keeper.campaigns.verify(war).sound
