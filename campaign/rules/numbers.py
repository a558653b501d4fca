"""Numbers in data files: none without bounds, since whatever is counted off by one of them would go on for ever."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

Whole = Annotated[int, Meta(ge=-9_999, le=9_999)]
"""A whole number of which a data file says no more; the bounds lie far beyond all that rules use."""
