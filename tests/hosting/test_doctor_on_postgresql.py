"""``python -m bot doctor`` with a database server: what it holds, and whether all shards are served."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import sqlalchemy as sa

from data.store.postgres.shards import ALL_SHARDS, ShardRange
from data.store.shard_locks import ShardLocks
from tests import postgres
from tests.databases import REVISION, a_process_of_each
from tests.postgres import run

from .examined import Answers, Captured, examined
from .sample_database import SampleDatabase

Lines = dict[str, list[str]]


@pytest.fixture
def named(
    monkeypatch: pytest.MonkeyPatch, server_url: sa.URL, sample: SampleDatabase, answers: Answers
) -> sa.URL:
    """A database at a server that the settings name."""
    name(monkeypatch, server_url)
    return server_url


def name(monkeypatch: pytest.MonkeyPatch, url: sa.URL) -> None:
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    monkeypatch.setenv("CAPTAINS_TABLE_DB", address)
    monkeypatch.setenv("CAPTAINS_TABLE_BACKUPS_KEPT", "0")


async def looked(capsys: Captured, status: int) -> Lines:
    lines = await examined(capsys, status)
    assert all(postgres.PASSWORD not in line.split() for each in lines.values() for line in each)
    assert "disk" not in lines, "a server's disk is not this machine's"
    return lines


async def test_a_database_that_answers_is_well_until_it_is_of_another_release_program_or_user(
    named: sa.URL, own_server_url: sa.URL, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = await looked(capsys, 0)
    assert lines["database"] == [f"ok {named.database} at {named.query['host']} is responding."]
    assert lines["shards"] == ["ok No process is serving any shards right now."]
    name(monkeypatch, own_server_url)
    for spoil, words in (
        ("UPDATE alembic_version SET version_num = '7777'", "NO The database is at revision 7777, which"),
        ("DROP TABLE alembic_version", "contains another program’s tables"),
    ):
        await run(own_server_url, spoil)
        assert words in (await looked(capsys, 1))["database"][0]
    name(monkeypatch, named.set(password="swordfish"))
    lines = await looked(capsys, 1)
    assert "doesn’t accept the user captain or the password" in lines["database"][0]
    assert "swordfish" not in str(lines)
    assert "shards" not in lines


async def test_an_empty_one_is_well_and_stays_empty(
    named: sa.URL, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with postgres.database("template1") as empty:
        name(monkeypatch, empty)
        for _ in range(2):
            assert (
                "is empty. Its tables will be created the first time the bot starts."
                in (await looked(capsys, 0))["database"][0]
            )


async def test_a_database_that_will_be_upgraded_is_well(
    named: sa.URL, capsys: Captured, next_release: object
) -> None:
    assert f"upgraded from revision {REVISION}" in (await looked(capsys, 0))["database"][0]


async def test_whether_processes_can_be_upgraded_one_after_another_is_said_beforehand(
    named: sa.URL, capsys: Captured, next_release: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_process_of_each(named, monkeypatch):
        lines = await looked(capsys, 1)
        (database,) = lines["database"]
        assert database.startswith("NO An older release is still running (for shard 0/2)")
        assert lines["shards"] == [
            "ok 2 processes share all the shards: 0/2, 1/2. Still to be upgraded: 0/2."
        ]
        next_release(backward_compatible=True)
        (database,) = (await looked(capsys, 0))["database"]
        assert database.endswith("The processes that are running can go on meanwhile.")


async def test_shards_that_nobody_serves_are_named(named: sa.URL, capsys: Captured) -> None:
    lower, upper = ShardRange(0, 3, 8), ShardRange(4, 7, 8)
    start = "Start one with CAPTAINS_TABLE_SHARDS set to that."
    for parts, status, words in (
        ([ALL_SHARDS], 0, "ok One process serves all the shards."),
        ([upper, lower], 0, "ok 2 processes share all the shards: 0-3/8, 4-7/8."),
        ([upper], 1, f"NO No process is serving shards 0-3/8. {start}"),
        (
            [ShardRange(1, 2, 8), ShardRange(4, 6, 8)],
            1,
            f"NO No process is serving shards 0/8, 3/8, 7/8. {start}",
        ),
    ):
        async with AsyncExitStack() as claimed:
            for part in parts:
                claim = ShardLocks(named, part, lambda _taken: None)
                await claim.acquire()
                claimed.push_async_callback(claim.release)
            assert (await looked(capsys, status))["shards"] == [words]
