"""Invitations by link: used once, running out, revocable. Who is taken in, and what it brings, is one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

from msgspec.structs import replace

from api.accounts import players
from api.accounts.answers import (
    Account,
    Invitation,
    InvitationKind,
    NewInvitation,
    NewToken,
    Pass,
    Redeemed,
    Scope,
)
from api.accounts.file import AccountsFile
from api.accounts.names import player_id
from api.accounts.secret import INVITATION, id_of, is_same, new_secret
from api.accounts.tokens import (
    DAYS,
    good_to_play,
    later,
    put,
    same_scopes,
    scopes_of,
    shown_once,
    still,
    whole_number,
)
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted
from campaign.shared.callers import FORBIDDEN
from campaign.shared.clock import World
from campaign.shared.plain import checked

HOURS = 7 * 24
MOST_HOURS = 90 * 24
MOST_INVITATIONS = 200
"""Of one player: those that are used or no longer good make room."""
_KINDS: tuple[InvitationKind, ...] = ("account", "token", "side", "observer")
_PLAYS: tuple[Scope, ...] = ("read", "play")
"""What a player needs, and no more."""
_COLUMNS = "id, kind, maker, scopes, created, expires, campaign, side, player, revoked, redeemed, redeemer"
_OPEN = "revoked = '' AND redeemed = '' AND expires > ?"


def invitation_of(row: Any) -> Invitation:
    id, kind, maker, scopes, *rest = row
    return Invitation(id, kind, maker, same_scopes(scopes), *rest)


class Invitations:
    """The door to invitations. by: who asks, and with what.

    host: that headquarters says of the one who asks that he sees to the seats of the campaign or battle that it is
    about. Here is known only who keeps this house.
    """

    def __init__(self, file: AccountsFile, world: World) -> None:
        self._file, self._world = file, world

    def new(
        self,
        by: Pass,
        kind: InvitationKind,
        campaign: str = "",
        side: str = "",
        player: str = "",
        scopes: Iterable[str] | None = None,
        hours: int = HOURS,
        host: bool = False,
        id: str = "",
    ) -> NewInvitation:
        """kind: see Invitation. campaign, side: what to, the name of a battle too. player: to whom; "" for whoever has
        the link. scopes: of the token that it brings to an account; None: to read and play. id: that was kept for it.
        Raises Refused."""
        granted = self._granted(by, kind, scopes, campaign, host)
        self._said(kind, campaign, side, player)
        whole_number(hours, 1, MOST_HOURS, "An invitation's hours", "$.hours")
        now = self._world.now()
        with self._file.writing() as conn:
            still(conn, by, now)
            if id and conn.execute("SELECT 1 FROM invitations WHERE id = ?", (id,)).fetchone():
                raise shown_once("invitation", id)
            if kind == "token":
                players.find(conn, player)
            if players.is_blocked(conn, player):
                raise Refused(f"{player} is blocked on this server.", "", ["unblock him first"], "$.player")
            self._make_room(conn, by.player, now)
            secret = new_secret(self._world, INVITATION, id)
            expires = later(self._world, timedelta(hours=hours))
            made = Invitation(secret.id, kind, by.player, granted, now, expires, campaign, side, player)
            conn.execute(
                f"INSERT INTO invitations ({_COLUMNS}, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '', '', '', ?)",
                (
                    *(made.id, kind, by.player, " ".join(granted), now, expires),
                    *(campaign, side, player, secret.digest),
                ),
            )
        return NewInvitation(secret.text, made)

    @staticmethod
    def _granted(
        by: Pass, kind: str, scopes: Iterable[str] | None, campaign: str, host: bool
    ) -> tuple[Scope, ...]:
        """What the token will be good for that it brings. Raises Refused unless he may invite."""
        if kind in ("account", "token"):
            if not by.keeper:
                raise Refused(
                    "To this server invites whoever keeps this house.",
                    "",
                    ["side", "observer"],
                    "$.kind",
                    FORBIDDEN,
                )
            granted = _PLAYS if scopes is None else scopes_of(scopes)
            if beyond := [one for one in granted if not by.allows(one)]:
                reason = (
                    f"It gives no more than the token that it is made with: that is not good for {beyond[0]}."
                )
                raise Refused(reason, "", by.scopes, "$.scopes", FORBIDDEN)
            return granted
        if not host or not by.covers(campaign):
            reason = "To a campaign or battle invites whoever sits there, its umpire, or whoever opened it."
            raise Refused(reason, "", (), "$.campaign", FORBIDDEN)
        good_to_play(by)
        if scopes is not None:
            raise Refused(
                "What a side's or an observer's token is good for goes without saying.", where="$.scopes"
            )
        return _PLAYS if kind == "side" else ("read",)

    @staticmethod
    def _said(kind: InvitationKind, campaign: str, side: str, player: str) -> None:
        """Raises Refused for what is missing, or said too much."""
        if kind not in _KINDS:
            raise Refused(f"There is no invitation of the kind {kind[:60]!a}.", "", _KINDS, "$.kind")
        wanted = {"campaign": kind in ("side", "observer"), "side": kind == "side"}
        for name, value in (("campaign", campaign), ("side", side)):
            checked(value, name, f"$.{name}")
            if bool(value) != wanted[name]:
                verb = "names a" if wanted[name] else "names no"
                raise Refused(f"An invitation of the kind {kind!r} {verb} {name}.", where=f"$.{name}")
        if kind == "token" and not player:
            raise Refused("Say for which player the new token is.", where="$.player")
        if player:
            player_id(player)

    @staticmethod
    def _make_room(conn: sqlite3.Connection, maker: str, now: str) -> None:
        live, held = conn.execute(
            f"SELECT total({_OPEN}), count(*) FROM invitations WHERE maker = ?", (now, maker)
        ).fetchone()
        if live >= MOST_INVITATIONS:
            raise Refused(f"{maker} has {MOST_INVITATIONS} invitations out: revoke one that is not needed.")
        conn.execute(
            f"DELETE FROM invitations WHERE id IN (SELECT id FROM invitations WHERE maker = ? AND NOT ({_OPEN})"
            " ORDER BY created LIMIT ?)",
            (maker, now, max(held - MOST_INVITATIONS + 1, 0)),
        )

    def list(self, by: Pass, campaign: str = "", host: bool = False) -> tuple[Invitation, ...]:
        """His own, the newest first; the keeper's answer holds all. campaign: those to it, whoever made them, for its
        host. Raises Refused."""
        asked, values = "1", ()
        if campaign:
            if not (host or by.keeper) or not by.covers(campaign):
                raise Refused(
                    "These are for its umpire, and whoever opened it.", "", (), "$.campaign", FORBIDDEN
                )
            asked, values = "campaign = ?", (campaign,)
        elif not by.keeper:
            asked, values = "maker = ?", (by.player,)
        rows = self._file.rows(
            f"SELECT {_COLUMNS} FROM invitations WHERE {asked} ORDER BY created DESC, id", values
        )
        return tuple(one for one in map(invitation_of, rows) if not one.campaign or by.covers(one.campaign))

    def revoke(self, by: Pass, id: str, host: bool = False) -> Invitation:
        """Nobody can redeem it any more. host: of what it invites to. Raises Refused."""
        good_to_play(by)
        now = self._world.now()
        with self._file.writing() as conn:
            still(conn, by, now)
            found = _found(conn, id)
            if found is None or not (
                by.keeper or ((found.maker == by.player or host) and by.covers(found.campaign))
            ):
                raise Refused(f"You made no invitation {id[:60]!a}.", where="$.id", kind="unknown")
            if found.redeemed:
                raise Refused("It has been redeemed already.", where="$.id")
            conn.execute("UPDATE invitations SET revoked = ? WHERE id = ? AND revoked = ''", (now, found.id))
            return _there(conn, id)

    def to(self, id: str) -> str:
        """The campaign or battle that an invitation is to; "" where there is no such invitation, or it is to none."""
        rows = self._file.rows("SELECT campaign FROM invitations WHERE id = ?", (id,))
        return rows[0][0] if rows else ""

    def look(self, secret: str) -> Invitation:
        """What somebody is invited to who has the link, before he redeems it. Raises Refused if it is not good."""
        rows = self._file.rows(_WITH_SECRET, (id_of(secret, INVITATION),))
        return _good(rows[0] if rows else None, secret, self._world.now())

    def redeem(self, secret: str, by: Pass | None = None, player: str = "", name: str = "") -> Redeemed:
        """Take it up, once. by: with what he came, if he has an account here. player, name: the account that is made
        for whoever has none; an invitation that names a player says so itself.

        A seat is taken by whoever asked: here is said who may, and then `seated` is to follow, and `withdraw` if that
        is refused. Raises Refused.
        """
        now = self._world.now()
        with self._file.writing() as conn:
            if by is not None:
                still(conn, by, now)
            row = conn.execute(_WITH_SECRET, (id_of(secret, INVITATION),)).fetchone()
            if row is not None and by is not None and is_same(secret, row[0]):
                before = invitation_of(row[2:])
                if before.redeemer == by.player:
                    if before.kind == "side":  # the seat may still be to be taken
                        self._fits(before, by)
                    if not before.redeemed:
                        _still_good(before, row[1], now)
                    return Redeemed(before, by.account, None, repeated=True)
            found = _good(row, secret, now)
            account, token = self._taken_in(conn, found, by, player, name)
            conn.execute(
                "UPDATE invitations SET redeemed = ?, redeemer = ? WHERE id = ?",
                ("" if found.kind == "side" else now, account.player, found.id),
            )
            return Redeemed(_there(conn, found.id), account, token, made=by is None and found.kind != "token")

    def seated(self, found: Redeemed, seat: Callable[[], Acted]) -> tuple[Redeemed, Acted]:
        """Whoever redeemed it takes his seat, and with that it is used up. seat: takes it, or raises Refused; whoever
        wants to revoke it meanwhile waits, so that only one of both is done. Raises Refused."""
        now, id = self._world.now(), found.invitation.id
        with self._file.writing() as conn:
            if _there(conn, id).revoked:
                raise _taken_back()
            done = seat()
            conn.execute("UPDATE invitations SET redeemed = ? WHERE id = ? AND redeemed = ''", (now, id))
            return replace(found, invitation=_there(conn, id)), done

    def withdraw(self, found: Redeemed) -> None:
        """The seat cannot be had: everything is as it was before it was redeemed. Nobody has seen the token that it
        brought. Raises Refused."""
        with self._file.writing(rights=True) as conn:
            conn.execute(
                "UPDATE invitations SET redeemer = '' WHERE id = ? AND redeemed = ''", (found.invitation.id,)
            )
            if found.token is not None:
                conn.execute("DELETE FROM tokens WHERE id = ?", (found.token.token.id,))
            if found.made:
                conn.execute("DELETE FROM accounts WHERE player = ?", (found.account.player,))

    def _taken_in(
        self, conn: sqlite3.Connection, found: Invitation, by: Pass | None, player: str, name: str
    ) -> tuple[Account, NewToken | None]:
        """Who takes it up, and the token that he gets. Raises Refused if he cannot."""
        expires = later(self._world, timedelta(days=DAYS))
        campaigns = (found.campaign,) if found.campaign else ()
        maker = ""
        if found.kind == "token":
            account = players.find(conn, found.player)
            if account.blocked:
                raise Refused(f"{account.player} is blocked on this server.", kind=FORBIDDEN)
        elif by is None:
            if found.player and player not in ("", found.player):
                raise Refused(
                    "This invitation is for somebody else.", "", [found.player], "$.player", FORBIDDEN
                )
            if not (found.player or player):
                reason = "Say by which player id you want to go here, as in `wardiary join LINK --name ann`."
                raise Refused(reason, where="$.player")
            host = "" if found.kind == "account" else players.host_of(conn, found.maker)
            players.room_for_a_guest(conn, self._world, host)
            account = players.put(conn, self._world, found.player or player, name, host=host)
        else:
            self._fits(found, by)
            if found.kind == "side":
                return by.account, None
            account, maker = by.account, by.token
            expires = min(expires, by.expires or expires)
        label = "invitation" if not found.campaign else f"{found.kind} of {found.campaign}"[:200]
        return account, put(conn, self._world, account.player, label, found.scopes, expires, campaigns, maker)

    @staticmethod
    def _fits(found: Invitation, by: Pass) -> None:
        """Raises Refused if what somebody came with is not enough to take it up: nobody gets more by an invitation to
        himself than his token gives."""
        if found.kind == "account":
            reason = f"You have an account here already: {by.player}."
            raise Refused(reason, where="$.player")
        if found.player not in ("", by.player):
            raise Refused("This invitation is for somebody else.", "", [found.player], "$.player", FORBIDDEN)
        if beyond := [one for one in found.scopes if not by.allows(one)]:
            raise Refused(f"Come with a token that is good for {beyond[0]}.", "", found.scopes, "", FORBIDDEN)
        if not by.covers(found.campaign):
            reason = (
                f"Your token here is good for {', '.join(by.campaigns)} alone. Whoever keeps this house can invite you"
                f" to one that is good for more, with `wardiary invite --to {by.player}`."
            )
            raise Refused(reason, "", by.campaigns, "", FORBIDDEN)


_WITH_SECRET = (
    "SELECT invitations.digest, accounts.blocked,"
    f" {', '.join(f'invitations.{one}' for one in _COLUMNS.split(', '))}"
    " FROM invitations JOIN accounts ON accounts.player = invitations.maker WHERE id = ?"
)


def _found(conn: sqlite3.Connection, id: str) -> Invitation | None:
    row = conn.execute(f"SELECT {_COLUMNS} FROM invitations WHERE id = ?", (id,)).fetchone()
    return None if row is None else invitation_of(row)


def _there(conn: sqlite3.Connection, id: str) -> Invitation:
    found = _found(conn, id)
    assert found is not None
    return found


def _good(row: Any, secret: str, now: str) -> Invitation:
    """Raises Refused for an invitation that there is not, and for one that cannot be redeemed now."""
    if row is None or not is_same(secret, row[0]):
        raise Refused("There is no such invitation.", kind="unknown")
    found = invitation_of(row[2:])
    if found.redeemer:
        raise Refused("This invitation has been redeemed: each is good for one.")
    _still_good(found, row[1], now)
    return found


def _still_good(found: Invitation, blocked: str, now: str) -> None:
    """Raises Refused. blocked: since when its maker is, "" if he is not."""
    if found.revoked or blocked:
        raise _taken_back()
    if found.expires <= now:
        raise Refused(f"This invitation ran out at {found.expires}. Ask for another.")


def _taken_back() -> Refused:
    return Refused("This invitation was taken back. Ask for another.")
