"""Diaries as the file lists them."""

from __future__ import annotations

from events.entry import Head
from events.sqlite.pool import Row
from events.store import DiaryInfo, Origin

INFO = (
    "SELECT CAST(name AS BLOB), CAST(kind AS BLOB), CAST(title AS BLOB), CAST(created AS BLOB),"
    " head_seq, head_seal, CAST(origin_diary AS BLOB), origin_seq, origin_seal FROM diaries"
)
"""Texts as bytes: one that is not UTF-8 must not keep the others from being listed."""


def info_of(row: Row) -> DiaryInfo:
    *texts, head_seq, head_seal, origin, seq, seal = row
    name, kind, title, created = map(text_of, texts)
    begins = None if origin is None else Origin(text_of(origin), seq or 0, seal or b"")
    return DiaryInfo(name, kind, title, created, Head(head_seq, head_seal), begins)


SIGN = "\ufffd"
"""Stands for what is not UTF-8."""


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "replace")
