"""The record follows its diary: what an undo takes back costs that much, and it comes out as if built anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.campaigns.answers import Query
from campaign.campaigns.open_campaign import OpenCampaign
from campaign.campaigns.record import index
from campaign.campaigns.record.index import RecordIndex
from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from campaign.shared.progress import told
from tests.campaign.ledger.making import opened
from tests.conftest import PROFILE

Order = Callable[..., Acted]


def test_an_undo_changes_as_many_lines_as_it_takes_back(hq: Headquarters, made: str, order: Order):
    order("advance", days=40)
    for _ in range(3):
        order("award", person="red-0-gunner", award="Cross")
    record, kept = hq.looking_as("umpire").campaigns.record, hq._house.index
    assert len(record.search(made, Query(everything=True)).lines) > 80
    before = kept.conn.total_changes
    assert isinstance(hq.campaigns.undo(made), Acted)
    assert [one.became for one in record.why(made, "red-0-gunner", "awards")] == [["Cross"], ["Cross"] * 2]
    assert kept.conn.total_changes - before < 4
    before = kept.conn.total_changes
    assert isinstance(hq.campaigns.redo(made), Acted)
    assert len(record.why(made, "red-0-gunner", "awards")) == 3
    assert kept.conn.total_changes - before < 4
    assert rebuilt(hq, made) == kept.content(hq._house.campaigns.get(made))


def rebuilt(hq: Headquarters, name: str) -> list[tuple[object, ...]]:
    anew = RecordIndex(":memory:")
    try:
        return anew.content(OpenCampaign(hq._house.store, name, hq._house.world))
    finally:
        anew.close()


@settings(max_examples=200 if PROFILE == "long" else 6)
@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=4, max_size=14))
def test_going_back_and_forth_leaves_the_record_as_if_built_anew(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[int, bool]]
):
    path = tmp_path_factory.mktemp("c")
    with Headquarters(path / "home") as hq:
        name = opened(hq, path / "files", nodes=2, assets=2)
        for step, looked in steps:
            head = hq.campaigns.head(name)
            match step:
                case 0:
                    hq.campaigns.undo(name)
                case 1:
                    hq.campaigns.redo(name)
                case 2:
                    hq.campaigns.rewind(name, 1 + head // 2)
                case _:
                    hq.campaigns.act(name, {"kind": "award", "person": "red-0-gunner", "award": f"{head}"})
            if looked:
                hq._house.index.follow(hq._house.campaigns.get(name))
        assert rebuilt(hq, name) == hq._house.index.content(hq._house.campaigns.get(name))


def test_what_takes_long_tells_how_far_it_is(
    hq: Headquarters, made: str, order: Order, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(index, "BATCH", 5)
    for _ in range(6):
        order("advance", days=3)
    heard: list[tuple[str, int, int]] = []
    with told(lambda *words: heard.append(words)):
        hq.looking_as("umpire").campaigns.record.search(made, Query())
    assert len(heard) > 2
    assert [done for _, done, _ in heard] == sorted({done for _, done, _ in heard})
    assert {(what, of) for what, _, of in heard} == {(index.PUT, 8)}
    assert heard[-1][1] == 8, "the last word is that it is done"
