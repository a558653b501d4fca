"""`foot.toml` as checked tables."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Few = Annotated[int, Meta(ge=0, le=9)]
Adds = Annotated[int, Meta(ge=-9, le=9)]
Hexes = Annotated[int, Meta(ge=0, le=60)]


class Row(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    source: str = ""


class Spotting(Row, frozen=True):
    bands: tuple[tuple[Hexes, Adds], ...]
    spot: Adds
    eagle_eyes: Adds
    most: Few
    notice: Hexes

    def at(self, hexes: int) -> int | None:
        """What the distance adds, None beyond the last band."""
        return next((value for last, value in self.bands if hexes <= last), None)


class Suppression(Row, frozen=True):
    rof: Few
    near: Hexes


class Sniper(Row, frozen=True, rename={"least": "from"}):
    """least: hexes to the nearest spotted friend."""

    bonus: Adds
    least: Hexes


class InWire(Row, frozen=True):
    fire: Adds


class Grenade(Row, frozen=True):
    reach: Hexes
    dice: Few
    frag: Few
    hatch: Few


class SmokeGrenade(Row, frozen=True):
    reach: Hexes


class Melee(Row, frozen=True):
    arms: tuple[str, ...]
    arm: Adds
    knife: Adds
    charge: Adds
    many: Adds


class Medics(Row, frozen=True):
    """aid: on a trained medic's own check; fire: on a check not to shoot at one; near: hexes to wounded he goes to."""

    aid: Adds
    fire: Adds
    near: Hexes


class Shells(Row, frozen=True):
    id: str
    name: str
    rounds: Few
    off: tuple[Few, Few, Few, Few, Few, Few]
    dice: Few
    frag: Few
    around: Few = 0
    term: Adds = 0
    turns: Annotated[int, Meta(ge=1, le=9)] = 1


class FootFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Annotated[str, Meta(min_length=3)]
    spotting: Spotting
    suppression: Suppression
    sniper: Sniper
    wire: InWire
    grenade: Grenade
    smoke: SmokeGrenade
    melee: Melee
    medics: Medics
    shells: tuple[Shells, ...]

    def shell(self, id: str) -> Shells:
        """Raises KeyError."""
        return {one.id: one for one in self.shells}[id]
