"""Piles of cards that bear numbers. A pile knows which cards are left and never their order: one is drawn when it is
turned up, so that nothing secret is stored."""

from __future__ import annotations

from msgspec import Struct, field

from campaign.rules.dice import Dice
from events.faces import runs


class Pile(Struct, omit_defaults=True):
    """left: numbers of the cards that may be drawn, rising. out: those that were, in the order in which they came."""

    left: list[int] = field(default_factory=list[int])
    out: list[int] = field(default_factory=list[int])

    def take(self, card: int) -> None:
        """A card that was drawn: for the applier of the event that says so."""
        self.left.remove(card)
        self.out.append(card)

    def gather(self) -> None:
        """All cards are in the pile again."""
        self.left, self.out = sorted((*self.left, *self.out)), []


def draw(dice: Dice, pile: Pile, purpose: str) -> int:
    """The number of a card out of a pile with any left, each as likely. The pile stays as it is: an event takes the
    card. At a table with cards of its own somebody draws one and types its number."""
    (card,) = dice.roll(purpose, 1, len(pile.left), "order", runs(pile.left))
    return card
