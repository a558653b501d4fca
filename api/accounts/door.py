"""The door to accounts, for one caller: his tokens, who else is here, whom he invites and what he is invited to."""

from __future__ import annotations

import logging
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from api.accounts.accounts import Accounts
from api.accounts.answers import (
    Account,
    Invitation,
    InvitationKind,
    NewInvitation,
    NewToken,
    Pass,
    Redeemed,
    Scope,
    Token,
)
from campaign.battles.battles import Battles
from campaign.campaigns.campaigns import Campaigns
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answering import declares
from campaign.shared.answers import Acted, Answer, Refusal
from campaign.shared.callers import Caller
from campaign.shared.seals import SHORT, as_shown, short_seal
from campaign.shared.seats import Seats

log = logging.getLogger("wardiary.api")


class Me(Struct, frozen=True):
    """Who asks, and how far that reaches. token: its id. campaigns: that it is bound to; none: it is good everywhere.
    expires: ISO 8601, "" for never."""

    account: Account
    token: str
    scopes: tuple[Scope, ...]
    campaigns: tuple[str, ...]
    expires: str


class Joined(Struct, frozen=True, omit_defaults=True):
    """An invitation was taken up. seat: what was written into the diary, where it was to a side."""

    redeemed: Redeemed
    seat: Acted | None = None


