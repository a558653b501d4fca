"""An account of a campaign's stores, pools and points, kept from its events alone and apart from the ledger's own."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from campaign.ledger import events as e
from campaign.ledger.state import Campaign

Stores = Mapping[str, int]


class Accounts:
    """hand: who or what has how much of each kind. issued, used, lost: of each kind in all."""

    def __init__(self, events: Iterable[Any]) -> None:
        self.hand: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.issued, self.used, self.lost = Counter[str](), Counter[str](), Counter[str]()
        self.left, self.points = Counter[str](), Counter[str]()
        for event in events:
            self._book(event)

    def _in(self, holder: str, stores: Stores, account: Counter[str]) -> None:
        self.hand[holder].update(stores)
        account.update(stores)

    def _out(self, holder: str, stores: Stores, account: Counter[str]) -> None:
        self.hand[holder].subtract(stores)
        account.update(stores)

    def _over(self, holder: str, to: str, stores: Stores) -> None:
        self.hand[holder].subtract(stores)
        self.hand[to].update(stores)

    def _book(self, event: Any) -> None:
        match event:
            case e.AssetAdded():
                self._in(event.asset, event.stores, self.issued)
            case e.StoresIssued():
                self._in(event.depot, event.stores, self.issued)
            case e.StoresMoved():
                self._over(event.depot, event.to, event.stores)
            case e.Loaded():
                self._over(event.depot, event.asset, event.stores)
            case e.Unloaded():
                self._over(event.asset, event.depot, event.stores)
            case e.Spent():
                self._out(event.asset, event.stores, self.used)
            case e.Wrecked() | e.AssetLost():
                self._out(event.asset, event.lost, self.lost)
            case e.RepairStarted():
                self._out(event.depot, {"parts": event.parts}, self.used)
            case e.Stripped():
                self._in(event.depot, {"parts": event.parts}, self.issued)
            case e.PoolSet():
                self.left[event.pool] = event.left
            case e.PoolGrew():
                self.left[event.pool] += event.people
            case e.PersonEnlisted() if event.pool:
                self.left[event.pool] -= 1
            case e.PointsScored():
                self.points[event.side] += event.points
            case e.Amended():
                self._amended(event)
            case _:
                pass

    def _amended(self, event: e.Amended) -> None:
        name, _, item = event.field.partition(".")
        if name == "stores":
            change = event.value - self.hand[event.subject][item]
            self._in(event.subject, {item: change}, self.issued if change > 0 else Counter())
            self.lost[item] -= min(0, change)
        elif name == "left":
            self.left[event.subject] = event.value
        elif name == "points":
            self.points[event.subject] = event.value

    def agree(self, state: Campaign) -> None:
        """With what the ledger says."""
        for one in (*state.assets.values(), *state.depots.values()):
            assert +self.hand[one.id] == Counter(one.stores) and not -self.hand[one.id], one
        for name in ("issued", "used", "lost"):
            mine: Counter[str] = getattr(self, name)
            assert +mine == +Counter({item: getattr(one, name) for item, one in state.accounts.items()}), name
        assert {id: self.left[id] for id in state.pools} == {id: one.left for id, one in state.pools.items()}
        assert {id: self.points[id] for id in state.sides} == {
            id: one.points for id, one in state.sides.items()
        }
