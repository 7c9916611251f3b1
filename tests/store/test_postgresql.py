"""A PostgreSQL server: opened with clear words, migrated once, written by several programs at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TypeAlias
from unittest import mock
from unittest.mock import AsyncMock

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from data.store import engines, schema, shard_locks
from data.store.engines import database_url
from data.store.postgres.executor import ATTEMPTS
from data.store.postgres.shards import ALL_SHARDS
from data.store.queries import people, servers
from data.store.records import DatabaseUnusable
from data.store.schema_upgrade import head, revision, upgrade
from data.store.shard_locks import ShardLocks
from data.store.store import Store
from tests import postgres
from tests.databases import REVISION, a_process_of_each, put_settings, require_postgres
from tests.patience import PATIENCE
from tests.postgres import run

from .logs import create, loaded, move, play
from .release import RELEASED

NextRelease: TypeAlias = Callable[..., Path]


@pytest.fixture
async def bare() -> AsyncIterator[sa.URL]:
    """A database without any tables."""
    await require_postgres()
    async with postgres.database("template1") as url:
        yield url


@pytest.fixture
async def store(server_url: sa.URL) -> AsyncIterator[Store]:
    store = await Store.open(server_url)
    yield store
    await store.close()


async def found(url: sa.URL, look: Callable[[sa.Connection], object]) -> object:
    engine = engines.migrating(url)
    async with engine.connect() as connection:
        return await connection.run_sync(look)


async def test_programs_that_start_at_once_make_the_tables_once(bare: sa.URL) -> None:
    stores = await asyncio.gather(*(Store.open(bare) for _ in range(4)))
    numbers = await asyncio.gather(*(create(store) for store in stores))
    assert len(set(numbers)) == 4
    for store in stores:
        await store.close()
    assert await found(bare, revision) == head()


@pytest.mark.parametrize(
    "release",
    [
        pytest.param(path.read_text("utf-8"), marks=[pytest.mark.thorough] * (order > 0))
        for order, path in enumerate(sorted(RELEASED.glob("*.postgresql")))
    ],
)
async def test_a_released_database_becomes_what_a_new_one_is(
    bare: sa.URL, server_url: sa.URL, release: str
) -> None:
    def differences(connection: sa.Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, schema.METADATA))

    def conditions(connection: sa.Connection) -> list[str]:
        """The indexes that have one, as the server writes them: Alembic doesn't compare it."""
        query = sa.text("SELECT indexdef FROM pg_indexes WHERE indexdef LIKE '% WHERE %'")
        return sorted(connection.scalars(query))

    await run(bare, *release.split(";\n"))
    await (await Store.open(bare)).close()
    assert await found(bare, differences) == []
    assert await found(bare, conditions) == await found(server_url, conditions) != []


async def test_programs_that_start_at_once_upgrade_a_database_once(
    own_server_url: sa.URL, next_release: object
) -> None:
    await asyncio.gather(*(upgrade(own_server_url) for _ in range(4)))
    assert await found(own_server_url, revision) == "9999"
    await run(own_server_url, "SELECT more FROM game_table")


