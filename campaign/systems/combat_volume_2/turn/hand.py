"""The player's hand: a card each turn brings the initiatives of his teams; its text may help (5, 25, 31.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.rules.chapters import Answer, Chapter, Told, by_deed
from campaign.rules.options import Modifier, Option, Range
from campaign.rules.piles import Pile, draw
from campaign.rules.refused import Refused, no_such
from campaign.systems.combat_volume_2.cards import events as incidents
from campaign.systems.combat_volume_2.cards.texts import TEXTS, name
from campaign.systems.combat_volume_2.charts import FriendlyCard
from campaign.systems.combat_volume_2.people import checks
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import FRIEND, Game, Man, Team
from campaign.systems.combat_volume_2.turn import flow

TEAMS = ("able", "baker", "charlie")


class PlayCard(Action, frozen=True, tag="play-card"):
    """Play a card for the initiatives of this turn. target: whom its text is about; "" lets the text be."""

    card: int
    target: str = ""


class Discard(Action, frozen=True, tag="discard"):
    """Throw a card away for its text. target: whom it is about."""

    card: int
    target: str


class ThrowAway(Action, frozen=True, tag="throw-away"):
    """Throw a card away that is one too many."""

    card: int


class Plan(Action, frozen=True, tag="plan"):
    """A leader thinks ahead: if he passes a check, a card joins the hand in the next turn."""

    unit: str


class Planned(Event, frozen=True, tag="planned"):
    """A card that joins the player's hand when the next turn begins."""

    unit: str
    cards: tuple[int, ...]


class CardDrawn(Event, frozen=True, tag="card-drawn"):
    """An empty hand is filled up with a card."""

    cards: tuple[int, ...]


class CardPlayed(Event, frozen=True, tag="card-played"):
    """initiatives: of Able, Baker and Charlie. cards: drawn in its stead because it brings an event."""

    card: int
    initiatives: tuple[int, int, int]
    target: str = ""
    cards: tuple[int, ...] = ()


class CardThrown(Event, frozen=True, tag="card-thrown"):
    """A card is thrown away. target: "" for one too many."""

    card: int
    target: str = ""


def card_drawn(game: Game, event: CardDrawn) -> None:
    for card in event.cards:
        game.friendly.take(card)
    game.hand = (*game.hand, *event.cards)


def card_played(game: Game, event: CardPlayed) -> None:
    game.card = event.card
    game.hand = tuple(card for card in game.hand if card != event.card)
    for card in event.cards:
        game.friendly.take(card)
    for id, value in zip(TEAMS, event.initiatives, strict=True):
        if id in game.teams:
            game.teams[id].initiative = value


def card_thrown(game: Game, event: CardThrown) -> None:
    game.hand = tuple(card for card in game.hand if card != event.card)


def planned(game: Game, event: Planned) -> None:
    for card in event.cards:
        game.friendly.take(card)
    game.planned = (*game.planned, *event.cards)


# -- drawing -----------------------------------------------------------------------------------------------------


def drawn(play: Play, purpose: str, until_initiative: bool = True) -> tuple[int, ...]:
    """Cards from the player's deck, the last one with initiatives where such a one is wanted. None of them is taken
    yet: the event does that. An empty deck is gathered first."""
    pile = Pile(list(play.state.friendly.left))
    found: list[int] = []
    while True:
        if not pile.left:
            if found:
                return tuple(found)
            play.emit(checks.PileGathered("friendly"))
            pile = Pile(list(play.state.friendly.left))
            if not pile.left:
                return ()
        card = draw(play.dice, pile, purpose)
        pile.take(card)
        found.append(card)
        if not until_initiative or play.charts.friendly_cards[card].kind != "event":
            return tuple(found)


def fill(play: Play) -> None:
    """Only an empty hand draws a card by itself (5)."""
    if not play.state.hand and (cards := drawn(play, "A card for the player's empty hand", False)):
        play.emit(CardDrawn(cards))


