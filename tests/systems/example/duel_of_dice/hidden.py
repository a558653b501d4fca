"""What is hidden: of the other side's cards only how many there are is known, until they are turned up."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from campaign.rules.chapters import ChapterHidden
from campaign.rules.muster import Mustered
from duel_of_dice.chapters import TABLE
from duel_of_dice.state import Game, Opponent


class FaceDown(ChapterHidden):
    """Hands, and cards that are laid: until they are turned up, or all is over."""

    table = TABLE

    def hides(self, state: Game) -> bool:
        return state.verdict is None

    def known(self, state: Game, side: str) -> Game:
        champions: dict[str, Any] = {
            of: one
            if of == side
            else Opponent(one.held, one.dealt, one.has_laid, one.gone, one.heading, one.wins)
            for of, one in state.champions.items()
        }
        return replace(state, champions=champions)

    def options(self, state: Game, options: Mapping[str, Any], viewer: str) -> Mapping[str, Any]:
        return {
            name: one if name == "rounds" or state.shows(name, viewer) else ""
            for name, one in options.items()
        }

    def mustered(self, state: Game, assets: Sequence[Mustered], viewer: str) -> tuple[Mustered, ...]:
        return tuple(assets)
