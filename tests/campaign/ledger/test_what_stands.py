"""A battle that was really fought stands on corrected facts: the program writes the smallest amendments for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from campaign.campaigns.answers import Step
from campaign.headquarters import Headquarters
from campaign.ledger.returns import AssetReturn, Kill, PersonReturn, Return
from campaign.ledger.state import Campaign
from campaign.shared.answers import Acted, Refusal
from tests.campaign.calling import ok
from tests.campaign.ledger.making import folder

Order = Callable[..., Acted]
GUNNER = Kill("blue-1", "red-0-gunner")
KILL = AssetReturn("red-0", ammunition={"main": 12}, kills=(GUNNER,)), AssetReturn("blue-1", "wrecked")


@pytest.fixture
def war(hq: Headquarters, tmp_path: Path) -> Headquarters:
    """Number 2 follows number 0 if red wins that. Both are fought and filed: red-0 comes to both, and its gunner knocks
    out a tank in the second."""
    files = folder(tmp_path / "files", nodes=6)
    text = (files / "campaign.toml").read_text()
    ways = (
        'to = "n2"\nwhen = { winner = "red" }\ndays = 1\n\n[[scenario.next]]\nto = "n4"\notherwise = true\n'
    )
    (files / "campaign.toml").write_text(text.replace('to = "n2"\notherwise = true\n', ways, 1))
    ok(hq.campaigns.new(files, name="c"))
    ok(
        hq.campaigns.act(
            "c", {"kind": "amend", "id": "red-depot", "field": "lift", "value": 0, "reason": "mud"}
        )
    )
    ok(hq.campaigns.begin("c", "n0", ["red-0", "red-1", "blue-0"]))
    ok(hq.campaigns.returns.file("c", "n0-1", Return("n0-1", "red")))
    ok(hq.campaigns.act("c", {"kind": "advance", "days": 1}))
    ok(hq.campaigns.begin("c", "n2", ["red-0", "red-1", "blue-1"]))
    ok(hq.campaigns.returns.file("c", "n2-1", Return("n2-1", "red", "red", asset=KILL)))
    ok(hq.campaigns.act("c", {"kind": "award", "person": "red-0-gunner", "award": "Cross"}))
    return hq


def state_of(hq: Headquarters) -> Campaign:
    return hq._house.campaigns.get("c").state()


def steps(hq: Headquarters, content: Return, decisions: Any = None) -> dict[str, Step]:
    return {one.action: one for one in hq.campaigns.returns.plan("c", content, decisions).steps}


def fought_on(hq: Headquarters, content: Return, decisions: Any) -> Acted:
    """The correction made; the second battle stands with its return."""
    done = ok(hq.campaigns.returns.correct("c", content, decisions))
    state = state_of(hq)
    assert (state.battles["n2-1"].status, state.battles["n2-1"].winner) == ("done", "red")
    assert state.assets["red-0"].kills == state.people["red-0-gunner"].kills == 1
    assert state.assets["blue-1"].status in ("wreck", "lost")
    report = hq.campaigns.verify("c")
    assert report.sound, report
    return done


LOST = Return("n0-1", "red", asset=(AssetReturn("red-0", "lost"),))
KILLED = Return("n0-1", "red", person=(PersonReturn("red-0-gunner", "killed"),))
SPENT = Return("n0-1", "red", asset=(AssetReturn("red-0", ammunition={"main": 25}),))
BLUE = Return("n0-1", "blue")


LOST_AGAIN = ["status of red 0 is ready", "fuel of red 0", "main of red 0 is 12", "becomes gunner of red 0"]
KILLED_AGAIN = ["status of gunner of red 0 is fit", "spare 0 goes to red army", "becomes gunner of red 0"]


@pytest.mark.parametrize(
    ("content", "written"),
    [
        (LOST, LOST_AGAIN),
        (KILLED, KILLED_AGAIN),
        (SPENT, ["stores.main of red 0 is 12"]),
        (BLUE, ["status of Number 2 is open"]),
    ],
)
def test_it_stands_with_the_smallest_amendments(war: Headquarters, content: Return, written: list[str]):
    undecided = steps(war, content)
    conflict = undecided["start"] if undecided["start"].outcome == "conflict" else undecided["file"]
    assert conflict.outcome == "conflict" and "stand" in conflict.allowed
    planned = steps(war, content, {"all": "stand"})
    assert not any(one.outcome == "conflict" for one in planned.values())
    assert planned["start"].outcome == "stood"
    told = " ".join(planned["start"].amendments)
    assert all(one in told for one in written), told
    assert len(planned["start"].amendments) == len(written)
    head = war.campaigns.head("c")
    fought_on(war, content, {"all": "stand"})
    entries = list(war._house.store.entries("c", head))
    kinds = [entry.kind for entry in entries if not entry.read().again]
    assert kinds[0] == "rewind" and len(kinds) == 1 + len(planned["start"].amendments)
    log = war.looking_as("umpire").campaigns.log("c", head)
    assert "so that n2-1 stands" in str(log)


@pytest.mark.parametrize("key", ["seq", "file", "start"])
def test_one_choice_is_for_an_entry_or_for_all_of_a_kind(war: Headquarters, key: str):
    step = steps(war, KILLED)["file"]
    fought_on(war, KILLED, {step.seq if key == "seq" else key: "stand"})


def test_what_cannot_stand_is_dropped_by_a_wider_choice(war: Headquarters):
    """The narrowest choice that a conflict allows holds."""
    ok(war.campaigns.act("c", {"kind": "unload", "asset": "red-0", "stores": {"main": 1}}))
    (left,) = war.campaigns.returns.plan("c", LOST, {"all": "stand"}).conflicts
    assert (left.action, left.allowed) == ("unload", ("drop",))
    refused = war.campaigns.returns.correct("c", LOST, {"all": "stand"})
    assert isinstance(refused, Refusal) and refused.allowed == (f"{left.seq}=drop",)
    fought_on(war, LOST, {"file": "stand", "all": "drop"})


def test_a_battle_is_dropped_by_its_kind_with_its_return(war: Headquarters):
    ok(war.campaigns.returns.correct("c", BLUE, {"start": "drop", "file": "drop"}))
    assert list(state_of(war).battles) == ["n0-1"]
    assert war.campaigns.verify("c").sound


def test_a_kind_that_there_is_not_decides_nothing(war: Headquarters):
    answer = war.campaigns.returns.correct("c", LOST, {"fiel": "stand"})
    assert isinstance(answer, Refusal)
    assert (answer.where, "file" in answer.allowed) == ("$.decisions", True)


def test_a_replacement_who_is_not_there_is_enrolled(war: Headquarters):
    """He came because another fell, who did not fall."""
    dead = {"kind": "amend", "id": "red-2-gunner", "field": "status", "value": "dead", "reason": "so it is"}
    ok(war.campaigns.act("c", dead))
    replaced = ok(war.campaigns.act("c", {"kind": "replace", "asset": "red-2", "post": "gunner"})).seq
    ok(war.campaigns.begin("c", "n1", ["red-2", "blue-2"]))
    awarded = (PersonReturn("red-pool.1", experience=3, awards=("Star",)),)
    ok(war.campaigns.returns.file("c", "n1-1", Return("n1-1", "red", person=awarded)))
    plan = war.campaigns.plan_undo("c", replaced, {"all": "stand"})
    assert not plan.conflicts
    ok(war.campaigns.undo("c", replaced, {"all": "stand"}))
    man = state_of(war).people["red-pool.1"]
    assert (man.awards, man.asset, man.post) == (["Star"], "red-2", "gunner")
    assert war.campaigns.verify("c").sound
