"""The file: its owner's alone, ours or left alone, and what it never holds."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from api.accounts.accounts import Accounts
from api.accounts.answers import Pass
from campaign.home import Home
from campaign.rules.refused import Refused
from tests.api.accounts.conftest import Opened


@pytest.mark.skipif(os.name != "posix", reason="needs Unix permissions")
def test_it_is_its_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        home = Home(tmp_path / "home").make()
        accounts = Accounts(home.accounts)
        accounts.first_token("kim")
        files = {one.name: stat.S_IMODE(one.stat().st_mode) for one in home.folder.iterdir()}
        accounts.close()
    finally:
        os.umask(before)
    assert files == {"accounts.db": 0o600, "accounts.db-wal": 0o600, "accounts.db-shm": 0o600}
    home.accounts.chmod(0o644)
    assert home.wide() == [home.accounts]


def test_no_secret_stands_in_it(accounts: Opened, keeper: Pass) -> None:
    token = accounts.tokens.new(keeper, "laptop")
    link = accounts.invitations.new(keeper, "account")
    accounts.close()
    kept = b"".join(one.read_bytes() for one in accounts.path.parent.iterdir())
    assert token.token.id.encode() in kept and link.invitation.id.encode() in kept
    for secret in (token.secret, link.secret):
        secret = secret.rpartition("_")[2]
        assert len(secret) == 64
        assert secret.encode() not in kept and bytes.fromhex(secret) not in kept
        assert secret not in repr(token) + repr(link)


def test_a_file_that_is_not_ours_is_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as conn:
        conn.execute("CREATE TABLE cats (name)")
    before = other.read_bytes()
    with pytest.raises(Refused, match="left alone"):
        Accounts(other)
    assert other.read_bytes() == before
    letter = tmp_path / "letter"
    letter.write_text("Dear sir, this is long enough to be a database, and none all the same. " * 20)
    with pytest.raises(Refused, match="damaged") as refused:
        Accounts(letter)
    assert refused.value.kind == "damaged"
    with pytest.raises(Refused, match="cannot be made"):
        Accounts(tmp_path / "no" / "folder")
    with pytest.raises(Refused, match="cannot be used"):
        Accounts(tmp_path)


def test_a_file_of_a_newer_version_is_left_alone(accounts: Opened) -> None:
    accounts.close()
    with closing(sqlite3.connect(accounts.path)) as conn:
        conn.execute("PRAGMA user_version=99")
    with pytest.raises(Refused, match="newer version"):
        Accounts(accounts.path)


def test_what_cannot_be_written_is_refused_and_leaves_nothing(accounts: Opened, keeper: Pass) -> None:
    accounts._file._writer.execute("PRAGMA max_page_count=1")
    with pytest.raises(Refused, match="full") as refused:
        for _ in range(100):
            accounts.invitations.new(keeper, "account")
    assert refused.value.kind == "no-space"
    accounts._file._writer.execute("PRAGMA max_page_count=100000")
    held = len(accounts.invitations.list(keeper))
    accounts.invitations.new(keeper, "account")
    assert len(accounts.invitations.list(keeper)) == held + 1


def test_an_ordinary_opening_loads_neither_sqlite_utils_nor_a_server(accounts: Opened) -> None:
    code = (
        "import sys; from api.accounts.accounts import Accounts; Accounts(sys.argv[1]).close();"
        " print(*{'sqlite_utils', 'litestar', 'uvicorn', 'httpx'} & set(sys.modules))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, accounts.path], check=False, capture_output=True, text=True
    )
    assert (ran.stdout, ran.stderr) == ("\n", "")


def test_what_is_read_before_writing_holds_until_it_is_written(accounts: Opened) -> None:
    locked = pytest.raises(sqlite3.OperationalError, match="locked")
    with closing(sqlite3.connect(accounts.path, timeout=0)) as other, accounts._file.writing(), locked:
        other.execute("BEGIN IMMEDIATE")
