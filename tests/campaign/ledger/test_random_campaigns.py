"""Random campaigns: whatever is ordered, fought, taken back and corrected, the ledger balances."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.campaigns.answers import Query
from campaign.campaigns.open_campaign import OpenCampaign
from campaign.campaigns.record.index import RecordIndex
from campaign.headquarters import Headquarters
from campaign.ledger import events as e
from campaign.ledger.state import Campaign
from campaign.shared.answers import Acted
from tests.campaign.conftest import steady_world
from tests.campaign.ledger.making import folder
from tests.campaign.ledger.walk import Walk
from tests.conftest import PROFILE

CAMPAIGNS = 200 if PROFILE == "long" else 12


def balanced(state: Campaign) -> None:
    """Issued is used, lost and on hand; nothing is below zero."""
    hand: Counter[str] = Counter()
    for one in (*state.assets.values(), *state.depots.values()):
        assert all(count > 0 for count in one.stores.values()), one
        hand.update(one.stores)
    for item in {*state.accounts, *hand}:
        account = state.accounts[item]
        assert account.issued == account.used + account.lost + hand[item], (item, account, hand[item])
        assert min(account.issued, account.used, account.lost) >= 0, (item, account)


def in_one_place(state: Campaign) -> None:
    holds: Counter[tuple[str, str]] = Counter()
    for person in state.people.values():
        assert bool(person.asset) == bool(person.post)
        if person.status in ("dead", "gone", "missing", "captured"):
            assert not person.asset, person
        if person.asset:
            holds[person.asset, person.post] += 1
            assert state.assets[person.asset].side == person.side
            assert state.assets[person.asset].status in ("ready", "wreck")
    assert all(count == 1 for count in holds.values()), holds
    fighting: Counter[str] = Counter()
    for battle in state.battles.values():
        if battle.status == "running":
            fighting.update(one.id for one in battle.muster)
    assert all(count == 1 for count in fighting.values())
    for asset in state.assets.values():
        assert bool(asset.battle) == bool(fighting[asset.id])
        assert not asset.battle or asset.battle in state.battles


def told(opened: OpenCampaign, until: int | None = None) -> list[Any]:
    """The events on the way to the state at an entry, the newest if none is named."""
    codec = opened.diary.reducer.codec
    found: list[Any] = []
    for low, high in opened.diary.lineage(opened.diary.head().seq if until is None else until):
        for entry in opened.store.entries(opened.name, low - 1, high):
            found += codec.events(entry.body)
    return found


def the_dead_stay_dead(events: list[Any]) -> None:
    """Unless the umpire says otherwise, as he does so that a battle stands."""
    dead: set[str] = set()
    for event in events:
        person = getattr(event, "person", "")
        if isinstance(event, e.Died):
            assert person not in dead
            dead.add(person)
        elif isinstance(event, e.Amended) and event.field == "status" and event.value != "dead":
            dead.discard(event.subject)
        elif not isinstance(event, e.Awarded | e.Amended):
            assert person not in dead, event


def records_agree(hq: Headquarters, state: Campaign, events: list[Any]) -> None:
    """What assets and people have done is what the events say, and what the record finds."""
    fought = Counter(one.asset for one in events if isinstance(one, e.Fought))
    kills = Counter(one.asset for one in events if isinstance(one, e.KillCredited))
    served = Counter(one.person for one in events if isinstance(one, e.Served))
    for asset in state.assets.values():
        assert (asset.battles, asset.kills) == (fought[asset.id], kills[asset.id])
        page = hq.looking_as("umpire").campaigns.record.search(
            "c", Query(subject=asset.id, kind="fought", limit=1000)
        )
        assert len(page.lines) == asset.battles
    for person in state.people.values():
        assert person.battles == served[person.id]


def counted_once(hq: Headquarters, events: list[Any]) -> None:
    """Of what is lost the statistics tell as much as there is, for the side that lost it; of nothing less than none."""
    side: dict[str, str] = {}
    lost: dict[str, str] = {}
    for one in events:
        match one:
            case e.AssetAdded():
                side[one.asset] = one.side
            case e.AssetMoved() if one.side:
                side[one.asset] = one.side
            case e.AssetLost():
                lost.setdefault(one.asset, side[one.asset])
            case e.Amended() if one.field == "status" and one.value in ("ready", "wreck"):
                lost.pop(one.subject, None)
            case _:
                pass
    totals = {(one.what, one.side): one.n for one in hq.looking_as("umpire").campaigns.record.statistics("c")}
    assert all(n >= 0 for what, n in totals.items() if what[0] not in ("points", "experience")), totals
    for one in ("red", "blue"):
        assert totals.get(("lost for good", one), 0) == list(lost.values()).count(one), (totals, lost)


def check(hq: Headquarters) -> None:
    opened = hq._house.campaigns.get("c")
    state = opened.state()
    fresh = OpenCampaign(hq._house.store, "c", hq._house.world)
    assert opened.diary.reducer.digest(state) == opened.diary.reducer.digest(fresh.state())
    balanced(state)
    in_one_place(state)
    events = told(opened)
    the_dead_stay_dead(events)
    records_agree(hq, state, events)
    counted_once(hq, events)
    rebuilt = RecordIndex(":memory:")
    assert list(rebuilt.content(fresh)) == list(hq._house.index.content(opened))
    rebuilt.close()
    assert hq.campaigns.verify("c").sound, hq.campaigns.verify("c")


@settings(max_examples=CAMPAIGNS)
@given(st.data())
def test_whatever_happens_the_ledger_balances(data: st.DataObject) -> None:
    place = Path(tempfile.mkdtemp())
    try:
        with Headquarters(place / "home", steady_world("walk")) as hq:
            made = hq.campaigns.new(folder(place / "files", nodes=14, assets=5), name="c")
            assert isinstance(made, Acted), made
            walk = Walk(hq, lambda n: data.draw(st.integers(0, n - 1)))
            for _ in range(25):
                walk.step()
                balanced(walk.state)
                in_one_place(walk.state)
            check(hq)
    finally:
        shutil.rmtree(place)
