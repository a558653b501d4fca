"""Campaigns to report on."""

from __future__ import annotations

from random import Random

import pytest

from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted


@pytest.fixture
def korea(hq: Headquarters) -> str:
    """The sample campaign, just opened."""
    done = hq.campaigns.new("marines-in-korea", name="korea")
    assert isinstance(done, Acted), done
    return "korea"


@pytest.fixture
def played(hq: Headquarters, korea: str) -> str:
    """The sample campaign, fought by bots to its end."""
    for step in hq.campaigns.staff.play(korea, pick=Random(3).randrange):
        assert isinstance(step, Acted), step
    return korea
