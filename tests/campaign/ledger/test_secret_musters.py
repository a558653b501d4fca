"""Who comes to a battle is told, where sides are secret, to his own side alone."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from campaign.campaigns.answers import Query
from campaign.headquarters import Headquarters
from campaign.reports.making import of_campaign
from campaign.shared.answers import Acted
from tests.campaign.ledger.making import folder

EVERY = Query(everything=True, limit=10_000)


def begun(hq: Headquarters, path: Path, secrecy: str) -> dict[str, list[tuple[str, str]]]:
    """A campaign with a battle under way. Answers with what came for each side: ids and names."""
    opened = hq.campaigns.new(folder(path / secrecy, policy=f'secrecy = "{secrecy}"\n'), name="c")
    assert isinstance(opened, Acted), opened
    assert isinstance(hq.campaigns.begin("c", "n0"), Acted)
    view = hq.looking_as("umpire").campaigns.view("c")
    found: dict[str, list[tuple[str, str]]] = {"red": [], "blue": []}
    assets = {one.id: one for one in view.assets}
    for id in view.battles[0].assets:
        found[assets[id].side].append((id, assets[id].name))
    assert all(found.values())
    return found


def beginnings(hq: Headquarters, viewer: str) -> set[str]:
    """The line of the beginning, by every door."""
    mine = hq.looking_as(viewer).campaigns
    log = [
        line.text
        for everything in (False, True)
        for one in mine.log("c", everything=everything)
        for line in one.lines
    ]
    lines = [*mine.moment("c").log]
    for query in (Query(), EVERY, Query(kind="battle-started"), Query(subject="n0-1"), Query(words="begins")):
        lines += mine.record.search("c", query).lines
    return {text for text in (*log, *(one.text for one in lines)) if text.startswith("Number 0 begins")}


@pytest.mark.parametrize("viewer", ["red", "blue", ""])
def test_a_side_is_told_of_its_own(hq: Headquarters, tmp_path: Path, viewer: str):
    came = begun(hq, tmp_path, "sides")
    own = [name for _, name in came.get(viewer, [])]
    assert beginnings(hq, viewer) == {f"Number 0 begins{' with ' + ', '.join(own) if own else ''}."}
    mine = hq.looking_as(viewer).campaigns
    for side, some in came.items():
        for id, name in some:
            kinds = {one.kind for one in mine.record.search("c", Query(subject=id, everything=True)).lines}
            assert ("battle-started" in kinds) == (side == viewer)
            said = mine.record.search("c", Query(words=name, kind="battle-started")).lines
            assert bool(said) == (side == viewer)
            if side == viewer:
                assert "battle-started" in [one.line.kind for one in mine.record.why("c", id)]
    others = [name for side, some in came.items() if side != viewer for _, name in some]
    page = of_campaign(hq.looking_as(viewer), "c", "markdown", everything=True)
    texts = msgspec.json.encode(mine.log("c", everything=True)).decode() + page
    assert not [name for name in others if name in texts]


@pytest.mark.parametrize(("viewer", "secrecy"), [("umpire", "sides"), ("red", "open"), ("", "open")])
def test_from_whom_nothing_is_kept_reads_of_all(hq: Headquarters, tmp_path: Path, viewer: str, secrecy: str):
    came = begun(hq, tmp_path, secrecy)
    (told,) = beginnings(hq, viewer)
    assert all(name in told for some in came.values() for _, name in some)
    lines = hq.looking_as(viewer).campaigns.record.search("c", Query(kind="battle-started")).lines
    assert len(lines) == 1
