"""Nothing that comes in can hurt: what is wrong with a file is said, and nothing of it is written."""

from __future__ import annotations

import gzip
import io
import json
import os
import socket
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.shared.answers import Imported, Refusal
from campaign.shared.callers import Caller, local
from events.bounds import DEEPEST, LONGEST_BODY, LONGEST_LINE, LONGEST_NAME, MOST_DICE, MOST_FORKS, MOST_SIDES
from events.entry import Draft, diary_prefix, encode_json, seal_of
from events.exchange import importing
from events.store import Origin
from tests.campaign.calling import ok
from tests.campaign.conftest import steady_world
from tests.campaign.junk import AT, JUNK, body
from tests.tui.cli.running import Run, wardiary

__all__ = ["wardiary"]


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Headquarters]:
    """Where the files go, with a battle of its own."""
    with Headquarters(tmp_path / "other", steady_world("other")) as found:
        ok(found.battles.new("tank-duel", name="own"))
        yield found


def refused(other: Headquarters, source: Any, **more: Any) -> str:
    """Why a file is refused; the house is as it was."""
    store = other._house.store
    before = store.diaries(), store.position()
    with pytest.raises(Refused) as found:
        other.import_(source, **more)
    assert (store.diaries(), store.position()) == before
    assert [one.battle for one in other.battles.all()] == ["own"]
    assert other.battles.verify("own").sound
    assert not list(other.home.folder.glob(".import-*"))
    with Headquarters(other.home) as again:
        assert [one.battle for one in again.battles.all()] == ["own"]
    return str(found.value)


Bodies = list[bytes]


def file_of(bodies: Bodies, name: str = "bad", secret: str = "", **fields: Any) -> bytes:
    """An export whose seals and closing line hold, of whatever bodies."""
    lines: list[bytes] = []
    seal = bytes(32)
    for seq, one in enumerate(bodies, 1):
        seal = seal_of(seal, diary_prefix(name), seq, one)
        head = encode_json({"seq": seq, "of": name, "seal": seal.hex()})
        lines.append(head[:-1] + b',"body":' + one + b"}")
    info = {"name": name, "kind": "battle", "title": "T", "created": AT, "origin": None}
    info |= {"head": {"seq": len(bodies), "seal": seal.hex()}, **fields}
    secrets = [encode_json({"secret": secret, "of": name})] if secret else []
    return closed(
        [encode_json({"war-diary": 1, "diaries": 1}), encode_json({"diary": info}), *secrets, *lines]
    )


def closed(lines: list[bytes]) -> bytes:
    data = b"".join(line + b"\n" for line in lines)
    entries = sum(line.startswith(b'{"seq"') for line in lines)
    end = {"end": {"lines": len(lines), "entries": entries, "sha256": sha256(data).hexdigest()}}
    return data + encode_json(end) + b"\n"


# -- bounds ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "it is empty"),
        (" ", "it is empty"),
        ("--help", "begin with a dot or a hyphen"),
        ("../x", "begin with a dot"),
        ("a/../x", "slash"),
        ("a\\b", "slash"),
        (".hidden", "begin with a dot"),
        ("x" * 100_000, f"at most {LONGEST_NAME}"),
        ("ä" * LONGEST_NAME, f"longer than {LONGEST_NAME} bytes"),
        ("a\x1b[31m", "U+001B"),
        ("a\u202e", "U+202E"),
        ("a\nb", "U+000A"),
    ],
)
def test_names_that_cannot_be(other: Headquarters, name: str, says: str):
    why = refused(other, file_of([body()], name))
    assert "line 2" in why and says in why
    assert len(why) < 400
    if name:
        answer = other.battles.new("tank-duel", name=name)
        assert isinstance(answer, Refusal) and answer.where == "$.name"
        answer = other.campaigns.new("marines-in-korea", name=name)
        assert isinstance(answer, Refusal) and answer.where == "$.name"


