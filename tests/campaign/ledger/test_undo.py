"""Taking back, correcting, forking: what depends on it is listed before, and right after."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from campaign.campaigns.answers import Query
from campaign.headquarters import Headquarters
from campaign.ledger.actions import Start
from campaign.ledger.returns import AssetReturn, PersonReturn, Return
from campaign.rules.facets import UMPIRE
from campaign.shared.answers import Acted, Refusal
from events.entry import Author

Order = Callable[..., Acted]


def ok(answer: Any) -> Acted:
    assert isinstance(answer, Acted), answer
    return answer


def fought(hq: Headquarters, made: str, node: str, *assets: str, **more: Any) -> int:
    """A battle from beginning to return; answers with the entry of the return."""
    battle = ok(hq.campaigns.begin(made, node, list(assets))).battle
    return ok(hq.campaigns.returns.file(made, battle, Return(battle, "red", "red", **more))).seq


def test_undo_of_a_filed_outcome_then_another(hq: Headquarters, made: str, order: Order):
    filed = fought(hq, made, "n0", "red-0", "blue-0", asset=(AssetReturn("red-0", ammunition={"main": 10}),))
    order("load", asset="red-0", stores={"main": 8})
    order("award", person="red-0-gunner", award="Cross")
    plan = hq.campaigns.plan_undo(made, filed)
    outcomes = {step.action: step.outcome for step in plan.steps}
    assert outcomes == {"load": "conflict", "award": "same"}
    assert "is in the battle" in plan.conflicts[0].why
    refused = hq.campaigns.undo(made, filed)
    assert isinstance(refused, Refusal)
    assert refused.allowed == (f"{filed + 1}=drop",)
    head = hq._house.campaigns.get(made).diary.head().seq
    ok(hq.campaigns.undo(made, filed, {filed + 1: "drop"}))
    state = hq._house.campaigns.get(made).state()
    assert state.battles["n0-1"].status == "running"
    assert state.assets["red-0"].stores["main"] == 30
    assert state.people["red-0-gunner"].awards == ["Cross"]
    ok(hq.campaigns.returns.file(made, "n0-1", Return("n0-1", "blue", asset=(AssetReturn("red-0", "lost"),))))
    state = hq._house.campaigns.get(made).state()
    assert (state.nodes["n0"].winner, state.assets["red-0"].status) == ("blue", "lost")
    log = hq.looking_as("umpire").campaigns.log(made)
    assert [one.withdrawn for one in log if one.seq in (filed, filed + 1)] == [True, True]
    assert next(one for one in log if one.again).again == filed + 2
    assert hq._house.campaigns.get(made).diary.head().seq > head
    assert hq.campaigns.verify(made).sound


def test_a_correction_is_carried_through(hq: Headquarters, made: str, order: Order):
    first = Return("n0-1", "red", "red", asset=(AssetReturn("red-0", ammunition={"main": 10}),))
    ok(hq.campaigns.begin(made, "n0", ["red-0", "blue-0"]))
    ok(hq.campaigns.returns.file(made, "n0-1", first))
    order("advance", days=2)
    fought(hq, made, "n1", "red-1", "blue-1")
    order("advance", days=2)
    fought(hq, made, "n2", "red-0", "blue-0", person=(PersonReturn("red-0-gunner", experience=7),))
    experience = hq._house.campaigns.get(made).state().people["red-0-driver"].xp
    killed = Return("n0-1", "red", "red", asset=first.asset, person=(PersonReturn("red-0-gunner", "killed"),))
    plan = hq.campaigns.returns.plan(made, killed)
    assert [(step.action, step.outcome) for step in plan.conflicts] == [("file", "conflict")]
    assert "was not in this battle" in plan.conflicts[0].why
    changed = [step.action for step in plan.steps if step.outcome == "changed"]
    assert "start" in changed or "advance" in changed
    same = [step for step in plan.steps if step.outcome == "same"]
    assert same, "what has nothing to do with it stays as it was"
    conflict = plan.conflicts[0].seq
    ok(hq.campaigns.returns.correct(made, killed, {conflict: "drop"}))
    state = hq._house.campaigns.get(made).state()
    assert state.people["red-0-gunner"].status == "dead"
    assert state.battles["n2-1"].status == "running", "its return was dropped, so it is asked for again"
    assert state.people["red-0-driver"].xp < experience
    again = Return("n2-1", "red", "red")
    ok(hq.campaigns.returns.file(made, "n2-1", again))
    assert hq._house.campaigns.get(made).state().people["red-0-driver"].xp == experience
    assert hq.campaigns.verify(made).sound


def test_dice_that_were_rolled_are_kept(hq: Headquarters, made: str, order: Order):
    wounded = Return("n0-1", "red", "red", person=(PersonReturn("red-0-gunner", "wounded"),))
    ok(hq.campaigns.begin(made, "n0", ["red-0", "blue-0"]))
    ok(hq.campaigns.returns.file(made, "n0-1", wounded))
    back = hq._house.campaigns.get(made).state().people["red-0-gunner"].back
    order("award", person="blue-0-gunner", award="Cross")
    changed = Return("n0-1", "blue", "blue", person=wounded.person)
    for _ in range(5):
        ok(hq.campaigns.returns.correct(made, changed))
        assert hq._house.campaigns.get(made).state().people["red-0-gunner"].back == back, (
            "no correction rolls a die again"
        )
    assert hq._house.campaigns.get(made).state().nodes["n0"].winner == "blue"
    report = hq.campaigns.verify(made)
    assert report.sound
    assert "kept" in report.dice


def test_the_newest_undo_and_redo(hq: Headquarters, made: str, order: Order):
    digest = hq._house.campaigns.get(made).diary.reducer.digest
    before = digest(hq._house.campaigns.get(made).state())
    order("advance", days=3)
    after = digest(hq._house.campaigns.get(made).state())
    ok(hq.campaigns.undo(made))
    assert digest(hq._house.campaigns.get(made).state()) == before
    ok(hq.campaigns.redo(made))
    assert digest(hq._house.campaigns.get(made).state()) == after
    ok(hq.campaigns.rewind(made, 1))
    assert digest(hq._house.campaigns.get(made).state()) == before
    assert isinstance(hq.campaigns.undo(made), Refusal)


def test_a_fork_leaves_the_original_alone(hq: Headquarters, korea: str):
    begun = ok(hq.campaigns.begin(korea, "obong-ni"))
    head, fought_to = hq._house.campaigns.get(korea).diary.head(), hq.battles.head(begun.fought)
    fork = ok(hq.campaigns.fork(korea))
    assert fork.diary != korea
    theirs = hq._house.campaigns.get(fork.diary).state().battles["obong-ni-1"].diary
    assert theirs != begun.fought
    steps = 0
    for step in hq.campaigns.staff.play(fork.diary, pick=lambda n: 0, until="1950-08-25"):
        ok(step)
        steps += 1
    assert steps > 3
    assert hq._house.campaigns.get(korea).diary.head() == head
    assert hq.battles.head(begun.fought) == fought_to
    assert hq.battles.info(begun.fought).verdict is None
    assert hq.campaigns.verify(fork.diary).sound
    assert hq.campaigns.verify(korea).sound


def test_two_battles_at_once_and_an_asset_in_only_one(hq: Headquarters, made: str):
    ok(hq.campaigns.begin(made, "n0", ["red-0", "blue-0"]))
    twice = hq.campaigns.begin(made, "n1", ["red-0", "blue-1"])
    assert isinstance(twice, Refusal)
    assert "in the battle n0-1" in twice.reason
    ok(hq.campaigns.begin(made, "n1", ["red-1", "blue-1"]))
    assert [one.status for one in hq._house.campaigns.get(made).state().battles.values()] == [
        "running",
        "running",
    ]


def test_a_fork_knows_what_it_rests_on(hq: Headquarters, made: str, order: Order):
    order("award", person="red-0-gunner", award="Cross")
    order("advance", days=5)
    fork = ok(hq.campaigns.fork(made, 2)).diary
    chain = hq.looking_as("umpire").campaigns.record.why(fork, "red-0-gunner", "awards")
    assert [one.became for one in chain] == [["Cross"]]
    assert chain[0].line.seq == 0
    ok(hq.campaigns.act(fork, {"kind": "award", "person": "red-0-gunner", "award": "Star"}))
    again = ok(hq.campaigns.fork(fork)).diary
    assert [
        one.became for one in hq.looking_as("umpire").campaigns.record.why(again, "red-0-gunner", "awards")
    ] == [
        ["Cross"],
        ["Cross", "Star"],
    ]
    assert hq.looking_as("umpire").campaigns.view(again, date="1944-06-01").date == "1944-06-01"
    assert hq.looking_as("umpire").campaigns.view(again, -3).people[0].awards == ()


def test_a_battle_that_was_begun_and_not_opened(hq: Headquarters, monkeypatch: pytest.MonkeyPatch):
    """Older versions could be cut off between the campaign's entry and the battle's diary."""
    monkeypatch.setattr("campaign.campaigns.opening.SCHEME", 1)
    korea = ok(hq.campaigns.new("marines-in-korea", name="korea")).diary
    begun = hq._house.campaigns.get(korea).act(
        Author("local", "umpire"), Start("obong-ni", ("a32", "t301", "t302"), "obong-ni-1", "korea.cut")
    )
    assert begun[0].seq == 2
    assert "korea.cut" not in [one.battle for one in hq.battles.all()]
    done = ok(hq.campaigns.resume(korea, "obong-ni-1"))
    assert done.fought == "korea.cut"
    assert {piece.id for piece in hq.battles.view("korea.cut").game.pieces} == {"a32", "t301", "t302"}
    ok(hq.campaigns.resume(korea, "obong-ni-1"))
    assert hq.battles.head("korea.cut") == 1


def test_the_same_key_in_two_programs_at_once_is_done_once(hq: Headquarters, made: str, monkeypatch: Any):
    """The other is faster by a hair: he asks for the key when nobody has used it yet."""
    action = {"kind": "amend", "id": "red-0-gunner", "field": "xp", "value": 3, "reason": "so it is"}
    with Headquarters(hq.home) as other:
        campaign = hq._house.campaigns.get(made)
        keyed, faster = campaign.keyed, list[Acted]()

        def asked(*words: Any) -> Any:
            before = keyed(*words)
            if not faster:
                faster.append(ok(other.campaigns.act(made, action, key="k")))
            return before

        monkeypatch.setattr(campaign, "keyed", asked)
        answer = ok(hq.campaigns.act(made, action, key="k"))
    assert answer.repeated and answer.seq == faster[0].seq == hq.campaigns.head(made)


def test_a_moment_is_of_one_entry_though_others_go_on(
    hq: Headquarters, made: str, order: Order, monkeypatch: Any
):
    """Somebody else acts between any two looks at the campaign."""
    index = hq._house.index
    with Headquarters(hq.home) as other:
        follow, gone = index.follow, [0]

        def slowly(campaign: Any) -> None:
            follow(campaign)
            if gone[0] < 3:
                gone[0] += 1
                ok(other.campaigns.act(made, {"kind": "award", "person": "red-0-gunner", "award": "Cross"}))
                other.campaigns.record.search(made, Query())

        monkeypatch.setattr(index, "follow", slowly)
        found = hq.looking_as(UMPIRE).campaigns.moment(made)
    assert found.view.seq == found.newest == 2
    assert max(line.seq for line in found.log) == 2
    assert found.view == hq.looking_as(UMPIRE).campaigns.view(made, 2)
