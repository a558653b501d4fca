"""What surrounds a game at the table: seats, dice, undo, and how the battle was opened and closed.

The same for every rule system. Its events stand in the same diary as the system's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from campaign.rules.facets import UMPIRE
from campaign.rules.muster import Muster
from campaign.rules.seats import (
    CHAIR_APPLIERS,
    CHAIR_EVENTS,
    NO_CHAIRS,
    Chairs,
    SeatEvent,
    TablePutAway,
    TableRules,
    chairs_of,
    seat_named,
)
from campaign.rules.seats import describe as describe_seat
from campaign.shared.seating import SEAT
from events.codec import EventCodec

DiceMode = Literal["sealed", "typed"]
UndoPolicy = Literal["free", "consent"]


class Seat(Struct, frozen=True, omit_defaults=True):
    """Who plays a side: a player's id ("" for whoever sits at this screen), or a bot."""

    side: str
    player: str = ""
    bot: str = ""


class Request(Struct, frozen=True, omit_defaults=True):
    """An open request to take something back. to: the entry whose state it would return to. player: whose wish it is,
    where the side bore his name."""

    side: str
    to: int
    why: Literal["undo", "redo", "jump"]
    player: str = ""


class Table(Struct, omit_defaults=True):
    """The state of the table. secret: of the sealed dice (hex), once the battle is over. scheme: theirs (docs/dice.md).
    umpire: by name, or "". rules: of the table; None in diaries of older versions. study: whose it is. away: put away
    before it began."""

    system: str = ""
    scenario: str = ""
    title: str = ""
    seats: tuple[Seat, ...] = ()
    dice: DiceMode = "sealed"
    undo: UndoPolicy = "consent"
    commitment: str = ""
    contributions: dict[str, str] = field(default_factory=dict[str, str])
    secret: str = ""
    request: Request | None = None
    conceded: str = ""
    campaign: str = ""
    node: str = ""
    umpire: str = ""
    scheme: int = 1
    rules: TableRules | None = None
    chairs: Chairs | None = None
    study: str = ""
    away: bool = False


# -- actions -----------------------------------------------------------------------------------------------------


