"""Note the digests of what a version about to be released ships: `python -m tests.golden.shipped`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from campaign import __version__
from campaign.campaigns import files
from campaign.headquarters import Headquarters
from campaign.ledger.defined import digest_of
from campaign.ledger.definition import beginning
from campaign.library import released as noted
from campaign.systems import foreign, system_ids

FILE = Path(noted.__file__).with_name("released.toml")


def shipped(hq: Headquarters) -> dict[str, dict[str, str]]:
    """Kind → id → digest, of what ships now."""
    packs = hq._house.packs
    samples = {name: digest_of(beginning(one, name, "").events, {}) for name, one in files.shipped(packs)}
    return {
        "packs": {id: packs.shipped(id).pack.digest for id in system_ids() if not foreign(id)},
        "samples": samples,
    }


def written(found: Mapping[str, Mapping[str, Mapping[str, str]]]) -> str:
    """kind → id → version → digest, as a file."""
    lines = [
        "# Digests of what each release shipped: made by `python -m tests.golden.shipped`, never changed."
    ]
    for kind, things in found.items():
        for id, versions in sorted(things.items()):
            lines += ["", f"[{kind}.{id}]", *(f'"{one}" = "{digest}"' for one, digest in versions.items())]
    return "\n".join(lines) + "\n"


def main() -> int:
    known = noted.released()
    found = {"packs": known.packs, "samples": known.samples}
    if any(__version__ in versions for things in found.values() for versions in things.values()):
        print(f"{__version__} is noted already: what a released version shipped is never changed.")
        return 1
    with tempfile.TemporaryDirectory() as work, Headquarters(Path(work)) as hq:
        for kind, things in shipped(hq).items():
            for id, digest in things.items():
                found[kind].setdefault(id, {})[__version__] = digest
    FILE.write_text(written(found), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
