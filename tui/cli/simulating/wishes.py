"""What the commands that simulate take: which bots, how many battles, and what of them is wanted."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from msgspec.structs import replace

from campaign.rules.options import Setting
from campaign.rules.refused import Refused
from campaign.rules.wording import noun
from campaign.simulation.answers import Extent, Setup
from tui.cli.battles.opening import options_of
from tui.cli.tables import seat_of

_Count = Annotated[int | None, Parameter(help="Of each pairing of bots; 200 if left out.")]
_Until = Annotated[
    str, Parameter(help="Go on until every share of wins is known to so many points, such as ±5.")
]
_Seats = Annotated[
    list[str] | None,
    Parameter(
        help="SIDE=bot:NAME; the best bot if left out. Repeated for one side: each of them in turn.",
        negative="",
    ),
]
_Matrix = Annotated[
    bool, Parameter(help="Every bot against every bot, where no seat says otherwise.", negative="")
]
_Jobs = Annotated[int, Parameter(help="Processes; one on each core if left out. The table is the same.")]
_Number = Annotated[int | None, Parameter(help="Only this battle again, told step by step.")]
_Save = Annotated[bool, Parameter(help="With --battle: play it into a diary.", negative="")]
_Compare = Annotated[
    list[str] | None,
    Parameter(
        help="NAME=VALUE or SIDE=bot:NAME: fight it with this changed too, with the same seeds. May be repeated.",
        negative="",
    ),
]
_Odds = Annotated[
    int,
    Parameter(
        help="In so many battles of each pairing, reckon the chance of every attack that was let be. It takes its time."
    ),
]
_Report = Annotated[Path | None, Parameter(help="Write the tables to this file, .html with plots or .md.")]


@Parameter(name="*")
@dataclass
class Wishes:
    """How much is fought, by whom, and what becomes of it."""

    battles: _Count = None
    until: _Until = ""
    seat: _Seats = None
    matrix: _Matrix = False
    compare: _Compare = None
    seed: Annotated[int, Parameter(help="Battle n of a seed is always the same one.")] = 1
    jobs: _Jobs = 0
    odds: _Odds = 0
    battle: _Number = None
    save: _Save = False
    report: _Report = None
    force: Annotated[bool, Parameter(help="Write over a report that is there.", negative="")] = False

    def extent(self) -> Extent:
        """Raises Refused."""
        if self.battles is not None and self.battles < 1:
            raise Refused(f"{self.battles} battles cannot be fought.", "", ["1 or more"], "--battles")
        return Extent(self.battles or 0, _points(self.until), self.seed, self.jobs, self.odds)


USUAL = Wishes()


def bots_of(seats: Sequence[str] | None) -> dict[str, tuple[str, ...]]:
    """Side → its bots. Raises Refused."""
    found: dict[str, tuple[str, ...]] = {}
    for text in seats or ():
        seat = seat_of(text)
        if not seat.bot:
            reason = f"{text!r} seats a player: only bots fight a battle many times."
            raise Refused(reason, "", [f"{seat.side}=bot:NAME"], "--seat")
        found[seat.side] = (*found.get(seat.side, ()), seat.bot)
    return found


def changed(setup: Setup, changes: Sequence[str], settings: Mapping[str, Setting]) -> Setup:
    """The setup with other bots or options. Raises Refused."""
    seats = [one for one in changes if one.partition("=")[2].startswith("bot:")]
    others = [one for one in changes if one not in seats]
    options = {**setup.options, **options_of(others, settings, "--compare")}
    return replace(setup, bots={**setup.bots, **bots_of(seats)}, options=options)


def _points(text: str) -> float:
    """Percentage points. Raises Refused."""
    if not text:
        return 0.0
    number = text.strip().removeprefix("±").removeprefix("+-").removesuffix("%").strip()
    try:
        found = float(number)
    except ValueError:
        found = 0.0
    if not 0.5 <= found <= 50:
        raise Refused(f"{text!r} is no number of points.", "", ["0.5 to 50, such as ±5"], "--until")
    return found


def progress(done: int, of: int) -> None:
    """Tells people at a terminal how far it is."""
    if sys.stderr.isatty():
        end = "\n" if done >= of else "\r"
        print(f"{done:,} of {of:,} {noun(of, 'battle')}", end=end, file=sys.stderr, flush=True)
