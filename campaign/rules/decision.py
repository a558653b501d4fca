"""One decision under way: a state, the dice, and the events so far. Every system adds its charts and look-ups."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from campaign.rules.dice import Dice, NoDice
from campaign.rules.remembering import Remembering

State = TypeVar("State")
Event = TypeVar("Event")
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


class Recalling(Decision[Kept, Event]):
    """A decision that remembers with its state what it looks up, from one question to the next. of: whose memory it is,
    the charts: with others the same state may be read otherwise."""

    __slots__ = ("lasting", "once")

    def __init__(self, of: Any, state: Kept, dice: Dice = NO_DICE) -> None:
        super().__init__(state, dice)
        memory = state.memory(of)
        self.once, self.lasting = memory.once, memory.lasts
