"""What a side keeps to itself is in nothing that others can get."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from campaign.answers import Refusal
from campaign.campaign_answers import CampaignActed
from campaign.chronicle import Query
from campaign.headquarters import Headquarters
from campaign.reports.making import of_campaign
from campaign.rules.refused import Refused


@pytest.fixture
def played(hq: Headquarters, korea: str) -> str:
    for step in hq.play_campaign(korea, pick=Random(3).randrange, until="1950-09-15"):
        assert isinstance(step, CampaignActed), step
    return korea


def artifacts(hq: Headquarters, campaign: str, viewer: str) -> str:
    """Everything about a campaign that a viewer can get."""
    head = hq.campaign(campaign).diary.head().seq
    whole = [
        hq.campaign_view(campaign, viewer),
        hq.campaign_view(campaign, viewer, at=2),
        hq.campaign_log(campaign, viewer, everything=True),
        hq.search(campaign, Query(everything=True, limit=100_000), viewer),
        hq.search(campaign, Query(words="a", limit=100_000), viewer),
        hq.statistics(campaign, viewer),
        hq.campaign_difference(campaign, 1, head, viewer),
        of_campaign(hq, campaign, "html", viewer, everything=True),
        of_campaign(hq, campaign, "markdown", viewer),
    ]
    if viewer:
        whole += [hq.orders_text(campaign, "people", viewer), hq.orders_text(campaign, "assets", viewer)]
    return msgspec.json.encode(whole).decode()


@pytest.mark.parametrize(("viewer", "others"), [("nk", "us"), ("us", "nk"), ("", "us"), ("", "nk")])
def test_names_and_stores_of_others_are_nowhere(hq: Headquarters, played: str, viewer: str, others: str):
    state = hq.campaign(played).state()
    shown = artifacts(hq, played, viewer)
    public = {
        one.text
        for kind in ("kill-credited",)
        for one in hq.search(played, Query(kind=kind, limit=10_000), "umpire").lines
    }
    for person in state.people.values():
        if person.side == others and not any(person.name in text for text in public):
            assert person.name not in shown, person.name
    for depot in state.depots.values():
        if depot.side == others:
            assert depot.id not in shown
            assert depot.name not in shown
    assert '"used: main","side":"' + others not in shown


def test_the_umpire_sees_everything(hq: Headquarters, played: str):
    state = hq.campaign(played).state()
    shown = artifacts(hq, played, "umpire")
    assert all(person.name in shown for person in state.people.values())


def test_errors_do_not_tell_either(hq: Headquarters, played: str):
    with pytest.raises(Refused) as refused:
        hq.why(played, "tobin", "xp", "nk")
    assert "Tobin" not in str(refused.value)
    with pytest.raises(Refused):
        hq.orders_text(played, "toml", "nk")
    with pytest.raises(Refused):
        hq.campaign_view(played, "martians")
    wrong = hq.campaign_act(played, {"kind": "promote", "person": "tobin", "rank": "Sgt"}, side="nk")
    assert isinstance(wrong, Refusal)
    assert "Tobin" not in str(wrong)
    near = hq.campaign_act(played, {"kind": "repair", "asset": "a3", "damage": "turret"}, side="nk")
    assert isinstance(near, Refusal)
    assert not [one for one in near.allowed if one.startswith("a")]
