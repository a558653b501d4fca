"""Secrets that are shown once: how they are made, what they look like, and what is kept of them.

`wd_` (a token) or `wi_` (an invitation), 16 hexadecimal digits that are its id and no secret, `_`, and 64 that are: 256
random bits. Kept is the SHA-256 of the whole: nothing slower is needed for what nobody can guess.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import Literal, NamedTuple

from campaign.shared.clock import World

Prefix = Literal["wd", "wi"]
TOKEN: Prefix = "wd"
INVITATION: Prefix = "wi"
ID_BYTES, SECRET_BYTES = 8, 32
_SHAPES = {prefix: re.compile(rf"{prefix}_([0-9a-f]{{16}})_[0-9a-f]{{64}}") for prefix in (TOKEN, INVITATION)}


class Secret(NamedTuple):
    """text: the whole, as it is sent. digest: what is kept of it."""

    id: str
    text: str
    digest: bytes


def new_secret(world: World, prefix: Prefix, id: str = "") -> Secret:
    """A new secret; with an id, another one for what has that id already."""
    id = id or world.random_bytes(ID_BYTES).hex()
    text = f"{prefix}_{id}_{world.random_bytes(SECRET_BYTES).hex()}"
    return Secret(id, text, digest(text))


def id_of(text: str, prefix: Prefix) -> str:
    """The id of what somebody sent; "" if it cannot be one of ours."""
    found = _SHAPES[prefix].fullmatch(text)
    return found[1] if found else ""


def digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def is_same(text: str, kept: bytes) -> bool:
    """Whether a text that has the right shape is the one whose digest was kept: takes as long either way."""
    return hmac.compare_digest(digest(text), kept)