@pytest.mark.parametrize(
    ("one", "says"),
    [
        (body(draws=[{"purpose": "x", "sides": 2**40, "values": [1]}]), "with far too many sides"),
        (body(draws=[{"purpose": "x", "sides": 0, "values": [1]}]), "with 0 sides"),
        (body(draws=[{"purpose": "x", "sides": -1, "values": [1]}]), "with -1 sides"),
        (body(draws=[{"purpose": "x", "sides": MOST_SIDES + 1, "values": []}]), "10001 sides"),
        (body(draws=[{"purpose": "x", "sides": 6, "values": [1] * (MOST_DICE + 1)}]), "10001 dice"),
        (body(key="k" * 100_000), "100000 characters"),
        (body(author={"player": "a\x07"}), "U+0007"),
        (body(action={"kind": "\x1b[2J"}), "U+001B"),
        (body(action={"kind": "open", "a": [[]] * 100}), ""),
        (body(action={"kind": "open", "a": json.loads("[" * 70 + "]" * 70)}), f"nested more than {DEEPEST}"),
        (b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "recursion"),
        (body().replace(b'"parent":0', b'"parent":0,"parent":0'), "the key 'parent' stands in it twice"),
        (body(action={"kind": "open", "n": 1}).replace(b'"n"', b'"\\u006bind"'), "the key 'kind' stands in it twice"),
        (body().replace(b'"parent":0', b'"parent":' + b"9" * 30), "does not fit its place"),
        (body().replace(b'"eve"', b'"\xff"'), "utf-8"),
        (body().replace(b'"parent":0', b'"parent":1'), "does not fit its place"),
    ],
)  # fmt: skip
def test_bodies_that_cannot_be(other: Headquarters, one: bytes, says: str):
    why = refused(other, file_of([one]))
    assert says in why and ("line 3" in why or not says)
    escaped = json.loads(file_of([body()]).splitlines()[2]) | {"seal": "", "escaped": ""}
    del escaped["body"]
    try:
        escaped |= {"escaped": one.decode()}
    except UnicodeDecodeError:
        return
    escaped["seal"] = seal_of(bytes(32), diary_prefix("bad"), 1, one).hex()
    lines = file_of([one]).splitlines()
    why = refused(other, closed([*lines[:2], encode_json(escaped)]))
    assert "line 3" in why or not says


def test_a_body_and_a_line_that_are_too_long(other: Headquarters, monkeypatch: pytest.MonkeyPatch):
    assert LONGEST_LINE > LONGEST_BODY > 1 << 20
    monkeypatch.setattr(importing, "LONGEST_BODY", 10_000)
    assert "line 3: entry 1 of diary bad is longer" in refused(other, file_of([body(x="y" * 10_000)]))
    monkeypatch.setattr(importing, "LONGEST_LINE", 20_000)
    assert "line 3: it is longer" in refused(other, file_of([body(x="y" * 20_000)]))


class Endless:
    """A file that never ends; counts what was asked of it."""

    def __init__(self, start: bytes, rest: bytes) -> None:
        self.start, self.rest, self.read_bytes = start, rest, 0

    def seek(self, _: int) -> int:
        self.given = False
        return 0

    def read(self, size: int = -1) -> bytes:
        assert size >= 0, "asked for all of it"
        return self.start[:size]

    def readline(self, size: int = -1) -> bytes:
        assert size >= 0, "asked for a line without end"
        found = self.rest if self.given else self.start
        self.given = True
        self.read_bytes += len(found[:size])
        return found[:size]


def test_a_file_without_end_is_left_at_the_bound(other: Headquarters):
    start = b'{"war-diary":1,"diaries":1}\n'
    without_lines: Any = Endless(start, b"x" * (LONGEST_LINE + 1000))
    assert "line 2: it is longer" in refused(other, without_lines)
    assert without_lines.read_bytes <= 2 * LONGEST_LINE
    blob = b"y" * 2_000_000
    line = encode_json({"blob": sha256(blob).hexdigest(), "text": blob.decode()}) + b"\n"
    endless: Any = Endless(start, line)
    assert "too big, unpacked more than 19 MB" in refused(other, endless, entries=10_000)
    assert endless.read_bytes < 25_000_000


