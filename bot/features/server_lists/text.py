"""The sentences of server lists."""

from __future__ import annotations

from typing import Final

from bot.games.plurals import listed, plural

LIST_REMOVED: Final = "The list of tables has been removed. `/server board` posts a new one."


def list_posted(channel_id: int) -> str:
    return f"The list of tables is in <#{channel_id}>. The list updates itself."


NO_OPEN_TABLES: Final = "No open tables right now. `/help` shows how to open one."


def more_tables(number: int) -> str:
    return f"- … and {number} more."


def challenge_to(person: str) -> str:
    return f"waiting for {person} to accept the challenge."


def open_seats(number: int, ready: bool) -> str:
    if ready:
        return plural(number, "1 open seat. Ready to start.", f"{number} open seats. Ready to start.")
    return plural(number, "1 open seat.", f"{number} open seats.")


def awaited(people: list[str]) -> str:
    return f"waiting for {listed(people) or 'nobody'}."


def seated(table: str, playing: bool) -> str:
    return f"The game has begun: {table}." if playing else f"You’re in: {table}."
