"""The sentences with which the engine refuses commands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.games.core import quoted

UNKNOWN_COMMAND: Final = "unknown command"
NO_DOT: Final = "End the record with a line that contains only a dot."
BAD_SEED: Final = "A seed is a whole number. For example: seed 7"
BAD_CHANCE: Final = "Chance is either “auto” or “manual”."
PLAY_FORM: Final = "Name a seat and a move. For example: play purple d4"
RECORD_FORM: Final = "The only option is “public”. Without it, you get the complete record."
CHOOSE_FORM: Final = "Name the seat to choose for. For example: genmove purple level=deckhand seed=7"
CHANCE_CHOOSES_NOTHING: Final = "Chance is random, so it can’t choose a move. Name a seat."
CHANCE_SEES_NOTHING: Final = "Chance has no view. Name a seat, or leave it out for a spectator’s view."
HIDING_FORM: Final = "Only the mines of one seat of Depth Charge can stay a secret: play north mines ?"
NOTHING_TO_TELL: Final = "The engine knows the secrets of all seats here. Leave out the = and what follows."
WRONG_ANSWER: Final = (
    "No mines fit that. After =, say what the program that knows the mines has answered. "
    "For example: play south sound c5 = ping 3 5"
)
NO_GAME: Final = "Start a game first. For example: new snorkels"
NOTHING_TO_UNDO: Final = "There’s nothing to undo."


def too_long(most: int) -> str:
    return f"A command can be at most {most:,} characters long."


def internal_error(kind: str, reason: object) -> str:
    return f"internal error: {kind}: {reason}"


def name_a_game(games: Iterable[str]) -> str:
    return f"Name a game: {', '.join(games)}."


def bad_option(option: str) -> str:
    return f"Can’t use {quoted(option)}. Write each option once, as name=value."


def name_a_seat(seats: Iterable[str]) -> str:
    return f"More than one seat can move now. Name one of {', '.join(seats)}."


def unknown_seat(seat: str, seats: Iterable[str]) -> str:
    return f"{quoted(seat)} isn’t a seat in this game. Use {', '.join(seats)}."


def not_known(seat: str) -> str:
    return f"The mines of {seat} are a secret here. Ask the program that plays {seat}."


def no_player(game: str, known: Iterable[str]) -> str:
    others = ", ".join(known)
    return f"There’s no computer player for {game}.{f' There is one for {others}.' if others else ''}"


def unknown_level(level: str, levels: Iterable[str]) -> str:
    return f"{quoted(level)} isn’t a level. Use {', '.join(levels)}."


def perft_form(most: int) -> str:
    return f"Give a depth from 0 to {most}. For example: perft 3"


def perft_secrets(game: str) -> str:
    return f"{game} has secrets, so its sequences can’t be counted."


def perft_too_large(most: int) -> str:
    return f"This would look at more than {most:,} positions. Try a smaller depth."


def takes_nothing(words: str) -> str:
    return f"This command takes no arguments. Leave out {quoted(words)}."
