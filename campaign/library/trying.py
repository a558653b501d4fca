"""Whether every scenario of a pack can be opened, and somebody is asked something in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from campaign.library.settings import FindRoster, settle
from campaign.rules.data_files import kind_of
from campaign.rules.options import ScenarioInfo
from campaign.rules.overlay import rows_of
from campaign.rules.own_files import BOARDS, ONE_FILE, SCENARIOS, Own
from campaign.rules.packs import PackError
from campaign.rules.refused import Refused, no_such, quoted
from campaign.rules.system import Rules

FORCES = ("rosters/", "platoons/")
"""Folders of forces."""
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
"""What a scenario, a board or their file may be called."""


def tried(rules: Rules) -> None:
    """Raises PackError for an id of the user's that nobody could type, a key that the game does not read, a force that
    is none, and the first scenario that cannot be played."""
    _named(rules)
    _all_read(rules)
    _forces(rules)
    if not rules.infos:
        return
    places = places_of(rules.pack.content)
    for id, info in rules.infos.items():
        rules.sound(id)
        where = places.get(id, id)
        options = _options(rules, info, where)
        try:
            state = rules.system.begun(rules.open(id, options))
            asked = rules.pending(state)
            idle = [one.side for one in asked if not rules.legal(state, one.side)]
        except PackError:
            raise
        except Refused as refused:
            raise PackError(refused.reason, refused.rule, refused.allowed, where) from None
        except Exception as error:  # a check that is missing must not end in a traceback
            reason = f"This cannot be opened: {type(error).__name__} {error}.".replace("..", ".")
            raise PackError(reason, where=where) from error
        if not asked:
            verdict = rules.verdict(state)
            why = verdict.reason if verdict is not None else "nobody is asked anything"
            raise PackError(f"It is over before it begins: {why}.", where=where)
        if idle:
            raise PackError(f"The side {idle[0]!r} is asked, and can do nothing.", where=where)


def _options(rules: Rules, info: ScenarioInfo, where: str) -> dict[str, Any]:
    """What a battle is opened with for which nobody chooses anything. where: the scenario's file."""
    try:
        return settle(info, {}, ready(rules))
    except Refused as refused:
        setting = refused.where.removeprefix("$.options.")
        raise PackError(refused.reason, refused.rule, refused.allowed, where, place=setting) from None


def ready(rules: Rules) -> FindRoster:
    """The ready-made forces of a pack."""
    forces = dict(rules.forces.rosters()) if rules.forces is not None else dict[str, Mapping[str, Any]]()

    def find(name: str) -> Mapping[str, Any]:
        if name not in forces:
            raise no_such("force", name, forces)
        return forces[name]

    return find


def _named(rules: Rules) -> None:
    """Whether scenarios and boards of the user's are called so that they can be typed."""
    for name, own in rules.pack.own.items():
        if name.startswith((f"{SCENARIOS}/", f"{BOARDS}/")) and not NAME.fullmatch(own.id):
            reason = f"{quoted(own.id)} cannot be an id."
            raise PackError(reason, "", ["small letters, digits and hyphens, such as my-hill"], f"{name}, id")


def _forces(rules: Rules) -> None:
    """Whether forces of the user's can be taken into battle as they stand."""
    for name in rules.pack.own:
        if rules.forces is None or not name.startswith(FORCES):
            continue
        try:
            problems = rules.forces.judge(rules.pack.content[name]).problems
        except Refused as refused:
            raise PackError(
                refused.reason, refused.rule, refused.allowed, name, place=refused.where
            ) from None
        for one in problems:
            raise PackError(one.reason, one.rule, one.allowed, name, place=one.where)


def _all_read(rules: Rules) -> None:
    """Whether a file of the user's has no key that boards have in other games, and this one does not read."""
    for name in rules.pack.own:
        kind = kind_of(name, rules.system.data)
        for key in kind.unread if kind is not None else ():
            if rules.pack.content[name].get(key):
                reason = f"{rules.system.title} does not read `{key}`: it would change nothing."
                raise PackError(reason, "", [f"no `{key}`"], name, place=key)


def places_of(content: Mapping[str, Any]) -> dict[str, str]:
    """Scenario → where it stands in a pack: a file, or a row of one."""
    rows: list[Any] = content.get(ONE_FILE, {}).get("scenario", [])
    found = {str(row.get("id", "")): f"{ONE_FILE}, scenario[{i}]" for i, row in enumerate(rows)}
    for name, data in content.items():
        if name.startswith(f"{SCENARIOS}/"):
            found[str(data.get("id", ""))] = name
    return found


def own_ids(content: Mapping[str, Any], own: Mapping[str, Own], shipped: Mapping[str, Any]) -> set[str]:
    """Ids of the scenarios of a pack that the user has written or changed, or whose boards he has."""
    boards = {
        name.removeprefix(f"{BOARDS}/").removesuffix(".toml") for name in own if name.startswith(BOARDS)
    }
    before = {str(row["id"]): row for row in rows_of(shipped.get(ONE_FILE, {}).get("scenario"))}
    rows = [(str(row["id"]), row) for row in rows_of(content.get(ONE_FILE, {}).get("scenario"))]
    found = {id for id, row in rows if before.get(id) != row}
    for name, data in content.items():
        if name.startswith(f"{SCENARIOS}/") and (name in own or data.get("board") in boards):
            found.add(str(data.get("id", "")))
    return found
