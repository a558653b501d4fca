"""Reads as bytes: what is asked again of the same entry costs a look at two tables."""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

import msgspec

from api.server.asking import Asked, Handler
from api.server.caching import Kept, etag, packed
from api.server.conditional import ANEW, kept_as, unchanged
from api.server.http import SAFE, Incoming, Outgoing
from api.wire.headers import ENTRY, JSON, VERSION
from campaign.shared.answers import Standing

REMEMBERED = 4096
"""Requests of which it is remembered what they lead to."""


class Key(NamedTuple):
    """All that an answer follows from. arguments: as text. others: the position in all diaries, where it follows from
    more than one; else 0."""

    version: str
    operation: str
    role: str | None
    arguments: str
    whole: bool
    standing: Standing
    others: int


class Led(NamedTuple):
    """What a request led to. position: of the newest entry of all diaries then; while it stays, nothing can differ."""

    position: int
    key: Key
    media: str
    tag: str


class KeptHandler(Handler):
    """Answers one operation whose answers are kept. For one event loop."""

    async def __call__(self, request: Incoming) -> Outgoing:
        service = self.service
        who = service.gate.admitted(request, self.operation)
        name = who, request.path, request.query
        position = service.position()
        led = service.led.get(name)
        asked: Asked | None = None
        # Time alone moves who is behind.
        if led is None or led.position != position or service.settings.delay:
            asked = await self.asked(request, who)
            key = await service.run(self._key, asked)
            led = Led(position, key, self._media(asked), etag(key))
            service.led[name] = led
            service.led.move_to_end(name)
            if len(service.led) > REMEMBERED:
                service.led.popitem(last=False)
        entry = f'"{led.key.standing.entry}"'.encode()
        headers = ((ENTRY.encode(), entry), *ANEW, *self._safe)
        if not self.operation.wide and unchanged(request, led.tag):
            return Outgoing(b"", status=304, headers=((b"etag", led.tag.encode()), *headers))
        kept = service.cache.get(led.key)
        if kept is None:
            asked = asked or await self.asked(request, who)
            kept = await self._made(led.key, asked)
            if kept is None:
                plain = await service.run(self._plain, asked)
                return Outgoing(plain, led.media, headers=(*ANEW, *self._safe))
        return kept_as(request, kept, kept.tag or led.tag, led.media, headers)

    async def _made(self, key: Key, asked: Asked) -> Kept | None:
        """For all who ask under a key; None if something happened meanwhile: then it may be of a later entry, or for
        what only the one is there now who asked first."""

        def make() -> Kept | None:
            now = self._key(asked)
            plain = self._plain(asked)
            same = now == key == self._key(asked)
            # What goes on elsewhere, and may be private, is not to be told by a tag.
            tag = etag(sha256(plain).digest()) if self.operation.wide else ""
            return Kept(plain, packed(plain), tag) if same else None

        async def made() -> Kept | None:
            return await self.service.run(make)

        return await self.service.cache.once(key, made)

    def _plain(self, asked: Asked) -> bytes:
        """What headquarters answers. Raises Failed."""
        answer = self.told(asked)
        return answer.encode() if self.operation.media else msgspec.json.encode(answer)

    @property
    def _safe(self) -> tuple[tuple[bytes, bytes], ...]:
        """A page or a picture that a browser may show brings nothing to life."""
        return SAFE if self.operation.media else ()

    def _key(self, asked: Asked) -> Key:
        """Of an answer. Raises Failed."""
        standing = self.standing(asked)
        role, arguments = asked.hq.caller.role, repr(sorted(asked.arguments.items()))
        others = self.service.position() if self.operation.wide else 0
        return Key(VERSION, self.operation.id, role, arguments, asked.common.whole, standing, others)

    def _media(self, asked: Asked) -> str:
        media = self.operation.media
        if media != "report":
            return media or JSON
        kind = "markdown" if asked.arguments.get("form") == "markdown" else "html"
        return f"text/{kind}; charset=utf-8"
