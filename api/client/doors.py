"""The doors of headquarters, asked over a line: each method as its class has it, made from the table of operations.

What is asked over HTTP comes from `asked_over_http`; what stays at home stands here, or is what the class itself does.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple, TypeVar

from api.accounts.door import Members
from api.client.line import Line
from api.wire.operations import OPERATIONS, Operation
from campaign.battles.battles import Battles
from campaign.battles.bots import Bots
from campaign.campaigns.answers import CampaignInfo
from campaign.campaigns.campaigns import Campaigns
from campaign.campaigns.files import Files
from campaign.campaigns.halves import Halves
from campaign.campaigns.record.door import Record
from campaign.campaigns.returns import Returns
from campaign.campaigns.staff import Staff
from campaign.library.packs import Packs
from campaign.library.rosters import Rosters
from campaign.porter import Porter
from campaign.reports.door import Reports
from campaign.rules.refused import Refused
from campaign.shared.answers import Refusal
from campaign.shared.callers import Caller, local
from campaign.shared.seats import Seats
from campaign.simulation.simulations import Simulations

C = TypeVar("C")
NOT_THERE = {
    "act_each": "A server writes several actions in one go by itself: ask for each.",
    "battles.bots.seated": "A server plays its bots by itself.",
    "campaigns.record.rebuild": "What is looked up fast lies with the server, which makes it anew by itself.",
    "porter.meet": "A server knows its own players.",
    "porter.all_opened_by": "A server knows what it has opened.",
    "porter.opened_by": "A server knows what it has opened.",
    "porter.seal": "A server tells of seals by itself.",
    "porter.players_at": "A server lets callers in by itself.",
    "salvage": "The data file of a server is its own: salvage on its machine.",
    "packs.copy": "The data files of a server are its own: copy them on its machine.",
    "packs.diff": "The data files of a server are its own: look at yours without a server.",
    "packs.files": "The data files of a server are its own: look at yours without a server.",
    "packs.new": "The data files of a server are its own: look at yours without a server.",
    "simulations.battle": "Simulations are fought on your own machine: ask without a server.",
    "simulations.compare": "Simulations are fought on your own machine: ask without a server.",
    "simulations.run": "Simulations are fought on your own machine: ask without a server.",
    "simulations.trials": "Simulations are fought on your own machine: ask without a server.",
    "simulations.save": "Simulations are fought on your own machine: ask without a server.",
}
"""Methods that no server is asked → what is said instead."""


class Asking(NamedTuple):
    """A line, and who asks over it in which role."""

    line: Line
    caller: Caller

    @property
    def here(self) -> Caller:
        """The same player at his own machine, whose files are his."""
        return local(self.caller.player)


def asked_over_http(door: str) -> Callable[[type[C]], type[C]]:
    """A class whose methods, as far as the table has them, are asked over `self._asking`. door: as the table says."""

    def filled(made: type[C]) -> type[C]:
        for operation in OPERATIONS:
            if operation.door == door and operation.name not in vars(made):
                setattr(made, operation.name, _asked(operation))
        for id, why in NOT_THERE.items():
            if id.rpartition(".")[0] == door:
                setattr(made, id.rpartition(".")[2], _refused(getattr(made, id.rpartition(".")[2]), why))
        return made

    return filled


def _asked(operation: Operation) -> Callable[..., Any]:
    method = operation.method
    shape = inspect.signature(method)

    @wraps(method)
    def asked(self: Any, *args: Any, **kwargs: Any) -> Any:
        given = dict(shape.bind(self, *args, **kwargs).arguments)
        del given["self"]
        asking: Asking = self._asking
        return asking.line.ask(operation, given, asking.caller.role)

    return asked


def _refused(method: Callable[..., Any], why: str) -> Callable[..., Any]:
    valued = "Acted" in str(inspect.signature(method).return_annotation).partition("[")[0]

    @wraps(method)
    def refused(*_: Any, **__: Any) -> Any:
        if valued:
            return Refusal(why)
        raise Refused(why)

    return refused


@asked_over_http("battles.bots")
class RemoteBots(Bots):
    """Moves and whole battles as at home: `choice` and `act` in turn."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking


@asked_over_http("battles.seats")
class RemoteBattleSeats(Seats[Any]):
    def __init__(self, asking: Asking) -> None:
        self._asking = asking


@asked_over_http("campaigns.seats")
class RemoteCampaignSeats(Seats[Any]):
    def __init__(self, asking: Asking) -> None:
        self._asking = asking


@asked_over_http("battles")
class RemoteBattles(Battles):
    def __init__(self, asking: Asking) -> None:
        self._asking = asking
        self.bots = RemoteBots(asking)
        self.seats = RemoteBattleSeats(asking)


@asked_over_http("campaigns.files")
class RemoteFiles(Files):
    """Files are read where they lie: at home."""

    def __init__(self, asking: Asking) -> None:
        self._asking, self._caller = asking, asking.here


@asked_over_http("campaigns.halves")
class RemoteHalves(Halves):
    """Files are read where they lie: at home."""

    def __init__(self, asking: Asking) -> None:
        self._asking, self._caller = asking, asking.here


@asked_over_http("campaigns.record")
class RemoteRecord(Record):
    def __init__(self, asking: Asking) -> None:
        self._asking = asking


@asked_over_http("campaigns.returns")
class RemoteReturns(Returns):
    """Files are read where they lie: at home."""

    def __init__(self, asking: Asking) -> None:
        self._asking, self._caller = asking, asking.here


@asked_over_http("campaigns.staff")
class RemoteStaff(Staff):
    """Plays on as at home: `step` after `step`."""

    def __init__(self, asking: Asking, info: Callable[[str], CampaignInfo]) -> None:
        self._asking, self._info = asking, info

    def _stands(self, name: str) -> tuple[bool, str]:
        found = self._info(name)
        return found.verdict is not None, found.date


@asked_over_http("campaigns")
class RemoteCampaigns(Campaigns):
    def __init__(self, asking: Asking) -> None:
        self._asking = asking
        self.record = RemoteRecord(asking)
        self.returns = RemoteReturns(asking)
        self.halves = RemoteHalves(asking)
        self.staff = RemoteStaff(asking, self.info)
        self.files = RemoteFiles(asking)
        self.seats = RemoteCampaignSeats(asking)


@asked_over_http("porter")
class RemotePorter(Porter):
    def __init__(self, asking: Asking) -> None:
        self._asking = asking


@asked_over_http("packs")
class RemotePacks(Packs):
    def __init__(self, asking: Asking) -> None:
        self._asking = asking


@asked_over_http("rosters")
class RemoteRosters(Rosters):
    """Files are read where they lie: at home."""

    def __init__(self, asking: Asking) -> None:
        self._asking, self._caller = asking, asking.here


@asked_over_http("reports")
class RemoteReports(Reports):
    """As the server makes them: one answer, where a report made at home asks for every entry."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking


@asked_over_http("accounts")
class RemoteMembers(Members):
    def __init__(self, asking: Asking) -> None:
        self._asking = asking


@asked_over_http("simulations")
class RemoteSimulations(Simulations):
    def __init__(self, asking: Asking) -> None:
        self._asking = asking
