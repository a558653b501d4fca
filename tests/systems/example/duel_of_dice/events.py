"""What happens, as facts. Nothing here is ever computed again: hands, dice and winners are told, not derived."""

from msgspec import Struct

from campaign.rules.muster import Verdict
from campaign.rules.options import Side


class Event(Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Base of all events. When a shape changes, the tag gets a number and the old one an upcaster."""


class DuelBegan(Event, frozen=True, tag="duel-began"):
    """kits: in the order of sides."""

    rounds: int
    sides: tuple[Side, ...]
    kits: tuple[tuple[str, ...], ...]


class HandDrawn(Event, frozen=True, tag="hand-drawn"):
    """order: as the kit was shuffled, by number; () if the table has its own cards: then the hand is the kit."""

    side: str
    order: tuple[int, ...]
    hand: tuple[str, ...]


class CardLaid(Event, frozen=True, tag="card-laid"):
    side: str
    card: str


class BlowsFell(Event, frozen=True, tag="blows-fell"):
    """cards, dice: in the order of sides. winner: "" if both were as strong."""

    cards: tuple[str, ...]
    dice: tuple[int, ...]
    winner: str


class Faced(Event, frozen=True, tag="faced"):
    side: str
    heading: int


class DuelEnded(Event, frozen=True, tag="duel-ended"):
    verdict: Verdict


ALL: tuple[type[Event], ...] = (DuelBegan, HandDrawn, CardLaid, BlowsFell, Faced, DuelEnded)
