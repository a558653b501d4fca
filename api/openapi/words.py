"""What parameters and fields are that no docstring speaks of: the same words stand in many operations."""

from __future__ import annotations

from collections.abc import Mapping

COMMON: Mapping[str, str] = {
    "a": "The entry to compare with; for a campaign also a date.",
    "absence": "Days for which a seat must have been asked in vain before it may be freed; 0: no absence frees one.",
    "action": "As one of the legal actions has it.",
    "actor": "A player's id.",
    "after": "Only what comes after this entry.",
    "apart": "Seats without a name are offered to all at one machine, too.",
    "assets": "Ids of those that come; as many as may, if left out.",
    "b": "The entry that is compared; for a campaign also a date.",
    "battle": "Id of a battle, as the list of battles has it.",
    "battles": "Ids of battles; all that may be seen, if none is named.",
    "blocked": "False takes it back.",
    "bots": "Side → bot, in place of what the seats say.",
    "campaign": "Id of a campaign, as the list of campaigns has it.",
    "choice": "As the answer to `choice` had it.",
    "content": "The return as data; a form with what is known already is to be had.",
    "csv": "As a table, not as TOML.",
    "date": "ISO 8601, such as `1950-09-17`.",
    "decisions": "Number of an entry, kind of action, or `all` → what becomes of its conflicts: `stand`, with the "
    "amendments that the plan shows, `keep` or `drop`. A plan lists those that are wanted and allowed.",
    "diaries": "Ids of battles and campaigns; all, if none is named.",
    "diary": "Id of a battle or campaign.",
    "dice": "`sealed` dice are rolled here, `typed` ones are real.",
    "digest": "As a view has it in place of its board.",
    "everything": "Quiet lines too.",
    "field": "Such as `xp` or `stores.main`; all of them if left out.",
    "fit": "One of the `fits` of a roster's report.",
    "form": "In which form it is wanted.",
    "grant": "Whether it may be taken back.",
    "hours": "For which it is good.",
    "id": "As the list has it.",
    "kind": "The word for what it is.",
    "look": "Who may look on: `everybody`, `members`, or `invited`, then others do not know of it.",
    "limit": "How many at the most.",
    "line": "Number of a line of a roster's report, from 0.",
    "name": "By which it goes.",
    "newest_first": "The newest before the oldest.",
    "node": "Id of a scenario of the campaign that is ready.",
    "offset": "How many lines to skip.",
    "player": "A player's id.",
    "roster": "A force, as its rule system writes it.",
    "scenario": "Id of a scenario.",
    "scopes": "What a token is good for; each includes `read`.",
    "seats": "Who plays which side.",
    "secret": "Of the invitation.",
    "seq": "Number of an entry; the newest, if left out.",
    "side": "Id of a side.",
    "source": "Files by name with their text, or the id of a sample.",
    "subject": "Id of a person, asset, formation, depot, pool, battle or scenario.",
    "system": "Id of a rule system.",
    "timeout": "Seconds to wait for something new, 25 at the most.",
    "title": "For people; a title of its own is made if left out.",
    "to": "Number of the entry to whose state it goes back.",
    "umpire": "A player's id; empty for none.",
    "undo": "`free`, or with the `consent` of the opponent where dice were rolled or another side acted.",
    "until": "A date; up to and including it.",
    "words": "As they stand in the lines.",
}
"""Name → what it is."""
ROLE = "The role in which to look and act: a side, `umpire`, or empty for an observer."
BOARD = "With the board itself in place of its digest."
CURSOR = "From the link to the next page."
PAGE = "How many things stand on a page."
KEY = "The same key again gets the answer of the first time, and nothing is done twice."
WITNESS = "An entry of which one was shown the seal, 0 for none: `wardiary-seals` tells how it is sealed now."
MATCH = 'The newest entry that was seen, in quotes: `"12"`; `*` for any.'
NONE_MATCH = "The `ETag` of what one has; `*` for anything. If it is as it was, it is not sent again."
SINCE = "The id of the message that came last: it goes on behind that one."
