"""What counts when play is measured: who moved and fired, what was let be, and who stands where it matters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campaign.rules import doings
from campaign.rules.doings import Doer, Goal
from campaign.rules.options import Option
from campaign.rules.sides import other_side
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.state import Game


class Doings(doings.Doings):
    """A game turn is both sides' phases: who has fired at a mover has done something."""

    moved = (e.Moved, e.Mounted, e.Dismounted)
    shot = (e.FireAdded, e.FireDeclared, e.AttackRolled)
    worked = (e.Pivoted, e.StanceTaken, e.RepairNominated, e.RepairTried)
    ends = (a.EndPhase, a.HoldFire)
    attacks = (a.Fire,)
    moves = (a.Drive, a.Step)
    harmless = frozenset({"no effect", "stopped", "no new damage"})

    def doers(self, state: Game) -> Iterable[Doer]:
        for piece in state.pieces.values():
            if piece.kind != "weapon":
                shoots = bool(piece.ratings.main or piece.ratings.mg)
                yield Doer(piece.id, piece.side, shoots=shoots)

    def goals(self, state: Game) -> Mapping[str, Goal]:
        """The hexes that a side must hold at the end; until then the other has them."""
        found: dict[str, Goal] = {}
        for one in state.victory.conditions if state.victory is not None else ():
            if one.when == "holds":
                there = {p.side for p in state.pieces.values() if p.hex in one.hexes and not p.out}
                found[", ".join(one.hexes)] = Goal(other_side(state, one.winner), frozenset(there))
        return found

    def useful(self, option: Option) -> bool:
        return not isinstance(option.action, a.Fire) or option.dice > 0
