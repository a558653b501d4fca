"""Two bots: one that does anything legal, one that plays sensibly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from campaign.rules.refused import Refused
from campaign.rules.system import Bot, Option
from campaign.systems.combat_veteran.legal import Options
from campaign.systems.combat_veteran.sensible import SensibleBot


class RandomBot:
    """Any kind of action first, then any action of that kind: phases end soon, and everything gets tried."""

    name = "random"

    def choose(
        self, rules: Any, state: Any, side: str, options: Sequence[Option], pick: Callable[[int], int]
    ) -> Option:
        if not isinstance(options, Options):
            return options[pick(len(options))]
        kinds: dict[str, list[Option]] = {}
        for option in options.ready:
            kinds.setdefault(option.action.__struct_config__.tag, []).append(option)
        groups: list[Sequence[Option]] = list(kinds.values())
        if options.drives:
            drives = options.drives[pick(len(options.drives))]
            which = pick(len(groups) + 1)
            return drives[pick(drives.count)] if which == len(groups) else _any(groups[which], pick)
        return _any(groups[pick(len(groups))], pick)


def _any(group: Sequence[Option], pick: Callable[[int], int]) -> Option:
    return group[pick(len(group))]


BOTS: dict[str, Bot] = {"random": RandomBot(), "sensible": SensibleBot()}


def find(name: str) -> Bot:
    """Raises Refused, naming the bots there are."""
    if name not in BOTS:
        raise Refused(f"There is no bot {name!r}.", "", sorted(BOTS))
    return BOTS[name]
