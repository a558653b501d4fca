"""Seals that were shown, and anchors that were kept: whoever has them can tell a diary that was rewritten."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared import anchors
from campaign.shared.answers import AnchorMade, AnchorReport
from campaign.shared.callers import Caller
from campaign.shared.seals import FEWEST, MOST, as_shown, short_seal
from events.entry import Draft, Entry
from events.sqlite import SQLiteStore
from tests.campaign.calling import forbidden, ok, refused
from tests.campaign.conftest import steady_world
from tests.campaign.ledger.making import folder

Change = Callable[[Entry], bytes | None]
"""The body of an entry in a forger's copy; None: the diary ends before it."""
SEAL = "0123456789abcdef" * 4


def rewritten(hq: Headquarters, home: Path, change: Change, leave_out: str = "") -> Headquarters:
    """A home with the same diaries, some entries of them others, and every seal made anew: what the host can do."""
    store = hq._house.store
    with Headquarters(home, steady_world()) as made:
        copy = made._house.store
        assert isinstance(copy, SQLiteStore)
        for info in store.diaries():
            if info.name == leave_out:
                continue
            copy.create(info.name, info.kind, info.title, info.created, info.origin)
            if secret := store.secret(info.name):
                copy.put_secret(info.name, secret)
            for entry in store.entries(info.name):
                body = change(entry)
                if body is None:
                    break
                if info.kind == "battle" and (pack := store.blob(entry.read().pack)):
                    copy.put_blob(pack)
                copy.append(info.name, entry.seq - 1, [Draft(entry.parent, entry.kind, body, entry.key)])
    return Headquarters(home, steady_world())


def later(seq: int, diary: str = "") -> Change:
    """Entry seq was written at another time: nothing that the rules could tell."""

    def change(entry: Entry) -> bytes:
        if entry.seq != seq or diary not in ("", entry.diary):
            return entry.body
        return entry.body.replace(b'"at":"1950', b'"at":"1951')

    return change


def fought(hq: Headquarters) -> str:
    battle = ok(hq.battles.new("tank-duel", name="duel")).diary
    for facing in ("E", "SE", "E"):
        ok(hq.battles.act(battle, {"kind": "pivot", "unit": "t34-1", "facing": facing}))
    return battle


# -- short seals -----------------------------------------------------------------------------------------------------


def test_a_short_seal_is_read_as_it_is_shown():
    assert short_seal(57, SEAL) == short_seal(57, bytes.fromhex(SEAL)) == "57:0123456789abcdef"
    assert short_seal(57, "") == "57"
    for digits in (FEWEST, 16, 64):
        assert as_shown(f" 57:{SEAL[:digits].upper()}\n") == (57, SEAL[:digits])


@pytest.mark.parametrize(
    "text",
    ["", "57", ":" + SEAL,
     "0:" + SEAL, "-1:" + SEAL, "57:" + SEAL[:11], f"57:{SEAL}0", "57:xyz" + SEAL, "9" * 30 + f":{SEAL}",
     "57:" + "a" * 100_000, "٥:" + SEAL, "57:" + SEAL[:12] + "\n57", "57 : " + SEAL],
)  # fmt: skip
def test_what_is_no_seal_is_refused(text: str):
    with pytest.raises(Refused, match="is not a seal as it is shown") as error:
        as_shown(text)
    assert "12 to 64" in str(error.value) and len(str(error.value)) < 400


# -- held against a seal ---------------------------------------------------------------------------------------------


def test_verify_compares_with_what_was_shown(hq: Headquarters):
    battle = fought(hq)
    seals = [short_seal(n, hq.battles.show(battle, n).seal) for n in range(1, 5)]
    report = hq.battles.verify(battle, seals)
    assert report.sound and report.notes == ("4 seals are as shown.",)
    assert hq.battles.verify(battle, seals[:1]).notes == ("Entry 1 is as shown.",)
    wrong = f"{seals[1][:-1]}{'0' if seals[1][-1] != '0' else '1'}"
    report = hq.battles.verify(battle, [seals[0], wrong, seals[2]])
    assert (report.sound, report.first_bad, report.entries) == (False, 2, 1)
    assert "not the entry that was shown" in report.why
    report = hq.battles.verify(battle, [f"9:{SEAL}"])
    assert not report.sound and "ends at entry 4" in report.why
    refused(lambda: hq.battles.verify(battle, ["4"]))
    refused(lambda: hq.battles.verify(battle, seals * MOST))


