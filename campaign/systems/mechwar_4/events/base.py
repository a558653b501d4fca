"""What all events have in common."""

from __future__ import annotations

from msgspec import Struct

from campaign.rules.readings import ByReading


class Event(ByReading, Struct, frozen=True, tag_field="kind", omit_defaults=True, gc=False):
    """Base of all events; the tag is a stable word."""
