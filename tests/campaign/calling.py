"""Who calls what: a battle and a campaign in which everybody has a part, and a sample call for every public method."""

from __future__ import annotations

import inspect
import io
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from shutil import copytree
from typing import Any, NamedTuple

import msgspec

from campaign.battles.table import Seat
from campaign.campaigns.answers import Query
from campaign.headquarters import Headquarters
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.rules.roster import Fit
from campaign.shared.answering import right_of
from campaign.shared.answers import Acted, Refusal
from campaign.shared.callers import Caller, local
from campaign.shared.people import ANYBODY
from campaign.simulation.answers import Extent, Setup
from tests.campaign.conftest import Ahead, steady_world
from tests.campaign.ledger.making import folder

KIT: dict[str, Any] = {"title": "Mine", "cards": ["oak-shield", "fog-horn", "silver-spur", "loose-strap"]}
DUEL = "duel-of-dice"


# -- every public method -----------------------------------------------------------------------------------------


def doors(hq: Headquarters) -> Iterator[tuple[str, Any]]:
    """Headquarters and every door that can be reached from it, by its path."""
    left: list[tuple[str, Any]] = [("", hq)]
    while left:
        path, door = left.pop(0)
        yield path, door
        late = (name for name, one in vars(type(door)).items() if isinstance(one, cached_property))
        for name, value in {**vars(door), **{name: getattr(door, name) for name in late}}.items():
            home = type(value).__module__
            if not name.startswith("_") and home.startswith("campaign.") and right_of_any(value):
                left.append((f"{path}{name}.", value))


def right_of_any(value: object) -> bool:
    """Whether it is a door: something with a method that declares a right."""
    return any(right_of(one) for _, one in inspect.getmembers(type(value), inspect.isfunction))


def public_names(door: object) -> list[str]:
    return [name for name in {*dir(type(door)), *vars(door)} if not name.startswith("_")]


def methods(hq: Headquarters) -> dict[str, str]:
    """Every public method by its path, with the right that it declares."""
    return {
        f"{path}{name}": right_of(method)
        for path, door in doors(hq)
        for name, method in inspect.getmembers(type(door), inspect.isfunction)
        if not name.startswith("_")
    }


# -- who calls ---------------------------------------------------------------------------------------------------


class Who(NamedTuple):
    """A caller, and what he is where he calls, written down by hand. own: sits there by name."""

    caller: Caller
    sides: tuple[str, ...] = ()
    umpire: bool = False
    own: bool = False

    def holds(self) -> bool:
        role = self.caller.role
        return not role or role in self.sides or (role == "umpire" and self.umpire)

    def plays(self) -> bool:
        role = self.caller.role
        return bool(self.sides) if role is None else role in self.sides

    def looks_as_one(self) -> bool:
        """As one side, not as an observer."""
        return len(self.sides) == 1 if self.caller.role is None else self.plays()

    def umpires(self) -> bool:
        return self.umpire and self.caller.role in (None, "umpire")


SEATED: Mapping[str, Who] = {
    "somebody at this screen": Who(local()),
    "a player": Who(local("kim"), ("red",), own=True),
    "the other player": Who(local("bob"), ("blue",), own=True),
    "a player from elsewhere": Who(Caller("kim"), ("red",), own=True),
    "somebody else at this screen": Who(local("zed")),
    "the umpire": Who(local("ump"), umpire=True),
    "the umpire from elsewhere": Who(Caller("ump"), umpire=True),
    "the umpire as umpire": Who(Caller("ump", role="umpire"), umpire=True),
    "the umpire as observer": Who(local("ump").looking_as(""), umpire=True),
    "the umpire as a side": Who(local("ump").looking_as("red"), umpire=True),
    "a player as observer": Who(local("kim").looking_as(""), ("red",), own=True),
    "a player as the other": Who(local("kim").looking_as("blue"), ("red",), own=True),
    "a player as umpire": Who(local("kim").looking_as("umpire"), ("red",), own=True),
    "nobody": Who(Caller("eve")),
    "nobody as observer": Who(Caller("eve", role="")),
    "nobody as a side": Who(Caller("eve", role="blue")),
    "nobody as umpire": Who(Caller("eve", role="umpire")),
    "who has the rights, but no name here": Who(Caller("eve", umpire=True, seats=True)),
}
"""Where both seats and the umpire's chair bear names: kim, bob, ump."""
SHARED: Mapping[str, Who] = {
    "somebody at this screen": Who(local(), ("red", "blue"), umpire=True),
    "as a side": Who(local().looking_as("blue"), ("red", "blue"), umpire=True),
    "as umpire": Who(local().looking_as("umpire"), ("red", "blue"), umpire=True),
    "as observer": Who(local().looking_as(""), ("red", "blue"), umpire=True),
    "who plays free seats": Who(Caller("amy", seats=True), ("red", "blue")),
    "who may be umpire": Who(Caller("amy", umpire=True), umpire=True),
    "nobody": Who(Caller("eve")),
    "nobody as a side": Who(Caller("eve", role="red")),
    "nobody as umpire": Who(Caller("eve", role="umpire")),
}
"""Where nobody's name stands anywhere."""


