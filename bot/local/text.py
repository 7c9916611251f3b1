"""The local table's sentences, and the page's own in ``page/index.html`` and ``page/text.js``.

The page is sent in the language spoken now: what stands in those two files is English, and each of their
sentences is replaced by its translation on the way to the browser.
"""

from __future__ import annotations

import re
from typing import Final

from bot.languages import gettext, gettext_noop, spoken

CHANNEL_TOPICS: Final = {
    "harbour": gettext_noop("Say hello here."),
    "games": gettext_noop("Start your games here."),
    "lighthouse": gettext_noop("A quiet place to watch from."),
}
"""The server's channels, each with its topic."""

GONE: Final = {
    10003: gettext_noop("That channel is gone, or you can’t see it."),
    10008: gettext_noop("That message is gone, or you can’t see it."),
    10013: gettext_noop("There’s nobody here by that name."),
    10062: gettext_noop("That form has expired. Open it again."),
    10063: gettext_noop("You can’t use that command here. Type / to see the ones you can use."),
    50001: gettext_noop("You can’t see that channel."),
    50035: gettext_noop(
        "Your message is too long: the limit is 2,000 characters, and a mention counts as 22."
    ),
}
"""What the page says instead of Discord's own message, by Discord's code."""

PAGE: Final = {
    "index.html": re.compile(r'(?<=aria-label=")[^"]+|(?<=>)\w[^<>\n]+'),
    "text.js": re.compile(r'(?<= ["`])[^"`\n]+'),
}
"""The page's files that hold its sentences, and where in them."""
UNSAFE: Final = re.compile(r'[<>"`\\\n]')
"""What would end a sentence too early in those files: a translation with any of it isn't used."""


def sentences(name: str, source: str) -> list[str]:
    """The sentences of a file of the page, as they go through the catalogues."""
    return [_message(found) for found in PAGE[name].findall(source)]


def of_page(name: str, source: str) -> str:
    """A file of the page in the language spoken now."""
    if name not in PAGE:
        return source
    return PAGE[name].sub(_said, source).replace('<html lang="en">', f'<html lang="{spoken()}">')


def _message(found: str) -> str:
    return found.replace("${", "{")


def _said(found: re.Match[str]) -> str:
    said = gettext(_message(found[0]))
    return found[0] if UNSAFE.search(said) else said.replace("{", "${")
