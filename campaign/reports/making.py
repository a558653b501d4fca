"""Reports as text: Jinja2 templates filled with what the record says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

from campaign.headquarters import Headquarters
from campaign.reports import shown, simulated
from campaign.reports.battle import SET_UP, BattleReport, Progress, battle_report, silent, where
from campaign.reports.campaign import CampaignReport, campaign_report
from campaign.reports.drawing import board, dice, ground, palette, plots
from campaign.reports.drawing.scene import Picture, Scene
from campaign.reports.drawing.track import Tick, track
from campaign.reports.orders import anchors, orders, people
from campaign.rules.refused import Refused
from campaign.shared.answers import VerifyReport
from campaign.shared.plain import plain
from campaign.simulation import words
from campaign.simulation.answers import Comparison, Simulation

Form = Literal["markdown", "html"]
PLOTS = (
    "points",
    "kills",
    "knocked out",
    "lost for good",
    "dead",
    "wounded",
    "experience",
    "repairs",
    "used: main",
)
HEAD = (
    '<marker id="head" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="7" markerHeight="7" orient="auto">'
    '<path d="M0 0l10 5-10 5z" fill="var(--edge)"/></marker>'
)


def _escapes(name: str | None) -> bool:
    return ".html" in (name or "")


@lru_cache(maxsize=1)
def _templates() -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined  # slow to import: only where it is needed

    found = Environment(
        loader=PackageLoader("campaign.reports"),
        autoescape=_escapes,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    found.filters |= {
        **shown.filters(),
        "where": where,
        "plain": plain,
        "md": markdown,
        "long_day": plots.long_day,
    }
    return found


def markdown(text: str) -> str:
    """Text that says in Markdown what it says here."""
    return "".join(f"\\{one}" if one in "\\`*_[]<>|#" else one for one in plain(text).replace("\n", " "))


def of_battle(
    hq: Headquarters,
    battle: str,
    form: Form = "markdown",
    progress: Progress = silent,
    verified: VerifyReport | None = None,
) -> str:
    """The after-action report of a battle, as the caller may read it. verified: what its verification found, for the
    end of it. Raises Refused."""
    report = battle_report(hq, battle, progress)
    looks = palette.looks(report.info.sides)
    names = {side.id: side.name for side in report.info.sides}
    values: dict[str, Any] = {"report": report, "looks": looks, "names": names, "verified": verified}
    return _filled("battle", form, **values, **(_drawn(report, looks) if form == "html" else {}))


def board_of(hq: Headquarters, battle: str, seq: int | None = None) -> str:
    """The board of a battle at an entry as SVG that stands alone. Raises Refused where there is none yet."""
    view = hq.battles.view(battle, seq)
    picture = board.picture(Scene(view.game, view.sides))
    if picture is None:
        raise Refused("There is no board to draw before the forces are set up.", where="$.seq")
    name, body = picture.land
    lands = f'<g id="{name}">{body}</g>' if name else ""
    style = palette.variables() + _templates().get_template("page.css").render()
    head, end, rest = picture.svg.partition(">")
    defs = f"<style>{style}</style><defs>{HEAD}{ground.patterns()}{dice.symbols()}{lands}</defs>"
    return head.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1) + end + defs + rest


def _drawn(report: BattleReport, looks: Mapping[str, int]) -> dict[str, Any]:
    """The pictures of a battle's page."""
    final, opening = board.picture(report.final), board.picture(report.opening)
    turns = [
        {
            "title": one.title,
            "entries": one.entries,
            "picture": (picture := None if one.title == SET_UP else board.picture(one.scene)),
            "caption": _caption(one.title, one.scene) if picture else "",
        }
        for one in report.turns
    ]
    drawn: list[Any] = [final, opening, *(one["picture"] for one in turns)]
    lands = dict(one.land for one in drawn if isinstance(one, Picture) and one.land[0])
    defs = "".join(f'<g id="{name}">{body}</g>' for name, body in sorted(lands.items()))
    ticks = [
        Tick(e.seq, turn.title, looks.get(e.side, -1), e.dice, e.mark, e.gone, e.back)
        for turn in report.turns
        for e in turn.entries
    ]
    ticks.sort(key=lambda one: one.seq)
    first = sorted(report.info.sides, key=lambda side: looks[side.id])
    numbered = report.final.game.board is not None and bool(board.terrain_key(report.final))
    return {
        "final": final,
        "opening": opening,
        "turns": turns,
        "defs": HEAD + ground.patterns() + dice.symbols() + defs,
        "track": track(ticks, "Turns and entries"),
        "terrain": board.terrain_key(report.final),
        "counters": board.counter_key(report.final),
        "locator": board.locator(report.final),
        "numbering": " The numbers of a hex are its column, then its row." if numbered else "",
        "side_names": [side.name for side in first],
    }


