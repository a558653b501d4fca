"""Over HTTP a hex is chosen as it is at home."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from api.client.headquarters import RemoteHeadquarters
from api.openapi.document import document
from campaign.battles.table import Seat
from campaign.shared.answers import Refusal
from campaign.shared.callers import Caller
from tests import gun_line
from tests.api.conftest import Served


@pytest.fixture
def battle(monkeypatch: pytest.MonkeyPatch, served: Served) -> str:
    gun_line.install(monkeypatch)
    return served.hq.battles.new("gun-line", seats=[Seat("red", "ann"), Seat("blue", "ben")]).diary


def test_places_are_said_shortly_and_a_hex_is_taken_or_refused(served: Served, battle: str, tmp_path: Path):
    head = {"Authorization": f"Bearer {served.tokens['a']}"}
    url = f"{served.url}/api/battles/{battle}"
    legal = httpx.get(f"{url}/legal", headers=head, timeout=30).json()
    guns, mortars = (one for one in legal if one["kind"] == "plot")
    assert guns["ranges"][0] == {"name": "hex", "note": "shells scatter", "places": {}}
    assert mortars["ranges"][0]["places"] == {"centre": "0204", "within": 3}
    move = next(one for one in legal if one["kind"] == "move")
    assert (move["cost"], move["parts"]) == (5, 2)
    with RemoteHeadquarters(served.url, served.tokens["a"], tmp_path / "ann") as far:
        assert far.battles.legal(battle) == served.hq.for_(Caller("ann")).battles.legal(battle)
        refused = far.battles.act(battle, json.dumps({**mortars["action"], "hex": "0907"}))
        assert isinstance(refused, Refusal) and refused.allowed == ("any hex at most 3 from 0204",)
    action = {**guns["action"], "hex": "0808"}
    with httpx.Client(headers={**head, "If-Match": "*"}, timeout=30) as client:
        found = client.post(f"{url}/actions", json={"action": action})
        assert found.status_code == 422, found.text
        assert found.json()["detail"] == "This board has no hex '0808'." and found.json()["rule"] == "2"
        assert client.post(f"{url}/actions", json={"action": {**action, "hex": "0807"}}).status_code == 200


def test_the_description_knows_places():
    schemas = document()["components"]["schemas"]
    assert set(schemas["Places"]["properties"]) == {"hexes", "centre", "within", "least"}
    assert "places" in schemas["Range"]["properties"] and "parts" in schemas["LegalAction"]["properties"]
