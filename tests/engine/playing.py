"""A player of the engine: commands go in as text, answers come back without their frame."""

from __future__ import annotations

from io import StringIO
from random import Random

from bot.engine.commands import Engine, Players, main
from bot.engine.gtp import Lines, read_command
from bot.games.core import Games
from tests.games.registry import GAMES
from tests.players.registry import PLAYERS


class Player:
    """Somebody's script at an engine of its own."""

    def __init__(self, *commands: str, games: Games = GAMES, players: Players = PLAYERS) -> None:
        self.engine = Engine(games, players)
        self.rng = Random(1)
        self.then(*commands)

    def then(self, *commands: str) -> Player:
        """The same player after ``commands``, none of which may be refused."""
        for command in commands:
            self.ask(command)
        return self

    def answer(self, text: str) -> str:
        """The framed answer to one command, with the lines that ``load`` takes after it."""
        lines = Lines(StringIO(f"{text}\n"))
        command = read_command(lines.next() or "")
        assert command is not None
        return self.engine.answer(command, lines)

    def ask(self, text: str) -> str:
        """The answer, which must be no refusal."""
        framed = self.answer(text)
        assert framed.startswith("="), f"{text}: {framed}"
        return framed[1:].strip(" \n")

    def play(self, seat: str) -> None:
        """Play any legal action of ``seat``."""
        lines = self.ask(f"legal {seat}").split("\n")
        head = lines[0].split()
        if len(head) == 4 and head[2] == "of":
            chosen = self.rng.sample(lines[1].split(), int(head[1]))
            self.ask(f"play {seat} {head[0]} {' '.join(chosen)}")
        else:
            self.ask(f"play {seat} {self.rng.choice(lines)}")


def table_id(*commands: str) -> list[str]:
    """The answers to ``commands``, each without the empty line that ends it."""
    out = StringIO()
    assert main(StringIO("".join(f"{command}\n" for command in commands)), out, GAMES, PLAYERS) == 0
    text = out.getvalue()
    assert text == "" or text.endswith("\n\n")
    return text.split("\n\n")[:-1]


def last(*commands: str) -> str:
    """The answer to the last of ``commands``; the ones before it must not be refused."""
    *before, answer = table_id(*commands)
    assert all(other.startswith("=") for other in before), before
    return answer


STONES = ("chance manual", "new snorkels stones=2")
OPENED = ("new snorkels", "play host b2", "play guest take green")
WON = (
    "new snorkels pie=off",
    *(f"play {move}" for move in ("purple a1", "green a2", "purple d4", "green b1")),
)
