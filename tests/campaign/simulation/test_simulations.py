"""Simulations: the same table however it is fought, every battle again by its number, pairs, nodes of campaigns."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Refusal
from campaign.simulation.answers import Comparison, Extent, Setup, Simulation
from campaign.simulation.playing import summed
from tests.campaign.ledger.making import folder

QUICK = Setup("tiger-shermans")
RANDOM = Setup("tiger-shermans", bots={"us": ("random",), "ge": ("random",)})


def run(hq: Headquarters, setup: Setup, battles: int = 6, **more: Any) -> Simulation:
    return hq.simulations.run(setup, Extent(battles, jobs=1, **more))


def as_json(found: Simulation | Comparison) -> bytes:
    return msgspec.json.encode(found)


# -- the same again ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["tiger-shermans", "first-game"])
def test_the_table_is_the_same_with_any_number_of_processes(hq: Headquarters, scenario: str, scale: int):
    setup = Setup(scenario, every=True, bots={"us": ("random",), "american": ("random",)})
    sides = {side.id for side in hq.packs.scenario(scenario)[1].sides}
    setup = Setup(
        scenario, bots={side: ("random", "sensible")[: 1 + i] for i, side in enumerate(sorted(sides))}
    )
    jobs = (1, 2, 3) if scale > 1 else (1, 2)  # each process takes half a second to start
    alone, *several = (hq.simulations.run(setup, Extent(7, seed=5, jobs=some)).cells for some in jobs)
    assert len(alone) == 2
    assert all(one == alone for one in several)


def test_a_seed_decides_everything_and_another_seed_gives_other_battles(hq: Headquarters):
    assert run(hq, RANDOM, 8) == run(hq, RANDOM, 8)
    assert run(hq, RANDOM, 8, seed=2).cells != run(hq, RANDOM, 8).cells


def test_more_battles_begin_with_the_same_ones(hq: Headquarters):
    few, more = run(hq, RANDOM, 4).cells[0], run(hq, RANDOM, 9).cells[0]
    assert more.fought[:4] == few.fought
    assert [one.number for one in more.fought] == list(range(1, 10))


def test_a_battle_is_told_again_by_its_number(hq: Headquarters):
    table = run(hq, QUICK, 5, seed=3)
    for brief in table.cells[0].fought:
        told = hq.simulations.battle(QUICK, brief.number, 3)
        fought = told.fought
        assert (fought.winner, fought.reason, fought.turn, fought.actions) == (
            brief.winner, brief.reason, brief.turn, brief.actions,
        )  # fmt: skip
        assert len(told.steps) == brief.actions
        assert any(step.dice for step in told.steps)
        assert all(line.text for step in told.steps for line in step.lines)


def test_a_battle_is_saved_as_it_was_fought_and_verifies(hq: Headquarters):
    for number in (1, 2, 3):
        told = hq.simulations.battle(QUICK, number, 9)
        saved = hq.simulations.save(QUICK, number, 9)
        assert isinstance(saved, Acted)
        info = hq.battles.info(saved.diary)
        assert info.verdict is not None
        assert (info.verdict.winner, info.verdict.turn) == (told.fought.winner, told.fought.turn)
        assert info.entries == told.fought.actions + 1
        dice = [face for one in hq.battles.log(saved.diary) for face in one.dice]
        assert dice == [face for step in told.steps for face in step.dice]
        assert hq.battles.verify(saved.diary).sound


def test_a_battle_with_shuffled_cards_is_not_saved_as_another_one(hq: Headquarters):
    setup = Setup("first-game")
    shuffled = next(n for n in range(1, 9) if _shuffles(hq.simulations.save(setup, n)))
    assert hq.simulations.battle(setup, shuffled).fought.shuffled
    assert hq.battles.all() == [] or all(one.verdict is not None for one in hq.battles.all())


def _shuffles(answer: object) -> bool:
    return isinstance(answer, Refusal) and "shuffled" in answer.reason


def test_nothing_is_written(hq: Headquarters):
    before = hq.changes().cursor
    run(hq, QUICK, 2)
    assert hq.changes().cursor == before
    assert hq.battles.all() == []


# -- what the tables say -----------------------------------------------------------------------------------------


def test_counts_add_up(hq: Headquarters):
    (cell,) = run(hq, RANDOM, 12).cells
    assert sum(one.battles for one in cell.wins.values()) + cell.draws.battles == cell.battles == 12
    assert sum(one.battles for one in cell.reasons) == 12
    assert Counter(one.winner for one in cell.fought) == {
        side: one.battles for side, one in cell.wins.items() if one.battles
    }
    for forces in cell.forces:
        assert sum(forces.fates.values()) == forces.came
    assert {(one.side, one.came) for one in cell.forces} == {("ge", 12), ("us", 24)} or cell.forces
    wrecked = sum(one.fates.get("wrecked", 0) for one in cell.forces)
    assert 0 < sum(one.kills for one in cell.forces) <= wrecked


def test_summing_does_not_hang_on_the_order(hq: Headquarters):
    (cell,) = run(hq, RANDOM, 5).cells
    assert summed(cell.forces[::-1]) == summed(cell.forces) == cell.forces


def test_every_bot_against_every_bot_is_a_game_with_a_value(hq: Headquarters):
    table = run(hq, Setup("tiger-shermans", every=True), 3)
    bots = hq.packs.system(table.system).bots
    first, second = (side.id for side in table.sides)
    assert [(one.bots[first], one.bots[second]) for one in table.cells] == [
        (a, b) for a in bots for b in bots
    ]
    assert table.value is not None and table.value.side == first
    assert table.value.low <= table.value.value <= table.value.high
    for side in (first, second):
        assert set(table.value.mixes[side]) == set(bots)
        assert sum(table.value.mixes[side].values()) == pytest.approx(1)
    assert run(hq, QUICK, 1).value is None


def test_until_stops_as_soon_as_it_is_sure(hq: Headquarters):
    setup = Setup("tank-duel", bots={"nk": ("random",), "us": ("sensible",)})
    (cell,) = hq.simulations.run(setup, Extent(until=10, jobs=1)).cells
    low, high = cell.wins["us"].low, cell.wins["us"].high
    assert (high - low) / 2 <= 0.10
    assert cell.battles == 25, "nearly always the same winner: one round is enough"
    (more,) = hq.simulations.run(setup, Extent(30, until=0.5, jobs=1)).cells
    assert more.battles == 30, "as many as were asked for, sure or not"


def test_a_comparison_is_paired(hq: Headquarters):
    same = hq.simulations.compare(RANDOM, RANDOM, Extent(8, jobs=1))
    assert (same.difference, same.better, same.worse, same.low, same.high) == (0, 0, 0, 0, 0)
    other = msgspec.structs.replace(RANDOM, bots={"us": ("sensible",), "ge": ("random",)})
    found = hq.simulations.compare(RANDOM, other, Extent(12, jobs=1))
    one, two = (msgspec.structs.replace(x, setup=QUICK) for x in (found.first, found.second))
    alone = run(hq, other, 12)
    assert msgspec.structs.replace(alone, setup=QUICK, extent=two.extent) == two
    assert found.side == one.sides[0].id
    points = [
        (b.winner == found.side) - (a.winner == found.side)
        for a, b in zip(one.cells[0].fought, two.cells[0].fought, strict=True)
    ]
    assert found.difference == pytest.approx(sum(points) / 12)
    assert (found.better, found.worse) == (points.count(1), points.count(-1))


def test_progress_is_told(hq: Headquarters):
    heard: list[tuple[int, int]] = []
    hq.simulations.run(RANDOM, Extent(12, jobs=1), lambda done, of: heard.append((done, of)))
    assert heard == [(0, 12), (5, 12), (10, 12), (12, 12)]


# -- campaigns ---------------------------------------------------------------------------------------------------


def test_a_node_is_fought_with_the_crews_and_damage_that_it_has(hq: Headquarters):
    name = _acted(hq.campaigns.new("marines-in-korea", name="korea")).diary
    node = next(one for one in hq.campaigns.view(name).nodes if one.ready)
    head = hq.campaigns.head(name)
    table = run(hq, Setup(campaign=name, node=node.id), 3)
    assert hq.campaigns.head(name) == head and hq.battles.all() == []
    assert len(table.mustered) == len(node.suggested)
    came = sum(one.came for one in table.cells[0].forces)
    assert came >= 3 * len(node.suggested)
    assert any(one.spent for one in table.cells[0].forces), "rounds are counted where a campaign counts them"
    few = run(hq, Setup(campaign=name, node=node.id, assets=node.suggested[:-1]), 1)
    assert len(few.mustered) == len(node.suggested) - 1


def test_it_is_the_battle_that_would_be_begun(hq: Headquarters):
    name = _acted(hq.campaigns.new("marines-in-korea", name="korea")).diary
    node = next(one for one in hq.campaigns.view(name).nodes if one.ready)
    table = run(hq, Setup(campaign=name, node=node.id), 1)
    begun = _acted(hq.campaigns.begin(name, node.id))
    there = {piece.name for piece in hq.looking_as("umpire").battles.view(begun.fought).game.pieces}
    assert {one.partition(" (")[0] for one in table.mustered} <= there
    with pytest.raises(Refused):
        run(hq, Setup(campaign=name, node=node.id), 1)


@pytest.mark.usefixtures("example")
def test_a_node_that_is_fought_elsewhere_is_refused(hq: Headquarters, tmp_path: Path):
    files = folder(tmp_path / "files")
    name = _acted(hq.campaigns.new(files, name="c")).diary
    nodes = {one.id: one for one in hq.campaigns.view(name).nodes}
    elsewhere = next((one.id for one in nodes.values() if not one.system), "")
    if not elsewhere:
        pytest.skip("all of them are fought here")
    with pytest.raises(Refused, match="fought elsewhere"):
        run(hq, Setup(campaign=name, node=elsewhere), 1)


@pytest.mark.usefixtures("example")
def test_a_rule_system_of_another_package_is_simulated_too(hq: Headquarters):
    assert run(hq, Setup("ring"), 3).cells == hq.simulations.run(Setup("ring"), Extent(3, jobs=2)).cells


# -- refusals ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda s: s.run(Setup("waterloo")), "waterloo"),
        (lambda s: s.run(QUICK, Extent(-1)), "-1 is out of bounds"),
        (lambda s: s.run(QUICK, Extent(jobs=1000)), "1000 is out of bounds"),
        (lambda s: s.run(QUICK, Extent(until=77)), "77 is out of bounds"),
        (lambda s: s.run(Setup("tiger-shermans", bots={"fr": ("random",)})), "There is no side 'fr'"),
        (lambda s: s.run(Setup("tiger-shermans", bots={"us": ("magic",)})), "There is no bot 'magic'"),
        (lambda s: s.run(Setup("tiger-shermans", options={"odd": 1})), "no option 'odd'"),
        (lambda s: s.run(Setup(campaign="nope", node="x")), "nope"),
        (lambda s: s.compare(QUICK, Setup("tiger-shermans", every=True)), "bots here; name one"),
        (lambda s: s.battle(QUICK, 0), "0 is out of bounds"),
        (lambda s: s.battle(Setup("tiger-shermans", every=True), 1), "bots here; name one"),
    ],
)
def test_refusals_are_sentences(hq: Headquarters, ask: Callable[[Any], object], says: str):
    with pytest.raises(Refused) as refused:
        ask(hq.simulations)
    assert says in str(refused.value)


def test_a_platoon_that_must_be_chosen_is_asked_for(hq: Headquarters):
    with pytest.raises(Refused):
        run(hq, Setup("tank-ace", options={"blue": "no-such-platoon"}), 1)


SLOW = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # where the tests run in the background these are ignored
signal.signal(signal.SIGHUP, signal.SIG_DFL)
from campaign.headquarters import Headquarters
from campaign.simulation.answers import Extent, Setup
if __name__ == "__main__":
    def tell(done, of):
        print(done, flush=True)
    with Headquarters(sys.argv[1]) as hq:
        hq.simulations.run(Setup("tiger-shermans"), Extent(100_000, jobs=2), tell)
"""


