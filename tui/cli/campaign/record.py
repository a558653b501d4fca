"""Commands that ask a campaign's record, and check it."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from cyclopts import Parameter

from campaign.campaigns.answers import Query
from tui.cli import output
from tui.cli.app import NOBODY, CampaignId, Common, Seals, Viewer, campaign, door
from tui.cli.campaign import printing
from tui.cli.campaign.common import ROOMS, room, whole

Everything = Annotated[bool, Parameter(name="--all", help="The quiet lines too.", negative="")]
Dates = Annotated[str, Parameter(help="A date, YYYY-MM-DD, included.")]


@campaign.command
def log(
    name: CampaignId,
    *,
    after: int = 0,
    everything: Everything = False,
    viewer: Viewer = None,
    common: Common = NOBODY,
) -> int:
    """Tell a campaign entry by entry.

    Example: wardiary campaign log korea --after 10
    """
    with room(common, name, viewer) as hq:
        found = hq.campaigns.log(name, after, everything=everything)
    return output.found(found, printing.log, common.json)


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
    viewer: Viewer = None,
    common: Common = NOBODY,
) -> int:
    """Search the record: by words, person, asset, battle, actor, kind of event and date.

    Example: wardiary campaign search korea "knocks out" --about a32 --since 1950-09-01
    """
    with room(common, name, viewer) as hq:
        about = whole(hq, name, about, *ROOMS["id"], "nodes")
        battle = whole(hq, name, battle, "battles")
        query = Query(about, battle, actor, kind, words, since, until, everything, newest, limit, offset)
        found = hq.campaigns.record.search(name, query)
    return output.found(found, printing.page, common.json)


@campaign.command
def why(
    name: CampaignId,
    id: Annotated[str, Parameter(help="A person, asset, depot, formation, pool or side.")],
    field: Annotated[
        str, Parameter(help="Such as xp, status, damage, stores.main; everything if left out.")
    ] = "",
    *,
    viewer: Viewer = None,
    common: Common = NOBODY,
) -> int:
    """Why a value is what it is: the chain of events that made it so.

    Example: wardiary campaign why korea a33 stores.main
    """
    with room(common, name, viewer) as hq:
        found = hq.campaigns.record.why(name, whole(hq, name, id, *ROOMS["id"]), field)
    return output.found(found, printing.why, common.json)


@campaign.command
def service(name: CampaignId, id: str, *, viewer: Viewer = None, common: Common = NOBODY) -> int:
    """The service record of a person or an asset: battles, kills, wounds, repairs, owners.

    Example: wardiary campaign service korea a32
    """
    with room(common, name, viewer) as hq:
        id = whole(hq, name, id, *ROOMS["id"])
        hq.campaigns.record.why(name, id, "")
        found = hq.campaigns.record.search(name, Query(subject=id, everything=False, limit=10_000))
        quiet = hq.campaigns.record.search(name, Query(subject=id, kind="fought", limit=10_000))
        served = hq.campaigns.record.search(name, Query(subject=id, kind="served", limit=10_000))
        lines = sorted({*found.lines, *quiet.lines, *served.lines}, key=lambda one: (one.seq, one.index))
    return output.found(lines, printing.lines, common.json)


@campaign.command
def difference(
    name: CampaignId,
    a: str,
    b: str,
    *,
    everything: Everything = False,
    viewer: Viewer = None,
    common: Common = NOBODY,
) -> int:
    """What is different at entry or on the evening of date B, compared with entry or date A.

    Example: wardiary campaign difference korea 1950-08-20 1950-09-01
    """
    with room(common, name, viewer) as hq:
        found = hq.campaigns.difference(name, a, b)
    return output.found(found, partial(printing.difference, everything=everything), common.json)


@campaign.command
def statistics(name: CampaignId, *, until: Dates = "", viewer: Viewer = None, common: Common = NOBODY) -> int:
    """Losses, kills, ammunition, experience and more, by side; with --json over time.

    Example: wardiary campaign statistics korea --json
    """
    with room(common, name, viewer) as hq:
        found = hq.campaigns.record.statistics(name, until)
    return output.found(found, printing.statistics, common.json)


@campaign.command
def verify(
    name: CampaignId,
    *,
    quick: Annotated[bool, Parameter(help="Look at the seals of its battles only.", negative="")] = False,
    seal: Seals = None,
    definition: Annotated[
        str,
        Parameter(
            help="The digest that its files must have, as `campaign check` shows it: 12 digits or more."
        ),
    ] = "",
    common: Common = NOBODY,
) -> int:
    """Check a campaign with its battles: chains, states, dice, every decision again, that its battles are those
    that were begun and filed, and whether its rules are those of a sample that ships, or of the definition that you
    name. Exit status 1 if it is not sound, 3 if it is as far as could be checked.

    Example: wardiary campaign verify korea
    Example: wardiary campaign verify ours --definition 0123456789abcdef
    """
    with door(common) as hq:
        found = hq.campaigns.verify(name, seal or (), quick=quick, definition=definition)
    return output.verified(found, common.json)


@campaign.command(name="forget-index")
def forget_index(*, common: Common = NOBODY) -> int:
    """Throw the search index away; the next search builds it anew from the diaries.

    Example: wardiary campaign forget-index
    """
    with door(common) as hq:
        hq.campaigns.record.rebuild()
    return output.found("The index is gone; the next search builds it anew.", output.say, common.json)
