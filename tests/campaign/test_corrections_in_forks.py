"""Returns that were filed before a fork are corrected in it: it goes on from there, and its origin stays as it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.campaigns.answers import Query
from campaign.campaigns.record.index import RecordIndex
from campaign.headquarters import Headquarters
from campaign.ledger.events import WentBehind
from campaign.ledger.returns import AssetReturn, PersonReturn, Return
from campaign.ledger.state import Campaign
from campaign.shared.answers import Refusal
from events.beneath import rewind_of
from tests.campaign.calling import ok
from tests.campaign.conftest import steady_world
from tests.campaign.ledger.making import opened

GOLDEN = Path(__file__).parents[1] / "golden"


def state_of(hq: Headquarters, name: str) -> Campaign:
    return hq._house.campaigns.get(name).state()


def alike(hq: Headquarters, name: str, other: str) -> bool:
    """Whether two campaigns stand alike, but for their dice and whose they are."""
    codec = hq._house.campaigns.get(name).diary.reducer

    def plain(one: str) -> bytes:
        state = codec.decode(codec.encode(state_of(hq, one)))
        state.commitment = state.secret = state.study = ""
        state.scheme, state.rules, state.chairs, state.contributions = 1, None, None, {}
        return codec.encode(state)

    return plain(name) == plain(other)


def holds(hq: Headquarters, name: str) -> bool:
    """Whether all of it was checked, but for where its rules are from, and is sound."""
    found = hq.campaigns.verify(name)
    assert found.sound, found.why
    return not found.unchecked and found.decided == found.entries


def draws(hq: Headquarters, name: str, after: int = 0) -> list[tuple[str, tuple[int, ...], str]]:
    found = [one for entry in hq._house.store.entries(name, after) for one in entry.read().draws]
    return [(one.purpose, one.values, one.source) for one in found]


def bytes_of(hq: Headquarters, name: str) -> list[bytes]:
    return [entry.body for entry in hq._house.store.entries(name)]


def order(hq: Headquarters, name: str, kind: str, **fields: Any) -> int:
    return ok(hq.campaigns.act(name, {"kind": kind, **fields})).seq


def fought(hq: Headquarters, place: Path) -> tuple[str, Return]:
    """A campaign with a return whose wounded was rolled for, and days after it in which more was."""
    war = opened(hq, place / "files", "c", nodes=6)
    ok(hq.looking_as("red").campaigns.act(war, {"kind": "contribute", "text": "lucky"}))
    begun = ok(hq.campaigns.begin(war, "n0", ["red-0", "blue-0"])).battle
    content = Return(
        begun,
        "red",
        person=(PersonReturn("red-0-gunner", "wounded"), PersonReturn("blue-0-driver", "missing")),
    )
    ok(hq.campaigns.returns.file(war, begun, content))
    order(hq, war, "amend", id="red-1", field="damage", value=["turret"], reason="hit")
    order(hq, war, "repair", asset="red-1", damage="turret")
    order(hq, war, "advance", days=9)
    return war, content


def the_other(content: Return) -> Return:
    return replace(content, winner="blue", reason="as it was")


def test_a_return_from_before_a_fork_is_corrected_in_it(hq: Headquarters, tmp_path: Path):
    """As in the campaign itself; with the dice that were rolled there, and nothing is written there."""
    war, content = fought(hq, tmp_path)
    before = bytes_of(hq, war)
    fork = ok(hq.campaigns.fork(war)).diary
    rolled = draws(hq, war)
    assert len(rolled) >= 3
    planned = hq.campaigns.returns.plan(fork, the_other(content))
    assert planned.seq == 4 - len(before) and not planned.conflicts
    done = ok(hq.campaigns.returns.correct(fork, the_other(content)))
    assert state_of(hq, fork).battles[content.battle].winner == "blue"
    assert draws(hq, fork) == [(what, values, "kept") for what, values, _ in rolled]
    assert not done.taken, "all that followed was entered again"
    assert bytes_of(hq, war) == before
    ok(hq.campaigns.returns.correct(war, the_other(content)))
    assert alike(hq, war, fork)
    assert holds(hq, fork) and holds(hq, war)
    assert state_of(hq, fork).commitment != state_of(hq, war).commitment


def test_a_fork_goes_on_with_what_it_had_done_itself(hq: Headquarters, tmp_path: Path):
    """And with the dice that it had rolled with its own secret."""
    war, content = fought(hq, tmp_path)
    fork = ok(hq.campaigns.fork(war)).diary
    ok(hq.looking_as("blue").campaigns.act(fork, {"kind": "contribute", "text": "mine"}))
    order(hq, fork, "amend", id="red-2", field="damage", value=["turret"], reason="hit")
    order(hq, fork, "repair", asset="red-2", damage="turret")
    order(hq, fork, "advance", days=9)
    own, head = draws(hq, fork), hq.campaigns.head(fork)
    assert own and all(source == "sealed" for *_, source in own)
    ok(hq.campaigns.returns.correct(fork, the_other(content)))
    kept = [(what, values, "kept") for what, values, _ in [*draws(hq, war), *own]]
    assert draws(hq, fork, head) == kept
    assert state_of(hq, fork).contributions == {"blue": "mine"}
    order(hq, fork, "advance", days=1)
    assert holds(hq, fork)


def test_a_correction_in_a_fork_is_taken_back_and_made_again(hq: Headquarters, tmp_path: Path):
    """By going back and forth, and once more with another return: nothing is ever rolled twice."""
    war, content = fought(hq, tmp_path)
    fork = ok(hq.campaigns.fork(war)).diary
    order(hq, fork, "promote", person="red-1-gunner", rank="Major")
    campaign, head = hq._house.campaigns.get(fork), hq.campaigns.head(fork)
    rolled = draws(hq, war)
    was = campaign.diary.reducer.digest(campaign.state())
    corrected = ok(hq.campaigns.returns.correct(fork, the_other(content))).seq
    after = campaign.diary.reducer.digest(campaign.state())
    ok(hq.campaigns.rewind(fork, head))
    assert campaign.diary.reducer.digest(campaign.state()) == was
    ok(hq.campaigns.rewind(fork, corrected))
    assert campaign.diary.reducer.digest(campaign.state()) == after
    ok(hq.campaigns.undo(fork))
    assert state_of(hq, fork).people["red-1-gunner"].rank != "Major"
    ok(hq.campaigns.redo(fork))
    assert campaign.diary.reducer.digest(campaign.state()) == after
    ok(hq.campaigns.rewind(fork, head))
    again = hq.campaigns.head(fork)
    safe = replace(content, person=(replace(content.person[0], fate="fit"), content.person[1]))
    ok(hq.campaigns.returns.correct(fork, safe))
    ok(hq.campaigns.returns.correct(fork, content))
    assert {(what, values) for what, values, _ in draws(hq, fork, again)} <= {
        (what, values) for what, values, _ in rolled
    }
    assert holds(hq, fork)


@pytest.mark.parametrize("forks", [1, 2, 3])
def test_what_was_dropped_in_a_fork_is_not_rolled_again(hq: Headquarters, tmp_path: Path, forks: int):
    """Days that passed before the fork, dropped there and passed anew, come with their dice; however many forks lie
    between."""
    war, content = fought(hq, tmp_path)
    fork, passed = war, 1 - forks  # the newest entry of the first
    for _ in range(forks):
        fork = ok(hq.campaigns.fork(fork)).diary
    done = ok(hq.campaigns.returns.correct(fork, the_other(content), {passed: "drop"}))
    assert done.taken == (passed,)
    head = hq.campaigns.head(fork)
    order(hq, fork, "advance", days=9)
    rolled = draws(hq, war, hq.campaigns.head(war) - 1)
    assert rolled
    assert draws(hq, fork, head) == [(what, values, "kept") for what, values, _ in rolled]
    assert holds(hq, fork)


def test_earlier_and_later_returns_are_corrected_one_after_the_other(hq: Headquarters, tmp_path: Path):
    """The later first, the earlier then: beneath the place where the fork went back to."""
    war, content = fought(hq, tmp_path)
    second = ok(hq.campaigns.begin(war, "n1", ["red-2", "blue-2"])).battle
    ok(hq.campaigns.returns.file(war, second, Return(second, "red")))
    order(hq, war, "advance", days=2)
    fork = ok(hq.campaigns.fork(war)).diary
    ok(hq.campaigns.returns.correct(fork, Return(second, "draw")))
    ok(hq.campaigns.returns.correct(fork, the_other(content)))
    ok(hq.campaigns.returns.correct(fork, Return(second, "blue")))
    behind = [rewind_of(one.body) for one in hq._house.store.entries(fork) if one.kind == "rewind"]
    assert [(one.of, one.at) for one in behind[:2]] == [(war, 8), (war, 3)]
    assert behind[2].of == "" and behind[2].to > 0, "it is an entry of the fork by now"
    for battle, winner in ((content.battle, "blue"), (second, "blue")):
        assert state_of(hq, fork).battles[battle].winner == winner
    for one in (the_other(content), Return(second, "blue")):
        ok(hq.campaigns.returns.correct(war, one))
    assert alike(hq, fork, war)
    assert holds(hq, fork)


def test_a_fork_of_a_fork_is_corrected_in_all_that_it_rests_on(hq: Headquarters, tmp_path: Path):
    """In its origin, and in that one's origin: also where its origin had gone back itself."""
    war, content = fought(hq, tmp_path)
    fork = ok(hq.campaigns.fork(war)).diary
    second = ok(hq.campaigns.begin(fork, "n1", ["red-2", "blue-2"])).battle
    ok(
        hq.campaigns.returns.file(
            fork, second, Return(second, "red", person=(PersonReturn("red-2-gunner", "wounded"),))
        )
    )
    order(hq, fork, "advance", days=3)
    plain = ok(hq.campaigns.fork(fork)).diary
    ok(hq.campaigns.returns.correct(fork, the_other(content)))
    late = ok(hq.campaigns.fork(fork)).diary
    ok(hq.campaigns.returns.correct(plain, the_other(content)))
    assert alike(hq, plain, fork) and alike(hq, late, fork)
    for one in (plain, late):
        before = bytes_of(hq, fork)
        ok(hq.campaigns.returns.correct(one, Return(second, "blue")))
        ok(hq.campaigns.returns.correct(one, replace(content, winner="draw")))
        assert bytes_of(hq, fork) == before
        assert all(source == "kept" for *_, source in draws(hq, one))
    assert alike(hq, plain, late)
    for one in (war, fork, plain, late):
        assert holds(hq, one)


