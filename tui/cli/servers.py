"""Commands for servers: the tokens that open them are kept in the data folder."""

from __future__ import annotations

import sys
from getpass import getpass
from typing import Annotated

import msgspec
from cyclopts import Parameter

from api.client import tokens
from api.client.headquarters import RemoteHeadquarters
from api.client.line import address, is_near
from api.client.witness import in_words, rewritten
from campaign.home import Home
from campaign.rules.refused import Refused
from campaign.shared.callers import SOMEBODY
from campaign.shared.plain import plain
from tui.cli import output
from tui.cli.app import NOBODY, Common, app
from tui.cli.suggesting import line

Url = Annotated[str, Parameter(help="Its address, such as https://club.example.")]
OPEN_WAY = (
    "Whoever is on the way can read what you send, the token too: the address begins with http and not https."
)


@app.command
def login(
    url: Url,
    *,
    token: Annotated[
        str, Parameter(help="If left out, it is asked for: what stands on a command line, others may see.")
    ] = "",
    common: Common = NOBODY,
) -> int:
    """Keep a token for a server, so that every command can ask it with --server. The server is asked whose it is.

    Example: wardiary login https://club.example
    """
    server = address(url)
    if server.startswith("http:") and not is_near(server):
        print(plain(OPEN_WAY), file=sys.stderr)
    given = token or _asked_for(server)
    with RemoteHeadquarters(server, given, common.home) as hq:
        player = hq.caller.player
        if common.player not in (SOMEBODY, player):
            raise Refused(f"This is the token of {player!r}, not of {common.player!r}.", where="--player")
        tokens.keep(common.home, server, player, given)
    if common.json:
        output.as_json({"server": server, "player": player})
    else:
        output.say(f"Logged in at {server} as {player}. Now: {line('play', '--server', server)}")
    return 0


def _asked_for(server: str) -> str:
    """From whoever sits at the terminal, without showing it; from standard input where nobody does."""
    if sys.stdin.isatty():
        return getpass(f"Token for {plain(server)}: ").strip()
    return sys.stdin.readline().strip()


@app.command
def logout(url: Url, *, common: Common = NOBODY) -> int:
    """Forget the tokens for a server, or only that of the player who is named. On the server they stay good.

    Example: wardiary logout https://club.example
    """
    server = address(url)
    gone = tokens.forget(common.home, server, "" if common.player == SOMEBODY else common.player)
    if common.json:
        output.as_json({"server": server, "players": gone})
    else:
        output.say(f"Forgotten for {server}: {', '.join(gone)}.")
    return 0


@app.command
def servers(*, common: Common = NOBODY) -> int:
    """List the servers that you are logged in at, and as whom; the first of several players is asked for by default.

    Example: wardiary servers
    """
    found = tokens.known(common.home)
    home = Home(common.home)
    rows = [(one.server, [one.player, *sorted(one.tokens.keys() - {one.player})]) for one in found]
    if common.json:
        told = [(server, players, rewritten(home, server)) for server, players in rows]
        output.as_json(
            [
                {
                    "server": one,
                    "players": players,
                    **({"rewritten": msgspec.to_builtins(seen)} if seen else {}),
                }
                for one, players, seen in told
            ]
        )
    else:
        output.table([(server, ", ".join(players)) for server, players in rows])
        for server, _ in rows:
            for one in rewritten(home, server):
                output.say(f"{one.at[:10]}: {in_words(one, server)}")
    return 0
