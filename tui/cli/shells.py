"""The command that prints what a shell needs to complete our commands."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from tui.cli.app import app
from tui.cli.completion import SCRIPTS


@app.command
def completion(shell: Annotated[Literal["bash", "zsh", "fish"], Parameter(help="Your shell.")]) -> int:
    """Print a script that lets a shell complete commands, options and the ids of battles and campaigns.

    bash: eval "$(wardiary completion bash)" in ~/.bashrc. zsh: the same in ~/.zshrc, behind compinit. fish: wardiary
    completion fish > ~/.config/fish/completions/wardiary.fish.

    Example: wardiary completion bash
    """
    print(SCRIPTS[shell], end="")
    return 0
