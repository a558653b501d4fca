"""Commands that take back and put right: any entry, any return."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, get_args

from cyclopts import Parameter

from campaign.campaigns.answers import Decision
from campaign.rules.refused import Refused
from tui.cli import output
from tui.cli.app import ANYHOW, NOBODY, Asking, CampaignId, Common, campaign, door
from tui.cli.campaign import printing
from tui.cli.campaign.common import placed

CHOICES = ("ENTRY=stand", "ENTRY=keep", "ENTRY=drop", "start=stand", "file=drop", "all=drop")
Decide = Annotated[
    list[str] | None,
    Parameter(
        help="ENTRY=stand, ENTRY=keep or ENTRY=drop, for a conflict; start=stand for all of a kind, all=drop for all."
        " May be repeated.",
        negative="",
        allow_leading_hyphen=True,
    ),
]


@campaign.command
def correct(
    name: CampaignId,
    path: Path,
    *,
    decide: Decide = None,
    plan: Annotated[bool, Parameter(help="Only show what would change.", negative="")] = False,
    common: Asking = ANYHOW,
) -> int:
    """File another return for an earlier battle; what followed is worked out again, conflicts are listed.

    Example: wardiary campaign correct korea ridge.toml --plan
    """
    with door(common) as hq:
        if plan:
            found = hq.campaigns.returns.plan(name, path, _decisions(decide))
            return output.found(found, printing.plan, common.json)
        done = hq.campaigns.returns.correct(
            name, path, _decisions(decide), key=common.key, expected=common.expected
        )
        return printing.answer(placed(hq, done, path), common.json)


@campaign.command
def undo(
    name: CampaignId,
    entry: Annotated[int | None, Parameter(help="The newest if left out.")] = None,
    *,
    decide: Decide = None,
    plan: Annotated[bool, Parameter(help="Only show what depends on it.", negative="")] = False,
    expected: Annotated[
        int | None, Parameter(help="The newest entry you have seen: nothing is done if there is a newer one.")
    ] = None,
    common: Common = NOBODY,
) -> int:
    """Take back any entry; what followed it is worked out again without it. --plan shows first what depends on it.

    Example: wardiary campaign undo korea 12 --plan
    """
    with door(common) as hq:
        if plan:
            found = hq.campaigns.plan_undo(name, entry, _decisions(decide))
            return output.found(found, printing.plan, common.json)
        done = hq.campaigns.undo(name, entry, _decisions(decide), expected=expected)
        return printing.answer(done, common.json)


@campaign.command
def redo(name: CampaignId, *, common: Asking = ANYHOW) -> int:
    """Bring back what the newest undo took away.

    Example: wardiary campaign redo korea
    """
    with door(common) as hq:
        return printing.answer(hq.campaigns.redo(name, key=common.key, expected=common.expected), common.json)


@campaign.command
def rewind(name: CampaignId, to: int, *, common: Asking = ANYHOW) -> int:
    """Return to the state after any entry; nothing is deleted.

    Example: wardiary campaign rewind korea 12
    """
    with door(common) as hq:
        return printing.answer(
            hq.campaigns.rewind(name, to, key=common.key, expected=common.expected), common.json
        )


def _decisions(texts: list[str] | None) -> dict[int | str, Decision]:
    found: dict[int | str, Decision] = {}
    for text in texts or []:
        which, _, word = text.partition("=")
        choice: Decision | None = next((one for one in get_args(Decision) if one == word), None)
        if choice is None or not which:
            raise Refused(f"{text!r} is no decision.", "", CHOICES, "--decide")
        found[int(which) if which.removeprefix("-").isdecimal() else which] = choice
    return found
