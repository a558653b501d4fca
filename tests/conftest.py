"""Profiles: `default` is quick, and tries the same in every run; HYPOTHESIS_PROFILE=long takes its time, and tries
something else each time."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from campaign import systems
from campaign.contract.promises import loaded
from campaign.rules.packs import Pack
from campaign.rules.system import Rules
from tests.example import installed

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "default")

settings.register_profile(
    "default",
    max_examples=60,
    stateful_step_count=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile(
    "long", parent=settings.get_profile("default"), derandomize=False, max_examples=2000
)
settings.load_profile(PROFILE)


IN_MEMORY, ROOM = Path("/dev/shm"), 2 << 30


def pytest_configure() -> None:
    """Temporary files lie in memory where there is room for them and programs may run there. Whether entries outlive a
    power cut is tested elsewhere: to wait for a disk would take most of the time."""
    if "TMPDIR" in os.environ or not IN_MEMORY.is_dir():
        return
    found = os.statvfs(IN_MEMORY)
    if found.f_bavail * found.f_frsize > ROOM and not found.f_flag & os.ST_NOEXEC:
        os.environ["TMPDIR"] = str(IN_MEMORY)
        tempfile.tempdir = None  # it may have been looked for already


def pytest_collection_finish() -> None:
    """What was imported and collected stays until the end: no garbage collection need look through it each time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)  # what tests make is gone soon enough


@pytest.fixture(scope="session", autouse=True)
def checked_once() -> Iterator[None]:
    """A pack of ours is checked once in this process, and not again for every headquarters that a test opens."""
    checked: dict[tuple[str, str, tuple[str, ...]], Rules] = {}

    def once(system: str, pack: Pack) -> Rules:
        if system not in systems._built_in():
            return systems.load(system, pack)
        key = (system, pack.digest, pack.overridden)
        if key not in checked:
            ours = loaded(system)
            whole = key == (system, ours.pack.digest, ours.pack.overridden)
            checked[key] = ours if whole else systems.load(system, pack)
        return checked[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("campaign.library.installed.load", once)
        yield


@pytest.fixture(scope="session")
def scale() -> int:
    """How many times as much as usual a test should do: 1, or 10 in the long profile."""
    return 10 if PROFILE == "long" else 1


@pytest.fixture
def example() -> Iterator[None]:
    """The worked example stands among the rule systems."""
    with installed():
        yield
