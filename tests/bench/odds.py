"""Odds of Combat! Volume 2 where most can happen: full vehicles under fire, bursts and sweeps among six different men.

Time of the processor for one question, as a battle asks it again: the median of some squads, of each the fastest of
five. How far approximate odds are off at the most stands beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from statistics import median
from typing import Any

from campaign.rules.chapters import MOST, Table, end
from campaign.rules.options import Odds
from campaign.rules.walking import walked
from campaign.systems.combat_volume_2.people import blasts
from campaign.systems.combat_volume_2.people.fire import Shoot
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.table import TABLE
from campaign.systems.combat_volume_2.vehicles.light_at import FireLight
from campaign.systems.combat_volume_2.vehicles.soft import ShootVehicle
from tests.bench.rows import Part, Row, at_most, spent
from tests.systems.combat_volume_2.field import Field

ROWS = ["." * 20] * 12
SQUADS, TRIES, LONGEST = 5, 5, 20.0
Asked = Callable[[], float]
"""A question: how far its answer is off at the most."""


def person(random: Random) -> dict[str, Any]:
    return {
        "quality": random.randint(3, 6), "morale": random.choice((0, 0, 0, -1)),
        "light": int(random.random() < 0.1), "leadership": random.choice((0, 0, 0, 2)),
    }  # fmt: skip


def odds(field: Field, action: Any) -> Asked:
    field.game.forget()
    play = Play(TABLE, field.charts, field.game)
    of: Callable[[Play, str, Any], Odds | None] | None = TABLE.answers[type(action)].odds
    assert of is not None

    def ask() -> float:
        found = of(play, "us", action)
        return found.within if found is not None else 0.0

    return ask


def at_vehicle(kind: str, armed: str, random: Random) -> Asked:
    field = shooter("aimed", armed)
    field.vehicle("v1", kind, "0606", facing=random.randint(1, 6))
    row = field.charts.vehicles
    for seat in row.seats[row.kinds[kind].class_]:
        field.aboard(f"p{seat}", "v1", seat, "spot", **person(random))
    return odds(field, ShootVehicle("hall", "v1"))


def at_men(skills: Sequence[str], order: str, target: str, random: Random) -> Asked:
    field = shooter(order, "mg42")
    crowd(field, random, tuple(skills))
    return odds(field, Shoot("hall", target))


def rocket(random: Random) -> Asked:
    field = shooter("fire-light-at", "m1", ["." * 20] * 5 + ["." * 5 + "%" + "." * 14] + ["." * 20] * 6)
    man = field.game.men["hall"]
    man.heavy, man.loaded, man.ready, field.game.impulse = "bazooka", True, True, 4
    crowd(field, random, ())
    return odds(field, FireLight("hall", "0606"))


def shell(random: Random) -> Asked:
    field = Field(ROWS)
    crowd(field, random, ())
    table: Table[Play] = TABLE
    play = Play(table, field.charts, field.game)
    return lambda: walked(play, lambda play: blasts.burst(play, "0606", 4, 4), table.facts, end, MOST).lost


def shooter(order: str, armed: str, rows: Sequence[str] = ROWS) -> Field:
    field = Field(rows)
    field.game.impulse = 2
    field.friend("hall", "0604", order, armed=armed, quality=6, skill=6, mate="mate")
    field.friend("mate", "0604", "aimed")
    for i in range(10):
        field.friend(f"o{i}", "0101", "hide")
    return field


def crowd(field: Field, random: Random, skills: tuple[str, ...]) -> None:
    for i in range(6):
        field.enemy(f"e{i}", "0606", random.choice(("aimed", "hide")), **person(random), skills=skills)


CASES: dict[str, Callable[[Random], Asked]] = {
    "rifle at a full truck": partial(at_vehicle, "truck", "m1"),
    "machine gun at a full jeep": partial(at_vehicle, "jeep", "mg42"),
    "machine gun at a full truck": partial(at_vehicle, "truck", "mg42"),
    "machine gun at a full half-track": partial(at_vehicle, "m3a1", "mg42"),
    "machine gun at one of six": partial(at_men, (), "aimed", "e0"),
    "sweep of six": partial(at_men, (), "suppressive", "0606"),
    "sweep of six tough men": partial(at_men, ("tough",), "suppressive", "0606"),
    "shell among six": shell,
    "rocket among six": rocket,
}


def _measured() -> list[Row]:
    rows: list[Row] = []
    for name, case in CASES.items():
        asked = [case(Random(f"{name} {squad}")) for squad in range(SQUADS)]
        taken = [min(spent(ask) for _ in range(TRIES)) * 1000 for ask in asked]
        off = max(ask() for ask in asked) * 100
        rows += [
            at_most(f"{name}", median(taken), "ms", LONGEST),
            Row(f"{name}: off at the most", off, "%", "said", True),
        ]
    return rows


PARTS = {"combat-volume-2": Part(_measured)}
