"""Commands for the rule systems' data."""

from __future__ import annotations

import shutil
from importlib.resources import as_file, files
from pathlib import Path

from campaign.rules.refused import Refused
from campaign.systems import find, package_of
from tui.cli import output
from tui.cli.app import NOBODY, Common, door, packs


@packs.default
def packs_list(*, common: Common = NOBODY) -> int:
    """List the rule systems' packs and what you have replaced in them.

    Example: wardiary packs
    """
    return _packs(common)


@packs.command(name="check")
def packs_check(*, common: Common = NOBODY) -> int:
    """Check every pack, your own files included. Exit status 1 if one is unsound.

    Example: wardiary packs check
    """
    return _packs(common)


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
            output.say(f"  yours   {', '.join(pack.overridden) or 'nothing replaced'} ({pack.folder})")
    return 1 if any(pack.problem for pack in found) else 0


@packs.command(name="copy")
def packs_copy(system: str, file: str, *, common: Common = NOBODY) -> int:
    """Copy a data file into your data folder, to change it there.

    Example: wardiary packs copy SYSTEM FILE
    """
    with door(common) as hq:
        folder = hq.home.packs(find(system).id)
    source = files(package_of(system)).joinpath("data").joinpath(file)
    safe = not Path(file).is_absolute() and ".." not in Path(file).parts
    if not safe or not source.is_file():
        raise Refused(f"{system} has no data file {file!r}.", where="FILE")
    target = folder / file
    if target.exists():
        raise Refused(f"You have this file already: {target}.", where="FILE")
    target.parent.mkdir(parents=True, exist_ok=True)
    with as_file(source) as path:
        shutil.copyfile(path, target)
    if common.json:
        output.as_json({"file": str(target)})
    else:
        output.say(f"Change it here: {target}. New battles use it; battles under way keep their charts.")
    return 0
