"""Bodies as they are really sent: one for each operation that takes one, with what each rule system gives for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from campaign.systems import find, system_ids

Body = Mapping[str, Any]
_SEATS: Mapping[str, Mapping[str, Body]] = {
    "seat": {"one's own": {"side": "us", "player": "ann"}, "nobody's": {"side": "us", "player": ""}},
    "offer": {"to somebody": {"side": "us", "player": "ann"}, "to everybody": {"side": "us"}},
    "accept": {"what is offered": {}, "one of several": {"side": "us"}},
    "decline": {"what is offered": {}},
    "withdraw": {"an offer": {"side": "us"}},
    "leave": {"one's own": {}},
    "free": {"of somebody who does not come": {"side": "us"}},
    "welcome": {"to look on": {"player": "dan"}},
    "take_record": {"for good": {}},
    "put_away": {"before it begins": {}},
}
HALF: Body = {
    "battle": "obong-ni-1",
    "winner": "us",
    "asset": [{"id": "a32", "ammunition": {"main": 6}, "kills": [{"victim": "t301"}]}],
}
RETURN: Body = {"battle": "obong-ni-1", "winner": "us", "field": "us"}
BODIES: Mapping[str, Mapping[str, Body]] = {
    **{f"{wing}.seats.{verb}": found for wing in ("battles", "campaigns") for verb, found in _SEATS.items()},
    "battles.rematch": {"the same again": {}, "by another title": {"title": "The second try"}},
    "battles.rewind": {"back": {"to": 3}},
    "battles.answer_undo": {"granted": {"grant": True}},
    "battles.fork": {"another try": {"seq": 3, "title": "What if they had stayed"}},
    "battles.archive": {"away": {}, "back": {"back": True}},
    "battles.bots.choice": {"as seated": {}, "for a side": {"bots": {"nk": "sensible"}}},
    "battles.bots.act": {"chosen": {"choice": {"side": "nk", "player": "bot:sensible", "expected": 12}}},
    "campaigns.new": {"a sample": {"source": "marines-in-korea", "name": "korea"}},
    "campaigns.files.check": {"a sample": {"source": "marines-in-korea"}},
    "campaigns.act": {
        "days": {"action": {"kind": "advance", "days": 3}},
        "a promotion": {"action": {"kind": "promote", "person": "novak", "rank": "Gunnery Sergeant"}},
    },
    "campaigns.begin": {"with all": {"node": "obong-ni"}},
    "campaigns.plan_undo": {"the newest": {}, "an earlier one": {"seq": 3}},
    "campaigns.undo": {
        "the newest": {},
        "an earlier one": {"seq": 3, "decisions": {"4": "drop", "file": "stand"}},
    },
    "campaigns.rewind": {"back": {"to": 3}},
    "campaigns.fork": {"another try": {"seq": 3, "title": "What if"}},
    "campaigns.archive": {"away": {}, "back": {"back": True}},
    "campaigns.returns.draft": {"as far as it is known": {}, "one's own": {"content": RETURN}},
    "campaigns.returns.file": {"as it is known": {}, "one's own": {"content": RETURN}},
    "campaigns.halves.give": {
        "one's own": {"content": HALF},
        "as the umpire": {"content": HALF, "side": "us"},
    },
    "campaigns.returns.plan": {"another winner": {"content": RETURN}},
    "campaigns.returns.correct": {"another winner": {"content": RETURN}},
    "campaigns.staff.step": {"the next": {}},
    "accounts.rename": {"a name": {"name": "Ann of the 2nd"}},
    "accounts.block": {"blocked": {}, "free again": {"blocked": False}},
    "accounts.new_token": {
        "a chat bot's": {"label": "chat bot", "scopes": ["bot"], "campaigns": ["korea"], "days": 90}
    },
    "accounts.invite": {
        "to an account": {"kind": "account", "player": "ann"},
        "to a side": {"kind": "side", "campaign": "korea", "side": "us"},
    },
    "accounts.rewritten": {"as it was shown": {"diary": "hill-112", "seal": "57:0123456789abcdef"}},
    "accounts.invitation": {"by its secret": {"secret": "wi_0123456789abcdef_AbCdEfGhIjKlMnOpQrStUvWxYz"}},
    "accounts.redeem": {
        "without an account yet": {
            "secret": "wi_0123456789abcdef_AbCdEfGhIjKlMnOpQrStUvWxYz",
            "player": "ann",
            "name": "Ann",
        }
    },
}
"""Operation → what the example is → the body."""


def bodies() -> Mapping[str, Mapping[str, Body]]:
    """Operation → what the example is → the body."""
    systems = list(map(find, system_ids()))
    actions = {
        f"{one.title}: {what['kind']}": {"action": what}
        for one in systems
        for what in map(msgspec.to_builtins, one.examples)
    }
    opened = {
        one.title: {
            "scenario": one.sample[0],
            "system": one.id,
            "title": "The first evening",
            "seats": [{"side": side, "bot": bot} for side, bot in one.sample[1].items()],
            "undo": "consent",
        }
        for one in systems
        if one.sample[0]
    }
    forces = {one.title: {"system": one.id, "roster": one.force} for one in systems if one.force}
    more = {"fit": {"id": "humvee-tow", "name": "Humvee-TOW", "cost": 12, "kind": "tank"}}
    typed = {
        f"{name}, with dice rolled at the table": {**one, "dice": [4, 6]} for name, one in actions.items()
    }
    return {
        **BODIES,
        "battles.new": opened,
        "battles.odds": actions,
        "battles.preview": actions,
        "battles.act": {**actions, **dict([next(iter(typed.items()))])},
        "rosters.save": {name: {"roster": one["roster"]} for name, one in forces.items()},
        "rosters.text": {name: {"roster": one["roster"]} for name, one in forces.items()},
        "rosters.judge": {name: {**one, "limit": 100} for name, one in forces.items()},
        "rosters.added": {name: {**one, **more} for name, one in forces.items()},
        "rosters.removed": {name: {**one, "line": 1} for name, one in forces.items()},
    }
