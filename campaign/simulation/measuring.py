"""What sides do with their pieces and what they leave undone, counted while a battle is fought.

Nothing here changes the battle. Options are looked at only when a side lets be what it could have done; chances are
reckoned only where that is asked for, since exact odds may cost more than the battle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

from campaign.rules.doings import Doer, Doings
from campaign.rules.made import one_each
from campaign.rules.options import Option
from campaign.rules.refused import Refused
from campaign.rules.system import Rules
from campaign.simulation.answers import Contest, Use

GOOD = 1 / 3
"""The chance from which on an attack that was let be counts as refused."""


class Meter:
    """Of one battle. state: as it was set up. odds: whether chances are reckoned."""

    def __init__(self, rules: Rules, doings: Doings, state: Any, odds: bool) -> None:
        self._rules, self._doings, self._odds = rules, doings, odds
        self._deeds = {
            kind: what
            for what, kinds in (("worked", doings.worked), ("moved", doings.moved), ("shot", doings.shot))
            for kind in kinds
        }
        self._turn = doings.turn(state)
        self._did, self._could = set[str](), dict[str, bool]()
        self._good = set[str]()
        """Pieces that have let an attack with a good chance be, and have done nothing since."""
        self._turns, self._idle, self._targets = Counter[str](), Counter[str](), Counter[str]()
        self._refused = Counter[str]()
        self._moved, self._shot = set[str](), set[str]()
        self._holders = dict[str, str]()
        self._there = dict[str, set[str]]()
        self._look(state)

    def before(self, state: Any, side: str, chosen: Option, options: Sequence[Option]) -> None:
        """A side has made up its mind among options; state: before it acts."""
        doings = self._doings
        if (turn := doings.turn(state)) != self._turn:
            self._close()
            self._turn = turn
        if not isinstance(chosen.action, doings.ends):
            return
        only = getattr(chosen.action, "unit", "")
        # What a piece could do may be listed in full only where chances are wanted of all that it could do.
        some = options if self._odds else one_each(options)
        let = [
            one
            for one in some
            if one.unit
            and only in ("", one.unit)
            and isinstance(one.action, (*doings.attacks, *doings.moves))
            and doings.useful(one)
        ]
        few = None if only else doings.left(state)
        idle = [unit for unit in dict.fromkeys(one.unit for one in let) if unit not in self._did]
        able = set(idle if few is None else idle[:few])
        for one in let:
            attacks = isinstance(one.action, doings.attacks)
            if one.unit in able:
                self._could[one.unit] = self._could.get(one.unit, False) or attacks
        if self._odds:
            self._reckon(state, side, [one for one in let if isinstance(one.action, doings.attacks)])

    def _reckon(self, state: Any, side: str, attacks: Sequence[Option]) -> None:
        """Of each piece, whether any of its attacks has a good chance."""
        good = set[str]()
        for one in attacks:
            if one.unit in good:
                continue
            try:
                odds = self._rules.odds(state, side, one.action)
            except Refused:  # a range's own value may be refused where others are not
                continue
            if odds is not None and self._doings.harm(state, one, odds) >= GOOD:
                good.add(one.unit)
        self._good |= good

    def after(self, state: Any, events: Sequence[Any]) -> None:
        """What came of it; state: after it."""
        look = False
        for event in events:
            what = self._deeds.get(cast("type[Any]", type(event)))
            if what is None:
                continue
            unit = self._doings.who(event)
            self._did.add(unit)
            self._good.discard(unit)
            if what == "moved":
                self._moved.add(unit)
                look = True
            elif what == "shot":
                self._shot.add(unit)
        if look:
            self._look(state)

    def _look(self, state: Any) -> None:
        """Who stands at objectives."""
        for name, goal in self._doings.goals(state).items():
            self._holders.setdefault(name, goal.holder)
            self._there.setdefault(name, set()).update(goal.there)

    def _close(self) -> None:
        """A turn of the game is over."""
        self._turns.update(self._did | self._could.keys())
        for unit, attacks in self._could.items():
            if unit not in self._did:
                self._idle[unit] += 1
                self._targets[unit] += attacks
        self._refused.update(self._good)
        self._did, self._could, self._good = set[str](), dict[str, bool](), set[str]()

    def score(self, state: Any) -> tuple[int, ...]:
        return self._doings.score(state)

    def told(self, state: Any) -> tuple[Use, ...]:
        """By side; state: at the end."""
        self._close()
        self._look(state)
        doers = list(self._doings.doers(state))
        sides = list(dict.fromkeys(one.side for one in doers))
        return tuple(self._of(side, [one for one in doers if one.side == side]) for side in sides)

    def _of(self, side: str, doers: Sequence[Doer]) -> Use:
        def summed(counts: Counter[str]) -> int:
            return sum(counts[one.id] for one in doers)

        movers, shooters = (
            [one.id for one in doers if one.moves],
            [one.id for one in doers if one.shoots],
        )
        return Use(
            side,
            summed(self._turns),
            summed(self._idle),
            summed(self._targets),
            len(movers),
            len(set(movers) - self._moved),
            len(shooters),
            len(set(shooters) - self._shot),
            tuple(
                Contest(name, 1, int(side not in self._there[name]))
                for name, holder in self._holders.items()
                if holder != side
            ),
            int(self._odds),
            summed(self._refused),
            tuple(sorted(set(movers) - self._moved)),
            tuple(sorted(set(shooters) - self._shot)),
        )


def used(uses: Sequence[Use]) -> tuple[Use, ...]:
    """One for each side, sorted."""
    found: dict[str, list[Use]] = {}
    for one in uses:
        found.setdefault(one.side, []).append(one)
    counts = ("turns", "idle", "targets", "movers", "unmoved", "shooters", "unshot", "reckoned", "refused")
    return tuple(
        Use(
            side=side,
            goals=_contests([goal for one in few for goal in one.goals]),
            still=_each([one.still for one in few]),
            silent=_each([one.silent for one in few]),
            **{name: sum(getattr(one, name) for one in few) for name in counts},
        )
        for side, few in sorted(found.items())
    )


def _each(some: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Who is named in every one of these lists."""
    return tuple(sorted(set[str](some[0]).intersection(*some[1:])))


def _contests(goals: Sequence[Contest]) -> tuple[Contest, ...]:
    battles, never = Counter[str](), Counter[str]()
    for one in goals:
        battles[one.objective] += one.battles
        never[one.objective] += one.never
    return tuple(Contest(name, n, never[name]) for name, n in sorted(battles.items()))
