"""What the commands of a campaign share: who acts, and how it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from campaign.headquarters import Headquarters
from campaign.shared.answers import Answer, Refusal
from tui.cli.app import Asking, door
from tui.cli.campaign import printing

For = Annotated[str, Parameter(help="The side that you act for, or umpire.")]


def do(name: str, action: Mapping[str, Any] | str, side: str, common: Asking) -> int:
    """Ask for it, and print what came of it."""
    with door(common, side) as hq:
        return printing.answer(
            hq.campaigns.act(name, action, key=common.key, expected=common.expected), common.json
        )


def placed(hq: Headquarters, done: Answer, path: Path | None) -> Answer:
    """A refusal of what stands in a return's file names the file and the line."""
    return _placed(done, path, "$.content.", hq.campaigns.returns.line)


def placed_orders(hq: Headquarters, done: Answer, path: Path) -> Answer:
    """The same of an order of battle."""
    return _placed(done, path, "$.", hq.campaigns.files.line)


def _placed(done: Answer, path: Path | None, within: str, line: Callable[[Path, str], str]) -> Answer:
    """within: what stands before a place in the file, in the place that the refusal names. line: finds it there."""
    if isinstance(done, Refusal) and path is not None and done.where.startswith(within):
        return msgspec.structs.replace(done, where=line(path, done.where.removeprefix(within)))
    return done
