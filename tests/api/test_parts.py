"""What who opened a battle, or is its umpire, hears of what he can do there."""

from __future__ import annotations

import httpx

from tests.api.conftest import Served


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def test_who_opened_it_and_plays_no_side_hears_how_to(served: Served) -> None:
    with httpx.Client(base_url=served.url, headers=bearer(served.tokens["a"]), timeout=30) as client:
        new = {"scenario": "tank-duel", "name": "mine", "seats": [{"side": "nk", "player": ""}]}
        assert client.post("/api/battles", json=new).status_code == 201
        told = client.get("/api/battles/mine/legal").json()
        assert "POST /api/battles/mine/seat" in told["detail"]
        assert "wardiary seat mine nk ann" in told["allowed"]
        seat = {"side": "nk", "player": "ann"}
        assert client.post("/api/battles/mine/seat", json=seat, headers={"If-Match": "*"}).status_code == 200
        assert client.get("/api/battles/mine/legal").status_code == 200
    told = httpx.get(
        f"{served.url}/api/battles/mine/legal", headers=bearer(served.tokens["b"]), timeout=30
    ).json()
    assert told["detail"] == "'ben' plays no side here.", "he may seat nobody"
