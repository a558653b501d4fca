"""Who is let in: the token or the proxy that vouches, what the token is good for, how much and how often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import Protocol

from msgspec.structs import replace

from api.accounts.accounts import Accounts
from api.accounts.answers import Pass, Scope
from api.accounts.attempts import Attempts, grouped
from api.accounts.limits import RATES, Allowance, LimitKind, Limits, Rate
from api.accounts.proxy import Proxy, proxied
from api.accounts.secret import TOKEN, id_of
from api.wire.operations import SLOW, Operation
from api.wire.problems import Failed, of_refusal, problem
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.rules.wording import count
from campaign.shared.answers import Refusal

UNBOUND = ("whoami", "packs", "rosters", "accounts", "campaigns.files", "boards")
"""Doors and questions that say nothing of any battle or campaign: open to tokens that are bound to some. A board's name
is its own digest, which only its views tell."""
NO_MORE = "This token was revoked, has expired, or is good for other things now."
"""To who was let in and would not be let in now as the same."""
SIGN_IN = {"www-authenticate": 'Bearer realm="wardiary"'}


class Heads(Protocol):
    """What a request says of itself."""

    @property
    def headers(self) -> Sequence[tuple[bytes, bytes]]: ...

    spent: tuple[tuple[bytes, bytes], ...]
    """What there is to say of the limit that it counts to, as headers."""
    who: Pass | None
    """Whom the gate let in."""

    @property
    def peer(self) -> str: ...

    def every(self, name: bytes) -> list[str]: ...


class Gate:
    """proxy: the one whose word is taken for who somebody is; None for none."""

    def __init__(
        self, accounts: Accounts, rates: Mapping[LimitKind, Rate] | None = None, proxy: Proxy | None = None
    ) -> None:
        self.accounts, self._proxy = accounts, proxy
        self.limits, self._attempts = Limits(rates or RATES), Attempts()

    def admitted(self, request: Heads, operation: Operation) -> Pass | None:
        """Who asks; None for whoever has no token, where none is needed. Raises Failed."""
        who = self.who(request, operation.free)
        if who is not None and not who.token and operation.verb != "GET":
            from_here(request)
        if who is not None:
            good_for(who, operation.scope)
        cheap = operation.verb == "GET" and operation.id not in SLOW
        self.spend(request, who, "reads" if cheap else "actions")
        request.who = who
        return who

    def listening(self, request: Heads, limit: LimitKind, stream: str = "") -> Pass:
        """Who wants to listen to what goes on. limit, stream: of what it is one more. Raises Failed."""
        who = self.who(request)
        assert who is not None  # it is not free
        good_for(who, "read")
        self.spend(request, who, limit, stream)
        return who

    def still(self, request: Heads, who: Pass) -> bool:
        """Whether somebody who was let in would be let in now, as the same. Raises Refused if that cannot be known."""
        given = request.every(b"authorization")
        if given:
            now = self.accounts.resolve(given[0].partition(" ")[2].strip())
        else:
            now = self.accounts.passes.vouched(who.player)
        if now is None or now.player != who.player:
            return False
        return replace(now, account=who.account) == who  # how he is shown is no right

    def who(self, request: Heads, free: bool = False) -> Pass | None:
        """Who sends a request. free: nobody has to say it. Raises Failed."""
        given = request.every(b"authorization")
        if self._proxy is not None and not given:
            try:
                player = proxied(request.headers, request.peer, self._proxy)
            except Refused as refused:
                raise Failed(of_refusal(Refusal.of(refused)), SIGN_IN) from None
            if player and (found := self.accounts.passes.vouched(player)):
                return found
        if free and not given:
            return None
        if len(given) != 1:
            reason = "Send the token as Authorization: Bearer …, once."
            raise Failed(problem("no-token", reason), SIGN_IN)
        scheme, _, token = given[0].partition(" ")
        if scheme.lower() != "bearer":
            raise Failed(problem("no-token", "Send the token as Authorization: Bearer …"), SIGN_IN)
        return self._resolved(request.peer, token.strip())

    def _resolved(self, peer: str, token: str) -> Pass:
        who = self.accounts.resolve(token)
        if (
            who is not None
        ):  # nobody guesses one: who has it never waits for those who try, at one address or all
            return who
        tried = id_of(token, TOKEN) or ""
        if wait := self._attempts.wait(peer, tried):
            later = f"The next may be tried in {count(round(wait), 'second')}."
            reason = f"Too many tokens from there were not good. {later}"
            raise Failed(problem("too-many", reason, limit="sign-in", retry_after=wait))
        self._attempts.failed(peer, tried)
        raise Failed(problem("wrong-token", str(self.accounts.passes.why(token))), SIGN_IN)

    def spend(self, request: Heads, who: Pass | None, kind: LimitKind, stream: str = "") -> None:
        """One more of a kind. stream: see Limits.take. Raises Failed if it was too much."""
        allowance = self.limits.take(who.player if who else grouped(request.peer), kind, stream)
        request.spent = told(allowance)
        if not allowance.allowed:
            after = allowance.retry_after
            raise Failed(problem("too-many", allowance.reason, limit=kind, retry_after=after))


def told(allowance: Allowance) -> tuple[tuple[bytes, bytes], ...]:
    """A limit as the draft of the IETF has it: how many at once (q), and the seconds (w) in which so many come anew; of
    them, how many are left (r), and the seconds of rest (t) after which all are there again."""
    left = f'"{allowance.limit}";r={allowance.left};t={ceil(allowance.full_after)}'
    return _policy(allowance.limit, allowance.rate), (b"ratelimit", left.encode())


@lru_cache(64)
def _policy(limit: LimitKind, rate: Rate) -> tuple[bytes, bytes]:
    return (
        b"ratelimit-policy",
        f'"{limit}";q={int(rate.burst)};w={ceil(rate.burst / rate.per_second)}'.encode(),
    )


def from_here(request: Heads) -> None:
    """Raises Failed for what a page of another site has a browser send, of whom the proxy says who it is: without a
    token of his own nothing else shows that he wants it."""
    site, origin, host = (request.every(name) for name in (b"sec-fetch-site", b"origin", b"host"))
    same = (
        site[0] in ("same-origin", "none") if site else not origin or [origin[0].partition("://")[2]] == host
    )
    if not same:
        raise Failed(problem("forbidden", "A page of another site asks for this, and not you."))


def good_for(who: Pass, scope: Scope) -> None:
    """Raises Failed for a token that is not."""
    if not who.allows(scope):
        reason = f"This takes a token with the scope {scope!r}."
        raise Failed(problem("scope", reason, allowed=tuple(who.scopes)))


def as_umpire(who: Pass, role: str | None) -> None:
    """Raises Failed for who wants to look as the umpire with a token that is not good for it. role: in which he
    looks."""
    if role == UMPIRE and UMPIRE not in who.scopes:
        reason = "To be the umpire takes a token with the scope 'umpire'."
        raise Failed(problem("scope", reason, allowed=who.scopes))


def bound(who: Pass, diary: str) -> None:
    """Raises Failed for a token that does not reach a diary."""
    if not who.covers(diary):
        reason = "This token is bound to other campaigns and battles."
        raise Failed(problem("forbidden", reason, allowed=who.campaigns))


def reached(who: Pass | None, operation: Operation, diaries: Sequence[str]) -> None:
    """Raises Failed if a token is bound to other campaigns. diaries: those that are asked about by name."""
    if who is None or not who.campaigns:
        return
    for diary in diaries:
        bound(who, diary)
    if operation.makes_table:
        reason = "This token is bound to campaigns and battles, and what this opens is none of them."
        raise Failed(problem("forbidden", reason, allowed=who.campaigns))
    if not diaries and not operation.id.startswith(UNBOUND) and operation.id not in FILTERED:
        reason = "This token is bound to campaigns and battles, and this is about more than those."
        raise Failed(problem("forbidden", reason, allowed=who.campaigns))


FILTERED = frozenset(
    ("battles.all", "campaigns.all", "battles.last", "campaigns.last", "changes", "awaiting", "lobby")
)
"""Lists of which a bound token gets what it reaches (`Service.within`)."""