def test_a_battle_that_is_fought_on_in_a_fork_is_begun_with_its_own_diary(hq: Headquarters):
    """Where what lies before its beginning is corrected."""
    war = ok(hq.campaigns.new("marines-in-korea", name="korea")).diary
    node = next(one.id for one in hq.campaigns.view(war).nodes if one.ready)
    begun = ok(hq.campaigns.begin(war, node)).battle
    machine = next(one.id for one in hq.campaigns.view(war).assets if one.battle == begun)
    content = Return(begun, "draw", asset=(AssetReturn(machine, "fit"),))
    ok(hq.campaigns.returns.file(war, begun, content))
    order(hq, war, "advance", days=20)
    node = next(one.id for one in hq.campaigns.view(war).nodes if one.ready)
    running = ok(hq.campaigns.begin(war, node))
    fork = ok(hq.campaigns.fork(war)).diary
    own = state_of(hq, fork).battles[running.battle].diary
    assert own != running.fought
    ok(hq.campaigns.returns.correct(fork, replace(content, reason="as it was"), {"all": "keep"}))
    there = state_of(hq, fork).battles[running.battle]
    assert (there.diary, there.status) == (own, "running") and there.commitment
    assert holds(hq, fork)
    twice = ok(hq.campaigns.fork(fork)).diary
    ok(hq.campaigns.returns.correct(twice, replace(content, reason="or so"), {"all": "keep"}))
    third = state_of(hq, twice).battles[running.battle]
    assert third.diary not in (own, running.fought)
    assert holds(hq, twice)
    ok(hq.campaigns.returns.file(fork, running.battle, Return(running.battle, "draw")))
    assert holds(hq, fork)


