"""Reading a battle: what is listed, seen and legal, its log and its entries, each as one viewer may see it."""

from __future__ import annotations

from collections.abc import Sequence
from shlex import quote
from typing import Any, NamedTuple

from msgspec.structs import replace

from campaign.battles import table as t
from campaign.battles.answers import BattleInfo, BattleView, EntryDetail, LegalAction, Moment
from campaign.battles.open_battle import OpenBattle
from campaign.battles.redaction import Record, Redaction, viewer_of
from campaign.battles.state import Battle
from campaign.rules.facets import UMPIRE
from campaign.rules.options import Pending
from campaign.rules.refused import Refused
from campaign.shared.answering import shown
from campaign.shared.answers import RECENT, Acted, ChangeLine, LogEntry, Standing
from campaign.shared.callers import FORBIDDEN, OBSERVER, Caller, Rights
from campaign.shared.going_back import Named, tale
from campaign.shared.open_diary import key_of
from events.codec import tag_of
from events.diary import Rewind
from events.difference import MISSING
from events.difference import difference as between
from events.entry import Draw, Entry, Head, raw
from events.errors import NoSuchEntry, ReadOnly, UnknownEvent
from events.store import DiaryInfo

ANSWERS = (t.GrantUndo, "Agree to go back"), (t.RefuseUndo, "Refuse to go back")


class Look(NamedTuple):
    """A battle at its newest entry, as one caller looks at it: everything that is asked of it answers alike. For who
    only looks on, and is behind, the newest entry of then is the newest.

    viewer: a side's id, `umpire`, or "" for an observer. last: the newest entry there is, beyond the head where a newer
    version wrote what is not understood here. read_only: why it cannot go on, or "".
    """

    battle: OpenBattle
    head: Head
    state: Battle
    rights: Rights
    viewer: str
    last: int
    read_only: str

    @property
    def name(self) -> str:
        return self.battle.name

    def goes_on(self) -> None:
        """Raises Refused if no action may be decided on it."""
        self.battle.goes_on(self.state, self.battle.seating(self.state), self.head.seq)

    @property
    def record(self) -> Record:
        return Record(self.battle, self.head.seq, self.state, self.viewer)


def look(battle: OpenBattle, caller: Caller) -> Look:
    """Raises Refused for a role that the caller does not hold, DiaryError; so for one that was not opened rightly."""
    diary = battle.diary
    with diary.lock:  # what is said of it later may be of a later entry
        head, state = diary.current()
        read_only, newer = diary.read_only, isinstance(diary.trouble, UnknownEvent)
    if not head.seq and read_only:
        raise ReadOnly(read_only)
    battle.sides(state)
    rights = battle.rights(state, caller)
    if rights.behind:
        head, state = battle.then(head, state, rights)
        return Look(battle, head, state, rights, rights.viewer(), head.seq, read_only)
    last = diary.head().seq if newer else head.seq
    return Look(battle, head, state, rights, rights.viewer(), last, read_only or battle.taken_out())


def standing(battle: OpenBattle, caller: Caller) -> Standing:
    """Raises Refused for a role that the caller does not hold, DiaryError."""
    with battle.diary.lock:
        head, state = battle.diary.current()
        read_only = battle.diary.read_only
    if not head.seq:
        raise ReadOnly(read_only)
    if caller.behind:  # then it moves on with time alone
        looked = look(battle, caller)
        return _standing(battle, looked.head, looked.state, caller)
    found = battle.standings.of(head.seal, caller, lambda: _standing(battle, head, state, caller))
    why = read_only or battle.taken_out()
    return replace(found, read_only=why) if why else found


def _standing(battle: OpenBattle, head: Head, state: Battle, caller: Caller) -> Standing:
    rights = battle.rights(state, caller)
    seal, over = head.seal.hex(), battle.over(state)
    return Standing(head.seq, seal, rights.viewer(), rights.sides, rights.umpire, over)


def info(battle: OpenBattle, found: DiaryInfo, caller: Caller = OBSERVER) -> BattleInfo:
    """A battle as listed, alike for everybody who is not behind. Raises Damaged."""
    looked = look(battle, caller.looking_as(""))
    table, seen = looked.state.table, view(looked)
    return BattleInfo(
        battle.name,
        table.system,
        table.scenario,
        found.title,
        seen.sides,
        table.seats,
        table.dice,
        table.undo,
        seen.newest,
        found.created,
        seen.game.turn,
        seen.game.phase,
        seen.asked,
        seen.verdict,
        found.forked_from,
        looked.read_only,
        seal=looked.head.seal.hex(),
        waiting=seen.waiting,
        free=seen.free,
        readings={one.id: one.value for one in seen.readings if not one.usual},
    )


