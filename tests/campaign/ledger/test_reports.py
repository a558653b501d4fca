"""After-action reports: everything in one file, for people."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from random import Random

import pytest

from campaign.headquarters import Headquarters
from campaign.reports.making import markdown, of_battle, of_campaign
from campaign.shared.answers import Acted


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
    for step in hq.campaigns.staff.play(korea, pick=Random(3).randrange, until="1950-09-08"):
        assert isinstance(step, Acted), step
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
    html = of_campaign(
        hq.looking_as("umpire"), played, "html", progress=lambda done, of: seen.append((done, of))
    )
    assert {"svg", "polyline", "table"} <= sound_html(html)
    assert seen[-1][0] == seen[-1][1] > 0
    text = of_campaign(hq.looking_as("umpire"), played, "markdown")
    for words in ("Roadblock at Obong-ni", "Frank Tobin", "1950-08-17", "## In numbers"):
        assert words in text
        assert words.removeprefix("## ") in html
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) > 20


def test_of_a_battle_on_hexes_and_on_a_table(hq: Headquarters, played: str):
    diary = hq._house.campaigns.get(played).state().battles["obong-ni-1"].diary
    html = of_battle(hq.looking_as("umpire"), diary, "html")
    assert {"svg", "polygon", "ol"} <= sound_html(html)
    assert html.count("<svg") == 2
    assert "Turn 1" in html
    assert "### Turn 1" in of_battle(hq.looking_as("umpire"), diary, "markdown")
    opened = hq.battles.new("first-game")
    assert isinstance(opened, Acted)
    plane = of_battle(hq, opened.diary, "html")
    sound_html(plane)
    assert "The battle is not over." in plane


def test_names_cannot_break_out():
    assert markdown("<b>|x*") == "\\<b\\>\\|x\\*"


def test_a_name_that_looks_like_markup(hq: Headquarters, korea: str):
    done = hq.campaigns.act(korea, {"kind": "rename", "id": "a32", "name": "<script>alert(1)</script>"})
    assert isinstance(done, Acted)
    sound_html(of_campaign(hq.looking_as("umpire"), korea, "html"))
