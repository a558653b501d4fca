"""A few men on a small board, without any scenario: for tests of single rules.

field = Field(["....", ".T.."])                 # glyphs of the terrain chart; hexes 0101, 0201 … from the north-west
hall = field.friend("hall", "0102", "aimed")
jung = field.enemy("jung", "0101", "hide", spotted=True)
play = field.play(4, 0)                         # dice as they stand on their faces: 0 to 9, cards by number
fire.shoot(play, hall, "jung")
assert field.told(play)[0] == "…"
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any

from msgspec.structs import replace

from campaign.rules.chapters import Chapter, Table
from campaign.rules.dice import Dice, Faces, Recorded
from campaign.rules.options import Side
from campaign.rules.packs import Pack, make_pack, shipped
from campaign.rules.piles import Pile
from campaign.systems.combat_volume_2.charts import Charts
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.readings import Readings
from campaign.systems.combat_volume_2.state import (
    ENEMY,
    FRIEND,
    Compass,
    Game,
    Man,
    Mark,
    Mission,
    Order,
    Team,
    Vehicle,
)
from events.faces import numbers

PACKAGE = "campaign.systems.combat_volume_2"
MODULES = (
    "people.checks", "people.morale", "people.wounds", "people.together", "people.alert", "people.moving",
    "people.spotting", "people.fire",
    "people.enemy_fire", "people.blasts", "people.grenades", "people.melee", "people.medics", "people.deeds",
    "turn.shelling", "people.captives",
    "land.weather", "land.burning", "land.smoke", "land.wire",
    "vehicles.driving", "vehicles.turning", "vehicles.roads", "vehicles.mud", "vehicles.stopping",
    "vehicles.crew_orders", "vehicles.blows", "vehicles.guns", "vehicles.turrets", "vehicles.seats", "vehicles.bailing",
    "vehicles.light_at", "vehicles.fausts", "vehicles.lookout", "vehicles.soft",
)  # fmt: skip


@cache
def table() -> Table[Play]:
    """All chapters below the turn that there are."""
    found: list[Chapter[Play]] = []
    for name in MODULES:
        try:
            found.append(import_module(f"{PACKAGE}.{name}").CHAPTER)
        except (ModuleNotFoundError, AttributeError):
            continue
    return Table(found, sequence="4")


@cache
def charts_of(
    rows: tuple[str, ...],
    heights: tuple[str, ...],
    features: tuple[tuple[str, str], ...] = (),
    roads: str = "",
) -> Charts:
    """The shipped pack with one board of its own, called `field`. roads: hexes of one road, with spaces between."""
    content = {
        name: file
        for name, file in shipped(PACKAGE).items()
        if not name.startswith(("boards/", "scenarios/"))
    }
    legend = {row["glyph"]: row["id"] for row in content["terrain.toml"]["terrain"] if row.get("glyph")}
    board: dict[str, Any] = {
        "id": "field",
        "title": "Field",
        "source": "made for a test",
        "layout": {"columns": len(rows[0]), "rows": len(rows)},
        "legend": {glyph: legend[glyph] for glyph in sorted(set("".join(rows)))},
        "picture": list(rows),
    }
    if heights:
        board["heights"] = list(heights)
    if features:
        board["features"] = [{"what": what, "hexes": [hex]} for what, hex in features]
    if roads:
        board["roads"] = [roads.split()]
    pack: Pack = make_pack("combat-volume-2", {**content, "boards/field.toml": board})
    return Charts(pack)


class Script(Recorded):
    """Dice that come up as laid out, written as on their faces. Raises IndexError at the end."""

    source = "scripted"

    def __init__(self, faces: Sequence[int]) -> None:
        super().__init__()
        self.left = list(faces)

    def _rolled(self, purpose: str, count: int, sides: int, faces: str) -> Faces:
        if count > len(self.left):
            raise IndexError(f"no dice left: {purpose}")
        some, self.left = self.left[:count], self.left[count:]
        there = numbers(faces, sides)
        for one in some:
            if one not in there:
                raise ValueError(f"{purpose}: {one} is none of {faces or f'1-{sides}'}")
        return tuple(there.index(one) + 1 for one in some)


class Field:
    """charts: of the pack, with the board `field`. game: the battle, which tests may write to before they play."""

    def __init__(
        self,
        rows: Sequence[str],
        heights: Sequence[str] = (),
        readings: Readings | None = None,
        roads: str = "",
        **mission: Any,
    ) -> None:
        self.charts = charts_of(tuple(rows), tuple(heights), (), roads)
        sides = (Side(FRIEND, "Americans"), Side(ENEMY, "Germans", by_rules=True))
        mission.setdefault("friendly", ("S",))
        mission.setdefault("compass", (Compass(self.charts.boards["field"].hexes[0], 1),))
        self.game = Game(
            mission=Mission(scenario="field", board="field", turns=10, **mission),
            sides=sides,
            turn=1,
            phase="impulse",
            impulse=1,
            enemy=Pile(sorted(self.charts.enemy_cards)),
            friendly=Pile(sorted(self.charts.friendly_cards)),
            wounds=Pile(list(range(1, len(self.charts.wound_cards) + 1))),
        )
        if readings is not None:
            self.game.readings = readings
        for id, side in (("able", FRIEND), ("baker", FRIEND), ("charlie", FRIEND), ("red", ENEMY)):
            self.game.teams[id] = Team(id, side, id.title())

    def friend(self, id: str, hex: str, order: str = "hide", ways: Sequence[int] = (), **more: Any) -> Man:
        """A man of quality 5 and skill 6 with a rifle, whom the enemy does not know yet."""
        known = {"quality": 5, "skill": 6, "armed": "m1", "team": "able", "grenades": 2, **more}
        return self._man(id, FRIEND, hex, Order(order, tuple(ways)), known)

    def enemy(self, id: str, hex: str, order: str = "hide", ways: Sequence[int] = (), **more: Any) -> Man:
        """A man of quality 4 and skill 6 with a bolt rifle, awake and known."""
        known = {
            "quality": 4,
            "skill": 6,
            "armed": "kar98",
            "team": "red",
            "alert": True,
            "spotted": True,
            **more,
        }
        return self._man(id, ENEMY, hex, Order(order, tuple(ways)), known)

    def _man(self, id: str, side: str, hex: str, order: Order, known: dict[str, Any]) -> Man:
        known = {"who": id, "name": f"{'Pvt' if side == FRIEND else 'Sch'} {id.title()}", **known}
        known["order"] = replace(order, target=known.pop("target", ""))
        man = self.game.men[id] = Man(id, side, hex=hex, **known)
        return man

    def counter(self, id: str, hex: str, cup: str = "red", **more: Any) -> Man:
        """A face-down counter; its cup holds the numbers of a full set, unless the test fills it."""
        if cup not in self.game.cups:
            self.game.cups[cup] = Pile(list(range(1, 22 + self.charts.dummies)))
            self.game.mission = replace(self.game.mission, cups={**self.game.mission.cups, cup: "heer"})
        man = self.game.men[id] = Man(id, ENEMY, cup=cup, hex=hex, team="red", **more)
        return man

    def vehicle(self, id: str, kind: str, hex: str, side: str = ENEMY, **more: Any) -> Vehicle:
        """A vehicle as it stands on its display, hatches closed. kind: id in `vehicles.toml`."""
        row = self.charts.vehicles.kinds[kind]
        seats = self.charts.vehicles.seats[row.class_].values()
        known: dict[str, Any] = {"hatches": {seat.id: "closed" for seat in seats if seat.hatch}, **more}
        one = self.game.vehicles[id] = Vehicle(id, side, kind, name=row.name, hex=hex, **known)
        self.game.teams[id] = Team(id, side, row.name)
        return one

    def aboard(
        self, id: str, vehicle: str, seat: str, order: str = "", ways: Sequence[int] = (), **more: Any
    ) -> Man:
        """Somebody in a vehicle: of quality 5, with a pistol, known."""
        of = self.game.vehicles[vehicle]
        known = {"quality": 5, "skill": 5, "armed": "pistol", "team": vehicle, "spotted": True, "alert": True}
        return self._man(
            id,
            of.side,
            of.hex,
            Order(order, tuple(ways)),
            {**known, "vehicle": vehicle, "seat": seat, **more},
        )

    def mark(self, hex: str, what: str, **more: Any) -> None:
        self.game.marks[hex] = (*self.game.marks.get(hex, ()), Mark(what, **more))

    # -- playing ----------------------------------------------------------------------------------

    def play(self, *faces: int) -> Play:
        """A decision whose dice come up so."""
        return self.with_dice(Script(faces))

    def with_dice(self, dice: Dice) -> Play:
        self.game.forget()
        return Play(table(), self.charts, self.game, dice)

    @staticmethod
    def told(play: Play) -> list[str]:
        """What the log says of all that happened, a line each."""
        lines = (play.table.told[type(event)].words(play, event) for event in play.events)
        return [line for line in lines if line]

    @staticmethod
    def kinds(play: Play) -> list[str]:
        return [type(event).__name__ for event in play.events]


# -- every face there is ---------------------------------------------------------------------------------------------


class EachFace(Recorded):
    """Plain dice along one of all the ways they can fall; nothing of what rules make of them is known here."""

    source = "enumerated"

    def __init__(self, path: Sequence[int]) -> None:
        super().__init__()
        self.path, self.sides, self.at = list(path), list[int](), 0

    def _faces(self, purpose: str, count: int, sides: int) -> Faces:
        found: list[int] = []
        for _ in range(count):
            if self.at == len(self.path):
                self.path.append(1)
            found.append(self.path[self.at])
            self.sides.append(sides)
            self.at += 1
        return tuple(found)


def every_way(play: Play, run: Callable[[Play], None]) -> Iterator[tuple[Play, Fraction]]:
    """All ways of the dice of a decision, each face by itself, with how likely each is. The state is not touched."""
    copy = play.copies()
    path: list[int] = []
    while True:
        dice = EachFace(path)
        one = copy(dice)
        run(one)
        weight = Fraction(1)
        for sides in dice.sides:
            weight /= sides
        yield one, weight
        path, sides = dice.path[: dice.at], dice.sides
        while path and path[-1] == sides[len(path) - 1]:
            path.pop()
        if not path:
            return
        path[-1] += 1


def by_every_face(
    play: Play, run: Callable[[Play], None], result: Callable[[Play], str]
) -> dict[str, Fraction]:
    """How likely each result is, by walking every face."""
    found: dict[str, Fraction] = {}
    for one, weight in every_way(play, run):
        words = result(one)
        found[words] = found.get(words, Fraction(0)) + weight
    return found
