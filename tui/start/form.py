"""The form for a new battle: what can be chosen, and the battle that it asks for. No screen here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from campaign.battles.table import DiceMode, Seat, UndoPolicy
from campaign.headquarters import Headquarters
from campaign.library.answers import RosterInfo
from campaign.library.packs import SystemInfo
from campaign.rules.options import ScenarioInfo, Setting, played
from campaign.rules.wording import count
from campaign.shared.answers import Acted, DiceNeeded, Refusal
from campaign.shared.callers import BOT

UNCHOSEN = ""
"""The value of what is left to headquarters."""


class Wish(NamedTuple):
    """A battle as somebody wants it. undo: None leaves it to headquarters."""

    system: str
    scenario: str
    seats: tuple[Seat, ...]
    dice: DiceMode
    undo: UndoPolicy | None
    options: dict[str, Any]


class FormLine(NamedTuple):
    """A line of the form and what it may be set to: words for the screen, each with its value.

    id: `seat …`, `option …`, `dice` or `undo`. at: which value it begins with. forces: whether it chooses one.
    """

    id: str
    label: str
    values: tuple[tuple[str, Any], ...]
    at: int = 0
    forces: bool = False


DICE = (("sealed: rolled here, provably fair", "sealed"), ("typed: real dice on your table", "typed"))
UNDO = (
    ("as usual: free unless two play", ""),
    ("free: dice, and what was seen too", "free"),
    ("by consent", "consent"),
)


def form_lines(
    system: SystemInfo,
    scenario: ScenarioInfo,
    rosters: Sequence[RosterInfo] = (),
    people: Sequence[str] = (),
) -> list[FormLine]:
    """All that can be chosen, last how the text is read. rosters: forces that are ready or saved. people: who has an
    account where seats are offered, whoever opens it first; nobody where all sit at this screen."""
    names = {side.id: side.name for side in scenario.sides}
    open_ = ("open: whoever takes it", "") if people else ("this screen", "")
    players = [("you" if at == 0 else f"offered to {one}", one) for at, one in enumerate(people)]
    seats = (open_, *((f"bot: {bot}", f"{BOT}{bot}") for bot in system.bots), *players)
    yours = seats.index(players[0]) if players else 0
    lines = [
        FormLine(f"seat {side.id}", side.name, seats, 0 if number else yours)
        for number, side in enumerate(played(scenario.sides))
    ]
    options, readings = list[FormLine](), list[FormLine]()
    for one in scenario.settings:
        side = names.get(one.side, "")
        label = one.label if side in one.label else f"{side}: {one.label}"
        values = _values(one, rosters)
        at = next((i for i, (_, value) in enumerate(values) if value == one.default), 0)
        if one.rule:
            readings.append(FormLine(f"option {one.id}", f"Reading {one.rule}: {label}", values, at))
        else:
            options.append(FormLine(f"option {one.id}", label, values, at, one.kind == "roster"))
    return [*lines, *options, FormLine("dice", "Dice", DICE), FormLine("undo", "Undo", UNDO), *readings]


def _values(setting: Setting, rosters: Sequence[RosterInfo]) -> tuple[tuple[str, Any], ...]:
    match setting.kind:
        case "switch":
            return ("yes", True), ("no", False)
        case "number":
            return tuple((str(i), i) for i in range(setting.lowest, setting.highest + 1))
        case "choice":
            return tuple((words, value) for value, words in setting.choices)
        case "roster":
            found = dict(setting.choices)
            for one in rosters:
                if one.own or not setting.choices:
                    flaw = "" if one.sound else ", not sound"
                    found.setdefault(one.id, f"{one.title} ({count(one.cost, 'point')}{flaw})")
            values = tuple((words, value) for value, words in found.items())
            return values if setting.default else (("none yet", UNCHOSEN), *values)


def wish(system: SystemInfo, scenario: ScenarioInfo, values: dict[str, Any]) -> Wish:
    """What the form says, given the value of every line by its id."""
    seats = tuple(_seat(side.id, values[f"seat {side.id}"]) for side in played(scenario.sides))
    undo: UndoPolicy | None = {"free": "free", "consent": "consent"}.get(values["undo"])  # type: ignore[assignment]
    options = {
        one.id: value for one in scenario.settings if (value := values[f"option {one.id}"]) != UNCHOSEN
    }
    dice: DiceMode = "typed" if values["dice"] == "typed" else "sealed"
    return Wish(system.id, scenario.id, seats, dice, undo, options)


def _seat(side: str, who: str) -> Seat:
    return Seat(side, bot=who.removeprefix(BOT)) if who.startswith(BOT) else Seat(side, who)


def people_of(headquarters: Headquarters) -> list[str]:
    """To whom seats may be offered, whoever asks first; nobody where all sit at one screen. Raises Refused."""
    me = headquarters.caller.player
    if not headquarters.server or headquarters.caller.seats:
        return []
    from api.client.headquarters import RemoteHeadquarters  # HTTP is slow to import

    assert isinstance(headquarters, RemoteHeadquarters)
    others = [one.player for one in headquarters.accounts.players() if not one.blocked and one.player != me]
    return [me, *others]


def begin(headquarters: Headquarters, wanted: Wish) -> str | Refusal:
    """Open it; answers with the battle's id."""
    answer = headquarters.battles.new(
        wanted.scenario,
        system=wanted.system,
        seats=wanted.seats,
        dice=wanted.dice,
        undo=wanted.undo,
        options=wanted.options,
    )
    match answer:
        case Acted():
            return answer.diary
        case Refusal():
            return answer
        case DiceNeeded():
            return Refusal("Opening a battle needs no dice; this should not happen.")
