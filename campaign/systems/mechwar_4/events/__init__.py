"""Facts. A shape that changes gets a new tag and an upcaster; a tag is never used twice. Each room has its file."""

from __future__ import annotations

from campaign.rules.system import Says
from campaign.systems.mechwar_4.events import air, guns
from campaign.systems.mechwar_4.events.base import Event
from campaign.systems.mechwar_4.events.command import (
    COMMAND,
    BattalionChecked,
    CompanyRallied,
    CompanyShaken,
    EquipmentTested,
    HeadquartersReplaced,
    HeadquartersValued,
    JammerChecked,
    Listened,
)
from campaign.systems.mechwar_4.events.command import (
    HexAnnounced as HexAnnounced,
)
from campaign.systems.mechwar_4.events.command import (
    RadioSilenceSet as RadioSilenceSet,
)
from campaign.systems.mechwar_4.events.fire import (
    AmbushLost,
    AttackDeclared,
    AttackEnded,
    ButtonedUp,
    DepletionRolled,
    FirerJoined,
    InfantryFound,
    ResolvingBegan,
    ShotResolved,
    ShotWasted,
    TookCover,
    UnitDamaged,
    UnitRemoved,
    UnitSuppressed,
    WindowClosed,
    WindowOpened,
    WreckLeft,
)
from campaign.systems.mechwar_4.events.movement import (
    ColumnChanged,
    DefiladeChanged,
    Dismounted,
    FatigueChanged,
    HexTaken,
    MinesMet,
    Mounted,
    MoveBegan,
    MoveEnded,
    MoveUndone,
    OverrunBegan,
    OverrunEnded,
    OverrunRound,
    OverrunTurn,
    PointsSpent,
    UnitEntered,
    UnitExited,
    UnitMoved,
)
from campaign.systems.mechwar_4.events.turns import (
    ActivationBegan,
    AmbushSet,
    BattleEnded,
    CamouflageLost,
    CamouflageRolled,
    ColumnOrdered,
    CommandGiven,
    CountersDealt,
    ForcesPlaced,
    FormationChanged,
    GunsDealt,
    InitiativeRolled,
    PanicRolled,
    PhaseBegan,
    Regrouped,
    Scored,
    SidePassed,
    SideReady,
    SmokeLifted,
    StandingGiven,
    SuppressionLifted,
    TurnBegan,
    UnitHid,
    UnitPlaced,
    UnitSeen,
    WatchSet,
)
from campaign.systems.mechwar_4.events.works import (
    WORKS,
    PloughRolled,
)
from campaign.systems.mechwar_4.events.works import (
    MinesBreached as MinesBreached,
)
from campaign.systems.mechwar_4.events.works import (
    MinesLaid as MinesLaid,
)
from campaign.systems.mechwar_4.events.works import (
    PloughEntered as PloughEntered,
)
from campaign.systems.mechwar_4.events.works import (
    WorkDone as WorkDone,
)
from campaign.systems.mechwar_4.events.works import (
    WorkSet as WorkSet,
)

CORE: tuple[type[Event], ...] = (
    ForcesPlaced, CountersDealt, UnitPlaced, ColumnOrdered, SideReady, TurnBegan, PhaseBegan, InitiativeRolled,
    ActivationBegan, SidePassed, CommandGiven, AmbushSet, StandingGiven, WatchSet, PanicRolled, UnitSeen, UnitHid,
    CamouflageRolled, CamouflageLost, SuppressionLifted, SmokeLifted, Regrouped, FormationChanged, Scored,
    BattleEnded, AttackDeclared, FirerJoined, InfantryFound, ResolvingBegan, ButtonedUp, ShotResolved, ShotWasted,
    UnitSuppressed, UnitDamaged, UnitRemoved, WreckLeft, DepletionRolled, TookCover, AttackEnded, WindowOpened,
    WindowClosed, AmbushLost, MoveBegan, UnitMoved, UnitEntered, UnitExited, PointsSpent, ColumnChanged,
    DefiladeChanged, Mounted, Dismounted, MoveUndone, FatigueChanged, MoveEnded, MinesMet, HexTaken, OverrunBegan,
    OverrunRound, OverrunTurn, OverrunEnded, GunsDealt,
)  # fmt: skip
ALL: tuple[type[Event], ...] = (*CORE, *WORKS, *COMMAND, *guns.GUNS, *air.AIR)
"""Each room adds its own."""
DICE: dict[type[Event], Says] = {
    InitiativeRolled: "dice", PanicRolled: "die", CamouflageRolled: "die", ShotResolved: "dice",
    DepletionRolled: "dice", MinesMet: "dice",
    PloughRolled: "die", HeadquartersValued: "dice", CompanyShaken: "die", CompanyRallied: "die",
    BattalionChecked: "dice", HeadquartersReplaced: "dice", JammerChecked: "die", Listened: "die",
    EquipmentTested: "dice", **guns.DICE, **air.DICE,
}  # fmt: skip
SHUFFLES: dict[type[Event], Says] = {CountersDealt: "order", GunsDealt: "order"}
