"""``python -m tests.benchmarks.load``: measures the load, and prints the tables of its README."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from data.store.engines import sqlite_path, sqlite_url
from data.store.store import Store
from tests.faults.own_server import own_server

from . import growth, looks, pictures, report, sample_tables
from .sample_turns import write_turns


def load_run(database: sa.URL, turns: Path, **options: float) -> dict[str, Any]:
    """The bot in a process of its own; gives what it measured."""
    given = [part for name, value in options.items() for part in (f"--{name}", str(value))]
    address = str(sqlite_path(database) or database.render_as_string(hide_password=False))
    program = [sys.executable, "-m", "tests.benchmarks.load.bot_process", address, str(turns), *given]
    done = subprocess.run(program, stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--rate", type=float, default=100, help="turns a second")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--largest", type=int, default=growth.SIZES[-1], help="tables of the largest store")
    parser.add_argument("--to", type=Path, help="a file for the tables")
    given = parser.parse_args()
    others = f", load average {os.getloadavg()[1]:.1f} before" if hasattr(os, "getloadavg") else ""
    with tempfile.TemporaryDirectory(prefix="load-") as folder:
        found = measure(Path(folder), given)
    text = "\n\n".join(found) + f"\n\n{os.cpu_count()} cores{others}, Python {sys.version.split()[0]}.\n"
    print(text)
    if given.to is not None:
        given.to.write_text(text, encoding="utf-8")
    return 0


async def load_runs(
    folder: Path, given: argparse.Namespace, tell: Callable[[str], None]
) -> dict[str, dict[str, Any]]:
    """The same turns on a SQLite file and on a PostgreSQL server, whose commits both wait for the disk."""
    found = {}
    now = time.time_ns() // 1_000_000
    async with own_server(durable=True) as server:
        for name, url in {"SQLite": sqlite_url(folder / "tables.sqlite3"), "PostgreSQL": server.url}.items():
            tell(f"{name}: writing {given.tables:,} tables")
            turns = folder / f"{name}.turns"
            written = await sample_tables.write_tables(url, given.tables, now)
            write_turns(turns, written)
            tell("starting for the first time")
            await asyncio.to_thread(load_run, url, turns, seconds=0)
            tell("starting again")
            restart = await asyncio.to_thread(load_run, url, turns, seconds=0)
            tell(f"playing {given.rate:g} turns a second for {given.seconds:g} seconds")
            found[name] = await asyncio.to_thread(
                load_run, url, turns, rate=given.rate, seconds=given.seconds
            )
            found[name]["ready again"] = restart["ready"]
    return found


async def looked_at(folder: Path) -> dict[str, Any]:
    """Turns at the tables of few busy servers, beside people who look at lists, leagues and profiles."""
    url, turns = sqlite_url(folder / "looks.sqlite3"), folder / "looks.turns"
    now = time.time_ns() // 1_000_000
    found = await sample_tables.write_tables(url, looks.TABLES, now, looks.SERVERS, looks.MEMBERS)
    write_turns(turns, found)
    store = await Store.open(url)
    await looks.write(store, found, now)
    await store.close()
    return await asyncio.to_thread(load_run, url, turns, rate=looks.RATE, seconds=35, warm=5, looks=1)


def measure(folder: Path, given: argparse.Namespace) -> list[str]:
    """All tables of the report; what goes on is told on standard error."""

    def tell(what: str) -> None:
        print(f"{time.strftime('%H:%M:%S')} {what} …", file=sys.stderr, flush=True)

    loaded = asyncio.run(load_runs(folder, given, tell))
    tell("looking at lists, leagues and profiles")
    looked = asyncio.run(looked_at(folder))
    tell("painting")
    painted = pictures.side_by_side()
    grown = {}
    for tables in (size for size in growth.SIZES if size <= given.largest):
        tell(f"asking a store of {tables:,} tables")
        path = folder / f"{tables}.sqlite3"
        grown[tables] = asyncio.run(growth.measure(path, tables))
        for file in folder.glob(f"{path.name}*"):
            file.unlink()
    return [
        report.result(loaded, os.cpu_count()),
        report.load(loaded, given.tables),
        report.turns(loaded["SQLite"]["side by side"]),
        report.pictures(painted),
        report.looks(looked),
        report.store(grown),
    ]


if __name__ == "__main__":
    sys.exit(main())
