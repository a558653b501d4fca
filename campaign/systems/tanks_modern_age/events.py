"""Facts. A shape that changes gets a new tag and an upcaster (`UPCASTERS`); a tag is never used twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from campaign.rules.muster import Verdict
from campaign.rules.options import Modifier, Side
from campaign.rules.readings import ByReading
from campaign.systems.tanks_modern_age.readings import Readings
from campaign.systems.tanks_modern_age.state import (
    Bonus,
    Edge,
    Ground,
    Kind,
    Mission,
    Objective,
    Platoon,
    Sight,
    Stage,
    Stats,
    Weapon,
)
from events.codec import Upcaster


class Event(ByReading, Struct, frozen=True, tag_field="kind", omit_defaults=True, gc=False):
    """Base of all events; the tag is a stable word."""


class Dealt(Struct, frozen=True, omit_defaults=True):
    """A card as it was dealt. card: its id; "" in what a viewer gets who may not see it."""

    card: str
    type: str
    up: bool = False


class Placed(Struct, frozen=True, omit_defaults=True):
    """One model of a platoon. x < 0: not on the table yet. damage, criticals: what it brings along.

    driving: a campaign's driver or pilot has the skill `driving`.
    """

    id: str
    type: str
    name: str
    side: str
    model: Kind
    stats: Stats
    cards: tuple[Dealt, ...]
    points: int
    x: int = -1
    y: int = -1
    heading: int = 0
    high: bool = False
    damage: int = 0
    criticals: tuple[int, ...] = ()
    quality: int = 0
    rounds: dict[str, int] = {}
    driving: bool = False


class Mustered(Event, frozen=True, tag="mustered"):
    """The set-up of a battle. to_place: kinds of terrain that the players are to lay out. deck: number of cards. read:
    how the text is read; None in diaries of 0.5.0 and before, as their packs say."""

    scenario: str
    title: str
    mission: Mission
    sides: tuple[Side, ...]
    platoons: dict[str, Platoon]
    models: tuple[Placed, ...]
    deck: int
    turns: int
    width: int
    height: int
    measured: bool = True
    prepared: bool = False
    terrain: tuple[Ground, ...] = ()
    to_place: tuple[str, ...] = ()
    objectives: tuple[Objective, ...] = ()
    edges: dict[str, Edge] = {}
    attacker: str = ""
    read: Readings | None = None


class SideReady(Event, frozen=True, tag="side-ready"):
    side: str


class DeckShuffled(Event, frozen=True, tag="deck-shuffled"):
    """order: numbers of the cards, the next first; empty if the table has a deck of its own, or for a viewer."""

    order: tuple[int, ...] = ()


class RolledOff(Event, frozen=True, tag="rolled-off"):
    """Each side rolled a die. winner: "" if they are equal and roll again."""

    what: Literal["terrain", "role", "advantage"]
    rolls: dict[str, int]
    winner: str


class TerrainPlaced(Event, frozen=True, tag="terrain-placed"):
    ground: Ground
    by: str


class TerrainLeftOut(Event, frozen=True, tag="terrain-left-out"):
    """There was no place left for it."""

    terrain: str
    by: str


class RoleChosen(Event, frozen=True, tag="role-chosen"):
    attacker: str


class EdgesChosen(Event, frozen=True, tag="edges-chosen"):
    edges: dict[str, Edge]


class ObjectivePlaced(Event, frozen=True, tag="objective-placed"):
    objective: Objective
    by: str


class Deployed(Event, frozen=True, tag="deployed"):
    """how: `again` for one that was deployed already, `reserve` for one that arrives later."""

    unit: str
    x: int
    y: int
    heading: int
    high: bool = False
    how: Literal["", "again", "reserve"] = ""


class HeldOff(Event, frozen=True, tag="held-off"):
    unit: str


class StageBegan(Event, frozen=True, tag="stage-began"):
    """A phase, or a part of the set-up. redeploys: which sides may deploy again, and how many models."""

    stage: Stage
    turn: int
    redeploys: dict[str, int] = {}


class SidesAsked(Event, frozen=True, tag="sides-asked"):
    """These sides are asked at once."""

    sides: tuple[str, ...]


class Moved(Event, frozen=True, tag="moved"):
    """One move. moves, speed: moves made and Speed tokens held after it. free: it cost neither."""

    unit: str
    x: int
    y: int
    heading: int
    high: bool
    moves: int
    speed: int
    free: bool = False


class TokensTaken(Event, frozen=True, tag="tokens-taken"):
    """Speed tokens without a move. speed: held after it. cause: defensive measures, elevation, repair, or a card."""

    unit: str
    speed: int
    cause: str
    high: bool = False


class TokenDropped(Event, frozen=True, tag="token-dropped"):
    unit: str
    die: int
    speed: int
    cause: str


class ModelActed(Event, frozen=True, tag="model-acted"):
    """The model has had its turn in this phase."""

    unit: str


class CardTurned(Event, frozen=True, tag="card-turned"):
    unit: str
    slot: int
    card: str


class CardGivenUp(Event, frozen=True, tag="card-given-up"):
    """A card is discarded, possibly face down. cause: what for. card: its id if it was used, and so seen."""

    unit: str
    slot: int
    cause: str
    card: str = ""


class CardUsed(Event, frozen=True, tag="card-used"):
    """An effect that works once a turn was used. phase: the one chosen, if it chooses one."""

    unit: str
    slot: int
    phase: Literal["", "movement", "shooting"] = ""


class CardKept(Event, frozen=True, tag="card-kept"):
    """A used Ammo card comes back. die: 0 if none was needed."""

    unit: str
    slot: int
    cause: str
    die: int = 0


class KeepRolled(Event, frozen=True, tag="keep-rolled"):
    """A die for something that a card grants on a chance, and that failed."""

    unit: str
    cause: str
    die: int


class SidePassed(Event, frozen=True, tag="side-passed"):
    side: str
    until: Literal["now", "turn", "battle"] = "now"


class ShotDeclared(Event, frozen=True, tag="shot-declared"):
    """dice: so many as it stands; turning up a card may still change it. queue: further targets of rockets.

    spent: rounds that a campaign counts.
    """

    unit: str
    target: str
    weapon: Weapon
    sight: Sight
    dice: int
    plain: bool = False
    fury: bool = False
    extra: bool = False
    ammo: int = -1
    spotter: str = ""
    queue: tuple[str, ...] = ()
    spent: int = 0


class AttackRolled(Event, frozen=True, tag="attack-rolled"):
    """results: of each die, "" for a miss. terms: how the number of dice came about."""

    dice: tuple[int, ...]
    results: tuple[str, ...]
    terms: tuple[Modifier, ...] = ()


class AttackRerolled(Event, frozen=True, tag="attack-rerolled"):
    """places: which dice; counted: how many of them by leave of an effect rather than for standing still."""

    places: tuple[int, ...]
    dice: tuple[int, ...]
    results: tuple[str, ...]
    counted: int


class DiceModified(Event, frozen=True, tag="dice-modified"):
    """Attack dice changed by an effect: `critical` and `hit` name what they became, `gone` no longer counts.

    added: a further hit on the table, from a critical hit that became two.
    """

    places: tuple[int, ...]
    into: tuple[Literal["hit", "critical", "gone"], ...]
    source: str
    cause: str
    added: int = 0


class DefenceRolled(Event, frozen=True, tag="defence-rolled"):
    """terms: how the number of dice came about."""

    dice: tuple[int, ...]
    terms: tuple[Modifier, ...]


class DefenceRerolled(Event, frozen=True, tag="defence-rerolled"):
    places: tuple[int, ...]
    dice: tuple[int, ...]


class DefenceCounted(Event, frozen=True, tag="defence-counted"):
    """How many hits the target's side (sixes) and the shooter's side (fours) may choose to cancel."""

    sixes: int
    fours: int


class HitsCancelled(Event, frozen=True, tag="hits-cancelled"):
    by: Literal["target", "shooter"]
    places: tuple[int, ...]


class ShotWent(Event, frozen=True, tag="shot-went"):
    """The next stage of the attack. left: critical hits that want a card; hits: uncancelled ones of both sorts."""

    stage: Literal["attack", "defend", "defence", "cancel", "press", "uncancelled", "critical", "after"]
    left: int = 0
    hits: int = 0


class DamageTaken(Event, frozen=True, tag="damage-taken"):
    """total: on the model after it. by: who did it, "" for nobody."""

    unit: str
    amount: int
    total: int
    cause: str
    by: str = ""
    die: int = 0


class CriticalDrawn(Event, frozen=True, tag="critical-drawn"):
    """cards: their numbers. typed: drawn from a real deck, by dice of the record. again: instead of one cancelled."""

    unit: str
    cards: tuple[int, ...]
    drop: int = 0
    guard: int = 0
    typed: bool = False
    again: bool = False


class CriticalDropped(Event, frozen=True, tag="critical-dropped"):
    card: int
    cause: str


class CriticalMoved(Event, frozen=True, tag="critical-moved"):
    """Another model suffers it."""

    card: int
    to: str
    cause: str


class CriticalCancelled(Event, frozen=True, tag="critical-cancelled"):
    unit: str
    card: int
    cause: str


class CriticalSuffered(Event, frozen=True, tag="critical-suffered"):
    """stays: the card lies on the model until it is repaired. choose: its side has to give up a crew card."""

    unit: str
    card: int
    critical: str
    stays: bool = False
    choose: bool = False


class CrewClaimed(Event, frozen=True, tag="crew-claimed"):
    """The shooter has given up hits: the model's side must give up a crew card."""

    unit: str
    cause: str