def test_a_gzip_bomb_is_stopped_at_the_bound(other: Headquarters, tmp_path: Path):
    bomb = tmp_path / "bomb.ndjson.gz"
    with gzip.open(bomb, "wb", 1) as file:
        file.write(b'{"war-diary":1,"diaries":1}\n')
        for _ in range(40):
            file.write(b" " * (1 << 20))
    assert bomb.stat().st_size < 1 << 20
    assert "bomb.ndjson.gz, line 2: it is longer than 32 MB" in refused(other, bomb)
    blob = "y" * (1 << 20)
    line = encode_json({"blob": sha256(blob.encode()).hexdigest(), "text": blob}) + b"\n"
    with gzip.open(bomb, "wb", 1) as file:
        file.write(b'{"war-diary":1,"diaries":1}\n')
        for _ in range(40):
            file.write(line)
    assert "unpacked more than 19 MB" in refused(other, bomb, entries=10_000)


def test_how_many_entries_and_diaries_may_come(hq: Headquarters, other: Headquarters, tmp_path: Path):
    for _ in range(3):
        ok(hq.battles.new("tank-duel"))
    file = tmp_path / "three.ndjson"
    hq.export(file)
    three = file_of([body(seq) for seq in range(3)])
    assert "more than 2 entries that are new here" in refused(other, three, entries=2)
    assert "more than 1 diaries" in refused(other, closed(empty(2)), entries=25)
    assert "At least one" in refused(other, file, entries=0)
    assert other.import_(file, entries=1000).entries == 3


def empty(count: int) -> list[bytes]:
    """Lines of so many diaries without an entry."""
    head = {"seq": 0, "seal": bytes(32).hex()}
    info = {"kind": "battle", "title": "", "created": AT, "origin": None, "head": head}
    diaries = [encode_json({"diary": {"name": f"d{number}", **info}}) for number in range(count)]
    return [encode_json({"war-diary": 1, "diaries": count}), *diaries]


def test_forks_of_forks_without_end(other: Headquarters):
    lines = [encode_json({"war-diary": 1, "diaries": MOST_FORKS + 2})]
    for number in range(MOST_FORKS + 2):
        origin = {"seq": 1, "seal": "00" * 32, "diary": f"d{number - 1}"} if number else None
        info = {"name": f"d{number}", "kind": "battle", "title": "", "created": AT, "origin": origin}
        lines.append(encode_json({"diary": {**info, "head": {"seq": 1, "seal": "00" * 32}}}))
    assert f"more than {MOST_FORKS} times over" in refused(other, closed(lines))


def test_whatever_was_forked_here_can_be_taken_elsewhere(hq: Headquarters, other: Headquarters, duel: str):
    newest = duel
    for _ in range(MOST_FORKS):
        newest = ok(hq.battles.fork(newest)).diary
    answer = hq.battles.fork(newest)
    assert isinstance(answer, Refusal)
    assert f"{MOST_FORKS} times over" in answer.reason
    store, seal = hq._house.store, hq.battles.show(newest, 1).seal
    store.create(
        "older", "battle", "", AT, Origin(newest, 1, bytes.fromhex(seal))
    )  # an older version made it
    store.append("older", 0, [Draft(0, "fork", body())])
    file = io.BytesIO()
    exported = hq.export(file)
    assert exported.left_out == (f"Diary older is a fork of a fork, more than {MOST_FORKS} times over.",)
    assert other.import_(file).entries == exported.entries == store.head(duel).seq + MOST_FORKS


def test_a_key_that_two_entries_have(other: Headquarters):
    assert "has the key of an entry before it" in refused(other, file_of([body(key="k"), body(1, key="k")]))


