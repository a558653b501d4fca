"""Facts of a campaign. A shape that changes gets a new tag and an upcaster (`UPCASTERS`); a tag is never used twice.

Fields named person, asset, formation, depot, pool, side, battle, node, killer and victim hold ids: the record finds
events by them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from campaign.ledger.graph import Graph
from campaign.ledger.policy import Policy
from campaign.ledger.returns import Return
from campaign.ledger.state import CampaignVerdict, PersonStatus
from campaign.rules.muster import AssetType, Mustered
from campaign.rules.seats import CHAIR_EVENTS, SeatEvent, TableRules
from events.codec import Upcaster


class Event(Struct, frozen=True, tag_field="kind", omit_defaults=True, gc=False):
    """Base of all events; the tag is a stable word."""


# -- opening


class SideSet(Struct, frozen=True, omit_defaults=True):
    """by_rules: the rules run it in all its battles, and seats are their players' own: it has none."""

    id: str
    name: str
    colour: str = ""
    player: str = ""
    by_rules: bool = False


class CampaignOpened(Event, frozen=True, tag="campaign-opened"):
    """commitment: to the secret of the sealed dice. scheme: of theirs (docs/dice.md). umpire: who has that chair.

    rules: of the table, for ever; older versions set none. offers: seat → to whom it is offered. definition: its
    digest (`campaign.ledger.defined`), packs: rule system → digest of the pack that it was opened with; older versions
    sealed neither.
    """

    campaign: str
    title: str
    date: str
    sides: tuple[SideSet, ...]
    policy: Policy
    graph: Graph
    commitment: str
    umpire: str = ""
    scheme: int = 1
    rules: TableRules | None = None
    offers: Mapping[str, str] = {}
    definition: str = ""
    packs: Mapping[str, str] = {}


class CampaignForked(Event, frozen=True, tag="campaign-forked"):
    """This campaign goes on from an entry of another. battles: diaries of running battles, old → new. title: "" in
    diaries of older versions, which did not seal it. commitments: to the dice of the new battles. study, rules: as of
    `BattleForked`."""

    of: str
    at: int
    seal: str
    commitment: str
    battles: Mapping[str, str] = {}
    title: str = ""
    scheme: int = 1
    commitments: Mapping[str, str] = {}
    study: str = ""
    rules: TableRules | None = None


class WentBehind(Event, frozen=True, tag="went-behind"):
    """This fork goes on from an entry before the one that it started from, as what it is: with its own dice and table,
    and its own diaries for the battles that were being fought when it was made. of, at: that entry. The others: as of
    `CampaignForked`; of a fork of forks, what all that lie between come to."""

    of: str
    at: int
    commitment: str
    battles: Mapping[str, str] = {}
    scheme: int = 1
    commitments: Mapping[str, str] = {}
    study: str = ""
    rules: TableRules | None = None


class TypeSet(Event, frozen=True, tag="type-set"):
    type: AssetType


class PolicySet(Event, frozen=True, tag="policy-set"):
    policy: Policy
    reason: str


class Contributed(Event, frozen=True, tag="contributed"):
    """Somebody added a text to what the sealed dice are derived from."""

    author: str
    text: str


class SeatTaken(Event, frozen=True, tag="seat-taken"):
    """A side that anybody might lead is led by this player."""

    side: str
    player: str


class SeatLeft(Event, frozen=True, tag="seat-left"):
    """A side is led by nobody by name any more. player: who led it."""

    side: str
    player: str


SEATS = (SeatTaken, SeatLeft, *CHAIR_EVENTS)
"""What a seat that changes hands leads to, and what a rewind carries back with it."""


class SecretRevealed(Event, frozen=True, tag="secret-revealed"):
    secret: str


# -- order of battle


class FormationRaised(Event, frozen=True, tag="formation-raised"):
    formation: str
    name: str
    side: str
    parent: str = ""


class FormationMoved(Event, frozen=True, tag="formation-moved"):
    formation: str
    parent: str


class FormationDisbanded(Event, frozen=True, tag="formation-disbanded"):
    """into: the formation above, or the side, that stands for it from now on where a scenario or an arrival names it;
    "" in diaries of older versions, where nothing did."""

    formation: str
    into: str = ""


class AssetAdded(Event, frozen=True, tag="asset-added"):
    """stores: aboard, newly issued."""

    asset: str
    name: str
    type: str
    side: str
    formation: str = ""
    stores: Mapping[str, int] = {}
    damage: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


class ArrivalSettled(Event, frozen=True, tag="arrival-settled"):
    """An asset could not arrive as its happening has it. called: its id there. formation: that it joins, instead of
    wanted. over: stores that do not fit aboard."""

    asset: str
    called: str
    formation: str = ""
    wanted: str = ""
    over: Mapping[str, int] = {}


