"""What in fact happened, and what must hold of it: kept beside the program, by what its doors answered.

The rules are those of docs/callers.md; see `Truth.after` for what is held after each step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from msgspec import Struct, field, structs

from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, TableOffer
from campaign.shared.callers import BOT
from tests.campaign.walks.house import BY_NAME, MEMBERS, House

UMPIRE, RECORD = "umpire", "record"
SWAPPED = {"red": "blue", "blue": "red"}
MOST_OFFERS = 3
ENDS = ("withdraw", "offer", "put_away")
"""Verbs with which those who may offer end an offer."""
ROLES = (None, "red", "blue", UMPIRE)
GOES_ON = ("act", "concede")
GOES_BACK = ("undo", "redo", "rewind", "grant")
SIGNS = (*GOES_ON, "advance", "begin", "accept", "seat", "grant", "refuse")
"""What somebody does that shows that he is there: not his words about seats, nor his own ways back."""


class Step(NamedTuple):
    """What somebody tried. table: where. side: of a seat, or as which he acts. other: whom he names. answer: what came
    of it, an exception too."""

    who: str
    verb: str
    table: str = ""
    side: str = ""
    other: str = ""
    answer: Any = None

    @property
    def done(self) -> bool:
        return isinstance(self.answer, Acted)

    def __str__(self) -> str:
        words = " ".join(one for one in (self.who, self.verb, self.table, self.side, self.other) if one)
        reason = getattr(self.answer, "reason", None) or (
            str(self.answer) if isinstance(self.answer, Exception) else ""
        )
        return f"{words}: {reason or 'done'}"


class Broken(Exception):
    """Something does not hold. rule: which."""

    def __init__(self, rule: str, what: str) -> None:
        super().__init__(f"{rule}: {what}")
        self.rule = rule


class Standing(NamedTuple):
    """A table at an entry. offers: seat → to, by whom. first: seats that were offered with the table: who offers the
    umpire's chair later, or a side of a campaign, stops nobody."""

    head: int
    seats: Mapping[str, str]
    offers: Mapping[str, tuple[str, str]]
    over: bool
    first: frozenset[str] = frozenset()


class Sign(Struct):
    """Of somebody's life. seq: of the entry with which he did something, which he may take back; 0 where he sat
    down."""

    seq: int
    when: datetime
    taken_back: bool = False


class Table(Struct):
    """A table from when it was opened. family: its campaign, or itself. sides: as those of its family. part: who ever
    sat here or was asked to. signs: player → what was heard of him. whole: since when nobody has waited
    for a seat; until: such times that are over. wish: who asked to go back, as which side. refused: sides that have
    done nothing since they were refused."""

    name: str
    kind: str
    family: str
    study: bool
    told: TableOffer
    now: Standing
    sides: Mapping[str, str]
    part: set[str] = field(default_factory=set[str])
    signs: dict[str, list[Sign]] = field(default_factory=dict[str, list["Sign"]])
    whole: datetime | None = None
    until: list[tuple[datetime, datetime]] = field(default_factory=list[tuple[datetime, datetime]])
    begun: bool = False
    wish: tuple[str, str] | None = None
    refused: set[str] = field(default_factory=set[str])

    @property
    def apart(self) -> bool:
        return self.told.apart and not self.study

    @property
    def word(self) -> bool:
        return self.told.rules is not None and self.told.rules.word

    def heard(self, player: str, when: datetime, seq: int = 0) -> None:
        self.signs.setdefault(player, []).append(Sign(seq, when))

    def last_heard(self, player: str, now: datetime) -> datetime:
        return max((one.when for one in self.signs.get(player, ()) if not one.taken_back), default=now)

    def could_act(self, since: datetime, now: datetime) -> timedelta:
        """For how long something might have been done since then."""
        times = [*self.until, *([(self.whole, now)] if self.whole else [])]
        return sum((max(timedelta(), end - max(start, since)) for start, end in times), timedelta())

    def of_family(self, seat: str) -> str:
        return self.sides.get(seat, seat)

    @property
    def hosts(self) -> set[str]:
        """Who may see to others' seats."""
        return {self.told.opener, *self.now.seats.values()} - {""}


def keeps(name: str) -> bool:
    return name in BY_NAME and BY_NAME[name].keeper


def person(name: str) -> bool:
    return bool(name) and not name.startswith(BOT)


