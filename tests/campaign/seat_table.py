"""The table of docs/callers.md, made from the functions that decide: `python -m tests.campaign.seat_table` writes it.

A position is a table at some moment: who sits where, what is offered, what is hidden, who may look on. The product of
all of them is asked for every way to come to a seat, to leave it and to look, as every kind of caller.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from campaign.battles.rewinding import decide_answer
from campaign.battles.state import Battle
from campaign.battles.table import Request, Table
from campaign.rules import seats as s
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.shared.callers import Caller, Rights, Seating, keeper, local, named, rights
from campaign.shared.seating import There, Vain, all_taken, events, seated_at_word
from events.entry import Author

PAGE = Path(__file__).parents[2] / "docs" / "callers.md"
BEGIN, END = "<!-- seats: made by tests/campaign/seat_table.py -->", "<!-- seats: end -->"

How = Literal["apart", "together", "study"]
Where = Literal["server", "machine"]
Kind = Literal["battle", "campaign"]
Look = Literal["open", "private"]
Phase = Literal["offered", "running", "request", "over"]
Blue = Literal["taken", "absent", "blocked", "named", "all", "free", "bot"]


class Position(NamedTuple):
    """how: people sit. where: at one machine, or on a server. look: who may look on. blue: how it stands with that
    seat: somebody has it, has been asked in vain for long, or is blocked; it is offered to one or to all, or not; a
    bot has it."""

    how: How
    where: Where
    kind: Kind
    hides: bool
    look: Look
    phase: Phase
    blue: Blue

    @property
    def begun(self) -> bool:
        return self.phase in ("running", "request")

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def sits_on_blue(self) -> str:
        return {"taken": "ben", "absent": "ben", "blocked": "bad", "bot": "bot:random"}.get(self.blue, "")

    def seating(self) -> Seating:
        look: s.LookOn = "members" if self.look == "open" else "invited"
        if self.how != "apart":
            rules = s.TableRules("together", self.where == "machine", look)
            study = "ann" if self.how == "study" else ""
            return Seating({"red": "", "blue": ""}, "", rules, opener="ann" if study else "odo", study=study)
        offers = {"named": {"blue": s.Offer("ofi", "odo")}, "all": {"blue": s.Offer("", "odo")}}.get(
            self.blue, {}
        )
        had = {"ann": "red", "uma": UMPIRE, "fay": "red" if self.blue == "bot" else "blue"}
        if self.blue in ("taken", "absent", "blocked"):
            had[self.sits_on_blue] = "blue"
        chairs = s.Chairs(offers, had, {}, tuple(dict.fromkeys((*had, "ofi", "gil"))), umpire=True)
        rules = s.TableRules("apart", self.where == "machine", look)
        return Seating({"red": "ann", "blue": self.sits_on_blue}, "uma", rules, chairs, "odo")

    def there(self) -> There:
        vain = Vain(1, 20.0 if self.blue == "absent" else 1.0)
        blue = self.blue in ("taken", "absent", "blocked")
        return There(
            self.over,
            self.begun,
            self.hides,
            lambda seat: vain if blue and seat == "blue" else None,
            blocked=lambda player: player == "bad" and self.where == "server",
        )


def positions(how: How, where: Where) -> Iterator[Position]:
    """All that there are. A study hides nothing from its one player, nor is anything offered where people are
    together."""
    blues = (
        [one for one in get_args(Blue) if where == "server" or one != "blocked"]
        if how == "apart"
        else ["free"]
    )
    looks = ("private",) if how == "study" else get_args(Look)
    for kind, hides, look, phase, blue in product(
        get_args(Kind), (False, True), looks, get_args(Phase), blues
    ):
        lonely = kind == "campaign" and (phase == "request" or blue == "bot")  # there is no such thing
        if not lonely and not (how != "apart" and phase == "offered"):
            yield Position(how, where, kind, hides, look, phase, blue)


WHO: Mapping[str, str] = {
    "nobody": "nobody",
    "stranger": "eve",
    "offered": "ofi",
    "player": "ann",
    "former": "fay",
    "opener": "odo",
    "umpire": "uma",
    "no scope": "uma",
    "keeper": "kit",
    "blocked": "bad",
    "bot": "bot:random",
}
"""Kinds of callers → who stands for them. Nobody: who has no account. Offered: by name, or once. No scope: the umpire,
with a token that is good for playing, but for no umpire's chair."""
SHOWN: Mapping[tuple[How, Where], tuple[str, ...]] = {
    ("apart", "server"): (
        "nobody",
        "stranger",
        "offered",
        "player",
        "former",
        "opener",
        "umpire",
        "no scope",
        "keeper",
    ),
    ("apart", "machine"): ("stranger", "offered", "player", "former", "opener", "umpire"),
    ("together", "server"): ("nobody", "stranger", "opener", "no scope", "keeper"),
    ("together", "machine"): ("stranger", "opener"),
    ("study", "server"): ("nobody", "stranger", "player", "keeper"),
    ("study", "machine"): ("stranger", "player"),
}
"""Who has a column where. Who is blocked has no token, a bot is no caller; at one machine everybody keeps the house."""


