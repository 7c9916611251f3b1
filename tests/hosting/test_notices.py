"""``notice`` on the command line, also while the bot has the database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from datetime import datetime

import pytest

from bot.__main__ import main
from bot.hosting import notices
from data.store.queries import notices as stored
from data.store.queries.notices import Notice
from data.store.store import Store, sqlite_url

from .examined import Captured
from .sample_database import SampleDatabase

NOW = 1_790_000_000_000


@pytest.fixture(autouse=True)
def berlin() -> Iterator[None]:
    """The machine's clock; 14:13 UTC is 16:13 there."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setenv("TZ", "Europe/Berlin")
        changed.setattr("bot.__main__._now", lambda: NOW)
        time.tzset()
        yield
    time.tzset()


async def test_a_running_bot_reads_what_another_process_has_set_changed_and_removed(
    sample: SampleDatabase, capsys: Captured
) -> None:
    async def command(*words: str) -> str:
        assert await asyncio.to_thread(main, ["notice", *words]) == 0
        return capsys.readouterr().out

    store = await Store.open(sqlite_url(sample.database), alone=True)
    try:
        assert await command() == "There’s no notice.\n"
        assert await stored.current(store) is None
        said = await command(" An upgrade\n tonight. ", "--until", "21:00")
        assert said.startswith("Cards have this notice until 2026-09-21 21:00 CEST. ")
        assert await stored.current(store) == Notice("An upgrade tonight", _at("2026-09-21 21:00+02:00"))
        assert await command() == "An upgrade tonight (until 2026-09-21 21:00 CEST)\n"
        await command("Later.", "--until", "2026-11-03 09:30")
        assert await stored.current(store) == Notice("Later", _at("2026-11-03 09:30+01:00"))
        await command("caf\udce9", "--until", "21:00")
        assert await command() == "caf? (until 2026-09-21 21:00 CEST)\n"
        await command("--remove")
        assert await stored.current(store) is None
    finally:
        await store.close()


def _at(moment: str) -> int:
    return round(datetime.fromisoformat(moment).timestamp() * 1000)


@pytest.mark.parametrize(
    ("typed", "at"),
    [
        ("16:14", "2026-09-21 16:14+02:00"),
        ("9:05", "2026-09-22 09:05+02:00"),
        ("16:13", "2026-09-22 16:13+02:00"),
        ("2026-09-21T15:00Z", "2026-09-21 17:00+02:00"),
    ],
)
def test_an_hour_that_has_passed_today_is_tomorrow_s(
    sample: SampleDatabase, capsys: Captured, typed: str, at: str
) -> None:
    notices.notice("Soon.", typed, NOW)
    assert f"until {at[:16]} CEST" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["Soon."], "Say until when"),
        (["Soon.", "--until", "tonight"], "Say until when"),
        (["Soon.", "--until", "25:00"], "Say until when"),
        (["Soon.", "--until", "9999-12-31 23:59Z"], "Say until when"),
        (["Soon.", "--until", "2026-09-21 16:00"], "already passed"),
        ([" ", "--until", "21:00"], "1 to 150 characters"),
        (["x" * 151, "--until", "21:00"], "1 to 150 characters"),
        (["--until", "21:00"], "1 to 150 characters"),
        (["Soon.", "--remove"], "Use --remove alone"),
        (["--until", "21:00", "--remove"], "Use --remove alone"),
    ],
)
def test_what_can_be_no_notice_is_told_and_changes_nothing(
    sample: SampleDatabase, capsys: Captured, words: list[str], said: str
) -> None:
    assert main(["notice", *words]) == 1
    assert said in capsys.readouterr().err
    assert main(["notice"]) == 0
    assert capsys.readouterr().out == "There’s no notice.\n"
