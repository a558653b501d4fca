"""Over HTTP each side says what came of a battle at a real table, the umpire reads both, and nobody the other's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from api.wire.operations import ROOT
from campaign.shared.callers import local
from tests.api.conftest import Served
from tests.api.listening import Listener
from tests.campaign.calling import ok
from tests.campaign.ledger.making import folder

AT = "/campaigns/c/battles/n0-1/return"
RED = {"winner": "red", "asset": [{"id": "red-0", "kills": [{"victim": "blue-0"}]}]}
BLUE = {"winner": "blue", "reason": "Nightingale", "asset": [{"id": "blue-0", "fate": "wrecked"}]}


def test_both_sides_file_over_http(tmp_path: Path) -> None:
    files = folder(tmp_path / "files", policy='secrecy = "open"\n')
    text = (files / "campaign.toml").read_text()
    for side, player in (("red", "ann"), ("blue", "ben")):
        text = text.replace(f'id = "{side}"\n', f'id = "{side}"\nplayer = "{player}"\n', 1)
    (files / "campaign.toml").write_text('umpire = "boss"\n' + text)
    with Served(tmp_path / "home") as served:
        boss = served.hq.for_(local("boss")).campaigns
        ok(boss.new(files, name="c"))
        ok(boss.begin("c", "n0", ["red-0", "blue-0"]))

        def asked(token: str, path: str, body: Any = None, status: int = 200) -> httpx.Response:
            bearer = {
                "authorization": f"Bearer {served.tokens[token]}",
                **({} if body is None else {"if-match": "*"}),
            }
            url = f"{served.url}{ROOT}{path}"
            answer = (
                httpx.get(url, headers=bearer) if body is None else httpx.post(url, headers=bearer, json=body)
            )
            assert answer.status_code == status, answer.text
            return answer

        ann = Listener(served, "a", "/campaigns/c/stream")
        ann.first("moment")
        assert asked("b", f"{AT}/half").json()["asset"][0]["id"] == "blue-0"
        told = asked("b", f"{AT}/half", {"content": BLUE}).json()
        assert told["lines"] == [{"text": "Blue gives its half of the return of n0-1."}]
        assert ann.first("entry").data["entry"]["kind"] == "hidden"
        asked("a", f"{AT}/half", {"content": BLUE, "side": "blue"}, 403)
        asked("c", f"{AT}/half", {"content": RED}, 403)
        asked("c", f"{AT}/half", status=403)
        for letter in "ac":
            asked(letter, f"{AT}/halves", status=403)
            asked(letter, f"{AT}/half?side=blue", status=403)
            for path in ("/campaigns/c/log?everything=true", "/campaigns/c/record?everything=true",
                         "/campaigns/c/moment", "/campaigns/c/view", "/campaigns/c/report", AT, f"{AT}/file",
                         "/campaigns/c", "/awaiting", "/campaigns/c/difference?a=1&b=3"):  # fmt: skip
                answer = asked(letter, path).text
                assert not [
                    word for word in ("half of", "give-half", '"halves"', "Nightingale") if word in answer
                ], path
        assert asked("k", "/awaiting").json()[0]["halves"] == ["n0-1"]
        asked("a", f"{AT}/half", {"content": RED})
        laid = asked("k", f"{AT}/halves").json()
        assert all(
            asked("k", f"{AT}/{one}").headers["etag"]
            for one in ("halves", "half?side=red", "half/file?side=red")
        )
        (line,) = (one for one in laid["lines"] if not one["taken"])
        assert line == {
            "what": "winner", "subject": "", "said": {"red": "red", "blue": "blue"}, "stands": "contradicts",
            "taken": False,
        }  # fmt: skip
        assert "leave this to you: winner" in asked("k", AT, {}, 422).json()["detail"]
        whole = {**asked("k", AT).json(), "winner": "red", "crews": "safe"}
        asked("k", AT, {"content": whole})
        assert "Nightingale" in asked("a", "/campaigns/c/log").text, "what was filed all may read"
        assert asked("a", f"{AT}/halves").json()["given"] == ["red", "blue"]
