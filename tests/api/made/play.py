"""Ten actions of a battle by a client that was made from the description: `play.py URL TOKEN BATTLE`."""

from __future__ import annotations

import sys

from made.api.battles import battles_act, battles_legal, battles_show
from made.client import AuthenticatedClient
from made.models.acted import Acted
from made.models.battles_act_request import BattlesActRequest
from made.models.entry_detail import EntryDetail

url, token, battle = sys.argv[1:]
client = AuthenticatedClient(base_url=url, token=token)
seq = 1
for turn in range(10):
    legal = battles_legal.sync(battle, client=client)
    assert isinstance(legal, list), legal
    chosen = legal[turn % len(legal)]
    done = battles_act.sync(
        battle,
        client=client,
        as_=chosen.side,
        body=BattlesActRequest(action=chosen.action),
        if_match=f'"{seq}"',
        idempotency_key=f"turn {turn}",
    )
    assert isinstance(done, Acted), done
    shown = battles_show.sync(battle, done.seq, client=client)
    assert isinstance(shown, EntryDetail) and shown.events, shown
    seq = done.seq
print(seq)
