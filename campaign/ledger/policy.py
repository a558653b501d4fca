"""Campaign policy: what is earned, healed, repaired and supplied, as data. Defaults stand in `data/policy.toml`.

A campaign's own file is laid over the defaults, key by key, and checked; what came out is kept in the diary.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Any, Literal, cast

from msgspec import Meta, Struct, to_builtins

from campaign.ledger.sheets import Sheet, read_toml, shaped
from campaign.rules.refused import Refused

Points = Annotated[int, Meta(ge=-1000, le=1000)]
Days = Annotated[int, Meta(ge=0, le=3660)]
Hours = Annotated[int, Meta(ge=0, le=100_000)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Percent = Annotated[int, Meta(ge=0, le=100)]
Quality = Annotated[int, Meta(ge=-1, le=2)]


class Experience(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Points: for a battle survived, a battle won, a kill (who made it, and the rest of his crew), a wound.

    fallen: whether who dies in a battle earns them too.
    """

    battle: Points
    win: Points
    kill: Points
    crew_kill: Points
    wound: Points
    fallen: bool = False


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    """A level of experience, reached at so many points. quality: as rule systems see it (-1 green … 2 elite)."""

    id: str
    at: Count
    quality: Quality


class Skill(Struct, frozen=True, forbid_unknown_fields=True):
    """Learnt by whoever holds one of the posts when he reaches the level. What it does is the rule system's affair."""

    posts: tuple[str, ...]
    level: str
    text: str


class Casualties(Struct, frozen=True, forbid_unknown_fields=True):
    """Chances in percent for each of a crew, where a return does not say what became of them: one d100 each.

    captured: instead of missing, if the enemy holds the field.
    """

    dead: Percent
    wounded: Percent
    missing: Percent


class Healing(Struct, frozen=True, forbid_unknown_fields=True):
    """A wound takes least days and as many more as a die of `die` sides says, less one. die 1: no roll."""

    least: Days
    die: Annotated[int, Meta(ge=1, le=365)]


class Missing(Struct, frozen=True, forbid_unknown_fields=True):
    """After so many days a d100 says whether the missing come back, are prisoners, or (the rest) dead."""

    days: Days
    back: Percent
    captured: Percent


class Repair(Struct, frozen=True, forbid_unknown_fields=True):
    """hours of work, parts used up, and the least that a d10 plus the workshop's quality must show at the end.

    A failure costs half of the hours again. target 1: always succeeds.
    """

    hours: Hours
    parts: Count
    target: Annotated[int, Meta(ge=1, le=10)]


class Recovery(Struct, frozen=True, forbid_unknown_fields=True):
    """Chance in percent that a wreck comes off the field, by who holds it. parts: got from a lost enemy wreck."""

    held: Percent
    open: Percent
    enemy: Percent
    parts: Count


class Supply(Struct, frozen=True, forbid_unknown_fields=True):
    """automatic: every day depots fill up the assets of their side, as far as their lift carries."""

    automatic: bool


class Replacements(Struct, frozen=True, forbid_unknown_fields=True):
    """automatic: empty posts are filled from the side's pools, at most so many a day."""

    automatic: bool
    daily: Count


class Fuel(Struct, frozen=True, forbid_unknown_fields=True):
    """What a battle uses of a full tank, in percent, where the type of asset counts fuel."""

    battle: Percent


class Cannibalise(Struct, frozen=True, forbid_unknown_fields=True):
    """Parts that a stripped asset yields."""

    parts: Count


class Policy(Struct, frozen=True, forbid_unknown_fields=True):
    """See `data/policy.toml`, where every value is explained."""

    experience: Experience
    level: tuple[Level, ...]
    skill: Mapping[str, Skill]
    casualties: Mapping[str, Casualties]
    healing: Healing
    missing: Missing
    repair: Mapping[str, Repair]
    recovery: Recovery
    cannibalise: Cannibalise
    supply: Supply
    replacements: Replacements
    fuel: Fuel
    secrecy: Literal["open", "sides"]

    def level_at(self, points: int) -> Level:
        return [self.level[0], *(one for one in self.level if one.at <= points)][-1]

    def repair_of(self, damage: str) -> Repair:
        return self.repair.get(damage) or self.repair["other"]


THE_POLICY = "the policy"
"""What refusals call a policy that is to come into force."""


@lru_cache(maxsize=1)
def default_text() -> str:
    """The defaults as a commented TOML file."""
    return files("campaign.ledger").joinpath("data/policy.toml").read_text(encoding="utf-8")


def read_policy(text: str = "", where: str = "policy.toml", over: Policy | None = None) -> Policy:
    """A policy file over another, the defaults if none is given. Raises Refused naming file, line and fault."""
    own = read_toml(text, where)
    base: dict[str, Any] = (
        read_toml(default_text(), "the defaults").value if over is None else to_builtins(over)
    )
    for key, value in own.value.items():
        base[key] = _over(base[key], value) if key in base else value
    policy = shaped(Sheet(where, text, base), Policy)
    _check(policy, own)
    return policy


def _over(base: Any, own: Any) -> Any:
    """Tables are merged; lists and values replace."""
    if not isinstance(base, dict) or not isinstance(own, dict):
        return own
    known = cast("dict[str, Any]", base)
    return {
        **known,
        **{key: _over(known.get(key), value) for key, value in cast("dict[str, Any]", own).items()},
    }


def _check(policy: Policy, sheet: Sheet) -> None:
    steps = [one.at for one in policy.level]
    if not steps or steps[0] != 0 or steps != sorted(set(steps)):
        raise Refused("Levels begin at 0 points and rise.", where=sheet.at("level[0].at"))
    known = [one.id for one in policy.level]
    for id, skill in policy.skill.items():
        if skill.level not in known:
            reason = f"There is no level {skill.level!r}."
            raise Refused(reason, "", known, sheet.at(f"skill.{id}.level"))
    for name, needed in (("repair", ("other", "wreck")), ("casualties", ("wrecked",))):
        for key in needed:
            if key not in getattr(policy, name):
                raise Refused(f"[{name}.{key}] is missing.", where=sheet.at(name))
    for id, odds in policy.casualties.items():
        if odds.dead + odds.wounded + odds.missing > 100:
            raise Refused("The chances add up to more than 100 percent.", where=sheet.at(f"casualties.{id}"))
    if policy.missing.back + policy.missing.captured > 100:
        raise Refused("The chances add up to more than 100 percent.", where=sheet.at("missing"))
