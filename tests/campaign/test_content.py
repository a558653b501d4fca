"""Campaigns, orders of battle and policies from content, for callers who have no files on this machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.headquarters import Headquarters
from campaign.ledger.definition import LARGEST_GIVEN
from campaign.rules.refused import Refused
from campaign.shared.callers import Caller
from tests.campaign.calling import forbidden, ok, refused
from tests.campaign.ledger.making import folder


@pytest.fixture
def content(tmp_path: Path) -> dict[str, bytes]:
    files = folder(tmp_path / "files", policy='secrecy = "sides"\n')
    return {one.name: one.read_bytes() for one in files.iterdir()}


def test_a_campaign_is_opened_from_content(hq: Headquarters, content: dict[str, bytes]):
    eve = hq.for_(Caller("eve")).campaigns
    assert eve.files.check(content).id == "made-up"
    opened = ok(eve.new(content, name="given")).diary
    assert eve.view(opened).title == "Made up"
    assert hq.campaigns.verify(opened).sound


def test_it_is_the_same_campaign_as_from_a_folder(
    hq: Headquarters, content: dict[str, bytes], tmp_path: Path
):
    texts = {name: data.decode() for name, data in content.items()}
    assert hq.campaigns.files.check(texts) == hq.campaigns.files.check(tmp_path / "files")


def test_what_is_wrong_names_file_and_line(hq: Headquarters, content: dict[str, bytes]):
    content["forces.toml"] = content["forces.toml"].replace(b"lift = 300", b'lift = "much"', 1)
    eve = hq.for_(Caller("eve")).campaigns
    answer = refused(lambda: eve.new(content))
    assert answer.where.startswith("forces.toml:") and "depot" in answer.where
    with pytest.raises(Refused, match="number"):
        eve.files.check(content)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"../../etc/passwd": b""}, "has no file"),
        ({"/etc/passwd": b""}, "has no file"),
        ({f"{n}.toml": b"" for n in range(9)}, "has no file"),
        ({"campaign.toml": b"\xff"}, "no text file"),
        ({"campaign.toml": "\ud800"}, "no text file"),
        ({"policy.toml": b"#" * (LARGEST_GIVEN + 1)}, "too big"),
        ({"policy.toml": b"="}, "not TOML"),
    ],
)
def test_content_has_its_bounds(
    hq: Headquarters, content: dict[str, bytes], change: dict[str, str | bytes], why: str
):
    assert why in refused(lambda: hq.for_(Caller("eve")).campaigns.new({**content, **change})).reason


def test_nothing_may_be_missing_but_the_policy(hq: Headquarters, content: dict[str, bytes]):
    del content["policy.toml"]
    assert hq.campaigns.files.check(content)
    del content["forces.toml"]
    assert "forces.toml is missing" in refused(lambda: hq.campaigns.files.check(content)).reason


def test_orders_and_policies_are_read_from_content(hq: Headquarters, tmp_path: Path):
    files = hq.for_(Caller("eve")).campaigns.files
    csv = "id,name,side\np1,Private One,red\n"
    action = files.orders({"people.csv": csv})
    assert action["kind"] == "enrol" and action["person"][0]["id"] == "p1"
    assert files.line({"people.csv": csv}, "person[0].name").startswith("people.csv:2")
    with pytest.raises(Refused) as wrong:
        files.orders({"people.csv": csv.replace("side", "sides")})
    assert wrong.value.where.startswith("people.csv:1")
    assert files.policy({"policy.toml": 'secrecy = "sides"\n'}) == 'secrecy = "sides"\n'
    assert "one file" in refused(lambda: files.policy({})).reason
    (tmp_path / "policy.toml").write_text("")
    forbidden(lambda: files.orders(tmp_path / "policy.toml"))
    forbidden(lambda: files.policy(tmp_path / "policy.toml"))
    forbidden(lambda: files.line(tmp_path / "policy.toml", "person[0]"))
