"""Battles and campaigns that are put away: a mark in the data folder, and nothing else. No diary is touched by it.

A mark is a file whose name is the SHA-256 of the diary's, so that any name can be marked; it holds the name, for
people.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from campaign.home import Home
from events.files import writing


class Archive:
    """The marks of one data folder."""

    def __init__(self, home: Home) -> None:
        self._folder = home.archive

    def __contains__(self, diary: str) -> bool:
        return bool(self.among([diary]))

    def among(self, diaries: Sequence[str]) -> set[str]:
        """Which of these are put away. With a campaign, its battles are: they bear its name before the first dot."""
        marks = {file.name for file in self._folder.iterdir()} if self._folder.is_dir() else set[str]()
        if not marks:
            return set()
        return {one for one in diaries if marks & {self._mark(one), self._mark(one.partition(".")[0])}}

    def put(self, diary: str) -> None:
        """Put away; as often as one likes."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with writing(self._folder / self._mark(diary)) as file:
            file.write(diary.encode(errors="replace") + b"\n")

    def take_back(self, diary: str) -> None:
        """Put back among the others; as often as one likes."""
        (self._folder / self._mark(diary)).unlink(missing_ok=True)

    @staticmethod
    def _mark(diary: str) -> str:
        return sha256(diary.encode(errors="surrogatepass")).hexdigest()
