"""Combat! Volume 2 as headquarters sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from campaign.rules.chapters import ChapterRules
from campaign.rules.decision import NO_DICE
from campaign.rules.dice import Dice
from campaign.rules.options import ScenarioInfo
from campaign.rules.packs import Pack
from campaign.rules.places import Grid
from campaign.rules.refused import no_such
from campaign.rules.system import System
from campaign.rules.views import GameView
from campaign.systems.combat_volume_2 import muster, ours, scenarios, soundness, view
from campaign.systems.combat_volume_2.bots import BOTS
from campaign.systems.combat_volume_2.charts import Charts
from campaign.systems.combat_volume_2.constants import Constants
from campaign.systems.combat_volume_2.data_files import FILES
from campaign.systems.combat_volume_2.doings import Doings
from campaign.systems.combat_volume_2.people import fire
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Game
from campaign.systems.combat_volume_2.table import TABLE
from campaign.systems.combat_volume_2.turn import fired_upon, go_on, hand, orders, permitted, sequence


class CombatRules(ChapterRules[Play]):
    """The rules with one pack. Nothing is hidden: who has not been turned up has not been drawn either."""

    table = TABLE

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.charts = Charts(pack)
        self.readings = self.charts.readings
        self.assets = muster.SquadAssets(self.charts)
        self.doings = Doings(self.charts)

    def play(self, state: Game, dice: Dice = NO_DICE) -> Play:
        return Play(TABLE, self.charts, state, dice)

    def settle(self, state: Game, side: str, action: Any, dice: Dice) -> list[Any]:
        """What is answered is carried out by its chapter; then the turn goes on until the player is asked again."""
        play = self.play(state, dice)
        TABLE.verify(play, side, action)
        fired_upon.before(play, action)
        TABLE.settle(play, side, action)
        sequence.after(play, action)
        return play.events

    def scenarios(self) -> Sequence[ScenarioInfo]:
        return scenarios.infos(self.charts)

    def reconstructed(self, scenario: str) -> tuple[str, ...]:
        found = self.charts.scenarios.get(scenario)
        if found is None:
            raise no_such("scenario", scenario, sorted(self.charts.scenarios))
        return ours.reconstructed(self.pack, found)

    def check(self, scenario: str) -> None:
        soundness.check(self.charts, scenario)

    def open(self, scenario: str, options: Mapping[str, Any]) -> Sequence[Any]:
        self.sound(scenario)
        return [scenarios.opened(self.charts, scenario, options)]

    def grid(self, state: Game) -> Grid:
        return self.play(state).board

    def seen(self, known: Game, viewer: str) -> GameView:
        found = self.charts.scenarios.get(known.mission.scenario)
        return view.view(self.play(known), () if found is None else ours.files(self.pack, found))


SYSTEM = System(
    id="combat-volume-2",
    title="Combat! Volume 2",
    version="2",
    state_type=Game,
    action_type=TABLE.action_type,
    appliers=TABLE.appliers,
    events=TABLE.events,
    dice=TABLE.dice,
    untold=TABLE.untold,
    bots=BOTS,
    sample=("ambush", {}),
    examples=(
        hand.PlayCard(4),
        permitted.GiveOrder("brubaker", "run-and-gun", "NW", then="N"),
        orders.OrdersDone(),
        fire.Shoot("johnson", "heer-3"),
        go_on.GoOn("team"),
    ),
    constants=Constants,
    data=FILES,
    rules=CombatRules,
)
