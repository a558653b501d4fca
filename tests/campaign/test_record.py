"""Reading and keeping: log, verify, export, import, packs in force, damage."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Refusal
from tests.campaign.conftest import steady_world
from tests.campaign.forging import verify_forged

Act = Callable[..., Acted]


def _finished(hq: Headquarters, scenario: str = "tiger-shermans") -> str:
    opened = hq.battles.new(scenario)
    assert isinstance(opened, Acted)
    sides = [seat.side for seat in hq.battles.info(opened.diary).seats]
    for answer in hq.battles.bots.play(opened.diary, dict.fromkeys(sides, "random"), iter_pick()):
        assert isinstance(answer, Acted), answer
    assert hq.battles.info(opened.diary).verdict is not None
    return opened.diary


def iter_pick(seed: int = 7) -> Callable[[int], int]:
    state = seed

    def pick(n: int) -> int:
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (state >> 33) % n

    return pick


def test_a_finished_battle_verifies_with_every_die(hq: Headquarters):
    battle = _finished(hq)
    report = hq.battles.verify(battle)
    assert report.sound, report
    assert report.entries == hq.battles.head(battle)
    rolled = sum(len(hq.battles.show(battle, seq).draws) for seq in range(1, report.entries + 1))
    assert rolled > 0
    assert report.dice.startswith(f"{rolled} draws")
    assert "not" not in report.dice


def test_a_die_that_was_changed_is_found(hq: Headquarters, tmp_path: Path):
    """Even by someone who seals the chain anew: the secret tells."""
    battle = _finished(hq)
    seq = next(e.seq for e in hq.battles.log(battle) if e.dice)
    body = hq._house.store.entry(battle, seq).body
    first = hq.battles.show(battle, seq).draws[0].values[0]
    old, new = (f'"values":[{face}'.encode() for face in (first, first % 6 + 1))
    forged = body.replace(old, new, 1)
    assert forged != body
    report = verify_forged(hq, battle, seq, forged, tmp_path / "forged")
    assert report.first_bad == seq
    assert "draw" in report.why


def test_export_and_import_bring_a_battle_elsewhere(hq: Headquarters, tmp_path: Path):
    battle = _finished(hq)
    file = tmp_path / "battle.ndjson.gz"
    entries = hq.export(file, [battle]).entries
    with Headquarters(tmp_path / "elsewhere") as other:
        assert other.import_(file).entries == entries
        assert other.import_(file).entries == 0
        assert other.battles.log(battle) == hq.battles.log(battle)
        assert other.battles.view(battle) == hq.battles.view(battle)
        assert other.battles.verify(battle).sound


def test_a_copy_without_the_secret_can_be_forked_but_not_rolled_on(
    hq: Headquarters, duel: str, act: Act, tmp_path: Path
):
    act("pivot", unit="t34-1", facing="E")
    file = tmp_path / "duel.ndjson"
    hq.export(file, [duel])
    with Headquarters(tmp_path / "elsewhere", steady_world("elsewhere")) as other:
        other.import_(file)
        refused = other.battles.act(duel, {"kind": "end-phase"})
        assert isinstance(refused, Refusal)
        assert refused.allowed == ("fork",)
        forked = other.battles.fork(duel)
        assert isinstance(forked, Acted)
        assert isinstance(other.battles.act(forked.diary, {"kind": "end-phase"}), Acted)
    hq.export(file, [duel], with_secrets=True)
    with Headquarters(tmp_path / "backup") as backup:
        backup.import_(file)
        assert isinstance(backup.battles.act(duel, {"kind": "end-phase"}), Acted)


def test_no_artifact_of_an_open_battle_holds_its_secret(
    hq: Headquarters, duel: str, act: Act, tmp_path: Path
):
    secret = hq._house.store.secret(duel)
    assert secret is not None
    act("pivot", unit="t34-1", facing="E")
    file = tmp_path / "duel.ndjson"
    hq.export(file, [duel])
    for text in (
        file.read_text(),
        str(hq.battles.show(duel, 1)),
        str(hq.looking_as("umpire").battles.view(duel)),
        str(hq.battles.log(duel)),
    ):
        assert secret.hex() not in text


def test_a_cut_file_is_refused_whole(hq: Headquarters, duel: str, act: Act, tmp_path: Path):
    for facing in ("E", "W", "NE"):
        act("pivot", unit="t34-1", facing=facing)
    file = tmp_path / "duel.ndjson"
    hq.export(file, [duel])
    whole = file.read_bytes()
    with Headquarters(tmp_path / "elsewhere") as other:
        for cut in (10, len(whole) // 2, len(whole) - 20):
            file.write_bytes(whole[:cut])
            with pytest.raises(Refused, match="line"):
                other.import_(file)
            assert other.battles.all() == []


def test_a_battle_keeps_its_charts_when_the_pack_changes(tmp_path: Path):
    with Headquarters(tmp_path, steady_world()) as hq:
        opened = hq.battles.new("tank-duel")
        assert isinstance(opened, Acted)
        digest = hq.battles.show(opened.diary, 1).pack
    own = tmp_path / "packs" / "combat-veteran"
    own.mkdir(parents=True)
    _with_another_armor(own / "vehicles.toml")
    with Headquarters(tmp_path) as hq:
        assert isinstance(hq.battles.act(opened.diary, {"kind": "end-phase"}), Acted)
        assert hq.battles.show(opened.diary, 2).pack == digest
        later = hq.battles.new("tank-duel")
        assert isinstance(later, Acted)
        assert hq.battles.show(later.diary, 1).pack != digest
        assert hq.packs.all()[0].overridden == ("vehicles.toml",)
        armor = dict(next(p for p in hq.battles.view(later.diary).game.pieces if p.id == "m26-1").details)[
            "armor"
        ]
        assert armor == "9"
        assert hq.battles.verify(opened.diary).sound


def _with_another_armor(target: Path) -> None:
    from importlib.resources import files

    text = files("campaign.systems.combat_veteran").joinpath("data/vehicles.toml").read_text()
    head, mark, rest = text.partition('id = "m26"')
    target.write_text(head + mark + re.sub(r"armor = \d", "armor = 9", rest, count=1))


def test_an_unsound_own_file_is_named_and_nothing_else_stops(tmp_path: Path):
    own = tmp_path / "packs" / "combat-veteran"
    own.mkdir(parents=True)
    (own / "charts.toml").write_text("[movement]\nsource = 3\n")
    with Headquarters(tmp_path) as hq:
        (report,) = [pack for pack in hq.packs.all() if pack.system == "combat-veteran"]
        assert "charts.toml" in report.problem
        refused = hq.battles.new("tank-duel", system="combat-veteran")
        assert isinstance(refused, Refusal)
        assert "charts.toml" in str(refused)


def test_a_file_from_a_newer_version_is_read_only_and_says_so(
    hq: Headquarters, duel: str, act: Act, tmp_path: Path
):
    """An unknown event stops the fold there; nothing is appended behind it."""
    from events.entry import Author, Body, draft, raw

    act("pivot", unit="t34-1", facing="E")
    action = raw({"kind": "fly"})
    newer = Body(2, hq._house.world.now(), Author("local", "nk"), action, events=raw([{"kind": "took-off"}]))
    hq._house.store.append(duel, 2, [draft(newer)])
    refused = hq.battles.act(duel, {"kind": "end-phase"})
    assert isinstance(refused, Refusal)
    assert refused.kind == "read-only"
    assert "'took-off'" in refused.reason
    assert "newer version" in refused.reason
    assert hq.battles.view(duel).seq == 2
    assert hq.battles.info(duel).read_only
    assert hq.battles.log(duel)[-1].lines[0].text.startswith("An event of a newer version")


def test_a_byte_changed_on_disk_is_named_by_its_entry(tmp_path: Path):
    with Headquarters(tmp_path, steady_world()) as hq:
        opened = hq.battles.new("tank-duel")
        assert isinstance(opened, Acted)
        battle = opened.diary
        for facing in ("E", "W", "NE", "NW"):
            hq.battles.act(battle, {"kind": "pivot", "unit": "t34-1", "facing": facing})
        body = hq._house.store.entry(battle, 4).body
    with sqlite3.connect(tmp_path / "wardiary.db") as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    conn.close()
    file = tmp_path / "wardiary.db"
    data = bytearray(file.read_bytes())
    at = bytes(data).find(body)
    assert at > 0
    data[at + body.find(b'"NE"') + 1] = ord("S")
    file.write_bytes(data)
    with Headquarters(tmp_path) as hq:
        report = hq.battles.verify(battle)
        assert not report.sound
        assert report.first_bad == 4


def test_unknown_battles_entries_and_viewers_are_named(hq: Headquarters, duel: str):
    with pytest.raises(Refused, match="no diary 'nope'"):
        hq.battles.view("nope")
    with pytest.raises(Refused, match="entries 1 to 1"):
        hq.battles.show(duel, 5)
    with pytest.raises(Refused):
        hq.battles.view(duel, 0)
    with pytest.raises(Refused, match="no side 'spy'") as refused:
        hq.looking_as("spy").battles.view(duel)
    assert refused.value.allowed == ("nk", "us", "umpire")


def test_new_battles_refuse_what_there_is_not(hq: Headquarters):
    from campaign.battles.table import Seat

    for answer, says in (
        (hq.battles.new("waterloo"), "no scenario 'waterloo'"),
        (hq.battles.new("tank-duel", system="chess"), "no rule system 'chess'"),
        (hq.battles.new("tank-duel", seats=[Seat("fr")]), "no side 'fr'"),
        (hq.battles.new("tank-duel", seats=[Seat("us", bot="genius")]), "no bot 'genius'"),
        (hq.battles.new("tank-duel", options={"fog": True}), "no option 'fog'"),
    ):
        assert isinstance(answer, Refusal)
        assert says in answer.reason
        assert answer.allowed
    assert hq.battles.all() == []
