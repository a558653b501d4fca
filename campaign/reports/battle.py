"""What stands in the report of a battle, gathered from its entries as one viewer may see them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from campaign.battles.answers import BattleInfo, EntryDetail
from campaign.headquarters import Headquarters
from campaign.reports.deeds import Deed, Deeds, news
from campaign.reports.drawing.scene import Scene, Way
from campaign.reports.folding import folded, gathered
from campaign.reports.rolls import Roll, rolls
from campaign.rules.options import otherwise
from campaign.rules.views import GameView, HexBoard, PieceView
from campaign.shared.answers import Line, LogEntry
from campaign.shared.seals import short_seal

Progress = Callable[[int, int], None]
"""(done, of how many): called while a report is made."""
EVERY = 50
SET_UP = "Set-up"
"""What the stretch before the first turn is called; the board at the beginning is its picture."""


def silent(done: int, of: int) -> None:
    """For who does not want to hear of it."""


class Told(Struct, frozen=True):
    """An entry as it is told. gone: taken back, by: by which entry. back: the entry after which it goes on, 0 where it
    is no rewind. mark: who went out in it, in a word."""

    seq: int
    side: str
    lines: tuple[Line, ...]
    rolls: tuple[Roll, ...] = ()
    gone: bool = False
    by: int = 0
    back: int = 0
    mark: str = ""
    dice: int = 0


class Turn(Struct, frozen=True):
    """The entries of one stretch of a battle, in order, and the board when it was over."""

    title: str
    entries: tuple[Told, ...]
    scene: Scene


class Force(Struct, frozen=True):
    """A piece at the end, and where it stood when it was first seen on the board."""

    piece: PieceView
    began: str = ""


class Stretch(Struct, frozen=True):
    """What told in one turn, in order."""

    title: str
    deeds: tuple[Deed, ...]


class Standing(Struct, frozen=True):
    """How a side came out of it: how many of its pieces are out, and what its notes say, such as its points."""

    side: str
    name: str
    won: bool
    lost: int
    of: int
    says: tuple[str, ...] = ()


class Moment(Struct, frozen=True):
    """What a side lost in one turn."""

    title: str
    side: str
    losses: tuple[Deed, ...]


class BattleReport(Struct, frozen=True):
    """moments: what decided it. notes, beside: of the end, and what lies beside the board, but for what `score` has.
    reconstructed: and what is read otherwise than usual."""

    info: BattleInfo
    opening: Scene
    final: Scene
    turns: tuple[Turn, ...]
    verdict: str
    score: tuple[Standing, ...]
    moments: tuple[Moment, ...]
    forces: Mapping[str, tuple[Force, ...]]
    deeds: tuple[Stretch, ...]
    notes: tuple[str, ...]
    beside: tuple[str, ...]
    withdrawn: int
    dice: int
    reconstructed: tuple[str, ...] = ()

    @property
    def seal(self) -> str:
        """The newest entry, as it is shown."""
        return short_seal(self.info.entries, self.info.seal)


class _Entry(Struct, frozen=True):
    """An entry with what was seen after it."""

    logged: LogEntry
    detail: EntryDetail
    game: GameView


def battle_report(hq: Headquarters, battle: str, progress: Progress = silent) -> BattleReport:
    """Raises NoSuchDiary, Refused."""
    info = hq.battles.info(battle)
    log = hq.battles.log(battle)
    entries: list[_Entry] = []
    for i, one in enumerate(log):
        if i % EVERY == 0:
            progress(i, len(log))
        game = hq.battles.view(battle, min(one.seq, info.entries)).game
        entries.append(_Entry(one, hq.battles.show(battle, one.seq), game))
    progress(len(log), len(log))
    kept = [one for one in entries if not one.logged.withdrawn]
    seen = hq.battles.view(battle)
    deeds = Deeds.of([(one.detail, one.game) for one in kept])
    turns = _turns(info, entries, deeds)
    first = next((one.game for one in kept if _placed(one.game)), kept[0].game if kept else seen.game)
    best = deeds.shot(seen.game, after=0)
    stretches = _stretches(turns, deeds)
    forces = _forces(info, seen.game, [one.game for one in kept])
    names = {side.id: side.name for side in info.sides}
    notes, beside = list(seen.game.notes), seen.game.beside(names)
    score = _score(info, forces, notes, beside)
    return BattleReport(
        info,
        Scene(first, info.sides),
        Scene(seen.game, info.sides, best),
        turns,
        _verdict(info),
        score,
        _moments(stretches),
        forces,
        stretches,
        tuple(notes),
        tuple(beside),
        len(entries) - len(kept),
        sum(len(one.logged.dice) for one in kept),
        (*otherwise(seen.readings), *seen.reconstructed),
    )


def _verdict(info: BattleInfo) -> str:
    if info.verdict is None:
        return "The battle is not over."
    names = {side.id: side.name for side in info.sides}
    return (
        f"{names.get(info.verdict.winner, 'Nobody')} wins in turn {info.verdict.turn}: {info.verdict.reason}."
    )


def _score(
    info: BattleInfo, forces: Mapping[str, Sequence[Force]], *lines: list[str]
) -> tuple[Standing, ...]:
    """Each side, with what is about it alone, which is taken out of the lines: those that begin with its name, such as
    `Red: 8 points.`"""
    rows: list[Standing] = []
    for side in info.sides:
        says: list[str] = []
        for some in lines:
            says += [
                line.removeprefix(f"{side.name}: ").rstrip(".") for line in some if _about(line, side.name)
            ]
            some[:] = [line for line in some if not _about(line, side.name)]
        pieces = [force.piece for force in forces.get(side.id, ())]
        won = info.verdict is not None and info.verdict.winner == side.id
        rows.append(
            Standing(side.id, side.name, won, sum(piece.out for piece in pieces), len(pieces), tuple(says))
        )
    return tuple(rows)


def _about(line: str, name: str) -> bool:
    return line.startswith(f"{name}: ")


def _stretches(turns: Sequence[Turn], deeds: Deeds) -> tuple[Stretch, ...]:
    title = {entry.seq: turn.title for turn in turns for entry in turn.entries}
    placed: dict[str, list[Deed]] = {}
    now = SET_UP
    for deed in deeds.told:
        now = title.get(deed.seq, now)
        placed.setdefault(now, []).append(deed)
    return tuple(Stretch(name, gathered(some)) for name, some in placed.items())


def _moments(stretches: Sequence[Stretch]) -> tuple[Moment, ...]:
    found = [
        Moment(stretch.title, side, tuple(deed for deed in stretch.deeds if deed.mark and deed.side == side))
        for stretch in stretches
        for side in dict.fromkeys(deed.side for deed in stretch.deeds if deed.mark)
    ]
    return tuple(found)


def _placed(game: GameView) -> bool:
    """Whether everybody who is on the board at all has come there."""
    return game.board is not None and any(one.where or one.at for one in game.pieces) and game.turn > 0


def _turns(info: BattleInfo, entries: Sequence[_Entry], deeds: Deeds) -> tuple[Turn, ...]:
    """By the number of the turn after each entry; one in which nothing is told stays where it is."""
    found: list[Turn] = []
    numbers: list[int] = []
    for one in entries:
        telling = bool(one.logged.lines) or not numbers
        numbers.append(one.game.turn if telling else numbers[-1])
    before: GameView | None = None
    for number, group in groupby(zip(numbers, entries, strict=True), key=lambda pair: pair[0]):
        some = [one for _, one in group]
        kept = [one for one in some if not one.logged.withdrawn] or some
        last = kept[-1].game
        start = before or kept[0].game
        marks = {deed.seq: deed.mark for deed in deeds.told if deed.mark}
        found.append(
            Turn(
                f"Turn {number}" if number else SET_UP,
                tuple(_told(one, entries, marks) for one in some if one.logged.lines),
                Scene(
                    last, info.sides, deeds.shot(last, kept[0].detail.seq, kept[-1].detail.seq),
                    _ways([start, *(one.game for one in kept)], kept), {one.id: one for one in start.pieces},
                ),
            )
        )  # fmt: skip
        before = last
    return tuple(one for one in found if one.entries)


def _told(one: _Entry, entries: Sequence[_Entry], marks: Mapping[int, str]) -> Told:
    logged = one.logged
    by = 0
    if logged.withdrawn:
        by = next((e.logged.seq for e in entries if e.logged.seq > logged.seq > e.logged.parent), 0)
    back = logged.parent if logged.parent not in (0, logged.seq - 1) else 0
    return Told(
        logged.seq, logged.side, folded(logged.lines), rolls(one.detail), logged.withdrawn, by, back,
        marks.get(logged.seq, ""), len(logged.dice),
    )  # fmt: skip


def _ways(games: Sequence[GameView], entries: Sequence[_Entry]) -> dict[str, Way]:
    """Where each piece went: as it was seen after each entry, and what its events say of the way between.

    A dead one has no way: he lies where he was hit.
    """
    cells = {cell.id for cell in getattr(games[0].board, "cells", ())}
    found: dict[str, list[str | tuple[int, int]]] = {
        one.id: [place] for one in games[0].pieces if (place := _place(one)) is not None
    }
    for game, entry in zip(games[1:], entries, strict=True):
        for event in news(entry.detail):
            unit, to = event.get("unit"), event.get("to")
            if isinstance(unit, str) and isinstance(to, str) and to in cells and unit in found:
                found[unit].append(to)
        for piece in game.pieces:
            if (place := _place(piece)) is not None:
                found.setdefault(piece.id, []).append(place)
    return {id: tuple(way) for id, way in found.items() if any(one != way[0] for one in way)}


def _place(piece: PieceView) -> str | tuple[int, int] | None:
    return piece.at if piece.at is not None else piece.where or None


def _forces(info: BattleInfo, last: GameView, games: Sequence[GameView]) -> dict[str, tuple[Force, ...]]:
    began: dict[str, str] = {}
    for game in games:
        for piece in game.pieces:
            seen = piece.at is not None or (isinstance(game.board, HexBoard) and piece.where)
            if piece.id not in began and seen:
                began[piece.id] = where(piece)
    found = {side.id: list[Force]() for side in info.sides}
    for piece in last.pieces:
        found.setdefault(piece.side, []).append(Force(piece, began.get(piece.id, "")))
    return {side: tuple(some) for side, some in found.items() if some}


def where(piece: PieceView) -> str:
    """Where a piece stands, in a word or two."""
    if piece.aboard:
        return "aboard"
    return f"{piece.at[0]}, {piece.at[1]}" if piece.at is not None else piece.where
