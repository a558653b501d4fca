"""Numbers and hands beside a board, and turrets: in views, at every door, in reports; where there are none, nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.client.headquarters import RemoteHeadquarters
from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.reports.making import of_battle
from campaign.rules.views import CardView, GameView, HandView, PieceView, TrackView
from campaign.shared.answers import Acted
from events.entry import encode_json
from tests import gun_line
from tests.api.conftest import Served
from tests.campaign.reports.reading import read
from tests.gun_line import beside
from tests.tui.cli.running import Run, wardiary

__all__ = ["wardiary"]

NAMES = {"red": "Red", "blue": "Blue"}


@pytest.fixture
def hq(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Headquarters]:
    gun_line.install(monkeypatch)
    beside.install(monkeypatch)
    with Headquarters(tmp_path / "home") as opened:
        yield opened


@pytest.fixture
def battle(hq: Headquarters) -> str:
    opened = hq.battles.new("gun-line")
    assert isinstance(opened, Acted), opened
    return opened.diary


def test_what_is_not_there_is_not_written():
    piece = PieceView("a", "A", "red", "T", "0101", "NE")
    view: dict[str, Any] = json.loads(encode_json(GameView(1, 2, "move", "red", None, (piece,))))
    assert set(view) == {"turn", "turns", "phase", "active", "board", "pieces"}
    assert set(view["pieces"][0]) == {"id", "name", "side", "glyph", "where", "facing"}


def test_each_viewer_gets_his_cards_and_the_numbers(hq: Headquarters, battle: str):
    red, blue = (json.loads(encode_json(hq.looking_as(side).battles.view(battle).game)) for side in NAMES)
    assert red["tracks"] == blue["tracks"] == [
        {"name": "impulse", "value": 2, "most": 4},
        {"name": "initiative of A", "value": 31, "side": "red"},
        {"name": "initiative of B", "value": 7, "side": "red"},
        {"name": "Panzerfausts", "value": 3, "most": 3, "side": "blue"},
    ]  # fmt: skip
    assert [one.get("name", "") for one in red["hands"][0]["cards"]] == ["Rally", "Advance", "Ambush"]
    assert blue["hands"][0]["cards"][:2] == [{"slot": 1, "kind": "action"}, {"slot": 2, "kind": "action"}]
    assert red["pieces"][0]["turret"] == "S" and "turret" not in red["pieces"][1]


def test_they_are_told_in_a_line_for_each_side(hq: Headquarters, battle: str):
    lines = {side: hq.looking_as(side).battles.view(battle).game.beside(NAMES) for side in NAMES}
    assert lines["red"] == [
        "impulse 2 of 4", "Red: initiative of A 31, initiative of B 7", "Red: hand: Rally, Advance",
        "Blue: Panzerfausts 3 of 3",
    ]  # fmt: skip
    assert "Red: hand: 2 actions face down" in lines["blue"]


def test_a_hand_without_cards_and_one_of_several():
    some = (HandView("red", (CardView(1, "card"),), "orders"), HandView("red", (), "luck"))
    view = GameView(1, 1, "", "", None, (), tracks=(TrackView("fuel", 0, 3, "red"),), hands=some)
    assert view.beside({"red": "Red"}) == [
        "Red: fuel 0 of 3", "Red: orders: 1 card face down", "Red: luck: no cards",
    ]  # fmt: skip


def test_the_command_line_tells_them(wardiary: Run, monkeypatch: pytest.MonkeyPatch):
    gun_line.install(monkeypatch)
    beside.install(monkeypatch)
    battle = wardiary("new", "gun-line", "--json").json["battle"]
    told = wardiary("state", battle, "--as", "red").out
    for words in (
        "impulse 2 of 4",
        "Red: hand: Rally, Advance",
        "NE, turret S",
        "action 1, Rally: One of yours",
    ):
        assert words in told, told
    other = wardiary("state", battle, "--as", "blue").out
    assert "Red: hand: 2 actions face down" in other and "Rally" not in other


def test_over_http_they_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    gun_line.install(monkeypatch)
    beside.install(monkeypatch)
    with Served(tmp_path / "home") as served:
        battle = served.hq.battles.new("gun-line", seats=[Seat("red", "ann"), Seat("blue", "ben")]).diary
        bearer = {"authorization": f"Bearer {served.tokens['b']}"}
        text = httpx.get(f"{served.url}/api/battles/{battle}/view", headers=bearer).text
        assert '"impulse"' in text and '"turret":"S"' in text and "Rally" not in text
        with RemoteHeadquarters(served.url, served.tokens["a"], tmp_path / "ann") as far:
            game = far.battles.view(battle).game
            assert (game.tracks, game.hands[0].cards) == (beside.TRACKS, beside.CARDS)


@pytest.mark.parametrize("form", ["html", "markdown"])
def test_reports_tell_them(hq: Headquarters, battle: str, form: Any):
    red, blue = (of_battle(hq.looking_as(side), battle, form) for side in NAMES)
    for words in ("impulse 2 of 4", "initiative of A 31, initiative of B 7", "hand: Rally, Advance"):
        assert words in red, words
    assert "2 actions face down" in blue and "Rally" not in blue
    assert "NE, turret S" in red
    if form == "html":
        assert "facing NE, turret S" in red and red.count('class="barrel"') >= 2
        assert "a thin line points where the turret does" in red
        assert read(red)


def test_a_report_without_them_has_no_line_for_them(tmp_path: Path):
    with Headquarters(tmp_path / "plain") as plain:
        opened = plain.battles.new("tank-duel")
        assert isinstance(opened, Acted)
        page = of_battle(plain, opened.diary, "html")
        assert 'class="quiet beside"' not in page and 'class="barrel"' not in page and "turret" not in page
