"""No order stops the calendar: what arrives settles, the last day waits, and a scenario can always be begun again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from campaign.headquarters import Headquarters
from campaign.ledger.returns import Return
from campaign.ledger.state import Campaign
from campaign.shared.answers import Acted, Refusal
from tests.campaign.calling import ok
from tests.campaign.ledger.making import folder

ARRIVES = """
[[happening]]
date = "1944-06-04"
text = "A tank from the docks."

[[happening.asset]]
id = "late"
name = "Late"
type = "tank"
side = "red"
formation = "red-2-co"
stores = { main = 20 }
"""
COMPANIES = "".join(
    f'\n[[formation]]\nid = "red-{id}"\nname = "{id} of red"\nside = "red"\nparent = "{above}"\n'
    for id, above in (("1-bn", "red-army"), ("2-co", "red-1-bn"))
)
Order = Callable[..., Acted]


def tell(hq: Headquarters, **action: Any) -> Any:
    return hq.campaigns.act("c", action)


def state_of(hq: Headquarters) -> Campaign:
    return hq._house.campaigns.get("c").state()


@pytest.fixture
def war(hq: Headquarters, tmp_path: Path) -> Headquarters:
    """A tank arrives on 4 June; the campaign closes on the 8th; number 1 is for the second company of red."""
    files = folder(tmp_path / "files", nodes=4)
    text = (files / "campaign.toml").read_text().replace("1964-12-31", "1944-06-08")
    head, one, rest = text.partition('id = "n1"')
    rest = rest.replace('side = "red"\nmost = 4', 'side = "red"\nmost = 4\nformation = "red-2-co"', 1)
    (files / "campaign.toml").write_text(head + one + rest + ARRIVES)
    forces = (files / "forces.toml").read_text() + COMPANIES
    asset = 'id = "red-5"\nname = "red 5"\ntype = "tank"\nside = "red"\nformation = "red-'
    assert asset in forces
    (files / "forces.toml").write_text(forces.replace(f"{asset}army", f"{asset}2-co"))
    ok(hq.campaigns.new(files, name="c"))
    return hq


def lines(answer: Acted) -> str:
    return " ".join(one.text for one in answer.lines)


@pytest.mark.parametrize(
    ("disbanded", "joins"), [(["red-2-co"], "red-1-bn"), (["red-1-bn", "red-2-co"], "red-army")]
)
def test_who_arrives_for_a_disbanded_formation_joins_the_one_above(
    war: Headquarters, disbanded: list[str], joins: str
):
    for one in disbanded:
        ok(tell(war, kind="disband", formation=one))
    told = lines(ok(tell(war, kind="advance", days=3)))
    assert state_of(war).assets["late"].formation == joins
    assert "Late arrives in" in told and "2-co of red is disbanded" in told
    assert war.campaigns.verify("c").sound


def test_who_arrives_where_nothing_is_above_has_no_formation(war: Headquarters):
    for one in ("red-army", "red-1-bn", "red-2-co"):
        ok(tell(war, kind="disband", formation=one))
    ok(tell(war, kind="advance", days=3))
    assert state_of(war).assets["late"].formation == ""


def test_a_disbanded_formation_musters_as_the_one_above(war: Headquarters):
    """Else its scenario could never be begun again."""
    assert isinstance(war.campaigns.begin("c", "n1", ["red-0", "blue-0"]), Refusal)
    ok(tell(war, kind="disband", formation="red-2-co"))
    ok(tell(war, kind="disband", formation="red-1-bn"))
    ok(war.campaigns.begin("c", "n1", ["red-0", "blue-0"]))
    assert war.campaigns.verify("c").sound


@pytest.mark.parametrize("room", ["asset", "person", "formation", "depot", "pool"])
def test_an_id_of_what_arrives_is_not_taken(war: Headquarters, room: str):
    new: dict[str, Any] = {"id": "late", "name": "Another", "side": "red"}
    more = {"type": "tank"} if room == "asset" else {}
    answer = tell(war, kind="enrol", **{room: [new | more]})
    assert isinstance(answer, Refusal)
    assert "1944-06-04: A tank from the docks" in answer.reason
    assert (answer.where, answer.allowed) == (f"$.{room}[0].id", ("late-2",))
    ok(tell(war, kind="advance", days=3))
    ok(tell(war, kind="enrol", **{room: [new | more | {"id": "late-2"}]}))


def test_an_id_that_was_taken_all_the_same_stops_no_day(war: Headquarters):
    """As in a diary of an older version; or by a battle."""
    opened = war._house.campaigns.get("c")
    action = opened.decode(
        b'{"kind":"enrol","pool":[{"id":"late","name":"Depot men","side":"red"}],"edition":2}'
    )
    opened.act(opened.store.entry("c", 1).read().author, action)
    told = lines(ok(tell(war, kind="advance", days=3)))
    assert state_of(war).assets["late-2"].name == "Late"
    assert "arrives as late-2, for the id late is taken" in told
    ok(tell(war, kind="advance", days=3))
    assert war.campaigns.verify("c").sound


def test_what_does_not_fit_aboard_is_left_behind(war: Headquarters):
    """As where a type was changed by an older version."""
    opened = war._house.campaigns.get("c")
    type = b'{"id":"tank","name":"Tank","posts":["commander"],"load":{"main":12}}'
    action = opened.decode(b'{"kind":"enrol","type":[' + type + b'],"edition":2}')
    opened.act(opened.store.entry("c", 1).read().author, action)
    told = lines(ok(tell(war, kind="advance", days=3)))
    assert "Late arrives without 8 main, for which there is no room aboard" in told
    assert state_of(war).assets["late"].stores == {"main": 12}
    assert war.campaigns.verify("c").sound


def test_the_last_day_waits_for_what_is_being_fought(war: Headquarters):
    ok(war.campaigns.begin("c", "n1", ["red-5", "blue-1"]))
    ok(war.campaigns.begin("c", "n0", ["red-0", "blue-0"]))
    told = lines(ok(tell(war, kind="advance", days=30)))
    assert "It is 1944-06-08." in told and "when n1-1, n0-1 end" in told
    ok(tell(war, kind="cancel", battle="n1-1"))
    state = state_of(war)
    assert (state.date, state.verdict) == ("1944-06-08", None)
    late = war.campaigns.begin("c", "n1", ["red-5", "blue-1"])
    assert isinstance(late, Refusal) and "The last day is over" in late.reason and late.allowed == ("n0-1",)
    ok(tell(war, kind="advance", days=2))
    done = lines(ok(war.campaigns.returns.file("c", "n0-1", Return("n0-1", "blue"))))
    assert "The campaign is over: The last day is over, won by Blue" in done
    assert war.campaigns.verify("c").sound


def test_the_last_day_is_over_when_its_battle_is_called_off(war: Headquarters):
    ok(war.campaigns.begin("c", "n0", ["red-0", "blue-0"]))
    ok(tell(war, kind="advance", days=30))
    ok(tell(war, kind="cancel", battle="n0-1"))
    assert state_of(war).verdict is not None


def test_a_scenario_can_be_begun_again_whatever_was_taken_back(war: Headquarters):
    begun = ok(war.campaigns.begin("c", "n0", ["red-0", "blue-0"])).seq
    ok(tell(war, kind="cancel", battle="n0-1"))
    assert ok(war.campaigns.begin("c", "n0", ["red-0", "blue-0"])).battle == "n0-2"
    ok(tell(war, kind="cancel", battle="n0-2"))
    ok(war.campaigns.undo("c", begun, {begun + 1: "drop"}))
    assert list(state_of(war).battles) == ["n0-2"]
    assert ok(war.campaigns.begin("c", "n0", ["red-0", "blue-0"])).battle == "n0-3"
    ok(war.campaigns.undo("c"))
    again = {"kind": "start", "node": "n0", "assets": ["red-0", "blue-0"], "battle": "n0-3"}
    answer = war.campaigns.act("c", again)
    assert isinstance(answer, Refusal) and answer.allowed == ("n0-4",)
    ok(tell(war, kind="enrol", person=[{"id": "n0-4", "name": "Joe", "side": "red"}]))
    assert ok(war.campaigns.begin("c", "n0", ["red-0", "blue-0"])).battle == "n0-5"
    assert war.campaigns.verify("c").sound


def test_the_umpire_opens_a_scenario(war: Headquarters):
    """One that nothing led to yet, or that nobody began in time: its time begins that day."""
    open_it = {"kind": "amend", "id": "n2", "field": "status", "value": "open", "reason": "so it is"}
    ok(tell(war, kind="advance", days=2))
    ok(war.campaigns.act("c", open_it))
    node = state_of(war).nodes["n2"]
    assert (node.status, node.opens) == ("open", "1944-06-03")
    later = ok(war.campaigns.act("c", open_it | {"field": "opens", "value": "1944-06-05"}))
    assert "opens of Number 2 is 1944-06-05" in lines(later)
    assert isinstance(war.campaigns.begin("c", "n2", ["red-0", "blue-0"]), Refusal)
    ok(tell(war, kind="advance", days=2))
    ok(war.campaigns.begin("c", "n2", ["red-0", "blue-0"]))
    refused = war.campaigns.act("c", open_it)
    assert isinstance(refused, Refusal) and "It is running" in refused.reason
    assert war.campaigns.verify("c").sound


def test_the_calendar_has_an_end(hq: Headquarters, tmp_path: Path):
    files = folder(tmp_path / "files", nodes=2)
    text = (files / "campaign.toml").read_text()
    text = (
        text.replace("1944-06-01", "9998-12-30")
        .replace("1944-06-05", "9999-01-05")
        .replace('closes = "1964-12-31"\n', "")
    )
    (files / "campaign.toml").write_text(text)
    ok(hq.campaigns.new(files, name="c"))
    ok(tell(hq, kind="amend", id="red-0-gunner", field="status", value="missing", reason="lost"))
    ok(tell(hq, kind="advance", days=400))
    assert state_of(hq).date == "9999-12-31"
    answer = tell(hq, kind="advance", days=1)
    assert isinstance(answer, Refusal) and "The calendar ends here" in answer.reason
