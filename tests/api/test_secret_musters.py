"""Over HTTP, too, a side reads of a battle that begins only what it leads itself."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from api.wire.operations import ROOT
from campaign.shared.answers import Acted
from tests.api.conftest import Served
from tests.campaign.ledger.making import folder


@pytest.mark.parametrize(("letter", "side"), [("a", "red"), ("b", "blue"), ("c", "")])
def test_no_door_names_the_muster_of_others(tmp_path: Path, letter: str, side: str):
    files = folder(tmp_path / "files", policy='secrecy = "sides"\n')
    text = (files / "campaign.toml").read_text()
    for one, player in (("red", "ann"), ("blue", "ben")):
        text = text.replace(f'id = "{one}"\n', f'id = "{one}"\nplayer = "{player}"\n', 1)
    (files / "campaign.toml").write_text(text)
    with Served(tmp_path / "home") as served:
        opened = served.hq.campaigns.new(files, name="c")
        assert isinstance(opened, Acted), opened
        assert isinstance(served.hq.campaigns.begin("c", "n0"), Acted)
        view = served.hq.campaigns.view("c")
        came = [(one.name, one.side) for one in view.assets if one.id in view.battles[0].assets]
        assert {"red", "blue"} == {of for _, of in came}
        head = {"authorization": f"Bearer {served.tokens[letter]}"}
        for path in (
            "/log",
            "/log?everything=true",
            "/record",
            "/record?everything=true",
            "/moment",
            "/report",
        ):
            answer = httpx.get(f"{served.url}{ROOT}/campaigns/c{path}", headers=head)
            assert answer.status_code == 200, answer.text
            said = answer.text.split("Number 0 begins")[1:]
            assert said or path == "/report"
            for line in said:
                named = line.split(".", 1)[0]
                for name, of in came:
                    assert (name in named) == (of == side), (path, named)
