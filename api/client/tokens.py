"""The tokens that open servers, kept in the data folder: one file for each server, its owner's alone.

folder: the data folder, None for the usual one.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from api.client.line import address
from campaign.home import Home
from campaign.rules.refused import Refused
from events.decoding import json_decoder
from events.files import writing


class Known(Struct, frozen=True):
    """A server. tokens: player → token. player: whose is taken where none is named."""

    server: str
    player: str
    tokens: dict[str, str]


_decoder = json_decoder(Known)


def known(folder: Path | None) -> list[Known]:
    """All servers that tokens are kept for, by their addresses. A file that is spoilt is none."""
    found = [one for path in Home(folder).servers.glob("*.json") if (one := _read(path)) is not None]
    return sorted(found, key=lambda one: one.server)


def token_of(folder: Path | None, server: str, player: str = "") -> str:
    """What was kept when that player logged in; whoever did last if none is named. Raises Refused."""
    found = _read(_file(folder, server))
    token = found.tokens.get(player or found.player) if found is not None else None
    if token is None:
        who = f" for {player!r}" if player else ""
        reason = f"No token{who} is kept for {address(server)}."
        raise Refused(
            reason, "", [f"wardiary login {address(server)}", "wardiary join LINK"], "--server", "forbidden"
        )
    return token


def keep(folder: Path | None, server: str, player: str, token: str) -> None:
    """Keep a token, in place of an older one of that player. Raises Refused, OSError."""
    path, address_ = _file(folder, server), address(server)
    found = _read(path) or Known(address_, player, {})
    Home(folder).room(path.parent)
    _write(path, Known(address_, player, {**found.tokens, player: token}))


def forget(folder: Path | None, server: str, player: str = "") -> list[str]:
    """Throw the tokens of a player away, of all if none is named; answers with whose they were. Raises Refused."""
    path = _file(folder, server)
    found = _read(path)
    gone = [one for one in (found.tokens if found else ()) if player in ("", one)]
    if found is None or not gone:
        token_of(folder, server, player)  # says what is missing
        return []
    left = {name: token for name, token in found.tokens.items() if name not in gone}
    if left:
        now = found.player if found.player in left else next(iter(left))
        _write(path, replace(found, tokens=left, player=now))
    else:
        path.unlink()
    return gone


def _file(folder: Path | None, server: str) -> Path:
    return Home(folder).servers / f"{sha256(address(server).encode()).hexdigest()[:32]}.json"


def _read(path: Path) -> Known | None:
    try:
        return _decoder.decode(path.read_bytes())
    except (OSError, msgspec.DecodeError):
        return None


def _write(path: Path, known: Known) -> None:
    with writing(path, private=True) as out:
        out.write(msgspec.json.encode(known) + b"\n")
