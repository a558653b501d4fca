"""One path of one body changed, whichever: a forger without a plan, who makes links, digests and seals anew."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from io import BytesIO
from typing import Any, NamedTuple

import msgspec

from campaign.battles import verifying as battle_verifying
from campaign.battles.open_battle import OpenBattles
from campaign.campaigns import verifying as campaign_verifying
from campaign.campaigns.open_campaign import OpenCampaigns
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import VerifyReport
from campaign.shared.callers import local
from events.entry import Entry, Head, decode_body, diary_prefix, kind_of, seal_of
from events.errors import DiaryError, NoSuchEntry
from events.exchange import export_diaries
from events.store import DiaryInfo, Snapshot, Step
from tests.campaign.forging import Copy, Json

Path = tuple[str | int, ...]


class Change(NamedTuple):
    """How a body is changed. seq: of its entry. path: into its JSON. to: the value that then stands there, `GONE` for
    none. insert: whether it is put before what stands there, in a list."""

    seq: int
    path: Path
    to: Any
    insert: bool = False

    @property
    def place(self) -> str:
        """The path without the numbers of lists."""
        return ".".join("[]" if isinstance(one, int) else one for one in self.path)


GONE = object()


def paths(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every place in JSON, and what stands there."""
    if path:
        yield path, value
    if isinstance(value, dict):
        for key, one in value.items():
            yield from paths(one, (*path, key))
    if isinstance(value, list):
        for index, one in enumerate(value):
            yield from paths(one, (*path, index))


def others(value: Any, known: list[Any], rnd: random.Random) -> Any:
    """What might stand there instead. known: what stands at such places elsewhere in the diary."""
    strange = [None, True, 0, -1, 10**9, 1.5, "", "x", [], {}, [1], {"kind": "x"}]
    match value:
        case bool():
            near: list[Any] = [not value]
        case int():
            near = [value + 1, value - 1, value + 6, -value]
        case float():
            near = [value + 0.5, -value]
        case str():
            near = [value + "x", value[:-1], value.upper(), "umpire", "local"]
        case list():
            near = [value[::-1], value[:-1], value + value[-1:]]
        case dict():
            near = [{**value, "forged": 1}, {key: value[key] for key in list(value)[1:]}]
        case _:
            near = [1, "x"]
    pool = rnd.choice([near, near, known or near, strange])
    return deepcopy(rnd.choice(pool))


def change(copy: Copy, rnd: random.Random, seq: int = 0, place: str = "") -> Change:
    """One by chance: at an entry and a place, if they are named."""
    seq = seq or rnd.choice([1, len(copy.lines), *range(1, len(copy.lines) + 1)])
    body = copy.lines[seq - 1].json
    there = [one for one in paths(body) if not place or Change(seq, one[0], None).place == place]
    depth = rnd.choice(sorted({len(path) for path, _ in there}))  # else it were always deep in a board
    path, value = rnd.choice([one for one in there if len(one[0]) >= depth])
    kind = rnd.random()
    known = _known(copy, path)
    if kind < 0.07 and not place:
        return _more(copy, body, seq, rnd)
    if kind < 0.15:
        return Change(seq, path, GONE)
    if kind < 0.3 and isinstance(path[-1], int):
        return Change(seq, path, deepcopy(rnd.choice([value, *known])), insert=True)
    return Change(seq, path, others(value, known, rnd))


def candidates(copy: Copy, rnd: random.Random) -> Iterator[Change]:
    """Changes of each place that is not deep within something, a few of each; of the newest entry first."""
    for seq in range(len(copy.lines), 0, -1):
        body = copy.lines[seq - 1].json
        for key in ("key", *body):
            for path, value in [((key,), body.get(key)), *paths(body.get(key), (key,))]:
                if len(path) > 3:
                    continue
                known = _known(copy, path)
                yield Change(seq, path, GONE) if value is not None else Change(seq, path, "x")
                some = [one for index, one in enumerate(known) if one != value and one not in known[:index]]
                for other in [*some[:3], *(others(value, known, rnd) for _ in range(3))]:
                    yield Change(seq, path, deepcopy(other))


def _more(copy: Copy, body: Json, seq: int, rnd: random.Random) -> Change:
    """A field more in one of its objects: such as others of its kind have."""
    objects = [((), body), *((path, one) for path, one in paths(body) if isinstance(one, dict))]
    path, one = rnd.choice(objects)
    like: list[dict[str, Any]] = [found for found in _known(copy, path) if isinstance(found, dict)]
    for line in copy.lines[:20]:
        like += [found for _, found in paths(line.json) if isinstance(found, dict) and _alike(found, one)]
    new = [(key, value) for found in like for key, value in found.items() if key not in one]
    key, value = rnd.choice([*new, *(("key", "x"), ("kind", "x"), ("v", 2), ("again", 1))])
    return Change(seq, (*path, key), deepcopy(value))


def _alike(one: Json, other: Json) -> bool:
    return one.get("kind") == other.get("kind") and bool(one.keys() & other.keys())


def _known(copy: Copy, path: Path) -> list[Any]:
    """What stands at the same place in other entries."""
    found: list[Any] = []
    for line in copy.lines[:40]:
        value: Any = line.json
        try:
            for one in path:
                value = value[one]
        except (KeyError, IndexError, TypeError):
            continue
        found.append(value)
    return found


