"""What is asked for, as it comes: JSON that becomes an action, or a refusal that says what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from campaign.rules.refused import Refused
from campaign.rules.shapes import in_words
from events.bounds import LONGEST_BODY, json_fault
from events.entry import encode_json


def decode_action(decoder: msgspec.json.Decoder[Any], data: bytes) -> Any:
    """An action as its type. Raises Refused: what is wrong, where, and what would be allowed."""
    if len(data) > LONGEST_BODY:
        raise Refused(f"This is too long for an action: more than {LONGEST_BODY >> 20} MB.", where="$")
    try:
        decoded = decoder.decode(data)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `")
        where = path.rstrip("`") or "$"
        kinds = where == "$.kind" or "missing required field `kind`" in what
        allowed = sorted(str(one.__struct_config__.tag) for one in decoder.type.__args__) if kinds else ()
        raise Refused(f"This is not an action: {in_words(what)}.", "", allowed, where) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        example = '{"kind": "..."}, as `legal` lists them'
        raise Refused(f"This is not JSON: {error}.", "", [example], "$") from None
    if why := json_fault(data):
        raise Refused(f"This is not an action: {why}.", where="$")
    return decoded


def action_bytes(action: Mapping[str, Any] | msgspec.Struct | str | bytes | msgspec.Raw) -> bytes:
    """An action as JSON, however it was given."""
    if isinstance(action, str):
        return action.encode()
    return action if isinstance(action, bytes) else encode_json(action)
