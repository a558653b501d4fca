"""The door to reports, for one caller: what he may read of battles and campaigns, as pages and pictures."""

from __future__ import annotations

from campaign.headquarters import Headquarters
from campaign.reports import making
from campaign.reports.making import Form
from campaign.shared.answering import reads


class Reports:
    """What a server makes for whoever has no program of his own; a front end makes its own from the same parts."""

    def __init__(self, hq: Headquarters) -> None:
        self._hq = hq

    @reads("look")
    def battle(self, battle: str, form: Form = "html") -> str:
        """The after-action report of a battle, as one page of HTML or as Markdown. Raises Refused."""
        return making.of_battle(self._hq, battle, form)

    @reads("look")
    def campaign(self, name: str, form: Form = "html", everything: bool = False) -> str:
        """The after-action report of a campaign, as one page of HTML or as Markdown. everything: with the whole record
        at its end. Raises Refused."""
        return making.of_campaign(self._hq, name, form, everything)

    @reads("look")
    def board(self, battle: str, seq: int | None = None) -> str:
        """The board of a battle at an entry, the newest if none is named, as a picture (SVG) that stands alone. Raises
        Refused where there is no board yet."""
        return making.board_of(self._hq, battle, seq)
