"""What lies beside the diaries and can be made anew is made anew, whatever lies there; what is not ours is kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.campaigns.answers import Query
from campaign.headquarters import Headquarters
from tests.campaign.calling import ok


def folder(path: Path) -> None:
    path.mkdir()
    (path / "mine").write_text("kept", encoding="utf-8")


def junk(path: Path) -> None:
    path.write_bytes(b"no database at all, and much longer than its header " * 100)


def link_to_nothing(path: Path) -> None:
    path.symlink_to(path.with_name("nowhere") / "x")


@pytest.mark.parametrize("put", [folder, junk, link_to_nothing])
def test_something_else_is_put_aside(hq: Headquarters, put: Callable[[Path], None]):
    ok(hq.campaigns.new("marines-in-korea", name="korea"))
    wanted = hq.campaigns.record.search("korea", Query(everything=True)), hq.campaigns.all()
    for file in (hq.home.record, hq.home.notes):
        for one in file.parent.glob(f"{file.name}*"):
            one.unlink()
        put(file)
    with Headquarters(hq.home) as fresh:
        for _ in range(2):
            assert (
                fresh.campaigns.record.search("korea", Query(everything=True)),
                fresh.campaigns.all(),
            ) == wanted
    for file in (hq.home.record, hq.home.notes):
        aside = file.with_name(f"{file.name}.aside-1")
        assert file.is_file() and (aside.exists() or aside.is_symlink())
        assert put is not folder or (aside / "mine").read_text(encoding="utf-8") == "kept"


def test_what_is_ours_and_broken_goes(hq: Headquarters):
    ok(hq.campaigns.new("marines-in-korea", name="korea"))
    wanted = hq.campaigns.record.search("korea", Query(everything=True)), hq.campaigns.all()
    hq.close()
    for file in (hq.home.record, hq.home.notes):
        data = bytearray(file.read_bytes())
        data[4096 * 3 :] = b"\xff" * (len(data) - 4096 * 3)
        file.write_bytes(data)
    with Headquarters(hq.home) as fresh:
        assert (
            fresh.campaigns.record.search("korea", Query(everything=True)),
            fresh.campaigns.all(),
        ) == wanted
    assert not list(hq.home.folder.glob("*.aside-*"))
