"""The server that is measured, with bare handlers beside it. Prints its port and a token when it is ready."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from pathlib import Path

import uvicorn
from litestar import Request, Response, get, post
from litestar.handlers import HTTPRouteHandler

from api.accounts.accounts import Accounts
from api.accounts.limits import RATES, Rate
from api.server.app import create_app
from api.server.crowd import Crowd
from api.server.service import Service, Settings
from api.server.serving import Protocol
from api.wire.headers import JSON
from campaign.headquarters import Headquarters


def bare(home: Path) -> tuple[HTTPRouteHandler, HTTPRouteHandler]:
    """One that answers with the bytes of a file, and one that does a single durable insert."""
    kept = {one.stem: one.read_bytes() for one in home.glob("*.json")}
    conn = sqlite3.connect(home / "bare.db", isolation_level=None, check_same_thread=False)
    conn.execute("PRAGMA journal_mode=WAL")
    conn.execute("PRAGMA synchronous=FULL")
    conn.execute("CREATE TABLE IF NOT EXISTS entries (seq INTEGER PRIMARY KEY, body BLOB)")

    @get("/bare/{name:str}", sync_to_thread=False)
    def read(name: str) -> Response[bytes]:
        return Response(kept[name], media_type=JSON)

    @post("/bare/insert", status_code=200)
    async def insert(request: Request[None, None, None]) -> Response[bytes]:
        conn.execute("INSERT INTO entries (body) VALUES (?)", (await request.body(),))
        return Response(b"{}", media_type=JSON)

    return read, insert


async def main(home: Path, cached: int) -> None:
    hq = Headquarters(home)
    accounts = Accounts(hq.home.accounts)
    token = accounts.first_token("ann") or accounts.new_token(instead=True)
    settings = Settings(cached=cached, rates=dict.fromkeys(RATES, Rate(1_000_000, 1e6)), shared=True)
    app = create_app(Service(hq, accounts, settings), bare(home))

    class Bounded(Protocol):
        crowd = Crowd(settings)

    server = uvicorn.Server(uvicorn.Config(app, port=0, http=Bounded, log_level="warning", lifespan="on"))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    print(server.servers[0].sockets[0].getsockname()[1], token.secret, flush=True)
    await serving


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
