"""A battle of TANKS: The Modern Age. Private to the reducer; front ends get views.

Millimetres from the north-west corner, x to the east, y to the south; headings in degrees clockwise from north.
Fields are only ever added, with a default.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from campaign.rules.muster import Verdict
from campaign.rules.options import Side
from campaign.rules.remembering import Remembering
from campaign.systems.tanks_modern_age.readings import Readings

Kind = Literal["tank", "helicopter"]
Stage = Literal[
    "ready",
    "terrain",
    "role",
    "edge",
    "objectives",
    "deployment",
    "redeploy",
    "movement",
    "shooting",
    "command",
    "over",
]
"""ready: both sides look at their platoons. command: both sides repair; the rest of that phase happens by itself."""
Edge = Literal["north", "east", "south", "west"]
Mission = Literal["tank-ace", "king-of-the-hill", "free-for-all", "no-retreat", "alpha-66"]
Weapon = Literal["gun", "missiles", "machine-guns", "rockets", "smoke"]


ROUNDS: dict[str, str] = {"gun": "main", "missiles": "missiles"}
"""Kinds of rounds that campaigns count, by weapon."""


class Stats(Struct, frozen=True, omit_defaults=True):
    """What is printed on a model's card, as it was when the battle opened. length, width: hull, or base twice (mm)
    (p4 models).
    """

    initiative: int
    attack: int
    defence: int
    damage: int
    crew: int
    ammo: int
    points: int
    keywords: tuple[str, ...]
    length: int
    width: int


class Card(Struct, omit_defaults=True):
    """A Crew or Upgrade card of a model; its slot is its place in the list.

    turned: the turn in which it was turned up (0: before the battle). spent: the turn in which a once-a-turn effect
    was used. choice: the phase chosen for this turn.
    """

    card: str
    type: str
    state: Literal["down", "up", "gone"] = "down"
    turned: int = -1
    spent: int = 0
    choice: Literal["", "movement", "shooting"] = ""


class Back(Struct, frozen=True):
    """All that is known of a card by whoever has never seen its face, in the place of the card: what its back shows."""

    type: str
    state: Literal["down", "gone"]

    @property
    def turned(self) -> int:
        return -1


def shown(card: Card | Back) -> bool:
    """Whether it is known which card it is."""
    return isinstance(card, Card)


class Model(Struct, omit_defaults=True):
    """A tank or helicopter. speed: Speed tokens; moves: moves made this turn; x < 0: not on the table (p6 tokens).

    out: `destroyed` stays on the table and blocks; `removed` is gone. criticals: those that lie on its card.
    acted: has had its turn in this phase. shots: attacks made this turn. smoked, covered: what smoke has done to it
    this turn. marked: attack dice that later shooters at it may re-roll this turn. spotted: has spotted for artillery
    this turn. repaired: has had its repair roll this turn. points: with cards, as mustered. hurt_by: who damaged it
    last. quality: of a campaign's crew; rounds: left, by kind, where a campaign counts them; spent: used so far.
    driving: its driver or pilot has a campaign's skill `driving`.
    """

    id: str
    type: str
    name: str
    side: str
    kind: Kind
    stats: Stats
    cards: list[Card]
    points: int
    x: int = -1
    y: int = -1
    heading: int = 0
    high: bool = False
    reserve: bool = False
    speed: int = 0
    moves: int = 0
    elevated: bool = False
    moved_ever: bool = False
    acted: bool = False
    shots: int = 0
    damage: int = 0
    criticals: list[int] = field(default_factory=list[int])
    smoked: int = 0
    covered: bool = False
    marked: int = 0
    spotted: bool = False
    repaired: bool = False
    out: Literal["", "destroyed", "removed"] = ""
    hurt_by: str = ""
    quality: int = 0
    rounds: dict[str, int] = {}
    spent: dict[str, int] = {}
    kills: list[str] = field(default_factory=list[str])
    driving: bool = False


class Ground(Struct, frozen=True, omit_defaults=True):
    """A piece of terrain as it lies. length runs along its heading."""

    id: str
    kind: str
    name: str
    x: int
    y: int
    heading: int
    length: int
    width: int


class Objective(Struct, frozen=True, omit_defaults=True):
    """side: whose it is to take; "" anybody's."""

    id: str
    x: int
    y: int
    side: str = ""


class Sight(Struct, frozen=True, omit_defaults=True):
    """What geometry, or the players at a real table, said of a shot: facts, never reckoned again.

    seen: line of sight and arc allow it. why: if not, in a few words. hidden: corners (or stem) that are.
    conditions: what else the players of a real table say is so (see `effects.Condition`).
    """

    seen: bool
    cover: bool
    close: bool
    side: bool
    why: str = ""
    hidden: int = 0
    conditions: tuple[str, ...] = ()


class Die(Struct, omit_defaults=True):
    """A die on the table. result: for attack dice. A die re-rolled or modified once never is again (p7)."""

    face: int
    result: Literal["", "hit", "critical"] = ""
    rerolled: bool = False
    modified: bool = False
    cancelled: bool = False


