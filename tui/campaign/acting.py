"""Acting from the campaign screen: orders, battles and their returns, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ParamSpec, Protocol, TypeVar

from rich.text import Text

from campaign.battles.table import Seat
from campaign.campaigns.answers import DRAW, UNDECIDED, FoughtView, NodeView
from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted, Refusal
from tui.campaign.choices import Begin, Choice, Compare, FileOutcome, FileReturn, GiveHalf, GoOn, Order
from tui.campaign.muster import MusterPage
from tui.campaign.pages import laid_text
from tui.campaign.situation import Situation
from tui.shared.dialogs import Ask, Choose, Page, Wrong
from tui.shared.failures import Failed
from tui.shared.host import Host

KINDS = ("asset", "person")
"""What a return has rows of."""
P = ParamSpec("P")
T = TypeVar("T")
SHOWN = 3
"""So many lines at most tell what came of something."""
LONGEST = 200
"""Characters of what a return says of the battle as a whole."""


class Owner(Protocol):
    """What acting needs of the screen that owns it."""

    @property
    def headquarters(self) -> Headquarters: ...
    @property
    def now(self) -> Situation | None:
        """What is shown; None before the first reading."""
        ...

    def tell(self, text: str, grave: bool = False) -> None:
        """One notice above the footer."""
        ...

    def reread(self) -> object:
        """Read the campaign anew, in the background."""
        ...


class Acting:
    """Each of its methods belongs into a worker."""

    def __init__(self, host: Host, owner: Owner, campaign: str) -> None:
        self._host, self._owner, self._campaign = host, owner, campaign

    @property
    def _hq(self) -> Headquarters:
        return self._owner.headquarters

    async def make(self, choice: Choice) -> None:
        """What a row of the screen says."""
        match choice:
            case GoOn(battle):
                self._host.open_battle(battle.diary)
            case FileOutcome(battle):
                await self._ask("filing", self._hq.campaigns.returns.file, self._campaign, battle.id)
            case FileReturn(battle):
                await self._file_return(battle)
            case GiveHalf(battle):
                await self._give_half(battle)
            case Compare(battle):
                await self._compare(battle)
            case Begin(node):
                await self._begin(node)
            case Order(action):
                await self.act(action)

    async def act(self, action: Mapping[str, Any]) -> None:
        await self._ask("doing it", self._hq.campaigns.act, self._campaign, action)

    async def advance(self, days: int) -> None:
        """Let days pass; several end where something can be fought. What waits already is asked about first."""
        view = self._owner.now.view if self._owner.now is not None else None
        titles = {one.id: one.title for one in view.nodes} if view is not None else {}
        waiting = (
            [titles.get(one.node, one.node) for one in view.battles if one.status == "running"]
            if view
            else []
        )
        waiting += [one.title for one in view.nodes if one.ready] if view else []
        if days > 1 and waiting:
            question = f"{', '.join(waiting)}: this waits already. Let days pass all the same?"
            answers = ["Not yet", f"Let up to {days} days pass"]
            dialog = Choose(self._host.glyphs.plain(question), answers, again=self._host.keys_of("days"))
            if await self._host.push_screen_wait(dialog) != 1:
                return
        await self.act({"kind": "advance", "days": days, "stop": days > 1})

    async def undo(self) -> None:
        """Take the newest entry back, if that is meant."""
        if (
            await self._host.push_screen_wait(
                Choose("Take the newest entry back?", ["No", "Yes"], asked=True)
            )
            == 1
        ):
            await self._ask("taking it back", self._hq.campaigns.undo, self._campaign)

    async def redo(self) -> None:
        await self._ask("bringing it back", self._hq.campaigns.redo, self._campaign)

    async def let_bots_play(self) -> None:
        """One step."""
        await self._ask("letting bots play", self._hq.campaigns.staff.step, self._campaign)

    async def _ask(self, what: str, do: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        """Ask headquarters, and tell what came of it. None if it was not done."""
        plain = self._host.glyphs.plain
        self._owner.tell(f"{what} ...")
        try:
            answer = await self._host.line.ask(what, do, *args, **kwargs)
        except Failed as failed:
            self._owner.tell(str(failed), True)
            return None
        if isinstance(answer, Refusal):
            self._owner.tell(plain(str(answer)), True)
            return None
        if isinstance(answer, Acted):
            more = len(answer.lines) - SHOWN
            lines = [
                *(line.text for line in answer.lines[:SHOWN]),
                *([f"... {more} more: l"] if more > 0 else []),
            ]
            self._owner.tell(plain("\n".join(lines)))
        self._owner.reread()
        return answer

    # -- battles ----------------------------------------------------------------------------------------------

    async def _begin(self, node: NodeView) -> None:
        """Who comes, who plays, and the battle."""
        now = self._owner.now
        if now is None:
            return
        assets = {one.id: one for one in now.view.assets}
        chosen = await self._host.push_screen_wait(
            MusterPage(
                self._host,
                node,
                [assets[id] for id in node.able if id in assets],
                {one.id: one.name for one in now.view.sides},
            )
        )
        if chosen is None:
            return
        seats: list[Seat] = []
        if node.system:
            sides = now.view.sides
            answers = [
                "Both sides at this screen",
                *(f"You lead {one.name}, a bot the others" for one in sides),
            ]
            who = await self._host.push_screen_wait(Choose("Who plays?", answers, asked=True))
            if who is None:
                return
            if who:
                seats = await self._host.line.ask("reading", self._bots, node, sides[who - 1].id)
        answer = await self._ask(
            "beginning", self._hq.campaigns.begin, self._campaign, node.id, list(chosen), seats=seats
        )
        if isinstance(answer, Acted) and answer.fought:
            self._host.open_battle(answer.fought)

    def _bots(self, node: NodeView, mine: str) -> list[Seat]:
        """Seats of the battle with a bot for every side but one."""
        bot = self._hq.packs.scenario(node.scenario, node.system)[0].bots[-1]
        return [Seat(there, bot="" if here == mine else bot) for here, there in node.seats.items()]

    async def _file_return(self, battle: FoughtView) -> None:
        """A battle of a real table: who won, and words; the rest as a file, or as far as it is known and open to no
        question, and else everybody as he went."""
        rest = "What is open" if battle.halves else "Everybody"
        question = (
            f"Who won? {rest} comes back as it went. For losses, rounds and kills write a return instead:\n"
            f"wardiary campaign return {self._campaign} {battle.id} > return.toml, and wardiary campaign file"
        )
        if (said := await self._won(question)) is None:
            return
        form = await self._host.line.ask(
            "reading", self._hq.campaigns.returns.form, self._campaign, battle.id
        )
        rows = {kind: [one for one in form.get(kind, ()) if one.get("fate") != UNDECIDED] for kind in KINDS}
        content = {**said, "crews": "safe", **rows}
        await self._ask("filing", self._hq.campaigns.returns.file, self._campaign, battle.id, content)

    async def _won(self, question: str) -> dict[str, Any] | None:
        """Who won, and words for it; None if that is left open."""
        now = self._owner.now
        if now is None:
            return None
        sides = [*((one.id, one.name) for one in now.view.sides), (DRAW, "nobody")]
        found = await self._host.push_screen_wait(Choose(question, [name for _, name in sides], asked=True))
        if found is None:
            return None
        words = await self._host.push_screen_wait(
            Ask[str]("What shall the record say of it?", _remark, asked=True)
        )
        if words is None:
            return None
        winner = sides[found][0]
        return {"winner": winner, "field": "" if winner == DRAW else winner, "reason": words}

    async def _give_half(self, battle: FoughtView) -> None:
        """What the side that is played here says of a battle of a real table: who won, and words; of its own what it
        said before, or that everybody came back as he went."""
        question = (
            f"Who won, as you have it? Your own come back as they went. For losses, rounds and kills write a file:\n"
            f"wardiary campaign return {self._campaign} {battle.id} --half > half.toml, and "
            f"wardiary campaign file --half"
        )
        if (said := await self._won(question)) is None:
            return
        halves = self._hq.campaigns.halves
        form = await self._host.line.ask("reading", halves.form, self._campaign, battle.id)
        content = {**form, **said, "crews": form["crews"] if battle.halves else "safe"}
        await self._ask("saying it", halves.give, self._campaign, battle.id, content)

    async def _compare(self, battle: FoughtView) -> None:
        """What the sides say, beside each other; filed if that leaves nothing to decide."""
        now = self._owner.now
        if now is None:
            return
        halves = self._hq.campaigns.halves
        laid = await self._host.line.ask("reading", halves.laid, self._campaign, battle.id)
        text = laid_text(now.view, laid)
        left = bool(laid.open or laid.wanting or laid.wrong)
        plain = self._host.glyphs.plain
        await self._host.push_screen_wait(
            Page(f"{battle.id}: what the sides say", Text(plain(text.plain), spans=text.spans))
        )
        answers = ["Not yet", "Say who won, and file it" if left else "File what they agree on"]
        if await self._host.push_screen_wait(Choose("File it?", answers, asked=True)) != 1:
            return
        if left:
            await self._file_return(battle)
        else:
            await self._ask("filing", self._hq.campaigns.returns.file, self._campaign, battle.id)


def _remark(text: str) -> str | Wrong:
    """What was typed about a battle; nothing is fine."""
    text = text.strip()
    return (
        text if len(text) <= LONGEST else Wrong(f"{LONGEST} characters at the most; these are {len(text)}.")
    )
