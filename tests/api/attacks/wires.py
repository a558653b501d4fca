"""Requests as no client would send them, byte by byte."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from tests.api.conftest import Served

PATIENCE = 15.0


class Answered(NamedTuple):
    """status: 0 if nothing came before the connection was closed. body: as it came."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def word(self) -> str:
        """Of the problem."""
        told: Any = msgspec.json.decode(self.body)
        return told["type"].rpartition("/")[2]


def connected(served: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.runner.port), PATIENCE)


def head(served: Served, verb: str, path: str, *lines: str, token: str = "a") -> bytes:
    """A request without its body. lines: headers beyond host and token."""
    given = [f"{verb} {path} HTTP/1.1", "Host: here"]
    if token:
        given.append(f"Authorization: Bearer {served.tokens.get(token, token)}")
    return "\r\n".join([*given, *lines, "", ""]).encode("latin-1")


def sent(served: Served, *parts: bytes) -> Answered:
    """What comes back, until the server has answered or closed the connection."""
    with connected(served) as wire:
        with suppress(ConnectionError):  # it may have answered and closed already
            for part in parts:
                wire.sendall(part)
        return answer(wire)


def answer(wire: socket.socket) -> Answered:
    raw = b""
    while b"\r\n\r\n" not in raw:
        if not (more := _received(wire)):
            return Answered(0, {}, raw)
        raw += more
    start, _, body = raw.partition(b"\r\n\r\n")
    first, *lines = start.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    while len(body) < int(headers.get("content-length", "0")) and (more := _received(wire)):
        body += more
    return Answered(int(first.split()[1]), headers, body)


def _received(wire: socket.socket) -> bytes:
    with suppress(ConnectionError):
        return wire.recv(1 << 16)
    return b""
