"""A server as a process of its own, to be killed: `python -m tests.api.attacks.child HOME`. Says its port."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from api.accounts.accounts import Accounts
from api.server.serving import runner
from campaign.headquarters import Headquarters
from tests.api.conftest import freely


def main(home: Path) -> None:
    made = runner(Headquarters(home), Accounts(home / "accounts.db"), freely(), "127.0.0.1", 0)

    def say() -> None:
        made.ready.wait()
        print(made.port, flush=True)

    threading.Thread(target=say, daemon=True).start()
    made.run()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
