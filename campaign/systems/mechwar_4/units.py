"""Types of units: what a platoon is, what it fires, how it is hit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

Natural = Annotated[int, Meta(ge=0, le=999)]
Positive = Annotated[int, Meta(ge=1, le=999)]
Die = Annotated[int, Meta(ge=0, le=6)]
Source = Annotated[str, Meta(min_length=3)]
Nation = Literal["us", "marines", "britain", "germany", "ussr", "israel", "egypt", "syria"]
WeaponClass = Literal["R", "M", "H", "G", "R*"]
Target = Literal["hard", "protected", "soft"]
Moves = Literal["vehicle", "truck", "foot", "motorcycle", "helicopter"]
"""How terrain counts for a unit (10.13)."""
Kind = Literal[
    "tank", "assault-gun", "light-tank", "armoured-car", "apc", "missiles", "flak", "mortar", "truck", "jeep", "gun",
    "infantry", "engineers", "motorcycle", "hq", "rdf", "jammer", "helicopter",
]  # fmt: skip
Seen = Literal["vehicle", "foot"]
"""How a unit counts where it is looked for: motorcycles as vehicles (19.623)."""

Arm = Literal["main", "missile", "coaxial", "roof", "assault"]
_WEAPON = re.compile(r"(\d{1,2})(R\*|[RMHG])(\d{1,2})")
_DEFENCE = re.compile(r"\[(\d{1,2})\]|\((\d{1,2})\)|(\d{1,2})")


class Weapon(NamedTuple):
    """What a unit fires, as 6.44 writes it: strength, class, range; 16M15. least: hexes below which it cannot.

    depletion: highest die at which it runs out after a shot, 0 for never.
    """

    strength: int
    class_: WeaponClass
    range: int
    least: int = 0
    depletion: int = 0


def weapon(text: str, least: int = 0, depletion: int = 0) -> Weapon:
    """Raises ValueError for what is no such notation (3.4)."""
    found = _WEAPON.fullmatch(text)
    if found is None:
        raise ValueError(
            f"{text!r} is no weapon: write strength, class (R, M, H, G, R*) and range, such as 16M15"
        )
    class_: WeaponClass = found[2]  # type: ignore[assignment]  # one of those that the pattern knows
    return Weapon(int(found[1]), class_, int(found[3]), least, depletion)


def defence(text: str) -> tuple[int, Target]:
    """Defence strength and target type (3.4): [5] or more is hard, [4] or less and (3) protected, 8 soft.

    Raises ValueError for what is no such notation.
    """
    found = _DEFENCE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no defence strength: write [10], (3) or 8")
    if found[1]:
        return int(found[1]), "hard" if int(found[1]) >= 5 else "protected"
    return (int(found[2]), "protected") if found[2] else (int(found[3]), "soft")


class UnitRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A type of unit as in units.toml; `UnitType` is what the rules use.

    main: its gun, rifles or howitzers; missile: class G; a unit that has both is dual-class (6.87). machine_guns: the
    2R3 of tanks, assault guns and APCs, roof: the 3R5 (6.44). least, depletion: of missiles, or of howitzers.
    ammunition: depletion of its main weapon. vehicles: how many a full platoon has. points: for a company of three
    (20.51).

    one_step: lost with the first step (3.21). mounted: how infantry aboard fires (9.51 to 9.55). tender: 3 off for each
    suppression (7.52). open: cannot be buttoned (7.52). stabilised: may halt and fire (19.3). flak: its row of the flak
    table (17.31). air: what it is against aircraft (15.81). radar: it can be found by it (19.91).
    """

    id: str
    name: str
    short: Annotated[str, Meta(min_length=1, max_length=3)]
    nation: tuple[Nation, ...]
    kind: Kind
    moves: Moves
    defence: str
    move: Natural
    points: Natural
    vehicles: Natural = 0
    main: str = ""
    missile: str = ""
    least: Natural = 0
    depletion: Die = 0
    ammunition: Die = 0
    machine_guns: bool = False
    roof: bool = False
    one_step: bool = False
    mounted: Literal["", "ports", "hatches", "standing"] = ""
    tender: bool = False
    open: bool = False
    stabilised: bool = False
    flak: str = "others"
    air: Literal["", "missile", "gun"] = ""
    radar: bool = False
    rockets: bool = False
    price: Natural = 0


class UnitFile(Struct, frozen=True, forbid_unknown_fields=True):
    """coaxial, roof: machine guns of vehicles (6.44). assault: infantry against vehicles (6.45)."""

    source: Source
    coaxial: str
    roof: str
    assault: str
    unit: tuple[UnitRow, ...]
    reconstructed: tuple[str, ...] = ()


class UnitType(Struct, frozen=True):
    """A type of unit as the rules use it; see `UnitRow`. move: in halves. arms: everything that it fires (3.2,
    6.44, 9.6).

    suppressed: strength lost for each level of suppression (7.51, 7.52, 7.6). seen: how it counts where it is
    looked for.
    """

    id: str
    name: str
    short: str
    nation: tuple[Nation, ...]
    kind: Kind
    moves: Moves
    defence: int
    target: Target
    move: int
    points: int
    price: int
    vehicles: int
    arms: Mapping[Arm, Weapon]
    dual: bool
    suppressed: int
    seen: Seen
    one_step: bool
    mounted: str
    open: bool
    stabilised: bool
    flak: str
    air: str
    radar: bool
    rockets: bool
    ammunition: int
    """Depletion of what it fires at aircraft (15.81), and of its main weapon."""

    @property
    def infantry(self) -> bool:
        return self.kind in ("infantry", "engineers")

    @property
    def personnel(self) -> bool:
        """Whether it is carried, and walks (9.0)."""
        return self.moves == "foot"

    @property
    def afoot(self) -> bool:
        """Whether fire finds it as infantry that is not mounted: motorcycles, too (19.621)."""
        return self.moves in ("foot", "motorcycle")

    @property
    def howitzers(self) -> bool:
        """Whether it fires indirectly (7.0)."""
        return self.kind == "mortar"

    @property
    def carries(self) -> bool:
        """Whether infantry rides in it (9.6, 17.13)."""
        return self.kind in ("apc", "truck") or (self.kind == "helicopter" and not self.arms)

    @property
    def ridden(self) -> bool:
        """Whether infantry rides on it (9.21)."""
        return self.kind in ("tank", "assault-gun")

    @property
    def combat(self) -> bool:
        """Whether it is a combat unit where victory is counted (20.5)."""
        return bool(self.arms) and self.kind not in ("truck", "apc")