def closed_info(found: DiaryInfo, why: str) -> BattleInfo:
    """A battle that cannot be opened, as listed."""
    return BattleInfo(
        found.name, "", "", found.title, (), (), "sealed", "consent", found.head.seq, found.created,
        forked_from=found.forked_from, read_only=why, seal=found.head.seal.hex(),
    )  # fmt: skip


@shown
def view(look: Look, seq: int | None = None) -> BattleView:
    """What the viewer sees at an entry; at the newest if none is named. Raises NoSuchEntry."""
    battle, newest, state = look.battle, look.head.seq, look.state
    if seq is not None and seq != newest:
        if not 1 <= seq <= newest:
            raise NoSuchEntry(battle.name, seq, newest)
        state = battle.diary.state_at(seq)
    return BattleView(
        battle.name,
        state.table.title,
        battle.system.id,
        newest if seq is None else seq,
        newest,
        look.viewer,
        battle.sides(state),
        state.table.seats,
        look.record.now.asked(battle.pending(state), state),
        battle.rules.view(state.game, look.viewer),
        battle.verdict(state),
        state.table.request,
        state.table.dice,
        look.read_only,
        battle.rules.reconstructed(state.table.scenario),
        battle.waiting(state, newest if seq is None else seq),
        battle.free(state, newest if seq is None else seq),
        battle.rules.in_force(state.game),
    )


def legal(look: Look) -> list[LegalAction]:
    """All that the caller may do now: as the side that he looks as, asked or not; else for those of his that are asked.

    Who has a side by name and names no role looks as that one, whoever else's seat is free. The umpire may look at what
    any side that is asked could do. Raises Refused.
    """
    role = look.rights.caller.role
    asked = [one.side for one in look.record.now.asked(look.battle.pending(look.state))]
    if role is None:
        sides = look.rights.own or look.rights.sides
        if not sides:
            raise _no_side(look)
        return legal_for(look, [side for side in asked if side in sides])
    return legal_for(look, asked if look.rights.held(role) == UMPIRE else (role,))


def _no_side(look: Look) -> Refused:
    """For who plays none: which he can have, and how."""
    battle, rights = look.battle, look.rights
    seating, player = battle.seating(look.state), rights.caller.player
    refused = Refused(f"{player!r} plays no side here.", "", rights.roles, "$.side", FORBIDDEN)
    free = [side for side in seating.offered(rights.caller) if side in seating.players]
    if not free or seating.had(player) not in ("", *free):
        return refused
    reason = (
        f"{refused.reason} The seat of {' or '.join(free)} is offered, and you may take it: `wardiary accept`, or over"
        f" HTTP POST /api/battles/{battle.name}/seats/accept."
    )
    take = [f"wardiary accept {quote(battle.name)} {quote(side)}" for side in free]
    return Refused(reason, "", [*rights.roles, *take], "$.side", FORBIDDEN)


@shown
def legal_for(look: Look, sides: Sequence[str]) -> list[LegalAction]:
    """What these sides may do now, asked or not."""
    battle, state = look.battle, look.state
    sides = list(dict.fromkeys(sides))
    answers = _answers(look, sides)
    try:
        look.goes_on()
    except Refused:
        return answers
    rules, game = battle.rules, state.game
    return answers + [
        LegalAction(
            one,
            raw(option.action),
            rules.label(rules.known(game, one), option),
            option.unit,
            option.target,
            option.where,
            option.cost,
            option.dice,
            option.modifiers,
            option.ranges,
            tag_of(option.action.__class__),
            option.parts,
            option.says,
        )
        for one in sides
        for option in rules.legal(game, one)
    ]


def _answers(look: Look, sides: Sequence[str]) -> list[LegalAction]:
    """What these sides may answer to an open request: agree, if it is not the wish of the one who looks; or refuse."""
    request = look.state.table.request
    if request is None:
        return []
    own = request.player == look.rights.caller.player
    return [
        LegalAction(one, raw(action()), label, kind=tag_of(action))
        for one in sides
        if one != request.side
        for action, label in (ANSWERS[1:] if own else ANSWERS)
    ]


@shown
def moment(found: Look, seq: int | None, after: int) -> Moment:
    """All that one screen needs, of one and the same newest entry. after: the last entry of the log that is known; of
    those behind it the newest are told.

    Who names no role looks as the one of his sides that is asked; two with secrets from one another at one screen look
    as observers, until they say whose turn at the screen it is. Raises NoSuchEntry.
    """
    own, pending = found.rights.sides, found.battle.pending(found.state)
    asked = [one.side for one in pending if one.side in own]
    apart = found.battle.hides(found.state) and len(own) > 1
    if found.rights.caller.role is None and own and not apart:
        found = found._replace(viewer=[*asked, *own][0])
    seen = view(found, seq)
    sides: Sequence[str] = ()
    if seen.seq == seen.newest and not seen.read_only and found.viewer in own:
        one = apart or found.rights.caller.role is not None
        sides = (found.viewer,) if one else sorted(own, key=lambda side: side not in asked)
    actions = tuple(legal_for(found, sides))
    start = max(after, found.last - RECENT)
    told = tuple(log(found, start))
    return Moment(seen, actions, told, found.head.seal.hex(), start if start > after else 0)


