"""The engine's commands."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, replace
from importlib.metadata import PackageNotFoundError, version
from random import Random, SystemRandom
from typing import Any, Final, TextIO, TypeAlias

from bot.games import GAMES, record
from bot.games.core import CHANCE, Games, Placement, RulesError, Seat, quoted
from bot.players import PLAYERS
from bot.players.player import LEVELS, Choice, ComputerPlayer

from .gtp import LONGEST_LINE, Command, Lines, read_command
from .perft import LONGEST, perft
from .table import GameLine, Refused

log = logging.getLogger(__name__)

Players: TypeAlias = Mapping[str, ComputerPlayer[Any, Any, Any]]
STRONGEST: Final = LEVELS[-1].key
"""The level that chooses if none is named."""
DIGITS: Final = 4
"""Decimal places of the values that are shown."""
CHOOSE_FORM: Final = "Name the seat to choose for. For example: genmove purple level=deckhand seed=7"


class Engine:
    """One game at a time; each method in ``COMMANDS`` implements a command and returns its answer.

    A refused command changes nothing: the new line is complete before it is stored.
    """

    def __init__(self, games: Games = GAMES, players: Players = PLAYERS) -> None:
        self.players = players
        self.over = False
        self.automatic = True
        """Whether chance is drawn as soon as it is due."""
        self._games = games
        self._seed: int | None = None
        self._seeded: Random | None = None
        self._line: GameLine | None = None

    @property
    def line(self) -> GameLine:
        """The current game.

        :raises Refused: when there is none yet.
        """
        if self._line is None:
            raise Refused("Start a game first. For example: new snorkels")
        return self._line

    def answer(self, command: Command, lines: Lines) -> str:
        """The framed answer to ``command``; ``load`` reads its record from ``lines``."""
        body, closed = lines.upto_dot(record.LONGEST) if command.name == "load" else ("", True)
        method = COMMANDS.get(command.name)
        if method is None:
            return command.refusal("unknown command")
        try:
            if not command.whole:
                raise Refused(f"A command can be at most {LONGEST_LINE:,} characters long.")
            if not closed:
                raise Refused("End the record with a line that contains only a dot.")
            if command.words and command.name in WITHOUT_WORDS:
                raise Refused(f"This command takes no arguments. Leave out {quoted(command.words)}.")
            return command.answer(method(self, body if command.name == "load" else command.words))
        except RulesError as error:
            return command.refusal(str(error))
        except Exception as error:
            log.exception("%s failed", command.name)
            return command.refusal(f"internal error: {type(error).__name__}: {error}")

    def name(self, words: str) -> str:
        return "Captain’s Table"

    def version(self, words: str) -> str:
        try:
            return version("captains-table")
        except PackageNotFoundError:
            return "0"

    def protocol_version(self, words: str) -> str:
        return "2"

    def known_command(self, words: str) -> str:
        return "true" if words in COMMANDS else "false"

    def list_commands(self, words: str) -> str:
        return "\n".join(COMMANDS)

    def quit(self, words: str) -> str:
        self.over = True
        return ""

    def games(self, words: str) -> str:
        return "\n".join(self._games)

    def new(self, words: str) -> str:
        key, *pairs = words.lower().split() or [""]
        game = self._games.get(key)
        if game is None:
            raise Refused(f"Name a game: {', '.join(self._games)}.")
        options = game.new_options(read_pairs(pairs))
        self._put(GameLine(game, options, game.start(options)))
        return ""

    def seed(self, words: str) -> str:
        self._seed = read_seed(words)
        self._seeded = Random(self._seed)
        return ""

    def chance(self, words: str) -> str:
        mode = words.lower()
        if mode not in ("auto", "manual"):
            raise Refused("Chance is either “auto” or “manual”.")
        before, self.automatic = self.automatic, mode == "auto"
        try:
            if self._line is not None:
                self._put(self._line)
        except BaseException:
            self.automatic = before
            raise
        return ""

    def to_act(self, words: str) -> str:
        return " ".join(self._to_act())

    def legal(self, words: str) -> str:
        state = self.line.state
        if words:
            seat = self._seat(words)
        else:
            acting = self._to_act()
            if not acting:
                return ""
            if len(acting) > 1:
                raise Refused(f"More than one seat can move now. Name one of {', '.join(acting)}.")
            seat = acting[0]
        if seat not in state.to_act:
            return ""
        actions = state.legal(seat)
        if isinstance(actions, Placement):
            head = f"{actions.verb} {actions.count} of {len(actions.squares)}"
            return f"{head}\n{' '.join(actions.squares)}"
        return "\n".join(sorted(map(str, actions)))

    def play(self, words: str) -> str:
        name, _, action = words.partition(" ")
        if not action:
            raise Refused("Name a seat and a move. For example: play purple d4")
        return self._play(self._seat(name), action.strip())

    def genmove(self, words: str) -> str:
        seat, _, choice = self._choose(words)
        announcement = self._play(seat, str(choice.action))
        return f"{choice.action}\n{announcement}"

    def reg_genmove(self, words: str) -> str:
        _, _, choice = self._choose(words)
        return str(choice.action)

    def analyze(self, words: str) -> str:
        _, level, choice = self._choose(words)
        solo = len(self.line.game.seats) == 1
        found = {
            "action": str(choice.action),
            "value": round(choice.value, DIGITS),
            "unit": "points" if solo else "win probability",
            "proven": choice.proven,
            "alternatives": [
                {"action": str(each.action), "value": round(each.value, DIGITS)}
                for each in choice.alternatives
            ],
            "line": [str(action) for action in choice.line],
            "level": level,
        }
        return json.dumps(found, ensure_ascii=False, allow_nan=False)

    def undo(self, words: str) -> str:
        line = self.line
        kept = len(line.steps) - 1
        while self.automatic and kept >= 0 and line.steps[kept].seat == CHANCE:
            kept -= 1
        if kept < 0:
            raise Refused("There’s nothing to undo.")
        self._put(replace(line, steps=line.steps[:kept]))
        return ""

    def result(self, words: str) -> str:
        line = self.line
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
        view = self.line.state.view_for(self._viewer(words))
        return json.dumps(asdict(view), ensure_ascii=False, allow_nan=False)

    def showboard(self, words: str) -> str:
        line = self.line
        # The empty first line keeps the columns aligned.
        return "\n" + line.game.text(line.state.view_for(self._viewer(words)))

    def record(self, words: str) -> str:
        if words.lower() not in ("", "public"):
            raise Refused("The only option is “public”. Without it, you get the complete record.")
        line = self.line
        return record.write(line.public() if words else line.record())

    def load(self, words: str) -> str:
        # Resignations and agreed draws aren't part of the rules, so the position before them is loaded.
        loaded = record.read(words)
        start, steps = record.follow(loaded, self._games)
        game = record.game_of(loaded, self._games)
        self._put(GameLine(game, game.read_options(dict(loaded.options)), start, steps))
        return ""

    def perft(self, words: str) -> str:
        if not words.isascii() or not words.isdigit() or len(words) > 2:
            raise Refused(f"Give a depth from 0 to {LONGEST}. For example: perft 3")
        line = self.line
        if line.game.secrets:
            raise Refused(f"{line.game.title} has secrets, so its sequences can’t be counted.")
        return str(perft(line.game, line.state, int(words)))

    def _play(self, seat: Seat, typed: str) -> str:
        """Play an action. Returns what is announced to everybody besides the action itself.

        :raises RulesError: when it is illegal.
        """
        line = self.line
        action = line.game.parse(typed)
        self._put(line.played(seat, action))
        return line.state.announcement(seat, action)

    def _put(self, line: GameLine) -> None:
        """Make ``line`` the current game, after drawing the chance that is due."""
        if self.automatic and CHANCE in line.state.to_act:
            rng = self._seeded or SystemRandom()
            before = self._seeded.getstate() if self._seeded else None
            try:
                while CHANCE in line.state.to_act:
                    line = line.played(CHANCE, line.state.sample_chance(rng))
            except BaseException:
                if self._seeded and before:
                    self._seeded.setstate(before)
                raise
        self._line = line

    def _choose(self, words: str) -> tuple[Seat, str, Choice[Any]]:
        """The seat, the level and the choice of a computer player, as ``words`` ask.

        They are the seat, then ``level=…`` and ``seed=…``.
        """
        line = self.line
        name, *pairs = words.lower().split() or [""]
        if not name:
            raise Refused(CHOOSE_FORM)
        seat = self._seat(name)
        if seat == CHANCE:
            raise Refused("Chance is random, so it can’t choose a move. Name a seat.")
        given = read_pairs(pairs)
        level, seed = given.pop("level", STRONGEST), given.pop("seed", None)
        if given:
            raise Refused(CHOOSE_FORM)
        if seed is not None:
            number = read_seed(seed)
        elif self._seed is None:
            number = SystemRandom().getrandbits(32)
        else:
            number = Random(f"{self._seed} {len(line.steps)}").getrandbits(32)
        player = self.players.get(line.game.key)
        if player is None:
            others = f" There is one for {', '.join(self.players)}." if self.players else ""
            raise Refused(f"There’s no computer player for {line.game.title}.{others}")
        if level not in player.levels:
            raise Refused(f"{quoted(level)} isn’t a level. Use {', '.join(player.levels)}.")
        state = line.state
        state.require_turn(seat)
        return seat, level, player.at(level, state.view_for(seat), state.legal(seat), Random(number))

    def _to_act(self) -> list[Seat]:
        """The seats that may act, in the game's order."""
        line = self.line
        return [seat for seat in self._seats() if seat in line.state.to_act]

    def _seats(self) -> dict[Seat, None]:
        """The valid seat names in commands, in order: the game's seats, its slots, chance."""
        game = self.line.game
        return dict.fromkeys((*game.seats, *game.seat_styles, CHANCE))

    def _seat(self, name: str) -> Seat:
        seat = Seat(name.lower())
        if seat not in self._seats():
            raise Refused(f"{quoted(name)} isn’t a seat in this game. Use {', '.join(self._seats())}.")
        return seat

    def _viewer(self, words: str) -> Seat | None:
        """The seat whose view is requested; a slot that isn't a seat gets a spectator's view (None)."""
        if not words:
            return None
        seat = self._seat(words)
        if seat == CHANCE:
            raise Refused("Chance has no view. Name a seat, or leave it out for a spectator’s view.")
        return seat if seat in self.line.game.seats else None


