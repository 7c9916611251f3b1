"""The end of a game is told where it was opened: the lobby's card becomes the result."""

from __future__ import annotations

import pytest

from .managing import deleted, finished, opened
from .sea import Sea, Seen
from .test_hard_cases import behind, forbid


def lobby(sea: Sea) -> Seen:
    """The first card of the channel."""
    return Seen(sea.history(sea.channel)[0])


async def test_the_lobby_becomes_the_result_with_picture_and_replay(sea: Sea) -> None:
    await finished(sea)
    result, final = lobby(sea), sea.card()
    assert result.message.id != final.message.id
    assert f"<@{sea.bob.id}> won." in result.text
    assert "Host resigned. Guest wins." in result.text
    assert "The opening" in result.text, "how far it got"
    assert f"Played in <#{sea.place().id}>" in result.text
    assert [each.filename for each in result.message.attachments] == ["board.png"]
    assert result.alt
    assert result.buttons == ["Watch Replay"]
    film = await sea.press(sea.cid, result, "Watch Replay")
    assert [each.filename for each in film.message.attachments] == ["table-1.gif"]
    assert final.buttons == ["Rematch", "Watch Replay", "Review"], "the game's own card stays as it was"
    await sea.press(sea.ann, final, "Rematch")
    await sea.settled()
    assert lobby(sea).text == result.text


async def test_the_card_of_a_game_in_the_channel_itself_has_the_only_picture(sea: Sea) -> None:
    forbid(sea, sea.channel, "create_public_threads")
    await finished(sea)
    result, final = lobby(sea), sea.card()
    assert result.message.id != final.message.id
    assert f"<@{sea.bob.id}> won." in result.text
    assert result.message.attachments == []
    assert final.message.attachments[0].filename == "board.png"


async def test_a_result_is_words_alone_where_no_file_may_be_attached(sea: Sea) -> None:
    await opened(sea)
    path = f"/channels/{sea.channel.id}/messages/{lobby(sea).message.id}"
    sea.env.inject_error("PATCH", path, status=403, code=50013)
    tables = sea.bot.context.tables
    await tables.resign(1, (await tables.get(1)).people[0])
    assert await behind(sea) == []
    assert f"<@{sea.bob.id}> won." in lobby(sea).text
    assert lobby(sea).message.attachments == []


async def test_a_deleted_lobby_holds_nothing_up(sea: Sea) -> None:
    await opened(sea)
    await deleted(sea, sea.channel, lobby(sea).message)
    tables = sea.bot.context.tables
    await tables.resign(1, (await tables.get(1)).people[0])
    assert await behind(sea) == []
    assert sea.card().buttons == ["Rematch", "Watch Replay", "Review"]


async def test_a_result_that_was_not_shown_yet_comes_after_a_restart(
    sea: Sea, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(sea)

    async def stopped(_table: object) -> bool:
        raise OSError

    monkeypatch.setattr(sea.bot.publisher.sync, "_update_lobby", stopped)
    tables = sea.bot.context.tables
    await tables.resign(1, (await tables.get(1)).people[0])
    await sea.restart()
    await sea.settled()
    assert f"<@{sea.bob.id}> won." in lobby(sea).text
