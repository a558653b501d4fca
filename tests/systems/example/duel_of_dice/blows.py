"""2 and 3: each lays a card face down; when both have, blows fall. Whoever wins more rounds wins the duel."""

from collections.abc import Iterator

from msgspec.structs import replace

from campaign.rules.chapters import Answer, Chapter, Question, Told
from campaign.rules.dice import chances
from campaign.rules.muster import Verdict
from campaign.rules.options import Odds, Option, in_order, played
from campaign.rules.refused import Refused
from duel_of_dice.play import Action, Event, Play
from duel_of_dice.state import Game


class Lay(Action, frozen=True, tag="lay"):
    """Lay a card of one's hand face down; when both have, blows fall."""

    card: str


class CardLaid(Event, frozen=True, tag="card-laid"):
    """dice: which card of its hand a straw man lays."""

    side: str
    card: str
    dice: tuple[int, ...] = ()


class BlowsFell(Event, frozen=True, tag="blows-fell"):
    """cards, dice: in the order of sides. winner: "" if both were as strong."""

    cards: tuple[str, ...]
    dice: tuple[int, ...]
    winner: str


class DuelEnded(Event, frozen=True, tag="duel-ended"):
    verdict: Verdict


def laid(game: Game, event: CardLaid) -> None:
    champion = game.champions[event.side]
    champion.laid = event.card
    champion.hand.remove(event.card)


def fell(game: Game, event: BlowsFell) -> None:
    for side, champion in game.champions.items():
        champion.gone.append(champion.laid)
        champion.laid = ""
        champion.wins += side == event.winner
    game.round += 1


def ended(game: Game, event: DuelEnded) -> None:
    game.verdict = event.verdict


def seen(game: Game, side: str, card: str, viewer: str) -> bool:
    return game.shows(side, viewer) or card in game.champions[side].gone


def laid_as_seen(game: Game, event: CardLaid, viewer: str) -> CardLaid:
    return event if seen(game, event.side, event.card, viewer) else replace(event, card="", dice=())


def lay_as_seen(game: Game, side: str, action: Lay, viewer: str) -> Lay:
    return action if seen(game, side, action.card, viewer) else Lay("")


def to_lay(play: Play) -> Iterator[tuple[str, str]]:
    """Both are asked at once; one that has laid its card waits for the other."""
    for side in played(play.state.sides):
        champion = play.state.champions[side.id]
        if champion.dealt and not champion.has_laid:
            yield side.id, f"Round {play.state.round}: lay a card face down."


def hand(play: Play, side: str) -> list[Option]:
    return [Option(Lay(card), side, dice=1) for card in play.state.champions[side].hand]


def not_in_hand(play: Play, side: str, action: Lay) -> Iterator[Refused]:
    if action.card not in (cards := play.state.champions[side].hand):
        yield Refused("This card is not in your hand.", "2", cards, "$.card")


def lay(play: Play, side: str, action: Lay) -> None:
    play.emit(CardLaid(side, action.card))
    for one in play.state.sides:
        if one.by_rules:
            swing(play, one.id)
    if all(champion.has_laid for champion in play.state.champions.values()):
        blows(play)


def swing(play: Play, side: str) -> None:
    """A straw man lays any of its cards."""
    cards = play.state.champions[side].hand
    (at,) = play.dice.roll(f"card of {side}", 1, len(cards))
    play.emit(CardLaid(side, cards[at - 1], (at,)))


def blows(play: Play) -> None:
    game, sides = play.state, [side.id for side in play.state.sides]
    cards = tuple(game.champions[side].laid for side in sides)
    dice = tuple(play.dice.roll(f"blow of {side}", 1)[0] for side in sides)
    left, right = (die + play.charts.cards[card].bonus for die, card in zip(dice, cards, strict=True))
    play.emit(BlowsFell(cards, dice, sides[left < right] if left != right else ""))
    if game.round > game.rounds:
        wins = [game.champions[side].wins for side in sides]
        winner = sides[wins[0] < wins[1]] if wins[0] != wins[1] else ""
        play.emit(DuelEnded(Verdict(winner, f"{max(wins)} rounds to {min(wins)}", game.rounds, "3")))


def own_blow(play: Play, side: str, action: Lay) -> Odds:
    """Against a card that nobody may see, only one's own blow can be reckoned."""
    bonus = play.charts.cards[action.card].bonus
    found = chances(lambda dice: f"a blow of {dice.roll('blow', 1)[0] + bonus}")
    return Odds(in_order(found.items()), note="The other card is hidden.")


def told_of_laying(play: Play, event: CardLaid) -> str:
    return f"{event.side} lays {play.charts.cards[event.card].name if event.card else 'a card'}."


def told_of_blows(play: Play, event: BlowsFell) -> str:
    names = [play.charts.cards[card].name for card in event.cards]
    blows = " against ".join(f"{name} ({die})" for name, die in zip(names, event.dice, strict=True))
    return f"{blows}: {event.winner or 'nobody'} wins the round."


CHAPTER = Chapter(
    events=(
        Told(event=CardLaid, apply=laid, words=told_of_laying, sees=laid_as_seen, rule="2", dice="dice"),
        Told(event=BlowsFell, apply=fell, words=told_of_blows, reveals=True, rule="2", dice="dice"),
        Told(event=DuelEnded, apply=ended, words=lambda play, event: "The duel is over.", rule="3"),
    ),
    questions=(
        Question(kind="lay", asked=to_lay, answers=(
            Answer(
                action=Lay, candidates=hand, why_not=not_in_hand, do=lay, odds=own_blow, sees=lay_as_seen,
                label=lambda play, action: f"Lay {play.charts.cards[action.card].name} face down",
            ),
        )),
    ),
)  # fmt: skip
