"""All that can be asked over HTTP, in one table: routes, the OpenAPI document, the client and the tests are made of it.

An operation is a method of a door of headquarters under a verb and a path; what it takes and gives follows from that
method's signature (`api.wire.signatures`), and who may ask from the right that it declares.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Literal, NamedTuple

from api.accounts.answers import Scope
from api.accounts.door import Members
from api.wire.boards import BoardDoor
from campaign.battles.battles import Battles
from campaign.battles.bots import Bots
from campaign.campaigns.campaigns import Campaigns
from campaign.campaigns.files import Files
from campaign.campaigns.halves import Halves
from campaign.campaigns.record.door import Record
from campaign.campaigns.returns import Returns
from campaign.campaigns.staff import Staff
from campaign.headquarters import Headquarters
from campaign.library.packs import Packs
from campaign.library.rosters import Rosters
from campaign.porter import Porter
from campaign.reports.door import Reports
from campaign.shared.answering import right_of
from campaign.shared.seats import Seats

Verb = Literal["GET", "POST", "PUT", "DELETE"]
ROOT = "/api"

DOORS: dict[str, type[Any]] = {
    "": Headquarters,
    "accounts": Members,
    "battles": Battles,
    "boards": BoardDoor,
    "battles.bots": Bots,
    "battles.seats": Seats,
    "campaigns": Campaigns,
    "campaigns.files": Files,
    "campaigns.halves": Halves,
    "campaigns.record": Record,
    "campaigns.returns": Returns,
    "campaigns.seats": Seats,
    "campaigns.staff": Staff,
    "packs": Packs,
    "porter": Porter,
    "reports": Reports,
    "rosters": Rosters,
}
"""What an operation's id begins with, and the class of that door."""


class Operation(NamedTuple):
    """id: door and method, such as `campaigns.returns.file`. path: below ROOT; `{battle}`, `{campaign}` name a diary.

    kept: the answer depends on nothing but the diary at its newest entry, the parameters, and what the caller is there,
    so that it may be kept as bytes. paged: a list that comes in pages. lines: whose door
    tells a page of it alone. status: of what was done. bots: open to tokens
    of bots too. media: of an answer that is a text as it stands: `report` for HTML or Markdown, as its form says.
    free: no token is needed. boards: the board comes apart, by its digest, unless `board=whole` is asked for.
    forever: the answer never changes. wide: it follows from other diaries, too, such as a campaign's battles. made: the
    path of what was made, below ROOT, of which the answer has the parts.
    """

    id: str
    verb: Verb
    path: str
    kept: bool = False
    paged: bool = False
    status: int = 200
    bots: bool = False
    media: str = ""
    free: bool = False
    boards: bool = False
    forever: bool = False
    made: str = ""
    wide: bool = False
    lines: bool = False

    @property
    def door(self) -> str:
        return self.id.rpartition(".")[0]

    @property
    def name(self) -> str:
        return self.id.rpartition(".")[2]

    @property
    def method(self) -> Any:
        """The function itself, as its class has it."""
        return getattr(DOORS[self.door], self.name)

    @property
    def scope(self) -> Scope:
        """What a token must be good for."""
        return _scope(self)

    @property
    def keyed(self) -> bool:
        """Whether it changes something, and takes an `Idempotency-Key`. What is free goes by an invitation's secret,
        which is good once."""
        return self.verb != "GET" and self.id not in READING and not self.free

    @property
    def makes_table(self) -> bool:
        """Whether it opens a battle or campaign that belongs to no other."""
        return self.made.startswith(("/battles/", "/campaigns/"))

    @property
    def tagged(self) -> bool:
        """Whether it is read, and comes with a tag; an answer with a time in it is another one each time."""
        return self.verb == "GET" and self.id not in ("changes", "anchor")

    @property
    def kind(self) -> Literal["", "battle", "campaign"]:
        """Of the diary that it is about, if it is about one."""
        if self.path.startswith("/campaigns/{campaign}"):
            return "campaign"
        return "battle" if self.path.startswith("/battles/{battle}") else ""


