"""Commands for the umpire's word: values, policy, points, the end."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from tui.cli.app import ANYHOW, Asking, CampaignId, campaign
from tui.cli.campaign import printing
from tui.cli.campaign.common import do, placed_policy, room


@campaign.command
def amend(
    name: CampaignId,
    id: str,
    field: Annotated[str, Parameter(help="Such as xp, status, stores.main, points.")],
    value: Annotated[str, Parameter(help="JSON, or plain words.")],
    reason: str,
    *,
    common: Asking = ANYHOW,
) -> int:
    """Change anything by word of the umpire, with a reason that stands in the record.

    Example: wardiary campaign amend korea a33 stores.main 40 "the crates were miscounted"
    """
    try:
        found: Any = msgspec.json.decode(value)
    except msgspec.DecodeError:
        found = value
    action = {"kind": "amend", "id": id, "field": field, "value": found, "reason": reason}
    return do(name, action, None, common)


@campaign.command(name="set-policy")
def set_policy(name: CampaignId, path: Path, reason: str, *, common: Asking = ANYHOW) -> int:
    """Change the policy: what the file names, and nothing else.

    Example: wardiary campaign set-policy korea policy.toml "agreed by all"
    """
    with room(common, name, None) as hq:
        action = {"kind": "set-policy", "text": hq.campaigns.files.policy(path), "reason": reason}
        done = hq.campaigns.act(name, action, key=common.key, expected=common.expected)
        return printing.answer(placed_policy(done, path), common.json)


@campaign.command
def score(name: CampaignId, to: str, points: int, why: str, *, common: Asking = ANYHOW) -> int:
    """Give or take campaign victory points, by word of the umpire.

    Example: wardiary campaign score korea us 2 "the bridge was saved"
    """
    return do(name, {"kind": "score", "side": to, "points": points, "why": why}, None, common)


@campaign.command
def end(name: CampaignId, winner: str, why: str, *, common: Asking = ANYHOW) -> int:
    """End a campaign, by word of the umpire. winner: a side, or draw.

    Example: wardiary campaign end korea draw "armistice"
    """
    return do(name, {"kind": "end", "winner": winner, "why": why}, None, common)
