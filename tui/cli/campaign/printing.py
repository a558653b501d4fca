"""What the campaign commands print for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, cast

from campaign.campaigns.answers import (
    DRAW,
    AssetView,
    CampaignInfo,
    CampaignLine,
    CampaignView,
    Change,
    DepotView,
    Difference,
    Laid,
    Page,
    PersonView,
    Plan,
    Sample,
    Tally,
    stores_text,
)
from campaign.rules.wording import count
from campaign.shared.answers import Acted, Answer, LogEntry, Refusal
from campaign.shared.seals import short_seal
from tui.cli import output
from tui.cli.output import say, table
from tui.cli.suggesting import line as command
from tui.shared.seat_words import waited_for, waiting_words

NAMES = {"diary": "campaign", "fought": "diary"}
"""Fields of an answer as they are called in JSON here."""
IDLE = "nothing can be fought yet"
"""How a campaign stands that only waits for days to pass."""


def answer(value: Answer, json: bool) -> int:
    """What came of an action."""
    if not isinstance(value, Acted):
        refusal = value if isinstance(value, Refusal) else Refusal("The battle needs real dice.")
        return output.complain(refusal, json)
    if json:
        output.as_renamed(value, NAMES)
        return 0
    say(
        f"{value.diary}, entry {short_seal(value.seq, value.seal)}{' (done before)' if value.repeated else ''}"
    )
    for draw in value.draws:
        say(f"  dice  {draw.purpose}: {draw.shown}")
    for line in value.lines:
        say(f"  {line.text}")
    if value.total > len(value.lines):
        total = count(value.total, "event")
        say(f"  {total} in all; `{command('campaign', 'log', value.diary, '--all')}` tells every one.")
    if value.definition:
        say(f"Definition {value.definition}")
    if value.fought:
        say(f"The battle is fought in {value.fought}: {command('play', value.fought)}")
    return 0


def samples(found: Sequence[Sample]) -> None:
    for one in found:
        say(f"{one.id}  {one.title}")
        say(f"    {one.text}")


def campaigns(found: Sequence[CampaignInfo]) -> None:
    if not found:
        say(f"No campaigns to list. Samples: {command('campaign', 'samples')}")
        say(f"Open one: {command('campaign', 'new', 'SAMPLE')}")
        return
    rows = [("campaign", "title", "date", "newest entry", "state")]
    for one in found:
        state = one.read_only or (f"over: {one.verdict.title}" if one.verdict else waited_for(one.waiting))
        state = state or ", ".join(
            [
                *(f"fighting {one.titles.get(id, id)} ({id})" for id in one.running),
                *(f"{one.titles.get(id, id)} ({id}) waits" for id in one.open),
            ]
        )
        if one.archived:
            state = f"put away; {state or IDLE}"
        newest = short_seal(one.entries, one.seal)
        rows.append((one.campaign, one.title, one.date, newest, state or IDLE))
    table(rows)


def view(found: CampaignView, lost: bool = False) -> None:
    """lost: also machines that are gone for good."""
    if found.read_only:
        say(
            f"This campaign cannot go on: {found.read_only.rstrip('.')}. It is shown as far as it can be read."
        )
    within = f"the evening of {found.evening}, within entry" if found.evening else "entry"
    say(f"{found.title}, {found.date} ({within} {short_seal(found.seq, found.seal)})")
    names = {side.id: side.name for side in found.sides}
    if over := found.verdict:
        won = "drawn" if over.winner == DRAW else f"won by {names.get(over.winner, over.winner)}"
        say(f"It is over, {won}: {over.title.rstrip('.')}. {over.text}".rstrip())
    if text := waiting_words(found.waiting):
        say(text)
    say("  ".join(f"{side.name}: {count(side.points, 'point')}" for side in found.sides))
    say("")
    table(
        [
            ("scenario", "title", "state", "fought with"),
            *(
                (
                    one.id,
                    one.title,
                    (
                        one.winner
                        and ("drawn" if one.winner == DRAW else f"won by {names.get(one.winner, one.winner)}")
                    )
                    or one.why
                    or one.status,
                    one.system or "a real table",
                )
                for one in found.nodes
            ),
        ]
    )
    for one in found.battles:
        if one.halves:
            said = ", ".join(names[side] for side in one.halves)
            say(f"{one.id}: what came of it is said by {said}, and waits for the umpire.")
    if found.assets:
        say("")
        machines(found.assets, lost)
    if found.depots:
        say("")
        for depot in found.depots:
            say(_depot(depot))
    away = [one for one in found.people if one.status != "fit"]
    if away:
        say("")
        table([("away", "side", "rank", "state"), *((p.name, p.side, p.rank, _status(p)) for p in away)])
    if found.secret:
        say("What other sides keep to themselves is left out.")


def halves(campaign: str, found: Laid) -> None:
    """Side by side, what is the umpire's to decide first."""
    say(f"{found.battle}: what {' and '.join(found.given)} say{'' if len(found.given) > 1 else 's'}")
    rows = [("", *found.given, "")]
    for one in sorted(found.lines, key=lambda one: one.taken):
        words = f"only {next(iter(one.said))} says so" if one.stands == "alone" else one.stands
        said = (one.said.get(side, "") for side in found.given)
        rows.append((one.what, *said, words if one.taken else f"{words}: yours to decide"))
    table(rows)
    for wrong in found.wrong:
        say(f"What is taken cannot be filed so: {wrong}")
    if found.wanting:
        say(f"{', '.join(found.wanting)} {'has' if len(found.wanting) == 1 else 'have'} said nothing yet.")
    if found.wanting or found.open or found.wrong:
        say("The form of the return, with a ? where you decide:")
        say(f"  {command('campaign', 'return', campaign, found.battle)} > FILE.toml")
        say(f"  {command('campaign', 'file', campaign, found.battle, 'FILE.toml')}")
    else:
        say(f"Nothing is left to decide: {command('campaign', 'file', campaign, found.battle)}")


