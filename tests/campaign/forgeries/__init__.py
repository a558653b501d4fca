"""Every forgery that we know, performed on a copy of a diary. Each stands in the table of docs/diary.md by its name."""

from tests.campaign.forgeries import campaigns, dice, entries, events, writing
from tests.campaign.forgeries.kit import FORGERIES, Found

__all__ = ["FORGERIES", "Found", "campaigns", "dice", "entries", "events", "writing"]
