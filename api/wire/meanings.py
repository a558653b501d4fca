"""What each type of problem means, and what whoever gets it can do about it: for people who write programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Meaning(NamedTuple):
    """means: what happened. do: what helps, and whether the same may be sent again."""

    means: str
    do: str


MEANINGS: Mapping[str, Meaning] = {
    "refused": Meaning(
        "The rules of the game, or of this server, do not allow it now. Nothing was done.",
        "Read `detail`, `rule` and `allowed`, and ask for something else; `legal` lists what may be done in a battle.",
    ),
    "invitation": Meaning(
        "An invitation cannot be made, taken up or taken back: it was used, ran out or was revoked, the seat is "
        "somebody's, or the player has an account or is blocked. Nothing was done.",
        "Read `detail`. Ask whoever invited you for another one, or, if `where` names a field, send another value.",
    ),
    "invalid": Meaning(
        "The request can be read, but a value in it is not what is wanted. Nothing was done.",
        "Correct what `where` names; `allowed` says what may stand there, and /api/openapi.json all of it.",
    ),
    "malformed": Meaning(
        "The request is no proper HTTP, its query no query, its body no JSON, or a header stands there twice.",
        "Correct the program that sends it; the same again is refused again.",
    ),
    "no-token": Meaning(
        "Nobody said who asks.",
        "Send `Authorization: Bearer wd_…`, once. A token comes with an invitation, or from whoever keeps the server.",
    ),
    "wrong-token": Meaning(
        "The token is not one of this server, was revoked, has run out, or its player is blocked.",
        "Take another token, or ask the keeper to invite you to a new one. Trying others makes you wait longer.",
    ),
    "wrong-ticket": Meaning(
        "The ticket for a stream was used, ran out, is for another stream, or is not one of this server since it was "
        "started.",
        "Ask for another, and go on with `since` and the id of the message that came last.",
    ),
    "forbidden": Meaning(
        "You are known, but this is for somebody else: another side, the umpire, the keeper, or who plays there.",
        "Look in a role that is yours with `?as`, or ask the umpire or the keeper to let you in.",
    ),
    "scope": Meaning(
        "You may do this, but not with this token: it was made for less.",
        "Come with a token that has the scope that `detail` names; `allowed` says which this one has.",
    ),
    "unknown": Meaning(
        "There is no such path, diary, entry, token or player, or you may not know of it.",
        "Look at the spelling; lists such as `GET /api/battles` say what there is for you.",
    ),
    "method": Meaning(
        "The path exists, but not with this verb.",
        "Use one of those that `allowed` and the header `Allow` name.",
    ),
    "not-acceptable": Meaning(
        "`Accept` names no form in which this can be given.",
        "Ask for one that `allowed` names, or send no `Accept`.",
    ),
    "read-only": Meaning(
        "What is kept here can be read and not continued: another program holds it, it is of a newer version, or its "
        "disk takes nothing.",
        "Nothing was done. Try later, or tell the keeper; reading still works.",
    ),
    "too-slow": Meaning(
        "The body was not here in time. Nothing was done.",
        "Send it again, faster; `Idempotency-Key` makes that safe.",
    ),
    "repeated": Meaning(
        "The `Idempotency-Key` was used before, for something else; or for what cannot be answered again: a secret "
        "that is shown once, or something that broke off half-way. Nothing was done now.",
        "Read `detail`: it names what was made then. What is new is sent under a key of its own.",
    ),
    "head-moved": Meaning(
        "Somebody wrote another entry since the one that `If-Match` names. Nothing was done.",
        "Read what happened since, from `newest` and the header `ETag`, decide again, and name the newest entry.",
    ),
    "too-large": Meaning(
        "The query, the body or the file is larger than is taken here, or holds too many lists and objects.",
        "Send less: `detail` says how much is taken.",
    ),
    "media-type": Meaning(
        "The body is of another kind than the one that is taken.",
        "Send what `allowed` names, with its `Content-Type`.",
    ),
    "no-entry": Meaning(
        "A change must say on which entry it rests, and this one does not. Nothing was done.",
        'Send `If-Match: "12"` with the newest entry that you have seen (`Wardiary-Entry`), or `*` for any.',
    ),
    "too-many": Meaning(
        "You ask more often than is allowed, have too many streams open, or tried too many wrong tokens.",
        "Wait for the seconds that `Retry-After` says; `limit` says which limit it was.",
    ),
    "headers": Meaning(
        "The address and the headers together are longer, or more, than is taken.",
        "Send fewer headers and a shorter query.",
    ),
    "bug": Meaning(
        "The server made a mistake, which stands in its log.",
        "Tell the keeper when it was. Look at the diary before you send a change again.",
    ),
    "damaged": Meaning(
        "What is kept on the server's disk cannot be read, or not all of it. Other diaries may be well.",
        "Tell the keeper: `wardiary verify` says where, and a backup helps. Starting the server anew does not.",
    ),
    "busy": Meaning(
        "There are too many connections, in all or from your address. The request was not looked at.",
        "Close connections that you do not need, and come back after the seconds that `Retry-After` says. It passes by "
        "itself: a monitor must not start the server anew for it.",
    ),
    "stopping": Meaning(
        "The server is being stopped.",
        "Come back in a while; a change is safe to send again under its `Idempotency-Key`.",
    ),
    "no-space": Meaning(
        "The server's disk is full. Nothing was done.",
        "Tell the keeper; reading still works.",
    ),
}
"""By the words of `api.wire.problems.KINDS`."""
