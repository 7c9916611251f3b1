"""Computer players on Discord: where they are offered, and how a game with them goes."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from bot.app import CaptainsTable
from bot.tables.people import computers
from tests.games.registry import GAMES

from .inline_thinkers import LONG_S, InlineThinkers
from .sea import Sea, Seen, Wall, hurry, new_bot
from .test_every_game import SHORT, take_a_turn

DECKHAND = computers.newcomer("deckhand", ())
PLAYED = [key for key, game in GAMES.items() if game.people[1] > 1]


@pytest.fixture
async def simcord_bot(database: Path, wall: Wall, monkeypatch: pytest.MonkeyPatch) -> CaptainsTable:
    """The bot, with thinkers that choose at once."""
    hurry()
    monkeypatch.setattr("bot.app.Thinkers", InlineThinkers)
    return await new_bot(database, wall=wall)


def thinkers(sea: Sea) -> InlineThinkers:
    return cast("InlineThinkers", sea.bot.context.thinkers)


async def against_the_deckhand(sea: Sea, key: str, who: Any = None, **options: Any) -> None:
    await sea.say(who or sea.ann, f"{key} start", computer="deckhand", **SHORT.get(key, {}), **options)
    await sea.settled()


async def test_one_card_tells_a_move_and_the_computers_answer(sea: Sea) -> None:
    await against_the_deckhand(sea, "hex")
    before = await sea.bot.context.tables.get(1)
    assert before.status == "playing"
    shown = len(sea.history())
    await take_a_turn(sea, sea.ann, Random(1))
    await sea.settled()
    table = await sea.bot.context.tables.get(1)
    assert [table.player_of(turn) for turn in table.turns][-2:] == [sea.ann.id, DECKHAND]
    assert len(sea.history()) == shown + 1, "one card for both"
    told = [turn.narration(None) for turn in table.turns[-2:]]
    assert all(each in sea.card().text for each in told)
    assert sea.pinged() == [sea.ann.id]
    assert "🤖 Deckhand" in sea.card().text
    assert str(DECKHAND) not in sea.card().text


async def test_the_card_of_a_move_comes_first_if_the_computer_thinks_for_long(sea: Sea) -> None:
    await against_the_deckhand(sea, "hex")
    thinkers(sea).held = True
    await take_a_turn(sea, sea.ann, Random(1))
    await sea.bot.publisher.settle()
    assert "🤖 Deckhand is thinking." in sea.card().text
    assert sea.pinged() == []
    thinkers(sea).held = False
    await sea.env.advance_time(LONG_S)
    await sea.settled()
    assert "it’s your turn" in sea.card().text


@pytest.mark.parametrize("key", PLAYED)
async def test_one_person_plays_a_game_to_its_end(sea: Sea, key: str, quick: None) -> None:
    await against_the_deckhand(sea, key)
    rng, service = Random(3), sea.bot.context.tables
    for turn in range(60):
        await sea.settled()
        table = await service.get(1)
        if table.status != "playing":
            break
        assert not table.computers_next, "every turn of the computer is played"
        assert table.address.shown == table.version
        await take_a_turn(sea, sea.ann, rng)
        if turn == 3:
            await sea.restart()
            service = sea.bot.context.tables
    else:
        await service.resign(1, table.humans[0])
        await sea.settled()
    table = await service.get(1)
    assert table.status == "over"
    assert "The end" in sea.card().text
    assert sea.pinged() == [sea.ann.id]
    assert all(view.viewer is not None for _, _, view in thinkers(sea).asked), "each saw its own view alone"
