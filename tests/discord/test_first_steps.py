"""What a newcomer presses first: ``/help``, ``/rules`` and ``/about``."""

from __future__ import annotations

import pytest

from bot.features.lessons.lessons import lessons_of
from bot.games import GAMES
from tests.games import registry

from .limits import parts
from .simulation import Seen, Simulation


async def test_help_shows_a_lobby_and_what_to_press_first(sim: Simulation) -> None:
    seen = await sim.say(sim.ann, "help")
    assert seen.message.flags.ephemeral
    assert seen.buttons == ["Start a Game", "Learn to Play", "Rules", "Today’s Curse", "Close"]
    assert f"**Host**: <@{sim.ann.id}>" in seen.text
    assert "`Join`" in seen.text
    assert seen.alt


async def test_a_game_is_started_from_help(sim: Simulation) -> None:
    choice = await sim.press(sim.ann, await sim.say(sim.ann, "help"), "Start a Game")
    assert choice.buttons == [*(game.title for game in registry.GAMES.values()), "Close"]
    result = await sim.ann.click(choice.message, label="Snorkels")
    lobby = Seen(result.response)
    assert "Join" in lobby.buttons
    assert not lobby.message.flags.ephemeral
    await sim.press(sim.bob, lobby, "Join")
    assert sim.card().buttons[-2:] == ["My View", "More"]


async def test_rules_and_the_daily_are_opened_from_help(sim: Simulation) -> None:
    choice = await sim.press(sim.ann, await sim.say(sim.ann, "help"), "Rules")
    book = await sim.press(sim.ann, choice, "Depth Charge")
    assert "page 1 of" in book.text
    daily = await sim.press(sim.bob, await sim.say(sim.bob, "help"), "Today’s Curse")
    assert "The daily curse, " in daily.text
    assert daily.message.flags.ephemeral


@pytest.mark.parametrize("key", GAMES)
async def test_a_rule_book_names_the_designer_and_jumps_to_any_page(sim: Simulation, key: str) -> None:
    game = GAMES[key]
    first = await sim.say(sim.ann, "rules", game=key)
    assert f"Designed by {game.designer.name}" in first.text.replace("[", "")
    assert game.designer.link in first.text
    (menu,) = [part for part in parts(first.raw) if part["type"] == 3]
    titles = [option["label"] for option in menu["options"]]
    assert titles == [f"{number}. {page.title}" for number, page in enumerate(game.book, 1)]
    last = len(game.book) - 1
    result = await sim.ann.select(first.message, [str(last)])
    page = Seen(result.response)
    assert f"page {last + 1} of {last + 1}" in page.text
    assert game.book[last].title in page.text
    assert "Designed by" not in page.text, "only the first page has the credit line"
    learn = [f"Learn {game.title}"] if lessons_of(game) else []
    assert page.buttons == ["Back", *learn, "Close"]


async def test_beside_an_open_table_the_rules_are_those_of_its_game(sim: Simulation) -> None:
    await sim.say(sim.ann, "depthcharge start")
    assert "Depth Charge" in (await sim.say(sim.bob, "rules")).text


async def test_about_credits_every_designer(sim: Simulation) -> None:
    seen = await sim.say(sim.ann, "about")
    for game in GAMES.values():
        assert game.title in seen.text
        assert game.designer.name in seen.text
    assert "[Crofter](https://www.crofter.org)" in seen.text
