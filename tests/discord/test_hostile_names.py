"""People with names that are meant to do harm: shown harmlessly in every message, thread, list and file."""

from __future__ import annotations

import re
from typing import Any

import pytest

from .limits import parts
from .playing import CHALLENGE, menu
from .simulation import Simulation

NAMES = (
    "@everyone",
    "<@1> <@&2> <#3> <t:0:R>",
    "**[free nitro](https://evil.example)**",
    "`code` ||spoiler|| ~~x~~ __y__",
    "https://evil.example/x",
    "```\nblock",
    "gold\u202egnp.exe\u2066\u200b\u200f",
    "z" + "\u0335\u0337" * 40,
    "\u3164\u2800",
    "שלום עולם",
    "ｗ" * 32,
    "# big\n> quote\n- list",
    "a|b|c:d:1:2",
)
INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2065\u206a-\u206f\ufeff\u3164\u2800]")
LOUD = re.compile(
    r"(?<!\\)(?:@everyone|@here|<@&|\*\*\[free|\]\(https://evil|https://evil|<t:0:R>|\|\|spoiler|~~x)"
)


def shown_texts(sim: Simulation) -> tuple[list[str], list[str]]:
    """Every text that the bot sent in a message, and the alt texts, which nobody reads as Markdown."""
    found, beside = list[str](), list[str]()
    for request in sim.env.http_requests:
        body: Any = request.json if isinstance(request.json, dict) else {}
        body = body.get("data") or body
        if body.get("content"):
            found.append(body["content"])
        for part in parts(body.get("components") or []):
            found += [part["content"]] if part["type"] == 10 else []
            found += [part["label"]] if part["type"] == 2 else []
            beside += [item["description"] for item in part.get("items", [])]
    return found, beside


EVERY_RUN = (0, 2, 3, 6, 11)
"""Those that differ most: ``tests/tables/test_display_names.py`` has all kinds."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, id=str(number), marks=() if number in EVERY_RUN else pytest.mark.thorough)
        for number, name in enumerate(NAMES)
    ],
)
async def test_a_name_that_means_harm_does_none_anywhere(sim: Simulation, name: str) -> None:
    mallory = sim.newcomer(name)
    await sim.ann.say("settings", pings="both")
    lobby = await mallory.press(await menu(sim, mallory, CHALLENGE, sim.ann), "Snorkels")
    twice = await menu(sim, sim.ann, CHALLENGE, mallory)
    await sim.ann.press(twice, "Checkers" if "Checkers" in twice.buttons else twice.buttons[1])
    again = await menu(sim, sim.ann, CHALLENGE, mallory)
    refused = await sim.ann.press(again, again.buttons[1])
    assert "You’ve already challenged" in refused
    await sim.ann.press(lobby, "Join")
    await sim.ann.opened()
    await mallory.move("d4")
    await sim.ann.say("games")
    await sim.ann.say("table info")
    await mallory.say("table resign")
    await sim.tables.resign(
        1, next(one for one in (await sim.table()).seating.people if one.id == mallory.id)
    )
    await sim.settled()
    await sim.ann.press(sim.card(), "Rematch")
    await mallory.say("checkers start")
    await sim.ann.say("table record")
    choices = await sim.ann.autocomplete(sim.place(), "board", "table", "")
    texts, beside = shown_texts(sim)
    assert len(texts) > 25
    assert any("wins" in each for each in beside)
    for text in [
        *texts,
        *beside,
        *(each["name"] for each in choices),
        *(each.name for each in sim.channel.threads),
    ]:
        assert not INVISIBLE.search(text), repr(text)
        assert not re.search("[\u0335\u0337]{4}", text), "no tower of marks"
    for text in texts:
        assert not LOUD.search(text), repr(text)
    assert all(len(each.name or "") <= 100 for each in sim.channel.threads)
    assert sim.lobby.text
