"""A campaign, decided again: days, repairs, returns and fates, with the dice that were rolled or kept for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from campaign.battles.opening import made_study
from campaign.campaigns import patience, seats
from campaign.campaigns.beneath import Beneath
from campaign.campaigns.filings import FILE
from campaign.campaigns.kept_dice import ANEW, KeptDice, Repeated, Rolls
from campaign.campaigns.musters import muster_of
from campaign.campaigns.open_campaign import (
    Fork,
    Open,
    OpenCampaign,
    Reveal,
    SeatPlayer,
    asked_plainly,
)
from campaign.campaigns.rewriting import entered_again
from campaign.campaigns.staff import STAFF
from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.book import Book
from campaign.ledger.decide import advance
from campaign.ledger.decide.graph import open_first
from campaign.ledger.decide.organise import enrol
from campaign.ledger.defined import digest_of
from campaign.ledger.state import Campaign
from campaign.rules.facets import UMPIRE
from campaign.rules.seats import AnySeatAction, SeatAction
from campaign.shared.deciding_again import (
    Again,
    DecidingAgain,
    NotAsRecorded,
    RecordedDice,
    decoded,
    forked,
    opened_by,
)
from campaign.shared.plain import checked, plain_data
from campaign.shared.seats_again import SeatsAgain
from events.beneath import Place
from events.codec import tag_of
from events.decoding import json_decoder
from events.diary import Rewind
from events.entry import REVEAL, Author, Body, Entry, encode_json
from events.store import Origin
from events.verify import Seen

HOUSE = Open | Fork | Reveal | SeatPlayer | Rewind | AnySeatAction
_KINDS = frozenset(map(tag_of, get_args(HOUSE)))
DEFINED = 3
"""From this scheme of dice on every campaign seals its definition."""


class CampaignAgain(DecidingAgain[Campaign]):
    """See `campaign.shared.deciding_again`. origin: where the diary was forked from.

    begun: diary of a battle → musters with which it was ever begun, as bytes. Of a correction more than one may be.
    """

    def __init__(
        self,
        campaign: OpenCampaign,
        origin: Origin | None,
        kept_from: Callable[[Campaign | None], bool],
    ) -> None:
        super().__init__(campaign, kept_from)
        self.campaign, self._origin = campaign, origin
        self._house: msgspec.json.Decoder[Any] = json_decoder(HOUSE)
        self._seats = SeatsAgain(campaign, seats.hands(campaign), partial(patience.at_least, campaign))
        self._entitled = self._seats.entitled
        self.begun: dict[str, set[bytes]] = {}
        self._line: list[Entry] = []
        self._rolls = Rolls()
        self._rewriter: Author | None = None
        self._just_back = self._reopened = self._behind = False
        self._beneath = Beneath(campaign)

    def again(self, seen: Seen[Campaign, Any], state: Campaign) -> Again:
        body, kind = seen.body, seen.entry.kind
        first, self._just_back = self._just_back, False
        behind, self._behind = self._behind, False
        if behind and not body.again:
            raise NotAsRecorded("a fork went back behind its beginning before it, and it corrects no return")
        self._ends_again(seen)
        action = decoded(self._house if kind in _KINDS else self.campaign.decoder, body.action)
        match action:
            case Open():
                return self._opened(seen, state, action)
            case Fork():
                return self._forked(seen, state, action)
            case Reveal():
                if not self.campaign.over(state) or state.secret:
                    raise NotAsRecorded("there is no secret to be revealed")
                return Again(seen.events)
            case Rewind():
                return self._went_back(seen, state, action)
            case SeatPlayer() | SeatAction():
                return self._seats(seen, state, action)
            case _:
                return self._acted(seen, state, action, first, behind)

    def _ends_again(self, seen: Seen[Campaign, Any]) -> None:
        """A campaign that was over may be corrected, and is over again then. Raises NotAsRecorded."""
        if not self._reopened:
            return
        self._reopened = seen.entry.kind != REVEAL
        if self._reopened and not seen.more:
            raise NotAsRecorded("the campaign was over and its secret out, and it goes on after it")

    def _acted(
        self, seen: Seen[Campaign, Any], state: Campaign, action: Any, first: bool, behind: bool
    ) -> Again:
        """As asked for, or entered again: then with the dice of the entry that it repeats, as far as they go."""
        body = seen.body
        asked_plainly(action)
        recorded = RecordedDice([one for one in body.draws if one.source != "kept"], typed=False)
        again, edition = ANEW, getattr(action, "edition", 0)
        if body.again:
            repeats = self._repeated(body, action, first, behind)
            was = repeats.read()
            another = bytes(was.action) != bytes(body.action)
            then = partial(self._beneath.home(repeats).diary.before, repeats) if another else None
            again = Repeated(was.draws, then)
        dice = KeptDice(partial(self._rolls_until, seen.entry.seq - 1), edition, recorded, again)
        if (
            not body.again
        ):  # else he was who he was when it was entered first: others may lead his side by now
            self._check(body.author, state)
            self.campaign.goes_on(self.campaign.seated_then(state), seen.entry.seq - 1)
        if isinstance(action, a.Start) and action.diary:
            name = f"{self.campaign.name}.{action.battle}."
            if not body.again and not action.diary.startswith(name):
                raise NotAsRecorded(f"the diary of the battle is not named {name}…")
        events = advance(state, body.author.role, action, dice)
        recorded.settle()
        dice.give_back()
        if tuple(dice.draws) != body.draws:
            raise NotAsRecorded("it rolled dice anew that were rolled before, or the other way round")
        self._begun(events, state)
        return Again(events, moved=True)

    def _check(self, author: Author, state: Campaign) -> None:
        """Raises Refused."""
        if author != STAFF:
            self._entitled.check(author, state)

    def _begun(self, events: list[e.Event], state: Campaign) -> None:
        for event in events:
            if isinstance(event, e.BattleStarted) and event.diary:
                one = state.battles[event.battle]
                musters = {encode_json(muster_of(state, one, formed)) for formed in (True, False)}
                self.begun.setdefault(event.diary, set()).update(musters)

    # Corrections

    def _rolls_until(self, seq: int) -> Rolls:
        """What was rolled up to an entry."""
        return self._rolls.follow(self.campaign.diary, seq)

    def _repeated(self, body: Body, action: Any, first: bool, behind: bool) -> Entry:
        """The entry that is entered again: of the lineage that the rewind before it left, in its order, as it was; only
        the first may be another return of the same battle, and must be a return where a fork went back behind its
        beginning. Raises NotAsRecorded."""
        named = body.of or self.campaign.name, body.again
        while self._line and (self._line[0].diary, self._line[0].seq) != named and not behind:
            self._line.pop(0)
        if not self._line or self._rewriter is None or (self._line[0].diary, self._line[0].seq) != named:
            raise NotAsRecorded(f"entry {body.again} is not one that the correction before it withdrew")
        repeats = self._line.pop(0)
        old = repeats.read()
        forked = self._beneath.forked(repeats.diary)
        before = self.campaign.decode(bytes(old.action))
        moved = getattr(before, "diary", "") in forked.diaries
        if bytes(old.action) == bytes(body.action) and old.author == body.author and not moved:
            return repeats
        if old.author == body.author and (moved or isinstance(action, a.Advance)):
            events = self.campaign.diary.reducer.codec.events(repeats.body)
            if action == entered_again(before, events, forked):
                return repeats
            what = "it is begun otherwise" if moved else "other days pass"
            raise NotAsRecorded(f"{what} than in entry {body.again}")
        same = isinstance(before, a.File) and isinstance(action, a.File)
        if not same or (before.battle, before.head, before.seal) != (action.battle, action.head, action.seal):
            raise NotAsRecorded(f"it is not what was asked for in entry {body.again}")
        if body.author != self._rewriter or not first:
            raise NotAsRecorded(f"it corrects entry {body.again} and is not the umpire's")
        return repeats

    def _went_back(self, seen: Seen[Campaign, Any], state: Campaign, action: Rewind) -> Again:
        diary, head = self.campaign.diary, seen.entry.seq - 1
        if state.secret and not seen.more:
            raise NotAsRecorded("the campaign was over and its secret out before it")
        self._reopened = bool(state.secret)
        author = seen.body.author
        if author.role != UMPIRE:
            raise NotAsRecorded("it goes back, and is not the umpire's")
        self._check(author, state)
        self._rewriter, self._just_back = author, True
        if action.of:
            return self._went_behind(seen, state, action)
        line = list(self._ordinary(head))
        self._line = [entry for entry in reversed(line) if entry.seq > action.to]
        match action.why:
            case "undo":
                right = action.to >= 1 and any(entry.parent == action.to for entry in line)
            case "redo":
                right = action.to == diary.redo_target(head)
            case "jump":
                right = 1 <= action.to <= head
        if not right:
            raise NotAsRecorded(f"no {action.why} leads to entry {action.to}")
        return Again(self.campaign.living_on(state, state if seen.back is None else seen.back))

    def _went_behind(self, seen: Seen[Campaign, Any], state: Campaign, action: Rewind) -> Again:
        """Behind the beginning of a fork goes who corrects a return that was filed before it, and no further than that
        needs."""
        line, there = list[Entry](), Place(action.of, action.at)
        for entry in self.campaign.diary.down(seen.entry.seq - 1):
            if entry.kind not in self.campaign.diary.administrative and self._beneath.enters_again(entry):
                line.append(entry)
            if Place(entry.diary, entry.parent) == there and entry.kind == FILE:
                break
        else:
            raise NotAsRecorded(f"no return was filed after entry {action.at} of {action.of}")
        if seen.back is None or action.why != "jump" or not seen.more:
            raise NotAsRecorded("it goes back behind the beginning of the fork, and corrects nothing")
        self._line, self._behind = line[::-1], True
        back, first = self.campaign.copy(seen.back), self._beneath.went_behind(there)
        self.campaign.diary.reducer.fold(back, [first])
        return Again([first, *self.campaign.living_on(state, back)])

    def _ordinary(self, head: int) -> Iterator[Entry]:
        """What changed something, of the lineage, the newest first."""
        diary = self.campaign.diary
        return (entry for entry in diary.backwards(head) if entry.kind not in diary.administrative)

    # The first entry

    def _opened(self, seen: Seen[Campaign, Any], state: Campaign, action: Open) -> Again:
        """The files that it was opened from are not kept: forces are those that the events speak of, put on the books
        once more."""
        opened, *rest = seen.events
        if not isinstance(opened, e.CampaignOpened) or self._origin is not None:
            raise NotAsRecorded("it does not open a campaign")
        if opened.campaign != self.campaign.name or len(opened.commitment) != 64:
            raise NotAsRecorded("it opens another campaign, or commits to no secret")
        opened_by(seen.body.author)
        checked(action.source, "source", "$.source")
        plain_data(msgspec.to_builtins(seen.events), "A campaign")
        if opened.definition != (digest_of(seen.events, opened.packs) if opened.definition else ""):
            raise NotAsRecorded("the digest of its definition is that of another")
        if (opened.packs or opened.scheme >= DEFINED) and not opened.definition:
            raise NotAsRecorded("it seals no definition, as every campaign does that is opened so")
        if opened.rules is not None:
            opened = replace(opened, **self._sitting(opened, seen.body.author))
        book = Book(state)
        book.emit(opened)
        enrol(book, enrolled(rest), UMPIRE)
        open_first(book)
        return Again(book.events, moved=True)

    def _sitting(self, begun: e.CampaignOpened, author: Author) -> dict[str, Any]:
        """Who sits there from the first entry on, and who is offered a seat, as far as the entry itself can tell."""
        assert begun.rules is not None
        led = {one.id: one.player for one in begun.sides if not one.by_rules}
        if len(led) < len(begun.sides) and begun.rules.seats == "together":
            raise NotAsRecorded("a side without a seat is where seats are nobody's own")
        if any(one.player for one in begun.sides if one.by_rules):
            raise NotAsRecorded("somebody leads a side that the rules run")
        seats = {**led, UMPIRE: begun.umpire}
        sits = {player for player in seats.values() if player}
        if begun.rules.seats == "together":
            return {"offers": {}}
        if not begun.rules.word and sits - {author.player}:
            raise NotAsRecorded("it seats somebody without his word")
        offers = {seat: begun.offers.get(seat, "") for seat, player in seats.items() if not player}
        return {"offers": offers}

    def _forked(self, seen: Seen[Campaign, Any], state: Campaign, action: Fork) -> Again:
        begun = forked(seen.events[0], e.CampaignForked, (action.of, action.at), self._origin, "campaign")
        player = opened_by(seen.body.author)
        if begun.rules is not None and not made_study(player, begun.study, begun.rules):
            raise NotAsRecorded("it is a study of somebody else's than who made it")
        if self.campaign.over(state) or len(begun.commitment) != 64:
            raise NotAsRecorded("it forks a campaign where that is over, or commits to no secret")
        running = {one.diary for one in state.battles.values() if one.status == "running" and one.diary}
        if set(begun.battles) != running:
            raise NotAsRecorded("the battles that it forks are not those that were being fought")
        checked(begun.title, "title", "$.title")
        return Again([begun])


def enrolled(events: Sequence[Any]) -> a.Enrol:
    """The order of battle that these events put on the books, as it can be asked for."""
    formations: list[a.NewFormation] = []
    depots: list[a.NewDepot] = []
    pools: list[a.NewPool] = []
    assets: list[a.NewAsset] = []
    people: list[a.NewPerson] = []
    for event in events:
        match event:
            case e.FormationRaised(id, name, side, parent):
                formations.append(a.NewFormation(id, name, side, parent))
            case e.DepotSet(id, name, side, lift, hours, quality):
                depots.append(a.NewDepot(id, name, side, {}, lift, hours, quality))
            case e.StoresIssued() if depots and depots[-1].id == event.depot:
                depots[-1] = msgspec.structs.replace(depots[-1], stores=event.stores)
            case e.PoolSet(id, name, side, left, xp, rank, names):
                pools.append(a.NewPool(id, name, side, left, xp, rank, names))
            case e.AssetAdded():
                assets.append(
                    a.NewAsset(
                        event.asset, event.name, event.type, event.side, event.formation, event.stores, event.damage,
                        event.cards,
                    )
                )  # fmt: skip
            case e.PersonEnlisted():
                people.append(
                    a.NewPerson(
                        event.person, event.name, event.side, event.rank, event.formation, event.asset, event.post,
                        event.xp, tuple(event.skills), event.text,
                    )
                )  # fmt: skip
            case _:
                pass  # it follows from another
    types = tuple(event.type for event in events if isinstance(event, e.TypeSet))
    return a.Enrol(types, tuple(formations), tuple(depots), tuple(pools), tuple(assets), tuple(people))
