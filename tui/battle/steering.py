"""Steering from the battle screen: an action's parameters follow the keys, and a ghost shows where they lead."""

from __future__ import annotations

from campaign.battles.answers import LegalAction
from campaign.rules.views import Point, Preview
from campaign.shared.answers import Acted, Refusal
from tui.battle.acting import Acting
from tui.battle.menu import key
from tui.battle.painter import BattlePainter
from tui.battle.panels import Panels
from tui.battle.parameters import Parameters
from tui.battle.selection import Selection
from tui.battle.session import Session
from tui.battle.steering_panel import Found
from tui.shared.failures import Failed


class Steering:
    """See the module."""

    def __init__(
        self, session: Session, panels: Panels, selection: Selection, painter: BattlePainter, acting: Acting
    ) -> None:
        self._session, self._panels, self._selection = session, panels, selection
        self._painter, self._acting = painter, acting
        self._found: Found = None
        self._wanted: bytes = b""
        self._known: bytes = b""
        self._looking_ahead = False

    @property
    def parameters(self) -> Parameters | None:
        """Of what is being steered, or None."""
        return self._panels.steering.parameters

    def begin(self, choice: LegalAction, toward: Point | None = None) -> None:
        """Let the keys choose a choice's parameters. toward: where it should lead to begin with."""
        now = self._session.now
        if now is None or not choice.ranges:
            return
        board = self._selection.board
        parameters = Parameters(choice, board.step, board.sheet)
        piece = now.piece(choice.unit)
        start = piece.at if piece is not None else None
        if piece is None or piece.where != board.cursor:
            parameters.aim(board.cursor)
        else:
            parameters.near(board.cursor)
        if toward is not None:
            parameters.toward(start, toward)
        panel = self._panels.steering
        panel.parameters = parameters
        self._panels.east.add_class("steering")
        self._session.say("")
        panel.scroll_home(animate=False)
        panel.focus()
        self.changed()

    def aim(self, where: str) -> None:
        """The map was clicked while a hex is chosen; the keys still belong to what is steered."""
        parameters = self.parameters
        if parameters is not None and parameters.place is not None:
            parameters.aim(where)
            self._panels.steering.focus()
            self.changed()

    def leave(self) -> None:
        """The keys belong to the board again."""
        if self.parameters is None:
            return
        self._panels.steering.parameters = None
        self._panels.east.remove_class("steering")
        self._painter.ghost = None
        self._found, self._wanted, self._known = None, b"", b""
        self._selection.board.focus()
        self._painter.draw()

    def resume(self) -> None:
        """After the battle was read anew: go on if the action is still there, or may be when a request was answered."""
        parameters, now = self.parameters, self._session.now
        if parameters is None or now is None or now.view.request is not None:
            return
        if any(key(choice) == key(parameters.choice) for choice in now.menu.all):
            self._known = b""
            self.changed()
        else:
            self.leave()

    # -- looking ahead ----------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Show the parameters at once, and have it reckoned where they lead."""
        parameters, board = self.parameters, self._selection.board
        if parameters is None:
            return
        self._wanted, parameters.stride = parameters.action, board.step
        if parameters.point is not None:
            x, y = parameters.point
            board.move_to(f"{x},{y}")
        if parameters.place is not None:
            board.move_to(parameters.place)
            self._painter.draw()
        self.tell()
        if self._wanted != self._known and not self._looking_ahead:
            self._looking_ahead = True
            self._session.start("ahead", self._look_ahead)

    async def _look_ahead(self) -> None:
        """One preview after the other, always of the newest values: a held key never leaves a queue behind."""
        try:
            while (parameters := self.parameters) is not None and self._wanted != self._known:
                wanted, side = self._wanted, parameters.choice.side
                found = parameters.wrong or await self._preview(wanted, side)
                if self._session.left:
                    return
                self._known = wanted
                if self.parameters is parameters:
                    self._ahead(found)
        finally:
            self._looking_ahead = False

    async def _preview(self, action: bytes, side: str) -> Found:
        """Where it would lead; of what leads nowhere, the odds."""
        session = self._session
        battles = session.headquarters.looking_as(side).battles
        try:
            ahead = await session.ask("looking ahead", battles.preview, session.battle, action)
            if ahead is not None:
                return ahead
            return await session.ask("reckoning odds", battles.odds, session.battle, action)
        except Failed as failed:
            return failed.refusal

    def _ahead(self, found: Found) -> None:
        self._found = found
        ghost = self._painter.ghost = found if isinstance(found, Preview) else None
        if ghost is not None and ghost.piece.at is not None:
            self._selection.board.look(ghost.piece.at)
        self.tell()
        self._painter.draw()

    def tell(self) -> None:
        """Panel and hint of what is steered."""
        parameters, glyphs = self.parameters, self._session.glyphs
        if parameters is None:
            return
        self._panels.steering.tell(self._found, self._selection.called, glyphs)
        self._panels.hint.tell(glyphs.plain(f"{glyphs.enter} {parameters}"))

    # -- done -------------------------------------------------------------------------------------------------

    def do(self) -> None:
        """Do it; what is refused is told in its place, and can be steered on."""
        self._session.start("act", self._do)

    async def _do(self) -> None:
        parameters = self.parameters
        if parameters is None:
            return
        if self._known == parameters.action and isinstance(self._found, Refusal):
            self.tell()
            return
        with self._acting.alone() as may:
            made = parameters.made
            answer = await self._acting.carry_out(made) if may else None
            if isinstance(answer, Refusal) and answer.kind == "refused" and self.parameters is parameters:
                self._known = key(made).encode()
                self._ahead(answer)
            elif answer is not None:
                if isinstance(answer, Acted):
                    self.leave()
                await self._acting.done(made, answer)
