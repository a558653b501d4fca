"""Two named players in one battle, each at a terminal of his own: side by side, and through a real sshd."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from tests.tui.cli.running import Run, wardiary
from tests.tui.playing import Player, opened, play
from tests.tui.terminals import PATIENCE, Terminal, terminal
from tui.battle.screen import BattleScreen
from tui.shared.dialogs import GUARD

__all__ = ["wardiary"]

ROOT = Path(__file__).parents[2]
PLAYERS = {"ann": "us", "ben": "nk"}
SSHD = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
Command = Callable[[str], Sequence[str]]


@pytest.fixture
def battle(tmp_path: Path) -> str:
    with Headquarters(tmp_path / "home") as hq:
        return opened(hq, seats=[Seat(side, player) for player, side in PLAYERS.items()])


def environment(**more: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return {**kept, "TERM": "xterm-256color", "LANG": "C.UTF-8", **more}


def they_play(command: Command) -> None:
    """Each sees what the other does, and neither can do anything for the other."""
    with (
        terminal(command("ann"), environment(), str(ROOT)) as ann,
        terminal(command("ben"), environment(), str(ROOT)) as ben,
    ):
        ann.until("Tank Duel in Korea", "elsewhere.")
        ben.until("Tank Duel in Korea", "to act: ")
        ann.send("e")
        ann.until("Waiting for North Korea")
        ann.forget()
        ends(ben)
        ann.until("News from elsewhere, entry 2")
        time.sleep(2 * GUARD)  # her turn has come by itself, and hears nothing at first
        ben.forget()
        ends(ann)
        ben.until("News from elsewhere, entry 3")
        for one in (ann, ben):
            one.send("q")
            one.until("Everything is in the diary.")
            assert one.ended() == 0


def ends(player: Terminal) -> None:
    player.send("e")
    player.until("can still act")
    player.send("e")


def test_a_program_whose_terminal_is_gone_ends(tmp_path: Path, battle: str):
    """It waits for its end, and fails if that does not come."""
    command = [
        sys.executable,
        "-m",
        "tui.cli.main",
        "play",
        battle,
        "--home",
        str(tmp_path / "home"),
        "--player",
        "ann",
    ]
    with terminal(command, environment(), str(ROOT)) as player:
        player.until("Tank Duel")
        player.hang_up()
        player.ended()


def test_at_two_terminals_of_one_machine(tmp_path: Path, battle: str):
    def command(player: str) -> Sequence[str]:
        more = ["--home", str(tmp_path / "home"), "--player", player, "--side", PLAYERS[player]]
        return [sys.executable, "-m", "tui.cli.main", "play", battle, *more]

    they_play(command)


class Server:
    """sshd on the loopback, with one forced command per key, as docs/ssh.md has it."""

    def __init__(self, folder: Path, battle: str, home: Path) -> None:
        self.folder = folder
        folder.mkdir()
        for name in ("host", "ann", "ben", "stranger"):
            subprocess.run(
                ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)], check=True
            )
        lines: list[str] = []
        for player, side in PLAYERS.items():
            program = f"WARDIARY_HOME={home} exec {sys.executable} -m tui.cli.main play {battle}"
            does = f"cd {ROOT} && {program} --player {player} --side {side}"
            lines.append(f'restrict,pty,command="{does}" {(folder / f"{player}.pub").read_text()}')
        (folder / "authorized_keys").write_text("".join(lines))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        (folder / "config").write_text(
            f"Port {self.port}\nListenAddress 127.0.0.1\nHostKey {folder}/host\nPidFile none\nUsePAM no\n"
            f"AuthorizedKeysFile {folder}/authorized_keys\nStrictModes no\nPasswordAuthentication no\n"
            "KbdInteractiveAuthentication no\nAcceptEnv LANG COLORTERM\nLogLevel ERROR\n"
        )

    def listens(self) -> bool:
        with socket.socket() as one:
            return not one.connect_ex(("127.0.0.1", self.port))

    def command(self, key: str, *asked: str) -> Sequence[str]:
        options = [
            "BatchMode=yes", "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR",
            "IdentitiesOnly=yes", "IdentityAgent=none", "SendEnv=LANG",
        ]  # fmt: skip
        given = [word for one in options for word in ("-o", one)]
        user = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip()
        where = ["-p", str(self.port), "-i", str(self.folder / key), f"{user}@127.0.0.1"]
        return ["ssh", "-F", "none", *([] if asked else ["-tt"]), *given, *where, *asked]


@pytest.fixture
def server(tmp_path: Path, battle: str) -> Iterator[Server]:
    if SSHD is None or not shutil.which("ssh"):
        pytest.skip("there is no sshd here")
    found = Server(tmp_path / "ssh", battle, tmp_path / "home")
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)  # sshd, begun by hand as root, wants it
    tried = subprocess.run([SSHD, "-t", "-f", str(found.folder / "config")], capture_output=True, text=True)
    if tried.returncode:
        pytest.skip(f"sshd does not run here: {tried.stderr.strip()}")
    running = subprocess.Popen([SSHD, "-D", "-e", "-f", str(found.folder / "config")])
    try:
        end = time.monotonic() + PATIENCE
        while not found.listens():
            assert running.poll() is None and time.monotonic() < end, "sshd does not listen"
            time.sleep(0.05)
        yield found
    finally:
        running.terminate()
        running.wait()


def test_over_ssh_with_a_key_each(server: Server):
    they_play(server.command)


def test_a_key_that_is_nobodys_sees_nothing(server: Server):
    with terminal(server.command("stranger"), environment(), str(ROOT)) as stranger:
        assert stranger.ended() == 255
        assert "Permission denied" in stranger.text and "Tank" not in stranger.text


def test_a_key_opens_nothing_but_the_program(server: Server):
    ran = subprocess.run(
        list(server.command("ann", "cat /etc/passwd")), capture_output=True, text=True, env=environment()
    )
    assert ran.returncode == 2 and "This is no terminal" in ran.stderr and "root" not in ran.stdout
    forwarded = [*server.command("ann", "true")[:-2], "-W", "127.0.0.1:1", server.command("ann")[-1]]
    ran = subprocess.run(forwarded, capture_output=True, text=True, env=environment(), timeout=PATIENCE)
    assert ran.returncode != 0, "no forwarding"


# -- a side of one's own, without a terminal ----------------------------------------------------------------


def test_only_the_side_that_is_named_is_played_here(hq: Headquarters):
    battle = opened(hq)

    async def story(player: Player) -> None:
        now = player.battle.now
        assert now is not None and now.mine == ("us",) and not now.menu.all
        assert "to act elsewhere" in player.banner
        hq.looking_as("nk").battles.act(battle, {"kind": "end-phase"})
        await player.until(lambda: "United States  to act:" in player.banner)

    play(hq, battle, story, side="us")


def test_a_battle_without_that_side_is_played_as_usual(hq: Headquarters):
    async def story(player: Player) -> None:
        assert isinstance(player.app.screen, BattleScreen) and player.battle.now is not None
        assert set(player.battle.now.mine) == {"nk", "us"}

    play(hq, opened(hq), story, side="blue")


def test_a_side_that_is_not_his_is_refused_before_any_screen(wardiary: Run):
    seats = ("--seat", "us=ann", "--seat", "nk=ben")
    assert wardiary("new", "tank-duel", *seats).status == 0
    battle = wardiary("list", "--json").json[0]["battle"]
    for side, why in (("nk", "does not play nk"), ("xx", "no side 'xx'")):
        ran = wardiary("play", battle, "--player", "ann", "--side", side)
        assert ran.status == 2 and why in ran.err