class AssetMoved(Event, frozen=True, tag="asset-moved"):
    """To another formation, or (side) to another owner."""

    asset: str
    formation: str
    side: str = ""


class PersonEnlisted(Event, frozen=True, tag="person-enlisted"):
    person: str
    name: str
    side: str
    rank: str = ""
    formation: str = ""
    asset: str = ""
    post: str = ""
    xp: int = 0
    level: str = ""
    quality: int = 0
    skills: tuple[str, ...] = ()
    pool: str = ""
    text: str = ""


class PersonMoved(Event, frozen=True, tag="person-moved"):
    person: str
    formation: str
    asset: str = ""
    post: str = ""


class Promoted(Event, frozen=True, tag="promoted"):
    person: str
    rank: str


class Renamed(Event, frozen=True, tag="renamed"):
    """subject: of any kind."""

    subject: str
    name: str


class Awarded(Event, frozen=True, tag="awarded"):
    person: str
    award: str


class Discharged(Event, frozen=True, tag="discharged"):
    person: str
    why: str = ""


class DepotSet(Event, frozen=True, tag="depot-set"):
    depot: str
    name: str
    side: str
    lift: int
    hours: int
    quality: int = 0


class PoolSet(Event, frozen=True, tag="pool-set"):
    pool: str
    name: str
    side: str
    left: int
    xp: int = 0
    rank: str = ""
    names: tuple[str, ...] = ()


class PoolGrew(Event, frozen=True, tag="pool-grew"):
    pool: str
    people: int


# -- people


class ExperienceGained(Event, frozen=True, tag="experience-gained"):
    """total: afterwards. parts: what they are for, and how many for each."""

    person: str
    points: int
    total: int
    why: str
    battle: str = ""
    parts: Mapping[str, int] = {}


class LevelReached(Event, frozen=True, tag="level-reached"):
    """skills: all that he has now."""

    person: str
    level: str
    quality: int
    skills: tuple[str, ...] = ()


class Wounded(Event, frozen=True, tag="wounded"):
    person: str
    back: str
    battle: str = ""
    die: int = 0


class Died(Event, frozen=True, tag="died"):
    person: str
    battle: str = ""
    why: str = ""


class WentMissing(Event, frozen=True, tag="went-missing"):
    person: str
    until: str
    battle: str = ""


class Captured(Event, frozen=True, tag="captured"):
    person: str
    battle: str = ""


class Recovered(Event, frozen=True, tag="recovered"):
    """Fit again, or back from the missing or from captivity. was: the status before."""

    person: str
    was: PersonStatus


class Served(Event, frozen=True, tag="served"):
    """A battle in the service record of a person. note: of the return."""

    person: str
    battle: str
    asset: str = ""
    post: str = ""
    note: str = ""


# -- machines and stores


class Fought(Event, frozen=True, tag="fought"):
    """A battle in the service record of an asset. fate, note: what the return says; hits: that it took."""

    asset: str
    battle: str
    fate: str
    hits: int = 0
    note: str = ""


class KillCredited(Event, frozen=True, tag="kill-credited"):
    """victim: the id of an asset or what the return calls it. killer: the person, if that is known."""

    asset: str
    victim: str
    battle: str
    killer: str = ""


class Damaged(Event, frozen=True, tag="damaged"):
    """damage: all that it bears now."""

    asset: str
    damage: tuple[str, ...]
    battle: str = ""
    by: str = ""


class Wrecked(Event, frozen=True, tag="wrecked"):
    """lost: stores that burnt with it."""

    asset: str
    battle: str = ""
    by: str = ""
    lost: Mapping[str, int] = {}


class WreckRecovered(Event, frozen=True, tag="wreck-recovered"):
    """die: the d100 that had to be at most chance."""

    asset: str
    die: int = 0
    chance: int = 0


class AssetLost(Event, frozen=True, tag="asset-lost"):
    """Gone for good. lost: stores that were aboard."""

    asset: str
    why: str
    battle: str = ""
    die: int = 0
    chance: int = 0
    lost: Mapping[str, int] = {}


class RepairStarted(Event, frozen=True, tag="repair-started"):
    """parts: taken from the depot and used up."""

    asset: str
    damage: str
    depot: str
    hours: int
    parts: int


class RepairWorked(Event, frozen=True, tag="repair-worked"):
    """left: hours still to go."""

    asset: str
    damage: str
    hours: int
    left: int


class RepairFinished(Event, frozen=True, tag="repair-finished"):
    asset: str
    damage: str
    die: int = 0
    target: int = 1


class RepairFailed(Event, frozen=True, tag="repair-failed"):
    """left: hours that it takes again."""

    asset: str
    damage: str
    die: int
    target: int
    left: int


class RepairStopped(Event, frozen=True, tag="repair-stopped"):
    asset: str
    damage: str


