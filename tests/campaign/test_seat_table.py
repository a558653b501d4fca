"""The table of docs/callers.md is what the deciding functions say, what was designed, and what headquarters does."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import DiceNeeded, Refusal
from campaign.shared.callers import Caller, local
from tests.campaign.calling import ok
from tests.campaign.conftest import Ahead, steady_world
from tests.campaign.seat_table import (
    BEGIN,
    END,
    PAGE,
    TITLES,
    WAYS,
    WHO,
    Position,
    caller,
    may,
    positions,
    table,
)
from tests.campaign.test_offers import Accounts

EVERY = [p for how, where in TITLES for p in positions(how, where)]
PIVOT = {"kind": "pivot", "unit": "t34-1", "facing": "E"}
FREE = ("named", "all", "free")


def test_the_page_holds_the_table():
    """`python -m tests.campaign.seat_table` writes it."""
    assert PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0].strip() == table().strip()


# -- as designed -------------------------------------------------------------------------------------------------


def apart(who: str, p: Position) -> Mapping[str, bool]:
    """By hand, where each seat belongs to its player: ann has red, uma the chair, fay had blue, odo opened it."""
    name, here, going, battle = WHO[who], p.where == "machine", not p.over, p.kind == "battle"
    sits, on_blue = name in ("ann", "uma", p.sits_on_blue), name == p.sits_on_blue
    had_another = name in ("ann", "uma") or (name == "fay" and p.blue == "bot")
    knows = here or p.look == "open" or sits or name in ("fay", "ofi", "odo")
    hosts, keeps = sits or name == "odo", here or who == "keeper"
    judges = name == "uma" and (here or who != "no scope")
    at_ones_word = here and p.blue == "named"
    full = p.begun or at_ones_word or p.blue not in (FREE if battle else ("named", "all"))
    open_now = not p.hides or p.over
    return {
        "offer blue to one": going and hosts and p.blue in ("all", "free"),
        "offer blue to all": going and hosts and p.blue == "free",
        "withdraw the offer": going and hosts and p.blue in ("named", "all"),
        "accept blue": going
        and (
            (p.blue == "named" and name == "ofi")
            or (p.blue == "all" and knows and not had_another and (here or name != "bad"))
        ),
        "decline blue": going and p.blue == "named" and name == "ofi",
        "take blue at one's word": going and here and p.blue in FREE and not had_another,
        "leave one's seat": going and sits,
        "free blue": going and ((p.blue == "absent" and hosts) or (p.blue == "blocked" and who == "keeper")),
        "let somebody look on": going and hosts,
        "put it away": False,
        "look on": knows,
        "look as red": name == "ann",
        "look as blue": on_blue,
        "look as umpire": judges,
        "act": going and full and (name == "ann" or on_blue or (judges and not battle)),
        "go back, or ask to": p.begun and (judges or (battle and (name == "ann" or on_blue))),
        "grant what red asked": p.phase == "request" and (judges or on_blue),
        "fork it, as a study": knows and (open_now or judges),
        "take the record": going and keeps and not (sits or name == "fay"),
        "export the whole": keeps
        and knows
        and (open_now or judges or (here and not (sits or name == "fay"))),
        "play blue's bot": keeps and knows and p.blue == "bot",
    }


def together(who: str, p: Position) -> Mapping[str, bool]:
    """Whoever is there plays: all who know of it."""
    here, going, chair = p.where == "machine", not p.over, p.where == "machine" or who != "no scope"
    there = here or p.look == "open" or who == "opener"
    keeps = there and (here or who == "keeper")
    return {
        "take blue at one's word": going and there and not p.hides,
        "look on": there,
        "look as red": there,
        "look as blue": there,
        "look as umpire": there and chair,
        "act": going and there,
        "go back, or ask to": going and there and (chair or p.kind == "battle"),
        "grant what red asked": there and p.phase == "request",
        "fork it, as a study": there and (not p.hides or p.over or chair),
        "export the whole": keeps,
        "play blue's bot": keeps,
    }


def study(who: str, p: Position) -> Mapping[str, bool]:
    """Ann's; at one machine others look on."""
    here, mine, going = p.where == "machine", who == "player", not p.over
    return {
        "look on": here or mine,
        "look as red": mine,
        "look as blue": mine,
        "look as umpire": mine,
        "act": going and mine,
        "go back, or ask to": going and mine,
        "grant what red asked": mine and p.phase == "request",
        "fork it, as a study": mine or (here and (not p.hides or p.over)),
        "export the whole": here,
        "play blue's bot": here and mine,
    }