class Truth:
    """knows: who has seen whose secrets, by family and side. had: who has had which seats, by family. brought: seats
    that are offered because their table came with a file."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.tables: dict[str, Table] = {}
        self.knows: set[tuple[str, str, str]] = set()
        self.had: dict[tuple[str, str], set[str]] = {}
        self.ended: list[tuple[str, str, datetime]] = []
        self.brought: set[tuple[str, str]] = set()
        self._cursor = house.hq.changes().cursor

    def elsewhere(self, house: House) -> Truth:
        """The same of tables that were brought to another house by somebody who is not at its machine. Raises Broken
        where somebody sits there without having said so there."""
        found = Truth(house)
        found.knows, found.had = self.knows, self.had
        for name, table in self.tables.items():
            told, now = found.standing(name, table.kind)
            found.tables[name] = structs.replace(table, told=told, now=now)
            moved = table.apart and not table.now.over
            for seat, player in table.now.seats.items():
                wanted = "" if moved and person(player) else player
                if now.seats[seat] != wanted:
                    raise Broken("word", f"{now.seats[seat]} sits at {name} on {seat}, once {player}'s")
                if wanted != player:
                    found.brought.add((name, seat))
                    if now.offers.get(seat, ("",))[0] != player:
                        raise Broken("goes on", f"{seat} of {name} is not offered to {player} again")
        return found

    # -- what is so ----------------------------------------------------------------------------------

    def standing(self, name: str, kind: str) -> tuple[TableOffer, Standing]:
        hq = self.house.hq
        door: Any = hq.battles if kind == "battle" else hq.campaigns
        told: TableOffer = door.seats.offers(name)
        offers = {one.side: (one.to, one.by or told.opener) for one in told.offers}
        house: Any = hq._house
        opened = (house.battles if kind == "battle" else house.campaigns).get(name)
        made = opened.seating(opened.state()).chairs.offers
        first = frozenset(seat for seat, one in made.items() if not one.by)
        over = door.info(name).verdict is not None
        return told, Standing(door.head(name), dict(told.seats), offers, over, first)

    def _registered(self, name: str, kind: str, step: Step) -> Table:
        told, now = self.standing(name, kind)
        door: Any = self.house.hq.battles if kind == "battle" else self.house.hq.campaigns
        sides: Mapping[str, str] = {}
        family = name
        if step.verb == "begin" and kind == "battle" and self.tables[step.answer.diary].apart:
            family = step.answer.diary
            sides = SWAPPED if int(step.answer.battle[1]) % 2 else {}
        study = bool(door.info(name).forked_from)
        return Table(name, kind, family, study, told, now, sides)

    def hides(self, table: Table) -> bool:
        return table.kind == "battle" and table.told.system == "duel-of-dice" and not table.now.over

    def running(self, kind: str = "") -> Iterator[Table]:
        return (one for one in self.tables.values() if not one.now.over and kind in ("", one.kind))

    # -- after each step -----------------------------------------------------------------------------

    def after(self, step: Step) -> None:
        """Raises Broken for what does not hold:

        secrets: nobody plays against somebody whose secrets he knows. seat: nobody has, or had, two seats in a family.
        wish: nobody consents to his own wish. word: nobody sits without his word. offer: nobody takes
        what is offered to another. put out: nobody is but by absence or
        a block. host: only who sits there, its umpire or opener sees to seats. bound: offers and requests. began:
        nothing is done before every seat was taken. private: a table is unknown to whom it is closed. chair: an umpire
        has the scope for it. blocked: nobody sits down who is.
        """
        changes = self.house.hq.changes(self._cursor)
        self._cursor = changes.cursor
        now = self.house.clock.now
        for one in changes.changed:
            before = self.tables.get(one.diary)
            if before is None:
                table = self.tables[one.diary] = self._registered(one.diary, one.kind, step)
                was = Standing(0, {}, {}, False)
            else:
                table, was = before, before.now
                table.told, table.now = self.standing(one.diary, one.kind)
            self._hands(step, table, was, now)
            self._done(step, table, was, now)
            self._went_back(table, was)
            self._looked(table)
            self._private(table)
        if step.verb == "export" and step.done:
            self._took(step)
        self._bound(now)

    def _hands(self, step: Step, table: Table, was: Standing, now: datetime) -> None:
        """Who sits down and gets up."""
        hosts = {table.told.opener, *was.seats.values()} - {""}
        for seat in {**was.seats, **table.now.seats}:
            before, after = was.seats.get(seat, ""), table.now.seats.get(seat, "")
            if before == after:
                continue
            if person(before):
                self._out(step, table, was, seat, before, now)
            if person(after):
                if step.verb == "accept" and was.offers.get(seat, ("", ""))[0] not in ("", step.who):
                    raise Broken("offer", f"{step.who} takes {seat}, which is offered to {was.offers[seat]}")
                self._in(step, table, seat, after, now)
        for seat, (to, _) in table.now.offers.items():
            if seat not in was.offers or was.offers[seat] != table.now.offers[seat]:
                if was.head and step.who not in hosts:
                    raise Broken("host", f"{step.who} offers {seat}")
                if to and to in self.blocked():
                    raise Broken("blocked", f"{to} is offered a seat")
                table.part.add(to)
        for seat, (to, by) in was.offers.items():
            if seat in table.now.offers:
                continue
            came = (table.name, seat) in self.brought
            self.brought.discard((table.name, seat))
            if table.now.seats.get(seat) == to:
                continue
            if step.verb == "decline" and step.who == to:
                self.ended += [] if came else [(by, to, now)]
            elif step.verb in ENDS and step.who not in hosts:
                raise Broken("host", f"{step.who} withdraws {seat}")
            elif step.verb in ENDS:
                self.ended += [(by, to, now)] if to and not came else []
            elif step.verb not in ("accept", "seat"):
                raise Broken("put out", f"{step.verb} ended the offer of {seat}")
        table.part |= {table.told.opener, *table.now.seats.values()}
        if step.verb == "welcome" and step.done and table.name == step.table:
            table.part.add(step.other)
        if step.verb == "take_record" and step.done and table.name == step.table:
            table.part.add(step.who)  # with that he looks on
        waiting = [
            seat
            for seat, one in table.now.seats.items()
            if not one and seat != UMPIRE and not (table.word and table.now.offers.get(seat, ("",))[0])
        ]
        if waiting or (UMPIRE in table.now.first and not table.word):
            table.until += [(table.whole, now)] if table.whole else []
            table.whole = None
        elif table.whole is None:
            table.whole = now

    def blocked(self) -> set[str]:
        return {one for one in BY_NAME if self.house.blocked(one)}

    def _out(self, step: Step, table: Table, was: Standing, seat: str, player: str, now: datetime) -> None:
        if step.who == player and step.verb in ("leave", "seat"):
            return
        if not table.apart and table.word and step.verb == "seat":
            return
        if step.verb != "free":
            raise Broken("put out", f"{step.verb} by {step.who} takes {seat} from {player}")
        if keeps(step.who) and player in self.blocked():
            return
        if step.who not in {table.told.opener, *was.seats.values()}:
            raise Broken("host", f"{step.who} frees {seat}")
        days = table.told.rules.absence if table.told.rules else 0
        since = table.last_heard(player, now)
        gone = now - since
        if not days or gone < timedelta(days=days):
            raise Broken("put out", f"{player} was away for {gone} of {days} days")
        could = table.could_act(since, now)
        if table.kind == "battle" and not table.begun and could < timedelta(days=days):
            raise Broken("put out", f"{player} could do something for {could} of {days} days")

    def _in(self, step: Step, table: Table, seat: str, player: str, now: datetime) -> None:
        table.heard(player, now)
        led = self.tables.get(table.family)
        gave = led is not None and led is not table and led.now.seats.get(table.of_family(seat)) == player
        if step.who != player and not table.word and not gave:
            raise Broken("word", f"{player} sits on {seat} by {step.verb} of {step.who}")
        if player in self.blocked() and step.who == player:
            raise Broken("blocked", f"{player} sits down")
        if table.study:
            return
        if seat == UMPIRE and self.house.kind != "home" and not BY_NAME[player].chair:
            raise Broken("chair", f"{player} is umpire")
        self._has(player, table, seat)

    def _has(self, player: str, table: Table, seat: str) -> None:
        had = self.had.setdefault((player, table.family), set())
        had.add(table.of_family(seat))
        if len(had) > 1:
            raise Broken("seat", f"{player} has had {sorted(had)} in {table.family}")

    def _done(self, step: Step, table: Table, was: Standing, now: datetime) -> None:
        """What is done at a table, seats apart."""
        if not step.done or table.name != step.table:
            return
        if was.head and step.verb in SIGNS:
            table.heard(step.who, now, step.answer.seq)
        if step.verb in (*GOES_ON, "advance", "begin"):
            if table.apart and not (table.begun or self._complete(table, was)):
                raise Broken("began", f"{step.who} does {step.verb} while seats are free")
            table.begun = True
        verb = self._answered(step, table)
        if verb in GOES_ON:
            if table.wish is not None:
                table.refused.add(table.wish[1])
                table.wish = None
            table.refused.discard(step.side)
            self._against(step, table)
        if step.verb == "take_record":
            self._has(step.who, table, RECORD)
        if table.kind != "battle":
            return
        asked = self.house.hq.looking_as("").battles.view(table.name).request
        if verb in GOES_BACK[:3] and asked is not None and table.wish is None:
            anew = self._newest(table) == "undo-request"
            if anew and asked.side in table.refused:
                raise Broken("bound", f"{step.who} asks again as {asked.side}")
            table.wish = step.who if anew else asked.player, asked.side
        elif verb == "grant" and table.wish is not None:
            if step.who == table.wish[0] and table.apart:
                raise Broken("wish", f"{step.who} grants what he asked for as {table.wish[1]}")
            table.wish = None
        elif verb == "refuse" and table.wish is not None:
            table.refused.add(table.wish[1])
            table.wish = None

    def _went_back(self, table: Table, was: Standing) -> None:
        """Whoever goes back, or forth, takes back what he himself did, or brings it back; others' he leaves."""
        store = self.house.hq._house.store
        some = [one for one in store.entries(table.name, was.head, table.now.head) if one.kind == "rewind"]
        door: Any = self.house.hq.battles if table.kind == "battle" else self.house.hq.campaigns
        for player in {one.read().author.player for one in some}:
            gone = {one.seq for one in door.log(table.name) if one.withdrawn}
            for sign in table.signs.get(player, ()):
                sign.taken_back = sign.seq in gone

    def _newest(self, table: Table) -> str:
        """The kind of its newest entry."""
        store = self.house.hq._house.store
        return store.entry(table.name, store.head(table.name).seq).kind

    def _answered(self, step: Step, table: Table) -> str:
        """What was done: a request may be answered by an action, too."""
        if step.verb != "act" or table.kind != "battle":
            return step.verb
        return {"rewind": "grant", "undo-refuse": "refuse"}.get(self._newest(table), step.verb)

    def _complete(self, table: Table, was: Standing) -> bool:
        """Whether all is taken; where names are taken at their word, by whomever it is offered to by name."""
        open_ = [seat for seat, (to, _) in was.offers.items() if not (to and table.word)]
        if table.kind == "campaign":
            open_ = [seat for seat in open_ if seat in was.first or seat == UMPIRE]
            return not open_ and bool(was.seats.get(UMPIRE) or UMPIRE in was.offers)
        open_ = [seat for seat in open_ if seat in was.first or seat != UMPIRE]
        return table.whole is not None or (table.word and not open_)

    def _against(self, step: Step, table: Table) -> None:
        if not table.apart:
            return
        for side, player in table.now.seats.items():
            key = step.who, table.family, table.of_family(side)
            if (
                side not in (step.side, UMPIRE)
                and person(player)
                and player != step.who
                and key in self.knows
            ):
                raise Broken("secrets", f"{step.who} plays {step.side} and knows the secrets of {side}")

    def _looked(self, table: Table) -> None:
        """Everybody looks at all that he may see, in every role."""
        if not self.hides(table) or table.study:
            return
        for player in MEMBERS:
            for role in ROLES:
                with suppress(Refused):
                    view = self.house.door(player, role).battles.view(table.name)
                    for piece in view.game.pieces:
                        if view.verdict is None and any(c.name and c.state == "down" for c in piece.cards):
                            self.knows.add((player, table.family, table.of_family(piece.side)))

    def _took(self, step: Step) -> None:
        """Somebody has the whole of a table."""
        for table in self.running():
            if step.table in (table.name, table.family) and self.hides(table) and table.apart:
                self.knows |= {(step.who, table.family, side) for side in ("red", "blue")}

    def _private(self, table: Table) -> None:
        rules = table.told.rules
        if self.house.kind == "home" or rules is None or rules.look != "invited":
            return
        family = self.tables[table.family]
        invited = {table.told.opener} if table.study else table.part | family.part
        for player in set(MEMBERS) - invited:
            door: Any = self.house.door(player)
            door = door.battles if table.kind == "battle" else door.campaigns
            try:
                door.info(table.name)
            except Refused:
                continue
            raise Broken("private", f"{player} looks on at {table.name}")

    def _bound(self, now: datetime) -> None:
        if self.house.kind == "home":
            return
        burden: dict[tuple[str, str], int] = {}
        for table in self.running():
            for seat, (to, by) in table.now.offers.items():
                if to and (table.name, seat) not in self.brought:
                    burden[by, to] = burden.get((by, to), 0) + 1
        since = now - timedelta(days=1)
        for by, to, when in self.ended:
            if when > since:
                burden[by, to] = burden.get((by, to), 0) + 1
        for (by, to), found in burden.items():
            if found > MOST_OFFERS:
                raise Broken("bound", f"{by} has put {found} offers before {to}")
