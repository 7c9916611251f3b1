"""The files of the languages, the sentences that go through them, and what a broken file does."""

from __future__ import annotations

import ast
import asyncio
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal, cast

import discord
import pytest

from bot.components.hooks import BotClient
from bot.games import GAMES
from bot.games.curse.actions import TREASURES
from bot.games.curse.text import name_of as named_in_curse
from bot.hosting import local_checks
from bot.languages import (
    ENGLISH,
    catalogues,
    closest,
    gettext,
    labelled,
    listed,
    names,
    ngettext,
    offer,
    pgettext,
    speaking,
    spoken,
)
from bot.lifecycle.command_sync import payloads, too_long
from bot.local_table import run_local
from bot.tables.days import read_day
from tests.text import commands, page
from tests.text.sources import modules, tree_of

from . import checks
from .messages import template

HEAD = (
    'msgid ""\nmsgstr ""\n"X-Own-Name: Deutsch\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
    '"Content-Type: text/plain; charset=utf-8\\n"\n\n'
)
HELLO = 'msgid "Hello {name}"\nmsgstr "Hallo {name}"\n\n'
OTHERS = [each for each in names() if each != ENGLISH]
GLUED = re.compile(
    r"(?<!\{value)\}(?:’s|s|es)\b|\w\{(?!number\})|(?<!\{value)\}\w|"
    r"\b(?:[Aa]n?|[Ii]ts|[Tt]heir|[Hh]is|[Hh]er) \{(?!number\}|value\})"
)
"""A possessive, a plural's letter, half a word, or an article that belongs to what is filled in.

A ``{number}`` and the ``{value}`` of a die may have them: “a 3”, “double 3s” are said of every number alike.
"""


@pytest.fixture
def german(languages: Path) -> Path:
    """A file of German, which is the only one."""
    return languages / "de.po"


@pytest.mark.parametrize("tag", OTHERS)
def test_what_is_translated_keeps_what_it_fills_in_and_fits(tag: str) -> None:
    assert checks.faults(tag) == []
    assert re.match(rf"{tag}: \d+ % is translated, \d+ of \d+ sentences", checks.progress(tag))


@pytest.mark.parametrize(
    "said", ["an anonymous inventor", "Captain: Gives nothing away. Expect to lose at first."]
)
def test_what_no_source_says_as_a_whole_is_translated_too(said: str) -> None:
    assert said in {each.id for each in template()}


def test_every_sentence_of_the_local_page_is_translated() -> None:
    said = {each.text for each in page.sentences() if each.text != each.text.lower()}  # no selectors
    assert said <= {each.id for each in template()}


def test_no_sentence_is_put_together_in_the_source() -> None:
    english = [text for each in template() if each.id for text in checks.forms(each.id)]
    assert len(english) > 1500, "f-strings in the source raise Unsaid"
    assert [text for text in english if GLUED.search(text)] == []


def test_no_label_is_glued_to_what_follows() -> None:
    rooms = ("bot/components", "bot/features", "bot/games", "bot/people", "rendering")
    for_authors = (
        "bot/games/record.py",
        "bot/features/lessons/lessons.py",
        "bot/features/puzzles/library.py",
    )
    found = [
        (module, ast.unparse(node))
        for module in modules(*rooms)
        if module not in for_authors
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.JoinedStr)
        for part in node.values
        if isinstance(part, ast.Constant) and re.match(r"[*_]*: ", str(part.value))
    ]
    assert [each for each in found if not each[1].startswith("f'The best")] == [], "gettext, or labelled"


def test_a_language_puts_what_it_wants_behind_a_label(german: Path) -> None:
    french = 'msgid "{label}: {text}"\nmsgstr "{label}\u202f: {text}"\n'
    german.write_text(HEAD + french, "utf-8")
    assert labelled("Red", "a1") == "Red: a1"
    with speaking("de"):
        assert labelled("Rouge", "a1") == "Rouge\u202f: a1"