# -- what is called ----------------------------------------------------------------------------------------------


class Place(NamedTuple):
    """Where everything stands. named: seats and umpire bear names. secret: sides of the campaign have secrets. ahead:
    of the clock."""

    hq: Headquarters
    path: Path
    battle: str
    campaign: str
    named: bool
    secret: bool
    ahead: Ahead

    @property
    def umpire(self) -> Headquarters:
        return self.hq.for_(local("ump")) if self.named else self.hq


def ok(answer: object) -> Acted:
    assert isinstance(answer, Acted), answer
    return answer


class Prepared(NamedTuple):
    """The files of a place, to be copied."""

    path: Path
    battle: str
    campaign: str
    named: bool
    secret: bool


def place(made: Prepared, path: Path) -> Place:
    """What was prepared, in a folder where it may be changed."""
    copytree(made.path, path, dirs_exist_ok=True)
    ahead = Ahead()
    hq = Headquarters(path / "home", steady_world("again", ahead))
    return Place(hq, path, made.battle, made.campaign, made.named, made.secret, ahead)


def prepared(path: Path, named: bool, secret: bool) -> Prepared:
    """A duel under way, with a bot's answer to come in another; a campaign with one battle filed and one begun."""
    with Headquarters(path / "home", steady_world()) as hq:
        return _prepared(hq, path, named, secret)


def _prepared(hq: Headquarters, path: Path, named: bool, secret: bool) -> Prepared:
    umpire = hq.for_(local("ump")) if named else hq
    folder(path / "open", policy='secrecy = "open"\n')
    files = folder(path / "files", policy=f'secrecy = "{"sides" if secret else "open"}"\n')
    if named:
        text = (files / "campaign.toml").read_text()
        for side, player in (("red", "kim"), ("blue", "bob")):
            text = text.replace(f'id = "{side}"\n', f'id = "{side}"\nplayer = "{player}"\n', 1)
        (files / "campaign.toml").write_text('umpire = "ump"\n' + text)
    battle = duel(umpire, "kim" if named else "", "bob" if named else "")
    campaign = ok(umpire.campaigns.new(files, name="c")).diary
    ok(umpire.campaigns.begin(campaign, "n0"))
    ok(umpire.campaigns.returns.file(campaign, "n0-1", {"winner": "draw"}))
    ok(umpire.campaigns.act(campaign, {"kind": "advance", "days": 1}))
    ok(umpire.campaigns.begin(campaign, "n1"))
    (path / "kit.toml").write_text(umpire.rosters.text(KIT))
    (path / "orders.toml").write_text('[[formation]]\nid = "new"\nname = "New"\nside = "red"\n')
    hq.anchor(path / "anchor.json")
    with Headquarters(path / "other", steady_world("other")) as other:
        other.battles.new("ring", name="brought")
        other.export(path / "brought.ndjson")
    return Prepared(path, battle, campaign, named, secret)


def duel(hq: Headquarters, red: str = "", blue: str = "", **more: Any) -> str:
    """Cards are dealt, red has laid one."""
    seats = [Seat("red", red), Seat("blue", blue)]
    ring = ok(hq.battles.new("ring", seats=seats, undo="consent", **more)).diary
    for side, player in (("red", red), ("blue", blue)):
        mine = hq.for_(local(player or "local").looking_as(side))
        ok(mine.battles.act(ring, {"kind": "deal"}))
        if side == "red":
            ok(mine.battles.act(ring, mine.battles.legal(ring)[0].action))
    return ring


Call = Callable[[Headquarters, Place], Any]
RING, TANKS, ONCE = (
    Setup("ring"),
    Setup("tiger-shermans", bots={"us": ("random",), "ge": ("random",)}),
    Extent(1, jobs=1),
)
TURN = {"kind": "face", "heading": 90}


