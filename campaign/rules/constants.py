"""The constants of bots: numbers that no rulebook has, as data, so that a search may find better ones.

A system declares their shape, a Struct in which every number has its bounds. Their values stand in `bots.toml` among
its data, with what the search found; `System.load` reads them into `Rules.constants`, where the bots look.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta, Struct

from campaign.rules.numbers import Whole
from campaign.rules.packs import Pack, PackError, checked, shipped

FILE = "bots.toml"
Share = Annotated[float, Meta(ge=-1, le=1)]


class Found(Struct, frozen=True, forbid_unknown_fields=True):
    """What a search found, on battles that it had not searched with. version: of the rules. search, check: the seeds
    with which it searched, and with which it was checked. battles: of either setting in the check, with each bot on
    either side in each of the scenarios. before, after: the share of points that the bot had, a draw counting half;
    low, high: 95 of 100 such checks would find the difference between them. tried: settings that were looked at.
    """

    version: str
    scenarios: tuple[str, ...]
    search: Whole
    check: Whole
    battles: Whole
    before: Share
    after: Share
    low: Share
    high: Share
    tried: Whole


class BotFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Annotated[str, Meta(min_length=3)]
    constants: dict[str, Any]
    found: Found | None = None


class Bound(NamedTuple):
    """Of one constant: a whole number or not, and between what it lies."""

    whole: bool
    least: float
    most: float


def bot_file(pack: Pack, shape: type[Struct]) -> BotFile:
    """A pack's constants as they stand in their file. One that has none, because it is older than they are, has those
    that are shipped: how a bot plays is no part of a battle's rules. Raises PackError."""
    if FILE in pack.content:
        return pack.table(FILE, BotFile)
    return checked(shipped(shape.__module__.rpartition(".")[0])[FILE], BotFile, FILE)


def read_constants(pack: Pack, shape: type[Struct]) -> Struct:
    """The constants of a pack's bots. Raises PackError."""
    bounds(shape)
    return checked(bot_file(pack, shape).constants, shape, f"{FILE}, constants")


def bounds(shape: type[Struct]) -> dict[str, Bound]:
    """Constant → its bounds, in their order. Raises PackError for a field that is no number between bounds."""
    found: dict[str, Bound] = {}
    about = msgspec.inspect.type_info(shape)
    assert isinstance(about, msgspec.inspect.StructType)
    for field in about.fields:
        kind = field.type
        if not isinstance(kind, msgspec.inspect.IntType | msgspec.inspect.FloatType) or None in (
            kind.ge,
            kind.le,
        ):
            raise PackError(
                "A constant of a bot is a number with bounds.",
                "",
                ["Annotated[float, Meta(ge=0, le=1)]"],
                where=field.name,
            )
        assert kind.ge is not None and kind.le is not None
        found[field.name] = Bound(isinstance(kind, msgspec.inspect.IntType), kind.ge, kind.le)
    return found
