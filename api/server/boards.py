"""Boards that outlive the server: whoever has a view from before a restart finds its board behind its digest."""

from __future__ import annotations

import gzip
import os
import zlib
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec

from api.wire.boards import MOST, Board, Boards
from campaign.rules.views import HexBoard, PlaneBoard
from events.decoding import json_decoder
from events.entry import encode_json
from events.files import open_regular, writing

MOST_FILES = 2000
"""Boards on disk, packed to some 8 kB each: those that were wanted longest ago make room."""
LARGEST = 16 << 20
_board: msgspec.json.Decoder[HexBoard | PlaneBoard] = json_decoder(HexBoard | PlaneBoard)
_HEX = frozenset("0123456789abcdef")


class KeptBoards(Boards):
    """Boards in memory, and a file for each in a folder that may be thrown away. A file that cannot be written or read
    is as good as none: whoever misses a board asks for the view again."""

    def __init__(self, folder: Path, most: int = MOST, files: int = MOST_FILES) -> None:
        super().__init__(most)
        self._folder, self._files = folder, files

    def find(self, digest: str) -> Board | None:
        found = super().find(digest)
        if found is None and len(digest) == 64 and _HEX.issuperset(digest):
            found = self._read(digest)
            if found is not None:
                super().put(digest, found)
        return found

    def put(self, digest: str, board: Board) -> None:
        there = super().find(digest) is not None
        super().put(digest, board)
        if not there:
            with suppress(OSError):
                self._write(digest, board)

    def _file(self, digest: str) -> Path:
        return self._folder / f"{digest}.json.gz"

    def _read(self, digest: str) -> Board | None:
        file = self._file(digest)
        try:
            with open_regular(file) as source, gzip.open(source) as packed:
                content = packed.read(LARGEST)
            if sha256(content).hexdigest() != digest:
                return None
            os.utime(file)
            return _board.decode(content)
        except (OSError, EOFError, zlib.error, msgspec.DecodeError):
            return None

    def _write(self, digest: str, board: Board) -> None:
        """Raises OSError."""
        file = self._file(digest)
        if file.exists():
            return
        self._folder.mkdir(0o700, exist_ok=True)
        with writing(file, private=True) as out:
            out.write(encode_json(board))
        some = sorted(self._folder.glob("*.json.gz"), key=_age)
        for old in some[: max(0, len(some) - self._files)]:
            old.unlink(missing_ok=True)


def _age(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:  # another server made room
        return 0.0
