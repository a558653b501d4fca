"""Actions into facts. `pending` says who is asked, and `decide` refuses whatever is not the answer."""

from campaign.rules.decision import NO_DICE, Decision
from campaign.rules.dice import Dice
from campaign.rules.muster import Verdict
from campaign.rules.options import Pending
from campaign.rules.refused import Refused
from duel_of_dice import actions as a
from duel_of_dice import events as e
from duel_of_dice.apply import APPLIERS
from duel_of_dice.charts import Charts
from duel_of_dice.state import Game

HAND = 3


class Play(Decision[Game, e.Event]):
    """A decision with the charts."""

    __slots__ = ("charts",)
    appliers = APPLIERS

    def __init__(self, charts: Charts, state: Game, dice: Dice = NO_DICE) -> None:
        super().__init__(state, dice)
        self.charts = charts


def pending(game: Game) -> tuple[Pending, ...]:
    """Both sides are asked at once; one that has laid its card waits for the other."""
    asked: list[Pending] = []
    for side, champion in game.champions.items():
        if not champion.dealt:
            asked.append(Pending(side, "deal", "Shuffle your kit and draw a hand."))
        elif not champion.laid:
            asked.append(Pending(side, "lay", f"Round {game.round}: lay a card face down."))
    return tuple(asked) if game.verdict is None else ()


def decide(play: Play, side: str, action: a.AnyAction) -> None:
    """Raises Refused, only before the first event."""
    if isinstance(action, a.Face):
        play.emit(e.Faced(side, action.heading))
        return
    kinds = {one.side: one.kind for one in pending(play.state)}
    if kinds.get(side) != action.__struct_config__.tag:
        wanted = kinds.get(side, "")
        raise Refused("That is not what you are asked for now.", "1", [wanted or "wait", "face"], "$.kind")
    if isinstance(action, a.Deal):
        kit = play.state.champions[side].kit
        order = play.dice.shuffle(f"the kit of {side}", len(kit))
        play.emit(e.HandDrawn(side, order, tuple([kit[i - 1] for i in order[:HAND]] or kit)))
        return
    hand = play.state.champions[side].hand
    if action.card not in hand:
        raise Refused("This card is not in your hand.", "2", hand, "$.card")
    play.emit(e.CardLaid(side, action.card))
    if not pending(play.state):
        blows(play)


def blows(play: Play) -> None:
    game, sides = play.state, [side.id for side in play.state.sides]
    cards = tuple(game.champions[side].laid for side in sides)
    dice = tuple(play.dice.roll(f"blow of {side}", 1)[0] for side in sides)
    left, right = (die + play.charts.cards[card].bonus for die, card in zip(dice, cards, strict=True))
    play.emit(e.BlowsFell(cards, dice, sides[left < right] if left != right else ""))
    if game.round > game.rounds:
        wins = [game.champions[side].wins for side in sides]
        winner = sides[wins[0] < wins[1]] if wins[0] != wins[1] else ""
        play.emit(e.DuelEnded(Verdict(winner, f"{max(wins)} rounds to {min(wins)}", game.rounds, "3")))
