"""The sentences of practice boards."""

from __future__ import annotations

from typing import Any, Final

from bot.games.core import Game

NO_BOARD: Final = "You don’t have a practice board open. Use `/learn` or `/puzzle solve` to open one."
BOARD_GONE: Final = (
    "This practice board isn’t available any more. Use `/learn` or `/puzzle solve` to open another one."
)
MOVED_ON: Final = "That button is from an earlier position. Here’s your practice board as it is now."
BUSY: Final = "Your practice board has just changed. Please try again."
ONLY_YOU: Final = "-# Practice · only you can see this"


def news(told: str) -> str:
    return f"-# {told}"


# Lessons

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


def right(words: str) -> str:
    return f"✅ {words or 'Well done!'}"


def not_that(words: str) -> str:
    return f"↩️ {words}"


def wrong(words: str) -> str:
    return f"❌ {words}"


def hint(words: str) -> str:
    return f"💡 {words}"


def last_lesson(game: Game[Any, Any]) -> str:
    if game.computer:
        return (
            "**That was the last lesson.** The Cabin Boy knows the rules and not much else, so go and win "
            "your first game!"
        )
    return f"**That was the last lesson.** You’re ready for your first game of {game.title}."


def all_done(game: Game[Any, Any]) -> str:
    if game.computer:
        return "You’ve finished them all. The Cabin Boy is waiting for you."
    return f"You’ve finished them all. How about a game of {game.title}?"


# Turning points of finished games

FIND_BETTER: Final = "This move gave a lot away. Can you find a better one?"
FOUND_BETTER: Final = "That’s about as good as it gets."
NO_SUCH_TURN: Final = "You can’t try that move again. Open the review and pick a turning point."
CANNOT_JUDGE: Final = "The computer can’t judge this move right now. Please try again later."


def retry_heading(game: str, move: int) -> str:
    return f"{game} · Another try at move {move}"