def _bots_act(h: Headquarters, p: Place) -> Any:
    """What was chosen for a battle of bots, done by whoever asks."""
    ring = ok(p.hq.battles.new("ring", seats=[Seat("red", bot="random"), Seat("blue", bot="random")])).diary
    choice = p.hq.battles.bots.choice(ring)
    assert choice is not None
    return h.battles.bots.act(ring, choice)


def _bots_ring(p: Place) -> str:
    return ok(p.hq.battles.new("ring", seats=[Seat("red", bot="random")])).diary


def _fought_out(p: Place) -> str:
    """A duel like the other, that is over."""
    red, blue = ("kim", "bob") if p.named else ("", "")
    battle = duel(p.umpire, red, blue)
    ok(p.hq.for_(local(red or "local").looking_as("red")).battles.act(battle, {"kind": "concede"}))
    return battle


def _asked_back(h: Headquarters, p: Place) -> Any:
    """The first player asks to have his card back; whoever calls answers."""
    red = p.hq.for_(local("kim" if p.named else "local").looking_as("red")).battles
    if p.hq.battles.view(p.battle).request is None:
        ok(red.rewind(p.battle, 1))
    return h.battles.answer_undo(p.battle, False)


# -- seats -------------------------------------------------------------------------------------------------------


class Wing(NamedTuple):
    """Battles or campaigns, as far as seats go."""

    name: str

    def of(self, h: Headquarters) -> Any:
        return getattr(h, self.name)

    def seats(self, h: Headquarters) -> Any:
        return self.of(h).seats

    def open(self, h: Headquarters, p: Place, first: str = "", second: str = "", **how: Any) -> str:
        """Its sides are red and blue. first, second: who has their seats."""
        what = "ring" if self.name == "battles" else p.path / "open"
        wanted = [Seat("red", first), Seat("blue", second)]
        return ok(self.of(h).new(what, seats=wanted, apart=True, **how)).diary

    def table(self, p: Place, by: str = "local") -> str:
        """Where seats bear names: kim has red, blue is offered to all, ump is umpire and has opened it. Else somebody
        else has, and all seats are offered to all."""
        return self.open(p.umpire, p, "kim") if p.named else self.open(p.hq.for_(local(by)), p)

    def to_one(self, p: Place) -> str:
        """Blue is offered by name: to eve, or to whoever sits at this screen."""
        found, host = self.table(p, "zed"), p.umpire if p.named else p.hq.for_(local("zed"))
        ok(self.seats(host).offer(found, "blue", "eve" if p.named else "local"))
        return found

    def free(self, p: Place) -> str:
        """Blue is nobody's, and not offered."""
        found = self.table(p)
        ok(self.seats(p.umpire).withdraw(found, "blue"))
        return found

    def in_vain(self, p: Place) -> str:
        """Zoe has red, kim or local has blue, ump is umpire; who is asked has not been heard of for long: red, in a
        campaign its umpire."""
        found = self.open(p.hq.for_(local("ump")), p, "zoe", "kim" if p.named else "local", absence=1)
        p.ahead.on(days=2)
        return found

    def asked(self) -> str:
        return "red" if self.name == "battles" else UMPIRE

    def at_word(self, p: Place) -> str:
        """Kim and bob sit there; or whoever is there plays, and nothing is hidden."""
        if p.named:
            return self.open(p.umpire, p, "kim", "bob")
        return ok(self.of(p.hq).new("tank-duel" if self.name == "battles" else p.path / "open")).diary

    def seat(self, h: Headquarters, p: Place) -> Any:
        """Free the first seat, or take it."""
        first = "nk" if self.name == "battles" and not p.named else "red"
        return self.seats(h).seat(self.at_word(p), first, "" if p.named else h.caller.player)

    def calls(self) -> dict[str, Call]:
        seats = self.seats
        found: dict[str, Call] = {
            "offers": lambda h, p: seats(h).offers(self.table(p)),
            "hosts": lambda h, p: seats(h).hosts(self.table(p)),
            "seat": self.seat,
            "offer": lambda h, p: seats(h).offer(self.free(p), "blue", "zoe"),
            "accept": lambda h, p: seats(h).accept(self.table(p, "zed"), "blue"),
            "decline": lambda h, p: seats(h).decline(self.to_one(p), "blue"),
            "withdraw": lambda h, p: seats(h).withdraw(self.table(p), "blue"),
            "leave": lambda h, p: seats(h).leave(
                self.table(p) if p.named else self.open(p.hq, p, "local"), "red"
            ),
            "free": lambda h, p: seats(h).free(self.in_vain(p), self.asked()),
            "welcome": lambda h, p: seats(h).welcome(self.table(p), "zoe"),
            "take_record": lambda h, p: seats(h).take_record(self.table(p, "zed")),
            "put_away": lambda h, p: seats(h).put_away(self.open(p.umpire, p)),
        }
        return {f"{self.name}.seats.{name}": call for name, call in found.items()}


