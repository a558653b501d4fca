"""Who is asked, what is refused, and allowed actions into facts."""

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


def asked(open: Game) -> tuple[Pending, ...]:
    """Both sides are asked at once; one that has laid its card waits for the other."""
    found: list[Pending] = []
    for side, champion in open.champions.items():
        if not champion.dealt:
            found.append(Pending(side, "deal", "Shuffle your kit and draw a hand."))
        elif not champion.has_laid:
            found.append(Pending(side, "lay", f"Round {open.round}: lay a card face down."))
    return tuple(found) if open.verdict is None else ()


def verify(known: Game, side: str, action: a.AnyAction) -> None:
    """Raises Refused."""
    if isinstance(action, a.Face):
        return
    kinds = {one.side: one.kind for one in asked(known)}
    if kinds.get(side) != action.__struct_config__.tag:
        wanted = kinds.get(side, "")
        raise Refused("That is not what you are asked for now.", "1", [wanted or "wait", "face"], "$.kind")
    if isinstance(action, a.Lay) and action.card not in (hand := known.champions[side].hand):
        raise Refused("This card is not in your hand.", "2", hand, "$.card")


def settle(play: Play, side: str, action: a.AnyAction) -> None:
    match action:
        case a.Face(heading):
            play.emit(e.Faced(side, heading))
        case a.Deal():
            kit = play.state.champions[side].kit
            order = play.dice.shuffle(f"the kit of {side}", len(kit))
            play.emit(e.HandDrawn(side, order, tuple([kit[i - 1] for i in order[:HAND]] or kit)))
        case a.Lay(card):
            play.emit(e.CardLaid(side, card))
            if not asked(play.state):
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
