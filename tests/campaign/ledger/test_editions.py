"""What is asked for now is decided as today; what an older diary asked for is decided as it was then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from campaign.headquarters import Headquarters
from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.decide import advance
from campaign.ledger.policy import read_policy
from campaign.ledger.returns import AssetReturn, PersonReturn, Return, read_return, write_return
from campaign.ledger.state import Campaign
from campaign.rules.dice import ScriptedDice
from campaign.rules.facets import UMPIRE
from campaign.rules.muster import AssetType
from campaign.shared.answers import Acted, Refusal
from tests.campaign.calling import ok

Order = Callable[..., Acted]


def as_it_was(hq: Headquarters, name: str, action: Any, edition: int = 2) -> tuple[Campaign, list[e.Event]]:
    """What would come of it if it stood in an older diary."""
    state = hq._house.campaigns.get(name).diary.state_at(hq.campaigns.head(name))
    return state, advance(state, UMPIRE, replace(action, edition=edition), ScriptedDice([1] * 9))


def test_a_policy_changes_what_it_names_and_nothing_else(hq: Headquarters, made: str, order: Order):
    order("set-policy", text="[fuel]\nbattle = 7\n", reason="agreed")
    order("set-policy", text="[supply]\nautomatic = false\n", reason="agreed")
    policy = hq._house.campaigns.get(made).state().policy
    assert policy is not None
    assert (policy.fuel.battle, policy.supply.automatic) == (7, False)
    state, _ = as_it_was(hq, made, a.SetPolicy("[missing]\ndays = 3\n", "agreed"))
    assert state.policy is not None
    assert state.policy.supply.automatic, "once it was laid over the defaults"
    assert hq.campaigns.verify(made).sound


def test_the_policy_in_force_says_since_when_each_part_holds(hq: Headquarters, made: str, order: Order):
    """Also in a fork, of what it rests on; what was taken back does not count."""
    record = hq.looking_as(UMPIRE).campaigns.record
    assert {one.seq for one in record.policy(made).since.values()} == {1}
    assert read_policy(record.policy(made).text) == read_policy()
    order("set-policy", text="[fuel]\nbattle = 7\n", reason="a dry\nsummer")
    order("advance")
    order("set-policy", text="[supply]\nautomatic = false\n", reason="no trucks")
    order("set-policy", text="[healing]\nleast = 9\n", reason="no nurses")
    ok(hq.campaigns.undo(made))
    found = record.policy(made)
    assert read_policy(found.text) == hq._house.campaigns.get(made).state().policy
    changed = {table: (one.seq, one.date, one.reason) for table, one in found.since.items() if one.seq > 1}
    assert changed == {"fuel": (2, "1944-06-01", "a dry\nsummer"), "supply": (4, "1944-06-02", "no trucks")}
    assert "# since entry 2, 1944-06-01: a dry summer\n[fuel]\n" in found.text
    fork = ok(hq.campaigns.fork(made, 3)).diary
    since = record.policy(fork).since
    assert (since["fuel"].seq, since["supply"].seq) == (-1, -2)


def test_days_stop_for_what_is_new_and_not_for_what_was_open_before(
    hq: Headquarters, made: str, order: Order
):
    order("advance", days=30, stop=True)
    assert hq.campaigns.view(made).date == "1944-07-01", "both scenarios were open from the first day"
    ok(hq.campaigns.begin(made, "n0", ["red-0", "blue-0"]))
    ok(hq.campaigns.returns.file(made, "n0-1", Return("n0-1", "red")))
    order("advance", days=30, stop=True)
    assert hq.campaigns.view(made).date == "1944-07-02", "the next is open; the other waits on"
    state, _ = as_it_was(hq, made, a.Advance(30, stop=True))
    assert state.date == "1944-07-03"
    assert hq.campaigns.verify(made).sound


def test_a_return_has_the_day_on_which_it_was_fought(hq: Headquarters, made: str, order: Order):
    hurt = tuple(
        PersonReturn(f"red-0-{post}", "wounded", days) for post, days in (("gunner", 3), ("driver", 9))
    )
    gone = (PersonReturn("blue-0-gunner", "missing"),)
    ok(hq.campaigns.begin(made, "n0", ["red-0", "blue-0"]))
    order("advance", days=6)
    for date in ("1944-05-31", "1944-06-08", "1944-06-31"):
        refused = hq.campaigns.returns.file(made, "n0-1", Return("n0-1", "red", date=date))
        assert isinstance(refused, Refusal) and refused.where == "$.content.date", refused
    content = Return("n0-1", "red", person=(*hurt, *gone), date="1944-06-03")
    for csv in (False, True):
        assert read_return(write_return(content, csv), "r.csv" if csv else "r.toml") == content
    ok(hq.campaigns.returns.file(made, "n0-1", content))
    state = hq._house.campaigns.get(made).state()
    assert state.policy is not None
    back = {id: (one.status, one.back) for id, one in state.people.items() if one.wounds or one.back}
    assert back.pop("blue-0-gunner") == ("missing", f"1944-06-{3 + state.policy.missing.days:02}")
    assert back == {"red-0-gunner": ("fit", ""), "red-0-driver": ("wounded", "1944-06-12")}
    (fought,) = hq.campaigns.view(made).battles
    assert (fought.date, fought.closed) == ("1944-06-03", "1944-06-07")
    assert hq.campaigns.verify(made).sound


def test_a_return_without_a_day_was_fought_when_it_was_begun(hq: Headquarters, made: str, order: Order):
    hurt = Return("n0-1", "red", person=(PersonReturn("red-0-gunner", "wounded", 30),))
    ok(hq.campaigns.begin(made, "n0", ["red-0", "blue-0"]))
    order("advance", days=6)
    state, _ = as_it_was(hq, made, a.File("n0-1", hurt))
    assert state.people["red-0-gunner"].back == "1944-07-07", "once it counted from the day of the report"
    ok(hq.campaigns.returns.file(made, "n0-1", hurt))
    assert hq._house.campaigns.get(made).state().people["red-0-gunner"].back == "1944-07-01"


def test_fuel_that_a_return_names_is_what_was_used(hq: Headquarters, made: str):
    ok(hq.campaigns.begin(made, "n0", ["red-0", "red-1", "blue-0"]))
    assert "400 fuel" in hq.campaigns.returns.text(made, "n0-1")
    much = Return("n0-1", "red", asset=(AssetReturn("red-0", ammunition={"fuel": 401}),))
    refused = hq.campaigns.returns.file(made, "n0-1", much)
    assert isinstance(refused, Refusal)
    assert "carried 400 of fuel" in refused.reason and "fuel = 0 to 400" in refused.allowed
    content = Return("n0-1", "red", asset=(AssetReturn("red-0", ammunition={"fuel": 399}),))
    state, _ = as_it_was(hq, made, a.File("n0-1", content))
    usual = state.assets["red-1"].stores["fuel"]
    assert state.assets["red-0"].stores["fuel"] == usual > 1, "once the policy alone said it"
    ok(hq.campaigns.returns.file(made, "n0-1", content))
    shown = {one.id: one for one in hq.campaigns.view(made).assets}
    assert (shown["red-0"].stores["fuel"], shown["red-1"].stores["fuel"]) == (1, usual)
    assert shown["red-0"].load == {"main": 30, "mg": 10, "fuel": 400}


def test_a_type_is_not_changed_under_its_machines(hq: Headquarters, made: str, order: Order):
    tank = hq._house.campaigns.get(made).state().types["tank"]
    order("enrol", type=[{"id": "gun", "name": "Gun", "posts": ["gunner"], "load": {"main": 8}}])
    order("enrol", type=[{"id": tank.id, "name": tank.name, "posts": list(tank.posts), "load": dict(tank.load),
        "fuel": tank.fuel}])  # fmt: skip
    small = {"id": "tank", "name": "Tank", "posts": list(tank.posts), "load": {"main": 3}, "fuel": tank.fuel}
    refused = hq.campaigns.act(made, {"kind": "enrol", "type": [small]})
    assert isinstance(refused, Refusal)
    assert refused.where == "$.type[0].load"
    assert "has another load: 30 main, 10 mg" in refused.reason
    state, _ = as_it_was(hq, made, a.Enrol((AssetType("tank", "Tank", tank.posts, {"main": 3}),)))
    assert state.types["tank"].load == {"main": 3}
