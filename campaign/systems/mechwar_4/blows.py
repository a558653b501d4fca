"""How a die of fire is read, what it costs and leaves: deciding rolls it, odds walk it, the bots average it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.state import GONE
from campaign.systems.mechwar_4.tables import Result

FACES = range(1, 7)
SHAKEN = Result(suppression=1)
NOTHING = Result()


class Blow(NamedTuple):
    """A die on a table: for personnel, or for armour by the state of the firer (6.0, step 4). suppresses: whatever
    it shows is S1 and nothing else (6.10, 6.0).
    """

    table: Literal["armour", "personnel"]
    state: int
    column: int
    add: int = 0
    suppresses: bool = False

    def shows(self, charts: Charts, die: int) -> Result:
        """The result of a die."""
        if self.table == "personnel":
            return charts.personnel(self.column, die + self.add)
        return charts.armour(self.state, self.column, die + self.add)

    def does(self, result: Result, steps: int) -> tuple[Result, int]:
        """What a result that has cost so many steps does."""
        if self.suppresses:
            return (SHAKEN if result else NOTHING), 0
        return result, steps

    def levels(self, charts: Charts, result: Result, steps: int) -> int:
        """Levels of suppression that come with it (7.5)."""
        loss = charts.suppression_of_losses if self.table == "personnel" and steps else 0
        return max(result.suppression, loss)


def costs(charts: Charts, result: Result) -> Callable[[int], int]:
    """The steps that a bracketed result costs, by the defender's die (6.0)."""
    return lambda die: result.losses - (die > charts.all_losses)


def doubles(column: int) -> Callable[[int], int]:
    """The suppression of who is buttoned up, by the die (7.31)."""
    return lambda die: 2 if die <= column else 1


def left(damage: int, steps: int, fragile: bool) -> int:
    """The damage of a unit that loses so many steps. fragile: the first is the last (8.14)."""
    return GONE if steps and fragile else damage + steps


@lru_cache(maxsize=1 << 14)
def spread(charts: Charts, blow: Blow) -> tuple[tuple[Result, int, Fraction], ...]:
    """All that a blow can do: result, steps, and how likely."""
    found: list[tuple[Result, int, Fraction]] = []
    for die in FACES:
        result = blow.shows(charts, die)
        lost = {result.losses: Fraction(1)}
        if result.rolled:
            by_die = list(map(costs(charts, result), FACES))
            lost = {steps: Fraction(by_die.count(steps), len(FACES)) for steps in by_die}
        found += [(*blow.does(result, steps), part / 6) for steps, part in lost.items() if part]
    return tuple(found)
