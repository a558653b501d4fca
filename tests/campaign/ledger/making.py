"""Campaigns made up for tests and benchmarks: a chain of scenarios that are fought elsewhere, in any size."""

from __future__ import annotations

from pathlib import Path

from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted

POSTS = ("commander", "gunner", "driver")


def campaign_toml(nodes: int = 12, starts: int = 2) -> str:
    """Two sides; `starts` chains of scenarios side by side, so that several battles can run at once."""
    parts = [
        'id = "made-up"\ntitle = "Made up"\ndate = "1944-06-01"\ncloses = "1964-12-31"\n',
        '[[side]]\nid = "red"\nname = "Red"\n\n[[side]]\nid = "blue"\nname = "Blue"\n',
    ]
    for i in range(nodes):
        following = i + starts
        lead = f"n{following}" if following < nodes else "over"
        parts.append(f'''
[[scenario]]
id = "n{i}"
title = "Number {i}"
sides = {{ red = "red", blue = "blue" }}
start = {"true" if i < starts else "false"}
points = {{ red = 1, blue = 2 }}

[[scenario.muster]]
side = "red"
most = 4

[[scenario.muster]]
side = "blue"
most = 4

[[scenario.next]]
to = "{lead}"
otherwise = true
days = 1
''')
    parts.append("""
[[end]]
id = "over"
title = "It is over"

[[happening]]
date = "1944-06-05"
text = "A convoy."
depot = "red-depot"
stores = { main = 40, parts = 12, fuel = 500 }
""")
    return "".join(parts)


def forces_toml(assets: int = 6, spare: int = 2, pool: int = 40) -> str:
    parts = [
        '[[type]]\nid = "tank"\nname = "Tank"\nposts = ["commander", "gunner", "driver"]\nfuel = 400\n'
        "load = { main = 30, mg = 10 }\n"
    ]
    for side in ("red", "blue"):
        parts.append(f'''
[[formation]]
id = "{side}-army"
name = "{side} army"
side = "{side}"

[[depot]]
id = "{side}-depot"
name = "{side} depot"
side = "{side}"
lift = 300
hours = 24
stores = {{ main = 80, mg = 40, parts = 40, fuel = 2000 }}

[[pool]]
id = "{side}-pool"
name = "{side} recruit"
side = "{side}"
left = {pool}
''')
        for i in range(assets):
            parts.append(
                f'\n[[asset]]\nid = "{side}-{i}"\nname = "{side} {i}"\ntype = "tank"\nside = "{side}"\n'
                f'formation = "{side}-army"\n'
            )
            for post in POSTS:
                parts.append(
                    f'\n[[asset.crew]]\nid = "{side}-{i}-{post}"\nname = "{post} of {side} {i}"\npost = "{post}"\n'
                )
        for i in range(spare):
            parts.append(
                f'\n[[person]]\nid = "{side}-spare-{i}"\nname = "spare {i}"\nside = "{side}"\n'
                f'formation = "{side}-army"\n'
            )
    return "".join(parts)


def folder(path: Path, nodes: int = 12, assets: int = 6, starts: int = 2, policy: str = "") -> Path:
    """The campaign's files."""
    path.mkdir(parents=True, exist_ok=True)
    (path / "campaign.toml").write_text(campaign_toml(nodes, starts), encoding="utf-8")
    (path / "forces.toml").write_text(forces_toml(assets), encoding="utf-8")
    if policy:
        (path / "policy.toml").write_text(policy, encoding="utf-8")
    return path


def opened(hq: Headquarters, path: Path, name: str = "c", **sizes: int) -> str:
    done = hq.campaigns.new(folder(path, **sizes), name=name)
    assert isinstance(done, Acted), done
    return name
