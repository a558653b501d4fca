"""Commands that ask a campaign's record, check it, and report on it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from campaign.chronicle import Query
from campaign.reports.making import of_battle, of_campaign
from campaign.rules.refused import Refused
from campaign.rules.system import UMPIRE
from tui.cli import campaign_output, output
from tui.cli.app import NOBODY, BattleId, CampaignId, Common, Viewer, app, campaign, door

Everything = Annotated[bool, Parameter(name="--all", help="The quiet lines too.", negative="")]
Dates = Annotated[str, Parameter(help="A date, YYYY-MM-DD, included.")]


@campaign.command
def log(
    name: CampaignId,
    *,
    after: int = 0,
    everything: Everything = False,
    viewer: Viewer = UMPIRE,
    common: Common = NOBODY,
) -> int:
    """Tell a campaign entry by entry.

    Example: wardiary campaign log korea --after 10
    """
    with door(common) as hq:
        found = hq.campaign_log(name, viewer, after, everything=everything)
    return output.found(found, campaign_output.log, common.json)


@campaign.command
def search(
    name: CampaignId,
    words: Annotated[str, Parameter(help="Words that must stand in a line.")] = "",
    *,
    about: Annotated[str, Parameter(help="A person, asset, formation, depot, pool or scenario.")] = "",
    battle: str = "",
    actor: Annotated[str, Parameter(help="A player's id.")] = "",
    kind: Annotated[str, Parameter(help="A kind of event, such as died or repair-finished.")] = "",
    since: Dates = "",
    until: Dates = "",
    everything: Annotated[
        bool, Parameter(name="--all", help="Quiet lines too, and what was taken back.", negative="")
    ] = False,
    newest: Annotated[bool, Parameter(help="The newest first.", negative="")] = False,
    limit: int = 100,
    offset: int = 0,
    viewer: Viewer = UMPIRE,
    common: Common = NOBODY,
) -> int:
    """Search the record: by words, person, asset, battle, actor, kind of event and date.

    Example: wardiary campaign search korea "knocks out" --about a32 --since 1950-09-01
    """
    query = Query(about, battle, actor, kind, words, since, until, everything, newest, limit, offset)
    with door(common) as hq:
        found = hq.search(name, query, viewer)
    return output.found(found, campaign_output.page, common.json)


@campaign.command
def why(
    name: CampaignId,
    id: Annotated[str, Parameter(help="A person, asset, depot, formation, pool or side.")],
    field: Annotated[
        str, Parameter(help="Such as xp, status, damage, stores.main; everything if left out.")
    ] = "",
    *,
    viewer: Viewer = UMPIRE,
    common: Common = NOBODY,
) -> int:
    """Why a value is what it is: the chain of events that made it so.

    Example: wardiary campaign why korea a33 stores.main
    """
    with door(common) as hq:
        found = hq.why(name, id, field, viewer)
    return output.found(found, campaign_output.why, common.json)


@campaign.command
def service(name: CampaignId, id: str, *, viewer: Viewer = UMPIRE, common: Common = NOBODY) -> int:
    """The service record of a person or an asset: battles, kills, wounds, repairs, owners.

    Example: wardiary campaign service korea a32
    """
    with door(common) as hq:
        hq.why(name, id, "", viewer)
        found = hq.search(name, Query(subject=id, everything=False, limit=10_000), viewer)
        quiet = hq.search(name, Query(subject=id, kind="fought", limit=10_000), viewer)
        served = hq.search(name, Query(subject=id, kind="served", limit=10_000), viewer)
        lines = sorted({*found.lines, *quiet.lines, *served.lines}, key=lambda one: (one.seq, one.index))
    return output.found(lines, campaign_output.lines, common.json)


@campaign.command
def difference(name: CampaignId, a: str, b: str, *, viewer: Viewer = UMPIRE, common: Common = NOBODY) -> int:
    """What is different at entry or on the evening of date B, compared with entry or date A.

    Example: wardiary campaign difference korea 1950-08-20 1950-09-01
    """
    with door(common) as hq:
        found = hq.campaign_difference(name, hq.campaign_entry(name, a), hq.campaign_entry(name, b), viewer)
    return output.found(found, output.changes, common.json)


@campaign.command
def statistics(
    name: CampaignId, *, until: Dates = "", viewer: Viewer = UMPIRE, common: Common = NOBODY
) -> int:
    """Losses, kills, ammunition, experience and more, by side; with --json over time.

    Example: wardiary campaign statistics korea --json
    """
    with door(common) as hq:
        found = hq.statistics(name, viewer, until)
    return output.found(found, campaign_output.statistics, common.json)


@campaign.command
def verify(name: CampaignId, *, common: Common = NOBODY) -> int:
    """Check chain, states and dice of a campaign, and the battles that it vouches for. Exit status 1 if not sound.

    Example: wardiary campaign verify korea
    """
    with door(common) as hq:
        found = hq.campaign_verify(name)
    output.found(found, campaign_output.verified, common.json)
    return 0 if found.sound else 1


@campaign.command(name="forget-index")
def forget_index(*, common: Common = NOBODY) -> int:
    """Throw the search index away; the next search builds it anew from the diaries.

    Example: wardiary campaign forget-index
    """
    with door(common) as hq:
        hq.chronicle.drop()
    return output.found("The index is gone; the next search builds it anew.", output.say, common.json)


Form = Annotated[Literal["markdown", "html"] | None, Parameter(help="By the file's name if left out.")]
Where = Annotated[Path | None, Parameter(help="The file to write; standard output if left out.")]


@campaign.command
def report(
    name: CampaignId,
    path: Where = None,
    *,
    form: Form = None,
    everything: Everything = False,
    viewer: Viewer = UMPIRE,
    common: Common = NOBODY,
) -> int:
    """Write the after-action report of a campaign, as Markdown or as one HTML file with plots.

    Example: wardiary campaign report korea korea.html
    """
    with door(common) as hq:
        text = of_campaign(hq, name, _form(path, form), viewer, everything, progress(path))
    return _written(text, path, common)


@app.command(name="report")
def battle_report(
    battle: BattleId, path: Where = None, *, form: Form = None, viewer: Viewer = "", common: Common = NOBODY
) -> int:
    """Write the after-action report of a battle, as Markdown or as one HTML file with maps.

    Example: wardiary report BATTLE battle.html
    """
    with door(common) as hq:
        text = of_battle(hq, battle, _form(path, form), viewer, progress(path))
    return _written(text, path, common)


def _form(path: Path | None, form: Literal["markdown", "html"] | None) -> Literal["markdown", "html"]:
    if form is not None:
        return form
    return "html" if path is not None and path.suffix in (".html", ".htm") else "markdown"


def progress(path: Path | None) -> Callable[[int, int], None]:
    """Tells people at a terminal how far a report is."""

    def tell(done: int, of: int) -> None:
        if path is not None and sys.stderr.isatty():
            end = "\n" if done >= of else "\r"
            print(f"{done} of {of} entries", end=end, file=sys.stderr, flush=True)

    return tell


def _written(text: str, path: Path | None, common: Common) -> int:
    if path is None:
        return output.found(text, lambda one: output.say(one.rstrip()), common.json)
    if path.is_dir():
        raise Refused("This is a folder; give a file.", where=str(path))
    path.write_text(text, encoding="utf-8")
    return output.found(str(path), lambda one: output.say(f"Written: {one}"), common.json)
