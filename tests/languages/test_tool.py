"""``python -m tests.languages``: what it begins, updates and says, and what other tools make of its files."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from babel import Locale

from bot.languages import catalogues, gettext, names, ngettext, speaking
from tests.text.__main__ import main as sample
from tests.thorough import examples

from . import checks, tags
from .__main__ import main
from .messages import MEANINGS, PLACEHOLDER, template

MANY = 1_000_000
"""A number with a form of its own in some languages, which nothing here counts."""
TOOLS = {
    "obsolete, with a note and a flag": """
# a note of a translator
#, fuzzy, python-brace-format
#~| msgid "Go {name}"
#~ msgid "Gone {name}"
#~ msgstr "Fort {name}"

""",
    "obsolete, with its place and no empty line": """
#. A button.
#: bot/tables/text.py
#, fuzzy
#~ msgctxt "a button"
#~ msgid "Turn"
#~ msgid_plural "Turns"
#~ msgstr[0] ""
#~ "Drehung"
#~ msgstr[1] "Drehungen"
""",
    "a note apart, about something fuzzy": "\n# a fuzzy feeling\n\n#\n\n",
    "an earlier sentence": '#, python-brace-format\n#| msgid "fuzzy"\n',
    "notes of another style": "#\n# File: bot/tables/text.py, line: -1\n#= no-wrap\n",
}
"""What tools write above an entry."""


@pytest.mark.parametrize("above", TOOLS.values(), ids=TOOLS)
def test_what_other_tools_write_is_read(languages: Path, above: str) -> None:
    head = '\n\nmsgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    entry = 'msgid   "Hello {name}"\nmsgstr\t"Hallo "\n        "{name}"\n'
    files = {
        "de": f"{head}{above}{entry}{above}",
        "nl": f"{above}{head}{entry}{above}".replace("\n", "\r\n"),
        "sv": f"\ufeff{above}{head}{above}{entry}# the end",
    }
    for name, written in files.items():
        (languages / f"{name}.po").write_bytes(written.encode())
    for name in files:
        found, faults = catalogues.read(name)
        assert (found.said, faults) == ({"Hello {name}": ("Hallo {name}",)}, [])
        assert catalogues.percent(name) == 100


@pytest.mark.parametrize("tag", examples(("fr", "pl", "ja", "ar"), {"pl"}))
def test_a_new_language_has_all_forms_that_its_numbers_need(languages: Path, tag: str) -> None:
    assert main(["--new", tag, "Name"]) == 0
    written = (languages / f"{tag}.po").read_text("utf-8")
    number = re.search(r"nplurals=(\d)", written)
    assert number is not None
    filled = re.sub(r'(?m)^msgstr\[(\d)\] ""$', r'msgstr[\1] "\1: {number}"', written)
    assert filled.count("\nmsgstr[0] ") > 100
    (languages / f"{tag}.po").write_text(filled, "utf-8")
    found, faults = catalogues.read(tag)
    plurals = [each for each in found.said.values() if len(each) == int(number[1])]
    assert len(plurals) > 50
    assert all("{number}" in fault for fault in faults), "only where other values are filled in, too"
    rule, chosen = Locale.parse(tag, sep="-").plural_form, dict[str, set[str]]()
    one, many = next(
        each.id for each in template() if isinstance(each.id, tuple) and each.id[0] in found.said
    )
    with speaking(tag):
        for each in range(catalogues.UP_TO):
            form, said = ngettext(one, many, each).split(": ")
            assert said == str(each)
            chosen.setdefault(rule(each), set()).add(form)
        assert ngettext(one, many, MANY).endswith(f": {MANY}")
    assert [len(each) for each in chosen.values()] == [1] * len(chosen), "one form for each kind of number"
    assert len(set.union(*chosen.values())) == len(chosen) == int(number[1])


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="GNU gettext isn’t installed")
@pytest.mark.parametrize("tag", ["pl", "ar"])
def test_a_new_file_is_right_by_gnu_gettext_which_leaves_it_as_it_is(languages: Path, tag: str) -> None:
    main(["--new", tag, "Name"])
    path = languages / f"{tag}.po"
    checked = subprocess.run(
        ["msgfmt", "-c", "-v", "-o", "/dev/null", path], capture_output=True, text=True, check=True
    )
    assert "warning" not in checked.stderr
    again = subprocess.run(["msgcat", "--no-wrap", path], capture_output=True, text=True, check=True)
    assert again.stdout == path.read_text("utf-8")


@pytest.mark.parametrize(
    ("tag", "told"),
    [
        ("pt-br", "Write it pt-BR"),
        ("DE", "Write it de"),
        ("zz", "There’s no language zz. Discord speaks bg,"),
        ("../x", "There’s no language ../x."),
        ("en", "English needs no file"),
    ],
)
def test_a_language_that_there_isn_t_is_not_begun(
    languages: Path, tag: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--new", tag, "Name"]) == 1
    assert told in capsys.readouterr().out
    assert list(languages.iterdir()) == []


def test_a_language_that_is_there_is_not_begun_again(
    languages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--new", "de", "Deutsch"]) == 0
    (languages / "de.po").write_text("mine", "utf-8")
    assert main(["--new", "de", "Deutsch"]) == 1
    assert (languages / "de.po").read_text("utf-8") == "mine"
    assert "There’s a file of de already" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("tag", "told"),
    [
        ("de", "It serves people whose Discord speaks de."),
        ("es", "It serves people whose Discord speaks es-419, es-ES."),
        ("es-ES", "It serves people whose Discord speaks es-ES. A file es would serve es-419, too."),
        ("ar", "Discord doesn’t speak it, so the bot does with people who choose it in `/settings`."),
    ],
)
def test_it_says_whose_language_it_is(tag: str, told: str) -> None:
    assert tags.spoken_by(tag) == told


def test_a_language_that_is_begun_is_no_fault(languages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--new", "fr", "Français"]) == 0
    assert "fr: 0 % is translated, 0 of " in capsys.readouterr().out
    assert "fr" not in names()
    assert checks.faults("fr") == []


def test_an_update_keeps_what_is_translated_and_what_was_noted(languages: Path) -> None:
    main(["--new", "pl", "Polski"])
    path = languages / "pl.po"
    begun = path.read_text("utf-8")
    one, many = next(each.id for each in template() if isinstance(each.id, tuple))
    forms = 'msgstr[0] "a"\nmsgstr[1] "b {number}"\nmsgstr[2] "c {number}"'
    said = begun.replace('msgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""', forms, 1)
    said = said.replace('msgid ""', '# a glossary\n\nmsgid ""', 1)
    said = said.replace('msgid "Join"\nmsgstr ""', '# short\n#, fuzzy\nmsgid "Join"\nmsgstr "Gra"', 1)
    gone = 'msgid "Nobody says this."\nmsgstr "x"\n'
    path.write_text(f"{said}\n{gone}", "utf-8")
    assert "Nobody says 1 others any more" in checks.progress("pl")
    assert main(["--update"]) == 0
    updated = path.read_text("utf-8")
    assert "# a glossary" in updated
    assert "Nobody says" not in updated
    assert forms in updated
    assert re.search(r'# short\n(#.*\n)*#, fuzzy\nmsgid "Join"\nmsgstr "Gra"', updated)
    with speaking("pl"):
        assert [ngettext(one, many, number) for number in (1, 3, 5)] == ["a", "b 3", "c 5"]
        assert gettext("Join") == "Join"
    assert main(["--update"]) == 0
    assert path.read_text("utf-8") == updated


@pytest.mark.thorough
def test_a_file_with_a_fault_is_not_updated(languages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--new", "nl", "Nederlands"])
    broken = (languages / "nl.po").read_text("utf-8") + '\nmsgid "cut of\n'
    (languages / "nl.po").write_text(broken, "utf-8")
    assert main(["--update"]) == 1
    assert (languages / "nl.po").read_text("utf-8") == broken
    assert "Mend that before you update it." in capsys.readouterr().out


def test_a_head_that_counts_otherwise_or_lost_the_name_is_told(languages: Path) -> None:
    main(["--new", "pl", "Polski"])
    path = languages / "pl.po"
    path.write_text(
        re.sub("nplurals=3;.*;", "nplurals=2; plural=(n != 1);", path.read_text("utf-8")), "utf-8"
    )
    assert checks.faults("pl") == [f"pl: its head should say “Plural-Forms: {tags.plural_forms('pl')}”."]
    main(["--new", "nl", "Nederlands"])
    path = languages / "nl.po"
    path.write_text(path.read_text("utf-8").replace("X-Own-Name", "X-Name"), "utf-8")
    catalogues.begun.cache_clear()
    (fault,) = checks.faults("nl")
    assert fault.startswith("nl: its head should say how it calls itself")


def test_what_discord_would_cut_is_named(languages: Path) -> None:
    main(["--new", "nl", "Nederlands"])
    path = languages / "nl.po"
    described = 'msgid "Challenge this member (if left out, anyone can join)"\nmsgstr "'
    path.write_text(path.read_text("utf-8").replace(described, described + "x" * 101), "utf-8")
    assert any("it may have 100 characters" in each for each in checks.faults("nl"))


@pytest.mark.parametrize(("blank", "faults"), [("\u00a0", 0), ("\u202f", 1)])
def test_a_blank_that_no_font_has_is_named(languages: Path, blank: str, faults: int) -> None:
    main(["--new", "fr", "Français"])
    path = languages / "fr.po"
    begun = 'msgid "It’s **your turn**."\nmsgstr "'
    path.write_text(path.read_text("utf-8").replace(begun, f"{begun}À **toi**{blank}!"), "utf-8")
    assert len(checks.faults("fr")) == faults


def test_translators_are_told_what_words_mean_and_what_is_filled_in(languages: Path) -> None:
    main(["--new", "fr", "Français"])
    written = (languages / "fr.po").read_text("utf-8")
    head, _, sentences = written.partition('msgid ""')
    assert head.startswith("# # Français: glossary\n")
    assert head.count("): \n") >= 60
    assert "# tube (what a snorkel breathes through" in head
    assert '#. A button.\n#: bot/components/cards/table_cards.py\nmsgid "Join"\n' in sentences
    assert "#. Describes a command or an option: /snorkels start opponent\n" in sentences
    assert "#. {line}: a letter: a dotted line of the island\n" in sentences
    places = re.findall(r"^#: (\S+)$", sentences, re.MULTILINE)
    assert places[0].startswith("bot/components/cards")
    assert places.index("data/books/snorkels.toml") < places.index("bot/games/checkers/game.toml")
    used = {name for each in template() if each.id for name in PLACEHOLDER.findall(checks.forms(each.id)[-1])}
    owned = {name for told in MEANINGS.values() if isinstance(told, dict) for name in told}
    assert {name for name, told in MEANINGS.items() if isinstance(told, str)} | owned <= used


@pytest.mark.thorough
def test_a_sample_shows_the_english_below(capsys: pytest.CaptureFixture[str]) -> None:
    assert sample(["--language", "de", "--sample", "3000"]) == 0
    assert re.search(r"^ +Mitspielen\n +Join\n", capsys.readouterr().out, re.MULTILINE)
