"""Starting processes: an interrupt in between waits until they are whole, whichever thread takes it in."""

from __future__ import annotations

import subprocess
import sys

INTERRUPTED = """
import os, signal, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # where the tests run in the background it is ignored
from campaign.simulation.working import undisturbed
threading.Thread(target=threading.Event().wait, daemon=True).start()  # it has no mask, so the machine gives it all
try:
    with undisturbed():
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.2)
        print("whole", flush=True)
    print("lost")
except KeyboardInterrupt:
    print("interrupted")
"""


def test_an_interrupt_waits_until_processes_have_begun() -> None:
    ended = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60)
    assert (ended.stdout, ended.stderr) == ("whole\ninterrupted\n", "")
