"""A question to a side, with what it may answer and what it makes of the battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaign.rules.bots import by_kind
from campaign.rules.options import Option
from campaign.systems.mechwar_4.aims import Aims
from campaign.systems.mechwar_4.constants import Constants
from campaign.systems.mechwar_4.play import Play


class Reading(Aims):
    """See the module. kinds: the options by the class of their action; long runs are made only if they are gone
    through."""

    def __init__(
        self, play: Play, known: Play, side: str, weights: Constants, options: Sequence[Option]
    ) -> None:
        super().__init__(play, known, side, weights)
        self.options = options
        self.kinds = by_kind(options)

    def of(self, kind: type[Any]) -> Sequence[Option]:
        return self.kinds.get(kind, ())

    def one(self, kind: type[Any]) -> Option | None:
        return next(iter(self.of(kind)), None)