@pytest.mark.parametrize("tag", OTHERS)
def test_what_stands_for_a_name_on_a_board_stands_for_no_other(tag: str) -> None:
    with speaking(tag):
        for game in GAMES.values():
            letters = [game.letter_of(seat) for seat in game.seats]
            assert len({*letters}) == len(letters), letters
            if game.letter_of.__name__ == "letter_of":  # else it's on the board in each language alike
                named = (game.name_of(seat).upper() for seat in game.seats)
                assert all(map(str.__contains__, named, letters)), letters
        begun = [named_in_curse(treasure)[:2] for treasure in TREASURES]
        assert len({*begun}) == len(begun), begun


def test_french_never_leaves_a_mark_alone_on_the_next_line() -> None:
    """What stands before ``: ; ! ? » %`` and after ``«`` is a space that no line breaks at."""
    said = [form for forms in catalogues.read("fr")[0].said.values() for form in forms]
    prose = [re.sub("`[^`]*`", "", form) for form in said]
    assert any("\u00a0:" in form for form in prose)
    assert [form for form in prose if re.search(r"[\w)}*] [:;!?»%](?!\w)|« ", form)] == []


def test_no_key_is_the_name_of_a_choice() -> None:
    entries = [each for _, each in commands.parts(asyncio.run(commands.tree())) if "value" in each]
    assert [each["name"] for each in entries if each["name"] == each["value"]] == []


def test_what_is_filled_in_stands_where_the_language_wants_it(german: Path) -> None:
    german.write_text(
        f'{HEAD}msgid "{{who}} moved to {{square}}."\nmsgstr "Nach {{square}}: {{who}}."\n\n'
        'msgid "1 mine"\nmsgid_plural "{number} mines"\nmsgstr[0] "eine Mine"\nmsgstr[1] "{number} Minen"\n\n'
        'msgctxt "a button"\nmsgid "Turn"\nmsgstr "Drehen"\n\nmsgid "Turn"\nmsgstr "Zug"\n',
        "utf-8",
    )
    assert gettext("{who} moved to {square}.", who="ann", square="c3") == "ann moved to c3."
    with speaking("de"):
        assert gettext("{who} moved to {square}.", who="ann", square="c3") == "Nach c3: ann."
        assert [ngettext("1 mine", "{number} mines", each) for each in (1, 3)] == ["eine Mine", "3 Minen"]
        assert (pgettext("a button", "Turn"), gettext("Turn")) == ("Drehen", "Zug")
        assert (listed("abc"), listed("ab", "or")) == ("a, b und c", "a oder b")
        assert gettext("Nobody has said this.") == "Nobody has said this."
    assert gettext("Turn") == "Turn"


@pytest.mark.parametrize(
    ("parts", "told"),
    [((), ""), (("a1",), "a1"), (("a1", "b1"), "a1 and b1"), (("a1", "b1", "c1"), "a1, b1 and c1")],
)
def test_parts_are_listed_as_one_says_them(parts: tuple[str, ...], told: str) -> None:
    assert listed(parts) == told
    assert listed(iter(parts), "or") == told.replace(" and ", " or ")


