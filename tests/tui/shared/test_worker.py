"""One call at a time, away from the screen; and a watch for what others append."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from campaign.headquarters import Headquarters
from tests.tui.playing import opened
from tui import terminal
from tui.shared.worker import GLANCE, Line, Watch


def test_calls_are_made_one_after_the_other_in_order():
    line, seen, at_once = Line(), list[int](), list[int]()
    running = 0

    def call(i: int) -> int:
        nonlocal running
        running += 1
        at_once.append(running)
        time.sleep(0.002)
        seen.append(i)
        running -= 1
        return i

    async def all_of_them() -> list[int]:
        return await asyncio.gather(*(line.ask("counting", call, i) for i in range(20)))

    assert asyncio.run(all_of_them()) == seen == list(range(20))
    assert set(at_once) == {1}
    line.close()


def test_it_says_what_takes_long():
    line, go = Line(), threading.Event()

    async def slow() -> tuple[float, str]:
        asked = asyncio.ensure_future(line.ask("thinking hard", go.wait))
        await asyncio.sleep(0)  # it is asked from here on
        await asyncio.sleep(0.05)
        found = line.busy()
        go.set()
        await asked
        return found

    seconds, what = asyncio.run(slow())
    assert what == "thinking hard" and seconds > 0.02
    assert line.busy() == (0.0, "")
    line.close()


def test_what_is_no_longer_wanted_is_not_begun():
    line, go, made = Line(), threading.Event(), list[str]()

    async def change_of_mind() -> None:
        first = asyncio.ensure_future(line.ask("waiting", go.wait))
        await asyncio.sleep(0.01)
        second = asyncio.ensure_future(line.ask("not wanted", made.append, "x"))
        await asyncio.sleep(0.01)
        second.cancel()
        await asyncio.sleep(0.01)
        go.set()
        await first

    asyncio.run(change_of_mind())
    line.close()
    assert made == []


def test_errors_come_back_to_the_asker():
    line = Line()

    def fail() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        asyncio.run(line.ask("failing", fail))
    line.close()


def asked_from_here_on(hq: Headquarters, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Set as soon as a watch asks for what comes after what is there."""
    found, changes = threading.Event(), hq.changes

    def noted(cursor: int | None, seconds: float) -> object:
        if cursor is not None:
            found.set()
        return changes(cursor, seconds)

    monkeypatch.setattr(hq, "changes", noted)
    return found


def test_the_watch_hears_of_another_process_within_a_quarter_of_a_second(
    hq: Headquarters, monkeypatch: pytest.MonkeyPatch
):
    battle, heard = opened(hq), threading.Event()
    asked = asked_from_here_on(hq, monkeypatch)
    watch = Watch(hq, heard.set)
    watch.start()
    assert asked.wait(20)
    heard.clear()
    with Headquarters(hq.home.folder) as elsewhere:
        elsewhere.battles.act(battle, {"kind": "end-phase"})
        assert GLANCE <= 0.25 and heard.wait(20)
    watch.stop()
    watch.join(20)
    assert not watch.is_alive()


def test_the_watch_tells_of_what_came_between_the_first_reading_and_its_beginning(
    hq: Headquarters, monkeypatch: pytest.MonkeyPatch
):
    battle, heard = opened(hq), threading.Event()
    read, changes = hq.battles.head(battle), hq.changes

    def late(cursor: int | None, seconds: float) -> object:
        if cursor is None:
            hq.battles.act(battle, {"kind": "end-phase"})
        return changes(cursor, seconds)

    monkeypatch.setattr(hq, "changes", late)
    watch = Watch(hq, heard.set)
    watch.start()
    assert heard.wait(20) and hq.battles.head(battle) > read
    watch.stop()
    watch.join(20)


def test_the_watch_ends_quietly_when_the_store_is_closed(tmp_path: Path):
    hq = Headquarters(tmp_path)
    watch = Watch(hq, lambda: None)
    watch.start()
    hq.close()
    watch.join(20)
    assert not watch.is_alive()


def test_without_a_terminal_it_says_how_to_play(hq: Headquarters, capsys: pytest.CaptureFixture[str]):
    assert terminal.run(hq) == 2
    said = capsys.readouterr().err
    assert "wardiary legal" in said and "wardiary act" in said


def test_nothing_of_textual_is_imported_before_it_is_needed():
    code = (
        "import sys, tui.terminal, campaign.headquarters\n"
        "sys.exit(any(m.startswith('textual') for m in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_no_rule_system_is_named_in_the_terminal_program():
    from campaign.systems import system_ids

    words = {word for id in system_ids() for word in (id, id.replace("-", "_"), id.replace("-", " "))}
    for path in Path(terminal.__file__).parent.rglob("*"):
        if path.suffix in (".py", ".tcss"):
            text = path.read_text().lower()
            assert not [word for word in words if word in text], path
