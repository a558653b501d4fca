"""Schemathesis against a world that runs: as somebody, for a while."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from api.wire.problems import KINDS
from tests.api.contract.world import BATTLES, CAMPAIGN, World

REASONS = sorted({str(kind.status) for kind in KINDS.values() if kind.status < 500})
"""Statuses that refuse. With a reason, which `hooks` sees to, nothing valid is refused unduly."""
NAMES = {
    "battles": [*BATTLES, *(f"{name}-typed" for name in BATTLES)],
    "campaigns": [CAMPAIGN],
    "diaries": [*BATTLES, CAMPAIGN],
    "sides": ["nk", "us", "blue", "red", "umpire", ""],
    "systems": ["combat-veteran", "tanks-modern-age"],
    "scenarios": list(BATTLES.values()),
    "heads": ["*", '"1"', '"17"'],
    "entries": [1, 2, 9, 17],
}
USED = {
    "path.battle": ("battles", 0.9),
    "path.campaign": ("campaigns", 0.9),
    "path.diary": ("diaries", 0.9),
    "path.system": ("systems", 0.9),
    "path.scenario": ("scenarios", 0.8),
    "path.seq": ("entries", 0.8),
    "query.as": ("sides", 0.9),
    "header.If-Match": ("heads", 0.9),
}
"""A parameter → names that there are, and how often one of them stands there."""


def settings(token: str) -> str:
    """Of Schemathesis, in TOML: all checks."""
    lines = [
        'hooks = "tests.api.contract.hooks"',
        "continue-on-failure = true",
        "request-timeout = 30",
        "max-stream-events = 1",
    ]
    lines += ["[warnings]", "enabled = false", "[output.sanitization]", "enabled = false"]
    for name, some in NAMES.items():
        lines += [f"[dictionaries.{name}]", f"values = {json.dumps(some)}"]
    lines.append("[parameters]")
    for name, (dictionary, chance) in USED.items():
        lines.append(f'"{name}" = {{ dictionary = "{dictionary}", probability = {chance} }}')
    if token:
        lines += ["[headers]", f'Authorization = "Bearer {token}"']
    for check in ("positive_data_acceptance", "negative_data_rejection", "missing_required_header"):
        more = [] if check == "positive_data_acceptance" else ["5xx"]
        some = ["2xx", "304", *REASONS] if check == "positive_data_acceptance" else [*REASONS, *more]
        lines += [f"[checks.{check}]", f"expected-statuses = {json.dumps(some)}"]
    return "\n".join(lines)


def ask(world: World, role: str, folder: Path, *more: str) -> tuple[int, str]:
    """Ask all that the description says, as one of ROLES. more: options of Schemathesis. Answers with its exit code,
    and what it told."""
    file = folder / f"{role}.toml"
    file.write_text(settings(world.tokens.get(role, "")), encoding="utf-8")
    schemathesis = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(file)]
    line = [*schemathesis, "run", f"{world.url}/api/openapi.json", "--no-color", "--checks", "all", *more]
    told = subprocess.run(line, capture_output=True, text=True, check=False)
    return told.returncode, told.stdout + told.stderr
