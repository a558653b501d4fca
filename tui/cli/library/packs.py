"""Commands for the rule systems' data."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from campaign.rules.refused import Refused
from campaign.simulation.answers import Extent
from tui.cli import output
from tui.cli.app import NOBODY, Common, door, packs
from tui.cli.library import printing
from tui.cli.simulating.wishes import progress


@packs.default
def packs_list(*, common: Common = NOBODY) -> int:
    """List the rule systems' packs and what you have replaced in them.

    Example: wardiary packs
    """
    return _packs(common)


@packs.command(name="check")
def packs_check(
    *,
    play: Annotated[
        bool,
        Parameter(help="Let bots fight every scenario of your own, and say what comes of it.", negative=""),
    ] = False,
    battles: Annotated[int, Parameter(help="With --play: of each scenario.")] = 20,
    jobs: Annotated[int, Parameter(help="With --play: processes; one on each core if left out.")] = 0,
    system: Annotated[str | None, Parameter(help="With --play: only scenarios of this rule system.")] = None,
    common: Common = NOBODY,
) -> int:
    """Check every pack, your own files included. Exit status 1 if one is unsound.

    Example: wardiary packs check --play
    """
    if not play:
        return _packs(common)
    if battles < 1:
        raise Refused(f"{battles} battles cannot be fought.", "", ["1 or more"], "--battles")
    with door(common) as hq:
        found = hq.simulations.trials(system, Extent(battles, jobs=jobs), progress)
    return output.found(found, printing.trials, common.json)


def _packs(common: Common) -> int:
    with door(common) as hq:
        found = hq.packs.all()
    if common.json:
        output.as_json(found)
    else:
        for pack in found:
            output.say(f"{pack.system} {pack.version}: {pack.problem or 'sound'}")
            if pack.digest:
                output.say(f"  digest  {pack.digest}")
            output.say(
                f"  yours   {', '.join(pack.overridden) or 'nothing replaced'} ({pack.folder} in the data folder)"
            )
    return 1 if any(pack.problem for pack in found) else 0


@packs.command(name="copy")
def packs_copy(system: str, file: str, *, common: Common = NOBODY) -> int:
    """Copy a data file into your data folder, to change it there.

    Example: wardiary packs copy SYSTEM FILE
    """
    with door(common) as hq:
        target = hq.packs.copy(system, file)
    if common.json:
        output.as_json({"file": str(target)})
    else:
        output.say(f"Change it here: {target}. New battles use it; battles under way keep their charts.")
    return 0


@packs.command(name="files")
def packs_files(system: str, *, common: Common = NOBODY) -> int:
    """List the data files of a rule system: what each is, and by what its rows are told apart.

    Example: wardiary packs files SYSTEM
    """
    with door(common) as hq:
        found = hq.packs.files(system)
    return output.found(found, printing.data_files, common.json)


@packs.command(name="diff")
def packs_diff(system: str, file: str = "", *, common: Common = NOBODY) -> int:
    """Say what your own files change, or one of them.

    Example: wardiary packs diff SYSTEM
    """
    with door(common) as hq:
        found = hq.packs.diff(system, file)
    return output.found(found, printing.own_files, common.json)


@packs.command(name="new")
def packs_new(
    kind: Literal["scenario", "board", "chart"],
    system: str,
    name: Annotated[str, Parameter(help="The id of the scenario or board, or the name of the chart's file.")],
    *,
    common: Common = NOBODY,
) -> int:
    """Write a scenario, a board or a chart of your own to begin with: it is sound, and says what may be changed.

    Example: wardiary packs new scenario SYSTEM NAME
    """
    with door(common) as hq:
        target = hq.packs.new(kind, system, name)
    if common.json:
        output.as_json({"file": str(target)})
    else:
        output.say(f"Change it here: {target}. `wardiary packs check` tells whether it is sound.")
    return 0
