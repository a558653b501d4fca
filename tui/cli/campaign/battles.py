"""Commands for the battles of a campaign: begin, call off, file the return."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from campaign.rules.system import UMPIRE
from tui.cli import output
from tui.cli.app import NOBODY, CampaignId, Common, campaign, door
from tui.cli.battles.opening import seat_of
from tui.cli.campaign import printing
from tui.cli.campaign.common import For, do, placed

Battle = Annotated[str, Parameter(help="The battle's id in the campaign, such as obong-ni-1.")]


@campaign.command
def begin(
    name: CampaignId,
    node: Annotated[str, Parameter(help="The scenario's id.")],
    assets: Annotated[list[str] | None, Parameter(help="Who comes; as many as may if left out.")] = None,
    *,
    seat: Annotated[
        list[str] | None,
        Parameter(help="SIDE=PLAYER, or SIDE=bot:NAME for a bot; may be repeated.", negative=""),
    ] = None,
    dice: Literal["sealed", "typed"] = "sealed",
    side: For = UMPIRE,
    common: Common = NOBODY,
) -> int:
    """Begin a scenario with the campaign's crews, damage and rounds as they stand.

    Example: wardiary campaign begin korea obong-ni a32 a33 t301 t302 --seat nk=bot:sensible
    """
    seats = [seat_of(text) for text in seat or []]
    with door(common, side) as hq:
        done = hq.campaigns.begin(name, node, assets or None, seats=seats, dice=dice)
        return printing.answer(done, common.json)


@campaign.command
def cancel(
    name: CampaignId, battle: Battle, *, why: str = "", side: For = UMPIRE,
    common: Common = NOBODY,
) -> int:  # fmt: skip
    """Call off a battle that was begun.

    Example: wardiary campaign cancel korea obong-ni-1
    """
    return do(name, {"kind": "cancel", "battle": battle, "why": why}, side, common)


@campaign.command
def resume(name: CampaignId, battle: Battle, *, common: Common = NOBODY) -> int:
    """Open the diary of a battle that was begun when the program was cut off.

    Example: wardiary campaign resume korea obong-ni-1
    """
    with door(common) as hq:
        return printing.answer(hq.campaigns.resume(name, battle), common.json)


@campaign.command(name="return")
def return_(
    name: CampaignId,
    battle: Battle,
    *,
    csv: Annotated[bool, Parameter(help="As CSV instead of TOML.", negative="")] = False,
    common: Common = NOBODY,
) -> int:
    """Print the return of a battle as far as it is known: a form to fill in, or what was filed.

    Example: wardiary campaign return korea no-name-ridge-1 > ridge.toml
    """
    with door(common) as hq:
        if common.json:
            output.as_json(hq.campaigns.returns.form(name, battle))
        else:
            output.say(hq.campaigns.returns.text(name, battle, csv).rstrip())
    return 0


@campaign.command
def file(
    name: CampaignId,
    battle: Battle,
    path: Path | None = None,
    *,
    draft: Annotated[bool, Parameter(help="Keep it as a draft.", negative="")] = False,
    side: For = UMPIRE,
    common: Common = NOBODY,
) -> int:
    """File the return of a battle: of its diary, of its draft, or from a TOML or CSV file.

    Example: wardiary campaign file korea no-name-ridge-1 ridge.toml
    """
    with door(common, side) as hq:
        do_it = hq.campaigns.returns.draft if draft else hq.campaigns.returns.file
        done = do_it(name, battle, path)
        return printing.answer(placed(hq, done, path), common.json)