def test_conflicts_of_a_correction_in_a_fork_are_decided_by_number(hq: Headquarters, tmp_path: Path):
    """A wreck cannot have fought again: it stands, is kept or dropped, and entries before the fork have numbers of 0
    and below."""
    war, content = fought(hq, tmp_path)
    second = ok(hq.campaigns.begin(war, "n1", ["red-0", "blue-2"])).battle
    ok(
        hq.campaigns.returns.file(
            war, second, Return(second, "red", asset=(AssetReturn("red-0", ammunition={"main": 3}),))
        )
    )
    wreck = replace(content, asset=(AssetReturn("red-0", "wrecked"),))
    forks = [ok(hq.campaigns.fork(war)).diary for _ in range(2)]
    found = hq.campaigns.returns.plan(forks[0], wreck).conflicts
    assert found[0].seq == -1 and found[0].action == "start" and "stand" in found[0].allowed
    refused = hq.campaigns.returns.correct(forks[0], wreck)
    assert (
        isinstance(refused, Refusal)
        and "Entry -1 (start)" in refused.reason
        and "-1=stand" in refused.allowed
    )
    ok(hq.campaigns.returns.correct(forks[0], wreck, {-1: "stand"}))
    assert state_of(hq, forks[0]).battles[second].winner == "red"
    ok(hq.campaigns.returns.correct(forks[1], wreck, {"all": "drop"}))
    assert second not in state_of(hq, forks[1]).battles
    for one in forks:
        assert holds(hq, one)


