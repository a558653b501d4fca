"""The command line's frame: what all commands share. Each command asks headquarters and prints the answer."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from campaign import __version__
from campaign.headquarters import Headquarters
from campaign.shared.callers import SOMEBODY, local
from campaign.shared.plain import plain

app = App(
    name="wardiary",
    version=f"wardiary {__version__}",
    help=(
        "Keep the war diary of table-top armoured battles: play, take back, replay, verify.\n\n"
        "Example: wardiary scenarios, wardiary new SCENARIO, wardiary legal BATTLE, wardiary act BATTLE 1"
    ),
)
packs = App(name="packs", help="The data of the rule systems, and your own copies of it.")
app.command(packs)
roster = App(
    name="roster", help="One force: those of the packs, and your own, kept as TOML files in the data folder."
)
app.command(roster)
campaign = App(
    name="campaign",
    help=(
        "Campaigns of many battles: crews, ammunition, repairs, the calendar, and the record of it all.\n\n"
        "Example: wardiary campaign samples, wardiary campaign new SAMPLE, wardiary campaign show CAMPAIGN"
    ),
)
app.command(campaign)


@Parameter(name="*")
@dataclass
class Common:
    """home: the data folder. player: who calls. json: print JSON, for scripts."""

    home: Annotated[Path | None, Parameter(help="The data folder, instead of the usual one.")] = None
    player: Annotated[str, Parameter(help="Your player id.", env_var="WARDIARY_PLAYER")] = SOMEBODY
    json: Annotated[bool, Parameter(help="Print JSON, for scripts.", negative="")] = False


@Parameter(name="*")
@dataclass
class Actor:
    """Who acts."""

    side: Annotated[
        str | None, Parameter(help="The side you act for; the one that is asked if left out.")
    ] = None


Viewer = Annotated[
    str | None, Parameter(name=["--as", "--viewer"], help="A side, or umpire; your own side if left out.")
]
CampaignId = Annotated[str, Parameter(help="The campaign's id, as `wardiary campaign list` shows it.")]
BattleId = Annotated[str, Parameter(help="The battle's id, as `wardiary list` shows it.")]
Archived = Annotated[bool, Parameter(help="What was put away, too.", negative="")]
Back = Annotated[bool, Parameter(help="List it again.", negative="")]
Seals = Annotated[
    list[str] | None,
    Parameter(
        name="--seal", help="An entry as it was shown, SEQ:HEX, to compare. May be repeated.", negative=""
    ),
]
DIGITS = 10
"""Longer numbers are no numbers of choices, dice or settings."""
NOBODY = Common()
HERE = Actor()


def door(common: Common, role: str | None = None) -> Headquarters:
    """Headquarters in the folder that was asked for, for who asks, in a role of his if one is named; says so if nothing
    can be written there, and what else there is to say."""
    found = Headquarters(common.home).for_(local(common.player).looking_as(role))
    if found.read_only:
        print(f"{found.home.database} is read-only: {found.read_only}", file=sys.stderr)
    for note in found.notes:
        print(plain(note), file=sys.stderr)
    return found
