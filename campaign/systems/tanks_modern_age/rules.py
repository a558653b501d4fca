"""TANKS: The Modern Age as headquarters sees it: every question goes to the room where its answer stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from campaign.rules.dice import Dice
from campaign.rules.muster import Verdict
from campaign.rules.options import Odds, Option, Pending, ScenarioInfo
from campaign.rules.packs import Pack
from campaign.rules.system import Rules, System
from campaign.rules.views import GameView, Preview
from campaign.systems.tanks_modern_age import (
    actions,
    legal,
    muster,
    odds,
    ours,
    preview,
    roster,
    soundness,
    view,
)
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.apply import APPLIERS
from campaign.systems.tanks_modern_age.bots import BOTS
from campaign.systems.tanks_modern_age.checks import sound_charts
from campaign.systems.tanks_modern_age.constants import Constants
from campaign.systems.tanks_modern_age.data_files import FILES
from campaign.systems.tanks_modern_age.decide import dispatch
from campaign.systems.tanks_modern_age.doings import Doings
from campaign.systems.tanks_modern_age.hidden import FaceDown
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.positions import Positions
from campaign.systems.tanks_modern_age.state import Game
from campaign.systems.tanks_modern_age.words import Teller


class TanksRules(Rules):
    """The rules with one pack."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.charts = sound_charts(pack)
        self.readings = self.charts.readings
        for id, content in self.charts.platoons.items():
            muster.check_sample(self.charts, id, content)
        self.hidden = self.face_down = FaceDown(self.charts)
        self.forces = roster.Platoons(self.charts)
        self.assets = muster.ModelAssets(self.charts)
        self.positions = Positions(self.charts)
        self.doings = Doings(self.charts)

    def scenarios(self) -> Sequence[ScenarioInfo]:
        return [muster.info(self.charts, one) for one in self.charts.scenarios.values()]

    def reconstructed(self, scenario: str) -> tuple[str, ...]:
        return ours.reconstructed(self.charts, muster.scenario_of(self.charts, scenario))

    def check(self, scenario: str) -> None:
        soundness.check(self.charts, scenario)

    def open(self, scenario: str, options: Mapping[str, Any]) -> Sequence[e.Event]:
        self.sound(scenario)
        return [muster.set_up(self.charts, muster.scenario_of(self.charts, scenario), options)]

    def asked(self, open: Game) -> tuple[Pending, ...]:
        return legal.pending(self.charts, open)

    def options(self, known: Game, side: str) -> Sequence[Option]:
        return legal.legal(self.charts, known, side)

    def verify(self, known: Game, side: str, action: Any) -> None:
        dispatch.verify(Play(self.charts, known), side, action)

    def settle(self, state: Game, side: str, action: Any, dice: Dice) -> list[e.Event]:
        play = Play(self.charts, state, dice)
        dispatch.settle(play, side, action)
        return play.events

    def seen(self, known: Game, viewer: str) -> GameView:
        return view.view(self.charts, known)

    def label(self, known: Game, option: Option) -> str:
        return Teller(self.charts, known).label(option)

    def describe(self, state: Game, event: Any) -> tuple[str, str]:
        return Teller(self.charts, state).describe(event)

    def chances(self, state: Game, side: str, action: Any) -> Odds | None:
        return odds.odds(self.charts, state, side, action)

    def ghost(self, known: Game, side: str, action: Any) -> Preview | None:
        return preview.preview(self.charts, self.face_down.completed(known, side), side, action)

    def verdict(self, state: Game) -> Verdict | None:
        return state.verdict


SYSTEM = System(
    id="tanks-modern-age",
    title="TANKS: The Modern Age",
    version="4",
    state_type=Game,
    action_type=actions.AnyAction,
    appliers=APPLIERS,
    events=e.ALL,
    upcasters=e.UPCASTERS,
    untold={actions.Stay: "a model moves no farther", actions.Skip: "a model lets it be"},
    dice={
        e.RolledOff: "rolls",
        e.AttackRolled: "dice",
        e.AttackRerolled: "dice",
        e.DefenceRolled: "dice",
        e.DefenceRerolled: "dice",
        e.RepairTried: "dice",
        e.RetaliationRolled: "die",
        e.KeepRolled: "die",
        e.TokenDropped: "die",
        e.CardKept: "die",
        e.CriticalDrawn: ("cards", "typed"),
    },
    shuffles={e.DeckShuffled: "order"},
    bots=BOTS,
    constants=Constants,
    data=FILES,
    sample=("first-game", {"soviet": "sensible"}),
    examples=(
        actions.Move("t-64-1", bearing=90, distance=100),
        actions.PlaceTerrain(200, 225),
        actions.Pass(),
    ),
    force={
        "title": "American armour, 50 points",
        "nation": "usa",
        "platoon": "team-yankee",
        "limit": 50,
        "model": [
            {"type": "m1-abrams", "cards": ["commander-cunning", "gunner-dead-eye"]},
            {"type": "m60-patton", "cards": ["loader-precise", "driver-defensive", "tool-kit"]},
        ],
    },
    rules=TanksRules,
)
