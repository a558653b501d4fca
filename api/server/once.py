"""Changes that are made once however often they are asked for under one key: answered again as the first time, also
where the server was killed in between."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from api.accounts.answers import Pass
from api.accounts.repeats import Begun, Told
from api.accounts.tokens import shown_once
from api.server import reading
from api.server.asking import Asked, Handler
from api.server.http import Incoming, Outgoing
from api.server.service import Service
from api.wire.headers import JSON, REPLAYED
from api.wire.problems import Failed, of_refusal, problem
from campaign.rules.refused import Refused
from campaign.shared.answers import Refusal

NAMED = {
    **dict.fromkeys(("battles.new", "battles.fork", "battles.rematch", "campaigns.new"), "name"),
    "campaigns.fork": "diary",
}
"""Operations that open a diary → the parameter that names it: under a key its name is kept before it is opened."""
SHOWN = {"accounts.new_token": "token", "accounts.invite": "invitation", "accounts.renew_token": "token"}
"""Operations whose answer holds a secret that is shown once → of what."""
UNSURE = frozenset(("battles.bots.act", "campaigns.staff.step"))
"""Operations that go on from wherever things stand: what broke off is not begun again."""
ASKS_FOR_MORE = 202
"""The status where nothing was done yet: real dice are to be thrown for it, and come under the same key."""
ALL_HERE = "This was begun before, and broke off: all that the file holds is here now."
REPEATED = ((REPLAYED.encode(), b"true"),)
LONGEST_STEM, DIGITS = 60, 16


class Once(NamedTuple):
    """key: the caller's own. asked: a digest of all that he asks for."""

    key: str
    asked: bytes


class OnceHandler(Handler):
    """Answers one operation whose method takes no key itself. For one event loop."""

    async def __call__(self, request: Incoming) -> Outgoing:
        asked = await self.asked(request, self.service.gate.admitted(request, self.operation))
        key = reading.key_of(request.only(b"idempotency-key"))
        if not key or asked.who is None:
            return await self.answer(asked)
        async with self.service.turn((asked.who.player, key)):  # who comes again waits for the first
            once = Once(key, await self.service.run(self._digest, asked))
            return await self.answer(asked._replace(once=once))

    def _digest(self, asked: Asked) -> bytes:
        given = dict(asked.arguments)
        if self.signature.source:
            given[self.signature.source] = sha256(given[self.signature.source]).hexdigest()
        said = (self.operation.id, asked.common.role, given)
        return sha256(msgspec.json.encode(said, enc_hook=repr, order="deterministic")).digest()

    def _answer(self, asked: Asked) -> Outgoing:
        once, who = asked.once, asked.who
        if once is None or who is None:
            return super()._answer(asked)
        repeats = self.service.accounts.repeats
        try:
            begun = repeats.begin(who.player, once.key, once.asked)
            if begun.told is not None:
                return self._again(asked, begun, begun.told)
            answer = self._done(self._kept_for(asked, begun), who, begun)
            shown = self.operation.id in SHOWN
            headers = {
                name.decode(): value.decode() for name, value in answer.headers if name != REPEATED[0][0]
            }
            told = Told(answer.status, {} if shown else headers, b"" if shown else answer.body)
            if answer.status == ASKS_FOR_MORE:
                repeats.forget(who.player, once.key)
            else:
                repeats.finish(who.player, once.key, told)
        except Refused as refused:
            raise Failed(of_refusal(Refusal.of(refused), operation=self.operation)) from None
        except Failed as failed:
            if failed.problem.word != "repeated":
                with suppress(Refused):
                    repeats.forget(who.player, once.key)
            raise
        return answer

    def _again(self, asked: Asked, begun: Begun, told: Told) -> Outgoing:
        """The answer of the first time. Raises Refused for one that is not kept."""
        what = SHOWN.get(self.operation.id)
        if what is None:
            headers = tuple((name.encode(), value.encode()) for name, value in told.headers.items())
            return Outgoing(told.body, JSON, told.status, (*headers, *REPEATED))
        if self.operation.id == "accounts.renew_token":
            raise shown_once(what, asked.arguments["id"], "renewed")
        raise shown_once(what, begun.made)

    def _kept_for(self, asked: Asked, begun: Begun) -> Asked:
        """The same, with the name that is kept for what it makes."""
        parameter = NAMED.get(self.operation.id)
        if parameter is None or asked.arguments.get(parameter):
            return asked._replace(made=begun.made if self.operation.id in SHOWN else "")
        stem = _stem_again(asked) if self.operation.id == "battles.rematch" else _stem(asked.arguments)
        name = f"{stem[:LONGEST_STEM]}{begun.made[:DIGITS]}"
        return asked._replace(arguments={**asked.arguments, parameter: name})

    def _done(self, asked: Asked, who: Pass, begun: Begun) -> Outgoing:
        """What is answered, done now or found done. Raises Failed, Refused."""
        if begun.again and self.operation.id in UNSURE:
            reason = (
                "This was begun under this key before, and broke off: whether it was done, the diary says."
            )
            raise Failed(problem("repeated", reason, allowed=("another key",), where="Idempotency-Key"))
        finds = FINDS.get(self.operation.id)
        if begun.again and finds is not None:
            found = finds(self.service, asked, who, begun)
            if found is not None:
                answer = self.sent(asked, found.answer)
                return answer if found.now else answer._replace(headers=(*answer.headers, *REPEATED))
        return super()._answer(asked)


