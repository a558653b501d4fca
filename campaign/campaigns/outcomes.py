"""What a battle hands back to its campaign: its outcome as a return, a form to fill in, or a guess."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, get_args

from campaign.battles.open_battle import OpenBattle
from campaign.battles.state import Battle
from campaign.ledger.graph import DRAW, Scenario
from campaign.ledger.returns import AssetReturn, Kill, PersonReturn, Return
from campaign.ledger.state import Campaign, Engagement
from campaign.rules.facets import UMPIRE
from campaign.rules.muster import Fate, PersonFate
from campaign.rules.refused import Refused
from campaign.rules.system import assets_of


def return_of(
    state: Campaign, battle: Engagement, node: Scenario, fought: OpenBattle, state_there: Battle
) -> Return:
    """The return of a battle that was fought here, from its newest state. Raises Refused while it goes on, and where
    its rules say what cannot be of those who came."""
    ended = fought.verdict(state_there)
    if ended is None:
        raise Refused(
            f"The battle {battle.id} is not over.",
            "",
            ["play on", "concede", "cancel", "give its return"],
            "$.battle",
        )
    found = assets_of(fought.rules).outcome(state_there.game, ended)
    sides = {there: here for here, there in node.sides.items()}
    names = {piece.id: piece.name for piece in fought.rules.view(state_there.game, UMPIRE).pieces}
    sides_of = {one.id: state.assets[one.id].side for one in battle.muster}
    came = {fate.id: fate.came_as for fate in found.fates if fate.came_as in sides_of}
    there = Came(came, {piece: sides_of[asset] for piece, asset in came.items()}, names)
    return Return(
        battle.id,
        sides.get(ended.winner, DRAW),
        sides.get(found.field, ""),
        ended.reason[:200],
        "roll",
        tuple(_asset(fate, there) for fate in found.fates if fate.id in came),
        tuple(_people(battle, (fate for fate in found.fates if fate.id in came))),
    )


class Came(NamedTuple):
    """Who took part. assets, sides: piece → asset of the campaign, and its side there, of those that it sent. names: of
    all pieces."""

    assets: Mapping[str, str]
    sides: Mapping[str, str]
    names: Mapping[str, str]


def _asset(fate: Fate, there: Came) -> AssetReturn:
    """To have hit one's own is no kill."""
    out = fate.fate in ("wrecked", "killed", "used up")
    state = "wrecked" if out else "damaged" if fate.damage else "fit"
    kills = tuple(
        Kill(there.assets.get(one) or there.names.get(one, one)[:200])
        for one in fate.kills
        if there.sides.get(one) != there.sides[fate.id]
    )
    return AssetReturn(
        there.assets[fate.id], state, () if out else fate.damage, len(fate.damage), dict(fate.spent), kills
    )


def _people(battle: Engagement, fates: Iterable[Fate]) -> Iterator[PersonReturn]:
    """What the battle says of people: so each stands in the return, and no chance is asked of him."""
    crews = {one.id: tuple(member.id for member in one.crew) for one in battle.muster}
    told: set[str] = set()
    for fate in fates:
        crew = crews[fate.came_as]
        for id, word in fate.people.items():
            if id not in crew:
                raise _untrue(battle, f"{id}, who did not come with {fate.came_as}", crew)
            if word not in get_args(PersonFate):
                raise _untrue(battle, f"{id} that he is {word!r}, which nobody can be", get_args(PersonFate))
            if id in told:
                raise _untrue(battle, f"{id} twice, the second time with {fate.id}", crew)
            told.add(id)
            yield PersonReturn(id, word)


def _untrue(battle: Engagement, what: str, allowed: Iterable[str]) -> Refused:
    reason = f"The rules that fought {battle.id} tell of {what}: give its return."
    return Refused(reason, "return", tuple(allowed), "$.battle")


def guess_return(state: Campaign, battle: Engagement, node: Scenario, pick: Callable[[int], int]) -> Return:
    """What a bot reports of a battle that was fought elsewhere. pick(n): a number from 0 to n-1."""
    sides = list(node.sides)
    weight = {
        side: 1 + sum(2 + one.quality for one in battle.muster if _side(state, one.id) == side)
        for side in sides
    }
    shot = pick(sum(weight.values()))
    winner = sides[-1]
    for side in sides:
        if shot < weight[side]:
            winner = side
            break
        shot -= weight[side]
    assets: list[AssetReturn] = []
    lost: dict[str, list[str]] = {side: [] for side in sides}
    for one in battle.muster:
        loser = _side(state, one.id) != winner
        if pick(10) < (4 if loser else 2):
            lost[_side(state, one.id)].append(one.id)
    credited: set[str] = set()
    for one in battle.muster:
        side = _side(state, one.id)
        spent = {item: pick(count // 2 + 1) for item, count in one.ammunition.items() if count}
        enemies = [id for other in sides if other != side for id in lost[other]]
        own = [m.id for m in battle.muster if _side(state, m.id) == side]
        mine = [id for i, id in enumerate(enemies) if own[i % len(own)] == one.id and id not in credited]
        credited.update(mine)
        kills = tuple(map(Kill, mine))
        fate = "wrecked" if one.id in lost[side] else "damaged" if one.damage else "fit"
        assets.append(AssetReturn(one.id, fate, () if fate == "wrecked" else one.damage, 0, spent, kills))
    return Return(battle.id, winner, winner, "reported by the staff", "roll", tuple(assets))


def _side(state: Campaign, asset: str) -> str:
    return state.assets[asset].side
