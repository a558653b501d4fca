"""What is known of people beyond one table's own record: who they are, what bounds them, who sits elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple, Protocol

from campaign.rules.refused import Refused
from campaign.shared.callers import Caller
from campaign.shared.seating import Vain


class People(Protocol):
    """Who there is, as whoever lets callers in knows it: a server has accounts."""

    def missing(self, player: str, seat: str = "") -> str:
        """Why somebody cannot be offered a seat, in a sentence; "" if he can. seat: `umpire` for that chair."""
        ...

    def blocked(self, player: str) -> bool: ...

    def party(self, player: str) -> frozenset[str]:
        """With whom one counts as one in what they put before others: who came by his links, or by whose he came; he
        himself too."""
        ...

    @property
    def bounded(self) -> bool:
        """Whether there is a bound to what one may offer another."""
        ...

    @property
    def tables(self) -> int:
        """How many battles and campaigns that one opened may go on at a time, studies too; 0 for any number."""
        ...


class Anybody:
    """At one machine, where nobody has an account: names are taken at their word."""

    def missing(self, player: str, seat: str = "") -> str:
        return ""

    def blocked(self, player: str) -> bool:
        return False

    def party(self, player: str) -> frozenset[str]:
        return frozenset((player,))

    bounded = False
    tables = 0


ANYBODY = Anybody()


class Elsewhere(NamedTuple):
    """The seat at a table that somebody's seat in another table of its campaign is; "" if he has, and ever had, none.
    seen: diary → the newest entry there by which that is so."""

    seat: str = ""
    seen: Mapping[str, int] = {}


class Kin(Protocol):
    """The same, and what other tables say. table: a diary's name. Nobody asks while he holds a diary's lock."""

    def missing(self, by: str, to: str, seat: str = "", look: bool = False) -> str:
        """Why one cannot offer another a seat, in a sentence; "" if he can. look: only to look on."""
        ...

    def blocked(self, player: str) -> bool: ...

    def crowded(self, by: str) -> str:
        """Why somebody may open nothing more, in a sentence; "" if he may."""
        ...

    def offering(self) -> AbstractContextManager[Any]:
        """While it is held nobody else offers or opens anything, in any process: what was missing before still is.
        Taken before all other locks."""
        ...

    def knows(self, caller: Caller, table: str) -> bool:
        """Whether a caller may know of a diary."""
        ...

    def along(self, caller: Caller, table: str) -> bool:
        """Whether a caller may look on at a battle because he may at its campaign."""
        ...

    def together(self, table: str) -> AbstractContextManager[Any]:
        """While it is held nobody else takes a seat in the same family."""
        ...

    def elsewhere(self, table: str, player: str) -> Elsewhere:
        """Where else in its family somebody sits, or sat."""
        ...

    def vain(self, table: str, seat: str) -> Vain | None:
        """How long the player of a seat has been asked in vain; None if he is not asked."""
        ...


def room_for_one(kin: Kin, caller: Caller) -> None:
    """Raises Refused for whoever has opened so much that goes on that he may open nothing more; at the machine of the
    house nobody has."""
    if not caller.here and (why := kin.crowded(caller.player)):
        raise Refused(why, "", ["concede", "put-away"])


class Alone:
    """Where a table is looked at by itself."""

    def missing(self, by: str, to: str, seat: str = "", look: bool = False) -> str:
        return ""

    def blocked(self, player: str) -> bool:
        return False

    def crowded(self, by: str) -> str:
        return ""

    def offering(self) -> AbstractContextManager[Any]:
        return nullcontext()

    def knows(self, caller: Caller, table: str) -> bool:
        return True

    def along(self, caller: Caller, table: str) -> bool:
        return False

    def together(self, table: str) -> AbstractContextManager[Any]:
        return nullcontext()

    def elsewhere(self, table: str, player: str) -> Elsewhere:
        return Elsewhere()

    def vain(self, table: str, seat: str) -> Vain | None:
        return None


ALONE = Alone()
