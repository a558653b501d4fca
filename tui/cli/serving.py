"""The command that serves the diaries of this machine to others."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from campaign.shared.callers import SOMEBODY
from tui.cli import output
from tui.cli.app import NOBODY, Common, app, door

From = Annotated[
    list[str] | None,
    Parameter(name="--proxy-from", help="An address or network of that proxy. May be repeated.", negative=""),
]


@app.command
def serve(
    *,
    host: Annotated[str, Parameter(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="The port to listen on.")] = 8000,
    delay: Annotated[float, Parameter(help="Seconds by which whoever only looks on is behind.")] = 0.0,
    proxy_header: Annotated[
        str,
        Parameter(help="The header in which a proxy says who has signed in with it, such as X-Remote-User."),
    ] = "",
    proxy_from: From = None,
    shared: Annotated[
        bool,
        Parameter(
            help="Let everybody who has a token play sides that bear no name, as at one table.", negative=""
        ),
    ] = False,
    connections: Annotated[
        int, Parameter(help="How many may be open at a time; whoever comes then is told to come back.")
    ] = 6000,
    connections_each: Annotated[
        int, Parameter(help="How many from one address that is no proxy's; half of all, if left out.")
    ] = 0,
    send_within: Annotated[
        float, Parameter(help="Seconds in which an answer must be taken; a long one has more.")
    ] = 60.0,
    tables: Annotated[
        int,
        Parameter(help="How many battles and campaigns of one player may go on at a time; 0 for any number."),
    ] = 100,
    new_token: Annotated[
        bool, Parameter(help="Print another token for the keeper, in place of all that he has.", negative="")
    ] = False,
    origin: Annotated[
        list[str] | None,
        Parameter(
            help="Whose pages a browser may let ask here, such as https://play.example. May be repeated.",
            negative="",
        ),
    ] = None,
    common: Common = NOBODY,
) -> int:
    """Serve your diaries over HTTP, so that others play with you: see docs/api.md. The first start prints the token of
    whoever keeps the server; --player says who that is.

    Example: wardiary serve --player uma
    """
    from api.server.starting import Wishes, start  # slow to import: only where it is needed

    player = "" if common.player == SOMEBODY else common.player
    asked = (host, port, player, delay, proxy_header, tuple(proxy_from or ()), new_token, shared)
    wishes = Wishes(*asked, connections, send_within, connections_each, tuple(origin or ()), tables)
    with door(Common(common.home)) as house:
        start(house, wishes, output.say)
    return 0
