"""The names of battles and campaigns at a glance, without opening any: to complete what somebody types."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from campaign.home import Home
from events.names import names


class Named(NamedTuple):
    """A diary by its name. kind: `battle` or `campaign`. archived: put away, or with a campaign that is."""

    kind: str
    name: str
    archived: bool


def named(folder: Path | None) -> list[Named]:
    """All diaries in a data folder, the usual one if none is named; none where they cannot be read."""
    home = Home(folder)
    found = names(home.database)
    campaigns = {name for kind, name in found if kind == "campaign"}
    away = marks(home.archive)
    return [Named(kind, name, marked(name, campaigns, away)) for kind, name in found]


def marks(folder: Path) -> set[str]:
    """What is put away, by the names of its marks. Raises OSError."""
    return {file.name for file in folder.iterdir()} if folder.is_dir() else set()


def marked(diary: str, campaigns: Collection[str], away: Collection[str]) -> bool:
    """Whether a diary is put away: itself, or the campaign that it is a battle of."""
    return bool(away) and (mark(diary) in away or mark(campaign_of(diary, campaigns)) in away)


def mark(diary: str) -> str:
    """The name of the file that puts a diary away."""
    return sha256(diary.encode(errors="surrogatepass")).hexdigest()


def campaign_of(diary: str, campaigns: Collection[str]) -> str:
    """Which of these campaigns a diary is, or is a battle of: that is named `CAMPAIGN.BATTLE.NUMBERS`, and any part of
    it may hold dots. "" if none."""
    if diary in campaigns:
        return diary
    return next((one for one in owners(diary) if one in campaigns), "")


def owners(battle: str) -> Iterator[str]:
    """What a campaign would be called that a battle of this name is of, the longest first."""
    parts = battle.split(".")
    return (".".join(parts[:count]) for count in range(len(parts) - 2, 0, -1))
