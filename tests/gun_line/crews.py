"""The gun line with crews: a battle that tells what became of people."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.rules.muster import Outcome
from tests.gun_line import Platoons
from tests.gun_line.valley import folder

TYPE = '\n[[type]]\nid = "platoon"\nname = "Platoon"\nposts = ["leader", "gunner"]\ndamage = ["step"]\n'
POLICY = """
[healing]
least = 9
die = 1

[casualties.wrecked]
dead = 100
wounded = 0
missing = 0
"""
"""Whoever is asked by the policy in a wreck is dead."""


def manned(path: Path, policy: str = POLICY) -> Path:
    """The campaign's files, each platoon with a leader and a gunner."""
    folder(path)
    forces = path / "forces.toml"
    assets = [
        f'{part}\n[[asset.crew]]\nid = "{id}-leader"\nname = "leader of {id}"\npost = "leader"\n'
        f'\n[[asset.crew]]\nid = "{id}-gunner"\nname = "gunner of {id}"\npost = "gunner"\n\n'
        for part in forces.read_text(encoding="utf-8").split("[[asset]]\n")[1:]
        for id in [part.split('"')[1]]
    ]
    head = forces.read_text(encoding="utf-8").split("[[asset]]\n")[0]
    forces.write_text(head + TYPE + "".join(f"\n[[asset]]\n{one}" for one in assets), encoding="utf-8")
    (path / "policy.toml").write_text(policy, encoding="utf-8")
    return path


def telling(patch: pytest.MonkeyPatch, people: Mapping[str, Mapping[str, Any]]) -> None:
    """Battles tell from now on what became of people. people: by asset."""
    plain = Platoons.outcome

    def outcome(self: Platoons, *of: Any) -> Outcome:
        found = plain(self, *of)
        fates = tuple(replace(one, people=people.get(one.came_as, {})) for one in found.fates)
        return replace(found, fates=fates)

    patch.setattr(Platoons, "outcome", outcome)
