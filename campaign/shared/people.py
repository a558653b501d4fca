"""What is known of people beyond one table's own record: who they are, what bounds them, who sits elsewhere."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol

from campaign.shared.callers import Caller
from campaign.shared.seating import Vain


class People(Protocol):
    """Who there is, as whoever lets callers in knows it: a server has accounts."""

    def missing(self, player: str) -> str:
        """Why somebody cannot be offered anything, in a sentence; "" if he can."""
        ...

    def blocked(self, player: str) -> bool: ...

    @property
    def bounded(self) -> bool:
        """Whether there is a bound to what one may offer another."""
        ...


class Anybody:
    """At one machine, where nobody has an account: names are taken at their word."""

    def missing(self, player: str) -> str:
        return ""

    def blocked(self, player: str) -> bool:
        return False

    bounded = False


ANYBODY = Anybody()


class Kin(Protocol):
    """The same, and what other tables say. table: a diary's name. Nobody asks while he holds a diary's lock."""

    def missing(self, by: str, to: str, look: bool = False) -> str:
        """Why one cannot offer another anything, in a sentence; "" if he can. look: only to look on."""
        ...

    def blocked(self, player: str) -> bool: ...

    def knows(self, caller: Caller, table: str) -> bool:
        """Whether a caller may know of a diary."""
        ...

    def along(self, caller: Caller, table: str) -> bool:
        """Whether a caller may look on at a battle because he may at its campaign."""
        ...

    def together(self, table: str) -> AbstractContextManager[Any]:
        """While it is held nobody else takes a seat in the same family."""
        ...

    def elsewhere(self, table: str, player: str) -> str:
        """The seat at this table that somebody's seat in another table of its campaign is; "" if he has, and ever had,
        none."""
        ...

    def vain(self, table: str, seat: str) -> Vain | None:
        """How long the player of a seat has been asked in vain; None if he is not asked."""
        ...


class Alone:
    """Where a table is looked at by itself."""

    def missing(self, by: str, to: str, look: bool = False) -> str:
        return ""

    def blocked(self, player: str) -> bool:
        return False

    def knows(self, caller: Caller, table: str) -> bool:
        return True

    def along(self, caller: Caller, table: str) -> bool:
        return False

    def together(self, table: str) -> AbstractContextManager[Any]:
        return nullcontext()

    def elsewhere(self, table: str, player: str) -> str:
        return ""

    def vain(self, table: str, seat: str) -> Vain | None:
        return None


ALONE = Alone()