def acted(
    battle: OpenBattle,
    newest: Entry,
    state: Battle,
    events: Sequence[Any],
    draws: Sequence[Draw] = (),
    repeated: bool = False,
    viewer: str = "",
) -> Acted:
    """The answer to an action that was done, as this viewer may see it. state: at the newest entry that it made."""
    seen = Redaction(battle, state, viewer)
    asked: tuple[Pending, ...] = seen.asked(battle.pending(state))
    return Acted(
        battle.name,
        newest.seq,
        newest.seal.hex(),
        seen.lines(events),
        seen.draws(draws),
        asked,
        battle.verdict(state),
        repeated=repeated,
    )


def repeated(battle: OpenBattle, before: Sequence[Entry]) -> Acted:
    """The answer that was given to what was done under a key, made from its entries, as its author was told then."""
    body = before[0].read()
    state = battle.diary.state_at(before[-1].seq)
    events = battle.diary.reducer.codec.events(before[0].body)
    viewer = viewer_of(body.author)
    return took_back(
        battle, before, state, acted(battle, before[-1], state, events, body.draws, True, viewer), viewer
    )


def took_back(
    battle: OpenBattle, done: Sequence[Entry], state: Battle, answer: Acted, viewer: str = ""
) -> Acted:
    """An answer that tells first what was taken back, as this viewer may see it. done: the entries of one append, of
    which one may be a rewind. state: at the newest of them."""
    rewind = next((entry for entry in done if entry.kind == tag_of(Rewind)), None)
    if rewind is None:
        return answer
    diary, before = battle.diary, rewind.seq - 1
    record = Record(battle, done[-1].seq, state, viewer)
    gone, back = diary.withdrawn(before, rewind.parent), diary.withdrawn(rewind.parent, before)
    named, named_back = (
        [Named(one.seq, record.of(one.seq).kind(one, one.read())) for one in some] for some in (gone, back)
    )
    told = record.of(gone[0].seq).told(gone[0], gone[0].read()) if len(gone) == 1 else ()
    lines = tale(named, named_back, told)
    return replace(answer, lines=(*lines, *answer.lines), taken=tuple(one.seq for one in gone))


@shown
def log(look: Look, after: int = 0, limit: int | None = None) -> list[LogEntry]:
    """Entries in order of seq, those taken back marked as such."""
    diary, record = look.battle.diary, look.record
    until = look.last if limit is None else min(after + limit, look.last)
    return [
        _logged(record.of(entry.seq), entry, record.withdrawn(entry.seq))
        for entry in diary.store.entries(diary.name, after, until)
    ]


def _logged(seen: Redaction, entry: Entry, withdrawn: bool) -> LogEntry:
    body = entry.read()
    return LogEntry(
        entry.seq,
        entry.parent,
        body.time,
        body.author.player,
        body.author.role,
        seen.kind(entry, body),
        seen.told(entry, body),
        tuple(value for draw in seen.draws(body.draws) for value in draw.written),
        withdrawn=withdrawn,
    )


@shown
def show(look: Look, seq: int) -> EntryDetail:
    """One entry whole. Raises NoSuchEntry."""
    if not 1 <= seq <= look.last:
        raise NoSuchEntry(look.battle.name, seq, look.last)
    (found,) = details(look, seq - 1, seq)
    return found


@shown
def details(look: Look, after: int = 0, until: int | None = None) -> list[EntryDetail]:
    """Entries whole, in order of seq, as the viewer may see them."""
    diary, record = look.battle.diary, look.record
    before = (
        diary.store.entry(diary.name, after).seal if after else diary.store.info(diary.name).beginning.seal
    )
    found: list[EntryDetail] = []
    for entry in diary.store.entries(diary.name, after, look.last if until is None else until):
        body, seen = entry.read(), record.of(entry.seq)
        detail = EntryDetail(
            entry.seq,
            entry.parent,
            body.time,
            body.author.player,
            body.author.role,
            seen.action(entry.kind, body),
            seen.draws(body.draws),
            seen.events(entry, body),
            seen.told(entry, body),
            body.rules,
            body.pack,
            entry.seal.hex(),
            before.hex(),
            seen.digest(body.state),
            key_of(body) if body.author.player == look.rights.caller.player or look.viewer == UMPIRE else "",
            record.withdrawn(entry.seq),
        )
        found.append(detail)
        before = entry.seal
    return found


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
