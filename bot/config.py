"""Settings from the environment or a ``.env`` file; ``data/hosting/README.md`` lists them."""

from __future__ import annotations

import codecs
import difflib
import logging
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args
from urllib.parse import urlsplit

import dotenv.parser
import platformdirs
import sqlalchemy as sa
from annotated_types import Ge, Le
from pydantic import AfterValidator, AliasGenerator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from data.store.engines import database_url, no_home
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
ALIKE: Final = 0.8
"""How alike a name and that of a setting are if it is taken for a misspelling, from 0 to 1."""
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


def _read_part(written: object) -> ShardRange | None:
    return ShardRange.read(str(written)) if written and str(written).strip() else None


def _require_database(written: SecretStr) -> SecretStr:
    try:
        database_url(written.get_secret_value())
    except StoreError as error:
        raise ValueError(str(error)) from error
    return written


def _at_home(written: Path) -> Path:
    try:
        return written.expanduser()
    except RuntimeError:
        raise ValueError(no_home(written.parts[0])) from None


def _require_token(written: SecretStr) -> SecretStr:
    token = written.get_secret_value().strip()
    if not token.isprintable() or " " in token:
        raise ValueError("A token has no spaces and is on one line. Copy it again from the developer portal.")
    return written


def _require_url(written: str) -> str:
    try:
        url = urlsplit(written)
        fits = url.scheme in ("http", "https") and bool(url.hostname) and url.port != 0
    except ValueError:
        fits = False
    if written and not fits:
        raise ValueError("Write it as http://host/api/v10 or https://host/api/v10.")
    return written


class Settings(BaseSettings):
    """A host's settings; one that is left empty has its default."""

    model_config = SettingsConfigDict(
        env_file=ENV,
        env_ignore_empty=True,
        extra="ignore",
        alias_generator=AliasGenerator(validation_alias=lambda field: PREFIX + field.upper()),
    )

    token: Annotated[SecretStr, AfterValidator(_require_token)] = Field(
        SecretStr(""), validation_alias="DISCORD_TOKEN"
    )
    """The bot's token from Discord's developer portal."""
    api_url: Annotated[str, BeforeValidator(str.strip), AfterValidator(_require_url)] = Field(
        "", validation_alias="DISCORD_API_URL"
    )
    """The base URL of Discord's REST API if not the usual, for a proxy, such as ``http://host/api/v10``."""
    database: Annotated[SecretStr, AfterValidator(_require_database)] = Field(
        default_factory=lambda: SecretStr(str(default_database())), validation_alias="CAPTAINS_TABLE_DB"
    )
    """The database file, or ``postgresql://user:password@host/name``."""
    shards: Annotated[ShardRange | None, NoDecode, BeforeValidator(_read_part)] = None
    """The shards that this process serves, such as ``0-3/8``; None: all."""
    backups: Annotated[Path, AfterValidator(_at_home)] | None = None
    """The folder for daily backups; None: ``backups`` beside the database."""
    backups_kept: int = Field(7, ge=0, le=1000)
    """The number of daily backups to keep; 0: none are made."""
    log_level: Annotated[
        Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(lambda written: written.strip().upper())
    ] = "INFO"
    """The lowest level that is logged."""
    log_format: Annotated[
        Literal["text", "json"], BeforeValidator(lambda written: written.strip().lower())
    ] = "text"
    """``text`` for people, ``json`` for machines: one object per line."""
    painters: int = Field(1, ge=0, le=8)
    """The number of processes that paint pictures; 0: the bot paints in a thread."""
    thinkers: int = Field(1, ge=0, le=8)
    """The number of processes in which computer players think; 0: none are offered."""
    stop_seconds: float = Field(10.0, ge=1, le=120)
    """Seconds that stopping may take, in which work in progress is finished."""
    metrics_port: int = Field(0, ge=0, le=65535)
    """The port of ``/health`` and ``/metrics``; 0: none."""
    metrics_host: str = HERE
    """The address for that port; by default only this machine can reach it."""

    @property
    def login(self) -> str:
        """The token as text; empty if there is none."""
        return self.token.get_secret_value().strip()

    @property
    def database_url(self) -> sa.URL:
        """The database's URL."""
        return database_url(self.database.get_secret_value())


NAMES: Final = [str(field.validation_alias) for field in Settings.model_fields.values()]
"""The names of all settings."""


def read_settings() -> Settings:
    """Read the settings.

    :raises InvalidSettings: when some of them are invalid or misspelt, with a line for each.
    """
    try:
        encoding, file = env_encoding(), _env_file()
        faults = [*file.faults, *_commented()]
        faults += [
            f"There’s no setting {name}. Did you mean {meant}?" for name, meant in _unknown(file) if meant
        ]
        settings = Settings(_env_file_encoding=encoding)  # type: ignore[call-arg]
    except (UnicodeError, OSError) as error:
        raise InvalidSettings(f"Can’t read the file .env: {error}.") from None
    except ValidationError as error:
        faults += [_told(each) for each in error.errors()]
    if faults:
        raise InvalidSettings("\n".join(faults))
    return settings


def _commented() -> list[str]:
    """A sentence for each setting that ends in a comment, which only the bot's own ``.env`` takes for one."""
    return [
        f"The setting {name} is wrong: write its comment (#…) on a line of its own."
        for name in NAMES
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
    ends, found = [known.removeprefix(PREFIX) for known in NAMES if known.startswith(PREFIX)], []
    for name in sorted(set_here):
        if name.upper().startswith(PREFIX) and name.upper() not in NAMES:
            end = name.upper().removeprefix(PREFIX)
            close = difflib.get_close_matches(end, ends, n=1, cutoff=ALIKE)
            found.append((name, PREFIX + close[0] if close else None))
    return found


def _told(fault: Any) -> str:
    """What is wrong with a setting, and what it can be."""
    name = str(fault["loc"][0]).upper()
    (field,) = [each for each in Settings.model_fields.values() if each.validation_alias == name]
    if fault["type"] == "value_error":
        reason = str(fault["ctx"]["error"])
        return f"The setting {field.validation_alias} is wrong. {reason[:1].upper()}{reason[1:]}"
    # On one line.
    given = "".join(
        char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in str(fault["input"])
    )
    return (
        f"The setting {field.validation_alias!s} is wrong: it’s “{given[:100]}”, but "
        f"it has to be {_possible(field)}."
    )


def _possible(field: FieldInfo) -> str:
    """What a setting can be, as part of a sentence."""
    if words := get_args(field.annotation):
        return f"{', '.join(words[:-1])} or {words[-1]}"
    (least,) = [each.ge for each in field.metadata if isinstance(each, Ge)]
    (most,) = [each.le for each in field.metadata if isinstance(each, Le)]
    return f"a {'whole ' if (field.annotation is int) else ''}number from {least} to {most}"
