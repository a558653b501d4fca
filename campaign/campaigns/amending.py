"""The smallest amendments with which a battle that was really fought stands on other facts: who and what came to it, as
far as it could not have been begun, or its return not be filed, without.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.apply import FUEL
from campaign.ledger.book import Book, crews, empty_posts, posts_of
from campaign.ledger.decide import advance
from campaign.ledger.decide.battles import meant
from campaign.ledger.decide.checking import problems
from campaign.ledger.returns import Return
from campaign.ledger.state import Campaign
from campaign.rules.decision import NO_DICE
from campaign.rules.facets import UMPIRE
from campaign.rules.muster import Member, Mustered
from campaign.rules.refused import Refused
from events.codec import tag_of

AMENDING = frozenset(map(tag_of, (a.Amend, a.Transfer, a.StopRepair, a.Enrol)))
"""Orders that may stand between entries that are entered again, so that a battle stands."""


NOTHING: Mapping[str, int] = {}


class Fought:
    """A battle as it was fought. start: the order to begin it. then: the state before that was given. begun: what came
    of it. content: its return, None while there is none; edition: of the order that filed it."""

    def __init__(
        self, start: a.Start, then: Campaign, begun: e.BattleStarted, content: Return | None, edition: int
    ) -> None:
        self.start, self.then, self.begun = start, then, begun
        self.content, self.edition = content, edition

    @property
    def named(self) -> set[str]:
        """Who must have come, for the return speaks of him."""
        if self.content is None:
            return set()
        by = {kill.by for one in self.content.asset for kill in one.kills if kill.by}
        return by | {one.id for one in self.content.person}

    def spent(self, asset: str) -> Mapping[str, int]:
        rows = self.content.asset if self.content is not None else ()
        return next((one.ammunition for one in rows if one.id == asset), NOTHING)


def amendments(state: Campaign, fought: Fought) -> list[Any] | None:
    """The orders of the umpire with which it stands, given before it is begun; state is moved on by them, and spoilt if
    there are none such: None."""
    work = _Amending(state, fought)
    try:
        work.run()
    except Refused:
        return None
    return work.orders


class _Amending:
    def __init__(self, state: Campaign, fought: Fought) -> None:
        self.state, self.fought = state, fought
        self.orders: list[Any] = []

    def run(self) -> None:
        """Raises Refused if it cannot stand."""
        self._scenario()
        for one in self.fought.begun.muster:
            self._machine(one)
        for one in self.fought.begun.muster:
            self._crew(one)

    def _do(self, order: Any) -> None:
        advance(self.state, UMPIRE, order, NO_DICE)
        self.orders.append(order)

    def _amend(self, id: str, field: str, value: Any) -> None:
        why = f"so that {self.fought.start.battle} stands"
        self._do(a.Amend(id, field, value, why, a.EDITION))

    def _scenario(self) -> None:
        id = self.fought.start.node
        node = self.state.nodes[id]
        if node.status != "open":
            self._amend(id, "status", "open")
        if node.opens > self.state.date:
            self._amend(id, "opens", self.state.date)

    def _machine(self, one: Mustered) -> None:
        then = self.fought.then.assets[one.id]
        asset = self.state.assets.get(one.id)
        if asset is None:
            side, where = then.side, self._formation(then.formation, then.side)
            new = a.NewAsset(
                one.id, then.name, then.type, side, where, dict(then.stores), one.damage, one.cards
            )
            self._do(a.Enrol(asset=(new,), edition=a.EDITION))
            asset = self.state.assets[one.id]
        for job in [job for job in self.state.jobs if job.asset == one.id]:
            self._do(a.StopRepair(one.id, job.damage))
        if asset.status != "ready":
            self._amend(one.id, "status", "ready")
        assert self.state.graph is not None
        node = self.state.graph.node(self.fought.start.node)
        if not any(meant(self.state, asset, may) for may in node.muster):
            self._do(a.Transfer(one.id, self._formation(then.formation, then.side)))
        if self.state.types[asset.type].fuel and not asset.stores.get(FUEL):
            self._amend(one.id, f"stores.{FUEL}", then.stores.get(FUEL, 0))
        for item, count in self.fought.spent(one.id).items():
            if count > asset.stores.get(item, 0):
                self._amend(one.id, f"stores.{item}", count)

    def _formation(self, id: str, side: str) -> str:
        """That one, or what stands for it now. Raises Refused if nothing does."""
        while id in self.state.formations and self.state.formations[id].disbanded:
            id = self.state.formations[id].parent
        if id not in self.state.formations or self.state.formations[id].side != side:
            raise Refused("There is no formation for it.")
        return id

    def _crew(self, one: Mustered) -> None:
        """Those that the return speaks of at their posts; or anybody, if there is nobody fit."""
        wanted = [member for member in one.crew if member.id in self.fought.named]
        manned = any(man.status == "fit" for man in crews(self.state).get(one.id, ()))
        if not wanted and not manned and posts_of(self.state, one.id):
            wanted = list(one.crew[:1])
        for member in wanted:
            self._at_his_post(one.id, member, {man.id for man in wanted})

    def _at_his_post(self, asset: str, member: Member, wanted: set[str]) -> None:
        if member.id not in self.state.people:
            then = self.fought.then.people[member.id]
            where = self._formation(then.formation or self.state.assets[asset].formation, then.side)
            new = a.NewPerson(
                then.id,
                then.name,
                then.side,
                then.rank,
                where,
                xp=then.xp,
                skills=tuple(then.skills),
                text=then.text,
            )
            self._do(a.Enrol(person=(new,), edition=a.EDITION))
        man = self.state.people[member.id]
        if man.status != "fit":
            self._amend(man.id, "status", "fit")
        if (man.asset, man.post) == (asset, member.post):
            return
        if member.post not in empty_posts(Book(self.state), asset):
            there = [other for other in crews(self.state).get(asset, ()) if other.post == member.post]
            holder = next((other for other in there if other.id not in wanted), None)
            if holder is None:
                raise Refused(f"{self.state.assets[asset].name} has no place for {man.name}.")
            where = holder.formation or self.state.assets[asset].formation
            self._do(a.Transfer(holder.id, self._formation(where, holder.side)))
        self._do(a.Transfer(man.id, asset, member.post))


def stands(state: Campaign, fought: Fought) -> bool:
    """Whether it can be begun in that state, and its return filed then; state is moved on by that, or spoilt."""
    try:
        advance(state, UMPIRE, fought.start, NO_DICE)
    except Refused:
        return False
    if fought.content is None:
        return True
    return not any(problems(state, state.battles[fought.start.battle], fought.content, fought.edition))
