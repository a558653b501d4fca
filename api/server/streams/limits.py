"""How many streams there may be, and who makes room for whom."""

from __future__ import annotations

from collections.abc import Iterable

from api.server.streams.stream import Stream
from api.wire.problems import Failed, problem

WAIT = 5.0
"""Seconds after which it is worth trying again."""
SPARE = 1.25
"""How many times over all streams may be exceeded by those who come back."""


def admit(
    streams: Iterable[Stream], all: int, player: str, place: str, again: bool, most: int, each: int
) -> None:
    """Let a stream in: who comes back takes the place of his oldest one, of the same place if there is one. all: open
    streams. again: whether he names the message that he had last. Raises Failed for what is too much."""
    mine = [one for one in streams if one.caller.player == player and not one.ended]
    if len(mine) >= each:
        if not again:
            raise _too_many("streams of one player", each)
        oldest = next((one for one in mine if one.place == place), mine[0])
        oldest.end("replaced", "A newer stream of the same player has taken its place.")
    elif all >= most * (SPARE if again else 1.0):
        raise _too_many("streams of all players", most)


def _too_many(limit: str, most: int) -> Failed:
    reason = f"There may be {most} {limit} at a time. Close one, or come back in a while."
    return Failed(problem("too-many", reason, limit=limit, retry_after=WAIT))
