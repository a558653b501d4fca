"""Who calls, and what he may do: rights are made in one place and decided in one function, for reads as for writes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from os import PathLike
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.rules.seats import EVERYBODY, NO_CHAIRS, RECORD, Chairs, TableRules
from campaign.shared.plain import checked

SOMEBODY = "local"
"""The player at this screen, where nobody has an account."""
BOT = "bot:"
"""How the player ids of bots begin."""
FORBIDDEN = "forbidden"
"""The kind of a refusal for want of a right."""


NO_UMPIRE = "is not the umpire here: that chair belongs to whoever has it by name."


class Caller(Struct, frozen=True, omit_defaults=True):
    """A player and the rights that he came with. What he may do in a battle or campaign also depends on who sits there:
    a seat or the umpire's chair that bears his name is his without any of these.

    umpire: may be one, where none is named. seats: plays what bears no name, where people play together. keeper: keeps
    the diaries and the machine of this house: its files, imports, bots. role: as whom he looks and acts now: a side,
    `umpire`, "" for an observer; None: as the side that he sits at, or that is asked. behind: seconds that must have
    passed before he sees what others do, where he only looks on. chair: what he came with is good to be an umpire.
    here: he sits at the machine of this house, where names are taken at their word. See docs/callers.md.
    """

    player: str
    umpire: bool = False
    seats: bool = False
    keeper: bool = False
    role: str | None = None
    behind: float = 0.0
    chair: bool = True
    here: bool = False

    def looking_as(self, role: str | None) -> Caller:
        """The same one, looking and acting in one role. Whether he holds it is decided where he uses it."""
        return replace(self, role=role)


OBSERVER = Caller("", role="")
"""Whoever sees what is open to all, and nothing else."""


def named(caller: Caller) -> Caller:
    """The same, if his name can be a player's. Raises Refused."""
    checked(caller.player, "player id", "$.player")
    if not caller.player or caller.player.startswith(BOT) or caller.player == UMPIRE:
        raise Refused(f"{caller.player!r} cannot be a player's name.", where="$.player")
    return caller


def local(player: str = SOMEBODY) -> Caller:
    """Whoever sits at this machine: everything, but what belongs to others by name. Raises Refused for an odd name."""
    return named(Caller(player, umpire=True, seats=True, keeper=True, here=True))


