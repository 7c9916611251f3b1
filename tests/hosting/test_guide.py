"""The commands in the guide for hosts do what it says, as far as that can be tried without Docker."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import bot
from bot.__main__ import main
from bot.hosting.daily_backups import Backups
from data.store.engines import sqlite_url
from data.store.sqlite.files import FILE_MODE

from .sample_database import NOW, SampleDatabase, ask, change, content
from .test_packing import FINAL, read, service

GUIDE = read("data/hosting/README.md")
SEATED = "SELECT person FROM seat ORDER BY rowid"
UNPRIVILEGED = ("setpriv", "--bounding-set=-all", "--inh-caps=-all")


def commands(part: str, program: str) -> list[str]:
    """The commands of a program in the part of the guide that begins so, one after another."""
    text = GUIDE.partition(f"\n{part}")[2]
    text = re.split(r"^## |^- \*\*", text, maxsplit=1, flags=re.MULTILINE)[0].replace("```", "")
    found = [" ".join(each.split()) for each in re.findall(r"`([^`]+)`", text)]
    return [each for each in found if re.match(rf"(?:{program}) ", each)]


@dataclass
class Container:
    """What Docker would do on a host, without Docker: the program, its volume, and whose the files are."""

    host: Path
    """The folder of the guide's commands."""
    volume: Path
    """What is under /data in the container."""

    def run(self, line: str) -> str:
        """Run a command of the guide; what it prints."""
        words = shlex.split(line)
        match words:
            case ["chmod", mode, file]:
                subprocess.run(["chmod", mode, str(self.host / file)], check=True)
                return ""
            case ["docker", "compose", "stop"]:
                return ""
            case ["docker", "compose", "cp", source, target]:
                self._copy(self._path(source), self._path(target), inside=target.startswith("bot:"))
                return ""
            case ["docker", "compose", "exec", "bot", "captains-table", *words]:
                return self._program(words, {})
            case ["docker", "compose", "exec", "bot", "rm", file]:
                self._path(f"bot:{file}").unlink()
                return ""
            case ["docker", "compose", "run", "--rm", "-e", setting, "bot", *words]:
                name, value = setting.split("=")
                return self._program(words, {name: self._inside(value)})
        raise AssertionError(f"nobody knows what this does: {line}")

    def _inside(self, word: str) -> str:
        return re.sub(r"^/data\b", str(self.volume), word)

    def _path(self, place: str) -> Path:
        return (
            Path(self._inside(place.removeprefix("bot:"))) if place.startswith("bot:") else self.host / place
        )

    def _copy(self, source: Path, target: Path, *, inside: bool) -> None:
        if source.is_dir():
            shutil.copytree(source, target / source.name, dirs_exist_ok=True)
            return
        target.unlink(missing_ok=True)
        shutil.copy(source, target)
        if inside:
            # It belongs to another number, so the bot has the rights of others, and no capabilities.
            target.chmod((target.stat().st_mode & 0o007) * 0o111)

    def _program(self, words: list[str], settings: dict[str, str]) -> str:
        (database,) = [
            value
            for word, rest in FINAL
            if word == "ENV"
            for name, value in (each.split("=") for each in shlex.split(rest))
            if name == "CAPTAINS_TABLE_DB"
        ]
        environment = os.environ | {"PYTHONPATH": str(Path(bot.__file__).parents[1]), **settings}
        environment["CAPTAINS_TABLE_DB"] = self._inside(database)
        done = subprocess.run(
            [
                *(UNPRIVILEGED if os.geteuid() == 0 else ()),
                sys.executable,
                "-m",
                "bot",
                *map(self._inside, words),
            ],
            capture_output=True,
            text=True,
            env=environment,
            cwd=self.volume,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture
def container(sample: SampleDatabase) -> Container:
    """A container with the database in its volume, and a day's backup of it."""
    if os.name == "nt" or (os.geteuid() == 0 and shutil.which(UNPRIVILEGED[0]) is None):
        pytest.skip("nobody's rights can be taken away here")
    volume, host = sample.folder / "volume", sample.folder / "host"
    volume.mkdir()
    host.mkdir()
    database = volume / "captains-table.sqlite3"
    shutil.copy(sample.database, database)
    Backups(sqlite_url(database), volume / "backups", 7, lambda: NOW).make(NOW)
    return Container(host, volume)


@pytest.mark.thorough
def test_the_guide_s_backup_works_as_often_as_wanted(container: Container) -> None:
    lines = commands("- **Backup:**", "docker|chmod")
    assert len(lines) == 2
    for number in range(2):
        for line in lines:
            container.run(line)
        # A name says the second in which a copy was made.
        for copy in container.volume.glob("backups/*Z.sqlite3"):
            copy.rename(copy.with_stem(f"{copy.stem}-{number}"))
    assert len(list((container.volume / "backups").iterdir())) == 3
    fetched = list((container.host / "backups").iterdir())
    assert fetched
    assert content(fetched[0]) == content(container.volume / "captains-table.sqlite3")


@pytest.mark.thorough
def test_the_guide_s_restore_works_with_a_copy_that_only_its_owner_may_read(container: Container) -> None:
    database = container.volume / "captains-table.sqlite3"
    before = ask(database, SEATED)
    shutil.copy(database, container.host / "copy.sqlite3")
    (container.host / "copy.sqlite3").chmod(FILE_MODE)
    change(database, "DELETE FROM seat")
    lines = commands("- **Restore:**", "docker|chmod")
    assert len(lines) == 5
    for line in lines:
        if " restore " in line:
            assert "4 tables" in container.run(line)
            assert ask(database, SEATED) == before
        else:
            container.run(line)
    assert not (container.volume / "copy.sqlite3").exists()


def test_a_copy_that_the_bot_may_not_read_is_told_with_what_to_do(container: Container) -> None:
    shutil.copy(container.volume / "captains-table.sqlite3", container.host / "copy.sqlite3")
    (container.host / "copy.sqlite3").chmod(FILE_MODE)
    brought, *_, restored, _ = commands("- **Restore:**", "docker")
    container.run(brought)
    with pytest.raises(AssertionError, match=r"The bot’s user can’t read .*copy\.sqlite3\. .*: chmod a\+r"):
        container.run(restored)


def test_the_volume_of_the_guide_s_commands_is_that_of_the_container() -> None:
    assert [place.split(":")[1] for place in service()["volumes"]] == ["/data"]


def test_the_guide_s_other_commands_work(sample: SampleDatabase, capsys: pytest.CaptureFixture[str]) -> None:
    (backup,) = {line for line in commands("## Backup\n", "captains-table") if "copy" in line}
    (restore,) = {line for line in commands("## Restore\n", "captains-table") if "copy" in line}
    before = ask(sample.database, SEATED)
    assert main(shlex.split(backup)[1:]) == 0
    change(sample.database, "DELETE FROM seat")
    assert main(shlex.split(restore)[1:]) == 0
    assert ask(sample.database, SEATED) == before
    (ratings,) = [line for line in commands("## Checking games\n", "captains-table") if "ratings" in line]
    assert main(shlex.split(ratings)[1:]) == 0
    assert main(["replay"]) == 0
    assert "Traceback" not in "".join(capsys.readouterr())
