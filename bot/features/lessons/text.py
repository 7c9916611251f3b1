"""The sentences of lessons."""

from __future__ import annotations

from typing import Final

from bot.games.core import AnyGame

LEARN: Final = (
    "New to these games? **Learn to Play** teaches you one on a real board, one move at a time, and nobody "
    "else can see it."
)
FIRST_LOBBY: Final = "### Your first table"
WHILE_YOU_WAIT: Final = (
    "Your table is open. New to this game? While you wait, learn it in a few short lessons that only you can "
    "see. `/learn` has lessons for other games, too."
)
LEARN_HEADING: Final = "### Learn to Play"
WHICH_GAME: Final = "Short lessons on a real board, one idea at a time. Which game would you like to learn?"
NO_SUCH_LESSON: Final = "There’s no such lesson. `/learn` shows the games that have lessons."


def game_progress(title: str, done: int, of: int) -> str:
    if not done:
        return f"- **{title}**: {of} lessons"
    return f"- **{title}**: {done} of {of} lessons done{' ✅' if done == of else ''}"


def lesson_heading(game: str, number: int, of: int, title: str) -> str:
    return f"{game} · Lesson {number} of {of}: {title}"


def lessons_heading(game: str) -> str:
    return f"### {game} · Lessons"


def lesson_line(number: int, title: str, done: bool) -> str:
    return f"{'✅' if done else '▫️'} {number}. {title}"


def not_that(words: str) -> str:
    return f"↩️ {words}"


def hint(words: str) -> str:
    return f"💡 {words}"


def last_lesson(game: AnyGame) -> str:
    if game.computer:
        return (
            "**That was the last lesson.** The Cabin Boy knows the rules and not much else, so go and win "
            "your first game!"
        )
    return f"**That was the last lesson.** You’re ready for your first game of {game.title}."


def all_done(game: AnyGame) -> str:
    if game.computer:
        return "You’ve finished them all. The Cabin Boy is waiting for you."
    return f"You’ve finished them all. How about a game of {game.title}?"


def learn(title: str) -> str:
    """The button that leads to a game's lessons."""
    return f"Learn {title}"
