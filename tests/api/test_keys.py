"""`Idempotency-Key`: whatever changes something is done once, and answered again as the first time."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.accounts.file import AccountsFile
from api.accounts.repeats import Repeats, Told
from api.openapi.document import document
from api.server import once
from api.wire.operations import OPERATIONS
from api.wire.signatures import signature
from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, DiceNeeded
from campaign.shared.callers import Caller
from campaign.shared.clock import World
from tests.api.conftest import Again, Served

OPEN = {"scenario": "tank-duel"}
MINE = {"title": "Mine", "nation": "usa", "platoon": "team-yankee"}


@pytest.fixture
def client(served: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{served.url}/api", timeout=30) as found:
        yield found


def terms(served: Served, who: str, key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {served.tokens.get(who, who)}", "Idempotency-Key": key, "If-Match": "*"}


def counted(served: Served) -> int:
    """Everything that can be doubled."""
    hq = served.hq
    rows = served.accounts._file.rows(
        "SELECT (SELECT count(*) FROM tokens) + (SELECT count(*) FROM invitations)"
    )
    heads = [one.head.seq for one in hq._house.store.diaries()]
    return sum(heads) + rows[0][0]


MAKES: dict[str, tuple[str, str, str, Any]] = {
    "battle": ("a", "POST", "/battles", {**OPEN, "seats": [{"side": "nk", "player": "ann"}]}),
    "named battle": ("a", "POST", "/battles", {**OPEN, "name": "mine"}),
    "fork": ("a", "POST", "/battles/duel/fork", {"seq": 1}),
    "campaign": ("k", "POST", "/campaigns", {"source": "marines-in-korea"}),
    "fork of a campaign": ("k", "POST", "/campaigns/war/fork", {}),
    "seat": ("a", "POST", "/battles/other/seats/leave", {}),
    "archive": ("k", "POST", "/battles/duel/archive", {}),
    "roster": (
        "k",
        "PUT",
        "/rosters/tanks-modern-age/mine",
        {"roster": MINE},
    ),
    "name": ("a", "PUT", "/me", {"name": "Ann of all"}),
    "block": ("k", "POST", "/players/dan/block", {}),
}
"""What is made → who asks, and how."""


@pytest.fixture
def house(served: Served) -> Served:
    for name, player in (("duel", ""), ("other", "ben")):
        served.hq.battles.new("tank-duel", seats=[Seat("nk", "ann"), Seat("us", player)], name=name)
    served.hq.for_(Caller("boss", keeper=True)).campaigns.new("marines-in-korea", name="war")
    boss = served.hq.for_(Caller("boss", keeper=True)).campaigns
    for side in boss.view("war").sides:
        assert isinstance(boss.seats.withdraw("war", side.id), Acted)
    return served


@pytest.mark.parametrize("what", MAKES)
def test_what_is_made_is_made_once(house: Served, client: httpx.Client, what: str) -> None:
    who, verb, path, body = MAKES[what]
    before = counted(house)
    first = client.request(verb, path, json=body, headers=terms(house, who, "k1"))
    assert first.status_code < 300, first.text
    made = counted(house)
    for _ in range(2):
        again = client.request(verb, path, json=body, headers=terms(house, who, "k1"))
        assert again.status_code == first.status_code
        assert again.headers["idempotency-replayed"] == "true"
        told = again.json()
        if what == "seat":
            assert told.pop("repeated")
        assert told == first.json()
        assert again.headers.get("location") == first.headers.get("location")
    assert counted(house) == made
    assert made > before or verb == "PUT" or what in ("archive", "block")
    assert "idempotency-replayed" not in first.headers


@pytest.mark.parametrize("what", [one for one in MAKES if one not in ("archive", "block")])
def test_a_key_is_for_one_request(house: Served, client: httpx.Client, what: str) -> None:
    who, verb, path, body = MAKES[what]
    assert client.request(verb, path, json=body, headers=terms(house, who, "k1")).status_code < 300
    made = counted(house)
    odd = {"battle": {"title": "x"}, "campaign": {"name": "x"}, "seat": {"side": "us"}}
    other = {**body, **odd.get(what, {"title": "x"} if "fork" in what or "battle" in what else {"name": "x"})}
    if what == "roster":
        other = {"roster": {**MINE, "title": "Other"}}
    found = client.request(verb, path, json=other, headers=terms(house, who, "k1"))
    assert found.status_code in (409, 422) and found.json()["where"] == "Idempotency-Key", found.text
    assert "This key was used before" in found.json()["detail"]
    assert counted(house) == made


def test_another_path_is_another_request(house: Served, client: httpx.Client) -> None:
    assert client.post("/battles", json=OPEN, headers=terms(house, "a", "k")).status_code == 201
    found = client.post("/tokens", json={"label": "x"}, headers=terms(house, "a", "k"))
    assert (found.status_code, found.json()["type"]) == (409, "/api/problems/repeated")


def test_two_players_keys_never_meet(house: Served, client: httpx.Client) -> None:
    made = {
        client.post("/battles", json=OPEN, headers=terms(house, who, "1")).json()["diary"] for who in "ab"
    }
    assert len(made) == 2
    seqs: list[int] = []
    for who in ("a", "b"):
        options = client.get("/battles/other/legal", headers=terms(house, who, "")).json()
        body = {"action": options[0]["action"] if who == "b" else {"kind": "end-phase"}}
        for _ in range(2):
            found = client.post("/battles/other/actions", json=body, headers=terms(house, who, "same"))
            assert found.status_code == 200, found.text
            seqs.append(found.json()["seq"])
    assert seqs == [2, 2, 3, 3]


def test_a_secret_is_shown_once_and_kept_nowhere(house: Served, client: httpx.Client) -> None:
    for path, body, kind in (
        ("/tokens", {"label": "phone"}, "token"),
        ("/invitations", {"kind": "account"}, "invitation"),
    ):
        first = client.post(path, json=body, headers=terms(house, "k", kind))
        assert first.status_code == 201, first.text
        made = counted(house)
        again = client.post(path, json=body, headers=terms(house, "k", kind))
        assert (again.status_code, again.json()["type"]) == (409, "/api/problems/repeated")
        assert first.json()[kind]["id"] in again.json()["detail"]
        assert counted(house) == made
        for file in house.hq.home.folder.glob("accounts.db*"):
            assert first.json()["secret"].rpartition("_")[2].encode() not in file.read_bytes()
    id = client.post("/tokens", json={"label": "x"}, headers=terms(house, "k", "x")).json()["token"]["id"]
    assert client.post(f"/tokens/{id}/renew", headers=terms(house, "k", "renew")).status_code == 200
    again = client.post(f"/tokens/{id}/renew", headers=terms(house, "k", "renew"))
    assert (again.status_code, again.json()["type"]) == (409, "/api/problems/repeated")
    assert "renewed" in again.json()["detail"] and id in again.json()["detail"]


def test_a_refusal_uses_no_key_up(house: Served, client: httpx.Client) -> None:
    on = terms(house, "a", "k")
    assert client.post("/battles", json={"scenario": "none"}, headers=on).status_code == 404
    assert client.post("/battles", json=OPEN, headers=on).status_code == 201
    odd = client.post("/battles", json=OPEN, headers=terms(house, "a", "k" * 201))
    assert (odd.status_code, odd.json()["where"]) == (422, "Idempotency-Key")


def test_the_same_again_is_named_as_its_own_and_as_nobody_guesses(
    house: Served, client: httpx.Client
) -> None:
    """Under a key as without one: not as a fork of that battle, nor as a battle of its campaign."""
    seats = [Seat("nk", "ann"), Seat("us", "ben")]
    house.hq.battles.new("tank-duel", seats=seats, name="war.hill.1")
    names = [
        client.post("/battles/war.hill.1/rematch", json={}, headers=terms(house, "a", key)).json()["diary"]
        for key in ("", "k1", "k2")
    ]
    assert all(one.startswith("tank-duel-") for one in names)
    assert all(len(one) == len("tank-duel-") + 16 for one in names[1:]) and len(set(names)) == 3


def test_those_who_come_together_are_answered_alike(house: Served) -> None:
    found: list[httpx.Response] = []

    def ask() -> None:
        url = f"{house.url}/api/battles"
        found.append(httpx.post(url, json=OPEN, headers=terms(house, "a", "once"), timeout=30))

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert {(one.status_code, one.text) for one in found} == {(201, found[0].text)}
    assert sum("idempotency-replayed" in one.headers for one in found) == 5


@pytest.mark.parametrize("what", ["battle", "named battle", "fork", "campaign", "fork of a campaign"])
def test_what_was_cut_short_between_making_and_recording_is_found(
    house: Served, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """As by a kill: what is on disk is the diary, and a request without its answer."""
    who, verb, path, body = MAKES[what]
    with monkeypatch.context() as patch:
        patch.setattr(Repeats, "finish", _killed)
        broken = httpx.request(
            verb, f"{house.url}/api{path}", json=body, headers=terms(house, who, "k"), timeout=30
        )
        assert broken.status_code == 500
    diaries, made = [one.name for one in house.hq._house.store.diaries()], counted(house)
    home = house.hq.home.folder
    house.runner.handle_exit(2, None)
    house.thread.join(20)
    with Again(home, house.tokens) as served:
        sent = {"json": body, "headers": terms(served, who, "k"), "timeout": 30}
        first = httpx.request(verb, f"{served.url}/api{path}", **sent)
        again = httpx.request(verb, f"{served.url}/api{path}", **sent)
        assert (first.status_code, first.text) == (again.status_code, again.text) == (201, first.text)
        assert first.json()["diary"] == diaries[-1]
        assert first.json()["answer"] == "acted" and first.headers["location"].endswith(diaries[-1])
        assert counted(served) == made
    house.start(None)


def test_a_clock_that_was_set_back_doubles_nothing(
    house: Served, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its own entries it was opened before it was asked for."""
    sent = {"json": OPEN, "headers": terms(house, "a", "k")}
    with monkeypatch.context() as patch:
        patch.setattr(Repeats, "finish", _killed)
        assert client.post("/battles", **sent).status_code == 500
    made = counted(house)
    with house.accounts._file.writing() as conn:
        conn.execute("UPDATE requests SET at = '2999-01-01T00:00:00.000Z'")
    first, again = (client.post("/battles", **sent) for _ in range(2))
    assert (first.status_code, first.text) == (again.status_code, again.text) == (201, first.text)
    assert counted(house) == made


