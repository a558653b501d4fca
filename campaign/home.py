"""Where the data lives: one folder with the diaries, the user's own pack files and rosters."""

from __future__ import annotations

import os
from pathlib import Path

DATABASE = "wardiary.db"


class Home:
    """The data folder: `--home`, else the environment variable WARDIARY_HOME, else the platform's usual place."""

    def __init__(self, folder: Path | str | None = None) -> None:
        chosen = folder or os.environ.get("WARDIARY_HOME")
        if not chosen:
            from platformdirs import user_data_path  # only where it is needed: front ends start faster

            chosen = user_data_path("wardiary", appauthor=False)
        self.folder = Path(chosen).expanduser()

    @property
    def database(self) -> Path:
        return self.folder / DATABASE

    def packs(self, system: str) -> Path:
        """The user's own copies of a rule system's data files."""
        return self.folder / "packs" / system

    def rosters(self, system: str) -> Path:
        """The user's own rosters for a rule system."""
        return self.folder / "rosters" / system

    def make(self) -> Home:
        self.folder.mkdir(parents=True, exist_ok=True)
        return self
