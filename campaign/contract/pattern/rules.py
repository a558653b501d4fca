"""The rules as headquarters asks them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from campaign.contract.pattern import view
from campaign.contract.pattern.bots import BOTS
from campaign.contract.pattern.chapters import TABLE
from campaign.contract.pattern.charts import Charts
from campaign.contract.pattern.play import Play
from campaign.contract.pattern.state import Game
from campaign.contract.pattern.turns import Begun
from campaign.rules.chapters import ChapterRules
from campaign.rules.decision import NO_DICE
from campaign.rules.dice import Dice
from campaign.rules.options import ScenarioInfo, Setting
from campaign.rules.packs import Pack
from campaign.rules.refused import no_such
from campaign.rules.system import System
from campaign.rules.views import GameView

MOST_TURNS = 40


class PatternRules(ChapterRules[Play]):
    """The rules with one pack. Nothing is hidden, and no campaign keeps anything: those facets stay None."""

    table = TABLE

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.charts = Charts(pack)

    def play(self, state: Game, dice: Dice = NO_DICE) -> Play:
        return Play(TABLE, self.charts, state, dice)

    def scenarios(self) -> Sequence[ScenarioInfo]:
        return [
            ScenarioInfo(
                one.id,
                one.title,
                one.side,
                one.summary,
                turns=one.turns,
                source=one.source,
                settings=(Setting("turns", "Turns", "number", one.turns, lowest=1, highest=MOST_TURNS),),
            )
            for one in self.charts.scenarios.values()
        ]

    def open(self, scenario: str, options: Mapping[str, Any]) -> Sequence[Begun]:
        found = self.charts.scenarios.get(scenario)
        if found is None:
            raise no_such("scenario", scenario, self.charts.scenarios)
        return [Begun(found.id, options["turns"], found.side, found.unit)]

    def seen(self, known: Game, viewer: str) -> GameView:
        return view.view(self.charts, known)


SYSTEM = System(
    id="pattern",
    title="Pattern",
    version="1",
    state_type=Game,
    action_type=TABLE.action_type,
    appliers=TABLE.appliers,
    events=TABLE.events,
    dice=TABLE.dice,
    shuffles=TABLE.shuffles,
    bots=BOTS,
    sample=("meeting", {"blue": "eager"}),
    rules=PatternRules,
)
