"""Campaigns to try things in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.campaign_answers import CampaignActed
from campaign.headquarters import Headquarters
from tests.campaign.ledger.making import opened


@pytest.fixture
def made(hq: Headquarters, tmp_path: Path) -> str:
    """A made-up campaign of a dozen scenarios."""
    return opened(hq, tmp_path / "files", "c")


@pytest.fixture
def order(hq: Headquarters, made: str) -> Callable[..., CampaignActed]:
    """An action in it that must not be refused."""

    def do(kind: str, **fields: object) -> CampaignActed:
        done = hq.campaign_act(made, {"kind": kind, **fields})
        assert isinstance(done, CampaignActed), done
        return done

    return do


@pytest.fixture
def korea(hq: Headquarters) -> str:
    """The sample campaign, just opened."""
    done = hq.new_campaign("marines-in-korea", name="korea")
    assert isinstance(done, CampaignActed), done
    return "korea"