def _status(person: PersonView) -> str:
    return f"{person.status} until {person.back}" if person.back else person.status


def _depot(depot: DepotView) -> str:
    works = f"lift {depot.lift}, {depot.hours} workshop hours a day"
    return f"{depot.id}  {depot.name}: {stores_text(depot.stores)}; {works}"


GONE = ("lost", "gone")
"""What an asset may be of which nothing is left."""


def machines(found: Sequence[AssetView], lost: bool) -> None:
    """Those that can fight first, then wrecks; of those that are gone only how many, unless they are asked for."""
    left = sorted((one for one in found if one.status not in GONE), key=lambda one: one.status != "ready")
    gone = [one for one in found if one.status in GONE]
    assets([*left, *(gone if lost else ())])
    if gone and not lost:
        say(f"Lost for good: {len(gone)} ({', '.join(one.name for one in gone)}); --lost lists them.")


def assets(found: Sequence[AssetView]) -> None:
    rows = [("asset", "name", "type", "state", "aboard", "crew", "battles", "kills")]
    for one in found:
        state = (one.battle and f"in {one.battle}") or ", ".join(
            [one.status, *([one.borne] if one.damage else [])]
        )
        for job in one.jobs:
            state += f"; workshop: {one.word(job.damage)} {job.hours} h"
        fit = sum(member.status == "fit" for member in one.crew)
        ready = one.status == "ready"
        load = one.load.items() if ready else ()
        aboard = ", ".join(f"{one.stores.get(item, 0)}/{most} {item}" for item, most in load)
        crew = f"{fit}/{len(one.crew) + len(one.empty)}" if ready else ""
        rows.append((one.id, one.name, one.type, state, aboard, crew, str(one.battles), str(one.kills)))
    table(rows)


