"""What things are called in labels and in the log."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from campaign.rules import options
from campaign.rules.facets import UMPIRE
from campaign.rules.options import Modifier
from campaign.rules.sides import side_name
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.counters import Counter
from campaign.systems.mechwar_4.ground import HALVES
from campaign.systems.mechwar_4.known import OFF_MAP, hides
from campaign.systems.mechwar_4.state import Aircraft, Battery, Game
from campaign.systems.mechwar_4.units import Arm

ARMS: Mapping[Arm, str] = {
    "main": "main armament", "missile": "missiles", "coaxial": "machine guns", "roof": "roof machine gun",
    "assault": "anti-tank weapons",
}  # fmt: skip

COUNTER = re.compile(r"Counter ([\w-]+)\b")


def name(game: Game, id: str) -> str:
    """In the log: a unit's name with its counter; in the fog of every unit the counter alone, and so of a battery or an
    aircraft, which `with_names` reads as each viewer knows it.

    "" is a unit of which the reader may not know which: somebody.
    """
    if not id:
        return "Somebody"
    return f"Counter {id}" if hides(game) else own(game, id)


def with_names(charts: Charts, game: Game, told: str, viewer: str) -> str:
    """A sentence of `name` for a viewer: his own units by their names, others that are observed by their types, since
    names are numbered through a force that is not shown."""

    def called(found: re.Match[str]) -> str:
        id = found[1]
        one = game.units.get(id) or game.batteries.get(id) or game.aircraft.get(id)
        if one is None:
            return found[0] if id.isalnum() else OFF_MAP
        if viewer in (one.side, UMPIRE):
            return own(game, id)
        if isinstance(one, Aircraft):
            return charts.aircraft[one.type].name
        if isinstance(one, Battery):
            return OFF_MAP
        return f"{charts.units[one.type].name} ({id})" if one.seen else found[0]

    return COUNTER.sub(called, told)


def theirs(game: Game, id: str) -> str:
    """In a label: an enemy, as far as he is known."""
    return f"Counter {id}" if isinstance(game.units.get(id), Counter) else own(game, id)


def own(game: Game, id: str) -> str:
    """In a label: a unit's name with its counter; the name of a battery or of an aircraft."""
    return f"{game.units[id].name} ({id})" if id in game.units else mine(game, id)


def mine(game: Game, id: str) -> str:
    """In a label, who of one's own does it: a name, which no other of the side bears.

    Told by a state in which the guns of a multiplied fire are not there, the record names them by their id.
    """
    for some in (game.units, game.batteries, game.aircraft):
        if id in some:
            return some[id].name
    return f"Guns {id}"


def side_of(game: Game, id: str) -> str:
    """A side's name as an owner: `United States'`."""
    name = side_name(game, id)
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def outcome(result: str, steps: int) -> str:
    """A result of the tables in plain words: `(1)` is `(1), no steps lost`. steps: that are lost."""
    if result == "no effect":
        return result
    lost = f"{steps or 'no'} step{'' if steps == 1 else 's'} lost"
    told: list[str] = []
    for one in result.split():
        if one.startswith("("):
            told.append(f"{one}, {lost}")
        elif one.startswith("S"):
            told.append(f"suppression {one.removeprefix('S')}")
        elif one == "P'":
            told.append("a panic check")
        elif not told:
            told.append(lost)
    return " and ".join(told)


def points(halves: int) -> str:
    """Movement points, told with a half."""
    return options.points(halves, HALVES)


def faces(dice: Sequence[int]) -> str:
    """Dice as they fell: `3 5`."""
    return " ".join(map(str, dice))


def added(terms: Sequence[Modifier]) -> str:
    """What was added to a die: `, -2 light woods, +2 column`."""
    return "".join(f", {one.value:+d} {one.what}" for one in terms)
