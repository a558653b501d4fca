"""The charts of Duel of Dice, checked when the pack is loaded. Every table says its source."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from campaign.rules.options import Side
from campaign.rules.packs import Pack, checked
from campaign.rules.refused import Refused, no_such
from campaign.rules.roster import Fit, Problem, RosterReport


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    bonus: int
    points: int


class Kit(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    cards: tuple[str, ...]


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """straw: the kit of a side that the rules run."""

    id: str
    title: str
    summary: str
    source: str
    rounds: int
    points: int
    side: tuple[Side, ...]
    straw: tuple[str, ...] = ()


class CardFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    card: tuple[Card, ...]
    kit: dict[str, Kit]


class Charts:
    def __init__(self, pack: Pack) -> None:
        file = pack.table("cards.toml", CardFile)
        self.cards = {card.id: card for card in file.card}
        self.kits = {name: {"title": kit.title, "cards": list(kit.cards)} for name, kit in file.kit.items()}
        found = [pack.table(name, Scenario) for name in pack.folder("scenarios")]
        self.scenarios = {one.id: one for one in found}


class Kits:
    """Forces of one's own: kits of cards."""

    def __init__(self, charts: Charts) -> None:
        self._charts = charts

    def rosters(self) -> Mapping[str, Mapping[str, Any]]:
        return self._charts.kits

    def judge(self, roster: Mapping[str, Any], limit: int = 0) -> RosterReport:
        """Raises Refused if it is no kit at all; what is wrong with one stands in the report."""
        kit = checked(roster, Kit, "kit")
        known = [self._charts.cards[card] for card in dict.fromkeys(kit.cards) if card in self._charts.cards]
        cost = sum(card.points for card in known)
        problems: list[Problem] = []
        if len(known) != len(kit.cards) or len(known) < 4:
            reason = "A kit is four or more cards, each once."
            problems.append(Problem(reason, "$.cards", "4", tuple(self._charts.cards)))
        if limit and cost > limit:
            problems.append(Problem(f"This kit is {cost} points; {limit} are allowed.", "$.cards", "4"))
        lines = tuple((0, card.name, card.points) for card in known)
        return RosterReport(kit.title, cost, limit, lines, tuple(problems))

    def added(self, roster: Mapping[str, Any], fit: Fit) -> Mapping[str, Any]:
        if fit.id not in self._charts.cards:
            raise no_such("card", fit.id, self._charts.cards, "4", "$.id")
        return {**roster, "cards": [*roster["cards"], fit.id]}

    def removed(self, roster: Mapping[str, Any], line: int) -> Mapping[str, Any]:
        cards = roster["cards"]
        if not 0 <= line < len(cards):
            raise Refused(f"There is no line {line}.", "", [f"0 to {len(cards) - 1}"], "$.line")
        return {**roster, "cards": [*cards[:line], *cards[line + 1 :]]}
