"""Which names a player may bear. Two that look alike, or that fold to the same letters, are one."""

from __future__ import annotations

import re
import unicodedata

from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.shared.callers import BOT, SOMEBODY, Caller, named
from campaign.shared.plain import checked, diary_name

RESERVED = frozenset(
    {
        UMPIRE,
        SOMEBODY,
        "observer",
        "keeper",
        "server",
        "wardiary",
        "bot",
        "nobody",
        "anybody",
        "everybody",
        "me",
    }
)
"""Roles, whoever sits at this screen, and words that stand for others."""
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that show nothing: with them two names would look the same."""


def folded(player: str) -> str:
    """By which players are told apart: letters without case or width, accents composed, one space for several."""
    text = unicodedata.normalize("NFKC", player).casefold()
    return " ".join(unicodedata.normalize("NFKC", text).split())


def player_id(player: str) -> str:
    """The same, if a player may be called so on a server. Raises Refused."""
    where = "$.player"
    if found := _UNSEEN.search(player):
        reason = f"A player id is read by others; this one holds U+{ord(found[0]):04X}, which nobody sees."
        raise Refused(reason, where=where)
    bare = folded(player)
    if not bare or bare in RESERVED or bare.startswith(BOT):
        raise Refused(
            f"{player[:60]!a} cannot be a player's name here: it stands for somebody else.", where=where
        )
    named(Caller(player))
    try:
        return diary_name(player)  # it is typed after a command, and stands in addresses and names of files
    except Refused as refused:
        raise Refused(refused.reason.replace("name of a diary", "name of a player"), where=where) from refused


def shown_name(name: str, player: str) -> str:
    """How a player is shown: his name, or else his id. Raises Refused for one that would steer a terminal."""
    return checked(" ".join(name.split()) if name.isprintable() else name, "name", "$.name") or player


def label(text: str) -> str:
    """What its owner calls a token. Raises Refused."""
    return checked(text, "label", "$.label")
