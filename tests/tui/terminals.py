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
import time
from collections.abc import Generator, Mapping, Sequence

PATIENCE = 120.0
_ESCAPES = re.compile(rb"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|P[^\x1b]*\x1b\\|[ -/]*[0-~])")


class Terminal:
    """A program on a pty. What it has written is kept, without the sequences that steer the terminal."""

    def __init__(self, program: subprocess.Popen[bytes], fd: int) -> None:
        self._program, self._fd = program, fd
        self._raw = b""

    @property
    def text(self) -> str:
        return _ESCAPES.sub(b" ", self._raw).decode(errors="replace")

    def send(self, keys: str) -> None:
        os.write(self._fd, keys.encode())

    def forget(self) -> None:
        """What was written so far."""
        self._raw = b""

    def until(self, *words: str) -> None:
        """Until all of these have been written, in any order."""
        end = time.monotonic() + PATIENCE
        while not all(word in self.text for word in words):
            told = f"before {words}; written was:\n{self.text[-3000:]}"
            assert time.monotonic() < end, f"nothing more came {told}"
            assert self._read(), f"it has ended {told}"

    def _read(self) -> bool:
        """Take in what there is, for a moment. False when the program has ended."""
        if not select.select([self._fd], [], [], 0.2)[0]:
            return self._program.poll() is None
        try:
            found = os.read(self._fd, 65536)
        except OSError:
            found = b""
        self._raw += found
        return bool(found)

    def hang_up(self) -> None:
        """Close the window."""
        self.close()

    def close(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
        self._fd = -1

    def ended(self) -> int:
        """Read to the end; answers with the exit status."""
        end = time.monotonic() + PATIENCE
        while self._fd >= 0 and self._read():
            assert time.monotonic() < end, f"it does not end; written was:\n{self.text[-3000:]}"
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
        opened.close()
