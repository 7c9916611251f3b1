"""The files of the languages, the sentences that go through them, and what a broken file does."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.hosting import local_checks
from bot.languages import ENGLISH, catalogues, gettext, listed, names, ngettext, pgettext, speaking
from bot.lifecycle.command_sync import too_long
from bot.tables.days import read_day
from tests.text import commands, page

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
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file of German, which is the only one."""
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    _forget()
    yield tmp_path / "de.po"
    _forget()


def _forget() -> None:
    catalogues.names.cache_clear()
    catalogues.of.cache_clear()


@pytest.mark.parametrize("tag", OTHERS)
def test_every_sentence_is_translated_and_keeps_what_it_fills_in(tag: str) -> None:
    assert checks.faults(tag) == []


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
    ("broken", "fault"),
    [
        (b"\xff\xfe nothing", "can’t be read"),
        (b"", "line 1 is cut"),
        (f'{HEAD}{HELLO}msgid "x"\nmsgstr "cut of'.encode(), "line 10 is cut"),
        ((HEAD + HELLO).replace("(n != 1)", "n.real").encode(), "can’t be read"),
        (f'{HEAD}{HELLO}msgid "a {{b}}"\nmsgstr "a {{c}}"\n'.encode(), "fills in something else"),
        (f'{HEAD}{HELLO}msgid "a {{b}}"\nmsgstr "a {{b:d}}"\n'.encode(), "fills in something else"),
        (f'{HEAD}{HELLO}msgid "a {{b}}"\nmsgstr "a {{b!r}}"\n'.encode(), "fills in something else"),
        (f'{HEAD}{HELLO}msgid "a {{b}}"\nmsgstr "a {{b}} {{"\n'.encode(), "stray brace"),
        (f'{HEAD}{HELLO}msgid "x"\nmsgstr ""\n'.encode(), "“x” isn’t translated"),
        (f'{HEAD}{HELLO}#, fuzzy\nmsgid "x"\nmsgstr "y"\n'.encode(), "“x” is marked as fuzzy"),
        (f'{HEAD}{HELLO}msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\n'.encode(), "“a” isn’t translated"),
    ],
)
def test_a_broken_file_is_named_and_english_is_spoken_instead(
    german: Path, broken: bytes, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    german.write_bytes(broken)
    whole = HELLO.encode() in broken and "read" not in fault and "cut" not in fault
    with speaking("de"):
        assert gettext("Hello {name}", name="ann") == ("Hallo ann" if whole else "Hello ann")
        assert (gettext("x"), gettext("a {b}", b=1), ngettext("a", "b", 2)) == ("x", "a 1", "b")
    assert fault in caplog.text
    (english, found) = local_checks.languages()
    assert (english.well, found.well) == (True, False)
    assert fault in str(found)


@pytest.mark.parametrize(
    ("forms", "said"),
    [("nplurals=3; plural=n%10", ("c", "d", "b")), ("nplurals=1; plural=0", ("c", "c", "c"))],
)
def test_a_form_that_is_missing_is_said_in_english(german: Path, forms: str, said: tuple[str, ...]) -> None:
    head = HEAD.replace("nplurals=2; plural=(n != 1)", forms)
    german.write_text(f'{head}msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] "d"\n', "utf-8")
    with speaking("de"):
        assert tuple(ngettext("a", "b", number) for number in (0, 1, 2)) == said


def test_without_a_folder_and_with_files_that_are_no_languages_english_is_spoken(
    german: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "FOLDER", german / "nowhere")
    assert (names(), catalogues.closest("de")) == ({ENGLISH: "English"}, ENGLISH)
    monkeypatch.setattr(catalogues, "FOLDER", german.parent)
    _forget()
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


def test_a_bot_that_speaks_english_loads_no_other_language() -> None:
    script = "import sys, bot.app; from bot.languages import gettext, listed; gettext('x'); listed('ab'); "
    loaded = subprocess.run(
        [sys.executable, "-c", f"{script}print('babel' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert loaded.stdout.strip() == "False"


def test_a_translation_that_is_too_long_for_discord_is_left_out_and_named() -> None:
    choice = {"name": "on", "value": "on", "name_localizations": {"de": "a" * 101, "fr": "ouvert"}}
    option = {"name": "pie", "description": "d", "choices": [choice]}
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
