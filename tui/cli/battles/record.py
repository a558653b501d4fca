"""Commands that read the record, check it, and take it elsewhere."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from campaign.rules.refused import Refused
from tui.cli import output
from tui.cli.app import NOBODY, BattleId, Common, Viewer, app, door
from tui.cli.battles import printing


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
def verify(battle: BattleId, *, common: Common = NOBODY) -> int:
    """Check a battle's chain, states, charts and dice. Exit status 1 names the first entry that does not hold.

    Example: wardiary verify BATTLE
    """
    with door(common) as hq:
        found = hq.battles.verify(battle)
        damage = hq.read_only
    if common.json:
        output.as_json(found)
    elif found.sound:
        output.say(f"{found.entries} entries hold; {found.dice}. Newest seal {found.seal}")
    else:
        output.say(
            f"Entry {found.first_bad} does not hold: {found.why}. {found.entries} entries before it do."
        )
    for note in found.notes if not common.json else ():
        output.say(note)
    return 0 if found.sound and not damage else 1


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
    common: Common = NOBODY,
) -> int:
    """Write battles to one file (NDJSON; gzipped if it ends in .gz): whole, or as one side may see them.

    Example: wardiary export battle.ndjson.gz BATTLE
    """
    if not file.parent.is_dir():
        raise Refused(f"There is no folder {file.parent}.", where="FILE")
    if viewer is not None and with_secrets:
        raise Refused("The secrets of the dice are for whoever keeps the diaries, not for a viewer.")
    with door(common, viewer) as hq:
        if viewer is None:
            entries = hq.export(file, battle, with_secrets=with_secrets)
        else:
            entries = hq.battles.excerpt(file, battle)
    if common.json:
        output.as_json({"file": str(file), "entries": entries})
    else:
        output.say(f"{entries} entries written to {file}.")
    return 0


@app.command(name="import")
def import_(file: Path, *, common: Common = NOBODY) -> int:
    """Take battles from a file. It is verified first; what is here already stays.

    Example: wardiary import battle.ndjson.gz
    """
    if not file.is_file():
        raise Refused(f"There is no file {file}.", where="FILE")
    with door(common) as hq:
        entries = hq.import_(file)
    if common.json:
        output.as_json({"file": str(file), "entries": entries})
    else:
        output.say(f"{entries} new entries.")
    return 0