def designed(way: str, who: str, p: Position) -> bool:
    if who == "bot":  # it calls nobody
        return False
    if who == "nobody":
        reads = p.look == "open"
        return reads and (way == "look on" or (way == "fork it, as a study" and (not p.hides or p.over)))
    return {"apart": apart, "together": together, "study": study}[p.how](who, p).get(way, False)


@pytest.mark.parametrize(("how", "where"), TITLES, ids="-".join)
def test_everybody_may_what_was_designed(how: Any, where: Any):
    wrong = [
        f"{way}, {who}, {p}: {'may' if may(way, who, p) else 'may not'}"
        for p in positions(how, where)
        for who in WHO
        for way in WAYS
        if may(way, who, p) != designed(way, who, p)
    ]
    assert not wrong, "\n".join(wrong)


def test_a_position_is_told_from_others():
    """Every way is open to somebody, and shut to somebody, but for putting away what others sit at."""
    for way in WAYS:
        found = {may(way, who, p) for who in WHO for p in EVERY}
        assert found == ({False} if way == "put it away" else {True, False}), way


# -- as headquarters does ----------------------------------------------------------------------------------------


class Done(Exception):
    """Something would have been written."""


class Made:
    """Positions of battles in which seats belong to players, set up in one house; nothing is written there any more
    once it is asked."""

    def __init__(self, path: Path) -> None:
        self.ahead, self.people = Ahead(), Accounts()
        self.people.bounded = False
        self.hq = Headquarters(path, steady_world(ahead=self.ahead))
        self.hq.porter.meet(self.people)
        self.names: dict[Position, str] = {}

    def of(self, player: str, p: Position) -> Any:
        here = p.where == "machine" and not player.startswith("bot:")
        return self.hq.for_(local(player) if here else Caller(player)).battles

    def sides(self, p: Position) -> tuple[str, str]:
        return ("red", "blue") if p.hides else ("us", "nk")

    def make(self, p: Position) -> None:
        (red, blue), odo = self.sides(p), self.of("odo", p)
        seats = [Seat(red), Seat(blue, bot="random" if p.blue == "bot" else "")]
        look, days = "members" if p.look == "open" else "invited", 1 if p.blue == "absent" else 14
        what = "ring" if p.hides else "tank-duel"
        how = {"look": look, "absence": days, "apart": True, "undo": "consent", "umpire": "uma"}
        name = ok(odo.new(what, seats=seats, **how)).diary
        self.names[p] = name
        for side, player in ((red, "fay" if p.blue == "bot" else "ann"), (blue, "fay"), ("umpire", "uma")):
            if side == blue and p.blue == "bot":
                continue
            self.sit(p, side, player)
        if p.blue == "bot":
            ok(self.of("fay", p).seats.leave(name))
            self.sit(p, red, "ann")
        ok(odo.seats.welcome(name, "ofi"))
        if p.phase != "offered":
            self.begin(p)
        if p.blue != "bot":
            ok(self.of("fay", p).seats.leave(name))
        if p.blue in ("taken", "absent", "blocked"):
            self.sit(p, blue, "bad" if p.blue == "blocked" else "ben")
        elif p.blue in ("named", "all"):
            ok(odo.seats.offer(name, blue, "ofi" if p.blue == "named" else ""))
        if p.over:
            ok(self.of("ann", p).act(name, {"kind": "concede"}))

    def sit(self, p: Position, side: str, player: str) -> None:
        name, hosts = self.names[p], self.of("odo", p).seats
        if dict(hosts.offers(name).seats).get(side) == player:
            return
        offers = {one.side: one.to for one in hosts.offers(name).offers}
        if offers.get(side) != player:
            ok(hosts.offer(name, side, player))
        ok(self.of(player, p).seats.accept(name, side))

    def begin(self, p: Position) -> None:
        ann, name = self.of("ann", p), self.names[p]
        ok(ann.act(name, {"kind": "contribute", "text": "rain"}))
        if p.hides:
            ok(ann.act(name, {"kind": "deal"}))
        elif p.blue == "bot":
            ok(self.hq.battles.bots.move(name))
        else:
            ok(self.of("fay", p).act(name, PIVOT))
        if p.phase == "request":
            ok(ann.rewind(name, 1))

    def asked(self) -> None:
        """From now on nothing is written, and time has passed."""
        self.ahead.on(days=2)
        self.people.out.add("bad")

        def done(*_: object, **__: object) -> None:
            raise Done

        store: Any = self.hq._house.store
        for writes in ("append", "open"):
            setattr(store, writes, done)


