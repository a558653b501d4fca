"""Campaign events in words: one line each. Names are those of the state given; what it does not know keeps its id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from campaign.ledger import events as e
from campaign.ledger.graph import DRAW
from campaign.ledger.state import Campaign, subject
from campaign.ledger.subjects import own_muster
from campaign.rules.seats import SeatEvent, seat_named
from campaign.rules.seats import describe as describe_seat
from campaign.rules.wording import count

QUIET: tuple[type[Any], ...] = (
    e.TypeSet, e.SecretRevealed, e.FormationRaised, e.AssetAdded, e.PersonEnlisted, e.DepotSet,
    e.PoolSet, e.ExperienceGained, e.Served, e.RepairWorked, e.Loaded, e.Unloaded, e.Spent, e.DayBroke, e.Fought,
    e.ReturnDrafted, e.ReturnDropped, e.StoresMoved,
)  # fmt: skip
"""Left out of the log unless it is asked for whole. A replacement from a pool is told, who has a text, and what a
return notes: see `is_quiet`."""


_QUIET = frozenset(QUIET)


def is_quiet(event: e.Event | SeatEvent) -> bool:
    if type(event) not in _QUIET:
        return False
    if isinstance(event, e.PersonEnlisted):
        return not (event.pool or event.text)
    return not (isinstance(event, e.Fought | e.Served) and event.note)


def stores_text(stores: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {item}" for item, count in stores.items()) or "nothing"


def damage_names(state: Campaign, asset: str) -> Mapping[str, str]:
    """What the damage that an asset can bear is called, by id; nothing where nobody says."""
    found = state.assets.get(asset)
    return state.types[found.type].words if found is not None else {}


def damage_text(damage: Sequence[str], words: Mapping[str, str]) -> str:
    """All damage in words, each once. words: by id; what is not among them keeps its id."""
    told = (
        f"{words.get(one, one)}{f' ({times} times)' if times > 1 else ''}"
        for one, times in Counter(damage).items()
    )
    return ", ".join(told) or "nothing"


def value_text(value: object) -> str:
    """A fact in words, whatever its type."""
    match value:
        case None | "" | [] | ():
            return "nothing"
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            return ", ".join(value_text(one) for one in cast("list[object]", value))
        case dict():
            some = cast("dict[str, object]", value).items()
            return ", ".join(f"{value_text(n)} {what}" for what, n in some) or "nothing"
        case _:
            return str(value)


def _parts(number: int) -> str:
    return count(number, "part")


def _noted(note: str) -> str:
    return f" ({note.strip().rstrip('.')})" if note.strip() else ""


def name_of(state: Campaign, id: str) -> str:
    found = subject(state, id)
    if found is not None:
        return found.name
    if state.graph is not None:
        for node in state.graph.scenario:
            if node.id == id:
                return node.title
    return id


def winner_text(state: Campaign, winner: str) -> str:
    return "a draw" if winner == DRAW else f"won by {name_of(state, winner)}"


def describe(state: Campaign, event: Any, only: str | None = None) -> str:
    """One sentence on one line, without the date: a line that somebody broke goes on behind a stroke. only: of those
    who come to a battle only this side's are named, nobody for ""."""
    if only is not None and isinstance(event, e.BattleStarted):
        own = ", ".join(one.name for one in own_muster(state, event, only))
        text = f"{name_of(state, event.node)} begins{f' with {own}' if own else ''}."
    else:
        text = _described(state, event)
    lines = text.splitlines()
    return lines[0] if len(lines) == 1 else " / ".join(one.strip() for one in lines if one.strip())


def _by_room(state: Campaign, event: Any) -> str:
    for room in (_orders, _people, _machines, _war):
        if text := room(state, event):
            _ROOMS[event.__class__] = room
            return text
    return ""


_ROOMS: dict[type[Any], Callable[[Campaign, Any], str]] = {}
"""Which function has words for a kind of event, once it was asked for: a record has millions of them."""


def _described(state: Campaign, event: Any) -> str:
    room = _ROOMS.get(event.__class__)
    if room is not None:
        return room(state, event)

    def n(id: str) -> str:
        return name_of(state, id)

    match event:
        case e.CampaignOpened():
            return f"{event.title} begins."
        case e.CampaignForked():
            return f"A fork of {event.of} from entry {event.at}."
        case e.WentBehind():
            return f"It goes on from entry {event.at} of {event.of}, on corrected facts."
        case e.TypeSet():
            return f"A type of asset: {event.type.name}."
        case e.PolicySet():
            return f"The policy is changed: {event.reason}."
        case e.Contributed():
            return f"{n(event.author)} adds to the dice."
        case e.SeatTaken():
            return f"{event.player} has {seat_named(event.side, n)}."
        case e.SeatLeft():
            return f"{event.player} no longer has {seat_named(event.side, n)}."
        case SeatEvent():
            return describe_seat(event, n)
        case e.SecretRevealed():
            return "The secret of the dice is revealed; every roll can be checked."
        case _:
            return _by_room(state, event)


