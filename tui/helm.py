"""Steering from the battle screen: an action's parameters follow the keys, and a ghost shows where they lead."""

from __future__ import annotations

from textual import work

from campaign.answers import Acted, LegalAction, Refusal
from campaign.rules.refused import Refused
from campaign.rules.system import Point, Preview
from events.errors import DiaryError
from tui.boardview import BoardView
from tui.choices import key
from tui.lookback import LookBack
from tui.messages import Steered, SteeredEnough, SteeringLeft
from tui.panels import Hint
from tui.steering import Steering
from tui.steerpanel import Found, SteerPanel

HARMLESS = ("zoom", "sheet", "standing", "pause", "pace")
"""Actions of the battle screen whose keys are heard while something is steered."""


class Helm(LookBack):
    """See the module."""

    def __init__(self, battle: str) -> None:
        super().__init__(battle)
        self.ghost: Preview | None = None
        self._found: Found = None
        self._wanted: bytes = b""
        self._known: bytes = b""
        self._looking_ahead = False

    @property
    def board(self) -> BoardView:
        raise NotImplementedError

    @property
    def steering(self) -> Steering | None:
        """What is being steered, or None."""
        return None if self.left else self.query_one(SteerPanel).steering

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While something is steered, no other key decides anything."""
        if self.steering is not None and hasattr(self, f"action_{action}") and action not in HARMLESS:
            return False
        return super().check_action(action, parameters)

    def draw(self) -> None:
        """The board anew, with the ghost."""
        raise NotImplementedError

    def steer(self, choice: LegalAction, toward: Point | None = None) -> None:
        """Let the keys choose a choice's parameters. toward: where it should lead to begin with."""
        now = self.now
        if now is None or not choice.ranges:
            return
        steering = Steering(choice, self.board.step)
        piece = now.piece(choice.unit)
        start = piece.at if piece is not None else None
        if toward is not None:
            steering.toward(start, toward)
        panel = self.query_one(SteerPanel)
        panel.steering = steering
        self.add_class("steering")
        self.say("")
        panel.scroll_home(animate=False)
        panel.focus()
        self._steered()

    def leave_steering(self) -> None:
        """The keys belong to the board again."""
        if self.steering is None:
            return
        self.query_one(SteerPanel).steering = None
        self.remove_class("steering")
        self.ghost, self._found, self._wanted, self._known = None, None, b"", b""
        self.board.focus()
        self.draw()

    def steering_again(self) -> None:
        """After the battle was read anew: go on if the action is still there."""
        steering, now = self.steering, self.now
        if steering is None or now is None:
            return
        if any(key(choice) == key(steering.choice) for choice in now.menu.all):
            self._known = b""
            self._steered()
        else:
            self.leave_steering()

    # -- looking ahead ----------------------------------------------------------------------------------------

    def on_steered(self, event: Steered) -> None:
        self._steered()

    def _steered(self) -> None:
        """Show the parameters at once, and have it reckoned where they lead."""
        steering = self.steering
        if steering is None:
            return
        self._wanted, steering.stride = steering.action, self.board.step
        if steering.point is not None:
            x, y = steering.point
            self.board.move_to(f"{x},{y}")
        self.tell_steering()
        if self._wanted != self._known and not self._looking_ahead:
            self._looking_ahead = True
            self._look_ahead()

    @work(group="ahead")
    async def _look_ahead(self) -> None:
        """One preview after the other, always of the newest values: a held key never leaves a queue behind."""
        try:
            while (steering := self.steering) is not None and self._wanted != self._known:
                wanted, side = self._wanted, steering.choice.side
                found = await self._preview(wanted, side)
                if self.left:
                    return
                self._known = wanted
                if self.steering is steering:
                    self._ahead(found)
        finally:
            self._looking_ahead = False

    async def _preview(self, action: bytes, side: str) -> Found:
        try:
            return await self.ask("looking ahead", self.headquarters.preview, self.battle, action, side)
        except Refused as refused:
            return Refusal.of(refused)
        except DiaryError as error:
            return Refusal(str(error))

    def _ahead(self, found: Found) -> None:
        self._found = found
        self.ghost = found if isinstance(found, Preview) else None
        if self.ghost is not None and self.ghost.piece.at is not None:
            self.board.look(self.ghost.piece.at)
        self.tell_steering()
        self.draw()

    def tell_steering(self) -> None:
        """Panel and hint of what is steered."""
        steering = self.steering
        if steering is None:
            return
        glyphs = self.host.glyphs
        self.query_one(SteerPanel).tell(self._found, self.called, glyphs)
        self.query_one(Hint).tell(glyphs.plain(f"{glyphs.enter} {steering}"))

    def called(self, piece: str) -> str:
        """What a piece is called in the panel."""
        found = self.now.piece(piece) if self.now is not None else None
        return found.name if found is not None else piece

    # -- done, or left ----------------------------------------------------------------------------------------

    @work(group="act")
    async def on_steered_enough(self, event: SteeredEnough) -> None:
        """Do it; what is refused is told in its place, and can be steered on."""
        steering = self.steering
        if steering is None:
            return
        if self._known == steering.action and isinstance(self._found, Refusal):
            self.tell_steering()
            return
        with self.alone() as may:
            made = steering.made
            answer = await self.carry_out(made) if may else None
            if isinstance(answer, Refusal) and answer.kind == "refused" and self.steering is steering:
                self._known = key(made).encode()
                self._ahead(answer)
            elif answer is not None:
                if isinstance(answer, Acted):
                    self.leave_steering()
                await self.settle(answer, follow=True)

    def on_steering_left(self, event: SteeringLeft) -> None:
        self.leave_steering()
