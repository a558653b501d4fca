"""Commands that change a campaign: orders, time, battles and their returns, and taking things back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from cyclopts import Parameter

from campaign.answers import Refusal
from campaign.headquarters import SOMEBODY
from campaign.ledger import actions as a
from campaign.ledger.returns import write_return
from campaign.ledger.sheets import read_file
from campaign.rewriting import Decision
from campaign.rules.refused import Refused
from campaign.rules.system import UMPIRE
from tui.cli import campaign_output, output
from tui.cli.app import NOBODY, CampaignId, Common, campaign, door
from tui.cli.begin import seat_of

For = Annotated[str, Parameter(help="The side that you act for, or umpire.")]
Player = Annotated[str, Parameter(help="Your player id.")]
Battle = Annotated[str, Parameter(help="The battle's id in the campaign, such as obong-ni-1.")]
Decide = Annotated[
    list[str] | None,
    Parameter(help="ENTRY=drop or ENTRY=keep, for a conflict; may be repeated.", negative=""),
]


def do(name: str, action: Any, side: str, player: str, common: Common) -> int:
    """Ask for it, and print what came of it."""
    with door(common) as hq:
        return campaign_output.answer(hq.campaign_act(name, action, side=side, player=player), common.json)


@campaign.command
def act(
    name: CampaignId, action: str, *, side: For = UMPIRE, player: Player = SOMEBODY, common: Common = NOBODY
) -> int:
    """Do anything at all, as JSON.

    Example: wardiary campaign act korea '{"kind": "award", "person": "novak", "award": "Silver Star"}'
    """
    return do(name, action, side, player, common)


@campaign.command
def advance(
    name: CampaignId,
    days: int = 1,
    *,
    stop: Annotated[bool, Parameter(help="Stop as soon as a scenario can be fought.", negative="")] = False,
    player: Player = SOMEBODY,
    common: Common = NOBODY,
) -> int:
    """Let days pass: wounds heal, workshops work, stores arrive, scenarios open.

    Example: wardiary campaign advance korea 30 --stop
    """
    return do(name, {"kind": "advance", "days": days, "stop": stop}, UMPIRE, player, common)


@campaign.command
def transfer(
    name: CampaignId, id: str, to: str, *, post: str = "", side: For = UMPIRE, player: Player = SOMEBODY,
    common: Common = NOBODY,
) -> int:  # fmt: skip
    """Move a person to a post or a formation, or an asset or a formation to a formation.

    Example: wardiary campaign transfer korea haskell a33 --post gunner
    """
    return do(name, a.Transfer(id, to, post), side, player, common)


@campaign.command
def promote(
    name: CampaignId,
    person: str,
    rank: str,
    *,
    side: For = UMPIRE,
    player: Player = SOMEBODY,
    common: Common = NOBODY,
) -> int:
    """Give somebody another rank.

    Example: wardiary campaign promote korea haskell Sgt
    """
    return do(name, {"kind": "promote", "person": person, "rank": rank}, side, player, common)


@campaign.command
def award(
    name: CampaignId,
    person: str,
    award: str,
    *,
    side: For = UMPIRE,
    player: Player = SOMEBODY,
    common: Common = NOBODY,
) -> int:
    """Give somebody an award.

    Example: wardiary campaign award korea haskell "Bronze Star"
    """
    return do(name, {"kind": "award", "person": person, "award": award}, side, player, common)


@campaign.command
def rename(
    name: CampaignId,
    id: str,
    to: str,
    *,
    side: For = UMPIRE,
    player: Player = SOMEBODY,
    common: Common = NOBODY,
) -> int:
    """Call a person, an asset or a formation something else.

    Example: wardiary campaign rename korea a32 "A-32 Lucky Seven"
    """
    return do(name, {"kind": "rename", "id": id, "name": to}, side, player, common)


@campaign.command
def disband(
    name: CampaignId,
    formation: str,
    *,
    side: For = UMPIRE,
    player: Player = SOMEBODY,
    common: Common = NOBODY,
) -> int:
    """Disband a formation; what is in it goes to the one above.

    Example: wardiary campaign disband korea 3plt
    """
    return do(name, a.Disband(formation), side, player, common)


@campaign.command
def replace(
    name: CampaignId, asset: str, post: str, *, pool: str = "", side: For = UMPIRE, player: Player = SOMEBODY,
    common: Common = NOBODY,
) -> int:  # fmt: skip
    """Fill an empty post from a pool of replacements.

    Example: wardiary campaign replace korea a33 gunner
    """
    return do(name, a.Replace(asset, post, pool), side, player, common)


@campaign.command
def repair(
    name: CampaignId, asset: str, damage: str, *, depot: str = "", side: For = UMPIRE, player: Player = SOMEBODY,
    common: Common = NOBODY,
) -> int:  # fmt: skip
    """Send a damaged asset to the workshop; "wreck" repairs a wreck.

    Example: wardiary campaign repair korea a33 turret
    """
    return do(name, a.Repair(asset, damage, depot), side, player, common)


@campaign.command
def strip(
    name: CampaignId, asset: str, *, depot: str = "", side: For = UMPIRE, player: Player = SOMEBODY,
    common: Common = NOBODY,
) -> int:  # fmt: skip
    """Take a damaged asset or a wreck apart for parts.

    Example: wardiary campaign strip korea a33
    """
    return do(name, a.Strip(asset, depot), side, player, common)


@campaign.command
def load(
    name: CampaignId, asset: str, *, depot: str = "", side: For = UMPIRE, player: Player = SOMEBODY,
    common: Common = NOBODY,
) -> int:  # fmt: skip
    """Fill an asset up from a depot.

    Example: wardiary campaign load korea a33
    """
    return do(name, a.Load(asset, depot), side, player, common)


@campaign.command
def enrol(name: CampaignId, path: Path, *, player: Player = SOMEBODY, common: Common = NOBODY) -> int:
    """Add people, assets, formations, depots and pools from a TOML or CSV file: all of it or nothing.

    Example: wardiary campaign enrol korea people.csv
    """
    with door(common) as hq:
        action = hq.read_orders_file(path)
        return campaign_output.answer(hq.campaign_act(name, action, player=player), common.json)


@campaign.command
def amend(
    name: CampaignId,
    id: str,
    field: Annotated[str, Parameter(help="Such as xp, status, stores.main, points.")],
    value: Annotated[str, Parameter(help="JSON, or plain words.")],
    reason: str,
    *,
    player: Player = SOMEBODY,
    common: Common = NOBODY,
) -> int:
    """Change anything by word of the umpire, with a reason that stands in the record.

    Example: wardiary campaign amend korea a33 stores.main 40 "the crates were miscounted"
    """
    try:
        found: Any = msgspec.json.decode(value)
    except msgspec.DecodeError:
        found = value
    action = {"kind": "amend", "id": id, "field": field, "value": found, "reason": reason}
    return do(name, action, UMPIRE, player, common)


@campaign.command(name="set-policy")
def set_policy(
    name: CampaignId, path: Path, reason: str, *, player: Player = SOMEBODY, common: Common = NOBODY
) -> int:
    """Put another policy into force.

    Example: wardiary campaign set-policy korea policy.toml "agreed by all"
    """
    with door(common) as hq:
        hq.read_policy_file(path)
        action = {"kind": "set-policy", "text": read_file(path), "reason": reason}
        return campaign_output.answer(hq.campaign_act(name, action, player=player), common.json)


# -- battles -------------------------------------------------------------------------------------------------------


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
    player: Player = SOMEBODY,
    common: Common = NOBODY,
) -> int:
    """Begin a scenario with the campaign's crews, damage and rounds as they stand.

    Example: wardiary campaign begin korea obong-ni a32 a33 t301 t302 --seat nk=bot:sensible
    """
    seats = [seat_of(text) for text in seat or []]
    with door(common) as hq:
        done = hq.begin(name, node, assets or None, side=side, player=player, seats=seats, dice=dice)
        return campaign_output.answer(done, common.json)


@campaign.command
def cancel(
    name: CampaignId, battle: Battle, *, why: str = "", side: For = UMPIRE, player: Player = SOMEBODY,
    common: Common = NOBODY,
) -> int:  # fmt: skip
    """Call off a battle that was begun.

    Example: wardiary campaign cancel korea obong-ni-1
    """
    return do(name, a.Cancel(battle, why), side, player, common)


@campaign.command
def resume(name: CampaignId, battle: Battle, *, player: Player = SOMEBODY, common: Common = NOBODY) -> int:
    """Open the diary of a battle that was begun when the program was cut off.

    Example: wardiary campaign resume korea obong-ni-1
    """
    with door(common) as hq:
        return campaign_output.answer(hq.resume(name, battle, player=player), common.json)


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
        found = hq.return_form(name, battle)
    if common.json:
        output.as_json(found)
    else:
        output.say(write_return(found, csv).rstrip())
    return 0


@campaign.command
def file(
    name: CampaignId,
    battle: Battle,
    path: Path | None = None,
    *,
    draft: Annotated[bool, Parameter(help="Keep it as a draft.", negative="")] = False,
    side: For = UMPIRE,
    player: Player = SOMEBODY,
    common: Common = NOBODY,
) -> int:
    """File the return of a battle: of its diary, of its draft, or from a TOML or CSV file.

    Example: wardiary campaign file korea no-name-ridge-1 ridge.toml
    """
    with door(common) as hq:
        content = hq.read_return_file(path) if path else None
        done = hq.file(name, battle, content, side=side, player=player, draft_only=draft)
        return campaign_output.answer(_placed(done, path), common.json)


def _placed(done: Any, path: Path | None) -> Any:
    """A refusal of what stands in a file names the file."""
    if isinstance(done, Refusal) and path is not None and done.where.startswith("$.content."):
        line = located(path, done.where.removeprefix("$.content."))
        return msgspec.structs.replace(done, where=line)
    return done


def located(path: Path, place: str) -> str:
    """File and line of a place in a return."""
    from campaign.ledger.returns import line_in_return

    return line_in_return(read_file(path), str(path), place)


@campaign.command
def correct(
    name: CampaignId,
    path: Path,
    *,
    decide: Decide = None,
    plan: Annotated[bool, Parameter(help="Only show what would change.", negative="")] = False,
    player: Player = SOMEBODY,
    common: Common = NOBODY,
) -> int:
    """File another return for an earlier battle; what followed is worked out again, conflicts are listed.

    Example: wardiary campaign correct korea ridge.toml --plan
    """
    with door(common) as hq:
        content = hq.read_return_file(path)
        if plan:
            found = hq.plan_correction(name, content, _decisions(decide))
            return output.found(found, campaign_output.plan, common.json)
        done = hq.correct(name, content, _decisions(decide), player=player)
        return campaign_output.answer(_placed(done, path), common.json)


def _decisions(texts: list[str] | None) -> dict[int, Decision]:
    found: dict[int, Decision] = {}
    for text in texts or []:
        entry, _, choice = text.partition("=")
        if not entry.isdecimal() or choice not in ("drop", "keep"):
            raise Refused(f"{text!r} is no decision.", "", ["ENTRY=drop", "ENTRY=keep"], "--decide")
        found[int(entry)] = choice  # type: ignore[assignment]
    return found


@campaign.command
def undo(
    name: CampaignId,
    entry: Annotated[int | None, Parameter(help="The newest if left out.")] = None,
    *,
    decide: Decide = None,
    plan: Annotated[bool, Parameter(help="Only show what depends on it.", negative="")] = False,
    player: Player = SOMEBODY,
    common: Common = NOBODY,
) -> int:
    """Take back any entry; what followed it is worked out again without it. --plan shows first what depends on it.

    Example: wardiary campaign undo korea 12 --plan
    """
    with door(common) as hq:
        if plan:
            if entry is None:
                raise Refused("Say which entry.", where="ENTRY")
            return output.found(
                hq.plan_undo(name, entry, _decisions(decide)), campaign_output.plan, common.json
            )
        return campaign_output.answer(
            hq.undo_entry(name, entry, _decisions(decide), player=player), common.json
        )


@campaign.command
def redo(name: CampaignId, *, player: Player = SOMEBODY, common: Common = NOBODY) -> int:
    """Bring back what the newest undo took away.

    Example: wardiary campaign redo korea
    """
    with door(common) as hq:
        return campaign_output.answer(hq.redo_campaign(name, player=player), common.json)


@campaign.command
def rewind(name: CampaignId, to: int, *, player: Player = SOMEBODY, common: Common = NOBODY) -> int:
    """Return to the state after any entry; nothing is deleted.

    Example: wardiary campaign rewind korea 12
    """
    with door(common) as hq:
        return campaign_output.answer(hq.rewind_campaign(name, to, player=player), common.json)


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
        for done in hq.play_campaign(name, until=until):
            if isinstance(done, Refusal):
                return output.complain(done, common.json)
            if not common.json:
                campaign_output.answer(done, False)
                sys.stdout.flush()
        info = hq.campaign_info(name)
    return output.found(info, lambda one: campaign_output.campaigns([one]), common.json)
