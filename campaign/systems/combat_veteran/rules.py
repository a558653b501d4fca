"""Combat Veteran as headquarters sees it: every question goes to the room where its answer stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from campaign.rules.dice import Dice
from campaign.rules.muster import Verdict
from campaign.rules.options import Odds, Option, Pending, ScenarioInfo
from campaign.rules.packs import Pack
from campaign.rules.refused import no_such
from campaign.rules.system import Rules, System
from campaign.rules.views import GameView
from campaign.systems.combat_veteran import actions, legal, muster, odds, soundness, view, words
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.apply import APPLIERS
from campaign.systems.combat_veteran.bots import BOTS
from campaign.systems.combat_veteran.charts import Charts
from campaign.systems.combat_veteran.constants import Constants
from campaign.systems.combat_veteran.data_files import FILES
from campaign.systems.combat_veteran.decide.dispatch import decide
from campaign.systems.combat_veteran.doings import Doings
from campaign.systems.combat_veteran.pending import asked
from campaign.systems.combat_veteran.play import Play
from campaign.systems.combat_veteran.readings import Readings
from campaign.systems.combat_veteran.state import Game


class CombatVeteranRules(Rules):
    """The rules with one pack; everybody sees everything."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.charts = Charts(pack)
        self.readings = self.charts.readings
        self.assets = muster.VeteranAssets(self.charts)
        self.doings = Doings()

    def scenarios(self) -> Sequence[ScenarioInfo]:
        return [
            ScenarioInfo(
                one.id, one.title, one.side, one.summary, one.variant_of, one.turns, one.notes, one.source,
                muster.settings(self.charts, one),
            )
            for one in self.charts.scenarios.values()
        ]  # fmt: skip

    def reconstructed(self, scenario: str) -> tuple[str, ...]:
        one = self.charts.scenarios.get(scenario)
        if one is None:
            raise no_such("scenario", scenario, sorted(self.charts.scenarios))
        return (*self.charts.reconstructed, *one.reconstructed)

    def check(self, scenario: str) -> None:
        soundness.check(self.charts, scenario)

    def open(self, scenario: str, options: Mapping[str, Any]) -> Sequence[e.Event]:
        self.sound(scenario)
        found = muster.chosen(self.charts, scenario, options)
        return muster.begin(self.charts, found.scenario, muster.forces(self.charts, found))

    def settle(self, state: Game, side: str, action: Any, dice: Dice) -> list[e.Event]:
        play = Play(self.charts, state, dice)
        decide(play, side, action)
        return play.events

    def asked(self, open: Game) -> tuple[Pending, ...]:
        question = asked(open)
        return () if question is None else (question,)

    def options(self, known: Game, side: str) -> Sequence[Option]:
        return legal.legal(self.charts, known, side)

    def seen(self, known: Game, viewer: str) -> GameView:
        return view.view(self.charts, known)

    def label(self, known: Game, option: Option) -> str:
        return words.label(known, option)

    def describe(self, state: Game, event: Any) -> tuple[str, str]:
        return words.describe(state, event)

    def chances(self, state: Game, side: str, action: Any) -> Odds | None:
        return odds.odds(Play(self.charts, state), side, action)

    def read(self, state: Game) -> Readings:
        return state.read

    def verdict(self, state: Game) -> Verdict | None:
        return state.verdict


SYSTEM = System(
    id="combat-veteran",
    title="Combat Veteran: vehicles",
    version="3",
    state_type=Game,
    action_type=actions.AnyAction,
    appliers=APPLIERS,
    events=e.ALL,
    upcasters=e.UPCASTERS,
    dice={
        e.AttackRolled: "dice",
        e.DamageTaken: "dice",
        e.CloseCombatFought: "dice",
        e.RepairTried: "die",
        e.BrokeDown: "die",
    },
    silent=("breakdown of ", "collateral damage to "),
    bots=BOTS,
    constants=Constants,
    data=FILES,
    sample=("tank-duel", {"nk": "sensible"}),
    examples=(
        actions.Fire("m26-1", "main", "t34-2"),
        actions.Drive("t34-1", "1015"),
        actions.EndPhase(),
    ),
    rules=CombatVeteranRules,
)