def initiatives(play: Play) -> None:
    """Of the command team, and of the player's vehicles: the first takes Able's number of a card, the second
    Baker's (25, 31.1, 25.0 command).
    """
    state = play.state
    if (command := state.teams.get("command")) is not None and command.side == FRIEND:
        _by_card(play, "the command team", [command])
    if mine := [team for team in state.teams.values() if team.side == FRIEND and team.id in state.vehicles]:
        _by_card(play, "vehicles", mine)


def _by_card(play: Play, whose: str, teams: list[Team]) -> None:
    cards = drawn(play, f"A card for the initiative of {whose}")
    if not cards:
        return
    row = play.charts.friendly_cards[cards[-1]]
    values = (row.able, row.baker, row.charlie)
    for number, team in enumerate(teams):
        value = values[number % 3] + 2 * (number // 3)
        play.emit(flow.InitiativeSet(team.id, value, () if number else cards))
    if len(cards) > 1:
        play.emit(checks.PileGathered("friendly"))


# -- playing a card ----------------------------------------------------------------------------------------------


def events_first(play: Play) -> list[int]:
    """Cards that must be played before others: who holds an event cannot keep it."""
    return [card for card in play.state.hand if play.charts.friendly_cards[card].kind == "event"]


def targets(play: Play, row: FriendlyCard) -> list[str]:
    """Whom the text of a card may be about now."""
    if row.text not in TEXTS:
        return []
    return play.once(("targets", row.text), lambda: list(TEXTS[row.text].targets(play)))


def to_play(play: Play) -> Iterator[tuple[str, str]]:
    if play.state.phase == "card" and not play.state.card and play.state.hand:
        if too_many(play):
            yield FRIEND, f"You hold more than {play.charts.hand_most} cards: throw one away."
        elif events_first(play):
            yield FRIEND, "Play the event that you hold: it comes before other cards."
        else:
            yield FRIEND, "Play a card: lower numbers act sooner."


def playable(play: Play, side: str) -> Iterator[Option]:
    if too_many(play):
        return
    for card in play.state.hand:
        row = play.charts.friendly_cards[card]
        if row.kind == "order" and (whom := targets(play, row)):
            words = (Range("target", words=tuple(whom)),)
            yield Option(PlayCard(card, whom[0]), target=whom[0], ranges=words, says=_says(row))
        yield Option(PlayCard(card), says=_given_up(row))


def _says(row: FriendlyCard) -> str:
    """What its text does."""
    return f"{TEXTS[row.text].name}: {TEXTS[row.text].says}" if row.text in TEXTS else ""


def _given_up(row: FriendlyCard) -> str:
    """What is lost with a card that is played for its numbers alone: the text of a discard counts for whoever keeps it
    until it is thrown away, that of an order only now."""
    if row.text not in TEXTS or row.kind == "event":
        return ""
    when = "It would count if the card were kept, and thrown away later." if row.kind == "discard" else ""
    return f"Given up: {_says(row)} {when}".strip()


def why_not_play(play: Play, side: str, action: PlayCard) -> Iterator[Refused]:
    hand = play.state.hand
    if too_many(play):
        yield Refused(
            f"More than {play.charts.hand_most} cards may not be held: throw one away first.",
            "5",
            where="$.kind",
        )
        return
    if action.card not in hand:
        yield no_such("card", str(action.card), map(str, hand), "5", "$.card", " in the player's hand")
        return
    first = events_first(play)
    if first and action.card not in first:
        yield Refused(
            "An event in the hand must be played before other cards.", "5", list(map(str, first)), "$.card"
        )
    if action.target:
        yield from _why_not_target(play, action.card, action.target, "order")


def _why_not_target(play: Play, card: int, target: str, kind: str) -> Iterator[Refused]:
    row = play.charts.friendly_cards[card]
    if row.kind != kind or row.text not in TEXTS:
        how = "when it is played" if row.kind == "order" else "when it is thrown away"
        said = f"The text of card {card} counts {how}." if row.text else f"Card {card} has no text."
        yield Refused(said, "5", where="$.target" if kind == "order" else "$.card")
        return
    if target not in (whom := targets(play, row)):
        yield Refused(f"{TEXTS[row.text].says} It cannot be about {target!r} now.", "5", whom, "$.target")


def play_card(play: Play, side: str, action: PlayCard) -> None:
    """5."""
    row = play.charts.friendly_cards[action.card]
    if row.kind == "event":
        cards = drawn(play, "A card for the initiatives in place of the event")
        by = play.charts.friendly_cards[cards[-1]] if cards else row
        play.emit(CardPlayed(action.card, (by.able, by.baker, by.charlie), cards=cards))
        incidents.happen(play)
        play.emit(checks.PileGathered("friendly"))
    else:
        play.emit(CardPlayed(action.card, (row.able, row.baker, row.charlie), action.target))
        if action.target:
            TEXTS[row.text].do(play, action.target)
    initiatives(play)


def label_of_play(play: Play, action: PlayCard) -> str:
    row = play.charts.friendly_cards[action.card]
    if row.kind == "event":
        return f"Play card {row.id}: an event, and initiatives of another card"
    numbers = told_numbers(play, (row.able, row.baker, row.charlie), "")
    if action.target:
        text = TEXTS[row.text]
        return f"Play card {row.id}: {numbers}; {text.name} for {name(play, action.target)}"
    lost = f"; {TEXTS[row.text].name} is given up" if row.text in TEXTS else ""
    return f"Play card {row.id}: {numbers}{lost}"


def told_numbers(play: Play, numbers: Sequence[int], between: str) -> str:
    """Initiatives of those of the three teams that take part."""
    teams = play.state.teams
    named = [
        f"{id.title()} {between}{number}" for id, number in zip(TEAMS, numbers, strict=True) if id in teams
    ]
    return ", ".join(named) or "for no team of the three"


# -- throwing one away -------------------------------------------------------------------------------------------


def too_many(play: Play) -> bool:
    return play.state.phase == "card" and len(play.state.hand) > play.charts.hand_most


def surplus(play: Play, side: str) -> Iterator[Option]:
    if too_many(play):
        yield from (Option(ThrowAway(card)) for card in play.state.hand)


def why_not_throw_away(play: Play, side: str, action: ThrowAway) -> Iterator[Refused]:
    hand = play.state.hand
    if not too_many(play):
        yield Refused(f"Up to {play.charts.hand_most} cards may be held.", "5", where="$.kind")
    elif action.card not in hand:
        yield no_such("card", str(action.card), map(str, hand), "5", "$.card", " in the player's hand")


def throw_away(play: Play, side: str, action: ThrowAway) -> None:
    play.emit(CardThrown(action.card))


def to_throw(play: Play, side: str) -> Iterator[Option]:
    """Listed with whoever acts, and at first about him; where nobody of the targets does, they are nobody's own and
    stand below what lets the turn go on."""
    state = play.state
    for card in state.hand:
        row = play.charts.friendly_cards[card]
        if row.kind != "discard" or row.text not in TEXTS or state.phase not in TEXTS[row.text].phases:
            continue
        if whom := targets(play, row):
            first = state.acting if state.acting in whom else whom[0]
            unit = first if first in state.men and first == state.acting and state.phase != "card" else ""
            words = (Range("target", words=tuple(whom)),)
            yield Option(Discard(card, first), unit, ranges=words, says=_says(row))


def why_not_throw(play: Play, side: str, action: Discard) -> Iterator[Refused]:
    state = play.state
    if state.verdict is not None:
        yield Refused("The battle is over.", "5", where="$.kind")
        return
    if side != FRIEND:
        yield Refused("Only the player has cards.", "5", where="$.kind")
        return
    if action.card not in state.hand:
        yield no_such("card", str(action.card), map(str, state.hand), "5", "$.card", " in the player's hand")
        return
    if state.steps:
        yield Refused("Something else must be decided first.", "5", where="$.kind")
        return
    row = play.charts.friendly_cards[action.card]
    if row.kind == "discard" and row.text in TEXTS and state.phase not in (when := TEXTS[row.text].phases):
        names = [flow.PHASES[phase] for phase in when]
        yield Refused(f"{TEXTS[row.text].name} cannot be used now.", "5", names, "$.card")
        return
    yield from _why_not_target(play, action.card, action.target, "discard")


def throw(play: Play, side: str, action: Discard) -> None:
    play.emit(CardThrown(action.card, action.target))
    TEXTS[play.charts.friendly_cards[action.card].text].do(play, action.target)


def label_of_throwing(play: Play, action: Discard) -> str:
    text = TEXTS[play.charts.friendly_cards[action.card].text]
    return f"Throw card {action.card} away: {text.name} for {name(play, action.target)}"


def told_of_playing(play: Play, event: CardPlayed) -> str:
    numbers = told_numbers(play, event.initiatives, "acts at ")
    row = play.charts.friendly_cards[event.card]
    what = f"Card {event.card} brings an event" if row.kind == "event" else f"Card {event.card} is played"
    text = f" {TEXTS[row.text].says}" if event.target else ""
    return f"{what}: {numbers}.{text}"


def told_of_throwing(play: Play, event: CardThrown) -> str:
    if not event.target:
        return f"Card {event.card} is one too many, and thrown away."
    text = TEXTS[play.charts.friendly_cards[event.card].text]
    return f"Card {event.card} is thrown away: {text.name}, for {name(play, event.target)}."


# -- planning ----------------------------------------------------------------------------------------------------


def plans(play: Play) -> bool:
    """Whether whoever acts has a Plan to make in this impulse."""
    man = play.man(play.state.acting)
    return man.order.word == "plan" and play.charts.orders["plan"].acts == play.state.impulse


def may_plan(play: Play, side: str) -> Iterator[Option]:
    if plans(play):
        man = play.man(play.state.acting)
        yield Option(
            Plan(man.id), man.id, dice=1, modifiers=(*checks.terms_of_quality(play, man), _leads(man))
        )


def _leads(man: Man) -> Modifier:
    return Modifier("leadership", man.leadership, "7.12")


def why_not_plan(play: Play, side: str, action: Plan) -> Iterator[Refused]:
    if not plans(play) or action.unit != play.state.acting:
        yield Refused("He has no Plan order that would count in this impulse.", "7.12", where="$.kind")


def plan(play: Play, side: str, action: Plan) -> None:
    man = play.man(play.state.acting)
    passed = checks.tqc(play, man, "to plan", (_leads(man),))
    if passed and (cards := drawn(play, "A card that is planned", False)):
        play.emit(Planned(man.id, cards))


def is_event(play: Play, side: str, action: PlayCard) -> bool:
    """Whether dice decide what comes of a card; those that are drawn for initiatives are not told."""
    return play.charts.friendly_cards[action.card].kind == "event" and bool(play.state.mission.incidents)


def _event(play: Play, side: str, action: PlayCard) -> None:
    incidents.happen(play)


OF_EVENTS = by_deed(_event, rolls=is_event)
PLAN = Answer(
    action=Plan, candidates=may_plan, why_not=why_not_plan, do=plan, odds=by_deed(plan),
    label=lambda play, action: f"{name(play, play.state.acting)} makes a plan",
)  # fmt: skip
THROW_AWAY = Answer(
    action=ThrowAway, candidates=surplus, why_not=why_not_throw_away, do=throw_away,
    label=lambda play, action: f"Throw card {action.card} away",
)  # fmt: skip
PLAY = Answer(
    action=PlayCard, candidates=playable, why_not=why_not_play, do=play_card, label=label_of_play, odds=OF_EVENTS,
)  # fmt: skip
THROW = Answer(
    action=Discard, candidates=to_throw, why_not=why_not_throw, do=throw, label=label_of_throwing,
)  # fmt: skip

CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=CardDrawn, apply=card_drawn, rule="5", dice="cards",
            words=lambda play, event: "The player's hand was empty: a card is drawn.",
        ),
        Told(
            event=Planned, apply=planned, rule="7.12", dice="cards",
            words=lambda play, event: f"{name(play, event.unit)} has a plan: a card joins the hand next turn.",
            fact=lambda play, event: "a card",
        ),
        Told(event=CardPlayed, apply=card_played, rule="5", dice="cards", words=told_of_playing),
        Told(event=CardThrown, apply=card_thrown, rule="5", words=told_of_throwing),
    ),
    always=(THROW,),
)  # fmt: skip
