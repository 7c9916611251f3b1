"""The engine's commands: what each is asked, and what it answers."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Final, TextIO

from bot.games import GAMES, record
from bot.games.core import CHANCE, Placement, RulesError, Seat, as_json, quoted

from .framing import LONGEST_LINE, Command, Lines, read_command
from .perft import LONGEST, perft
from .table import Games, Refused, Table

log = logging.getLogger(__name__)


class Engine:
    """The commands over one table; every method that is listed in ``COMMANDS`` answers one."""

    def __init__(self, games: Games = GAMES) -> None:
        self.table = Table(games)
        self.over = False

    def answer(self, command: Command, lines: Lines) -> str:
        """The framed answer to ``command``; ``load`` takes its record from ``lines``."""
        body, closed = lines.upto_dot(record.LONGEST) if command.name == "load" else ("", True)
        method = COMMANDS.get(command.name)
        if method is None:
            return command.refusal("unknown command")
        try:
            if not command.whole:
                raise Refused(f"A command has at most {LONGEST_LINE:,} characters.")
            if not closed:
                raise Refused("A record ends with a line that holds a single dot.")
            if command.name == "load":
                return command.answer(self.load(command.words, body))
            return command.answer(method(self, command.words))
        except RulesError as error:
            return command.refusal(str(error))
        except Exception as error:
            log.exception("%s failed", command.name)
            return command.refusal(f"internal error: {type(error).__name__}: {error}")

    def name(self, words: str) -> str:
        nothing(words)
        return "Captain’s Table"

    def version(self, words: str) -> str:
        from importlib.metadata import PackageNotFoundError, version

        nothing(words)
        try:
            return version("captains-table")
        except PackageNotFoundError:
            return "0"

    def protocol_version(self, words: str) -> str:
        nothing(words)
        return "2"

    def known_command(self, words: str) -> str:
        return "true" if words in COMMANDS else "false"

    def list_commands(self, words: str) -> str:
        nothing(words)
        return "\n".join(COMMANDS)

    def quit(self, words: str) -> str:
        nothing(words)
        self.over = True
        return ""

    def games(self, words: str) -> str:
        nothing(words)
        return "\n".join(self.table.games)

    def new(self, words: str) -> str:
        key, *pairs = words.lower().split() or [""]
        game = self.table.games.get(key)
        if game is None:
            raise Refused(f"Name a game: {', '.join(self.table.games)}.")
        given: dict[str, str] = {}
        for pair in pairs:
            name, sign, value = pair.partition("=")
            if not sign or not name or name in given:
                raise Refused(f"Each option is written once, name=value; {quoted(pair)} is not.")
            given[name] = value
        self.table.new(game, game.read_options(given))
        return ""

    def seed(self, words: str) -> str:
        if not words.isascii() or not words.isdigit() or len(words) > 40:
            raise Refused("A seed is a whole number, such as: seed 7")
        self.table.seed(int(words))
        return ""

    def chance(self, words: str) -> str:
        mode = words.lower()
        if mode not in ("auto", "manual"):
            raise Refused("Chance is either “auto” or “manual”.")
        self.table.set_chance(mode == "auto")
        return ""

    def to_act(self, words: str) -> str:
        nothing(words)
        return " ".join(self._to_act())

    def legal(self, words: str) -> str:
        state = self.table.line.state
        if words:
            seat = self._seat(words)
        else:
            acting = self._to_act()
            if not acting:
                return ""
            if len(acting) > 1:
                raise Refused(f"Several seats may act: name one of {', '.join(acting)}.")
            seat = acting[0]
        if seat not in state.to_act:
            return ""
        actions = state.legal(seat)
        if isinstance(actions, Placement):
            head = f"{actions.verb} {actions.count} of {len(actions.squares)}"
            return f"{head}\n{' '.join(actions.squares)}"
        return "\n".join(sorted(map(str, actions)))

    def play(self, words: str) -> str:
        name, _, text = words.partition(" ")
        if not text:
            raise Refused("Say who plays and what, such as: play purple d4")
        return self.table.play(self._seat(name), text.strip())

    def undo(self, words: str) -> str:
        nothing(words)
        self.table.undo()
        return ""

    def result(self, words: str) -> str:
        nothing(words)
        line = self.table.line
        outcome = line.state.outcome
        if outcome is None:
            return ""
        results = sorted(outcome.results, key=lambda result: line.game.seats.index(result.seat))
        return "\n".join(
            " ".join(
                str(part)
                for part in (result.seat, result.verdict, result.score, result.title, outcome.reason)
                if part is not None
            )
            for result in results
        )

    def view(self, words: str) -> str:
        view = self.table.line.state.view_for(self._viewer(words))
        return json.dumps(as_json(view), ensure_ascii=False, allow_nan=False)

    def showboard(self, words: str) -> str:
        line = self.table.line
        # On lines of its own, so that its columns stand under one another.
        return "\n" + line.game.text(line.state.view_for(self._viewer(words)))

    def record(self, words: str) -> str:
        if words.lower() not in ("", "public"):
            raise Refused("A record is complete, or “public”.")
        complete = self.table.line.record()
        return record.write(record.public(complete, self.table.games) if words else complete)

    def load(self, words: str, body: str = "") -> str:
        nothing(words)
        self.table.load(body)
        return ""

    def perft(self, words: str) -> str:
        if not words.isascii() or not words.isdigit() or len(words) > 2:
            raise Refused(f"Name a number of actions from 0 to {LONGEST}, such as: perft 3")
        line = self.table.line
        if line.game.secrets:
            raise Refused(f"{line.game.title} has secrets: its sequences are not counted.")
        return str(perft(line.game, line.state, int(words)))

    def _to_act(self) -> list[Seat]:
        """The seats that may act, in the game's order."""
        line = self.table.line
        return [seat for seat in self._seats() if seat in line.state.to_act]

    def _seats(self) -> dict[Seat, None]:
        """The names that a command may use as a seat: the game's seats, its slots, chance."""
        game = self.table.line.game
        return dict.fromkeys((*game.seats, *game.seat_styles, CHANCE))

    def _seat(self, name: str) -> Seat:
        seat = Seat(name.lower())
        if seat not in self._seats():
            raise Refused(f"{quoted(name)} is no seat of this game: use {', '.join(self._seats())}.")
        return seat

    def _viewer(self, words: str) -> Seat | None:
        """Whose view is asked for; a slot that is no seat sees what a spectator sees."""
        if not words:
            return None
        seat = self._seat(words)
        if seat == CHANCE:
            raise Refused("Chance sees nothing: name a seat, or none for a spectator’s view.")
        return seat if seat in self.table.line.game.seats else None


def nothing(words: str) -> None:
    """:raises Refused: when a command that takes nothing was given something."""
    if words:
        raise Refused(f"This command stands alone; {quoted(words)} is too much.")


COMMANDS: Final[dict[str, Callable[[Engine, str], str]]] = {
    method.__name__: method
    for method in (
        Engine.name,
        Engine.version,
        Engine.protocol_version,
        Engine.known_command,
        Engine.list_commands,
        Engine.quit,
        Engine.games,
        Engine.new,
        Engine.seed,
        Engine.chance,
        Engine.to_act,
        Engine.legal,
        Engine.play,
        Engine.undo,
        Engine.result,
        Engine.view,
        Engine.showboard,
        Engine.record,
        Engine.load,
        Engine.perft,
    )
}


def main(stdin: TextIO, stdout: TextIO, games: Games = GAMES) -> int:
    """Answer commands until ``quit`` or the end of ``stdin``; the exit status."""
    engine = Engine(games)
    lines = Lines(stdin)
    while not engine.over and (line := lines.next()) is not None:
        command = read_command(line)
        if command is not None:
            stdout.write(engine.answer(command, lines))
            stdout.flush()
    return 0
