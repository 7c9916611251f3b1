"""Settings from the environment or a ``.env`` file; ``data/hosting/README.md`` lists them."""

from __future__ import annotations

import codecs
import difflib
import logging
import math
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple
from urllib.parse import urlsplit

import dotenv
import dotenv.parser
import platformdirs
import sqlalchemy as sa

from data.store.engines import database_url, no_home, sqlite_url
from data.store.postgres.shards import ShardRange
from data.store.records import StoreError

from .errors import InvalidSettings

HERE: Final = "127.0.0.1"
"""This machine alone."""
GUIDE: Final = Path(__file__).parents[1] / "data" / "hosting" / "README.md"
"""The guide for hosts, where it's installed."""
ENV: Final = Path(".env")
LOGIN_REFUSED: Final = (
    "Discord rejected the token. Get a new one in the developer portal (Bot → Reset Token) and set "
    "DISCORD_TOKEN."
)
PREFIX: Final = "CAPTAINS_TABLE_"
TOKENS: Final = ("TOKEN", "BOT_TOKEN", "DISCORD_BOT_TOKEN", "DISCORD_API_TOKEN", "DISCORDTOKEN")
"""What other bots call the token."""
ALIKE: Final = 0.8
"""How alike a name and that of a setting are if it is taken for a misspelling, from 0 to 1."""
UNLIKE_TOKENS: Final = re.compile(r"""[\s"'“”„«»‘’`<>(){}\[\]#]""")
"""What people paste or type besides a token."""
# Which lines of .env can't be read is told by read_settings.
logging.getLogger("dotenv.main").setLevel(logging.ERROR)


def default_database() -> Path:
    """The default database, in the user's data folder.

    :raises InvalidSettings: when the user has no home folder, as one that is only a number.
    """
    try:
        folder = platformdirs.user_data_dir("captains-table", appauthor=False)
    except RuntimeError:
        raise InvalidSettings(
            "The bot’s user has no home folder. Set CAPTAINS_TABLE_DB to the path of the database’s file."
        ) from None
    return Path(folder) / "captains-table.sqlite3"


def _read_by(read: Callable[[str], Any], name: str = "") -> Mapping[str, Any]:
    """How a setting is read, with a ValueError if it's wrong; ``name``: unless its field's says it."""
    return {"read": read, "name": name}


def _number(kind: Callable[[str], float], least: int, most: int) -> Callable[[str], float]:
    """Reads a number of this kind, from ``least`` to ``most``."""

    def read(written: str) -> float:
        try:
            number = kind(written)
        except ValueError:
            number = math.nan
        if not least <= number <= most:
            raise _misfit(written, f"a {'whole ' if kind is int else ''}number from {least} to {most}")
        return number

    return read


def _word(*words: str) -> Callable[[str], str]:
    """Reads one of ``words``, in upper or lower case."""

    def read(written: str) -> str:
        found = [word for word in words if word.lower() == written.strip().lower()]
        if not found:
            raise _misfit(written, f"{', '.join(words[:-1])} or {words[-1]}")
        return found[0]

    return read


def _misfit(written: str, possible: str) -> ValueError:
    on_one_line = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in written)
    return ValueError(f"It’s “{on_one_line[:100]}”, but it has to be {possible}.")


def _shards(written: str) -> ShardRange | None:
    return ShardRange.read(written) if written.strip() else None


def _database(written: str) -> sa.URL:
    try:
        return database_url(written)
    except StoreError as error:
        raise ValueError(str(error)) from error


def _folder(written: str) -> Path:
    try:
        return Path(written).expanduser()
    except RuntimeError:
        raise ValueError(no_home(Path(written).parts[0])) from None


def _token(written: str) -> str:
    token = written.strip()
    if UNLIKE_TOKENS.search(token) or not token.isprintable():
        raise ValueError(
            "A token has no spaces, quotes or brackets, and is on one line. Copy it again from the developer "
            "portal."
        )
    return token


def _url(written: str) -> str:
    written = written.strip()
    try:
        url = urlsplit(written)
        fits = url.scheme in ("http", "https") and bool(url.hostname) and url.port != 0
    except ValueError:
        fits = False
    if written and not fits:
        raise ValueError("Write it as http://host/api/v10 or https://host/api/v10.")
    return written


