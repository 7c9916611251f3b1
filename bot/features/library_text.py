"""The sentences of help, rule books, replays, daily challenges and rankings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from bot.features.ratings.profile import Profile
from bot.games.core import DailyChallenge, Game
from bot.games.plurals import plural

# Help

LEARN: Final = (
    "New to these games? **Learn to Play** teaches you one on a real board, one move at a time, and nobody "
    "else can see it."
)
WELCOME: Final = (
    "Press **Start a Game** to open a **lobby**: a card like the one below, where people press **Join** to "
    "play with you."
)
COMPUTERS: Final = (
    "Nobody around? Press **Add a Computer** in the lobby, or set `computer` when you start a game. The "
    "computer takes all the open seats right away."
)
AFTER_THE_LOBBY: Final = (
    "When it’s your turn, press a button under the board. **My View** shows the board from your side, and "
    "`/games` lists your games."
)
WITHOUT_PICTURES: Final = (
    "-# Would you rather read? `/board` with `words` describes the board, `/look` describes one square, and "
    "`/move` lets you type a move."
)
WHICH_GAME: Final = "Which game would you like to start?"
WHICH_RULES: Final = "Which game’s rules would you like to read?"
MORE_HELP: Final = "New here? `/help` gets you started."


def game_line(title: str, tagline: str) -> str:
    return f"- **{title}**: {tagline}"


def about(version: str) -> str:
    return f"Captain’s Table {version} brings nautical board games to Discord:"


# Rule books


def page_of(page: int, pages: int) -> str:
    return f"-# Rules, page {page} of {pages}"


# Replays and reviews

FILMS_WAIT: Final = "A few other replays are ahead of yours. Yours will appear here as soon as it’s ready."
NO_FILM: Final = "The replay can’t be made right now. `/table record` gives you every move as text."
THE_START: Final = "The starting position."
JUMP: Final = "-# To jump to any position, use `/table review` with `position`."


REVIEW_STOPPED: Final = "The bot was restarted before the review was ready. Please press **Review** again."
NO_GRAPH: Final = "The graph can’t be drawn right now. Please try again in a moment."
LAST_MOVE: Final = "The graph ends with the last move."
"""After how a game ended that people ended early."""
NO_TURNING_POINT: Final = "No single move gave much away."
WELL_PLAYED: Final = "Well played!"
"""After that, unless somebody resigned or ran out of time."""
LEFT_AND_RIGHT: Final = "-# The first picture shows what was played, and the second shows what was better."


def reviewing(done: int, moves: int) -> str:
    return f"Reviewing the game: {done} of {moves} moves so far…"


def graph_title(what: str, names: Sequence[str]) -> str:
    return f"{what}: {' & '.join(names)}"


def graph_point(move: int, value: str) -> str:
    return f"{move}: {value}"


def graph_in_words(title: str, values: list[str], marks: list[tuple[int, str]]) -> str:
    turning = ", ".join(f"{mark} at {move}" for move, mark in marks)
    after = f" Turning points: {turning}." if turning else ""
    return f"{title}. After each move: {', '.join(values)}.{after}"


def accuracy(who: str, share: float) -> str:
    return f"{who} {round(100 * share)}%"


def accuracies(each: list[str]) -> str:
    return f"**Accuracy:** {' · '.join(each)}" if each else ""


def _signed(points: float) -> str:
    return f"{points:+.1f}".replace("-", "−")


def luck_and_skill(par: float, luck: float, skill: float) -> str:
    return (
        f"**Luck:** {_signed(luck)} points from the dice. **Skill:** {_signed(skill)} points from your "
        f"choices, compared with a very good player, who averages {round(par)} points."
    )


def who(person: str, seat: str) -> str:
    return f"{person} ({seat})" if person else seat.capitalize()


def turning_label(mark: str, move: int) -> str:
    return f"{mark} Move {move}"


def turning_point(mark: str, move: int, who: str, played: str, better: str, reason: str) -> str:
    told = f"{played}. {reason}".rstrip()
    return f"**{mark} Move {move}**, {who}: {told} Better: **{better}**."


def change(what: str, best: str, played: str) -> str:
    return f"{what}: {best} after the better move, but {played} after this one."


def played_alt(words: str) -> str:
    return f"What was played: {words}"


def better_alt(words: str) -> str:
    return f"What was better: {words}"


def not_over(table_id: int) -> str:
    return (
        f"The game at Table {table_id} isn’t over yet. Use `/table record` with `table:{table_id}` to get "
        "its record so far."
    )


def without_result(table_id: int) -> str:
    return (
        f"Table {table_id} was closed without a result, so there’s no replay or review. Use `/table record` "
        f"with `table:{table_id}` to get what was played."
    )


def painting(done: int, pictures: int) -> str:
    return f"Drawing the replay: {done} of {pictures} frames…"


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
NO_RESULTS: Final = "No results yet."


def daily_heading(challenge: DailyChallenge, day: str) -> str:
    return f"The daily {challenge.noun} · {day}"


def streak(challenge: DailyChallenge, days: int) -> str:
    return f"You’ve finished the daily {challenge.noun} **{days} days in a row**."


def next_daily(at_s: int) -> str:
    return f"Start of the next one: <t:{at_s}:R>."


def daily_of(challenge: DailyChallenge, day: str, person: str) -> str:
    return f"{challenge.emblem} **The daily {challenge.noun}, {day}** · {person}"


def title_and_points(title: str, points: int) -> str:
    return plural(points, f"{title} with 1 point", f"{title} with {points} points")


def goals_met(goals: int, of: int) -> str:
    return f"{goals} of {of} goals met"


def place_so_far(place: int, of: int) -> str:
    return f"#{place} of {of} so far"


def days_in_a_row(days: int) -> str:
    return f"{days} days in a row"


def daily_invitation(game: Game[Any, Any], challenge: DailyChallenge) -> str:
    return f"Use `/{game.key} daily` to play with the same {challenge.chance}."


# Rankings

BEST_HERE: Final = "**This server’s best**"
OWN_GAMES: Final = "**Your own games**"
NO_OWN_GAMES: Final = "You haven’t finished a game yet."


def nobody_yet(game: str) -> str:
    return f"Nobody has finished a game here yet. Be the first with `/{game} start`."


def players(number: int) -> str:
    return plural(number, "-# 1 person has played.", f"-# {number} people have played.")


# Ratings

SOMEBODY: Final = "somebody"
RANKING: Final = "### Ratings in this server"
RANKING_TITLE: Final = "Ratings in this server"
NOBODY_RANKED: Final = "Nobody here has a settled rating yet. That takes about 15 to 25 rated games."
RANKING_NOTE: Final = (
    "-# This lists people who have played here, have reached a settled rating (a “?” comes back after a long "
    "break), and have been active in the last four months. `/profile` shows your own ratings."
)
UNSETTLED: Final = "-# A rating with a “?” isn’t settled yet: that takes about 15 to 25 rated games."
ONLY_YOU: Final = (
    "-# Only you can see this. To let others see it too, turn on `public` and `ratings` with `/settings`."
)
NO_GAMES_YET: Final = "There’s nothing to show yet. Play a game first: `/play` finds you an opponent."
RIVALS: Final = "Frequent opponents"


def rating_title(game: str, side: str, *, computers: bool) -> str:
    title = f"{game} · {side}" if side else game
    return f"{title} · against the computer" if computers else title


def ranking_words(title: str, rows: Sequence[str], people: int) -> str:
    more = f" ({people} people listed.)" if people > len(rows) else ""
    return f"{title}: {'; '.join(rows)}.{more}"


def own_place(title: str, rating: str, place: int | None, people: int) -> str:
    where = f"place {place} of {people}" if place is not None else "not listed"
    return f"Your rating in {title}: **{rating}**, {where}."


def named(people: str) -> str:
    return f"-# {people}"


def profile_of(person: str) -> str:
    return f"### {person}’s profile"


def results(won: int, drawn: int, lost: int) -> str:
    drawn_part = f"{drawn} drawn, " if drawn else ""
    return f"{won} won, {drawn_part}{lost} lost"


def rating_words(title: str, rating: str, trend: Sequence[int], won_and_lost: str) -> str:
    way = f", between {min(trend)} and {max(trend)} lately" if len(trend) > 1 else ""
    return f"{title}: {rating}{way}; {won_and_lost}."


def rival_words(name: str, won_and_lost: str) -> str:
    return f"Against {name}: {won_and_lost}."


def facts(profile: Profile) -> Iterator[tuple[str, str]]:
    if profile.favourite is not None:
        game, number = profile.favourite
        yield "Favourite game", f"{game.title} ({plural(number, '1 game', f'{number} games')})"
        yield "Games finished", str(profile.finished)
    if profile.best_streak > 1:
        now = f"{profile.streak} now, " if profile.streak > 1 else ""
        yield "Wins in a row", f"{now}{profile.best_streak} at best"
    if profile.titles:
        yield "Captain’s Curse", " · ".join(f"{title} {number}×" for title, number in profile.titles[:3])
