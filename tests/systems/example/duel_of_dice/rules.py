"""Duel of Dice as headquarters sees it: every question goes to the room where its answer stands."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from campaign.rules.dice import Dice, chances
from campaign.rules.muster import Verdict
from campaign.rules.options import Odds, Option, Pending, Range, ScenarioInfo, Setting, chance
from campaign.rules.packs import Pack
from campaign.rules.refused import Refused, no_such
from campaign.rules.system import Rules, System
from campaign.rules.views import GameView, Preview
from duel_of_dice import actions as a
from duel_of_dice import decide, view
from duel_of_dice import events as e
from duel_of_dice.apply import APPLIERS
from duel_of_dice.bots import BOTS, Constants
from duel_of_dice.charts import Charts, Kits
from duel_of_dice.doings import Doings
from duel_of_dice.positions import Positions
from duel_of_dice.state import Game

ROUND_ABOUT = Range("heading", 0, 359, 1, "°", round=True)


class DuelRules(Rules):
    """The rules with one pack. There are no campaigns of champions: it has no assets."""

    hidden = view.FaceDown()

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.charts = Charts(pack)
        self.forces = Kits(self.charts)
        self.positions = Positions(self.charts)
        self.doings = Doings()

    def scenarios(self) -> Sequence[ScenarioInfo]:
        kits = tuple((name, kit["title"]) for name, kit in self.charts.kits.items())
        return [
            ScenarioInfo(one.id, one.title, one.side, one.summary, turns=one.rounds, source=one.source, settings=(
                Setting("rounds", "Rounds", "number", one.rounds, lowest=1, highest=decide.HAND),
                *(Setting(side.id, f"Kit of {side.name}", "roster", "bold", kits, side=side.id) for side in one.side),
            ))
            for one in self.charts.scenarios.values()
        ]  # fmt: skip

    def open(self, scenario: str, options: Mapping[str, Any]) -> Sequence[e.Event]:
        found = self.charts.scenarios.get(scenario)
        if found is None:
            raise no_such("scenario", scenario, self.charts.scenarios)
        for side in found.side:
            for problem in self.forces.judge(options[side.id], found.points).problems:
                where = f"$.options.{side.id}"
                raise Refused(f"{side.name}: {problem.reason}", problem.rule, problem.allowed, where)
        kits = tuple(tuple(options[side.id]["cards"]) for side in found.side)
        return [e.DuelBegan(options["rounds"], found.side, kits)]

    def asked(self, open: Game) -> tuple[Pending, ...]:
        return decide.asked(open)

    def verify(self, known: Game, side: str, action: Any) -> None:
        decide.verify(known, side, action)

    def settle(self, state: Game, side: str, action: Any, dice: Dice) -> list[e.Event]:
        play = decide.Play(self.charts, state, dice)
        decide.settle(play, side, action)
        return play.events

    def options(self, known: Game, side: str) -> Sequence[Option]:
        kinds = {one.side: one.kind for one in decide.asked(known)}
        found = [Option(a.Deal())] if kinds.get(side) == "deal" else []
        if kinds.get(side) == "lay":
            found = [Option(a.Lay(card), side, dice=1) for card in known.champions[side].hand]
        return [*found, Option(a.Face(known.champions[side].heading), side, ranges=(ROUND_ABOUT,))]

    def label(self, known: Game, option: Option) -> str:
        match option.action:
            case a.Lay(card):
                return f"Lay {self.charts.cards[card].name} face down"
            case a.Deal():
                return "Draw a hand"
            case _:
                return "Turn the champion"

    def ghost(self, known: Game, side: str, action: Any) -> Preview | None:
        if not isinstance(action, a.Face):
            return None
        champion = replace(known.champions[side], heading=action.heading)
        turned = replace(known, champions={**known.champions, side: champion})
        return Preview(view.piece(self.charts, turned, side))

    def chances(self, state: Game, side: str, action: Any) -> Odds | None:
        """Against a card that nobody may see, only one's own blow can be reckoned."""
        if not isinstance(action, a.Lay):
            return None
        bonus = self.charts.cards[action.card].bonus
        found: Mapping[int, Fraction] = chances(lambda dice: dice.roll("blow", 1)[0] + bonus)
        return Odds(
            tuple(chance(f"a blow of {n}", one) for n, one in found.items()), note="The other card is hidden."
        )

    def seen(self, known: Game, viewer: str) -> GameView:
        return view.view(self.charts, known)

    def describe(self, state: Game, event: Any) -> tuple[str, str]:
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

    def verdict(self, state: Game) -> Verdict | None:
        return state.verdict


SYSTEM = System(
    id="duel-of-dice",
    title="Duel of Dice",
    version="1",
    state_type=Game,
    action_type=a.AnyAction,
    appliers=APPLIERS,
    events=e.ALL,
    dice={e.BlowsFell: "dice"},
    shuffles={e.HandDrawn: "order"},
    bots=BOTS,
    constants=Constants,
    sample=("ring", {"blue": "random"}),
    rules=DuelRules,
)
