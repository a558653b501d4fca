"""Facts into state: total, no dice, no clock, no refusals."""

from duel_of_dice import events as e
from duel_of_dice.state import Champion, Game


def began(game: Game, event: e.DuelBegan) -> None:
    game.rounds, game.sides = event.rounds, event.sides
    for side, kit in zip(event.sides, event.kits, strict=True):
        game.champions[side.id] = Champion(list(kit))


def drawn(game: Game, event: e.HandDrawn) -> None:
    champion = game.champions[event.side]
    champion.hand, champion.dealt = list(event.hand), True


def laid(game: Game, event: e.CardLaid) -> None:
    champion = game.champions[event.side]
    champion.laid = event.card
    champion.hand.remove(event.card)


def fell(game: Game, event: e.BlowsFell) -> None:
    for side, champion in game.champions.items():
        champion.gone.append(champion.laid)
        champion.laid = ""
        champion.wins += side == event.winner
    game.round += 1


def faced(game: Game, event: e.Faced) -> None:
    game.champions[event.side].heading = event.heading


def ended(game: Game, event: e.DuelEnded) -> None:
    game.verdict = event.verdict


APPLIERS = {
    e.DuelBegan: began, e.HandDrawn: drawn, e.CardLaid: laid, e.BlowsFell: fell, e.Faced: faced, e.DuelEnded: ended,
}  # fmt: skip
