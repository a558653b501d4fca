"""What is counted of campaigns that bots fight, and that its table stands in docs/campaign.md."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import campaigns
from tests.campaigns import Fought, summed, table


def told(
    number: int, winner: str, *, short: int = 2, elite: int = 1, wanting: tuple[str, ...] = ()
) -> Fought:
    levels = {"us": {"regular": 9 - elite, "elite": elite}, "nk": {"green": 10}}
    return Fought("made-up", number, winner, "over", 4, short, 30, levels, ("a", "b"), wanting, wanting)


def test_what_is_aimed_at_is_checked():
    sound = summed("made-up", [told(0, "us"), told(1, "nk")])
    assert sound.faults == [] and sound.short == 50
    for wrong in (
        [told(0, "us"), told(1, "us")],
        [told(0, "us", short=0), told(1, "nk", short=1)],
        [told(0, "us", elite=9), told(1, "nk", elite=9)],
        [told(0, "us", wanting=("b",)), told(1, "nk")],
    ):
        assert summed("made-up", wrong).faults
    assert "| `made-up` | 2 | us 50 %, nk 50 % | 8 | 50 % | 5 % (us 11 %, nk 0 %) | none |" in table([sound])


def test_a_campaign_is_fought_alike_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """And its table goes into the page, between its marks."""
    first = campaigns.fight("marines-in-korea", 3)
    assert first == campaigns.fight("marines-in-korea", 3)
    assert first.battles >= 1 and first.reached[0] == "obong-ni"
    page = tmp_path / "campaign.md"
    page.write_text(f"before\n{campaigns.BEGIN}\nold\n{campaigns.END}\nafter\n", encoding="utf-8")
    monkeypatch.setattr(campaigns, "PAGE", page)
    monkeypatch.setattr(campaigns, "fought", lambda sample, count, jobs: [first])
    campaigns.main(["marines-in-korea"])
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{campaigns.BEGIN}\n| sample |") and text.endswith(
        f"{campaigns.END}\nafter\n"
    )
    assert "old" not in text


def test_what_was_fought_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(campaigns, "KEPT", tmp_path / "kept")
    asked: list[int] = []

    class Here:
        """In this process."""

        def __init__(self, *_: object, **__: object) -> None: ...

        def __enter__(self) -> Here:
            return self

        def __exit__(self, *_: object) -> None: ...

        def map(self, _: object, numbers: range) -> Iterator[Fought]:
            for number in numbers:
                if number == 3 and len(asked) < 4:
                    raise KeyboardInterrupt
                asked.append(number)
                yield told(number, "us")

    monkeypatch.setattr(campaigns, "ProcessPoolExecutor", Here)
    with pytest.raises(KeyboardInterrupt):
        campaigns.fought("made-up", 5)
    asked.append(-1)
    assert [one.number for one in campaigns.fought("made-up", 5)] == [0, 1, 2, 3, 4]
    assert asked == [0, 1, 2, -1, 3, 4]
    assert [one.number for one in campaigns.fought("made-up", 2)] == [0, 1] and len(asked) == 6


def test_every_sample_is_in_the_table():
    text = campaigns.PAGE.read_text(encoding="utf-8")
    done = text.partition(campaigns.BEGIN)[2].partition(campaigns.END)[0]
    samples = Path(__file__).parent.parent / "campaign" / "samples"
    assert all(f"`{one.name}`" in done for one in samples.iterdir() if (one / "campaign.toml").exists())
