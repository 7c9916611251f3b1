"""What people read keeps to the style, fits where it is shown, and stands in the text modules."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import Final

import pytest

from bot.components.interactions.card import LABEL_LIMIT, TEXT_LIMIT
from bot.features.lessons.lessons import lessons_of
from bot.games import GAMES
from bot.games.core import AnyGame
from tests.languages.messages import of_game, template

from . import commands, listing, page, rules
from .sources import Sentence, Use, modules, reads_like_text, strings_in

HEADING: Final = 500
"""Characters that a card shows of its heading."""


def complaints(found: list[Sentence], fault: Callable[[Sentence], object]) -> list[str]:
    """Where a sentence has a fault, and which."""
    return [f"{each.place}:{each.line}: {why}: {each.text!r}" for each in found if (why := fault(each))]


@pytest.mark.parametrize("module", sorted(modules(*listing.GUARDED)))
def test_sentences_stand_in_text_modules(module: str) -> None:
    assert [f"{module}:{each.line}: {each.text!r}" for each in listing.stray(module)] == []


def faults(each: Sentence) -> Iterator[str]:
    """What is wrong with a sentence: its words, its end, its length, its form."""
    if each.use is not Use.LOG and not each.place.startswith(
        (*listing.DISCORDS_WORDS, *listing.NOT_FOR_PLAYERS)
    ):
        in_a_game = each.place.startswith(("bot/games/", "data/lessons/", "data/books/"))
        yield from rules.avoided(each.text, in_a_game=in_a_game)
    if each.use is Use.TEXT and not each.place.startswith(("bot/local", "cogs/", commands.PLACE)):
        yield from ["no full stop"] * rules.stops_short(each.text)
    if len(each.text) > (HEADING if listing.is_heading(each.text) else TEXT_LIMIT):
        yield "longer than Discord shows"
    if rules.MARKDOWN_TABLE.search(each.text):
        yield "a table, whose bars Discord shows"


def test_every_sentence_is_in_words_of_a_table_ends_as_one_and_fits() -> None:
    found = listing.everything()
    assert [f"{each.place}:{each.line}: {why}: {each.text!r}" for each in found for why in faults(each)] == []
    places = {(each.place, each.use) for each in found}
    for place, use in (
        ("commands", Use.TEXT),
        ("bot/local/page/index.html", Use.TEXT),
        ("bot/local/page/text.js", Use.TEXT),
        ("data/books/snorkels.toml", Use.TEXT),
        ("bot/components/cards/table_cards.py", Use.BUTTON),
        ("data/lessons/snorkels/first-come", Use.TEXT),
        ("bot/lifecycle/start.py", Use.LOG),
        ("bot/__main__.py", Use.TEXT),
    ):
        assert (place, use) in places


def test_buttons_are_in_title_case_and_not_cut_off() -> None:
    labels = [each for each in listing.everything() if each.use is Use.BUTTON]
    assert len(labels) > 30
    assert complaints(labels, lambda each: not rules.is_title_case(each.text) and "no Title Case") == []
    assert [each for each in labels if len(each.text) > LABEL_LIMIT or each.text.endswith((".", "!"))] == []


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_lessons_and_books_are_written_as_they_are_printed(game: AnyGame) -> None:
    titles = {each.title for each in game.book} | {each.title for each in lessons_of(game)}
    said = [each.text for each in of_game(game) if each.text and each.place.startswith("data/")]
    assert len(said) > 40
    assert [text for text in said if "'" in text] == [], "a typewriter's apostrophe"
    assert [text for text in said if text not in titles and text.strip("*)")[-1] not in ".?!"] == []
    assert [title for title in titles if not rules.is_title_case(title)] == []


SOURCE = '''
"""A docstring of a module."""

def show(name, many):
    """A docstring."""
    assert name, "This is for programmers."
    log.info("the card is shown", name=name)
    if many:
        raise ValueError("This is for programmers.")
    if name == "Nobody is here.":
        return NOBODY["Nobody is here."]
    if name.startswith("Attempting a reconnect"):
        run("SELECT name FROM person")
    page = page.replace('<html lang="en">', pgettext("on a sign", "No entry."))
    return f"{name} joined {'them' if many else 'you'} at {place(name)}."
'''


def test_what_nobody_reads_is_not_listed() -> None:
    found = {each.text for each in listing.everything()}
    catalogues = {each.context for each in template() if each.context}
    assert found & catalogues == set()
    code = re.compile(
        r"(SELECT|INSERT|DELETE|UPDATE|PRAGMA) |<html|^\.\w|^(who|member) gone$|reconnect$|^one square$"
    )
    assert list(filter(code.search, found)) == []


def test_a_string_s_use_is_where_it_stands() -> None:
    found = [
        (each.use, each.text)
        for each in strings_in(ast.parse(SOURCE), "module")
        if each.use is not Use.OTHER and reads_like_text(each.text)
    ]
    assert found == [
        (Use.LOG, "the card is shown"),
        (Use.TEXT, "No entry."),
        (Use.TEXT, "{name} joined {them|you} at {place(name)}."),
    ]


def test_a_script_s_strings_are_found_and_its_comments_are_not() -> None:
    script = """// "Nothing here"
h("p", { title: 'Show it', className: old ? "who gone" : `who` }, `${name} is typing…`); /* "Nor here" */ go("https://host/path");
"""
    assert list(page.literals(script)) == [
        ("p", 2),
        ("Show it", 2),
        ("{name} is typing…", 2),
        ("https://host/path", 2),
    ]


@pytest.mark.parametrize(
    ("text", "fine"),
    [
        ("Take Purple", True),
        ("Move to c2", True),
        ("Table {number} of {game}", True),
        ("Join table {number}", False),
        ("Offer a Draw", True),
        ("A Draw", True),
        ("Give up", False),
        ("…", True),
        ("14", True),
    ],
)
def test_title_case_knows_small_words_and_squares(text: str, fine: bool) -> None:
    assert rules.is_title_case(text) == fine


@pytest.mark.parametrize(
    "text",
    [
        "Whoever asks has it.",
        "@Marina (Host) to act.",
        "The action is over.",
        "It is mended.",
        "{late|A free seat}.",
    ],
)
def test_avoided_words_are_found(text: str) -> None:
    assert rules.avoided(text)


@pytest.mark.parametrize(
    "text", ["Type `action`.", "Save it as a text file.", "{action} was played.", "Feel free."]
)
def test_other_words_are_fine(text: str) -> None:
    assert rules.avoided(text) == []


def test_columns_are_no_files_in_the_games() -> None:
    assert rules.avoided("Along the file.", in_a_game=True)
    assert rules.avoided("Along the column.", in_a_game=True) == []


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("The board can’t be shown here right now", True),
        ("The board can’t be shown here right now.", False),
        ("**Joined.** The board can’t be shown", True),
        ("Red 12 · Black 14 · 48 of 64 to win", False),
        ("### What the bot keeps about you and others", False),
        ("Your time is over at {time}", False),
        ("Best scores", False),
        ("On: the host places the first snorkel and the guest picks a colour. Off: purple goes first", False),
    ],
)
def test_a_missing_full_stop_is_found(text: str, short: bool) -> None:
    assert rules.stops_short(text) == short
