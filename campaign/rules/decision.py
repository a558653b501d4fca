"""One decision under way: a state, the dice, and the events so far. Every system adds its charts and look-ups."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, ClassVar, Generic, Self, TypeVar

from campaign.rules.dice import Dice, Faces, Job, NoDice, Walking
from campaign.rules.remembering import Remembering

State = TypeVar("State")
Event = TypeVar("Event")
Meant = TypeVar("Meant", bound=Hashable)
Kept = TypeVar("Kept", bound=Remembering)

NO_DICE = NoDice()
"""For decisions that only look."""


class Decision(Generic[State, Event]):
    """An event that is emitted is applied at once, so that what follows sees it.

    Refuse before the first event, unless the state is a copy that is thrown away. appliers: as in `System`.
    """

    __slots__ = ("dice", "events", "state")
    appliers: ClassVar[Mapping[type[Any], Callable[[Any, Any], None]]]

    def __init__(self, state: State, dice: Dice = NO_DICE) -> None:
        self.state, self.dice = state, dice
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.appliers[type(event)](self.state, event)
        self.events.append(event)

    # -- for odds, which walk what is decided (`campaign.rules.walking`) -------------------------------------------

    def copies(self) -> Callable[[Dice], Self]:
        """What makes the same with other dice, on a copy of the state as it is now. A system writes it whose odds are
        walked."""
        raise NotImplementedError

    @property
    def walks(self) -> bool:
        """Whether all the ways of the dice are walked: what events say beside what happens need not be worked out."""
        return isinstance(self.dice, Walking)

    def read(
        self, purpose: str, count: int, sides: int, reading: Callable[[int], Meant], faces: str = ""
    ) -> tuple[tuple[Meant, int], ...]:
        """Roll dice: of each what the rules make of it, and what came up. What is decided afterwards may depend on the
        former alone, the latter goes into events: what means the same is walked once. faces: as of `Dice.roll`."""
        dice = self.dice
        walks = isinstance(dice, Walking)
        fell = (
            dice.each(count, sides, reading, faces)
            if walks
            else dice.roll(purpose, count, sides, "count", faces)
        )
        return tuple((reading(face), face) for face in fell)

    def read_all(
        self, purpose: str, count: int, sides: int, reading: Callable[[Faces], Meant], faces: str = ""
    ) -> tuple[Meant, Faces]:
        """The same of dice that are read together, as a sum."""
        dice = self.dice
        walks = isinstance(dice, Walking)
        fell = (
            dice.together(count, sides, reading, faces)
            if walks
            else dice.roll(purpose, count, sides, "count", faces)
        )
        return reading(fell), fell

    def apart(
        self,
        key: Hashable,
        job: Callable[[Self], None],
        of: str = "",
        kept: dict[Hashable, Any] | None = None,
    ) -> None:
        """Decide something that depends on nothing beside it, and of which nothing afterwards depends. key: all that it
        depends on, by value; of: whose its facts are. It is walked once for each key, and counted by itself. kept:
        where that is kept from one question to the next, if the key holds all of it in every battle."""
        if isinstance(self.dice, Walking):
            self.dice.apart.append(Job(key, job, of, self.dice.part, kept))
        else:
            job(self)

    def last(self, key: Hashable, job: Callable[[Self], None]) -> None:
        """What a decision ends with: walked once for each key, which holds all that it depends on, by value."""
        if isinstance(self.dice, Walking):
            self.dice.rest = Job(key, job)
        else:
            job(self)


class Recalling(Decision[Kept, Event]):
    """A decision that remembers with its state what it looks up, from one question to the next. of: whose memory it is,
    the charts: with others the same state may be read otherwise."""

    __slots__ = ("lasting", "of", "once")

    def __init__(self, of: Any, state: Kept, dice: Dice = NO_DICE) -> None:
        super().__init__(state, dice)
        self.begin(of, state, dice)

    def begin(self, of: Any, state: Kept, dice: Dice) -> None:
        """With no events yet."""
        self.of, self.state, self.dice, self.events = of, state, dice, []
        memory = state.memory(of)
        self.once, self.lasting = memory.once, memory.lasts