class StoresIssued(Event, frozen=True, tag="stores-issued"):
    """New stores reach a depot, or an asset by word of the umpire."""

    depot: str
    stores: Mapping[str, int]
    why: str


class StoresMoved(Event, frozen=True, tag="stores-moved"):
    """From one depot to another."""

    depot: str
    to: str
    stores: Mapping[str, int]


class Loaded(Event, frozen=True, tag="loaded"):
    """An asset takes stores from a depot."""

    asset: str
    depot: str
    stores: Mapping[str, int]


class Unloaded(Event, frozen=True, tag="unloaded"):
    """An asset gives stores to a depot."""

    asset: str
    depot: str
    stores: Mapping[str, int]


class Spent(Event, frozen=True, tag="spent"):
    """Rounds fired, fuel burnt."""

    asset: str
    stores: Mapping[str, int]
    battle: str = ""


class Stripped(Event, frozen=True, tag="stripped"):
    """Cannibalised: parts are new in the depot."""

    asset: str
    depot: str
    parts: int


# -- time and scenarios


class DayBroke(Event, frozen=True, tag="day-broke"):
    date: str


class Happened(Event, frozen=True, tag="happened"):
    text: str


class ScenarioOpened(Event, frozen=True, tag="scenario-opened"):
    """opens: the date from which it may be begun."""

    node: str
    opens: str


class ScenarioLapsed(Event, frozen=True, tag="scenario-lapsed"):
    """Nobody began it in time. winner: by default."""

    node: str
    winner: str


class BattleStarted(Event, frozen=True, tag="battle-started"):
    """diary: of the battle, "" if it is fought elsewhere. sides: that muster. commitment: to its dice."""

    battle: str
    node: str
    diary: str
    sides: tuple[str, ...]
    muster: tuple[Mustered, ...]
    commitment: str = ""


class BattleClosed(Event, frozen=True, tag="battle-closed"):
    """winner: a side or `draw`. head, seal: of the battle's diary. fought: the day; "" in diaries of older versions."""

    battle: str
    node: str
    winner: str
    field: str = ""
    reason: str = ""
    head: int = 0
    seal: str = ""
    fought: str = ""


class BattleCancelled(Event, frozen=True, tag="battle-cancelled"):
    battle: str
    node: str
    why: str = ""


class EndWaits(Event, frozen=True, tag="end-waits"):
    """The last day is over, and the campaign ends when these battles do."""

    battles: tuple[str, ...]


class PointsScored(Event, frozen=True, tag="points-scored"):
    side: str
    points: int
    total: int
    why: str


class CampaignEnded(Event, frozen=True, tag="campaign-ended"):
    verdict: CampaignVerdict


# -- returns and the umpire


class ReturnDrafted(Event, frozen=True, tag="return-drafted"):
    battle: str
    content: Return


class ReturnDropped(Event, frozen=True, tag="return-dropped"):
    battle: str


class HalfGiven(Event, frozen=True, tag="half-given"):
    """A side says what came of a battle: its half of the return, in the place of the one that it gave before."""

    battle: str
    side: str
    content: Return


class HalfDropped(Event, frozen=True, tag="half-dropped"):
    battle: str
    side: str


CONFIDED = (ReturnDrafted, ReturnDropped, HalfGiven, HalfDropped)
"""What is between one side, or nobody, and the umpire until the battle is over."""


class Amended(Event, frozen=True, tag="amended"):
    """The umpire's word. value: of the field from now on."""

    subject: str
    field: str
    value: Any
    reason: str


ALL: tuple[type[Event | SeatEvent], ...] = (
    CampaignOpened, CampaignForked, WentBehind, TypeSet, PolicySet, Contributed, SecretRevealed,
    FormationRaised, FormationMoved, FormationDisbanded, AssetAdded, ArrivalSettled, AssetMoved,
    PersonEnlisted, PersonMoved, Promoted, Renamed, Awarded, Discharged,
    DepotSet, PoolSet, PoolGrew,
    ExperienceGained, LevelReached, Wounded, Died, WentMissing, Captured, Recovered, Served,
    Fought, KillCredited, Damaged, Wrecked, WreckRecovered, AssetLost,
    RepairStarted, RepairWorked, RepairFinished, RepairFailed, RepairStopped,
    StoresIssued, StoresMoved, Loaded, Unloaded, Spent, Stripped,
    DayBroke, Happened, ScenarioOpened, ScenarioLapsed, BattleStarted, BattleClosed, BattleCancelled,
    EndWaits, PointsScored, CampaignEnded, ReturnDrafted, ReturnDropped, HalfGiven, HalfDropped, Amended, *SEATS,
)  # fmt: skip

UPCASTERS: Mapping[str, Upcaster] = {}