@pytest.mark.parametrize("what", ["pipe", "socket", "device", "folder", "nothing", "no path"])
def test_what_is_no_file_is_not_waited_for(
    other: Headquarters, tmp_path: Path, what: str, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "x.ndjson"
    if what == "pipe":
        os.mkfifo(path)
    elif what == "socket":
        monkeypatch.chdir(tmp_path)
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(path.name)
    elif what == "device":
        path = Path("/dev/zero")
    elif what == "folder":
        path.mkdir()
    elif what == "no path":
        path = Path("a\0b")
    assert "line 1" in refused(other, path)
    with pytest.raises(Refused, match="cannot be read"):
        other.rosters.read(path)


# -- diaries whose dice are rolled here ------------------------------------------------------------------------------


@pytest.fixture
def went_on(other: Headquarters, tmp_path: Path) -> Path:
    """The other house's own battle, gone on with on another machine by whoever has its secret."""
    file = tmp_path / "own.ndjson"
    other.export(file, ["own"], with_secrets=True)
    with Headquarters(tmp_path / "elsewhere") as elsewhere:
        elsewhere.import_(file)
        ok(elsewhere.battles.act("own", {"kind": "end-phase"}))
        elsewhere.export(file, ["own"])
    return file


def test_a_diary_whose_dice_are_rolled_here_goes_on_only_if_asked_for(other: Headquarters, went_on: Path):
    why = refused(other, went_on)
    assert "goes on with own" in why and "--continue own" in why
    assert "holds no diary 'won'" in refused(other, went_on, continuing=["won"])
    found = other.import_(went_on, ["own"])
    assert (found.entries, found.notes) == (1, ())
    assert other.battles.verify("own").sound


def test_a_copy_goes_on_without_being_asked(hq: Headquarters, other: Headquarters, duel: str, tmp_path: Path):
    file = tmp_path / "duel.ndjson"
    hq.export(file, [duel])
    first = other.import_(file)
    assert first.entries == 1
    assert [one.rpartition(": ")[0] for one in first.notes] == [
        f"{duel}: What the dice hang on was not derived"
    ]
    ok(hq.battles.act(duel, {"kind": "end-phase"}))
    hq.export(file, [duel])
    assert other.import_(file).entries == 1
    assert other.import_(file).entries == 0
    assert other.battles.head(duel) == 2
    while not any(entry.read().draws for entry in hq._house.store.entries(duel)):
        ok(next(iter(hq.battles.bots.play(duel, {"nk": "random", "us": "random"}))))
    hq.export(file, [duel])
    assert [note for note in other.import_(file).notes if duel in note and "secret of the dice" in note]


def test_the_secret_of_another_is_not_taken(other: Headquarters, tmp_path: Path):
    file = tmp_path / "own.ndjson"
    other.export(file, ["own"], with_secrets=True)
    data = file.read_text()
    secret = json.loads(next(line for line in data.splitlines() if line.startswith('{"secret"')))["secret"]
    lines = [line.encode() for line in data.replace(secret, "00" * 32).splitlines()[:-1]]
    assert "is another than the one that is kept here" in refused(other, closed(lines))


def test_dice_that_were_made_up_do_not_come_in_by_name(other: Headquarters, tmp_path: Path):
    """The draws of a forged entry are derived again with the secret that is kept here."""
    file = tmp_path / "own.ndjson"
    other.export(file, ["own"])
    lines = [line.encode() for line in file.read_text().splitlines()[:-1]]
    head = json.loads(lines[1])
    forged = body(1, action={"kind": "end-phase"}, draws=[{"purpose": "x", "sides": 6, "values": [6, 6]}],
                  rules="combat-veteran 1", pack=json.loads(lines[-1])["body"]["pack"])  # fmt: skip
    seal = seal_of(bytes.fromhex(head["diary"]["head"]["seal"]), diary_prefix("own"), 2, forged).hex()
    head["diary"]["head"] = {"seq": 2, "seal": seal}
    lines[1] = encode_json(head)
    lines.append(encode_json({"seq": 2, "of": "own", "seal": seal})[:-1] + b',"body":' + forged + b"}")
    assert "goes on with own" in refused(other, closed(lines))
    why = refused(other, closed(lines), continuing=["own"])
    assert "Diary own, entry 2" in why and "next roll" in why


@pytest.mark.parametrize(
    ("action", "says"),
    [
        (b'{"kind":"concede","kind":"concede"}', "the key 'kind' stands in it twice"),
        (b'{"kind":"contribute","text":"a","te\\u0078t":"b"}', "the key 'text' stands in it twice"),
        (b'{"kind":"contribute","text":"\xff"}', "utf-8"),
        (b'{"kind":' + b"[" * 100_000, "JSON"),
    ],
)
def test_an_action_that_two_readers_would_read_as_two(other: Headquarters, action: bytes, says: str):
    answer = other.battles.act("own", action)
    assert isinstance(answer, Refusal) and says in answer.reason
    assert other.battles.head("own") == 1


def test_a_fork_of_what_cannot_be_read_is_left_out_with_it(other: Headquarters):
    fork = ok(other.battles.fork("own", 1)).diary
    file = io.BytesIO()
    assert other.export(file).entries == 2
    JUNK["missing-piece"](other, "bad")
    store = other._house.store
    store.create("of-bad", "battle", "", AT, Origin("bad", 1, store.entry("bad", 1).seal))
    store.append("of-bad", 0, [Draft(0, "fork", body())])
    found = other.export(file)
    assert found.entries == 2
    assert "its events do not fit" in found.left_out[0]
    assert found.left_out[1] == "Diary of-bad is a fork of bad."
    assert fork in [one.battle for one in other.battles.all()]


# -- what is written ---------------------------------------------------------------------------------------------


def test_what_was_vetted_is_what_is_written(hq: Headquarters, other: Headquarters, duel: str):
    """A file that says something else when it is read again is read only once."""

    class Twice:
        def __init__(self, data: bytes) -> None:
            self.lines, self.at, self.readings = data.splitlines(keepends=True), 0, 0

        def seek(self, _: int) -> int:
            self.at = 0
            return 0

        def read(self, size: int) -> bytes:
            return self.lines[0][:size]

        def readline(self, _: int) -> bytes:
            if self.at == len(self.lines):
                self.readings += 1
                return b""
            self.at += 1
            return self.lines[self.at - 1]

    file = io.BytesIO()
    hq.export(file, [duel])
    source: Any = Twice(file.getvalue())
    assert other.import_(source).entries == 1
    assert source.readings == 1


def test_packs_that_nobody_names_stay_outside(
    hq: Headquarters, other: Headquarters, duel: str, tmp_path: Path
):
    file = tmp_path / "duel.ndjson"
    hq.export(file, [duel])
    junk = encode_json({"blob": sha256(b"junk").hexdigest(), "text": "junk"})
    lines = [line.encode() for line in file.read_text().splitlines()[:-1]]
    assert other.import_(closed([*lines, junk])).entries == 1
    assert other._house.store.blob(sha256(b"junk").hexdigest()) is None


def test_what_is_left_of_a_killed_import_is_cleared(
    hq: Headquarters, other: Headquarters, duel: str, tmp_path: Path
):
    left = other.home.folder / ".import-999999999-x"
    left.mkdir()
    (left / "incoming.db").write_bytes(b"x")
    file = tmp_path / "duel.ndjson"
    hq.export(file, [duel])
    other.import_(file)
    assert not left.exists()


def test_the_command(wardiary: Run, other: Headquarters, went_on: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("WARDIARY_HOME", str(other.home.folder))
    file = str(went_on)
    ran = wardiary("import", file)
    assert ran.status == 2 and "--continue own" in ran.err
    assert "At least one" in wardiary("import", file, "--continue", "own", "--entries", "0").err
    ran = wardiary("import", file, "--continue", "own", "--json")
    assert ran.json == {"file": file, "entries": 1}


def _copied(hq: Headquarters, other: Headquarters, duel: str, tmp_path: Path) -> list[bytes]:
    """The lines of a battle's export, without the last; the battle is there by now, without its secret."""
    file = tmp_path / "duel.ndjson"
    hq.export(file, [duel])
    other.import_(file)
    return file.read_bytes().splitlines()[:-1]


def test_a_wrong_secret_is_refused_wherever_it_stands(
    hq: Headquarters, other: Headquarters, duel: str, tmp_path: Path
):
    lines = _copied(hq, other, duel, tmp_path)
    secret = encode_json({"secret": "ab" * 32, "of": duel})
    for place in (2, len(lines)):
        with pytest.raises(Refused, match="not the one that its dice were committed to"):
            other.import_(closed([*lines[:place], secret, *lines[place:]]))
    assert other._house.store.secret(duel) is None


LONG = "x" * 100_000


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ({"secret": "ab" * 65, "of": "duel"}, "has 130 digits; at most 128"),
        ({"secret": "ab" * 100_000, "of": "duel"}, "at most 128"),
        ({"secret": "zz", "of": "duel"}, "'zz' is not hexadecimal"),
        ({"secret": "ab", "of": LONG}, "was not announced"),
        ({"secret": "ab", "of": "a\x1b[2J"}, "was not announced"),
        ({"seq": 1, "of": LONG, "seal": "00" * 32, "body": {}}, "was not announced"),
        ({"seq": 2, "of": "duel", "seal": "00" * 50_000, "body": {}}, "a seal has 64 hexadecimal digits"),
        ({"diary": {"origin": {"diary": LONG, "seq": 1, "seal": "00" * 32}}}, "does not come before it"),
        ({"diary": {"origin": {"diary": "duel", "seq": 1, "seal": "00" * 50_000}}}, "a seal has 64"),
        ({"diary": {"head": {"seq": 1, "seal": "00" * 50_000}}}, "a seal has 64"),
        ({"diary": {"kind": "k" * 1_000}}, "a diary is a battle or a campaign"),
        ({"diary": {"created": "y" * 1_000}}, "is not a date"),
    ],
)
def test_no_name_nor_secret_is_without_bound(
    line: dict[str, Any], says: str, hq: Headquarters, other: Headquarters, duel: str, tmp_path: Path
):
    """Nor told of whole, or in a way that steers a terminal."""
    lines = _copied(hq, other, duel, tmp_path)
    if "diary" in line:
        line = {"diary": {**json.loads(lines[1])["diary"], "name": "late", **line["diary"]}}
    elif line["of"] == "duel":
        line["of"] = duel
    with pytest.raises(Refused) as found:
        other.import_(closed([*lines, encode_json(line)]))
    why = str(found.value)
    assert says in why and len(why) < 400 and why.isprintable()


