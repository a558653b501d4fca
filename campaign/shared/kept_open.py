"""The diaries that are kept open here, and those of them that one caller may know of."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar
from weakref import WeakValueDictionary

from campaign.rules.refused import Refused
from campaign.shared.callers import Caller
from campaign.shared.people import ALONE, Kin
from campaign.shared.private import is_private
from events.errors import DiaryError, NoSuchDiary
from events.store import DiaryInfo, Store

O = TypeVar("O")  # noqa: E741


KEPT_OPEN = 64
"""Diaries of one kind that are kept open at the most."""


class OpenDiaries(Generic[O]):
    """Diaries of one kind, opened once and kept; those that nobody has used for long are let go of.

    kin: what other tables say. make: opens one; it runs under the lock, so that no diary is ever open twice. One that
    was let go of while a thread still uses it is found again, with its lock: what acts on a diary always waits in one
    line.
    """

    def __init__(self, store: Store, make: Callable[[str], O], most: int = KEPT_OPEN) -> None:
        self.store, self._make, self._most = store, make, most
        self.kin: Callable[[], Kin] = lambda: ALONE
        self._kept: OrderedDict[str, O] = OrderedDict()
        self._in_use: WeakValueDictionary[str, O] = WeakValueDictionary()
        self._lock = threading.RLock()

    def get(self, name: str) -> O:
        """Raises what opening raises."""
        with self._lock:
            found = self._kept[name] = self.passing(name)
            self._kept.move_to_end(name)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return found

    def passing(self, name: str) -> O:
        """One that is only looked at, beside many others: none that is played is let go of for it. Raises as `get`."""
        with self._lock:
            found = self._in_use.get(name)
            if found is None:
                found = self._in_use[name] = self._make(name)
            return found


class Known(Protocol):
    """A diary of which one may know or not."""

    @property
    def name(self) -> str: ...
    def known_to(self, caller: Caller) -> bool: ...


K = TypeVar("K", bound=Known)


class Reach(Generic[K]):
    """The diaries of one kind that one caller may know of: all that a door of his ever opens. To him there are no
    others. every: all that there are, for what is asked in nobody's name."""

    def __init__(self, every: OpenDiaries[K], caller: Caller) -> None:
        self.every, self._caller = every, caller

    def get(self, name: str) -> K:
        """Raises NoSuchDiary for one that there is not for him, and what opening raises."""
        if not self.reaches(name):
            raise NoSuchDiary(name)
        return self.every.get(name)

    def kept(self, name: str) -> K:
        """The same, but for whoever keeps the diaries also one that is private: to free a seat there whose player is
        blocked, or to take its record out. Raises as `get`."""
        return self.every.get(name) if self._caller.keeper else self.get(name)

    def info(self, name: str) -> DiaryInfo:
        """As the store has it, if he may know of it. Raises NoSuchDiary."""
        info = self.every.store.info(name)
        if not self.reaches(name):
            raise NoSuchDiary(name)
        return info

    def reaches(self, name: str) -> bool:
        """Whether he may know of a diary."""
        return knows(self.every, name, self._caller)


def knows(every: OpenDiaries[Any], name: str, caller: Caller) -> bool:
    """Whether a caller may know of a diary: the one place that decides it. Of one that cannot be opened, who may is not
    known: where it is unknown to others, nobody but whoever keeps the diaries, who may know that it is there."""
    if caller.here:
        return True
    try:
        return every.get(name).known_to(caller) or every.kin().along(caller, name)
    except NoSuchDiary:
        return False
    except (DiaryError, Refused):
        try:
            return caller.keeper or not is_private(every.store, name)
        except DiaryError:
            return False
