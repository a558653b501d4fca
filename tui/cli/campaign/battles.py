"""Commands for the battles of a campaign: begin, call off, file the return."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from campaign.shared.answers import Acted
from tui.cli import output
from tui.cli.app import ANYHOW, NOBODY, Asking, CampaignId, Common, campaign, door
from tui.cli.battles import bots
from tui.cli.campaign import printing
from tui.cli.campaign.common import For, do, placed, room, whole
from tui.cli.suggesting import line
from tui.cli.tables import seat_of

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
    side: For = None,
    common: Asking = ANYHOW,
) -> int:
    """Begin a scenario with the campaign's crews, damage and rounds as they stand.

    Example: wardiary campaign begin korea obong-ni a32 a33 t301 t302 --seat nk=bot:sensible
    """
    seats = [seat_of(text) for text in seat or []]
    with room(common, name, side) as hq:
        node = whole(hq, name, node, "nodes")
        come = [whole(hq, name, one, "assets") for one in assets or ()]
        done = hq.campaigns.begin(
            name, node, come or None, seats=seats, dice=dice, key=common.key, expected=common.expected
        )
        if not isinstance(done, Acted) or not done.fought or not bots.ours(hq, done.fought):
            status = printing.answer(done, common.json)
            if isinstance(done, Acted) and done.battle and not done.fought and not common.json:
                output.say("It is fought at a real table. The form of its return, to fill in and file:")
                output.say(f"  {line('campaign', 'return', done.diary, done.battle)} > FILE.toml")
                output.say(f"  {line('campaign', 'file', done.diary, done.battle, 'FILE.toml')}")
            return status
        followed = bots.follow(hq.looking_as(None), done.fought, hq.battles.head(done.fought))
        if not common.json:
            printing.answer(done, False)
            bots.tell(followed)
            if followed.info.verdict is not None:
                output.say(f"Its return: {line('campaign', 'file', done.diary, done.battle)}")
        else:
            output.as_renamed(done, printing.NAMES, {"bots": bots.as_data(followed)} if followed.log else {})
        return 0


@campaign.command
def cancel(
    name: CampaignId, battle: Battle, *, why: str = "", side: For = None,
    common: Asking = ANYHOW,
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
        battle = whole(hq, name, battle, "battles")
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
        battle = whole(hq, name, battle, "battles")
        if common.json:
            output.as_json(hq.campaigns.returns.form(name, battle))
        else:
            output.say(hq.campaigns.returns.text(name, battle, csv).rstrip())
    return 0


@campaign.command
def file(
    name: CampaignId,
    battle: Battle,
    path: Annotated[
        Path | None, Parameter(help="The return, filled in; left out, the draft, or what the diary says.")
    ] = None,
    *,
    draft: Annotated[bool, Parameter(help="Keep it as a draft.", negative="")] = False,
    side: For = None,
    common: Asking = ANYHOW,
) -> int:
    """File the return of a battle: of its diary, of its draft, or from a TOML or CSV file.

    Example: wardiary campaign file korea no-name-ridge-1 ridge.toml
    """
    with room(common, name, side) as hq:
        battle = whole(hq, name, battle, "battles")
        do_it = hq.campaigns.returns.draft if draft else hq.campaigns.returns.file
        done = do_it(name, battle, path, key=common.key, expected=common.expected)
        status = printing.answer(placed(hq, done, path), common.json)
        if draft and isinstance(done, Acted) and not common.json:
            output.say(f"It is a draft. To file it: {line('campaign', 'file', done.diary, battle)}")
        return status
