"""The end of a game is told where it was opened: the lobby's card becomes the result."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.components.play import text
from bot.components.play.private_views import record_card
from bot.tables.events import agreements
from tests.games.registry import GAMES
from tests.tables.folded import begun, done, played
from tests.tables.harness import ANN, BOB

from .managing import deleted, finished, opened
from .simulation import Seen, Simulation
from .test_hard_cases import behind, forbid


def lobby(sim: Simulation) -> Seen:
    """The first card of the channel."""
    return Seen(sim.history(sim.channel)[0])


async def test_the_lobby_becomes_the_result_with_picture_and_replay(sim: Simulation) -> None:
    await finished(sim)
    result, final = lobby(sim), sim.card()
    assert result.message.id != final.message.id
    assert f"**<@{sim.bob.id}> won:** <@{sim.ann.id}> (host) resigned." in result.text
    assert "The end" in result.text
    assert f"Played in <#{sim.place().id}>" in result.text
    assert [each.filename for each in result.message.attachments] == ["board.png"]
    assert result.alt
    assert result.buttons == ["Watch Replay"]
    film = await sim.press(sim.cid, result, "Watch Replay")
    assert [each.filename for each in film.message.attachments] == ["table-1.gif"]
    assert final.buttons == ["Rematch", "Watch Replay", "Review"], "the game's own card stays as it was"
    await sim.press(sim.ann, final, "Rematch")
    await sim.settled()
    assert lobby(sim).text == result.text


async def test_the_card_of_a_game_in_the_channel_itself_has_the_only_picture(sim: Simulation) -> None:
    forbid(sim, sim.channel, "create_public_threads")
    await finished(sim)
    result, final = lobby(sim), sim.card()
    assert result.message.id != final.message.id
    assert f"<@{sim.bob.id}> won:" in result.text
    assert result.message.attachments == []
    assert final.message.attachments[0].filename == "board.png"


async def test_a_result_is_words_alone_where_no_file_may_be_attached(sim: Simulation) -> None:
    await opened(sim)
    path = f"/channels/{sim.channel.id}/messages/{lobby(sim).message.id}"
    sim.env.inject_error("PATCH", path, status=403, code=50013)
    tables = sim.bot.context.tables
    await tables.resign(1, (await tables.get(1)).seating.people[0])
    assert await behind(sim) == []
    assert f"<@{sim.bob.id}> won:" in lobby(sim).text
    assert lobby(sim).message.attachments == []


async def test_a_deleted_lobby_holds_nothing_up(sim: Simulation) -> None:
    await opened(sim)
    await deleted(sim, sim.channel, lobby(sim).message)
    tables = sim.bot.context.tables
    await tables.resign(1, (await tables.get(1)).seating.people[0])
    assert await behind(sim) == []
    assert sim.card().buttons == ["Rematch", "Watch Replay", "Review"]


async def test_a_result_that_was_not_shown_yet_comes_after_a_restart(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(sim)

    async def stopped(_table: object) -> bool:
        raise OSError

    monkeypatch.setattr(sim.bot.publisher.messages, "_update_lobby", stopped)
    tables = sim.bot.context.tables
    await tables.resign(1, (await tables.get(1)).seating.people[0])
    await sim.restart()
    await sim.settled()
    assert f"<@{sim.bob.id}> won:" in lobby(sim).text


def test_a_replay_has_each_position_as_it_was_while_it_was_played() -> None:
    moves = [begun(BOB, game=GAMES["snorkels"])]
    for action in ("d4", "take green", "a1"):
        moves.append(played(moves[-1], action))
    over = done(moves[-1], agreements.resign, ANN)
    for place, then in enumerate(moves[:-1]):
        shown = over.at(place)
        assert (shown.status, shown.state, shown.turns) == (then.status, then.state, then.turns)
        assert (shown.version, shown.outcome) == (then.version, None)
    assert over.at(3) is over


def test_a_record_says_what_it_is() -> None:
    table = begun(BOB, game=GAMES["snorkels"])
    card = record_card(table)
    assert card.lines == (text.RECORD_SO_FAR,)
    assert record_card(begun(BOB, game=GAMES["depthcharge"])).lines == (text.RECORD_WITHOUT_SECRETS,)
    assert record_card(replace(table, status="over")).lines == (text.RECORD,)
    assert [name for name, _ in card.files] == ["table-7.txt"]
