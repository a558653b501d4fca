"""Commands about a campaign's stores, workshops and points, which are wanted less often."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from campaign.headquarters import SOMEBODY
from campaign.ledger import actions as a
from campaign.rules.refused import Refused
from campaign.rules.system import UMPIRE
from tui.cli.app import DIGITS, NOBODY, CampaignId, Common, campaign
from tui.cli.campaign_acting import For, Player, do

Stores = Annotated[list[str], Parameter(help="KIND=NUMBER, such as main=20; as many as you like.")]


def stores_of(texts: list[str]) -> dict[str, int]:
    """Raises Refused for what is not KIND=NUMBER."""
    found: dict[str, int] = {}
    for text in texts:
        kind, equals, number = text.partition("=")
        if not equals or not number.isdecimal() or len(number) > DIGITS:
            raise Refused(f"{text!r} is not KIND=NUMBER.", "", ["main=20"], "STORES")
        found[kind] = int(number)
    return found


@campaign.command
def unload(
    name: CampaignId, asset: str, stores: Stores, *, depot: str = "", side: For = UMPIRE, player: Player = SOMEBODY,
    common: Common = NOBODY,
) -> int:  # fmt: skip
    """Take stores out of an asset into a depot.

    Example: wardiary campaign unload korea a33 main=10
    """
    return do(name, a.Unload(asset, stores_of(stores), depot), side, player, common)


@campaign.command
def carry(
    name: CampaignId, depot: str, to: str, stores: Stores, *, side: For = UMPIRE, player: Player = SOMEBODY,
    common: Common = NOBODY,
) -> int:  # fmt: skip
    """Carry stores from one depot to another.

    Example: wardiary campaign carry korea pusan-dump front-dump main=20 parts=4
    """
    return do(name, a.Carry(depot, to, stores_of(stores)), side, player, common)


@campaign.command
def issue(
    name: CampaignId,
    depot: str,
    stores: Stores,
    *,
    why: str = "",
    player: Player = SOMEBODY,
    common: Common = NOBODY,
) -> int:
    """Let new stores arrive, by word of the umpire.

    Example: wardiary campaign issue korea pusan-dump main=40 --why "a ship from Kobe"
    """
    return do(name, a.Issue(depot, stores_of(stores), why), UMPIRE, player, common)


@campaign.command(name="stop-repair")
def stop_repair(
    name: CampaignId,
    asset: str,
    damage: str,
    *,
    side: For = UMPIRE,
    player: Player = SOMEBODY,
    common: Common = NOBODY,
) -> int:
    """Take an asset out of the workshop as it is; the parts are gone.

    Example: wardiary campaign stop-repair korea a33 turret
    """
    return do(name, a.StopRepair(asset, damage), side, player, common)


@campaign.command(name="write-off")
def write_off(
    name: CampaignId, asset: str, *, why: str = "", side: For = UMPIRE, player: Player = SOMEBODY,
    common: Common = NOBODY,
) -> int:  # fmt: skip
    """Strike an asset off, with what is aboard; its crew goes to the formation.

    Example: wardiary campaign write-off korea a34 --why "burnt out"
    """
    return do(name, a.WriteOff(asset, why), side, player, common)


@campaign.command
def discharge(
    name: CampaignId, person: str, *, why: str = "", side: For = UMPIRE, player: Player = SOMEBODY,
    common: Common = NOBODY,
) -> int:  # fmt: skip
    """Let somebody go home.

    Example: wardiary campaign discharge korea tobin --why "rotation"
    """
    return do(name, a.Discharge(person, why), side, player, common)


@campaign.command
def score(
    name: CampaignId, to: str, points: int, why: str, *, player: Player = SOMEBODY, common: Common = NOBODY
) -> int:
    """Give or take campaign victory points, by word of the umpire.

    Example: wardiary campaign score korea us 2 "the bridge was saved"
    """
    return do(name, {"kind": "score", "side": to, "points": points, "why": why}, UMPIRE, player, common)


@campaign.command
def contribute(
    name: CampaignId, text: str, *, side: For = UMPIRE, player: Player = SOMEBODY, common: Common = NOBODY
) -> int:
    """Add a text of your own to what the sealed dice are derived from.

    Example: wardiary campaign contribute korea "a dark and stormy night" --side us
    """
    return do(name, a.Contribute(text), side, player, common)


@campaign.command
def end(
    name: CampaignId, winner: str, why: str, *, player: Player = SOMEBODY, common: Common = NOBODY
) -> int:
    """End a campaign, by word of the umpire. winner: a side, or draw.

    Example: wardiary campaign end korea draw "armistice"
    """
    return do(name, {"kind": "end", "winner": winner, "why": why}, UMPIRE, player, common)
