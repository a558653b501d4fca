"""The Portable Wargame as headquarters sees it: every question goes to the room where its answer stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from campaign.rules.dice import Dice
from campaign.rules.muster import Verdict
from campaign.rules.options import Odds, Option, Pending, ScenarioInfo
from campaign.rules.packs import Pack
from campaign.rules.refused import no_such
from campaign.rules.system import Rules, System
from campaign.rules.views import GameView, Preview
from campaign.systems.portable_wargame_modern import (
    actions,
    legal,
    muster,
    odds,
    preview,
    soundness,
    view,
    words,
)
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.apply import APPLIERS
from campaign.systems.portable_wargame_modern.bots import BOTS
from campaign.systems.portable_wargame_modern.charts import Charts
from campaign.systems.portable_wargame_modern.constants import Constants
from campaign.systems.portable_wargame_modern.data_files import FILES
from campaign.systems.portable_wargame_modern.decide.dispatch import decide
from campaign.systems.portable_wargame_modern.doings import Doings
from campaign.systems.portable_wargame_modern.pending import asked
from campaign.systems.portable_wargame_modern.play import Play
from campaign.systems.portable_wargame_modern.roster import Armies
from campaign.systems.portable_wargame_modern.state import Game


class PortableWargameRules(Rules):
    """The rules with one pack; everybody sees everything."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.charts = Charts(pack)
        self.readings = self.charts.readings
        self.forces = Armies(self.charts)
        self.assets = muster.PortableAssets(self.charts)
        self.doings = Doings(self.charts)

    def scenarios(self) -> Sequence[ScenarioInfo]:
        return [
            ScenarioInfo(
                one.id, one.title, one.side, one.summary, "", one.turns, (one.victory.text, *one.notes), one.source,
                muster.settings(self.charts, one),
            )
            for one in self.charts.scenarios.values()
        ]  # fmt: skip

    def reconstructed(self, scenario: str) -> tuple[str, ...]:
        if scenario not in self.charts.scenarios:
            raise no_such("scenario", scenario, sorted(self.charts.scenarios))
        return self.charts.reconstructed

    def check(self, scenario: str) -> None:
        soundness.check(self.charts, scenario)

    def open(self, scenario: str, options: Mapping[str, Any]) -> Sequence[e.Event]:
        self.sound(scenario)
        return muster.open_battle(self.charts, scenario, options)

    def settle(self, state: Game, side: str, action: Any, dice: Dice) -> list[e.Event]:
        play = Play(self.charts, state, dice)
        decide(play, side, action)
        return play.events

    def asked(self, open: Game) -> tuple[Pending, ...]:
        return asked(open)

    def options(self, known: Game, side: str) -> Sequence[Option]:
        return legal.legal(self.charts, known, side)

    def seen(self, known: Game, viewer: str) -> GameView:
        return view.view(Play(self.charts, known))

    def label(self, known: Game, option: Option) -> str:
        return words.label(self.charts, known, option)

    def describe(self, state: Game, event: Any) -> tuple[str, str]:
        return words.describe(self.charts, state, event)

    def chances(self, state: Game, side: str, action: Any) -> Odds | None:
        return odds.odds(Play(self.charts, state), side, action)

    def ghost(self, known: Game, side: str, action: Any) -> Preview | None:
        return preview.preview(Play(self.charts, self.copy(known)), side, action)

    def verdict(self, state: Game) -> Verdict | None:
        return state.verdict


SYSTEM = System(
    id="portable-wargame-modern",
    title="Big Board Portable Wargame: Modern",
    version="3",
    state_type=Game,
    action_type=actions.AnyAction,
    appliers=APPLIERS,
    events=e.ALL,
    dice=e.DICE,
    bots=BOTS,
    constants=Constants,
    data=FILES,
    sample=("river-ford", {"blue": BOTS[-1].name}),
    examples=(
        actions.Bombard("blue-field-guns-1", "1105"),
        actions.Move("red-tanks-1", "1005"),
        actions.EndUnit("red-tanks-1"),
    ),
    force={
        "title": "A brigade of 1942, 31 points",
        "period": "world-wars",
        "limit": 31,
        "unit": [
            {"type": "commanders"},
            {"type": "tanks"},
            {"type": "tanks", "quality": "elite"},
            {"type": "infantry", "name": "1st battalion"},
            {"type": "infantry", "quality": "poor"},
            {"type": "field-guns"},
        ],
    },
    rules=PortableWargameRules,
)
