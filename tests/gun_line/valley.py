"""A campaign of one battle by the gun line."""

from __future__ import annotations

from pathlib import Path

CAMPAIGN = """
id = "valley"
title = "The valley"
date = "1975-06-01"

[[side]]
id = "north"
name = "North"

[[side]]
id = "south"
name = "South"

[[scenario]]
id = "range"
title = "The range"
system = "gun-line"
scenario = "gun-line"
sides = { north = "red", south = "blue" }
start = true

[[scenario.muster]]
side = "north"
most = 4

[[scenario.muster]]
side = "south"
most = 3

[[scenario.next]]
to = "over"
otherwise = true

[[end]]
id = "over"
title = "It is over"
"""
FORCES = """
[[formation]]
id = "one"
name = "1st Battalion"
side = "north"

[[formation]]
id = "a-company"
name = "A Company"
side = "north"
parent = "one"

[[formation]]
id = "guard"
name = "The Guard"
side = "south"
"""


def folder(path: Path) -> Path:
    """The campaign's files: four platoons against three."""
    path.mkdir(parents=True, exist_ok=True)
    assets = "".join(
        f'\n[[asset]]\nid = "{side}-{i}"\nname = "{side} {i}"\ntype = "platoon"\nside = "{side}"\n'
        f'formation = "{formation}"\n'
        for side, formation, count in (("north", "a-company", 4), ("south", "guard", 3))
        for i in range(1, count + 1)
    )
    (path / "campaign.toml").write_text(CAMPAIGN, encoding="utf-8")
    (path / "forces.toml").write_text(FORCES + assets, encoding="utf-8")
    return path
