"""Actions in battles: those that come while others are written are decided and written in one go."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import NamedTuple

from api.server.asking import Asked, Handler
from api.server.http import Outgoing
from api.server.service import Service
from api.wire.operations import Operation
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted

MOST = 16
"""Actions that are written in one go: each holds its battle until all are on disk."""


class _Waiting(NamedTuple):
    """answer: None for what is to be done alone."""

    asked: Asked
    answer: asyncio.Future[Outgoing | None]


class ActHandler(Handler):
    """Answers one operation, `battles.act`. For one event loop.

    One thread does what has gathered; whatever is not plainly done, as what is refused, is asked again by itself, so
    that nobody waits for it.
    """

    def __init__(self, service: Service, operation: Operation) -> None:
        super().__init__(service, operation)
        self._waiting: list[_Waiting] = []
        self._busy = False

    async def answer(self, asked: Asked) -> Outgoing:
        one = _Waiting(asked, asyncio.get_running_loop().create_future())
        self._waiting.append(one)
        if not self._busy:
            self._begin()
        return await one.answer or await super().answer(asked)

    def _begin(self) -> None:
        there = [one for one in self._waiting if not one.answer.done()]  # nothing is done for who has gone
        some, self._waiting = there[:MOST], there[MOST:]
        if some:
            work = self.service.begin(self._each, [one.asked for one in some])
            self._busy = True
            work.add_done_callback(partial(self._done, some))

    def _done(self, some: list[_Waiting], work: asyncio.Future[list[Outgoing | Exception | None]]) -> None:
        self._busy = False
        if work.cancelled():  # the server stops
            for one in (*some, *self._waiting):
                one.answer.cancel()
            return
        failed = work.exception()
        for number, one in enumerate(some):
            if one.answer.done():
                continue
            found = failed or work.result()[number]
            if isinstance(found, BaseException):
                one.answer.set_exception(found)
            else:
                one.answer.set_result(found)
        self._begin()

    def _each(self, some: list[Asked]) -> list[Outgoing | Exception | None]:
        """Nothing is looked up here for one of them, which might keep the others waiting, or fail."""
        try:
            acted = self.service.house.act_each([(one.hq.caller, one.arguments) for one in some])
        except Refused:  # each hears it for himself
            return [None] * len(some)
        return [self._told(one, answer) for one, answer in zip(some, acted, strict=True)]

    def _told(self, one: Asked, answer: Acted | Exception | None) -> Outgoing | Exception | None:
        try:
            return self.sent(one, answer) if isinstance(answer, Acted) else answer
        except Exception as error:  # noqa: BLE001 - the others have theirs
            return error
