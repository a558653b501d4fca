"""Tokens: no more than the one they are made with, as long as they are good, and no longer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from api.accounts import tokens
from api.accounts.answers import NewToken, Pass
from api.accounts.secret import TOKEN, id_of
from campaign.rules.refused import Refused
from tests.api.accounts.conftest import Clock, Opened


@pytest.fixture
def narrow(accounts: Opened, ann: Pass) -> Pass:
    """A token of ann's that plays in one campaign, for ten days."""
    return accounts.come(accounts.tokens.new(ann, "narrow", ["play"], ["korea", "kursk"], 10).secret)


def test_what_a_token_says(accounts: Opened, ann: Pass, clock: Clock) -> None:
    made = accounts.tokens.new(ann, "laptop", ["bot", "play"], ["korea", "korea"], 30)
    assert made.secret.startswith(f"wd_{made.token.id}_")
    found = accounts.come(made.secret)
    assert found.account == ann.account
    assert (found.scopes, found.campaigns) == (("read", "play", "bot"), ("korea",))
    assert found.expires == "2026-05-31T00:00:00.000Z"
    assert found.allows("play") and not found.allows("umpire")
    assert found.covers("korea") and found.covers("korea.obong-ni-1.64a7") and not found.covers("kursk")
    assert made.token.maker == ann.token
    assert accounts.tokens.list(ann)[0] == made.token or made.token in accounts.tokens.list(ann)


def test_secrets_are_256_random_bits(accounts: Opened, ann: Pass) -> None:
    secrets = [accounts.tokens.new(ann, "x").secret.rpartition("_")[2] for _ in range(50)]
    ones = sum(int(one, 16).bit_count() for one in secrets)
    assert len(set(secrets)) == 50 and all(len(one) == 64 for one in secrets)
    assert abs(ones - 50 * 128) < 6 * (50 * 64) ** 0.5


@pytest.mark.parametrize(
    "change", ["upper", "space", "newline", "cut", "longer", "last digit", "id", "wide", "none"]
)
def test_only_the_very_token_is_good(accounts: Opened, ann: Pass, change: str) -> None:
    secret = accounts.tokens.new(ann, "laptop").secret
    other = accounts.tokens.new(ann, "other").secret
    wrong = {
        "upper": "wd_" + secret[3:].upper() + ("" if secret[3:].upper() != secret[3:] else "x"),
        "space": f" {secret}",
        "newline": f"{secret}\n",
        "cut": secret[:-1],
        "longer": f"{secret}0",
        "last digit": secret[:-1] + ("0" if secret[-1] != "0" else "1"),
        "id": other[:20] + secret[20:],
        "wide": secret[:-1] + chr(ord(secret[-1]) + 0xFEE0),
        "none": "",
    }[change]
    assert accounts.resolve(wrong) is None
    assert accounts.passes.why(wrong).reason == "This token is not good here."
    assert accounts.resolve(secret) is not None


def test_nothing_gives_more_than_what_it_is_made_with(accounts: Opened, narrow: Pass) -> None:
    new = accounts.tokens.new
    for scopes, campaigns, days, where in (
        (["umpire"], (), 1, "$.scopes"),
        (["umpire", "read"], (), 1, "$.scopes"),
        (["read"], ["korea", "berlin"], 1, "$.campaigns"),
        (["read"], (), 11, "$.days"),
    ):
        with pytest.raises(Refused) as refused:
            new(narrow, "more", scopes, campaigns, days)
        assert (refused.value.where, refused.value.kind) == (where, "forbidden")
    made = new(narrow, "as much", ["play"]).token
    assert (made.campaigns, made.expires) == (("korea", "kursk"), narrow.expires)
    assert new(narrow, "for a program", ["bot"]).token.scopes == ("read", "bot"), "who plays may let one act"
    assert new(narrow, "less", ["read"], ["kursk"], 2).token.campaigns == ("kursk",)


