"""The numbers of action sequences are those that are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.engine.perft import perft
from bot.games.core import RulesError
from tests.games.registry import GAMES, AnyGame

FOLDER = Path(__file__).parent


def known(key: str) -> list[tuple[str, dict[str, str], list[int]]]:
    """(line, options, numbers) of a game's file."""
    found = []
    path = FOLDER / f"{key}.txt"
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        if line and not line.startswith("#"):
            options, _, numbers = line.partition(" | ")
            pairs = () if options == "-" else options.split()
            found.append(
                (
                    line,
                    dict(pair.split("=", 1) for pair in pairs),
                    [int(number) for number in numbers.split()],
                )
            )
    return found


LINES = [(GAMES[key], *entry) for key in GAMES for entry in known(key)]


@pytest.mark.parametrize(
    ("game", "given", "numbers"),
    [(game, given, numbers) for game, _, given, numbers in LINES],
    ids=[f"{game.key} {line}" for game, line, _, _ in LINES],
)
def test_the_number_of_sequences_is_known(game: AnyGame, given: dict[str, str], numbers: list[int]) -> None:
    state = game.start(game.read_options(given))
    assert [perft(game, state, depth) for depth in range(1, len(numbers) + 1)] == numbers


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_without_secrets_has_known_numbers(game: AnyGame) -> None:
    assert game.secrets or known(game.key), f"Write tests/games/perft/{game.key}.txt, with its sources."


def test_a_count_beyond_reason_is_refused() -> None:
    game = GAMES["snorkels"]
    with pytest.raises(RulesError):
        perft(game, game.start(game.read_options({})), 6, most=1_000)


def test_no_action_at_all_is_one_sequence() -> None:
    game = GAMES["snorkels"]
    assert perft(game, game.start(game.read_options({})), 0) == 1