@contextmanager
def slow(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A simulation that has fought its first battles, with its processes."""
    script = tmp_path / "slow.py"
    script.write_text(SLOW)
    path = os.pathsep.join(str(one) for one in (Path.cwd(), os.environ.get("PYTHONPATH", "")) if str(one))
    with subprocess.Popen(
        [sys.executable, str(script), str(tmp_path / "home")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
        text=True,
    ) as process:
        assert process.stdout is not None
        while (line := process.stdout.readline()).strip() == "0":
            pass
        assert line, "it ended before its first battle was fought"
        yield process


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_whatever_ends_it_ends_its_processes(tmp_path: Path, by: signal.Signals):
    """They hold its standard output: as long as one lives, that has no end."""
    with slow(tmp_path) as process:
        process.send_signal(by)
        _, told = process.communicate(timeout=60)
    assert process.returncode != 0
    assert "_ready" not in told and "_work" not in told, "a worker that was interrupted told its traceback"


def _acted(answer: object) -> Acted:
    assert isinstance(answer, Acted), answer
    return answer


def test_a_seat_of_a_diary_is_none_of_a_simulation(hq: Headquarters):
    """Who sits at a battle under way is not asked: simulations have bots of their own."""
    hq.battles.new("tiger-shermans", seats=[Seat("us", "ann")])
    assert run(hq, QUICK, 1).cells[0].battles == 1
