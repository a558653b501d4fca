"""Commands for the rule systems' data."""

from __future__ import annotations

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