def _asks(made: Made, p: Position) -> Mapping[str, Callable[[Headquarters], Any]]:
    name, (red, blue) = made.names[p], made.sides(p)

    def own(h: Headquarters) -> str:
        seats = h.battles.seats.offers(name).seats
        return next((seat for seat, one in seats.items() if one == h.caller.player), red)

    def viewed(h: Headquarters, side: str) -> Any:
        return h.looking_as(side).battles.view(name)

    return {
        "offer blue to one": lambda h: h.battles.seats.offer(name, blue, "new"),
        "offer blue to all": lambda h: h.battles.seats.offer(name, blue),
        "withdraw the offer": lambda h: h.battles.seats.withdraw(name, blue),
        "accept blue": lambda h: h.battles.seats.accept(name, blue),
        "decline blue": lambda h: h.battles.seats.decline(name, blue),
        "take blue at one's word": lambda h: h.battles.seats.seat(name, blue, h.caller.player),
        "leave one's seat": lambda h: h.battles.seats.leave(name, own(h)),
        "free blue": lambda h: h.battles.seats.free(name, blue),
        "let somebody look on": lambda h: h.battles.seats.welcome(name, "new"),
        "put it away": lambda h: h.battles.seats.put_away(name),
        "look on": lambda h: h.looking_as("").battles.view(name),
        "look as red": lambda h: viewed(h, red),
        "look as blue": lambda h: viewed(h, blue),
        "look as umpire": lambda h: viewed(h, "umpire"),
        "act": lambda h: h.battles.act(name, {"kind": "concede"}),
        "grant what red asked": lambda h: h.battles.answer_undo(name, True),
        "fork it, as a study": lambda h: h.battles.fork(name, 1),
        "take the record": lambda h: h.battles.seats.take_record(name),
        "export the whole": lambda h: h.export(io.BytesIO(), [name]),
        "play blue's bot": lambda h: h.battles.bots.choice(name, {blue: "random"}),
    }


def does(ask: Callable[[Headquarters], Any], h: Headquarters) -> bool:
    try:
        answer = ask(h)
    except Done:
        return True
    except Refused:
        return False
    assert not isinstance(answer, DiceNeeded)
    return not isinstance(answer, Refusal)


def sampled(scale: int) -> Iterator[Position]:
    """One in some, the same in every run; all of them in the long profile."""
    for where in ("server", "machine"):
        for p in positions("apart", where):
            if p.kind == "battle" and (scale > 1 or sha256(repr(p).encode()).digest()[0] % 6 == 0):
                yield p


@pytest.mark.usefixtures("example")
def test_headquarters_does_what_the_table_says(tmp_path: Path, scale: int):
    made = Made(tmp_path)
    for p in sampled(scale):
        made.make(p)
    made.asked()
    wrong: list[str] = []
    assert len(made.names) > 20
    for p in made.names:
        for way, ask in _asks(made, p).items():
            for who in WHO:
                if who == "bot" or (who == "blocked" and p.where == "machine"):
                    continue  # the one calls nobody, and nobody is blocked at his own machine
                if does(ask, made.hq._for(caller(who, p))) != may(way, who, p):
                    wrong.append(f"{way}, {who}, {p}: the table says {may(way, who, p)}")
    assert not wrong, "\n".join(wrong)
