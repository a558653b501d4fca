"""Commands for the battles of a campaign: begin, call off, file the return."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from campaign.rules.refused import Refused
from campaign.shared.answers import Acted
from tui.cli import output
from tui.cli.app import ANYHOW, NOBODY, Asking, CampaignId, Common, campaign, door
from tui.cli.battles import bots
from tui.cli.campaign import printing
from tui.cli.campaign.common import For, do, half_room, in_role, placed, room, whole
from tui.cli.suggesting import line
from tui.cli.tables import seat_of

Half = Annotated[
    bool, Parameter(help="Of one side alone: what it says of its own, and claims of others.", negative="")
]
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
                output.say(
                    "Or each side says what came of it, with --half and --side SIDE, and the umpire compares:"
                )
                output.say(f"  {line('campaign', 'halves', done.diary, done.battle)}")
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
    half: Half = False,
    side: For = None,
    common: Common = NOBODY,
) -> int:
    """Print the return of a battle as far as it is known: a form to fill in, or what was filed.

    Example: wardiary campaign return korea no-name-ridge-1 > ridge.toml
    """
    with half_room(common, name, side) if half else in_role(common, side) as (hq, whose):
        battle = whole(hq, name, battle, "battles")
        returns, halves = hq.campaigns.returns, hq.campaigns.halves
        if common.json:
            output.as_json(halves.form(name, battle, whose) if half else returns.form(name, battle))
        else:
            text = halves.text(name, battle, whose, csv) if half else returns.text(name, battle, csv)
            output.say(text.rstrip())
    return 0


@campaign.command
def halves(
    name: CampaignId,
    battle: Battle,
    *,
    entry: Annotated[int | None, Parameter(help="As they were at this entry.")] = None,
    common: Common = NOBODY,
) -> int:
    """Lay side by side what the sides say of a battle at a real table: what agrees, and what the umpire decides.

    Example: wardiary campaign halves korea no-name-ridge-1
    """
    with door(common) as hq:
        battle = whole(hq, name, battle, "battles")
        found = hq.campaigns.halves.laid(name, battle, entry)
        if common.json:
            output.as_json(found)
        else:
            printing.halves(name, found)
    return 0


@campaign.command
def file(
    name: CampaignId,
    battle: Battle,
    path: Annotated[
        Path | None, Parameter(help="The return, filled in; left out, the draft, the halves, or the diary.")
    ] = None,
    *,
    draft: Annotated[bool, Parameter(help="Keep it as a draft.", negative="")] = False,
    half: Half = False,
    side: For = None,
    common: Asking = ANYHOW,
) -> int:
    """File the return of a battle: of its diary, its draft or its halves, or from a TOML or CSV file.

    Example: wardiary campaign file korea no-name-ridge-1 ridge.toml
    """
    if half:
        return _give(name, battle, path, draft, side, common)
    with room(common, name, side) as hq:
        battle = whole(hq, name, battle, "battles")
        do_it = hq.campaigns.returns.draft if draft else hq.campaigns.returns.file
        done = do_it(name, battle, path, key=common.key, expected=common.expected)
        status = printing.answer(placed(hq, done, path), common.json)
        if draft and isinstance(done, Acted) and not common.json:
            output.say(f"It is a draft. To file it: {line('campaign', 'file', done.diary, battle)}")
        return status


def _give(name: str, battle: str, path: Path | None, draft: bool, side: str | None, common: Asking) -> int:
    """A side's half of a return, from a file."""
    if draft or path is None:
        why = (
            "A half is kept for the umpire as it is: leave out --draft."
            if draft
            else "Give the file of the half."
        )
        raise Refused(why, "", ["FILE --half"])
    with half_room(common, name, side) as (hq, whose):
        battle = whole(hq, name, battle, "battles")
        done = hq.campaigns.halves.give(name, battle, path, whose, key=common.key, expected=common.expected)
        status = printing.answer(placed(hq, done, path), common.json)
        if isinstance(done, Acted) and not common.json:
            output.say(
                "The umpire compares it with what the others say; until he files, a newer one takes its place."
            )
        return status
