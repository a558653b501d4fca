"""What is wrong with a data file."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.rules.refused import Refused


class PackError(Refused):
    """A data file that cannot be used: names file, table, row and what is wrong. place: where in the file, if `where`
    does not say."""

    def __init__(
        self,
        reason: str,
        rule: str = "",
        allowed: Sequence[str] = (),
        where: str = "",
        kind: str = "refused",
        place: str = "",
    ) -> None:
        super().__init__(reason, rule, allowed, where, kind)
        self.place = place
