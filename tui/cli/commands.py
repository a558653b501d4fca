"""Which module has which command, so that no other one is imported for it: most of a short command's time is imports.

The decorators in those modules register the commands; what is not found here is looked for in all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

BATTLES = {
    "tui.cli.battles.acting": "legal act odds preview contribute autoplay undo redo rewind consent fork",
    "tui.cli.battles.bots": "bots",
    "tui.cli.battles.opening": "new list archive play",
    "tui.cli.battles.record": "state readings log show diff verify export import",
    "tui.cli.library.packs": "packs",
    "tui.cli.library.rosters": "rosters roster",
    "tui.cli.library.scenarios": "scenarios scenario",
    "tui.cli.reports": "report",
    "tui.cli.simulating.commands": "simulate",
    "tui.cli.home": "home salvage",
    "tui.cli.anchors": "anchor",
    "tui.cli.requests": "run",
    "tui.cli.members": "invite join invitations token tokens players",
    "tui.cli.seats": (
        "lobby seats seat offer accept decline withdraw leave free welcome rematch put-away take-record"
    ),
    "tui.cli.servers": "login logout servers",
    "tui.cli.serving": "serve",
    "tui.cli.shells": "completion",
    "tui.cli.systems": "systems",
}
CAMPAIGN = {
    "tui.cli.campaign.battles": "begin cancel resume return halves file",
    "tui.cli.campaign.opening": "samples new check list archive show people orders policy fork export",
    "tui.cli.campaign.record": "log search why service difference statistics verify forget-index",
    "tui.cli.campaign.orders": "transfer promote award rename disband discharge replace enrol",
    "tui.cli.campaign.rewinding": "correct undo redo rewind",
    "tui.cli.campaign.running": "act advance play contribute",
    "tui.cli.campaign.supply": "repair stop-repair strip write-off load unload carry issue",
    "tui.cli.campaign.umpire": "amend set-policy score end",
    "tui.cli.reports": "report",
    "tui.cli.simulating.commands": "simulate",
}
GROUPS = {"packs": "check copy diff files new", "roster": "show check fits save remove", "systems": "new try"}
"""What small groups hold."""
_MODULES: dict[tuple[str, ...], str] = {
    **{(name,): module for module, names in BATTLES.items() for name in names.split()},
    **{("campaign", name): module for module, names in CAMPAIGN.items() for name in names.split()},
}


def register(arguments: Sequence[str] = ()) -> None:
    """Import the command that is meant, or all of them where none of ours is."""
    words = [one for one in arguments if not one.startswith("-")]
    for count in (1, 2):
        if module := _MODULES.get(tuple(words[:count])):
            import_module(module)
            return
    for module in dict.fromkeys(_MODULES.values()):
        import_module(module)
