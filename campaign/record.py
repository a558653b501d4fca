"""Reading a battle's record: log, single entries, differences, each as one viewer may see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from campaign import seats
from campaign import table as t
from campaign.answers import (
    Acted,
    BattleInfo,
    BattleView,
    ChangeLine,
    EntryDetail,
    LegalAction,
    LogEntry,
)
from campaign.battle import Battle, verdict
from campaign.desk import Desk
from campaign.rules.refused import Refused
from campaign.rules.system import UMPIRE
from campaign.shown import Eyes
from events.codec import tag_of
from events.difference import MISSING
from events.difference import difference as between
from events.entry import Draw, Entry, raw
from events.errors import Damaged, NoSuchEntry
from events.store import DiaryInfo, Store


class _Opened(Struct):
    action: Any
    rules: str = ""
    pack: str = ""


_opened = msgspec.json.Decoder(_Opened).decode


def origin(store: Store, battle: str) -> tuple[str, str]:
    """Rule system and pack digest of a battle, from its first entry. Raises NoSuchDiary, NoSuchEntry, Damaged."""
    try:
        found = _opened(store.entry(battle, 1).body)
    except msgspec.DecodeError as error:
        raise Damaged(battle, 1, f"its body cannot be read ({error})") from None
    return found.rules.partition(" ")[0], found.pack


def decode_action(decoder: msgspec.json.Decoder[Any], data: bytes) -> Any:
    """An action as its type. Raises Refused: what is wrong, where, and what would be allowed."""
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `")
        where = path.rstrip("`") or "$"
        allowed = _kinds(decoder.type) if where == "$.kind" or "missing required field `kind`" in what else ()
        raise Refused(f"This is not an action: {what}.", "", allowed, where) from None
    except (msgspec.DecodeError, RecursionError) as error:
        example = '{"kind": "..."}, as `legal` lists them'
        raise Refused(f"This is not JSON: {error}.", "", [example], "$") from None


def _kinds(union: Any) -> list[str]:
    return sorted(str(one.__struct_config__.tag) for one in union.__args__)


def info(desk: Desk, found: DiaryInfo) -> BattleInfo:
    """A battle as listed."""
    head, state = desk.diary.current()
    table, game = state.table, desk.rules.view(state.game, "")
    return BattleInfo(
        desk.name,
        table.system,
        table.scenario,
        found.title,
        seats.sides_of(desk.rules, state),
        table.seats,
        table.dice,
        table.undo,
        head.seq,
        found.created,
        game.turn,
        game.phase,
        desk.pending(state),
        verdict(desk.rules, state),
        _origin_text(found),
        desk.diary.read_only,
    )


def closed_info(found: DiaryInfo, why: str) -> BattleInfo:
    """A battle that cannot be opened, as listed."""
    entries, origin = found.head.seq, _origin_text(found)
    return BattleInfo(
        found.name, "", "", found.title, (), (), "sealed", "consent", entries, found.created,
        forked_from=origin, read_only=why,
    )  # fmt: skip


def _origin_text(found: DiaryInfo) -> str:
    return f"{found.origin.diary} at entry {found.origin.seq}" if found.origin else ""


def view(desk: Desk, viewer: str, at: int | None) -> BattleView:
    """What a viewer sees at an entry; at the newest if none is named. Raises NoSuchEntry, Refused."""
    newest, state = desk.diary.current()
    seq = newest.seq
    if at is not None and at != seq:
        if at < 1:
            raise NoSuchEntry(desk.name, at, newest.seq)
        seq, state = at, desk.diary.state_at(at)
    sides = seats.sides_of(desk.rules, state)
    known_viewer(viewer, state)
    return BattleView(
        desk.name,
        state.table.title,
        desk.system.id,
        seq,
        newest.seq,
        viewer,
        sides,
        state.table.seats,
        desk.pending(state),
        desk.rules.view(state.game, viewer),
        verdict(desk.rules, state),
        state.table.request,
        desk.diary.read_only,
    )


def known_viewer(viewer: str, state: Battle) -> None:
    """Raises Refused for a viewer that there is not."""
    sides = [seat.side for seat in state.table.seats]
    if viewer not in ("", UMPIRE, *sides):
        raise Refused(f"Nobody looks on as {viewer!r}.", "", [*sides, UMPIRE], "$.viewer")


def legal(desk: Desk, side: str | None) -> list[LegalAction]:
    """All that may be done now: by one side, asked or not, or by all that are asked. Raises Refused."""
    _, state = desk.diary.current()
    sides = [seat.side for seat in state.table.seats]
    if side is not None and side not in sides:
        raise Refused(f"There is no side {side!r} in this battle.", "", sides, "$.side")
    asked = list(dict.fromkeys(pending.side for pending in desk.pending(state)))
    if state.table.request is not None:
        answers = (t.GrantUndo, "Agree to go back"), (t.RefuseUndo, "Refuse to go back")
        return [
            LegalAction(one, raw(action()), label, kind=tag_of(action))
            for one in asked
            if side in (None, one)
            for action, label in answers
        ]
    if verdict(desk.rules, state) is not None:
        return []
    rules, game = desk.rules, state.game
    return [
        LegalAction(
            one,
            raw(option.action),
            rules.label(game, option),
            option.unit,
            option.target,
            option.where,
            option.cost,
            option.dice,
            option.modifiers,
            option.ranges,
            tag_of(option.action.__class__),
        )
        for one in (asked if side is None else [side])
        for option in rules.legal(game, one)
    ]


def acted(
    desk: Desk,
    newest: Entry,
    events: Sequence[Any],
    draws: Sequence[Draw] = (),
    repeated: bool = False,
    viewer: str = "",
) -> Acted:
    """The answer to an action that was done, as this viewer may see it."""
    eyes = Eyes(desk, viewer)
    return Acted(
        desk.name,
        newest.seq,
        newest.seal.hex(),
        eyes.lines(events),
        eyes.draws(draws),
        desk.pending(eyes.state),
        verdict(desk.rules, eyes.state),
        repeated,
    )


def log(desk: Desk, viewer: str, after: int, limit: int | None) -> list[LogEntry]:
    """Entries in order of seq, those taken back marked as such. Raises Refused for a viewer that there is not."""
    diary, eyes = desk.diary, Eyes(desk, viewer)
    known_viewer(viewer, eyes.state)
    kept = diary.lineage(eyes.head.seq)
    until = None if limit is None else after + limit
    return [
        _logged(eyes, entry, not _on(kept, entry.seq))
        for entry in diary.store.entries(diary.name, after, until)
    ]


def _on(lineage: Sequence[tuple[int, int]], seq: int) -> bool:
    return any(lo <= seq <= hi for lo, hi in lineage)


def _logged(eyes: Eyes, entry: Entry, withdrawn: bool) -> LogEntry:
    body = entry.read()
    return LogEntry(
        entry.seq,
        entry.parent,
        body.at,
        body.author.player,
        body.author.role,
        eyes.kind(entry, body),
        eyes.told(entry, body),
        tuple(value for draw in eyes.draws(body.draws) for value in draw.values),
        withdrawn,
    )


def show(desk: Desk, seq: int, viewer: str) -> EntryDetail:
    """One entry whole. Raises NoSuchEntry, Refused for a viewer that there is not."""
    newest = desk.diary.head().seq
    if not 1 <= seq <= newest:
        raise NoSuchEntry(desk.name, seq, newest)
    (found,) = details(desk, viewer, seq - 1, seq)
    return found


def details(desk: Desk, viewer: str, after: int = 0, until: int | None = None) -> Iterator[EntryDetail]:
    """Entries whole, in order of seq, as one viewer may see them. Raises Refused for a viewer that there is not."""
    diary, eyes = desk.diary, Eyes(desk, viewer)
    known_viewer(viewer, eyes.state)
    kept = diary.lineage(eyes.head.seq)
    before = (
        diary.store.entry(diary.name, after).seal if after else diary.store.info(diary.name).beginning.seal
    )
    for entry in diary.store.entries(diary.name, after, until):
        body = entry.read()
        yield EntryDetail(
            entry.seq,
            entry.parent,
            body.at,
            body.author.player,
            body.author.role,
            eyes.action(entry.kind, body),
            eyes.draws(body.draws),
            eyes.events(entry, body),
            eyes.told(entry, body),
            body.rules,
            body.pack,
            entry.seal.hex(),
            before.hex(),
            eyes.digest(body.state),
            body.key,
            not _on(kept, entry.seq),
        )
        before = entry.seal


def difference(a: BattleView, b: BattleView) -> list[ChangeLine]:
    """What changed on the table between two views of one viewer, the board's drawing apart."""
    return [
        ChangeLine(".".join(map(str, change.path)), plain_value(change.before), plain_value(change.after))
        for change in between(a.game, b.game)
        if change.path[0] != "board"
    ]


def plain_value(value: Any) -> Any:
    """A side of a change; None where there was nothing."""
    return None if value is MISSING else value
