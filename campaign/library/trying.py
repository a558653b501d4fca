"""Whether every scenario of a pack can be opened, and somebody is asked something in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaign.rules.options import ScenarioInfo
from campaign.rules.overlay import rows_of
from campaign.rules.own_files import BOARDS, ONE_FILE, SCENARIOS, Own
from campaign.rules.packs import PackError
from campaign.rules.refused import Refused
from campaign.rules.system import Rules


def tried(rules: Rules) -> None:
    """Raises PackError for the first scenario that cannot be played."""
    if not rules.infos:
        return
    places = places_of(rules.pack.content)
    for id, info in rules.infos.items():
        rules.sound(id)
        where = places.get(id, id)
        try:
            options = usual(rules, info)
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


def usual(rules: Rules, info: ScenarioInfo) -> dict[str, Any]:
    """The options of a battle for which nobody chooses anything."""
    ready = dict(rules.forces.rosters()) if rules.forces is not None else dict[str, Mapping[str, Any]]()
    found: dict[str, Any] = {}
    for one in info.settings:
        if one.kind != "roster":
            found[one.id] = one.default
        elif one.default in ready:
            found[one.id] = ready[str(one.default)]
    return found


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
