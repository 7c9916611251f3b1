"""Every sentence that goes through the catalogues, in the order of the places where it is said."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir

from bot.features.lessons.lessons import lessons_of
from bot.games import GAMES
from bot.games.core import AnyGame, RulesError
from bot.games.record import RecordError
from tests.text import commands
from tests.text.sources import ROOT

SOURCES: Final = ("bot", "cogs", "rendering")
ASIDE: Final = ("bot/local/", "bot/hosting/", "bot/engine/", "bot/games/record.py", "bot/replay.py")
"""For hosts and programs: they stay English."""
FUNCTIONS: Final[dict[str, Any]] = {
    "gettext": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}


def refusals(kind: type[RulesError] = RulesError) -> set[str]:
    """The names of all refusals: what one is raised with is a sentence."""
    below = [each for each in kind.__subclasses__() if each is not RecordError]
    return {kind.__name__}.union(*map(refusals, below))


def of_sources() -> Iterator[tuple[str, Any, str | None]]:
    """Place, sentence (or a pair of them) and context of what the Python sources say."""
    keywords = {**FUNCTIONS, **dict.fromkeys((*refusals(), "__init__"))}
    for folder in SOURCES:
        for file, _, message, _, context in extract_from_dir(
            ROOT / folder, method_map=[("**.py", "python")], keywords=keywords
        ):
            place = (Path(folder) / file).as_posix()
            if not place.startswith(ASIDE):
                yield place, message, context


def of_game(game: AnyGame) -> Iterator[tuple[str, str]]:
    """What the facts, the rule book and the lessons of a game say."""
    yield f"bot/games/{game.key}/game.toml", game.tagline
    for page in game.book:
        place = f"data/books/{game.key}.toml"
        yield from ((place, text) for text in (page.title, page.text))
        yield from ((place, diagram.caption) for diagram in page.diagrams)
    for lesson in lessons_of(game):
        answers = [each for step in lesson.steps for each in (*step.answers, *step.mistakes)]
        said = [text for step in lesson.steps for text in (step.say, step.otherwise, step.hint)]
        for text in (lesson.title, *said, *(each.say for each in answers), lesson.end):
            yield f"data/lessons/{lesson.subject}", text


def of_commands() -> Iterator[tuple[str, str]]:
    """The descriptions of commands and options, and the names of choices."""
    for _, entry in commands.parts(asyncio.run(commands.tree())):
        if text := entry.get("description") or ("value" in entry and entry["name"]):
            yield commands.PLACE, text


def every() -> Iterator[tuple[str, Any, str | None]]:
    """Place, sentence (or a pair of them) and context of everything."""
    yield from of_sources()
    for found in (of_commands(), *map(of_game, GAMES.values())):
        yield from ((place, text, None) for place, text in found)


@cache
def template() -> Catalog:
    """All sentences, without translations."""
    catalogue = Catalog(project="Captain’s Table", charset="utf-8")
    for place, message, context in every():
        if any(message if isinstance(message, tuple) else (message,)):
            catalogue.add(message, locations=[(place, 0)], context=context)
    return catalogue