class CrewLost(Event, frozen=True, tag="crew-lost"):
    """The crew card that a critical costs has been given up."""

    unit: str


class RetaliationRolled(Event, frozen=True, tag="retaliation-rolled"):
    unit: str
    target: str
    die: int
    cause: str


class Smoked(Event, frozen=True, tag="smoked"):
    """The target has so many attack dice less and counts as in cover, for the rest of the turn."""

    unit: str
    dice: int
    by: str


class Marked(Event, frozen=True, tag="marked"):
    unit: str
    dice: int
    by: str


class Destroyed(Event, frozen=True, tag="destroyed"):
    """how: `destroyed` stays on the table, `removed` does not."""

    unit: str
    how: Literal["destroyed", "removed"]
    by: str = ""


class ShotEnded(Event, frozen=True, tag="shot-ended"):
    unit: str


class BonusGranted(Event, frozen=True, tag="bonus-granted"):
    bonus: Bonus


class BonusTaken(Event, frozen=True, tag="bonus-taken"):
    """The first of the open bonuses is used up, or let go."""

    unit: str


class RepairTried(Event, frozen=True, tag="repair-tried"):
    """dice: one, or two where the first was re-rolled. instead: of moving."""

    unit: str
    card: int
    dice: tuple[int, ...]
    fixed: bool
    cause: str = ""


