"""What streams carry, as the document says it: `api.wire.live` in words of JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.wire.live import BattleEntry, CampaignEntry, End, NewTicket, Presence, TicketWanted
from campaign.battles.answers import Moment
from campaign.campaigns.answers import CampaignMoment
from campaign.shared.answers import Awaiting, Changed

Schema = dict[str, Any]
STREAMS: Mapping[str, Mapping[str, tuple[type[Any], bool]]] = {
    "BattleMessage": {"moment": (Moment, True), "entry": (BattleEntry, True), "presence": (Presence, False)},
    "CampaignMessage": {
        "moment": (CampaignMoment, True),
        "entry": (CampaignEntry, True),
        "presence": (Presence, False),
    },
    "OwnMessage": {"awaiting": (Awaiting, False), "changed": (Changed, True)},
}
"""The messages of each kind of stream: event → what its data is, and whether it has an id. All of them may end."""
DATA = (*(one for some in STREAMS.values() for one, _ in some.values()), End, TicketWanted, NewTicket)
MANY = ("awaiting",)
"""Events whose data is a list."""


def messages(ref: str) -> dict[str, Schema]:
    """Types of messages, by name: as lines, and `…ServerSent` as server-sent events. ref: before a type's name."""
    found: dict[str, Schema] = {"Heartbeat": HEARTBEAT}
    for name, some in STREAMS.items():
        each = {**some, "end": (End, True)}
        lines = {
            name.replace("Message", f"{event.capitalize()}Message"): _line(
                event, _data(event, shape, ref), named
            )
            for event, (shape, named) in each.items()
        }
        found |= lines
        found[name] = {
            "description": "A line of the stream: what `event` says, or that it is still there.",
            "anyOf": [{"$ref": ref + one} for one in (*lines, "Heartbeat")],
        }
        data = [_data(event, shape, ref) for event, (shape, _) in each.items()]
        found[f"{name.removesuffix('Message')}ServerSent"] = {
            "description": "A server-sent event of the stream. Its data is JSON; a comment is the heartbeat.",
            "type": "object",
            "properties": {
                "event": {"enum": list(each)},
                "data": {
                    "type": "string",
                    "contentMediaType": "application/json",
                    "contentSchema": {"anyOf": data},
                },
                "id": {"type": "string", "description": "From which the stream can be resumed."},
            },
            "required": ["event", "data"],
        }
    return found


def _data(event: str, shape: type[Any], ref: str) -> Schema:
    one = {"$ref": f"{ref}{shape.__name__}"}
    return {"type": "array", "items": one} if event in MANY else one


def _line(event: str, data: Schema, named: bool) -> Schema:
    id: Schema = {"id": {"type": "integer", "description": "From which the stream can be resumed."}}
    return {
        "type": "object",
        "properties": {**(id if named else {}), "event": {"const": event}, "data": data},
        "required": ["event", "data"],
    }


HEARTBEAT: Schema = {
    "description": "That the stream is there, though nothing happens: every 7 seconds.",
    "type": "object",
    "properties": {"heartbeat": {"type": "string", "description": "The time: UTC, ISO 8601."}},
    "required": ["heartbeat"],
}
