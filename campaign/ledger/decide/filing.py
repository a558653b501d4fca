"""Filing a return: what a battle did to people, machines, stores and the campaign, in one entry.

Everything is checked first and refused whole. Order of the consequences: rounds, kills, damage and wrecks, people,
experience (first, where those who fell earn it too), points, the ways out of the scenario.
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.apply import FUEL, PARTS, later
from campaign.ledger.book import Book, depot_of, running
from campaign.ledger.decide.calendar import healing
from campaign.ledger.decide.checking import DEAD, held, problems
from campaign.ledger.decide.graph import end_if_due, leave
from campaign.ledger.experience import gain
from campaign.ledger.returns import OUT, AssetReturn, PersonReturn, Return, as_it_went
from campaign.ledger.state import Asset, Engagement
from campaign.rules.muster import Mustered
from campaign.rules.refused import Refused


def draft(book: Book, action: a.Draft, role: str) -> None:
    running(book.state, action.content.battle, "$.content.battle")
    book.emit(e.ReturnDrafted(action.content.battle, action.content))


def drop(book: Book, action: a.DropDraft, role: str) -> None:
    if action.battle not in book.state.drafts:
        raise Refused(f"{action.battle} has no draft.", "", list(book.state.drafts), "$.battle")
    book.emit(e.ReturnDropped(action.battle))


def file(book: Book, action: a.File, role: str) -> None:
    state = book.state
    battle = running(state, action.battle)
    content = action.content or state.drafts.get(battle.id)
    if content is None:
        raise Refused(f"{battle.id} has no draft: give its return.", "", ["draft"], "$.content")
    held(problems(state, battle, content, action.edition))
    _Filing(book, battle, content, action).run()


class _Filing:
    """One return on its way into the ledger."""

    def __init__(self, book: Book, battle: Engagement, content: Return, action: a.File) -> None:
        self.book, self.state, self.policy = book, book.state, book.policy
        self.battle, self.content, self.head, self.seal = battle, content, action.head, action.seal
        self.first = not action.edition
        """Whether this is decided as before there were editions."""
        dated = action.edition > 2
        self.fought = (content.date or battle.date) if dated else ""
        self.since = self.fought or self.state.date
        """The day from which wounds count."""
        self.fuelled = dated
        self.returns = {one.id: one for one in content.asset}
        self.people = {one.id: one for one in content.person}

    def run(self) -> None:
        battle, content, state = self.battle, self.content, self.state
        self.book.emit(
            e.BattleClosed(
                battle.id,
                battle.node,
                content.winner,
                content.field,
                content.reason,
                self.head,
                self.seal,
                self.fought,
            )
        )
        crews = {one.id: [member.id for member in one.crew] for one in battle.muster}
        self.posts = {member.id: member.post for one in battle.muster for member in one.crew}
        for one in battle.muster:
            if one.id in state.assets:
                self._machine(state.assets[one.id], self.returns.get(one.id) or self._unnamed(one))
        for asset, crew in crews.items():
            for id in crew:
                if id in state.people and state.people[id].status not in DEAD:
                    self.book.emit(e.Served(id, battle.id, asset, self.posts[id], self._note(id)))
        earned_by_all = self.first or self.policy.experience.fallen
        if earned_by_all:
            self._earned(crews.items())
        for asset, crew in crews.items():
            for id in crew:
                self._fate(state.assets[asset], id)
        if not earned_by_all:
            self._earned(crews.items())
        for asset in crews:
            self._recovery(state.assets[asset])
        self._points()
        leave(self.book, self.book.graph.node(battle.node), content.winner)
        end_if_due(self.book)

    def _note(self, person: str) -> str:
        """What the return notes of somebody; of the killed it stands with their death."""
        found = self.people.get(person)
        return "" if self.first or found is None or found.fate == "killed" else found.note

    # Machines

    def _unnamed(self, one: Mustered) -> AssetReturn:
        """Of a machine that the return does not name: as it went."""
        return AssetReturn(one.id) if self.first else as_it_went(one)

    def _machine(self, asset: Asset, found: AssetReturn) -> None:
        emit, battle = self.book.emit, self.battle.id
        spent = {item: count for item, count in found.ammunition.items() if count}
        fuel = self.state.types[asset.type].fuel * self.policy.fuel.battle // 100
        named = self.fuelled and FUEL in found.ammunition
        if not named and (fuel := min(fuel, asset.stores.get(FUEL, 0))):
            spent[FUEL] = fuel
        if spent:
            emit(e.Spent(asset.id, spent, battle))
        emit(e.Fought(asset.id, battle, found.fate, found.hits, "" if self.first else found.note))
        for kill in found.kills:
            emit(e.KillCredited(asset.id, kill.victim, battle, kill.by or self._killer(asset.id)))
        by = self._killed_by(asset.id)
        if found.fate in OUT:
            emit(e.Wrecked(asset.id, battle, by, dict(asset.stores)))
        elif found.damage != tuple(asset.damage):
            emit(e.Damaged(asset.id, found.damage, battle, by))

    def _killer(self, asset: str) -> str:
        """Who fires: the gunner, else who commands; of those who were there."""
        crew = next(one.crew for one in self.battle.muster if one.id == asset)
        gunner = next((one for one in crew if one.post == "gunner"), crew[0] if crew else None)
        return gunner.id if gunner is not None and gunner.id in self.state.people else ""

    def _killed_by(self, asset: str) -> str:
        for one in self.content.asset:
            if any(kill.victim == asset for kill in one.kills):
                return one.id
        return ""

    def _recovery(self, asset: Asset) -> None:
        """Whether a wreck comes off the field: as the return says, else by who holds it."""
        found = self.returns.get(asset.id)
        if found is None or asset.status != "wreck":
            return
        field, policy = self.content.field, self.policy.recovery
        if found.fate == "recovered":
            self.book.emit(e.WreckRecovered(asset.id))
            return
        die = chance = 0
        if found.fate == "wrecked":
            chance = policy.held if field == asset.side else policy.open if not field else policy.enemy
            if chance == 100:
                self.book.emit(e.WreckRecovered(asset.id))
                return
            if chance:
                die = self.book.roll("recovery of", asset, 100, battle=self.battle.id)
                if die <= chance:
                    self.book.emit(e.WreckRecovered(asset.id, die, chance))
                    return
        for one in list(self.book.crew(asset.id)):
            self.book.emit(e.PersonMoved(one.id, one.formation))
        why = "left on the field" if found.fate == "wrecked" else "lost"
        self.book.emit(e.AssetLost(asset.id, why, self.battle.id, die, chance, dict(asset.stores)))
        stores = any(depot.side == field for depot in self.state.depots.values())
        if field != asset.side and stores and policy.parts:
            depot = depot_of(self.state, "", field)
            why = f"from the wreck of {asset.name}"[:200]
            self.book.emit(e.StoresIssued(depot.id, {PARTS: policy.parts}, why))

    # People

    def _fate(self, asset: Asset, id: str) -> None:
        person = self.state.people.get(id)
        if person is None or person.status in DEAD:
            return
        found = self.people.get(id)
        if found is not None:
            self._as_returned(found, asset)
        elif self.content.crews == "roll":
            self._by_chance(asset, id)

    def _as_returned(self, found: PersonReturn, asset: Asset) -> None:
        emit, battle = self.book.emit, self.battle.id
        for award in found.awards:
            emit(e.Awarded(found.id, award))
        match found.fate:
            case "fit":
                return
            case "wounded":
                self._wound(found.id, found.days)
            case "killed":
                emit(e.Died(found.id, battle, found.note))
            case "missing":
                emit(e.WentMissing(found.id, later(self.since, self.policy.missing.days), battle))
            case "captured":
                emit(e.Captured(found.id, battle))

    def _wound(self, id: str, days: int = 0) -> None:
        days, die = (days, 0) if days else healing(self.book, self.state.people[id], self.battle.id)
        back = later(self.since, days)
        self.book.emit(e.Wounded(id, back, self.battle.id, die))
        if self.policy.experience.wound:
            gain(self.book, id, self.policy.experience.wound, "wound", self.battle.id)
        if self.fought and back <= self.state.date:
            self.book.emit(e.Recovered(id, "wounded"))

    def _by_chance(self, asset: Asset, id: str) -> None:
        worst = "wrecked" if asset.status == "wreck" else ""
        tables = [worst] if worst else [one for one in asset.damage if one in self.policy.casualties]
        new = [one for one in tables if one == "wrecked" or one not in self._damage_before(asset.id)]
        if not new:
            return
        odds = self.policy.casualties[new[0]]
        die = self.book.roll("fate of", self.state.people[id], 100, battle=self.battle.id)
        if die <= odds.dead:
            self.book.emit(e.Died(id, self.battle.id, f"{asset.name} was hit"))
        elif die <= odds.dead + odds.wounded:
            self._wound(id)
        elif die <= odds.dead + odds.wounded + odds.missing:
            if self.content.field and self.content.field != asset.side:
                self.book.emit(e.Captured(id, self.battle.id))
            else:
                until = later(self.since, self.policy.missing.days)
                self.book.emit(e.WentMissing(id, until, self.battle.id))

    def _damage_before(self, asset: str) -> tuple[str, ...]:
        return next(one.damage for one in self.battle.muster if one.id == asset)

    # Experience and points

    def _earned(self, crews: Iterable[tuple[str, list[str]]]) -> None:
        for asset, crew in crews:
            for id in crew:
                person, found = self.state.people.get(id), self.people.get(id)
                if person is None or person.status in DEAD:
                    continue
                if self.first and found is not None and found.fate == "killed":
                    continue
                self._earns(asset, id, 0 if found is None else found.experience)

    def _earns(self, asset: str, person: str, own: int) -> None:
        """Points of the policy, and those that the return gives to him alone or to his side."""
        policy, battle = self.policy.experience, self.battle.id
        post = "" if self.first else self.posts[person]
        side = self.state.assets[asset].side
        kills = self.returns[asset].kills if asset in self.returns else ()
        mine = sum(person == (kill.by or self._killer(asset)) for kill in kills)
        parts = {
            "the battle": policy.battle,
            "the victory": policy.win if self.content.winner == side else 0,
            "kills": policy.kill * mine,
            "kills of the crew": policy.crew_kill * (len(kills) - mine),
        }
        gain(self.book, person, sum(parts.values()), "battle", battle, self._told(parts), post)
        extra = {"his side": self.content.experience.get(side, 0), "himself": own}
        if any(extra.values()):
            gain(self.book, person, sum(extra.values()), "return", battle, self._told(extra), post)

    def _told(self, parts: dict[str, int]) -> dict[str, int]:
        return {} if self.first else {what: points for what, points in parts.items() if points}

    def _points(self) -> None:
        winner = self.content.winner
        node = self.book.graph.node(self.battle.node)
        points = node.points.get(winner, 0)
        if points:
            total = self.state.sides[winner].points + points
            self.book.emit(e.PointsScored(winner, points, total, node.title))
