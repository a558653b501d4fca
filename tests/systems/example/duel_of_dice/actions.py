"""What a side may ask for."""

from typing import Annotated

from msgspec import Meta, Struct


class Action(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Base of all actions; the tag is a stable word."""


class Deal(Action, frozen=True, tag="deal"):
    """Shuffle one's kit and draw a hand from it."""


class Lay(Action, frozen=True, tag="lay"):
    """Lay a card of one's hand face down; when both have, blows fall."""

    card: str


class Face(Action, frozen=True, tag="face"):
    """Turn the champion: at any time, though nobody asks for it."""

    heading: Annotated[int, Meta(ge=0, le=359)]


AnyAction = Deal | Lay | Face
