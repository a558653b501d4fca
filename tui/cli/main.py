"""The command line: every door of headquarters as a command, with `--json` for scripts.

Exit status: 0 done, 1 a check failed, 2 refused. A refusal stands on standard error, with `--json` as an object.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from tui.cli.lines import gathered, is_json, names_no_home
from tui.shared import interrupts

if TYPE_CHECKING:
    from campaign.shared.answers import Refusal


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; answers with its exit status."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    if arguments[:1] == ["completion"]:  # a shell waits for it while somebody types
        from tui.cli.completion import offered

        try:
            status = offered(arguments[1:])
        except BrokenPipeError:
            return _cut_off()
        if status is not None:
            return status
    return _run(gathered(arguments))


def _cut_off() -> int:
    """Whoever read what is printed has gone."""
    sys.stderr.close()
    return 0


def _run(arguments: list[str]) -> int:
    from tui.cli import suggesting

    with suggesting.answering(suggesting.NOTHING):
        return _answered(arguments)


def _answered(arguments: list[str]) -> int:
    from cyclopts import CycloptsError

    from campaign.rules.refused import Refused, Unforeseen
    from campaign.shared.answers import Refusal

    try:
        return _command(arguments)
    except CycloptsError as error:
        from tui.cli import mistakes

        return _complain(mistakes.refusal(error), arguments)
    except Refused as refused:
        return _complain(Refusal.of(refused), arguments)
    except Unforeseen as mistake:  # a traceback would tell a player what he does not know
        return _complain(Refusal(str(mistake)), arguments)
    except BrokenPipeError:
        return _cut_off()
    except OSError as error:
        where = str(error.filename or "")
        return _complain(Refusal(f"{error.strerror or error}.", where=where[:200]), arguments)


def _command(arguments: list[str]) -> int:
    """Raises CycloptsError, Refused, and what commands raise."""
    from campaign.rules.refused import Refused
    from tui.cli import commands, ids, plugins, suggesting
    from tui.cli.app import app, staying_open

    if names_no_home(arguments):
        raise Refused(
            "--home names no folder.", "", ["--home FOLDER", "no --home, for the usual one"], "--home"
        )
    commands.register(arguments)
    if plugins.wanted(app, arguments):
        commands.register()
        _register_others()
    command, bound, _ = app.parse_args(arguments, exit_on_error=False, print_error=False)
    typed = suggesting.typed(arguments, bound)
    suggesting.TYPED.set(typed)
    with staying_open():
        named = ids.complete(command, bound, app.parse_commands(arguments)[0])
        if named is not None:
            suggesting.TYPED.set(typed._replace(kind=named.kind, diary=named.name))
        status = command(*bound.args, **bound.kwargs)
    return status if isinstance(status, int) else 0


def _complain(refusal: Refusal, arguments: Sequence[str]) -> int:
    from tui.cli.output import complain

    return complain(refusal, any(map(is_json, arguments)))


@cache
def _register_others() -> None:
    """The commands of other packages, once; a package that is broken takes nothing else with it."""
    from tui.cli import plugins
    from tui.cli.app import app

    for problem in plugins.register(app):
        print(problem, file=sys.stderr)


def run() -> None:
    """The entry point of the installed command."""
    with interrupts.heeded():
        sys.exit(main())


if __name__ == "__main__":
    run()
