"""Pages of a campaign to read: the order of battle, statistics."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from campaign.campaigns.answers import CampaignView, Laid, Tally, stores_text
from campaign.rules.wording import count
from tui.shared.words import BOLD, DIM


def _times(number: int, what: str) -> str:
    return f"{number} {what if number == 1 else f'{what}s'}"


def orders_text(view: CampaignView) -> Text:
    """Sides, formations, assets with their crews; depots; who is away."""
    text = Text()
    for side in view.sides:
        text.append(f"{side.name}, {count(side.points, 'point')}\n", BOLD)
        for depot in (one for one in view.depots if one.side == side.id):
            text.append(f"  {depot.name}: {stores_text(depot.stores)}\n")
        for pool in (one for one in view.pools if one.side == side.id):
            text.append(f"  {pool.name}: {pool.left} replacements\n")
        formations = [one for one in view.formations if one.side == side.id]
        for formation in [*formations, None]:
            id = formation.id if formation else ""
            assets = [one for one in view.assets if (one.side, one.formation) == (side.id, id)]
            if not assets:
                continue
            text.append(f"\n  {formation.name if formation else 'No formation'}\n", BOLD)
            for one in assets:
                facts = one.status, one.borne if one.damage else "", one.battle and f"in {one.battle}"
                state = ", ".join(fact for fact in facts if fact)
                text.append(f"    {one.name} ({one.type}): {state}")
                for job in one.jobs:
                    text.append(f"; workshop {one.word(job.damage)} {job.hours} h")
                text.append(
                    f"; {stores_text(one.stores)}; {_times(one.kills, 'kill')} in {_times(one.battles, 'battle')}\n"
                )
                for member in one.crew:
                    away = f", {member.status} until {member.back}" if member.status != "fit" else ""
                    skills = f", {', '.join(member.skills)}" if member.skills else ""
                    line = f"      {member.post}: {member.rank} {member.name}, {member.level} ({member.xp})"
                    text.append(f"{line}{skills}{away}\n", DIM)
                for post in one.empty if one.status == "ready" else ():
                    text.append(f"      {post}: nobody\n", DIM)
        text.append("\n")
    return text


def laid_text(view: CampaignView, laid: Laid) -> Text:
    """What the sides say of a battle: a fact to a line, theirs beside each other, what is left to decide first."""
    names = {one.id: one.name for one in view.sides}
    text = Text()
    width = 44 // max(1, len(laid.given))
    text.append(f"{'':20}{''.join(f'{names[side][: width - 1]:{width}}' for side in laid.given)}\n", BOLD)
    for one in sorted(laid.lines, key=lambda one: one.taken):
        said = "".join(f"{one.said.get(side, '')[: width - 1]:{width}}" for side in laid.given)
        stands = one.stands if len(one.said) > 1 else "one alone"
        text.append(f"{one.what[:19]:20}{said}{stands}\n", DIM if one.taken else BOLD)
    for side in laid.wanting:
        text.append(f"\n{names[side]} has said nothing yet.\n")
    for wrong in laid.wrong:
        text.append(f"\nWhat is taken cannot be filed so: {wrong}\n")
    return text


def statistics_text(view: CampaignView, tallies: Sequence[Tally]) -> Text:
    """Totals by side."""
    totals: dict[str, dict[str, int]] = {}
    for one in tallies:
        totals.setdefault(one.what, {})[one.side] = one.n
    text = Text()
    head = "".join(f"{side.name[:14]:>16}" for side in view.sides)
    text.append(f"{'':20}{head}\n", BOLD)
    for what, by in totals.items():
        row = "".join(f"{by.get(side.id, 0):>16}" for side in view.sides)
        text.append(f"{what[:19]:20}{row}\n")
    return text
