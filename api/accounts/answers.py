"""What accounts answer with: plain data. Times are UTC, ISO 8601 with milliseconds; "" stands for never."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from campaign.library.names import campaign_of

Scope = Literal["read", "play", "bot", "umpire"]
SCOPES: tuple[Scope, ...] = ("read", "play", "bot", "umpire")
"""What a token may be good for, in the order in which they are listed. Each includes `read`."""
ENOUGH: Mapping[Scope, frozenset[Scope]] = {
    "read": frozenset(SCOPES),
    "play": frozenset(("play", "umpire")),
    "bot": frozenset(("play", "bot", "umpire")),
    "umpire": frozenset(("umpire",)),
}
"""What is wanted → the scopes of which a token needs one."""
InvitationKind = Literal["account", "token", "side", "observer"]


class Account(Struct, frozen=True):
    """A player on this server. name: as he is shown. keeper: keeps this house. blocked: since when nothing of his is
    good any more."""

    player: str
    name: str
    keeper: bool
    created: str
    blocked: str = ""


class Token(Struct, frozen=True):
    """A token as it is listed: all but the secret. id: the part that may be shown, and stands in the token itself.

    campaigns: the campaigns and battles that it is bound to; none: it is good everywhere. maker: the id of the token it
    was made with, "" for an invitation or at the machine. used: when it was last used, to the minute or so.
    """

    id: str
    player: str
    label: str
    scopes: tuple[Scope, ...]
    campaigns: tuple[str, ...]
    created: str
    expires: str
    revoked: str = ""
    used: str = ""
    maker: str = ""


class NewToken(Struct, frozen=True):
    """A token with its secret, which is shown this once. secret: the whole token, as it is sent."""

    secret: str
    token: Token

    def __repr__(self) -> str:
        return f"NewToken(secret='…', token={self.token!r})"


class Pass(Struct, frozen=True):
    """Who came in, and how far that reaches. token: its id; "" for whoever was vouched for by a proxy. expires: "" if
    nothing of it runs out."""

    account: Account
    token: str
    scopes: tuple[Scope, ...]
    campaigns: tuple[str, ...] = ()
    expires: str = ""

    @property
    def player(self) -> str:
        return self.account.player

    @property
    def keeper(self) -> bool:
        """Whether he comes as the keeper of this house: that he is, and the token is good for it, everywhere."""
        return self.account.keeper and "umpire" in self.scopes and not self.campaigns

    def allows(self, scope: Scope) -> bool:
        return not ENOUGH[scope].isdisjoint(self.scopes)

    def covers(self, diary: str) -> bool:
        """Whether it reaches a battle or campaign: it is bound to none, to this one, or to the campaign that this is
        of."""
        return not self.campaigns or bool(campaign_of(diary, self.campaigns))

    def includes(self, other: Token) -> bool:
        """Whether a token is good for nothing that this is not."""
        within = not self.campaigns or (other.campaigns and all(map(self.covers, other.campaigns)))
        return bool(within) and all(map(self.allows, other.scopes))


class Invitation(Struct, frozen=True):
    """An invitation as it is listed. kind: to an `account` on this server; to a new `token` for the account of player,
    who has lost his; to a `side` of a campaign or battle; to be its `observer`.

    maker: the player who made it. redeemed: when; redeemer: by which player. scopes: of the token that it brings.
    """

    id: str
    kind: InvitationKind
    maker: str
    scopes: tuple[Scope, ...]
    created: str
    expires: str
    campaign: str = ""
    side: str = ""
    player: str = ""
    revoked: str = ""
    redeemed: str = ""
    redeemer: str = ""


class NewInvitation(Struct, frozen=True):
    """An invitation with its secret, which stands in the link and is shown this once."""

    secret: str
    invitation: Invitation

    def __repr__(self) -> str:
        return f"NewInvitation(secret='…', invitation={self.invitation!r})"


class Redeemed(Struct, frozen=True):
    """An invitation was taken up. token: what it brought; None where the one who came already had one that serves.

    repeated: the same player had redeemed it before: whatever follows from it (the seat) is done again under the same
    key, which is the invitation's id.
    """

    invitation: Invitation
    account: Account
    token: NewToken | None = None
    repeated: bool = False
