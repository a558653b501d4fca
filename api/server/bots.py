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
from campaign.shared.callers import BOT

log = logging.getLogger("wardiary.api")
IN_A_ROW = 3000
"""Actions that bots do in one battle before somebody else acts there."""
REST = 2.0
"""How much longer than it took to move nobody moves, so that bots take a third of a processor at the most."""
LONGEST_REST = 0.5
AT_ONCE = 2
"""Battles of one opener in which bots play among themselves at a time: the next begins where one is over."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 600.0
"""Seconds after which is tried again what failed: twice as long each time."""


class Turns:
    """Battles in which it may be a bot's turn. Where people play comes first; where bots play among themselves, each
    who opened such battles has one of them moved in turn, and AT_ONCE of them played. Safe for threads."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.stopping = False
        self._people: OrderedDict[str, None] = OrderedDict()
        self._alone: OrderedDict[str, list[str]] = OrderedDict()  # by who opened them
        self._later: dict[str, float] = {}

    def put(self, *battles: str, opener: str | None = None) -> None:
        """opener: of battles in which nobody but bots play; None for the others, and where that is not known yet."""
        with self.changed:
            if opener is None:
                self._people |= dict.fromkeys(battles)
            else:
                some = self._alone.setdefault(opener, [])
                some += [one for one in battles if one not in some]
            self.changed.notify()

    def put_back(self, battle: str, opener: str) -> None:
        """One in which a bot has moved, among those that are played."""
        with self.changed:
            some = self._alone.setdefault(opener, [])
            if battle not in some:
                some.insert(AT_ONCE - 1, battle)

    def put_later(self, battle: str, seconds: float) -> None:
        with self.changed:
            self._later[battle] = time.monotonic() + seconds

    def next(self) -> tuple[str, bool] | None:
        """The next one, and whether it is known that nobody but bots play there; waits for it. None at the end."""
        with self.changed:
            while not self.stopping:
                now = time.monotonic()
                for battle in [one for one, at in self._later.items() if at <= now]:
                    del self._later[battle]
                    self._people[battle] = None
                if self._people:
                    return self._people.popitem(last=False)[0], False
                if self._alone:
                    opener, some = self._alone.popitem(last=False)
                    battle = some.pop(0)
                    if some:
                        self._alone[opener] = some
                    return battle, True
                self.changed.wait(min(self._later.values()) - now if self._later else None)
        return None


class Bots:
    """One thread for all battles of a house, one action at a time, in turn. house: as whoever keeps it."""

    def __init__(self, house: Headquarters) -> None:
        self._battles = house.battles
        self._turns = Turns()
        # Battle → its newest entry by a bot, and how many in a row.
        self._moved: dict[str, tuple[int, int]] = {}
        self._failed: dict[str, int] = {}  # how often, since something last went well there
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="bots", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Waits until nobody moves any more."""
        with self._turns.changed:
            self._turns.stopping = True
            self._turns.changed.notify()
        if self._thread is not None:
            self._thread.join()

    def arrived(self, some: Iterable[Arrival]) -> None:
        """What was appended, by anybody."""
        with self._turns.changed:
            for one in some:
                if one.kind == "battle" and one.seq > self._moved.get(one.diary, (0, 0))[0]:
                    self._moved.pop(one.diary, None)
                    self._turns.put(one.diary)

    def _run(self) -> None:
        self._look_around()
        while (found := self._turns.next()) is not None:
            began = time.monotonic()
            self._turn(*found)
            rest = min(LONGEST_REST, REST * (time.monotonic() - began))
            with self._turns.changed:
                self._turns.changed.wait_for(lambda: self._turns.stopping, rest)

    def _turn(self, battle: str, alone: bool) -> None:
        try:
            if self._battles.bots.seated(battle):  # asked after whatever anybody does, anywhere
                self._take(battle, alone)
            self._failed.pop(battle, None)
        except Exception:
            failed = self._failed[battle] = self._failed.get(battle, 0) + 1
            pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** (failed - 1))
            log.exception("A bot could not move in %s; it is tried again in %g seconds.", battle, pause)
            self._turns.put_later(battle, pause)

    def _take(self, battle: str, alone: bool) -> None:
        """Raises Refused."""
        opener = self._alone(battle)
        if opener is not None and not alone:
            self._turns.put(battle, opener=opener)
        elif self._move(battle):
            self._turns.put(battle) if opener is None else self._turns.put_back(battle, opener)

    def _look_around(self) -> None:
        """Whose turn it was when the server stopped."""
        try:
            found = [one.battle for one in self._battles.all() if one.verdict is None]
        except Refused:
            return
        self._turns.put(*found)

    def _alone(self, battle: str) -> str | None:
        """Who opened a battle in which nobody but bots play; None for others. Raises Refused."""
        table = self._battles.seats.offers(battle)
        return table.opener if all(one.startswith(BOT) for one in table.seats.values() if one) else None

    def _move(self, battle: str) -> bool:
        """One action, if a bot is asked. Whether it may be another's turn next. Raises Refused where it cannot be said
        now."""
        answer = self._battles.bots.move(battle)
        if isinstance(answer, Refusal):
            if answer.kind in ("refused", "no-space", "read-only") and not self._battles.info(battle).waiting:
                raise Refused(answer.reason)
            return answer.kind == "head-moved"
        if not isinstance(answer, Acted):  # none is asked, or somebody must roll real dice for it
            return False
        with self._turns.changed:
            row = self._moved.get(battle, (0, 0))[1] + 1
            self._moved[battle] = answer.seq, row
        return row < IN_A_ROW
