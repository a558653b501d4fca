"""Who may be called how, and who is blocked."""

from __future__ import annotations

import pytest

from api.accounts.answers import Pass
from campaign.rules.refused import Refused
from tests.api.accounts.conftest import Opened

RESERVED = [
    "", " ", "umpire", "Umpire", "UMPIRE", "ｕｍｐｉｒｅ", " umpire", "local", "LOCAL", "observer", "server", "keeper",
    "me", "bot:", "bot:rifle", "BOT:rifle", "bot：rifle", "\u3000",
]  # fmt: skip
IMPOSSIBLE = [
    "a\nb", "a\x00b", "a\x1b[2J", "a\u202eb", "a\u200bb", "a\u2028b", "\ud800", "a\u3164", "\u2800", "a\ufe0f",
    "x" * 101, "é" * 51, "../etc/passwd", "a/b", "a\\b", ".", "..", "-rf", "ann ", " ann",
]  # fmt: skip
ODD_BUT_ALLOWED = [
    "Ünal", "Ωmega", "李小龍", "ann o'hara", "'; DROP TABLE accounts; --", '"quoted"', "50%", "a_b", "{{7*7}}", "👾",
    "<script>alert(1)</script>".replace("/", "∕"), "%s%n", "NULL", "0", "x" * 100,
]  # fmt: skip


def join(accounts: Opened, keeper: Pass, player: str, name: str = "") -> Pass:
    link = accounts.invitations.new(keeper, "account").secret
    token = accounts.invitations.redeem(link, player=player, name=name).token
    assert token is not None
    return accounts.come(token.secret)


@pytest.mark.parametrize("player", [*RESERVED, *IMPOSSIBLE], ids=ascii)
def test_names_that_stand_for_somebody_else_or_cannot_be(accounts: Opened, keeper: Pass, player: str) -> None:
    link = accounts.invitations.new(keeper, "account").secret
    with pytest.raises(Refused) as refused:
        accounts.invitations.redeem(link, player=player)
    assert refused.value.where == "$.player"
    assert [one.player for one in accounts.players.list()] == ["kim"]
    assert accounts.invitations.redeem(link, player="ann").account.player == "ann", (
        "a slip does not use it up"
    )


@pytest.mark.parametrize("player", ODD_BUT_ALLOWED, ids=ascii)
def test_odd_names_are_kept_as_they_are(accounts: Opened, keeper: Pass, player: str) -> None:
    found = join(accounts, keeper, player)
    assert found.player == player
    assert accounts.players.get(player).name == player
    accounts.players.block(keeper, player)
    assert [one.player for one in accounts.players.list() if one.blocked] == [player]


@pytest.mark.parametrize("other", ["ann", "ANN", "Ann", "ａｎｎ", "àńn", "a\u0300n\u0301n"], ids=ascii)
def test_nobody_is_called_nearly_as_another(accounts: Opened, keeper: Pass, other: str) -> None:
    join(accounts, keeper, "ann")
    join(accounts, keeper, "A\u0300ńn")
    with pytest.raises(Refused, match="already"):
        join(accounts, keeper, other)


def test_the_name_that_is_shown(accounts: Opened, ann: Pass) -> None:
    assert accounts.players.rename(ann, "  Ann   of the 2nd ").name == "Ann of the 2nd"
    assert accounts.players.rename(ann, "").name == "ann"
    for bad in ("a\x1b[31m", "a\u202e", "x" * 201):
        with pytest.raises(Refused) as refused:
            accounts.players.rename(ann, bad)
        assert refused.value.where == "$.name"
    reader = accounts.come(accounts.tokens.new(ann, "reads").secret)
    with pytest.raises(Refused, match="good to play"):
        accounts.players.rename(reader, "Anna")


def test_whoever_is_blocked_has_nothing_that_is_good(accounts: Opened, keeper: Pass, ann: Pass) -> None:
    token = accounts.tokens.new(ann, "laptop").secret
    link = accounts.invitations.new(ann, "side", "korea", "us", host=True).secret
    assert accounts.resolve(token) is not None and accounts.passes.vouched("ann") is not None
    assert accounts.players.block(keeper, "ann").blocked
    assert accounts.resolve(token) is None and accounts.passes.vouched("ann") is None
    assert "blocked" in accounts.passes.why(token).reason
    with pytest.raises(Refused, match="no longer good"):
        accounts.tokens.new(ann, "with a pass that was made before")
    with pytest.raises(Refused, match="taken back"):
        accounts.invitations.redeem(link, player="bob")
    side = {"campaign": "korea", "side": "us"}
    for kind, more in (("account", {}), ("token", {}), ("side", side), ("observer", {"campaign": "korea"})):
        with pytest.raises(Refused, match="is blocked") as refused:
            accounts.invitations.new(keeper, kind, player="ann", host=True, **more)  # type: ignore[arg-type]
        assert refused.value.where == "$.player"
    assert not accounts.players.block(keeper, "ann", blocked=False).blocked
    assert accounts.resolve(token) is None, "what was revoked stays so"
    again = accounts.invitations.new(keeper, "token", player="ann").secret
    made = accounts.invitations.redeem(again).token
    assert made is not None and accounts.resolve(made.secret) is not None


def test_only_the_keeper_blocks_and_never_himself(accounts: Opened, keeper: Pass, ann: Pass) -> None:
    for by in (ann, accounts.come(accounts.tokens.new(keeper, "plays", ["play"]).secret)):
        with pytest.raises(Refused) as refused:
            accounts.players.block(by, "ann")
        assert refused.value.kind == "forbidden"
    with pytest.raises(Refused, match="never blocked"):
        accounts.players.block(keeper, "kim")
    with pytest.raises(Refused) as refused:
        accounts.players.block(keeper, "nobody' OR '1'='1")
    assert refused.value.kind == "unknown"


def test_the_umpires_chair_takes_a_good_token_with_that_scope(accounts: Opened, keeper: Pass) -> None:
    join(accounts, keeper, "ann")
    missing = accounts.people().missing
    assert missing("ann", "red") == missing("kim", "umpire") == ""
    assert "no token with the scope 'umpire'" in missing("ann", "umpire")
    link = accounts.invitations.new(keeper, "account", scopes=("umpire",)).secret
    uma = accounts.invitations.redeem(link, player="uma").token
    assert uma is not None and missing("uma", "umpire") == ""
    accounts.tokens.revoke(keeper, uma.token.id)
    assert "no token" in missing("uma", "umpire")