def people(found: Sequence[PersonView]) -> None:
    rows = [("person", "name", "rank", "serves", "level", "state", "battles", "kills")]
    for one in found:
        place = f"{one.asset}, {one.post}" if one.asset else one.formation
        level = ", ".join([f"{one.level} ({one.xp})", *one.skills])
        rows.append(
            (one.id, one.name, one.rank, place, level, _status(one), str(one.battles), str(one.kills))
        )
    table(rows)


def log(found: Sequence[LogEntry]) -> None:
    for one in found:
        gone = " (taken back)" if one.withdrawn else ""
        again = f" (entry {one.again}{f' of {one.of}' if one.of else ''} once more)" if one.again else ""
        say(f"{one.seq:>4}  {one.kind}{gone}{again}  {one.player}{f' for {one.side}' if one.side else ''}")
        for line in one.lines:
            say(f"      {line.text}")


def line(one: CampaignLine) -> str:
    return f"{one.date}  {one.seq:>5}  {one.text}"


def page(found: Page) -> None:
    for one in found.lines:
        say(line(one))
    if not found.lines:
        say("Nothing in the record says so.")
    if found.more:
        say("There is more: --offset goes on, --limit takes more at once.")


def why(found: Sequence[Change]) -> None:
    if not found:
        say("It has always been so.")
    for one in found:
        say(
            f"{line(one.line)}  [{one.field}: {_value(one.was, one.words)} → {_value(one.became, one.words)}]"
        )


def difference(found: Sequence[Difference], everything: bool) -> None:
    """everything: the quiet ones, too."""
    for group, some in groupby(found, key=lambda one: one.group):
        say(group)
        differences = list(some)
        told = [one for one in differences if everything or not one.quiet]
        for one in told:
            say(f"  {one.text}")
        if quiet := len(differences) - len(told):
            say(f"  {count(quiet, 'quiet line')}{' more' if told else ''}; --all tells every one.")
    if not found:
        say("Nothing is different.")


def _value(value: object, words: Mapping[str, str]) -> str:
    """words: what damage is called, by id."""
    if isinstance(value, list):
        return ", ".join(words.get(one, str(one)) for one in cast("list[Any]", value)) or "nothing"
    return "nothing" if value is None else str(value)


def statistics(found: Sequence[Tally]) -> None:
    last = {(one.what, one.side): one for one in found}
    table(
        [("what", "side", "total", "last on"), *((t.what, t.side, str(t.n), t.date) for t in last.values())]
    )


def plan(found: Plan) -> None:
    fate = "entered in another way" if found.replaced else "taken back"
    say(f"Entry {found.seq} ({found.action}) would be {fate}:")
    for text in found.lines or ("nothing that is told aloud",):
        say(f"      no longer: {text}")
    if not found.steps:
        say(f"Nothing depends on entry {found.seq}.")
    for one in found.steps:
        dice = f", {one.dice} new dice" if one.dice else ""
        say(f"{one.seq:>4}  {one.action}: {one.outcome}{dice}{f' - {one.why}' if one.why else ''}")
        for text in one.lost:
            say(f"      no longer: {text}")
        for text in one.new:
            say(f"      instead:   {text}")
        for text in one.amendments:
            say(f"      {'to stand' if one.allowed else 'so that it stands'}: {text}")
        if one.allowed:
            say(f"      decide: {' or '.join(f'--decide {one.seq}={choice}' for choice in one.allowed)}")
    kinds = Counter(one.action for one in found.conflicts)
    for kind, number in kinds.items():
        if number > 1:
            allowed = dict.fromkeys(
                choice for one in found.conflicts for choice in one.allowed if one.action == kind
            )
            say(
                f"All {number} of the kind {kind}: {' or '.join(f'--decide {kind}={one}' for one in allowed)}"
            )


def lines(found: Sequence[CampaignLine]) -> None:
    for one in found:
        say(line(one))
