"""The floor under what a viewer gets of the record: no counter is named that he is not shown (20.43).

Who waits off the map, who is aboard unseen, and who has left the map face down is named to nobody but his own side,
whatever the event. The state that decides is the newest one, so that this works backwards too: of who has got aboard
since, what befell him before is withheld as far as it could have befallen him aboard. What lies open by itself, as a
step on the map does, stays with its counter's name; so a viewer loses of what he saw hits, panic and markers of
infantry that has mounted since, and has them again once it gets down.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from campaign.rules.options import Pending
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.events import air as f
from campaign.systems.mechwar_4.events import guns as g
from campaign.systems.mechwar_4.known import shown
from campaign.systems.mechwar_4.naming import COUNTER
from campaign.systems.mechwar_4.state import Game

NAMING = ("unit", "target", "carrier", "infantry", "other", "by", "only", "counter", "what")
"""Fields of events that may name a counter."""
LISTING = ("units", "at", "to_fire", "skipped", "aboard", "ashore")
"""Fields that name several: those who are not shown are left out."""
OPEN: Mapping[type[Any], tuple[str, ...]] = {
    # on the map, aboard nothing, where everybody sees the counter go
    e.UnitMoved: ("unit",),
    e.UnitEntered: ("unit",),
    e.UnitExited: ("unit",),
    e.MoveUndone: ("unit",),
    e.OverrunBegan: ("unit",),
    e.OverrunEnded: ("unit",),
    e.Mounted: ("carrier",),
    # it is turned face up, has been, or is laid aside face up
    e.UnitSeen: ("unit",),
    e.UnitHid: ("unit",),
    e.UnitRemoved: ("unit",),
    e.ShotResolved: ("unit",),  # its target may be a rider
    e.ShotWasted: ("unit", "target"),
    f.AirDefenceFired: ("unit",),
    # nobody fires at a counter, or acquires it, that does not lie open by itself
    e.AttackDeclared: ("target",),
    e.ResolvingBegan: ("target",),
    e.InfantryFound: ("target", "infantry"),
    f.AcquisitionTried: ("unit",),
    # guns that have betrayed themselves, in a hex that is told
    g.GunsDetected: ("by",),
    g.IndirectFired: ("counter",),
    g.BombardmentBegan: ("only",),
}
"""Fields that name who lay open then, whatever he does now: they stay."""
BLANK: Mapping[type[Any], tuple[str, ...]] = {
    # whose turn it is to go on lies open, not who it is
    e.MoveBegan: ("unit",),
    e.MoveEnded: ("unit",),
    # an enemy is fired at, or found, and may answer: out of hatches or ports
    e.AttackDeclared: ("unit",),
    e.FirerJoined: ("unit",),
    e.InfantryFound: ("unit",),
    g.IndirectFired: ("by",),
    # the map changes: mines lie open, or are gone
    e.PloughEntered: ("unit",),
    e.MinesBreached: ("unit",),
    # points are counted for everybody to see: of who has left the map, with who was aboard
    e.Scored: ("what",),
    # by whom is not what it is about
    e.UnitSeen: ("by",),
    e.UnitDamaged: ("by",),
    e.UnitRemoved: ("by",),
}
"""Fields that are blanked, as the rest must be told. Every other event is withheld that names who is not shown."""
SOMEBODY = (
    a.StartMove, a.Move, a.EndMove, a.Exit, a.Fire, a.Join, a.OverrunFire, a.Mount, a.Dismount, a.Jam, a.Listen,
)  # fmt: skip
"""Actions that are told of who is not shown, without his name: others would tell what he is. Who forms column off the
map is personnel."""
IDS = tuple[str, ...]
WORD = re.compile(r"\S+")


def concealed(game: Game, id: str, viewer: str) -> bool:
    """Whether this is the id of a counter that a viewer is not shown."""
    unit = game.units.get(id)
    return unit is not None and not shown(game, unit, viewer)


@cache
def fields(type: type[Any]) -> tuple[tuple[str, bool], ...]:
    """The fields of an event that may name counters, and whether they name several."""
    return tuple(
        (one.name, one.name in LISTING)
        for one in msgspec.structs.fields(type)
        if (one.name in NAMING and one.type is str) or (one.name in LISTING and one.type == IDS)
    )


def event(game: Game, event: Any, viewer: str) -> Any:
    """An event without the names of counters that a viewer is not shown; None if it cannot be told without them
    (20.43).
    """
    found = cast("type[Any]", type(event))
    blanks: dict[str, Any] = {}
    for name, several in fields(found):
        value: Any = getattr(event, name)
        if several:
            left = tuple(one for one in value if not concealed(game, one, viewer))
            if len(left) < len(value):
                blanks[name] = left
        elif value and name not in OPEN.get(found, ()) and concealed(game, value, viewer):
            if name not in BLANK.get(found, ()):
                return None
            blanks[name] = ""
    return replace(event, **blanks) if blanks else event


def action(game: Game, action: Any, viewer: str) -> Any:
    """An action without the name of who is not shown; None if what he does would tell what he is."""
    if not concealed(game, getattr(action, "unit", ""), viewer):
        return action
    return replace(action, unit="") if isinstance(action, SOMEBODY) else None


def draw(game: Game, purpose: str, viewer: str) -> bool:
    """Whether a draw is of nobody who is not shown: it goes with the event."""
    return not any(concealed(game, word, viewer) for word in WORD.findall(purpose))


def question(game: Game, asked: Pending, viewer: str) -> Pending:
    """A question that names nobody who is not shown."""
    prompt = COUNTER.sub(
        lambda found: "Somebody" if concealed(game, found[1], viewer) else found[0], asked.prompt
    )
    return asked if prompt == asked.prompt else replace(asked, prompt=prompt)
