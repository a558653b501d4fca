"""What verification says, and how: exit status, what it could not check, forks and their origins, odd input."""

from __future__ import annotations

import io
from copy import deepcopy
from pathlib import Path
from typing import Any
from zlib import compress

import pytest

from campaign.headquarters import Headquarters
from events.sqlite.format import VERSION
from events.store import Snapshot
from tests.campaign.calling import duel as ring_duel
from tests.campaign.calling import ok
from tests.campaign.conftest import steady_world
from tests.campaign.forging import Copy, copy_of, verdict
from tests.events.sqlite.raw import opened
from tests.example import installed
from tests.golden import make
from tests.tui.cli.running import Run, wardiary

__all__ = ["wardiary"]


@pytest.fixture
def played(hq: Headquarters) -> str:
    return make.play(hq, "tank-duel", 0, "sealed", "free")


def _home(hq: Headquarters, folder: Path, *battles: str, secrets: bool = False) -> Path:
    """Another home, to which these were brought."""
    file = io.BytesIO()
    hq.export(file, battles, with_secrets=secrets)
    with Headquarters(folder) as other:
        other.import_(file.getvalue())
    return folder


def _status(wardiary: Run, home: Path, battle: str) -> tuple[int, dict[str, Any], str]:
    """Exit status, the answer as JSON, and what is said to people."""
    asked = ("verify", battle, "--home", str(home))
    told, plain = wardiary(*asked, "--json"), wardiary(*asked)
    assert told.status == plain.status
    return told.status, told.json, plain.out


def test_exit_status_0_is_sound(hq: Headquarters, played: str, tmp_path: Path, wardiary: Run):
    status, told, said = _status(wardiary, _home(hq, tmp_path / "b", played), played)
    assert status == 0
    assert told["sound"] and told["decided"] == told["entries"] and "unchecked" not in told
    assert "all of them decided again" in said


def test_it_ends_with_what_was_proved(hq: Headquarters, played: str, tmp_path: Path, wardiary: Run):
    _, told, said = _status(wardiary, _home(hq, tmp_path / "b", played), played)
    assert {one["subject"]: one["standing"] for one in told["proved"]} == {
        "dice": "derived",
        "decisions": "decided again",
        "rules": "as shipped",
        "charts": "as shipped",
        "people": "not signed by anybody",
        "times": "not signed by anybody",
    }
    assert said.index("What was proved:") < said.index("not signed by anybody")
    typed = make.play(hq, "tank-duel", 1, "typed", "free")
    assert hq.battles.verify(typed).proved[0].standing == "not signed by anybody"


def test_what_does_not_hold_proves_nothing(hq: Headquarters, played: str, tmp_path: Path):
    copy = copy_of(hq, played)
    copy.lines[9].json["author"]["role"] = "nobody"
    assert verdict(copy, tmp_path / "b").proved == ()


def test_charts_of_ones_own_are_told(tmp_path: Path, wardiary: Run):
    """Sound where they are installed; elsewhere nobody vouches for them."""
    with Headquarters(tmp_path / "a", steady_world()) as hq:
        own = hq.packs.copy("combat-veteran", "scenarios/tank-duel.toml")
        own.write_text(own.read_text(encoding="utf-8").replace("turns = 10", "turns = 9"), encoding="utf-8")
    with Headquarters(tmp_path / "a", steady_world()) as hq:
        name = ok(hq.battles.new("tank-duel")).diary
        report = hq.battles.verify(name)
        assert ("charts", "brought along") in {(one.subject, one.standing) for one in report.proved}
        assert report.whole
        home = _home(hq, tmp_path / "b", name, secrets=True)
    status, told, _ = _status(wardiary, home, name)
    assert status == 3
    assert "who opened it brought them" in told["brought"][0]


def test_exit_status_3_lists_what_was_not_checked(
    hq: Headquarters, duel: str, act: Any, tmp_path: Path, wardiary: Run
):
    """A sealed battle under way whose secret is elsewhere."""
    while not any(entry.read().draws for entry in hq._house.store.entries(duel)):
        ok(next(iter(hq.battles.bots.play(duel, {"nk": "random", "us": "random"}))))
    status, told, said = _status(wardiary, _home(hq, tmp_path / "b", duel), duel)
    assert status == 3
    assert told["sound"] and len(told["unchecked"]) == 1
    assert "the secret of the dice is not known here" in told["unchecked"][0]
    assert f"Not checked: {told['unchecked'][0]}" in said
    assert _status(wardiary, _home(hq, tmp_path / "c", duel, secrets=True), duel)[0] == 0


