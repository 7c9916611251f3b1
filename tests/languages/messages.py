"""Every sentence that goes through the catalogues, in the order of the places where it is said."""

from __future__ import annotations

import ast
import asyncio
from collections.abc import Collection, Iterator
from functools import cache
from itertools import product
from typing import Any, Final

from babel.messages import Catalog

from bot.features.lessons.lessons import lessons_of
from bot.games import GAMES
from bot.games.core import AnyGame, RulesError
from bot.games.record import RecordError
from bot.languages import names
from bot.local.text import PAGE, sentences
from tests.text import commands
from tests.text.sources import ROOT, modules, tree_of

SOURCES: Final = ("bot", "cogs", "rendering")
ASIDE: Final = ("bot/hosting/", "bot/engine/", "bot/games/record.py", "bot/replay.py")
"""For hosts and programs: they stay English."""
FUNCTIONS: Final = {"gettext": 1, "gettext_noop": 1, "ngettext": 2, "pgettext": 2, "said_of": 2}
"""How many of the first arguments are texts."""
SAID_LATER: Final = {
    "switch": ("on", "off", "button"),
    "choice": ("note",),
    "Setting": ("button",),
    "Feature": ("data_note",),
}
"""Which arguments of declarations are texts; the second one of the first two is, too: a label."""


class Unsaid(AssertionError):
    """Something is given to a catalogue that is no sentence of its own."""


def refusals(kind: type[RulesError] = RulesError) -> set[str]:
    """The names of all refusals: what one is raised with is a sentence."""
    below = [each for each in kind.__subclasses__() if each is not RecordError]
    return {kind.__name__}.union(*map(refusals, below))


def of_module(module: str, raised: Collection[str]) -> Iterator[tuple[str, Any, str | None]]:
    """Place, sentence (or a pair of them) and context of what a Python file says.

    (Babel's own extraction doesn't look into the braces of f-strings.)

    :raises Unsaid: for a sentence that is put together in the source.
    """
    calls = [node for node in ast.walk(tree_of(module)) if isinstance(node, ast.Call)]
    for node in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        own = name == "__init__" and isinstance(getattr(node.func, "value", None), ast.Call)
        if name in FUNCTIONS:
            for texts in product(*map(_texts, node.args[: FUNCTIONS[name]])):
                if any(isinstance(text, ast.JoinedStr | ast.BinOp) for text in texts):
                    raise Unsaid(f"{module}, line {node.lineno}: a sentence is put together")
                said = [str(text.value) for text in texts if isinstance(text, ast.Constant)]
                if len(said) == len(texts):
                    *before, last = said
                    context = before[0] if name == "pgettext" else None
                    yield module, tuple(said) if name in ("ngettext", "said_of") else last, context
        elif name in SAID_LATER:
            named = [each.value for each in node.keywords if each.arg in SAID_LATER[name]]
            for text in (*node.args[1:2], *named):
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    yield module, text.value, None
        elif (name in raised or own) and node.args:
            for text in _texts(node.args[0]):
                if isinstance(text, ast.JoinedStr) and name in raised:
                    raise Unsaid(f"{module}, line {node.lineno}: a refusal is put together")
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    yield module, text.value, None


def _texts(argument: ast.expr) -> list[ast.expr]:
    """What an argument may be: both sides of a choice, each entry of a table."""
    match argument:
        case ast.IfExp(body=one, orelse=other):
            parts = [one, other]
        case ast.Dict(values=parts) | ast.Tuple(elts=parts):
            pass
        case _:
            return [argument]
    return [text for part in parts for text in _texts(part)]


def of_sources() -> Iterator[tuple[str, Any, str | None]]:
    """Place, sentence (or a pair of them) and context of what the Python sources say."""
    raised = refusals()
    for module in modules(*SOURCES):
        if not module.startswith(ASIDE):
            yield from of_module(module, raised)


def of_game(game: AnyGame) -> Iterator[tuple[str, str]]:
    """What the facts, the rule book and the lessons of a game say."""
    place = f"bot/games/{game.key}/game.toml"
    yield place, game.tagline
    if game.designer.name[0].islower():
        yield place, game.designer.name  # “an anonymous inventor”: a name isn’t translated
    for page in game.book:
        place = f"data/books/{game.key}.toml"
        yield from ((place, text) for text in (page.title, page.text))
        yield from ((place, diagram.caption) for diagram in page.diagrams)
    for lesson in lessons_of(game):
        answers = [each for step in lesson.steps for each in (*step.answers, *step.mistakes)]
        said = [text for step in lesson.steps for text in (step.say, step.otherwise, step.hint)]
        for text in (lesson.title, *said, *(each.say for each in answers), lesson.end):
            yield f"data/lessons/{lesson.subject}", text


def of_page() -> Iterator[tuple[str, str]]:
    """What the local table's page says."""
    for name in PAGE:
        place = f"bot/local/page/{name}"
        source = (ROOT / place).read_text("utf-8")
        yield from ((place, said) for said in sentences(name, source))


def of_commands() -> Iterator[tuple[str, str]]:
    """The descriptions of commands and options, and the names of choices."""
    for _, entry in commands.parts(asyncio.run(commands.tree())):
        text = entry.get("description") or ("value" in entry and entry["name"])
        if text and text not in names().values():
            yield commands.PLACE, text


def every() -> Iterator[tuple[str, Any, str | None]]:
    """Place, sentence (or a pair of them) and context of everything."""
    yield from of_sources()
    for found in (of_page(), of_commands(), *map(of_game, GAMES.values())):
        yield from ((place, text, None) for place, text in found)


@cache
def template() -> Catalog:
    """All sentences, without translations."""
    catalogue = Catalog(project="Captain’s Table", charset="utf-8")
    for place, message, context in every():
        if any(message if isinstance(message, tuple) else (message,)):
            catalogue.add(message, locations=[(place, 0)], context=context)
    return catalogue
