"""Whatever comes in, the engine answers in its frame, keeps its game, and shows no traceback."""

from __future__ import annotations

import logging
import subprocess
import sys
from typing import NoReturn

import pytest

from .playing import Player


def test_a_fault_is_answered_logged_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    player = Player("new snorkels", "play host d4")
    record = player.ask("record")

    def fail(*_: object) -> NoReturn:
        raise ZeroDivisionError("a fault\nof the rules")

    monkeypatch.setattr(type(player.engine.line.state), "play", fail)
    with caplog.at_level(logging.ERROR):
        answer = player.answer("8 play guest take green")
    monkeypatch.undo()
    assert answer == "?8 internal error: ZeroDivisionError: a fault of the rules\n\n"
    assert caplog.records[0].exc_info is not None
    assert player.ask("record") == record


def test_a_fault_while_chance_is_drawn_leaves_the_seeds_place(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player("seed 3", "new snorkels stones=3")
    second = Player("seed 3", "new snorkels stones=3")
    state = type(player.engine.line.state)
    draw, play = state.sample_chance, state.play

    def fail(self: object, *_: object) -> NoReturn:
        raise ZeroDivisionError

    monkeypatch.setattr(state, "play", fail)
    assert player.answer("new snorkels stones=3").startswith("? internal")
    monkeypatch.undo()
    assert (state.sample_chance, state.play) == (draw, play)
    for one in (player, second):
        one.ask("new snorkels stones=3")
    assert player.ask("record") == second.ask("record")


def test_the_engine_runs_as_a_program() -> None:
    commands = b"1 name\r\n2 new snorkels\r\n3 play host d4\n4 \xff\xfe\n5 showboard\n6 quit\nname\n"
    done = subprocess.run(
        [sys.executable, "-m", "bot", "engine"], input=commands, capture_output=True, check=True
    )
    answers = done.stdout.decode("utf-8").split("\n\n")
    assert [answer.split("\n")[0] for answer in answers] == [
        "=1 Captain’s Table",
        "=2",
        "=3",
        "?4 unknown command",
        "=5",
        "=6",
        "",
    ]
    assert done.stderr == b""


def test_every_answer_comes_before_the_next_question() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        for number in (b"1", b"2"):
            engine.stdin.write(number + b" protocol_version\n")
            engine.stdin.flush()
            assert engine.stdout.readline() == b"=" + number + b" 2\n"
            assert engine.stdout.readline() == b"\n"
        engine.stdin.close()
        assert engine.wait() == 0


def test_the_engine_needs_no_discord_no_database_and_no_pictures() -> None:
    script = (
        "import sys, io; from bot.engine import main; "
        "main(io.StringIO('new snorkels\\nshowboard\\n'), io.StringIO()); import bot.__main__; "
        "heavy = {'discord', 'sqlalchemy', 'PIL', 'asyncio', 'structlog'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
