"""The page about a table's seats, from Home, a battle or a campaign: what it says, and what comes of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType

from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted, Answer, DiceNeeded, Refusal
from tui.seats.deeds import Deed, Seen, deeds, do, read, told
from tui.shared.dialogs import Ask, Choose, Wrong
from tui.shared.failures import Failed
from tui.shared.host import Host
from tui.shared.words import refusal

KEYS = {"accept": "y", "decline": "n"}
"""Deeds that one key does, where there is one such."""


class SeatsPage(Choose):
    """Answers with the number of the deed, from 1; 0 is none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "deed('accept')", "Take the seat", show=False),
        Binding("n", "deed('decline')", "Decline it", show=False),
    ]

    def __init__(self, question: str, found: Sequence[Deed]) -> None:
        self._deeds = found
        super().__init__(question, ["Back", *(f"{one.words}{self._key(one)}" for one in found)], asked=True)

    def _key(self, deed: Deed) -> str:
        key = KEYS.get(deed.verb, "")
        return f" ({key})" if key and self._only(deed.verb) else ""

    def _only(self, verb: str) -> int:
        """The number of the one deed of a kind; 0 if there is none, or more."""
        found = [number for number, one in enumerate(self._deeds, 1) if one.verb == verb]
        return found[0] if len(found) == 1 else 0

    def action_deed(self, verb: str) -> None:
        if number := self._only(verb):
            self.dismiss(number)


class Done(NamedTuple):
    """What came of it. said: a sentence, "" if nothing was done. deed: what was done, None if nothing; table: where,
    or what was opened by it."""

    said: str
    deed: Deed | None = None
    table: str = ""


def _player(text: str) -> str | Wrong:
    return text.strip() or Wrong("Type a player's name, or Esc for none.")


async def seats_of(host: Host, headquarters: Headquarters, table: str) -> Done:
    """Show the seats of a table, and do what is chosen. Only within a worker."""
    try:
        seen = await host.line.ask("reading the seats", read, headquarters, table)
        return await _chosen(host, headquarters, seen)
    except Failed as failed:
        return Done(host.glyphs.plain(str(failed)))


async def _chosen(host: Host, headquarters: Headquarters, seen: Seen) -> Done:
    plain, found = host.glyphs.plain, deeds(seen)
    number = await host.push_screen_wait(SeatsPage(plain(told(seen)), found))
    if not number:
        return Done("")
    deed, player = found[number - 1], ""
    if deed.named:
        named: Ask[str] = Ask(plain(f"{deed.words}\nTo whom?"), _player, asked=True)
        player = await host.push_screen_wait(named) or ""
        if not player:
            return Done("")
    elif deed.grave:
        question = Choose(plain(f"{deed.words}?"), ["No", "Yes"], asked=True)
        if await host.push_screen_wait(question) != 1:
            return Done("")
    answer: Answer = await host.line.ask("at the seats", do, headquarters, seen, deed, player)
    match answer:
        case Acted():
            return Done(plain(" ".join(line.text for line in answer.lines[:2])), deed, answer.diary)
        case Refusal():
            return Done(refusal(answer, host.glyphs))
        case DiceNeeded():
            return Done("Dice are wanted; nothing was done.")
