"""On a phone, board and choices are seen together: in first turns of each game, and in lessons."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import quote

import pytest

from bot.app import CaptainsTable
from bot.games import GAMES
from bot.games.curse import prompts
from bot.languages import ENGLISH, gettext, names, speaking
from bot.local import LocalDiscord, payloads
from bot.local_table import game_cards
from tests.databases import open_alone
from tests.local.conftest import seated

from . import chromium
from .chromium import Tab

pytestmark = pytest.mark.skipif(
    chromium.program() is None, reason="no Chromium is installed: the system's package chromium"
)
PHONE: Final = (390, 844)
HIDDEN: Final = 0.1
"""How much of a board may be out of sight."""
CHARMED: Final = 0.15
"""How much in Captain’s Curse, where a charm gives each die a row of buttons."""
FORTH: Final = ("Confirm", "Lay Mines", "Random")
"""Buttons that lead to the turn's end, before any choice."""
BESIDE: Final = ("Hint", "Undo", "My View", "More")
"""Buttons that choose nothing."""
SIGNS: Final = tuple(prompts.SIGNS.values())
"""How the buttons of treasures begin, which lead on where a die would only be switched."""
ROOM: Final = 24
"""Pixels below a message that ends where the page does, at most."""
STILL: Final = 2
"""Pixels by which a board may seem to move: a page scrolls by whole ones, and boards stand between them."""
STEPS: Final = 8
WORDY: Final = ("crackers", "curse")
"""The games that tell or offer most, which are measured in every language."""
FIRST: Final = {ENGLISH: ("depthcharge", "curse"), "fr": ("crackers",)}
"""What is measured in each run."""
LESSONS: Final = (
    "e|e4 + Bag|Next Lesson|b|b3 + Bag|Next Lesson|Stay + Bag|c|c1 + Bag",
    "Next Lesson|Pump a4|b4|a3|Next Lesson|Pump a4|Pump a4|Next Lesson|c|c3 + Bag",
)
"""What somebody presses who learns Crackers."""
CARD: Final = "[...document.querySelectorAll('article.message:has(.gallery img):has(button.button)')].at(-1)"
SEEN: Final = f"""(() => {{
  const card = {CARD};
  if (!card || ![...card.querySelectorAll("img")].every((one) => one.complete)) return null;
  const board = card.querySelector(".gallery img").getBoundingClientRect();
  const buttons = [...card.querySelectorAll("button.button")];
  const [top, end] = [document.getElementById("head"), document.getElementById("composer")];
  const last = buttons.at(-1).getBoundingClientRect().bottom;
  const room = end.getBoundingClientRect().top - top.getBoundingClientRect().bottom;
  return {{
    card: card.id, title: card.querySelector(".container .text").innerText,
    top: board.top, seen: Math.max(board.top, top.getBoundingClientRect().bottom),
    below: end.getBoundingClientRect().top - card.getBoundingClientRect().bottom,
    hidden: Math.max(0, last - board.top - room) / board.height,
    labels: buttons.filter((one) => !one.disabled && one.innerText[0] !== "✓").map((one) => one.innerText),
    text: card.innerText,
  }};
}})()"""
"""How much of the newest board is out of sight where its card's last button is seen, where it is, and what to
choose."""


SOCKETS: Final = """
window.sockets = [];
window.WebSocket = class extends WebSocket { constructor(...given) { super(...given); sockets.push(this); } };
"""
"""Remembers the page’s connections: a real loss is noticed only after a minute."""