CALLS: Mapping[str, Call] = {
    "looking_as": lambda h, p: h.looking_as(h.caller.role),
    "for_": lambda h, p: h.for_(Caller("amy")),
    "whoami": lambda h, p: h.whoami(),
    "changes": lambda h, p: h.changes(h.changes().cursor - 1),
    "awaiting": lambda h, p: h.awaiting(),
    "lobby": lambda h, p: h.lobby(),
    "private": lambda h, p: h.private(),
    "salvage": lambda h, p: h.salvage(),
    "porter.meet": lambda h, p: h.porter.meet(ANYBODY),
    "porter.all_opened_by": lambda h, p: h.porter.all_opened_by("battle", "uma", ""),
    "porter.opened_by": lambda h, p: h.porter.opened_by(p.battle, "uma", ""),
    "porter.seal": lambda h, p: h.porter.seal(p.battle, 1),
    "porter.players_at": lambda h, p: h.porter.players_at([p.battle]),
    "act_each": lambda h, p: h.act_each([(Caller("eve"), {"battle": p.battle, "action": TURN})]),
    "kind": lambda h, p: h.kind(p.battle),
    "packs.all": lambda h, p: h.packs.all(),
    "packs.system": lambda h, p: h.packs.system(DUEL),
    "packs.scenarios": lambda h, p: h.packs.scenarios(DUEL),
    "packs.scenario": lambda h, p: h.packs.scenario("ring"),
    "packs.copy": lambda h, p: h.packs.copy("combat-veteran", "scenarios/tank-duel.toml"),
    "packs.diff": lambda h, p: h.packs.diff("combat-veteran"),
    "packs.files": lambda h, p: h.packs.files("combat-veteran"),
    "packs.new": lambda h, p: h.packs.new("scenario", "combat-veteran", "my-own"),
    "rosters.all": lambda h, p: h.rosters.all(DUEL),
    "rosters.show": lambda h, p: h.rosters.show(DUEL, "bold"),
    "rosters.judge": lambda h, p: h.rosters.judge(DUEL, KIT),
    "rosters.added": lambda h, p: h.rosters.added(DUEL, KIT, Fit("ember-blade", "", 0)),
    "rosters.removed": lambda h, p: h.rosters.removed(DUEL, KIT, 0),
    "rosters.text": lambda h, p: h.rosters.text(KIT),
    "rosters.read": lambda h, p: h.rosters.read(p.path / "kit.toml"),
    "rosters.save": lambda h, p: h.rosters.save(DUEL, "mine", KIT),
    "rosters.delete": lambda h, p: h.rosters.delete(DUEL, "mine"),
    "battles.new": lambda h, p: h.battles.new("ring"),
    "battles.open_samples": lambda h, p: h.battles.open_samples(),
    "battles.all": lambda h, p: h.battles.all(),
    "battles.archive": lambda h, p: h.battles.archive(p.battle, back=True),
    "battles.last": lambda h, p: h.battles.last(),
    "battles.info": lambda h, p: h.battles.info(p.battle),
    "battles.head": lambda h, p: h.battles.head(p.battle),
    "battles.standing": lambda h, p: h.battles.standing(p.battle),
    "battles.moment": lambda h, p: h.battles.moment(p.battle),
    "battles.view": lambda h, p: h.battles.view(p.battle, 2),
    "battles.legal": lambda h, p: h.battles.legal(p.battle),
    "battles.odds": lambda h, p: h.battles.odds(p.battle, {"kind": "lay", "card": "fog-horn"}),
    "battles.preview": lambda h, p: h.battles.preview(p.battle, TURN),
    "battles.log": lambda h, p: h.battles.log(p.battle),
    "battles.show": lambda h, p: h.battles.show(p.battle, 1),
    "battles.difference": lambda h, p: h.battles.difference(p.battle, 1, 2),
    "battles.verify": lambda h, p: h.battles.verify(p.battle),
    "battles.excerpt": lambda h, p: h.battles.excerpt(io.BytesIO(), [p.battle]),
    "battles.act": lambda h, p: h.battles.act(p.battle, TURN),
    "battles.undo": lambda h, p: h.battles.undo(p.battle),
    "battles.redo": lambda h, p: h.battles.redo(p.battle),
    "battles.answer_undo": _asked_back,
    "battles.rewind": lambda h, p: h.battles.rewind(p.battle, h.battles.head(p.battle)),
    **Wing("battles").calls(),
    "battles.rematch": lambda h, p: h.battles.rematch(_fought_out(p)),
    "battles.fork": lambda h, p: h.battles.fork(p.battle),
    "battles.bots.best": lambda h, p: h.battles.bots.best(p.battle),
    "battles.bots.seated": lambda h, p: h.battles.bots.seated(p.battle),
    "battles.bots.choice": lambda h, p: h.battles.bots.choice(_bots_ring(p)),
    "battles.bots.act": _bots_act,
    "battles.bots.move": lambda h, p: h.battles.bots.move(_bots_ring(p)),
    "battles.bots.play": lambda h, p: h.battles.bots.play(_bots_ring(p)),
    "campaigns.new": lambda h, p: h.campaigns.new("marines-in-korea"),
    "campaigns.open_samples": lambda h, p: h.campaigns.open_samples(),
    "campaigns.all": lambda h, p: h.campaigns.all(),
    "campaigns.last": lambda h, p: h.campaigns.last(),
    "campaigns.archive": lambda h, p: h.campaigns.archive(p.campaign, back=True),
    "campaigns.info": lambda h, p: h.campaigns.info(p.campaign),
    "campaigns.head": lambda h, p: h.campaigns.head(p.campaign),
    "campaigns.standing": lambda h, p: h.campaigns.standing(p.campaign),
    "campaigns.moment": lambda h, p: h.campaigns.moment(p.campaign),
    "campaigns.view": lambda h, p: h.campaigns.view(p.campaign, 2),
    "campaigns.difference": lambda h, p: h.campaigns.difference(p.campaign, 1, 2),
    "campaigns.log": lambda h, p: h.campaigns.log(p.campaign),
    "campaigns.verify": lambda h, p: h.campaigns.verify(p.campaign),
    "campaigns.record.search": lambda h, p: h.campaigns.record.search(p.campaign, Query(words="begins")),
    "campaigns.record.why": lambda h, p: h.campaigns.record.why(p.campaign, mine(h)),
    "campaigns.record.filed": lambda h, p: h.campaigns.record.filed(p.campaign),
    "campaigns.record.policy": lambda h, p: h.campaigns.record.policy(p.campaign),
    "campaigns.record.statistics": lambda h, p: h.campaigns.record.statistics(p.campaign),
    "campaigns.record.rebuild": lambda h, p: h.campaigns.record.rebuild(),
    "campaigns.files.samples": lambda h, p: h.campaigns.files.samples(),
    "campaigns.files.sample_ids": lambda h, p: h.campaigns.files.sample_ids(),
    "campaigns.files.check": lambda h, p: h.campaigns.files.check("marines-in-korea"),
    "campaigns.files.orders": lambda h, p: h.campaigns.files.orders(given(p, "orders.toml")),
    "campaigns.files.line": lambda h, p: h.campaigns.files.line(given(p, "orders.toml"), "formation[0].id"),
    "campaigns.files.policy": lambda h, p: h.campaigns.files.policy(given(p, "files/policy.toml")),
    "campaigns.files.default_policy": lambda h, p: h.campaigns.files.default_policy(),
    "campaigns.files.orders_text": lambda h, p: h.campaigns.files.orders_text(p.campaign, "people"),
    "campaigns.returns.text": lambda h, p: h.campaigns.returns.text(p.campaign, "n1-1"),
    "campaigns.returns.form": lambda h, p: h.campaigns.returns.form(p.campaign, "n1-1"),
    "campaigns.returns.line": lambda h, p: h.campaigns.returns.line(
        p.path / "orders.toml", "$.formation[0].id"
    ),
    "campaigns.act": lambda h, p: h.campaigns.act(
        p.campaign, {"kind": "promote", "person": f"{mine(h)}-gunner", "rank": "Sgt"}
    ),
    "campaigns.staff.orders": lambda h, p: h.campaigns.staff.orders(p.campaign),
    "campaigns.returns.draft": lambda h, p: h.campaigns.returns.draft(p.campaign, "n1-1"),
    "campaigns.halves.form": lambda h, p: h.campaigns.halves.form(p.campaign, "n1-1", mine(h)[:-2]),
    "campaigns.halves.text": lambda h, p: h.campaigns.halves.text(p.campaign, "n1-1", mine(h)[:-2]),
    "campaigns.halves.give": lambda h, p: h.campaigns.halves.give(
        p.campaign, "n1-1", {"winner": "draw"}, mine(h)[:-2]
    ),
    "campaigns.halves.laid": lambda h, p: h.campaigns.halves.laid(p.campaign, "n1-1"),
    "campaigns.resume": lambda h, p: h.campaigns.resume(p.campaign, "n1-1"),
    "campaigns.returns.file": lambda h, p: h.campaigns.returns.file(p.campaign, "n1-1", {"winner": "draw"}),
    "campaigns.returns.plan": lambda h, p: h.campaigns.returns.plan(
        p.campaign, {"battle": "n0-1", "winner": "red"}
    ),
    "campaigns.returns.correct": lambda h, p: h.campaigns.returns.correct(
        p.campaign, {"battle": "n1-1", "winner": "red"}
    ),
    **Wing("campaigns").calls(),
    "campaigns.begin": lambda h, p: h.campaigns.begin(p.campaign, "n2"),
    "campaigns.plan_undo": lambda h, p: h.campaigns.plan_undo(p.campaign, h.campaigns.head(p.campaign)),
    "campaigns.undo": lambda h, p: h.campaigns.undo(p.campaign),
    "campaigns.redo": lambda h, p: h.campaigns.redo(p.campaign),
    "campaigns.rewind": lambda h, p: h.campaigns.rewind(p.campaign, 2),
    "campaigns.fork": lambda h, p: h.campaigns.fork(p.campaign),
    "campaigns.staff.step": lambda h, p: h.campaigns.staff.step(p.campaign),
    "campaigns.staff.play": lambda h, p: h.campaigns.staff.play(p.campaign),
    "simulations.run": lambda h, p: h.simulations.run(RING, ONCE),
    "simulations.compare": lambda h, p: h.simulations.compare(RING, RING, ONCE),
    "simulations.battle": lambda h, p: h.simulations.battle(RING, 1),
    "simulations.trials": lambda h, p: h.simulations.trials("combat-veteran", ONCE),
    "simulations.save": lambda h, p: h.simulations.save(TANKS, 1),
    "import_": lambda h, p: h.import_((p.path / "brought.ndjson").read_bytes()),
    "export": lambda h, p: h.export(io.BytesIO(), [p.battle]),
    "anchor": lambda h, p: h.anchor(io.BytesIO()),
    "check_anchor": lambda h, p: h.check_anchor((p.path / "anchor.json").read_bytes()),
    "close": lambda h, p: h.close(),
}
"""In this order all of them succeed for somebody who may do everything."""