@cache
def _scope(operation: Operation) -> Scope:
    right = right_of(operation.method)
    if right in ("umpire", "keep"):
        return "umpire"
    if operation.verb == "GET" or operation.id in READING or operation.door == "accounts":
        return "read"
    return "bot" if operation.bots else "play"


def _battle(name: str, verb: Verb, path: str, **more: Any) -> Operation:
    return Operation(f"battles.{name}", verb, f"/battles/{{battle}}{path}", **more)


def _campaign(name: str, verb: Verb, path: str, **more: Any) -> Operation:
    return Operation(f"campaigns.{name}", verb, f"/campaigns/{{campaign}}{path}", **more)


_SEAT_VERBS = (
    "seat",
    "offer",
    "accept",
    "decline",
    "withdraw",
    "leave",
    "free",
    "welcome",
    "take_record",
    "put_away",
)


def _seats(of: Callable[..., Operation]) -> tuple[Operation, ...]:
    """Of the seats of battles, or of campaigns."""
    verbs = (of(f"seats.{one}", "POST", f"/seats/{one.replace('_', '-')}") for one in _SEAT_VERBS)
    return (of("seats.offers", "GET", "/seats"), of("seats.hosts", "GET", "/seats/hosts"), *verbs)


READING = frozenset(
    (
        "battles.odds",
        "battles.preview",
        "campaigns.files.check",
        "rosters.judge",
        "rosters.added",
        "rosters.removed",
        "rosters.text",
        "check_anchor",
    )
)
"""Change nothing, though what they are asked about is too much for a query."""

SLOW = frozenset(
    (
        "battles.verify",
        "campaigns.verify",
        "campaigns.plan_undo",
        "campaigns.undo",
        "campaigns.returns.plan",
        "campaigns.returns.correct",
        "campaigns.staff.step",
        "battles.open_samples",
        "campaigns.open_samples",
        "battles.excerpt",
        "export",
        "import_",
        "check_anchor",
    )
)
"""May take seconds: these wait in a line of their own, and count as actions."""

