"""Programs on terminals of their own, as people have them."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import threading
import time
from collections.abc import Generator, Mapping, Sequence

PATIENCE = 120.0
_ESCAPES = re.compile(rb"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|P[^\x1b]*\x1b\\|[ -/]*[0-~])")


class Terminal:
    """A program on a pty. What it has written is kept, without the sequences that steer the terminal.

    It is read all the time: a program whose terminal takes nothing more stands still.
    """

    def __init__(self, program: subprocess.Popen[bytes], fd: int) -> None:
        self._program, self._fd = program, fd
        self._raw = b""
        self._more = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        while found := self._piece():
            with self._more:
                self._raw += found
                self._more.notify_all()
        with self._more:
            self._more.notify_all()

    def _piece(self) -> bytes:
        """What there is next; nothing when the program has ended, or its window was closed."""
        while (fd := self._fd) >= 0:
            if select.select([fd], [], [], 0.1)[0]:
                try:
                    return os.read(fd, 65536)
                except OSError:  # the other end is gone
                    return b""
            if self._program.poll() is not None:
                return b""
        return b""

    @property
    def text(self) -> str:
        return _ESCAPES.sub(b" ", self._raw).decode(errors="replace")

    def send(self, keys: str | bytes) -> None:
        os.write(self._fd, keys.encode() if isinstance(keys, str) else keys)

    def forget(self) -> None:
        """What was written so far."""
        with self._more:
            self._raw = b""

    def until(self, *words: str) -> None:
        """Until all of these have been written, in any order."""
        end = time.monotonic() + PATIENCE
        with self._more:
            while not all(word in self.text for word in words):
                told = f"before {words}; written was:\n{self.text[-3000:]}"
                assert time.monotonic() < end, f"nothing more came {told}"
                assert self._reader.is_alive(), f"it has ended {told}"
                self._more.wait(0.5)

    def hang_up(self) -> None:
        """Close the window."""
        fd, self._fd = self._fd, -1
        self._reader.join()
        if fd >= 0:
            os.close(fd)

    def ended(self) -> int:
        """Read to the end; answers with the exit status."""
        self._reader.join(PATIENCE)
        assert not self._reader.is_alive(), f"it does not end; written was:\n{self.text[-3000:]}"
        return self._program.wait(PATIENCE)


@contextlib.contextmanager
def terminal(
    command: Sequence[str], environment: Mapping[str, str], cwd: str, size: tuple[int, int] = (80, 24)
) -> Generator[Terminal]:
    """A program on a terminal of so many columns and rows."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    program = subprocess.Popen(
        list(command), stdin=theirs, stdout=theirs, stderr=theirs, env=dict(environment), cwd=cwd,
        start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    opened = Terminal(program, ours)
    try:
        yield opened
    finally:
        program.kill()
        program.wait()
        opened.hang_up()
