"""Commands that begin a battle or open one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from campaign.headquarters import Headquarters
from campaign.library.rosters import read_roster
from campaign.rules.options import Setting
from campaign.rules.refused import Refused
from campaign.rules.seats import ABSENCE
from campaign.shared.answers import Acted
from tui.cli import output, tables
from tui.cli.app import DIGITS, HERE, NOBODY, Actor, Archived, Back, BattleId, Common, DiaryId, app, door
from tui.cli.battles import bots, printing
from tui.cli.ids import beginning, diaries
from tui.cli.tables import Absence, Apart, Look, SeatsGiven, UmpireNamed, seat_of


@app.command
def new(
    scenario: str,
    *,
    seat: SeatsGiven = None,
    umpire: UmpireNamed = None,
    look: Look = "members",
    absence: Absence = ABSENCE,
    apart: Apart = False,
    title: str = "",
    dice: Annotated[
        Literal["sealed", "typed"], Parameter(help="Sealed dice, or real ones typed in.")
    ] = "sealed",
    undo: Annotated[
        Literal["free", "consent"] | None,
        Parameter(
            help="Whether taking back dice, or what was seen, needs the other side's consent; free if you play alone."
        ),
    ] = None,
    option: Annotated[
        list[str] | None,
        Parameter(
            help="NAME=VALUE, as `wardiary scenario` lists them; a roster also as @FILE.toml. May be repeated.",
            negative="",
        ),
    ] = None,
    contribute: Annotated[
        list[str] | None,
        Parameter(
            help="SIDE=TEXT: that side's own part in the sealed dice, before the first roll. May be repeated.",
            negative="",
        ),
    ] = None,
    system: str | None = None,
    common: Common = NOBODY,
) -> int:
    """Begin a battle. A bot that is to begin does so at once, unless other people sit at the table by name.

    On a server seats are offered, and nothing is done until every one was taken.

    Example: wardiary new SCENARIO --seat SIDE=bot:random --option NAME=VALUE
    Example: wardiary new SCENARIO --seat us=ann --seat nk=ben --look invited --absence 7
    """
    seats = [seat_of(text) for text in seat or []]
    added = [_contribution(text) for text in contribute or []]
    with door(common) as hq:
        scenario = scenario_of(hq, scenario, system)
        settings = {one.id: one for one in hq.packs.scenario(scenario, system)[1].settings}
        options = options_of(option, settings)
        done = hq.battles.new(
            scenario, system=system, title=title, seats=seats, dice=dice, undo=undo, options=options,
            umpire=umpire, look=look, absence=absence, apart=apart,
        )  # fmt: skip
        if isinstance(done, Acted):
            for side, text in added:
                more = hq.looking_as(side).battles.act(done.diary, {"kind": "contribute", "text": text})
                if not isinstance(more, Acted):
                    printing.answer(done, common.json)
                    return printing.answer(more, common.json)
                done = more
        return bots.begun(hq, done, common.json)


def scenario_of(hq: Headquarters, text: str, system: str | None) -> str:
    """A scenario's id by its beginning. Raises Refused: several begin so."""
    return beginning(text, [info.id for _, info in hq.packs.scenarios(system)], "SCENARIO")


def _contribution(text: str) -> tuple[str, str]:
    """SIDE=TEXT. Raises Refused."""
    side, equals, words = text.partition("=")
    if not equals or not words:
        raise Refused(f"{text!r} is not SIDE=TEXT.", "", ["SIDE=TEXT"], "--contribute")
    return side, words


def options_of(
    texts: Sequence[str] | None, settings: Mapping[str, Setting], where: str = "--option"
) -> dict[str, Any]:
    """Several NAME=VALUE. Raises Refused."""
    return dict(_option(text, settings, where) for text in texts or ())


def _option(text: str, settings: Mapping[str, Setting], where: str) -> tuple[str, Any]:
    """NAME=VALUE with the value as its setting wants it; headquarters says what is wrong with one that does not fit."""
    name, equals, value = text.partition("=")
    if not equals:
        raise Refused(f"{text!r} is not NAME=VALUE.", "", [f"{one}=…" for one in settings], where)
    kind = settings[name].kind if name in settings else ""
    if kind == "switch" and value in ("true", "false"):
        return name, value == "true"
    if kind == "number" and value.removeprefix("-").isdecimal() and len(value) < DIGITS:
        return name, int(value)
    if kind == "roster" and value.startswith("@"):
        return name, read_roster(Path(value[1:]))
    return name, value


@app.command(name="list")
def list_(*, archived: Archived = False, common: Common = NOBODY) -> int:
    """List your battles and where they stand. Exit status 1 if the file they are in is damaged.

    Example: wardiary list --archived
    """
    with door(common) as hq:
        found = hq.battles.all(archived)
        damaged = hq.damaged
    output.found(found, printing.battles, common.json)
    return output.BROKEN if damaged else 0


@app.command
def archive(battle: BattleId, *, back: Back = False, common: Common = NOBODY) -> int:
    """Put a battle away: it is no longer listed. Nothing in it changes, and it can be had back.

    Example: wardiary archive BATTLE --back
    """
    with door(common) as hq, tables.or_put_away(hq, battle):
        hq.battles.archive(battle, back)
    return output.archived(battle, back, common.json)


@app.command
def play(diary: DiaryId | None = None, *, actor: Actor = HERE, common: Common = NOBODY) -> int:
    """Open the terminal program: on a battle or campaign, on what you played last, or on the sample campaign; on the
    list, if a seat is offered to you. With a side, only that one is played here, and the others at other terminals.

    Example: wardiary play DIARY --player ann --side us
    """
    from tui.terminal import run  # Textual is slow to import; nothing else needs it

    with door(common) as hq:
        battle, campaign = None, ""
        if diary is None:
            sample = ""
            if not hq.server:  # others would meet them there, and nobody has a seat in them
                sample = next(iter(hq.campaigns.open_samples()), "")
                hq.battles.open_samples()
            if sample:
                campaign = sample
            elif not any(
                one.offers for one in hq.awaiting()
            ):  # else the list, which begins with what is offered
                battle, campaign = hq.battles.last() or None, hq.campaigns.last()
        elif any((one.kind, one.name) == ("campaign", diary) for one in diaries(common)):
            campaign = diary
        else:
            battle = hq.battles.info(diary).battle
            if actor.side:
                hq.looking_as(actor.side).battles.view(battle)  # raises Refused if that is not his
        return run(hq, battle, campaign, actor.side or "")
