"""The sentences of reviews."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

REVIEW_STOPPED: Final = "The bot was restarted before the review was ready. Please press **Review** again."
NO_GRAPH: Final = "The graph can’t be drawn right now. Please try again in a moment."
LAST_MOVE: Final = "The graph ends with the last move."
"""After how a game ended that people ended early."""
NO_TURNING_POINT: Final = "No single move gave much away."
WELL_PLAYED: Final = "Well played!"
"""After that, unless somebody resigned or ran out of time."""
DATA_NOTE: Final = (
    "**Reviews**: what the moves of a finished game were worth, once somebody has asked for its review."
)
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


FIND_BETTER: Final = "This move gave a lot away. Can you find a better one?"
FOUND_BETTER: Final = "That’s about as good as it gets."
NO_SUCH_TURN: Final = "You can’t try that move again. Open the review and pick a turning point."
CANNOT_JUDGE: Final = "The computer can’t judge this move right now. Please try again later."


def retry_heading(game: str, move: int) -> str:
    return f"{game} · Another try at move {move}"