def test_exit_status_1_names_the_entry(hq: Headquarters, played: str, tmp_path: Path, wardiary: Run):
    copy = copy_of(hq, played)
    copy.lines[9].json["author"]["role"] = "nobody"
    verdict(copy, tmp_path / "b")
    status, told, said = _status(wardiary, tmp_path / "b", played)
    assert status == 1
    assert (told["sound"], told["first_bad"]) == (False, 10)
    assert said.startswith("Entry 10 does not hold: ")


def test_a_file_that_is_read_only_or_newer_is_not_broken(
    hq: Headquarters, played: str, tmp_path: Path, wardiary: Run
):
    home = _home(hq, tmp_path / "b", played)
    with Headquarters(home) as other:
        database = other.home.database
    with opened(database) as conn:
        conn.execute(f"PRAGMA user_version={VERSION + 1}")
    status, told, _ = _status(wardiary, home, played)
    assert (status, told["sound"]) == (0, True)


def test_a_rule_system_that_is_not_installed_is_not_damage(tmp_path: Path, wardiary: Run):
    with installed(), Headquarters(tmp_path / "a", steady_world()) as hq:
        ring = ring_duel(hq)
        home = _home(hq, tmp_path / "b", ring, secrets=True)
    status, told, _ = _status(wardiary, home, ring)
    assert status == 3
    assert told["sound"] and told.get("decided", 0) == 0
    assert any("duel-of-dice" in one and "not checked" in one for one in told["unchecked"])


def test_a_fork_is_not_sound_if_its_origin_is_not(hq: Headquarters, duel: str, act: Any, tmp_path: Path):
    for side in ("us", "nk"):
        ok(hq.looking_as(side).battles.act(duel, {"kind": "contribute", "text": side}))
    fork = ok(hq.battles.fork(duel, 2)).diary
    sound = copy_of(hq, fork)
    assert verdict(deepcopy(sound), tmp_path / "sound").sound
    forged = deepcopy(sound)
    forged.others[0].lines[1].events[0]["text"] = "third"
    seal = _seal(forged.others[0], 2)
    assert forged.info.origin is not None
    forged.info = forged.info._replace(origin=forged.info.origin._replace(seal=seal))
    forged.lines[0].events[0]["seal"] = seal.hex()
    report = verdict(forged, tmp_path / "forged")
    assert (report.sound, report.first_bad) == (False, 1)
    assert f"in {duel}, from which it was forked, entry 2 does not hold" in report.why


def _seal(copy: Copy, seq: int) -> bytes:
    """Of an entry of a copy, as it comes out."""
    return next(one.seal for one in copy.items() if getattr(one, "seq", 0) == seq)


def test_a_fork_begins_at_the_fold_and_at_no_snapshot(hq: Headquarters, duel: str, act: Any):
    for side in ("us", "nk"):
        ok(hq.looking_as(side).battles.act(duel, {"kind": "contribute", "text": side}))
    fork = ok(hq.battles.fork(duel, 3)).diary
    store, battle = hq._house.store, hq._house.battles.get(duel)
    reducer = battle.diary.reducer
    state = compress(reducer.encode(battle.diary.state_at(1)))
    store.put_snapshot(duel, reducer.fingerprint, Snapshot(3, store.entry(duel, 3).seal, state))
    assert hq.battles.verify(fork).sound
    assert "snapshot" in hq.battles.verify(duel).why


def test_a_diary_that_was_forked_from_itself_ends(hq: Headquarters, duel: str, act: Any):
    fork = ok(hq.battles.fork(duel, 1)).diary
    with opened(hq.home.database) as conn:
        conn.execute("DROP TRIGGER diaries_keep_name")
        conn.execute("UPDATE diaries SET origin_diary = name, origin_seq = 1 WHERE name = ?", (fork,))
    assert "forked from itself" in hq.battles.verify(fork).why


@pytest.mark.parametrize("column", ["created", "title"])
def test_a_fork_seals_its_title_and_when_it_was_made(
    hq: Headquarters, duel: str, tmp_path: Path, column: str
):
    fork = copy_of(hq, ok(hq.battles.fork(duel, 1)).diary)
    assert verdict(deepcopy(fork), tmp_path / "sound").sound
    other = {"created": fork.info.created[:-4] + "999Z", "title": "x"}[column]
    fork.info = fork.info._replace(**{column: other})
    assert "listed as" in verdict(fork, tmp_path / "forged").why


def test_dice_of_absurd_size_are_refused_at_once(hq: Headquarters, played: str, tmp_path: Path):
    for number, sides in enumerate((0, -6, 2**33)):
        copy = copy_of(hq, played)
        seq, line = next((seq, one) for seq, one in enumerate(copy.lines, 1) if one.draws)
        line.draws[0]["sides"] = sides
        report = verdict(copy, tmp_path / str(number))
        assert report.first_bad == seq
        assert "is of dice with" in report.why
