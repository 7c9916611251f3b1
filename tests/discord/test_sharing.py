"""Replays and reviews that somebody shares are seen by all; a daily challenge never is."""

from __future__ import annotations

import pytest

from bot.components.library import replays
from bot.tables.model.table import Table
from rendering.studio import Studio

from .managing import finished
from .sea import Sea, Seen
from .test_daily import attempt
from .test_hard_cases import forbid


def public(sea: Sea) -> list[Seen]:
    """The messages that everybody at the newest table sees."""
    return [Seen(message) for message in sea.history() if not message.flags.ephemeral]


async def test_a_shared_replay_is_posted_for_all_once(sea: Sea, monkeypatch: pytest.MonkeyPatch) -> None:
    await finished(sea)
    made, make = list[int](), replays.make_film

    async def counted(studio: Studio, table: Table, *rest: replays.Progress | None) -> bytes:
        made.append(table.id)
        return await make(studio, table, *rest)

    monkeypatch.setattr(replays, "make_film", counted)
    before = len(public(sea))
    film = await sea.press(sea.cid, sea.card(), "Watch Replay")
    assert film.buttons == ["Share"]
    assert len(public(sea)) == before, "nobody else sees a replay"
    await sea.press(sea.cid, film, "Share")
    shared = public(sea)[-1]
    assert len(public(sea)) == before + 1
    assert [each.filename for each in shared.message.attachments] == ["table-1.gif"]
    assert f"Shared by <@{sea.cid.id}>." in shared.text
    assert "Host resigned. Guest wins." in shared.text
    assert film.buttons == [], "it isn't shared twice"
    assert [each.filename for each in film.message.attachments] == ["table-1.gif"]
    assert made == [1], "the film that was watched is the one that is shared"
    review = await sea.press(sea.ann, shared, "Review")
    assert "Position 0 of 0" in review.text


async def test_a_shared_position_opens_the_review_there(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "snorkels start", opponent=sea.bob, pie="off", side="purple")
    await sea.press(sea.bob, lobby, "Join")
    for who, square in ((sea.ann, "a1"), (sea.bob, "a2"), (sea.ann, "g7")):
        await sea.say(who, "move", sea.place(), action=square)
    tables = sea.bot.context.tables
    await tables.resign(1, (await tables.get(1)).people[0])
    await sea.settled()
    review = await sea.press(sea.cid, sea.card(), "Review")
    await sea.press(sea.cid, review, "Next")
    await sea.press(sea.cid, review, "Next")
    await sea.press(sea.cid, review, "Share")
    shared = public(sea)[-1]
    assert "Position 2 of 3" in shared.text
    assert "a2" in shared.text
    assert [each.filename for each in shared.message.attachments] == ["board.png"]
    own = await sea.press(sea.bob, shared, "Review from Here")
    assert own.message.flags.ephemeral
    assert "Position 2 of 3" in own.text


async def test_a_daily_challenge_can_not_be_shared(sea: Sea) -> None:
    card = await attempt(sea, sea.ann)
    for label in ("Watch Replay", "Review"):
        seen = await sea.press(sea.ann, card, label)
        assert "Share" not in seen.buttons
    assert public(sea) == []


async def test_a_game_of_a_hidden_channel_is_not_shared_elsewhere(sea: Sea) -> None:
    await finished(sea)
    open_to_all = sea.guild.create_text_channel("lighthouse")
    film = await sea.say(sea.ann, "table replay", open_to_all, table=1)
    forbid(sea, sea.channel, "view_channel")
    refused = await sea.press(sea.ann, film, "Share")
    assert "Not everyone here can see" in refused.text
    assert [message for message in open_to_all.history() if not message.flags.ephemeral] == []
