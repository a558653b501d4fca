"""What streams carry. Each message has an event and data, and most have an id from which a stream can be resumed:

    moment     the whole of a battle or campaign, of a long log the newest: `Moment`, `CampaignMoment`; id: its newest
               entry
    entry      an entry that is new: `BattleEntry`, `CampaignEntry`; id: its number
    presence   who listens too: `Presence`
    awaiting   all that awaits the player, on his own stream
    changed    a diary went on, on the player's own stream: `campaign.shared.answers.Changed`; id: opaque
    end        nothing more comes: `End`; id: where to go on, if something was told

As server-sent events they are just that, and a comment every few seconds is the heartbeat. As NDJSON each is a line
`{"id": …, "event": …, "data": …}`, and the heartbeat is `{"heartbeat": …}`.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from api.wire.problems import Problem
from campaign.campaigns.answers import EndView
from campaign.rules.muster import Verdict
from campaign.rules.options import Pending
from campaign.shared.answers import LogEntry

HEARTBEAT = 7.0
"""Seconds after which a stream on which nothing happens says that it is there."""
TICKET_LASTS = 60.0
"""Seconds for which a ticket is good."""
LONGEST_POLL = 25.0
"""Seconds that a question for changes waits at the most."""


class TicketWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """For which stream a ticket is wanted. path: of the stream, such as `/api/battles/duel/stream`, without a query."""

    path: str


class NewTicket(Struct, frozen=True):
    """A ticket, which is good once. ticket: to be sent as the stream's query parameter of that name. path: for which it
    is good; any other parameter of the stream may stand beside it. expires: UTC, ISO 8601."""

    ticket: str
    path: str
    expires: str


class BattleEntry(Struct, frozen=True, omit_defaults=True):
    """An entry as its viewer may read it. asked, verdict, newest, seal: as of the newest entry when this was told.

    withdrawn, restored: earlier entries that this one took back or brought back.
    """

    diary: str
    entry: LogEntry
    newest: int
    seal: str
    asked: tuple[Pending, ...] = ()
    verdict: Verdict | None = None
    withdrawn: tuple[int, ...] = ()
    restored: tuple[int, ...] = ()


class CampaignEntry(Struct, frozen=True, omit_defaults=True):
    """As of a battle. date: on which the campaign stands."""

    diary: str
    entry: LogEntry
    newest: int
    seal: str
    date: str
    verdict: EndView | None = None
    withdrawn: tuple[int, ...] = ()
    restored: tuple[int, ...] = ()


class Presence(Struct, frozen=True):
    """Who listens: the players who have a seat or the umpire's chair, by name, and how many others there are."""

    players: tuple[str, ...]
    observers: int


class End(Struct, frozen=True, omit_defaults=True):
    """The stream ends. text: why, in a sentence. resume: the id to go on from, "" for the beginning. problem: what was
    refused, where something was.

    why: `stopping` the server stops; `token` it is no longer good, or for other things; `replaced` by a newer stream of
    the same player; `refused` what is looked at may no longer be; `bug` a mistake of the server.
    """

    why: Literal["stopping", "token", "replaced", "refused", "bug"]
    text: str
    resume: str = ""
    problem: Problem | None = None
