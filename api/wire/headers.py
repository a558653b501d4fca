"""Names on the wire that are in no standard, and the media types."""

from __future__ import annotations

from campaign import __version__

VERSION = __version__
JSON = "application/json"
NDJSON = "application/x-ndjson"
EVENTS = "text/event-stream"
ENTRY = "wardiary-entry"
"""The newest entry of the diary that an answer is of, as If-Match takes it."""
REPLAYED = "idempotency-replayed"
"""Stands beside an answer that was given before, under the same key."""
ANSWER = "wardiary-answer"
"""What a method answered where the body is the file that it wrote: JSON."""
SEQ = "(0|[1-9][0-9]{0,17})"
"""The number of an entry, as a pattern."""
WITNESS = "wardiary-witness"
"""In a request about a diary: an entry of which the seal was shown, 0 for none."""
SEALS = "wardiary-seals"
"""In the answer: the short seal of that entry as it is now, if one was named, and of the newest that may be seen.
`SEQ:-` is one that there is not, `SEQ:?` one that may not be seen yet."""
