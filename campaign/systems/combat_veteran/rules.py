"""Combat Veteran as headquarters sees it: every question goes to the room where its answer stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from campaign.rules.dice import Dice, ScriptedDice
from campaign.rules.muster import AssetType, Damage, Muster, Outcome, Verdict
from campaign.rules.packs import Pack
from campaign.rules.refused import Refused
from campaign.rules.system import (
    Bot,
    CopyByCode,
    GameView,
    Odds,
    OpenTable,
    Option,
    Pending,
    ScenarioInfo,
    Setting,
)
from campaign.systems.combat_veteran import actions, bots, legal, odds, view, words
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.apply import REACTIONS
from campaign.systems.combat_veteran.charts import Charts, Scenario
from campaign.systems.combat_veteran.decide import decide
from campaign.systems.combat_veteran.decide.phases import settle
from campaign.systems.combat_veteran.muster import (
    DAMAGES,
    SKILLS,
    asset_types,
    forces,
    mustered,
    outcome,
)
from campaign.systems.combat_veteran.pending import asked
from campaign.systems.combat_veteran.play import Play
from campaign.systems.combat_veteran.state import Game
from events.codec import Upcaster

copy_game = CopyByCode(Game)


class CombatVeteranRules(OpenTable):
    """The rules with one pack. See `campaign.rules.system.Rules`."""

    state_type = Game
    action_type: Any = actions.AnyAction
    reactions: Mapping[type[Any], Callable[[Any, Any], None]] = REACTIONS

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.charts = Charts(pack)

    def scenarios(self) -> Sequence[ScenarioInfo]:
        last_die = "A last die for attacks that have none left (9.5 g)"
        misadventure = Setting("misadventure", last_die, "switch", self.charts.conditions.misadventure)
        return [
            ScenarioInfo(
                one.id, one.title, one.side, one.summary, one.variant_of, one.turns, one.notes, one.source,
                (misadventure,),
            )
            for one in self.charts.scenarios.values()
        ]  # fmt: skip

    def initial(self) -> Game:
        return Game()

    def open(self, scenario: str, options: Mapping[str, Any]) -> Sequence[e.Event]:
        found, misadventure = self._chosen(scenario, options)
        return self._begin(found, forces(self.charts, found, misadventure))

    def muster(self, scenario: str, options: Mapping[str, Any], muster: Muster) -> Sequence[e.Event]:
        found, misadventure = self._chosen(scenario, options)
        return self._begin(found, mustered(self.charts, found, misadventure, muster))

    def _chosen(self, scenario: str, options: Mapping[str, Any]) -> tuple[Scenario, bool]:
        """The scenario, and whether misadventure is played. Raises Refused."""
        found = self.charts.scenarios.get(scenario)
        if found is None:
            raise Refused(f"There is no scenario {scenario!r}.", "", sorted(self.charts.scenarios))
        if unknown := sorted(options.keys() - {"misadventure"}):
            raise Refused(
                f"This rule system has no option {unknown[0]!r}.", "", ["misadventure"], "$.options"
            )
        misadventure = options.get("misadventure", self.charts.conditions.misadventure)
        if not isinstance(misadventure, bool):
            raise Refused("This option is on or off.", "9.5 g", ["true", "false"], "$.options.misadventure")
        return found, misadventure

    def _begin(self, found: Scenario, placed: e.ForcesPlaced) -> Sequence[e.Event]:
        """The set-up, and the phases that pass before anybody has something to decide."""
        game = self.initial()
        REACTIONS[type(placed)](game, placed)
        play = Play(self.charts, game, ScriptedDice(()))
        play.tell(e.PhaseBegan(1, found.first_phase, found.side[0].id))
        settle(play)
        return [placed, *play.events]

    def advance(self, state: Game, side: str, action: Any, dice: Dice) -> list[e.Event]:
        play = Play(self.charts, state, dice)
        decide(play, side, action)
        return play.events

    def copy(self, state: Game) -> Game:
        return copy_game(state)

    def pending(self, state: Game) -> tuple[Pending, ...]:
        question = asked(state)
        return () if question is None else (question,)

    def legal(self, state: Game, side: str) -> Sequence[Option]:
        return legal.legal(self.charts, state, side)

    def label(self, state: Game, option: Option) -> str:
        return words.label(state, option)

    def odds(self, state: Game, side: str, action: Any) -> Odds | None:
        return odds.odds(Play(self.charts, state, ScriptedDice(())), side, action)

    def view(self, state: Game, viewer: str) -> GameView:
        return view.view(self.charts, state)

    def tell(self, state: Game, event: Any) -> tuple[str, str]:
        return words.tell(state, event)

    def rolled(self, event: Any) -> tuple[int, ...]:
        match event:
            case e.AttackRolled() | e.DamageTaken() | e.CloseCombatFought():
                return event.dice
            case e.RepairTried() | e.BrokeDown():
                return (event.die,)
            case _:
                return ()

    def verdict(self, state: Game) -> Verdict | None:
        return state.verdict

    def asset_types(self) -> Mapping[str, AssetType]:
        return asset_types(self.charts)

    def damages(self) -> Sequence[Damage]:
        return DAMAGES

    def skills(self) -> Mapping[str, str]:
        return SKILLS

    def outcome(self, state: Game, verdict: Verdict) -> Outcome:
        return outcome(state, verdict)

    def bot(self, name: str) -> Bot:
        return bots.find(name)


class CombatVeteran:
    """See `campaign.rules.system.System`."""

    id = "combat-veteran"
    title = "Combat Veteran: vehicles"
    version = "1"
    bots: tuple[str, ...] = ("random", "sensible")
    events: tuple[type[Any], ...] = e.ALL
    upcasters: Mapping[str, Upcaster] = e.UPCASTERS
    sample: tuple[str, Mapping[str, str]] = ("tank-duel", {"nk": "sensible"})

    def load(self, pack: Pack) -> CombatVeteranRules:
        return CombatVeteranRules(pack)


SYSTEM = CombatVeteran()
