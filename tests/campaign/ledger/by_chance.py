"""Small campaigns made by chance, and orders of every kind given in them by chance, sound ones and nonsense."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from campaign.ledger import actions as a
from campaign.ledger.state import Campaign
from events.codec import tag_of

SIDES = ("red", "blue")
ITEMS = ("main", "mg", "fuel", "parts")
SWIFT = """
[healing]
least = 1
die = 4
[missing]
days = 2
back = 40
captured = 30
[casualties.wrecked]
dead = 20
wounded = 40
missing = 20
"""
POLICIES = (SWIFT, f"{SWIFT}[replacements]\nautomatic = false\n", f"{SWIFT}[supply]\nautomatic = false\n")
KINDS = {tag_of(one): one for one in a.AnyAction.__args__}
"""Every order there is."""


def campaign(chance: Random, place: Path) -> Path:
    """The files of one: two sides of a few companies, scenarios one after the other and side by side, happenings."""
    nodes, ends, closes = chance.randint(1, 5), chance.random() < 0.5, chance.randint(6, 26)
    parts = [_head(closes), *(_scenario(chance, i, nodes, ends) for i in range(nodes))]
    if ends:
        parts.append('[[end]]\nid = "over"\ntitle = "It is over"\n')
    text = "\n".join([*parts, *(_happening(chance, k, min(12, closes)) for k in range(chance.randint(1, 4)))])
    place.mkdir(parents=True)
    (place / "campaign.toml").write_text(text)
    (place / "forces.toml").write_text(_forces(chance))
    (place / "policy.toml").write_text(chance.choice(POLICIES))
    return place


def _head(closes: int) -> str:
    return (
        f'id = "by-chance"\ntitle = "By chance"\ndate = "1944-06-01"\ncloses = "1944-06-{closes:02}"\n'
        + "".join(f'[[side]]\nid = "{side}"\nname = "{side.title()}"\n' for side in SIDES)
    )


def _scenario(chance: Random, i: int, nodes: int, ends: bool) -> str:
    later = [*(f"n{k}" for k in range(i + 1, nodes)), *(["over"] if ends else [])]
    lines = [
        f'[[scenario]]\nid = "n{i}"\ntitle = "Number {i}"\nsides = {{ red = "red", blue = "blue" }}',
        f"start = {'true' if not i or chance.random() < 0.3 else 'false'}",
        f"points = {{ red = {chance.randint(0, 3)}, blue = 1 }}",
    ]
    if chance.random() < 0.5:
        lines.append(f"patience = {chance.randint(1, 4)}")
    elif chance.random() < 0.5:
        lines.append(f'closes = "1944-06-{chance.randint(3, 20):02}"')
    for side in SIDES:
        company = f'\nformation = "{side}-1-co"' if chance.random() < 0.3 else ""
        least = chance.randint(0, 1)
        lines.append(
            f'[[scenario.muster]]\nside = "{side}"\nleast = {least}\nmost = {chance.randint(1, 3)}{company}'
        )
    if later:
        if chance.random() < 0.5:
            winner = chance.choice(SIDES)
            lines.append(
                f'[[scenario.next]]\nto = "{chance.choice(later)}"\nwhen = {{ winner = "{winner}" }}'
            )
        lines.append(f'[[scenario.next]]\nto = "{later[0]}"\notherwise = true\ndays = {chance.randint(0, 2)}')
    return "\n".join(lines)


def _happening(chance: Random, k: int, until: int) -> str:
    side = chance.choice(SIDES)
    lines = [f'[[happening]]\ndate = "1944-06-{chance.randint(2, until):02}"\ntext = "Happening {k}."']
    if chance.random() < 0.5:
        lines.append(f'depot = "{side}-depot"\nstores = {{ main = {chance.randint(1, 30)}, parts = 3 }}')
    if chance.random() < 0.5:
        lines.append(f'pool = "{side}-pool"\npeople = {chance.randint(1, 3)}')
    if chance.random() < 0.5:
        lines.append(f'side = "{side}"\npoints = {chance.randint(-2, 2) or 1}')
    if chance.random() < 0.7:
        formation = chance.choice((f"{side}-army", f"{side}-1-bn", f"{side}-1-co", ""))
        stores = f"\nstores = {{ main = {chance.randint(1, 9)} }}" if chance.random() < 0.6 else ""
        lines.append(
            f'[[happening.asset]]\nid = "late-{k}"\nname = "Late {k}"\ntype = "tank"\nside = "{side}"\n'
            f'formation = "{formation}"{stores}'
        )
    return "\n".join(lines)


def _forces(chance: Random) -> str:
    parts = [
        '[[type]]\nid = "tank"\nname = "Tank"\nposts = ["commander", "gunner"]\nfuel = 50\n'
        "load = { main = 9, mg = 4 }\n"
    ]
    for side in SIDES:
        above = ""
        for id in ("army", "1-bn", "1-co"):
            parts.append(f'[[formation]]\nid = "{side}-{id}"\nname = "{side} {id}"\nside = "{side}"{above}\n')
            above = f'\nparent = "{side}-{id}"'
        parts.append(
            f'[[depot]]\nid = "{side}-depot"\nname = "{side} depot"\nside = "{side}"\nlift = 60\nhours = 24\n'
            "stores = { main = 30, mg = 9, parts = 20, fuel = 200 }\n"
            f'[[pool]]\nid = "{side}-pool"\nname = "{side} recruit"\nside = "{side}"\nleft = 3\n'
            f'[[person]]\nid = "{side}-spare"\nname = "spare of {side}"\nside = "{side}"\nformation = "{side}-army"\n'
        )
        for i in range(chance.randint(2, 4)):
            formation = f"{side}-{chance.choice(('army', '1-bn', '1-co', '1-co'))}" if i else f"{side}-1-co"
            parts.append(
                f'[[asset]]\nid = "{side}-{i}"\nname = "{side} {i}"\ntype = "tank"\nside = "{side}"\n'
                f'formation = "{formation}"\n'
            )
            parts += [
                f'[[asset.crew]]\nid = "{side}-{i}-{post}"\nname = "{post} of {side} {i}"\npost = "{post}"\n'
                for post in ("commander", "gunner")
            ]
    return "\n".join(parts)


class Orders:
    """Anything that may be asked for in a campaign as it stands."""

    def __init__(self, chance: Random, state: Campaign) -> None:
        self.chance, self.state = chance, state

    def __call__(self, kind: str) -> dict[str, Any]:
        """One of that kind, as `act` takes it."""
        match kind:
            case "enrol":
                return {"kind": kind, **self.enrolled()}
            case "amend":
                return {"kind": kind, **self.amended(), "reason": "so it is"}
            case "transfer":
                return {
                    "kind": kind,
                    "id": self.anything(),
                    "to": self.anything(),
                    **self.maybe(post=self.post()),
                }
            case "repair" if hurt := [
                one for one in self.state.assets.values() if one.damage or one.status == "wreck"
            ]:
                asset = self.chance.choice(hurt)
                return {
                    "kind": kind,
                    "asset": asset.id,
                    "damage": self.chance.choice([*asset.damage, "wreck"]),
                }
            case "repair" | "stop-repair" if self.state.jobs:
                job = self.chance.choice(self.state.jobs)
                return {"kind": "stop-repair", "asset": job.asset, "damage": job.damage}
            case "discharge" | "write-off" | "end" if self.chance.random() < 0.6:
                return {"kind": "award", "person": self.one(self.state.people), "award": self.word()}
            case "rename":
                return {"kind": kind, "id": self.anything(), "name": self.word()}
            case "advance":
                return {"kind": kind, "days": self.chance.randint(1, 4), "stop": self.chance.random() < 0.3}
            case "set-policy":
                return {"kind": kind, "text": self.chance.choice((*POLICIES, "nonsense")), "reason": "better"}
            case "start":
                able = [one.id for one in self.state.assets.values() if self.chance.random() < 0.5]
                battle = self.chance.choice(("n0-1", "n1-1", "late-0", "another"))
                return {"kind": kind, "node": self.node(), "assets": able, "battle": battle}
            case "draft" | "file":
                content = {"battle": self.battle(), "winner": self.winner(), "crews": "roll"}
                return {"kind": kind, "content": content} | (
                    {"battle": content["battle"]} if kind == "file" else {}
                )
            case _:
                return {"kind": kind, **{name: self.field(name) for name in KINDS[kind].__struct_fields__}}

    def field(self, name: str) -> Any:
        match name:
            case "person" | "asset" | "formation" | "depot" | "pool":
                rooms = {"person": "people"}
                return self.one(getattr(self.state, rooms.get(name, f"{name}s")))
            case "to":
                return self.one(self.state.depots)
            case "side":
                return self.chance.choice(SIDES)
            case "winner":
                return self.winner()
            case "battle":
                return self.battle()
            case "post":
                return self.post()
            case "damage":
                return self.chance.choice(("turret", "wreck", "tracks"))
            case "stores":
                return {self.chance.choice(ITEMS): self.chance.randint(0, 9)}
            case "points":
                return self.chance.randint(-3, 3)
            case "edition":
                return 0
            case _:
                return self.word()

    def one(self, room: Any) -> str:
        return self.chance.choice([*room] or [""]) if self.chance.random() < 0.95 else "nobody"

    def anything(self) -> str:
        state = self.state
        return self.one(
            self.chance.choice((state.people, state.assets, state.formations, state.depots, state.pools))
        )

    def maybe(self, **fields: Any) -> dict[str, Any]:
        return fields if self.chance.random() < 0.5 else {}

    def node(self) -> str:
        return self.one(self.state.nodes)

    def battle(self) -> str:
        return self.one(self.state.battles)

    def post(self) -> str:
        return self.chance.choice(("commander", "gunner", "cook"))

    def winner(self) -> str:
        return self.chance.choice((*SIDES, "draw"))

    def word(self) -> str:
        return self.chance.choice(("Able", "Baker", "Charlie", "red 0"))

    def new_id(self) -> str:
        taken = (
            [one.id for node in self.state.graph.happening for one in node.asset] if self.state.graph else []
        )
        return self.chance.choice(
            (*taken, "n0-1", "n1-1", "red-pool.1", "late-1-2", f"new-{self.chance.randint(0, 9)}")
        )

    def enrolled(self) -> dict[str, Any]:
        side = self.chance.choice(SIDES)
        new: dict[str, Any] = {"id": self.new_id(), "name": self.word(), "side": side}
        room = self.chance.choice(("formation", "depot", "pool", "asset", "person", "type"))
        if room == "type":
            load = {"main": self.chance.randint(4, 9)}
            return {
                "type": [{"id": "tank", "name": "Tank", "posts": ["commander"], "load": load, "fuel": 50}]
            }
        if room in ("asset", "person"):
            new |= {"formation": self.one(self.state.formations)} | (
                {"type": "tank"} if room == "asset" else {}
            )
        if room == "pool":
            new |= {"left": 2}
        return {room: [new]}

    def amended(self) -> dict[str, Any]:
        state, chance = self.state, self.chance
        asset, person = self.one(state.assets), self.one(state.people)
        ways: list[tuple[str, str, Any]] = [
            (asset, "status", chance.choice(("ready", "wreck", "lost", "gone"))),
            (asset, "damage", chance.choice(([], ["turret"], ["turret", "tracks"]))),
            (asset, f"stores.{chance.choice(ITEMS)}", chance.randint(0, 12)),
            (person, "status", chance.choice(("fit", "wounded", "missing", "captured", "dead", "gone"))),
            (person, "xp", chance.randint(0, 40)),
            (person, "back", "1944-06-09"),
            (person, "formation", self.one(state.formations)),
            (self.one(state.depots), f"stores.{chance.choice(ITEMS)}", chance.randint(0, 30)),
            (self.one(state.pools), "left", chance.randint(0, 3)),
            (chance.choice(SIDES), "points", chance.randint(-5, 5)),
            (asset, "name", self.word()),
        ]
        id, field, value = chance.choice(ways)
        return {"id": id, "field": field, "value": value}
