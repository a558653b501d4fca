"""What a unit would see and could fire at from a hex; nothing of what lies face down."""

from __future__ import annotations

from campaign.systems.mechwar_4 import actions as a
from tests.systems.mechwar_4.table import SU, US, Table, unit

M60 = unit("m60a1", US, "0505", "A1")
T62 = unit("t62", SU, "0514", "B1")
FAR = unit("truck", SU, "2420", "B9")


def moving(*units: object, **more: object) -> Table:
    table = Table(*units, FAR, **more)  # type: ignore[arg-type]
    table.does(a.StartMove("A1"))
    return table


def notes(table: Table, action: a.AnyAction) -> tuple[str, ...]:
    found = table.rules.preview(table.game, US, action)
    assert found is not None
    return found.notes


def test_a_move_says_what_it_costs_and_who_could_fire_at_whom() -> None:
    table = moving(M60, T62)
    found = table.rules.preview(table.game, US, a.Move("A1", "0510"))
    assert found is not None
    assert found.piece.where == "0510"
    assert table.unit("A1").hex == "0505"
    assert found.notes[0] == "5 of 10 movement points, if nothing stops it on the way."
    assert found.notes[2:] == (
        "It could fire at T-62 (B1): main armament, range 4, superiority +5.",
        "T-62 (B1) could fire at it: main armament, range 4, superiority +4.",
    )


def test_a_field_of_fire_ends_at_woods() -> None:
    open_, closed = moving(M60), moving(M60, terrain={"0506": "heavy-woods", "0606": "heavy-woods"})
    told = [
        next(one for one in notes(table, a.Move("A1", "0504")) if "reaches" in one)
        for table in (open_, closed)
    ]
    seen = [int(one.split("see ")[1].split(" ")[0]) for one in told]
    assert seen[0] > seen[1] > 0


def test_in_the_fog_a_face_down_counter_is_a_counter_with_a_line_of_sight() -> None:
    """Whatever is under it: the notes are the same."""
    told: list[tuple[str, ...]] = []
    for type in ("t62", "truck"):
        table = moving(M60, unit(type, SU, "0514", "B1", seen=False), on=("fog",))
        told.append(notes(table, a.Move("A1", "0506")))
    assert told[0] == told[1]
    assert told[0][-1] == "Face-down counters with a line of sight there: B1."


def test_what_cannot_be_reached_is_refused() -> None:
    table = moving(M60, T62)
    refused = table.refuses(a.Move("A1", "2001"))
    try:
        table.rules.preview(table.game, US, a.Move("A1", "2001"))
    except type(refused) as told:
        assert told.reason == refused.reason
    else:
        raise AssertionError
