"""Invitations: for one, for a while, and for no more than whoever invites may give."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from api.accounts import invitations, players
from api.accounts.answers import Pass
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted
from tests.api.accounts.conftest import Clock, Opened


def test_to_an_account(accounts: Opened, keeper: Pass) -> None:
    made = accounts.invitations.new(keeper, "account", scopes=["play"])
    assert made.secret.startswith("wi_") and accounts.invitations.look(made.secret) == made.invitation
    found = accounts.invitations.redeem(made.secret, player="ann", name="Ann")
    assert found.token is not None and (found.account.player, found.account.keeper) == ("ann", False)
    assert accounts.come(found.token.secret).scopes == ("read", "play")
    assert (found.invitation.redeemer, found.invitation.redeemed) == ("ann", "2026-05-01T00:00:00.000Z")
    for player in ("ann", "bob"):
        with pytest.raises(Refused, match="good for one"):
            accounts.invitations.redeem(made.secret, player=player)
    assert [one.player for one in accounts.players.list()] == ["ann", "kim"]


def test_a_token_to_an_account_is_good_for_what_a_player_needs_or_what_is_said(
    accounts: Opened, keeper: Pass
) -> None:
    for kind, player in (("account", "ann"), ("token", "ann"), ("account", "uma")):
        for scopes, then in ((None, ("read", "play")), (["umpire", "bot"], ("read", "bot", "umpire"))):
            made = accounts.invitations.new(keeper, kind, player=player, scopes=scopes)
            assert made.invitation.scopes == then
        token = accounts.invitations.redeem(made.secret).token
        assert token is not None and token.token.scopes == ("read", "bot", "umpire")


def test_to_an_account_of_one_name(accounts: Opened, keeper: Pass, ann: Pass) -> None:
    link = accounts.invitations.new(keeper, "account", player="bob").secret
    for by, player in ((None, "mallory"), (ann, "")):
        with pytest.raises(Refused):
            accounts.invitations.redeem(link, by, player=player)
    assert accounts.invitations.redeem(link).account.player == "bob"
    link = accounts.invitations.new(keeper, "account", player="ann").secret
    with pytest.raises(Refused, match="already"):
        accounts.invitations.redeem(link)


def test_to_a_new_token_for_whoever_lost_his(accounts: Opened, keeper: Pass, ann: Pass) -> None:
    with pytest.raises(Refused) as refused:
        accounts.invitations.new(keeper, "token", player="bob")
    assert refused.value.kind == "unknown"
    link = accounts.invitations.new(keeper, "token", player="ann").secret
    found = accounts.invitations.redeem(link, player="mallory")
    assert found.token is not None and accounts.come(found.token.secret).account == ann.account


def test_to_a_side_by_one_who_has_an_account(accounts: Opened, keeper: Pass, ann: Pass) -> None:
    made = accounts.invitations.new(ann, "side", "korea", "us", host=True)
    by = accounts.come(accounts.tokens.new(keeper, "plays", ["play"]).secret)
    found = accounts.invitations.redeem(made.secret, by)
    assert (found.account.player, found.token, found.repeated) == ("kim", None, False)
    assert (found.invitation.campaign, found.invitation.side) == ("korea", "us")
    again = accounts.invitations.redeem(made.secret, by)
    assert again.repeated and again.invitation == found.invitation, "the seat can be claimed once more"
    with pytest.raises(Refused, match="good for one"):
        accounts.invitations.redeem(made.secret, ann)


def test_a_claim_ends_with_the_seat_or_leaves_nothing_behind(
    accounts: Opened, ann: Pass, clock: Clock
) -> None:
    new, redeem = accounts.invitations.new, accounts.invitations.redeem
    made = new(ann, "side", "korea", "us", host=True)
    claim = redeem(made.secret, player="bob")
    assert (claim.made, claim.invitation.redeemer, claim.invitation.redeemed) == (True, "bob", "")
    accounts.invitations.withdraw(claim)
    assert claim.token is not None and accounts.resolve(claim.token.secret) is None
    assert "bob" not in [one.player for one in accounts.players.list()]
    assert accounts.invitations.look(made.secret) == made.invitation
    taken, seat = accounts.invitations.seated(redeem(made.secret, player="bob"), lambda: Acted("korea", 2))
    assert seat.seq == 2 and taken.invitation.redeemed and taken.token is not None
    again = redeem(made.secret, accounts.come(taken.token.secret))
    accounts.invitations.withdraw(again)
    with pytest.raises(Refused, match="redeemed already"):
        accounts.invitations.revoke(ann, made.invitation.id)
    back, late = (new(ann, "side", "korea", "us", hours=1, host=True) for _ in range(2))
    for one in (back, late):
        redeem(one.secret, ann)
    assert accounts.invitations.revoke(ann, back.invitation.id).revoked, "whoever claims it has no seat yet"
    clock.on(hours=1)
    for one, why in ((back, "taken back"), (late, "ran out")):
        with pytest.raises(Refused, match=why):
            redeem(one.secret, ann)


def test_it_is_taken_up_or_taken_back_and_never_both(
    accounts: Opened, ann: Pass, opened: Callable[[], Opened]
) -> None:
    first, second = (accounts.invitations.new(ann, "side", "korea", "us", host=True) for _ in range(2))
    claim = accounts.invitations.redeem(first.secret, player="bob")
    accounts.invitations.revoke(ann, first.invitation.id)
    seats: list[str] = []

    def seat() -> Acted:
        seats.append("us")
        return Acted("korea", 2)

    with pytest.raises(Refused, match="taken back"):
        accounts.invitations.seated(claim, seat)
    assert not seats, "nobody is seated by what was taken back"
    accounts.invitations.withdraw(claim)
    found = {one.id: one for one in accounts.invitations.list(ann)}[first.invitation.id]
    assert found.revoked and not found.redeemer and not found.redeemed
    told: list[str] = []

    def revoke() -> None:
        try:
            opened().invitations.revoke(ann, second.invitation.id)
        except Refused as refused:
            told.append(refused.reason)

    thread = threading.Thread(target=revoke)

    def while_it_is_revoked() -> Acted:
        thread.start()
        thread.join(0.2)
        return seat()

    taken, _ = accounts.invitations.seated(
        accounts.invitations.redeem(second.secret, player="bob"), while_it_is_revoked
    )
    thread.join()
    assert taken.invitation.redeemed and not taken.invitation.revoked
    assert told == ["It has been redeemed already."]


def test_to_a_side_by_one_who_is_new(accounts: Opened, ann: Pass) -> None:
    link = accounts.invitations.new(ann, "side", "korea", "us", host=True).secret
    with pytest.raises(Refused) as refused:
        accounts.invitations.redeem(link)
    assert refused.value.where == "$.player"
    token = accounts.invitations.redeem(link, player="bob").token
    assert token is not None
    assert (token.token.scopes, token.token.campaigns) == (("read", "play"), ("korea",))


def test_to_be_an_observer(accounts: Opened, ann: Pass, keeper: Pass, clock: Clock) -> None:
    new = accounts.invitations.new
    bob = accounts.invitations.redeem(new(ann, "observer", "korea", host=True).secret, player="bob")
    assert bob.token is not None
    assert (bob.token.token.scopes, bob.token.token.campaigns) == (("read",), ("korea",))
    short = accounts.come(accounts.tokens.new(keeper, "short", ["read"], days=3).secret)
    kim = accounts.invitations.redeem(new(ann, "observer", "korea", host=True).secret, short)
    assert kim.token is not None
    assert (kim.token.token.player, kim.token.token.campaigns) == ("kim", ("korea",))
    assert kim.token.token.expires == short.expires, "no longer than what he came with"


def test_nobody_gets_more_than_his_token_by_inviting_himself(accounts: Opened, ann: Pass) -> None:
    """Who has found a token that only reads, or is bound, makes no more of it with a link of his own."""
    new = accounts.invitations.new
    reads = accounts.come(accounts.tokens.new(ann, "reads").secret)
    bound = accounts.come(accounts.tokens.new(ann, "bound", ["play"], ["kursk"]).secret)
    for by, link in (
        (reads, new(ann, "side", "korea", "us", host=True)),
        (bound, new(ann, "side", "korea", "us", host=True)),
        (bound, new(ann, "observer", "korea", host=True)),
        (reads, new(ann, "observer", "korea", player="bob", host=True)),
    ):
        with pytest.raises(Refused) as refused:
            accounts.invitations.redeem(link.secret, by)
        assert refused.value.kind == "forbidden"
        assert accounts.invitations.look(link.secret) == link.invitation, "it is not used up"
    taken = new(ann, "side", "korea", "us", host=True).secret
    accounts.invitations.redeem(taken, ann)
    for by in (reads, bound):  # whose seat may still be to be taken, where that was refused
        with pytest.raises(Refused) as refused:
            accounts.invitations.redeem(taken, by)
        assert refused.value.kind == "forbidden"
    assert accounts.invitations.redeem(taken, ann).repeated


def test_who_may_invite(accounts: Opened, keeper: Pass, ann: Pass) -> None:
    new = accounts.invitations.new
    reads = accounts.come(accounts.tokens.new(ann, "reads").secret)
    bound = accounts.come(accounts.tokens.new(ann, "bound", ["play"], ["kursk"]).secret)
    plays = accounts.come(accounts.tokens.new(keeper, "plays", ["play"]).secret)
    cases: list[tuple[Pass, dict[str, Any]]] = [
        (ann, {"kind": "account"}),
        (ann, {"kind": "token", "player": "kim"}),
        (plays, {"kind": "account"}),
        (ann, {"kind": "side", "campaign": "korea", "side": "us"}),
        (reads, {"kind": "side", "campaign": "korea", "side": "us", "host": True}),
        (reads, {"kind": "observer", "campaign": "korea", "host": True}),
        (bound, {"kind": "observer", "campaign": "korea", "host": True}),
    ]
    for by, asked in cases:
        with pytest.raises(Refused) as refused:
            new(by, **asked)
        assert refused.value.kind == "forbidden", asked
    assert accounts.invitations.list(keeper)[0].kind == "account", "that by which ann came"
    new(bound, "observer", "kursk", host=True)
    with pytest.raises(Refused) as refused:
        new(keeper, "side", "korea", "us")
    assert refused.value.kind == "forbidden", (
        "he keeps the house, and has no more to say at its tables than others"
    )
    new(keeper, "side", "korea", "us", host=True)


def test_what_an_invitation_must_say(accounts: Opened, keeper: Pass) -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"kind": "king"}, "$.kind"),
        ({"kind": "side", "campaign": "korea"}, "$.side"),
        ({"kind": "side", "side": "us"}, "$.campaign"),
        ({"kind": "observer", "campaign": "korea", "side": "us"}, "$.side"),
        ({"kind": "account", "campaign": "korea"}, "$.campaign"),
        ({"kind": "observer", "campaign": "a\x1bb"}, "$.campaign"),
        ({"kind": "side", "campaign": "korea", "side": "us", "scopes": ["umpire"]}, "$.scopes"),
        ({"kind": "account", "scopes": ["king"]}, "$.scopes"),
        ({"kind": "account", "player": "umpire"}, "$.player"),
        ({"kind": "token"}, "$.player"),
        ({"kind": "account", "hours": 0}, "$.hours"),
        ({"kind": "account", "hours": 10**20}, "$.hours"),
    ]
    for asked, where in cases:
        with pytest.raises(Refused) as refused:
            accounts.invitations.new(keeper, **asked, host=True)
        assert refused.value.where == where, asked
    assert accounts.invitations.list(keeper) == ()


def test_one_runs_out_or_is_taken_back(accounts: Opened, keeper: Pass, ann: Pass, clock: Clock) -> None:
    new, redeem = accounts.invitations.new, accounts.invitations.redeem
    short, back = new(keeper, "account", hours=1), new(keeper, "account")
    assert accounts.invitations.revoke(keeper, back.invitation.id).revoked
    clock.on(hours=1)
    for link, why in ((short, "ran out"), (back, "taken back")):
        with pytest.raises(Refused, match=why):
            redeem(link.secret, player="bob")
        with pytest.raises(Refused, match=why):
            accounts.invitations.look(link.secret)
    used = new(keeper, "account")
    redeem(used.secret, player="bob")
    with pytest.raises(Refused, match="redeemed already"):
        accounts.invitations.revoke(keeper, used.invitation.id)


def test_who_sees_and_revokes_which(accounts: Opened, keeper: Pass, ann: Pass) -> None:
    made = accounts.invitations.new(keeper, "observer", "korea", host=True).invitation
    assert accounts.invitations.list(ann) == ()
    assert accounts.invitations.list(ann, "korea", host=True) == (made,)
    with pytest.raises(Refused):
        accounts.invitations.list(ann, "korea")
    with pytest.raises(Refused) as refused:
        accounts.invitations.revoke(ann, made.id)
    assert refused.value.kind == "unknown"
    assert accounts.invitations.revoke(ann, made.id, host=True).revoked
    own = accounts.invitations.new(ann, "observer", "korea", host=True).invitation
    assert accounts.invitations.list(ann) == (own,) and own in accounts.invitations.list(keeper)
    bound = accounts.come(accounts.tokens.new(ann, "bound", ["play"], ["kursk"]).secret)
    assert accounts.invitations.list(bound) == ()
    with pytest.raises(Refused):
        accounts.invitations.revoke(bound, own.id)
    for scope in ("read", "bot"):
        by = accounts.come(accounts.tokens.new(keeper, scope, [scope]).secret)
        mine = accounts.invitations.new(keeper, "observer", "korea", host=True).invitation
        with pytest.raises(Refused) as refused:
            accounts.invitations.revoke(by, mine.id, host=True)
        assert (refused.value.kind, refused.value.allowed) == ("forbidden", ("play", "umpire"))
        assert mine in accounts.invitations.list(keeper)


@pytest.mark.parametrize("change", ["last digit", "id", "token", "none", "injection", "surrogate"])
def test_a_wrong_link(accounts: Opened, keeper: Pass, change: str) -> None:
    secret, other = (accounts.invitations.new(keeper, "account").secret for _ in range(2))
    wrong = {
        "last digit": secret[:-1] + ("0" if secret[-1] != "0" else "1"),
        "id": other[:20] + secret[20:],
        "token": f"wd{secret[2:]}",
        "none": "",
        "injection": "wi_' OR '1'='1",
        "surrogate": secret[:-1] + "\ud800",
    }[change]
    for by in (None, keeper):
        with pytest.raises(Refused) as refused:
            accounts.invitations.redeem(wrong, by, player="bob")
        assert (refused.value.kind, refused.value.reason) == ("unknown", "There is no such invitation.")
    assert accounts.resolve(f"wd{secret[2:]}") is None


def test_a_player_has_so_many_out_at_the_most(
    accounts: Opened, keeper: Pass, ann: Pass, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "MOST_INVITATIONS", 3)

    def new() -> str:
        return accounts.invitations.new(ann, "observer", "korea", host=True).secret

    links = [new() for _ in range(3)]
    with pytest.raises(Refused, match="revoke one"):
        new()
    accounts.invitations.redeem(links[0], player="bob")
    new()
    assert len(accounts.invitations.list(ann)) == 3
    with pytest.raises(Refused, match="no such"):
        accounts.invitations.look(links[0])
    accounts.invitations.look(links[1])


def test_who_comes_by_links_is_a_guest_of_whoever_made_the_first(
    accounts: Opened, keeper: Pass, ann: Pass, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "MOST_GUESTS", 3)

    def joins(by: Pass, player: str) -> Pass:
        link = accounts.invitations.new(by, "side", "korea", "us", host=True).secret
        token = accounts.invitations.redeem(link, player=player).token
        assert token is not None
        return accounts.come(token.secret)

    bob = joins(ann, "bob")
    cyd = joins(bob, "cyd")
    joins(cyd, "dan")
    for by in (ann, bob, cyd):
        with pytest.raises(Refused, match="3 players came to this server by links of ann and his guests"):
            joins(by, "eve")
    joins(keeper, "fay")  # whoever keeps the house answers for nobody
    party = accounts.people().party
    assert party("ann") == party("cyd") == {"ann", "bob", "cyd", "dan"}
    assert (party("fay"), party("kim"), party("gus")) == ({"fay"}, {"kim"}, {"gus"})
    clock.on(days=31)
    joins(ann, "eve")
