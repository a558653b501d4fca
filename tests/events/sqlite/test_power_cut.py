"""A power cut, on a real file system: everything that was not synced is gone, everything acknowledged is there."""

from __future__ import annotations

import fcntl
import os
import random
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from events.sqlite import SQLiteStore
from events.verify import verify
from tests.events.board import BoardReducer
from tests.events.sqlite.test_processes import NOW, child, first_line

SHUTDOWN = 0x8004587D  # FS_IOC_SHUTDOWN
NO_LOG_FLUSH = struct.pack("I", 2)

pytestmark = [
    pytest.mark.power_cut,
    pytest.mark.skipif(sys.platform != "linux", reason="needs Linux"),
]


def run(*command: object) -> str:
    """Empty if the command worked, else why not."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stderr.strip() or f"{command[0]} failed"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """An ext4 file system of its own, mounted."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount")
    if missing := [tool for tool in ("mkfs.ext4", "mount", "umount") if shutil.which(tool) is None]:
        pytest.skip(f"no {missing[0]} here")
    image, mounted = tmp_path / "disk", tmp_path / "mounted"
    mounted.mkdir()
    with image.open("wb") as file:
        file.truncate(64 << 20)
    if why := run("mkfs.ext4", "-q", image) or run("mount", "-o", "loop", image, mounted):
        pytest.skip(f"no file system on a loop device here: {why}")
    yield mounted
    run("umount", "-l", mounted)


def cut_power(mounted: Path) -> None:
    directory = os.open(mounted, os.O_RDONLY)
    try:
        fcntl.ioctl(directory, SHUTDOWN, NO_LOG_FLUSH)
    except OSError as error:
        pytest.skip(f"this kernel cannot shut a file system down: {error}")
    finally:
        os.close(directory)


def acknowledged(writer: subprocess.Popen[bytes]) -> int:
    """The newest entry that the writer has said to be on disk, without waiting for more."""
    assert writer.stdout is not None
    said = first_line(writer)
    os.set_blocking(writer.stdout.fileno(), False)
    said += writer.stdout.read() or b""
    return int(said[: said.rindex(b"\n")].split()[-1])


def test_acknowledged_entries_survive_power_cuts(disk: Path, scale: int) -> None:
    """What was acknowledged before the cut. A sync during the cut proves nothing: this kind of cut lets it
    return, and bare SQLite then loses the entry as well."""
    rng, path, image = random.Random(1), disk / "test.diary", disk.parent / "disk"
    store = SQLiteStore(path)
    store.create("a", "battle", "", NOW)
    store.close()
    for n in range(3 * scale):
        with child("append", path, "a") as writer:
            time.sleep(rng.uniform(0.2, 0.5))
            unsynced = disk / f"unsynced-{n}"
            unsynced.write_bytes(b"gone")
            newest = acknowledged(writer)
            cut_power(disk)
        assert run("umount", disk) == ""
        assert run("mount", "-o", "loop", image, disk) == ""
        assert not unsynced.exists() or unsynced.read_bytes() == b"", "the cut must have cut something"
        store = SQLiteStore(path)
        try:
            assert store.read_only == ""
            assert newest <= store.head("a").seq
            assert verify(store, "a", BoardReducer()).bad is None
        finally:
            store.close()
