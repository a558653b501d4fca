"""Headquarters on a server answers as headquarters at home does, whatever is asked."""

from __future__ import annotations

import inspect
import io
import json
import shutil
from collections.abc import Callable, Generator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from api.client.doors import NOT_THERE
from api.client.headquarters import RemoteHeadquarters
from api.wire.operations import DOORS, ELSEWHERE, OPERATIONS, by_id
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answering import right_of
from campaign.shared.answers import Refusal
from campaign.shared.callers import Caller
from tests.api.serving import holder, served
from tests.campaign.calling import CALLS, Place, place, prepared
from tests.example import installed

BOSS = Caller("boss", umpire=True, seats=True, keeper=True)
PASSES = {"k": holder("boss", keeper=True), "a": holder("ann", scopes=("read", "play"))}
BESIDE = ("accounts", "boards", "reports")
"""Doors that are no part of headquarters at home."""
NEVER = {"for_", "close", "changes"}
"""What is not asked of a server, or has a cursor of its own there, and stands in a test of its own."""


class Both(NamedTuple):
    """The same house twice: one that is asked at home, one that is asked over the line."""

    home: Place
    there: Place
    near: Headquarters
    far: RemoteHeadquarters


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Generator[Both]:
    made, one, two = (tmp_path_factory.mktemp("twin") for _ in range(3))
    with installed():
        twin = prepared(made, False, False)
        home, there = place(twin, one), place(twin, two)
        with (
            served(there.hq, PASSES, shared=True, bots=False) as url,
            RemoteHeadquarters(url, "k", two / "mine") as far,
        ):
            yield Both(home, there, home.hq.for_(BOSS), far)
        home.hq.close()
        there.hq.close()