def test_a_diary_that_is_announced_without_entries_brings_nothing(
    hq: Headquarters, other: Headquarters, duel: str, tmp_path: Path
):
    lines = _copied(hq, other, duel, tmp_path)
    info = json.loads(lines[1])["diary"] | {"head": {"seq": 0, "seal": "00" * 32}}
    secrets = [encode_json({"secret": "ab" * 32, "of": name}) for name in (duel, "empty")]
    announced = [encode_json({"diary": {**info, "name": name}}) for name in (duel, "empty")]
    found = other.import_(closed([lines[0], *announced, *secrets]))
    assert found.entries == 0
    assert other._house.store.secret(duel) is None
    assert "empty" not in {one.name for one in other._house.store.diaries()}
    assert other.battles.verify(duel).sound


@pytest.mark.parametrize("seq", [-5, 0, 2, 2**62, 10**30])
def test_a_fork_from_an_entry_that_there_is_not(
    seq: int, hq: Headquarters, other: Headquarters, duel: str, tmp_path: Path
):
    lines = _copied(hq, other, duel, tmp_path)
    info = json.loads(lines[1])["diary"]
    head, origin = {"seq": 0, "seal": "00" * 32}, {"diary": duel, "seq": seq, "seal": "00" * 32}
    fork = encode_json({"diary": info | {"name": "fork", "head": head, "origin": origin}})
    with pytest.raises(Refused, match=f"forked from an entry of {duel} that there is not"):
        other.import_(closed([*lines, fork]))


