"""Do reviews mark planted blunders? ``python -m tests.players.crackers.planted [--games N]``.

Games of one level with itself, on each layout with its usual number of rounds, that the crew won. Once in
each game, blue does what lets the captain win with his next turn, as a wide search finds, though something
else wouldn't have: so it throws a game away that was won. The blunder counts as marked if the review takes
off a tenth of the chance or more. With ``--lost``, the games are those that the captain won: there's less to
throw away. How long a judgement takes is told, too.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import count, islice
from random import Random
from statistics import mean
from time import process_time
from typing import Any, Final

from bot.games.crackers import GAME
from bot.games.crackers.actions import BLUE, CAPTAIN
from bot.games.crackers.board import USUAL, layout
from bot.players.crackers import PLAYER
from bot.players.crackers.position import CAPTAIN_WINS, Position, read
from bot.players.crackers.search import Candidate, Sight, ranked, turns
from bot.players.judgement import WORTH_SAYING, Judgement
from tests.games.crackers import NAMES
from tests.players.matches import turns as turns_of

from .helper import LEVELS, level

WIDTH: Final = 4
"""The captain's turns that are gone on with after each part."""
TRIED: Final = 6
"""The actions that look worst, which are tried."""
MANY: Final = 1_000_000


def loses(candidate: Candidate) -> bool:
    """Whether the captain's next turn wins after it."""
    after = candidate.after
    return not after.winner and turns(after, WIDTH, Sight(MANY))[0].after.winner == CAPTAIN_WINS


def blunder(view: Any, legal: Any) -> Any:
    """An action that lets the captain win with his next turn; None where there's none, or nothing else."""
    moves = read(legal, view)
    first = ranked(Position.of(view), moves, Sight(MANY))
    if loses(first[0]):
        return None
    return next((legal[moves.index(each.moves[0])] for each in first[: -TRIED - 1 : -1] if loses(each)), None)


def judgements(board: str, number: int, at: str, *, lost: bool) -> Iterator[tuple[Judgement[Any], float]]:
    """What a review says of the blunder of one game, if it's one of those, and the seconds that it takes."""
    assert PLAYER.reviewer is not None
    rounds = layout(board).even_between["wade"][USUAL]
    choosers = dict.fromkeys(GAME.seats, level(at))
    game = [*turns_of(GAME, choosers, Random(number), {"board": board, "rounds": str(rounds)})]
    state, seat, action = game[-1]
    outcome = state.play(seat, action).outcome
    assert outcome is not None
    if lost != (CAPTAIN in outcome.winners):
        return
    when = Random(f"{board} {number}").randrange(rounds // 2) + 2
    for state, seat, _ in game:
        view, legal = state.view_for(seat), state.legal(seat)
        if view.round < when or seat != BLUE or view.phase == "settle":
            continue
        if (planted := blunder(view, legal)) is not None:
            begun = process_time()
            found = PLAYER.reviewer.judge(view, legal, planted, Random(1))
            assert found is not None
            yield found, process_time() - begun
            return


def main() -> None:
    """Plants, and prints what was marked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=3, help="blunders on each layout")
    parser.add_argument("--level", choices=LEVELS, default=USUAL)
    parser.add_argument("--first", type=int, default=900, help="the seed of the first game")
    parser.add_argument("--lost", action="store_true", help="in games that the captain won")
    given = parser.parse_args()
    for board in NAMES:
        each_game = (
            each
            for number in count(given.first)
            for each in judgements(board, number, given.level, lost=given.lost)
        )
        found = [*islice(each_game, given.games)]
        marked = sum(each.loss >= WORTH_SAYING for each, _ in found)
        losses = ", ".join(f"{each.before:.2f} to {each.after:.2f}" for each, _ in found)
        print(
            f"{board}: {marked} of {len(found)} marked ({losses}), {1000 * mean(s for _, s in found):.1f} ms"
        )


if __name__ == "__main__":
    main()
