"""Ids as people type them: an unambiguous beginning is enough, and a slip is answered with what may have been meant."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from inspect import BoundArguments, isfunction
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from campaign.library.names import Named, named
from campaign.rules.refused import Refused
from tui.cli.app import NOBODY, Common, IdOf, app, campaign, door
from tui.cli.commands import register

UNKNOWN = "unknown"
"""The kind of a refusal where there is no such diary."""
MOST = 8
"""Ids that are offered."""
ALIKE = {"show": "state"}
"""Commands for a campaign → what shows as much of a battle under another name."""


class _Asked(NamedTuple):
    """A parameter that names diaries: battles, campaigns or either."""

    parameter: str
    kinds: tuple[str, ...]


def complete(command: Callable[..., Any], bound: BoundArguments, path: Sequence[str]) -> Named | None:
    """Put whole ids in place of their beginnings. path: the words of the command. Answers with what the first one
    names. Raises Refused: several begin so, or there is none, or it is one of the other kind."""
    given = [one for one in _asked(command) if bound.arguments.get(one.parameter)]
    if not given:
        return None
    given_common = bound.arguments.get("common")
    common = given_common if isinstance(given_common, Common) else NOBODY
    if (known := _whole_already(common, bound, given)) is not None:
        return known
    found = diaries(common)
    first: Named | None = None
    for one in given:
        mine = {name: archived for kind, name, archived in found if kind in one.kinds}
        others = {name for kind, name, _ in found if kind not in one.kinds}
        value: Any = bound.arguments[one.parameter]
        texts: list[str] = [value] if isinstance(value, str) else list(value)
        whole = [_whole(text, mine, others, one.kinds, path) for text in texts]
        bound.arguments[one.parameter] = whole[0] if isinstance(value, str) else whole
        if first is None:
            first = next((it for it in found if it.name == whole[0] and it.kind in one.kinds), None)
    return first


def _whole_already(common: Common, bound: BoundArguments, given: Sequence[_Asked]) -> Named | None:
    """The one diary that is named, if its id is whole: a server is not asked for all that it has then."""
    value: Any = bound.arguments[given[0].parameter]
    if not common.asked or len(given) > 1 or not isinstance(value, str):
        return None
    with door(common) as hq, suppress(Refused):
        kind = hq.kind(value)
        return Named(kind, value, False) if kind in given[0].kinds else None
    return None


def diaries(common: Common) -> list[Named]:
    """All diaries there are, by their names. Raises Refused where a server does not answer."""
    if not common.asked:
        return named(common.home)
    with door(common) as hq:
        battles = [Named("battle", one.battle, one.archived) for one in hq.battles.all(archived=True)]
        return [
            *battles,
            *(Named("campaign", one.campaign, one.archived) for one in hq.campaigns.all(archived=True)),
        ]


def _asked(command: Callable[..., Any]) -> list[_Asked]:
    hints = get_type_hints(command, include_extras=True) if isfunction(command) else {}
    return [_Asked(name, marks[0].kinds) for name, hint in hints.items() if (marks := _marks(hint))]


def _marks(hint: Any) -> list[IdOf]:
    """The marks of a type, or of one within it, such as of what a list holds."""
    inside = [mark for one in get_args(hint) for mark in _marks(one)]
    own = hint.__metadata__ if get_origin(hint) is Annotated else ()
    return [*(one for one in own if isinstance(one, IdOf)), *inside]


def _whole(
    text: str, mine: dict[str, bool], others: Collection[str], kinds: tuple[str, ...], path: Sequence[str]
) -> str:
    what = " or ".join(kinds)
    if text in mine:
        return text
    if text in others:
        raise _of_the_other_kind(text, kinds, path)
    listed = [name for name, archived in mine.items() if not archived]
    found = beginning(text, listed, hushed=True)
    if found == text:
        found = beginning(text, mine)
    if found == text and (close := _close(text, mine)):
        raise Refused(f"There is no {what} {text!r}. Did you mean {close[0]!r}?", "", close, kind=UNKNOWN)
    return found


def _close(text: str, known: Iterable[str]) -> list[str]:
    """What may have been meant: an id like it, or one whose beginning is."""
    known = list(known)
    begin = {one[: len(text) + 1]: one for one in reversed(known)}
    return get_close_matches(text, known, 1) or [begin[one] for one in get_close_matches(text, begin, 1)]


def beginning(text: str, known: Iterable[str], where: str = "", hushed: bool = False) -> str:
    """The one id that begins so; the text itself if it is one, or none does. A campaign comes before its own battles,
    and everything before its forks. Raises Refused if several do, unless it is hushed."""
    known = list(known)
    if not text or text in known:
        return text
    found = [one for one in known if one.startswith(text)]
    first = min(found, key=len, default="")
    if found and all(one == first or one.startswith((f"{first}.", f"{first}~")) for one in found):
        return first
    if found and not hushed:
        reason = f"{len(found)} ids begin with {text!r}: type some more of it."
        raise Refused(reason, "", [*found[:MOST], *(["…"] if found[MOST:] else [])], where, UNKNOWN)
    return text


def _of_the_other_kind(text: str, kinds: tuple[str, ...], path: Sequence[str]) -> Refused:
    """The same command for the other kind, if there is one that takes no more than its id."""
    register()
    if kinds == ("battle",):
        reason, commands, other = f"{text} is a campaign, not a battle.", campaign, ("campaign",)
        name = next((here for here, there in ALIKE.items() if there == path[-1]), path[-1])
    else:
        reason, commands, other = f"{text} is a battle, not a campaign.", app, ()
        name = ALIKE.get(path[-1], path[-1])
    allowed = [" ".join(("wardiary", *other, name, text))] if name in commands else []
    return Refused(reason, "", allowed, kind=UNKNOWN)
