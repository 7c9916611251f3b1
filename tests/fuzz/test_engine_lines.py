"""The engine stays in step whatever it reads: one answer for each command, with its number."""

from __future__ import annotations

from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine import main
from bot.engine.commands import COMMANDS, Engine
from bot.engine.gtp import Command, Lines, read_command
from bot.engine.table import GameLine, Refused
from tests.games.registry import GAMES
from tests.players.registry import PLAYERS

from .effort import effort
from .texts import HOSTILE, bent

SOUND = (
    "new snorkels",
    "new depthcharge",
    "new crackers",
    "legal",
    "play host d4",
    "play guest take green",
    "play chance stones a1 a2",
    "chance manual",
    "chance auto",
    "genmove host level=cabin-boy",
    "undo",
    "seed 3",
    "record",
)
OTHERS = ("quit", "load", "perft")
"""Commands after which nothing is answered, more than a line is read, or much is counted."""
ONE_LINE = (
    st.one_of(
        HOSTILE,
        st.sampled_from(SOUND),
        st.sampled_from(SOUND).flatmap(bent),
        st.tuples(st.sampled_from(sorted({*COMMANDS} - {*OTHERS})), HOSTILE).map(" ".join),
    )
    .map(lambda line: line.replace("\n", " "))
    .filter(lambda line: numbered(line).name not in OTHERS)
)


def numbered(line: str, number: int = 1) -> Command:
    """The command that ``line`` holds, with a number before it."""
    command = read_command(f"{number} {line}")
    assert command is not None
    return command


def asked(text: str) -> str:
    """What the engine answers to ``text``."""
    out = StringIO()
    assert main(StringIO(text, newline="\n"), out) == 0
    return out.getvalue()


def current(engine: Engine) -> GameLine | None:
    """The game that the engine plays."""
    try:
        return engine.line
    except Refused:
        return None


@effort(80)
@given(st.sampled_from(list(GAMES)), st.lists(ONE_LINE, max_size=8))
def test_a_refused_line_leaves_the_position_as_it_was(key: str, lines: list[str]) -> None:
    engine = Engine(GAMES, PLAYERS)
    source = Lines(StringIO("\n".join((f"new {key}", *lines))))
    while (line := source.next()) is not None:
        before = current(engine), engine.automatic, engine.over
        if (command := read_command(line)) is not None and engine.answer(command, source).startswith("?"):
            assert current(engine) is before[0]
            assert (engine.automatic, engine.over) == before[1:]


@effort(80)
@given(st.lists(ONE_LINE, max_size=12))
def test_every_numbered_command_gets_one_answer_with_its_number(lines: list[str]) -> None:
    sent = "".join(f"{number} {line}\n" for number, line in enumerate(lines, 1))
    *answers, last = asked(f"{sent}99 name\n").removesuffix("\n\n").split("\n\n")
    heads = [answer.split()[0] for answer in answers]
    assert [head[1:] for head in heads] == [str(number) for number in range(1, len(lines) + 1)]
    assert {head[0] for head in heads} <= {"=", "?"}
    assert last == "=99 Captain’s Table"
    assert "internal error" not in "".join(answers)


@pytest.mark.parametrize(
    "line",
    [
        "perft " + "9" * 5000,
        "new snorkels stones=1000000000",
        "new snorkels stones=" + "9" * 9000,
        "new checkers win=-1",
        "new depthcharge mines=999999 islands=999999",
        "new " + "crackers " * 900,
        "seed " + "9" * 9000,
        "play host " + "d4 " * 3000,
        "known_command " + "x" * 9000,
        "undo 99999999999",
        "9" * 9000 + " name",
        "load\n" + "x" * 2_000_000,
    ],
    ids=lambda line: line[:24],
)
@pytest.mark.parametrize("key", ["snorkels", "checkers"])
def test_an_absurd_size_is_refused_and_the_next_command_answered(key: str, line: str) -> None:
    closed = ".\n" if line.startswith("load") else ""
    answers = asked(f"1 new {key}\n{line}\n{closed}3 name\n").split("\n\n")
    assert answers[0] == "=1"
    assert answers[1].startswith(("? ", "=")), answers[1][:80]
    assert len(answers[1]) < 1200
    assert answers[2] == "=3 Captain’s Table"
