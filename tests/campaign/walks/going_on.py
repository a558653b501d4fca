"""Whether somebody who sits and waits can make it go on, without the keeper: those who are not away do what may help,
and others come who have had no seat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from tests.campaign.walks.house import FRESH, MEMBERS, House
from tests.campaign.walks.moves import Moves
from tests.campaign.walks.truth import UMPIRE, Broken, Step, Table, Truth, person

LONG = 400
"""Days after which whoever is away has been away for as long as any table says."""
TRIES = 12


def make_it_go_on(house: House, truth: Truth, moves: Moves, chance: Random, steps: list[Step]) -> None:
    """Somebody stays away for good. Raises Broken for a table at which another sits who cannot make it go on."""
    gone = set(chance.sample(MEMBERS, chance.randint(0, 3))) | truth.blocked()
    steps.append(Step("-", f"away for good: {sorted(gone)}"))
    for table in [*truth.running()]:
        rules = table.told.rules
        if not table.apart or rules is None or not rules.absence:
            continue
        if house.hq.battles.info(table.name).read_only if table.kind == "battle" else False:
            continue
        sitting = {one for one in table.now.seats.values() if person(one)}
        if not table.begun:
            sitting.add(table.told.opener)
        here = sorted(one for one in sitting - gone if one not in FRESH)
        if here:
            Helpers(
                house, truth, moves, steps, table, here, [one for one in MEMBERS if one not in gone]
            ).goes_on()


class Helpers:
    """here: who waits. others: who is not away."""

    def __init__(
        self,
        house: House,
        truth: Truth,
        moves: Moves,
        steps: list[Step],
        table: Table,
        here: list[str],
        others: list[str],
    ) -> None:
        self._house, self._truth, self._moves, self._steps = house, truth, moves, steps
        self._table, self._here, self._others = table, here, [*others, *here, *FRESH]

    def _take(self, step: Step) -> bool:
        self._steps.append(step)
        self._truth.after(step)
        return step.done

    def goes_on(self) -> None:
        for _ in range(TRIES):
            self._house.clock.jump(LONG)
            if self._table.now.over or self._plays():
                return
            self._sees_to_seats()
        raise Broken("goes on", f"{self._here} wait at {self._table.name}: {self._table.now}")

    def _try(self, who: str, verb: str, side: str, other: str, do: Callable[[], Any]) -> bool:
        return self._take(self._moves.tried(who, verb, self._table.name, side, other, do))

    def _seats(self, who: str) -> Any:
        hq = self._house.door(who)
        return (hq.battles if self._table.kind == "battle" else hq.campaigns).seats

    def _plays(self) -> bool:
        """Who is asked does something, a bot too."""
        table, hq = self._table, self._house.hq
        if table.kind == "campaign":
            return self._leads()
        asked = [one.side for one in hq.battles.view(table.name).asked if one.kind != "undo"]
        for side, player in table.now.seats.items():
            if side not in asked:
                continue
            if player.startswith("bot:"):
                return self._try("bot", "act", side, "", partial(hq.battles.bots.move, table.name))
            if player in self._others and self._take(self._moves.act(player, table, side)):
                return True
        return False

    def _leads(self) -> bool:
        """The umpire lets a day pass, or files what has been begun."""
        name, umpire = self._table.name, self._table.now.seats.get(UMPIRE, "")
        if umpire not in self._others:
            return False
        campaigns = self._house.door(umpire).campaigns
        if self._try(umpire, "advance", "", "", partial(campaigns.act, name, {"kind": "advance", "days": 1})):
            return True
        running = [one.id for one in campaigns.view(name).battles if one.status == "running"]
        return any(
            self._try(umpire, "file", "", id, partial(campaigns.returns.file, name, id, {"winner": "draw"}))
            for id in running
        )

    def _sees_to_seats(self) -> None:
        """Whoever waits frees, withdraws and offers; others come."""
        table = self._table
        for who in self._here:
            for seat in [*table.now.seats]:
                self._fills(who, seat)
        for seat, (to, _) in [*table.now.offers.items()]:
            if to in FRESH:
                self._try(to, "accept", seat, "", partial(self._seats(to).accept, table.name, seat))

    def _fills(self, who: str, seat: str) -> None:
        """Somebody sees to it that a seat is offered to one who comes."""
        table, door = self._table, self._seats(who)
        player = table.now.seats[seat]
        if person(player) and player not in self._others:
            self._try(who, "free", seat, "", partial(door.free, table.name, seat))
        if table.now.seats.get(seat):
            return
        if seat in table.now.offers and table.now.offers[seat][0] not in FRESH:
            self._try(who, "withdraw", seat, "", partial(door.withdraw, table.name, seat))
        taken = {*table.now.seats.values(), *(to for to, _ in table.now.offers.values())}
        for one in FRESH:
            if one not in taken and seat not in table.now.offers:
                self._try(who, "offer", seat, one, partial(door.offer, table.name, seat, one))
