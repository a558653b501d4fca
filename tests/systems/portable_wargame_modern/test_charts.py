"""The pack as tables."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.rules.packs import PackError, make_pack
from campaign.systems.portable_wargame_modern.rules import SYSTEM
from tests.systems.portable_wargame_modern.table import (
    SHIPPED,
)


def test_light_tanks_are_tanks_because_their_class_says_so() -> None:
    content = dict(SHIPPED.content)
    classes = [
        {**row, "tank": False} if row["id"] == "light-tanks" else row
        for row in content["classes.toml"]["class"]
    ]
    rules: Any = SYSTEM.load(
        make_pack(
            "portable-wargame-modern",
            {**content, "classes.toml": {**content["classes.toml"], "class": classes}},
        )
    )
    assert not rules.charts.class_of["light-tanks"].tank


@pytest.mark.parametrize(
    ("file", "change"),
    [("units.toml", {"unit": [{"id": "x", "name": "X", "short": "X", "class": "no", "periods": [], "points": 1}]}),
     ("rules.toml", {"readings": {"source": "own", "trench": "perhaps"}}),
     ("terrain.toml", {"terrain": []})],
)  # fmt: skip
def test_packs_with_mistakes_are_refused(file: str, change: dict[str, Any]) -> None:
    content = {**SHIPPED.content, file: {**SHIPPED.content[file], **change}}
    with pytest.raises(PackError):
        SYSTEM.load(make_pack("portable-wargame-modern", content))
