"""What a campaign is written down as opens the same again, and at its end its next season."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.headquarters import Headquarters
from campaign.ledger.returns import AssetReturn, PersonReturn, Return
from campaign.ledger.season import next_id
from campaign.ledger.state import Campaign
from tests.campaign.calling import ok
from tests.campaign.ledger.making import opened
from tui.cli.main import main

SAMPLES = ("marines-in-korea", "fulda-gap", "vosges-1917", "hohenau-1979", "third-squad-1944")
OWN = {"id", "commitment", "rules", "umpire"}
"""What every campaign has of its own."""


def state_of(hq: Headquarters, name: str) -> Campaign:
    return hq._house.campaigns.get(name).state()


def written(hq: Headquarters, name: str, folder: Path, *more: str) -> Path:
    assert main(["campaign", "orders", name, str(folder), *more, "--home", str(hq.home.folder)]) == 0
    return folder


def told(state: Campaign) -> dict[str, Any]:
    return {name: one for name, one in msgspec.to_builtins(state).items() if name not in OWN}


def test_every_sample_is_there(hq: Headquarters):
    assert set(hq.campaigns.files.sample_ids()) == set(SAMPLES)


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_campaign_is_written_down_and_opened_again(hq: Headquarters, sample: str, tmp_path: Path):
    ok(hq.campaigns.new(sample, name="first"))
    ok(hq.campaigns.new(written(hq, "first", tmp_path / "files"), name="second"))
    assert told(state_of(hq, "second")) == told(state_of(hq, "first"))
    written(hq, "first", tmp_path / "files", "--force")


@pytest.mark.parametrize("sample", SAMPLES)
def test_when_it_is_over_its_next_season_is_one_command(hq: Headquarters, sample: str, tmp_path: Path):
    ok(hq.campaigns.new(sample, name="first"))
    while state_of(hq, "first").verdict is None:
        ok(hq.campaigns.act("first", {"kind": "advance", "days": 10}))
    ok(hq.campaigns.new(written(hq, "first", tmp_path / "files"), name="second"))
    old, new = state_of(hq, "first"), state_of(hq, "second")
    assert (new.date, new.verdict) == (old.date, None)
    assert set(new.assets) == {id for id, one in old.assets.items() if one.status == "ready"}
    assert new.types == old.types and new.policy == old.policy
    assert old.graph is not None and new.graph is not None
    assert [one.id for one in new.graph.scenario] == [one.id for one in old.graph.scenario]
    ok(hq.campaigns.act("second", {"kind": "advance", "days": 10}))
    assert hq.campaigns.verify("second").sound


def test_a_year_with_losses_goes_on_with_who_is_left(hq: Headquarters, tmp_path: Path):
    name = opened(hq, tmp_path / "made", "war")
    ok(hq.campaigns.begin(name, "n0", ["red-0", "red-1", "blue-0"]))
    people = (PersonReturn("red-0-gunner", "killed"), PersonReturn("red-1-gunner", "wounded", 300))
    machines = (
        AssetReturn("blue-0", "lost"),
        AssetReturn("red-0", "recovered"),
        AssetReturn("red-1", "damaged", ("turret",)),
    )
    ok(hq.campaigns.returns.file(name, "n0-1", Return("n0-1", "red", asset=machines, person=people)))
    kept = {"kind": "set-policy", "text": "[replacements]\nautomatic = false\n[supply]\nautomatic = false\n"}
    ok(hq.campaigns.act(name, {**kept, "reason": "none come"}))
    ok(hq.campaigns.act(name, {"kind": "advance", "days": 200}))
    old = state_of(hq, name)
    ok(hq.campaigns.new(written(hq, name, tmp_path / "files"), name="later"))
    new = state_of(hq, "later")
    assert {"blue-0", "red-0"}.isdisjoint(new.assets)
    assert (
        new.assets["red-1"].damage == ["turret"] and new.assets["red-1"].stores == old.assets["red-1"].stores
    )
    assert "red-0-gunner" not in new.people
    driver = new.people["red-0-driver"]
    assert (driver.asset, driver.formation) == ("", "red-army"), "whose machine is a wreck waits for another"
    assert driver.xp == old.people["red-0-driver"].xp > 0
    assert new.people["red-1-gunner"].post == "gunner"
    assert {id: one.stores for id, one in new.depots.items()} == {
        id: one.stores for id, one in old.depots.items()
    }
    assert new.graph is not None
    assert [one.date for one in new.graph.happening] == ["1944-12-22"]
    assert new.graph.closes == "1965-07-19"


def test_the_next_season_has_the_next_number():
    assert [next_id(one) for one in ("korea", "korea-2", "korea-99", "a-1950", "2")] == [
        "korea-2", "korea-3", "korea-100", "a-1950-2", "2-2",
    ]  # fmt: skip
