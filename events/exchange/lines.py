"""The lines of an exported file, as they are written and read."""

from __future__ import annotations

import msgspec
from msgspec import Raw, Struct

from events.decoding import json_decoder

FORMAT = 1


class Where(Struct, omit_defaults=True):
    seq: int
    seal: str
    diary: str = ""


class Announced(Struct, forbid_unknown_fields=True):
    name: str
    kind: str
    title: str
    created: str
    origin: Where | None
    head: Where


class End(Struct, forbid_unknown_fields=True):
    lines: int
    entries: int
    sha256: str


class Line(Struct, omit_defaults=True):
    """Any line: the field that is there says which kind."""

    format: int = msgspec.field(name="war-diary", default=0)
    diaries: int = 0
    diary: Announced | None = None
    blob: str = ""
    text: str | None = None
    base64: str = ""
    secret: str = ""
    seq: int = 0
    of: str = ""
    seal: str = ""
    more: int = 0
    body: Raw = Raw()
    escaped: str = ""
    end: End | None = None


read_line = json_decoder(Line).decode