@pytest.fixture(autouse=True)
def no_keys_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key is sealed with its entry: with those that the client makes up seals would differ."""
    monkeypatch.setattr("api.client.requests.token_urlsafe", lambda _: "")


def said(call: Callable[[], Any]) -> Any:
    """What came of a call, as plain data."""
    try:
        found = call()
        if inspect.isgenerator(found):
            found = list(islice(found, 3))
    except Refused as refused:
        found = Refusal.of(refused)
    return msgspec.json.decode(msgspec.json.encode(found, enc_hook=_plainly))


def _plainly(value: Any) -> Any:
    return str(value) if isinstance(value, Path) else type(value).__name__


def alike(one: Any, two: Any, both: Both) -> bool:
    """Apart from where the files are."""
    text = msgspec.json.encode(one).decode().replace(str(both.home.path), "PATH")
    other = msgspec.json.encode(two).decode().replace(str(both.there.path), "PATH")
    return text == other


def test_every_method_is_asked_or_stands_elsewhere():
    public = {
        f"{door}.{name}".lstrip(".")
        for door, kind in {**DOORS, "simulations": _simulations()}.items()
        for name, method in inspect.getmembers(kind, inspect.isfunction)
        if right_of(method)
    }
    assert public == {one.id for one in OPERATIONS} | ELSEWHERE.keys()
    assert {id for id in public if id.partition(".")[0] not in BESIDE} == CALLS.keys()
    assert NOT_THERE.keys() <= ELSEWHERE.keys()


def _simulations() -> type[Any]:
    from campaign.simulation.simulations import Simulations

    return Simulations


def test_every_method_has_the_signature_and_the_right_that_it_has_at_home(both: Both):
    for id in (*by_id(), *ELSEWHERE):
        if id.partition(".")[0] in BESIDE:
            assert id == "boards.get" or inspect.signature(_method(both.far, id)), id  # with views
            continue
        near, far = (_method(hq, id) for hq in (both.near, both.far))
        assert inspect.signature(near) == inspect.signature(far), id
        assert right_of(near) == right_of(far), id
        assert (getattr(far, "__func__", None) is not getattr(near, "__func__", None)) or id in ELSEWHERE, id


def _method(hq: Headquarters, id: str) -> Any:
    found: Any = hq
    for part in id.split("."):
        found = getattr(found, part)
    return found


def test_every_method_answers_as_at_home(both: Both):
    """One after the other, in the order in which all of them succeed at home."""
    for id in (one for one in CALLS if one not in NEVER):
        near, far = (
            said(lambda hq=hq, where=where, id=id: CALLS[id](hq, where))
            for hq, where in ((both.near, both.home), (both.far, both.there))
        )
        if id in NOT_THERE:
            assert far["reason"] == NOT_THERE[id] and "reason" not in (near or {}), id
            said(lambda id=id: CALLS[id](both.there.hq, both.there))  # so that both stay alike
        elif id == "looking_as":
            assert (near, far) == ("Headquarters", "RemoteHeadquarters")
        elif id == "whoami":
            assert both.far.whoami() == both.far.caller == BOSS
        else:
            assert alike(near, far, both), (id, near, far)
            # Seats are offered to whom the samples name; at a shared table nobody is.
            assert ".seats." in id or not isinstance(near, dict) or near.get("answer") != "refused", (
                id,
                near,
            )


@pytest.mark.parametrize("id", ["battles.excerpt", "export", "anchor"])
def test_files_are_written_at_home_byte_for_byte(both: Both, id: str, tmp_path: Path):
    found: list[bytes] = []
    for hq, where, name in ((both.near, both.home, "near.ndjson"), (both.far, both.there, "far.ndjson")):
        more: list[Any] = [] if id == "anchor" else [[where.battle]]
        _method(hq, id)(tmp_path / name, *more)
        into = io.BytesIO()
        _method(hq, id)(into, *more)
        assert id == "anchor" or into.getvalue() == (tmp_path / name).read_bytes()
        found.append(into.getvalue())
    if id == "anchor":  # it bears its time
        assert [len(one.splitlines()) for one in found] == [
            2 + json.loads(found[0].splitlines()[0])["diaries"]
        ] * 2
        return
    assert found[0] == found[1]
    both.far.export(tmp_path / "far.ndjson.gz", [both.there.battle])
    assert (tmp_path / "far.ndjson.gz").read_bytes()[:2] == b"\x1f\x8b"


def _spoilt(path: Path) -> Path:
    there = path / "spoilt"
    if not there.exists():
        shutil.copytree(path / "files", there)
        (there / "forces.toml").write_text("[[asset]]\nid = 7\n")
    return there


REFUSED: dict[str, Callable[[Headquarters, Place], Any]] = {
    "no such battle": lambda h, p: h.battles.view("nobody"),
    "no such entry": lambda h, p: h.battles.view(p.battle, 4711),
    "no such role": lambda h, p: h.looking_as("green").battles.view(p.battle),
    "an observer acts": lambda h, p: h.looking_as("").battles.act(p.battle, {"kind": "face", "heading": 1}),
    "no JSON": lambda h, p: h.battles.act(p.battle, "{"),
    "no object": lambda h, p: h.battles.act(p.battle, "[1]"),
    "no kind": lambda h, p: h.battles.act(p.battle, {}),
    "another kind": lambda h, p: h.battles.act(p.battle, {"kind": "fly"}),
    "another type": lambda h, p: h.battles.act(p.battle, {"kind": "face", "heading": "north"}),
    "an older entry": lambda h, p: h.battles.undo(p.battle, expected=1),
    "no such scenario": lambda h, p: h.battles.new("nowhere"),
    "no such sample": lambda h, p: h.campaigns.new("nowhere"),
    "a return of nobody": lambda h, p: h.campaigns.returns.file(p.campaign, "n0-1", {"winner": "green"}),
    "a return that is none": lambda h, p: h.campaigns.returns.plan(p.campaign, {"winnner": "red"}),
    "a name with a slash": lambda h, p: h.battles.info("a/b").battle,
    "a folder with a slip": lambda h, p: h.campaigns.files.check(_spoilt(p.path)),
    "a folder with a slip, opened": lambda h, p: h.campaigns.new(_spoilt(p.path)),
    "a return with a slip": lambda h, p: h.campaigns.returns.file(p.campaign, "n0-1", p.path / "kit.toml"),
    "no such form": lambda h, p: h.campaigns.files.orders_text(p.campaign, "pdf"),
    "a role that is none": lambda h, p: h.looking_as("").campaigns.act(p.campaign, {"kind": "advance"}),
}


@pytest.mark.parametrize("what", REFUSED)
def test_it_is_refused_as_at_home(both: Both, what: str):
    near = said(lambda: REFUSED[what](both.near, both.home))
    far = said(lambda: REFUSED[what](both.far, both.there))
    assert near["answer"] == far["answer"] == "refused", (near, far)
    if what == "a name with a slash":
        assert far["kind"] == near["kind"] == "unknown"
        return
    assert alike(near, far, both), (near, far)


def test_lists_come_in_pages_and_are_read_to_the_end(both: Both, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("api.server.asking.PAGE", 2)
    found = both.far.packs.scenarios()
    assert len(found) > 4 and found == both.there.hq.packs.scenarios()


def test_a_token_speaks_for_its_player_alone(both: Both, tmp_path: Path):
    assert both.far.for_(Caller("boss", role="")).caller.role == ""
    with pytest.raises(Refused, match="does not speak for 'ann'"):
        both.far.for_(Caller("ann"))
    with RemoteHeadquarters(both.far.server, "a", tmp_path) as ann:
        assert (ann.caller.player, ann.caller.keeper) == ("ann", False)
        with pytest.raises(Refused) as refused:
            ann.export(tmp_path / "all.ndjson")
        assert refused.value.kind == "forbidden" and not (tmp_path / "all.ndjson").exists()
    for token, words in (("wrong", "unknown, revoked"), ("two words", "no token"), ("", "A token is wanted")):
        with pytest.raises(Refused, match=words):
            RemoteHeadquarters(both.far.server, token, tmp_path)


def test_a_bot_chooses_the_same_again_by_the_same_numbers(both: Both):
    """A function cannot be sent: what it begins with is, as a seed."""
    battle: Any = both.far.battles.new("ring", name="seeded")
    robots = {"red": "random", "blue": "random"}
    for side in robots:
        both.far.looking_as(side).battles.act(battle.diary, {"kind": "deal"})

    def chosen(seed: int) -> Any:
        assert both.far.battles.bots.choice(battle.diary, robots, Random(seed).randrange)
        return both.there.hq._house.battles.get(battle.diary).chosen

    assert chosen(1) == chosen(1)
    assert len({str(chosen(seed)) for seed in range(12)}) > 1


def test_reports_are_made_by_the_server_as_at_home(both: Both):
    from campaign.reports.door import Reports

    near, far = Reports(both.there.hq.for_(BOSS)), both.far.reports
    assert far.battle(both.there.battle, "markdown") == near.battle(both.there.battle, "markdown")
    assert far.board(both.there.battle) == near.board(both.there.battle)
    assert both.far.accounts.me().account.player == "boss"


def test_a_board_is_asked_for_once(both: Both, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    duel: Any = both.there.hq.battles.new("tank-duel", name="boarded")
    asked: list[str] = []
    with RemoteHeadquarters(both.far.server, "k", tmp_path) as far:
        line = far._asking.line
        received = line._received
        monkeypatch.setattr(line, "_received", lambda sent: asked.append(sent.operation.id) or received(sent))
        here = both.there.hq.for_(BOSS).battles
        for _ in range(3):
            assert far.battles.view(duel.diary) == here.view(duel.diary)
            assert said(lambda: far.battles.moment(duel.diary)) == said(lambda: here.moment(duel.diary))
        assert far.battles.view(duel.diary).game.board is not None
        assert asked.count("boards.get") == 1

        def gone(sent: Any) -> Any:
            asked.append(sent.operation.id)
            return received(sent._replace(path=sent.path.replace("boards/", "boards/0")))

        monkeypatch.setattr(line, "_received", gone)
        line._boards._kept.clear()
        assert far.battles.view(duel.diary) == here.view(duel.diary), "the server has forgotten the board"
