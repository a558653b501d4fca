"""What is asked once is asked once: the newest entry by an action, a scenario by a view."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from campaign.systems.combat_veteran.rules import CombatVeteranRules
from events.diary import Diary


def counted(monkeypatch: pytest.MonkeyPatch, owner: type[Any], *names: str) -> Counter[str]:
    """How often these methods are called from now on."""
    calls: Counter[str] = Counter()

    def counting(name: str) -> None:
        plain = getattr(owner, name)

        def call(self: Any, *args: Any, **more: Any) -> Any:
            calls[name] += 1
            return plain(self, *args, **more)

        monkeypatch.setattr(owner, name, call)

    for name in names:
        counting(name)
    return calls


def test_an_action_asks_once_for_the_newest_entry(hq: Headquarters, monkeypatch: pytest.MonkeyPatch):
    assert isinstance(hq.battles.new("tank-duel", name="duel"), Acted)
    for _ in range(2):  # the first also looks whether anything was done before
        assert isinstance(hq.battles.act("duel", hq.battles.legal("duel")[0].action), Acted)
    asked = hq.battles.legal("duel")[0].action
    calls = counted(monkeypatch, Diary, "current", "head")
    assert isinstance(hq.battles.act("duel", asked), Acted)
    assert calls == {"current": 1, "head": 1}, "the newest state asks for its entry"


def test_a_view_does_not_make_all_scenarios_anew(hq: Headquarters, monkeypatch: pytest.MonkeyPatch):
    assert isinstance(hq.battles.new("tank-duel", name="duel"), Acted)
    calls = counted(monkeypatch, CombatVeteranRules, "scenarios")
    hq.battles.view("duel")
    hq.battles.legal("duel")
    assert not calls
