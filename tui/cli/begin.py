"""Commands that begin a battle or open one."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

from cyclopts import Parameter

from campaign.answers import Acted
from campaign.headquarters import SOMEBODY
from campaign.rules.refused import Refused
from campaign.table import Seat
from tui.cli import output
from tui.cli.app import NOBODY, Common, app, door

SAMPLE = "tank-duel"
"""Opened when there is no battle yet."""


@app.command
def scenarios(*, system: str | None = None, common: Common = NOBODY) -> int:
    """List the scenarios of all rule systems.

    Example: wardiary scenarios --system combat-veteran
    """
    with door(common) as hq:
        found = hq.scenarios(system)
        problems = [pack for pack in hq.packs() if pack.problem]
    if common.json:
        rows = [
            {
                "id": info.id,
                "system": one.id,
                "title": info.title,
                "sides": info.sides,
                "summary": info.summary,
                "variant_of": info.variant_of,
                "turns": info.turns,
                "notes": info.notes,
                "source": info.source,
            }
            for one, info in found
        ]
        output.as_json(rows)
    else:
        output.table([(info.id, one.id, info.title, info.summary) for one, info in found])
    for pack in problems:
        print(f"{pack.system} has no scenarios now. {pack.problem}", file=sys.stderr)
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
        list[str] | None, Parameter(help="NAME=true or NAME=false: a switch of the rules.", negative="")
    ] = None,
    system: str | None = None,
    player: str = SOMEBODY,
    common: Common = NOBODY,
) -> int:
    """Begin a battle.

    Example: wardiary new tank-duel --seat nk=bot:sensible
    """
    seats = [_seat(text) for text in seat or []]
    options = dict(_switch(text) for text in option or [])
    with door(common) as hq:
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


def _seat(text: str) -> Seat:
    side, equals, who = text.partition("=")
    if not equals or not who:
        raise Refused(f"{text!r} is not a seat.", "", ["SIDE=PLAYER", "SIDE=bot:NAME"], "--seat")
    return Seat(side, bot=who[4:]) if who.startswith("bot:") else Seat(side, who)


def _switch(text: str) -> tuple[str, bool]:
    name, _, value = text.partition("=")
    if value not in ("true", "false"):
        raise Refused(f"{text!r} is not a switch.", "", [f"{name}=true", f"{name}=false"], "--option")
    return name, value == "true"


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
    """Open the terminal program: on a battle, on the one you played last, or on a sample.

    Example: wardiary play
    """
    from tui import run  # Textual is slow to import; nothing else needs it

    with door(common) as hq:
        if battle is None:
            battle = hq.last_played()
        else:
            hq.info(battle)
        if battle is None and not hq.battles():
            sample = hq.new(SAMPLE, seats=[Seat("nk", bot="sensible")])
            if not isinstance(sample, Acted):
                return output.answer(sample, common.json)
            battle = sample.battle
        return run(hq, battle)
