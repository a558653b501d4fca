"""What the line to headquarters raises when there is no answer."""

from __future__ import annotations

from campaign.shared.answers import Refusal


class Failed(Exception):
    """Headquarters could not answer. refusal: why not. Its text is a sentence."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
