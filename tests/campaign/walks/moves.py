"""What somebody may try: some of it is refused, and that is as it should be."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Literal

from campaign.battles.table import Seat
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Refusal
from tests.campaign.walks.champions import SCENARIOS, files
from tests.campaign.walks.house import GUS, MEMBERS, House
from tests.campaign.walks.truth import ROLES, UMPIRE, Step, Table, Truth

MOST_TABLES = 5
LOOKS = ("members", "members", "members", "everybody", "invited")
ABSENCES = (14, 14, 3, 0)


Keen = Literal["", "campaigns", "offers", "going back", "records"]
"""What is done more than the rest in a walk."""


class Moves:
    """Of one walk. gone: who stays away."""

    def __init__(self, house: House, truth: Truth, chance: Random, keen: Keen = "") -> None:
        self.house, self.truth, self.chance, self.keen = house, truth, chance, keen
        self.gone: set[str] = set()
        self.liked = chance.choice(MEMBERS)  # whom everybody wants

    def step(self) -> Step:
        there, roll = self.there(), self.chance.random()
        if not there:
            return self._time(self.chance.choice(MEMBERS))
        who = self.chance.choice(there)
        running = [*self.truth.running()]
        offers = self.keen == "offers"
        if not running or (
            roll < (0.5 if offers else 0.12) and len(running) < MOST_TABLES * (3 if offers else 1)
        ):
            return self._open(there[0] if offers else who)
        if roll < 0.17:
            return self._time(who)
        table = self.chance.choice(running)
        if roll < (0.4 if table.begun else 0.7):
            return self._seats(who, table)
        return self._battle(who, table) if table.kind == "battle" else self._campaign(who, table)

    def there(self) -> list[str]:
        """Who is about; who is blocked comes in by no door."""
        return [one for one in MEMBERS if one not in self.gone and not self.house.blocked(one)]

    def _one_of(self, some: Iterable[str], who: str) -> str:
        """Mostly one of those who can do something."""
        found = [one for one in some if one in self.there()]
        return self.chance.choice(found) if found and self.chance.random() < 0.7 else who

    def tried(self, who: str, verb: str, table: str, side: str, other: str, do: Callable[[], Any]) -> Step:
        try:
            answer = do()
        except Refused as refused:
            answer = Refusal.of(refused)
        return Step(who, verb, table, side, other, answer)

    # -- opening -------------------------------------------------------------------------------------

    def _wanted(self, who: str) -> str:
        if self.keen == "campaigns" and self.chance.random() < 0.4:
            return ""
        return self.chance.choice((who, who, *MEMBERS, *[self.liked] * 4, "", "", GUS))

    def _open(self, who: str) -> Step:
        chance, door = self.chance, self.house.door(who)
        look: Any = chance.choice(LOOKS)
        rules: dict[str, Any] = {"look": look, "absence": chance.choice(ABSENCES)}
        if self.house.kind == "home":
            rules["apart"] = chance.random() < 0.5
        if chance.random() < {"campaigns": 0.9, "offers": 0.0}.get(self.keen, 0.3):
            seats = [Seat(side, self._wanted(who)) for side in ("red", "blue")]
            umpire = chance.choice(("", "", who, *MEMBERS))
            content = files(chance.choice(("open", "sides")), umpire)
            said = " ".join(one.player or "nobody" for one in seats)
            return self.tried(
                who, "new", "", umpire, said, lambda: door.campaigns.new(content, seats=seats, **rules)
            )
        old = [one.name for one in self.truth.tables.values() if one.kind == "battle"]
        if old and chance.random() < 0.15:
            like = chance.choice(old)
            return self.tried(who, "rematch", "", "", like, lambda: door.battles.rematch(like))
        seats = [Seat(side, self._wanted(who)) for side in ("red", "blue")]
        if self.house.bots and chance.random() < 0.15:
            seats[chance.randrange(2)] = Seat(("red", "blue")[chance.randrange(2)], bot="random")
        umpire = chance.choice((None, None, "", who, *MEMBERS))
        scenario = "ring" if chance.random() < 0.8 else "tank-duel"
        if scenario == "tank-duel":
            seats = [Seat({"red": "nk", "blue": "us"}[one.side], one.player, one.bot) for one in seats]
        said = " ".join(one.player or one.bot or "nobody" for one in seats)
        return self.tried(
            who, "new", "", umpire or "", said,
            lambda: door.battles.new(scenario, seats=seats, umpire=umpire, undo="consent", **rules),
        )  # fmt: skip

    # -- time ----------------------------------------------------------------------------------------

    def _time(self, who: str) -> Step:
        chance, roll = self.chance, self.chance.random()
        if roll < 0.5:
            days = chance.choice((0.1, 1, 4, 15, 40))
            self.house.clock.jump(days)
            return Step("-", f"{days} days pass")
        if roll < 0.75:
            (self.gone.discard if who in self.gone or self.gone else self.gone.add)(who)
            if self.gone and chance.random() < 0.5:
                self.gone.clear()
            return Step("-", f"away: {sorted(self.gone)}")
        if roll < 0.85 or not self.house.blocked(who):
            self.house.block(who, chance.random() < 0.6)
        return Step("-", f"block {who}")

    # -- seats ---------------------------------------------------------------------------------------

    def _seats(self, who: str, table: Table) -> Step:
        chance, name = self.chance, table.name
        door: Any = self.house.door(who)
        door = (door.battles if table.kind == "battle" else door.campaigns).seats
        side = chance.choice([*table.now.seats, UMPIRE])
        mine = [seat for seat, (to, _) in table.now.offers.items() if to in ("", who)]
        sat = [seat for seat, one in table.now.seats.items() if one == who]
        other = chance.choice((*MEMBERS, "", "", GUS))
        verb = chance.choice(
            ("accept",) * (6 if mine else 1)
            + ("offer", "offer", "offer", "withdraw", "welcome", "free", "free")
            + ("decline",) * (3 if mine else 1)
            + ("leave",) * (2 if sat else 1)
            + ("put_away", "take_record", "seat")
            + ("take_record",) * (6 if self.keen == "records" else 0)
        )
        if verb in ("accept", "decline") and mine and chance.random() < 0.8:
            side = chance.choice(mine)
        if verb == "leave" and sat:
            side = sat[0]
        do: Callable[[], Any]
        match verb:
            case "offer" | "seat":
                do = lambda: getattr(door, verb)(name, side, other)  # noqa: E731
            case "welcome":
                do = lambda: door.welcome(name, other)  # noqa: E731
            case "put_away" | "take_record":
                do = lambda: getattr(door, verb)(name)  # noqa: E731
            case _:
                do = lambda: getattr(door, verb)(name, side)  # noqa: E731
        return self.tried(who, verb, name, side, other if verb in ("offer", "seat", "welcome") else "", do)

    # -- battles -------------------------------------------------------------------------------------

    def act(self, who: str, table: Table, side: str) -> Step:
        """As a side, what it is asked, or what it may."""
        battles = self.house.door(who, side).battles

        def do() -> Any:
            legal = [one.action for one in battles.legal(table.name)]
            return battles.act(table.name, self.chance.choice(legal)) if legal else None

        return self.tried(who, "act", table.name, side, "", do)

    def _battle(self, who: str, table: Table) -> Step:
        chance, name = self.chance, table.name
        who = self._one_of(table.now.seats.values(), who)
        sides = [one for one in table.now.seats if one != UMPIRE]
        sat = [seat for seat, one in table.now.seats.items() if one == who and seat != UMPIRE]
        side = sat[0] if sat and chance.random() < 0.9 else chance.choice(sides)
        role = side if chance.random() < 0.8 else chance.choice((None, UMPIRE))
        battles = self.house.door(who, role).battles
        roll = chance.random()
        if self.keen == "going back" and table.wish is None and roll > 0.7:
            roll = 0.6
        if self.keen == "records" and roll < 0.3:
            return self._export(who, name)
        if table.wish is not None and roll < 0.3:
            roll = 0.75
        if roll < 0.5:
            return self.act(who, table, side)
        if roll < 0.62:
            to = chance.randint(1, max(1, table.now.head))
            return self.tried(who, "rewind", name, side, str(to), lambda: battles.rewind(name, to))
        if roll < 0.67:
            return self.tried(who, "undo", name, side, "", lambda: battles.undo(name))
        if roll < 0.69:
            return self.tried(who, "redo", name, side, "", lambda: battles.redo(name))
        if roll < 0.80:
            grant = chance.random() < 0.7
            verb = "grant" if grant else "refuse"
            return self.tried(who, verb, name, side, "", lambda: battles.answer_undo(name, grant))
        if roll < 0.83:
            return self.tried(who, "concede", name, side, "", lambda: battles.act(name, {"kind": "concede"}))
        if roll < 0.88:
            return self.tried(who, "fork", name, "", "", lambda: battles.fork(name))
        if roll < 0.93:
            return self._export(who, name)
        if roll < 0.96 and any(one.startswith("bot:") for one in table.now.seats.values()):
            return self.tried("bot", "act", name, "", "", lambda: self.house.hq.battles.bots.move(name))
        return self._look(who, table)

    def _export(self, who: str, name: str) -> Step:
        def do() -> Any:
            self.house.door(who).export(io.BytesIO(), [name])
            return Acted(name, 0)

        return self.tried(who, "export", name, "", "", do)

    def _look(self, who: str, table: Table) -> Step:
        """All that looks must do without a fault, whoever asks."""
        role, name = self.chance.choice(ROLES), table.name
        hq = self.house.door(who, role)
        door: Any = hq.battles if table.kind == "battle" else hq.campaigns
        look = self.chance.choice(("view", "log", "moment", "standing", "verify"))
        step = self.tried(who, look, name, role or "", "", lambda: getattr(door, look)(name))
        self.tried(who, "lobby", "", "", "", lambda: (hq.lobby(), hq.awaiting()))
        return step

    # -- campaigns -----------------------------------------------------------------------------------

    def _campaign(self, who: str, table: Table) -> Step:
        chance, name = self.chance, table.name
        who = self._one_of([table.now.seats.get(UMPIRE, "")], who)
        campaigns = self.house.door(who).campaigns
        roll = chance.random()
        if roll < 0.4 and not table.study:
            node = f"n{chance.randrange(SCENARIOS if chance.random() < 0.3 else 2)}"
            seats: list[Seat] = []
            if chance.random() < 0.4:
                seats.append(Seat(chance.choice(("red", "blue")), self._wanted(who)))
            said = seats[0].player or "nobody" if seats else ""
            return self.tried(
                who,
                "begin",
                name,
                node,
                said,
                lambda: campaigns.begin(name, node, seats=seats, undo="consent"),
            )
        if roll < 0.55:
            running = campaigns.view(name).battles if self._may_look(who, table) else ()
            if battles := [one.id for one in running if one.status == "running"]:
                battle = chance.choice(battles)
                draft = {"winner": chance.choice(("red", "blue", "draw"))}
                return self.tried(
                    who, "file", name, "", battle, lambda: campaigns.returns.file(name, battle, draft)
                )
        if roll < 0.7:
            return self.tried(
                who, "advance", name, "", "", lambda: campaigns.act(name, {"kind": "advance", "days": 1})
            )
        if roll < 0.8:
            return self.tried(who, "undo", name, "", "", lambda: campaigns.undo(name))
        if roll < 0.84:
            to = chance.randint(1, max(1, table.now.head))
            return self.tried(who, "rewind", name, "", str(to), lambda: campaigns.rewind(name, to))
        if roll < 0.87:
            return self.tried(who, "redo", name, "", "", lambda: campaigns.redo(name))
        if roll < 0.9:
            return self.tried(who, "fork", name, "", "", lambda: campaigns.fork(name))
        if roll < 0.93:
            return self._export(who, name)
        return self._look(who, table)

    def _may_look(self, who: str, table: Table) -> bool:
        step = self.tried(
            who, "info", table.name, "", "", lambda: self.house.door(who).campaigns.view(table.name)
        )
        return not isinstance(step.answer, Refusal)