OPERATIONS: tuple[Operation, ...] = (
    # -- battles
    Operation("battles.all", "GET", "/battles", paged=True, lines=True),
    Operation("battles.new", "POST", "/battles", status=201, made="/battles/{.diary}"),
    Operation("battles.last", "GET", "/newest/battle"),
    Operation("battles.open_samples", "POST", "/samples/battles"),
    _battle("info", "GET", ""),
    _battle("head", "GET", "/head"),
    _battle("moment", "GET", "/moment", kept=True, boards=True),
    _battle("view", "GET", "/view", kept=True, boards=True),
    Operation("boards.get", "GET", "/boards/{digest}", forever=True),
    _battle("legal", "GET", "/legal", kept=True),
    _battle("odds", "POST", "/odds"),
    _battle("preview", "POST", "/preview"),
    _battle("act", "POST", "/actions", bots=True),
    _battle("log", "GET", "/log", kept=True),
    _battle("show", "GET", "/entries/{seq}"),
    _battle("difference", "GET", "/difference", kept=True),
    _battle("standing", "GET", "/standing"),
    _battle("undo", "POST", "/undo"),
    _battle("redo", "POST", "/redo"),
    _battle("rewind", "POST", "/rewind"),
    _battle("answer_undo", "POST", "/consent"),
    _battle("fork", "POST", "/fork", status=201, made="/battles/{.diary}"),
    _battle("rematch", "POST", "/rematch", status=201, made="/battles/{.diary}"),
    _battle("verify", "GET", "/verify"),
    _battle("archive", "POST", "/archive"),
    Operation("battles.excerpt", "GET", "/excerpt"),
    Operation("battles.bots.best", "GET", "/battles/{battle}/bots/best"),
    Operation("battles.bots.choice", "POST", "/battles/{battle}/bots/choice"),
    Operation("battles.bots.act", "POST", "/battles/{battle}/bots/act"),
    *_seats(_battle),
    # -- campaigns
    Operation("campaigns.all", "GET", "/campaigns", paged=True, lines=True),
    Operation("campaigns.new", "POST", "/campaigns", status=201, made="/campaigns/{.diary}"),
    Operation("campaigns.last", "GET", "/newest/campaign"),
    Operation("campaigns.open_samples", "POST", "/samples/campaigns"),
    Operation("campaigns.files.samples", "GET", "/samples/campaigns"),
    Operation("campaigns.files.sample_ids", "GET", "/samples/ids"),
    Operation("campaigns.files.check", "POST", "/campaigns-check"),
    Operation("campaigns.files.default_policy", "GET", "/default-policy"),
    _campaign("info", "GET", ""),
    _campaign("head", "GET", "/head"),
    _campaign("moment", "GET", "/moment", kept=True, wide=True),
    _campaign("view", "GET", "/view", kept=True),
    _campaign("difference", "GET", "/difference", kept=True),
    _campaign("log", "GET", "/log", kept=True),
    _campaign("act", "POST", "/actions", bots=True),
    _campaign("standing", "GET", "/standing"),
    _campaign("begin", "POST", "/battles"),
    _campaign("resume", "POST", "/battles/{battle}/resume"),
    _campaign("plan_undo", "POST", "/undo/plan"),
    _campaign("undo", "POST", "/undo"),
    _campaign("redo", "POST", "/redo"),
    _campaign("rewind", "POST", "/rewind"),
    _campaign("fork", "POST", "/fork", status=201, made="/campaigns/{.diary}"),
    _campaign("verify", "GET", "/verify"),
    _campaign("archive", "POST", "/archive"),
    _campaign("files.orders_text", "GET", "/orders"),
    _campaign("record.search", "GET", "/record", kept=True),
    _campaign("record.why", "GET", "/why/{id}", kept=True),
    _campaign("record.statistics", "GET", "/statistics", kept=True),
    _campaign("record.policy", "GET", "/policy", kept=True),
    _campaign("record.filed", "GET", "/filed", kept=True),
    _campaign("returns.form", "GET", "/battles/{battle}/return"),
    _campaign("returns.text", "GET", "/battles/{battle}/return/file"),
    _campaign("returns.draft", "POST", "/battles/{battle}/return/draft"),
    _campaign("returns.file", "POST", "/battles/{battle}/return"),
    _campaign("halves.form", "GET", "/battles/{battle}/return/half"),
    _campaign("halves.text", "GET", "/battles/{battle}/return/half/file"),
    _campaign("halves.give", "POST", "/battles/{battle}/return/half"),
    _campaign("halves.laid", "GET", "/battles/{battle}/return/halves"),
    _campaign("returns.plan", "POST", "/returns/plan"),
    _campaign("returns.correct", "POST", "/returns/correct"),
    _campaign("staff.orders", "GET", "/staff"),
    _campaign("staff.step", "POST", "/staff/step"),
    *_seats(_campaign),
    # -- reports
    Operation("reports.battle", "GET", "/battles/{battle}/report", kept=True, media="report"),
    Operation("reports.board", "GET", "/battles/{battle}/board", kept=True, media="image/svg+xml"),
    Operation(
        "reports.campaign", "GET", "/campaigns/{campaign}/report", kept=True, wide=True, media="report"
    ),
    # -- rule systems and forces
    Operation("packs.all", "GET", "/packs"),
    Operation("packs.system", "GET", "/systems/{system}"),
    Operation("packs.scenarios", "GET", "/scenarios", paged=True),
    Operation("packs.scenario", "GET", "/scenarios/{scenario}"),
    Operation("rosters.all", "GET", "/rosters", paged=True),
    Operation("rosters.show", "GET", "/rosters/{system}/{name}"),
    Operation("rosters.save", "PUT", "/rosters/{system}/{name}"),
    Operation("rosters.delete", "DELETE", "/rosters/{system}/{name}"),
    Operation("rosters.judge", "POST", "/roster/judge"),
    Operation("rosters.added", "POST", "/roster/added"),
    Operation("rosters.removed", "POST", "/roster/removed"),
    Operation("rosters.text", "POST", "/roster/text"),
    # -- accounts
    Operation("accounts.me", "GET", "/me"),
    Operation("accounts.rename", "PUT", "/me"),
    Operation("accounts.players", "GET", "/players", paged=True),
    Operation("accounts.block", "POST", "/players/{player}/block"),
    Operation("accounts.tokens", "GET", "/tokens"),
    Operation("accounts.new_token", "POST", "/tokens", status=201, made="/tokens/{.token.id}"),
    Operation("accounts.renew_token", "POST", "/tokens/{id}/renew"),
    Operation("accounts.revoke_token", "DELETE", "/tokens/{id}"),
    Operation("accounts.invitations", "GET", "/invitations"),
    Operation("accounts.invite", "POST", "/invitations", status=201, made="/invitations/{.invitation.id}"),
    Operation("accounts.revoke_invitation", "DELETE", "/invitations/{id}"),
    Operation("accounts.rewritten", "POST", "/witness"),
    Operation("accounts.invitation", "POST", "/invitation", free=True),
    Operation("accounts.redeem", "POST", "/invitation/redeem", free=True),
    # -- the whole house
    Operation("whoami", "GET", "/caller"),
    Operation("awaiting", "GET", "/awaiting"),
    Operation("lobby", "GET", "/lobby", paged=True),
    Operation("private", "GET", "/private", paged=True),
    Operation("kind", "GET", "/diaries/{diary}"),
    Operation("changes", "GET", "/changes"),
    Operation("export", "GET", "/export"),
    Operation("import_", "POST", "/import"),
    Operation("anchor", "GET", "/anchor"),
    Operation("check_anchor", "POST", "/anchor/check"),
)

