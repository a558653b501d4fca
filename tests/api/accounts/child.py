"""What other processes do in the tests: `python -m tests.api.accounts.child WHAT FILE …`; answers go to stdout."""

from __future__ import annotations

import os
import sys
import time

from api.accounts.accounts import Accounts
from campaign.rules.refused import Refused


def say(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def first(path: str, begin: str, player: str) -> None:
    """Make the file and the first token, at the same moment as others; say whether it was won."""
    time.sleep(max(0.0, float(begin) - time.time()))
    accounts = Accounts(path)
    made = accounts.first_token(player)
    say("lost" if made is None else made.secret)
    accounts.close()


def redeem(path: str, begin: str, player: str, *secrets: str) -> None:
    """Redeem links one after the other, each as a player of its own; say which were won."""
    accounts = Accounts(path)
    time.sleep(max(0.0, float(begin) - time.time()))
    for number, secret in enumerate(secrets):
        try:
            found = accounts.invitations.redeem(secret, player=f"{player}-{number}")
        except Refused as refused:
            assert "good for one" in refused.reason, refused
        else:
            assert found.token is not None
            say(number, found.token.secret)
    accounts.close()


def resolve(path: str, secret: str) -> None:
    """Say when a token is good, and when it no longer is."""
    accounts = Accounts(path)
    assert accounts.resolve(secret) is not None
    say("good")
    until = time.monotonic() + 20
    while accounts.resolve(secret) is not None and time.monotonic() < until:
        time.sleep(0.001)
    say(time.monotonic())
    accounts.close()


if __name__ == "__main__":
    {"first": first, "redeem": redeem, "resolve": resolve}[sys.argv[1]](*sys.argv[2:])
