"""The command line: every door of headquarters as a command, with `--json` for scripts.

Exit status: 0 done, 1 a check failed, 2 refused. A refusal stands on standard error, with `--json` as an object.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache

from cyclopts import CycloptsError

from campaign.rules.refused import Refused
from campaign.shared.answers import Refusal
from tui.cli import anchors, home, plugins, reports
from tui.cli.app import app
from tui.cli.battles import acting, opening, record
from tui.cli.campaign import battles as campaign_battles
from tui.cli.campaign import opening as campaign_opening
from tui.cli.campaign import orders, rewinding, running, supply, umpire
from tui.cli.campaign import record as campaign_record
from tui.cli.library import packs, rosters, scenarios
from tui.cli.output import complain
from tui.cli.simulating import commands as simulating

COMMANDS = (
    acting,
    opening,
    record,
    campaign_battles,
    campaign_opening,
    campaign_record,
    orders,
    rewinding,
    running,
    supply,
    umpire,
    packs,
    rosters,
    scenarios,
    reports,
    simulating,
    home,
    anchors,
)
"""The modules whose import registers the commands."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; answers with its exit status."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    as_json = any(one == "--json" or one.startswith("--json=") for one in arguments)
    try:
        if plugins.wanted(app, arguments):
            _register_others()
        status = app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        return complain(Refusal(f"{error} See `wardiary --help`.".replace("\n", " ")), as_json)
    except Refused as refused:
        return complain(Refusal.of(refused), as_json)
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except OSError as error:
        where = str(error.filename or "")
        return complain(Refusal(f"{error.strerror or error}.", where=where[:200]), as_json)
    except KeyboardInterrupt:
        return 130
    return status if isinstance(status, int) else 0


@cache
def _register_others() -> None:
    """The commands of other packages, once; a package that is broken takes nothing else with it."""
    for problem in plugins.register(app):
        print(problem, file=sys.stderr)


def run() -> None:
    """The entry point of the installed command."""
    sys.exit(main())


if __name__ == "__main__":
    run()