@asynccontextmanager
async def local_table(database: Path) -> AsyncIterator[str]:
    """Run ``python -m bot local`` until Ctrl-C, which prints no error; the address of its page."""
    command = ("-m", "bot", "local", "--no-browser", "--database", str(database))
    program = await asyncio.create_subprocess_exec(
        sys.executable, *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    assert program.stdout is not None
    try:
        line = (await program.stdout.readline()).decode()
        yield next(word for word in line.split() if word.startswith("http"))
    finally:
        program.send_signal(signal.SIGINT)
        _, errors = await program.communicate()
    assert b"Traceback" not in errors, errors.decode()


async def pressed(tab: Tab, label: str) -> None:
    """Press a button of the newest card with a board, unless that has been replaced."""
    await tab.run(
        f"[...{CARD}.querySelectorAll('button.button')].find((one) => one.innerText === {label!r})?.click()"
    )


async def seen(tab: Tab, before: str) -> dict[str, Any]:
    """What is seen of the newest card with a board, once its text is another than ``before``."""
    found: dict[str, Any] = await tab.until(f"((it) => it?.text !== {before!r} && it)({SEEN})")
    return found


async def first_turns(tab: Tab, key: str) -> list[dict[str, Any]]:
    """What is seen at each step of the first turns of a game, which begins on the first screen."""
    card = f"document.querySelectorAll('.game')[{[*GAMES].index(key)}]"
    against = ".primary" if GAMES[key].people[1] > 1 else ".secondary"
    await tab.until(f"!!{card}?.querySelector('{against}:not(:disabled)')")
    await tab.run(f"{card}.querySelector('{against}').click()")
    steps: list[dict[str, Any]] = []
    text = ""
    while True:
        step = await seen(tab, text)
        text, labels = step["text"], [each for each in step["labels"] if each not in map(gettext, BESIDE)]
        if gettext("Rematch") in labels:
            break  # a short game may be over by now, and then nobody chooses
        if not labels or GAMES[key].title not in step["title"]:
            continue  # a computer thinks, or the card of the last game is still the newest
        steps.append(step)
        if len(steps) == STEPS:
            break  # the computers rest, and draw nothing that the next game would
        onward = [each for each in map(gettext, FORTH) if each in labels]
        label = [*onward, *(each for each in labels if each.startswith(SIGNS)), *labels][0]
        # Meanwhile a computer may have moved: then the new card is measured next.
        await pressed(tab, label)
    return steps


async def learned(tab: Tab) -> list[dict[str, Any]]:
    """What is seen at each step of the lessons of Crackers."""
    card = f"document.querySelectorAll('.game')[{[*GAMES].index('crackers')}]"
    await tab.until(f"!!{card}?.querySelector('button')")
    await tab.run(f"{card}.querySelector('button').click()")
    # A game that is over by now may stand in the same place: a lesson has its first choice.
    steps = [await tab.until(f"((it) => it?.labels.includes({LESSONS[0][0]!r}) && it)({SEEN})")]
    for label in "|".join(LESSONS).split("|"):
        assert label in steps[-1]["labels"], steps[-1]["text"]
        await pressed(tab, label)
        steps.append(await seen(tab, steps[-1]["text"]))
    return steps


def moved(key: str, steps: list[dict[str, Any]]) -> list[str]:
    """The steps at which a board has moved down from where it was seen, or up though its card had room.

    A new lesson is shown from its title on.
    """
    return [
        f"{key}, from {before['top']:.0f} to {after['top']:.0f}: {after['text']}"
        for before, after in pairwise(steps)
        if (before["card"], before["title"]) == (after["card"], after["title"])
        and not -STILL <= before["seen"] - after["top"] <= (STILL if after["below"] > ROOM else PHONE[1])
    ]


def hidden(key: str, steps: list[dict[str, Any]]) -> list[str]:
    """The steps at which too much of the board is out of sight."""
    most = CHARMED if key == "curse" else HIDDEN
    return [f"{key}, {each['hidden']:.0%}: {each['text']}" for each in steps if each["hidden"] > most]


@pytest.mark.parametrize(
    "measured",
    [FIRST, pytest.param(dict.fromkeys(names(), WORDY) | {ENGLISH: (*GAMES,)}, marks=pytest.mark.thorough)],
)
async def test_board_and_choices_are_seen_together(
    local: LocalDiscord,
    file: Path,
    devtools: str,
    monkeypatch: pytest.MonkeyPatch,
    measured: dict[str, tuple[str, ...]],
) -> None:
    wrong, world = list[str](), local.world
    store = await open_alone(file)
    dice = Random()
    bot = CaptainsTable(store, rng=dice, thinkers=1)
    monkeypatch.setattr(bot.context.rate_limiter, "require", lambda *_asked: None)
    # To each of them the aim is told.
    newcomers = {language: world.add_person(f"Jo {language[:2]}").name for language in measured}
    async with seated(local, bot):
        for language, newcomer in newcomers.items():
            world.locale = language if language != ENGLISH else "en-US"
            world.tell_bot("GUILD_UPDATE", payloads.guild(world))
            with speaking(language):
                local.game_cards.update(game_cards(GAMES))
                for key in measured[language]:
                    dice.seed(7)
                    url = f"{local.page_url}#as={quote(newcomer)}"
                    async with chromium.tab(devtools, url, *PHONE) as tab:
                        steps = await first_turns(tab, key)
                    wrong += [*hidden(key, steps), *moved(key, steps)]
        if measured is FIRST:
            world.locale = "en-US"
            world.tell_bot("GUILD_UPDATE", payloads.guild(world))
            local.game_cards.update(game_cards(GAMES))
            async with chromium.tab(devtools, f"{local.page_url}#as=Marina", *PHONE) as tab:
                steps = await learned(tab)
            wrong += [*hidden("lessons", steps), *moved("lessons", steps)]
    await store.close()
    assert not wrong, "\n\n".join(wrong)


@pytest.mark.thorough
async def test_the_board_stays_when_the_page_connects_again_and_the_table_closes_under_it(
    tmp_path: Path, devtools: str
) -> None:
    async with chromium.tab(devtools, "about:blank", *PHONE) as tab:
        async with local_table(tmp_path / "table.sqlite3") as url:
            await tab.call("Page.enable")
            await tab.call("Page.addScriptToEvaluateOnNewDocument", source=SOCKETS)
            await tab.call("Page.navigate", url=f"{url}#as=Finn")
            step = (await first_turns(tab, "checkers"))[-1]
            for _ in range(STEPS // 4):
                await tab.run(f"{CARD}.stale = true")
                await tab.run("sockets.at(-1).onclose()")
                again = await tab.until(f"(({CARD}).stale ? null : {SEEN})")
                # Meanwhile a computer may have moved.
                if again["text"] == step["text"]:
                    assert again["top"] == pytest.approx(step["top"], abs=1), step["text"]
                for label in again["labels"][:1]:  # none while a computer thinks
                    await pressed(tab, label)
                step = await seen(tab, again["text"])
        assert await tab.run(SEEN)
