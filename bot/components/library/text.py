"""The sentences of help, rule books, replays, daily challenges and rankings."""

from __future__ import annotations

from typing import Any, Final

from bot.games.core import DailyChallenge, Game
from bot.games.plurals import plural

# Help

LEARN: Final = (
    "New to these games? **Learn to Play** teaches you one on a real board, a move at a time, and nobody is "
    "watching."
)
WELCOME: Final = (
    "Press **Start a Game** to open a **lobby**: a card like the one below, where people press **Join** to "
    "play with you."
)
COMPUTERS: Final = (
    "Nobody around? Press **Add a Computer** in the lobby, or set `computer` when you start a game: it takes "
    "the open seats at once."
)
AFTER_THE_LOBBY: Final = (
    "When it’s your turn, press a button under the board. **My View** shows the board from your side, and "
    "`/games` lists your games."
)
WITHOUT_PICTURES: Final = (
    "-# Rather read than look? `/board` with `words` describes the board, `/look` describes one square, and "
    "`/move` takes a typed move."
)
WHICH_GAME: Final = "Which game would you like to start?"
WHICH_RULES: Final = "Which game’s rules would you like to read?"
MORE_HELP: Final = "New here? `/help` gets you started."


def game_line(title: str, tagline: str) -> str:
    return f"- **{title}**: {tagline}"


def about(version: str) -> str:
    return f"Captain’s Table {version} brings nautical board games to Discord. These people designed them:"


# Rule books


def page_of(page: int, pages: int) -> str:
    return f"-# Rules, page {page} of {pages}"


# Replays and reviews

FILMS_WAIT: Final = "Other replays are being painted first. Yours will appear right here."
NO_FILM: Final = "The replay can’t be painted right now. `/table record` gives you every move as text."
THE_START: Final = "The starting position."
JUMP: Final = "-# To jump to any position, use `/table review` with `position`."


def not_over(table_id: int) -> str:
    return f"Table {table_id} isn’t over yet. Its record so far is under **More**."


def painting(done: int, pictures: int) -> str:
    return f"Painting the replay: {done} of {pictures} pictures …"


def film(moves: int, ending: str) -> str:
    length = plural(moves, "The whole game (1 move) as an animation.", f"All {moves} moves as an animation.")
    return f"{length} {ending}"


def shared_by(person: int) -> str:
    return f"-# Shared by <@{person}>."


def position_of(position: int, last: int) -> str:
    return f"-# Position {position} of {last}"


# Daily challenges

NOT_COUNTED: Final = "Your attempt doesn’t count."
NOTHING_TO_SHARE: Final = "There’s nothing to share, because only finished attempts count."
RESULTS: Final = "**Results in this server**"
NO_RESULTS: Final = "Nobody has a result yet."


def daily_heading(challenge: DailyChallenge, day: str) -> str:
    return f"The daily {challenge.noun} · {day}"


def streak(challenge: DailyChallenge, days: int) -> str:
    return f"You’ve finished the daily {challenge.noun} **{days} days in a row**."


def next_daily(at_s: int) -> str:
    return f"The next one starts <t:{at_s}:R>."


def daily_of(challenge: DailyChallenge, day: str, person: str) -> str:
    return f"{challenge.emblem} **The daily {challenge.noun}, {day}** · {person}"


def title_and_points(title: str, points: int) -> str:
    return plural(points, f"{title} with 1 point", f"{title} with {points} points")


def goals_met(goals: int, of: int) -> str:
    return f"{goals} of {of} goals"


def place_so_far(place: int, of: int) -> str:
    return f"place {place} of {of} so far"


def days_in_a_row(days: int) -> str:
    return f"{days} days in a row"


def daily_invitation(game: Game[Any, Any], challenge: DailyChallenge) -> str:
    return f"Use `/{game.key} daily` to play with the same {challenge.chance}."


# Rankings

BEST_HERE: Final = "**The best in this server**"
OWN_GAMES: Final = "**Your own games**"
NO_OWN_GAMES: Final = "You haven’t finished a game yet."


def nobody_yet(game: str) -> str:
    return f"Nobody has finished a game here yet. Be the first with `/{game} start`."


def players(number: int) -> str:
    return plural(number, "-# 1 person has played.", f"-# {number} people have played.")
