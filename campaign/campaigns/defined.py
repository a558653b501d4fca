"""What the rules of a campaign are: those of a sample that ships, or brought by who opened it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from campaign.campaigns import files
from campaign.campaigns.open_campaign import OpenCampaign
from campaign.ledger.defined import digest_of
from campaign.ledger.definition import beginning
from campaign.ledger.events import CampaignOpened
from campaign.library.installed import InstalledPacks
from campaign.library.released import released, version_of
from campaign.rules.refused import Refused
from campaign.shared.answers import Proved, Subject
from campaign.shared.seals import FEWEST, SHORT, WHOLE
from events.codec import Unknown
from events.diary import origins

_DIGEST = re.compile(rf"[0-9a-f]{{{FEWEST},{WHOLE}}}")


class Definition(NamedTuple):
    """What was found of a campaign's definition. digest: "" where its first entry is not understood. packs: rule
    system → digest of the pack that its first entry seals. proved: what is to be said of rules and charts. unchecked,
    brought: see `VerifyReport`. wrong: why it is not the one that was asked for, "" if it is."""

    digest: str
    packs: Mapping[str, str]
    proved: tuple[Proved, ...] = ()
    unchecked: Sequence[str] = ()
    brought: Sequence[str] = ()
    wrong: str = ""


def as_given(text: str) -> str:
    """The digest of a definition as somebody gave it, "" for none. Raises Refused."""
    if text and not _DIGEST.fullmatch(text.strip().lower()):
        allowed = (
            f"{FEWEST} to {WHOLE} hexadecimal digits, as `campaign check` and `campaign verify` show them"
        )
        raise Refused(f"{text[:80]!r} is not the digest of a definition.", "", [allowed], "$.definition")
    return text.strip().lower()


def looked_at(campaign: OpenCampaign, packs: InstalledPacks, given: str, shown: bool) -> Definition:
    """What the first entry of a campaign, or of the one that it was forked from, says of its rules. given: how the
    digest begins that they must have, "" if that is all the same. shown: whether the digest may be told: with it
    one could try out what is hidden. Raises DiaryError."""
    store, name = campaign.store, campaign.name
    for origin in origins(store, name):
        name = origin.diary
    events: list[Any] = list(campaign.diary.reducer.codec.events(store.entry(name, 1).body))
    if (
        not events
        or any(isinstance(one, Unknown) for one in events)
        or not isinstance(events[0], CampaignOpened)
    ):
        older = "its first entry is of a version that is not here"
        return Definition("", {}, (_unknown("rules", older), _unknown("charts", older)))
    opened: CampaignOpened = events[0]
    digest = digest_of(events, opened.packs)
    if given and not digest.startswith(given):
        other = f" has the digest {digest}" if shown else " has another digest"
        return Definition(digest, opened.packs, wrong=f"its definition{other}, not {given}")
    if opened.definition not in (
        "",
        digest,
    ):  # deciding again says so, where a version that is here decided it
        other = "the digest that it seals is of another form than is known here"
        return Definition(
            "", {}, (_unknown("rules", other), _unknown("charts", other)), [f"Of its rules {other}."]
        )
    sample = _sample(events, packs)
    rules, why = _rules(opened, sample, f" {digest[:SHORT]}" if shown else "", bool(given))
    charts, why_charts = _charts(opened, packs, bool(given))
    brought = [one for one in (why, why_charts) if one]
    return Definition(digest, opened.packs, (rules, charts), brought=brought)


def _unknown(subject: Subject, why: str) -> Proved:
    return Proved(subject, "not checked", why)


def _sample(events: list[Any], packs: InstalledPacks) -> str:
    """The sample whose files make the same first entry, as it ships or shipped, in words; "" if none does."""
    title, wanted = events[0].title, digest_of(events, {})
    for name in released().samples:
        if version := version_of("samples", name, wanted):
            return f"{name}, as of {version}"
    with suppress(Refused):
        for name, one in files.shipped(packs, title):
            if digest_of(beginning(one, one.id, "").events, {}) == wanted:
                return f"{name}, as of this version"
    return ""


def _rules(opened: CampaignOpened, sample: str, digest: str, vouched: bool) -> tuple[Proved, str]:
    """What is to be said of them, and why nobody vouches for them, or "". digest: as it is told, "" if it is not.
    vouched: somebody named it."""
    asked = ", and its digest is the one that was given" if vouched else ""
    if not opened.definition:
        older = "its opening seals no digest, as older versions did not"
        if sample:
            return Proved("rules", "not sealed", f"{older}; they are those of {sample}{asked}"), ""
        why = (
            ""
            if vouched
            else f"The rules of the campaign: {older}, and no sample that ever shipped has these."
        )
        return Proved("rules", "not sealed", f"{older}{asked}"), why
    if sample:
        return Proved("rules", "as shipped", f"the definition{digest} is that of {sample}{asked}"), ""
    brought = f"the definition{digest} was brought by who opened it{asked}"
    why = (
        ""
        if vouched
        else "The rules of the campaign are those that its opener brought: no sample that ever shipped has these. "
        "`--definition DIGEST`, with the digest that its files have, says that they are meant."
    )
    return Proved("rules", "brought along", brought), why


def _charts(opened: CampaignOpened, packs: InstalledPacks, vouched: bool) -> tuple[Proved, str]:
    """As of the rules."""
    if not opened.definition:
        return Proved("charts", "not sealed", "its opening names no packs, as older versions did not"), ""
    found = [(system, pack, packs.shipped_by(system, pack)) for system, pack in sorted(opened.packs.items())]
    odd = [system for system, _, version in found if not version]
    named = ", ".join(
        f"{system} {pack[:SHORT]}{f' as of {version}' if version else ''}" for system, pack, version in found
    )
    if not odd:
        return Proved("charts", "as shipped", named or "it is fought with no rule system of the program"), ""
    why = "" if vouched else f"The campaign was opened with a pack of {' and '.join(odd)} that never shipped."
    return Proved("charts", "brought along", f"{named}; none that ever shipped: {', '.join(odd)}"), why
