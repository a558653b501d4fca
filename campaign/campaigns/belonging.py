"""Whether a battle belongs to the campaign that it is named after, and still does."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from campaign.campaigns.open_campaign import OpenCampaigns
from campaign.campaigns.vouching import expected, stranger
from campaign.library.names import owners
from campaign.rules.refused import Refused
from events.errors import DiaryError, NoSuchDiary


class Belonging:
    """Asked for battles of campaigns, by whoever acts in one. Safe for threads, and without any diary's lock: what was
    found of a campaign stands until that goes on."""

    def __init__(
        self,
        campaigns: OpenCampaigns,
        noted: Callable[[str], Mapping[str, str] | None] = lambda _: None,
        stranger: Callable[[str, str], str] | None = None,
    ) -> None:
        """noted: diary → how it stands, of each battle of a campaign, where that need not be opened. stranger: campaign
        and diary → why that is another than the battle whose name it bears, or ""; by default both are looked at."""
        self._campaigns, self._noted = campaigns, noted
        self._stranger = stranger or self._looked_at
        self._known: dict[str, tuple[bytes, dict[str, str]]] = {}
        self._owner: dict[str, str] = {}  # of a battle, once there is one: it stays so
        self._own: set[str] = set()  # battles that were found to be what their campaign began: they stay so

    def __call__(self, battle: str) -> str:
        """Why a battle is fought on as a fork only: its beginning was taken back, it was called off, or it only bears
        the name of one. "" if it may go on, is no campaign's, or is a fork."""
        if "." not in battle:
            return ""
        try:
            campaign = self._owner.get(battle) or self._found(battle)
            status = self._battles(campaign).get(battle, "taken back") if campaign else ""
            if status == "running" and battle not in self._own:
                if why := self._stranger(campaign, battle):
                    return f"{why} Fork it to play on."
                self._own.add(battle)
        except (DiaryError, Refused):  # its own page says what is wrong with it
            return ""
        if status == "taken back":
            return f"Its beginning was taken back in {campaign}: fork it to play on."
        return f"It was called off in {campaign}: fork it to play on." if status == "cancelled" else ""

    def _found(self, battle: str) -> str:
        """The campaign that a battle is named after; "" where there is none, and for a fork that none names as its own.
        Raises NoSuchDiary."""
        fork = self._campaigns.store.info(battle).origin is not None
        found = next(filter(self._is_one, owners(battle)), "")
        if fork and found and battle not in self._battles(found):
            return ""
        if found and not fork:
            self._owner[battle] = found
        return found

    def _is_one(self, name: str) -> bool:
        """Whether there is such a campaign. Looked up by its name: this is asked before every action."""
        try:
            info = self._campaigns.store.info(name)
        except NoSuchDiary:
            return False
        return info.kind == "campaign" and info.head.seq > 0

    def _battles(self, name: str) -> Mapping[str, str]:
        """The diaries of a campaign's battles, and how each stands. Raises DiaryError."""
        if (noted := self._noted(name)) is not None:
            return noted
        campaign = self._campaigns.get(name)
        head = campaign.diary.head()
        known = self._known.get(name)
        if known is None or known[0] != head.seal:
            state = campaign.diary.state_at(head.seq)
            known = head.seal, {one.diary: one.status for one in state.battles.values() if one.diary}
            self._known[name] = known
        return known[1]

    def _looked_at(self, campaign: str, battle: str) -> str:
        """Raises DiaryError."""
        opened = self._campaigns.get(campaign)
        found = expected(opened, battle)
        return stranger(opened, *found, opened.store) if found is not None else ""