def _orders(state: Campaign, event: Any) -> str:
    def n(id: str) -> str:
        return name_of(state, id)

    match event:
        case e.FormationRaised():
            return f"{event.name} is raised."
        case e.FormationMoved():
            return f"{n(event.formation)} goes to {n(event.parent) if event.parent else 'the top'}."
        case e.FormationDisbanded():
            stands = f"; {n(event.into)} stands for it" if event.into else ""
            return f"{n(event.formation)} is disbanded{stands}."
        case e.ArrivalSettled():
            return _settled(n, event)
        case e.AssetAdded():
            return f"{event.name} ({event.type}) joins {n(event.formation or event.side)}."
        case e.AssetMoved():
            whose = f" of {n(event.side)}" if event.side else ""
            return f"{n(event.asset)} goes to {n(event.formation) if event.formation else 'no formation'}{whose}."
        case e.PersonEnlisted() if event.pool:
            return (
                f"{event.rank} {event.name} ({event.level}) joins {n(event.asset)} as {event.post}.".strip()
            )
        case e.PersonEnlisted():
            place = f" as {event.post} of {n(event.asset)}" if event.asset else ""
            joins = f"{event.rank} {event.name} joins{place}.".strip()
            return f"{joins} {event.text}".strip()
        case e.PersonMoved() if event.asset:
            return f"{n(event.person)} becomes {event.post} of {n(event.asset)}."
        case e.PersonMoved():
            return f"{n(event.person)} goes to {n(event.formation) if event.formation else 'the reserve'}."
        case e.Promoted():
            return f"{n(event.person)} is promoted to {event.rank}."
        case e.Renamed():
            return f"{event.subject} is called {event.name} from now on."
        case e.Awarded():
            return f"{n(event.person)} is awarded: {event.award}."
        case e.Discharged():
            return f"{n(event.person)} is discharged{f': {event.why}' if event.why else ''}."
        case e.DepotSet():
            return f"{event.name}: lift {event.lift}, {event.hours} workshop hours a day."
        case e.PoolSet():
            return f"{event.name}: {event.left} replacements."
        case e.PoolGrew():
            return f"{n(event.pool)}: {event.people} more replacements."
        case _:
            return ""


def _settled(n: Callable[[str], str], event: e.ArrivalSettled) -> str:
    """How it arrived otherwise than it was to."""
    parts = [f"as {event.asset}, for the id {event.called} is taken"] if event.asset != event.called else []
    if event.wanted:
        where = n(event.formation) if event.formation else "no formation"
        parts.append(f"in {where}, for {n(event.wanted)} is disbanded")
    if event.over:
        parts.append(f"without {stores_text(event.over)}, for which there is no room aboard")
    return f"{n(event.asset)} arrives {', '.join(parts)}."


def _people(state: Campaign, event: Any) -> str:
    def n(id: str) -> str:
        return name_of(state, id)

    match event:
        case e.ExperienceGained():
            parts = ", ".join(f"{what} {points:+d}" for what, points in event.parts.items())
            why = f"{event.why}: {parts}" if parts else event.why
            return f"{n(event.person)} gains {event.points:+d} experience ({why}): {event.total}."
        case e.LevelReached():
            skills = f", with {', '.join(event.skills)}" if event.skills else ""
            return f"{n(event.person)} is {event.level}{skills}."
        case e.Wounded():
            return f"{n(event.person)} is wounded until {event.back}."
        case e.Died():
            return f"{n(event.person)} dies{f': {event.why}' if event.why else ''}."
        case e.WentMissing():
            return f"{n(event.person)} is missing."
        case e.Captured():
            return f"{n(event.person)} is taken prisoner."
        case e.Recovered():
            return f"{n(event.person)} is back{' on duty' if event.was == 'wounded' else ''}."
        case e.Served():
            place = f" as {event.post} of {n(event.asset)}" if event.asset else ""
            return f"{n(event.person)} fought in {event.battle}{place}{_noted(event.note)}."
        case _:
            return ""


