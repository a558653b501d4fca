"""A battle of MechWar 4. Private to the reducer; front ends get views.

Fields are only ever added, with a default: `omit_defaults` then keeps the digests of older states as they were.
Movement points are counted in halves everywhere.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from campaign.rules.hexes import Edge, Hex
from campaign.rules.muster import Verdict
from campaign.rules.options import Side
from campaign.rules.remembering import Remembering
from campaign.systems.mechwar_4.frames import Frame
from campaign.systems.mechwar_4.readings import Readings
from campaign.systems.mechwar_4.scenario import Doctrine, Switches, Victory
from campaign.systems.mechwar_4.scenario import Load as AirLoad
from campaign.systems.mechwar_4.tables import MineKind
from campaign.systems.mechwar_4.units import Nation, Target

GONE = 3
"""Steps of a full unit or battery: damage at which it is gone."""
Phase = Literal["ready", "setup", "orders", "action", "removal", "listening", "indirect", "regroup"]
"""`listening`: direction finders, at the beginning of the indirect fire phase (19.91)."""
Out = Literal["", "eliminated", "no missiles", "regrouped", "exited"]
"""Why a unit is not in play any more. `no missiles`: 6.84, taken off as it has nothing left to fire."""
Command = Literal["", "BC", "OC", "BOC", "WC", "RC", "RGC", "IC"]
"""19.14: bound, overwatch, bounding overwatch, withdraw, rally, regroup; IC: independent command (19.141)."""
Hold = Literal["now", "move", "turn"]
"""Until when a side answers no more: this chance, the rest of this unit's move, the rest of this turn."""


Task = Literal["abatis", "clear", "breach", "build", "destroy"]
"""What engineers do: build an abatis or clear one, breach mines, build or destroy a bridge (19.611, 19.612)."""
Sort = Literal["hq", "jammer", "artillery", "radar"]
"""What direction finders look for (19.91)."""
Load = Literal["shells", "smoke", "fascam", "counter"]
Stage = Literal["", "plot", "fire", "counter", "air"]
"""Of the indirect fire phase: plans, their fire falls, guns that betrayed themselves are answered, aircraft."""


class Standing(Struct, frozen=True, omit_defaults=True):
    """A unit's standing order: it fires of its own accord at the first enemy that moves within its range.

    range: in hexes. at: what it fires at, `any` or a target type. Secret.
    """

    range: int
    at: Literal["any", "hard", "protected", "soft"] = "any"


class Work(Struct, frozen=True, omit_defaults=True):
    """What engineers work at (19.6). left: turns until it is done. other: of a bridge, the hex beyond its side."""

    task: Task
    hex: Hex
    left: int
    other: Hex = ""


class Unit(Struct, omit_defaults=True):
    """One counter. id: dealt, so that it says nothing. hex: "" off the map; that of its carrier while aboard.

    damage: 0 full strength, 1 for D1, 2 for D2. seen: face up. kept: hidden by camouflage until the phase ends
    (5.25). column, defilade: "" or the hexside its marker points to (10.5; of infantry any). fatigue: 0 to 3
    (8.16). ammo: levels left of its arms, of those that are below three; 0 for out of it (6.84, 6.87). aboard: its
    carrier; riding on a tank if that is one. hatches: it fired from hatches this turn, so that fire finds it as if
    it had dismounted (9.5); halved: it fired mounted with half its strength, so that its carrier may move (9.55).
    improved: in an improved position. parts: of a unit that splits its fire, those that have still to fire, 1 for
    D1, 2 for D2 (6.93). came: the hex in which it began the turn, with `mates` there; exposed: behind which cover
    it fired this turn, so that it may pull back (6.92). entry: the group with which it enters, "" once it has.
    place: in that group's column, from 0. through: by which of the group's hexes it is to enter, "" where there is but
    one, or it is chosen as it comes (20.66).
    shots: indirect fire from this hex, for counterbattery. spotted: in this hex by counterbattery (7.87). kills:
    ids.
    plough: how many of its vehicles have one that works (16.2); ploughing: stands with it in mines that are not
    breached yet. deaf: its radio equipment is lost (19.910); listened: it has tried to locate somebody this turn.
    bombarded: the turn in which it last fired indirectly (19.94).
    Of a campaign's platoons: asset, its id there; level: the panic level of its own crews in tens of per cent, -1 for
    that of its company; brought: the levels of ammunition with which it came, of those that were not full. joined: the
    unit into which it was regrouped (4.1).
    """

    id: str
    type: str
    name: str
    side: str
    hex: str = ""
    company: str = ""
    damage: int = 0
    suppression: int = 0
    panicked: bool = False
    fired: bool = False
    moved: bool = False
    seen: bool = False
    kept: bool = False
    camouflaged: bool = False
    column: bool = False
    defilade: str = ""
    fatigue: int = 0
    ammo: dict[str, int] = {}
    aboard: str = ""
    hatches: bool = False
    halved: bool = False
    improved: bool = False
    parts: tuple[int, ...] = ()
    came: str = ""
    mates: tuple[str, ...] = ()
    exposed: str = ""
    entry: str = ""
    place: int = 0
    through: str = ""
    shots: int = 0
    spotted: str = ""
    aimed: str = ""
    """The hex of its indirect fire of the turn before (7.12)."""
    disturbed: bool = False
    """It panicked or was fired at this turn: no indirect fire (7.15)."""
    designates: bool = False
    """It directs aircraft (15.44)."""
    holds_air: bool = False
    """It does not fire at aircraft: secret."""
    plough: int = 0
    ploughing: bool = False
    deaf: bool = False
    listened: bool = False
    bombarded: int = 0
    work: Work | None = None
    standing: Standing | None = None
    ordered: bool = False
    """Its standing order has been changed this turn; of a side: how near it is asked."""
    out: Out = ""
    kills: list[str] = []
    asset: str = ""
    level: int = -1
    brought: dict[str, int] = {}
    joined: str = ""


