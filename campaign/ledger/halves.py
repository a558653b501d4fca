"""The halves of a return, laid side by side: what agrees, what contradicts, what one alone says; and what is taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeVar, cast

from msgspec.structs import replace

from campaign.ledger.decide.checking import Problem, problems, sides_of
from campaign.ledger.decide.halves import NOBODY
from campaign.ledger.returns import OUT, AssetReturn, Kill, PersonReturn, Return
from campaign.ledger.state import Campaign, Engagement

R = TypeVar("R", AssetReturn, PersonReturn)
Stands = Literal["agrees", "contradicts", "alone"]
UNDECIDED = "?"
"""Stands in a form for what the umpire has to decide: no return that is filed may say so."""
_OUT = "knocked out"
_TEXT = 200


class Item(NamedTuple):
    """One fact, and what each side says of it. subject: an asset or person, "" for the battle. said: side → words.

    taken: whether it needs no word of the umpire: all who say something of it agree, or one alone says it of his own.
    """

    what: str
    subject: str
    said: Mapping[str, str]
    stands: Stands
    taken: bool


class Laying(NamedTuple):
    """given: sides whose halves these are; wanting: the others that fought there. content: the return of what is taken;
    form: the same, with UNDECIDED for what is not. wrong: what is wrong with the content, were it filed."""

    given: tuple[str, ...]
    wanting: tuple[str, ...]
    items: tuple[Item, ...]
    content: Return
    form: Return
    wrong: tuple[Problem, ...]

    @property
    def open(self) -> tuple[Item, ...]:
        """What the umpire has to decide."""
        return tuple(one for one in self.items if not one.taken)


def lay(state: Campaign, battle: Engagement, halves: Mapping[str, Return], edition: int) -> Laying:
    """halves: by side. edition: see `campaign.ledger.actions.EDITION`."""
    work = _Laying(state, battle, halves)
    content, form = work.run()
    undecided = any(one.what == "winner" and not one.taken for one in work.items)
    wrong = () if undecided else tuple(problems(state, battle, content, edition))
    sides = sides_of(state, battle)
    given = tuple(one for one in sides if one in halves)
    wanting = tuple(one for one in sides if one not in halves)
    return Laying(given, wanting, tuple(work.items), content, form, wrong)


class _Row(NamedTuple, Generic[R]):
    row: R
    taken: bool


def _sound(rows: Sequence[_Row[R]]) -> tuple[R, ...]:
    return tuple(one.row for one in rows if one.taken)


def _shown(rows: Sequence[_Row[R]]) -> tuple[R, ...]:
    """As a form has them: a word that no return may have keeps what is open from being filed unseen."""
    return tuple(one.row if one.taken else replace(one.row, fate=UNDECIDED) for one in rows)


class _Laying:
    def __init__(self, state: Campaign, battle: Engagement, halves: Mapping[str, Return]) -> None:
        self.state, self.battle = state, battle
        self.halves = {side: halves[side] for side in sides_of(state, battle) if side in halves}
        self.sides = {one.id: self._side(one.id, one.side) for one in battle.muster}
        self.items: list[Item] = []
        self.rows = {side: {row.id: row for row in half.asset} for side, half in self.halves.items()}
        self.people = {side: {row.id: row for row in half.person} for side, half in self.halves.items()}
        self.kills: dict[str, dict[str, list[str]]] = {}
        """Victim → side that says so → its assets."""
        for side, rows in self.rows.items():
            for row in rows.values():
                for kill in row.kills:
                    victim = self._victim(side, kill)
                    self.kills.setdefault(victim, {}).setdefault(side, []).append(row.id)

    def _side(self, asset: str, there: str) -> str:
        found = self.state.assets.get(asset)
        return there if found is None else found.side

    def run(self) -> tuple[Return, Return]:
        winner, field, crews, date = (self._whole(name) for name in ("winner", "field", "crews", "date"))
        reason = self._reason()
        assets, people = list(self._assets()), list(self._persons())
        gains = {side: half.experience.get(side, 0) for side, half in self.halves.items()}
        gains = {side: points for side, points in gains.items() if points}
        for side, points in gains.items():
            self._add(f"experience of {side}", "", {side: f"{points:+d}"}, side)
        content = Return(
            self.battle.id, winner or "", "" if field in (None, NOBODY) else field, reason,
            cast("Any", crews or "roll"), _sound(assets), _sound(people), gains,
            date=date or "",
        )  # fmt: skip
        form = replace(
            content, field=UNDECIDED if field is None else content.field,
            date=UNDECIDED if date is None else content.date,
            crews=cast("Any", UNDECIDED if crews is None else content.crews),
            asset=_shown(assets), person=_shown(people),
        )  # fmt: skip
        return content, form

    def _add(self, what: str, subject: str, said: Mapping[str, str], own: str = "") -> bool:
        """Whether it is taken. own: whose it is; "" for what is everybody's."""
        if not said:
            return True
        differ = len({*said.values()}) > 1
        stands: Stands = "contradicts" if differ else "agrees" if len(said) > 1 else "alone"
        taken = not differ and (own in said if own else stands == "agrees")
        lines = {side: " ".join(words.split()) for side, words in said.items()}
        self.items.append(Item(what, subject, lines, stands, taken))
        return taken

    # The battle as a whole

    def _whole(self, name: str) -> str | None:
        """What is taken; "" where nobody says anything, None where the umpire has to decide."""
        said = {side: one for side, half in self.halves.items() if (one := getattr(half, name))}
        taken = self._add(name, "", said)
        return next(iter(said.values()), "") if taken else None

    def _reason(self) -> str:
        """The words of all: they are no facts, and are kept beside each other."""
        said = {side: half.reason for side, half in self.halves.items() if half.reason}
        if len({*said.values()}) < 2:
            self._add("reason", "", said, next(iter(said), ""))
            return next(iter(said.values()), "")
        for side, words in said.items():
            self._add("reason", "", {side: words}, side)
        return "; ".join(f"{side}: {words}" for side, words in said.items())[:_TEXT]

    # Machines

    def _assets(self) -> Iterator[_Row[AssetReturn]]:
        for one in self.battle.muster:
            owner = self.sides[one.id]
            own = self.rows.get(owner, {}).get(one.id)
            taken = self._fate(one.id, owner)
            said = {side: rows[one.id] for side, rows in self.rows.items() if one.id in rows}
            damage = {side: row.damage for side, row in said.items() if row.damage}
            if own is not None and damage:
                damage[owner] = own.damage
            words = {side: ", ".join(sorted(some)) or "none" for side, some in damage.items()}
            taken &= self._add(f"damage of {one.id}", one.id, words, owner)
            hits = {side: str(row.hits) for side, row in said.items() if row.hits}
            taken &= self._add(f"hits on {one.id}", one.id, hits, owner)
            if own is not None:
                used = ", ".join(f"{count} {item}" for item, count in own.ammunition.items() if count)
                self._add(f"rounds of {one.id}", one.id, {owner: used} if used else {}, owner)
                kills = tuple(Kill(self._victim(owner, kill), kill.by) for kill in own.kills)
                for kill in kills:
                    if kill.victim not in self.sides:
                        self._add(f"kill of {one.id}", one.id, {owner: kill.victim})
                yield _Row(replace(own, kills=kills), taken)
            elif not taken:
                yield _Row(AssetReturn(one.id), False)

    def _fate(self, asset: str, owner: str) -> bool:
        """Whether it is taken: nobody says anything of it, or its own side does, and nobody anything else."""
        fates = {side: rows[asset].fate for side, rows in self.rows.items() if asset in rows}
        by = {side: some for side, some in self.kills.get(asset, {}).items() if side != owner}
        said = {
            side: fates.get(side) or f"{_OUT} by {', '.join(by[side])}"
            for side in self.halves
            if side in fates or side in by
        }
        taken = True
        if said:
            other = len({*fates.values()}) > 1 or (bool(by) and any(one not in OUT for one in fates.values()))
            stands: Stands = "contradicts" if other else "agrees" if len(said) > 1 else "alone"
            taken = not other and owner in fates
            self.items.append(Item(f"fate of {asset}", asset, said, stands, taken))
        if len(by) > 1:
            who = {side: ", ".join(some) for side, some in by.items()}
            taken &= self._add(f"who knocked out {asset}", asset, who)
        return taken

    def _victim(self, side: str, kill: Kill) -> str:
        """The id of the machine that a side means; its words where that cannot be told."""
        if kill.victim in self.sides:
            return kill.victim
        name = " ".join(kill.victim.split()).casefold()
        found = [
            id
            for id, whose in self.sides.items()
            if whose != side and id in self.state.assets and self.state.assets[id].name.casefold() == name
        ]
        return found[0] if len(found) == 1 else kill.victim

    # People

    def _persons(self) -> Iterator[_Row[PersonReturn]]:
        for one in self.battle.muster:
            owner = self.sides[one.id]
            for member in one.crew:
                said = {side: rows[member.id] for side, rows in self.people.items() if member.id in rows}
                fates = {side: row.fate for side, row in said.items()}
                taken = self._add(f"fate of {member.id}", member.id, fates, owner)
                if own := said.get(owner):
                    self._earned(own, owner)
                if said:
                    yield _Row(own or PersonReturn(member.id), taken)

    def _earned(self, own: PersonReturn, owner: str) -> None:
        """What only his own side says of somebody: taken, and told."""
        words = {
            "days of the wound": f"{own.days}" if own.days else "",
            "experience": f"{own.experience:+d}" if own.experience else "",
            "awards": ", ".join(own.awards),
        }
        for what, said in words.items():
            self._add(f"{what} of {own.id}", own.id, {owner: said} if said else {}, owner)
