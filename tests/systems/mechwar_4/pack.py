"""The pack of MechWar 4 for tests, read once, and with some of it changed."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, cast

from campaign.contract.promises import loaded
from campaign.rules.packs import make_pack
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.rules import MechWarRules

RULES = cast("MechWarRules", loaded("mechwar-4"))
PACK = RULES.pack


def charts() -> Charts:
    return RULES.charts


def changed(**files: Mapping[str, Any]) -> Charts:
    """The charts with some tables of some files replaced: `changed(readings={"readings": {…}})`."""
    content = deepcopy(dict(PACK.content))
    for name, tables in files.items():
        content[f"{name}.toml"] = {**content[f"{name}.toml"], **tables}
    return Charts(make_pack("mechwar-4", content))


def reading(**values: Any) -> Charts:
    """The charts with some readings of the text."""
    return changed(readings={"readings": {"source": "for a test", **values}})


def board(
    heights: tuple[str, ...], picture: tuple[str, ...] = (), sides: tuple[dict[str, Any], ...] = ()
) -> Charts:
    """The charts with one board of these rows, `test`, and no scenario."""
    content = {name: table for name, table in PACK.content.items() if "/" not in name}
    content["boards/test.toml"] = {
        "id": "test",
        "title": "A board",
        "source": "drawn for a test",
        "layout": {"columns": len(heights[0]), "rows": len(heights)},
        "legend": {".": "clear", "t": "light-woods", "T": "heavy-woods", "B": "town", "h": "hilltop"},
        "picture": picture or tuple("." * len(row) for row in heights),
        "heights": heights,
        "sides": sides,
    }
    return Charts(make_pack("mechwar-4", content))