@pytest.mark.parametrize(
    ("parts", "style", "told"),
    [
        (("c3", "h1", "i7"), "and", "c3, h1 e i7"),
        (("Ana", "Hilda"), "and", "Ana e Hilda"),
        (("agua", "hielo"), "and", "agua y hielo"),
        (("i1", "c3"), "and", "i1 y c3"),
        (("7", "8"), "or", "7 u 8"),
        (("10", "11"), "or", "10 u 11"),
        (("100", "110"), "or", "100 o 110"),
        (("i1",), "and", "i1"),
        (("**Ana**", "**Isla**"), "and", "**Ana** e **Isla**"),
        (("`off`", "`on`"), "or", "`off` u `on`"),
    ],
)
def test_spanish_says_e_and_u_before_the_same_sound(
    parts: tuple[str, ...], style: Literal["and", "or"], told: str
) -> None:
    with speaking("es"):
        assert listed(parts, style) == told


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (b"\xff\xfe nothing", "line 1: this is cut or misspelt"),
        (b"Hello\n\n" + (HEAD + HELLO).encode(), "line 1: this is cut or misspelt"),
        (f'{HEAD}{HELLO}msgid "x"\nmsgstr "cut of'.encode(), "line 10: this is cut or misspelt"),
        (f'{HEAD}msgid "x"\nmsgstr "say "y""\n{HELLO}'.encode(), "line 7: this is cut or misspelt"),
        (f'{HEAD}msgid "x"\nmsgstr "y"\n"cut of\n#. a\n{HELLO}'.encode(), "line 7: this is cut"),
        (f'{HEAD}msgctxt "x\nmsgid "x"\nmsgstr "y"\n{HELLO}'.encode(), "line 8: this is cut"),
        (f'{HEAD}msgid "x"\nmsgid "a {{b}}"\nmsgstr ""\n{HELLO}'.encode(), "line 7: this is cut"),
        (
            f'{HEAD}{HELLO}msgid "x"\nmsgstr "'.encode() + b'\xe4"\n',
            "“\ufffd” has letters that can’t be read",
        ),
        (f'{HEAD}{HELLO}msgid "x"\nmsgstr "\\344"\n'.encode(), "has letters that can’t be read"),
        ((HEAD + HELLO).replace("(n != 1)", "n.real").encode(), "plural=n.real” is no rule for plurals"),
        ((HEAD + HELLO).replace("(n != 1)", "n/0").encode(), "plural=n/0” is no rule for plurals"),
        ((HEAD + HELLO).replace("(n != 1)", "n").encode(), "plural=n” is no rule for plurals"),
        (f'{HEAD}{HELLO}msgid "a {{b}}"\nmsgstr "a {{c}}"\n'.encode(), "fills in something else"),
        (f'{HEAD}{HELLO}msgid "a {{b}}"\nmsgstr "a {{b:d}}"\n'.encode(), "fills in something else"),
        (f'{HEAD}{HELLO}msgid "a {{b}}"\nmsgstr "a {{b!r}}"\n'.encode(), "fills in something else"),
        (f'{HEAD}{HELLO}msgid "a {{b}}"\nmsgstr "a {{b}} {{"\n'.encode(), "stray brace"),
        (f'{HEAD}{HELLO}msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\n'.encode(), "“a” has 1 of 2 forms"),
        (f'{HEAD}{HELLO}msgid "a"\nmsgid_plural "b"\nmsgstr "c"\n'.encode(), "“a” has 1 of 2 forms"),
        (f'{HEAD}{HELLO}msgid "x"\nmsgstr[0] "c"\n'.encode(), "“x” has forms, but no number"),
    ],
)
def test_a_broken_entry_is_named_and_alone_is_said_in_english(
    german: Path, broken: bytes, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    german.write_bytes(broken)
    whole = HELLO.encode() in broken
    with speaking("de"):
        assert gettext("Hello {name}", name="ann") == ("Hallo ann" if whole else "Hello ann")
        assert (gettext("x"), gettext("a {b}", b=1), ngettext("a", "b", 2)) == ("x", "a 1", "b")
    assert fault in caplog.text
    (english, found) = local_checks.languages()
    assert (english.well, found.well) == (True, False)
    assert fault in str(found)


@pytest.mark.parametrize("unsaid", ['msgstr ""', '#, fuzzy\nmsgid "y"\nmsgstr "z"'])
def test_what_isn_t_translated_is_english_and_no_fault(
    german: Path, unsaid: str, caplog: pytest.LogCaptureFixture
) -> None:
    unsaid = unsaid if "msgid" in unsaid else f'msgid "y"\n{unsaid}'
    german.write_text(f'{HEAD}{HELLO}{unsaid}\n\nmsgid "a"\nmsgstr "b"\n', "utf-8")
    with speaking("de"):
        assert [gettext(each) for each in ("a", "y")] == ["b", "y"]
    assert caplog.text == ""
    (_, found) = local_checks.languages()
    assert found.well
    assert "Deutsch: 66 % is translated. The rest is said in English." in str(found)


def test_a_file_that_can_t_be_read_stops_nobody(german: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    german.write_text("", "utf-8")
    assert catalogues.read("de")[1] == ["de.po is empty or can’t be read."]
    german.write_text(HEAD + HELLO, "utf-8")

    def refused(_path: Path) -> bytes:
        raise PermissionError("no")

    monkeypatch.setattr(Path, "read_bytes", refused)
    catalogues.begun.cache_clear()
    assert (names(), catalogues.closest("de")) == ({ENGLISH: "English"}, ENGLISH)
    (_, found) = local_checks.languages()
    assert not found.well
    assert "de.po is empty or can’t be read." in str(found)


def test_a_language_is_offered_once_most_of_it_is_translated(german: Path) -> None:
    unsaid = 'msgid "x"\nmsgstr ""\n\n'
    german.write_text(HEAD + HELLO + unsaid, "utf-8")
    assert (names(), catalogues.closest("de")) == ({ENGLISH: "English"}, ENGLISH)
    (_, found) = local_checks.languages()
    assert found.well
    assert "Deutsch: 50 % is translated. It’s offered from 60 % on." in str(found)
    assert [offer("de-AT"), offer("klingon")] == [True, False]
    assert catalogues.closest("de-AT") == "de"
    with speaking("de"):
        assert gettext("Hello {name}", name="ann") == "Hallo ann"


def test_the_local_table_says_that_it_doesn_t_know_a_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_local(0, None, "klingon", open_browser=False) == 1
    assert "There’s no language klingon. Choose en" in capsys.readouterr().err


def test_without_a_folder_and_with_files_that_are_no_languages_english_is_spoken(
    german: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "FOLDER", german / "nowhere")
    assert (names(), catalogues.closest("de")) == ({ENGLISH: "English"}, ENGLISH)
    monkeypatch.setattr(catalogues, "FOLDER", german.parent)
    catalogues.begun.cache_clear()
    catalogues.names.cache_clear()
    (german.parent / "a copy.po").write_text(HEAD + HELLO, "utf-8")
    german.mkdir()
    assert set(names()) == {ENGLISH, "a copy"}
    with speaking("a copy"):
        assert (listed("ab"), read_day("2026-11-21")) == ("a and b", "November 21, 2026")


def test_the_doctor_says_which_languages_are_complete(german: Path) -> None:
    german.write_text(HEAD + HELLO, "utf-8")
    assert [str(each).rpartition("  ")[2] for each in local_checks.languages()] == [
        "English is complete.",
        "Deutsch is complete.",
    ]


def test_commands_are_sent_in_every_language_but_for_their_names() -> None:
    sent = dict(commands.parts(asyncio.run(commands.tree())))
    for locale in map(str, discord.Locale):
        with speaking(closest(locale)):
            for path, field in (("/snorkels start", "description"), ("/snorkels start pie: On", "name")):
                english, said = sent[path][field], sent[path][f"{field}_localizations"].get(locale)
                assert said == (gettext(english) if gettext(english) != english else None)
                assert (said is None) == (spoken() == ENGLISH) or field == "name", "as in English"
    assert not any("name_localizations" in each for each in sent.values() if "value" not in each)


def test_a_translation_that_is_too_long_for_discord_is_left_out_and_named() -> None:
    choice = {"name": "on", "value": "on", "name_localizations": {"de": "a" * 101, "fr": "ouvert"}}
    option: dict[str, Any] = {"name": "pie", "description": "d", "choices": [choice]}
    command = {
        "name": "start",
        "description": "Start",
        "description_localizations": {"de": "b" * 101},
        "options": [option],
    }
    assert too_long(command) == [
        "de: description of start: 101 characters",
        "de: name of start pie on: 101 characters",
    ]
    assert (choice["name_localizations"], command["description_localizations"]) == ({"fr": "ouvert"}, {})
    german = {"de": "x" * 100}
    whole = [
        {"name": f"o{n}", "description": "d", "description_localizations": dict(german)} for n in range(80)
    ]
    large = {"name": "start", "description": "Start", "options": whole}
    (fault,) = too_long(large)
    assert fault.startswith("all languages: start as a whole: 8")
    assert "description_localizations" not in whole[0]
    option["description_localizations"] = {"de": "b" * 101, "fr": "b"}
    tree = SimpleNamespace(get_commands=lambda: [SimpleNamespace(to_dict=lambda _tree: command)])
    assert payloads(cast("BotClient", SimpleNamespace(tree=tree))) == [command]
    assert option["description_localizations"] == {"fr": "b"}, "before anything is sent"
