"""What the commands of a campaign share: who acts, and how it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from campaign.campaigns.answers import THE_POLICY
from campaign.headquarters import Headquarters
from campaign.rules.facets import UMPIRE
from campaign.shared.answers import Answer, Refusal
from tui.cli.app import Asking, Common, door
from tui.cli.campaign import printing
from tui.cli.ids import beginning

For = Annotated[
    str | None, Parameter(help="The side that you act for, or umpire; if left out, what you are there.")
]


@contextmanager
def room(common: Common, name: str, role: str | None) -> Generator[Headquarters]:
    """Headquarters for who looks at a campaign, or acts in it: in the role that he names; else as its umpire if he is
    that, or for the one side that he leads."""
    with door(common, role) as hq:
        if role is None:
            found = hq.campaigns.standing(name)
            mine = UMPIRE if found.umpire else found.sides[0] if len(found.sides) == 1 else None
            hq = hq.looking_as(mine)
        yield hq


@contextmanager
def in_role(common: Common, role: str | None) -> Generator[tuple[Headquarters, str]]:
    """Headquarters in a role, if one is named."""
    with door(common, role) as hq:
        yield hq, ""


@contextmanager
def half_room(common: Common, name: str, side: str | None) -> Generator[tuple[Headquarters, str]]:
    """Headquarters for who says what a side has to say, and the side, where that is not he himself: who leads it, or
    the umpire in its name."""
    with door(common) as hq:
        found = hq.campaigns.standing(name)
        if found.umpire and side not in found.sides:
            yield hq.looking_as(UMPIRE), side or ""
        else:
            yield hq.looking_as(side or (found.sides[0] if len(found.sides) == 1 else None)), ""


ROOMS: Mapping[str, tuple[str, ...]] = {
    "person": ("people",), "asset": ("assets",), "formation": ("formations",), "depot": ("depots",), "pool": ("pools",),
    "battle": ("battles",), "to": ("assets", "formations", "depots"),
    "id": ("people", "assets", "formations", "depots", "pools", "sides"),
}  # fmt: skip
"""Fields of actions that hold ids, and where in a campaign's view those stand."""


def do(name: str, action: Mapping[str, Any] | str, side: str | None, common: Asking) -> int:
    """Ask for it, and print what came of it. Beginnings of ids in an action become whole ones."""
    with room(common, name, side) as hq:
        if not isinstance(action, str):
            action = {
                field: whole(hq, name, value, *ROOMS[field]) if field in ROOMS else value
                for field, value in action.items()
            }
        return printing.answer(
            hq.campaigns.act(name, action, key=common.key, expected=common.expected), common.json
        )


def whole(hq: Headquarters, name: str, text: str, *rooms: str) -> str:
    """The id in a campaign that begins so, of what the caller may see; the text itself if none does. rooms: where in
    its view. One that was called off is meant only if no other is. Raises Refused if several do."""
    if not text:
        return text
    view = hq.campaigns.view(name)
    known = {one.id: getattr(one, "status", "") for room in rooms for one in getattr(view, room)}
    going = [id for id, status in known.items() if status != "cancelled" and id.startswith(text)]
    return beginning(text, known if text in known else going or known)


def placed(hq: Headquarters, done: Answer, path: Path | None) -> Answer:
    """A refusal of what stands in a return's file names the file and the line."""
    return _placed(done, path, "$.content.", hq.campaigns.returns.line)


def placed_orders(hq: Headquarters, done: Answer, path: Path) -> Answer:
    """The same of an order of battle, if it is about a row of it."""
    row = isinstance(done, Refusal) and "[" in done.where
    return _placed(done, path, "$.", hq.campaigns.files.line) if row else done


def placed_policy(done: Answer, path: Path) -> Answer:
    """The same of a policy."""
    if isinstance(done, Refusal) and done.where.startswith(THE_POLICY):
        return msgspec.structs.replace(done, where=f"{path}{done.where.removeprefix(THE_POLICY)}")
    return done


def _placed(done: Answer, path: Path | None, within: str, line: Callable[[Path, str], str]) -> Answer:
    """within: what stands before a place in the file, in the place that the refusal names. line: finds it there."""
    if isinstance(done, Refusal) and path is not None and done.where.startswith(within):
        return msgspec.structs.replace(done, where=line(path, done.where.removeprefix(within)))
    return done