def test_nothing_but_returns_is_taken_back_from_before_a_fork(hq: Headquarters, tmp_path: Path):
    """What is no fork, or does not reach so far down, has no such entry."""
    war, _ = fought(hq, tmp_path)
    fork = ok(hq.campaigns.fork(war)).diary
    for seq in (0, -3):
        answer = hq.campaigns.undo(fork, seq)
        assert isinstance(answer, Refusal) and "before the fork" in answer.reason
    assert isinstance(hq.campaigns.rewind(fork, 0), Refusal)
    for name, seq in ((war, 0), (war, -3), (fork, -99)):
        answer = hq.campaigns.undo(name, seq)
        assert isinstance(answer, Refusal) and "is not part of the present campaign" in answer.reason


def test_all_is_taken_back_up_to_where_a_fork_went_behind_its_beginning(hq: Headquarters, tmp_path: Path):
    """Entry by entry; then there is nothing to undo, and all of it comes back."""
    war, content = fought(hq, tmp_path)
    fork = ok(hq.campaigns.fork(war)).diary
    corrected = ok(hq.campaigns.returns.correct(fork, the_other(content))).seq
    digest = hq._house.campaigns.get(fork).diary.reducer.digest
    after = digest(state_of(hq, fork))
    for _ in range(4):
        ok(hq.campaigns.undo(fork))
    assert state_of(hq, fork).battles[content.battle].status == "running"
    for seq in (None, 0):
        answer = hq.campaigns.undo(fork, seq)
        assert isinstance(answer, Refusal) and "no entry 0" not in answer.reason
        assert (answer.reason == "There is nothing to undo.") == (seq is None)
    for _ in range(4):
        ok(hq.campaigns.redo(fork))
    assert digest(state_of(hq, fork)) == after and hq.campaigns.head(fork) == corrected + 8
    assert holds(hq, fork)


def test_a_battle_is_begun_in_a_fork_under_an_id_that_none_before_it_had(hq: Headquarters, tmp_path: Path):
    """Else it would come with the dice of the one that was dropped, which everybody knows."""
    war, content = fought(hq, tmp_path)
    second = ok(hq.campaigns.begin(war, "n1", ["red-2", "blue-2"])).battle
    wounded = Return(second, "red", person=(PersonReturn("red-2-gunner", "wounded"),))
    ok(hq.campaigns.returns.file(war, second, wounded))
    first = ok(hq.campaigns.fork(war)).diary
    fork = ok(hq.campaigns.fork(first)).diary
    ok(hq.campaigns.returns.correct(fork, the_other(content), {-1: "drop", -2: "drop"}))
    assert second not in state_of(hq, fork).battles
    head = hq.campaigns.head(fork)
    answer = hq.campaigns.act(
        fork, {"kind": "start", "node": "n1", "assets": ["red-2", "blue-2"], "battle": second}
    )
    assert isinstance(answer, Refusal) and "begun here before" in answer.reason
    begun = ok(hq.campaigns.begin(fork, "n1", ["red-2", "blue-2"])).battle
    assert begun != second
    ok(hq.campaigns.returns.file(fork, begun, replace(wounded, battle=begun)))
    assert [source for *_, source in draws(hq, fork, head)] == ["sealed"]
    assert holds(hq, fork)


