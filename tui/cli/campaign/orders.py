"""Commands for the order of battle: people, assets and formations."""

from __future__ import annotations

from pathlib import Path

from tui.cli.app import ANYHOW, Asking, CampaignId, campaign, door
from tui.cli.campaign import printing
from tui.cli.campaign.common import For, do, placed_orders


@campaign.command
def transfer(
    name: CampaignId, id: str, to: str, *, post: str = "", side: For = None,
    common: Asking = ANYHOW,
) -> int:  # fmt: skip
    """Move a person to a post or a formation, or an asset or a formation to a formation.

    Example: wardiary campaign transfer korea haskell a33 --post gunner
    """
    return do(name, {"kind": "transfer", "id": id, "to": to, "post": post}, side, common)


@campaign.command
def promote(
    name: CampaignId,
    person: str,
    rank: str,
    *,
    side: For = None,
    common: Asking = ANYHOW,
) -> int:
    """Give somebody another rank.

    Example: wardiary campaign promote korea haskell Sgt
    """
    return do(name, {"kind": "promote", "person": person, "rank": rank}, side, common)


@campaign.command
def award(
    name: CampaignId,
    person: str,
    award: str,
    *,
    side: For = None,
    common: Asking = ANYHOW,
) -> int:
    """Give somebody an award.

    Example: wardiary campaign award korea haskell "Bronze Star"
    """
    return do(name, {"kind": "award", "person": person, "award": award}, side, common)


@campaign.command
def rename(
    name: CampaignId,
    id: str,
    to: str,
    *,
    side: For = None,
    common: Asking = ANYHOW,
) -> int:
    """Call a person, an asset or a formation something else.

    Example: wardiary campaign rename korea a32 "A-32 Lucky Seven"
    """
    return do(name, {"kind": "rename", "id": id, "name": to}, side, common)


@campaign.command
def disband(
    name: CampaignId,
    formation: str,
    *,
    side: For = None,
    common: Asking = ANYHOW,
) -> int:
    """Disband a formation; what is in it goes to the one above.

    Example: wardiary campaign disband korea 3plt
    """
    return do(name, {"kind": "disband", "formation": formation}, side, common)


@campaign.command
def discharge(
    name: CampaignId, person: str, *, why: str = "", side: For = None,
    common: Asking = ANYHOW,
) -> int:  # fmt: skip
    """Let somebody go home.

    Example: wardiary campaign discharge korea tobin --why "rotation"
    """
    return do(name, {"kind": "discharge", "person": person, "why": why}, side, common)


@campaign.command
def replace(
    name: CampaignId, asset: str, post: str, *, pool: str = "", side: For = None,
    common: Asking = ANYHOW,
) -> int:  # fmt: skip
    """Fill an empty post from a pool of replacements.

    Example: wardiary campaign replace korea a33 gunner
    """
    return do(name, {"kind": "replace", "asset": asset, "post": post, "pool": pool}, side, common)


@campaign.command
def enrol(name: CampaignId, path: Path, *, common: Asking = ANYHOW) -> int:
    """Add people, assets, formations, depots and pools from a TOML or CSV file: all of it or nothing.

    Example: wardiary campaign enrol korea people.csv
    """
    with door(common) as hq:
        action = hq.campaigns.files.orders(path)
        done = hq.campaigns.act(name, action, key=common.key, expected=common.expected)
        return printing.answer(placed_orders(hq, done, path), common.json)
