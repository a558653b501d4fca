"""What a battle says of people holds: the ledger takes exactly that, and asks no chance of them a second time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.wire.operations import ROOT
from campaign.headquarters import Headquarters
from campaign.ledger.actions import EDITION, File
from campaign.ledger.decide import advance
from campaign.ledger.returns import PersonReturn, Return, write_return
from campaign.rules.dice import NoDice
from campaign.rules.facets import UMPIRE
from campaign.rules.muster import Fate
from campaign.rules.refused import Refused
from campaign.shared.answers import Refusal
from campaign.shared.callers import Caller, local
from events.entry import encode_json
from tests import gun_line
from tests.api.conftest import Served
from tests.campaign.calling import ok
from tests.gun_line.crews import manned, telling
from tests.tui.cli.running import Run, wardiary

__all__ = ["wardiary"]

LOST, BATTLE = "south-3", "range-1"
"""The platoon that is knocked out in these battles: it goes as B1."""
ALL_TOLD = {
    LOST: {"south-3-leader": "wounded", "south-3-gunner": "fit"},
    "south-1": {"south-1-leader": "captured", "south-1-gunner": "killed"},
    "north-2": {"north-2-gunner": "missing"},
}


@pytest.fixture
def hq(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Headquarters]:
    gun_line.install(monkeypatch)
    with Headquarters(tmp_path / "home") as opened:
        yield opened


def fought(hq: Headquarters, files: Path, players: Mapping[str, Headquarters] | None = None) -> None:
    """Red knocks a platoon of blue's out, and blue goes home. players: by side, whoever keeps the house if none."""
    ok(hq.campaigns.new(files, name="valley"))
    ok(hq.campaigns.begin("valley", "range", dice="typed"))
    battle = next(one.battle for one in hq.battles.all())

    def act(side: str, *dice: int, **action: str) -> None:
        ok((players[side] if players else hq.looking_as(side)).battles.act(battle, action, dice=dice))

    for _ in range(2):
        for unit in ("R1", "R2"):
            act("red", kind="join", unit=unit, target="B1")
        act("red", 6, 6, kind="resolve")
        act("red", kind="done")
        act("blue", kind="done")
    act("blue", kind="concede")


def stands(hq: Headquarters) -> dict[str, tuple[str, str]]:
    """Those of whom something became: status, and the day on which they are back."""
    people = hq.campaigns.view("valley").people
    return {one.id: (one.status, one.back) for one in people if one.status != "fit"}


def filed(hq: Headquarters) -> list[str]:
    """What is rolled for as the return is filed."""
    return [draw.purpose for draw in ok(hq.campaigns.returns.file("valley", BATTLE)).draws]


def test_the_ledger_takes_what_the_battle_says(hq: Headquarters, tmp_path: Path, monkeypatch: Any):
    """The policy would kill everybody in the wreck: nobody of whom the battle tells is asked for."""
    fought(hq, manned(tmp_path / "files"))
    telling(monkeypatch, ALL_TOLD)
    form = hq.campaigns.returns.form("valley", BATTLE)
    assert {one["id"]: one.get("fate", "fit") for one in form["person"]} == {
        id: word for some in ALL_TOLD.values() for id, word in some.items()
    }
    assert filed(hq) == []
    assert stands(hq) == {
        "south-3-leader": ("wounded", "1975-06-10"), "south-1-leader": ("captured", ""),
        "south-1-gunner": ("dead", ""), "north-2-gunner": ("missing", stands(hq)["north-2-gunner"][1]),
    }  # fmt: skip
    assert hq.campaigns.verify("valley").sound


def test_of_who_is_not_named_the_policy_decides(hq: Headquarters, tmp_path: Path, monkeypatch: Any):
    fought(hq, manned(tmp_path / "files"))
    telling(monkeypatch, {LOST: {"south-3-leader": "fit"}})
    (rolled,) = filed(hq)
    assert rolled.startswith("fate of south-3-gunner")
    assert stands(hq) == {"south-3-gunner": ("dead", "")}


