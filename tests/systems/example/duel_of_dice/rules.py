"""Duel of Dice as headquarters sees it."""

from collections.abc import Mapping, Sequence
from typing import Any

from campaign.rules.chapters import ChapterRules
from campaign.rules.decision import NO_DICE
from campaign.rules.dice import Dice
from campaign.rules.options import ScenarioInfo, Setting, Side, played
from campaign.rules.packs import Pack
from campaign.rules.refused import Refused, no_such
from campaign.rules.system import System
from campaign.rules.views import GameView
from duel_of_dice import view
from duel_of_dice.bots import BOTS, Constants
from duel_of_dice.chapters import TABLE
from duel_of_dice.charts import Charts, Kits
from duel_of_dice.dealing import HAND, DuelBegan
from duel_of_dice.doings import Doings
from duel_of_dice.hidden import FaceDown
from duel_of_dice.play import Play
from duel_of_dice.positions import Positions
from duel_of_dice.state import Game


class DuelRules(ChapterRules[Play]):
    """The rules with one pack. There are no campaigns of champions: it has no assets."""

    table = TABLE
    hidden = FaceDown()

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.charts = Charts(pack)
        self.forces = Kits(self.charts)
        self.positions = Positions(self.charts)
        self.doings = Doings()

    def play(self, state: Game, dice: Dice = NO_DICE) -> Play:
        return Play(TABLE, self.charts, state, dice)

    def scenarios(self) -> Sequence[ScenarioInfo]:
        return [
            ScenarioInfo(one.id, one.title, one.side, one.summary, turns=one.rounds, source=one.source, settings=(
                Setting("rounds", "Rounds", "number", one.rounds, lowest=1, highest=HAND),
                *map(self._kit, played(one.side)),
            ))
            for one in self.charts.scenarios.values()
        ]  # fmt: skip

    def _kit(self, side: Side) -> Setting:
        kits = tuple((name, kit["title"]) for name, kit in self.charts.kits.items())
        return Setting(side.id, f"Kit of {side.name}", "roster", "bold", kits, side=side.id)

    def open(self, scenario: str, options: Mapping[str, Any]) -> Sequence[DuelBegan]:
        found = self.charts.scenarios.get(scenario)
        if found is None:
            raise no_such("scenario", scenario, self.charts.scenarios)
        for side in played(found.side):
            for problem in self.forces.judge(options[side.id], found.points).problems:
                where = f"$.options.{side.id}"
                raise Refused(f"{side.name}: {problem.reason}", problem.rule, problem.allowed, where)
        kits = tuple(
            found.straw if side.by_rules else tuple(options[side.id]["cards"]) for side in found.side
        )
        return [DuelBegan(options["rounds"], found.side, kits)]

    def seen(self, known: Game, viewer: str) -> GameView:
        return view.view(self.charts, known)


SYSTEM = System(
    id="duel-of-dice",
    title="Duel of Dice",
    version="1",
    state_type=Game,
    action_type=TABLE.action_type,
    appliers=TABLE.appliers,
    events=TABLE.events,
    dice=TABLE.dice,
    shuffles=TABLE.shuffles,
    bots=BOTS,
    constants=Constants,
    sample=("ring", {"blue": "random"}),
    rules=DuelRules,
)
