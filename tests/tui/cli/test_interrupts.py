"""An interrupt ends a command at any moment: while modules are loaded, processes begin and battles are fought."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

HEEDS = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # where the tests run in the background it is ignored
from tui.shared import interrupts
with interrupts.heeded():
    print("ready", flush=True)
    from tui.cli.main import run
    run()
"""
ENDLESS = ["simulate", "tiger-shermans", "--battles", "100000", "--jobs", "2"]


@pytest.mark.parametrize("each", [False, True], ids=["the command", "all its processes"])
@pytest.mark.parametrize("pause", [0.1, 0.6, 1.5])
def test_no_interrupt_is_lost(tmp_path: Path, pause: float, each: bool):
    env = {**os.environ, "WARDIARY_HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(map(str, sys.path))}
    with subprocess.Popen(
        [sys.executable, "-c", HEEDS, *ENDLESS],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=env,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        time.sleep(pause)
        if each:
            os.killpg(process.pid, signal.SIGINT)
        else:
            process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert "Traceback" not in told, told


SWALLOWS = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from tui.shared import interrupts

class Dropped:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

with interrupts.heeded():
    Dropped()
    print("swallowed", flush=True)
    while True:
        pass
"""


def test_one_that_is_swallowed_comes_again():
    """Python prints what is raised while an object is deleted, and goes on."""
    ended = subprocess.run([sys.executable, "-c", SWALLOWS], capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout) == (130, "swallowed\n")