ShotStage = Literal[
    "aim", "attack", "defend", "defence", "cancel", "press", "uncancelled", "critical", "after"
]
"""Who is asked: the target's side at aim, defend, defence, cancel and after; the shooter's at attack, press (the
cancelling that he chooses) and uncancelled; either of them at critical."""


class Drawn(Struct, omit_defaults=True):
    """A critical hit under way. cards: numbers drawn for it; drop: how many of them the shooter takes away, and
    then guard: how many the target's side does.

    taker: who suffers them. discarding: its side chooses which crew card it loses.
    """

    cards: list[int]
    taker: str
    drop: int = 0
    guard: int = 0
    discarding: bool = False


class Shot(Struct, omit_defaults=True):
    """An attack under way. dice: how many are rolled. plain: no re-rolls, no modifications. extra: an effect's attack.

    rerolled: dice of this stage that were re-rolled by an effect. sixes, fours: cancellations left to the target and
    to the shooter. used: effects used, as `unit/slot/number` or `platoon/number`. ammo: slot of the Ammo card in use.
    asked: sides that have said at this stage that they are done. queue: further targets of rockets. left: critical
    hits that still want a card; first: none has had one. dealt: damage done to the target; hits: uncancelled ones.
    losing: the target's side has to give up a crew card.
    """

    unit: str
    target: str
    weapon: Weapon
    sight: Sight
    stage: ShotStage
    dice: int = 0
    plain: bool = False
    fury: bool = False
    extra: bool = False
    attack: list[Die] = field(default_factory=list[Die])
    defence: list[Die] = field(default_factory=list[Die])
    rerolled: int = 0
    sixes: int = 0
    fours: int = 0
    used: list[str] = field(default_factory=list[str])
    ammo: int = -1
    asked: list[str] = field(default_factory=list[str])
    queue: list[str] = field(default_factory=list[str])
    left: int = 0
    first: bool = True
    drawn: Drawn | None = None
    losing: bool = False
    dealt: int = 0
    hits: int = 0


class Deck(Struct, omit_defaults=True):
    """The critical deck by numbers of cards. order: the next first. real: the players have a deck of their own.

    The cards that are in neither lie on models.
    """

    order: list[int] = field(default_factory=list[int])
    discards: list[int] = field(default_factory=list[int])
    size: int = 0
    shuffled: bool = False
    real: bool = False

    @property
    def left(self) -> int:
        """How many cards are to be drawn yet."""
        return len(self.order)


class OpenDeck(Struct, frozen=True):
    """All that is known of the critical deck by whoever does not know its order, in its place."""

    left: int
    discards: list[int]
    size: int
    shuffled: bool
    real: bool


class Bonus(Struct, frozen=True, omit_defaults=True):
    """Something that a card allows a model to do now. kind: move, elevation, attack. dice: of a plain attack.

    target: the only one allowed, if any. cause: the card's name. spearhead: a whole movement, right after deployment.
    """

    unit: str
    kind: Literal["move", "elevation", "move-or-elevation", "attack", "spearhead"]
    cause: str
    dice: int = 0
    target: str = ""


class Platoon(Struct, frozen=True, omit_defaults=True):
    """What a side has mustered. rule: id of its platoon rule, "" for none."""

    nation: str
    rule: str
    points: int
    title: str = ""


class OpenPlatoon(Struct, frozen=True):
    """All that the other side knows of a platoon, in its place."""

    nation: str
    rule: str


class Game(Remembering, Struct, omit_defaults=True, dict=True):
    """The battle. first: who places next during the set-up. waiting: sides asked at once, not yet done.

    measured: False at a real table, where the players declare what they see and nothing has a position.
    active: the model whose move is under way. bonus: what cards allow to be done before the battle goes on.
    quiet: sides that want no questions about turning up cards. redeploys: models that a side may still deploy again.
    last: the moves after all others have begun. counted: who holds the objectives has been declared this turn.
    """

    scenario: str = ""
    mission: Mission = "tank-ace"
    title: str = ""
    width: int = 0
    height: int = 0
    measured: bool = True
    prepared: bool = True
    turns: int = 0
    sides: tuple[Side, ...] = ()
    platoons: dict[str, Platoon] = field(default_factory=dict[str, Platoon])
    stage: Stage = "ready"
    turn: int = 0
    waiting: list[str] = field(default_factory=list[str])
    first: str = ""
    attacker: str = ""
    advantage: str = ""
    edges: dict[str, Edge] = field(default_factory=dict[str, Edge])
    to_place: list[str] = field(default_factory=list[str])
    terrain: dict[str, Ground] = field(default_factory=dict[str, Ground])
    objectives: list[Objective] = field(default_factory=list[Objective])
    models: dict[str, Model] = field(default_factory=dict[str, Model])
    active: str = ""
    bonus: list[Bonus] = field(default_factory=list[Bonus])
    quiet: dict[str, Literal["turn", "battle"]] = field(default_factory=dict[str, Literal["turn", "battle"]])
    shot: Shot | None = None
    deck: Deck = field(default_factory=Deck)
    score: dict[str, int] = field(default_factory=dict[str, int])
    redeploys: dict[str, int] = field(default_factory=dict[str, int])
    last: bool = False
    counted: bool = False
    verdict: Verdict | None = None
    readings: Readings | None = None
    """None: as the pack says."""
