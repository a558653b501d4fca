"""Commands for who is on a server: invitations to it and to sides, tokens for programs, players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from campaign.rules.refused import Refused
from campaign.shared.callers import SOMEBODY
from tui.cli import output
from tui.cli.app import NOBODY, Common, DiaryId, app, door
from tui.cli.suggesting import line

if TYPE_CHECKING:
    from api.client.headquarters import RemoteHeadquarters

LINK = "/join#"
Scope = Literal["read", "play", "bot", "umpire"]
Link = Annotated[str, Parameter(help="As `wardiary invite` prints it.")]


def _moment(time: str) -> str:
    """As people read it, to the minute. time: ISO 8601, UTC."""
    return time[:16].replace("T", " ")


def _several(given: list[Scope] | None) -> tuple[Scope, ...] | None:
    return None if given is None else tuple(given)


def _there(common: Common, hq: object) -> RemoteHeadquarters:
    """Accounts are a server's. Raises Refused at home."""
    from api.client.headquarters import RemoteHeadquarters

    if not isinstance(hq, RemoteHeadquarters):
        raise Refused("Players with tokens are on a server: name it.", "", ["--server URL"], "--server")
    return hq


@app.command
def invite(
    diary: DiaryId | None = None,
    *,
    side: Annotated[str, Parameter(help="The side that is given away; without one, to look on.")] = "",
    to: Annotated[str, Parameter(help="The player who may come; whoever has the link, if left out.")] = "",
    scope: Annotated[
        list[Scope] | None,
        Parameter(
            help="What the token to an account is good for; may be repeated. read and play if left out.",
            negative="",
        ),
    ] = None,
    hours: Annotated[int, Parameter(help="How long the link is good.")] = 168,
    common: Common = NOBODY,
) -> int:
    """Print a link that is good for one: to an account on a server, or to a side of a battle or campaign there, or to
    look on. Whoever gets it types `wardiary join LINK`. To one who has an account, --to alone brings a new token, good
    everywhere, in place of one that is lost or bound to a campaign. An umpire needs --scope umpire.

    Example: wardiary invite --to ann --server https://club.example, wardiary invite korea --side us --to ann
    """
    if side and diary is None:
        raise Refused("Name the battle or campaign that the side is of.", "", ["wardiary list"], "DIARY")
    with door(common) as hq:
        there = _there(common, hq)
        kind = "observer" if not side else "side"
        if diary is None:
            kind = "token" if any(one.player == to for one in there.accounts.players()) else "account"
        made = there.accounts.invite(kind, diary or "", side, to, _several(scope), hours)
        link = f"{hq.server}{LINK}{made.secret}"
    if common.json:
        output.as_json({"link": link, "id": made.invitation.id, "expires": made.invitation.expires})
    else:
        output.say(f"Good for one, until {_moment(made.invitation.expires)}:")
        output.say(f"  wardiary join '{link}'")
    return 0


@app.command
def join(
    link: Link,
    *,
    name: Annotated[str, Parameter(help="The player id that you want, if the link does not say it.")] = "",
    common: Common = NOBODY,
) -> int:
    """Take up an invitation: as whom you are logged in at that server, or as a new player. The token that it brings is
    kept, as by `wardiary login`.

    Example: wardiary join 'https://club.example/join#wi_...' --name ann
    """
    from api.client import tokens
    from api.client.headquarters import joined
    from api.client.line import address

    url, mark, secret = link.partition(LINK)
    if not mark or not secret:
        raise Refused("This is no link of an invitation.", "", ["https://club.example/join#wi_..."], "LINK")
    server, player = address(url), "" if common.player == SOMEBODY else common.player
    try:
        mine = tokens.token_of(common.home, server, player)
    except Refused:
        mine = ""
    found = joined(server, mine, secret, name)
    redeemed = found.redeemed
    if redeemed.token is not None:
        tokens.keep(common.home, server, redeemed.account.player, redeemed.token.secret)
    if common.json:
        output.as_json(
            {"server": server, "player": redeemed.account.player, "diary": redeemed.invitation.campaign}
        )
    else:
        what = redeemed.invitation.campaign
        where = f" in {what}" if what else ""
        output.say(
            f"You are {redeemed.account.player} at {server}{where}. Now: {line('play', '--server', server)}"
        )
    return 0


