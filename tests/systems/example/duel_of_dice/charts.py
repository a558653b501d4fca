"""The charts of Duel of Dice, checked when the pack is loaded. Every table says its source."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from campaign.rules.packs import Pack, checked
from campaign.rules.system import Problem, RosterReport, Side


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    bonus: int
    points: int


class Kit(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    cards: tuple[str, ...]


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    summary: str
    source: str
    rounds: int
    points: int
    side: tuple[Side, ...]


class CardFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    card: tuple[Card, ...]
    kit: dict[str, Kit]


class Charts:
    def __init__(self, pack: Pack) -> None:
        file = pack.table("cards.toml", CardFile)
        self.cards = {card.id: card for card in file.card}
        self.kits = {name: {"title": kit.title, "cards": list(kit.cards)} for name, kit in file.kit.items()}
        self.scenarios = [pack.table(name, Scenario) for name in pack.folder("scenarios")]

    def judge(self, roster: Mapping[str, Any], limit: int) -> RosterReport:
        """Raises Refused if it is no kit at all; what is wrong with one stands in the report."""
        kit = checked(roster, Kit, "kit")
        known = [self.cards[card] for card in dict.fromkeys(kit.cards) if card in self.cards]
        cost = sum(card.points for card in known)
        problems: list[Problem] = []
        if len(known) != len(kit.cards) or len(known) < 4:
            reason = "A kit is four or more cards, each once."
            problems.append(Problem(reason, "$.cards", "4", tuple(self.cards)))
        if limit and cost > limit:
            problems.append(Problem(f"This kit is {cost} points; {limit} are allowed.", "$.cards", "4"))
        lines = tuple((0, card.name, card.points) for card in known)
        return RosterReport(kit.title, cost, limit, lines, tuple(problems))
