"""MechWar 4 as headquarters sees it: every question goes to the room where its answer stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from campaign.rules.dice import Dice
from campaign.rules.muster import Verdict
from campaign.rules.options import Odds, Option, Pending, ScenarioInfo, Side
from campaign.rules.packs import Pack
from campaign.rules.places import Grid
from campaign.rules.refused import no_such
from campaign.rules.system import Rules, System
from campaign.rules.views import GameView, Preview
from campaign.systems.mechwar_4 import (
    actions,
    crossing,
    legal,
    muster,
    odds,
    opening,
    preview,
    settings,
    soundness,
    view,
    words,
)
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.apply import APPLIERS
from campaign.systems.mechwar_4.bots import BOTS
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.constants import Constants
from campaign.systems.mechwar_4.data_files import FILES
from campaign.systems.mechwar_4.decide import dispatch
from campaign.systems.mechwar_4.doings import Doings
from campaign.systems.mechwar_4.face_down import FaceDown
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.positions import Positions
from campaign.systems.mechwar_4.questions import questions
from campaign.systems.mechwar_4.roster import Armies
from campaign.systems.mechwar_4.state import Game


class MechWarRules(Rules):
    """The rules with one pack (19.10)."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.charts = Charts(pack)
        self.readings = self.charts.readings
        self.forces = Armies(self.charts)
        self.hidden = FaceDown(self.charts)
        self.assets = muster.Platoons(self.charts)
        self.positions = Positions(self.charts)
        self.doings = Doings(self.charts)

    def scenarios(self) -> Sequence[ScenarioInfo]:
        return [
            ScenarioInfo(
                one.id,
                one.title,
                tuple(Side(side.id, side.name, side.colour) for side in one.side),
                one.summary,
                "",
                one.turns,
                one.notes,
                one.source,
                settings.settings(self.charts, one),
            )
            for one in self.charts.scenarios.values()
        ]

    def reconstructed(self, scenario: str) -> tuple[str, ...]:
        if scenario not in self.charts.scenarios:
            raise no_such("scenario", scenario, sorted(self.charts.scenarios))
        return self.charts.reconstructed

    def check(self, scenario: str) -> None:
        soundness.check(self.charts, scenario)

    def open(self, scenario: str, options: Mapping[str, Any]) -> Sequence[e.Event]:
        self.sound(scenario)
        return opening.open_battle(self.charts, scenario, options)

    def asked(self, open: Game) -> tuple[Pending, ...]:
        return questions(Play(self.charts, open))

    def options(self, known: Game, side: str) -> Sequence[Option]:
        return legal.legal(Play(self.charts, known), side)

    def verify(self, known: Game, side: str, action: Any) -> None:
        dispatch.verify(Play(self.charts, known), side, action)

    def settle(self, state: Game, side: str, action: Any, dice: Dice) -> list[e.Event]:
        play = Play(self.charts, state, dice)
        dispatch.decide(play, side, action)
        return play.events

    def seen(self, known: Game, viewer: str) -> GameView:
        return view.view(Play(self.charts, known), viewer)

    def chances(self, state: Game, side: str, action: Any) -> Odds | None:
        return odds.odds(Play(self.charts, state), side, action)

    def ghost(self, known: Game, side: str, action: Any) -> Preview | None:
        found = preview.preview(Play(self.charts, known), side, action)
        if found is None or not known.mines or not isinstance(action, actions.Move):
            return found
        chances = crossing.odds(Play(self.charts, self.completed(known, side)), action)
        return replace(found, notes=(*found.notes, *crossing.notes(chances)))

    def grid(self, state: Game) -> Grid:
        return self.charts.boards[state.board]

    def label(self, known: Game, option: Option) -> str:
        return words.label(known, option)

    def describe(self, state: Game, event: Any) -> tuple[str, str]:
        return words.describe(state, event)

    def verdict(self, state: Game) -> Verdict | None:
        return state.verdict


SYSTEM = System(
    id="mechwar-4",
    title="MechWar 4",
    version="4",
    state_type=Game,
    action_type=actions.AnyAction,
    appliers=APPLIERS,
    events=e.ALL,
    dice=e.DICE,
    shuffles=e.SHUFFLES,
    bots=BOTS,
    constants=Constants,
    data=FILES,
    untold={
        actions.EndActivation: "end of the activation",
        actions.HoldFire: "fire is held",
        actions.Resolve: "nobody else joins the attack",
    },
    sample=("crossroads", {"soviet": "sensible"}),
    force={
        "title": "An American team, 40 points",
        "nation": "us",
        "quality": "first-line",
        "limit": 40,
        "support": ["medium-battery"],
        "unit": [
            {"type": "m60a1", "company": "A"},
            {"type": "m60a1", "company": "A"},
            {"type": "m113", "company": "B"},
            {"type": "us-rifles", "company": "B", "name": "1st platoon"},
            {"type": "m150"},
        ],
    },
    examples=(
        actions.Fire("A1", "B1"),
        actions.StartMove("A2"),
        actions.Move("A2", "1614"),
    ),
    rules=MechWarRules,
)
