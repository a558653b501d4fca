"""What of that which a terminal sends belongs together: a character, or a sequence that begins with ESC. Pure but for
the clock: text in, whole pieces out, in however many reads they come.

Strings (OSC, DCS, APC, SOS, PM) are no keys, and nobody here asks for one: they are passed over. So is what breaks off.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

from tui.shared.pastes import ESC

SILENCE = 1.0
"""Seconds without a character after which nothing more is waited for: then it was Alt with a key."""
LONGEST = 10.0
"""Seconds that a string takes at most, so that it does not eat the keyboard of somebody who types on. Nothing of it is
kept: it may be as large as it likes."""
_BEGINS = re.compile(r"\x1b[\]P_X^]")
_ENDS = re.compile(r"\x07|\x1b\\")
_WHOLE = re.compile(
    r"[^\x1b]|\x1b(?![\[O])|\x1bO[\d;]*[ @-~]"
    r"|\x1b\[(?:M...|\[.|(?:[378]|2[34])\$(?!y)|(?![\[M])[0-?]*[ -/]*[@-~])",
    re.DOTALL,
)
"""Old mice send three characters after `M`; keys of the console begin with two `[`; a few keys of rxvt end with `$`."""
_BREAKS_OFF = re.compile(r"\x1b(?:\[(?:M.{0,2}|\[|[0-?]*[ -/]*)|O[\d;]*)", re.DOTALL)


class Sequences:
    """See the module. Whoever reads calls `feed` with all that is no paste."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._held = ""
        self._string = False
        self._began = self._last = 0.0

    def waits(self) -> bool:
        """Whether a string has begun that is not over yet."""
        self._look(self._clock())
        return self._string

    def feed(self, text: str) -> Iterator[str]:
        """What more text amounts to."""
        now = self._clock()
        self._look(now)
        self._last = now
        text, self._held = self._held + text, ""
        at = 0
        while at < len(text):
            if self._string:
                if (end := _ENDS.search(text, at)) is None:
                    self._held = ESC if text.endswith(ESC) else ""
                    return
                self._string, at = False, end.end()
            elif begins := _BEGINS.match(text, at):
                self._string, self._began, at = True, now, begins.end()
            elif whole := _WHOLE.match(text, at):
                at = whole.end()
                yield whole[0]
            else:
                part = _BREAKS_OFF.match(text, at)
                assert part is not None  # an ESC with [ or O
                at = part.end()
                if at == len(text):
                    self._held = part[0]

    def _look(self, now: float) -> None:
        """Wait no longer for what does not come."""
        if now - self._last > SILENCE or (self._string and now - self._began > LONGEST):
            self._held, self._string = "", False
