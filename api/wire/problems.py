"""What goes wrong, as RFC 9457 tells it: one shape for every answer that is no success, and back to a refusal."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import NamedTuple

from msgspec import Struct

from api.wire.operations import Operation
from api.wire.places import in_method, in_request
from campaign.shared.answers import Refusal

MEDIA = "application/problem+json"
TYPES = "/api/problems/"
"""Where each type is described."""


class Type(NamedTuple):
    """status: of the answer. title: the same for all of its kind. kind: of the refusal that a client makes of it."""

    status: int
    title: str
    kind: str = "refused"


KINDS: Mapping[str, Type] = {
    "refused": Type(422, "The rules do not allow this."),
    "invalid": Type(422, "What was sent cannot be read as what is wanted."),
    "invitation": Type(422, "Nothing comes of this invitation."),
    "malformed": Type(400, "What was sent is not what it says it is."),
    "no-token": Type(401, "A token is wanted.", "forbidden"),
    "wrong-token": Type(401, "This token is not good.", "forbidden"),
    "wrong-ticket": Type(401, "This ticket is not good.", "forbidden"),
    "forbidden": Type(403, "This is not for you.", "forbidden"),
    "scope": Type(403, "This token is not good for that.", "forbidden"),
    "unknown": Type(404, "There is no such thing.", "unknown"),
    "method": Type(405, "This cannot be done here."),
    "not-acceptable": Type(406, "It cannot be given in that form."),
    "read-only": Type(409, "This cannot be continued.", "read-only"),
    "too-slow": Type(408, "This took too long to come."),
    "repeated": Type(409, "This key was used before."),
    "head-moved": Type(412, "Somebody was faster.", "head-moved"),
    "too-large": Type(413, "This is too much."),
    "media-type": Type(415, "This kind of content is not taken here."),
    "no-entry": Type(428, "Say on which entry this rests."),
    "too-many": Type(429, "Too much at once."),
    "headers": Type(431, "The address and the headers are too long."),
    "bug": Type(500, "This should not have happened."),
    "damaged": Type(503, "What is kept here cannot be read.", "damaged"),
    "busy": Type(503, "There are too many connections now."),
    "stopping": Type(503, "The server is being stopped."),
    "no-space": Type(507, "There is no room to write.", "no-space"),
}
"""The last part of a problem's type → what it is; MEANINGS says what it means. Stable: programs go by it."""
INVITING = frozenset(("invite", "invitation", "redeem", "revoke_invitation"))
"""Of the door to accounts: no rules of a game refuse what is asked there."""


class Problem(Struct, frozen=True, omit_defaults=True):
    """type: TYPES and a word of KINDS. detail: what is wrong, in sentences. rule: its number. allowed: what would be.

    where: the field of the body, such as `$.action.facing`, the parameter, such as `?as`, a name in the path, or a
    header. newest: the newest entry, where the one that was named is not. limit:
    what was too much. retry_after: seconds.
    """

    type: str
    title: str
    status: int
    detail: str = ""
    rule: str = ""
    allowed: tuple[str, ...] = ()
    where: str = ""
    newest: int | None = None
    limit: str = ""
    retry_after: float | None = None

    @property
    def word(self) -> str:
        return self.type.removeprefix(TYPES)


class Failed(Exception):
    """To be answered with a problem. headers: that go along with it."""

    def __init__(self, problem: Problem, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(problem.detail)
        self.problem, self.headers = problem, dict(headers or {})


def problem(
    word: str,
    detail: str,
    *,
    rule: str = "",
    allowed: tuple[str, ...] = (),
    where: str = "",
    newest: int | None = None,
    limit: str = "",
    retry_after: float | None = None,
) -> Problem:
    """One of KINDS."""
    kind = KINDS[word]
    return Problem(
        TYPES + word, kind.title, kind.status, detail, rule, allowed, where, newest, limit, retry_after
    )


def of_refusal(refusal: Refusal, newest: int | None = None, operation: Operation | None = None) -> Problem:
    """As headquarters refuses. newest: where somebody was faster. operation: that was asked for, if it was one."""
    word = refusal.kind if refusal.kind in KINDS else "refused"
    if word == "refused" and operation is not None and invites(operation):
        word = "invitation"
    return problem(
        word,
        refusal.reason,
        rule=refusal.rule,
        allowed=refusal.allowed,
        where=in_request(refusal.where, operation),
        newest=newest,
    )


def invites(operation: Operation) -> bool:
    """Whether it is about an invitation."""
    return operation.door == "accounts" and operation.name in INVITING


def as_refusal(problem: Problem, operation: Operation) -> Refusal:
    """As headquarters would have refused it at home. operation: that was asked for."""
    kind = KINDS[problem.word].kind if problem.word in KINDS else "refused"
    reason = problem.detail or problem.title or HTTPStatus(problem.status).phrase
    return Refusal(reason, problem.rule, problem.allowed, in_method(problem.where, operation), kind)  # type: ignore[arg-type]