class TableAction(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Base of what may be asked for at any table."""


class Open(TableAction, frozen=True, tag="open", omit_defaults=True):
    """Open a battle. options: the rule system's own switches. muster: from the campaign that it belongs to. umpire: who
    is wanted as such."""

    scenario: str
    system: str
    seats: tuple[Seat, ...]
    dice: DiceMode
    undo: UndoPolicy
    options: dict[str, Any]
    muster: Muster | None = None
    umpire: str = ""


class Fork(TableAction, frozen=True, tag="fork"):
    """Go on from an entry of another diary."""

    of: str
    at: int


class Contribute(TableAction, frozen=True, tag="contribute"):
    """Add a text of one's own to what the sealed dice are derived from."""

    text: str


class Concede(TableAction, frozen=True, tag="concede"):
    """Give the battle up."""


class AskUndo(TableAction, frozen=True, tag="undo-request"):
    to: int
    why: Literal["undo", "redo", "jump"]


class GrantUndo(TableAction, frozen=True, tag="undo-grant"):
    pass


class RefuseUndo(TableAction, frozen=True, tag="undo-refuse"):
    pass


class SeatPlayer(TableAction, frozen=True, tag=SEAT):
    """Who plays a side from now on, where names are taken at their word: a player's id, "" for nobody."""

    side: str
    player: str


class Reveal(TableAction, frozen=True, tag="reveal"):
    """Make the secret of the dice public, now that the battle is over."""


PLAYER_ACTIONS = Contribute | Concede | GrantUndo | RefuseUndo
"""What a player may send like any action of the game."""


# -- events ------------------------------------------------------------------------------------------------------


class TableEvent(Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Base of the facts of a table."""


class BattleOpened(TableEvent, frozen=True, tag="battle-opened"):
    """commitment: to the secret of the sealed dice (docs/dice.md); empty with typed dice.

    campaign, node: what it was opened from, "" for a battle of its own. umpire: who sees everything, where seats bear
    names; "" if nobody is named. scheme: of the sealed dice; the first where none is named. rules: of the table, for
    ever; older versions set none. offers: seat → to whom it is offered. invited: to look on, from its campaign. study:
    of whom, where its campaign is one.
    """

    system: str
    version: str
    scenario: str
    title: str
    seats: tuple[Seat, ...]
    dice: DiceMode
    undo: UndoPolicy
    commitment: str = ""
    campaign: str = ""
    node: str = ""
    umpire: str = ""
    scheme: int = 1
    rules: TableRules | None = None
    offers: dict[str, str] = {}
    invited: tuple[str, ...] = ()
    study: str = ""


class BattleForked(TableEvent, frozen=True, tag="battle-forked"):
    """This diary goes on from an entry of another, with a secret of its own. seal: of that entry (hex). title: "" in
    diaries of older versions, which did not seal it. scheme: as of `BattleOpened`. study: of whom; "" where whoever is
    there plays it together, or in older versions those who sat at the other. rules: of this table."""

    of: str
    at: int
    seal: str
    commitment: str = ""
    title: str = ""
    scheme: int = 1
    study: str = ""
    rules: TableRules | None = None


class Contributed(TableEvent, frozen=True, tag="contributed"):
    side: str
    text: str


class Conceded(TableEvent, frozen=True, tag="conceded"):
    side: str


class UndoRequested(TableEvent, frozen=True, tag="undo-requested"):
    """player: whose wish it is, where the side bears his name; "" in diaries of older versions."""

    side: str
    to: int
    why: Literal["undo", "redo", "jump"]
    player: str = ""


class UndoSetAside(TableEvent, frozen=True, tag="undo-set-aside"):
    """Somebody acted instead of answering a request, which refuses it. side: that asked."""

    side: str


class UndoRefused(TableEvent, frozen=True, tag="undo-refused"):
    side: str


class UndoGranted(TableEvent, frozen=True, tag="undo-granted"):
    side: str


class SecretRevealed(TableEvent, frozen=True, tag="secret-revealed"):
    secret: str


class SeatTaken(TableEvent, frozen=True, tag="seat-taken"):
    """A seat that was nobody's is this player's."""

    side: str
    player: str


class SeatLeft(TableEvent, frozen=True, tag="seat-left"):
    """A seat is nobody's any more. player: who, or which bot, sat there."""

    side: str
    player: str


class UndoPolicySet(TableEvent, frozen=True, tag="undo-policy-set"):
    """By whose leave something is taken back from now on."""

    undo: UndoPolicy


SEATS = (SeatTaken, SeatLeft, UndoPolicySet, *CHAIR_EVENTS)
"""What a seat that changes hands leads to, and what a rewind carries back with it."""
EVENTS: tuple[type[TableEvent | SeatEvent], ...] = (
    BattleOpened,
    BattleForked,
    Contributed,
    Conceded,
    UndoRequested,
    UndoRefused,
    UndoGranted,
    UndoSetAside,
    SecretRevealed,
    *SEATS,
)
codec: EventCodec[TableEvent | SeatEvent] = EventCodec(EVENTS)


def committed(body: bytes) -> str:
    """The commitment to its sealed dice with which an entry opens or forks a battle; "" if there is none."""
    found = (one for one in codec.events(body) if isinstance(one, BattleOpened | BattleForked))
    return next((one.commitment for one in found), "")


# -- reducer -----------------------------------------------------------------------------------------------------


def _opened(table: Table, event: BattleOpened) -> None:
    table.system, table.scenario, table.title = event.system, event.scenario, event.title
    table.seats, table.dice, table.undo = event.seats, event.dice, event.undo
    table.commitment, table.scheme = event.commitment, event.scheme
    table.campaign, table.node, table.umpire = event.campaign, event.node, event.umpire
    table.rules, table.study = event.rules, event.study
    if event.rules is not None and event.rules.seats == "apart":
        seats = {**{one.side: one.player for one in event.seats}, UMPIRE: event.umpire}
        table.chairs = chairs_of(seats, event.offers, event.invited)


def _forked(table: Table, event: BattleForked) -> None:
    table.commitment, table.scheme, table.contributions = event.commitment, event.scheme, {}
    table.secret, table.request, table.conceded = "", None, ""
    if event.rules is not None:
        table.rules, table.chairs, table.study, table.umpire = event.rules, None, event.study, ""
        table.seats = tuple(replace(seat, player="") for seat in table.seats)
        table.away, table.undo = False, "free"


def _contributed(table: Table, event: Contributed) -> None:
    table.contributions[event.side] = event.text


def _conceded(table: Table, event: Conceded) -> None:
    table.conceded = event.side


def _requested(table: Table, event: UndoRequested) -> None:
    table.request = Request(event.side, event.to, event.why, event.player)


def _answered(table: Table, event: UndoRefused | UndoGranted | UndoSetAside) -> None:
    table.request = None


def _revealed(table: Table, event: SecretRevealed) -> None:
    table.secret = event.secret


def _taken(table: Table, event: SeatTaken) -> None:
    _sits(table, event.side, event.player)
    if table.chairs is not None:
        table.chairs = table.chairs.sat(event.side, event.player)


def _left(table: Table, event: SeatLeft) -> None:
    _sits(table, event.side, "")


def _sits(table: Table, side: str, player: str) -> None:
    if side == UMPIRE:
        table.umpire = player
    table.seats = tuple(
        replace(seat, player=player, bot="") if seat.side == side else seat for seat in table.seats
    )


def _policy(table: Table, event: UndoPolicySet) -> None:
    table.undo = event.undo


def _chairs(table: Table, event: SeatEvent) -> None:
    table.chairs = CHAIR_APPLIERS[type(event)](table.chairs or NO_CHAIRS, event)
    table.away = table.away or isinstance(event, TablePutAway)


APPLIERS: Mapping[type[Any], Callable[[Table, Any], None]] = {
    BattleOpened: _opened,
    BattleForked: _forked,
    Contributed: _contributed,
    Conceded: _conceded,
    UndoRequested: _requested,
    UndoRefused: _answered,
    UndoGranted: _answered,
    UndoSetAside: _answered,
    SecretRevealed: _revealed,
    SeatTaken: _taken,
    SeatLeft: _left,
    UndoPolicySet: _policy,
    **dict.fromkeys(CHAIR_EVENTS, _chairs),
}


def describe(event: Any, side_names: Mapping[str, str]) -> str:
    """One line for the log."""

    def name(side: str) -> str:
        return side_names.get(side, side or "the umpire")

    match event:
        case BattleOpened():
            dice = "sealed" if event.dice == "sealed" else "typed-in"
            undo = "free undo" if event.undo == "free" else "undo by consent"
            return f"{event.title}: {dice} dice, {undo}."
        case BattleForked():
            return f"A fork of {event.of} from entry {event.at}."
        case Contributed():
            return f"{name(event.side)} adds to the dice."
        case Conceded():
            return f"{name(event.side)} concedes."
        case UndoRequested():
            return f"{name(event.side)} asks to go back to entry {event.to}."
        case UndoRefused():
            return f"{name(event.side)}: no."
        case UndoGranted():
            return f"{name(event.side)} agrees."
        case UndoSetAside():
            return f"The request of {name(event.side)} is refused by going on."
        case SecretRevealed():
            return "The secret of the dice is revealed; every roll can be checked."
        case SeatTaken():
            return f"{event.player} has {seat_named(event.side, name)}."
        case SeatLeft():
            return f"{event.player} no longer has {seat_named(event.side, name)}."
        case UndoPolicySet(undo):
            return f"From now on undo is {'free' if undo == 'free' else 'by consent'}."
        case SeatEvent():
            return describe_seat(event, name)
        case _:
            raise TypeError(f"not an event of the table: {event!r}")