class Seating(NamedTuple):
    """Who sits at a battle or campaign. players: side → player, "" where the seat is nobody's; a bot by its player id.

    umpire: his name; None: there is no such chair; "": it is nobody's, and where people play together anybody's who has
    the right. rules: of the table. chairs: what it remembers.
    opener: who opened it. study: the one player of a study, who sees everything; "" for what is none.
    """

    players: Mapping[str, str]
    umpire: str | None
    rules: TableRules
    chairs: Chairs = NO_CHAIRS
    opener: str = ""
    study: str = ""

    @property
    def apart(self) -> bool:
        """Whether each seat belongs to a player."""
        return self.rules.seats == "apart"

    @property
    def seats(self) -> Mapping[str, str]:
        """All of them, the umpire's chair too."""
        return {**self.players, UMPIRE: self.umpire or ""}

    @property
    def waiting(self) -> list[str]:
        """Seats without which nothing begins: nobody's, and the chair if it was offered with the table: who offers it
        later stops nobody."""
        free = [side for side, player in self.players.items() if not player]
        chair = self.chairs.offers.get(UMPIRE)
        return [*free, *([UMPIRE] if not self.umpire and chair is not None and not chair.by else [])]

    def had(self, player: str) -> str:
        """The one seat here that a player has, or has had; "" if none."""
        now = next((seat for seat, one in self.seats.items() if one == player), "")
        return self.chairs.had.get(player, now)

    def takes_part(self, player: str) -> bool:
        """Whether somebody sits here, sat here, opened it, or was ever invited."""
        offered = any(one.to == player for one in self.chairs.offers.values())
        return bool(player) and (offered or player in self.chairs.invited or self.sat(player))

    def sat(self, player: str) -> bool:
        """Whether somebody sits here, sat here, or opened it."""
        return bool(player) and player in (self.opener, self.study, *self.seats.values(), *self.chairs.had)

    @property
    def unknown(self) -> bool:
        """Whether others than those who take part are not to know of it."""
        return bool(self.study) or self.rules.look == "invited"

    def known_to(self, caller: Caller) -> bool:
        """Whether somebody may look on here; to others it is unknown. At the machine of the house names are taken at
        their word, and its file can be read."""
        if caller.here or not self.unknown:
            return True
        return caller.player == self.study if self.study else self.takes_part(caller.player)

    def there(self, caller: Caller) -> bool:
        """Whether he plays what bears no name here."""
        if self.study:
            return caller.player == self.study
        return caller.seats and not self.apart and self.known_to(caller)

    def sits(self, caller: Caller, side: str) -> bool:
        """Whether a side is his by name. In a table of an older version, at the machine of the house, so is the seat
        that bears his name though he has done nothing there yet."""
        if not caller.player or self.players[side] == caller.player:
            return bool(caller.player)
        offer = self.chairs.offers.get(side)
        older = offer is not None and self.rules.word and not offer.by
        return caller.here and older and offer is not None and offer.to == caller.player

    def named(self, player: str) -> tuple[str, ...]:
        """The seats that are offered to a player by name."""
        return tuple(seat for seat, one in self.chairs.offers.items() if one.to == player)

    def offered(self, caller: Caller) -> list[str]:
        """The seats that wait for the word of somebody who may look on: offered to him, or to everybody. At which he
        may sit down, `seating` says."""
        return [seat for seat, one in self.chairs.offers.items() if one.to in (caller.player, EVERYBODY)]

    @property
    def people(self) -> frozenset[str]:
        """The players who have a part there by name: who sits there, or sat, and who is offered a seat."""
        offered = (one.to for one in self.chairs.offers.values())
        some = (*self.seats.values(), *self.chairs.had, *offered)
        return frozenset(one for one in some if one and not one.startswith(BOT))


