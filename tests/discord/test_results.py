"""The end of a game is told where it was opened: the lobby's card becomes the result."""

from __future__ import annotations

from random import Random

import pytest

from bot.games import GAMES
from bot.games.crackers.actions import CAPTAIN
from tests.thorough import examples

from .playing import against_the_deckhand, at_the_table, finished, manned, take_a_turn
from .simulation import Simulation


async def test_the_card_of_a_game_in_the_channel_itself_has_the_only_picture(sim: Simulation) -> None:
    sim.forbid(sim.channel, "create_public_threads")
    await finished(sim)
    result, final = sim.lobby, sim.card()
    assert result.id != final.id
    assert f"<@{sim.bob.id}> won:" in result
    assert result.files == []
    assert "board.png" in final.files


async def test_a_result_is_words_alone_where_no_file_may_be_attached(sim: Simulation) -> None:
    await sim.begin()
    path = f"/channels/{sim.channel.id}/messages/{sim.lobby.id}"
    sim.refuse("PATCH", path, 403, 50013)
    await sim.finish()
    assert await sim.behind() == []
    assert f"<@{sim.bob.id}> won:" in sim.lobby
    assert sim.lobby.files == []


async def test_a_result_that_was_not_shown_yet_comes_after_a_restart(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.begin()

    async def stopped(_table: object) -> bool:
        raise OSError

    monkeypatch.setattr(sim.bot.publisher.messages, "_update_lobby", stopped)
    await sim.finish()
    await sim.restart()
    await sim.settled()
    assert f"<@{sim.bob.id}> won:" in sim.lobby


@pytest.mark.usefixtures("inline_thinkers")
@pytest.mark.parametrize("key", examples(GAMES, {"depthcharge", "crackers"}))
async def test_the_card_of_a_lost_game_says_who_has_won_and_not_again_who_played_what(
    sim: Simulation, key: str
) -> None:
    if GAMES[key].people[1] == 1:
        await sim.ann.say(f"{key} start", filled=0)
    else:
        await against_the_deckhand(sim, key)
    await sim.tables.resign(1, sim.ann.person)
    await sim.settled()
    words = [line for line in sim.card().text.split("\n") if line and not line.startswith(("###", "-#"))]
    assert len(words) == 1, "a phone has room for the picture with the result above it, and the buttons"
    assert "won:" in words[0] or "abandoned" in words[0]


async def test_the_card_of_a_draw_names_and_pings_those_who_played(sim: Simulation) -> None:
    await sim.begin("checkers")
    for each in (sim.ann, sim.bob):
        await each.say("table draw")
    await sim.settled()
    card = sim.card()
    assert "Both sides agreed to a draw." in card
    assert all(f"<@{each.id}> (" in card.text for each in (sim.ann, sim.bob))


@pytest.mark.parametrize("several", [True, False])
async def test_a_picture_says_which_side_has_won_where_several_play_one(
    sim: Simulation, several: bool
) -> None:
    people = (sim.ann, sim.bob, sim.cid) if several else (sim.ann, sim.cid)
    await manned(sim, "crackers", *people)
    table = await sim.table()
    captain = table.holder(CAPTAIN)
    assert captain is not None
    await sim.finish(person=table.seating.people.index(captain))
    winner = next(each for each in table.seating.people if each != captain)
    won = "The Crew" if several else winner.called
    assert sim.card().alt.startswith(f"{won} wins!")


async def test_a_game_that_was_won_says_who_beat_whom_and_its_picture_who_wins(sim: Simulation) -> None:
    rng, people = Random(3), await at_the_table(sim, "snorkels")
    table = await sim.table()
    while table.status == "playing":
        await take_a_turn(sim, people[table.awaited[-1].id], rng)
        table = await sim.table()
    assert table.outcome is not None
    (won,) = table.outcome.winners
    winner = table.holder(won)
    loser = table.holder(next(each.seat for each in table.outcome.results if each.seat != won))
    assert winner is not None
    assert loser is not None
    card = sim.card()
    assert f"**<@{winner.id}> beat <@{loser.id}>.**" in card
    assert f"{winner.called} wins!" in card.alt
    assert card.files == ["board.png"]
    assert card.buttons[0] == "Rematch"
    assert card.buttons[-1] == "More"
    assert "Record" in (await sim.ann.press(card, "More")).buttons
