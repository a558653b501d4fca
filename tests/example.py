"""The worked example of a rule system (docs/writing-a-rule-system.md), put where rule systems are found."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import campaign.systems

FOLDER = Path(__file__).parent / "systems" / "example"
NAME = "campaign.systems.duel_of_dice"


@contextmanager
def installed() -> Iterator[None]:
    """As if the folder stood in `campaign/systems/`: nothing else has to be told of it."""
    campaign.systems.__path__.append(str(FOLDER))
    _forget()
    try:
        yield
    finally:
        campaign.systems.__path__.remove(str(FOLDER))
        _forget()


def _forget() -> None:
    campaign.systems.system_ids.cache_clear()
    campaign.systems.find.cache_clear()
    for name in [name for name in sys.modules if name == NAME or name.startswith(f"{NAME}.")]:
        del sys.modules[name]
