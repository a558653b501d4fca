"""Numbers of choices: each is one of the listing that it was read from, and of no later one.

`wardiary legal` notes in the data folder which entry it listed, for which side, by player and terminal.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from campaign.battles.answers import LegalAction
from campaign.headquarters import Headquarters
from campaign.rules.options import Range
from campaign.rules.refused import Refused
from tui.cli.app import DIGITS
from tui.cli.suggesting import line
from tui.shared.seat_words import asked_words, waiting_words

OWN_FILE = 0o600
STALE = "head-moved"
"""The kind of a refusal of what was chosen for another entry."""
MOST = 200
"""Listings that are remembered; the oldest are forgotten first."""
TRIES = 5
RECENTLY = 20
"""Entries among which an answer is looked for."""


class Listing(NamedTuple):
    """What may be done at an entry. side: for which it was asked, "" if it was left out."""

    entry: int
    side: str
    choices: Sequence[LegalAction]


def listed(hq: Headquarters, battle: str, entry: int | None = None) -> Listing:
    """What may be done now. entry: the newest that the caller has seen. Raises Refused where the hands of several sides
    would be laid on one screen, and if there is a newer entry than the one that was seen."""
    for _ in range(TRIES):
        newest = hq.battles.head(battle)
        found = hq.battles.legal(battle)
        if hq.battles.head(battle) == newest:
            break
    else:
        raise Refused("Others keep acting first. Try again.")
    if entry is not None and entry != newest:
        raise _stale(battle, entry, newest)
    role = hq.caller.role
    if len({one.side for one in found}) > 1 and role is None and hq.battles.view(battle).game.hides:
        sides = dict.fromkeys(one.side for one in found)
        reason = "Sides hide something from one another here: say for which of them you ask."
        raise Refused(reason, "", [f"--side {side}" for side in sides], "--side")
    return Listing(newest, role or "", found)


def remember(hq: Headquarters, battle: str, listing: Listing) -> None:
    """Note what was listed; not where nothing can be written."""
    found = _remembered(hq.home.listings)
    key = _key(hq, battle)
    found.pop(key, None)
    found[key] = listing.entry, listing.side
    kept = dict(list(found.items())[-MOST:])
    part = hq.home.listings.with_name(f".{hq.home.listings.name}.{os.getpid()}")
    with suppress(OSError):
        try:
            part.touch(OWN_FILE)
            part.write_text(json.dumps(kept), encoding="utf-8")
            part.replace(hq.home.listings)
        finally:
            part.unlink(missing_ok=True)


def chosen(
    hq: Headquarters, battle: str, text: str, expected: int | None, values: Sequence[str] = ()
) -> tuple[Headquarters, str, int | None]:
    """An action, as JSON or as the number of a choice: headquarters for its side, the action, the entry on which alone
    it may be done. expected: that entry, as the caller names it. values: NAME=VALUE, of what the choice leaves free.
    Raises Refused."""
    if not (text.isdecimal() and len(text) < DIGITS):
        if not text.lstrip().startswith("{"):
            reason = f"{text[:40]!r} is no action: it is the number of a choice as a listing has it, or JSON."
            raise Refused(reason, "", [_list(battle, hq.caller.role), '{"kind": "…"}'], "ACTION")
        if values:
            raise Refused(
                "--with goes with the number of a choice: JSON has its values in it.", "", (), "--with"
            )
        return hq, text, expected
    role = hq.caller.role
    if expected is None:
        expected, side = _read(hq, battle, text)
        if role not in (None, side) and side:
            raise Refused(
                f"The listing that you read last was for {side}, not for {role}.", "", [_list(battle, role)]
            )
        role = role if role is not None else side or None
    found = listed(hq.looking_as(role), battle, expected).choices
    if not 1 <= int(text) <= len(found):
        allowed = [f"1 to {len(found)}"] if found else []
        reason = f"There is no choice {text} now." if found else why_nothing(hq, battle)
        raise Refused(reason, "", allowed, "ACTION")
    choice = found[int(text) - 1]
    return hq.looking_as(choice.side), _with(choice, values), expected


def _with(choice: LegalAction, values: Sequence[str]) -> str:
    """The action of a choice, with values of one's own. Raises Refused."""
    body = json.loads(bytes(choice.action))
    free = {one.name: one for one in choice.ranges}
    for text in values:
        name, _, value = text.partition("=")
        one = free.get(name)
        if one is None:
            raise Refused(f"{choice.label}: there is no {name!r} to choose.", "", list(free), "--with")
        body[name] = _meant(one, value)
    return json.dumps(body)


