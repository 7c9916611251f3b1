"""Replays and reviews that somebody shares are seen by all; a daily challenge never is."""

from __future__ import annotations

import pytest

from bot.features.replays import replays
from bot.tables.model.table import Table
from rendering.studio import Studio

from .managing import finished
from .simulation import Seen, Simulation
from .test_daily import attempt
from .test_hard_cases import forbid


def public(sim: Simulation) -> list[Seen]:
    """The messages that everybody at the newest table sees."""
    return [Seen(message) for message in sim.history() if not message.flags.ephemeral]


async def test_a_shared_replay_is_posted_for_all_once(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(sim)
    made, make = list[int](), replays.make_film

    async def counted(studio: Studio, table: Table, *rest: replays.Progress | None) -> bytes:
        made.append(table.id)
        return await make(studio, table, *rest)

    monkeypatch.setattr(replays, "make_film", counted)
    before = len(public(sim))
    film = await sim.press(sim.cid, sim.card(), "Watch Replay")
    assert film.buttons == ["Share"]
    assert len(public(sim)) == before, "nobody else sees a replay"
    await sim.press(sim.cid, film, "Share")
    shared = public(sim)[-1]
    assert len(public(sim)) == before + 1
    assert [each.filename for each in shared.message.attachments] == ["table-1.gif"]
    assert f"Shared by <@{sim.cid.id}>." in shared.text
    assert "The host resigned. The guest wins." in shared.text
    assert film.buttons == [], "it isn't shared twice"
    assert [each.filename for each in film.message.attachments] == ["table-1.gif"]
    assert made == [1], "the film that was watched is the one that is shared"
    review = await sim.press(sim.ann, shared, "Review")
    assert "Position 0 of 0" in review.text


async def test_a_shared_position_opens_the_review_there(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "snorkels start", opponent=sim.bob, pie="off", side="purple")
    await sim.press(sim.bob, lobby, "Join")
    for who, square in ((sim.ann, "a1"), (sim.bob, "a2"), (sim.ann, "g7")):
        await sim.say(who, "move", sim.place(), action=square)
    tables = sim.bot.context.tables
    await tables.resign(1, (await tables.get(1)).seating.people[0])
    await sim.settled()
    review = await sim.press(sim.cid, sim.card(), "Review")
    await sim.press(sim.cid, review, "Next")
    await sim.press(sim.cid, review, "Next")
    await sim.press(sim.cid, review, "Share")
    shared = public(sim)[-1]
    assert "Position 2 of 3" in shared.text
    assert "a2" in shared.text
    assert [each.filename for each in shared.message.attachments] == ["board.png"]
    own = await sim.press(sim.bob, shared, "Review from Here")
    assert own.message.flags.ephemeral
    assert "Position 2 of 3" in own.text


async def test_a_daily_challenge_can_not_be_shared(sim: Simulation) -> None:
    card = await attempt(sim, sim.ann)
    for label in ("Watch Replay", "Review"):
        seen = await sim.press(sim.ann, card, label)
        assert "Share" not in seen.buttons
    assert public(sim) == []


@pytest.mark.parametrize("command", ["table replay", "table review"])
async def test_a_table_whose_game_never_began_says_so(sim: Simulation, command: str) -> None:
    await sim.say(sim.ann, "snorkels start")
    assert "Table 1 hasn’t started yet." in (await sim.say(sim.bob, command, table=1)).text
    await sim.say(sim.ann, "table cancel", table=1)
    assert "Table 1 was closed without a result" in (await sim.say(sim.bob, command, table=1)).text


async def test_a_game_of_a_hidden_channel_is_not_shared_elsewhere(sim: Simulation) -> None:
    await finished(sim)
    open_to_all = sim.guild.create_text_channel("lighthouse")
    film = await sim.say(sim.ann, "table replay", open_to_all, table=1)
    forbid(sim, sim.channel, "view_channel")
    refused = await sim.press(sim.ann, film, "Share")
    assert "Not everyone here can see" in refused.text
    assert [message for message in open_to_all.history() if not message.flags.ephemeral] == []