class LastMovesBegan(Event, frozen=True, tag="last-moves-began"):
    """All others have moved; sides: those that may have a card for a move after them."""

    sides: tuple[str, ...]


class HeldDeclared(Event, frozen=True, tag="held-declared"):
    """At a real table: who alone is close to each objective."""

    sides: tuple[str, ...]


class Scored(Event, frozen=True, tag="scored"):
    side: str
    points: int


class FieldReset(Event, frozen=True, tag="field-reset"):
    """Speed tokens are taken away, discarded critical cards go back into the deck (p19)."""


class BattleEnded(Event, frozen=True, tag="battle-ended"):
    verdict: Verdict


ALL: tuple[type[Event], ...] = (
    Mustered,
    SideReady,
    DeckShuffled,
    RolledOff,
    TerrainPlaced,
    TerrainLeftOut,
    RoleChosen,
    EdgesChosen,
    ObjectivePlaced,
    Deployed,
    HeldOff,
    StageBegan,
    SidesAsked,
    Moved,
    TokensTaken,
    TokenDropped,
    ModelActed,
    CardTurned,
    CardGivenUp,
    CardUsed,
    CardKept,
    KeepRolled,
    SidePassed,
    ShotDeclared,
    AttackRolled,
    AttackRerolled,
    DiceModified,
    DefenceRolled,
    DefenceRerolled,
    DefenceCounted,
    HitsCancelled,
    ShotWent,
    DamageTaken,
    CriticalDrawn,
    CriticalDropped,
    CriticalMoved,
    CriticalCancelled,
    CriticalSuffered,
    CrewClaimed,
    CrewLost,
    RetaliationRolled,
    Smoked,
    Marked,
    Destroyed,
    ShotEnded,
    BonusGranted,
    BonusTaken,
    RepairTried,
    LastMovesBegan,
    HeldDeclared,
    Scored,
    FieldReset,
    BattleEnded,
)
UPCASTERS: Mapping[str, Upcaster] = {}
