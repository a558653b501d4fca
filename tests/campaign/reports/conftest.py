"""Campaigns to report on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from tests.campaign.conftest import steady_world


@pytest.fixture
def korea(hq: Headquarters) -> str:
    """The sample campaign, just opened."""
    done = hq.campaigns.new("marines-in-korea", name="korea")
    assert isinstance(done, Acted), done
    return "korea"


@pytest.fixture(scope="session")
def over(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Headquarters]:
    """A headquarters for all who only read in it."""
    with Headquarters(tmp_path_factory.mktemp("over"), steady_world("over")) as found:
        yield found


@pytest.fixture(scope="session")
def played(over: Headquarters) -> str:
    """The sample campaign there, fought by bots to its end."""
    opened = over.campaigns.new("marines-in-korea", name="korea")
    assert isinstance(opened, Acted), opened
    for step in over.campaigns.staff.play("korea", pick=Random(4).randrange):
        assert isinstance(step, Acted), step
    return "korea"
