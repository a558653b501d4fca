"""A walk: steps by chance, each held against the truth; then whoever waits makes his tables go on, and what was
written is checked and brought elsewhere."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from random import Random

from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from tests.campaign.walks.going_on import make_it_go_on
from tests.campaign.walks.house import MEMBERS, House, Kind, Near
from tests.campaign.walks.moves import Keen, Moves
from tests.campaign.walks.truth import Broken, Step, Table, Truth


class Walk:
    """seed: of all chance in it. keen: on what."""

    def __init__(self, house: House, seed: str, keen: Keen = "") -> None:
        self.house, self.seed = house, seed
        self.truth = Truth(house)
        self.chance = Random(seed)
        self.keen: Keen = keen
        self.moves = Moves(house, self.truth, self.chance, keen)
        self.steps: list[Step] = []

    def told(self) -> str:
        return "\n".join([f"walk {self.seed} ({self.house.kind})", *map(str, self.steps)])

    def _take(self, step: Callable[[], Step]) -> None:
        found = step()
        self.steps.append(found)
        self.truth.after(found)

    def go(self, steps: int, *, ends: bool = True) -> None:
        """ends: whoever waits makes it go on then. Raises Broken, with all that was done; what crashes says so too."""
        try:
            for _ in range(steps):
                self._take(self.moves.step)
            if ends:
                make_it_go_on(self.house, self.truth, self.moves, self.chance, self.steps)
            self._holds()
        except Broken as broken:
            broken.add_note(self.told())
            raise
        except Exception as error:
            error.add_note(self.told())
            raise

    def moved(self, folder: Path) -> Walk:
        """All of it is brought to another house by somebody who is not at its machine: what goes on there offers its
        seats to their names. Answers with the walk that goes on there. Raises Broken."""
        self.house.hq.export(target := io.BytesIO(), with_secrets=True)
        for table in self.truth.tables.values():
            table.told, table.now = self.truth.standing(table.name, table.kind)
        far = Near(folder, self.house.kind, Random(f"{self.seed} elsewhere"))
        far.clock.now = self.house.clock.now
        try:
            far.door("kim").import_(target.getvalue(), [*self.truth.tables])
            found = Walk(far, self.seed, self.keen)
            found.truth = found.moves.truth = self.truth.elsewhere(far)
        except Exception as error:
            error.add_note(self.told())
            raise
        for who in self.truth.blocked():
            far.block(who, False)
        found.steps += [*self.steps, Step("kim", "import")]
        return found

    def _holds(self) -> None:
        for table in self.truth.tables.values():
            hq = self.house.hq
            report = (hq.battles if table.kind == "battle" else hq.campaigns).verify(table.name)
            if not report.sound:
                raise Broken("verified", f"{table.name}: {report}")

    def brought(self, folder: Path) -> None:
        """All of it is brought to another house of the kind, holds there, and everybody is there what he was here: who
        could not look on still cannot, and nobody sits who did not."""
        self.house.hq.export(target := io.BytesIO(), with_secrets=True)
        far = Near(folder, self.house.kind, Random(f"{self.seed} elsewhere"))
        with far.hq as other:
            other.import_(target.getvalue())
            for who in self.truth.blocked():
                far.block(who, False)
            for table in self.truth.tables.values():
                one, two = (
                    (hq.battles if table.kind == "battle" else hq.campaigns) for hq in (self.house.hq, other)
                )
                assert one.seats.offers(table.name).seats == two.seats.offers(table.name).seats, self.told()
                assert two.verify(table.name).sound, self.told()
                for who in MEMBERS:
                    here, there = (_is(house.door(who), table) for house in (self.house, far))
                    assert here == there, f"{who} is {there} at {table.name}, not {here}\n{self.told()}"


def _is(hq: Headquarters, table: Table) -> object:
    """What somebody is at a table; nothing where there is none for him."""
    try:
        found = (hq.battles if table.kind == "battle" else hq.campaigns).standing(table.name)
    except Refused:
        return None
    return found.viewer, found.sides, found.umpire


def moving(folder: Path, kind: Kind, seed: str, steps: int, keen: Keen = "") -> Walk:
    """One walk that goes on in another house from some point on. Raises Broken."""
    house = Near(folder / "near", kind, Random(f"{seed} secrets"))
    with house.hq:
        before = Walk(house, seed, keen)
        first = before.chance.randint(steps // 4, steps)
        before.go(first, ends=False)
        found = before.moved(folder / "far")
    with found.house.hq:
        found.go(steps - first)
    return found


def walk(folder: Path, kind: Kind, seed: str, steps: int, *, keen: Keen = "", bring: bool = False) -> Walk:
    """One walk in a house of its own. bring: what was written elsewhere, too. Raises Broken."""
    house = Near(folder / "near", kind, Random(f"{seed} secrets"))
    with house.hq:
        found = Walk(house, seed, keen)
        found.go(steps)
        if bring:
            found.brought(folder / "far")
    return found
