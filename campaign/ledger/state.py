"""A campaign as state: what persists between battles. The fold of its diary, and nothing else.

Fields are only ever added, with a default: `omit_defaults` then keeps the digests of older states as they were.
All ids (people, assets, formations, depots, pools) are different from each other.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from campaign.ledger.graph import Graph
from campaign.ledger.policy import Policy
from campaign.ledger.returns import Return
from campaign.rules.muster import AssetType, Mustered
from campaign.rules.seats import Chairs, TableRules

PersonStatus = Literal["fit", "wounded", "missing", "captured", "dead", "gone"]
AssetStatus = Literal["ready", "wreck", "lost", "gone"]
NodeStatus = Literal["waiting", "open", "running", "done"]


class Side(Struct, omit_defaults=True):
    """points: campaign victory points. player: who leads it, "" for anybody. by_rules: it has no seat."""

    id: str
    name: str
    colour: str = ""
    player: str = ""
    points: int = 0
    by_rules: bool = False


class Formation(Struct, omit_defaults=True):
    """parent: the formation above, "" for one directly under its side. into: what stands for it since it was
    disbanded, see `FormationDisbanded`."""

    id: str
    name: str
    side: str
    parent: str = ""
    disbanded: bool = False
    into: str = ""


class Person(Struct, omit_defaults=True):
    """asset, post: where he serves; without one he is with his formation. back: when the wound is healed (ISO date).

    quality: what his level means to rule systems. battles, kills: for lists; the record has every one of them. text: a
    few lines about him.
    """

    id: str
    name: str
    side: str
    rank: str = ""
    formation: str = ""
    asset: str = ""
    post: str = ""
    xp: int = 0
    level: str = ""
    quality: int = 0
    skills: list[str] = []
    status: PersonStatus = "fit"
    back: str = ""
    awards: list[str] = []
    battles: int = 0
    kills: int = 0
    wounds: int = 0
    pool: str = ""
    text: str = ""


class Asset(Struct, omit_defaults=True):
    """A machine. damage: in its rule system's terms. battle: the one that it is in. stores: rounds, fuel aboard."""

    id: str
    name: str
    type: str
    side: str
    formation: str = ""
    status: AssetStatus = "ready"
    damage: list[str] = []
    stores: dict[str, int] = {}
    battle: str = ""
    cards: list[str] = []
    battles: int = 0
    kills: int = 0


class Depot(Struct, omit_defaults=True):
    """Stores and a workshop. lift: units that it can carry to assets or other depots in a day; carried: today.

    hours: of work in a day; quality: of its mechanics, added to the repair die.
    """

    id: str
    name: str
    side: str
    stores: dict[str, int] = {}
    lift: int = 0
    carried: int = 0
    hours: int = 0
    quality: int = 0


class Pool(Struct, omit_defaults=True):
    """Replacements that wait. left: how many; xp: that they bring; names: of those to come, in order."""

    id: str
    name: str
    side: str
    left: int = 0
    xp: int = 0
    rank: str = ""
    names: list[str] = []
    drawn: int = 0


class Job(Struct, omit_defaults=True):
    """A repair. damage: a kind of damage, or `wreck`. hours: that are left. parts: used up when it began."""

    asset: str
    damage: str
    depot: str
    hours: int
    parts: int
    since: str


class Node(Struct, omit_defaults=True):
    """Where a scenario of the graph stands. opens: the date from which it may be begun. winner: side or `draw`."""

    status: NodeStatus = "waiting"
    opens: str = ""
    battle: str = ""
    winner: str = ""


class Engagement(Struct, omit_defaults=True):
    """A battle of the campaign. diary: of the battle, "" if it is fought elsewhere. muster: as it went in.

        status: running, done or cancelled. head, seal: of the battle's diary when its outcome was filed. fork: the
    diary of the campaign that this one was forked from fought it. commitment: to the battle's sealed dice. fought:
    the day on which it was, "" in diaries of older versions.
    """

    id: str
    node: str
    diary: str
    date: str
    muster: tuple[Mustered, ...]
    sides: tuple[str, ...] = ()
    status: Literal["running", "done", "cancelled"] = "running"
    winner: str = ""
    field: str = ""
    reason: str = ""
    closed: str = ""
    head: int = 0
    seal: str = ""
    commitment: str = ""
    fought: str = ""


class Account(Struct, omit_defaults=True):
    """Where a kind of stores went: issued = used + lost + on hand (of all sides together)."""

    issued: int = 0
    used: int = 0
    lost: int = 0


class CampaignVerdict(Struct, frozen=True, omit_defaults=True):
    """How the campaign ended."""

    winner: str
    title: str
    text: str = ""
    end: str = ""


class Campaign(Struct, omit_defaults=True):
    """The whole. date: ISO 8601. accounts: by kind of stores. drafts: returns that are not filed yet, by battle.
    halves: of returns, by battle and the side that gave them, until it is over. rules: of the table; None in diaries of
    older versions. study: whose it is."""

    id: str = ""
    title: str = ""
    start: str = ""
    date: str = ""
    umpire: str = ""
    commitment: str = ""
    scheme: int = 1
    contributions: dict[str, str] = {}
    secret: str = ""
    policy: Policy | None = None
    graph: Graph | None = None
    sides: dict[str, Side] = {}
    types: dict[str, AssetType] = {}
    formations: dict[str, Formation] = {}
    people: dict[str, Person] = {}
    assets: dict[str, Asset] = {}
    depots: dict[str, Depot] = {}
    pools: dict[str, Pool] = {}
    jobs: list[Job] = []
    nodes: dict[str, Node] = {}
    battles: dict[str, Engagement] = {}
    drafts: dict[str, Return] = {}
    halves: dict[str, dict[str, Return]] = {}
    accounts: dict[str, Account] = {}
    verdict: CampaignVerdict | None = None
    rules: TableRules | None = None
    chairs: Chairs | None = None
    study: str = ""


def keeps_ahead(state: Campaign) -> bool:
    """Whether scenarios that are still to open are for the umpire alone."""
    return state.graph is not None and state.graph.ahead != "" and state.verdict is None


def is_ahead(state: Campaign, node: str) -> bool:
    """Whether a scenario is still to open, and for the umpire alone."""
    return keeps_ahead(state) and state.nodes[node].status == "waiting"


def subject(state: Campaign, id: str) -> Any:
    """The person, asset, formation, depot, pool or side of an id; None if there is none."""
    for room in (state.people, state.assets, state.formations, state.depots, state.pools, state.sides):
        if id in room:
            return room[id]
    return None