# -- what was done before it broke off ------------------------------------------------------------------------------


class Found(NamedTuple):
    """What the answer would have been. now: whether it has been done only now."""

    answer: Any
    now: bool = False


Finds = Callable[[Service, Asked, Pass, Begun], Found | None]
"""Asked of something that was begun before and has no answer; None if it is to be done now. Raises Refused, with what
happened."""


def _opened(parameter: str) -> Finds:
    """A diary. parameter: that names it."""

    def found(service: Service, asked: Asked, who: Pass, begun: Begun) -> Found | None:
        name = asked.arguments[parameter]
        # A name that was made up under this key is that of nothing else, whatever the clock has done since.
        since = "" if name.endswith(begun.made[:DIGITS]) else begun.at
        made = service.house.porter.opened_by(name, who.player, since)
        return None if made is None else Found(made)

    return found


def _samples(kind: str) -> Finds:
    """Those that came to be: where there is one, no others are opened."""

    def found(service: Service, asked: Asked, who: Pass, begun: Begun) -> Found | None:
        opened = service.house.porter.all_opened_by(kind, who.player, begun.at)
        return Found(list(opened)) if opened else None

    return found


def _renewed(service: Service, asked: Asked, who: Pass, begun: Begun) -> Found | None:
    id = asked.arguments["id"]
    if any(one.id == id and one.created >= begun.at for one in service.accounts.tokens.list(who)):
        raise shown_once("token", id, "renewed")
    return None


def _deleted(service: Service, asked: Asked, who: Pass, begun: Begun) -> Found | None:
    system, name = asked.arguments["system"], asked.arguments["name"]
    there = any(one.own and one.id == name for one in asked.hq.rosters.all(system))
    return None if there or not who.keeper else Found(None)


def _imported(service: Service, asked: Asked, who: Pass, begun: Begun) -> Found:
    """All of it came in, or nothing."""
    found = asked.hq.import_(**asked.arguments)
    if found.entries:
        return Found(found, now=True)
    return Found(replace(found, notes=(*found.notes, ALL_HERE)))


FINDS: dict[str, Finds] = {
    **{operation: _opened(parameter) for operation, parameter in NAMED.items()},
    "battles.open_samples": _samples("battle"),
    "campaigns.open_samples": _samples("campaign"),
    "accounts.renew_token": _renewed,
    "rosters.delete": _deleted,
    "import_": _imported,
}
"""Operations that can be asked whether they were done. All others are named in `UNSURE`, keep the id of what they make,
or do nothing the second time."""


def _stem_again(asked: Asked) -> str:
    """Of the same again: it is no fork of that battle, nor one of its campaign."""
    with suppress(Refused):  # which the battle itself says in its own words
        return f"{asked.hq.battles.info(asked.arguments['battle']).scenario}-"
    return ""


def _stem(arguments: Mapping[str, Any]) -> str:
    """What the name of a diary begins with, as if it had been made up where it is opened."""
    for parameter, end in (("scenario", "-"), ("battle", "~"), ("source", "-")):
        given = arguments.get(parameter)
        if isinstance(given, str):
            return given.partition("~")[0] + end
    return (
        f"{arguments.get('name', '').partition('~')[0] or 'campaign'}{'~' if arguments.get('name') else '-'}"
    )
