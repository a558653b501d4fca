"""Who did what to whom: read from what a viewer may see of the entries and of the pieces after them.

Events and actions name the piece that acts `unit` and the one that it acts against `target`, as options do. What came
of it is not taken from them but from the pieces before and after: whatever changed its state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import msgspec
from msgspec import Struct

from campaign.battles.answers import EntryDetail
from campaign.reports.drawing.scene import Shot
from campaign.rules.views import GameView, PieceView


class Deed(Struct, frozen=True):
    """Something that told. side: of the piece that it happened to. mark: a short word where it is out, by: whose deed
    in that entry it was.

    passing: in words where a piece is merely otherwise than before (it has moved, lies face down), and no sentence of
    the record says so; "" of all else.
    """

    seq: int
    text: str
    side: str
    mark: str = ""
    piece: str = ""
    name: str = ""
    passing: str = ""
    by: str = ""


class _Act(Struct):
    """One piece against another, and what came of it. seq: of the newest entry that belongs to it; began: of the first.

    weight: 0 nothing, 1 harm, 2 out.
    """

    seq: int
    actor: str
    target: str
    dice: int = 0
    came: str = ""
    weight: int = 0
    spots: tuple[object, object] = (None, None)
    began: int = 0


def news(detail: EntryDetail) -> Iterator[Mapping[str, Any]]:
    """What happened, as data; whatever is not told to this viewer is not in it."""
    for raw in detail.events:
        found: Any = msgspec.json.decode(raw)
        if isinstance(found, dict):
            yield cast("dict[str, Any]", found)


class Deeds(Struct, frozen=True):
    """All of a battle."""

    told: tuple[Deed, ...]
    acts: tuple[_Act, ...]

    @classmethod
    def of(cls, entries: Sequence[tuple[EntryDetail, GameView]]) -> Deeds:
        """entries: those that count, each with what was seen after it."""
        told: list[Deed] = []
        acts: list[_Act] = []
        now: dict[str, PieceView] = {}
        for detail, game in entries:
            after = {one.id: one for one in game.pieces}
            for event in news(detail):
                actor, target = event.get("unit"), event.get("target")
                if actor in after and target in after and actor != target:
                    if not acts or (acts[-1].actor, acts[-1].target) != (actor, target) or acts[-1].weight:
                        acts.append(
                            _Act(detail.seq, cast("str", actor), cast("str", target), began=detail.seq)
                        )
                    dice = event.get("dice")
                    acts[-1].dice = max(
                        acts[-1].dice, len(cast("list[int]", dice)) if isinstance(dice, list) else 0
                    )
            changed = {
                id: (_news(now.get(id), piece), piece.out and not now[id].out)
                for id, piece in after.items()
                if id in now and _news(now[id], piece)
            }
            worse = {id for id in changed if after[id].damage > now[id].damage}
            _weigh(acts, detail.seq, changed, after)
            done = {
                act.target: act.actor for act in acts if act.weight and act.began == act.seq == detail.seq
            }
            told += [
                _deed(
                    detail, after[id], words, out, id in worse, _name(after, done.get(id, "")) if out else ""
                )
                for id, (words, out) in changed.items()
            ]
            now = after
        return cls(
            tuple({(one.seq, one.text, one.mark): one for one in reversed(told)}.values())[::-1], tuple(acts)
        )

    def shot(self, game: GameView, after: int, until: int | None = None) -> Shot | None:
        """The last action between two entries that told, if those two still stand where they stood then; else the last
        that did not tell."""
        pieces = {one.id: one for one in game.pieces}
        some = [
            one
            for one in self.acts
            if one.seq >= after
            and (until is None or one.seq <= until)
            and one.spots == (_spot(pieces.get(one.actor)), _spot(pieces.get(one.target)))
        ]
        best = max(some, key=lambda one: (min(one.weight, 1), one.seq), default=None)
        if best is None:
            return None
        dice = f"{best.dice} dice" if best.dice > 1 else "1 die" if best.dice else ""
        return Shot(best.actor, best.target, tuple(one for one in (dice, best.came or "no effect") if one))


def _weigh(
    acts: Sequence[_Act], seq: int, changed: Mapping[str, tuple[str, bool]], after: Mapping[str, PieceView]
) -> None:
    """What an entry adds to the acts that are under way: the newest against each piece that changed."""
    for id, (words, out) in changed.items():
        act = next((one for one in reversed(acts) if one.target == id and not one.weight), None)
        if act is not None and seq - act.seq <= 12:
            act.seq, act.came, act.weight = seq, words, 2 if out else 1
    for act in acts[-4:]:
        if act.seq == seq or act.spots == (None, None):
            act.spots = (_spot(after.get(act.actor)), _spot(after.get(act.target)))


def _spot(piece: PieceView | None) -> object:
    return None if piece is None else piece.at or piece.where


def _news(before: PieceView | None, after: PieceView) -> str:
    """What is wrong with a piece that was not before, in words; "" for nothing."""
    if before is None or before.out:
        return ""
    if after.out:
        return after.status[0] if after.status else "out"
    fresh = [one for one in after.status if one not in before.status]
    if after.most:
        fresh = [one for one in fresh if not one.startswith("damage ")]
        if after.damage > before.damage:
            fresh = [f"{after.damage - before.damage} damage", *fresh]
    return ", ".join(fresh)


def _name(pieces: Mapping[str, PieceView], id: str) -> str:
    return pieces[id].name if id in pieces else ""


def _deed(detail: EntryDetail, piece: PieceView, words: str, out: bool, worse: bool, by: str) -> Deed:
    """With the sentence of the record that says so, if there is one: of T-62 8, it is none of T-62."""
    named = re.compile(rf"(?<!\w){re.escape(piece.name)}(?!\w| \d)")
    own = [line.text for line in detail.lines if named.search(line.text)]
    first = words.split(", ")[0].split()[-1]
    text = next((one for one in own if first in one), "")
    passing = "" if text or out or worse else words
    mark = f"{piece.name} {words.split(', ')[0]}" if out else ""
    return Deed(
        detail.seq, text or f"{piece.name}: {words}.", piece.side, mark, piece.id, piece.name, passing, by
    )
