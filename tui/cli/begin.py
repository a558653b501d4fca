"""Commands that begin a battle or open one."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from cyclopts import Parameter

from campaign.headquarters import SOMEBODY
from campaign.rosters import read_roster
from campaign.rules.refused import Refused
from campaign.rules.system import ScenarioInfo, Setting, System
from campaign.table import Seat
from tui.cli import output
from tui.cli.app import DIGITS, NOBODY, Common, app, door


@app.command
def scenarios(*, system: str | None = None, common: Common = NOBODY) -> int:
    """List the scenarios of all rule systems.

    Example: wardiary scenarios --system SYSTEM
    """
    with door(common) as hq:
        found = hq.scenarios(system)
        problems = [pack for pack in hq.packs() if pack.problem]
    if common.json:
        rows = [_described(one, info) for one, info in found]
        output.as_json(rows)
    else:
        output.table([(info.id, one.id, info.title, info.summary) for one, info in found])
    for pack in problems:
        print(f"{pack.system} has no scenarios now. {pack.problem}", file=sys.stderr)
    return 0


def _described(system: System, info: ScenarioInfo) -> dict[str, Any]:
    fields = msgspec.structs.asdict(info)
    return {"id": fields.pop("id"), "system": system.id, **fields}


@app.command
def scenario(id: str, *, system: str | None = None, common: Common = NOBODY) -> int:
    """Show one scenario: its sides, its notes, and the settings that `wardiary new` takes.

    Example: wardiary scenario SCENARIO
    """
    with door(common) as hq:
        one, info = hq.scenario(id, system)
    if common.json:
        output.as_json(_described(one, info))
    else:
        output.scenario(one.title, info)
    return 0


@app.command
def new(
    scenario: str,
    *,
    seat: Annotated[
        list[str] | None,
        Parameter(help="SIDE=PLAYER, or SIDE=bot:NAME for a bot; may be repeated.", negative=""),
    ] = None,
    title: str = "",
    dice: Annotated[
        Literal["sealed", "typed"], Parameter(help="Sealed dice, or real ones typed in.")
    ] = "sealed",
    undo: Annotated[
        Literal["free", "consent"] | None,
        Parameter(help="Whether undoing dice needs the opponent; free if you play alone."),
    ] = None,
    option: Annotated[
        list[str] | None,
        Parameter(
            help="NAME=VALUE, as `wardiary scenario` lists them; a roster also as @FILE.toml. May be repeated.",
            negative="",
        ),
    ] = None,
    system: str | None = None,
    player: str = SOMEBODY,
    common: Common = NOBODY,
) -> int:
    """Begin a battle.

    Example: wardiary new SCENARIO --seat SIDE=bot:random --option NAME=VALUE
    """
    seats = [seat_of(text) for text in seat or []]
    with door(common) as hq:
        settings = {one.id: one for one in hq.scenario(scenario, system)[1].settings}
        options = dict(_option(text, settings) for text in option or [])
        return output.answer(
            hq.new(
                scenario,
                system=system,
                title=title,
                seats=seats,
                dice=dice,
                undo=undo,
                options=options,
                player=player,
            ),
            common.json,
        )


def seat_of(text: str) -> Seat:
    """SIDE=PLAYER or SIDE=bot:NAME. Raises Refused."""
    side, equals, who = text.partition("=")
    if not equals or not who:
        raise Refused(f"{text!r} is not a seat.", "", ["SIDE=PLAYER", "SIDE=bot:NAME"], "--seat")
    return Seat(side, bot=who[4:]) if who.startswith("bot:") else Seat(side, who)


def _option(text: str, settings: Mapping[str, Setting]) -> tuple[str, Any]:
    """NAME=VALUE with the value as its setting wants it; headquarters says what is wrong with one that does not fit."""
    name, equals, value = text.partition("=")
    if not equals:
        raise Refused(f"{text!r} is not NAME=VALUE.", "", [f"{one}=…" for one in settings], "--option")
    kind = settings[name].kind if name in settings else ""
    if kind == "switch" and value in ("true", "false"):
        return name, value == "true"
    if kind == "number" and value.removeprefix("-").isdecimal() and len(value) < DIGITS:
        return name, int(value)
    if kind == "roster" and value.startswith("@"):
        return name, read_roster(Path(value[1:]))
    return name, value


@app.command(name="list")
def list_(*, common: Common = NOBODY) -> int:
    """List your battles and where they stand.

    Example: wardiary list
    """
    with door(common) as hq:
        found = hq.battles()
    return output.found(found, output.battles, common.json)


@app.command
def play(battle: str | None = None, *, common: Common = NOBODY) -> int:
    """Open the terminal program: on a battle, on what you played last, or on the sample campaign.

    Example: wardiary play
    """
    from tui import run  # Textual is slow to import; nothing else needs it

    with door(common) as hq:
        campaign = ""
        if battle is None:
            found = [*hq.sample_campaigns()[:1], ""]
            hq.samples()
            battle, campaign = (None, found[0]) if found[0] else (hq.last_played(), hq.last_campaign())
        else:
            hq.info(battle)
        return run(hq, battle, campaign)
