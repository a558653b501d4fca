"""Completion for shells: a small script for each, which asks this program what may stand where the cursor is.

What is asked is answered without any rule system, and mostly without the commands themselves: a person waits for it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tui.cli.commands import BATTLES

if TYPE_CHECKING:
    from campaign.library.names import Named

SCRIPTS = {
    "bash": """\
_wardiary() {
    local IFS=$'\\n'
    COMPREPLY=($(wardiary completion words "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
    [[ ${#COMPREPLY[@]} -gt 0 ]] || compopt -o default
}
complete -F _wardiary wardiary
""",
    "zsh": """\
#compdef wardiary
_wardiary() {
    local -a found
    found=("${(@f)$(wardiary completion words "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ -n "${found[1]}" ]]; then compadd -a found; else _files; fi
}
if [[ "$funcstack[1]" = "_wardiary" ]]; then _wardiary "$@"; else compdef _wardiary wardiary; fi
""",
    "fish": """\
function __wardiary
    set -l line (commandline -opc) (commandline -ct)
    wardiary completion words $line[2..-1] 2>/dev/null
end
complete -c wardiary -a '(__wardiary)'
""",
}
"""Shell → what it is to read. Each hands on the words after `wardiary` up to the cursor, the last as far as it goes."""

OF_BATTLES = (
    *(
        "legal",
        "act",
        "odds",
        "preview",
        "contribute",
        "autoplay",
        "bots",
        "undo",
        "redo",
        "rewind",
        "consent",
    ),
    *("fork", "archive", "state", "readings", "log", "show", "diff", "verify", "report", "rematch"),
)
"""Commands that begin with a battle's id."""
_OF_SEATS = BATTLES["tui.cli.seats"].split()
OF_BOTH = ("play", "invite", *(one for one in _OF_SEATS if one not in ("lobby", "rematch")))
"""Commands that begin with a battle's or a campaign's."""
NO_CAMPAIGN = ("samples", "new", "check", "list", "forget-index")
"""Those for campaigns that do not begin with a campaign's."""


def offered(arguments: Sequence[str]) -> int | None:
    """Print a script, or what may stand at the end of a line (`words`, then the line); None if neither is asked for."""
    match list(arguments):
        case [shell] if shell in SCRIPTS:
            print(SCRIPTS[shell], end="")
        case ["words", *line]:
            for one in choices(line or [""]):
                print(one)
        case _:
            return None
    return 0


def choices(line: Sequence[str]) -> list[str]:
    """What may stand in place of the last word."""
    from tui.cli.commands import BATTLES, CAMPAIGN, GROUPS

    *before, last = line
    words = [one for one in _without_options(before) if one]
    commands = " ".join(BATTLES.values()).split()
    if before and before[-1] == "--home":
        return []
    if before and before[-1] == "--server":
        return _beginning(last, _servers(line))
    if last.startswith("-"):
        return _beginning(last, _options(words))
    if not words:
        return _beginning(last, [*commands, "campaign"])
    if words == ["campaign"]:
        return _beginning(last, " ".join(CAMPAIGN.values()).split())
    if words[0] in GROUPS and len(words) == 1:
        return _beginning(last, GROUPS[words[0]].split())
    kinds = _kinds(words)
    return _beginning(last, _names(line, kinds)) if kinds else []


def _beginning(last: str, found: Iterable[str]) -> list[str]:
    return sorted({one for one in found if one.startswith(last)})


def _without_options(words: Sequence[str]) -> list[str]:
    """The words of a line that are no options, nor the values of those that may stand anywhere."""
    from tui.cli.lines import ANYWHERE

    found: list[str] = []
    skip = False
    for one in words:
        if not skip and not one.startswith("-"):
            found.append(one)
        skip = one in ANYWHERE
    return found


def _kinds(words: Sequence[str]) -> tuple[str, ...]:
    """Diaries of which kinds may stand behind these words."""
    if words[0] == "campaign":
        return ("campaign",) if len(words) == 2 and words[1] not in NO_CAMPAIGN else ()
    if len(words) == 1 and words[0] in OF_BOTH:
        return "battle", "campaign"
    first = len(words) == 1 and words[0] in OF_BATTLES
    return ("battle",) if first or (words[0] == "export" and len(words) > 1) else ()


def _names(line: Sequence[str], kinds: tuple[str, ...]) -> list[str]:
    """The ids of diaries that are not put away; of all where one is to be brought back."""
    from campaign.library.names import named

    home = _home(line)
    server = _value(line, "--server") or ("" if home else os.environ.get("WARDIARY_SERVER", ""))
    found = _there(line, server) if server else named(home)
    return [one.name for one in found if one.kind in kinds and ("--back" in line or not one.archived)]


def _value(line: Sequence[str], option: str) -> str:
    """What was given for an option that may stand anywhere; "" if it was not."""
    found = [line[at + 1] for at, one in enumerate(line[:-1]) if one == option]
    found += [one.partition("=")[2] for one in line if one.startswith(f"{option}=")]
    return found[-1] if found else ""


def _home(line: Sequence[str]) -> Path | None:
    home = _value(line, "--home")
    return Path(home) if home else None


def _there(line: Sequence[str], server: str) -> Sequence[Named]:
    """The diaries on a server; none where it does not answer soon: somebody waits."""
    from campaign.rules.refused import Refused
    from tui.cli.app import NOBODY, Common
    from tui.cli.ids import diaries

    player = _value(line, "--player") or os.environ.get("WARDIARY_PLAYER", NOBODY.player)
    try:
        return diaries(Common(_home(line), server, player))
    except Refused:
        return ()


def _servers(line: Sequence[str]) -> list[str]:
    from api.client.tokens import known

    return [one.server for one in known(_home(line))]


def _options(words: Sequence[str]) -> list[str]:
    """The options of a command."""
    from tui.cli.app import app
    from tui.cli.commands import register

    register(words)
    command = app.parse_commands(list(words))[1][-1]
    if command.default_command is None:
        return ["--help", "--home", "--server", "--player", "--json"]
    arguments = command.assemble_argument_collection()
    return [name for one in arguments for name in one.names if name.startswith("--")] + ["--help"]
