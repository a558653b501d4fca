"""Many threads: whatever is asked and done at once, every answer is that of one entry, and none changes afterwards.

Sixteen readers and eight writers over four battles and two campaigns, in one process and in three on one home. Runs
long in the long profile: a minute each, where a race has the time to happen.
"""

from __future__ import annotations

import multiprocessing
import pickle
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import pytest

from campaign.headquarters import Headquarters
from campaign.home import Home
from campaign.shared.answers import Acted
from tests.campaign.threads import process
from tests.campaign.threads.holding import faults
from tests.conftest import PROFILE

SECONDS = 60.0 if PROFILE == "long" else 0.5
COLD_STARTS = 18 if PROFILE == "long" else 1
STARTING = 1.0
"""Seconds for the processes to get ready."""


@pytest.mark.parametrize("processes", [1, 3])
def test_every_answer_is_that_of_one_entry(processes: int):
    seed = random.randrange(2**32)
    spawn = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        process.prepare(home)
        begin = time.time() + STARTING
        files = [home / f"found-{n}" for n in range(processes)]
        children = [
            spawn.Process(target=process.main, args=(process.Plan(home, seed + n, begin, SECONDS), file))
            for n, file in enumerate(files)
        ]
        for child in children:
            child.start()
        for child in children:
            child.join()
        assert [child.exitcode for child in children] == [0] * processes, f"seed {seed}: a process died"
        found: list[process.Found] = [pickle.loads(file.read_bytes()) for file in files]
        failures = [why for one in found for why in one.failures]
        assert not failures, f"seed {seed}: " + "\n".join(failures)
        wrong, compared = faults(Home(home), files)
        assert not wrong, f"seed {seed}, {len(wrong)} of {compared}:\n" + "\n".join(wrong[:8])
        refused = sum((one.refused for one in found), Counter[str]())
        entries = sum(len(one.did) for one in found)
        requests = sum(one.requests for one in found)
        print(
            f"seed {seed}: {requests} requests, {compared} answers compared, {entries} acts, refused {dict(refused)}"
        )
        assert compared > 10 * processes and entries, (compared, entries, refused)


def test_many_threads_start_cold(tmp_path: Path):
    """msgspec looks at a type when it meets it first; several threads that do so at once killed the interpreter."""
    with Headquarters(tmp_path) as hq:
        for scenario, name in (("tank-duel", "duel"), ("king-of-the-hill", "hill")):
            assert isinstance(hq.battles.new(scenario, name=name), Acted)
        assert isinstance(hq.campaigns.new("marines-in-korea", name="korea"), Acted)
    for start in range(COLD_STARTS):
        command = [sys.executable, "-m", "tests.campaign.threads.cold", str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (
            f"start {start}: {done.returncode}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        )
