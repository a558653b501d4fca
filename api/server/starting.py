"""What `wardiary serve` does: open the house, let its keeper in, and serve."""

from __future__ import annotations

import errno
from collections.abc import Callable
from ipaddress import ip_address

from msgspec import Struct

from api.accounts.accounts import Accounts
from api.accounts.people import TABLES
from api.accounts.proxy import Proxy, proxy
from api.server.origins import origins
from api.server.service import CONNECTIONS, SEND_WITHIN, Settings
from api.server.serving import serve
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused

HOST, PORT = "127.0.0.1", 8000


class Wishes(Struct, frozen=True):
    """How it is served. player: the keeper, at the first start. delay: seconds by which spectators are behind.
    proxy_header, proxy_from: whose word is taken for who somebody is. new_token: another one for the keeper, in place
    of all that he has. shared: sides and umpires' chairs that bear no name are anybody's who has a token. connections,
    send_within, connections_each, tables: see `Settings`. origins: whose pages may ask here, as browsers name them."""

    host: str = HOST
    port: int = PORT
    player: str = ""
    delay: float = 0.0
    proxy_header: str = ""
    proxy_from: tuple[str, ...] = ()
    new_token: bool = False
    shared: bool = False
    connections: int = CONNECTIONS
    send_within: float = SEND_WITHIN
    connections_each: int = 0
    origins: tuple[str, ...] = ()
    tables: int = TABLES


def start(house: Headquarters, wishes: Wishes, say: Callable[[str], None]) -> None:
    """Serve a house until somebody stops it. say: tells whoever starts it, the keeper's token among it. Raises
    Refused."""
    settings = Settings(
        delay=_delay(wishes.delay),
        proxy=_proxy(wishes),
        shared=wishes.shared,
        connections=_connections(wishes.connections),
        connections_each=_each(wishes),
        send_within=_send_within(wishes.send_within),
        origins=origins(wishes.origins),
        tables=_tables(wishes.tables),
    )
    port = _port(wishes.port)
    accounts = Accounts(house.home.accounts)
    try:
        _let_keeper_in(accounts, wishes, say)
        if not _is_loopback(wishes.host):
            say("What is sent can be read on the way: put a proxy with TLS in front of it.")
        say(f"Serving {house.home.folder} on http://{wishes.host}:{port} (Ctrl+C stops it)")
        try:
            serve(house, accounts, settings, wishes.host, port)
        except OSError as error:
            why = "something else is served there" if error.errno == errno.EADDRINUSE else str(error.strerror)
            raise Refused(
                f"{wishes.host}:{port} cannot be had: {why}.", "", ["another --port"], "--port"
            ) from None
    finally:
        accounts.close()


def _let_keeper_in(accounts: Accounts, wishes: Wishes, say: Callable[[str], None]) -> None:
    """The keeper's token, once. Raises Refused."""
    if accounts.players.list():
        if not wishes.new_token:
            return
        made = accounts.new_token(instead=True)
    else:
        if not wishes.player:
            reason = "Say who keeps this server: --player and a name of your own, for its first start."
            raise Refused(reason, "", ["--player NAME"], "--player")
        made = accounts.first_token(wishes.player)
    if made is not None:
        say(f"The token of {made.token.player}, who keeps this server; it is shown this once:")
        say(made.secret)
        say(f"At home: wardiary login http://{wishes.host}:{wishes.port}")


def _delay(seconds: float) -> float:
    if not 0 <= seconds <= 7 * 86400:
        raise Refused("A delay has 0 seconds to a week.", "", ["0 to 604800"], "--delay")
    return seconds


def _connections(most: int) -> int:
    if not 1 <= most <= 100_000:
        raise Refused("A server takes 1 to 100,000 connections.", "", ["1 to 100000"], "--connections")
    return most


def _tables(most: int) -> int:
    if most < 0:
        raise Refused(
            "A player has 0 for any number, or so many of them.", "", ["0", "1 or more"], "--tables"
        )
    return most


def _each(wishes: Wishes) -> int:
    if not 0 <= wishes.connections_each <= wishes.connections:
        allowed = f"1 to {wishes.connections}, 0 for half of all"
        reason = f"One address has at most all connections, and these are {wishes.connections}."
        raise Refused(reason, "", [allowed], "--connections-each")
    return wishes.connections_each


def _send_within(seconds: float) -> float:
    if not 1 <= seconds <= 3600:
        raise Refused("An answer is sent within 1 to 3600 seconds.", "", ["1 to 3600"], "--send-within")
    return seconds


def _port(port: int) -> int:
    if not 0 < port < 65536:
        raise Refused(f"{port} is no port.", "", ["1 to 65535"], "--port")
    return port


def _proxy(wishes: Wishes) -> Proxy | None:
    if not wishes.proxy_header and not wishes.proxy_from:
        return None
    return proxy(wishes.proxy_header, wishes.proxy_from)


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
