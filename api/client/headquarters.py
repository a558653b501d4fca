"""Headquarters on a server: whoever has `Headquarters` in hand may have this instead, and need not know."""

from __future__ import annotations

from functools import cached_property, partial
from pathlib import Path

from api.accounts.door import Joined
from api.client.doors import (
    Asking,
    RemoteBattles,
    RemoteCampaigns,
    RemoteMembers,
    RemotePacks,
    RemotePorter,
    RemoteReports,
    RemoteRosters,
    RemoteSimulations,
    asked_over_http,
)
from api.client.line import TRYING, Line
from api.client.witness import Witness
from api.wire.operations import by_id
from campaign.campaigns.campaigns import Campaigns
from campaign.headquarters import Headquarters
from campaign.home import Home
from campaign.rules.refused import Refused
from campaign.shared.answering import declares
from campaign.shared.callers import Caller
from campaign.simulation.simulations import Simulations


@asked_over_http("")
class RemoteHeadquarters(Headquarters):
    """Everything that one token opens on one server; also accounts, and reports that the server makes.

    home: of this machine, for settings and what was listed. trying: seconds for which a server that is not there is
    tried again. Raises Refused: no such server, a token that is not good.
    """

    def __init__(
        self, url: str, token: str, home: Home | Path | str | None = None, trying: float = TRYING
    ) -> None:
        if not token:
            raise Refused("A token is wanted.", "", [f"wardiary login {url}"], "token")
        line = Line(url, token, trying)
        here = (home if isinstance(home, Home) else Home(home)).make()
        try:
            caller: Caller = line.ask(by_id()["whoami"], {}, None)
        except Refused:
            line.close()
            raise
        line.witness = Witness(here, line.url, partial(_tell, line))
        self._sit(here, Asking(line, caller))

    def _sit(self, home: Home, asking: Asking) -> None:
        self._asking, self.home = asking, home
        self.caller, self.server = asking.caller, asking.line.url
        self.packs = RemotePacks(asking)
        self.rosters = RemoteRosters(asking)
        self.battles = RemoteBattles(asking)
        self.accounts = RemoteMembers(asking)
        self.reports, self.porter = RemoteReports(asking), RemotePorter(asking)

    @cached_property
    def campaigns(self) -> Campaigns:
        return RemoteCampaigns(self._asking)

    @cached_property
    def simulations(self) -> Simulations:
        return RemoteSimulations(self._asking)

    @declares("keep")
    def for_(self, caller: Caller) -> Headquarters:
        """Only for who asks anyway: the token says who that is. Raises Refused."""
        if caller.player != self.caller.player:
            reason = (
                f"The token of {self.caller.player!r} does not speak for {caller.player!r}: log in as him."
            )
            raise Refused(reason, where="$.player", kind="forbidden")
        return self._for(caller)

    def _for(self, caller: Caller) -> Headquarters:
        found = object.__new__(RemoteHeadquarters)
        found._sit(self.home, Asking(self._asking.line, self.caller.looking_as(caller.role)))
        return found

    @declares("keep")
    def close(self) -> None:
        """The line; the server goes on."""
        self._asking.line.close()

    @property
    def read_only(self) -> str:
        """Each answer says so by itself."""
        return ""

    @property
    def damaged(self) -> bool:
        """Whoever keeps the server hears of it there."""
        return False

    @property
    def away(self) -> float:
        return self._asking.line.away

    @property
    def notes(self) -> tuple[str, ...]:
        """What diaries the server has rewritten since one was last there."""
        witness = self._asking.line.witness
        return tuple(witness.notes) if witness is not None else ()


def _tell(line: Line, diary: str, seal: str) -> None:
    """Whoever keeps the server. Raises Refused."""
    line.ask(by_id()["accounts.rewritten"], {"diary": diary, "seal": seal}, None)


def joined(url: str, token: str, secret: str, player: str) -> Joined:
    """What an invitation brings. token: of whoever has one there, else "". player: the name of a new one. Raises
    Refused."""
    line = Line(url, token)
    try:
        return line.ask(by_id()["accounts.redeem"], {"secret": secret, "player": player}, None)
    finally:
        line.close()