def test_a_rewriting_that_holds_in_itself_is_told_by_one_seal(hq: Headquarters, tmp_path: Path):
    """The host writes an earlier entry anew, and all seals after it: only who was shown a seal can tell."""
    battle = fought(hq)
    seal = hq.battles.info(battle).seal
    mine = short_seal(hq.battles.info(battle).entries, seal)
    with rewritten(hq, tmp_path / "forged", later(2)) as forged:
        assert forged.battles.verify(battle).sound, "it holds, as far as the file itself can say"
        report = forged.battles.verify(battle, [mine])
        assert not report.sound and report.first_bad == 4
    with rewritten(hq, tmp_path / "cut", lambda one: one.body if one.seq < 4 else None) as cut:
        assert cut.battles.verify(battle).sound
        assert "ends at entry 3" in cut.battles.verify(battle, [mine]).why


def test_a_campaign_is_held_against_seals_and_its_battles(hq: Headquarters, tmp_path: Path):
    war = ok(hq.campaigns.new("marines-in-korea", name="korea")).diary
    begun = ok(hq.campaigns.begin(war, "obong-ni"))
    ok(hq.battles.act(begun.fought, {"kind": "concede"}))
    filed = ok(hq.campaigns.returns.file(war, begun.battle))
    mine = short_seal(filed.seq, filed.seal)
    assert hq.campaigns.verify(war, [mine]).sound
    assert hq.campaigns.view(war).seal == hq.campaigns.info(war).seal == filed.seal
    assert hq.campaigns.view(war, 1).seal != filed.seal
    assert not hq.campaigns.verify(war, [f"1:{filed.seal}"]).sound
    with rewritten(hq, tmp_path / "other", later(2, begun.fought)) as other:
        assert "not the one whose outcome was filed" in other.campaigns.verify(war).why
    cut: Change = lambda one: None if (one.diary, one.seq) == (begun.fought, 3) else one.body  # noqa: E731
    with rewritten(hq, tmp_path / "cut", cut) as shorter:
        report = shorter.campaigns.verify(war)
        assert not report.sound and "has lost entries" in report.why
    with rewritten(hq, tmp_path / "gone", later(0), leave_out=begun.fought) as gone:
        assert any("is not in this file" in note for note in gone.campaigns.verify(war).unchecked)


def test_a_campaign_sees_that_its_battle_was_changed_under_its_seals(hq: Headquarters, tmp_path: Path):
    war = ok(hq.campaigns.new("marines-in-korea", name="korea")).diary
    begun = ok(hq.campaigns.begin(war, "obong-ni"))
    ok(hq.battles.act(begun.fought, {"kind": "concede"}))
    ok(hq.campaigns.returns.file(war, begun.battle))
    hq.export(tmp_path / "all.ndjson")
    with Headquarters(tmp_path / "other") as other:
        other.import_(tmp_path / "all.ndjson")
        body = other._house.store.entry(begun.fought, 2).body
    file = tmp_path / "other" / "wardiary.db"
    whole = file.read_bytes()
    assert whole.count(body) == 1
    file.write_bytes(whole.replace(body, body.replace(b"concede", b"conceal")))
    with Headquarters(tmp_path / "other") as other:
        report = other.campaigns.verify(war)
        assert not report.sound and "entry 2: its seal does not match" in report.why


# -- anchors ---------------------------------------------------------------------------------------------------------


def anchor_of(hq: Headquarters) -> bytes:
    out = io.BytesIO()
    hq.anchor(out)
    return out.getvalue()


def test_an_anchor_names_every_diary_and_holds_while_they_only_grow(hq: Headquarters, tmp_path: Path):
    battle = fought(hq)
    ok(hq.campaigns.new(folder(tmp_path / "files"), name="c"))
    ok(hq.battles.fork(battle, 2))
    content = anchor_of(hq)
    found = anchors.read(content)
    assert [one.diary for one in found.diaries] == sorted(one.name for one in hq._house.store.diaries())
    for one in found.diaries:
        assert one.seal == hq._house.store.head(one.diary).seal.hex()
        assert one.first == hq._house.store.entry(one.diary, 1).seal.hex()
    assert hq.check_anchor(content) == AnchorReport(found.at, 3, True)
    again = io.BytesIO()
    anchors.write(again, found)
    assert again.getvalue() == content
    ok(hq.battles.act(battle, {"kind": "end-phase"}))
    ok(hq.battles.new("tank-duel"))
    assert hq.check_anchor(content) == AnchorReport(found.at, 3, True, (), 1, 1)
    assert hq.anchor(tmp_path / "anchor.json.gz") == AnchorMade(4)
    assert hq.check_anchor(tmp_path / "anchor.json.gz").holds


