"""What the commands of a campaign share: who acts, and how it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
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
    """A refusal of what stands in a file names the file and the line."""
    if isinstance(done, Refusal) and path is not None and done.where.startswith("$.content."):
        line = hq.campaigns.returns.line(path, done.where.removeprefix("$.content."))
        return msgspec.structs.replace(done, where=line)
    return done


def placed_orders(hq: Headquarters, done: Answer, path: Path) -> Answer:
    """The same of an order of battle."""
    if isinstance(done, Refusal) and done.where.startswith("$."):
        line = hq.campaigns.files.line(path, done.where.removeprefix("$."))
        return msgspec.structs.replace(done, where=line)
    return done