# -- tables that go on here -------------------------------------------------------------------------------------------

KEEPER = Caller("kim", keeper=True)
PEOPLE = ("ann", "ben", "cyd", "kim")


class Accounts:
    """Who has an account on the server to which a file comes."""

    bounded = True
    tables = 100

    def missing(self, player: str, seat: str = "") -> str:
        return "" if player in PEOPLE else f"There is no player {player} here."

    def party(self, player: str) -> frozenset[str]:
        return frozenset((player,))

    def blocked(self, player: str) -> bool:
        return False


@pytest.fixture
def server(tmp_path: Path, example: None) -> Iterator[Headquarters]:
    """Where the files go, by a keeper who is not at the machine."""
    with Headquarters(tmp_path / "server", steady_world("server")) as found:
        found.porter.meet(Accounts())
        yield found


def brought(hq: Headquarters, server: Headquarters, *names: str, continuing: Sequence[str] = ()) -> Imported:
    hq.export(file := io.BytesIO(), names, with_secrets=True)
    return server.for_(KEEPER).import_(file.getvalue(), continuing)


def ring(hq: Headquarters, blue: str = "ben") -> str:
    seats = [Seat("red", "ann"), Seat("blue", blue)]
    name = ok(hq.battles.new("ring", seats=seats, umpire="cyd", name="ring")).diary
    ok(hq.for_(local("ann")).battles.act(name, {"kind": "deal"}))
    return name


