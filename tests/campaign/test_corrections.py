"""Corrections of campaigns: they ask for no die before everything is decided, and old campaigns take them too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from campaign.headquarters import Headquarters
from campaign.ledger.returns import AssetReturn, Return
from campaign.rules.sealed_dice import ChainedDice
from campaign.shared.answers import Refusal
from tests.campaign.calling import ok
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
