"""The battle as it stands. Private: front ends get views. Fields are only ever added, each with a default."""

from msgspec import Struct, field

from campaign.rules.muster import Verdict
from campaign.rules.options import Side
from campaign.rules.remembering import Remembering


class Unit(Struct, omit_defaults=True):
    """type: its row in vehicles.toml. hex: "" once it is off the board. hits: that it has taken."""

    id: str
    side: str
    type: str
    hex: str = ""
    hits: int = 0


class Game(Remembering, omit_defaults=True):
    """active: the side whose turn it is."""

    scenario: str = ""
    turns: int = 0
    turn: int = 1
    active: str = ""
    sides: tuple[Side, ...] = ()
    units: dict[str, Unit] = field(default_factory=dict[str, Unit])
    verdict: Verdict | None = None

    def of(self, side: str) -> list[Unit]:
        """The units of a side that are still on the board."""
        return [unit for unit in self.units.values() if unit.side == side and unit.hex]
