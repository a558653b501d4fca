"""Writing diaries to a file."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from hashlib import sha256
from typing import IO, Any

import msgspec
from msgspec import Raw

from events.diary import chained
from events.entry import Entry, encode_json
from events.errors import Damaged
from events.exchange.lines import FORMAT, Announced, End, Line, Where
from events.files import Target, writing
from events.store import DiaryInfo, Store


def export_diaries(
    store: Store, target: Target, names: Sequence[str] | None = None, *, secrets: bool = False
) -> int:
    """Write diaries, and the ones that they were forked from, to a file; all of them if none is named.

    secrets: also the keys of sealed dice: whoever has them can foretell every roll of an open battle.
    Returns the number of entries. A path's file appears only when it is whole; with secrets, only its owner may read
    it. Raises NoSuchDiary; Damaged if a chain does not hold.
    """
    infos = _with_origins(store, names)
    with writing(target, private=secrets) as out:
        return _Export(store, out).write(infos, secrets)


def _with_origins(store: Store, names: Sequence[str] | None) -> list[DiaryInfo]:
    """Origins before their forks. Raises NoSuchDiary; Damaged for forks that lead in a circle."""
    found: dict[str, DiaryInfo] = {}
    for name in [info.name for info in store.diaries()] if names is None else names:
        way: dict[str, DiaryInfo] = {}
        next_name: str | None = name
        while next_name is not None and next_name not in found:
            if next_name in way:
                raise Damaged(name, 1, "it is a fork of itself")
            info = way[next_name] = store.info(next_name)
            next_name = info.origin.diary if info.origin is not None else None
        found |= reversed(way.items())
    return list(found.values())


class _Export:
    def __init__(self, store: Store, out: IO[bytes]) -> None:
        self.store, self.out = store, out
        self.lines = 0
        self.sum = sha256()
        self.blobs: set[str] = set()

    def line(self, content: object) -> None:
        data = encode_json(content) + b"\n"
        self.sum.update(data)
        self.lines += 1
        self.out.write(data)

    def write(self, infos: Sequence[DiaryInfo], secrets: bool) -> int:
        self.line({"war-diary": FORMAT, "diaries": len(infos)})
        for info in infos:
            origin = info.origin and Where(info.origin.seq, info.origin.seal.hex(), info.origin.diary)
            head = Where(info.head.seq, info.head.seal.hex())
            self.line({"diary": Announced(*info[:4], origin, head)})
            secret = self.store.secret(info.name) if secrets else None
            if secret is not None:
                self.line({"secret": secret.hex(), "of": info.name})
            self.entries(info)
        entries = sum(info.head.seq for info in infos)
        self.out.write(encode_json({"end": End(self.lines, entries, self.sum.hexdigest())}) + b"\n")
        return entries

    def entries(self, info: DiaryInfo) -> None:
        for entry, more in chained(self.store, info):
            self.blob(entry)
            seal = entry.seal.hex()
            self.line(Line(seq=entry.seq, of=info.name, seal=seal, more=more, **_embedded(entry.body)))

    def blob(self, entry: Entry) -> None:
        try:
            digest = entry.read().pack
        except (msgspec.DecodeError, RecursionError) as error:
            raise Damaged(entry.diary, entry.seq, f"its body cannot be read ({error})") from error
        if not digest or digest in self.blobs:
            return
        self.blobs.add(digest)
        content = self.store.blob(digest)
        if content is None:
            return  # the importer misses it too, and `verify` says so on both sides
        try:
            self.line({"blob": digest, "text": content.decode()})
        except UnicodeDecodeError:
            self.line({"blob": digest, "base64": base64.b64encode(content).decode()})


def _embedded(body: bytes) -> dict[str, Any]:
    """The body as a part of the line if it comes out of there as it went in, else as a string."""
    if body[:1] == b"{" and body[-1:] == b"}" and b"\n" not in body and b"\r" not in body:
        return {"body": Raw(body)}
    return {"escaped": body.decode()}