def forged(copy: Copy, one: Change) -> Copy | None:
    """The copy with that change, and all that can be made anew made so. None where nothing is changed by it."""
    lines = copy.lines
    done = replace(copy, lines=list(lines))
    for index, line in enumerate(lines):
        done.lines[index] = type(line)(deepcopy(line.json), line.more)
    before = done.lines[one.seq - 1].bytes()
    place: Any = done.lines[one.seq - 1].json
    for step in one.path[:-1]:
        place = place[step]
    last = one.path[-1]
    if one.to is GONE:
        del place[last]
    elif one.insert:
        place.insert(last, one.to)
    else:
        place[last] = one.to
    try:
        after = done.lines[one.seq - 1].bytes()
    except (msgspec.MsgspecError, TypeError, ValueError):  # no body: then it is sealed as it stands
        done.lines[one.seq - 1].body = msgspec.json.encode(place if len(one.path) == 1 else _root(done, one))
        return done
    if after == before:
        return None
    with suppress(LookupError, TypeError, ValueError, AttributeError, Refused):  # as far as it makes sense
        if one.path[0] not in ("roll", "salt"):
            done.relink()
    with suppress(LookupError, TypeError, ValueError, AttributeError, Refused):
        if one.path[0] != "state":
            done.redigest()
    return done


def _root(copy: Copy, one: Change) -> Json:
    return copy.lines[one.seq - 1].json


def as_file(hq: Headquarters, copy: Copy) -> bytes:
    """The diary as an export that anybody can write, with those that it needs and the secret of its dice. Raises
    Damaged where no export has such a body."""
    store, file = hq._house.store, BytesIO()
    whole = copy.campaign or copy.info.name
    names = [one.name for one in store.diaries() if one.name == whole or one.name.startswith(f"{whole}.")]
    forged: Any = Forged(store, copy)
    export_diaries(forged, file, names, secrets=True)
    return file.getvalue()


class Forged:
    """A store in which one diary is another; all else is as in the store beneath."""

    def __init__(self, beneath: Any, copy: Copy) -> None:
        self._beneath, self._name = beneath, copy.info.name
        self._entries: list[tuple[Entry, int]] = []
        seal, prefix = copy.info.beginning.seal, diary_prefix(copy.info.name)
        for seq, line in enumerate(copy.lines, 1):
            body = line.bytes() if isinstance(line.body, dict) else line.body
            seal = seal_of(seal, prefix, seq, body)
            parent, kind, key = _columns(body, seq)
            self._entries.append((Entry(seq, self._name, seq, parent, kind, key, body, seal), line.more))
        self._info = copy.info._replace(head=Head(len(copy.lines), seal))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._beneath, name)

    def info(self, diary: str) -> DiaryInfo:
        return self._info if diary == self._name else self._beneath.info(diary)

    def head(self, diary: str) -> Head:
        return self.info(diary).head

    def entry(self, diary: str, seq: int) -> Entry:
        if diary != self._name:
            return self._beneath.entry(diary, seq)
        if not 1 <= seq <= len(self._entries):
            raise NoSuchEntry(diary, seq, len(self._entries))
        return self._entries[seq - 1][0]

    def audit(self, diary: str) -> Iterator[tuple[Entry, int]]:
        return iter(self._entries) if diary == self._name else self._beneath.audit(diary)

    def entries(self, diary: str, after: int = 0, until: int | None = None) -> Iterator[Entry]:
        if diary != self._name:
            return self._beneath.entries(diary, after, until)
        return (one for one, _ in self._entries[after:until])

    def bodies(self, diary: str, after: int, until: int) -> Iterator[tuple[int, bytes, bytes]]:
        if diary != self._name:
            return self._beneath.bodies(diary, after, until)
        return ((one.seq, one.body, one.seal) for one in self.entries(diary, after, until))

    def rewinds(self, diary: str, until: int) -> Iterator[tuple[int, int]]:
        if diary != self._name:
            return self._beneath.rewinds(diary, until)
        return ((one.seq, one.parent) for one in self.entries(diary, 0, until) if one.is_rewind)

    def steps(self, diary: str, until: int) -> Iterator[Step]:
        if diary != self._name:
            return self._beneath.steps(diary, until)
        return (Step(one.seq, one.parent, one.kind) for one in [*self.entries(diary, 0, until)][::-1])

    def snapshots(self, diary: str, fingerprint: str) -> Iterator[Snapshot]:
        return iter(()) if diary == self._name else self._beneath.snapshots(diary, fingerprint)

    def snapshot(self, diary: str, fingerprint: str, after: int, until: int) -> Snapshot | None:
        return None if diary == self._name else self._beneath.snapshot(diary, fingerprint, after, until)


def _columns(body: bytes, seq: int) -> tuple[int, str, str | None]:
    try:
        read = decode_body(body)
        return read.parent, kind_of(read.action), read.key or None
    except msgspec.DecodeError:
        return seq - 1, "", None


def checked(hq: Headquarters, copy: Copy) -> VerifyReport | str:
    """What verification makes of it beside the other diaries of this house; else why it cannot be opened. Raises
    nothing but what is no error of the house."""
    store: Any = Forged(hq._house.store, copy)
    packs, world, name = hq._house.packs, hq._house.world, copy.info.name
    caller = local()
    try:
        battles = OpenBattles(store, packs, world)
        if copy.info.kind == "battle" and not copy.campaign:
            return battle_verifying.verified(battles, name, caller)
        campaign = OpenCampaigns(store, world).get(copy.campaign or name)
        return campaign_verifying.check(campaign, battles, packs, caller, copy.definition)
    except (DiaryError, Refused) as error:
        return str(error)
