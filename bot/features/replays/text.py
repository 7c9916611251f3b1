"""The sentences of replays."""

from __future__ import annotations

from typing import Final

from bot.games.plurals import plural

FILMS_WAIT: Final = "A few other replays are ahead of yours. Yours will appear here as soon as it’s ready."
NO_FILM: Final = "The replay can’t be made right now. `/table record` gives you every move as text."
THE_START: Final = "The starting position."
JUMP: Final = "-# To jump to any position, use `/table review` with `position`."


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
