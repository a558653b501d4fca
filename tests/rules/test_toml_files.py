"""Files as people write them: whatever is wrong is said with file, line and reason."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

from campaign.rules.toml_files import UnreadableFile, fault, parse_toml, read_text, read_toml


def refused(path: Path, content: bytes | None, largest: int = 1 << 20) -> UnreadableFile:
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UnreadableFile) as found:
        read_toml(path, largest=largest)
    assert found.value.file == str(path) and found.value.reason.endswith(".")
    return found.value


@pytest.mark.parametrize(("content", "line", "says"), [
    (None, 0, "This file cannot be read: No such file or directory."),
    (b"a = 1\nb = \xff\n", 2, "This file cannot be read: it is no text file in UTF-8."),
    (b"a = 1\nb = b\n", 2, "This is not TOML: Invalid value (at line 2, column 5)."),
    (b"a = 1\na = 2\n", 2, "This is not TOML: Cannot overwrite a value (at line 2, column 6)."),
    (b"b = 1\na = " + b"9" * 5000, 2, "This is not TOML: Exceeds the limit"),
    (b"b = 1\n\na = 9223372036854775808", 3, "This cannot be used: 9223372036854775808"),
    (b"a = 0x1_0000_0000_0000_0001", 1, "This cannot be used: 18446744073709551617"),
    (b"a." * 5000 + b"a = 1", 0, "This cannot be used: it is nested more than 64 deep."),
    (b"a = " + b"[" * 5000, 0, "This is not TOML: it is nested too deeply."),
    (b"#" * (1 << 20) + b"#", 0, "This file is too big: more than 1 MB."),
], ids=["missing", "no text", "no value", "twice", "digits", "64 bits", "hex", "dots", "deep", "big"])  # fmt: skip
def test_what_is_wrong_is_said(tmp_path: Path, content: bytes | None, line: int, says: str) -> None:
    path = tmp_path / "x.toml"
    error = refused(path, content)
    assert error.reason.startswith(says)
    assert error.line == line
    assert error.where == (f"{path}:{line}" if line else str(path))


def test_a_smaller_limit_a_folder_and_a_path_that_cannot_be(tmp_path: Path) -> None:
    assert "more than 64 KB" in refused(tmp_path / "x.toml", b"#" * (1 << 17), 1 << 16).reason
    assert "Is a directory" in refused(tmp_path, None).reason
    with pytest.raises(UnreadableFile, match="null byte"):
        read_text(Path("a\0b"))


def test_what_is_right_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xef\xbb\xbfa = '\xc3\xa4'\r\n")  # as some editors begin and end lines
    assert read_toml(path) == {"a": "ä"} == parse_toml(read_text(path), "x.toml")


def test_the_name_that_messages_use(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="line 1, column 5") as found:
        parse_toml("a = b\n", "x.toml")
    assert str(found.value).startswith("x.toml:1: This is not TOML")
    with pytest.raises(UnreadableFile) as found:
        read_toml(tmp_path / "x.toml", "charts.toml")
    assert found.value.where == "charts.toml"


class Part(Struct):
    armor: int


class Whole(Struct):
    part: list[Part] = []


@pytest.mark.parametrize(("value", "says"), [
    ({"part": [{"armor": 1}, {"armor": "x"}]}, ("Expected `int`, got `str`", "part[1].armor")),
    ([], ("Expected `object`, got `array`", "")),
])  # fmt: skip
def test_faults_of_shape(value: object, says: tuple[str, str]) -> None:
    with pytest.raises(msgspec.ValidationError) as found:
        msgspec.convert(value, Whole)
    assert fault(found.value) == says


@pytest.mark.parametrize("path", ["pipe", "/dev/zero"])
def test_what_is_no_file_is_not_waited_for(tmp_path: Path, path: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UnreadableFile, match="It is a pipe, a socket or a device, and not a file"):
        read_text(tmp_path / path)


def test_the_greatest_numbers_that_can_be_used() -> None:
    assert parse_toml("a = 9223372036854775807\nb = -9223372036854775808", "x") == {
        "a": 2**63 - 1,
        "b": -(2**63),
    }
