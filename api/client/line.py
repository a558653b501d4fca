"""The line to a server: one address, one token, connections that are kept. Safe for threads."""

from __future__ import annotations

import ipaddress
import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from api.client.boards import apart, joined
from api.client.requests import MOST_WAITING, Received, Sent, acts, answer, placed, request, understood
from api.client.witness import Witness
from api.wire.boards import Board, Boards
from api.wire.headers import SEALS, VERSION, WITNESS
from api.wire.operations import Operation, by_id
from api.wire.signatures import signature
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Refusal

if TYPE_CHECKING:
    import httpx

TRYING = 10.0
"""Seconds for which a connection is tried again and again."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
"""Seconds between two tries; each is twice the one before, and none at the same time as those of others."""
CONNECTING = 5.0
BOARDS = 64
"""Boards that are kept, and asked for once."""
UNREACHED = "read-only"
"""The kind of a refusal where nobody answers: nothing can be continued now."""
_SOON = ("too-many", "busy", "stopping")
"""Problems that pass by themselves."""


def address(url: str) -> str:
    """The address of a server as it is kept. Raises Refused."""
    text = url.strip().rstrip("/").removesuffix("/api")
    try:
        parts = urlsplit(text)
        named = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        raise _no_address(url) from None
    odd = parts.username is not None or parts.query or parts.fragment or not text.isprintable() or " " in text
    if parts.scheme not in ("http", "https") or not named or odd:
        raise _no_address(url)
    return f"{parts.scheme}://{parts.netloc.lower()}{parts.path.rstrip('/')}"


def _no_address(url: str) -> Refused:
    return Refused(f"{url[:200]!r} is no address of a server.", "", ["https://host", "http://127.0.0.1:8000"])


def is_near(url: str) -> bool:
    """Whether a server is on this machine: then nothing goes over a network, nor through a proxy."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Line:
    """Asks one server as one player. trying: seconds for which an unreachable server is tried again; who comes later
    than that waits no more."""

    def __init__(self, url: str, token: str, trying: float = TRYING) -> None:
        import ssl

        import httpx  # slow to import: only who plays against a server needs it

        self.url, self._trying = address(url), trying
        if not token.isascii() or not token.isprintable() or " " in token:
            raise Refused("This is no token: it holds a space, or what no token does.", where="token")
        self._silent: float | None = None  # since when nobody answers, by the clock that never goes back
        self._boards = Boards(BOARDS)
        self.witness: Witness | None = None
        self._client = httpx.Client(
            base_url=self.url,
            headers={
                "user-agent": f"wardiary/{VERSION}",
                **({"authorization": f"Bearer {token}"} if token else {}),
            },
            timeout=httpx.Timeout(MOST_WAITING, connect=CONNECTING),
            limits=httpx.Limits(keepalive_expiry=50.0),
            trust_env=not is_near(self.url),
            # Authorities take as long to read as twenty answers, and none is asked where nothing is signed.
            verify=self.url.startswith("https:") or ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
        )

    @property
    def away(self) -> float:
        """Seconds for which the server has not answered; 0.0 while it does."""
        silent = self._silent
        return 0.0 if silent is None else time.monotonic() - silent

    def close(self) -> None:
        if self.witness is not None:
            self.witness.flush()
        self._client.close()

    def ask(self, operation: Operation, given: dict[str, Any], role: str | None) -> Any:
        """As the method does at home. given: its arguments by name. Raises Refused where the method does."""
        try:
            return self._asked(operation, given, role)
        except Refused as refused:
            told = placed(refused, operation, given)
            if acts(operation):
                return Refusal.of(told)
            raise told from refused

    def _asked(self, operation: Operation, given: dict[str, Any], role: str | None) -> Any:
        target = next((given[name] for name in ("target",) if name in given), None)
        diary = given.get(signature(operation).places[operation.kind], "") if operation.kind else ""
        sent = self._watched(request(operation, given, role), diary)
        received = self._received(sent)
        if diary and self.witness is not None and (seals := received.headers.get(SEALS, "")):
            self.witness.heard(diary, seals)
        if operation.boards and received.good:
            return self._with_board(sent, received)
        found = answer(sent, received, target)
        if self.witness is not None and isinstance(found, Acted):
            self.witness.shown(found.diary, found.seq, found.seal)
        while operation.paged and (more := received.next_page):
            received = self._received(sent._replace(path=more, query=()))
            found += answer(sent, received)
        return found

    def _watched(self, sent: Sent, diary: str) -> Sent:
        """A question about a diary, with that for the seal of the entry of which one was shown."""
        wanted = self.witness.asks(diary) if self.witness is not None and diary else ""
        return sent._replace(headers={**sent.headers, WITNESS: wanted}) if wanted else sent

    def _with_board(self, sent: Sent, received: Received) -> Any:
        """A view or a moment, together with its board. Raises Refused."""
        body, digest = understood(apart, received.body)
        found = answer(sent, received._replace(body=body))
        if not digest:
            return found
        try:
            return joined(found, self._boards.find(digest) or self._board(digest))
        except Refused as refused:
            if refused.kind != "unknown":
                raise
        return answer(sent, self._received(sent._replace(query=(*sent.query, ("board", "whole")))))

    def _board(self, digest: str) -> Board:
        found: Board = self._asked(by_id()["boards.get"], {"digest": digest}, None)
        self._boards.put(digest, found)
        return found

    def _received(self, sent: Sent) -> Received:
        """Tried again where that does no harm. Raises Refused if nobody answers."""
        until, pause = time.monotonic() - self.away + self._trying, FIRST_PAUSE
        while True:
            received, wait = self._once(sent, may_wait=lambda wait: time.monotonic() + wait < until)
            if received is not None:
                return received
            time.sleep(max(wait, pause * random.uniform(0.5, 1.0)))
            pause = min(2 * pause, LONGEST_PAUSE)

    def _once(self, sent: Sent, may_wait: Callable[[float], bool]) -> tuple[Received | None, float]:
        """What came back, or None and the seconds after which to try again. Raises Refused."""
        import httpx

        try:
            received = self._heard(sent)
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:  # nothing was sent yet
            if may_wait(LONGEST_PAUSE):
                return None, 0.0
            reason = f"The server {self.url} cannot be reached: {_unreached(error)}. Nothing was done."
            raise Refused(reason, kind=UNREACHED) from error
        except httpx.InvalidURL as error:
            raise Refused(f"This cannot be asked of a server: {_why(error)}.") from error
        except httpx.HTTPError as error:
            if sent.again and may_wait(LONGEST_PAUSE):
                return None, 0.0
            raise Refused(_broken(self.url, sent, error), kind=UNREACHED) from error
        problem = None if received.good else received.problem
        if problem is not None and problem.word in _SOON and may_wait(problem.retry_after or 0.0):
            return None, problem.retry_after or 0.0
        return received, 0.0

    def _heard(self, sent: Sent) -> Received:
        """What came back; notes whether the server answers. Raises httpx.HTTPError, InvalidURL."""
        import httpx

        try:
            received = self._send(sent)
        except httpx.HTTPError:
            if self._silent is None:
                self._silent = time.monotonic()
            raise
        self._silent = None
        return received

    def _send(self, sent: Sent) -> Received:
        import httpx

        timeout = httpx.Timeout(sent.wait, connect=CONNECTING)
        found: httpx.Response = self._client.request(
            sent.operation.verb,
            sent.path,
            params=sent.query or None,
            headers=dict(sent.headers),
            content=sent.body,
            timeout=timeout,
        )
        return Received(found.status_code, dict(found.headers), found.content)


def _broken(url: str, sent: Sent, error: Exception) -> str:
    reason = f"The server {url} was asked and has not answered: {_why(error)}."
    if sent.operation.verb == "GET":
        return reason
    return f"{reason} It may have been done: look at the diary before you ask again."


def _unreached(error: Exception) -> str:
    return "nobody answers there" if isinstance(_cause(error), ConnectionRefusedError) else _why(error)


def _cause(error: BaseException) -> BaseException:
    """What a failure began with."""
    while (before := error.__cause__ or error.__context__) is not None:
        error = before
    return error


def _why(error: Exception) -> str:
    return str(error).rstrip(".") or type(error).__name__
