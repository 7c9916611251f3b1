#!/bin/sh
# SQLAlchemy 2.1.9 without greenlet: the import of its asyncio part fails once, and from then on succeeds.
#
# A good guess: "import sqlalchemy.ext.asyncio" raises ModuleNotFoundError with the name "greenlet", each time.
# Seen: an ImportError without a name; tried again in the same process, the same import works, and so does making an
# engine. The sentence that says what to install comes once more when a connection is wanted, from another place.
# Why it matters: a program that asks whether the optional part is there (a doctor, a second command, a test that is
# collected twice) gets "no" and then "yes".
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q SQLAlchemy==2.1.9 aiosqlite==0.22.1
"$folder/venv/bin/python" - <<'PYTHON'
import asyncio
import importlib
import importlib.util

assert importlib.util.find_spec("greenlet") is None
try:
    importlib.import_module("sqlalchemy.ext.asyncio")
except ImportError as error:
    print(type(error).__name__, error.name, str(error)[:70])
    assert type(error) is ImportError
    assert error.name is None
else:
    raise SystemExit("the first import worked")
again = importlib.import_module("sqlalchemy.ext.asyncio")
engine = again.create_async_engine("sqlite+aiosqlite:///:memory:")


async def connect() -> None:
    async with engine.connect():
        pass


try:
    asyncio.run(connect())
except Exception as error:
    print("the second import worked; a connection:", type(error).__name__, str(error)[:90])
else:
    raise SystemExit("it works without greenlet")
PYTHON
