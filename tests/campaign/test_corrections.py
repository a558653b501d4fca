"""Corrections of campaigns: they ask for no die before everything is decided, and old campaigns take them too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.headquarters import Headquarters
from campaign.ledger.actions import File
from campaign.ledger.returns import AssetReturn, PersonReturn, Return
from campaign.rules.sealed_dice import ChainedDice
from campaign.shared.answers import Refusal
from events.diary import Rewind
from events.entry import Author
from tests.campaign.calling import ok
from tests.campaign.conftest import steady_world
from tests.campaign.ledger.making import opened


def test_a_correction_that_is_refused_has_rolled_nothing(
    hq: Headquarters, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Or whoever asks for it would know what became of whom, and could ask again with another return."""
    war = opened(hq, tmp_path / "files", "c")
    node = next(one.id for one in hq.campaigns.view(war).nodes if one.ready)
    begun = ok(hq.campaigns.begin(war, node)).battle
    names = [one.id for one in hq.campaigns.view(war).assets if one.battle == begun]
    ok(hq.campaigns.returns.file(war, begun, Return(begun, "draw")))
    crew = [one.id for one in hq.campaigns.view(war).people if one.asset in names]
    for person in crew:
        ok(hq.campaigns.act(war, {"kind": "discharge", "person": person, "why": "tired"}))
    rolled: list[str] = []
    roll = ChainedDice.roll

    def counted(self: ChainedDice, purpose: str, *args: Any) -> Any:
        rolled.append(purpose)
        return roll(self, purpose, *args)

    monkeypatch.setattr(ChainedDice, "roll", counted)
    wrecks = tuple(AssetReturn(one, "wrecked") for one in names)
    head = hq.campaigns.head(war)
    answer = hq.campaigns.returns.correct(war, Return(begun, "draw", "", crews="roll", asset=wrecks))
    if isinstance(answer, Refusal):
        assert rolled == []
        assert hq.campaigns.head(war) == head
        choices: dict[int, Any] = {int(one.partition("=")[0]): "drop" for one in answer.allowed}
        answer = hq.campaigns.returns.correct(
            war, Return(begun, "draw", "", crews="roll", asset=wrecks), choices
        )
    done = ok(answer)
    assert rolled
    told = ("was dropped", "taken back", "No longer")
    assert all(any(one in line.text for one in told) for line in done.lines)
    assert hq.campaigns.verify(war).sound