class Members:
    """Accounts as one sees them who came in with a pass; None for whoever has none yet, who can only redeem."""

    def __init__(self, accounts: Accounts, house: Headquarters, who: Pass | None, made: str = "") -> None:
        """made: the id that is kept for a token or an invitation, "" for a new one."""
        self._accounts, self._hq, self._pass, self._made = accounts, house, who, made

    @property
    def _who(self) -> Pass:
        assert self._pass is not None  # who has none is not let in anywhere else
        return self._pass

    @declares("any")
    def me(self) -> Me:
        """Who one is here, and what the token is good for."""
        who = self._who
        return Me(who.account, who.token, who.scopes, who.campaigns, who.expires)

    @declares("any")
    def rename(self, name: str) -> Account:
        """How one is shown. The player id stays for ever. Raises Refused."""
        return self._accounts.players.rename(self._who, name)

    @declares("any")
    def players(self) -> list[Account]:
        """Everybody who has an account here, by player id."""
        return list(self._accounts.players.list())

    @declares("keep")
    def block(self, player: str, blocked: bool = True) -> Account:
        """Revoke all tokens of a player and let him have no new ones, or take the latter back. For the keeper. Raises
        Refused."""
        return self._accounts.players.block(self._who, player, blocked)

    @declares("any")
    def rewritten(self, diary: str, seal: str) -> bool:
        """Tell the keeper that a diary has another history than when this entry of it was shown. seal: as it was shown,
        `SEQ:HEX`. Whether that is so; of what one may not know nothing is. Of one player he reads some twenty a day.
        Raises Refused for what is no seal."""
        shown, who = as_shown(seal), self._who
        try:
            self._hq.for_(Caller(who.player)).kind(diary)
        except Refused:
            return False
        if not who.covers(diary):
            return False
        now = self._hq.porter.seal(diary, shown.seq)
        if now.partition(":")[2].startswith(shown.digits[:SHORT]):
            return False
        told = {
            "diary": diary,
            "shown": short_seal(*shown),
            "is": now or f"{shown.seq}:-",
            "player": who.player,
        }
        if self._accounts.reports.take(who.player, "actions").allowed:
            log.warning("a player was shown another history of a diary", extra={"more": told})
        return True

    # -- tokens ---------------------------------------------------------------------------------------

    @declares("any")
    def tokens(self, player: str = "") -> list[Token]:
        """One's tokens, the newest first, without their secrets. player: another's, for the keeper. Raises Refused."""
        return list(self._accounts.tokens.list(self._who, player))

    @declares("any")
    def new_token(
        self,
        label: str,
        scopes: tuple[Scope, ...] = ("read",),
        campaigns: tuple[str, ...] = (),
        days: int | None = None,
    ) -> NewToken:
        """A token of one's own that gives no more than this one. Its secret is shown this once. label: to tell it from
        others. campaigns: campaigns and battles that it is bound to. days: that it lasts. Raises Refused."""
        return self._accounts.tokens.new(self._who, label, scopes, campaigns, days, self._made)

    @declares("any")
    def renew_token(self, id: str) -> NewToken:
        """Another secret for the same token, shown this once; the old one is good for nothing. Raises Refused."""
        return self._accounts.tokens.renew(self._who, id)

    @declares("any")
    def revoke_token(self, id: str) -> Token:
        """It is good for nothing any more. Raises Refused."""
        return self._accounts.tokens.revoke(self._who, id)

    # -- invitations ----------------------------------------------------------------------------------

    @declares("any")
    def invitations(self, campaign: str = "") -> list[Invitation]:
        """Those that one has made, the newest first; the keeper's answer holds all. campaign: those to a campaign or
        battle, for who hosts it. Raises Refused."""
        return list(self._accounts.invitations.list(self._who, campaign, self._hosts(campaign)))

    @declares("any")
    def invite(
        self,
        kind: InvitationKind,
        campaign: str = "",
        side: str = "",
        player: str = "",
        scopes: tuple[Scope, ...] | None = None,
        hours: int = 168,
    ) -> NewInvitation:
        """Invite to an `account` on this server, to a `side` of a campaign or battle, or to be its `observer`; or give
        somebody who lost his a new `token`. Its secret is shown this once, and is good for one. campaign: or a battle.
        player: to whom; whoever has the secret, if left out. scopes: of the token that it brings to an account or in
        place of a lost one: to read and play, if left out. Raises Refused."""
        given = (kind, campaign, side, player, scopes, hours)
        host = self._hosts(campaign)
        if side and host and self._who.covers(campaign):
            sides = self._sides(campaign)
            if sides and side not in sides:
                raise Refused(f"{campaign} has no side {side[:60]!a}.", "", sides, "$.side")
        return self._accounts.invitations.new(self._who, *given, host=host, id=self._made)

    @declares("any")
    def revoke_invitation(self, id: str) -> Invitation:
        """Nobody can take it up any more: one's own, or to what one hosts. Raises Refused."""
        invitations = self._accounts.invitations
        return invitations.revoke(self._who, id, self._hosts(invitations.to(id)))

    @declares("any")
    def invitation(self, secret: str) -> Invitation:
        """What somebody is invited to who has the secret. Raises Refused if it is not good."""
        return self._accounts.invitations.look(secret)

    @declares("any")
    def redeem(self, secret: str, player: str = "", name: str = "") -> Joined:
        """Take an invitation up, with one's token, or without one if it brings one. player, name: of the account
        that is made for whoever has none. A seat is taken in the player's own name; if it cannot be had, nothing is
        done. Raises Refused."""
        invitations = self._accounts.invitations
        found = invitations.redeem(secret, self._pass, player, name)
        if found.invitation.kind == "observer":
            self._welcomed(found)
        if found.invitation.kind != "side":
            return Joined(found)
        try:
            return Joined(*invitations.seated(found, lambda: self._seated(found)))
        except Refused:
            invitations.withdraw(found)
            raise

    def _seated(self, found: Redeemed) -> Acted:
        """The seat to which somebody was invited is his: offered in the name of whoever invited him, if it is not yet,
        and accepted in his own. Raises Refused."""
        to, player = found.invitation, found.account.player
        host = self._seats(to.maker, to.campaign)
        mine = self._seats(player, to.campaign)
        table = host.offers(to.campaign)
        if not table.apart:
            return _seated(mine.seat(to.campaign, to.side, player, key=to.id))
        offered = any((one.side, one.to) == (to.side, player) for one in table.offers)
        if not offered and table.seats.get(to.side) != player:
            _seated(host.offer(to.campaign, to.side, player))
        return _seated(mine.accept(to.campaign, to.side, key=to.id))

    def _welcomed(self, found: Redeemed) -> None:
        """Whoever was invited to look on may do so, also where others do not know of it. Raises Refused."""
        to, player = found.invitation, found.account.player
        try:
            self._hq.for_(Caller(player)).kind(to.campaign)
        except Refused:  # to him there is no such battle or campaign yet
            _seated(self._seats(to.maker, to.campaign).welcome(to.campaign, player))

    def _seats(self, player: str, name: str) -> Seats[Any]:
        keeper = self._accounts.players.get(player).keeper
        hq = self._hq.for_(Caller(player, seats=True, keeper=keeper))
        return self._wing(hq, name).seats

    def _hosts(self, name: str) -> bool:
        """Whether he may seat people there."""
        if not name:
            return False
        who = self._who
        hq = self._hq.for_(Caller(who.player, keeper=who.keeper))
        return self._wing(hq, name).seats.hosts(name)

    def _sides(self, name: str) -> tuple[str, ...]:
        """Of a battle or campaign; none if it cannot be opened."""
        hq = self._hq.for_(Caller(self._who.player))
        if hq.kind(name) == "battle":
            return tuple(one.id for one in hq.battles.info(name).sides)
        return tuple(one.id for one in hq.campaigns.view(name).sides)

    @staticmethod
    def _wing(hq: Headquarters, name: str) -> Battles | Campaigns:
        """The wing that has a diary. Raises Refused if none has."""
        return hq.battles if hq.kind(name) == "battle" else hq.campaigns


def _seated(done: Answer) -> Acted:
    """Raises Refused."""
    if isinstance(done, Acted):
        return done
    assert isinstance(done, Refusal)  # no dice are rolled for a seat
    reason = f"You are invited, but cannot come in: {done.reason} Whoever invited you can help."
    raise replace(done, reason=reason).again()