def _meant(one: Range, value: str) -> str | int | bool:
    """A value as the action has it; whether it is allowed, the rules say. Raises Refused."""
    if one.places is not None or (one.words and value not in ("true", "false")):
        return value
    if one.words:
        return value == "true"
    if not (value.removeprefix("-").isdecimal() and len(value) < DIGITS):
        raise Refused(
            f"{one.name}: {value[:40]!r} is no number.", "", [f"{one.lowest} to {one.highest}"], "--with"
        )
    return int(value)


def _read(hq: Headquarters, battle: str, text: str) -> tuple[int, str]:
    """Entry and side of the listing that was read last. Raises Refused."""
    found = _remembered(hq.home.listings).get(_key(hq, battle))
    if found is None:
        reason = f"{text} is the number of a choice, and no choices were listed to you here."
        raise Refused(reason, "", [_list(battle), f"{text} --expected ENTRY"], "ACTION")
    newest = hq.battles.head(battle)
    if found[0] != newest:
        raise _stale(battle, found[0], newest)
    return found


def refused_wish(hq: Headquarters, battle: str, newest: int) -> str:
    """That others refused what the caller asked back, as long as he has done nothing since; else ""."""
    me, recent = hq.caller.player, hq.battles.log(battle, max(0, newest - RECENTLY))
    mine = [at for at, one in enumerate(recent) if one.player == me]
    wish, then = (recent[mine[-1]], recent[mine[-1] + 1 :]) if mine else (None, [])
    if wish is None or wish.kind != "undo-request" or not then or then[0].kind == "undo-grant":
        return ""
    how = "" if then[0].kind == "undo-refuse" else " by going on"
    return f"What you asked back in entry {wish.seq} is refused by {then[0].player}{how}, in entry {then[0].seq}."


def why_nothing(hq: Headquarters, battle: str) -> str:
    """Why there is nothing to choose: it is over, or whose answer to which question is waited for."""
    info = hq.battles.info(battle)
    if info.read_only:
        return f"Nothing: the battle is read-only, {info.read_only}"
    if info.verdict is not None or not info.asked:
        return "Nothing: the battle is over."
    if info.waiting:
        return f"{waiting_words(info.waiting, hq.caller.player)} See: {line('seats', battle)}"
    others = " ".join(asked_words(info, one, hq.caller.player) for one in info.asked)
    return bot_is_asked(hq, battle) or f"Nothing for that side. {others}"


def bot_is_asked(hq: Headquarters, battle: str) -> str:
    """A sentence, if only sides that bots play are asked; else ""."""
    info = hq.battles.info(battle)
    seated = {seat.side: seat.bot for seat in info.seats if seat.bot}
    asked = [one.side for one in info.asked]
    if info.read_only or info.waiting or not asked or not set(asked) <= set(seated):
        return ""
    return (
        f"{asked_words(info, info.asked[0])} It is played by the {seated[asked[0]]} bot: "
        f"`{line('bots', battle)}` lets it play."
    )


def _stale(battle: str, entry: int, newest: int) -> Refused:
    reason = (
        f"The numbers that you read are those of entry {entry}; the newest is entry {newest}, with others."
    )
    return Refused(reason, "", [_list(battle)], "ACTION", STALE)


def _list(battle: str, side: str | None = None) -> str:
    return line("legal", battle, *(("--side", side) if side else ()))


def _remembered(path: Path) -> dict[str, tuple[int, str]]:
    with suppress(OSError, ValueError, AttributeError, TypeError, OverflowError, RecursionError):
        found = json.loads(path.read_text(encoding="utf-8"))
        return {key: (int(entry), str(side)) for key, (entry, side) in found.items()}
    return {}


def _key(hq: Headquarters, battle: str) -> str:
    return " ".join((battle, hq.caller.player, _terminal(), *filter(None, [hq.server])))


def _terminal() -> str:
    """At which terminal this runs; "" at none."""
    for stream in (sys.__stdin__, sys.__stdout__, sys.__stderr__):
        with suppress(OSError, ValueError, AttributeError):
            if stream is not None:
                return os.ttyname(stream.fileno())
    return ""
