"""A battle, decided again: every entry by those who may, as the rules of its pack and the table have it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from campaign.battles import acting, opening, patience, rewinding, seats
from campaign.battles import table as t
from campaign.battles.open_battle import OpenBattle
from campaign.battles.state import Battle
from campaign.rules.facets import UMPIRE
from campaign.rules.seats import AnySeatAction, SeatAction
from campaign.shared.callers import Caller
from campaign.shared.deciding_again import (
    Again,
    DecidingAgain,
    NotAsRecorded,
    RecordedDice,
    decoded,
    forked,
    opened_by,
)
from campaign.shared.opening import umpire_of
from campaign.shared.plain import checked
from campaign.shared.seats_again import SeatsAgain
from events.codec import tag_of
from events.decoding import json_decoder
from events.diary import Rewind
from events.entry import Author
from events.store import Origin
from events.verify import Seen

HOUSE = t.Open | t.Fork | t.AskUndo | t.Reveal | t.SeatPlayer | Rewind | AnySeatAction
"""What the house writes down, which no player sends as an action."""
_KINDS = frozenset(map(tag_of, get_args(HOUSE)))


class BattleAgain(DecidingAgain[Battle]):
    """See `campaign.shared.deciding_again`. origin: where the diary was forked from."""

    def __init__(
        self, battle: OpenBattle, origin: Origin | None, kept_from: Callable[[Battle | None], bool]
    ) -> None:
        super().__init__(battle, kept_from)
        self.battle, self._origin = battle, origin
        self._house: msgspec.json.Decoder[Any] = json_decoder(HOUSE)
        vain = partial(patience.in_vain, battle)
        self._seats = SeatsAgain(battle, seats.hands(battle), vain, battle.system.bot_names)
        self._entitled = self._seats.entitled
        self._granted: tuple[Rewind, Author] | None = None

    def again(self, seen: Seen[Battle, Any], state: Battle) -> Again:
        body, kind = seen.body, seen.entry.kind
        granted, self._granted = self._granted, None
        decoder = self._house if kind in _KINDS else self.battle.decoder
        action = decoded(decoder, body.action)
        if not isinstance(action, t.TableAction | SeatAction | Rewind):
            return self._acted(seen, state, action)
        match action:
            case t.Open() | t.Fork():
                return self._begun(seen, state, action)
            case t.Reveal():
                return self._revealed(seen, state)
            case Rewind():
                return self._went_back(seen, state, action, granted)
            case t.AskUndo():
                return self._asked(seen, state, action)
            case t.SeatPlayer() | SeatAction():
                return self._seats(seen, state, action)
            case t.GrantUndo() | t.RefuseUndo():
                return self._answered(seen, state, isinstance(action, t.GrantUndo))
            case _:
                return self._acted(seen, state, action)

    def _acted(self, seen: Seen[Battle, Any], state: Battle, action: Any) -> Again:
        body = seen.body
        seating = self._entitled.check(body.author, state)
        if body.author.role not in {seat.side for seat in state.table.seats}:
            raise NotAsRecorded(f"{body.author.role or 'nobody'} plays no side here")
        self.battle.goes_on(state, seating, seen.entry.seq - 1)
        dice = RecordedDice(body.draws, state.table.dice == "typed")
        events = acting.decide(self.battle, state, body.author.role, action, dice)
        dice.settle()
        return Again(events, moved=True)

    def _begun(self, seen: Seen[Battle, Any], state: Battle, action: t.Open | t.Fork) -> Again:
        if seen.entry.seq != 1:
            raise NotAsRecorded("it opens a diary that is open already")
        return self._opened(seen, action) if isinstance(action, t.Open) else self._forked(seen, state, action)

    # The first entry

    def _opened(self, seen: Seen[Battle, Any], action: t.Open) -> Again:
        battle, begun, author = self.battle, seen.events[0], seen.body.author
        info = battle.rules.infos.get(action.scenario)
        if (
            not isinstance(begun, t.BattleOpened)
            or not begun.title
            or self._origin is not None
            or info is None
        ):
            raise NotAsRecorded("it does not open a battle of a scenario that there is")
        if action.system != battle.system.id:
            raise NotAsRecorded(f"it asks for a battle of {action.system[:60]!r}, not of {battle.system.id}")
        opened_by(author)
        if author.role or opening.seats_for(info, action.seats, battle.system) != action.seats:
            raise NotAsRecorded("its seats are not those of the scenario")
        muster = action.muster
        said = self._sitting(begun, author, action)
        said = replace(
            said,
            system=battle.system.id,
            version=battle.system.version,
            scenario=action.scenario,
            title=checked(begun.title, "title", "$.title"),
            dice=action.dice,
            undo=action.undo,
            campaign=muster.campaign if muster is not None else "",
            node=muster.node if muster is not None else "",
        )
        _committed(begun.commitment, action.dice)
        return Again([said, *opening.set_up(battle.rules, action)])

    def _sitting(self, begun: t.BattleOpened, author: Author, action: t.Open) -> t.BattleOpened:
        """Who sits there from the first entry on, and who is offered a seat. What a campaign says of its own battles,
        that knows: which of its players have given their word, and who else may look on."""
        muster = action.muster
        if begun.rules is None:  # of an older version
            sits = {seat.player for seat in action.seats if seat.player}
            usual = umpire_of(opening.players_of(action.seats), Caller(author.player))
            if begun.umpire != usual and (muster is None or not sits or begun.umpire in ("", *sits)):
                raise NotAsRecorded("whom it names as umpire is not who opened it")
            return replace(begun, seats=action.seats, offers={}, invited=())
        if begun.study and (
            muster is None or (begun.study, begun.rules.seats) != (author.player, "together")
        ):
            raise NotAsRecorded("it is a study of somebody else's than who made it")
        seated = [one.side for one in begun.seats if one.player] if muster is not None else []
        seated += [UMPIRE] if muster is not None and begun.umpire else []
        found = opening.placed(action, begun.rules, Caller(author.player), opening.Sitting(seated=seated))
        if begun.invited and (muster is None or begun.rules.look != "invited"):
            raise NotAsRecorded("it invites whom nobody need invite")
        taken = opening.taken_of(action.seats, found)
        return replace(begun, seats=taken, offers=dict(found.offers), umpire=found.umpire)

    def _forked(self, seen: Seen[Battle, Any], state: Battle, action: t.Fork) -> Again:
        begun = forked(seen.events[0], t.BattleForked, (action.of, action.at), self._origin, "battle")
        player = opened_by(seen.body.author)
        if self.battle.over(state):
            raise NotAsRecorded("it forks a battle where that is over")
        _committed(begun.commitment, state.table.dice)
        checked(begun.title, "title", "$.title")
        if begun.rules is not None and not opening.made_study(player, begun.study, begun.rules):
            raise NotAsRecorded("it is a study of somebody else's than who made it")
        return Again([begun])

    # Ends, and ways back

    def _revealed(self, seen: Seen[Battle, Any], state: Battle) -> Again:
        if not self.battle.over(state) or state.table.dice == "typed" or state.table.secret:
            raise NotAsRecorded("there is no secret to be revealed")
        return Again(seen.events)  # that it is the one committed to, the check of the dice sees

    def _answered(self, seen: Seen[Battle, Any], state: Battle, grant: bool) -> Again:
        author = seen.body.author
        self._entitled.check(author, state)
        request, event = rewinding.decide_answer(state, author, grant)
        if grant:
            self._granted = Rewind(request.to, request.why), author
        return Again([event])

    def _asked(self, seen: Seen[Battle, Any], state: Battle, action: t.AskUndo) -> Again:
        self._entitled.check(seen.body.author, state)
        side = seen.body.author.role
        if not self._way(seen, state, Rewind(action.to, action.why)).consent:
            raise NotAsRecorded("it asks for what needs nobody's consent")
        whose = rewinding.wisher(state, seen.body.author)
        return Again([t.UndoRequested(side, action.to, action.why, whose)])

    def _went_back(
        self, seen: Seen[Battle, Any], state: Battle, action: Rewind, granted: tuple[Rewind, Author] | None
    ) -> Again:
        author = seen.body.author
        if granted is not None:
            if (action, author) != granted:
                raise NotAsRecorded("it goes back elsewhere than was agreed to")
            return self._carried(seen, state)
        self._entitled.check(author, state)
        maybe_older = state.table.scheme == 1  # which brought back freely; so perhaps where dice are typed
        if why := self._way(seen, state, action, brings_back=not maybe_older).consent:
            raise NotAsRecorded(f"it goes back without the consent that it needs: {why}")
        return self._carried(seen, state)

    def _carried(self, seen: Seen[Battle, Any], state: Battle) -> Again:
        """What lives on: the seats as they were before it."""
        return Again(self.battle.living_on(state, state if seen.back is None else seen.back))

    def _way(
        self, seen: Seen[Battle, Any], state: Battle, rewind: Rewind, *, brings_back: bool = True
    ) -> rewinding.Way:
        head, sides = seen.entry.seq - 1, [seen.body.author.role]
        way = rewinding.decide(
            self.battle, head, state, sides, rewind.why, rewind.to, brings_back=brings_back
        )
        if way.to != rewind.to:
            raise NotAsRecorded(f"the {rewind.why} leads to entry {way.to}, not to entry {rewind.to}")
        return way


def _committed(commitment: str, dice: t.DiceMode) -> None:
    """Raises NotAsRecorded where sealed dice have no commitment, or typed ones have."""
    if bool(commitment) != (dice == "sealed"):
        raise NotAsRecorded("its dice are sealed without a commitment, or typed with one")
