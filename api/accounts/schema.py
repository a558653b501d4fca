"""The tables of the file of accounts, as migrations."""

from __future__ import annotations

import sqlite3

from sqlite_utils import Database, Migrations

from api.accounts.format import APPLICATION_ID, VERSION
from events.sqlite.versions import bring

migrations = Migrations("accounts")

_FIRST = """
CREATE TABLE state (only INTEGER PRIMARY KEY CHECK (only = 1), generation INTEGER NOT NULL) STRICT;
INSERT INTO state VALUES (1, 1);
CREATE TABLE accounts (player TEXT PRIMARY KEY, folded TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
    keeper INTEGER NOT NULL, created TEXT NOT NULL, blocked TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE tokens (id TEXT PRIMARY KEY, digest BLOB NOT NULL, player TEXT NOT NULL REFERENCES accounts,
    label TEXT NOT NULL, scopes TEXT NOT NULL, campaigns TEXT NOT NULL, created TEXT NOT NULL, expires TEXT NOT NULL,
    maker TEXT NOT NULL, revoked TEXT NOT NULL DEFAULT '', used TEXT NOT NULL DEFAULT '') STRICT;
CREATE INDEX tokens_player ON tokens (player, created);
CREATE TABLE invitations (id TEXT PRIMARY KEY, digest BLOB NOT NULL, kind TEXT NOT NULL,
    maker TEXT NOT NULL REFERENCES accounts, scopes TEXT NOT NULL, campaign TEXT NOT NULL, side TEXT NOT NULL,
    player TEXT NOT NULL, created TEXT NOT NULL, expires TEXT NOT NULL, revoked TEXT NOT NULL DEFAULT '',
    redeemed TEXT NOT NULL DEFAULT '', redeemer TEXT NOT NULL DEFAULT '') STRICT;
CREATE INDEX invitations_maker ON invitations (maker, created);
CREATE INDEX invitations_campaign ON invitations (campaign, created)
"""


@migrations()
def m001_tables(db: Database) -> None:
    for statement in _FIRST.split(";"):
        db.conn.execute(statement)


_SECOND = """
CREATE TABLE requests (player TEXT NOT NULL, key TEXT NOT NULL, asked BLOB NOT NULL, at TEXT NOT NULL,
    made TEXT NOT NULL, status INTEGER NOT NULL DEFAULT 0, headers TEXT NOT NULL DEFAULT '',
    body BLOB NOT NULL DEFAULT x'', PRIMARY KEY (player, key)) STRICT;
CREATE INDEX requests_at ON requests (at)
"""


@migrations()
def m002_requests(db: Database) -> None:
    for statement in _SECOND.split(";"):
        db.conn.execute(statement)


@migrations()
def m003_guests(db: Database) -> None:
    """By whose links somebody came; "" for whom whoever keeps the house invited, and for all who came before this."""
    db.conn.execute("ALTER TABLE accounts ADD COLUMN host TEXT NOT NULL DEFAULT ''")
    db.conn.execute("CREATE INDEX accounts_host ON accounts (host, created)")


def migrate(conn: sqlite3.Connection) -> None:
    """Bring a file to this version, or make a new one; all or nothing."""
    bring(conn, migrations, VERSION, APPLICATION_ID)
