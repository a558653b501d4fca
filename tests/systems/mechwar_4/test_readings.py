"""How the text is read where it contradicts itself: each switch of readings.toml that no other test turns."""

from __future__ import annotations

import re
from pathlib import Path

from campaign.rules.hexes import Hex
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.readings import Readings
from tests.systems.mechwar_4.table import SU, US, Table, unit


def test_every_reading_is_asked_for_somewhere_and_tested():
    code = Path(__file__).parents[3] / "campaign" / "systems" / "mechwar_4"
    asked = "".join(path.read_text(encoding="utf-8") for path in code.rglob("*.py"))
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    for name in Readings.__struct_fields__:
        if name != "source":
            assert f"readings.{name}" in asked, name
            assert re.search(rf"\b{name}\b", tests), name


def duel(*units: object, **readings: object) -> Table:
    return Table(*units, readings=readings, panic=(0, 0))  # type: ignore[arg-type]


def test_8_0_8_23_a_pass_is_final_or_hands_over():
    def tanks(**readings: object) -> Table:
        reds = [unit("t62", SU, hex, id) for hex, id in (("2415", "B1"), ("2417", "B2"))]
        return duel(unit("m60a1", US, "0505", "A1"), *reds, **readings)

    final = tanks()
    final.act(US, a.Pass())
    shuffle(final, "B1", "2414")
    assert final.asked() == {SU: "activation"}
    handed = tanks(passing="hands-over")
    handed.act(US, a.Pass())
    shuffle(handed, "B1", "2414")
    assert handed.asked() == {US: "activation"}, "it may think again"
    handed.act(US, a.Pass())
    handed.act(SU, a.Pass())
    assert handed.asked() == {US: "activation"}, "the other side has passed, too: it may still think again"
    handed.act(US, a.Pass())
    shuffle(handed, "B2", "2418")
    assert handed.game.turn == 2, "it had passed for good; the other side went on, and has no more units"
    for side in (US, SU, US, SU):
        assert handed.game.turn == 2
        handed.act(side, a.Pass())
    assert handed.game.turn == 3, "neither goes on"


def shuffle(table: Table, id: str, to: Hex) -> None:
    table.does(a.StartMove(id))
    table.does(a.Move(id, to))
    table.does(a.EndMove(id))


def test_6_10_rifles_at_protected_targets():
    for reading, allowed in ((True, True), (False, False)):
        table = duel(
            unit("us-rifles", US, "0505", "A1"), unit("bmp", SU, "0507", "B1"), rifles_v_protected=reading
        )
        fires = [one for one in table.listed(US) if isinstance(one, a.Fire) and one.arm == "main"]
        assert bool(fires) is allowed


def test_6_43_direct_howitzers_at_soft_targets():
    for reading, found in (("personnel", "personnel"), ("armour", "armour D2")):
        guns, rifles = unit("mortars", US, "0505", "A1"), unit("soviet-rifles", SU, "0509", "B1")
        table = duel(guns, rifles, direct_howitzers_v_soft=reading)
        table.fires("A1", "B1", 3)
        assert table.told(e.ShotResolved).table == found


def test_12_so_many_firefights_at_the_most():
    table = duel(unit("truck", US, "0505", "A1"), unit("truck", SU, "0506", "B1"), firefights=1)
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0506"), 1, 6)
    assert table.refuses(a.Stay(), US).rule == "house rule"