def caller(who: str, p: Position) -> Caller:
    player = WHO[who]
    if who == "nobody":
        return Caller(player, role="")
    if p.where == "machine" and who != "bot":
        return local(player)
    shared, chair = p.how == "together", who != "no scope"
    return Caller(player, shared and chair, shared, who == "keeper", chair=chair)


class Asked(NamedTuple):
    """A position, and who asks for something in it."""

    p: Position
    seating: Seating
    caller: Caller
    rights: Rights

    def in_role(self) -> None:
        """Nothing is done by whoever only looks on."""
        if self.caller.role is not None:
            self.rights.held(self.caller.role)

    def seat(self, action: s.SeatAction) -> None:
        self.in_role()
        events(self.seating, self.caller, action, self.p.there())

    def own(self) -> str:
        """His seat; red, if he has none."""
        return next((seat for seat, one in self.seating.seats.items() if one == self.caller.player), "red")


def _looks(side: str) -> Callable[[Asked], None]:
    def look(a: Asked) -> None:
        rights(a.caller.looking_as(side), a.seating).viewer()

    return look


def _act(a: Asked) -> None:
    """In a battle, for a side; in a campaign also as its umpire."""
    a.in_role()
    if a.p.over:
        raise Refused("It is over.")
    offered = a.seating.chairs.offers if a.p.kind == "campaign" else a.seating.waiting
    all_taken(a.seating, list(offered), lambda: a.p.begun)
    if not (a.p.kind == "campaign" and a.rights.umpire):
        a.rights.played()


def _go_back(a: Asked) -> None:
    a.in_role()
    if a.p.over or not a.p.begun:
        raise Refused("There is nothing to go back from.")
    if a.p.kind == "campaign":
        a.rights.of_the_umpire()
    elif not a.rights.umpire:
        a.rights.played()


def _grant(a: Asked) -> None:
    """What red, or ann, has asked for."""
    a.in_role()
    if a.p.phase != "request":
        raise Refused("Nobody asks.")
    request = Request("red", 1, "jump", "ann" if a.p.how == "apart" else "")
    role = next((one for one in a.rights.roles if one != "red"), next(iter(a.rights.roles), ""))
    rights(a.caller, a.seating).held(role)
    decide_answer(Battle(Table(request=request), None), Author(a.caller.player, role), True)


def _fork(a: Asked) -> None:
    a.rights.seeing_all(a.p.hides, a.p.over)


def _export(a: Asked) -> None:
    """At one machine this takes the record out by itself."""
    keeper(a.caller)
    try:
        a.rights.whole(a.p.hides, a.p.over)
    except Refused:
        if not a.caller.here or a.seating.had(a.caller.player):
            raise


def _bot(a: Asked) -> None:
    keeper(a.caller)
    a.rights.runs("blue")


def _at_word(a: Asked) -> None:
    a.in_role()
    seated_at_word(a.seating, a.caller, "blue", a.caller.player, a.p.there())


WAYS: Mapping[str, Callable[[Asked], None]] = {
    "offer blue to one": lambda a: a.seat(s.OfferSeat("blue", "new")),
    "offer blue to all": lambda a: a.seat(s.OfferSeat("blue", "")),
    "withdraw the offer": lambda a: a.seat(s.WithdrawSeat("blue")),
    "accept blue": lambda a: a.seat(s.AcceptSeat("blue")),
    "decline blue": lambda a: a.seat(s.DeclineSeat("blue")),
    "take blue at one's word": _at_word,
    "leave one's seat": lambda a: a.seat(s.LeaveSeat(a.own())),
    "free blue": lambda a: a.seat(s.FreeSeat("blue")),
    "let somebody look on": lambda a: a.seat(s.Welcome("new")),
    "put it away": lambda a: a.seat(s.PutAway()),
    "look on": lambda a: None,
    "look as red": _looks("red"),
    "look as blue": _looks("blue"),
    "look as umpire": _looks(UMPIRE),
    "act": _act,
    "go back, or ask to": _go_back,
    "grant what red asked": _grant,
    "fork it, as a study": _fork,
    "take the record": lambda a: a.seat(s.TakeRecord()),
    "export the whole": _export,
    "play blue's bot": _bot,
}
"""All that there is to come to a seat, to leave it, and to look and act from it: raises Refused where it may not be."""