def _killed(*_: object) -> None:
    raise RuntimeError("cut short")


@pytest.mark.parametrize(
    ("path", "body"), [("/tokens", {"label": "x"}), ("/invitations", {"kind": "account"})]
)
def test_a_secret_that_was_cut_short_is_not_made_twice(
    house: Served, client: httpx.Client, monkeypatch: pytest.MonkeyPatch, path: str, body: Any
) -> None:
    on = terms(house, "k", "k")
    with monkeypatch.context() as patch:
        patch.setattr(Repeats, "finish", _killed)
        assert client.post(path, json=body, headers=on).status_code == 500
    made = counted(house)
    for _ in range(3):
        again = client.post(path, json=body, headers=on)
        assert (again.status_code, again.json()["type"]) == (409, "/api/problems/repeated")
    assert counted(house) == made


def test_bots_that_were_cut_short_are_not_set_off_again(
    house: Served, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    on = terms(house, "k", "k")
    with monkeypatch.context() as patch:
        patch.setattr(Repeats, "finish", _killed)
        assert client.post("/campaigns/war/staff/step", json={"seed": "s"}, headers=on).status_code == 500
    head = house.hq.campaigns.head("war")
    again = client.post("/campaigns/war/staff/step", json={"seed": "s"}, headers=on)
    assert (again.status_code, again.json()["type"]) == (409, "/api/problems/repeated")
    assert house.hq.campaigns.head("war") == head


def test_everything_that_changes_something_takes_a_key() -> None:
    for one in OPERATIONS:
        said = document()["paths"][f"/api{one.path}"][one.verb.lower()]["parameters"]
        takes = any(each["name"] == "Idempotency-Key" for each in said)
        assert takes == one.keyed, one.id
    assert sum(one.keyed for one in OPERATIONS) > 30


def test_answers_are_kept_for_a_week(tmp_path: Path) -> None:
    now = datetime(1950, 8, 17, tzinfo=UTC)
    repeats = Repeats(AccountsFile(tmp_path / "accounts.db"), World(lambda: now))
    told = Told(201, {"location": "/x"}, b"{}")
    first = repeats.begin("ann", "k", b"1")
    repeats.finish("ann", "k", told)
    now += timedelta(days=7, hours=1)
    assert repeats.begin("ann", "k", b"1") == first._replace(again=True, told=told)
    with pytest.raises(Refused, match="another request"):
        repeats.begin("ann", "k", b"2")
    assert not repeats.begin("ben", "k", b"2").again
    now += timedelta(days=1)
    anew = repeats.begin("ann", "k", b"2")
    assert not anew.again and anew.made != first.made
    repeats.forget("ann", "k")
    assert not repeats.begin("ann", "k", b"3").again


# -- what is neither an entry nor a secret -------------------------------------------------------------------------


def roster(served: Served, client: httpx.Client) -> tuple[str, str, dict[str, Any]]:
    path = "/rosters/tanks-modern-age/mine"
    client.put(path, json={"roster": MINE}, headers=terms(served, "k", "")).raise_for_status()
    return "DELETE", path, {}


def import_(served: Served, client: httpx.Client) -> tuple[str, str, dict[str, Any]]:
    with Headquarters(served.hq.home.folder.parent / "other") as other:
        other.battles.new("tank-duel", name="brought")
        other.export(file := io.BytesIO())
    return "POST", "/import", {"content": file.getvalue()}


def samples(served: Served, client: httpx.Client) -> tuple[str, str, dict[str, Any]]:
    return "POST", "/samples/campaigns", {}


def token(served: Served, client: httpx.Client) -> tuple[str, str, dict[str, Any]]:
    made = client.post("/tokens", json={"label": "x"}, headers=terms(served, "k", "")).json()
    return "POST", f"/tokens/{made['token']['id']}/renew", {}


DEEDS: dict[str, tuple[Callable[..., tuple[str, str, dict[str, Any]]], str, str]] = {
    "rosters.delete": (roster, "campaign.library.rosters.Rosters", "delete"),
    "import_": (import_, "campaign.headquarters.Headquarters", "import_"),
    "campaigns.open_samples": (samples, "campaign.campaigns.campaigns.Campaigns", "open_samples"),
    "accounts.renew_token": (token, "api.accounts.tokens.Tokens", "renew"),
}


def test_every_operation_under_a_key_is_found_done_or_harmless_to_do_again() -> None:
    """A new one is named somewhere: in `FINDS`, in `UNSURE`, as one that keeps the id of what it makes, or here."""
    again = {"accounts.rename", "accounts.block", "accounts.revoke_token", "accounts.revoke_invitation",
             "battles.archive", "campaigns.archive", "rosters.save", "campaigns.resume", "campaigns.plan_undo",
             "campaigns.returns.plan", "battles.bots.choice", "accounts.rewritten"}  # fmt: skip
    known = {*once.FINDS, *once.UNSURE, *once.SHOWN, *again}
    assert {one.id for one in OPERATIONS if one.keyed and "key" not in signature(one).headers} == known


@pytest.mark.parametrize("late", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("what", DEEDS)
def test_what_was_cut_short_is_told_as_it_is(
    served: Served, client: httpx.Client, monkeypatch: pytest.MonkeyPatch, what: str, late: bool
) -> None:
    """By a kill before the deed, or between it and its answer."""
    make, door, method = DEEDS[what]
    verb, path, more = make(served, client)
    on = terms(served, "k", "k")
    with monkeypatch.context() as patch:
        if late:
            patch.setattr(Repeats, "finish", _killed)
        else:
            patch.setattr(f"{door}.{method}", _killed)
        assert client.request(verb, path, headers=on, **more).status_code == 500
    before = counted(served)
    first = client.request(verb, path, headers=on, **more)
    if late:
        assert counted(served) == before
    again = client.request(verb, path, headers=on, **more)
    if what == "accounts.renew_token":
        assert [first.status_code, again.status_code] == [409 if late else 200, 409]
        assert "was renewed under this key before" in again.json()["detail"]
        return
    assert first.status_code == again.status_code == 200, first.text
    assert again.headers["idempotency-replayed"] == "true" and again.json() == first.json()
    assert first.headers.get("idempotency-replayed") == ("true" if late else None), first.headers
    if what == "campaigns.open_samples":
        assert first.json() == [one.name for one in served.hq._house.store.diaries()] != []
    elif what == "import_":
        assert served.hq.battles.head("brought") == 1
        assert ("broke off" in first.text) == late and (first.json()["entries"] == 0) == late
    else:
        assert "mine" not in [one.id for one in served.hq.rosters.all("tanks-modern-age")]


def test_where_dice_are_wanted_they_come_under_the_same_key(
    served: Served, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That real dice are asked for is no answer to keep: nothing was done yet."""
    served.hq.battles.new("tank-duel", name="duel")
    asks = DiceNeeded("to hit", 1, 6, ())

    def act(self: Any, battle: str, choice: Any, dice: Sequence[int] = ()) -> Any:
        return Acted(battle, 2) if dice else asks

    monkeypatch.setattr("campaign.battles.bots.Bots.act", act)
    choice = {"side": "us", "player": "bot:random", "expected": 1}
    found = [
        client.post(
            "/battles/duel/bots/act", json={"choice": choice, "dice": dice}, headers=terms(served, "k", "k")
        )
        for dice in ([], [3])
    ]
    assert [one.status_code for one in found] == [202, 200], found[-1].text
