"""Diaries that are kept open: a few, each once, and never a second one beside one that is still in use."""

from __future__ import annotations

import gc
import threading
import time
from collections import Counter
from typing import Any

import pytest

from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from campaign.shared.kept_open import KEPT_OPEN, OpenDiaries


class Opened:
    def __init__(self, name: str) -> None:
        self.name = name


@pytest.fixture
def made() -> Counter[str]:
    return Counter()


@pytest.fixture
def diaries(made: Counter[str]) -> OpenDiaries[Opened]:
    def make(name: str) -> Opened:
        time.sleep(0.001)
        made[name] += 1
        return Opened(name)

    nothing: Any = None
    return OpenDiaries(nothing, make, most=3)


def test_the_longest_unused_is_let_go_of(diaries: OpenDiaries[Opened], made: Counter[str]):
    for name in ("a", "b", "c", "a", "d"):
        diaries.get(name)
    gc.collect()
    diaries.get("a")
    diaries.get("b")
    assert made == {"a": 1, "b": 2, "c": 1, "d": 1}


def test_one_in_use_is_found_again(diaries: OpenDiaries[Opened], made: Counter[str]):
    used = diaries.get("a")
    for name in "bcdefgh":
        diaries.get(name)
    assert diaries.get("a") is used
    assert made["a"] == 1


def test_threads_open_a_diary_once(diaries: OpenDiaries[Opened], made: Counter[str]):
    together = threading.Barrier(12)
    found: list[Opened] = []

    def ask() -> None:
        together.wait()
        found.append(diaries.get("a"))

    threads = [threading.Thread(target=ask) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made["a"] == 1 and len({id(one) for one in found}) == 1


def test_what_acts_on_a_battle_waits_in_one_line_though_it_was_let_go_of(hq: Headquarters, duel: str):
    """Otherwise two threads would each hold a lock of their own, and decide on the same entry."""
    opened = hq._house.battles
    battle = opened.get(duel)
    others = [hq.battles.new("tank-duel", name=f"other-{n}") for n in range(KEPT_OPEN + 1)]
    for other in others:
        assert isinstance(other, Acted)
        opened.get(other.diary)
    assert duel not in opened._kept
    answers: list[object] = []
    with battle.diary.lock:
        thread = threading.Thread(
            target=lambda: answers.append(hq.battles.act(duel, {"kind": "contribute", "text": "a"}))
        )
        thread.start()
        thread.join(0.2)
        assert thread.is_alive() and not answers
    thread.join()
    assert opened.get(duel) is battle
