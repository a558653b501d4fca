"""Whether a battle still belongs to the campaign that began it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from campaign.campaigns.open_campaign import OpenCampaigns
from campaign.library.names import owners
from campaign.rules.refused import Refused
from events.errors import DiaryError, NoSuchDiary


class Belonging:
    """Asked for battles of campaigns, by whoever acts in one. Safe for threads, and without any diary's lock: what was
    found of a campaign stands until that goes on."""

    def __init__(
        self, campaigns: OpenCampaigns, noted: Callable[[str], Mapping[str, str] | None] = lambda _: None
    ) -> None:
        """noted: diary → how it stands, of each battle of a campaign, where that need not be opened."""
        self._campaigns, self._noted = campaigns, noted
        self._known: dict[str, tuple[bytes, dict[str, str]]] = {}
        self._owner: dict[str, str] = {}  # of a battle, once there is one: it stays so

    def __call__(self, battle: str) -> str:
        """Why a battle is fought on as a fork only: its beginning was taken back, or it was called off. "" if it may go
        on, is no campaign's, or is a fork."""
        if "." not in battle:
            return ""
        try:
            campaign = self._owner.get(battle) or self._found(battle)
            status = self._battles(campaign).get(battle, "taken back") if campaign else ""
        except (DiaryError, Refused):  # its own page says what is wrong with it
            return ""
        if status == "taken back":
            return f"Its beginning was taken back in {campaign}: fork it to play on."
        return f"It was called off in {campaign}: fork it to play on." if status == "cancelled" else ""

    def _found(self, battle: str) -> str:
        """The campaign that a battle was begun in; "" for a fork, and where there is none. Raises NoSuchDiary."""
        if self._campaigns.store.info(battle).origin is not None:
            return ""
        found = next(filter(self._is_one, owners(battle)), "")
        if found:
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
