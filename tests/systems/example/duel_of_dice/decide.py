"""Actions into facts. `pending` says who is asked, and `decide` refuses whatever is not the answer."""

from campaign.systems.duel_of_dice import actions as a
from campaign.systems.duel_of_dice import events as e
from campaign.systems.duel_of_dice.apply import REACTIONS
from campaign.systems.duel_of_dice.charts import Charts
from campaign.systems.duel_of_dice.state import Game

from campaign.rules.dice import Dice
from campaign.rules.muster import Verdict
from campaign.rules.refused import Refused
from campaign.rules.system import Pending

HAND = 3


class Play:
    """One decision under way: an event told here is applied at once, so that what follows sees it."""

    def __init__(self, charts: Charts, game: Game, dice: Dice) -> None:
        self.charts, self.game, self.dice = charts, game, dice
        self.events: list[e.Event] = []

    def tell(self, event: e.Event) -> None:
        REACTIONS[type(event)](self.game, event)
        self.events.append(event)


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
        play.tell(e.Faced(side, action.heading))
        return
    kinds = {one.side: one.kind for one in pending(play.game)}
    if kinds.get(side) != action.__struct_config__.tag:
        wanted = kinds.get(side, "")
        raise Refused("That is not what you are asked for now.", "1", [wanted or "wait", "face"], "$.kind")
    if isinstance(action, a.Deal):
        kit = play.game.champions[side].kit
        order = play.dice.shuffle(f"the kit of {side}", len(kit))
        play.tell(e.HandDrawn(side, order, tuple([kit[i - 1] for i in order[:HAND]] or kit)))
        return
    hand = play.game.champions[side].hand
    if action.card not in hand:
        raise Refused("This card is not in your hand.", "2", hand, "$.card")
    play.tell(e.CardLaid(side, action.card))
    if not pending(play.game):
        blows(play)


def blows(play: Play) -> None:
    game, sides = play.game, [side.id for side in play.game.sides]
    cards = tuple(game.champions[side].laid for side in sides)
    dice = tuple(play.dice.roll(f"blow of {side}", 1)[0] for side in sides)
    left, right = (die + play.charts.cards[card].bonus for die, card in zip(dice, cards, strict=True))
    play.tell(e.BlowsFell(cards, dice, sides[left < right] if left != right else ""))
    if game.round > game.rounds:
        wins = [game.champions[side].wins for side in sides]
        winner = sides[wins[0] < wins[1]] if wins[0] != wins[1] else ""
        play.tell(e.DuelEnded(Verdict(winner, f"{max(wins)} rounds to {min(wins)}", game.rounds, "3")))
