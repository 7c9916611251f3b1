"""What people read, in their language.

- ``translation``: the functions through which every sentence goes, and the language that is spoken now.
- ``catalogues``: the translations, read from ``data/languages`` when somebody first needs them.
- ``typed_times``: lengths of time and days as people type them.

A sentence is written in English where it is said, whole, with names for what is filled in::

    gettext("{name} took over {seat}.", name=name, seat=seat)

What stands in a constant or a table is marked with ``gettext_noop`` and goes through ``gettext`` where it is
said. A refusal is raised with its sentence and what is filled in, and speaks when it is told.
"""

from .catalogues import ENGLISH, begun, closest, names, offer
from .translation import (
    LETTER,
    gettext,
    gettext_noop,
    labelled,
    letter_for,
    listed,
    ngettext,
    parted,
    pgettext,
    some,
    speak,
    speaking,
    spoken,
    written,
)

__all__ = [
    "ENGLISH",
    "LETTER",
    "begun",
    "closest",
    "gettext",
    "gettext_noop",
    "labelled",
    "letter_for",
    "listed",
    "names",
    "ngettext",
    "offer",
    "parted",
    "pgettext",
    "some",
    "speak",
    "speaking",
    "spoken",
    "written",
]
