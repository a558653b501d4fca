"""What a side keeps to itself is in nothing that others can get."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from campaign.battles.table import Seat
from campaign.campaigns.answers import Query
from campaign.headquarters import Headquarters
from campaign.reports.making import of_campaign
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Refusal
from campaign.shared.callers import local
from tests.campaign.calling import ok
from tests.campaign.conftest import steady_world


@pytest.fixture(scope="module")
def hq(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Headquarters]:
    """One for all: nobody here changes anything."""
    with Headquarters(tmp_path_factory.mktemp("home"), steady_world()) as found:
        yield found


@pytest.fixture(scope="module")
def played(hq: Headquarters) -> str:
    """The sample campaign, fought by bots for a few days."""
    opened = hq.campaigns.new("marines-in-korea", name="korea")
    assert isinstance(opened, Acted), opened
    for step in hq.campaigns.staff.play("korea", pick=Random(3).randrange, until="1950-08-20"):
        assert isinstance(step, Acted), step
    assert hq._house.campaigns.get("korea").state().verdict is None  # at the end all is laid open
    return "korea"


def artifacts(hq: Headquarters, campaign: str, viewer: str) -> str:
    """Everything about a campaign that a viewer can get."""
    head = hq._house.campaigns.get(campaign).diary.head().seq
    whole = [
        hq.looking_as(viewer).campaigns.view(campaign),
        hq.looking_as(viewer).campaigns.view(campaign, 2),
        hq.looking_as(viewer).campaigns.log(campaign, everything=True),
        hq.looking_as(viewer).campaigns.record.search(campaign, Query(everything=True, limit=100_000)),
        hq.looking_as(viewer).campaigns.record.search(campaign, Query(words="a", limit=100_000)),
        hq.looking_as(viewer).campaigns.record.statistics(campaign),
        hq.looking_as(viewer).campaigns.record.filed(campaign),
        hq.looking_as(viewer).campaigns.difference(campaign, 1, head),
        of_campaign(hq.looking_as(viewer), campaign, "html", everything=True),
        of_campaign(hq.looking_as(viewer), campaign, "markdown"),
    ]
    if viewer:
        whole += [
            hq.looking_as(viewer).campaigns.files.orders_text(campaign, "people"),
            hq.looking_as(viewer).campaigns.files.orders_text(campaign, "assets"),
        ]
    return msgspec.json.encode(whole).decode()


@pytest.mark.parametrize(("viewer", "others"), [("nk", "us"), ("us", "nk"), ("", "us"), ("", "nk")])
def test_names_and_stores_of_others_are_nowhere(hq: Headquarters, played: str, viewer: str, others: str):
    state = hq._house.campaigns.get(played).state()
    shown = artifacts(hq, played, viewer)
    public = {
        one.text
        for kind in ("kill-credited",)
        for one in hq.looking_as("umpire")
        .campaigns.record.search(played, Query(kind=kind, limit=10_000))
        .lines
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
    state = hq._house.campaigns.get(played).state()
    shown = artifacts(hq, played, "umpire")
    assert all(person.name in shown for person in state.people.values())


def test_errors_do_not_tell_either(hq: Headquarters, played: str):
    with pytest.raises(Refused) as refused:
        hq.looking_as("nk").campaigns.record.why(played, "tobin", "xp")
    assert "Tobin" not in str(refused.value)
    with pytest.raises(Refused):
        hq.looking_as("nk").campaigns.files.orders_text(played, "toml")
    with pytest.raises(Refused):
        hq.looking_as("martians").campaigns.view(played)
    wrong = hq.looking_as("nk").campaigns.act(played, {"kind": "promote", "person": "tobin", "rank": "Sgt"})
    assert isinstance(wrong, Refusal)
    assert "Tobin" not in str(wrong)
    near = hq.looking_as("nk").campaigns.act(played, {"kind": "repair", "asset": "a3", "damage": "turret"})
    assert isinstance(near, Refusal)
    assert not [one for one in near.allowed if one.startswith("a")]


@pytest.mark.parametrize("secrecy", ["sides", "open"])
def test_what_is_still_to_come_is_the_umpires(hq: Headquarters, tmp_path: Path, secrecy: str):
    """Where sides have no secrets from one another, too; a campaign may say that everybody knows."""
    ok(hq.campaigns.new("marines-in-korea", name=f"{secrecy}-first"))
    for file, form in (("campaign", "campaign"), ("forces", "toml")):
        text = hq.looking_as("umpire").campaigns.files.orders_text(f"{secrecy}-first", form)
        (tmp_path / f"{file}.toml").write_text(text)
    (tmp_path / "policy.toml").write_text(f'secrecy = "{secrecy}"\n')
    name, told = f"{secrecy}-hidden", f"{secrecy}-told"
    seats = [Seat("us", "ann"), Seat("nk", "ben")]
    ok(hq.campaigns.new(tmp_path, name=name, seats=seats, umpire="uma"))
    (tmp_path / "campaign.toml").write_text(
        'ahead = "everybody"\n' + (tmp_path / "campaign.toml").read_text()
    )
    ok(hq.campaigns.new(tmp_path, name=told, seats=seats, umpire="uma"))
    uma = hq.for_(local("uma"))
    ok(uma.campaigns.begin(name, "obong-ni"))
    ok(uma.campaigns.begin(told, "obong-ni"))
    state = hq._house.campaigns.get(name).state()
    assert state.graph is not None
    coming = [one for one in state.graph.scenario if state.nodes[one.id].status == "waiting"]
    assert len(coming) > 5
    words = {word for one in coming for word in (one.id, one.title)}
    words |= {word for one in state.graph.end for word in (one.id, one.title)}
    words |= {one.text for one in state.graph.happening}
    for player, side in (("ann", "us"), ("ben", "nk"), ("zoe", "")):
        here = hq.for_(local(player))
        shown = artifacts(here, name, side)
        assert [word for word in words if f'"{word}' in shown or f">{word}" in shown] == []
        if side:  # who has no part in it and sits at the machine takes the record out, which all see
            with pytest.raises(Refused) as refused:
                here.export(tmp_path / "out.ndjson", [name])
            assert not [word for word in words if word in str(refused.value)]
        with pytest.raises(Refused) as refused:
            here.looking_as(side).campaigns.files.orders_text(name, "campaign")
        assert not [word for word in words if word in str(refused.value)]
        assert isinstance(here.campaigns.fork(name), Refusal)
        assert battle_refused(here, name, coming[0].id) == battle_refused(here, name, "moon")
        for action in ({"kind": "start", "node": "moon", "assets": [], "battle": "x-1"}, {"kind": "advance"}):
            answer = here.looking_as(side).campaigns.act(name, action)
            assert isinstance(answer, Refusal) and not [word for word in words if word in str(answer)]
        assert len(here.looking_as(side).campaigns.view(told).nodes) == len(state.nodes)
    assert len(uma.campaigns.view(name).nodes) == len(state.nodes)
    assert hq.campaigns.verify(name).sound


def battle_refused(hq: Headquarters, campaign: str, battle: str) -> str:
    """How it is said that there is no such battle, whatever it is called."""
    with pytest.raises(Refused) as refused:
        hq.campaigns.returns.form(campaign, battle)
    return f"{refused.value} {refused.value.allowed}".replace(battle, "it")
