"""``ban``, ``unban`` and ``bans`` on the command line, also while the bot has the database."""

from __future__ import annotations

import asyncio

import pytest

from bot.__main__ import main
from bot.tables.errors import TableError
from bot.tables.permissions import Bans
from data.store.schema_upgrade import MIGRATIONS, revisions
from data.store.store import Store, sqlite_url

from .examined import Captured
from .sample_database import SampleDatabase, ask, change, content

PERSON, SERVER = 80351110224678912, 81384788765712384


async def test_a_running_bot_sees_a_ban_and_its_end_at_the_next_look(
    sample: SampleDatabase, capsys: Captured
) -> None:
    async def command(*words: str) -> str:
        assert await asyncio.to_thread(main, [*words]) == 0
        return capsys.readouterr().out

    bans = Bans()
    store = await Store.open(sqlite_url(sample.database), alone=True)
    try:
        assert await command("bans") == "Nobody is banned.\n"
        said = await command("ban", "person", str(PERSON), " Opened  tables\nto leave. ")
        assert said == f"The person {PERSON} is banned. A bot that is running knows within a minute.\n"
        await command("ban", "server", str(SERVER), "Complaints.")
        await command("ban", "server", str(SERVER), "Many complaints.")
        assert await command("bans") == (
            f"person {PERSON}: Opened tables to leave.\nserver {SERVER}: Many complaints.\n"
        )
        bans.require_none(PERSON, SERVER)
        await bans.look(store)
        with pytest.raises(TableError, match=r"banned you from this bot: Opened tables to leave\."):
            bans.require_none(PERSON, None)
        with pytest.raises(TableError, match=r"banned this server from this bot: Many complaints\."):
            bans.require_none(1, SERVER)
        bans.require_none(SERVER, PERSON)
        await command("unban", "person", str(PERSON))
        await bans.look(store)
        bans.require_none(PERSON, None)
    finally:
        await store.close()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ban", "person", "0", "Why"], "isn’t an ID of Discord"),
        (["ban", "server", str(2**63), "Why"], "isn’t an ID of Discord"),
        (["ban", "person", "5", " \n"], "Give a reason of 1 to 500 characters"),
        (["ban", "person", "5", "x" * 501], "Give a reason of 1 to 500 characters"),
        (["unban", "person", "5"], "No person with the ID 5 is banned."),
        (["unban", "server", str(2**70)], "is banned."),
    ],
)
def test_what_cannot_be_banned_is_told(
    sample: SampleDatabase, capsys: Captured, words: list[str], said: str
) -> None:
    assert main(words) == 1
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("words", ["ban person 5 Why", "unban person 5", "bans", "ratings recompute"])
def test_beside_a_bot_of_an_older_release_nothing_is_upgraded(
    sample: SampleDatabase, capsys: Captured, words: str
) -> None:
    oldest = revisions(MIGRATIONS)[-1]
    change(sample.database, f"UPDATE alembic_version SET version_num = '{oldest}'")
    before = content(sample.database)
    assert main(words.split()) == 1
    assert "Start the bot once to upgrade the database" in capsys.readouterr().err
    assert content(sample.database) == before


@pytest.mark.parametrize("words", ["ban person 5 Why", "unban person 5", "bans", "forget 5", "replay"])
def test_where_there_is_no_database_the_setting_is_named(
    sample: SampleDatabase, capsys: Captured, words: str
) -> None:
    sample.database.unlink()
    assert main(words.split()) == 1
    said = f"There’s no database at {sample.database}. If it’s elsewhere, set CAPTAINS_TABLE_DB.\n"
    assert capsys.readouterr().err == said


def test_whoever_is_forgotten_stays_banned_and_the_host_is_told(
    sample: SampleDatabase, capsys: Captured
) -> None:
    person = str(ask(sample.database, "SELECT max(person) FROM seat")[0])
    assert main(["ban", "person", person, "Why"]) == 0
    assert main(["forget", person]) == 0
    assert f"unban person {person}" in capsys.readouterr().out
    assert main(["unban", "person", person]) == 0
    assert person.encode() not in sample.database.read_bytes()


def test_a_reason_with_bytes_that_are_no_unicode_can_be_read(
    sample: SampleDatabase, capsys: Captured
) -> None:
    assert main(["ban", "person", "5", "caf\udce9"]) == 0
    assert main(["bans"]) == 0
    assert "person 5: caf?\n" in capsys.readouterr().out


@pytest.mark.parametrize("words", ["ban person ann Why", "unban server #sea", "forget @ann"])
def test_a_name_in_place_of_an_id_is_told_what_an_id_is(words: str, capsys: Captured) -> None:
    with pytest.raises(SystemExit):
        main(words.split())
    assert "it has to be a number, such as 80351110224678912 (in Discord" in capsys.readouterr().err
