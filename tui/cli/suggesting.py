"""What one can type next: whole command lines, such as work when they are pasted, with the folder, server and player
that the line named which is answered."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from inspect import BoundArguments
from shlex import quote
from typing import NamedTuple

from campaign.headquarters import Headquarters
from campaign.shared.answers import Refusal
from campaign.shared.callers import SOMEBODY
from tui.cli.app import NOBODY, Common, app

PLAIN = re.compile(r"[A-Za-z0-9_.:/~@=+,%-]+")
PROGRAM = "wardiary"
HERE = ("login", "join", "logout", "servers")
"""Commands that name their server themselves."""
SIDES = ("$.side", "$.viewer")
"""Places of a request where roles are allowed."""
OPTIONS = (*SIDES, "$.form", "$.decisions")
"""Places of a request where what is allowed is typed behind the option."""
WHO = "--player"
"""What decides on a role where a command has no option for it: who one is."""
CALLED = {
    "seats": "seat",
    "continuing": "continue",
    "side": "viewer",
    "viewer": "side",
    "decisions": "decide",
}
"""Places in a request that are called otherwise than the parameter that leads there."""
OF_SEATS = {
    "offer": "offer DIARY SIDE PLAYER",
    "offer to everybody": "offer DIARY SIDE",
    "accept": "accept DIARY",
    "withdraw": "withdraw DIARY SIDE",
    "leave": "leave DIARY",
    "free": "free DIARY SIDE",
    "seat": "seat DIARY SIDE PLAYER",
    "put-away": "put-away DIARY",
    "take-record": "take-record DIARY",
}
OF_BATTLES = {
    "act": "legal DIARY",
    "concede": """act DIARY '{"kind": "concede"}'""",
    "consent no": "consent DIARY no",
    "consent no takes it back": "consent DIARY no",
    "consent yes": "consent DIARY yes",
    "export": "export FILE DIARY",
    "fork": "fork DIARY",
    "new": "new SCENARIO",
    "rematch": "rematch DIARY",
    "undo by consent": "new SCENARIO --undo consent",
}
OF_CAMPAIGNS = {
    "advance": "campaign advance DIARY DAYS",
    "begin": "campaign begin DIARY NODE",
    "cancel": "campaign cancel DIARY BATTLE",
    "concede": "campaign end DIARY SIDE WHY",
    "export": "campaign export DIARY FILE",
    "fork": "campaign fork DIARY",
    "give its return": "campaign return DIARY BATTLE",
    "resume": "campaign resume DIARY BATTLE",
}
"""What may be done instead of what was refused → how one types it. Capitals: what is filled in, or left to fill in."""
PATTERNS: Sequence[tuple[re.Pattern[str], Mapping[str, str]]] = (
    (re.compile(r"seat (\S+) (\S+)"), {"": r"seat DIARY \1 \2"}),
    (re.compile(r"leave, as (\S+)"), {"": r"leave DIARY --player \1"}),
    (re.compile(r"rewind (\d+)"), {"battle": r"rewind DIARY \1", "campaign": r"campaign rewind DIARY \1"}),
)


class Typed(NamedTuple):
    """A line that is being done. names: parameter → how it is called on the command line, such as `--as` or `SIDE`.
    side: that it names. kind, diary: which battle or campaign; "" where it names none."""

    names: Callable[[], Mapping[str, str]]
    common: Common = NOBODY
    side: str = ""
    kind: str = ""
    diary: str = ""


NOTHING = Typed(dict[str, str])
TYPED: ContextVar[Typed] = ContextVar("TYPED", default=NOTHING)


@contextmanager
def answering(given: Typed) -> Generator[None]:
    """What is suggested within answers this line."""
    token = TYPED.set(given)
    try:
        yield
    finally:
        TYPED.reset(token)


def kind_of(hq: Headquarters, diary: str) -> str:
    """Of a battle or campaign; it is asked for once. Raises Refused."""
    given = TYPED.get()
    return given.kind if given.kind and given.diary == diary else hq.kind(diary)


def typed(arguments: Sequence[str], bound: BoundArguments) -> Typed:
    """A line that can be done."""
    common, side = bound.arguments.get("common"), bound.arguments.get("side")
    return Typed(
        lambda: _names(arguments),
        common if isinstance(common, Common) else NOBODY,
        side if isinstance(side, str) else "",
    )


def _names(arguments: Sequence[str]) -> Mapping[str, str]:
    """Parameter of a command → how it is called where one types it."""
    found: dict[str, str] = {}
    for one in app.parse_commands(list(arguments))[1][-1].assemble_argument_collection():
        name = one.name.lstrip("-").upper() if one.field_info.is_positional else one.name
        found.setdefault(one.field_info.name, name)
    return found


def line(*words: str) -> str:
    """A command as one types it where one has typed the last."""
    return with_options(" ".join((PROGRAM, *map(quoted, words))))


def with_options(text: str) -> str:
    """A command that lacks nothing but the options that may stand anywhere, with those that the last line had."""
    common = TYPED.get().common
    words = text.split()
    found = [text]
    if common.home is not None and "--home" not in words:
        found.append(f"--home {quoted(str(common.home))}")
    if words[1:2] and words[1] in HERE:
        return " ".join(found)
    if common.server is not None and "--server" not in words:
        found.append(f"--server {quoted(common.server)}")
    usual = os.environ.get("WARDIARY_PLAYER", SOMEBODY)
    if common.player != usual and "--player" not in words:
        found.append(f"--player {quoted(common.player)}")
    return " ".join(found)


def quoted(word: str) -> str:
    return word if PLAIN.fullmatch(word) else quote(word)


def place(where: str) -> str:
    """A place in a request as who typed the line knows it: `--as`, `SIDE`."""
    if where.startswith("--"):
        return where
    name = where.removeprefix("$.").removeprefix("$")
    return _called(name) or (WHO if where in SIDES and TYPED.get() is not NOTHING else name)


def _called(name: str) -> str:
    """How a parameter is called on the command line; "" if there is none."""
    names = TYPED.get().names()
    return names.get(name) or names.get(CALLED.get(name, ""), "")


def allowed(refusal: Refusal) -> tuple[list[str], list[str]]:
    """What would be allowed, in words, and as commands."""
    words, commands = list[str](), list[str]()
    option = _called(refusal.where.removeprefix("$.")) if refusal.where in OPTIONS else ""
    no_role = refusal.where in SIDES and place(refusal.where) == WHO
    for one in refusal.allowed:
        if one.startswith(f"{PROGRAM} "):
            commands.append(with_options(one))
        elif found := _command(one, refusal.where):
            commands.append(found)
        elif not no_role:
            words.append(f"{option} {one}" if option.startswith("--") else one)
    return words, list(dict.fromkeys(commands))


def _command(text: str, where: str) -> str:
    """What may be done instead, as a command; "" if it is none."""
    given = TYPED.get()
    if not given.diary:
        return ""
    battles = given.kind != "campaign"
    found = OF_SEATS.get(text) or (OF_BATTLES if battles else OF_CAMPAIGNS).get(text, "")
    elsewhere = text == "withdraw" and where == "$.player"  # he is offered another seat
    known = {"DIARY": given.diary, "SIDE": "" if elsewhere else given.side}
    for pattern, kinds in () if found else PATTERNS:
        if match := pattern.fullmatch(text):
            found = kinds.get("") or kinds["battle" if battles else "campaign"]
            known |= {f"\\{place}": group for place, group in enumerate(match.groups(), 1)}
    if not found:
        return ""
    words = [quoted(known.get(one) or one) if one in known else one for one in found.split(" ")]
    return with_options(" ".join((PROGRAM, *words)))