def test_an_anchor_tells_what_is_missing_shorter_or_another(hq: Headquarters, tmp_path: Path):
    """A battle that was opened and abandoned cannot vanish either."""
    fought(hq)
    ok(hq.battles.new("tank-duel", name="abandoned"))
    content = anchor_of(hq)

    def faults(forged: Headquarters) -> list[tuple[str, str]]:
        with forged:
            report = forged.check_anchor(content)
            assert report.holds == (not report.adrift)
            assert all(one.diary in one.why and one.why.endswith(".") for one in report.adrift)
            return [(one.diary, one.fault) for one in report.adrift]

    assert faults(rewritten(hq, tmp_path / "same", later(0))) == []
    assert faults(rewritten(hq, tmp_path / "a", later(0), leave_out="abandoned")) == [
        ("abandoned", "missing")
    ]
    cut: Change = lambda one: None if one.seq == 4 else one.body  # noqa: E731
    assert faults(rewritten(hq, tmp_path / "b", cut)) == [("duel", "shorter")]
    assert faults(rewritten(hq, tmp_path / "c", later(3))) == [("duel", "other history")]
    both = [("abandoned", "other history"), ("duel", "other history")]
    assert faults(rewritten(hq, tmp_path / "d", later(1))) == both


def test_what_is_no_anchor_is_refused_with_a_sentence(
    hq: Headquarters, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    fought(hq)
    content = anchor_of(hq)
    head, line, end = content.splitlines(keepends=True)
    two = head.replace(b'"diaries":1', b'"diaries":2')
    for junk in (
        b"",
        b"\x00\xff",
        b"[]",
        b"1\n2\n3\n",
        head,
        head + line,
        line + head + end,
        content + b"\n",
        head.replace(b":1,", b":2,", 1) + line + end,
        head + line.replace(b'"seq":4', b'"seq":3') + end,
        head + line.replace(b'"seq":4', b'"seq":-4') + end,
        head + line.replace(b'"seq":4', b'"seq":' + b"9" * 5000) + end,
        head + line.replace(b"duel", b"\\u001b[2J") + end,
        head + line.replace(b"duel", b"d" * 100_000) + end,
        sealed(two + line + line),
        head + b"[" * 100_000 + b"\n" + end,
        gzip.compress(content)[:-9],
        b"\x1f\x8b" + b"junk",
    ):
        reason = refused(lambda junk=junk: hq.check_anchor(junk)).reason
        assert reason.endswith(".") and len(reason) < 400, reason
    for place in (tmp_path, tmp_path / "nothing"):
        refused(lambda place=place: hq.check_anchor(place))
    monkeypatch.setattr(anchors, "MOST_BYTES", 1 << 20)
    bomb = gzip.compress(bytes(1 << 24))
    assert "at most 1 MiB" in refused(lambda: hq.check_anchor(bomb)).reason


def sealed(content: bytes) -> bytes:
    return content + msgspec.json.encode({"end": {"sha256": sha256(content).hexdigest()}}) + b"\n"


def test_anchors_are_for_whoever_keeps_the_diaries(hq: Headquarters):
    content = anchor_of(hq)
    eve = hq.for_(Caller("eve"))
    forbidden(lambda: eve.anchor(io.BytesIO()))
    forbidden(lambda: eve.check_anchor(content))


# -- what a seal does not tell ---------------------------------------------------------------------------------------


def test_a_muster_cannot_be_tried_out_on_the_seal_of_its_battle(hq: Headquarters):
    """Everybody is told the seal of entry 1, and each side only its own crews: so what the seal covers is salted."""
    war = ok(hq.campaigns.new("marines-in-korea", name="korea")).diary
    begun = ok(hq.campaigns.begin(war, "obong-ni", seats=[Seat("us", "ann")]))
    body = hq._house.store.entry(begun.fought, 1).read()
    assert len(body.salt) == 32
    plain = ok(hq.battles.new("tank-duel")).diary
    assert hq._house.store.entry(plain, 1).read().salt == ""
