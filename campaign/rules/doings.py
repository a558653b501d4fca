"""What sides do with their pieces, for whoever measures play: a facet that says what counts in a rule system.

A piece's turn is *idle* if it could have attacked or moved and did nothing at all, on purpose or not. What it could
have done is what was listed when its side let it be: ended a phase, passed, held its fire. So nothing is worked out
that was not worked out anyway, and a side is charged with nothing that it was never offered.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, ClassVar, NamedTuple

from campaign.rules.options import Odds, Option

Kinds = tuple[type[Any], ...]


class Doer(NamedTuple):
    """A piece that may do something. moves, shoots: whether such a piece can at all, unhurt."""

    id: str
    side: str
    moves: bool = True
    shoots: bool = True


class Goal(NamedTuple):
    """An objective. holder: the side that has it, "" for nobody. there: the sides that stand there."""

    holder: str
    there: frozenset[str]


class Doings(ABC):
    """moved, shot, worked: events that say that their `unit` moved, attacked, or did something else of use.

    ends: actions by which a side lets be what it could do: that of its `unit`, or all where it names none. attacks,
    moves: actions that are listed and could have been taken instead. harmless: results in `Odds` of an attack that did
    nothing.
    """

    moved: ClassVar[Kinds]
    shot: ClassVar[Kinds]
    worked: ClassVar[Kinds] = ()
    ends: ClassVar[Kinds]
    attacks: ClassVar[Kinds]
    moves: ClassVar[Kinds]
    harmless: ClassVar[frozenset[str]] = frozenset()

    def turn(self, state: Any) -> Hashable:
        """The turn of the game, in which each piece may do something or be idle once. Asked at every action."""
        return state.turn

    @abstractmethod
    def doers(self, state: Any) -> Iterable[Doer]:
        """All pieces that came into the battle by now, lost or not, but those that only others use."""

    def goals(self, state: Any) -> Mapping[str, Goal]:
        """The objectives as they stand, by their names. Asked whenever somebody has moved."""
        return {}

    def score(self, state: Any) -> tuple[int, ...]:
        """What each side has to show for itself, in the order of sides; () where nothing is counted."""
        return ()

    def useful(self, option: Option) -> bool:
        """Whether an option of `attacks` or `moves` is worth naming: not an attack without any dice."""
        return True

    def left(self, state: Any) -> int | None:
        """How many more pieces its side could have used when it let all be; None for any number."""
        return None

    def who(self, event: Any) -> str:
        """The piece that an event of `moved`, `shot` or `worked` tells of."""
        unit: str = event.unit
        return unit

    def harm(self, state: Any, option: Option, odds: Odds) -> float:
        """The chance that an attack does something to whom it goes against."""
        return sum(one.chance for one in odds.results if one.result not in self.harmless)
