"""Where the data lives: one folder with the diaries, the user's own pack files and rosters."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

DATABASE = "wardiary.db"
RECORD = "record.db"
"""The read model of campaigns, which may be thrown away."""
NOTES = "notes.db"
"""What is noted of each battle and campaign, which may be thrown away."""
ACCOUNTS = "accounts.db"
"""Who may come in from elsewhere: players, and digests of their tokens."""
_KEPT = re.compile(
    rf"({'|'.join(map(re.escape, (DATABASE, RECORD, NOTES, ACCOUNTS)))})(-[a-z]+)?$"
    r"|(listings|seals)\.json$|(archive|servers|packs|rosters|boards)(/|$)|\."
)
"""What lies in a data folder, as a path in it."""
_LOG = re.compile(r"-(wal|shm|journal)$")
OWN_FOLDER, OWN_FILE = 0o700, 0o600
"""Modes of what is its owner's alone."""
TOLD = ".mode-told"
"""Stands in a data folder whose owner was told that it is open to others."""


class Home:
    """The data folder: `--home`, else the environment variable WARDIARY_HOME, else the platform's usual place."""

    def __init__(self, folder: Path | str | None = None) -> None:
        chosen = folder or os.environ.get("WARDIARY_HOME")
        if not chosen:
            from platformdirs import user_data_path  # only where it is needed: front ends start faster

            chosen = user_data_path("wardiary", appauthor=False)
        self.folder = Path(chosen).expanduser()
        self.archive = self.folder / "archive"
        """The marks of what is put away."""

    @property
    def database(self) -> Path:
        return self.folder / DATABASE

    @property
    def record(self) -> Path:
        return self.folder / RECORD

    @property
    def notes(self) -> Path:
        return self.folder / NOTES

    @property
    def accounts(self) -> Path:
        return self.folder / ACCOUNTS

    @property
    def listings(self) -> Path:
        """Of which entries choices were listed last, so that their numbers are those of no other."""
        return self.folder / "listings.json"

    @property
    def servers(self) -> Path:
        """Tokens for servers, a file for each."""
        return self.folder / "servers"

    def packs(self, system: str) -> Path:
        """The user's own copies of a rule system's data files."""
        return self.folder / "packs" / system

    def rosters(self, system: str) -> Path:
        """The user's own rosters for a rule system."""
        return self.folder / "rosters" / system

    @property
    def boards(self) -> Path:
        """Boards that a server told of by their digests, a file for each; may be thrown away."""
        return self.folder / "boards"

    def told(self, path: Path) -> str:
        """What is in this folder as it is told to others: as it lies in it, and not where on this machine that is."""
        return path.relative_to(self.folder).as_posix()

    def spared(self, path: Path) -> str:
        """Why nobody may write to a path, whatever he asks for: the program keeps something there, here or in another
        data folder; "" if he may. What it would keep there counts, too: the log of a database makes another of it."""
        try:
            place, kept = path.resolve(), self.folder.resolve()
            if place.is_relative_to(kept) and _KEPT.match(place.relative_to(kept).as_posix()):
                return "this program keeps its data there"
            if any(_same(place, kept / name) for name in (DATABASE, RECORD, NOTES, ACCOUNTS)):
                return "it is the same file as one in which this program keeps its data"
            if _LOG.search(place.name) and place.with_name(_LOG.sub("", place.name)).exists():
                return "it is the log of a database"
            return "it is a database" if place.is_file() and _is_database(place) else ""
        except (OSError, ValueError) as error:
            return f"it cannot be looked at ({error})"

    def make(self) -> Home:
        """A new folder is its owner's alone; one that is there stays as it is (see `wide`)."""
        self.folder.mkdir(OWN_FOLDER, parents=True, exist_ok=True)
        return self

    def room(self, folder: Path) -> Path:
        """A folder in this one, made if it is not there: its owner's alone, like all that is made above it."""
        self.make()
        for one in [*reversed(folder.parents), folder]:
            if one.is_relative_to(self.folder):
                one.mkdir(OWN_FOLDER, exist_ok=True)
        return folder

    def wide(self) -> list[Path]:
        """What others on this machine may look into or change: the folder itself, and what this program keeps in it."""
        if os.name != "posix":
            return []
        beside = [
            one
            for name in (DATABASE, RECORD, NOTES, ACCOUNTS, self.listings.name)
            for one in self.folder.glob(f"{name}*")
        ]
        inside = [
            one
            for name in ("packs", "rosters", "archive", "servers", "boards")
            for one in (self.folder / name).rglob("*")
        ]
        files = [one for one in (*beside, *inside) if one.is_file() and not one.is_symlink()]
        return [one for one in (self.folder, *files) if _is_wide(one)]

    def remark(self) -> str:
        """A sentence if there is something wide here; once, for whoever wants it so shall not hear of it for ever."""
        told = self.folder / TOLD
        if told.exists() or not self.wide():
            return ""
        with suppress(OSError):
            told.touch(OWN_FILE)
        return (
            f"Others on this machine may look into {self.folder}, where the secrets of dice are kept."
            " `wardiary home --mend` makes it yours alone."
        )

    def mend(self) -> list[Path]:
        """Take from others what they may do here; answers with what was wide. Raises OSError."""
        found = self.wide()
        for one in found:
            one.chmod(one.stat().st_mode & (OWN_FOLDER if one == self.folder else OWN_FILE))
        (self.folder / TOLD).unlink(missing_ok=True)
        return found


def _same(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.samefile(other)


def _is_database(file: Path) -> bool:
    """Of a file that nobody here has open: closing it would let go of the locks on it."""
    with file.open("rb") as found:
        return found.read(16) == b"SQLite format 3\0"


def _is_wide(path: Path) -> bool:
    try:
        found = path.stat()
    except OSError:  # gone meanwhile
        return False
    return found.st_uid == os.geteuid() and bool(found.st_mode & ~OWN_FOLDER & 0o777)
