"""What a newcomer presses first: ``/help``, ``/rules`` and ``/about``."""

from __future__ import annotations

import pytest

from bot.features.lessons.lessons import lessons_of
from bot.games import GAMES

from .limits import parts
from .simulation import Seen, Simulation


@pytest.mark.parametrize("key", GAMES)
async def test_a_rule_book_names_the_designer_and_jumps_to_any_page(sim: Simulation, key: str) -> None:
    game = GAMES[key]
    first = await sim.ann.say("rules", game=key)
    assert f"Designed by {game.designer.name}" in first.text.replace("[", "")
    assert game.designer.link in first
    (menu,) = [part for part in parts(first.raw) if part["type"] == 3]
    titles = [option["label"] for option in menu["options"]]
    assert titles == [f"{number}. {page.title}" for number, page in enumerate(game.book, 1)]
    last = len(game.book) - 1
    result = await sim.ann.select(first.message, [str(last)])
    page = Seen(result.response)
    assert f"page {last + 1} of {last + 1}" in page
    assert game.book[last].title in page
    assert "Designed by" not in page, "only the first page has the credit line"
    learn = [f"Learn {game.title}"] if lessons_of(game) else []
    assert page.buttons == ["Back", *learn, "Close"]
