"""Campaigns to try things in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from tests.campaign.ledger.making import opened


@pytest.fixture
def made(hq: Headquarters, tmp_path: Path) -> str:
    """A made-up campaign of a dozen scenarios."""
    return opened(hq, tmp_path / "files", "c")


@pytest.fixture
def order(hq: Headquarters, made: str) -> Callable[..., Acted]:
    """An action in it that must not be refused."""

    def do(kind: str, **fields: object) -> Acted:
        done = hq.campaigns.act(made, {"kind": kind, **fields})
        assert isinstance(done, Acted), done
        return done

    return do


@pytest.fixture
def korea(hq: Headquarters) -> str:
    """The sample campaign, just opened."""
    done = hq.campaigns.new("marines-in-korea", name="korea")
    assert isinstance(done, Acted), done
    return "korea"