def _caption(title: str, scene: Scene) -> str:
    """What a map of a turn shows."""
    found = [f"When {title.lower()} was over."]
    if scene.ways:
        found.append("Lines: which way each went, from where it stood before.")
    shot = scene.shot
    one, other = (scene.piece(id) for id in (shot.actor, shot.target)) if shot else (None, None)
    if shot and one and other:
        found.append(f"The arrow: {one.name} against {other.name}, {', '.join(shot.said)}.")
    return " ".join(found)


def of_campaign(
    hq: Headquarters,
    name: str,
    form: Form = "markdown",
    everything: bool = False,
    progress: Progress = silent,
    verified: VerifyReport | None = None,
) -> str:
    """The after-action report of a campaign, as the caller may read it. everything: with the whole record at its end.
    verified: see `of_battle`. Raises Refused.
    """
    report = campaign_report(hq, name, everything, progress)
    totals: dict[str, dict[str, int]] = {}
    for one in report.statistics:
        totals.setdefault(one.what, {})[one.side] = one.n
    looks, view = palette.looks(report.view.sides), report.view
    values: dict[str, Any] = {
        "report": report,
        "verified": verified,
        "looks": looks,
        "when": plots.day if view.start[:4] == view.date[:4] else plots.with_year,
        "totals": totals,
        "orders": orders(report.view),
        "people": people(report.view),
        "anchors": anchors(report.view),
    }
    if form == "html":
        values |= {"plots": _plots(report, looks), "defs": ""}
    return _filled("campaign", form, **values)


def _plots(report: CampaignReport, looks: Mapping[str, int]) -> dict[str, str]:
    """Running totals over the days, a plot for each number that is worth one."""
    view = report.view
    notches = [one.fought.date for one in report.battles]
    found: dict[str, str] = {}
    for what in PLOTS:
        lines: list[plots.Line] = []
        for side in view.sides:
            steps = {one.date: one.n for one in report.statistics if (one.what, one.side) == (what, side.id)}
            if steps or not view.secret:
                lines.append(plots.Line(shown.short_name(side.name), looks[side.id], steps))
        found[what] = plots.steps(what, lines, view.start, view.date, notches)
    return {what: svg for what, svg in found.items() if svg}


def of_simulation(found: Simulation | Comparison, form: Form = "markdown") -> str:
    """The tables of a simulation, as HTML with plots."""
    tables: Sequence[Simulation] = (found.first, found.second) if isinstance(found, Comparison) else (found,)
    told = words.difference(found) if isinstance(found, Comparison) else ""
    values: dict[str, Any] = {"tables": tables, "difference": told, "words": words}
    if form == "html":
        values |= {
            "plots": [simulated.drawn(one) for one in tables],
            "looks": palette.looks(tables[0].sides),
            "defs": "",
        }
    return _filled("simulation", form, **values)


def _filled(name: str, form: Form, **values: Any) -> str:
    ending = "html" if form == "html" else "md"
    if form == "html":
        values["variables"] = palette.variables()
    text: str = _templates().get_template(f"{name}.{ending}.j2").render(**values)
    return text
