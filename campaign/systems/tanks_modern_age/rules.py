"""TANKS: The Modern Age as headquarters sees it: every question goes to the room where its answer stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from campaign.rules.dice import Dice
from campaign.rules.muster import AssetType, Damage, Muster, Outcome, Verdict
from campaign.rules.packs import Pack
from campaign.rules.refused import Refused
from campaign.rules.system import (
    Bot,
    CopyByCode,
    Fit,
    GameView,
    Odds,
    Option,
    Pending,
    Preview,
    RosterReport,
    ScenarioInfo,
)
from campaign.systems.tanks_modern_age import actions, bots, legal, muster, odds, preview, roster, view
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.apply import REACTIONS
from campaign.systems.tanks_modern_age.charts import Charts
from campaign.systems.tanks_modern_age.decide import decide
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.state import Game
from campaign.systems.tanks_modern_age.words import Teller
from events.codec import Upcaster

copy_game = CopyByCode(Game)


class TanksRules:
    """The rules with one pack. See `campaign.rules.system.Rules`."""

    state_type = Game
    action_type: Any = actions.AnyAction
    reactions: Mapping[type[Any], Callable[[Any, Any], None]] = REACTIONS

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.charts = Charts(pack)
        for id, content in self.charts.platoons.items():
            muster.check_sample(self.charts, id, content)

    def scenarios(self) -> Sequence[ScenarioInfo]:
        return [muster.info(self.charts, one) for one in self.charts.scenarios.values()]

    def initial(self) -> Game:
        return Game()

    def open(self, scenario: str, options: Mapping[str, Any]) -> Sequence[e.Event]:
        found = self.charts.scenarios.get(scenario)
        if found is None:
            raise Refused(f"There is no scenario {scenario!r}.", "", sorted(self.charts.scenarios))
        return [muster.muster(self.charts, found, options)]

    def asset_types(self) -> Mapping[str, AssetType]:
        return muster.asset_types(self.charts)

    def damages(self) -> Sequence[Damage]:
        return muster.damages(self.charts)

    def skills(self) -> Mapping[str, str]:
        return muster.SKILLS

    def muster(self, scenario: str, options: Mapping[str, Any], mustered: Muster) -> Sequence[e.Event]:
        found = self.charts.scenarios.get(scenario)
        if found is None:
            raise Refused(f"There is no scenario {scenario!r}.", "", sorted(self.charts.scenarios))
        return [
            muster.with_campaign(self.charts, found, muster.muster(self.charts, found, options), mustered)
        ]

    def advance(self, state: Game, side: str, action: Any, dice: Dice) -> list[e.Event]:
        play = Play(self.charts, state, dice)
        decide(play, side, action)
        return play.events

    def copy(self, state: Game) -> Game:
        return copy_game(state)

    def pending(self, state: Game) -> tuple[Pending, ...]:
        return legal.pending(self.charts, state)

    def legal(self, state: Game, side: str) -> Sequence[Option]:
        return legal.legal(self.charts, state, side)

    def preview(self, state: Game, side: str, action: Any) -> Preview | None:
        return preview.preview(self.charts, copy_game(state), side, action)

    def label(self, state: Game, option: Option) -> str:
        return Teller(self.charts, state).label(option)

    def odds(self, state: Game, side: str, action: Any) -> Odds | None:
        return odds.odds(self.charts, copy_game(state), side, action)

    def view(self, state: Game, viewer: str) -> GameView:
        return view.view(self.charts, state, viewer)

    def tell(self, state: Game, event: Any) -> tuple[str, str]:
        return Teller(self.charts, state).tell(event)

    def rolled(self, event: Any) -> tuple[int, ...]:
        match event:
            case e.RolledOff():
                return tuple(event.rolls.values())
            case (
                e.AttackRolled()
                | e.AttackRerolled()
                | e.DefenceRolled()
                | e.DefenceRerolled()
                | e.RepairTried()
            ):
                return event.dice
            case e.RetaliationRolled() | e.KeepRolled() | e.TokenDropped():
                return (event.die,)
            case e.CardKept():
                return (event.die,) if event.die else ()
            case e.CriticalDrawn():
                return event.cards if event.typed else ()
            case _:
                return ()

    def shuffled(self, event: Any) -> tuple[int, ...]:
        """The places that the shuffle gave to the cards of the sorted pile."""
        if not isinstance(event, e.DeckShuffled):
            return ()
        pile = sorted(event.order)
        return tuple(pile.index(number) + 1 for number in event.order)

    def reveals(self, event: Any) -> bool:
        return isinstance(event, e.CardTurned | e.CriticalDrawn)

    def shown(self, state: Game, event: Any, viewer: str) -> Any:
        return view.shown(self.charts, state, event, viewer)

    def shown_action(self, state: Game, side: str, action: Any, viewer: str) -> Any:
        return action

    def shown_options(self, state: Game, options: Mapping[str, Any], viewer: str) -> Mapping[str, Any]:
        return view.shown_options(state, options, viewer)

    def rosters(self) -> Mapping[str, Mapping[str, Any]]:
        return self.charts.platoons

    def judge(self, roster_file: Mapping[str, Any], limit: int = 0) -> RosterReport:
        return roster.judge(self.charts, roster.decode(self.charts, roster_file), limit)

    def added(self, roster_file: Mapping[str, Any], fit: Fit) -> Mapping[str, Any]:
        return roster.added(self.charts, roster_file, fit)

    def removed(self, roster_file: Mapping[str, Any], line: int) -> Mapping[str, Any]:
        return roster.removed(self.charts, roster_file, line)

    def verdict(self, state: Game) -> Verdict | None:
        return state.verdict

    def outcome(self, state: Game, verdict: Verdict) -> Outcome:
        return muster.outcome(self.charts, state, verdict)

    def bot(self, name: str) -> Bot:
        return bots.find(name)


class Tanks:
    """See `campaign.rules.system.System`."""

    id = "tanks-modern-age"
    title = "TANKS: The Modern Age"
    version = "1"
    bots: tuple[str, ...] = ("random", "sensible")
    events: tuple[type[Any], ...] = e.ALL
    upcasters: Mapping[str, Upcaster] = e.UPCASTERS
    sample: tuple[str, Mapping[str, str]] = ("first-game", {"soviet": "sensible"})

    def load(self, pack: Pack) -> TanksRules:
        return TanksRules(pack)


SYSTEM = Tanks()
