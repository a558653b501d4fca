"""Pieces that go by ids which tell nothing: what came is told to few, and what became of it to the right asset."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from tests import gun_line
from tests.gun_line.valley import folder


@pytest.fixture
def hq(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    gun_line.install(monkeypatch)
    with Headquarters(tmp_path / "home") as opened:
        yield opened


@pytest.fixture
def begun(hq: Headquarters, tmp_path: Path) -> str:
    done = hq.campaigns.new(folder(tmp_path / "valley"), name="valley")
    assert isinstance(done, Acted), done
    started = hq.campaigns.begin("valley", "range", dice="typed")
    assert isinstance(started, Acted), started
    return next(one.battle for one in hq.battles.all())


def shown(hq: Headquarters, battle: str, viewer: str) -> str:
    """All that a viewer gets of a battle's first entry and of how it stands."""
    side = hq.looking_as(viewer)
    entry, view = side.battles.show(battle, 1), side.battles.view(battle)
    return (
        f"{bytes(entry.action).decode()} {[bytes(one).decode() for one in entry.events]} {view.game.pieces}"
    )


def test_what_is_mustered_brings_its_formations(hq: Headquarters, begun: str):
    entry = hq.looking_as("red").battles.show(begun, 1)
    assets = {one["id"]: one for one in json.loads(bytes(entry.action))["muster"]["assets"]}
    assert assets["north-1"]["formations"] == [
        {"id": "a-company", "name": "A Company"}, {"id": "one", "name": "1st Battalion"},
    ]  # fmt: skip
    units = json.loads(bytes(entry.events[-1]))["units"]
    assert {one["asset"]: one.get("formations") for one in units if one.get("asset")} == {
        f"north-{i}": ["A Company", "1st Battalion"] for i in (1, 2, 3, 4)
    }


def test_who_does_not_know_what_came_is_not_told(hq: Headquarters, begun: str):
    red, blue = shown(hq, begun, "red"), shown(hq, begun, "blue")
    assert "north-1" in red and "south" not in red and "Guard" not in red
    assert "south-1" in blue and "north" not in blue and "Company" not in blue
    observer = shown(hq, begun, "")
    assert "north" not in observer and "south" not in observer


def act(hq: Headquarters, battle: str, side: str, dice: Sequence[int] = (), **action: str) -> None:
    done = hq.looking_as(side).battles.act(battle, action, dice=dice)
    assert isinstance(done, Acted), done


def test_the_outcome_maps_pieces_back_to_assets(hq: Headquarters, begun: str):
    """Red knocks a blue platoon out, and then goes home."""
    for _ in range(2):
        for unit in ("R1", "R2"):
            act(hq, begun, "red", kind="join", unit=unit, target="B1")
        act(hq, begun, "red", (6, 6), kind="resolve")
        act(hq, begun, "red", kind="done")
        act(hq, begun, "blue", kind="done")
    act(hq, begun, "blue", kind="concede")
    form = hq.campaigns.returns.form("valley", "range-1")
    told = {one["id"]: one for one in form["asset"]}
    assert {id for id, one in told.items() if one.get("fate") == "wrecked"} == {"south-3"}, (
        "B1 was the last of them"
    )
    assert {id: list(one["kills"]) for id, one in told.items() if one.get("kills")} == {
        "north-4": [{"victim": "south-3"}]
    }
    filed = hq.campaigns.returns.file("valley", "range-1")
    assert isinstance(filed, Acted), filed
    assets = {one.id: one for one in hq.campaigns.view("valley").assets}
    assert {id: one.kills for id, one in assets.items() if one.kills} == {"north-4": 1}
    assert hq.campaigns.verify("valley").sound
