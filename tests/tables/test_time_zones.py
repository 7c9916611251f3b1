"""Local times are reckoned by the newer of the system's tables of time zones and the package's."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.people.absences import read_until
from bot.people.preferences import quiet_until
from bot.people.settings import Chosen
from bot.people.time_zones import PACKAGED, of_system, use_newest

from .test_preferences import at

HOUR = 3_600_000


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    """The tables that other tests use."""
    before = zoneinfo.TZPATH
    yield
    zoneinfo.reset_tzpath(before)
    ZoneInfo.clear_cache()


def system(folder: Path, *versions: str) -> Path:
    """A system's tables, in which Vancouver still puts its clocks back in winter."""
    (folder / "America").mkdir(parents=True)
    winter = resources.files("tzdata.zoneinfo.Etc").joinpath("GMT+8").read_bytes()
    (folder / "America" / "Vancouver").write_bytes(winter)
    for name, version in zip(("tzdata.zi", "+VERSION"), versions, strict=False):
        if version:
            (folder / name).write_text(f"# version {version}\n")
    zoneinfo.reset_tzpath([str(folder / "none"), str(folder)])
    ZoneInfo.clear_cache()
    return folder


def hours_behind() -> tuple[float, float]:
    """How far Vancouver is behind in the winter of 2026, by the end of quiet hours and of an absence."""
    night, quiet = at("2026-12-10T10:00"), Chosen({"quiet": "23:00-07:00", "zone": "America/Vancouver"})
    back = read_until("2026-12-24 18:00", "America/Vancouver", night)
    assert back is not None
    return (quiet_until(quiet, night) - at("2026-12-10T07:00")) / HOUR, (back - at("2026-12-24T18:00")) / HOUR


@pytest.mark.parametrize("versions", [("2025b",), ("", "2026a"), (), ("of unknown age",)])
def test_older_tables_of_the_system_do_not_count(versions: tuple[str, ...], tmp_path: Path) -> None:
    """With those of Debian 12, quiet hours in British Columbia were an hour off from November 2026 on."""
    system(tmp_path, *versions)
    assert hours_behind() == (8, 8)
    use_newest()
    assert hours_behind() == (7, 7)
    assert "Europe/Berlin" in zoneinfo.available_timezones()


@pytest.mark.parametrize("versions", [("2099a",), ("", "2099zb"), (PACKAGED,)])
def test_tables_of_the_system_that_are_as_new_count(versions: tuple[str, ...], tmp_path: Path) -> None:
    system(tmp_path, *versions)
    use_newest()
    assert hours_behind() == (8, 8)


def test_without_tables_of_the_system_those_of_the_package_count() -> None:
    zoneinfo.reset_tzpath(())
    assert of_system() == ""
    use_newest()
    assert hours_behind() == (7, 7)
