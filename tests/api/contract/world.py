"""A house in full course: the sample campaign, battles of each rule system, and somebody of each role."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from api.accounts import players, tokens
from api.accounts.answers import Scope
from campaign.battles.bots import act, choose
from campaign.battles.table import Seat
from campaign.shared.answers import Acted
from campaign.shared.callers import Caller
from tests.api.conftest import Served

SCOPES: dict[str, tuple[str, tuple[Scope, ...]]] = {
    "umpire": ("uma", ("read", "play", "umpire")),
    "ann": ("ann", ("read", "play")),
    "ben": ("ben", ("read", "play")),
    "observer": ("dan", ("read",)),
    "bot": ("ann", ("bot",)),
}
"""A role → the player who comes in it, and what his token is good for. ann and ben sit on either side everywhere."""
CAMPAIGN = "korea"
BATTLES = {"duel": "tank-duel", "ace": "tank-ace"}
"""A battle of each rule system, and its scenario; the same with dice that are typed in is `NAME-typed`."""
ROLES = ("keeper", *SCOPES, "none")
COURSE = 16
"""Entries that a battle in full course has."""


class World(Served):
    """Served, with a token for each of ROLES but `none`."""

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self.hub._service.gate._attempts.wait = lambda address, tried: (
            0.0
        )  # no test tries tokens out, but Schemathesis
        self.tokens["keeper"] = self.tokens["k"]
        with self.accounts._file.writing() as conn:
            for role, (player, scopes) in SCOPES.items():
                if player not in ("ann", "ben", "dan"):
                    players.put(conn, self.accounts._world, player, "")
                made = tokens.put(
                    conn, self.accounts._world, player, role, scopes, "2999-01-01T00:00:00.000Z"
                )
                self.tokens[role] = made.secret

    def __enter__(self) -> World:
        try:
            self.fill()
        except BaseException:
            self.stop()  # its thread would keep the process
            raise
        return self

    def fill(self) -> None:
        """The campaign with its first battle; of each rule system a battle in full course and one that begins."""
        uma = self.hq.for_(Caller("uma"))
        done(uma.campaigns.new("marines-in-korea", name=CAMPAIGN))
        sides = [one.id for one in uma.campaigns.view(CAMPAIGN).sides]
        for side, player in zip(sides, ("ann", "ben"), strict=False):
            done(uma.campaigns.seats.offer(CAMPAIGN, side, player))
            done(self.hq.for_(Caller(player)).campaigns.seats.accept(CAMPAIGN, side))
        node = next(one for one in uma.campaigns.view(CAMPAIGN).nodes if one.ready and one.able)
        done(uma.campaigns.begin(CAMPAIGN, node.id))
        for name, scenario in BATTLES.items():
            sides = self.hq.packs.scenario(scenario)[1].sides
            seats = [Seat(side.id, player) for side, player in zip(sides, ("ann", "ben"), strict=True)]
            for made in (
                done(uma.battles.new(scenario, seats=seats, name=name)),
                done(uma.battles.new(scenario, seats=seats, dice="typed", name=f"{name}-typed")),
            ):
                for one in seats:
                    done(self.hq.for_(Caller(one.player)).battles.seats.accept(made.diary, one.side))
            self.play(name, {one.id: self.hq.battles.bots.best(name) for one in sides})

    def hurt(self) -> str:
        """What went wrong with the house, or "": whatever is asked, it stays whole and goes on."""
        if self.hq.damaged or self.hq.read_only:
            return f"the house is damaged or read-only: {self.hq.read_only}"
        unsound = [
            one.battle for one in self.hq.battles.all(True) if not self.hq.battles.verify(one.battle).sound
        ]
        return f"these do not hold: {unsound}" if unsound else ""

    def play(self, battle: str, bots: dict[str, str]) -> None:
        """COURSE actions by bots in the players' place."""
        opened = self.hq._house.battles.get(battle)
        for _ in range(COURSE):
            chosen = choose(opened, bots, lambda count: 0)
            assert chosen is not None, battle
            done(act(opened, chosen))


def done(answer: Any) -> Acted:
    assert isinstance(answer, Acted), answer
    return answer