def test_of_battles_that_are_dropped_only_the_forks_own_are_told_of(hq: Headquarters):
    """That of the origin is still a battle there; the fork's own goes on as nothing but a fork."""
    war = ok(hq.campaigns.new("marines-in-korea", name="korea")).diary
    node = next(one.id for one in hq.campaigns.view(war).nodes if one.ready)
    filed = ok(hq.campaigns.begin(war, node))
    content = Return(filed.battle, "draw")
    ok(hq.campaigns.returns.file(war, filed.battle, content))
    order(hq, war, "advance", days=20)
    nodes = [one.id for one in hq.campaigns.view(war).nodes if one.ready]
    over = ok(hq.campaigns.begin(war, nodes[0]))
    ok(hq.campaigns.returns.file(war, over.battle, Return(over.battle, "draw")))
    order(hq, war, "advance", days=20)
    node = next(one.id for one in hq.campaigns.view(war).nodes if one.ready)
    running = ok(hq.campaigns.begin(war, node))
    fork = ok(hq.campaigns.fork(war)).diary
    own = state_of(hq, fork).battles[running.battle].diary
    starts = [one.seq for one in hq._house.store.entries(war) if one.kind in ("start", "file")][2:]
    below = hq.campaigns.head(war)
    done = ok(
        hq.campaigns.returns.correct(
            fork, replace(content, reason="so"), {one - below: "drop" for one in starts}
        )
    )
    told = [one.text for one in done.lines if "no battle of this campaign" in one.text]
    assert [one.split()[0] for one in told] == [own]
    assert over.fought.startswith(war) and holds(hq, fork)


def test_a_corrected_fork_goes_elsewhere(hq: Headquarters, tmp_path: Path):
    """With its origin, which comes along; where the origin is already, too. Its record is made anew there alike."""
    war, content = fought(hq, tmp_path)
    fork = ok(hq.campaigns.fork(war)).diary
    ok(hq.campaigns.returns.correct(fork, the_other(content)))
    hq.export(tmp_path / "fork.ndjson", [fork], with_secrets=True)
    hq.export(tmp_path / "war.ndjson", [war])
    whole = hq.campaigns.record.search(fork, Query(everything=True, limit=1000)).lines
    for number, files in enumerate((["fork"], ["war", "fork"])):
        with Headquarters(tmp_path / f"elsewhere-{number}", steady_world(f"other-{number}")) as other:
            for file in files:
                other.import_(tmp_path / f"{file}.ndjson")
            assert alike(other, fork, fork) and other.campaigns.verify(fork).sound
            assert other.campaigns.record.search(fork, Query(everything=True, limit=1000)).lines == whole
            assert state_of(other, fork) == state_of(hq, fork)
            ok(other.campaigns.returns.correct(fork, content))
            order(other, fork, "advance", days=1)
            assert other.campaigns.verify(fork).sound


@pytest.mark.parametrize("early", [False, True])
def test_the_record_follows_a_fork_behind_its_beginning(hq: Headquarters, tmp_path: Path, early: bool):
    """And back again: what it says is what is made anew. early: it was asked before, and follows."""
    war, content = fought(hq, tmp_path)
    fork = ok(hq.campaigns.fork(war)).diary
    campaign, index = hq._house.campaigns.get(fork), RecordIndex(":memory:")

    def won() -> list[int]:
        closed = Query(kind="battle-closed", limit=1000)
        return [one.seq for one in hq.campaigns.record.search(fork, closed).lines]

    def same() -> bool:
        anew = RecordIndex(":memory:")
        there = anew.content(campaign)
        anew.close()
        return index.content(campaign) == there

    if early:
        assert won() == [-3] and same()
    head = hq.campaigns.head(fork)
    ok(hq.campaigns.returns.correct(fork, the_other(content)))
    assert won() == [head + 2] and same()
    totals = {(one.what, one.side): one.n for one in hq.campaigns.record.statistics(fork)}
    assert totals["battles won", "blue"] == 1 and ("battles won", "red") not in totals
    assert next(one.line.seq for one in hq.campaigns.record.why(fork, "red-0-gunner", "status")) == head + 2
    corrected = hq.campaigns.head(fork)
    ok(hq.campaigns.rewind(fork, head))
    assert won() == [-3] and same()
    ok(hq.campaigns.rewind(fork, corrected))
    assert won() == [head + 2] and same()
    index.close()


