"""What is put away is no longer listed, and nothing else; so can be what cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from tests.campaign.calling import ok
from tests.campaign.junk import JUNK
from tests.tui.cli.running import Run, wardiary

__all__ = ["wardiary"]


def test_what_is_put_away_is_not_listed_and_comes_back(hq: Headquarters, duel: str):
    before = hq._house.store.position()
    other = ok(hq.battles.new("tank-duel")).diary
    hq.battles.archive(other)
    hq.battles.archive(other)
    assert [one.battle for one in hq.battles.all()] == [duel]
    assert [(one.battle, one.archived) for one in hq.battles.all(archived=True)] == [
        (duel, False),
        (other, True),
    ]
    assert hq.battles.last() == ""
    assert hq.battles.verify(other).sound
    ok(hq.battles.act(other, {"kind": "end-phase"}))
    assert hq._house.store.position() == before + 2, "no entry speaks of it"
    hq.battles.archive(other, back=True)
    hq.battles.archive(other, back=True)
    assert [one.battle for one in hq.battles.all()] == [duel, other]
    assert hq.battles.last() == other


def test_a_campaign_takes_its_battles_along(hq: Headquarters):
    ok(hq.campaigns.new("marines-in-korea", name="korea"))
    node = hq.campaigns.info("korea").open[0]
    fought = ok(hq.campaigns.begin("korea", node)).fought
    assert [one.battle for one in hq.battles.all()] == [fought]
    hq.campaigns.archive("korea")
    assert hq.campaigns.all() == hq.battles.all() == []
    assert hq.campaigns.last() == ""
    assert [one.campaign for one in hq.campaigns.all(archived=True)] == ["korea"]
    assert hq.looking_as("umpire").campaigns.view("korea")
    hq.campaigns.archive("korea", back=True)
    assert [one.campaign for one in hq.campaigns.all()] == ["korea"]


def test_names_with_dots_are_names_like_others(hq: Headquarters):
    ok(hq.campaigns.new("marines-in-korea", name="my"))
    ok(hq.campaigns.new("marines-in-korea", name="my.other"))
    node = hq.campaigns.info("my.other").open[0]
    fought = ok(hq.campaigns.begin("my.other", node)).fought
    assert hq.campaigns.last() == "my.other", "its battle has the newest entry"
    own = ok(hq.battles.new("tank-duel", name="my.own")).diary
    assert hq.campaigns.last() == ""
    hq.campaigns.archive("my")
    assert [one.campaign for one in hq.campaigns.all()] == ["my.other"]
    assert [one.battle for one in hq.battles.all()] == [fought, own]
    hq.campaigns.archive("my", back=True)
    hq.campaigns.archive("my.other")
    assert [one.campaign for one in hq.campaigns.all()] == ["my"]
    assert [one.battle for one in hq.battles.all()] == [own]


def test_only_what_there_is(hq: Headquarters, duel: str):
    with pytest.raises(Refused, match="no diary 'nothing'"):
        hq.battles.archive("nothing")
    with pytest.raises(Refused, match="no diary"):
        hq.campaigns.archive(duel)


@pytest.mark.parametrize("kind", [kind for kind in JUNK if kind != "kind"])
def test_a_bad_diary_can_be_put_away(hq: Headquarters, kind: str):
    JUNK[kind](hq, "bad")
    door = hq.campaigns if kind.startswith("campaign") else hq.battles
    door.archive("bad")
    assert "bad" not in [getattr(one, "battle", "") or getattr(one, "campaign", "") for one in door.all()]


def test_the_command(wardiary: Run, tmp_path: Path):
    battle = wardiary("new", "tank-duel", "--json").json["battle"]
    assert "is listed no longer" in wardiary("archive", battle).out
    assert wardiary("list", "--json").json == []
    assert wardiary("list", "--archived", "--json").json[0]["archived"] is True
    assert wardiary("archive", battle, "--back", "--json").json == {"diary": battle, "archived": False}
    assert battle in wardiary("list").out
    wardiary("campaign", "new", "marines-in-korea", "--name", "korea")
    assert wardiary("campaign", "archive", "korea").status == 0
    assert wardiary("campaign", "list", "--json").json == []
    assert wardiary("campaign", "archive", "kroea").status == 2
