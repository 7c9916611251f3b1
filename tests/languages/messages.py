"""Every sentence that goes through the catalogues: first what a table says, then one game after the other."""

from __future__ import annotations

import ast
import asyncio
import re
import tomllib
from collections.abc import Collection, Iterator
from functools import cache
from itertools import chain, product
from pathlib import Path
from typing import Any, Final, NamedTuple

from babel.messages import Catalog, Message

from bot.features.lessons.lessons import lessons_of
from bot.games import GAMES
from bot.games.core import AnyGame, IntOption, RulesError
from bot.games.record import RecordError
from bot.languages import LETTER, names
from bot.local.text import PAGE, sentences
from tests.text import commands
from tests.text.sources import ROOT, modules, tree_of

SOURCES: Final = ("bot", "cogs", "rendering")
ASIDE: Final = ("bot/hosting/", "bot/engine/", "bot/games/record.py", "bot/replay.py")
"""For hosts and programs: they stay English."""
FUNCTIONS: Final = {"gettext": 1, "gettext_noop": 1, "ngettext": 2, "pgettext": 2, "said_of": 2}
"""How many of the first arguments are texts."""
SAID_LATER: Final = {
    "switch": ("on", "off"),
    "choice": (),
    "Setting": ("label",),
    "Feature": ("data_note",),
}
"""Which arguments of declarations are texts; the second one of the first two is, too: a label."""
BUTTONS: Final = ("Control", "table_control", "control", "button", "turn")
"""What makes a button of its arguments."""
A_BUTTON: Final = "A button."
A_DESCRIPTION: Final = "Describes a command or an option"
A_CHOICE: Final = "A value that people choose for an option"
WORDS: Final[dict[str, dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "words.toml").read_text("utf-8")
)
MEANINGS: Final = WORDS["placeholders"]
"""What placeholders are filled with, by their names; below a game's key, that game's own."""
PLACEHOLDER: Final = re.compile(r"\{(\w+)")
LIMITS: Final = {A_BUTTON: 40, A_DESCRIPTION: 100, A_CHOICE: 100}
"""How many characters a text may have: Discord's limits, and half of that of buttons, for a phone."""
FIRST: Final = (
    "bot/components/cards",
    "bot/components/play",
    "bot/components/lobbies",
    "bot/components",
    "bot/tables",
    "bot/people",
    commands.PLACE,
    *(
        f"{room}/{key}"
        for key in GAMES
        for room in ("bot/games", "rendering", "bot/players", "data/lessons", "data/books")
    ),
)
"""The order of places; the others follow."""


class Said(NamedTuple):
    """Something that is said."""

    place: str
    text: Any
    """A sentence, or a pair of them."""
    context: str | None = None
    note: str = ""
    """What it is, for translators."""


class Unsaid(AssertionError):
    """Something is given to a catalogue that is no sentence of its own."""


def refusals(kind: type[RulesError] = RulesError) -> set[str]:
    """The names of all refusals: what one is raised with is a sentence."""
    below = [each for each in kind.__subclasses__() if each is not RecordError]
    return {kind.__name__}.union(*map(refusals, below))


def of_module(module: str, raised: Collection[str]) -> Iterator[Said]:
    """What a Python file says.

    (Babel's own extraction doesn't look into the braces of f-strings.)

    :raises Unsaid: for a sentence that is put together in the source.
    """
    calls = [node for node in ast.walk(tree_of(module)) if isinstance(node, ast.Call)]
    labels = {id(part) for call in calls if _name(call) in BUTTONS for part in ast.walk(call)}
    for node in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name, note = _name(node), A_BUTTON if id(node) in labels else ""
        own = name == "__init__" and isinstance(getattr(node.func, "value", None), ast.Call)
        if name in FUNCTIONS:
            for texts in product(*map(_texts, node.args[: FUNCTIONS[name]])):
                if any(isinstance(text, ast.JoinedStr | ast.BinOp) for text in texts):
                    raise Unsaid(f"{module}, line {node.lineno}: a sentence is put together")
                said = [str(text.value) for text in texts if isinstance(text, ast.Constant)]
                if len(said) == len(texts):
                    *before, last = said
                    context = before[0] if name == "pgettext" else None
                    yield Said(
                        module, tuple(said) if name in ("ngettext", "said_of") else last, context, note
                    )
        elif name in SAID_LATER:
            named = [each.value for each in node.keywords if each.arg in SAID_LATER[name]]
            for text in (*node.args[1:2], *named):
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    yield Said(module, text.value)
        elif (name in raised or own) and node.args:
            for text in _texts(node.args[0]):
                if isinstance(text, ast.JoinedStr) and name in raised:
                    raise Unsaid(f"{module}, line {node.lineno}: a refusal is put together")
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    yield Said(module, text.value)