def test_what_there_is_not_is_refused(accounts: Opened, ann: Pass) -> None:
    for scopes, campaigns, days, where in (
        (["keeper"], (), 1, "$.scopes"),
        (["Read"], (), 1, "$.scopes"),
        (["read"], [""], 1, "$.campaigns[0]"),
        (["read"], ["korea", "a\x1bb"], 1, "$.campaigns[1]"),
        (["read"], [str(n) for n in range(101)], 1, "$.campaigns"),
        (["read"], (), 0, "$.days"),
        (["read"], (), -5, "$.days"),
        (["read"], (), 2**63, "$.days"),
    ):
        with pytest.raises(Refused) as refused:
            accounts.tokens.new(ann, "x", scopes, campaigns, days)
        assert refused.value.where == where
    with pytest.raises(Refused) as refused:
        accounts.tokens.new(ann, "a\u202eb")
    assert refused.value.where == "$.label"


def test_a_token_runs_out(accounts: Opened, ann: Pass, clock: Clock) -> None:
    secret = accounts.tokens.new(ann, "short", days=1).secret
    clock.on(hours=23, minutes=59, seconds=59)
    found = accounts.come(secret)
    clock.on(seconds=1)
    assert accounts.resolve(secret) is None
    assert "ran out at 2026-05-02" in accounts.passes.why(secret).reason
    with pytest.raises(Refused, match="no longer good"):
        accounts.tokens.new(found, "too late")
    with pytest.raises(Refused, match="no longer good"):
        accounts.tokens.renew(found)


def test_revoking(accounts: Opened, ann: Pass, keeper: Pass) -> None:
    secret = accounts.tokens.new(ann, "laptop").secret
    found = accounts.come(secret)
    revoked = accounts.tokens.revoke(ann, found.token)
    assert revoked.revoked and accounts.tokens.revoke(ann, found.token) == revoked
    assert accounts.resolve(secret) is None and "revoked" in accounts.passes.why(secret).reason
    with pytest.raises(Refused, match="no longer good"):
        accounts.tokens.new(found, "with a pass that was made before")
    accounts.tokens.revoke(keeper, ann.token)
    with pytest.raises(Refused, match="no longer good"):
        accounts.tokens.revoke(ann, ann.token)


def test_whose_tokens_are_whose(accounts: Opened, keeper: Pass, ann: Pass, narrow: Pass) -> None:
    assert {one.id for one in accounts.tokens.list(ann)} == {ann.token, narrow.token}
    assert {one.id for one in accounts.tokens.list(narrow)} == {narrow.token}
    assert {one.id for one in accounts.tokens.list(keeper, "ann")} == {ann.token, narrow.token}
    with pytest.raises(Refused) as refused:
        accounts.tokens.list(ann, "kim")
    assert refused.value.kind == "forbidden"
    for change in (accounts.tokens.revoke, accounts.tokens.renew):
        for by, id, kind in (
            (narrow, ann.token, "forbidden"),
            (ann, keeper.token, "unknown"),
            (ann, "0" * 16, "unknown"),
            (ann, "' OR 1=1 --", "unknown"),
        ):
            with pytest.raises(Refused) as refused:
                change(by, id)
            assert refused.value.kind == kind
    with pytest.raises(Refused) as refused:
        accounts.tokens.renew(keeper, ann.token)
    assert refused.value.kind == "forbidden", "it would be a token in ann's name"
    reads = accounts.tokens.new(keeper, "reads").secret
    bound = accounts.tokens.new(keeper, "bound", ["umpire"], ["korea"]).secret
    for less in map(accounts.come, (reads, bound)):
        assert not less.keeper
        with pytest.raises(Refused):
            accounts.tokens.list(less, "ann")