class Company(Struct, omit_defaults=True):
    """panic: its panic level in tens of per cent, as the scenario has it. morale: levels added by losses (19.81).

    broken_formation: levels added because its formation is broken (4.1). grace: the turn to whose end it may restore
    it, 0 for none. command: secret until it shows. ambush: its hex (6.913), "" for none.
    """

    id: str
    name: str
    side: str
    panic: int
    battalion: str = ""
    doctrine: Doctrine = "nato"
    morale: int = 0
    losses: int = 0
    broken_formation: bool = False
    grace: int = 0
    command: Command = ""
    ambush: str = ""
    ambushes: bool = False
    independent: bool = False
    unrallied: bool = False
    """It can rally no more (19.814)."""


class Battalion(Struct, omit_defaults=True):
    """A headquarters' formation (19.82). hq: the counter that has the headquarters, "" once nobody is left. value:
    against which it checks. brigade: that to which it belongs. shift: columns to the right, of headquarters lost
    (19.814)."""

    id: str
    name: str
    side: str
    rating: str = ""
    hq: str = ""
    value: int = 0
    broken: bool = False
    brigade: str = ""
    is_brigade: bool = False
    shift: int = 0


class Battery(Struct, omit_defaults=True):
    """A concentration of artillery off the map (14), or one strike of close air support (15). h: H points each.

    section: no loose pattern. rockets: always loose. last: the hex of its fire of the turn before. busy: until which
    turn it is displacing. until: of a multiplied fire, the turn in which it fires, 0 for one that stays. shots: from
    where it is.
    """

    id: str
    name: str
    side: str
    h: int
    kind: Literal["guns", "rockets", "air"] = "guns"
    section: bool = False
    protected: bool = False
    smoke: bool = True
    fascam: int = 0
    damage: int = 0
    suppression: int = 0
    spotted: bool = False
    busy: int = 0
    last: str = ""
    shots: int = 0
    until: int = 0
    out: bool = False
    reach: int = 0
    """How many hexes it fires onto the map from its side's edge, 0 for any (14.13)."""

    @property
    def target(self) -> Target:
        """19.21."""
        return "protected" if self.protected else "soft"


class Mission(Struct, frozen=True, omit_defaults=True):
    """Indirect fire that is planned: secret. by: a unit on the map or a battery. due: the turn in which it falls.

    bound: it goes on with sustained fire, so that its hex is fixed (7.14). counter: at whom, of counterbattery fire; of
    load `counter` while it is waiting for that.
    """

    by: str
    side: str
    hex: Hex
    load: Load = "shells"
    loose: bool = False
    sustained: bool = False
    due: int = 0
    bound: bool = False
    counter: str = ""


class Smoke(Struct, frozen=True):
    """turn: in which it fell; it is removed when the next indirect fire phase begins."""

    hex: Hex
    turn: int


class Impact(Struct, frozen=True, omit_defaults=True):
    """Fire that stays on hexes until the next indirect fire phase (7.14). aim: at which hex, whatever it hits.
    suppressed: what suppression has taken off h."""

    by: str
    side: str
    hex: Hex
    aim: Hex
    h: int
    loose: bool = False
    damage: int = 0
    suppressed: int = 0


class Minefield(Struct, omit_defaults=True):
    """side: whose; "" for FASCAM. shift: columns added (19.43). known: sides that have met it."""

    hex: Hex
    kind: MineKind
    side: str = ""
    shift: int = 0
    breached: bool = False
    known: list[str] = []


class Leg(Struct, frozen=True):
    """A hex on the way of an aircraft, and how it came into it."""

    hex: Hex
    facing: Edge
    high: bool


