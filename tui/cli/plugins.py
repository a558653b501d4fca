"""Commands of other packages: their entry points in the group `wardiary.commands`.

An entry point names a callable that takes the cyclopts `App` and registers commands on it:

    [project.entry-points."wardiary.commands"]
    serve = "my_package.commands:register"

They are looked up only when none of our own commands is meant, or a list of commands is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cyclopts import App

from campaign.shared.plain import plain

GROUP = "wardiary.commands"


def wanted(app: App, arguments: Sequence[str]) -> bool:
    """Whether what is asked for may be somebody else's: it does not lead to one of our own commands."""
    _, path, _ = app.parse_commands([one for one in arguments if one not in app.help_flags])
    return any(not name.startswith("-") for name in path[-1])


def register(app: App) -> Iterator[str]:
    """Let every entry point add its commands. Yields a sentence for each that cannot; the others do."""
    from importlib.metadata import entry_points  # 10 ms, spared to our own commands

    for entry in entry_points(group=GROUP):
        try:
            entry.load()(app)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever somebody else's code raises
            whose = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value
            why = " ".join(f"{type(error).__name__}: {error}".split())
            yield plain(f"The commands of {whose} ({entry.value}) cannot be used: {why}")
