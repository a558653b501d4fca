"""Commands that let a campaign go on: days, bots, and anything at all as JSON."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

from campaign.rules.refused import Refused
from campaign.shared.answers import Refusal
from tui.cli import output
from tui.cli.app import ANYHOW, NOBODY, Asking, CampaignId, Common, campaign, door
from tui.cli.campaign import printing
from tui.cli.campaign.common import For, do


@campaign.command
def act(name: CampaignId, action: str, *, side: For = None, common: Asking = ANYHOW) -> int:
    """Do anything at all, as JSON.

    Example: wardiary campaign act korea '{"kind": "award", "person": "novak", "award": "Silver Star"}'
    """
    if not action.lstrip().startswith("{"):
        reason = f"{action[:40]!r} is no action: it is JSON here. Most actions have a command of their own."
        raise Refused(reason, "", ['{"kind": "…"}', "wardiary campaign --help"], "ACTION")
    return do(name, action, side, common)


@campaign.command
def advance(
    name: CampaignId,
    days: int = 1,
    *,
    stop: Annotated[
        bool, Parameter(help="Stop as soon as a scenario can be fought that could not before.", negative="")
    ] = False,
    common: Asking = ANYHOW,
) -> int:
    """Let days pass: wounds heal, workshops work, stores arrive, scenarios open.

    Example: wardiary campaign advance korea 30 --stop
    """
    return do(name, {"kind": "advance", "days": days, "stop": stop}, None, common)


@campaign.command
def play(
    name: CampaignId,
    *,
    until: Annotated[str, Parameter(help="Stop on this date.")] = "",
    common: Common = NOBODY,
) -> int:
    """Let bots play the campaign on, battles, returns and days, to its end or to a date.

    Example: wardiary campaign play korea --until 1950-09-15
    """
    with door(common) as hq:
        for done in hq.campaigns.staff.play(name, until=until):
            if isinstance(done, Refusal):
                return output.complain(done, common.json)
            if not common.json:
                printing.answer(done, False)
                sys.stdout.flush()
        info = hq.campaigns.info(name)
    return output.found(info, lambda one: printing.campaigns([one]), common.json)


@campaign.command
def contribute(name: CampaignId, text: str, *, side: For = None, common: Asking = ANYHOW) -> int:
    """Add a text of your side's own to what the sealed dice are derived from: once, before the first roll.

    Example: wardiary campaign contribute korea "a dark and stormy night" --side us
    """
    return do(name, {"kind": "contribute", "text": text}, side, common)
