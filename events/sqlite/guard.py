"""Whether a file still is as this program made it: nothing is written where a stranger's trigger would take part.

What is said here goes through every door, and so names the file, and not where on this machine it lies."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from events.sqlite import counter, layout
from events.sqlite.format import VERSION
from events.sqlite.layout import Findings


def foreign(path: Path, findings: Findings) -> str:
    """A sentence if a file holds what this program did not make, else ""."""
    if not (things := findings.altered + findings.foreign):
        return ""
    return (
        f"{path.name} cannot be continued: it holds {layout.told(things)}, which this program did not make so."
        " It can be read, and exported to a new file."
    )


class Guard:
    """Looks at one file again and again. mended: sentences about what was put back."""

    def __init__(self, path: Path, mended: str) -> None:
        self._path = path
        self.mended = (mended,) if mended else ()
        self._looked_at = -1

    def at_writing(self, conn: sqlite3.Connection) -> str:
        """At the beginning of a transaction: puts back what is missing. Why nothing may be written; "" if it may.

        SQLite counts the changes of what stands in a file: while that number stays, so does what was found.
        """
        number = _number(conn, "schema_version")
        if number == self._looked_at:
            return ""
        if _number(conn, "user_version") > VERSION:
            return (
                f"{self._path.name} was brought to a newer version by another program; it can be read here."
            )
        findings = self._findings(conn)
        if why := foreign(self._path, findings):
            return why
        if findings.missing:
            self.mended += (layout.mend(conn, findings),)
            number = _number(conn, "schema_version")
        self._looked_at = number
        return ""

    def altered(self, conn: sqlite3.Connection) -> str:
        """What does not belong there, or is missing, as a sentence; "" if all is as it should be."""
        try:
            findings = self._findings(conn)
            fault = counter.fault(conn, self._path)
        except sqlite3.DatabaseError as error:
            return f"{self._path.name} cannot be read ({error})."
        if findings.missing and not findings.altered + findings.foreign:
            lacks = layout.told(findings.missing)
            return f"{self._path.name} lacks {lacks}, put back when something is next written."
        return foreign(self._path, findings) or fault

    def _findings(self, conn: sqlite3.Connection) -> Findings:
        version = _number(conn, "user_version")
        return layout.compare(conn, version) if 0 < version <= VERSION else layout.NOTHING


def _number(conn: sqlite3.Connection, what: str) -> int:
    found: int = conn.execute(f"PRAGMA {what}").fetchone()[0]
    return found