def test_a_wound_takes_as_long_as_the_policy_says(hq: Headquarters, tmp_path: Path, monkeypatch: Any):
    rolled = "[healing]\nleast = 9\ndie = 6\n[casualties.wrecked]\ndead = 100\nwounded = 0\nmissing = 0\n"
    fought(hq, manned(tmp_path / "files", rolled))
    telling(monkeypatch, {LOST: dict.fromkeys(("south-3-leader", "south-3-gunner"), "wounded")})
    rolls = filed(hq)
    assert len(rolls) == 2 and all(one.startswith("wound of ") for one in rolls)
    assert [status for status, _ in stands(hq).values()] == ["wounded"] * 2


def test_a_battle_that_says_nothing_of_people_is_as_before(
    hq: Headquarters, tmp_path: Path, monkeypatch: Any
):
    fought(hq, manned(tmp_path / "files"))
    before = encode_json(hq.campaigns.returns.form("valley", BATTLE))
    assert b"person" not in before
    telling(monkeypatch, {})
    assert encode_json(hq.campaigns.returns.form("valley", BATTLE)) == before
    assert json.loads(encode_json(Fate("a", "red", "t", "fit"))) == {
        "id": "a", "side": "red", "type": "t", "fate": "fit",
    }  # fmt: skip
    assert len(filed(hq)) == 2
    assert stands(hq) == {"south-3-leader": ("dead", ""), "south-3-gunner": ("dead", "")}


@pytest.mark.parametrize(
    ("people", "said", "allowed"),
    [
        ({LOST: {"nobody": "fit"}}, "nobody, who did not come with south-3", "south-3-gunner"),
        (
            {LOST: {"south-1-leader": "fit"}},
            "south-1-leader, who did not come with south-3",
            "south-3-gunner",
        ),
        ({LOST: {"south-3-leader": "ill"}}, "south-3-leader that he is 'ill'", "wounded"),
    ],
)
def test_what_cannot_be_of_those_who_came_is_refused(
    hq: Headquarters, tmp_path: Path, monkeypatch: Any, people: Mapping[str, Any], said: str, allowed: str
):
    fought(hq, manned(tmp_path / "files"))
    telling(monkeypatch, people)
    head = hq.campaigns.head("valley")
    refused = hq.campaigns.returns.file("valley", BATTLE)
    assert isinstance(refused, Refusal)
    assert said in refused.reason and allowed in refused.allowed and refused.where == "$.battle"
    assert hq.campaigns.head("valley") == head
    ok(hq.campaigns.returns.file("valley", BATTLE, {"winner": "north"}))


def test_two_pieces_of_one_asset_speak_of_nobody_twice(hq: Headquarters, tmp_path: Path, monkeypatch: Any):
    fought(hq, manned(tmp_path / "files"))
    telling(monkeypatch, {LOST: {"south-3-leader": "fit"}})
    plain = gun_line.Platoons.outcome

    def outcome(self: Any, *of: Any) -> Any:
        found = plain(self, *of)
        fates = tuple(one for fate in found.fates for one in [fate] * (2 if fate.people else 1))
        return type(found)(found.verdict, fates, found.field)

    monkeypatch.setattr(gun_line.Platoons, "outcome", outcome)
    refused = hq.campaigns.returns.file("valley", BATTLE)
    assert isinstance(refused, Refusal) and "south-3-leader twice" in refused.reason


@pytest.mark.parametrize("word", ["fit", "captured", "wounded", "killed"])
def test_nothing_becomes_of_a_dead_man(hq: Headquarters, tmp_path: Path, monkeypatch: Any, word: Any):
    """Nobody can be buried while he fights: only a ledger of an older version has it so."""
    fought(hq, manned(tmp_path / "files"))
    campaign = hq._house.campaigns.get("valley")
    state = campaign.copy(campaign.state())
    state.people["south-3-gunner"].status = "dead"
    with pytest.raises(Refused, match="gunner of south-3 is dead already"):
        advance(state, UMPIRE, File(BATTLE, content((("south-3-gunner", word),)), edition=EDITION), NoDice())
    order = {"kind": "amend", "id": "south-3-gunner", "field": "status", "value": "dead", "reason": "fever"}
    refused = hq.campaigns.act("valley", order)
    assert isinstance(refused, Refusal) and "is in the battle range-1" in refused.reason


