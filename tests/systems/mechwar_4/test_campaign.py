"""The campaign that is shipped, from its first day to its end: what platoons lose, learn and fire goes on with them."""

from __future__ import annotations

from pathlib import Path

from campaign.headquarters import Headquarters
from campaign.ledger import events as e
from campaign.systems.mechwar_4.events import ForcesPlaced
from tests.campaign.conftest import steady_world
from tests.systems.samples import played, set_up

SAMPLE = "hohenau-1979"
LEVELS = {2: 0, 1: 1, 0: 2, -1: 4}


def test_four_battles_hand_on_vehicles_crews_and_missiles(tmp_path: Path) -> None:
    with Headquarters(tmp_path, steady_world("hohenau-1")) as hq:
        told = played(hq, SAMPLE)
        state = hq._house.campaigns.get("c").state()
        nodes = [one.node for one in state.battles.values()]
        assert len(nodes) == 4 and nodes[:2] == ["crossroads", "village"] and nodes[-1] == "last"
        thirds = [one for event in told if isinstance(event, e.Damaged) for one in event.damage]
        assert thirds.count("one-third") > 1 and "two-thirds" in thirds
        assert sum(isinstance(one, e.RepairFinished) for one in told) > 5
        levels: dict[str, set[int]] = {}
        for one in state.battles.values():
            placed = set_up(hq, one.diary, ForcesPlaced)
            came = {unit.asset: unit for unit in placed.units if unit.asset}
            assert set(came) == {asset.id for asset in one.muster}
            for asset in one.muster:
                unit = came[asset.id]
                assert unit.damage == (
                    2 if "two-thirds" in asset.damage else int("one-third" in asset.damage)
                )
                assert unit.level == LEVELS[max(-1, asset.quality - ("leader" in asset.empty))]
                none = asset.ammunition.get("missiles") == 0 or "missiles-gone" in asset.damage
                assert (unit.ammo.get("missile") == 0) == none
                levels.setdefault(asset.id, set()).add(unit.level)
        assert any(len(some) > 1 for some in levels.values()), "crews learn"
        kills = sum(asset.kills for asset in state.assets.values())
        assert kills > 10, "they are told to the platoons that made them"
        assert hq.campaigns.verify("c").sound
