"""Commands for stores and workshops."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from campaign.rules.refused import Refused
from tui.cli.app import ANYHOW, DIGITS, Asking, CampaignId, campaign
from tui.cli.campaign.common import For, do

Stores = Annotated[list[str], Parameter(help="KIND=NUMBER, such as main=20; as many as you like.")]


@campaign.command
def repair(
    name: CampaignId, asset: str, damage: str, *, depot: str = "", side: For = None,
    common: Asking = ANYHOW,
) -> int:  # fmt: skip
    """Send a damaged asset to the workshop; "wreck" repairs a wreck.

    Example: wardiary campaign repair korea a33 turret
    """
    return do(name, {"kind": "repair", "asset": asset, "damage": damage, "depot": depot}, side, common)


@campaign.command(name="stop-repair")
def stop_repair(
    name: CampaignId,
    asset: str,
    damage: str,
    *,
    side: For = None,
    common: Asking = ANYHOW,
) -> int:
    """Take an asset out of the workshop as it is; the parts are gone.

    Example: wardiary campaign stop-repair korea a33 turret
    """
    return do(name, {"kind": "stop-repair", "asset": asset, "damage": damage}, side, common)


@campaign.command
def strip(
    name: CampaignId, asset: str, *, depot: str = "", side: For = None,
    common: Asking = ANYHOW,
) -> int:  # fmt: skip
    """Take a damaged asset or a wreck apart for parts.

    Example: wardiary campaign strip korea a33
    """
    return do(name, {"kind": "strip", "asset": asset, "depot": depot}, side, common)


@campaign.command(name="write-off")
def write_off(
    name: CampaignId, asset: str, *, why: str = "", side: For = None,
    common: Asking = ANYHOW,
) -> int:  # fmt: skip
    """Strike an asset off, with what is aboard; its crew goes to the formation.

    Example: wardiary campaign write-off korea a34 --why "burnt out"
    """
    return do(name, {"kind": "write-off", "asset": asset, "why": why}, side, common)


@campaign.command
def load(
    name: CampaignId, asset: str, *, depot: str = "", side: For = None,
    common: Asking = ANYHOW,
) -> int:  # fmt: skip
    """Fill an asset up from a depot.

    Example: wardiary campaign load korea a33
    """
    return do(name, {"kind": "load", "asset": asset, "depot": depot}, side, common)


@campaign.command
def unload(
    name: CampaignId, asset: str, stores: Stores, *, depot: str = "", side: For = None,
    common: Asking = ANYHOW,
) -> int:  # fmt: skip
    """Take stores out of an asset into a depot.

    Example: wardiary campaign unload korea a33 main=10
    """
    return do(
        name,
        {"kind": "unload", "asset": asset, "stores": stores_of(stores), "depot": depot},
        side,
        common,
    )


@campaign.command
def carry(
    name: CampaignId, depot: str, to: str, stores: Stores, *, side: For = None,
    common: Asking = ANYHOW,
) -> int:  # fmt: skip
    """Carry stores from one depot to another.

    Example: wardiary campaign carry korea pusan-dump front-dump main=20 parts=4
    """
    return do(name, {"kind": "carry", "depot": depot, "to": to, "stores": stores_of(stores)}, side, common)


@campaign.command
def issue(
    name: CampaignId,
    depot: str,
    stores: Stores,
    *,
    why: str = "",
    common: Asking = ANYHOW,
) -> int:
    """Let new stores arrive, by word of the umpire.

    Example: wardiary campaign issue korea pusan-dump main=40 --why "a ship from Kobe"
    """
    return do(
        name,
        {"kind": "issue", "depot": depot, "stores": stores_of(stores), "why": why},
        None,
        common,
    )


def stores_of(texts: list[str]) -> dict[str, int]:
    """Raises Refused for what is not KIND=NUMBER."""
    found: dict[str, int] = {}
    for text in texts:
        kind, equals, number = text.partition("=")
        if not equals or not number.isdecimal() or len(number) > DIGITS:
            raise Refused(f"{text!r} is not KIND=NUMBER.", "", ["main=20"], "STORES")
        found[kind] = int(number)
    return found
