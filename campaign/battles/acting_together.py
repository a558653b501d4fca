"""Several actions in one go: each decided as if alone, all written together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import Any

from campaign.battles import acting
from campaign.battles import table as t
from campaign.battles.acting import Ask, Decided
from campaign.battles.open_battle import OpenBattle, OpenBattles
from campaign.shared.answers import Acted
from campaign.shared.asked import action_bytes
from campaign.shared.callers import Caller
from campaign.shared.terms import terms
from events.entry import Author
from events.store import Append


def act_each(
    opened: OpenBattles, some: Sequence[tuple[Caller, Mapping[str, Any]]]
) -> list[Acted | Exception | None]:
    """What callers ask of `Battles.act`, with its arguments.

    None for whatever is not plainly done: what is refused, was done before under its key, answers a request, is asked
    by an umpire (whose token may not be good for it), or of a battle in which somebody acts just now. Of that nothing
    was written, and `Battles.act` has the answer. An exception for what was written and could not be told of. Raises
    ReadOnly, NotWritten; then nothing was written at all.
    """
    found: list[Acted | Exception | None] = [None] * len(some)
    ready: dict[int, Decided] = {}
    names: set[str] = set()
    with ExitStack() as held:
        for number, (caller, arguments) in enumerate(some):
            try:
                battle = opened.get(arguments["battle"])
                # Nobody waits for a battle while he holds another: two who did might wait for each other for ever.
                if battle.name in names or not battle.diary.lock.acquire(blocking=False):
                    continue
                with ExitStack() as lock:
                    lock.callback(battle.diary.lock.release)
                    if one := _decided(battle, caller, **arguments):
                        ready[number] = one
                        names.add(battle.name)
                        held.enter_context(lock.pop_all())
            except Exception:  # noqa: BLE001, S112 - for this one alone: `Battles.act` raises it again
                continue
        appends = [Append(one.battle.name, one.after, one.drafts) for one in ready.values()]
        written = opened.store.append_each(appends) if appends else []
        for (number, one), done in zip(ready.items(), written, strict=True):
            if done:
                try:  # whatever is raised from here on must not be taken for a refusal: it would be done again
                    one.battle.appended(done, one.state)
                    found[number] = one.answer(done[-1])
                except Exception as error:  # noqa: BLE001 - the others have theirs
                    found[number] = error
    return found


def _decided(
    opened: OpenBattle,
    caller: Caller,
    battle: str,
    action: Any,
    dice: Sequence[int] = (),
    key: str = "",
    expected: int | None = None,
) -> Decided | None:
    """Under the lock. None for what is not decided here. Raises as `acting.act`."""
    ask = Ask(opened.decode(action_bytes(action)), tuple(dice), terms(key, expected))
    if isinstance(ask.action, t.GrantUndo | t.RefuseUndo):
        return None
    head, state = opened.diary.current()
    if opened.rights(state, caller).umpire:
        return None
    author = acting.author_of(opened, state, caller, ask)
    return acting.decided(opened, head, state, author, ask) if isinstance(author, Author) else None
