"""Orders for several at once: those of the last turn again, and one man's for the rest of his team (7)."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.chapters import Answer, Chapter, Question
from campaign.rules.options import Option
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2.people import checks
from campaign.systems.combat_volume_2.play import Action, Play
from campaign.systems.combat_volume_2.state import Order
from campaign.systems.combat_volume_2.turn import flow, orders, permitted
from campaign.systems.combat_volume_2.turn.permitted import GiveOrder


class Repeat(Action, frozen=True, tag="repeat-orders"):
    """A man gets the order of the last turn again. unit: "" for all who have no order yet and may have theirs."""

    unit: str = ""


class Alike(Action, frozen=True, tag="orders-alike"):
    """Whoever of a man's team has no order yet gets the same as he, if he may have it. like: the man's id."""

    like: str


def repeated(play: Play, unit: str = "") -> list[GiveOrder]:
    """The orders of the last turn of all who have none yet and may have theirs again, or of one of them."""
    men = [man for man in orders.idle(play) if unit in ("", man.id)]
    return [action for man in men if (action := orders.as_before(play, man)) is not None]


def may_repeat(play: Play, side: str) -> Iterator[Option]:
    again = [one.unit for one in repeated(play)]
    if len(again) > 1:
        yield Option(Repeat(), again[0])
    for unit in again:
        yield Option(Repeat(unit), unit)


def why_not_repeat(play: Play, side: str, action: Repeat) -> Iterator[Refused]:
    if action.unit and not repeated(play, action.unit):
        again = [one.unit for one in repeated(play)]
        yield Refused("He has an order, or may not have that of the last turn again.", "7", again, "$.unit")
    elif not action.unit and len(repeated(play)) < 2:
        yield Refused(
            "Of those without an order no two may have that of the last turn again.", "7", where="$.unit"
        )


def repeat(play: Play, side: str, action: Repeat) -> None:
    """7."""
    for one in repeated(play, action.unit):
        orders.give(play, side, one)


def label_of_repeating(play: Play, action: Repeat) -> str:
    if not action.unit:
        return f"As last turn, all {len(repeated(play))} who may do the same again"
    man = play.man(action.unit)
    return f"{checks.named(man)}: as last turn, {orders.worded(play, man.was)}"


def alike(play: Play, like: str) -> list[GiveOrder]:
    """The order that a man has, for those of his team on foot who have none yet and may have it."""
    leader = play.state.men.get(like)
    if leader is None or leader.vehicle or not leader.order.word or like not in orders.commanded(play):
        return []
    order = leader.order
    mates = [man for man in orders.idle(play) if man.team == leader.team and not man.vehicle]
    found = [permitted.giving(play, man, order) for man in mates]
    return [one for one in found if next(permitted.unfit(play, play.man(one.unit), one), None) is None]


def models(play: Play) -> dict[str, str]:
    """Whose order others of his team may have, each order once, and the first of those who would get it."""
    return play.once("models", _models, play)


def _models(play: Play) -> dict[str, str]:
    found: dict[tuple[str, Order], tuple[str, str]] = {}
    for man in orders.commanded(play).values():
        if (man.team, man.order) not in found and (others := alike(play, man.id)):
            found[man.team, man.order] = man.id, others[0].unit
    return dict(found.values())


def may_join(play: Play, side: str) -> Iterator[Option]:
    for like, first in models(play).items():
        yield Option(Alike(like), first)


def why_not_join(play: Play, side: str, action: Alike) -> Iterator[Refused]:
    if action.like not in (there := models(play)):
        reason = "Nobody of his team who has no order yet may have the same as he."
        yield Refused(reason, "7", list(there), "$.like")


def join(play: Play, side: str, action: Alike) -> None:
    for one in alike(play, action.like):
        orders.give(play, side, one)


def label_of_joining(play: Play, action: Alike) -> str:
    man, many = play.man(action.like), len(alike(play, action.like))
    some = "both" if many == 2 else f"all {many}"
    others = "he, too" if many == 1 else f"{some} of {flow.team_name(play, man.team)} without an order"
    return f"As {checks.named(man)}, {others}: {orders.worded(play, man.order)}"


REPEAT = Answer(
    action=Repeat, candidates=may_repeat, why_not=why_not_repeat, do=repeat, label=label_of_repeating
)
JOIN = Answer(action=Alike, candidates=may_join, why_not=why_not_join, do=join, label=label_of_joining)

CHAPTER: Chapter[Play] = Chapter(
    questions=(
        Question(kind="orders", asked=orders.to_order, answers=(orders.DONE, REPEAT, JOIN, orders.GIVE)),
    ),
)
