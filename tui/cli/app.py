"""The command line's frame: what all commands share. Each command asks headquarters and prints the answer."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, NamedTuple

from cyclopts import App, Parameter

from campaign import __version__
from campaign.headquarters import Headquarters
from campaign.shared.callers import SOMEBODY, local
from campaign.shared.plain import plain
from campaign.shared.progress import told

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
systems = App(
    name="systems", help="Rule systems of your own: a skeleton to begin with, and whether one holds."
)
app.command(systems)
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

SERVER = "WARDIARY_SERVER"
"""The environment variable with the address of a server."""
Key = Annotated[str, Parameter(help="Your own key: the same key again does nothing twice.")]
Expected = Annotated[
    int | None, Parameter(help="The newest entry you have seen: nothing is done if there is a newer one.")
]


@Parameter(name="*")
@dataclass
class Common:
    """home: the data folder. server: its address, where the diaries lie on one; None if none is named.

    player: who calls. json: print JSON, for scripts.
    """

    home: Annotated[Path | None, Parameter(help="The data folder, instead of the usual one.")] = None
    server: Annotated[
        str | None,
        Parameter(help="The address of a server to ask, see `wardiary login`. [env var: WARDIARY_SERVER]"),
    ] = None
    player: Annotated[str, Parameter(help="Your player id.", env_var="WARDIARY_PLAYER")] = SOMEBODY
    json: Annotated[bool, Parameter(help="Print JSON, for scripts.", negative="")] = False

    @property
    def asked(self) -> str:
        """The server that is asked, "" for none: who names a data folder and no server means the diaries in it."""
        usual = "" if self.home is not None else os.environ.get(SERVER, "")
        return usual if self.server is None else self.server

    @property
    def passed_over(self) -> str:
        """The server that the environment names, and that is not asked for a data folder was named."""
        return os.environ.get(SERVER, "") if self.home is not None and self.server is None else ""


@Parameter(name="*")
@dataclass
class Asking(Common):
    """What also says on what terms something is asked for."""

    key: Key = ""
    expected: Expected = None


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


class IdOf(NamedTuple):
    """Marks a parameter that names diaries of these kinds: a beginning of their ids is enough (`tui.cli.ids`)."""

    kinds: tuple[str, ...]


CampaignId = Annotated[
    str, Parameter(help="The campaign's id, as `wardiary campaign list` shows it."), IdOf(("campaign",))
]
BattleId = Annotated[str, Parameter(help="The battle's id, as `wardiary list` shows it."), IdOf(("battle",))]
DiaryId = Annotated[str, Parameter(help="A battle's or campaign's id."), IdOf(("battle", "campaign"))]
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
ANYHOW = Asking()
HERE = Actor()


class Place(NamedTuple):
    """Where headquarters is: in a data folder, or on a server, as one player."""

    home: Path | None
    server: str
    player: str


OPEN: ContextVar[dict[Place, Headquarters] | None] = ContextVar("OPEN", default=None)
"""Headquarters that stay open for the commands to come; None where each command opens its own."""


@contextmanager
def staying_open() -> Generator[None]:
    """What is opened inside stays open up to the end; inside another such, up to the end of that."""
    if OPEN.get() is not None:
        yield
        return
    opened: dict[Place, Headquarters] = {}
    token = OPEN.set(opened)
    try:
        yield
    finally:
        OPEN.reset(token)
        for house in opened.values():
            house.close()


@contextmanager
def door(common: Common, role: str | None = None) -> Generator[Headquarters]:
    """Headquarters in the folder or on the server that was asked for, for who asks, in a role of his if one is named;
    says so if nothing can be written there, and what else there is to say."""
    kept, place = OPEN.get(), Place(common.home, common.asked, common.player if common.asked else "")
    if kept is not None and place in kept:
        with _heard(_for(kept[place], common, role)) as found:
            yield found
        return
    house = _opened(common)
    try:
        found = _for(house, common, role)
        if common.passed_over:
            print(plain(f"--home is asked, and not {common.passed_over} of {SERVER}."), file=sys.stderr)
        if found.read_only:
            print(f"{found.home.database} is read-only: {found.read_only}", file=sys.stderr)
        for note in found.notes:
            print(plain(note), file=sys.stderr)
        if kept is not None:
            kept[place] = house
        with _heard(found), told(_tell if sys.stderr.isatty() else None):
            yield found
    finally:
        if kept is None or kept.get(place) is not house:
            house.close()


@contextmanager
def _heard(found: Headquarters) -> Generator[Headquarters]:
    """Says what there is to say by the end, and was not before."""
    said = len(found.notes)
    try:
        yield found
    finally:
        for note in found.notes[said:]:
            print(plain(note), file=sys.stderr)


def _tell(what: str, done: int, of: int) -> None:
    """A line that is written over, for who waits at a terminal."""
    print(f"\r{what}: {done:,} of {of:,}", end="\n" if done >= of else "", file=sys.stderr, flush=True)


def _opened(common: Common) -> Headquarters:
    if not common.asked:
        return Headquarters(common.home)
    from api.client.headquarters import RemoteHeadquarters  # HTTP is slow to import
    from api.client.tokens import token_of

    token = token_of(common.home, common.asked, "" if common.player == SOMEBODY else common.player)
    return RemoteHeadquarters(common.asked, token, common.home)


def _for(house: Headquarters, common: Common, role: str | None) -> Headquarters:
    return house.looking_as(role) if house.server else house.for_(local(common.player).looking_as(role))