def test_a_fork_that_is_over_is_corrected_behind_its_beginning(hq: Headquarters, tmp_path: Path):
    """As long as it is over then, too."""
    war, content = fought(hq, tmp_path)
    fork = ok(hq.campaigns.fork(war)).diary
    order(hq, fork, "end", winner="red", why="enough")
    ok(hq.campaigns.returns.correct(fork, the_other(content)))
    state = state_of(hq, fork)
    assert state.battles[content.battle].winner == "blue" and state.secret and state.verdict is not None
    assert isinstance(hq.campaigns.undo(fork), Refusal)
    assert holds(hq, fork)


def test_a_correction_in_a_fork_is_done_once_under_a_key(hq: Headquarters, tmp_path: Path):
    """And is no other thing than it was."""
    war, content = fought(hq, tmp_path)
    fork = ok(hq.campaigns.fork(war)).diary
    order(hq, fork, "advance", days=1)
    done = ok(hq.campaigns.returns.correct(fork, the_other(content), key="once"))
    again = ok(hq.campaigns.returns.correct(fork, the_other(content), key="once"))
    assert again == replace(done, repeated=True)
    other = hq.campaigns.returns.correct(fork, content, key="once")
    assert isinstance(other, Refusal) and "another action" in other.reason


def test_what_follows_a_correction_in_a_fork_is_taken_out_of_its_midst(hq: Headquarters, tmp_path: Path):
    """What was entered before the fork, too, for it is an entry of the fork by now."""
    war, content = fought(hq, tmp_path)
    fork = ok(hq.campaigns.fork(war)).diary
    ok(hq.campaigns.returns.correct(fork, the_other(content)))
    repaired = next(one.seq for one in hq._house.store.entries(fork) if one.kind == "repair")
    ok(hq.campaigns.undo(fork, repaired))
    assert not state_of(hq, fork).jobs and "turret" in state_of(hq, fork).assets["red-1"].damage
    assert holds(hq, fork)


def test_an_entry_says_of_which_diary_it_repeats_another(hq: Headquarters, tmp_path: Path):
    """As docs/diary.md has it; old entries look as they did."""
    war, content = fought(hq, tmp_path)
    fork = ok(hq.campaigns.fork(war)).diary
    order(hq, fork, "advance", days=1)
    head = hq.campaigns.head(fork)
    ok(hq.campaigns.returns.correct(fork, the_other(content)))
    back, filed, *_, last = hq._house.store.entries(fork, head)
    assert back.parent == 0
    assert (
        bytes(back.read().action) == b'{"kind":"rewind","to":0,"why":"jump","of":"%s","at":3}' % war.encode()
    )
    first, *seats = hq._house.campaigns.get(fork).diary.reducer.codec.events(back.body)
    assert isinstance(first, WentBehind) and (first.of, first.at) == (war, 3) and not seats
    assert (filed.read().of, filed.read().again) == (war, 4)
    assert (last.read().of, last.read().again) == ("", head)
    ok(hq.campaigns.returns.correct(fork, content))
    own = hq._house.store.entry(fork, last.seq + 1)
    assert bytes(own.read().action) == b'{"kind":"rewind","to":%d,"why":"jump"}' % back.seq
    assert [one.of for one in hq.campaigns.log(fork) if one.seq == filed.seq] == [war]


@pytest.mark.parametrize("version", ["0.3.0", "0.4.0", "0.5.0"])
def test_a_fork_of_an_older_version_is_corrected_too(hq: Headquarters, version: str):
    """With dice of the first scheme, names as they sat there, and orders as they were taken then."""
    hq.import_(GOLDEN / version / "campaigns" / "made.ndjson.gz")
    fork = next(one.campaign for one in hq.campaigns.all() if one.campaign.startswith("made~"))
    before, head = bytes_of(hq, "made"), hq.campaigns.head(fork)
    ok(hq.campaigns.returns.correct(fork, Return("n0-2", "blue", crews="safe"), {"all": "drop"}))
    assert state_of(hq, fork).battles["n0-2"].winner == "blue"
    again = [one.read() for one in hq._house.store.entries(fork, head + 1)]
    assert any(one.of for one in again) and any(one.again and not one.of for one in again)
    assert bytes_of(hq, "made") == before
    found = hq.campaigns.verify(fork)
    assert found.sound and found.decided == found.entries, found.why
