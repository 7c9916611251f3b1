"""Settings from the environment or a ``.env`` file; ``data/hosting/README.md`` lists them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, ClassVar, Final, Literal

import platformdirs
import sqlalchemy as sa
from pydantic import BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot import text
from data.store.engines import database_url
from data.store.postgres.shards import ShardRange
from data.store.records import StoreError

HERE: Final = "127.0.0.1"
"""This machine alone."""


def default_database() -> Path:
    """The default database, in the user's data folder."""
    return Path(platformdirs.user_data_dir("captains-table", appauthor=False)) / "captains-table.sqlite3"


class StartError(Exception):
    """A command can't start; the message says what to do."""

    status: ClassVar[int] = 1
    """The exit status."""


class InvalidSettings(StartError):
    """The bot can't start before the host changes a setting."""

    status = 78
    """EX_CONFIG, the configuration error of sysexits.h."""


class LeaseLost(StartError):
    """Another process has taken over the shards; the message says what to do."""


def _read_part(written: object) -> ShardRange | None:
    return ShardRange.read(str(written)) if written and str(written).strip() else None


class Settings(BaseSettings):
    """A host's settings; one that is left empty has its default."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        populate_by_name=True,
    )

    token: SecretStr = Field(SecretStr(""), validation_alias="DISCORD_TOKEN")
    """The bot's token from Discord's developer portal."""
    api_url: str = Field("", validation_alias="DISCORD_API_URL")
    """The base URL of Discord's REST API if not the usual, for a proxy, such as ``http://host/api/v10``."""
    database: SecretStr = Field(
        default_factory=lambda: SecretStr(str(default_database())), validation_alias="CAPTAINS_TABLE_DB"
    )
    """The database file, or ``postgresql://user:password@host/name``."""
    shards: Annotated[ShardRange | None, NoDecode, BeforeValidator(_read_part)] = Field(
        None, validation_alias="CAPTAINS_TABLE_SHARDS"
    )
    """The shards that this process serves, such as ``0-3/8``; None: all."""
    backups: Path | None = Field(None, validation_alias="CAPTAINS_TABLE_BACKUPS")
    """The folder for daily backups; None: ``backups`` beside the database."""
    backups_kept: int = Field(7, ge=0, le=1000, validation_alias="CAPTAINS_TABLE_BACKUPS_KEPT")
    """The number of daily backups to keep; 0: none are made."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        "INFO", validation_alias="CAPTAINS_TABLE_LOG_LEVEL"
    )
    """The lowest level that is logged."""
    log_format: Literal["text", "json"] = Field("text", validation_alias="CAPTAINS_TABLE_LOG_FORMAT")
    """``text`` for people, ``json`` for machines: one object per line."""
    painters: int = Field(1, ge=0, le=8, validation_alias="CAPTAINS_TABLE_PAINTERS")
    """The number of processes that paint pictures; 0: the bot paints in a thread."""
    thinkers: int = Field(1, ge=0, le=8, validation_alias="CAPTAINS_TABLE_THINKERS")
    """The number of processes in which computer players think; 0: none are offered."""
    stop_seconds: float = Field(10.0, ge=1, le=120, validation_alias="CAPTAINS_TABLE_STOP_SECONDS")
    """Seconds that stopping may take, in which work in progress is finished."""
    metrics_port: int = Field(0, ge=0, le=65535, validation_alias="CAPTAINS_TABLE_METRICS_PORT")
    """The port of ``/health`` and ``/metrics``; 0: none."""
    metrics_host: str = Field(HERE, validation_alias="CAPTAINS_TABLE_METRICS_HOST")
    """The address for that port; by default only this machine can reach it."""

    @property
    def database_url(self) -> sa.URL:
        """The database's URL.

        :raises InvalidSettings: when the setting isn't a valid one.
        """
        try:
            return database_url(self.database.get_secret_value())
        except StoreError as error:
            raise InvalidSettings(str(error)) from error


def read_settings() -> Settings:
    """Read the settings.

    :raises InvalidSettings: when one of them is invalid.
    """
    try:
        return Settings()  # type: ignore[call-arg]
    except (UnicodeDecodeError, OSError) as error:
        raise InvalidSettings(text.unreadable_env(error)) from None
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        raise InvalidSettings(text.wrong_setting(name, first["msg"])) from None