@dataclass(frozen=True, kw_only=True)
class Settings:
    """A host's settings; one that is left empty has its default."""

    token: str = field(default="", repr=False, metadata=_read_by(_token, "DISCORD_TOKEN"))
    """The bot's token from Discord's developer portal; empty: there is none."""
    api_url: str = field(default="", metadata=_read_by(_url, "DISCORD_API_URL"))
    """The base URL of Discord's REST API if not the usual, for a proxy, such as ``http://host/api/v10``."""
    database_url: sa.URL = field(
        default_factory=lambda: sqlite_url(default_database()), metadata=_read_by(_database, PREFIX + "DB")
    )
    """The database: a file, or ``postgresql://user:password@host/name``; its repr has no password."""
    shards: ShardRange | None = field(default=None, metadata=_read_by(_shards))
    """The shards that this process serves, such as ``0-3/8``; None: all."""
    backups: Path | None = field(default=None, metadata=_read_by(_folder))
    """The folder for daily backups; None: ``backups`` beside the database."""
    backups_kept: int = field(default=7, metadata=_read_by(_number(int, 0, 1000)))
    """The number of daily backups to keep; 0: none are made."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = field(
        default="INFO", metadata=_read_by(_word("DEBUG", "INFO", "WARNING", "ERROR"))
    )
    """The lowest level that is logged."""
    log_format: Literal["text", "json"] = field(default="text", metadata=_read_by(_word("text", "json")))
    """``text`` for people, ``json`` for machines: one object per line."""
    painters: int = field(default=1, metadata=_read_by(_number(int, 0, 8)))
    """The number of processes that paint pictures; 0: the bot paints in a thread."""
    thinkers: int = field(default=1, metadata=_read_by(_number(int, 0, 8)))
    """The number of processes in which computer players think; 0: none are offered."""
    stop_seconds: float = field(default=10.0, metadata=_read_by(_number(float, 1, 120)))
    """Seconds that stopping may take, in which work in progress is finished."""
    metrics_port: int = field(default=0, metadata=_read_by(_number(int, 0, 65535)))
    """The port of ``/health`` and ``/metrics``; 0: none."""
    metrics_host: str = field(default=HERE, metadata=_read_by(str))
    """The address for that port; by default only this machine can reach it."""


SETTINGS: Final = {each.metadata["name"] or PREFIX + each.name.upper(): each for each in fields(Settings)}
"""The fields of all settings by their names in the environment."""


def read_settings() -> Settings:
    """Read the settings.

    :raises InvalidSettings: when some of them are invalid or misspelt, with a line for each.
    """
    try:
        file = _env_file()
        faults = [*file.faults, *_commented()]
        faults += [
            f"There’s no setting {name}. Did you mean {meant}?" for name, meant in _unknown(file) if meant
        ]
        in_file = dotenv.dotenv_values(ENV, encoding=env_encoding())
    except UnicodeError:
        raise InvalidSettings(
            "Can’t read the file .env: some letters aren’t in UTF-8. Save it as UTF-8."
        ) from None
    except OSError as error:
        raise InvalidSettings(f"Can’t read the file .env: {error.strerror}.") from None
    written = {name.upper(): value for name, value in (*in_file.items(), *os.environ.items()) if value}
    given = {}
    for name, setting in SETTINGS.items():
        try:
            if name in written:
                given[setting.name] = setting.metadata["read"](written[name])
        except ValueError as error:
            faults.append(f"The setting {name} is wrong. {error}")
    if faults:
        raise InvalidSettings("\n".join(faults))
    return Settings(**given)


def _commented() -> list[str]:
    """A sentence for each setting that ends in a comment, which only the bot's own ``.env`` takes for one."""
    return [
        f"The setting {name} is wrong: write its comment (#…) on a line of its own."
        for name in SETTINGS
        if re.search(r"\s#", os.environ.get(name, ""))
    ]


def ignored_settings() -> str:
    """That there are names which look like settings, but aren't; empty without any."""
    names = " or ".join(name for name, meant in _unknown(_env_file()) if not meant)
    return f"The bot has no setting {names}. {GUIDE} lists all of them." if names else ""


def text_encoding(start: bytes) -> str:
    """The encoding of a text file by its first two bytes: some programs on Windows write UTF-16."""
    if start in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return "utf-16"
    return "utf-16-le" if start.endswith(b"\0") else "utf-8-sig"


def env_encoding() -> str:
    """The encoding of the ``.env`` file."""
    if not ENV.is_file():
        return "utf-8"
    with ENV.open("rb") as file:
        return text_encoding(file.read(2))


class _EnvFile(NamedTuple):
    """The ``.env`` file."""

    names: Iterable[str] = ()
    """What it sets."""
    faults: Iterable[str] = ()
    """A sentence for each line that sets nothing; it may be a secret, so that isn't told."""


def _env_file() -> _EnvFile:
    """:raises UnicodeError: when it isn't text."""
    if not ENV.is_file():
        return _EnvFile()
    with ENV.open(encoding=env_encoding()) as file:
        lines = list(dotenv.parser.parse_stream(file))
    faults = []
    for line in lines:
        text = line.original.string
        if line.error or "\0" in text or (line.key is not None and line.value is None):
            number = line.original.line + text[: len(text) - len(text.lstrip())].count("\n")
            faults.append(f"Can’t read line {number} of the file .env. Write each setting as NAME=value.")
    return _EnvFile([line.key for line in lines if line.key], faults)


def _unknown(file: _EnvFile) -> list[tuple[str, str | None]]:
    """The names of unknown settings, each with the one that was probably meant."""
    set_here = {*os.environ, *file.names}
    ours, found = [known for known in SETTINGS if known.startswith(PREFIX)], []
    ends = [known.removeprefix(PREFIX) for known in ours]
    for name in sorted(set_here):
        if name.upper() in SETTINGS:
            continue
        if name.upper().startswith(PREFIX):
            end = name.upper().removeprefix(PREFIX)
            close = difflib.get_close_matches(end, ends, n=1, cutoff=ALIKE)
            found.append((name, PREFIX + close[0] if close else None))
        elif close := difflib.get_close_matches(name.upper(), [*ours, PREFIX[:-1]], n=1, cutoff=ALIKE):
            # A variable that is called like the program, such as one of its folder, is no setting.
            found += [(name, known) for known in close if known in SETTINGS]
    return found


def no_token() -> str:
    """That there is no token, and what another name was given to it, if one was."""
    others = {name for name in (*os.environ, *_env_file().names) if name.upper() in TOKENS}
    wrong = f" {min(others)} isn’t read: the setting is called DISCORD_TOKEN." if others else ""
    return f"There’s no token.{wrong}"
