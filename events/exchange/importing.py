"""Taking diaries in from a file: read once, looked at as a whole, and only then written."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import msgspec

from events.bounds import (
    LONGEST_BODY,
    LONGEST_LINE,
    LONGEST_SECRET,
    MOST,
    MOST_FORKS,
    Most,
    body_fault,
    json_fault,
    name_fault,
    text_fault,
)
from events.entry import NO_SEAL, Draft, Head, decode_body, diary_prefix, draft_of, seal_of
from events.errors import BadFile, Diverged, NoSuchDiary
from events.exchange.lines import FORMAT, Announced, End, Line, read_line
from events.files import Source, name_of, reading
from events.sqlite.scratch import scratch
from events.store import Blob, DiaryInfo, Origin, Sealed, Secret, Store

Item = DiaryInfo | Sealed | Blob | Secret
Vet = Callable[[Item], str | None]
"""Looks at everything in a file, in order; says what is wrong with it."""
Whole = Callable[[Store, Sequence[DiaryInfo]], None]
"""Looks at what a file holds as it would stand here, in a store of its own, at the diaries that are new or go on;
raises what is wrong with one."""


def import_diaries(
    store: Store,
    source: Source,
    vet: Vet | None = None,
    whole: Whole | None = None,
    *,
    folder: Path | None = None,
    most: Most = MOST,
) -> int:
    """Take in what a file holds beyond what the store has; returns the number of new entries.

    The file is read once, into a store of its own, is verified there as a whole, by `vet` and `whole` too, and what was
    verified is written in one transaction. folder: where that store lies for a while. Raises BadFile if the file is
    damaged or something else, Diverged if a diary here has another history, and what `whole` raises.
    """
    with scratch(folder) as stage:
        incoming = _Incoming(source, store, most)
        stage.receive(incoming.checked(vet))
        if whole is not None:
            whole(stage, incoming.news())
        return store.receive(incoming.staged(stage))


def cut(name: str) -> str:
    """A name that nobody has looked at yet, as a message may hold it."""
    return f"{name[:60]!a}{'…' if len(name) > 60 else ''}"


class _Incoming:
    """A file on its way in: checks everything as it is read, and remembers what is not kept in a store."""

    def __init__(self, source: Source, store: Store, most: Most) -> None:
        self.source, self.store, self.most = source, store, most
        self.number = self.size = self.entries = self.added = 0
        self.infos: dict[str, DiaryInfo] = {}
        self.heads: dict[str, Head] = {}
        self.forks: dict[str, int] = {}  # diary → how many forks it rests on
        self.keys: dict[str, set[str]] = {}
        self.more: dict[str, dict[int, int]] = {}
        self.packs: set[str] = set()
        self.here: dict[str, DiaryInfo] = {}
        self.ours: dict[str, Iterator[tuple[int, bytes, bytes]]] = {}

    def bad(self, why: str) -> BadFile:
        return BadFile(f"{name_of(self.source, 'The file')}, line {self.number}: {why}.")

    def lines(self) -> Iterator[bytes]:
        """The lines of the file; none is longer than allowed, nor all of them."""
        try:
            with reading(self.source) as file:
                while line := file.readline(LONGEST_LINE + 1):
                    self.number += 1
                    self.size += len(line)
                    if len(line) > LONGEST_LINE:
                        raise self.bad(f"it is longer than {LONGEST_LINE >> 20} MB")
                    if self.size > self.most.bytes:
                        raise self.bad(f"the file is too big, unpacked more than {self.most.bytes >> 20} MB")
                    yield line
        except (EOFError, OSError, ValueError, zlib.error) as error:  # ValueError: a path that cannot be one
            self.number += 1
            raise self.bad(f"the file cannot be read further ({error})") from error

    def checked(self, vet: Vet | None) -> Iterator[Item]:
        """Everything in the file, and what the store has beside it: the secrets and packs that its diaries need."""
        for item in self.items():
            if vet is not None and (why := vet(item)):
                raise self.bad(why)
            yield item
            if isinstance(item, DiaryInfo) and item.name in self.here:
                secret = self.store.secret(item.name)
                if secret is not None:
                    yield Secret(item.name, secret)
        for digest in self.packs:
            if (content := self.store.blob(digest)) is not None:
                yield Blob(content)

    def news(self) -> list[DiaryInfo]:
        """The diaries that are new here, or that go on."""
        return [info for info in self.brought() if info.head.seq > self.known_of(info.name)]

    def brought(self) -> list[DiaryInfo]:
        """The diaries of which the file holds anything: older versions left some that never got an entry."""
        return [info for info in self.infos.values() if info.head.seq]

    def known_of(self, name: str) -> int:
        """How many entries of a diary are here."""
        return self.here[name].head.seq if name in self.here else 0

    def staged(self, stage: Store) -> Iterator[Item]:
        """What was checked, as it stands in the store of its own: that is what is written, and not what the file may
        say by now. Packs that no entry names are left behind."""
        for digest in sorted(self.packs):
            if (content := stage.blob(digest)) is not None:
                yield Blob(content)
        for info in self.brought():
            yield info
            secret = stage.secret(info.name)
            if secret is not None:
                yield Secret(info.name, secret)
            more = self.more.get(info.name, {})
            for one in stage.entries(info.name, max(self.known_of(info.name) - 1, 0)):
                draft = Draft(one.parent, one.kind, one.body, one.key)
                yield Sealed(info.name, one.seq, draft, more.get(one.seq, 0), one.seal)

    def items(self) -> Iterator[Item]:
        total, lines = sha256(), 0
        end: End | None = None
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

    def parse(self, data: bytes) -> Line:
        if not data.endswith(b"\n"):
            raise self.bad("the line is cut")
        try:
            line = read_line(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise self.bad(f"it is not a line of a war diary file ({error})") from error
        if why := json_fault(data[:-1]):
            raise self.bad(why)
        return line

    def item(self, line: Line) -> Item | None:
        if line.seq:
            return self.entry(line)
        if line.diary is not None:
            return self.diary(line.diary)
        if line.blob:
            return self.blob(line)
        if line.secret:
            return self.secret(line)
        if line.format:
            return None
        raise self.bad("it says nothing that is known")

    def known(self, name: str) -> str:
        if name not in self.infos:
            raise self.bad(f"diary {cut(name)} was not announced")
        return name

    def bytes_of(self, text: str) -> bytes:
        try:
            return bytes.fromhex(text)
        except ValueError as error:
            raise self.bad(f"{text[:20]!a} is not hexadecimal") from error

    def seal(self, text: str) -> bytes:
        found = self.bytes_of(text)
        if len(found) != len(NO_SEAL):
            raise self.bad(f"a seal has {2 * len(NO_SEAL)} hexadecimal digits, not {len(text)}")
        return found

    def diary(self, said: Announced) -> DiaryInfo:
        for what, why in (
            ("name", name_fault(said.name)),
            ("kind", text_fault(said.kind)),
            ("title", text_fault(said.title)),
            ("date", text_fault(said.created)),
        ):
            if why:
                raise self.bad(f"the {what} of diary {said.name[:60]!a} cannot be used: {why}")
        origin = said.origin and Origin(said.origin.diary, said.origin.seq, self.seal(said.origin.seal))
        head = Head(said.head.seq, self.seal(said.head.seal))
        info = DiaryInfo(said.name, said.kind, said.title, said.created, head, origin)
        if info.name in self.infos:
            raise self.bad(f"diary {info.name} comes twice")
        if len(self.infos) == self.most.diaries:
            raise self.bad(f"the file holds more than {self.most.diaries} diaries")
        if origin is not None and origin.diary not in self.infos:
            raise self.bad(
                f"diary {info.name} was forked from {cut(origin.diary)}, which does not come before it"
            )
        self.forks[info.name] = self.forks[origin.diary] + 1 if origin is not None else 0
        if self.forks[info.name] > MOST_FORKS:
            raise self.bad(f"diary {info.name} is a fork of a fork, more than {MOST_FORKS} times over")
        if origin is not None and not 1 <= origin.seq <= self.infos[origin.diary].head.seq:
            raise self.bad(f"diary {info.name} was forked from an entry of {origin.diary} that there is not")
        self.infos[info.name] = info
        self.heads[info.name] = info.beginning
        self.keys[info.name] = set()
        self.look_here(info)
        return info

    def look_here(self, info: DiaryInfo) -> None:
        """Whether the diary is here already, and begins alike."""
        try:
            own = self.store.info(info.name)
        except NoSuchDiary:
            return
        if (own.origin, own.kind) != (info.origin, info.kind):
            raise Diverged(f"Diary {info.name} here and in {name_of(self.source)} do not begin alike.")
        self.here[info.name] = own
        self.ours[info.name] = self.store.bodies(info.name, 0, own.head.seq)

    def secret(self, line: Line) -> Secret:
        name = self.known(line.of)
        if len(line.secret) > 2 * LONGEST_SECRET:
            reason = f"the secret of {name} has {len(line.secret)} digits; at most {2 * LONGEST_SECRET} are allowed"
            raise self.bad(reason)
        found = self.bytes_of(line.secret)
        kept = self.store.secret(name) if name in self.here else None
        if kept not in (None, found):
            raise self.bad(f"the secret of {name} is another than the one that is kept here")
        return Secret(name, found)

    def blob(self, line: Line) -> Blob:
        try:
            content = (
                base64.b64decode(line.base64, validate=True) if line.text is None else line.text.encode()
            )
        except ValueError as error:
            raise self.bad("its content is not base64") from error
        if sha256(content).hexdigest() != line.blob:
            raise self.bad("its content does not have the digest that it names")
        return Blob(content)

    def entry(self, line: Line) -> Sealed:
        name, seq = self.known(line.of), line.seq
        head = self.heads[name]
        body = line.escaped.encode() if line.escaped else bytes(line.body)
        seal = self.seal(line.seal)
        if seq != head.seq + 1:
            raise self.bad(f"entry {head.seq + 1} of diary {name} is missing")
        if seal_of(head.seal, diary_prefix(name), seq, body) != seal:
            raise self.bad(f"the seal of entry {seq} of diary {name} does not match")
        draft = self.draft(f"entry {seq} of diary {name}", name, body, bool(line.escaped))
        if not 0 <= draft.parent < seq or not 0 <= line.more < self.infos[name].head.seq:
            raise self.bad(f"entry {seq} of diary {name} does not fit its place")
        if line.more:
            self.more.setdefault(name, {})[seq] = line.more
        self.same_here(name, seq, seal)
        self.heads[name] = Head(seq, seal)
        self.entries += 1
        self.added += seq > self.known_of(name)
        if self.added > self.most.entries:
            raise self.bad(f"the file has more than {self.most.entries} entries that are new here")
        return Sealed(name, seq, draft, line.more, seal)

    def draft(self, which: str, name: str, body: bytes, escaped: bool) -> Draft:
        """What the bytes of a body say, as far as every entry says it."""
        if len(body) > LONGEST_BODY:
            raise self.bad(f"{which} is longer than {LONGEST_BODY >> 20} MB")
        if escaped and (why := json_fault(body)):
            raise self.bad(f"{which} cannot be used: {why}")
        try:
            read, draft = decode_body(body), draft_of(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise self.bad(f"{which} cannot be read ({error})") from error
        if why := body_fault(read) or text_fault(draft.kind):
            raise self.bad(f"{which} cannot be used: {why}")
        if read.key in self.keys[name]:
            raise self.bad(f"{which} has the key of an entry before it")
        if read.key:
            self.keys[name].add(read.key)
        if read.pack:
            self.packs.add(read.pack)
        return draft

    def same_here(self, name: str, seq: int, seal: bytes) -> None:
        ours = next(self.ours[name], None) if name in self.ours else None
        if ours is not None and ours[2] != seal:
            raise Diverged(f"Diary {name} here and in {name_of(self.source)} part at entry {seq}.")
