"""Replays and reviews that somebody shares are seen by all; a daily challenge never is."""

from __future__ import annotations

import re
from unittest.mock import AsyncMock

import pytest

from bot.features.replays import replays
from rendering.scene import PaintError
from tests.thorough import examples

from .fixtures import Listen
from .playing import attempt, finished
from .simulation import Simulation


async def test_a_shared_replay_is_posted_for_all_once(sim: Simulation, listen: Listen) -> None:
    await finished(sim)
    made = listen(replays, "make_film")
    before = len(sim.public())
    film = await sim.cid.press(sim.card(), "Watch Replay")
    assert film.buttons == ["Step Through", "Share"]
    assert len(sim.public()) == before, "nobody else sees a replay"
    await sim.cid.press(film, "Share")
    shared = sim.public()[-1]
    assert len(sim.public()) == before + 1
    assert shared.files == ["table-1.gif"]
    assert f"Shared by <@{sim.cid.id}>." in shared
    assert "ann resigned. bob wins." in shared
    assert film.buttons == [], "it isn't shared twice"
    assert film.files == ["table-1.gif"]
    assert len(made) == 1, "the film that was watched is the one that is shared"
    review = await sim.ann.press(shared, "Review")
    assert "Position 0 of 0" in review


async def test_whoever_closes_a_replay_while_it_is_shared_is_told_nothing(
    sim: Simulation, listen: Listen
) -> None:
    await finished(sim)
    film = await sim.cid.press(sim.card(), "Watch Replay")

    async def close(*_given: object) -> None:
        sim.env.world.delete(film.post)

    listen(replays, "post_card", after=close)
    shared = await sim.cid.click(film, label="Share")
    assert sim.public()[-1].files == ["table-1.gif"]
    assert shared.response is None
    assert [each.ephemeral for each in shared.followups] == [False], "the replay itself"


@pytest.mark.parametrize("what", examples(("film", "position", "attempt", "puzzle"), {"film", "puzzle"}))
async def test_quick_presses_share_once(sim: Simulation, what: str) -> None:
    label, place = "Share", sim.channel
    match what:
        case "film" | "position":
            await finished(sim)
            place = sim.place()
            card = await sim.cid.press(sim.card(), "Watch Replay" if what == "film" else "Review")
        case "attempt":
            card = await attempt(sim, sim.cid)
        case _:
            card, label = await sim.cid.say("puzzle daily"), "Show Everyone"
    before = len(sim.public(place))
    await sim.at_once(*[(sim.cid, card, label)] * 3)
    assert len(sim.public(place)) == before + 1


async def test_a_replay_that_can_not_be_made_is_told_and_is_made_when_it_is_asked_for_again(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when memory runs out, and the film's process is ended each time."""
    await finished(sim)
    with monkeypatch.context() as broken:
        broken.setattr(sim.bot.context.studio, "film", AsyncMock(side_effect=PaintError("no memory")))
        refused = await sim.cid.press(sim.card(), "Watch Replay")
    assert "The replay can’t be made right now. `/table record` gives you" in refused
    assert (await sim.cid.press(sim.card(), "Watch Replay")).files == ["table-1.gif"]


async def test_a_shared_position_opens_the_review_there(sim: Simulation) -> None:
    await sim.begin(pie="off", side="purple")
    for who, square in ((sim.ann, "a1"), (sim.bob, "a2"), (sim.ann, "g7")):
        await who.move(square)
    await sim.finish()
    review = await sim.cid.press(sim.card(), "Review")
    await sim.cid.press(review, "Next", "Next", "Share")
    shared = sim.public()[-1]
    assert "Position 2 of 3" in shared
    assert "a2" in shared
    assert shared.files == ["board.png"]
    own = await sim.bob.press(shared, "Review from Here")
    assert own.ephemeral
    assert "Position 2 of 3" in own


async def test_a_daily_challenge_can_not_be_shared(sim: Simulation) -> None:
    card = await attempt(sim, sim.ann)
    assert card.buttons == ["Share", "Watch Replay", "Review"], "but its result"
    for label in ("Watch Replay", "Review"):
        seen = await sim.ann.press(card, label)
        assert "Share" not in seen.buttons
    assert sim.channel.threads == []
    assert sim.public() == []
    assert not [each for each in sim.env.http_requests if re.search("/channels/.*/messages", each.path)]


async def test_a_game_of_a_hidden_channel_is_not_shared_elsewhere(sim: Simulation) -> None:
    await finished(sim)
    open_to_all = sim.guild.create_text_channel("lighthouse")
    film = await sim.ann.say("table replay", open_to_all, table=1)
    sim.forbid(sim.channel, "view_channel")
    refused = await sim.ann.press(film, "Share")
    assert "Not everyone here can see" in refused
    assert sim.public(open_to_all) == []