def given(p: Place, file: str) -> dict[str, bytes]:
    """A file as content."""
    return {Path(file).name: (p.path / file).read_bytes()}


def mine(h: Headquarters) -> str:
    """A machine of the caller's side: of red, if he has none."""
    player = h.caller.role if h.caller.role == "blue" else h.caller.player
    return "blue-5" if player in ("bob", "blue") else "red-5"


def outcome(call: Call, hq: Headquarters, where: Place) -> str:
    """The kind of the refusal; "" if it was done."""
    try:
        answer = call(hq, where)
        if inspect.isgenerator(answer):
            answer = next(answer)
    except Refused as refused:
        return refused.kind
    return answer.kind if isinstance(answer, Refusal) else ""


# -- what they get ---------------------------------------------------------------------------------------------------


def forbidden(do: Callable[[], Any]) -> Refusal:
    """What refuses it, for want of a right."""
    try:
        answer = do()
    except Refused as refused:
        answer = Refusal.of(refused)
    assert isinstance(answer, Refusal), answer
    assert answer.kind == "forbidden", answer
    assert answer.reason.endswith(".")
    return answer


def refused(do: Callable[[], Any]) -> Refusal:
    try:
        answer = do()
    except Refused as found:
        answer = Refusal.of(found)
    assert isinstance(answer, Refusal), answer
    return answer


def text_of(*values: Any) -> str:
    return b"\n".join(map(msgspec.json.encode, values)).decode()