def test_renewing(accounts: Opened, narrow: Pass, ann: Pass, clock: Clock) -> None:
    clock.on(days=8)
    made = accounts.tokens.renew(narrow)
    assert (made.token.id, made.token.scopes, made.token.campaigns) == (
        narrow.token,
        narrow.scopes,
        narrow.campaigns,
    )
    assert made.token.expires == "2026-05-19T00:00:00.000Z", "ten days, as before"
    assert accounts.come(made.secret).expires == made.token.expires
    assert id_of(made.secret, TOKEN) == narrow.token
    again = accounts.tokens.renew(ann, narrow.token)
    assert accounts.resolve(made.secret) is None
    accounts.tokens.revoke(ann, narrow.token)
    with pytest.raises(Refused, match="make a new one"):
        accounts.tokens.renew(ann, narrow.token)
    assert accounts.resolve(again.secret) is None


def test_renewing_another_gives_no_more_time_than_one_has(accounts: Opened, ann: Pass, clock: Clock) -> None:
    """A token that runs out soon keeps none alive that would have run out as soon."""
    short = accounts.come(accounts.tokens.new(ann, "short", days=10).secret)
    other = accounts.tokens.new(short, "other", days=10).token
    clock.on(days=5)
    assert accounts.tokens.renew(short, other.id).token.expires == short.expires


def test_a_player_has_so_many_tokens_at_the_most(
    accounts: Opened, ann: Pass, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens, "MOST_TOKENS", 5)
    made: list[NewToken] = [accounts.tokens.new(ann, str(n)) for n in range(4)]
    with pytest.raises(Refused, match="revoke one"):
        accounts.tokens.new(ann, "one more")
    accounts.tokens.revoke(ann, made[0].token.id)
    accounts.tokens.new(ann, "one more")
    listed = {one.id for one in accounts.tokens.list(ann)}
    assert len(listed) == 5 and made[0].token.id not in listed and ann.token in listed


def test_first_start(accounts: Opened, opened: Callable[[], Opened], clock: Clock) -> None:
    with pytest.raises(Refused, match="first start"):
        accounts.new_token()
    with pytest.raises(Refused, match="somebody else"):
        accounts.first_token("umpire")
    first = accounts.first_token("kim", "Kim")
    assert first is not None
    assert accounts.come(first.secret).keeper
    assert accounts.first_token("mallory") is None and opened().first_token("mallory") is None
    assert [one.player for one in accounts.players.list()] == ["kim"]


def test_another_first_token_for_whoever_is_at_the_machine(accounts: Opened, clock: Clock) -> None:
    """Nobody is locked out whose first token was lost before he had read it; and one in use is not pushed aside."""
    first = accounts.first_token("kim")
    assert first is not None
    second = accounts.new_token()
    assert accounts.resolve(first.secret) is None
    keeper = accounts.come(second.secret)
    assert keeper.keeper and keeper.player == "kim"
    accounts.passes.write_uses()
    with pytest.raises(Refused, match="in use"):
        accounts.new_token()
    third = accounts.new_token(instead=True)
    assert accounts.resolve(second.secret) is None and accounts.come(third.secret).keeper
    accounts.passes.write_uses(at_once=True)
    clock.on(days=366)
    assert accounts.resolve(third.secret) is None
    assert accounts.come(accounts.new_token().secret).keeper, "the one that was in use has run out"


def test_a_token_for_a_campaign_gives_one_for_a_battle_of_it(accounts: Opened, keeper: Pass) -> None:
    wide = accounts.come(accounts.tokens.new(keeper, "wide", ["play"], ["korea"]).secret)
    narrow = accounts.tokens.new(wide, "narrow", ["read"], ["korea.obong-ni-1.64a7"])
    found = accounts.come(narrow.secret)
    assert found.covers("korea.obong-ni-1.64a7") and not found.covers("korea")
    assert accounts.tokens.revoke(wide, narrow.token.id).revoked, "it is within what that gives"
    with pytest.raises(Refused):
        accounts.tokens.new(found, "wider", ["read"], ["korea"])
