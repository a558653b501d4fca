"""Bots at the tables of a server: whose turn it is there, the server plays, and nobody waits for them for ever."""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable

from api.server.streams.watcher import Arrival
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Refusal

log = logging.getLogger("wardiary.api")
IN_A_ROW = 3000
"""Actions that bots do in one battle before somebody else acts there."""
REST = 2.0
"""How much longer than it took to move nobody moves, so that bots take a third of a processor at the most."""
LONGEST_REST = 0.5


class Bots:
    """One thread for all battles of a house, one action at a time, in turn. house: as whoever keeps it."""

    def __init__(self, house: Headquarters) -> None:
        self._battles = house.battles
        self._waiting: OrderedDict[str, None] = OrderedDict()
        self._moved: dict[
            str, tuple[int, int]
        ] = {}  # battle → its newest entry by a bot, and how many in a row
        self._lock = threading.Condition()
        self._stopping = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="bots", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Waits until nobody moves any more."""
        with self._lock:
            self._stopping = True
            self._lock.notify()
        if self._thread is not None:
            self._thread.join()

    def arrived(self, some: Iterable[Arrival]) -> None:
        """What was appended, by anybody."""
        with self._lock:
            for one in some:
                if one.kind == "battle" and one.seq > self._moved.get(one.diary, (0, 0))[0]:
                    self._moved.pop(one.diary, None)
                    self._waiting[one.diary] = None
            self._lock.notify()

    def _run(self) -> None:
        self._look_around()
        while (battle := self._next()) is not None:
            began = time.monotonic()
            try:
                goes_on = self._move(battle)
            except Exception:
                log.exception("A bot could not move in %s.", battle)
                goes_on = False
            with self._lock:
                if goes_on:
                    self._waiting[battle] = None
                self._lock.wait_for(
                    lambda: self._stopping, min(LONGEST_REST, REST * (time.monotonic() - began))
                )

    def _look_around(self) -> None:
        """Whose turn it was when the server stopped."""
        try:
            found = [one.battle for one in self._battles.all() if one.verdict is None]
        except Refused:
            return
        with self._lock:
            self._waiting |= dict.fromkeys(found)

    def _next(self) -> str | None:
        with self._lock:
            self._lock.wait_for(lambda: self._stopping or self._waiting)
            return None if self._stopping else self._waiting.popitem(last=False)[0]

    def _move(self, battle: str) -> bool:
        """One action, if a bot is asked. Whether it may be another's turn next."""
        if not self._battles.bots.seated(battle):
            return False
        answer = self._battles.bots.move(battle)
        if isinstance(answer, Refusal):
            return answer.kind == "head-moved"
        if not isinstance(answer, Acted):  # none is asked, or somebody must roll real dice for it
            return False
        with self._lock:
            row = self._moved.get(battle, (0, 0))[1] + 1
            self._moved[battle] = answer.seq, row
        return row < IN_A_ROW