ELSEWHERE: dict[str, str] = {
    "for_": "a token says who calls",
    "looking_as": "the query parameter `as`",
    "porter.opened_by": "the server asks it where an opening was cut short",
    "porter.all_opened_by": "the server asks it where the opening of samples was cut short",
    "porter.seal": "the header `wardiary-witness`",
    "porter.players_at": "the server asks it for tokens that are bound",
    "act_each": "the server gathers what is asked as `battles.act`",
    "close": "whoever serves stops",
    "porter.meet": "a server knows its accounts",
    "battles.bots.seated": "a battle's seats say it",
    "battles.bots.move": "the client asks `choice` and `act` in turn",
    "battles.bots.play": "the client asks `choice` and `act` in turn",
    "campaigns.files.line": "a file lies where the client is",
    "campaigns.files.orders": "a file lies where the client is",
    "campaigns.files.policy": "a file lies where the client is",
    "campaigns.record.rebuild": "the read model is the server's own",
    "campaigns.returns.line": "a file lies where the client is",
    "campaigns.staff.play": "the client asks `step` in turn",
    "packs.copy": "the data folder is the server's own",
    "packs.diff": "the data folder is the server's own",
    "packs.files": "the data folder is the server's own",
    "packs.new": "the data folder is the server's own",
    "salvage": "the data folder is the server's own",
    "rosters.read": "a file lies where the client is",
    "simulations.battle": "simulations are fought where they are wanted",
    "simulations.compare": "simulations are fought where they are wanted",
    "simulations.trials": "simulations are fought where they are wanted",
    "simulations.run": "simulations are fought where they are wanted",
    "simulations.save": "simulations are fought where they are wanted",
}
"""Public methods that are not asked over HTTP, and what stands in their place."""


@cache
def by_id() -> dict[str, Operation]:
    return {one.id: one for one in OPERATIONS}
