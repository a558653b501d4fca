"""Boards by digest: each for those to whom a view named it; they outlive the server."""

from __future__ import annotations

import gzip
import os
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from api.wire.boards import MOST, Board, without_board
from campaign.battles.answers import BattleView, Moment
from campaign.headquarters import Headquarters
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.rules.views import HexBoard, PlaneBoard
from events.decoding import json_decoder
from events.entry import encode_json
from events.files import open_regular, writing

MOST_FILES = 2000
"""Boards on disk, packed to some 8 kB each: those that were wanted longest ago make room."""
MOST_SHOWN = 64
"""Battles of which is remembered that they have the same board: for who asks about another, his view has it."""
LARGEST = 16 << 20


class Shown(NamedTuple):
    """That a view named a board. viewer: as whom it was looked at. seq: the first entry at which it was."""

    battle: str
    viewer: str
    seq: int

    def may(self, hq: Headquarters) -> bool:
        """Whether a caller may see what that view showed: as whom he is there now, and no earlier than he may."""
        try:
            found = hq.looking_as(None).battles.standing(self.battle)
        except Refused:
            return False
        held = not self.viewer or self.viewer in found.sides or (self.viewer == UMPIRE and found.umpire)
        return held and self.seq <= found.entry


class _Kept(NamedTuple):
    """shown: battle and viewer → the first entry; who was shown it last stands last."""

    board: Board
    shown: OrderedDict[tuple[str, str], int]


class _File(msgspec.Struct):
    shown: list[Shown]
    board: msgspec.Raw


_board: msgspec.json.Decoder[HexBoard | PlaneBoard] = json_decoder(HexBoard | PlaneBoard)
_file = json_decoder(_File)
_HEX = frozenset("0123456789abcdef")


class KeptBoards:
    """Boards in memory, and a file for each in a folder that may be thrown away. A file that cannot be written or read
    is as good as none: whoever misses a board asks for the view again. Safe for threads."""

    def __init__(self, folder: Path, most: int = MOST, files: int = MOST_FILES) -> None:
        self._folder, self._most, self._files = folder, most, files
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._lock = threading.Lock()

    def named(self, answer: Any) -> Any:
        """A view, or a moment, with a digest in place of its board; anything else as it is."""
        if isinstance(answer, Moment):
            return replace(answer, view=self.named(answer.view))
        if not isinstance(answer, BattleView):
            return answer
        view, digest, board = without_board(answer)
        if board is not None:
            self.put(digest, board, Shown(answer.battle, answer.viewer, answer.seq))
        return view

    def find(self, digest: str, may: Callable[[Shown], bool]) -> Board | None:
        """A board, if any of those who may see it is meant. may: whether one is."""
        found = self._find(digest)
        if found is None:
            return None
        with self._lock:
            shown = [Shown(*key, seq) for key, seq in reversed(found.shown.items())]
        return found.board if any(map(may, shown)) else None

    def _find(self, digest: str) -> _Kept | None:
        with self._lock:
            found = self._kept.get(digest)
            if found is not None:
                self._kept.move_to_end(digest)
                return found
        if len(digest) != 64 or not _HEX.issuperset(digest):
            return None
        found = self._read(digest)
        return None if found is None else self._keep(digest, found)

    def _keep(self, digest: str, found: _Kept) -> _Kept:
        """What is kept now; what another thread kept meanwhile."""
        with self._lock:
            found = self._kept.setdefault(digest, found)
            self._kept.move_to_end(digest)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return found

    def put(self, digest: str, board: Board, to: Shown) -> None:
        found = self._find(digest) or self._keep(digest, _Kept(board, OrderedDict()))
        key = to.battle, to.viewer
        with self._lock:
            before = found.shown.get(key)
            found.shown[key] = to.seq if before is None else min(before, to.seq)
            found.shown.move_to_end(key)
            while len(found.shown) > MOST_SHOWN:
                found.shown.popitem(last=False)
            if before is not None and before <= to.seq:
                return
            shown = [Shown(*key, seq) for key, seq in found.shown.items()]
        with suppress(OSError):
            self._write(digest, board, shown)

    def _path(self, digest: str) -> Path:
        return self._folder / f"{digest}.json.gz"

    def _read(self, digest: str) -> _Kept | None:
        path = self._path(digest)
        try:
            with open_regular(path) as source, gzip.open(source) as packed:
                found = _file.decode(packed.read(LARGEST))
            if sha256(found.board).hexdigest() != digest:
                return None
            os.utime(path)
            shown = OrderedDict(((one.battle, one.viewer), one.seq) for one in found.shown)
            return _Kept(_board.decode(found.board), shown)
        except (OSError, EOFError, zlib.error, msgspec.DecodeError):
            return None

    def _write(self, digest: str, board: Board, shown: list[Shown]) -> None:
        """Raises OSError."""
        path = self._path(digest)
        there = path.exists()
        self._folder.mkdir(0o700, exist_ok=True)
        with writing(path, private=True) as out:
            out.write(encode_json(_File(shown, msgspec.Raw(encode_json(board)))))
        if there:
            return
        some = sorted(self._folder.glob("*.json.gz"), key=_age)
        for old in some[: max(0, len(some) - self._files)]:
            old.unlink(missing_ok=True)


def _age(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:  # another server made room
        return 0.0
