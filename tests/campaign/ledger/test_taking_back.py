"""What a correction replays, and what people are told when something is taken back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.campaigns.musters import differences
from campaign.headquarters import Headquarters
from campaign.ledger import events as e
from campaign.ledger.returns import AssetReturn, Return
from campaign.rules.muster import Mustered
from campaign.shared.answers import Acted, Refusal
from tui.cli.main import main

Order = Callable[..., Acted]


def ok(answer: Any) -> Acted:
    assert isinstance(answer, Acted), answer
    return answer


def text(answer: Acted) -> str:
    return "\n".join(line.text for line in answer.lines)


def said(capsys: pytest.CaptureFixture[str], hq: Headquarters, *words: str) -> str:
    status = main([*words, "--home", str(hq.home.folder)])
    out, err = capsys.readouterr()
    assert status == 0, err
    return out


def test_a_correction_lets_the_days_pass_that_passed(hq: Headquarters, made: str, order: Order):
    """Not until the next stop: on other facts a scenario opens on another day, and all that followed would shift."""
    ok(hq.campaigns.begin(made, "n0", ["red-0", "blue-0"]))
    filed = ok(hq.campaigns.returns.file(made, "n0-1", Return("n0-1", "red"))).seq
    ok(hq.campaigns.begin(made, "n1", ["red-1", "blue-1"]))
    second = ok(hq.campaigns.returns.file(made, "n1-1", Return("n1-1", "red"))).seq
    order("advance", days=30, stop=True)
    assert hq.campaigns.view(made).date == "1944-06-02"
    order("advance", days=3)
    ok(hq.campaigns.undo(made, second))
    assert hq.campaigns.view(made).date == "1944-06-05"
    ok(hq.campaigns.undo(made, filed))
    assert hq.campaigns.view(made).date == "1944-06-05"
    assert hq.campaigns.verify(made).sound, hq.campaigns.verify(made).why


def test_an_older_correction_that_stopped_again_still_verifies(
    hq: Headquarters, made: str, order: Order, monkeypatch: pytest.MonkeyPatch
):
    ok(hq.campaigns.begin(made, "n0", ["red-0", "blue-0"]))
    filed = ok(hq.campaigns.returns.file(made, "n0-1", Return("n0-1", "red"))).seq
    order("advance", days=30, stop=True)

    def as_it_was(action: Any, *_: Any) -> Any:
        return action

    with monkeypatch.context() as patched:
        patched.setattr("campaign.campaigns.rewriting.entered_again", as_it_was)
        ok(hq.campaigns.undo(made, filed))
    assert hq.campaigns.verify(made).sound


def test_a_conflict_of_a_battle_says_which_fact_differs(hq: Headquarters, korea: str):
    begun = ok(hq.campaigns.begin(korea, "obong-ni", ["a32", "t301", "t302"]))
    head = hq.campaigns.head(korea)
    assert begun.seq == head
    ok(hq.campaigns.undo(korea))
    away = {"kind": "unload", "asset": "a32", "stores": {"main": 7}, "depot": "pusan-dump"}
    unloaded = ok(hq.campaigns.act(korea, away))
    moved = ok(hq.campaigns.act(korea, {"kind": "transfer", "id": "tobin", "to": "1plt"}))
    ok(hq.campaigns.begin(korea, "obong-ni", ["a32", "t301", "t302"]))
    full = hq.campaigns.view(korea).assets[0].load["main"]
    (conflict,) = hq.campaigns.plan_undo(korea, unloaded.seq).conflicts
    assert f"had {full - 7} main, and would have {full}" in conflict.why
    assert conflict.new == (f"A-32 had {full - 7} main, and would have {full}",)
    (conflict,) = hq.campaigns.plan_undo(korea, moved.seq).conflicts
    assert "Frank Tobin was not gunner of A-32, and would be" in conflict.why
    answer = hq.campaigns.undo(korea, moved.seq)
    assert isinstance(answer, Refusal) and "Frank Tobin" in answer.reason


def test_an_undo_says_what_it_takes_back(hq: Headquarters, made: str, order: Order):
    order("award", person="red-0-gunner", award="Cross")
    order("promote", person="red-0-gunner", rank="Sgt")
    undone = ok(hq.campaigns.undo(made))
    assert undone.taken == (3,)
    assert "Entry 3 (promote) is taken back." in text(undone)
    assert "No longer: gunner of red 0 is promoted to Sgt." in text(undone)
    back = ok(hq.campaigns.redo(made))
    assert (back.taken, text(back)) == ((), "Entry 3 (promote) is brought back.")
    middle = ok(hq.campaigns.undo(made, 2))
    assert middle.taken == (2,) and "is awarded: Cross." in text(middle)
    everything = ok(hq.campaigns.rewind(made, 1))
    assert len(everything.taken) == 1 and "taken back." in text(everything)


def test_the_same_key_tells_again_what_was_taken_back(hq: Headquarters, made: str, order: Order):
    order("award", person="red-0-gunner", award="Cross")
    first = ok(hq.campaigns.undo(made, key="k"))
    again = ok(hq.campaigns.undo(made, key="k"))
    assert again.repeated and (again.lines, again.taken) == (first.lines, first.taken)


def test_undo_at_the_command_line(
    hq: Headquarters, made: str, order: Order, capsys: pytest.CaptureFixture[str]
):
    order("award", person="red-0-gunner", award="Cross")
    plan = said(capsys, hq, "campaign", "undo", made, "--plan")
    assert "Entry 2 (award) would be taken back" in plan and "is awarded: Cross." in plan
    assert hq.campaigns.head(made) == 2
    assert main(["campaign", "undo", made, "--expected", "1", "--home", str(hq.home.folder)]) == 2
    assert "entry" in capsys.readouterr().err
    out = said(capsys, hq, "campaign", "undo", made, "--expected", "2")
    assert "Entry 2 (award) is taken back." in out and "No longer: " in out
    assert main(["campaign", "undo", made, "--plan", "--home", str(hq.home.folder)]) == 2
    assert "nothing to undo" in capsys.readouterr().err


def test_advance_prints_the_date_that_was_reached(
    hq: Headquarters, made: str, capsys: pytest.CaptureFixture[str]
):
    assert "It is 1944-06-13." in said(capsys, hq, "campaign", "advance", made, "12")
    answer = json.loads(said(capsys, hq, "campaign", "advance", made, "1", "--json"))
    assert answer["lines"][-1]["text"] == "It is 1944-06-14."


def test_a_battle_whose_beginning_is_taken_back_is_named(hq: Headquarters, korea: str):
    begun = ok(hq.campaigns.begin(korea, "obong-ni"))
    assert f"{begun.fought} is no battle of this campaign any more" in text(ok(hq.campaigns.undo(korea)))


def test_the_damage_that_differs_is_named(hq: Headquarters, made: str, order: Order):
    ok(hq.campaigns.begin(made, "n0", ["red-0", "blue-0"]))
    first = Return("n0-1", "red", asset=(AssetReturn("red-0", "damaged", ("turret",)),))
    ok(hq.campaigns.returns.file(made, "n0-1", first))
    order("advance", days=2)
    ok(hq.campaigns.begin(made, "n2", ["red-0", "blue-0"]))
    plan = hq.campaigns.returns.plan(made, Return("n0-1", "red"))
    (start,) = (one for one in plan.steps if one.action == "start")
    assert any("bore turret as damage, and would bear nothing" in line for line in start.new), start


def test_a_conflict_speaks_of_damage_in_the_words_of_the_rules():
    was = Mustered("a33", "m26", "A-33", "us", damage=("main-gun",))
    words = {"main-gun": "main gun malfunction"}
    (told,) = differences([was], [replace(was, damage=())], lambda id: words if id == "a33" else {})
    assert told == "A-33 bore main gun malfunction as damage, and would bear nothing"


def test_what_is_entered_again_is_decided_on_one_state_and_put_back_where_it_is_refused(
    hq: Headquarters, made: str, order: Order, monkeypatch: pytest.MonkeyPatch
):
    """A copy for each entry takes minutes where entries and people are many."""
    raised = order("enrol", formation=[{"id": "red-late", "name": "late", "side": "red"}]).seq
    order("amend", id="red-0-gunner", field="awards", value=["Cross"], reason="so it is")
    order("award", person="red-0-gunner", award="Star")
    order("amend", id="red-0", field="damage", value=["turret"], reason="so it is")
    moved = order("transfer", id="red-0", to="red-late").seq
    for i in range(40):
        order("award", person="red-0-driver", award=f"Star {i}")
    campaign = hq._house.campaigns.get(made)
    before, copied = campaign.state(), [0]
    decode = campaign.diary.reducer.decode

    def counted(data: bytes) -> Any:
        copied[0] += 1
        return decode(data)

    monkeypatch.setattr(campaign.diary.reducer, "decode", counted)
    ok(hq.campaigns.undo(made, raised, {moved: "drop"}))
    assert copied[0] < 12
    state = campaign.state()
    assert (state.people, list(state.formations)) == (before.people, ["red-army", "blue-army"])
    assert (state.assets["red-0"].damage, state.assets["red-0"].formation) == (["turret"], "red-army")
    assert hq.campaigns.verify(made).sound


def test_what_comes_later_does_not_change_the_word_of_the_umpire(hq: Headquarters, made: str, order: Order):
    """An event that is folded twice must be the same the second time."""
    campaign = hq._house.campaigns.get(made)
    state, fold = campaign.copy(campaign.state()), campaign.diary.reducer.fold
    amended = e.Amended("red-0-gunner", "awards", ["Cross"], "so it is")
    fold(state, [amended, e.Awarded("red-0-gunner", "Star")])
    assert amended.value == ["Cross"]
