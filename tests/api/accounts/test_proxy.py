"""A proxy is believed where it comes from, once, and spelled as agreed."""

from __future__ import annotations

import pytest

from api.accounts.proxy import Header, proxied, proxy
from campaign.rules.refused import Refused

SETTINGS = proxy("X-Remote-User", ["127.0.0.1", "10.1.0.0/16", "fd00::/8"])
ANN: Header = (b"x-remote-user", b"ann")


@pytest.mark.parametrize("peer", ["127.0.0.1", "10.1.255.7", "::ffff:10.1.0.1", "fd12::1", "fd12::1%eth0"])
def test_who_is_believed(peer: str) -> None:
    assert proxied([(b"host", b"x"), ANN], peer, SETTINGS) == "ann"
    assert proxied([(b"X-Remote-User", " Ünal ".encode())], peer, SETTINGS) == "Ünal"
    assert proxied([(b"host", b"x")], peer, SETTINGS) == ""


@pytest.mark.parametrize(
    "peer",
    [
        "127.0.0.2",
        "10.2.0.1",
        "::1",
        "fe80::1",
        "",
        "testclient",
        "127.0.0.1, 8.8.8.8",
        "0127.0.0.1",
        "2130706433",
    ],
)
def test_nobody_else_is(peer: str) -> None:
    forwarded = [ANN, (b"x-forwarded-for", b"127.0.0.1"), (b"forwarded", b"for=127.0.0.1")]
    assert proxied(forwarded, peer, SETTINGS) == ""


@pytest.mark.parametrize(
    "headers",
    [
        [ANN, ANN],
        [ANN, (b"X-REMOTE-USER", b"kim")],
        [ANN, (b"x_remote_user", b"kim")],
        [(b"X_Remote_User", b"kim")],
        [(b"x-remote_user", b"kim")],
        [(b"x-remote-user", b"ann, kim")],
        [(b"x-remote-user", b"")],
        [(b"x-remote-user", b"  ")],
        [(b"x-remote-user", b"umpire")],
        [(b"x-remote-user", b"bot:rifle")],
        [(b"x-remote-user", b"ann\x00")],
        [(b"x-remote-user", b"ann\r\nx-other: 1")],
        [(b"x-remote-user", b"\xff\xfe")],
        [(b"x-remote-user", "a\u202en".encode())],
    ],
    ids=str,
)
def test_what_a_proxy_never_says(headers: list[Header]) -> None:
    with pytest.raises(Refused):
        proxied(headers, "127.0.0.1", SETTINGS)


@pytest.mark.parametrize(
    ("header", "networks", "where"),
    [
        ("X Remote", ["127.0.0.1"], "$.header"),
        ("", ["127.0.0.1"], "$.header"),
        ("X_Remote_User", ["127.0.0.1"], "$.header"),
        ("Authorization", ["127.0.0.1"], "$.header"),
        ("X-Forwarded-For", ["127.0.0.1"], "$.header"),
        ("X-Remote-User", [], "$.networks"),
        ("X-Remote-User", ["127.0.0.1", "0.0.0.0/0"], "$.networks[1]"),
        ("X-Remote-User", ["::/0"], "$.networks[0]"),
        ("X-Remote-User", ["10.0.0.1/8"], "$.networks[0]"),
        ("X-Remote-User", ["localhost"], "$.networks[0]"),
    ],
)
def test_settings_that_cannot_be(header: str, networks: list[str], where: str) -> None:
    with pytest.raises(Refused) as refused:
        proxy(header, networks)
    assert refused.value.where == where
