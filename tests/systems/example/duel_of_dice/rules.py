"""Duel of Dice as headquarters sees it: every question goes to the room where its answer stands."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from campaign.systems.duel_of_dice import actions as a
from campaign.systems.duel_of_dice import decide, view
from campaign.systems.duel_of_dice import events as e
from campaign.systems.duel_of_dice.apply import REACTIONS
from campaign.systems.duel_of_dice.charts import Charts
from campaign.systems.duel_of_dice.state import Game

from campaign.rules.dice import Dice, chances
from campaign.rules.muster import Fate, Outcome, Verdict
from campaign.rules.packs import Pack
from campaign.rules.refused import Refused
from campaign.rules.system import (  # fmt: skip
    Bot,
    CopyByCode,
    GameView,
    Odds,
    OpenTable,
    Option,
    Pending,
    Preview,
    Range,
    RosterReport,
    ScenarioInfo,
    Setting,
    chance,
)

ROUND_ABOUT = Range("heading", 0, 359, 1, "°", round=True)


class DuelRules(OpenTable):
    """See `campaign.rules.system.Rules`."""

    state_type = Game
    action_type: Any = a.AnyAction
    reactions: Mapping[type[Any], Callable[[Any, Any], None]] = REACTIONS
    initial = Game
    copy = staticmethod(CopyByCode(Game))

    def __init__(self, pack: Pack) -> None:
        self.pack, self.charts = pack, Charts(pack)

    def scenarios(self) -> Sequence[ScenarioInfo]:
        kits = tuple((name, kit["title"]) for name, kit in self.charts.kits.items())
        return [
            ScenarioInfo(one.id, one.title, one.side, one.summary, turns=one.rounds, source=one.source, settings=(
                Setting("rounds", "Rounds", "number", one.rounds, lowest=1, highest=decide.HAND),
                *(Setting(side.id, f"Kit of {side.name}", "roster", "bold", kits, side=side.id) for side in one.side),
            ))
            for one in self.charts.scenarios
        ]  # fmt: skip

    def open(self, scenario: str, options: Mapping[str, Any]) -> Sequence[e.Event]:
        found = next(one for one in self.charts.scenarios if one.id == scenario)
        for side in found.side:
            for problem in self.judge(options[side.id], found.points).problems:
                where = f"$.options.{side.id}"
                raise Refused(f"{side.name}: {problem.reason}", problem.rule, problem.allowed, where)
        kits = tuple(tuple(options[side.id]["cards"]) for side in found.side)
        return [e.DuelBegan(options["rounds"], found.side, kits)]

    def advance(self, state: Game, side: str, action: Any, dice: Dice) -> list[e.Event]:
        play = decide.Play(self.charts, state, dice)
        decide.decide(play, side, action)
        return play.events

    def pending(self, state: Game) -> tuple[Pending, ...]:
        return decide.pending(state)

    def legal(self, state: Game, side: str) -> Sequence[Option]:
        kinds = {one.side: one.kind for one in decide.pending(state)}
        found = [Option(a.Deal())] if kinds.get(side) == "deal" else []
        if kinds.get(side) == "lay":
            found = [Option(a.Lay(card), side, dice=1) for card in state.champions[side].hand]
        return [*found, Option(a.Face(state.champions[side].heading), side, ranges=(ROUND_ABOUT,))]

    def label(self, state: Game, option: Option) -> str:
        match option.action:
            case a.Lay(card):
                return f"Lay {self.charts.cards[card].name} face down"
            case a.Deal():
                return "Draw a hand"
            case _:
                return "Turn the champion"

    def preview(self, state: Game, side: str, action: Any) -> Preview | None:
        if not isinstance(action, a.Face):
            return None
        turned = self.copy(state)
        self.advance(turned, side, action, None)  # type: ignore[arg-type] # it rolls nothing
        return Preview(view.piece(self.charts, turned, side, side))

    def odds(self, state: Game, side: str, action: Any) -> Odds | None:
        """Against a card that nobody may see, only one's own blow can be reckoned."""
        if not isinstance(action, a.Lay) or action.card not in state.champions[side].hand:
            return None
        bonus = self.charts.cards[action.card].bonus
        found: Mapping[int, Fraction] = chances(lambda dice: dice.roll("blow", 1)[0] + bonus)
        return Odds(
            tuple(chance(f"a blow of {n}", one) for n, one in found.items()), note="The other card is hidden."
        )

    def view(self, state: Game, viewer: str) -> GameView:
        return view.view(self.charts, state, viewer)

    def shown(self, state: Game, event: Any, viewer: str) -> Any:
        return view.shown(state, event, viewer)

    def shown_action(self, state: Game, side: str, action: Any, viewer: str) -> Any:
        return view.shown_action(state, side, action, viewer)

    def shown_options(self, state: Game, options: Mapping[str, Any], viewer: str) -> Mapping[str, Any]:
        def known(name: str) -> bool:
            return name == "rounds" or view.knows(state, name, viewer)

        return {name: one if known(name) else "" for name, one in options.items()}

    def tell(self, state: Game, event: Any) -> tuple[str, str]:
        match event:
            case e.DuelBegan():
                return f"A duel of {event.rounds} rounds.", "1"
            case e.HandDrawn():
                return f"{event.side} draws a hand.", "1"
            case e.CardLaid(side, card):
                return f"{side} lays {self.charts.cards[card].name if card else 'a card'}.", "2"
            case e.BlowsFell(cards, dice, winner):
                names = [self.charts.cards[card].name for card in cards]
                blows = " against ".join(f"{name} ({die})" for name, die in zip(names, dice, strict=True))
                return f"{blows}: {winner or 'nobody'} wins the round.", "2"
            case e.Faced():
                return f"{event.side} turns to {event.heading}°.", "1"
            case _:
                return "The duel is over.", "3"

    def rolled(self, event: Any) -> tuple[int, ...]:
        return event.dice if isinstance(event, e.BlowsFell) else ()

    def shuffled(self, event: Any) -> tuple[int, ...]:
        return event.order if isinstance(event, e.HandDrawn) else ()

    def reveals(self, event: Any) -> bool:
        return isinstance(event, e.BlowsFell)

    def rosters(self) -> Mapping[str, Mapping[str, Any]]:
        return self.charts.kits

    def judge(self, roster: Mapping[str, Any], limit: int = 0) -> RosterReport:
        return self.charts.judge(roster, limit)

    def verdict(self, state: Game) -> Verdict | None:
        return state.verdict

    def outcome(self, state: Game, verdict: Verdict) -> Outcome:
        return Outcome(verdict, tuple(Fate(side, side, "champion", "fit") for side in state.champions))

    def bot(self, name: str) -> Bot:
        return RandomBot()


class RandomBot:
    """Answers what it is asked with any of the answers."""

    name = "random"

    def choose(
        self, rules: Any, state: Any, side: str, options: Sequence[Option], pick: Callable[[int], int]
    ) -> Option:
        answers = [one for one in options if not isinstance(one.action, a.Face)]
        return answers[pick(len(answers))]


class DuelOfDice:
    """See `campaign.rules.system.System`."""

    id, title, version = "duel-of-dice", "Duel of Dice", "1"
    bots = ("random",)
    events: tuple[type[Any], ...] = e.ALL
    upcasters: Mapping[str, Any] = {}
    sample = ("ring", {"blue": "random"})

    def load(self, pack: Pack) -> DuelRules:
        return DuelRules(pack)


SYSTEM = DuelOfDice()
