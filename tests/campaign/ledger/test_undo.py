"""Taking back, correcting, forking: what depends on it is listed before, and right after."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from campaign.answers import Refusal
from campaign.campaign_answers import CampaignActed
from campaign.headquarters import Headquarters
from campaign.ledger.actions import Start
from campaign.ledger.returns import AssetReturn, PersonReturn, Return

Order = Callable[..., CampaignActed]


def ok(answer: Any) -> CampaignActed:
    assert isinstance(answer, CampaignActed), answer
    return answer


def fought(hq: Headquarters, made: str, node: str, *assets: str, **more: Any) -> int:
    """A battle from beginning to return; answers with the entry of the return."""
    battle = ok(hq.begin(made, node, list(assets))).battle
    return ok(hq.file(made, battle, Return(battle, "red", "red", **more))).seq


def test_undo_of_a_filed_outcome_then_another(hq: Headquarters, made: str, order: Order):
    filed = fought(hq, made, "n0", "red-0", "blue-0", asset=(AssetReturn("red-0", ammunition={"main": 10}),))
    order("load", asset="red-0", stores={"main": 8})
    order("award", person="red-0-gunner", award="Cross")
    plan = hq.plan_undo(made, filed)
    outcomes = {step.action: step.outcome for step in plan.steps}
    assert outcomes == {"load": "conflict", "award": "same"}
    assert "is in the battle" in plan.conflicts[0].why
    refused = hq.undo_entry(made, filed)
    assert isinstance(refused, Refusal)
    assert refused.allowed == (f"{filed + 1}=drop",)
    head = hq.campaign(made).diary.head().seq
    ok(hq.undo_entry(made, filed, {filed + 1: "drop"}))
    state = hq.campaign(made).state()
    assert state.battles["n0-1"].status == "running"
    assert state.assets["red-0"].stores["main"] == 30
    assert state.people["red-0-gunner"].awards == ["Cross"]
    ok(hq.file(made, "n0-1", Return("n0-1", "blue", asset=(AssetReturn("red-0", "lost"),))))
    state = hq.campaign(made).state()
    assert (state.nodes["n0"].winner, state.assets["red-0"].status) == ("blue", "lost")
    log = hq.campaign_log(made, "umpire")
    assert [one.withdrawn for one in log if one.seq in (filed, filed + 1)] == [True, True]
    assert next(one for one in log if one.again).again == filed + 2
    assert hq.campaign(made).diary.head().seq > head
    assert hq.campaign_verify(made).sound


def test_a_correction_is_carried_through(hq: Headquarters, made: str, order: Order):
    first = Return("n0-1", "red", "red", asset=(AssetReturn("red-0", ammunition={"main": 10}),))
    ok(hq.begin(made, "n0", ["red-0", "blue-0"]))
    ok(hq.file(made, "n0-1", first))
    order("advance", days=2)
    fought(hq, made, "n1", "red-1", "blue-1")
    order("advance", days=2)
    fought(hq, made, "n2", "red-0", "blue-0", person=(PersonReturn("red-0-gunner", experience=7),))
    experience = hq.campaign(made).state().people["red-0-driver"].xp
    killed = Return("n0-1", "red", "red", asset=first.asset, person=(PersonReturn("red-0-gunner", "killed"),))
    plan = hq.plan_correction(made, killed)
    assert [(step.action, step.outcome) for step in plan.conflicts] == [("file", "conflict")]
    assert "was not in this battle" in plan.conflicts[0].why
    changed = [step.action for step in plan.steps if step.outcome == "changed"]
    assert "start" in changed or "advance" in changed
    same = [step for step in plan.steps if step.outcome == "same"]
    assert same, "what has nothing to do with it stays as it was"
    conflict = plan.conflicts[0].seq
    ok(hq.correct(made, killed, {conflict: "drop"}))
    state = hq.campaign(made).state()
    assert state.people["red-0-gunner"].status == "dead"
    assert state.battles["n2-1"].status == "running", "its return was dropped, so it is asked for again"
    assert state.people["red-0-driver"].xp < experience
    again = Return("n2-1", "red", "red")
    ok(hq.file(made, "n2-1", again))
    assert hq.campaign(made).state().people["red-0-driver"].xp == experience
    assert hq.campaign_verify(made).sound


def test_dice_that_were_rolled_are_kept(hq: Headquarters, made: str, order: Order):
    wounded = Return("n0-1", "red", "red", person=(PersonReturn("red-0-gunner", "wounded"),))
    ok(hq.begin(made, "n0", ["red-0", "blue-0"]))
    ok(hq.file(made, "n0-1", wounded))
    back = hq.campaign(made).state().people["red-0-gunner"].back
    order("award", person="blue-0-gunner", award="Cross")
    changed = Return("n0-1", "blue", "blue", person=wounded.person)
    for _ in range(5):
        ok(hq.correct(made, changed))
        assert hq.campaign(made).state().people["red-0-gunner"].back == back, (
            "no correction rolls a die again"
        )
    assert hq.campaign(made).state().nodes["n0"].winner == "blue"
    report = hq.campaign_verify(made)
    assert report.sound
    assert "kept" in report.dice


def test_the_newest_undo_and_redo(hq: Headquarters, made: str, order: Order):
    digest = hq.campaign(made).diary.reducer.digest
    before = digest(hq.campaign(made).state())
    order("advance", days=3)
    after = digest(hq.campaign(made).state())
    ok(hq.undo_entry(made))
    assert digest(hq.campaign(made).state()) == before
    ok(hq.redo_campaign(made))
    assert digest(hq.campaign(made).state()) == after
    ok(hq.rewind_campaign(made, 1))
    assert digest(hq.campaign(made).state()) == before
    assert isinstance(hq.undo_entry(made), Refusal)


def test_a_fork_leaves_the_original_alone(hq: Headquarters, korea: str):
    begun = ok(hq.begin(korea, "obong-ni"))
    head, fought_to = hq.campaign(korea).diary.head(), hq.head(begun.diary)
    fork = ok(hq.fork_campaign(korea))
    assert fork.campaign != korea
    theirs = hq.campaign(fork.campaign).state().battles["obong-ni-1"].diary
    assert theirs != begun.diary
    steps = 0
    for step in hq.play_campaign(fork.campaign, pick=lambda n: 0, until="1950-08-25"):
        ok(step)
        steps += 1
    assert steps > 3
    assert hq.campaign(korea).diary.head() == head
    assert hq.head(begun.diary) == fought_to
    assert hq.verdict(begun.diary) is None
    assert hq.campaign_verify(fork.campaign).sound
    assert hq.campaign_verify(korea).sound


def test_two_battles_at_once_and_an_asset_in_only_one(hq: Headquarters, made: str):
    ok(hq.begin(made, "n0", ["red-0", "blue-0"]))
    twice = hq.begin(made, "n1", ["red-0", "blue-1"])
    assert isinstance(twice, Refusal)
    assert "in the battle n0-1" in twice.reason
    ok(hq.begin(made, "n1", ["red-1", "blue-1"]))
    assert [one.status for one in hq.campaign(made).state().battles.values()] == ["running", "running"]


def test_a_fork_knows_what_it_rests_on(hq: Headquarters, made: str, order: Order):
    order("award", person="red-0-gunner", award="Cross")
    order("advance", days=5)
    fork = ok(hq.fork_campaign(made, 2)).campaign
    chain = hq.why(fork, "red-0-gunner", "awards", "umpire")
    assert [one.became for one in chain] == [["Cross"]]
    assert chain[0].line.seq == 0
    ok(hq.campaign_act(fork, {"kind": "award", "person": "red-0-gunner", "award": "Star"}))
    again = ok(hq.fork_campaign(fork)).campaign
    assert [one.became for one in hq.why(again, "red-0-gunner", "awards", "umpire")] == [
        ["Cross"],
        ["Cross", "Star"],
    ]
    assert hq.campaign_view(again, "umpire", date="1944-06-01").date == "1944-06-01"
    assert hq.campaign_view(again, "umpire", at=-3).people[0].awards == []


def test_a_battle_that_was_begun_and_not_opened(hq: Headquarters, korea: str):
    """The program may be cut off between the campaign's entry and the battle's diary."""
    begun = hq.campaign(korea).act(
        Start("obong-ni", ("a32", "t301", "t302"), "obong-ni-1", "korea.cut"), "umpire", "local"
    )
    assert begun[0].seq == 2
    assert "korea.cut" not in [one.battle for one in hq.battles()]
    done = ok(hq.resume(korea, "obong-ni-1"))
    assert done.diary == "korea.cut"
    assert {piece.id for piece in hq.view("korea.cut").game.pieces} == {"a32", "t301", "t302"}
    ok(hq.resume(korea, "obong-ni-1"))
    assert hq.head("korea.cut") == 1
