"""A duel under way. Private to the reducer; front ends get views. Fields are only ever added, with a default."""

from msgspec import Struct, field

from campaign.rules.facets import UMPIRE
from campaign.rules.muster import Verdict
from campaign.rules.options import Side
from campaign.rules.remembering import Remembering


class Champion(Struct, omit_defaults=True):
    """kit: cards mustered; hand: those drawn, in order; laid: face down on the table; gone: turned up."""

    kit: list[str]
    hand: list[str] = field(default_factory=list[str])
    dealt: bool = False
    laid: str = ""
    gone: list[str] = field(default_factory=list[str])
    heading: int = 0
    wins: int = 0

    @property
    def held(self) -> int:
        return len(self.hand)

    @property
    def has_laid(self) -> bool:
        return bool(self.laid)


class Opponent(Struct, frozen=True):
    """A champion as everybody else knows it, in its place. held: how many cards its hand has."""

    held: int
    dealt: bool
    has_laid: bool
    gone: list[str]
    heading: int
    wins: int


class Game(Remembering, omit_defaults=True):
    rounds: int = 0
    round: int = 1
    sides: tuple[Side, ...] = ()
    champions: dict[str, Champion] = field(default_factory=dict[str, Champion])
    verdict: Verdict | None = None

    def shows(self, side: str, viewer: str) -> bool:
        """Whether a viewer may see a side's cards: when all is over, everybody may."""
        return viewer in (side, UMPIRE) or self.verdict is not None
