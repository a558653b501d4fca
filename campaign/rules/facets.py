"""What not every rule system has: what is hidden, forces of one's own, assets of a campaign, positions by chance.

Each is an object of `Rules`, or None where the game has no such thing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from campaign.rules.bots import Pick
from campaign.rules.muster import AssetType, Damage, Muster, Mustered, Outcome, Verdict
from campaign.rules.options import Pending
from campaign.rules.roster import Fit, RosterReport
from events.entry import Draw

UMPIRE = "umpire"
"""The viewer who sees everything; players see as their side, observers as ""."""

State = Any
Action = Any
Event = Any


class Hidden(ABC):
    """What a viewer may not see. state: the newest one, so that what has been turned up since is shown; of what was
    taken back, the last one in which it stood.

    Nobody asks on behalf of UMPIRE, who sees everything.
    """

    @abstractmethod
    def hides(self, state: State) -> bool:
        """Whether sides see different things now. Asked at every entry: a look at a field or two."""

    @abstractmethod
    def known(self, state: State, side: str) -> State:
        """The battle as a side knows it, "" for what lies open to everybody: what is hidden from it is not there, so
        that whoever looks at it raises an AttributeError or a KeyError, and no blank answers wrongly in silence.

        Asked of a state that hides something. What is the side's own, and what lies open, may be the very objects of
        the true state; nothing is written to. Of a known state it gives what of it the side knows.
        """

    def completed(self, known: State, side: str) -> State:
        """A known state made whole by stated assumptions about what the side does not know, for chances; nothing of it
        is shared that may be written to. The known state itself where chances need no assumption."""
        return known

    @abstractmethod
    def event(self, state: State, event: Event, viewer: str) -> Event | None:
        """The event as a viewer may see it: itself, one with blanks, or None if he may not know of it."""

    @abstractmethod
    def action(self, state: State, side: str, action: Action, viewer: str) -> Action | None:
        """What a side asked for as a viewer may see it."""

    @abstractmethod
    def options(self, state: State, options: Mapping[str, Any], viewer: str) -> Mapping[str, Any]:
        """The options that a battle was opened with, as a viewer may see them."""

    @abstractmethod
    def mustered(self, state: State, assets: Sequence[Mustered], viewer: str) -> tuple[Mustered, ...]:
        """Of the assets that a campaign sent, those that a viewer may know of. Of others' there are only id, type, name
        and side to be known."""

    def questions(self, state: State, pending: tuple[Pending, ...], viewer: str) -> tuple[Pending, ...]:
        """Of the questions that are open, those that a viewer may know of."""
        return pending

    def named(self, state: State, told: str, viewer: str) -> str:
        """A sentence of the record, or of a question, with the names that a viewer knows by now in place of those
        that everybody may read. viewer: UMPIRE too, who knows all."""
        return told

    def draws(self, state: State, draws: Sequence[Draw], viewer: str) -> tuple[Draw, ...]:
        """Of an entry's draws, those that a viewer may know of: no shuffle."""
        return tuple(draw for draw in draws if draw.matters != "shuffle")

    @abstractmethod
    def reveals(self, event: Event) -> bool:
        """Whether the event shows something hidden, so that taking it back needs consent."""

    def verify_typed(self, state: State) -> None:
        """Asked of a battle that was just set up. Raises Refused where its dice cannot be typed in: somebody must deal
        what nobody may see, or roll for one side alone."""
        return


class Forces(Protocol):
    """Forces of one's own."""

    def rosters(self) -> Mapping[str, Mapping[str, Any]]:
        """Ready-made forces of the pack: id → content as in a roster file."""
        ...

    def judge(self, roster: Mapping[str, Any], limit: int = 0) -> RosterReport:
        """Check a force. limit: in points, 0 for the roster's own. Raises Refused if it is no roster at all."""
        ...

    def added(self, roster: Mapping[str, Any], fit: Fit) -> Mapping[str, Any]:
        """The roster with something more. Raises Refused for what there is not."""
        ...

    def removed(self, roster: Mapping[str, Any], line: int) -> Mapping[str, Any]:
        """The roster without what stands in that line of its report, from 0. Raises Refused."""
        ...


class Assets(Protocol):
    """What a campaign keeps between battles."""

    def types(self) -> Mapping[str, AssetType]:
        """What a campaign may keep: id → crew, basic load, and the damage that it can bear if it is not all of it."""
        ...

    def damages(self) -> Sequence[Damage]:
        """Every kind of lasting damage that a fate of this system may name."""
        ...

    def skills(self) -> Mapping[str, str]:
        """What the skills of crews do in this system: id → one sentence."""
        ...

    def muster(self, scenario: str, options: Mapping[str, Any], muster: Muster) -> Sequence[Event]:
        """The set-up of a battle of a campaign as facts, with its assets in the places of the scenario's own pieces.

        A piece has the id of its asset, or one that tells nothing of it, and then the outcome names the asset. Raises
        Refused, saying which asset cannot come and why.
        """
        ...

    def outcome(self, state: State, verdict: Verdict) -> Outcome:
        """What the battle hands back, ended as the verdict says (a side may have given up)."""
        ...


class Positions(Protocol):
    """Positions by chance, in which whoever tries a system looks for what a side can tell and may not know. Part of
    every system that hides something."""

    def position(self, pick: Pick) -> Sequence[Event]:
        """The events of a set-up: pieces, cards and plans at random, but soundly, and often awkward ones side by side;
        some of it hidden from each side. Somebody is asked."""
        ...

    def twin(self, state: State, side: str, pick: Pick) -> State:
        """Another state that a side cannot tell from this one: what is hidden from it is something else. side: "" for
        what nobody knows who has no side."""
        ...
