"""``python -m bot forget ID`` does what ``/privacy forget`` does, with the bot stopped."""

from __future__ import annotations

import asyncio

import pytest

from bot.__main__ import main
from bot.people import computers, crowds
from data.store.sqlite import file_lock
from data.store.store import Store, sqlite_url

from .examined import Captured
from .sample_database import SampleDatabase, ask, change, content


def everybody(sample: SampleDatabase) -> list[int]:
    return ask(sample.database, "SELECT DISTINCT person FROM seat WHERE person > 0 ORDER BY person")


def test_somebody_is_taken_out_of_everything(sample: SampleDatabase, capsys: Captured) -> None:
    person = everybody(sample)[0]
    assert main(["forget", str(person)]) == 0
    assert "They are out of everything that is stored" in capsys.readouterr().out
    assert person not in everybody(sample)
    assert str(person).encode() not in sample.database.read_bytes()
    assert main(["replay"]) == 0
    assert main(["forget", str(person)]) == 1
    assert f"Nothing is stored about a person with the ID {person}." in capsys.readouterr().err


async def test_not_while_the_bot_is_running(
    sample: SampleDatabase, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_lock, "ACQUIRE_TIMEOUT_S", 0.0)
    person = everybody(sample)[0]
    store = await Store.open(sqlite_url(sample.database), alone=True)
    try:
        assert await asyncio.to_thread(main, ["forget", str(person)]) == 1
    finally:
        await store.close()
    assert "Another bot has" in capsys.readouterr().err
    assert person in everybody(sample)


@pytest.mark.parametrize("number", [computers.IDS[0], crowds.EVERYBODY, -1, 0, 2**70])
def test_who_is_no_person_isnt_taken_out(sample: SampleDatabase, capsys: Captured, number: int) -> None:
    if number in (computers.IDS[0], crowds.EVERYBODY):
        change(sample.database, f"UPDATE seat SET person = {number} WHERE person = {everybody(sample)[0]}")
    before = content(sample.database)
    assert main(["forget", str(number)]) == 1
    assert f"Nothing is stored about a person with the ID {number}." in capsys.readouterr().err
    assert content(sample.database) == before