# -- at every door ---------------------------------------------------------------------------------------------

WRONG: tuple[tuple[str, tuple[tuple[str, str], ...], str], ...] = (
    ("who was not there", (("nobody", "fit"),), "There is no person 'nobody'"),
    ("a word", (("south-3-leader", "ill"),), "There is no fate of a person 'ill'"),
    ("twice", (("south-3-leader", "fit"), ("south-3-leader", "killed")), "stands twice in this return"),
)


def content(rows: tuple[tuple[str, str], ...]) -> Return:
    return Return(BATTLE, "north", person=tuple(PersonReturn(id, word) for id, word in rows))  # type: ignore[arg-type]


@pytest.mark.parametrize(("rows", "said"), [one[1:] for one in WRONG], ids=[one[0] for one in WRONG])
@pytest.mark.parametrize("csv", [False, True])
def test_a_file_is_held_against_those_who_came(
    wardiary: Run, monkeypatch: Any, tmp_path: Path, rows: Any, said: str, csv: bool
):
    gun_line.install(monkeypatch)
    file = tmp_path / ("r.csv" if csv else "r.toml")
    file.write_text(write_return(content(rows), csv), encoding="utf-8")
    with Headquarters(tmp_path / "home") as hq:
        fought(hq, manned(tmp_path / "files"))
    ran = wardiary("campaign", "file", "valley", BATTLE, str(file))
    assert ran.status == 2 and said in ran.err and f"{file.name}:" in ran.err, ran.err


def test_over_http_it_is_held_against_those_who_came(tmp_path: Path, monkeypatch: Any):
    gun_line.install(monkeypatch)
    files = manned(tmp_path / "files")
    text = (files / "campaign.toml").read_text(encoding="utf-8")
    for side, player in (("north", "ann"), ("south", "ben")):
        text = text.replace(f'id = "{side}"\n', f'id = "{side}"\nplayer = "{player}"\n', 1)
    (files / "campaign.toml").write_text(f'umpire = "boss"\n{text}', encoding="utf-8")
    with Served(tmp_path / "home") as served:
        players = {side: served.hq.for_(Caller(who)) for side, who in (("red", "ann"), ("blue", "ben"))}
        fought(served.hq.for_(local("boss")), files, players)
        head = {"authorization": f"Bearer {served.tokens['k']}", "if-match": "*"}
        url = f"{served.url}{ROOT}/campaigns/valley/battles/{BATTLE}/return"
        for _, rows, said in WRONG:
            asked = {
                "content": {"winner": "north", "person": [{"id": id, "fate": word} for id, word in rows]}
            }
            refused = httpx.post(url, headers=head, json=asked)
            assert refused.status_code == 422 and said in refused.json()["detail"], refused.text
        telling(monkeypatch, {LOST: {"south-3-leader": "captured"}})
        form = httpx.get(url, headers=head).json()
        assert form["person"] == [{"id": "south-3-leader", "fate": "captured"}]
        assert httpx.post(url, headers=head, json={}).status_code == 200


def test_what_comes_from_elsewhere_is_decided_again(hq: Headquarters, tmp_path: Path, monkeypatch: Any):
    """A campaign in which people fared as the battle says is taken in, and stands as it did."""
    fought(hq, manned(tmp_path / "files"))
    telling(monkeypatch, ALL_TOLD)
    ok(hq.campaigns.returns.file("valley", BATTLE))
    file = tmp_path / "valley.ndjson"
    hq.export(file)
    with Headquarters(tmp_path / "other") as other:
        other.import_(file)
        assert stands(other) == stands(hq)
        assert other.campaigns.verify("valley").sound
