"""Settings from anywhere: a host's, a person's, a server's, and what a database may hold of them."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import config, errors, run
from bot.config import SETTINGS
from bot.games.core import RulesError
from bot.people import preferences, settings
from bot.people.preferences import CONFIRM, OWN_SIDE
from bot.people.settings import Chosen
from bot.tables import server_rules
from bot.tables.model import pace
from data.store.queries.people import change_person
from data.store.queries.servers import change_server
from tests.databases import open_store, put_settings

from .effort import effort
from .texts import HOSTILE, require_short

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
"""What JSON may hold."""


@effort(200)
@given(name=st.sampled_from([*SETTINGS]), value=HOSTILE)
def test_any_setting_is_taken_or_refused_in_one_line_that_names_it(name: str, value: str) -> None:
    if "\x00" in value or any("\ud800" <= sign <= "\udfff" for sign in value):
        # No environment holds these.
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(name, value)
        try:
            settings = config.read_settings()
        except errors.StartError as refusal:
            require_short(refusal)
            told = str(refusal)
        else:
            told = repr(settings)
    if name == "DISCORD_TOKEN" and len(value) > 5:
        assert value not in told


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe\x00",
        b"\x00" * 50,
        b"=\n==\n",
        b"DISCORD_TOKEN=x\nDISCORD_TOKEN=",
        b"CAPTAINS_TABLE_LOG_LEVEL='",
    ],
)
def test_each_fault_of_an_env_file_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    (tmp_path / ".env").write_bytes(content)
    monkeypatch.chdir(tmp_path)
    try:
        config.read_settings()
    except errors.StartError as refusal:
        for line in str(refusal).splitlines():
            require_short(errors.StartError(line))


@pytest.mark.parametrize(
    ("name", "value", "status"),
    [
        ("CAPTAINS_TABLE_DB", "", 1),
        ("CAPTAINS_TABLE_DB", "/proc/none/table.sqlite3", 1),
        ("CAPTAINS_TABLE_DB", "x" * 5000, 1),
        ("DISCORD_API_URL", "no address", errors.InvalidSettings.status),
        ("DISCORD_API_URL", "ftp://host", errors.InvalidSettings.status),
        ("DISCORD_TOKEN", "a b\u202ec", errors.InvalidSettings.status),
        ("DISCORD_TOKEN", "line\nbreak", errors.InvalidSettings.status),
        ("DISCORD_TOKEN", "é", 1),
    ],
)
def test_a_bot_that_cannot_start_says_so_on_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    value: str,
    status: int,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "invented")
    monkeypatch.setenv("CAPTAINS_TABLE_DB", str(tmp_path / "table.sqlite3"))
    # Nobody listens there.
    monkeypatch.setenv("DISCORD_API_URL", "http://127.0.0.1:9/api/v10")
    monkeypatch.setenv(name, value)
    monkeypatch.setattr(run, "use_api_url", lambda url: _pointed(monkeypatch, url))
    # A Discord that can't be reached would be tried again for ever.
    monkeypatch.setattr(run, "patient_requests", contextlib.nullcontext)
    assert run.run() == status
    err = capsys.readouterr().err
    assert "Traceback" not in err
    assert err.count("Captain’s Table can’t start.") == 1
    if name == "DISCORD_TOKEN":
        assert value not in err


def _pointed(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setattr("discord.http.Route.BASE", url.rstrip("/"))


@effort(150)
@given(HOSTILE)
def test_a_pace_quiet_hours_and_a_zone_are_read_or_refused(text: str) -> None:
    for read in (pace.read, preferences.read_quiet, preferences.read_zone):
        try:
            found: Any = read(text)
        except RulesError as refusal:
            require_short(refusal)
        else:
            assert read(str(found)) == found, "what was read says the same again"


NAMES_OF_CHOICES = [each.name for each in preferences.SETTINGS]
STORED = st.one_of(
    st.dictionaries(st.sampled_from([*NAMES_OF_CHOICES, *asdict(server_rules.ServerRules())]), PLAIN),
    st.dictionaries(st.text(max_size=10), PLAIN),
)


@effort(120)
@given(STORED)
def test_whatever_another_release_stored_is_read_as_settings(stored: Mapping[str, Any]) -> None:
    chosen = Chosen(stored)
    for setting in preferences.SETTINGS:
        value = chosen[setting]
        assert type(value) is type(setting.default), setting.name
        assert isinstance(setting.told(chosen), str), setting.name
    assert preferences.quiet_until(chosen, 1_767_225_600_000) >= 1_767_225_600_000
    rules = server_rules.read(dict(stored))
    assert rules.cards in server_rules.CARDS
    assert all(
        type(value) is type(usual)
        for value, usual in zip(
            asdict(rules).values(), asdict(server_rules.ServerRules()).values(), strict=True
        )
    )
    assert 0 <= rules.tables <= server_rules.MOST >= rules.each >= 0


@pytest.mark.parametrize(
    "text", ["", "{", "null", "[]", "7", '"x"', '{"confirm": 1}', "{}}", "\x00", '{"a":' * 5000]
)
async def test_settings_that_a_broken_disk_wrote_count_as_none(tmp_path: Path, text: str) -> None:
    store = await open_store(tmp_path / "table.sqlite3")
    try:
        await put_settings(store, "person", 7, text)
        await change_server(store, 5, {"threads": False})
        await put_settings(store, "server", 5, text)
        assert (await settings.load(store, 7))[CONFIRM]
        assert (await server_rules.load(store, 5)).threads
        await change_person(store, 7, {"own_side_at_bottom": False})
        await change_server(store, 5, {"cards": "edit"})
        assert not (await settings.load(store, 7))[OWN_SIDE]
        assert (await server_rules.load(store, 5)).cards == "edit"
        assert json.loads(await store.person_settings(7) or "")
    finally:
        await store.close()
