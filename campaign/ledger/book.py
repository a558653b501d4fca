"""What decisions about a campaign are made with, and what they look up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campaign.ledger import events as e
from campaign.ledger.actions import SETTLING
from campaign.ledger.apply import APPLIERS
from campaign.ledger.graph import Graph
from campaign.ledger.policy import Policy
from campaign.ledger.state import (
    Asset,
    Campaign,
    Depot,
    Engagement,
    Formation,
    Person,
    Pool,
    is_ahead,
    subject,
)
from campaign.rules.decision import NO_DICE, Decision
from campaign.rules.dice import Dice
from campaign.rules.refused import Refused, no_such

AWAY = ("dead", "gone", "missing", "captured")
"""What a person may be who holds no post."""


class Book(Decision[Campaign, e.Event]):
    """A decision about a campaign. A refusal may come at any point: the state is a copy, and is thrown away then."""

    __slots__ = ("_crews", "settles")
    appliers = APPLIERS

    def __init__(self, state: Campaign, dice: Dice = NO_DICE, edition: int = 0) -> None:
        """edition: of the order, see `campaign.ledger.actions.EDITION`."""
        super().__init__(state, dice)
        self.settles = edition >= SETTLING
        self._crews: dict[str, list[Person]] | None = None

    def emit(self, event: e.Event) -> None:
        super().emit(event)
        if isinstance(event, _CREW_CHANGES):
            self._crews = None

    def roll(self, what: str, of: Person | Asset, sides: int, more: str = "", battle: str = "") -> int:
        """A die, by what it is for and of whom: by ids, so that it is known again whatever anybody is called by then.
        Before `SETTLING` by names."""
        purpose = f"{what} {of.id if self.settles else of.name}{more}"
        if battle and self.settles:
            purpose = f"{purpose} in {battle}"
        (die,) = self.dice.roll(purpose, 1, sides)
        return die

    @property
    def policy(self) -> Policy:
        assert self.state.policy is not None
        return self.state.policy

    @property
    def graph(self) -> Graph:
        assert self.state.graph is not None
        return self.state.graph

    def crew(self, asset: str) -> list[Person]:
        """Who holds a post of an asset, fit or not, in the order of the posts."""
        if self._crews is None:
            self._crews = crews(self.state)
        return self._crews.get(asset, [])


_CREW_CHANGES = (
    e.PersonMoved, e.PersonEnlisted, e.Died, e.WentMissing, e.Captured, e.Discharged, e.Amended,
)  # fmt: skip


def crews(state: Campaign) -> dict[str, list[Person]]:
    """The people of every asset, in the order of its posts."""
    found: dict[str, list[Person]] = {}
    for person in state.people.values():
        if person.asset:
            found.setdefault(person.asset, []).append(person)
    for asset, people in found.items():
        posts = posts_of(state, asset)
        people.sort(key=lambda one: posts.index(one.post) if one.post in posts else len(posts))
    return found


def posts_of(state: Campaign, asset: str) -> Sequence[str]:
    return state.types[state.assets[asset].type].posts


def empty_posts(book: Book, asset: str) -> list[str]:
    """Posts that nobody holds; two posts of one name count twice."""
    left = list(posts_of(book.state, asset))
    for person in book.crew(asset):
        if person.post in left:
            left.remove(person.post)
    return left


# -- looking up ------------------------------------------------------------------------------------------------


def _missing(what: str, id: str, known: Iterable[str], where: str) -> Refused:
    names = list(known)
    near = [one for one in names if id and (id in one or one in id)]
    return no_such(what, id, (near or names)[:12], "", where, " in this campaign")


def person_of(state: Campaign, id: str, where: str = "$.person") -> Person:
    if id not in state.people:
        raise _missing("person", id, state.people, where)
    return state.people[id]


def living(state: Campaign, id: str, where: str = "$.person") -> Person:
    """A person who can still be given orders. Raises Refused."""
    person = person_of(state, id, where)
    if person.status in AWAY:
        raise Refused(f"{person.name} is {person.status}.", where=where)
    return person


def asset_of(state: Campaign, id: str, where: str = "$.asset") -> Asset:
    if id not in state.assets:
        raise _missing("asset", id, state.assets, where)
    return state.assets[id]


def present(state: Campaign, id: str, where: str = "$.asset") -> Asset:
    """An asset that is still there and in no battle. Raises Refused."""
    asset = asset_of(state, id, where)
    if asset.status in ("lost", "gone"):
        raise Refused(f"{asset.name} is {asset.status}.", where=where)
    if asset.battle:
        raise Refused(f"{asset.name} is in the battle {asset.battle}.", where=where)
    return asset


def formation_of(state: Campaign, id: str, where: str = "$.formation") -> Formation:
    if id not in state.formations or state.formations[id].disbanded:
        known = [one.id for one in state.formations.values() if not one.disbanded]
        raise _missing("formation", id, known, where)
    return state.formations[id]


def depot_of(state: Campaign, id: str, side: str, where: str = "$.depot", workshop: bool = False) -> Depot:
    """A depot of a side; "": its first (for a workshop, the one with the most hours). Raises Refused."""
    own = [one for one in state.depots.values() if one.side == side]
    if not id:
        if workshop:
            own = sorted((one for one in own if one.hours), key=lambda one: (-one.hours, one.id))
        if not own:
            raise Refused(f"{side} has no {'workshop' if workshop else 'depot'}.", where=where)
        return own[0]
    if id not in [one.id for one in own]:
        raise _missing(f"depot of {side}", id, [one.id for one in own], where)
    if workshop and not state.depots[id].hours:
        raise Refused(f"{state.depots[id].name} has no workshop.", "", [o.id for o in own if o.hours], where)
    return state.depots[id]


def pool_of(state: Campaign, id: str, side: str, where: str = "$.pool") -> Pool:
    """A pool of a side with somebody left; "": the first. Raises Refused."""
    own = [one for one in state.pools.values() if one.side == side and one.left]
    if not id and own:
        return own[0]
    if id not in [one.id for one in own]:
        reason = f"{side} has no replacements left{f' in {id!r}' if id else ''}."
        raise Refused(reason, "", [one.id for one in own], where)
    return state.pools[id]


def battle_of(state: Campaign, id: str, where: str = "$.battle") -> Engagement:
    if id in state.battles:
        return state.battles[id]
    if id in state.nodes and not is_ahead(state, id):
        fought = [one.id for one in state.battles.values() if one.node == id]
        raise Refused(f"{id!r} is a scenario, and no battle of it.", "", fought or ["begin"], where)
    raise _missing("battle", id, state.battles, where)


def running(state: Campaign, id: str, where: str = "$.battle") -> Engagement:
    battle = battle_of(state, id, where)
    if battle.status != "running":
        now = [one.id for one in state.battles.values() if one.status == "running"]
        raise Refused(f"The battle {id} is {battle.status}.", "", now, where)
    return battle


def new_id(state: Campaign, id: str, where: str) -> str:
    """Raises Refused for an id that something has already."""
    if subject(state, id) is not None or id in state.battles or id in state.nodes:
        raise Refused(f"The id {id!r} is taken.", where=where)
    return id


def side_of(state: Campaign, id: str, where: str = "$.side") -> str:
    if id not in state.sides:
        raise _missing("side", id, state.sides, where)
    return id