WITHOUT_WORDS: Final = (
    "name",
    "version",
    "protocol_version",
    "list_commands",
    "quit",
    "games",
    "to_act",
    "undo",
    "result",
    "load",
)
"""The commands that take no arguments."""
COMMANDS: Final[dict[str, Callable[[Engine, str], str]]] = {
    name: method
    for name, method in vars(Engine).items()
    if callable(method) and not name.startswith("_") and name != "answer"
}
"""By name, in the order in which they are listed."""


def read_seed(words: str) -> int:
    """The seed written as ``words``.

    :raises Refused: when it is no whole number.
    """
    if not words.isascii() or not words.isdigit() or len(words) > 40:
        raise Refused("A seed is a whole number. For example: seed 7")
    return int(words)


def read_pairs(pairs: Iterable[str]) -> dict[str, str]:
    """The values of ``name=value``, by name.

    :raises Refused: when one isn't written like that, or twice.
    """
    given: dict[str, str] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name or name in given:
            raise Refused(f"Can’t use {quoted(pair)}. Write each option once, as name=value.")
        given[name] = value
    return given


def main(stdin: TextIO, stdout: TextIO, games: Games = GAMES, players: Players = PLAYERS) -> int:
    """Answer commands until ``quit`` or the end of ``stdin``. Returns the exit status."""
    engine = Engine(games, players)
    lines = Lines(stdin)
    while not engine.over and (line := lines.next()) is not None:
        command = read_command(line)
        if command is not None:
            stdout.write(engine.answer(command, lines))
            stdout.flush()
    return 0
