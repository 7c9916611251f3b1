"""The sentences of lobbies, challenges and rematches."""

from __future__ import annotations

from typing import Final

from bot.games.core import AnyGame
from bot.games.plurals import listed

NO_BOTS: Final = "Bots don’t play here. Challenge a person, or leave out `opponent` so that anyone can join."
PERSON_OR_COMPUTER: Final = "Choose an `opponent` or a `computer`, not both."
NO_SUCH_GAME: Final = "This bot doesn’t have that game any more. `/help` shows the ones it has."
REMATCH_EXISTS: Final = "The rematch is already open. `/games` lists your games."
NO_EXTERNAL_APPS: Final = (
    "You can’t open a table here, because only you would see the bot’s replies. Ask a moderator to allow "
    "**Use External Apps**, or to add the bot to the server."
)
WHICH_LEVEL: Final = "How well should the computer play?"


def challenged_too_often(name: str, moment: int) -> str:
    """That one person challenges another too often."""
    return f"You’ve challenged {name} a lot lately. You can challenge them again <t:{moment}:R>."


def computer_added(name: str) -> str:
    return f"{name} takes a seat. Would you like to add another?"


def computer_begins(name: str) -> str:
    return f"{name} takes a seat, and the game begins."


def not_a_member(name: str) -> str:
    return f"{name} isn’t in this server, so they can’t join. Challenge a member, or leave out `opponent`."


def which_game(opponent: str) -> str:
    return f"Which game would you like to play with {opponent}?"


def needs_opponent(game: AnyGame) -> str:
    if game.computer:
        return (
            f"{game.title} needs two players or more, and nobody can join you here. Use `/{game.key} start` "
            f"with `computer` to play against the computer, or open a table in a server channel."
        )
    return (
        f"{game.title} needs at least two players, and nobody can join you here. Open a table in a "
        "server channel instead. Anything secret will still come to you here."
    )


def takes_no_challenges(name: str) -> str:
    return f"{name} isn’t taking challenges. Leave out `opponent`, and anyone can join."


def news_for_host(host: str, news: str) -> str:
    return f"{host}: {news}"


def cancelled(table_id: int) -> str:
    return f"Table {table_id} has been cancelled."


def rematch_opened(table_id: int) -> str:
    return f"Here we go again at Table {table_id}. The card is on its way."


def rematch_offered(waiting_for: list[str]) -> str:
    return f"Rematch offered. Waiting for {listed(waiting_for)}."
