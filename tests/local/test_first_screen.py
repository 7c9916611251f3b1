"""The games on the local table's first screen, with the real bot."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from PIL import Image

from bot.local_table import game_cards
from tests.faults.running_bot import running_bot
from tests.games.registry import GAMES

from .conftest import LocalPage
from .fault_injection import FaultyDiscord

FACTS = r"\d.* players? · .*(minutes|turns).*"


async def test_every_game_has_a_card_with_a_board_and_a_command_that_can_be_called(
    page: LocalPage, local: FaultyDiscord, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    local.game_cards.update(game_cards(GAMES))
    async with running_bot(file, monkeypatch, local, games=GAMES) as here:
        await here.bot.wait_until_ready()
        games = (await page.get("games"))["games"]
        offered = await page.get("commands", channel="games")
    assert [game["title"] for game in games] == [game.title for game in GAMES.values()]
    called = {game[each] for game in games for each in ("start", "learn")}
    assert called <= {command["name"] for command in offered["slash"]}
    for card, game in zip(games, GAMES.values(), strict=True):
        assert card["tagline"] == game.tagline
        assert re.fullmatch(FACTS if game.key != "hex" else "", card["facts"])
        async with page.session.get(local.page_url + card["picture"]) as reply:
            if game.key == "hex":
                assert reply.status == 404, "it has no cover"
                continue
            assert reply.content_type == "image/png"
            assert Image.open(io.BytesIO(await reply.read())).width >= 900
    assert (await page.get("picture", game="whist"))["status"] == 404
