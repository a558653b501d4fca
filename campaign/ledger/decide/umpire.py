"""The umpire's word: amendments with a reason, the policy, points, the end. And the dice that everybody may salt."""

from __future__ import annotations

from datetime import date as day
from typing import Any, Literal

import msgspec

from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.apply import later
from campaign.ledger.book import Book, formation_of, side_of
from campaign.ledger.decide.calendar import healing
from campaign.ledger.decide.checking import damage_fault
from campaign.ledger.decide.supply import full_load
from campaign.ledger.decide.workshop import dismiss_crew, stop_jobs
from campaign.ledger.experience import settle_level
from campaign.ledger.graph import DRAW
from campaign.ledger.policy import THE_POLICY, read_policy
from campaign.ledger.state import (
    Asset,
    CampaignVerdict,
    Depot,
    Node,
    Person,
    PersonStatus,
    Pool,
    Side,
    subject,
)
from campaign.rules.refused import Refused, no_such
from campaign.rules.shapes import sentence
from events.decoding import convert

FIELDS: dict[type[Any], dict[str, Any]] = {
    Person: {
        "name": str, "rank": str, "xp": int, "status": PersonStatus, "back": str, "skills": list[str],
        "awards": list[str], "formation": str,
    },
    Asset: {"name": str, "status": Any, "damage": list[str], "stores": int, "cards": list[str]},
    Depot: {"name": str, "stores": int, "lift": int, "hours": int, "quality": int},
    Pool: {"name": str, "left": int, "xp": int, "names": list[str], "rank": str},
    Side: {"name": str, "colour": str, "player": str, "points": int},
    Node: {"status": Literal["open"], "opens": str},
}  # fmt: skip
"""What may be amended, and its type. Counters of the service record follow from events, and are not among them."""
SIGNED = ("quality", "points")


def amend(book: Book, action: a.Amend, role: str) -> None:
    state = book.state
    found: Any = subject(state, action.id) or state.nodes.get(action.id)
    if found is None or type(found) not in FIELDS:
        raise Refused(f"There is nobody and nothing {action.id!r} that can be amended.", where="$.id")
    fields = FIELDS[type(found)]
    name, _, item = action.field.partition(".")
    if name not in fields or (name == "stores") != bool(item):
        allowed = [f"{one}.<kind>" if one == "stores" else one for one in fields]
        raise Refused(f"{action.field!r} cannot be amended here.", "", allowed, "$.field")
    try:
        value = convert(action.value, fields[name])
    except msgspec.ValidationError as error:
        raise Refused(sentence(str(error).partition(" - at `")[0]), where="$.value") from None
    if isinstance(value, int) and ((value < 0 and name not in SIGNED) or abs(value) > 1_000_000):
        raise Refused(f"{value} is out of bounds.", "", ["0 to 1000000"], "$.value")
    _check(book, found, name, value)
    if action.edition and isinstance(found, Asset):
        _bear(book, found, name, item, value)
    if isinstance(found, Asset) and name == "status":
        stop_jobs(book, found.id)
        if value in ("lost", "gone"):
            dismiss_crew(book, found.id)
            book.emit(e.AssetLost(found.id, action.reason, lost=dict(found.stores)))
    book.emit(e.Amended(action.id, action.field, value, action.reason))
    if isinstance(found, Person) and name == "xp":
        settle_level(book, found.id)
    if action.edition > 1 and isinstance(found, Person):
        _until(book, found, name, action.reason)


def _until(book: Book, person: Person, field: str, reason: str) -> None:
    """Whoever is wounded or missing has a day on which that ends, by the policy if the umpire names none; nobody else
    has. Raises Refused if the day is taken away."""
    away = person.status in ("wounded", "missing")
    if field == "back" and not person.back and away:
        raise Refused(f"{person.name} is {person.status}: say until when.", "", ["YYYY-MM-DD"], "$.value")
    back = person.back
    if field == "status" and away and back <= book.state.date:
        days = healing(book, person)[0] if person.status == "wounded" else book.policy.missing.days
        back = later(book.state.date, days)
    elif field == "status" and not away:
        back = ""
    if back != person.back:
        book.emit(e.Amended(person.id, "back", back, reason))


def _check(book: Book, found: Any, name: str, value: Any) -> None:
    if isinstance(found, Asset):
        if found.battle:
            raise Refused(f"{found.name} is in the battle {found.battle}.", where="$.id")
        if name == "status" and value not in ("ready", "wreck", "lost", "gone"):
            raise no_such("status", value, ["ready", "wreck", "lost", "gone"], "", "$.value")
    if isinstance(found, Node):
        if found.status == "running" or (name == "opens" and found.status != "open"):
            raise Refused(f"It is {found.status}, not open.", where="$.id")
        if name == "opens":
            _a_date(value)
    if isinstance(found, Person):
        if found.asset and book.state.assets[found.asset].battle:
            raise Refused(
                f"{found.name} is in the battle {book.state.assets[found.asset].battle}.", where="$.id"
            )
        if name == "formation" and formation_of(book.state, value, "$.value").side != found.side:
            raise Refused(f"{value} is another side's.", where="$.value")
        if name == "back" and value:
            _a_date(value)
        if name == "skills" and (odd := [one for one in value if one not in book.policy.skill]):
            known = list(book.policy.skill)
            raise no_such("skill", odd[0], known, "", "$.value", " in the policy")


def _a_date(value: str) -> None:
    """Raises Refused for what is none."""
    try:
        day.fromisoformat(value)
    except ValueError:
        raise Refused(f"{value!r} is not a date.", "", ["YYYY-MM-DD"], "$.value") from None


def _bear(book: Book, asset: Asset, name: str, item: str, value: Any) -> None:
    """What it no longer bears is not repaired either. Raises Refused for more than fits aboard, and for damage that it
    cannot have."""
    if name == "stores":
        load = full_load(book.state, asset)
        if value and item not in load:
            raise Refused(f"{asset.name} carries no {item!r}.", "", list(load), "$.field")
        if value > load.get(item, 0):
            reason = f"{asset.name} carries at most {load[item]} of {item}."
            raise Refused(reason, "", [f"0 to {load[item]}"], "$.value")
    if name == "damage":
        why, known = damage_fault(book.state.types[asset.type], asset.name, value, asset.damage)
        if why:
            raise Refused(why, "", known, "$.value")
        stop_jobs(book, asset.id, [one for one in asset.damage if one not in value])


def set_policy(book: Book, action: a.SetPolicy, role: str) -> None:
    over = book.policy if action.edition > 2 else None
    book.emit(e.PolicySet(read_policy(action.text, THE_POLICY, over), action.reason))


def score(book: Book, action: a.Score, role: str) -> None:
    side_of(book.state, action.side)
    total = book.state.sides[action.side].points + action.points
    book.emit(e.PointsScored(action.side, action.points, total, action.why))


def end(book: Book, action: a.EndCampaign, role: str) -> None:
    if action.winner not in (DRAW, *book.state.sides):
        raise no_such("side", action.winner, [*book.state.sides, DRAW], "", "$.winner")
    book.emit(e.CampaignEnded(CampaignVerdict(action.winner, action.why)))


def contribute(book: Book, action: a.Contribute, role: str) -> None:
    book.emit(e.Contributed(role, action.text))
