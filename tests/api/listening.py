"""Somebody who listens to a stream, in a thread of his own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import httpx
import msgspec

from tests.api.conftest import Served

PATIENCE = 15.0


class Heard(msgspec.Struct):
    """A message as it came. id: "" for none. raw: its bytes, in NDJSON."""

    event: str
    data: Any
    id: str
    raw: str


class Listener:
    """path: below /api. headers: `Accept`, `Last-Event-ID`. status: of the answer; problem: if it was refused."""

    def __init__(
        self, served: Served, token: str, path: str, accept: str = "application/x-ndjson", **headers: str
    ):
        self.heard: list[Heard] = []
        self.beats = self.status = 0
        self.problem: Any = None
        self.headers: Any = {}
        self.ended = threading.Event()
        self._news = threading.Condition()
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        self._headers = {
            "Authorization": f"Bearer {served.tokens.get(token, token)}",
            "Accept": accept,
            **more,
        }
        self._url, self._lines = f"{served.url}/api{path}", accept.endswith("ndjson")
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        try:
            self._read()
        except httpx.HTTPError:
            pass
        finally:
            with self._news:
                self.ended.set()
                self._news.notify_all()

    def _read(self) -> None:
        with httpx.stream("GET", self._url, headers=self._headers, timeout=PATIENCE) as answer:
            self.status, self.headers = answer.status_code, answer.headers
            if answer.status_code != 200:
                self.problem = msgspec.json.decode(answer.read())
                return
            event: dict[str, str] = {}
            for line in answer.iter_lines():
                if self._lines:
                    self._line(line)
                elif line.startswith(":"):
                    self.beats += 1
                elif line:
                    name, _, value = line.partition(": ")
                    event[name] = value
                elif event:
                    data = msgspec.json.decode(event["data"])
                    self._note(Heard(event["event"], data, event.get("id", ""), event["data"]))
                    event = {}

    def _line(self, line: str) -> None:
        found = msgspec.json.decode(line)
        if "heartbeat" in found:
            self.beats += 1
        else:
            event = found.get("event", "answer")  # of a path that is no stream
            self._note(Heard(event, found.get("data"), str(found.get("id", "")), line))

    def _note(self, heard: Heard) -> None:
        with self._news:
            self.heard.append(heard)
            self._news.notify_all()

    def until(self, wanted: Callable[[Listener], Any], seconds: float = PATIENCE) -> Any:
        """What is wanted, as soon as it is there."""
        end = time.monotonic() + seconds
        with self._news:
            while not (found := wanted(self)):
                left = end - time.monotonic()
                assert left > 0, f"not heard: {[(one.event, one.id) for one in self.heard]}, {self.problem}"
                self._news.wait(min(left, 0.2))
        return found

    def of(self, event: str) -> list[Heard]:
        return [one for one in self.heard if one.event == event]

    def first(self, event: str, count: int = 1) -> Heard:
        """So many of an event; the last of them."""
        return self.until(lambda one: len(one.of(event)) >= count and one.of(event)[count - 1])

    def entry(self, seq: int) -> Heard:
        return self.until(
            lambda one: next((e for e in one.of("entry") if e.data["entry"]["seq"] == seq), None)
        )

    def end(self) -> Heard | None:
        """How it ended."""
        self.until(lambda one: one.ended.is_set())
        return next(iter(self.of("end")), None)
