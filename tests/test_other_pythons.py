"""The other Pythons are found where they are, and each that is found is tried."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import other_pythons
from .other_pythons import PART, ROOT, find, supported


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the PATH, and one of pyenv's, without any Python."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/bin")
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    return tmp_path


def put(file: Path, does: str) -> str:
    """Make a program of one line; its path."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{does}\n")
    file.chmod(0o755)
    return str(file)


def test_the_path_s_python_is_taken_and_else_the_newest_of_pyenv(places: Path) -> None:
    assert find("9.8") is None
    older, newer = (
        put(places / "versions" / f"9.8.{each}" / "bin/python", f"echo 9.8.{each}") for each in (2, 10)
    )
    put(places / "versions/9.8.11t/bin/python", "echo 9.8.11")
    put(places / "bin/python9.8", "exit 127")
    assert find("9.8") == (newer, "9.8.10"), "one that pyenv has on the PATH and that isn't chosen won't run"
    put(Path(newer), "exit 1")
    assert find("9.8") == (older, "9.8.2"), "without venv"
    chosen = put(places / "bin/python9.8", "echo 9.8.1")
    assert find("9.8") == (chosen, "9.8.1")


@pytest.mark.parametrize("fails", [True, False])
def test_what_is_found_and_what_is_not_is_said_and_each_that_is_found_tried(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, fails: bool
) -> None:
    tried: list[str] = []
    installed: list[str] = []

    def passes(version: str, *, thorough: bool) -> bool:
        assert not thorough
        tried.append(version)
        return not fails or version != "9.7"

    def installs(version: str, python: str) -> bool:
        installed.append(python)
        return True

    here = {"9.7": ("/nine-seven", "9.7.3"), "9.8": ("/nine-eight", "9.8.0")}
    monkeypatch.setattr(other_pythons, "supported", lambda: ["9.7", "9.8", "9.9"])
    monkeypatch.setattr(other_pythons, "find", here.get)
    monkeypatch.setattr(other_pythons, "installs", installs)
    monkeypatch.setattr(other_pythons, "passes", passes)
    assert other_pythons.main() == fails
    assert capsys.readouterr().out.splitlines() == [
        "Python 9.7: 9.7.3, /nine-seven",
        "Python 9.8: 9.8.0, /nine-eight",
        "Python 9.9: not here, so nothing is tried there",
        *(["Failed on Python 9.7."] if fails else []),
    ]
    assert sorted(tried) == ["9.7", "9.8"], "one that fails spares no other"
    assert sorted(installed) == ["/nine-eight", "/nine-seven"]


@pytest.mark.parametrize("can", [True, False])
def test_it_can_be_installed_first_and_played_later(monkeypatch: pytest.MonkeyPatch, *, can: bool) -> None:
    done: list[str] = []

    def installs(version: str, _python: str) -> bool:
        done.append(f"install {version}")
        return can

    def passes(version: str, *, thorough: bool) -> bool:
        done.append(f"play {version}{' thoroughly' * thorough}")
        return can

    monkeypatch.setattr(other_pythons, "supported", lambda: ["9.7"])
    monkeypatch.setattr(other_pythons, "find", lambda _version: ("/nine-seven", "9.7.3"))
    monkeypatch.setattr(other_pythons, "installs", installs)
    monkeypatch.setattr(other_pythons, "passes", passes)
    assert other_pythons.main(play=False) != can
    assert other_pythons.main(install=False, thorough=True) != can
    assert done == ["install 9.7", "play 9.7 thoroughly"]
    other_pythons.main()
    assert done[2:] == ["install 9.7", "play 9.7"][: 1 + can], "what can't be installed can't be played"


def test_what_is_tried_is_there_and_ci_tries_it() -> None:
    assert {"3.11", "3.12", "3.13", "3.14"} <= set(supported())
    assert [path for path in PART if not (ROOT / path).exists()] == []
    assert "-m tests.other_pythons" in (ROOT / ".ci/run").read_text(encoding="utf-8")