def _machines(state: Campaign, event: Any) -> str:
    def n(id: str) -> str:
        return name_of(state, id)

    def of(
        event: e.RepairStarted | e.RepairWorked | e.RepairFinished | e.RepairFailed | e.RepairStopped,
    ) -> str:
        return damage_names(state, event.asset).get(event.damage, event.damage)

    match event:
        case e.Fought():
            hits = f", hit {count(event.hits, 'time')}" if event.hits else ""
            return f"{n(event.asset)} fought in {event.battle}: {event.fate}{hits}{_noted(event.note)}."
        case e.KillCredited():
            who = f" ({n(event.killer)})" if event.killer else ""
            return f"{n(event.asset)}{who} knocks out {n(event.victim)}."
        case e.Damaged():
            by = f" by {n(event.by)}" if event.by else ""
            return f"{n(event.asset)} is damaged{by}: {damage_text(event.damage, damage_names(state, event.asset))}."
        case e.Wrecked():
            return f"{n(event.asset)} is knocked out{f' by {n(event.by)}' if event.by else ''}."
        case e.WreckRecovered():
            die = f" (d100 {event.die}, at most {event.chance})" if event.die else ""
            return f"The wreck of {n(event.asset)} is brought in{die}."
        case e.AssetLost():
            die = f" (d100 {event.die}, at most {event.chance})" if event.die else ""
            return f"{n(event.asset)} is lost: {event.why}{die}."
        case e.RepairStarted():
            parts = f"{_parts(event.parts)}, " if event.parts else ""
            takes = f"{parts}{count(event.hours, 'hour')}"
            return f"{n(event.depot)} begins to repair {n(event.asset)}: {of(event)}, {takes}."
        case e.RepairWorked():
            return (
                f"{n(event.asset)}: {count(event.hours, 'hour')} of work on {of(event)}, {event.left} to go."
            )
        case e.RepairFinished():
            die = f" (d10 {event.die}, needs {event.target})" if event.die else ""
            return f"{n(event.asset)} is repaired: {of(event)}{die}."
        case e.RepairFailed():
            return (
                f"{n(event.asset)}: the repair of {of(event)} fails (d10 {event.die}, needs {event.target}); "
                f"{count(event.left, 'hour')} more."
            )
        case e.RepairStopped():
            return f"{n(event.asset)}: the repair of {of(event)} is stopped."
        case e.StoresIssued():
            return f"{n(event.depot)} receives {stores_text(event.stores)}: {event.why}."
        case e.StoresMoved():
            return f"{n(event.depot)} sends {stores_text(event.stores)} to {n(event.to)}."
        case e.Loaded():
            return f"{n(event.asset)} loads {stores_text(event.stores)} from {n(event.depot)}."
        case e.Unloaded():
            return f"{n(event.asset)} leaves {stores_text(event.stores)} at {n(event.depot)}."
        case e.Spent():
            return f"{n(event.asset)} uses {stores_text(event.stores)}."
        case e.Stripped():
            return f"{n(event.asset)} is stripped: {_parts(event.parts)} for {n(event.depot)}."
        case _:
            return ""


def _war(state: Campaign, event: Any) -> str:
    def n(id: str) -> str:
        return name_of(state, id)

    match event:
        case e.DayBroke():
            return f"It is {event.date}."
        case e.EndWaits():
            ends = "ends" if len(event.battles) == 1 else "end"
            return f"The last day is over; the campaign ends when {', '.join(event.battles)} {ends}."
        case e.Happened():
            return event.text
        case e.ScenarioOpened():
            return f"{n(event.node)} can be fought from {event.opens}."
        case e.ScenarioLapsed():
            return f"{n(event.node)} was not fought in time: {winner_text(state, event.winner)}."
        case e.BattleStarted():
            return f"{n(event.node)} begins with {', '.join(one.name for one in event.muster) or 'nobody'}."
        case e.BattleClosed():
            why = f": {event.reason.strip().rstrip('.')}" if event.reason else ""
            return f"{n(event.node)}: {winner_text(state, event.winner)}{why}."
        case e.BattleCancelled():
            return f"{n(event.node)} is called off{f': {event.why}' if event.why else ''}."
        case e.PointsScored():
            return f"{n(event.side)} scores {event.points:+d} ({event.why}): {event.total}."
        case e.CampaignEnded():
            return f"The campaign is over: {event.verdict.title}, {winner_text(state, event.verdict.winner)}."
        case e.ReturnDrafted():
            return f"A return of {event.battle} is drafted."
        case e.ReturnDropped():
            return f"The draft of {event.battle} is thrown away."
        case e.HalfGiven():
            return f"{n(event.side)} gives its half of the return of {event.battle}."
        case e.HalfDropped():
            return f"{n(event.side)} takes back its half of the return of {event.battle}."
        case e.Amended():
            value = value_text(event.value)
            if event.field == "damage" and event.subject in state.assets:
                value = damage_text(cast("list[str]", event.value), damage_names(state, event.subject))
            what = f"{event.field} of {n(event.subject)} is {value}"
            return f"By word of the umpire {what}: {event.reason}."
        case _:
            raise TypeError(f"not an event of a campaign: {event!r}")
