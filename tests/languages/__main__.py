"""``python -m tests.languages``: how far the languages are, and what is wrong in them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages import Catalog, Message
from babel.messages.pofile import read_po, write_po

from bot.languages import ENGLISH, catalogues

from . import checks, tags
from .messages import WORDS, key, template


def main(argv: list[str] | None = None) -> int:
    """Check the files, or change them; the exit status."""
    parser = argparse.ArgumentParser("python -m tests.languages", description=__doc__)
    parser.add_argument("--update", action="store_true", help="add new sentences, and remove those gone")
    parser.add_argument("--new", nargs=2, metavar=("TAG", "NAME"), help="begin a language, with its own name")
    given = parser.parse_args(argv)
    if given.new is not None:
        tag, name = given.new
        if fault := tags.fault(tag):
            print(fault)
            return 1
        write(path_of(tag), head(tag, name), tag, {})
        print(f"{path_of(tag)} is begun. {tags.spoken_by(tag)}")
        catalogues.begun.cache_clear()
    if given.update:
        update_all()
    faults = {tag: checks.faults(tag) for tag in others()}
    for tag, found in faults.items():
        print("\n".join((checks.progress(tag), *found)))
    return int(any(faults.values()))


def others() -> list[str]:
    """The languages that have a file."""
    return [tag for tag in catalogues.begun() if tag != ENGLISH]


def path_of(tag: str) -> Path:
    """The file of a language."""
    return Path(str(catalogues.FOLDER)) / f"{tag}.po"


def head(tag: str, name: str) -> str:
    """The head of the file of a language that calls itself ``name``."""
    facts = (
        "Project-Id-Version: Captain’s Table",
        f"PO-Revision-Date: {datetime.now(UTC):%Y-%m-%d %H:%M%z}",
        "Last-Translator: ",
        f"Language-Team: {name}",
        f"Language: {tag.replace('-', '_')}",
        f"X-Own-Name: {name}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: {tags.plural_forms(tag)}",
    )
    return "\n".join((*glossary(name), 'msgid ""', 'msgstr ""', *(f'"{fact}\\n"' for fact in facts)))


def glossary(name: str) -> Iterator[str]:
    """The words of each game, with room for those of a language that calls itself ``name``."""
    yield f"# # {name}: glossary"
    yield "#"
    yield "# Before you begin, write here how people are addressed, and what each word and button is called."
    yield "# Lines of this file aren't wrapped; an editor that wraps them changes all of it."
    for title, words in WORDS["glossary"].items():
        yield from ("#", f"# ## {title}")
        yield from (f"# {word} ({meaning}): " for word, meaning in words.items())


def update_all() -> None:
    """Bring the files of all languages up to date."""
    for tag in others():
        if catalogues.read(tag)[1]:
            print(f"{tag}: something is wrong in its file. Mend that before you update it.")
        else:
            update(tag)


def update(tag: str) -> None:
    """Bring the file of a language up to date. What was translated and is said no more goes."""
    written = path_of(tag).read_bytes()
    begins = catalogues.ENTRY.match(written.decode("utf-8-sig"))
    assert begins is not None, "it was read without a fault"
    said = {key(each): each for each in read_po(BytesIO(written)) if each.id}
    write(path_of(tag), begins[0].rstrip("\n"), tag, said)


def write(path: Path, head: str, tag: str, said: Mapping[Any, Message]) -> None:
    """Write the file of a language: every sentence, with what is ``said`` of them already.

    Lines aren't wrapped, because each editor wraps them in its own way.
    """
    catalogue = Catalog(charset="utf-8")
    catalogue.mime_headers = [("Plural-Forms", tags.plural_forms(tag))]
    for each in template():
        if each.id:
            old = said.get(key(each))
            catalogue.add(
                each.id,
                old.string if old else None,
                each.locations[:1],
                ("fuzzy",) if old and old.fuzzy else (),
                each.auto_comments,
                old.user_comments if old else (),
                context=each.context,
            )
    body = BytesIO()
    write_po(body, catalogue, width=0, omit_header=True, include_lineno=False)
    path.write_text(f"{head}\n\n{body.getvalue().decode().strip()}\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
