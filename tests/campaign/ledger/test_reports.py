"""After-action reports: everything in one file, for people."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from random import Random

import pytest

from campaign.answers import Acted
from campaign.campaign_answers import CampaignActed
from campaign.headquarters import Headquarters
from campaign.reports.making import markdown, of_battle, of_campaign


class Balanced(HTMLParser):
    """Whether every element that is opened is closed, in order."""

    VOID = ("meta", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture
def played(hq: Headquarters, korea: str) -> str:
    for step in hq.play_campaign(korea, pick=Random(3).randrange, until="1950-09-08"):
        assert isinstance(step, CampaignActed), step
    return korea


def sound_html(text: str) -> set[str]:
    parser = Balanced()
    parser.feed(text)
    assert parser.open == []
    assert not re.search(r'(src|href)="', text), "one file that needs nothing else"
    assert "<script" not in text
    return parser.seen


def test_of_a_campaign(hq: Headquarters, played: str):
    seen: list[tuple[int, int]] = []
    html = of_campaign(hq, played, "html", "umpire", progress=lambda done, of: seen.append((done, of)))
    assert {"svg", "polyline", "table"} <= sound_html(html)
    assert seen[-1][0] == seen[-1][1] > 0
    text = of_campaign(hq, played, "markdown", "umpire")
    for words in ("Roadblock at Obong-ni", "Frank Tobin", "1950-08-17", "## In numbers"):
        assert words in text
        assert words.removeprefix("## ") in html
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) > 20


def test_of_a_battle_on_hexes_and_on_a_table(hq: Headquarters, played: str):
    diary = hq.campaign(played).state().battles["obong-ni-1"].diary
    html = of_battle(hq, diary, "html", "umpire")
    assert {"svg", "polygon", "ol"} <= sound_html(html)
    assert html.count("<svg") == 2
    assert "Turn 1" in html
    assert "### Turn 1" in of_battle(hq, diary, "markdown", "umpire")
    opened = hq.new("first-game")
    assert isinstance(opened, Acted)
    plane = of_battle(hq, opened.battle, "html")
    sound_html(plane)
    assert "The battle is not over." in plane


def test_names_cannot_break_out():
    assert markdown("<b>|x*") == "\\<b\\>\\|x\\*"


def test_a_name_that_looks_like_markup(hq: Headquarters, korea: str):
    done = hq.campaign_act(korea, {"kind": "rename", "id": "a32", "name": "<script>alert(1)</script>"})
    assert isinstance(done, CampaignActed)
    sound_html(of_campaign(hq, korea, "html", "umpire"))
