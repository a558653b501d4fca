"""What is wrong with a command line, in words for who typed it."""

from __future__ import annotations

from cyclopts import CoercionError, CycloptsError, MissingArgumentError, UnusedCliTokensError

from campaign.shared.answers import Refusal

KINDS = {int: "a whole number", float: "a number", bool: "true or false"}


def refusal(error: CycloptsError) -> Refusal:
    """The mistake as a refusal: what is wrong, and where help is."""
    command = " ".join(("wardiary", *(error.command_chain or ())))
    return Refusal(f"{_reason(error, command)} See `{command} --help`.".replace("\n", " "))


def _reason(error: CycloptsError, command: str) -> str:
    if isinstance(error, MissingArgumentError) and error.argument is not None and error.msg is None:
        name = error.keyword or next((one.keyword for one in error.argument.tokens if one.keyword), "")
        if name:
            return f"{name} wants a value behind it."
        what = (error.argument.parameter.help or "").rstrip(".")
        name = error.argument.name
        if error.argument.field_info.is_positional:
            name = name.lstrip("-").upper()
        return f"`{command}` wants {name}{f' ({what})' if what else ''}."
    if isinstance(error, UnusedCliTokensError) and error.unused_tokens:
        words = ", ".join(repr(one[:40]) for one in error.unused_tokens[:5])
        return f"`{command}` does not know what to do with {words}: that is more than it takes."
    if isinstance(error, CoercionError) and error.token is not None and error.target_type in KINDS:
        where = error.token.keyword or (error.argument.name.lstrip("-").upper() if error.argument else "")
        return f"{f'{where}: ' if where else ''}{error.token.value[:40]!r} is not {KINDS[error.target_type]}."
    return str(error)
