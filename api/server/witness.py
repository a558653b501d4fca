"""What a client asks beside its question, to tell whether a diary was rewritten: see `api.client.witness`."""

from __future__ import annotations

import re

from api.server import reading
from api.server.asking import Handler
from api.server.http import Incoming, Outgoing
from api.wire.headers import SEALS, SEQ, WITNESS
from api.wire.problems import Failed, problem
from campaign.rules.refused import Refused
from campaign.shared.seals import short_seal

_SEQ = re.compile(SEQ)


async def witnessed(handler: Handler, request: Incoming) -> Outgoing:
    """The answer, with the seals that are asked for: of entries that may be seen by whoever asked, who was let in.
    Raises Failed, for a header that names no entry before anything is done."""
    wanted = request.only(WITNESS.encode())
    if wanted and not _SEQ.fullmatch(wanted):
        reason = "Name the entry of which you were shown the seal by its number, or 0 for none."
        raise Failed(problem("invalid", reason, allowed=("0", "57"), where=WITNESS.title()))
    answer = await handler(request)
    if not wanted or answer.status >= 400:
        return answer
    told = await handler.service.run(_seals, handler, request, int(wanted))
    return answer._replace(headers=(*answer.headers, (SEALS.encode(), told.encode()))) if told else answer


def _seals(handler: Handler, request: Incoming, seq: int) -> str:
    service, operation = handler.service, handler.operation
    role = reading.common(reading.query_of(request.query), operation).role
    hq, diary = service.hq(request.who, role), request.scope["path_params"][operation.kind]
    try:
        standing = (hq.battles if operation.kind == "battle" else hq.campaigns).standing(diary)
        newest = short_seal(standing.entry, standing.seal)
        if not seq:
            return newest
        if seq > standing.entry:
            # Who may be behind is not to learn how far it went on.
            return f"{seq}:{'?' if hq.caller.behind else '-'} {newest}"
        return f"{service.house.porter.seal(diary, seq)} {newest}"
    except Refused:
        return ""