def test_an_entry_of_an_old_campaign_is_taken_back_from_the_middle(
    hq: Headquarters, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Its dice hang on seals, and go on doing so."""
    monkeypatch.setattr("campaign.campaigns.opening.SCHEME", 1)
    war = opened(hq, tmp_path / "files", "c")
    assert hq._house.campaigns.get(war).state().scheme == 1
    person = hq.campaigns.view(war).people[0].id
    promoted = ok(hq.campaigns.act(war, {"kind": "promote", "person": person, "rank": "Major"}))
    ok(hq.campaigns.act(war, {"kind": "advance", "days": 3}))
    ok(hq.campaigns.undo(war, promoted.seq))
    assert not any(entry.read().roll for entry in hq._house.store.entries(war))
    assert hq.campaigns.verify(war).sound


def test_a_fork_needs_an_entry(hq: Headquarters):
    war = ok(hq.campaigns.new("marines-in-korea", name="korea")).diary
    duel = ok(hq.battles.new("tank-duel", name="duel")).diary
    for fork in (hq.campaigns.fork(war, 0), hq.battles.fork(duel, 0)):
        assert isinstance(fork, Refusal) and "has no entry 0" in fork.reason


def test_another_name_rolls_nothing_anew(hq: Headquarters, tmp_path: Path):
    """Neither wounds nor fates, recoveries or repairs, when somebody or something is no longer renamed."""
    war = opened(hq, tmp_path / "files", "c")

    def order(kind: str, **fields: Any) -> int:
        return ok(hq.campaigns.act(war, {"kind": kind, **fields})).seq

    renamed = [
        order("rename", id=one, name="Smith") for one in ("red-0", "red-0-gunner", "red-1", "red-1-gunner")
    ]
    order("amend", id="red-1", field="damage", value=["turret"], reason="hit")
    order("repair", asset="red-1", damage="turret")
    begun = ok(hq.campaigns.begin(war, "n0", ["red-0", "blue-0"])).battle
    wrecked, wounded = AssetReturn("red-0", "wrecked"), PersonReturn("red-0-gunner", "wounded")
    ok(
        hq.campaigns.returns.file(
            war, begun, Return(begun, "draw", crews="roll", asset=(wrecked,), person=(wounded,))
        )
    )
    order("advance", days=6)
    rolled = [one for entry in hq._house.store.entries(war) for one in entry.read().draws]
    assert {one.purpose.split()[0] for one in rolled} >= {"wound", "fate", "recovery", "repair"}
    for seq in reversed(renamed):
        head = hq.campaigns.head(war)
        ok(hq.campaigns.undo(war, seq))
        again = [one for entry in hq._house.store.entries(war, head) for one in entry.read().draws]
        assert [(one.purpose, one.values, one.source) for one in again] == [
            (one.purpose, one.values, "kept") for one in rolled
        ]
    assert hq.campaigns.verify(war).sound


def test_what_was_taken_back_is_not_rolled_again(hq: Headquarters, tmp_path: Path):
    """Neither by an undo and the same order, nor by going back and doing it in another way; nor twice."""
    war = opened(hq, tmp_path / "files", "c")
    campaign = hq._house.campaigns.get(war)
    for id in ("red-0", "red-1"):
        hurt = {"kind": "amend", "id": id, "field": "damage", "value": ["turret"], "reason": "hit"}
        ok(hq.campaigns.act(war, hurt))
        ok(hq.campaigns.act(war, {"kind": "repair", "asset": id, "damage": "turret"}))
    back = hq.campaigns.head(war)

    def rolled(*days: int) -> list[tuple[str, tuple[int, ...]]]:
        head = hq.campaigns.head(war)
        for one in days:
            ok(hq.campaigns.act(war, {"kind": "advance", "days": one}))
        draws = [one for entry in campaign.store.entries(war, head) for one in entry.read().draws]
        return [(one.purpose, one.values) for one in draws]

    first = rolled(6)
    assert len(first) >= 2
    ok(hq.campaigns.undo(war))
    assert rolled(6) == first
    ok(hq.campaigns.rewind(war, back))
    assert rolled(1, 2, 3) == first
    more = rolled(20)
    ok(hq.campaigns.undo(war))
    ok(hq.campaigns.undo(war))
    ok(hq.campaigns.redo(war))
    assert rolled(20) == more
    assert hq.campaigns.verify(war).sound
    with Headquarters(tmp_path / "elsewhere", steady_world("other")) as other:
        hq.export(tmp_path / "war.ndjson", [war], with_secrets=True)
        other.import_(tmp_path / "war.ndjson")
        ok(other.campaigns.undo(war))
        ok(other.campaigns.act(war, {"kind": "advance", "days": 20}))
        assert other.campaigns.verify(war).sound


def test_what_is_rolled_on_another_day_is_not_rolled_again(hq: Headquarters, tmp_path: Path):
    """A repair that is done in another entry than before has the die that it had."""
    war = opened(hq, tmp_path / "files", "c")
    ok(
        hq.campaigns.act(
            war, {"kind": "amend", "id": "red-1", "field": "damage", "value": ["turret"], "reason": "x"}
        )
    )
    slow = {"kind": "amend", "id": "red-depot", "field": "hours", "value": 8, "reason": "a holiday"}
    slowed = ok(hq.campaigns.act(war, slow)).seq
    ok(hq.campaigns.act(war, {"kind": "repair", "asset": "red-1", "damage": "turret"}))
    for _ in range(8):
        ok(hq.campaigns.act(war, {"kind": "advance", "days": 1}))

    def dice(after: int) -> list[tuple[int, tuple[int, ...], str]]:
        entries = hq._house.store.entries(war, after)
        return [
            (entry.read().again, one.values, one.source) for entry in entries for one in entry.read().draws
        ]

    before, head = dice(0), hq.campaigns.head(war)
    assert before
    ok(hq.campaigns.undo(war, slowed))
    after = dice(head)
    assert [one[1:] for one in after] == [(values, "kept") for _, values, _ in before]
    assert hq._house.campaigns.get(war).store.entry(war, after[0][0]).read().draws == (), (
        "it was in another entry"
    )
    assert hq.campaigns.verify(war).sound


def test_an_old_return_is_corrected_with_its_dice(hq: Headquarters, tmp_path: Path):
    """They were rolled for by names then."""
    war = opened(hq, tmp_path / "files", "c")
    begun = ok(hq.campaigns.begin(war, "n0", ["red-0", "blue-0"])).battle
    wounded = (PersonReturn("red-0-gunner", "wounded"),)
    campaign, content = hq._house.campaigns.get(war), Return(begun, "draw", person=wounded)
    campaign.act(Author("local", "umpire"), File(begun, content, edition=2))
    (rolled,) = campaign.store.entry(war, 3).read().draws
    assert rolled.purpose == "wound of gunner of red 0"
    for seq, winner in ((5, "red"), (7, "red"), (9, "blue")):
        ok(hq.campaigns.returns.correct(war, replace(content, winner=winner)))
        (kept,) = campaign.store.entry(war, seq).read().draws
        assert (kept.purpose, kept.source) == ("wound of red-0-gunner in n0-1", "kept")
        assert kept.values == rolled.values
    assert hq.campaigns.verify(war).sound


def test_a_return_is_corrected_after_the_last_day(hq: Headquarters, tmp_path: Path):
    """As long as it is the last day then, too; wounds that are new are rolled for with the same secret."""
    war = opened(hq, tmp_path / "files", "c")
    begun = ok(hq.campaigns.begin(war, "n0", ["red-0", "blue-0"])).battle
    ok(hq.campaigns.returns.file(war, begun, Return(begun, "red")))
    ok(hq.campaigns.act(war, {"kind": "end", "winner": "red", "why": "enough"}))
    ok(
        hq.campaigns.act(
            war, {"kind": "amend", "id": "red-0", "field": "name", "value": "Fury", "reason": "so"}
        )
    )
    hq.export(tmp_path / "war.ndjson", [war])
    wounded = Return(begun, "blue", person=(PersonReturn("red-0-gunner", "wounded"),))
    ok(hq.campaigns.returns.correct(war, wounded))
    state = hq._house.campaigns.get(war).state()
    assert (state.battles[begun].winner, state.assets["red-0"].name) == ("blue", "Fury")
    assert state.people["red-0-gunner"].wounds == 1 and state.secret and state.verdict is not None
    assert hq.campaigns.verify(war).sound
    assert isinstance(hq.campaigns.undo(war), Refusal), "nothing else is taken back"
    with Headquarters(
        tmp_path / "elsewhere", steady_world()
    ) as other:  # where the secret came with the diary alone
        other.import_(tmp_path / "war.ndjson")
        ok(other.campaigns.returns.correct(war, wounded))
        assert other.campaigns.verify(war).sound


def test_no_correction_goes_on_with_a_secret_that_is_out(hq: Headquarters, tmp_path: Path):
    war = opened(hq, tmp_path / "files", "c", nodes=4)
    for node in ("n0", "n2"):
        begun = ok(hq.campaigns.begin(war, node, ["red-0", "blue-0"])).battle
        filed = ok(hq.campaigns.returns.file(war, begun, Return(begun, "red"))).seq
        if node == "n0":
            ok(hq.campaigns.act(war, {"kind": "advance", "days": 1}))
    assert hq.campaigns.view(war).verdict is not None
    seq = next(e.seq for e in hq._house.store.entries(war) if e.kind == "file")
    answer = hq.campaigns.undo(war, seq, {"all": "drop"})
    assert (
        isinstance(answer, Refusal) and "would not be over" in answer.reason and answer.allowed == ("fork",)
    )
    head, campaign = hq.campaigns.head(war), hq._house.campaigns.get(war)
    now, back = campaign.state(), campaign.diary.state_at(filed - 1)
    draft = campaign.rewind(head, now, back, Rewind(filed - 1, "undo"), Author("local", "umpire"))
    campaign.append(head, [draft], back)
    assert "secret out before it" in hq.campaigns.verify(war).why


def test_a_fork_reads_returns_from_before_it(hq: Headquarters, tmp_path: Path):
    war = opened(hq, tmp_path / "files", "c")
    begun = ok(hq.campaigns.begin(war, "n0", ["red-0", "blue-0"])).battle
    ok(hq.campaigns.returns.file(war, begun, Return(begun, "red", reason="a long day")))
    twice = ok(hq.campaigns.fork(ok(hq.campaigns.fork(war)).diary)).diary
    assert hq.campaigns.returns.form(twice, begun)["reason"] == "a long day"
