"""Bodies as they are really sent: one for each operation that takes one, and actions of each rule system."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Body = Mapping[str, Any]
ROSTER: Body = {
    "title": "American armour, 50 points",
    "nation": "usa",
    "platoon": "team-yankee",
    "limit": 50,
    "model": [
        {"type": "m1-abrams", "cards": ["commander-cunning", "gunner-dead-eye"]},
        {"type": "m60-patton", "cards": ["loader-precise", "driver-defensive", "tool-kit"]},
    ],
}
RETURN: Body = {"battle": "obong-ni-1", "winner": "us", "field": "us"}
ACTIONS: Mapping[str, Mapping[str, Body]] = {
    "combat-veteran": {
        "fire": {"kind": "fire", "unit": "m26-1", "rating": "main", "target": "t34-2"},
        "drive": {"kind": "drive", "unit": "t34-1", "to": "1015"},
        "end of a phase": {"kind": "end-phase"},
    },
    "tanks-modern-age": {
        "move": {
            "kind": "move",
            "unit": "t-64-1",
            "bearing": 90,
            "distance": 100,
            "hull": "forward",
            "flush": "right",
            "touch": "",
        },
        "terrain": {"kind": "place-terrain", "x": 200, "y": 225, "heading": 0},
        "nothing": {"kind": "pass", "until": "now"},
    },
}
"""Rule system → what is done → the action."""
OF_BATTLES: Mapping[str, Body] = {
    f"{system}: {what}": {"action": action} for system, some in ACTIONS.items() for what, action in some.items()
}
BODIES: Mapping[str, Mapping[str, Body]] = {
    "battles.new": {
        "a duel": {
            "scenario": "tank-duel",
            "title": "The duel at Obong-ni",
            "seats": [{"side": "us", "player": "ann"}, {"side": "nk", "player": "ben"}],
            "undo": "consent",
        },
        "against a bot": {
            "scenario": "tank-ace",
            "system": "tanks-modern-age",
            "seats": [{"side": "blue", "player": "ann"}, {"side": "red", "bot": "sensible"}],
            "options": {"terrain": "ready", "turns": 8},
        },
    },
    "battles.odds": OF_BATTLES,
    "battles.preview": OF_BATTLES,
    "battles.act": {
        **OF_BATTLES,
        "dice that were rolled at the table": {
            "action": {"kind": "fire", "unit": "m26-1", "rating": "main", "target": "t34-2"},
            "dice": [4, 6],
        },
    },
    "battles.seat": {"one's own": {"side": "us", "player": "ann"}, "nobody's": {"side": "us", "player": ""}},
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
    "campaigns.seat": {"a player": {"side": "us", "player": "ann"}},
    "campaigns.begin": {"with all": {"node": "obong-ni"}},
    "campaigns.plan_undo": {"the newest": {}, "an earlier one": {"seq": 3}},
    "campaigns.undo": {"the newest": {}, "an earlier one": {"seq": 3, "decisions": {"4": "drop"}}},
    "campaigns.rewind": {"back": {"to": 3}},
    "campaigns.fork": {"another try": {"seq": 3, "title": "What if"}},
    "campaigns.archive": {"away": {}, "back": {"back": True}},
    "campaigns.returns.draft": {"as far as it is known": {}, "one's own": {"content": RETURN}},
    "campaigns.returns.file": {"as it is known": {}, "one's own": {"content": RETURN}},
    "campaigns.returns.plan": {"another winner": {"content": RETURN}},
    "campaigns.returns.correct": {"another winner": {"content": RETURN}},
    "campaigns.staff.step": {"the next": {}},
    "rosters.save": {"a platoon": {"roster": ROSTER}},
    "rosters.judge": {"a platoon": {"system": "tanks-modern-age", "roster": ROSTER, "limit": 100}},
    "rosters.added": {
        "a vehicle": {
            "system": "tanks-modern-age",
            "roster": ROSTER,
            "fit": {"id": "humvee-tow", "name": "Humvee-TOW", "cost": 12, "kind": "tank"},
        }
    },
    "rosters.removed": {"a card": {"system": "tanks-modern-age", "roster": ROSTER, "line": 1}},
    "rosters.text": {"a platoon": {"roster": ROSTER}},
    "accounts.rename": {"a name": {"name": "Ann of the 2nd"}},
    "accounts.block": {"blocked": {}, "free again": {"blocked": False}},
    "accounts.new_token": {
        "a chat bot's": {"label": "chat bot", "scopes": ["bot"], "campaigns": ["korea"], "days": 90}
    },
    "accounts.invite": {
        "to an account": {"kind": "account", "player": "ann"},
        "to a side": {"kind": "side", "campaign": "korea", "side": "us"},
    },
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