def _name(call: ast.Call) -> str:
    """The name of what is called."""
    return str(getattr(call.func, "id", getattr(call.func, "attr", "")))


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


def of_sources() -> Iterator[Said]:
    """What the Python sources say."""
    raised = refusals()
    for module in modules(*SOURCES):
        if not module.startswith(ASIDE):
            yield from of_module(module, raised)


def of_game(game: AnyGame) -> Iterator[Said]:
    """What the facts, the rule book and the lessons of a game say."""
    place = f"bot/games/{game.key}/game.toml"
    yield Said(place, game.tagline)
    if game.letter_of.__name__ == "letter_of":  # else it's a key's letter, and the same in each language
        yield from (Said(place, game.name_of(seat), LETTER) for seat in game.seats)
    if game.known:
        yield Said(place, game.known)
    for option in game.options.values():
        told = (option.told, option.never) if isinstance(option, IntOption) else option.told
        yield from (Said(place, text) for text in (option.title, *told))
    if game.designer.name[0].islower():
        yield Said(place, game.designer.name)  # “an anonymous inventor”: a name isn’t translated
    for lesson in lessons_of(game):
        answers = [each for step in lesson.steps for each in (*step.answers, *step.mistakes)]
        said = [text for step in lesson.steps for text in (step.say, step.press, step.otherwise, step.hint)]
        for text in (lesson.title, *said, *(each.say for each in answers), lesson.end):
            yield Said(f"data/lessons/{lesson.subject}", text)
    for page in game.book:
        place = f"data/books/{game.key}.toml"
        yield from (Said(place, text) for text in (page.title, page.text))
        yield from (Said(place, diagram.caption) for diagram in page.diagrams)


def of_page() -> Iterator[Said]:
    """What the local table's page says."""
    for name in PAGE:
        place = f"bot/local/page/{name}"
        source = (ROOT / place).read_text("utf-8")
        yield from (Said(place, said) for said in sentences(name, source))


def of_commands() -> Iterator[Said]:
    """The descriptions of commands and options, and the names of choices."""
    for path, entry in commands.parts(asyncio.run(commands.tree())):
        if described := entry.get("description"):
            yield Said(commands.PLACE, described, note=f"{A_DESCRIPTION}: {path}")
        elif "value" in entry and entry["name"] not in names().values():
            yield Said(commands.PLACE, entry["name"], note=f"{A_CHOICE}: {path.partition(':')[0]}")


def every() -> Iterator[Said]:
    """Everything, in the order in which one would translate it."""
    found = chain(of_sources(), of_page(), of_commands(), *map(of_game, GAMES.values()))
    yield from sorted(found, key=lambda each: _rank(each.place))


def _rank(place: str) -> int:
    return next((rank for rank, first in enumerate(FIRST) if place.startswith(first)), len(FIRST))


@cache
def template() -> Catalog:
    """All sentences, without translations."""
    catalogue = Catalog(project="Captain’s Table", charset="utf-8")
    noted = set[tuple[Any, str]]()
    for place, message, context, note in every():
        if any(message if isinstance(message, tuple) else (message,)):
            # Of the commands that share a description, one is enough.
            kind = message, note.partition(":")[0]
            notes = [note] if note and kind not in noted else []
            noted.add(kind)
            entry = catalogue.add(message, locations=[(place, 0)], auto_comments=notes, context=context)
            if len(entry.locations) == 1:
                entry.auto_comments += filled_in(message, place)
    return catalogue


def filled_in(message: Any, place: str) -> list[str]:
    """What the placeholders of a sentence are filled with, as far as that has to be said."""
    game: dict[str, str] = next(
        (MEANINGS[key] for key in GAMES if f"/{key}/" in place and key in MEANINGS), {}
    )
    names = dict.fromkeys(PLACEHOLDER.findall(message if isinstance(message, str) else message[-1]))
    told = {name: game.get(name) or MEANINGS.get(name) for name in names}
    return [f"{{{name}}}: {meaning}" for name, meaning in told.items() if isinstance(meaning, str)]


def key(message: Message) -> str | tuple[str, str]:
    """By what a catalogue finds a message."""
    first: str = message.id if isinstance(message.id, str) else message.id[0]
    return first if message.context is None else (message.context, first)


def limit(message: Message) -> int | None:
    """How many characters a message may have; None where it doesn't matter."""
    kinds = [each for note in message.auto_comments for each in LIMITS if note.startswith(each)]
    return min((LIMITS[each] for each in kinds), default=None)
