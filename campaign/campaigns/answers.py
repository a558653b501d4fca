"""What headquarters answers with about campaigns: plain data that any front end can show or send."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from campaign.ledger.graph import DRAW
from campaign.ledger.halves import UNDECIDED
from campaign.ledger.policy import THE_POLICY
from campaign.ledger.words import damage_text, stores_text
from campaign.shared.answers import WaitingSeat

# What a winner is where nobody wins; what refusals call a policy to come; what is left to decide; stores in words.
# Classes stand below.
__all__ = ["DRAW", "THE_POLICY", "UNDECIDED", "stores_text"]


class CampaignInfo(Struct, frozen=True, omit_defaults=True):
    """A campaign as listed. entries: seq of the newest; seal: its seal (hex). open: scenarios that may be begun.
    running: battles. titles: of their scenarios, by the id of scenario or battle.

    read_only: why it cannot go on, or "". archived: put away. waiting: seats without which nothing is done yet.
    """

    campaign: str
    title: str
    date: str
    entries: int
    created: str
    open: tuple[str, ...] = ()
    running: tuple[str, ...] = ()
    verdict: EndView | None = None
    forked_from: str = ""
    read_only: str = ""
    archived: bool = False
    seal: str = ""
    titles: dict[str, str] = {}
    waiting: tuple[WaitingSeat, ...] = ()


class Sample(Struct, frozen=True):
    """A ready-made campaign."""

    id: str
    title: str
    text: str


class Outline(Struct, frozen=True):
    """The files of a campaign that are sound: how many scenarios, assets and people they name. definition: the digest
    that a campaign of them seals, by which `verify` knows it again."""

    id: str
    title: str
    text: str
    date: str
    sides: tuple[str, ...]
    scenarios: int
    assets: int
    people: int
    definition: str


# -- how it stands -----------------------------------------------------------------------------------------------


class EndView(Struct, frozen=True, omit_defaults=True):
    """How the campaign ended."""

    winner: str
    title: str
    text: str = ""
    end: str = ""


class SideView(Struct, frozen=True, omit_defaults=True):
    """points: campaign victory points. player: who leads it, "" for anybody."""

    id: str
    name: str
    colour: str = ""
    player: str = ""
    points: int = 0


class FormationView(Struct, frozen=True, omit_defaults=True):
    """parent: the formation above, "" for one directly under its side."""

    id: str
    name: str
    side: str
    parent: str = ""
    disbanded: bool = False


class PersonView(Struct, frozen=True, omit_defaults=True):
    """asset, post: where he serves; without one he is with his formation. back: when the wound is healed (ISO date).
    text: a few lines about him."""

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
    skills: tuple[str, ...] = ()
    status: str = "fit"
    back: str = ""
    awards: tuple[str, ...] = ()
    battles: int = 0
    kills: int = 0
    wounds: int = 0
    pool: str = ""
    text: str = ""


class JobView(Struct, frozen=True, omit_defaults=True):
    """A repair. damage: a kind of damage, or `wreck`. hours: that are left. parts: used up when it began."""

    asset: str
    damage: str
    depot: str
    hours: int
    parts: int
    since: str


class DepotView(Struct, frozen=True, omit_defaults=True):
    """Stores and a workshop. lift: units that it can carry in a day; carried: today. hours: of work in a day."""

    id: str
    name: str
    side: str
    stores: dict[str, int] = {}
    lift: int = 0
    carried: int = 0
    hours: int = 0
    quality: int = 0


class PoolView(Struct, frozen=True, omit_defaults=True):
    """Replacements that wait. left: how many; xp: that they bring."""

    id: str
    name: str
    side: str
    left: int = 0
    xp: int = 0
    rank: str = ""
    names: tuple[str, ...] = ()
    drawn: int = 0


class AccountView(Struct, frozen=True, omit_defaults=True):
    """Where a kind of stores went: issued = used + lost + on hand (of all sides together)."""

    issued: int = 0
    used: int = 0
    lost: int = 0


class NodeView(Struct, frozen=True, omit_defaults=True):
    """A scenario. ready: it may be begun today; else why not. able: assets that could come, the viewer's own.

    suggested: of those, a muster that is allowed. limits: how many of each side, in words. seats: the side of the
    campaign → its side in the battle.
    """

    id: str
    title: str
    text: str
    status: str
    system: str = ""
    scenario: str = ""
    opens: str = ""
    closes: str = ""
    battle: str = ""
    diary: str = ""
    winner: str = ""
    ready: bool = False
    why: str = ""
    able: tuple[str, ...] = ()
    suggested: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    leads: tuple[str, ...] = ()
    seats: dict[str, str] = {}


class AssetView(Struct, frozen=True, omit_defaults=True):
    """An asset with its crew. empty: posts that nobody holds. jobs: repairs under way. load: its basic load, and
    the fuel of a full tank.

    words: what the damage is called that it bears or that is repaired, by id.
    """

    id: str
    name: str
    type: str
    side: str
    formation: str
    status: str
    damage: tuple[str, ...] = ()
    stores: dict[str, int] = {}
    load: dict[str, int] = {}
    battle: str = ""
    battles: int = 0
    kills: int = 0
    crew: tuple[PersonView, ...] = ()
    empty: tuple[str, ...] = ()
    jobs: tuple[JobView, ...] = ()
    words: dict[str, str] = {}

    def word(self, damage: str) -> str:
        """What a damage is called; its id where nobody says."""
        return self.words.get(damage, damage)

    @property
    def borne(self) -> str:
        """All damage that it bears, in words; `nothing` if there is none."""
        return damage_text(self.damage, self.words)


class FoughtView(Struct, frozen=True, omit_defaults=True):
    """A battle of the campaign. diary: its own, "" if it is fought elsewhere. date: on which it was fought, or begun.
    status: running, done or cancelled. halves: sides that have given their half of its return, of which the viewer
    knows: his own, or as umpire all."""

    id: str
    node: str
    diary: str
    date: str
    status: str
    winner: str = ""
    reason: str = ""
    closed: str = ""
    assets: tuple[str, ...] = ()
    halves: tuple[str, ...] = ()


class LaidLine(Struct, frozen=True):
    """One fact of a battle, and what each side says of it, in words. subject: an asset or person, "" for the whole.

    stands: `agrees`, `contradicts`, or `alone` where one side says it alone. taken: whether it needs no word of the
    umpire: all who say something of it agree, or one alone says it of its own.
    """

    what: str
    subject: str
    said: Mapping[str, str]
    stands: Literal["agrees", "contradicts", "alone"]
    taken: bool


class Laid(Struct, frozen=True, omit_defaults=True):
    """The halves of a battle's return, side by side. given: sides whose halves these are; wanting: the others that
    fought there. wrong: what would be wrong with the return of all that is taken, in sentences."""

    battle: str
    given: tuple[str, ...]
    wanting: tuple[str, ...] = ()
    lines: tuple[LaidLine, ...] = ()
    wrong: tuple[str, ...] = ()

    @property
    def open(self) -> tuple[LaidLine, ...]:
        """What the umpire has to decide."""
        return tuple(one for one in self.lines if not one.taken)


class CampaignView(Struct, frozen=True, omit_defaults=True):
    """Everything of a campaign that a viewer may see. secret: what of other sides is left out. seal: of entry seq
    (hex), "" in what a fork rests on. evening: the date on whose evening it is, where entry seq goes on after it.
    read_only: why the campaign cannot go on, and is shown only as far as it can be read, or "". waiting: seats
    without which nothing is done yet."""

    id: str
    title: str
    seq: int
    date: str
    start: str
    viewer: str
    sides: tuple[SideView, ...]
    nodes: tuple[NodeView, ...]
    battles: tuple[FoughtView, ...] = ()
    formations: tuple[FormationView, ...] = ()
    assets: tuple[AssetView, ...] = ()
    people: tuple[PersonView, ...] = ()
    depots: tuple[DepotView, ...] = ()
    pools: tuple[PoolView, ...] = ()
    accounts: dict[str, AccountView] = {}
    drafts: tuple[str, ...] = ()
    verdict: EndView | None = None
    secret: bool = False
    seal: str = ""
    evening: str = ""
    read_only: str = ""
    waiting: tuple[WaitingSeat, ...] = ()


class Difference(Struct, frozen=True, omit_defaults=True):
    """Something that is otherwise than it was, as a sentence. group: what it is about, in words; subject: the id of
    whom or what, "" where it has none. quiet: it goes without saying: who fought has one battle more."""

    group: str
    subject: str
    text: str
    quiet: bool = False


class CampaignMoment(Struct, frozen=True, omit_defaults=True):
    """All that one screen needs of a campaign, of one and the same entry. newest: the newest entry there is.

    over: running battles, by diary, that are over and can be filed. log: the newest lines of the record, newest first,
    100 at the most. earlier: how many these are, where there are older ones; else 0. The record has those by pages:
    newest_first=true&offset=EARLIER&limit=100, and so on. staff: what a diligent staff would order next.
    """

    view: CampaignView
    newest: int
    seal: str
    over: tuple[str, ...] = ()
    log: tuple[CampaignLine, ...] = ()
    staff: tuple[Order, ...] = ()
    earlier: int = 0


class Order(Struct, frozen=True):
    """Something that a side could ask for. action: as `act` takes it."""

    side: str
    action: dict[str, Any]


# -- the record --------------------------------------------------------------------------------------------------


class CampaignLine(Struct, frozen=True, omit_defaults=True):
    """One event of the record. kind: its stable word. quiet: only of interest to who wants everything."""

    seq: int
    index: int
    date: str
    kind: str
    text: str
    player: str = ""
    role: str = ""
    time: str = ""
    battle: str = ""
    quiet: bool = False
    subjects: tuple[str, ...] = ()


class Query(Struct, frozen=True, omit_defaults=True):
    """What of the record is asked for; everything that is named must hold.

    subject: id of a person, asset, formation, depot, pool, battle or scenario. actor: a player's id. words: as they
    stand in the lines. after, until: dates, both included. everything: quiet lines and withdrawn ones too.
    """

    subject: str = ""
    battle: str = ""
    actor: str = ""
    kind: str = ""
    words: str = ""
    after: str = ""
    until: str = ""
    everything: bool = False
    newest_first: bool = False
    limit: int = 100
    offset: int = 0


class Page(Struct, frozen=True):
    """A page of the record. more: there are further lines."""

    lines: tuple[CampaignLine, ...]
    more: bool


class Change(Struct, frozen=True):
    """One step in how a fact came about. was, became: as data; None is the default. words: what the damage among it is
    called, by id."""

    line: CampaignLine
    field: str
    was: Any
    became: Any
    words: Mapping[str, str] = {}


class CameView(Struct, frozen=True, omit_defaults=True):
    """A machine in a battle, as it was called then. told: places, within the entry that filed the return, of the events
    that say what became of it."""

    id: str
    name: str
    side: str
    kills: int = 0
    told: tuple[int, ...] = ()


class FiledView(Struct, frozen=True, omit_defaults=True):
    """What the return of a battle did, in the entry that filed it. lost: side → fate → names of the people. experience,
    points: by side."""

    battle: str
    seq: int
    came: tuple[CameView, ...] = ()
    lost: Mapping[str, Mapping[str, tuple[str, ...]]] = {}
    experience: Mapping[str, int] = {}
    points: Mapping[str, int] = {}


class Since(Struct, frozen=True):
    """Since when something holds: the entry (0 and below in what a fork rests on), its date, and why."""

    seq: int
    date: str
    reason: str = ""


class PolicyInForce(Struct, frozen=True):
    """The policy that holds in a campaign. text: as a policy file. since: each of its tables → since when."""

    text: str
    since: Mapping[str, Since]


class Tally(Struct, frozen=True):
    """A number of the statistics: what, of which side, up to and including a date."""

    date: str
    what: str
    side: str
    n: int


# -- taking back -------------------------------------------------------------------------------------------------

Decision = Literal["drop", "keep", "stand"]
Decisions = Mapping[int | str, Decision]
"""What becomes of conflicts: by the number of an entry, 0 or below for one before the fork; by the kind of its action,
for all of that kind; by `all`. The first of these holds that the conflict allows; a choice by number holds where there
is no conflict, too."""


class Step(Struct, frozen=True, omit_defaults=True):
    """One entry that rests on the one that is rewritten. seq: 0 or below for one before the fork.

    outcome: `same`, `changed` (lost and new say in which lines), `conflict` (it is refused, or a battle was fought with
    other facts: a decision is needed, one of allowed), `kept`, `stood` or `dropped` by decision. amendments: that are
    written before it if it is to stand.
    """

    seq: int
    action: str
    outcome: Literal["same", "changed", "conflict", "kept", "stood", "dropped"]
    why: str = ""
    allowed: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    dice: int = 0
    amendments: tuple[str, ...] = ()


class Plan(Struct, frozen=True, omit_defaults=True):
    """What rewriting an entry leads to. head: the newest entry that was looked at. action, lines: of the entry that is
    taken back or, if replaced, entered in another way."""

    campaign: str
    seq: int
    head: int
    steps: tuple[Step, ...]
    action: str = ""
    lines: tuple[str, ...] = ()
    replaced: bool = False

    @property
    def conflicts(self) -> tuple[Step, ...]:
        return tuple(one for one in self.steps if one.outcome == "conflict")
