"""Commands that read the record, check it, and take it elsewhere."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from campaign.headquarters import MOST_ENTRIES
from campaign.rules.refused import Refused
from campaign.rules.wording import count
from campaign.shared.answers import Exported
from tui.cli import output
from tui.cli.app import NOBODY, BattleId, Common, Seals, Viewer, app, door
from tui.cli.battles import printing
from tui.cli.reports import Force, free


@app.command
def state(
    battle: BattleId,
    *,
    at: Annotated[int | None, Parameter(help="As it was after this entry.")] = None,
    viewer: Viewer = None,
    common: Common = NOBODY,
) -> int:
    """Show how a battle stands, now or after any entry.

    Example: wardiary state BATTLE --at 12 --as SIDE
    """
    with door(common, viewer) as hq:
        view = hq.battles.view(battle, at)
    return output.found(view, printing.state, common.json)


@app.command
def readings(battle: BattleId, *, common: Common = NOBODY) -> int:
    """How the rules are read in a battle where their text leaves something open, with rule and question.

    Example: wardiary readings BATTLE
    """
    with door(common) as hq:
        found = hq.battles.view(battle).readings
    return output.found(found, printing.readings, common.json)


@app.command
def log(
    battle: BattleId,
    *,
    after: Annotated[int, Parameter(help="Only entries after this one.")] = 0,
    viewer: Viewer = None,
    everything: Annotated[
        bool, Parameter(name="--all", help="What was taken back, too.", negative="")
    ] = False,
    common: Common = NOBODY,
) -> int:
    """Tell a battle entry by entry, with its dice and the rules behind them.

    Example: wardiary log BATTLE --all
    """
    with door(common, viewer) as hq:
        newest = hq.battles.head(battle)
        if not 0 <= after <= newest:
            raise Refused(f"There is no entry {after}.", "", [f"0 to {newest}"], "--after")
        found = hq.battles.log(battle, after)
    return output.found(found, partial(printing.log, everything=everything), common.json)


@app.command
def show(battle: BattleId, entry: int, *, viewer: Viewer = None, common: Common = NOBODY) -> int:
    """Show one entry whole: action, draws and what they were for, events, rule numbers, seal.

    Example: wardiary show BATTLE 12 --as SIDE
    """
    with door(common, viewer) as hq:
        found = hq.battles.show(battle, entry)
    return output.found(found, printing.detail, common.json)


@app.command
def diff(battle: BattleId, a: int, b: int, *, viewer: Viewer = None, common: Common = NOBODY) -> int:
    """What is different after entry B, compared with entry A.

    Example: wardiary diff BATTLE 3 12
    """
    with door(common, viewer) as hq:
        found = hq.battles.difference(battle, a, b)
    return output.found(found, output.changes, common.json)


@app.command
def verify(battle: BattleId, *, seal: Seals = None, common: Common = NOBODY) -> int:
    """Check a battle: chain, charts, states, dice, and every decision again. Exit status 1 names the first entry that
    does not hold; 3 says that what could be checked holds, and lists what could not.

    Example: wardiary verify BATTLE --seal 57:0123456789abcdef
    """
    with door(common) as hq:
        found = hq.battles.verify(battle, seal or ())
    return output.verified(found, common.json)


@app.command
def export(
    file: Path,
    battle: Annotated[list[str] | None, Parameter(help="Battles; all if none is named.", negative="")] = None,
    *,
    with_secrets: Annotated[
        bool, Parameter(help="Also the keys of dice still sealed: not for players.", negative="")
    ] = False,
    viewer: Annotated[
        str | None,
        Parameter(
            name="--as", help="Only what this side (umpire; '' an observer) may see: to read, not to import."
        ),
    ] = None,
    force: Force = False,
    common: Common = NOBODY,
) -> int:
    """Write battles to one file (NDJSON; gzipped if it ends in .gz): whole, or as one side may see them.

    Example: wardiary export battle.ndjson.gz BATTLE
    """
    if not file.parent.is_dir():
        raise Refused(f"There is no folder {file.parent}.", where="FILE")
    if viewer is not None and with_secrets:
        raise Refused("The secrets of the dice are for whoever keeps the diaries, not for a viewer.")
    free(file, force, common)
    with door(common, viewer) as hq:
        if viewer is None:
            found = hq.export(file, battle, with_secrets=with_secrets)
        else:
            found = Exported(hq.battles.excerpt(file, battle))
    if common.json:
        output.as_json({"file": str(file), **msgspec.to_builtins(found)})
    else:
        output.say(f"{count(found.entries, 'entry', 'entries')} written to {file}.")
        for why in found.left_out:
            output.say(f"Left out: {why}")
    return 0


@app.command(name="import")
def import_(
    file: Path,
    *,
    continuing: Annotated[
        list[str] | None,
        Parameter(
            name="--continue",
            help="A battle or campaign whose dice are rolled here, and that may go on by the file. May be repeated.",
            negative="",
        ),
    ] = None,
    entries: Annotated[int, Parameter(help="How many new entries it may bring at the most.")] = MOST_ENTRIES,
    common: Common = NOBODY,
) -> int:
    """Take battles from a file. It is verified and read through first; what is here already stays.

    Example: wardiary import battle.ndjson.gz --continue BATTLE
    """
    if not file.is_file():
        raise Refused(f"There is no file {file}.", where="FILE")
    with door(common) as hq:
        found = hq.import_(file, continuing or (), entries=entries)
    if common.json:
        output.as_json({"file": str(file), **msgspec.to_builtins(found)})
    else:
        output.say(f"{count(found.entries, 'new entry', 'new entries')}.")
        for note in found.notes:
            output.say(note)
    return 0
