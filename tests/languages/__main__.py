"""``python -m tests.languages``: what is missing in the languages, and what is wrong."""

from __future__ import annotations

import argparse
import sys
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po

from bot.languages import ENGLISH, names
from tests.text.sources import ROOT

from . import checks
from .messages import template

FOLDER = ROOT / "data" / "languages"


def main(argv: list[str] | None = None) -> int:
    """Check the files, or change them; the exit status."""
    parser = argparse.ArgumentParser("python -m tests.languages", description=__doc__)
    parser.add_argument("--update", action="store_true", help="add new sentences, and remove those gone")
    parser.add_argument("--new", nargs=2, metavar=("TAG", "NAME"), help="begin a language, with its own name")
    given = parser.parse_args(argv)
    if given.new is not None:
        tag, name = given.new
        write(FOLDER / f"{tag}.po", head(tag, name), template())
    if given.update:
        update_all()
    faults = [fault for tag in names() if tag != ENGLISH for fault in checks.faults(tag)]
    print("\n".join(faults) or "Every sentence is translated, and nothing is wrong.")
    return 1 if faults else 0


def head(tag: str, name: str) -> str:
    """The head of the file of a language that calls itself ``name``: its glossary follows there."""
    forms = Catalog(locale=tag.replace("-", "_")).plural_forms
    facts = (f"X-Own-Name: {name}", f"Plural-Forms: {forms}", "Content-Type: text/plain; charset=utf-8")
    return "\n".join(('msgid ""', 'msgstr ""', *(f'"{fact}\\n"' for fact in facts)))


def update_all() -> None:
    """Bring the files of all languages up to date."""
    for tag in names():
        if tag != ENGLISH:
            update(FOLDER / f"{tag}.po", tag)


def update(path: Path, tag: str) -> None:
    """Bring the file of a language up to date. What was translated and is said no more goes."""
    written = path.read_bytes()
    catalogue = read_po(BytesIO(written), locale=tag.replace("-", "_"))
    catalogue.update(template(), no_fuzzy_matching=True)
    write(path, written.decode().partition("\n\n")[0], catalogue)


def write(path: Path, head: str, catalogue: Catalog) -> None:
    """Write a file as the next one will, whoever does it and whenever."""
    body = BytesIO()
    write_po(
        body,
        catalogue,
        width=110,
        omit_header=True,
        ignore_obsolete=True,
        include_lineno=False,
        sort_by_file=True,
    )
    path.write_text(f"{head}\n\n{body.getvalue().decode()}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
