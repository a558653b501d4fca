"""What waits to be decided in a campaign, as rows of its screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rich.text import Text

from campaign.campaigns.answers import DRAW, CampaignView, EndView, FoughtView, NodeView
from campaign.rules.wording import count
from tui.campaign.situation import Situation
from tui.shared.words import BOLD, DIM


class GoOn(NamedTuple):
    """Go on with a battle, or look at one that is over."""

    battle: FoughtView


class FileOutcome(NamedTuple):
    """File what came of a battle that is over."""

    battle: FoughtView


class FileReturn(NamedTuple):
    """File the return of a battle of a real table."""

    battle: FoughtView


class GiveHalf(NamedTuple):
    """Say what came of a battle of a real table, for the side that is played here."""

    battle: FoughtView


class Compare(NamedTuple):
    """Look at what the sides say of a battle, side by side, and file it."""

    battle: FoughtView


class Begin(NamedTuple):
    """Begin a scenario."""

    node: NodeView


class Order(NamedTuple):
    """Do something that needs no more questions."""

    action: Mapping[str, Any]


Choice = GoOn | FileOutcome | FileReturn | GiveHalf | Compare | Begin | Order
Row = tuple[Text, Choice | None]
"""A row, and what Enter does on it: nothing on a heading."""


def rows(now: Situation) -> Iterator[Row]:
    """All rows, with their headings."""
    view = now.view
    if view.verdict is not None:
        yield Text(verdict_text(view, view.verdict), BOLD), None
    yield from _battles(now)
    for title, status in (("Scenarios", "open"), ("Over", "done")):
        nodes = [one for one in view.nodes if one.status == status]
        if nodes:
            yield Text(title, BOLD), None
        for node in nodes:
            yield from _fought(view, node) if status == "done" else [_node(view, node)]
    if now.repairs and view.verdict is None:
        assets = {one.id: one for one in view.assets}
        yield Text("Workshop", BOLD), None
        for job in now.repairs:
            asset = assets[job["asset"]]
            yield Text(f" repair {asset.name}: {asset.word(job['damage'])}"), Order(job)


def _battles(now: Situation) -> Iterator[Row]:
    titles = {one.id: one.title for one in now.view.nodes}
    sides = {one.id: one.seats for one in now.view.nodes}
    running = [one for one in now.view.battles if one.status == "running"]
    if running:
        yield Text("Battles", BOLD), None
    for one in running:
        text = Text(f" {titles.get(one.node, one.node)}  ")
        if one.id in now.over:
            yield text.append("over: file what came of it", DIM), FileOutcome(one)
        elif one.diary:
            yield text.append("go on", DIM), GoOn(one)
        elif now.view.viewer in sides.get(one.node, {}):
            said = "you have said what came of it" if one.halves else "say what came of it"
            yield text.append(f"at a real table: {said}", DIM), GiveHalf(one)
        elif one.halves:
            who = " and ".join(now.side_name(side) for side in one.halves)
            yield text.append(f"at a real table: {who} said what came of it", DIM), Compare(one)
        else:
            yield text.append("at a real table: file its return", DIM), FileReturn(one)


def _fought(view: CampaignView, node: NodeView) -> Iterator[Row]:
    """A scenario that is over: its battle can be looked at, if it was fought here."""
    names = {one.id: one.name for one in view.sides} | {DRAW: "nobody"}
    text = Text(f" {node.title}").append(f"  won by {names.get(node.winner, node.winner)}", DIM)
    fought = [one for one in view.battles if one.node == node.id and one.diary and one.status == "done"]
    yield text, GoOn(fought[-1]) if fought else None


def _node(view: CampaignView, node: NodeView) -> Row:
    text = Text(f" {node.title}")
    what = node.why or (
        f"{count(len(node.able), 'asset')} can come" if node.system else "fought at a real table"
    )
    text.append(f"  {what}\n   {node.text}", DIM)
    return text, Begin(node) if node.ready else None


def verdict_text(view: CampaignView, verdict: EndView) -> str:
    names = {one.id: one.name for one in view.sides} | {DRAW: "nobody"}
    winner = names.get(verdict.winner, verdict.winner)
    return f"The campaign is over: {verdict.title}. Won by {winner}. {verdict.text}".strip()