class Rights(NamedTuple):
    """What a caller may do at one battle or campaign. sides: those that he acts for. own: those that bear his name.

    run: those for which he may let bots act, while he keeps this house: their own, nobody's, and his. bots: those that
    bots play. out: that he took the whole record out.
    """

    caller: Caller
    every: tuple[str, ...]
    sides: tuple[str, ...]
    own: tuple[str, ...]
    run: tuple[str, ...]
    umpire: bool
    bots: tuple[str, ...] = ()
    out: bool = False

    @property
    def roles(self) -> list[str]:
        """All that he may be here."""
        return [*self.sides, *([UMPIRE] if self.umpire else [])]

    @property
    def behind(self) -> float:
        """Seconds that must have passed before he sees what others do here."""
        return 0.0 if self.roles else self.caller.behind

    def not_behind(self, what: str) -> None:
        """Raises Refused for what tells of now, to whoever is behind."""
        if self.behind:
            reason = f"Who only looks on sees what was {self.behind:g} seconds ago: {what} is for those who take part."
            raise Refused(reason, "", (), "", FORBIDDEN)

    def acting(self) -> Sequence[str]:
        """The roles in which he may act now: the one that he names, if it is his, else all that are."""
        return [one for one in self.roles if self.caller.role in (None, one)]

    def viewer(self) -> str:
        """As whom he looks: a side, `umpire`, or "" for an observer. Raises Refused for a role that is not his."""
        role = self.caller.role
        if role is None:
            return next((few[0] for few in (self.own, self.sides) if len(few) == 1), "")
        return role and self.held(role, "$.viewer")

    def held(self, role: str, where: str = "$.side") -> str:
        """The role, if he holds it and can act in it. Raises Refused: there is no such role, or it is not his."""
        if not role:
            raise Refused("An observer only looks.", "", self.roles, where, FORBIDDEN)
        if role not in (*self.every, UMPIRE):
            raise Refused(f"There is no side {role!r} here.", "", [*self.every, UMPIRE], where)
        if role not in self.roles:
            reason = NO_UMPIRE if role == UMPIRE else f"does not play {role}."
            if role in self.bots:
                reason = f"does not play {role}: it is a bot's seat, and the bot plays it."
            raise Refused(f"{self.caller.player!r} {reason}", "", self.roles, where, FORBIDDEN)
        return role

    def played(self) -> tuple[str, ...]:
        """His sides. Raises Refused if there are none."""
        if not self.sides:
            raise Refused(f"{self.caller.player!r} plays no side here.", "", self.roles, "$.side", FORBIDDEN)
        return self.sides

    def side(self, asked: Sequence[str] = ()) -> str:
        """The side for which he acts; where he names none, the one of his that is asked. Raises Refused."""
        role = self.caller.role
        if role == UMPIRE:
            raise Refused("The umpire plays no side.", "", self.sides, "$.side", FORBIDDEN)
        if role and role not in self.every:
            raise Refused(f"There is no side {role!r} here.", "", self.every, "$.side")
        if role is not None:
            return self.held(role)
        sides = self.played()
        mine = list(dict.fromkeys(one for one in asked if one in sides))
        if len(mine) == 1:
            return mine[0]
        if not mine and len(sides) == 1:
            return sides[0]
        raise Refused("Say for which side you act.", "", mine or sides, "$.side")

    def whole(self, hides: bool, over: bool) -> None:
        """Raises Refused for whoever may not have everything: unless nothing is hidden, it is over, he is its umpire,
        or he keeps the diaries and took the whole record out."""
        if not (self.caller.keeper and self.out):
            self.seeing_all(hides, over)

    def seeing_all(self, hides: bool, over: bool) -> None:
        """Raises Refused for whoever does not see everything that there is."""
        if not hides or over or self.umpire:
            return
        reason = "Something here is not for everybody: the whole of it is for the umpire until it is over."
        raise Refused(reason, "", [UMPIRE], "", FORBIDDEN)

    def of_the_umpire(self) -> str:
        """UMPIRE, if he may act as such. Raises Refused."""
        if self.caller.role not in (None, UMPIRE):
            raise Refused("This is for the umpire.", "", [UMPIRE] * self.umpire, "$.side", FORBIDDEN)
        return self.held(UMPIRE)

    def runs(self, side: str) -> None:
        """Raises Refused unless he may let a bot act for a side: never in the seat of another player."""
        if side not in self.every:
            raise Refused(f"There is no side {side!r} here.", "", self.every, "$.bots")
        if side not in self.run:
            reason = f"{side} is another player's seat: no bot acts for it."
            raise Refused(reason, "", self.run, "$.bots", FORBIDDEN)


def rights(caller: Caller, seating: Seating) -> Rights:
    """What a caller may do here: the one place that decides it. Nobody is umpire of a game in which he has a seat."""
    players, there = seating.players, seating.there(caller)
    own = tuple(side for side in players if seating.sits(caller, side))
    sides = tuple(side for side, player in players.items() if side in own or (not player and there))
    run = tuple(
        side
        for side, player in players.items()
        if caller.keeper and (side in own or (not player and there) or player.startswith(BOT))
    )
    bots = tuple(side for side, player in players.items() if player.startswith(BOT))
    out = not own and (not seating.apart or seating.chairs.had.get(caller.player) == RECORD)
    return Rights(caller, tuple(players), sides, own, run, _umpire(caller, seating, own), bots, out)


def _umpire(caller: Caller, seating: Seating, own: Collection[str]) -> bool:
    if own or not caller.chair:
        return False
    if seating.study:
        return caller.player == seating.study
    return caller.umpire and not seating.apart if seating.umpire == "" else seating.umpire == caller.player


def keeper(caller: Caller) -> None:
    """Raises Refused for whoever does not keep the diaries of this house."""
    if not caller.keeper:
        raise Refused("This is for whoever keeps the diaries here.", "", (), "", FORBIDDEN)


def at_home(caller: Caller, given: object, allowed: Sequence[str] = ()) -> None:
    """Raises Refused for a path from somebody else than this house's keeper: the files here are not his."""
    if isinstance(given, str | PathLike) and not caller.keeper:
        reason = (
            "Files of this machine are for whoever keeps the diaries here: give and take content instead."
        )
        raise Refused(reason, "", allowed, "", FORBIDDEN)