async def test_a_database_is_only_upgraded_beside_processes_that_can_go_on(
    own_server_url: sa.URL, next_release: NextRelease, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_process_of_each(own_server_url, monkeypatch):
        with pytest.raises(DatabaseUnusable, match=r"older release is still running \(for shard 0/2\)"):
            await upgrade(own_server_url)
        assert await found(own_server_url, revision) == REVISION
        next_release(backward_compatible=True)
        await upgrade(own_server_url)
        assert await found(own_server_url, revision) == "9999"


async def test_a_process_that_says_no_revision_can_not_go_on(
    own_server_url: sa.URL, next_release: NextRelease
) -> None:
    next_release(backward_compatible=True)
    stranger = ShardLocks(own_server_url, ALL_SHARDS, lambda _taken: None)
    with mock.patch.object(shard_locks, "head", return_value=""):
        await stranger.acquire()
    try:
        with pytest.raises(DatabaseUnusable, match="Stop all processes of the bot"):
            await upgrade(own_server_url)
    finally:
        await stranger.release()


async def test_a_database_of_a_later_release_is_refused(own_server_url: sa.URL) -> None:
    await run(own_server_url, "UPDATE alembic_version SET version_num = '7777'")
    with pytest.raises(DatabaseUnusable, match="revision 7777, which this release doesn’t know"):
        await Store.open(own_server_url)


async def test_another_programs_database_is_left_alone(bare: sa.URL) -> None:
    await run(bare, "CREATE TABLE recipe (id INTEGER)")
    with pytest.raises(DatabaseUnusable, match="another program’s tables"):
        await Store.open(bare)
    assert await found(bare, lambda connection: sa.inspect(connection).get_table_names()) == ["recipe"]


async def test_what_can_not_be_opened_is_told_without_the_password(server_url: sa.URL) -> None:
    wrong = {
        "doesn’t accept the user captain or the password": server_url.set(password="swordfish"),
        "doesn’t accept the user pirate or the password": server_url.set(
            username="pirate", password="swordfish"
        ),
        "has no database atlantis. Create it: createdb --owner=captain atlantis": server_url.set(
            database="atlantis", password=postgres.PASSWORD
        ),
        "Can’t reach the database server": sa.make_url(
            "postgresql+asyncpg://captain:swordfish@127.0.0.1:9/tables"
        ),
        "Can’t reach the database server nowhere.invalid": sa.make_url(
            "postgresql+asyncpg://captain:swordfish@nowhere.invalid/tables"
        ),
        "can’t be used: .* unexpected keyword argument 'sail'": server_url.update_query_dict({"sail": "yes"}),
    }
    for words, url in wrong.items():
        with pytest.raises(DatabaseUnusable, match=words) as refused:
            await Store.open(url)
        assert "swordfish" not in str(refused.value)
        assert "\n" not in str(refused.value)


async def test_a_connection_that_was_lost_is_replaced(store: Store, server_url: sa.URL) -> None:
    number = await create(store)
    assert await store.load(number) is not None
    # Gone for good before anything else is asked: who is cut off in the middle is told so.
    cut = "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = current_database()"
    await run(server_url, f"{cut} AND pid <> pg_backend_pid()")
    assert await store.load(number) is not None
    await run(server_url, f"{cut} AND pid <> pg_backend_pid()")
    await move(store, number, 2, play("d4"))
    stored = await loaded(store, number)
    assert stored.header.version == 3


async def test_the_server_is_asked_whether_a_connection_stands_only_after_a_rest(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = AsyncMock()
    driver = await store.read(lambda connection: connection.connection.driver_connection)
    monkeypatch.setattr(type(driver), "fetchrow", asked)
    monkeypatch.setattr(engines, "MAX_IDLE_S", 60.0)
    number = await create(store)
    await move(store, number, 2, play("d4"))
    assert await store.load(number) is not None
    assert asked.await_count == 0
    monkeypatch.setattr(engines, "MAX_IDLE_S", -1.0)
    assert await store.load(number) is not None
    assert asked.await_count == 1
    asked.side_effect = OSError("nobody is there")
    assert await store.load(number) is not None, "by a new connection"
    assert await store.read(lambda connection: connection.connection.driver_connection) is not driver


async def test_many_programs_put_the_same_things_at_once(server_url: sa.URL) -> None:
    stores = [await Store.open(server_url) for _ in range(4)]

    async def all_at_once(*work: Awaitable[object]) -> None:
        await asyncio.gather(*work)

    for number in range(10):
        await all_at_once(
            *(store.set_value(f"fact {number}", "x") for store in stores),
            *(people.change_person(store, number, {f"by {at}": at}) for at, store in enumerate(stores)),
            *(servers.change_server(store, number, {f"by {at}": at}) for at, store in enumerate(stores)),
            *(servers.note_server(store, 100 + number, at) for at, store in enumerate(stores)),
        )
    for number in range(10):
        for text in (await stores[0].person_settings(number), await stores[0].server_settings(number)):
            assert text is not None
            assert all(f'"by {at}": {at}' in text for at in range(4)), text
    for store in stores:
        await store.close()


@pytest.mark.parametrize("hop", [1, 2, 3], ids=["update", "insert", "commit"])
async def test_a_cancelled_writer_leaves_a_whole_log_and_a_free_store(
    store: Store, hop: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await create(store)
    driver = await store.write(lambda connection: type(connection.connection.dbapi_connection))
    hops = 0

    def cancelling(do: Callable[..., object]) -> Callable[..., object]:
        def done(*about: object) -> object:
            nonlocal hops
            hops += 1
            if hops == hop:
                writing.cancel()
            return do(*about)

        return done

    with monkeypatch.context() as patched:
        for name in ("cursor", "commit"):
            patched.setattr(driver, name, cancelling(getattr(driver, name)))
        writing = asyncio.create_task(
            store.append(number, 2, [play("one", "k1"), play("two")], status="over")
        )
        await asyncio.wait([writing])
    assert writing.cancelled()
    stored = await loaded(store, number)
    assert len(stored.events) == stored.header.version
    assert stored.header.version in ((2, 4) if hop == 3 else (2,))
    assert stored.header.status == ("over" if stored.header.version == 4 else "lobby")
    async with asyncio.timeout(PATIENCE):
        await move(store, number, stored.header.version, play("last"))


def test_a_database_is_named_by_a_path_or_an_address() -> None:
    assert database_url("/srv/tables.sqlite3").database == "/srv/tables.sqlite3"
    assert database_url("~/tables").database == str(Path.home() / "tables")
    for scheme in ("postgres", "postgresql", "postgresql+asyncpg"):
        url = database_url(f"{scheme}://captain:a%40b@sea.example:5433/tables?sslmode=require")
        assert url.drivername == "postgresql+asyncpg"
        assert (url.password, url.host, url.port, url.database) == ("a@b", "sea.example", 5433, "tables")
        assert dict(url.query) == {"ssl": "require"}
    for wrong in (
        "mysql://captain:swordfish@sea/tables",
        "postgresql://captain:swordfish@sea",
        "postgresql://:x",
    ):
        with pytest.raises(DatabaseUnusable) as refused:
            database_url(wrong)
        assert "swordfish" not in str(refused.value)


async def limited(url: sa.URL, most: int) -> sa.URL:
    """The database by a user of its own, who gets no more than ``most`` connections."""
    role = f"mate_{url.database}"
    await run(
        url,
        f"CREATE ROLE {role} LOGIN PASSWORD '{postgres.PASSWORD}' CONNECTION LIMIT {most}",
        f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {role}",
        f"GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO {role}",
    )
    return url.set(username=role, password=postgres.PASSWORD)


@pytest.mark.parametrize("most", [1, 3])
async def test_where_few_connections_are_allowed_everybody_waits_and_nobody_fails(
    own_server_url: sa.URL, most: int
) -> None:
    store = await Store.open(await limited(own_server_url, most))
    numbers = await asyncio.gather(*(create(store) for _ in range(20)))
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(
            *(move(store, number, 2, play("d4")) for number in numbers),
            *(store.load(number) for number in numbers),
            *(put_settings(store, "server", number, "{}") for number in numbers),
        )
    for number in numbers:
        stored = await loaded(store, number)
        assert stored.header.version == 3
    await store.close()


async def connections(url: sa.URL) -> object:
    query = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'captains-table'"
    mine = sa.text(f"{query} AND datname = current_database()")
    return await found(url, lambda connection: connection.execute(mine).scalar_one())


@pytest.mark.parametrize(("said", "most"), [("", engines.DEFAULT_POOL_SIZE), ("2", 2)])
async def test_a_process_uses_few_connections(server_url: sa.URL, said: str, most: int) -> None:
    store = await Store.open(server_url.update_query_dict({"pool_size": said}) if said else server_url)
    numbers = await asyncio.gather(*(create(store) for _ in range(30)))
    await asyncio.gather(*(store.load(number) for number in numbers))
    assert await connections(server_url) == most
    await store.close()


async def test_connections_in_use_are_counted(server_url: sa.URL) -> None:
    store = await Store.open(server_url.update_query_dict({"pool_size": "3"}))
    try:
        assert store.connections == (0, 3)
        assert await store.read(lambda _connection: store.connections) == (1, 3)
        assert store.connections == (0, 3)
    finally:
        await store.close()


async def test_a_wrong_number_of_connections_is_said(server_url: sa.URL) -> None:
    for wrong in ("0", "many", "1000"):
        with pytest.raises(DatabaseUnusable, match="must be a number from 1 to 100"):
            await Store.open(server_url.update_query_dict({"pool_size": wrong}))


async def test_the_isolation_is_ours_whatever_the_server_is_set_to(own_server_url: sa.URL) -> None:
    await run(
        own_server_url,
        f"ALTER DATABASE {own_server_url.database} SET default_transaction_isolation = 'serializable'",
    )
    store = await Store.open(own_server_url)
    found = await store.write(lambda connection: connection.scalar(sa.text("SHOW transaction_isolation")))
    assert found == "read committed"
    await store.close()


async def test_of_two_that_block_each_other_both_are_done(store: Store) -> None:
    for key in ("a", "b"):
        await store.set_value(key, "")
    both, tries = asyncio.Barrier(2), 0

    def change(connection: sa.Connection, first: str, second: str) -> None:
        nonlocal tries
        tries += 1
        meeting = tries <= 2
        for key in (first, second):
            values = {"value": schema.kv.c.value + first}
            connection.execute(sa.update(schema.kv).where(schema.kv.c.key == key).values(values))
            if meeting and key == first:
                sa.util.await_only(both.wait())

    await asyncio.gather(store.write(change, "a", "b"), store.write(change, "b", "a"))
    assert tries == 3, "the server gives up one of them"
    for key in ("a", "b"):
        assert sorted(await store.value(key) or "") == ["a", "b"]


async def test_a_clash_that_does_not_end_is_raised_in_the_end(store: Store) -> None:
    tries = 0

    def change(connection: sa.Connection) -> None:
        nonlocal tries
        tries += 1
        connection.execute(sa.text("DO $$ BEGIN RAISE EXCEPTION 'clash' USING ERRCODE = '40001'; END $$"))

    with pytest.raises(sa.exc.DBAPIError, match="clash"):
        await store.write(change)
    assert tries == ATTEMPTS
