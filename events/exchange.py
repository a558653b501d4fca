"""Diaries as one file: lines of JSON that a person can read, with the exact sealed bytes.

    {"war-diary":1,"diaries":2}                                      what this is
    {"diary":{"name":…,"origin":…,"head":{"seq":…,"seal":…}}}        one line per diary, origins first
    {"blob":"<sha-256>","text":…}                                    what the entries name by digest
    {"secret":"<hex>","of":"<diary>"}                                only when asked for
    {"seq":1,"of":"<diary>","seal":"<hex>","body":{…}}               the entries, diary by diary
    {"end":{"lines":…,"entries":…,"sha256":…}}                       so that a cut file is noticed

The bytes of `body` are the stored ones. A body that would not survive as a part of a line is written as a
string in `escaped`. A name that ends in `.gz` is compressed.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from typing import IO, Any

import msgspec
from msgspec import Raw, Struct

from events.decoding import json_decoder
from events.entry import Entry, diary_prefix, draft_of, encode_json, seal_of
from events.errors import BadFile, Damaged, Diverged
from events.files import Source, Target, name_of, reading, writing
from events.store import Blob, DiaryInfo, Head, Origin, Sealed, Secret, Store

FORMAT = 1


class _Where(Struct, omit_defaults=True):
    seq: int
    seal: str
    diary: str = ""


class _Diary(Struct, forbid_unknown_fields=True):
    name: str
    kind: str
    title: str
    created: str
    origin: _Where | None
    head: _Where


class _End(Struct, forbid_unknown_fields=True):
    lines: int
    entries: int
    sha256: str


class _Line(Struct, omit_defaults=True):
    """Any line: the field that is there says which kind."""

    format: int = msgspec.field(name="war-diary", default=0)
    diaries: int = 0
    diary: _Diary | None = None
    blob: str = ""
    text: str | None = None
    base64: str = ""
    secret: str = ""
    seq: int = 0
    of: str = ""
    seal: str = ""
    more: int = 0
    body: Raw = Raw()
    escaped: str = ""
    end: _End | None = None


_line = json_decoder(_Line).decode


def export_diaries(
    store: Store, target: Target, names: Sequence[str] | None = None, *, secrets: bool = False
) -> int:
    """Write diaries, and the ones that they were forked from, to a file; all of them if none is named.

    secrets: also the keys of sealed dice: whoever has them can foretell every roll of an open battle.
    Returns the number of entries. A path's file appears only when it is whole. Raises NoSuchDiary; Damaged if
    a chain does not hold.
    """
    infos = _with_origins(store, names)
    with writing(target) as out:
        return _Export(store, out).write(infos, secrets)


def _with_origins(store: Store, names: Sequence[str] | None) -> list[DiaryInfo]:
    found: dict[str, DiaryInfo] = {}

    def add(name: str) -> None:
        if name not in found:
            info = store.info(name)
            if info.origin is not None:
                add(info.origin.diary)
            found[name] = info

    for name in [info.name for info in store.diaries()] if names is None else names:
        add(name)
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
            origin = info.origin and _Where(info.origin.seq, info.origin.seal.hex(), info.origin.diary)
            head = _Where(info.head.seq, info.head.seal.hex())
            self.line({"diary": _Diary(*info[:4], origin, head)})
            secret = self.store.secret(info.name) if secrets else None
            if secret is not None:
                self.line({"secret": secret.hex(), "of": info.name})
            self.entries(info)
        entries = sum(info.head.seq for info in infos)
        self.out.write(encode_json({"end": _End(self.lines, entries, self.sum.hexdigest())}) + b"\n")
        return entries

    def entries(self, info: DiaryInfo) -> None:
        prefix, seal = diary_prefix(info.name), info.beginning.seal
        audit = self.store.audit(info.name)  # only up to the head: a salvaged diary raises after it
        for entry, more in islice(audit, info.head.seq):
            if seal_of(seal, prefix, entry.seq, entry.body) != entry.seal:
                raise Damaged(info.name, entry.seq, "its seal does not match; it cannot be exported")
            seal = entry.seal
            self.blob(entry)
            self.line(_Line(seq=entry.seq, of=info.name, seal=seal.hex(), more=more, **_embedded(entry.body)))
        if seal != info.head.seal:
            raise Damaged(info.name, info.head.seq, "it is missing; the diary cannot be exported")

    def blob(self, entry: Entry) -> None:
        digest = entry.read().pack
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


Item = DiaryInfo | Sealed | Blob | Secret
Vet = Callable[[Item], str | None]
"""Looks at everything in a file, in order; says what is wrong with it."""


def import_diaries(store: Store, source: Source, vet: Vet | None = None) -> int:
    """Take in what a file holds beyond what the store has; returns the number of new entries.

    The whole file is verified first, by `vet` too, then written in one transaction. Raises BadFile if the file is
    damaged or something else, Diverged if a diary here has another history.
    """
    first = _Import(source, store)
    for item in first.items():
        if vet is not None and (why := vet(item)):
            raise first.bad(why)
    return store.receive(_Import(source, store).items())


class _Import:
    """One pass over a file: checks everything, gives what is in it. Passing twice keeps it out of memory."""

    def __init__(self, source: Source, store: Store) -> None:
        self.source, self.store = source, store
        self.number = 0
        self.entries = 0
        self.infos: dict[str, DiaryInfo] = {}
        self.heads: dict[str, Head] = {}
        self.here: dict[str, Iterator[tuple[int, bytes, bytes]]] = {}

    def bad(self, why: str) -> BadFile:
        return BadFile(f"{name_of(self.source, 'The file')}, line {self.number}: {why}.")

    def lines(self) -> Iterator[bytes]:
        try:
            with reading(self.source) as file:
                for self.number, line in enumerate(file, 1):
                    yield line
        except (EOFError, OSError, zlib.error) as error:
            self.number += 1
            raise self.bad(f"the file cannot be read further ({error})") from error

    def items(self) -> Iterator[Item]:
        total, lines = sha256(), 0
        end: _End | None = None
        for data in self.lines():
            line = self.parse(data)
            if end is not None:
                raise self.bad("nothing may follow the closing line")
            if (line.format > 0) != (self.number == 1):
                raise self.bad("this is not the first line of a war diary file")
            if line.format > FORMAT:
                raise self.bad(f"a newer version wrote it (format {line.format}, this one knows {FORMAT})")
            end = line.end
            if end is None:
                total.update(data)
                lines += 1
                item = self.item(line)
                if item is not None:
                    yield item
        if end is None:
            self.number += 1
            raise self.bad("the file ends here without its closing line; it was cut")
        if (end.lines, end.entries, end.sha256) != (lines, self.entries, total.hexdigest()):
            raise self.bad("the closing line does not fit what stands before it; the file was changed")
        for name, info in self.infos.items():
            if self.heads[name] != info.head:
                raise self.bad(f"diary {name} does not end at entry {info.head.seq} as announced")

    def parse(self, data: bytes) -> _Line:
        if not data.endswith(b"\n"):
            raise self.bad("the line is cut")
        try:
            return _line(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise self.bad(f"it is not a line of a war diary file ({error})") from error

    def item(self, line: _Line) -> Item | None:
        if line.seq:
            return self.entry(line)
        if line.diary is not None:
            return self.diary(line.diary)
        if line.blob:
            return self.blob(line)
        if line.secret:
            return Secret(self.known(line.of), self.bytes_of(line.secret))
        if line.format:
            return None
        raise self.bad("it says nothing that is known")

    def known(self, name: str) -> str:
        if name not in self.infos:
            raise self.bad(f"diary {name!r} was not announced")
        return name

    def bytes_of(self, text: str) -> bytes:
        try:
            return bytes.fromhex(text)
        except ValueError as error:
            raise self.bad(f"{text[:20]!r} is not hexadecimal") from error

    def diary(self, said: _Diary) -> DiaryInfo:
        origin = said.origin and Origin(said.origin.diary, said.origin.seq, self.bytes_of(said.origin.seal))
        head = Head(said.head.seq, self.bytes_of(said.head.seal))
        info = DiaryInfo(said.name, said.kind, said.title, said.created, head, origin)
        if info.name in self.infos:
            raise self.bad(f"diary {info.name} comes twice")
        if origin is not None and origin.diary not in self.infos:
            raise self.bad(f"diary {info.name} was forked from {origin.diary}, which does not come before it")
        self.infos[info.name] = info
        self.heads[info.name] = info.beginning
        for own in self.store.diaries():
            if own.name == info.name:
                if own.origin != origin:
                    raise Diverged(
                        f"Diary {info.name} here and in {name_of(self.source)} do not begin alike."
                    )
                self.here[info.name] = self.store.bodies(info.name, 0, own.head.seq)
        return info

    def blob(self, line: _Line) -> Blob:
        try:
            content = (
                base64.b64decode(line.base64, validate=True) if line.text is None else line.text.encode()
            )
        except ValueError as error:
            raise self.bad("its content is not base64") from error
        if sha256(content).hexdigest() != line.blob:
            raise self.bad("its content does not have the digest that it names")
        return Blob(content)

    def entry(self, line: _Line) -> Sealed:
        head = self.heads[self.known(line.of)]
        body = line.escaped.encode() if line.escaped else bytes(line.body)
        seal = self.bytes_of(line.seal)
        if line.seq != head.seq + 1:
            raise self.bad(f"entry {head.seq + 1} of diary {line.of} is missing")
        if seal_of(head.seal, diary_prefix(line.of), line.seq, body) != seal:
            raise self.bad(f"the seal of entry {line.seq} of diary {line.of} does not match")
        try:
            draft = draft_of(body)
        except msgspec.DecodeError as error:
            raise self.bad(f"entry {line.seq} of diary {line.of} cannot be read ({error})") from error
        if not 0 <= draft.parent < line.seq or line.more < 0:
            raise self.bad(f"entry {line.seq} of diary {line.of} does not fit its place")
        self.same_here(line.of, line.seq, seal)
        self.heads[line.of] = Head(line.seq, seal)
        self.entries += 1
        return Sealed(line.of, line.seq, draft, line.more, seal)

    def same_here(self, name: str, seq: int, seal: bytes) -> None:
        ours = next(self.here[name], None) if name in self.here else None
        if ours is not None and ours[2] != seal:
            raise Diverged(f"Diary {name} here and in {name_of(self.source)} part at entry {seq}.")
