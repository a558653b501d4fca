"""Battles and campaigns that are put away: a mark in the data folder, and nothing else. No diary is touched by it.

A mark is a file whose name is the SHA-256 of the diary's, so that any name can be marked; it holds the name, for
people.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.home import Home
from campaign.library.names import mark, marked, marks
from events.errors import NoSuchDiary
from events.files import writing
from events.store import Store


class Archive:
    """The marks of one data folder, on what is in its store."""

    def __init__(self, home: Home, store: Store) -> None:
        self._folder, self._store = home.archive, store

    def mark(self, kind: str, diary: str, back: bool) -> None:
        """Put a diary of a kind away, or back among the others; as often as one likes. Raises NoSuchDiary."""
        if diary not in [one.name for one in self._store.diaries(kind)]:  # also one that nothing else finds
            raise NoSuchDiary(diary)
        place = self._folder / mark(diary)
        if back:
            place.unlink(missing_ok=True)
            return
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with writing(place, private=True) as file:
            file.write(diary.encode(errors="replace") + b"\n")

    def changed(self) -> int:
        """When something was put away last, or back: another number whenever it was; 0 if nothing ever was."""
        try:
            return self._folder.stat().st_mtime_ns
        except OSError:
            return 0

    def __contains__(self, diary: str) -> bool:
        return bool(self.among([diary]))

    def among(self, diaries: Sequence[str]) -> set[str]:
        """Which of these are put away. With a campaign, its battles are."""
        away = marks(self._folder)
        if not away:
            return set()
        campaigns = {one.name for one in self._store.diaries("campaign")}
        return {one for one in diaries if marked(one, campaigns, away)}
