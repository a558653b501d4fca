"""The only joint between a campaign and its battles: a muster goes in, an outcome comes out.

The words are the same for every rule system; damage and types of assets are in the system's own terms.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

PersonFate = Literal["fit", "wounded", "killed", "missing", "captured"]
"""What may become of one person in a battle."""


class Verdict(Struct, frozen=True, omit_defaults=True):
    """How a battle ended. winner: a side's id, or "" for a draw. turn: the turn in which it ended."""

    winner: str
    reason: str
    turn: int = 0
    rule: str = ""


class AssetType(Struct, frozen=True, omit_defaults=True):
    """A type of vehicle, gun or squad as a campaign keeps it.

    posts: the crew's positions, the one in command first. load: the basic load, rounds (or bursts) by kind of
    ammunition. fuel: litres when full, 0 where nobody counts it. source: where posts and load come from. damage: ids of
    the lasting damage that it can bear; none where nobody says. words: what that is called, by id. once: those of
    it that stand there once at the most; None where nobody says.
    """

    id: str
    name: str
    posts: tuple[str, ...] = ()
    load: Mapping[str, int] = {}
    fuel: int = 0
    source: str = ""
    damage: tuple[str, ...] = ()
    words: Mapping[str, str] = {}
    once: tuple[str, ...] | None = None


class Damage(Struct, frozen=True, omit_defaults=True):
    """A kind of lasting damage that a rule system knows. id: as it stands in musters, fates and policies.

    several: whether an asset can bear it more than once.
    """

    id: str
    name: str
    several: bool = False


class Member(Struct, frozen=True, omit_defaults=True):
    """One of a crew at his post. quality: -1 green, 0 regular, 1 veteran, 2 elite. skills: ids."""

    id: str
    name: str
    post: str
    quality: int = 0
    skills: tuple[str, ...] = ()


class Formed(Struct, frozen=True):
    """A formation that an asset belongs to."""

    id: str
    name: str


class Mustered(Struct, frozen=True, omit_defaults=True):
    """An asset as it comes to a battle. side: the scenario's.

    quality: of the crew as a whole. ammunition: rounds aboard; a kind that is not named is not counted. empty: posts
    that nobody fit holds. cards: ids of what it carries besides, in the system's own terms. formations: its own, that
    one's parent, and so on: company, battalion.
    """

    id: str
    type: str
    name: str
    side: str
    quality: int = 0
    crew: tuple[Member, ...] = ()
    damage: tuple[str, ...] = ()
    ammunition: Mapping[str, int] = {}
    empty: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    formations: tuple[Formed, ...] = ()


class Muster(Struct, frozen=True, omit_defaults=True):
    """What a campaign hands to a battle. node: of its scenario graph. date: ISO 8601.

    sides: those that the campaign musters, even if nobody comes; other sides get the forces of the scenario.
    """

    campaign: str
    node: str
    date: str
    sides: tuple[str, ...]
    assets: tuple[Mustered, ...]


class Fate(Struct, frozen=True, omit_defaults=True):
    """What became of one piece: `fit`, `damaged`, `wrecked`, `wounded`, `killed` or `used up`.

    damage: all that it bears now, in the system's terms. kills: ids of pieces. spent: rounds by kind of ammunition.
    asset: which asset of the campaign the piece was, if it went by another id there.

    people: what became of those of its crew of whom the battle tells, by the ids of `Member`: that holds, and no chance
    is asked of them again; how long a wound takes is the campaign's policy. Of who is not named its policy decides.
    """

    id: str
    side: str
    type: str
    fate: str
    damage: tuple[str, ...] = ()
    kills: tuple[str, ...] = ()
    spent: Mapping[str, int] = {}
    asset: str = ""
    people: Mapping[str, PersonFate] = {}

    @property
    def came_as(self) -> str:
        """The id of the asset that came to the battle as this piece."""
        return self.asset or self.id


class Outcome(Struct, frozen=True, omit_defaults=True):
    """What a battle hands back when it is over. field: the side that holds the ground, "" if nobody does.

    verdict: the rules' own, or the table's where a side gave up.
    """

    verdict: Verdict
    fates: tuple[Fate, ...]
    field: str = ""
