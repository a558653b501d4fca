"""The campaign that is shipped, from its first day to its end: what units lose, learn and fire goes on with them."""

from __future__ import annotations

from pathlib import Path

from campaign.headquarters import Headquarters
from campaign.ledger import events as e
from campaign.shared.answers import Acted, Refusal
from campaign.systems.portable_wargame_modern.events import ForcesPlaced
from tests.campaign.conftest import steady_world
from tests.systems.samples import played, set_up

SAMPLE = "vosges-1917"


def test_four_battles_hand_on_strength_leaders_and_shells(tmp_path: Path) -> None:
    with Headquarters(tmp_path, steady_world("vosges")) as hq:
        told = played(hq, SAMPLE)
        state = hq._house.campaigns.get("c").state()
        assert [one.node for one in state.battles.values()] == ["crossroads", "ford", "trenches", "village"]
        assert sum(isinstance(one, e.RepairFinished) for one in told) > 10
        assert sum(event.stores.get("gas", 0) for event in told if isinstance(event, e.Spent)) > 4
        placed: list[ForcesPlaced] = []
        for one in state.battles.values():
            placed.append(set_up(hq, one.diary, ForcesPlaced))
            came = {unit.id: unit for unit in placed[-1].units}
            for asset in one.muster:
                unit = came[asset.id]
                assert unit.full - unit.strength == len(asset.damage)
                assert unit.shells == asset.ammunition.get("gas", 0)
                led = "poor" if asset.empty or asset.quality < 0 else "average"
                assert unit.quality == ("elite" if asset.quality >= 2 and not asset.empty else led)
        worn = [unit.id for event in placed[1:] for unit in event.units if unit.strength < unit.full]
        assert worn, "there are fewer drafts than losses"
        first = {unit.id: unit.quality for unit in placed[0].units}
        assert any(first.get(unit.id, unit.quality) != unit.quality for unit in placed[-1].units)
        assert hq.campaigns.verify("c").sound


def test_a_campaign_keeps_which_points_each_class_can_lose(tmp_path: Path) -> None:
    """A return offers these, and no more."""
    with Headquarters(tmp_path, steady_world("vosges")) as hq:
        assert isinstance(hq.campaigns.new(SAMPLE, name="c"), Acted)
        types = hq._house.campaigns.get("c").state().types
        assert types["commanders"].damage == ("strength-1",)
        assert types["infantry"].damage == ("strength-1", "strength-2", "strength-3")
        assert types["infantry"].words["strength-2"] == "2nd strength point lost"


def test_a_battle_that_was_begun_here_may_be_fought_out_at_a_table(tmp_path: Path) -> None:
    with Headquarters(tmp_path, steady_world("vosges")) as hq:
        assert isinstance(hq.campaigns.new(SAMPLE, name="c"), Acted)
        begun = hq.campaigns.begin("c", "crossroads")
        assert isinstance(begun, Acted)
        refused = hq.campaigns.returns.file("c", "crossroads-1")
        assert isinstance(refused, Refusal) and "give its return" in refused.allowed
        form = hq.campaigns.returns.form("c", "crossroads-1")
        assert not form.get("winner")
        assert len(form["asset"]) == len(hq.campaigns.view("c").assets)
        filed = hq.campaigns.returns.file("c", "crossroads-1", {**form, "winner": "german", "crews": "safe"})
        assert isinstance(filed, Acted)


def test_every_scenario_says_who_is_red_and_no_name_looks_like_two(tmp_path: Path) -> None:
    with Headquarters(tmp_path, steady_world("vosges")) as hq:
        assert isinstance(hq.campaigns.new(SAMPLE, name="c"), Acted)
        state = hq._house.campaigns.get("c").state()
        assert state.graph is not None
        for node in state.graph.scenario:
            (red,) = [state.sides[here].name for here, there in node.sides.items() if there == "red"]
            assert node.text.endswith(f"The {red} are Red.")
        assert not any("," in one.name for one in state.assets.values())
