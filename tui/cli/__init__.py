"""The command line: every door of headquarters as a command, with `--json` for scripts.

Exit status: 0 done, 1 a check failed, 2 refused. A refusal stands on standard error, with `--json` as an object.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from cyclopts import CycloptsError

from campaign.answers import Refusal
from campaign.rules.refused import Refused
from events.errors import DiaryError
from tui.cli import (
    acting,
    begin,
    campaign_acting,
    campaign_begin,
    campaign_record,
    campaign_supply,
    packs,
    record,
    rosters,
)
from tui.cli.app import app
from tui.cli.output import complain

COMMANDS = (
    acting,
    begin,
    campaign_acting,
    campaign_begin,
    campaign_record,
    campaign_supply,
    packs,
    record,
    rosters,
)
"""The modules whose import registers the commands."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; answers with its exit status."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    as_json = any(one == "--json" or one.startswith("--json=") for one in arguments)
    try:
        status = app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        return complain(Refusal(f"{error} See `wardiary --help`.".replace("\n", " ")), as_json)
    except Refused as refused:
        return complain(Refusal.of(refused), as_json)
    except DiaryError as error:
        return complain(Refusal(str(error)), as_json)
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except OSError as error:
        where = str(error.filename or "")
        return complain(Refusal(f"{error.strerror or error}.", where=where[:200]), as_json)
    except KeyboardInterrupt:
        return 130
    return status if isinstance(status, int) else 0


def run() -> None:
    """The entry point of the installed command."""
    sys.exit(main())
