"""Sign-in by a proxy, which says in a header who it is: believed only if it is one that was named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from msgspec import Struct

from api.accounts.names import player_id
from campaign.rules.refused import Refused

Header = tuple[bytes, bytes]
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_TAKEN = ("authorization", "cookie", "host", "forwarded", "x-forwarded-for")


class Proxy(Struct, frozen=True):
    """header: in lower case. networks: where the proxies are. Made by `proxy`."""

    header: str
    networks: tuple[IPv4Network | IPv6Network, ...]


def proxy(header: str, networks: Sequence[str]) -> Proxy:
    """header: such as `X-Remote-User`. networks: such as `127.0.0.1` and `10.0.0.0/24`. Raises Refused."""
    name = header.lower()
    if not _NAME.fullmatch(name) or name in _TAKEN:
        raise Refused(
            f"{header[:60]!a} cannot be the header that says who somebody is.",
            "",
            ["X-Remote-User"],
            "$.header",
        )
    if not networks:
        raise Refused("Say from where the proxy comes.", "", ["127.0.0.1"], "$.networks")
    return Proxy(name, tuple(_network(text, f"$.networks[{n}]") for n, text in enumerate(networks)))


def _network(text: str, where: str) -> IPv4Network | IPv6Network:
    try:
        found = ip_network(text)
    except ValueError as error:
        raise Refused(f"{text[:60]!a} is no network: {error}.", "", ["10.0.0.0/24"], where) from None
    if not found.prefixlen:
        raise Refused("With this network everybody could say that he is anybody.", "", ["10.0.0.0/24"], where)
    return found


def proxied(headers: Iterable[Header], peer: str, settings: Proxy) -> str:
    """The player id that a proxy vouches for; "" where it says nothing, or it is none of those that were named.

    headers: all of the request, as they came. peer: the address that the connection comes from, not one that a header
    tells of. Raises Refused for a header that stands there twice, in whatever spelling, or that names nobody.
    """
    if not is_near(peer, settings):
        return ""
    found = [
        (name.lower(), value)
        for name, value in headers
        if name.lower().replace(b"_", b"-") == settings.header.encode()
    ]
    if not found:
        return ""
    if len(found) > 1 or found[0][0] != settings.header.encode():
        raise _refused("stands there twice, or in another spelling", settings)
    try:
        player = found[0][1].decode().strip(" \t")
    except UnicodeDecodeError:
        raise _refused("is not in UTF-8", settings) from None
    if "," in player:  # two of them, as some proxies put them together
        raise _refused("names several", settings)
    return player_id(player)


def _refused(why: str, settings: Proxy) -> Refused:
    return Refused(f"The header {settings.header} {why}.", where=f"header {settings.header}")


def is_near(peer: str, settings: Proxy) -> bool:
    """Whether an address is one of the proxies."""
    try:
        found = ip_address(peer.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    return any(found in network for network in settings.networks)
