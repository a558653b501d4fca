"""What comes in with a file is looked at before anything is written; and dice that were never rolled are found."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Refusal
from campaign.shared.callers import local
from tests.campaign.conftest import steady_world
from tests.campaign.forging import verify_forged
from tests.campaign.test_record import _finished  # pyright: ignore[reportPrivateUsage]


def _rewrite(file: Path, change: Any) -> None:
    """Change the lines of an export, and put its closing line right again."""
    lines = [json.loads(line) for line in file.read_text().splitlines()][:-1]
    lines = change(lines) or lines
    texts = [json.dumps(line, separators=(",", ":"), ensure_ascii=False) for line in lines]
    data = "".join(text + "\n" for text in texts).encode()
    entries = sum("seq" in line for line in lines)
    end = {"end": {"lines": len(lines), "entries": entries, "sha256": sha256(data).hexdigest()}}
    file.write_bytes(data + json.dumps(end).encode() + b"\n")


@pytest.fixture
def exported(hq: Headquarters, duel: str, tmp_path: Path) -> Path:
    hq.battles.act(duel, {"kind": "pivot", "unit": "t34-1", "facing": "E"})
    file = tmp_path / "duel.ndjson"
    hq.export(file, [duel], with_secrets=True)
    return file


def _set(which: str, **fields: Any) -> Any:
    def change(lines: list[dict[str, Any]]) -> None:
        for line in lines:
            if which in line:
                (line[which] if isinstance(line[which], dict) else line).update(fields)

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_set("secret", secret="00" * 32), "not the one that its dice were committed to"),
        (_set("secret", secret="00"), "not the one that its dice were committed to"),
        (lambda lines: [line for line in lines if "blob" not in line], "needs the pack"),
        (_set("diary", kind="zzz"), "not a 'zzz'"),
        (_set("diary", created="never"), "not a date"),
        (_set("diary", title="x\u001b[31m"), "U+001B"),
        (_set("diary", title="x\u202e"), "U+202E"),
        (_set("diary", extra=1), "unknown field"),
    ],
)
def test_a_file_with_something_wrong_in_it_is_refused_whole(
    exported: Path, tmp_path: Path, change: Any, says: str
):
    _rewrite(exported, change)
    with Headquarters(tmp_path / "elsewhere") as other:
        with pytest.raises(Refused, match="line") as refused:
            other.import_(exported)
        assert says in str(refused.value)
        assert other._house.store.diaries() == []


def test_the_same_file_unchanged_is_taken(exported: Path, duel: str, tmp_path: Path):
    _rewrite(exported, lambda lines: None)
    with Headquarters(tmp_path / "elsewhere", steady_world("other")) as other:
        assert other.import_(exported).entries == 2
        assert isinstance(other.battles.act(duel, {"kind": "end-phase"}), Acted)


@pytest.mark.parametrize("forgery", ["typed", "zzz", "none", "face"])
def test_dice_of_a_sealed_battle_that_do_not_come_from_its_secret_are_found(
    hq: Headquarters, tmp_path: Path, forgery: str
):
    """The forger seals the chain anew; the last rolls of all, so that no later one betrays him."""
    battle = _finished(hq)
    opened = hq._house.battles.get(battle)
    codec = opened.diary.reducer.codec
    seq = max(
        entry.seq
        for entry in hq._house.store.entries(battle)
        if entry.read().draws and any(map(opened.system.rolled, codec.events(entry.body)))
    )
    body = json.loads(hq._house.store.entry(battle, seq).body)
    draw = body["draws"][-1]
    if forgery == "none":
        del body["draws"]
    elif forgery == "face":
        draw["values"][-1] = 99
    else:
        draw["source"] = forgery
    forged = json.dumps(body, separators=(",", ":")).encode()
    report = verify_forged(hq, battle, seq, forged, tmp_path / "forged")
    assert report.first_bad == seq


def test_text_that_would_steer_a_terminal_is_refused(hq: Headquarters, duel: str):
    for refused in (
        hq.battles.new("tank-duel", title="x\x1b[31m"),
        hq.battles.new("tank-duel", title="long" * 100),
        hq.battles.fork(duel, 1, title="a\nb"),
        hq.battles.act(duel, {"kind": "contribute", "text": "a\u202eb"}),
        hq.battles.act(duel, {"kind": "end-phase"}, key="\x07"),
    ):
        assert isinstance(refused, Refusal)
        assert refused.where
    for odd in ("\x07", "", "umpire", "bot:sensible"):
        with pytest.raises(Refused):
            local(odd)
    assert hq.battles.head(duel) == 1