KEPT = ("free blue", "take the record")
"""What whoever keeps the diaries may do at a table that he does not know."""


@cache
def may(way: str, who: str, p: Position) -> bool:
    """As the deciding functions have it; to whom a table is unknown everything is refused, but what its keeper does."""
    seating, asks = p.seating(), caller(who, p)
    if not seating.known_to(asks) and not (asks.keeper and way in KEPT):
        return False
    try:
        named(asks)
        WAYS[way](Asked(p, seating, asks, rights(asks, seating)))
    except Refused:
        return False
    return True


# -- in words ----------------------------------------------------------------------------------------------------

WORDS: Mapping[str, Mapping[object, str]] = {
    "kind": {"battle": "in battles", "campaign": "in campaigns"},
    "hides": {True: "where sides hide something", False: "where nothing is hidden"},
    "look": {"open": "where all may look on", "private": "at a private one"},
    "phase": {
        "offered": "before it begins",
        "running": "while it goes on",
        "request": "while somebody asks to go back",
        "over": "when it is over",
    },
    "blue": {
        "taken": "taken",
        "absent": "asked in vain",
        "blocked": "its player blocked",
        "named": "offered to one",
        "all": "offered to all",
        "free": "nobody's",
        "bot": "a bot's",
    },
}


def condition(yes: Collection[Position], among: Collection[Position]) -> str:
    """What sets some positions off from others, in words; `yes` for all, `–` for none."""
    if not yes:
        return "–"
    if len(yes) == len(among):
        return "yes"
    values = {name: {getattr(one, name) for one in yes} for name in WORDS}
    described = [one for one in among if all(getattr(one, name) in values[name] for name in WORDS)]
    said: list[str] = []
    for name, words in WORDS.items():
        if (
            name == "phase"
            and "over" not in values[name]
            and len(values[name]) == len({p.phase for p in among}) - 1
        ):
            said.append("until it is over")
        elif values[name] != {getattr(one, name) for one in among}:
            said.append(" or ".join(word for value, word in words.items() if value in values[name]))
    if len(described) == len(yes):
        return ", ".join(said)
    split = next(name for name in ("look", "hides", "kind", "phase", "blue") if _parts(name, yes, among))
    parts = [
        f"{word}: {inner}"
        for value, word in WORDS[split].items()
        if (inner := condition(_with(yes, split, value), _with(among, split, value))) not in ("–",)
    ]
    return "; ".join(part.removesuffix(": yes") for part in parts)


def _with(some: Iterable[Position], name: str, value: object) -> list[Position]:
    return [one for one in some if getattr(one, name) == value]


def _parts(name: str, yes: Collection[Position], among: Collection[Position]) -> bool:
    """Whether it is told apart by this, at least in part."""
    each = [
        len(_with(yes, name, value)) / len(found)
        for value in WORDS[name]
        if (found := _with(among, name, value))
    ]
    return len(set(each)) > 1


TITLES: Mapping[tuple[How, Where], str] = {
    ("apart", "server"): "Seats belong to players, on a server",
    ("apart", "machine"): "Seats belong to players, at one machine",
    ("together", "server"): "People play together, on a server with `--shared`",
    ("together", "machine"): "People play together, at one machine",
    ("study", "server"): "A study of the player's, on a server",
    ("study", "machine"): "A study of the player's, at one machine",
}


@cache
def table() -> str:
    """As it stands in docs/callers.md."""
    parts: list[str] = []
    for (how, where), title in TITLES.items():
        every = [*positions(how, where)]
        callers = SHOWN[how, where]
        parts += [f"### {title}", "", f"| | {' | '.join(callers)} |", f"|---|{'---|' * len(callers)}"]
        for way in WAYS:
            yes = {who: [p for p in every if may(way, who, p)] for who in callers}
            done = {one for some in yes.values() for one in some}
            among = [p for p in every if p in done]
            if among:
                cells = [condition(yes[who], among) for who in callers]
                when = condition(among, every)
                row = way if when == "yes" else f"{way} ({when})"
                parts.append(f"| {row} | {' | '.join(cells)} |")
        parts.append("")
    return "\n".join(parts)


def main() -> None:
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n\n{table()}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
