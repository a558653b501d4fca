"""Where a request is wrong is said as the request has it, and at home as the method has it."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from api.client.headquarters import RemoteHeadquarters
from api.wire.operations import OPERATIONS, by_id
from api.wire.places import in_method, in_request
from api.wire.signatures import signature
from campaign.battles.table import Seat
from campaign.rules.refused import Refused
from campaign.shared.answers import Refusal
from campaign.shared.callers import Caller
from tests.api.conftest import Served


@pytest.fixture
def duel(served: Served) -> str:
    return served.hq.battles.new("tank-duel", seats=[Seat("nk", "ann"), Seat("us", "ben")], name="duel").diary


@pytest.mark.parametrize(
    ("path", "where"),
    [
        ("legal?as=xx", "?as"),
        ("view?as=xx", "?as"),
        ("stream?as=xx", "?as"),
    ],
)
def test_a_read_names_what_the_request_has(served: Served, duel: str, path: str, where: str) -> None:
    found = httpx.get(f"{served.url}/api/battles/{duel}/{path}", headers=_bearer(served), timeout=30)
    assert found.status_code >= 400 and found.json()["where"] == where, found.text


def test_a_key_that_is_used_again_is_named_as_the_header(served: Served, duel: str, tmp_path: Path) -> None:
    url, terms = f"{served.url}/api/battles/{duel}", {"Idempotency-Key": "k", "If-Match": "*"}
    with httpx.Client(headers=_bearer(served) | terms, timeout=30) as client:
        one, two = (each["action"] for each in client.get(f"{url}/legal").json()[:2])
        assert client.post(f"{url}/actions", json={"action": one}).status_code == 200
        again = client.post(f"{url}/actions", json={"action": two})
        assert again.json()["where"] == "Idempotency-Key"
        late = {"If-Match": '"1"', "Idempotency-Key": "l"}
        found = client.post(f"{url}/actions", json={"action": two}, headers=late)
        assert (found.status_code, found.json()["where"]) == (412, "If-Match")
    with RemoteHeadquarters(served.url, served.tokens["a"], tmp_path / "ann") as far:
        answer = far.battles.act(duel, two, key="k")
        assert isinstance(answer, Refusal) and answer.where == "$.key"
        answer = far.battles.act(duel, two, expected=1)
        assert answer == served.hq.for_(Caller("ann")).battles.act(duel, two, expected=1)
        assert isinstance(answer, Refusal) and answer.where == "$.expected"
        with pytest.raises(Refused) as refused:
            far.looking_as("xx").battles.legal(duel)
        assert refused.value.where == "$.viewer"


def test_every_place_leads_back() -> None:
    for one in OPERATIONS:
        found = signature(one)
        asked = () if found.query is None else found.query.__struct_fields__
        for name in (*found.places.values(), *asked, *found.headers, "viewer"):
            there = in_request(f"$.{name}", one)
            assert not there.startswith("$"), (one.id, name)
            assert in_method(there, one) == f"$.{name}", (one.id, name)
    act = by_id()["battles.act"]
    for where in ("$.action.facing", "$", "", "?", "battle.toml:3", "Content-Type"):
        assert in_method(where, act) == in_request(where, act) == where


def _bearer(served: Served) -> dict[str, str]:
    return {"authorization": f"Bearer {served.tokens['a']}"}