@app.command
def invitations(
    *,
    revoke: Annotated[str, Parameter(help="The id of one that nobody shall take up any more.")] = "",
    common: Common = NOBODY,
) -> int:
    """List the invitations that you have made on a server, or take one back.

    Example: wardiary invitations --server https://club.example
    """
    with door(common) as hq:
        there = _there(common, hq)
        if revoke:
            there.accounts.revoke_invitation(revoke)
        found = there.accounts.invitations()
    if common.json:
        output.as_json(found)
        return 0
    rows: list[tuple[str, ...]] = [("id", "to", "for", "until", "")]
    for one in found:
        what = " ".join(filter(None, (one.kind, one.campaign, one.side)))
        state = f"taken up by {one.redeemer}" if one.redeemed else "taken back" if one.revoked else ""
        rows.append((one.id, what, one.player, _moment(one.expires), state))
    output.table(rows)
    return 0


@app.command(name="token")
def new_token(
    label: Annotated[str, Parameter(help="What it is for, to tell it from others.")],
    *,
    scope: Annotated[
        list[Scope] | None,
        Parameter(help="What it is good for; may be repeated. read if left out.", negative=""),
    ] = None,
    only: Annotated[
        list[str] | None,
        Parameter(help="A battle or campaign that it is bound to; may be repeated.", negative=""),
    ] = None,
    days: Annotated[int | None, Parameter(help="How long it lasts.")] = None,
    common: Common = NOBODY,
) -> int:
    """Make a token for a program of yours on a server. It gives no more than yours, and is shown this once.

    Example: wardiary token "chat bot" --scope bot --only korea --server https://club.example
    """
    with door(common) as hq:
        made = _there(common, hq).accounts.new_token(
            label, _several(scope) or ("read",), tuple(only or ()), days
        )
    if common.json:
        output.as_json(made)
    else:
        output.say(f"{label}: good for {', '.join(made.token.scopes)} until {_moment(made.token.expires)}.")
        output.say(made.secret)
    return 0


@app.command
def tokens(
    *,
    revoke: Annotated[str, Parameter(help="The id of one that shall be good for nothing any more.")] = "",
    of: Annotated[str, Parameter(help="Another player, for whoever keeps the server.")] = "",
    common: Common = NOBODY,
) -> int:
    """List your tokens on a server, or revoke one.

    Example: wardiary tokens --server https://club.example, wardiary tokens --of ann --revoke ID
    """
    with door(common) as hq:
        there = _there(common, hq)
        gone = there.accounts.revoke_token(revoke) if revoke else None
        others = gone is not None and gone.player not in (hq.caller.player, of)
        found = [gone] if gone is not None and others else there.accounts.tokens(of)
    if common.json:
        output.as_json(found)
        return 0
    if gone is not None and others:
        output.say(
            f"Revoked. It is not your own: it was {gone.player}'s, see {line('tokens', '--of', gone.player)}"
        )
        return 0
    rows: list[tuple[str, ...]] = [("id", "label", "good for", "until", "")]
    for one in found:
        state = "revoked" if one.revoked else ", ".join(one.campaigns)
        rows.append((one.id, one.label, ", ".join(one.scopes), one.expires[:10], state))
    output.table(rows)
    return 0


@app.command
def players(
    *,
    block: Annotated[
        str, Parameter(help="A player who shall not come in any more: all his tokens are revoked.")
    ] = "",
    unblock: Annotated[str, Parameter(help="A player who may be given new tokens again.")] = "",
    common: Common = NOBODY,
) -> int:
    """List the players who have an account on a server; whoever keeps it blocks one, and takes that back. Who
    was blocked needs a new token afterwards: wardiary invite --to NAME.

    Example: wardiary players --server https://club.example, wardiary players --block ann
    """
    with door(common) as hq:
        there = _there(common, hq)
        if block:
            there.accounts.block(block)
        if unblock:
            there.accounts.block(unblock, False)
        found = there.accounts.players()
    if common.json:
        output.as_json(found)
        return 0
    rows: list[tuple[str, ...]] = [("player", "name", "since", "")]
    for one in found:
        state = (
            f"blocked since {_moment(one.blocked)}"
            if one.blocked
            else "keeps the server"
            if one.keeper
            else ""
        )
        rows.append((one.player, one.name, one.created[:10], state))
    output.table(rows)
    return 0