def test_what_goes_on_elsewhere_offers_its_seats_to_their_names(hq: Headquarters, server: Headquarters):
    name = ring(hq)
    with pytest.raises(Refused, match="names on its seats") as why:
        brought(hq, server, name)
    assert why.value.allowed == ("--continue ring",) and not server.battles.all()
    found = brought(hq, server, name, continuing=[name])
    assert found.entries == 4 and found.notes == ("ring: its seats are offered to ann, ben, cyd again.",)
    told = server.battles.seats.offers(name)
    assert not any(told.seats.values())
    assert {one.side: (one.to, one.by) for one in told.offers} == {
        "red": ("ann", "local"), "blue": ("ben", "local"), UMPIRE: ("cyd", "local")
    }  # fmt: skip
    ann, eve = (server.for_(Caller(one)).battles for one in ("ann", "eve"))
    assert ann.standing(name).sides == () and ann.standing(name).viewer == ""
    assert isinstance(eve.seats.accept(name), Refusal)
    for player in ("ann", "ben", "cyd"):
        ok(server.for_(Caller(player)).battles.seats.accept(name))
    assert ann.standing(name).sides == ("red",)
    ok(server.for_(Caller("ben")).battles.act(name, {"kind": "deal"}))
    assert server.battles.verify(name).sound


def test_it_offers_nothing_to_who_is_not_there(hq: Headquarters, server: Headquarters):
    name = ring(hq, "zoe")
    with pytest.raises(Refused, match="There is no player zoe here"):
        brought(hq, server, name, continuing=[name])
    assert not server._house.store.diaries()


def test_a_bot_keeps_its_seat_and_what_is_over_its_players(hq: Headquarters, server: Headquarters):
    bots = ok(hq.battles.new("ring", seats=[Seat("red", "ann"), Seat("blue", bot="random")])).diary
    over = ring(hq)
    ok(hq.for_(local("ben")).battles.act(over, {"kind": "concede"}))
    assert brought(hq, server, over).entries == server._house.store.head(over).seq  # to be read and forked
    assert server.battles.seats.offers(over).seats == {"red": "ann", "blue": "ben", UMPIRE: "cyd"}
    brought(hq, server, bots, continuing=[bots])
    told = server.battles.seats.offers(bots)
    assert told.seats == {"red": "", "blue": "bot:random", UMPIRE: ""} and told.offers[0].to == "ann"


def test_without_its_secret_it_is_a_copy_to_be_read(hq: Headquarters, server: Headquarters):
    name = ring(hq)
    hq.export(file := io.BytesIO(), [name])
    assert server.for_(KEEPER).import_(file.getvalue()).entries == 3
    assert server.battles.seats.offers(name).seats["red"] == "ann"
    with pytest.raises(Refused, match="names on its seats"):  # the secret alone makes it go on
        brought(hq, server, name)
    assert server._house.store.secret(name) is None
    assert brought(hq, server, name, continuing=[name]).entries == 1
    assert not any(server.battles.seats.offers(name).seats.values())
