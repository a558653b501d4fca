"""A battle of many entries: the screen begins with the newest, and reads the older ones when they are wanted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from api.client.headquarters import RemoteHeadquarters
from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.shared.answers import RECENT, Acted
from campaign.shared.callers import Caller, local
from tests.api.serving import holder, served
from tests.long_diaries import handed_over
from tests.tui.playing import Player, opened, play
from tui.battle.history import first_of
from tui.battle.log_panel import LogPanel
from tui.battle.situation import SHOWN, Situation, read

ACTIONS, MANY = 14, 450


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Headquarters]:
    """With a battle in which ann and ben have acted long ago."""
    with Headquarters(tmp_path / "there") as house:
        opened(house, seats=[Seat("nk", "ann"), Seat("us", "ben")], name="duel", undo="consent")
        for _ in range(ACTIONS):
            asked = house.battles.view("duel").asked[0].side
            who = house.for_(Caller({"nk": "ann", "us": "ben"}[asked]))
            assert isinstance(who.battles.act("duel", {"kind": "end-phase"}), Acted)
        handed_over(house, "duel", MANY)
        yield house


@pytest.fixture(params=["at home", "over HTTP"])
def hq(house: Headquarters, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Headquarters]:
    """Of ann."""
    with ExitStack() as stack:
        if request.param == "at home":
            yield house.for_(local("ann"))
        else:
            url = stack.enter_context(served(house, {"a": holder("ann", scopes=("read", "play"))}))
            yield stack.enter_context(RemoteHeadquarters(url, "a", tmp_path / "ann"))


def now(player: Player) -> Situation:
    found = player.battle.now
    assert found is not None
    return found


def test_it_begins_with_the_newest_and_reads_on_when_somebody_looks_through_the_log(hq: Headquarters):
    async def story(player: Player) -> None:
        panel = player.battle.query_one(LogPanel)
        assert [one.seq for one in panel.entries] == list(range(MANY - RECENT + 1, MANY + 1))
        panel.focus()
        await player.until(lambda: len(panel.entries) == SHOWN)
        await player.quiet()
        assert [one.seq for one in panel.entries] == list(range(MANY - SHOWN + 1, MANY + 1))
        assert panel.entry is not None
        assert panel.entry.seq == MANY
        await player.press("up", "up")
        assert panel.entry.seq == MANY - 2
        await player.battle.session.reload()
        assert len(panel.entries) == SHOWN

    play(hq, "duel", story)


def test_any_entry_can_be_looked_at_with_those_around_it(hq: Headquarters, house: Headquarters):
    lines = [one.lines for one in house.battles.log("duel")]

    async def story(player: Player) -> None:
        panel = player.battle.query_one(LogPanel)
        for seq, key in ((5, ""), (6, "]"), (5, "["), (MANY - 120, ""), (MANY - 100, ""), (MANY - 99, "]")):
            await player.press(*(key or "g"))
            if not key:
                await player.press(*["backspace"] * 3)
                await player.type(str(seq))
                await player.press("enter")
            await player.until(lambda seq=seq: now(player).looking == seq)
            await player.quiet()
            assert panel.entry is not None
            assert panel.entry.seq == seq
            told = "\n".join(player.rows)
            assert f"at entry {seq}" in told
            assert all(line.text in told for line in lines[seq - 1])
        await player.press("g", *["backspace"] * 3)
        await player.type(str(MANY))
        await player.press("enter")
        assert panel.entries[-1].seq == MANY

    play(hq, "duel", story)


def test_a_turn_is_found_however_long_ago(hq: Headquarters, house: Headquarters):
    whole = house.battles.log("duel")
    turns = {one.seq: house.battles.view("duel", one.seq).game.turn for one in whole[: ACTIONS + 1]}
    assert max(turns.values()) > 1
    for turn in {*turns.values()}:
        first = next(seq for seq, there in turns.items() if there == turn)
        assert first_of(hq, "duel", whole[-RECENT:], turn, "nk") == first
    assert first_of(hq, "duel", whole[-RECENT:], 99, "nk") is None


def test_ones_own_action_of_long_ago_can_be_asked_back(hq: Headquarters, house: Headquarters):
    own = next(one for one in reversed(house.battles.log("duel")) if one.side == "nk")
    assert own.seq < MANY - RECENT

    async def story(player: Player) -> None:
        await player.press("u")
        await player.until(lambda: now(player).view.request is not None)
        request = now(player).view.request
        assert request is not None
        assert (request.side, request.to) == ("nk", own.parent)

    play(hq, "duel", story)


def test_what_was_told_before_is_read_anew_after_a_rewind(house: Headquarters):
    ann = house.for_(local("ann"))
    before = read(ann, "duel")
    assert isinstance(ann.battles.rewind("duel", MANY - 10), Acted)
    after = read(ann, "duel", before=before)
    assert list(after.log) == ann.battles.log("duel")[after.older :]
    assert any(one.withdrawn for one in after.log)


def test_who_was_away_for_long_has_no_gap_in_his_log(house: Headquarters):
    ann = house.for_(local("ann"))
    before = read(ann, "duel")
    handed_over(house, "duel", MANY + 2 * RECENT)
    after = read(ann, "duel", before=before)
    assert [one.seq for one in after.log] == list(range(after.older + 1, MANY + 2 * RECENT + 1))
