"""What Enter would do now: the choice itself, the line that says so, and the keys that mean anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.battles.answers import LegalAction
from campaign.rules.wording import count
from tui.battle.panels import Panels
from tui.battle.selection import Selection
from tui.battle.session import Session
from tui.battle.situation import Situation
from tui.battle.steering_panel import steer_keys
from tui.shared.key_bar import Pair, main_keys
from tui.shared.keys import shown

PATIENCE = 0.5
"""Seconds after which something slow is shown to be under way."""


def _at_an_enemy(now: Situation, choice: LegalAction) -> bool:
    """Whether a choice is done to a piece of another side, or rolls dice at a place in which none is named."""
    if not choice.target:
        return bool(choice.unit and choice.dice)
    sides = {piece.id: piece.side for piece in now.view.game.pieces}
    return sides.get(choice.target) != choice.side


class Prompt:
    """See the module."""

    def __init__(self, session: Session, panels: Panels, selection: Selection) -> None:
        self._session, self._panels, self._selection = session, panels, selection
        self._slow = False

    def subject(self) -> LegalAction | None:
        """The choice that Enter would make now."""
        now, selection, choices = self._session.now, self._selection, self._panels.choices
        if now is None or now.looking is not None:
            return None
        if choices.has_focus:
            return choices.row.choice if choices.row else None
        if selection.has_board and selection.board.has_focus:
            return now.menu.enter(selection.unit, selection.board.cursor)
        return None

    def steered_from_here(self, now: Situation) -> LegalAction | None:
        """What Enter on bare ground would begin to steer: a move over a plane, or what is aimed at a hex."""
        unit, board = self._selection.unit, self._selection.board
        if board.sheet is not None:
            return now.menu.placed(unit, board.cursor, board.sheet)
        return now.menu.steered(unit) if board.point is not None else None

    def aims(self, now: Situation) -> Sequence[LegalAction]:
        """What Enter on the board leads to of what can be done there: where the chosen piece stands itself, only what
        is done to enemies. Whom of its own it can help comes with all else that it can do."""
        unit, here = self._selection.unit, self._selection.ids_here()
        aimed = now.menu.aimed_at(unit, self._selection.board.cursor, here)
        own = unit and unit in here and not all(_at_an_enemy(now, one) for one in aimed)
        return () if own else aimed

    def text(self, now: Situation) -> str:
        """What Enter would do, in words; "" if nothing."""
        panels, menu = self._panels, now.menu
        if panels.steering.parameters is not None:
            return str(panels.steering.parameters)
        if now.looking is not None:
            return "the past: End returns, b plays on from here"
        choice = self.subject()
        if choice is not None:
            return menu.whose(choice)
        if panels.choices.has_focus:
            row = panels.choices.row
            if row is not None and row.on_map:
                return "to the map: choose one of the hexes marked there"
            if row is None or not row.heading:
                return ""
            return f"what {row.text} can do" if row.unit == self._selection.unit else f"choose {row.text}"
        if panels.log.has_focus:
            return "look at this entry"
        return self._on_the_board(now) if menu.all else ""

    def _on_the_board(self, now: Situation) -> str:
        menu, unit, board = now.menu, self._selection.unit, self._selection.board
        name, here = menu.names.get(unit, unit), self._selection.ids_here()
        aimed = self.aims(now)
        if aimed and all(_at_an_enemy(now, one) for one in aimed):
            at = menu.names.get(aimed[0].target, "") if board.signs else ""
            return f"aim at {at or board.cursor}: {count(len(aimed), 'way')}"
        if unit and unit in here:
            return f"what {name} can do here"
        if aimed:
            what = menu.whose(aimed[0]) if len(aimed) == 1 else count(len(aimed), "choice")
            return f"what can be done here: {what}"
        if units := menu.units_in(here):
            return f"choose {menu.names.get(units[0], units[0])}"
        if steered := self.steered_from_here(now):
            what = steered.label.removesuffix("…").rstrip()
            return f"{what} {'this way' if board.point is not None else 'here'} …"
        if unit and menu.reach(unit):
            return f"{name} cannot get here now"
        if self.leads_to_list(now):
            return f"to the list: what {name} can do"
        return "nothing to do here; Tab goes to the list"

    def leads_to_list(self, now: Situation) -> bool:
        """Whether Enter on ground where nothing can be done leads to what the chosen piece can do where it stands:
        the cursor may have followed somebody else."""
        unit = self._selection.unit
        return bool(unit and now.menu.near(unit)) and not now.menu.reach(unit)

    # -- on the screen ----------------------------------------------------------------------------------------

    def tell(self, now: Situation) -> None:
        """Hint and keys."""
        self._hint(now)
        self._keys(now)

    def _hint(self, now: Situation) -> None:
        self._slow = self._session.host.line.busy()[0] >= PATIENCE
        if not self._slow:
            glyphs, text = self._session.glyphs, self.text(now)
            self._panels.hint.tell(glyphs.plain(f"{glyphs.enter} {text}") if text else "")

    def _keys(self, now: Situation) -> None:
        """The main keys, as far as they mean anything now."""
        panels, host = self._panels, self._session.host
        if panels.steering.parameters is not None:
            panels.keys.tell(steer_keys(panels.steering.parameters, host.glyphs))
            return
        enter = self._enter(now)
        pairs = [("Enter", enter)] if enter else []
        if now.looking is not None:
            for id, word in self._of_the_past(now):
                key = shown(host.keys_of(id).split(",")[0])
                pairs.append((key if len(key) == 1 else key.capitalize(), word))
        pairs += main_keys("battle", dict(host.settings.keys), self._useless(now))
        panels.keys.tell([*pairs, ("^p", "More")])

    def _enter(self, now: Situation) -> str:
        """What Enter is called where the keys are now; "" where it would do nothing."""
        panels, selection = self._panels, self._selection
        if panels.log.has_focus:
            return "Look"
        if now.looking is not None:
            return ""
        if panels.choices.has_focus:
            row = panels.choices.row
            return (
                "Do it" if row is not None and (row.choice is not None or row.heading or row.on_map) else ""
            )
        menu, board, here = now.menu, selection.board, selection.ids_here()
        acts = (
            menu.enter(selection.unit, board.cursor)
            or menu.units_in(here)
            or any(menu.aimed_at(unit, board.cursor, here) for unit in (selection.unit, *menu.units))
            or self.steered_from_here(now)
            or self.leads_to_list(now)
        )
        return "Act" if acts else ""

    def _of_the_past(self, now: Situation) -> Iterator[Pair]:
        """Keys that mean something only while one looks back: their ids, and words."""
        if now.looking != 1:
            yield "older", "Back"
        yield from (("newer", "On"), ("newest", "Newest"), ("fork", "Fork"))
        if now.mine and not now.view.read_only:
            yield "rewind", "Return"
        yield "entry", "Entry"

    def _useless(self, now: Situation) -> Iterator[str]:
        """Ids of keys in the last row that would do nothing now; where there are cards, their key takes the room."""
        cards = any(piece.cards for piece in now.view.game.pieces)
        useful = {
            "next-piece": bool(now.menu.units),
            "finish": now.menu.finish is not None,
            "undo": now.can_undo and now.looking is None,
            "older": now.newest > 1 and now.looking is None and not cards,
            "sheet": cards and bool(self._selection.pieces(now)),
        }
        return (id for id, use in useful.items() if not use)

    def tick(self) -> None:
        """What takes long stands in place of the hint."""
        host = self._session.host
        seconds, what = host.line.busy()
        if seconds >= PATIENCE:
            self._slow = True
            self._panels.hint.tell(f"{host.glyphs.plain(what)} ... {seconds:.0f} s")
        elif self._slow and self._session.now is not None:
            self._hint(self._session.now)