class Aircraft(Struct, omit_defaults=True):
    """An aeroplane flown by 15.3. due: the turn for which it is plotted, 0 for none; aim: the hex that it bombs.

    path: its way over the map, the last is where it is, () before it has come. out: of missiles (15.63). By a hex, or a
    counter, how long the path was when: attacked, the hex was attacked (15.35); tried, it was tried to acquire the
    counter (15.71); shots, that air defence fired (15.81). acquired: whom it may strafe. gone: off the map again, or
    shot down, which is lost.
    """

    id: str
    type: str
    name: str
    side: str
    load: AirLoad = "bombs"
    due: int = 0
    aim: str = ""
    path: list[Leg] = []
    bombed: bool = False
    out: bool = False
    attacked: dict[str, int] = {}
    tried: dict[str, int] = {}
    shots: dict[str, int] = {}
    acquired: list[str] = []
    gone: bool = False
    lost: bool = False
    choice: bool = False
    """Its side chooses the load as it is called for (15.63)."""
    recognised: list[str] = []
    """Counters that it has found to be helicopters."""


class AirDefenceOff(Struct, frozen=True):
    """Air defence beyond an edge of the map (15.31). strength: highest die that hits."""

    side: str
    edge: str
    strength: int


class Jammer(Struct, omit_defaults=True):
    """What a jamming unit does (19.912 to 19.916). idle: until which turn it may not try again. tried: the turn in
    which it last did."""

    works: bool = False
    idle: int = 0
    tried: int = 0


class Located(Struct, frozen=True, omit_defaults=True):
    """What direction finders have found (19.92). side: who found it. hex: announced by its owner, "" until then."""

    side: str
    sort: Sort
    hex: Hex = ""


class Entry(Struct, frozen=True, omit_defaults=True):
    """Where units come from (20.6). hexes: of entry. column: in the order of their places through one hex."""

    id: str
    side: str
    turn: int
    hexes: tuple[Hex, ...]
    column: bool = False


class Area(Struct, frozen=True, omit_defaults=True):
    """Where a side may deploy some of its units. units: ids."""

    side: str
    hexes: tuple[Hex, ...]
    units: tuple[str, ...] = ()


class Force(Struct, omit_defaults=True):
    """A side as a whole. panic: its level in tens of per cent. watch: it is asked for opportunity fire within that
    many hexes of its counters, 0 never: everybody knows. done: in the phase in which both sides act at once.
    quiet: it answers no more this turn. edge: where its aircraft come from and withdrawing units go."""

    id: str
    panic: int
    doctrine: Doctrine = "nato"
    nation: Nation = "us"
    edge: str = "west"
    watch: int = 99
    ordered: bool = False
    done: bool = False
    passed: bool = False
    finished: bool = False
    """It has passed for the rest of the turn (8.23)."""
    quiet: bool = False
    score: int = 0
    multiples: int = 0
    """How often it may still multiply its off-board fires (14.34)."""
    multiple: int = 0
    """Secret until they fire: what the die gave (14.33); 0 where none was rolled."""
    radio_silence: bool = False


class Game(Remembering, Struct, omit_defaults=True, dict=True):
    """stack: what is going on, the newest last; depth never above 6. active: whose activation it is. activation:
    units that have acted in it. attacked: `side:target` of direct fire of this phase (6.13)."""

    scenario: str = ""
    board: str = ""
    sides: tuple[Side, ...] = ()
    switches: Switches = Switches()
    turns: int = 0
    turn: int = 0
    phase: Phase = "ready"
    first: str = ""
    active: str = ""
    units: dict[str, Unit] = {}
    forces: dict[str, Force] = {}
    companies: dict[str, Company] = {}
    battalions: dict[str, Battalion] = {}
    batteries: dict[str, Battery] = {}
    aircraft: dict[str, Aircraft] = {}
    jammers: dict[str, Jammer] = {}
    entries: tuple[Entry, ...] = ()
    areas: tuple[Area, ...] = ()
    victory: Victory | None = None
    stack: list[Frame] = []
    activation: list[str] = []
    again: bool = False
    """The side that is active had passed, not for good (a reading of 8.0)."""
    attacked: list[str] = []
    defences: tuple[AirDefenceOff, ...] = ()
    stage: Stage = ""
    shelling: list[str] = []
    """Who has fired in this indirect fire phase."""
    betrayed: list[str] = []
    """Guns that have betrayed themselves and have not been answered yet (7.81)."""
    missions: list[Mission] = []
    impacts: list[Impact] = []
    smoke: list[Smoke] = []
    wrecks: list[str] = []
    mines: list[Minefield] = []
    abatis: list[str] = []
    devastated: list[str] = []
    broken_bridges: list[str] = []
    built_bridges: list[str] = []
    located: list[Located] = []
    held: dict[str, str] = {}
    entered: dict[str, int] = {}
    """Units that have come through a hex of entry this turn (20.62)."""
    fought: dict[str, int] = {}
    """`unit:hex`: firefights of an overrunner there this turn (12), where they are counted beyond those in a row."""
    scored: dict[str, int] = {}
    """Companies: how many of their platoons have scored (20.51)."""
    verdict: Verdict | None = None
    dealt: bool = False
    readings: Readings | None = None
    """None: as the pack says."""
