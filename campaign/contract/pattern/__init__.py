"""A skeleton: two vehicles on a small board take turns; each moves a hex, fires, or waits."""

from campaign.contract.pattern.rules import SYSTEM

__all__ = ["SYSTEM"]
