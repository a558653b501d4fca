"""Experience points, and the levels and skills that they bring by the policy."""

from __future__ import annotations

from collections.abc import Mapping

from campaign.ledger import events as e
from campaign.ledger.book import Book


def gain(
    book: Book,
    person: str,
    points: int,
    why: str,
    battle: str = "",
    parts: Mapping[str, int] | None = None,
    post: str = "",
) -> None:
    """Points that somebody earns; never below 0 in all. parts: of them, by what they are for. post: see
    `settle_level`."""
    found = book.state.people[person]
    total = max(0, found.xp + points)
    if total != found.xp:
        book.emit(e.ExperienceGained(person, total - found.xp, total, why, battle, parts or {}))
        settle_level(book, person, post)


def settle_level(book: Book, person: str, post: str = "") -> None:
    """Level and skills as the points say. What was learnt once is kept. post: at which he earned them, if he has left
    it by now."""
    found, policy = book.state.people[person], book.policy
    level = policy.level_at(found.xp)
    order = [one.id for one in policy.level]
    reached = order.index(level.id)
    skills, post = list(found.skills), post or found.post
    for id, skill in policy.skill.items():
        if id not in skills and post in skill.posts and order.index(skill.level) <= reached:
            skills.append(id)
    if (level.id, level.quality, skills) != (found.level, found.quality, found.skills):
        book.emit(e.LevelReached(person, level.id, level.quality, tuple(skills)))
