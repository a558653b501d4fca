"""Commands that open campaigns, look at them, and take them elsewhere."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.rules.seats import ABSENCE
from campaign.rules.wording import count
from campaign.shared.answers import Acted
from tui.cli import output, tables
from tui.cli.app import NOBODY, Archived, Back, CampaignId, Common, IdOf, Viewer, campaign, door
from tui.cli.campaign import printing
from tui.cli.campaign.common import room
from tui.cli.ids import beginning
from tui.cli.reports import Force, free
from tui.cli.suggesting import line as command
from tui.cli.tables import Absence, Apart, Look, seat_of

Source = Annotated[str, Parameter(help="A folder with campaign.toml and forces.toml, or the id of a sample.")]

At = Annotated[int | None, Parameter(help="As it was after this entry.")]
On = Annotated[str, Parameter(help="As it was on the evening of this date.")]


def _sample(hq: Headquarters, source: str) -> str:
    """A folder, or a sample by the beginning of its id. Raises Refused: several begin so."""
    return source if Path(source).is_dir() else beginning(source, hq.campaigns.files.sample_ids(), "SOURCE")


@campaign.command
def samples(*, common: Common = NOBODY) -> int:
    """List the ready-made campaigns.

    Example: wardiary campaign samples
    """
    with door(common) as hq:
        found = hq.campaigns.files.samples()
    return output.found(found, printing.samples, common.json)


@campaign.command
def new(
    source: Source,
    *,
    name: str = "",
    seat: Annotated[
        list[str] | None,
        Parameter(
            help="SIDE=PLAYER: who leads it, instead of whom the files name. May be repeated.", negative=""
        ),
    ] = None,
    umpire: Annotated[str, Parameter(help="Who is umpire, instead of whom the files name.")] = "",
    look: Look = "members",
    absence: Absence = ABSENCE,
    apart: Apart = False,
    common: Common = NOBODY,
) -> int:
    """Open a campaign from its files or a sample. Where no umpire is named, and you lead no side, you are.

    On a server seats are offered, and nothing is done until every one was taken.

    Example: wardiary campaign new marines-in-korea --name korea
    Example: wardiary campaign new marines-in-korea --seat us=ann --seat nk=ben --look invited
    """
    seats = [seat_of(text) for text in seat or []]
    with door(common) as hq:
        done = hq.campaigns.new(
            _sample(hq, source),
            name=name,
            seats=seats,
            umpire=umpire,
            look=look,
            absence=absence,
            apart=apart,
        )
        status = printing.answer(done, common.json)
        if isinstance(done, Acted) and not common.json:
            tables.opened(hq, done.diary, tables.waiting(hq, done.diary))
    return status


@campaign.command
def check(source: Source, *, common: Common = NOBODY) -> int:
    """Check a campaign's files without opening it: the first thing wrong, with file, line and reason.

    Example: wardiary campaign check my-campaign/
    """
    with door(common) as hq:
        found = hq.campaigns.files.check(_sample(hq, source))
    if common.json:
        output.as_json(found)
    else:
        output.say(
            f"{found.title}: sound. {count(found.scenarios, 'scenario')}, "
            f"{count(found.assets, 'asset')}, {count(found.people, 'person', 'people')}."
        )
        output.say(f"Definition {found.definition}")
    return 0


@campaign.command(name="list")
def list_(*, archived: Archived = False, common: Common = NOBODY) -> int:
    """List your campaigns and where they stand. Exit status 1 if the file they are in is damaged.

    Example: wardiary campaign list
    """
    with door(common) as hq:
        found = hq.campaigns.all(archived)
        damaged = hq.damaged
    output.found(found, printing.campaigns, common.json)
    return output.BROKEN if damaged else 0


@campaign.command
def archive(name: CampaignId, *, back: Back = False, common: Common = NOBODY) -> int:
    """Put a campaign away with its battles: they are no longer listed. Nothing in it changes, and it can be had back.

    Example: wardiary campaign archive korea --back
    """
    with door(common) as hq, tables.or_put_away(hq, name):
        hq.campaigns.archive(name, back)
    return output.archived(name, back, common.json)


@campaign.command
def show(
    name: CampaignId,
    *,
    at: At = None,
    date: On = "",
    lost: Annotated[
        bool, Parameter(help="List the machines that are lost for good, too.", negative="")
    ] = False,
    viewer: Viewer = None,
    common: Common = NOBODY,
) -> int:
    """Show how a campaign stands, now, after any entry, or on any date.

    Example: wardiary campaign show korea --date 1950-09-01 --as us
    """
    with room(common, name, viewer) as hq:
        found = hq.campaigns.view(name, at, date)
    return output.found(found, partial(printing.view, lost=lost), common.json)


@campaign.command
def people(
    name: CampaignId,
    *,
    side: str = "",
    at: At = None,
    date: On = "",
    viewer: Viewer = None,
    common: Common = NOBODY,
) -> int:
    """List the people of a campaign: rank, post, experience, and how they are or were.

    Example: wardiary campaign people korea --side us --date 1950-09-01
    """
    with room(common, name, viewer) as hq:
        found = [one for one in hq.campaigns.view(name, at, date).people if side in ("", one.side)]
    return output.found(found, printing.people, common.json)


@campaign.command
def orders(
    name: CampaignId,
    folder: Annotated[
        Path | None, Parameter(help="Write all that `campaign new` needs into this folder.")
    ] = None,
    *,
    form: Annotated[str, Parameter(help="toml, or people or assets as CSV; campaign or policy.")] = "toml",
    force: Force = False,
    viewer: Viewer = None,
    common: Common = NOBODY,
) -> int:
    """Print the order of battle as a file that `wardiary campaign enrol` takes, or write the next season's files.

    Example: wardiary campaign orders korea --form people > people.csv
    Example: wardiary campaign orders korea korea-1951/
    """
    if folder is None:
        with room(common, name, viewer) as hq:
            found = hq.campaigns.files.orders_text(name, form)
        return output.found(found, lambda text: output.say(text.rstrip()), common.json)
    for file in SEASON:
        free(folder / file, force, common)
    with room(common, name, viewer) as hq:
        texts = {file: hq.campaigns.files.orders_text(name, form) for file, form in SEASON.items()}
        wanting = _wanting(hq, texts)
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8")
    told = f"Written. {command('campaign', 'new', str(folder))} opens a campaign from it."
    if wanting:
        told = f"Written, but nothing opens from it before you change it. {wanting}\nThen: "
        told += command("campaign", "check", str(folder))
    return output.found(str(folder), lambda _: output.say(told), common.json)


def _wanting(hq: Headquarters, texts: dict[str, str]) -> str:
    """What a season that was written down lacks to be opened, such as machines for a side that lost all; or nothing."""
    try:
        hq.campaigns.files.check(texts)
    except Refused as refused:
        return f"{refused.where}: {refused.reason}"
    return ""


SEASON = {"campaign.toml": "campaign", "forces.toml": "toml", "policy.toml": "policy"}
"""The files of a campaign, and the form in which each is asked for."""


@campaign.command
def policy(
    name: Annotated[
        str,
        Parameter(help="Of this campaign; the defaults, each value explained, if none is named."),
        IdOf(("campaign",)),
    ] = "",
    *,
    viewer: Viewer = None,
    common: Common = NOBODY,
) -> int:
    """Print the policy of a campaign: what is earned, healed, repaired and supplied there, and since which entry.

    Example: wardiary campaign policy > policy.toml
    Example: wardiary campaign policy korea
    """
    if not name:
        with door(common) as hq:
            text = hq.campaigns.files.default_policy()
        return output.found(text, lambda text: output.say(text.rstrip()), common.json)
    with room(common, name, viewer) as hq:
        found = hq.campaigns.record.policy(name)
    return output.found(found, lambda one: output.say(one.text.rstrip()), common.json)


@campaign.command
def fork(
    name: CampaignId,
    *,
    at: Annotated[int | None, Parameter(help="From this entry; the newest if left out.")] = None,
    title: str = "",
    common: Common = NOBODY,
) -> int:
    """Go on from an entry in a campaign of its own; the original stays as it is.

    Example: wardiary campaign fork korea --at 12
    """
    with door(common) as hq:
        return printing.answer(hq.campaigns.fork(name, at, title=title), common.json)


@campaign.command
def export(
    name: CampaignId,
    path: Path,
    *,
    with_secrets: Annotated[bool, Parameter(help="With the keys of the dice.", negative="")] = False,
    force: Force = False,
    common: Common = NOBODY,
) -> int:
    """Write a campaign and all of its battles to a file that `wardiary import` takes.

    Example: wardiary campaign export korea korea.ndjson.gz
    """
    free(path, force, common)
    with door(common) as hq:
        found = hq.export(path, [name], with_secrets=with_secrets)
    return output.found(
        found,
        lambda one: output.say(f"{count(one.entries, 'entry', 'entries')} written to {path}."),
        common.json,
    )
